"""The table has what was measured, the programs measure, and the search for the worst case tries every key. No
measurement is compared with a target, because machines differ."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import place
import table
import worstcases
from table import OURS, PASSWDQC, PWQUALITY

# Keys that the search leaves out.
UNSEARCHED = {
    # No check reads them.
    "accept", "at-login", "at-login-services", "enforce", "enforce-for-root", "exempt-services", "local-users-only", "retry",
    "suggest", "suggest-services",
    # `policy_text` sets it.
    "max-bytes",
    # The keys that a preset sets are searched.
    "preset",
}


@pytest.fixture
def rows(monkeypatch):
    monkeypatch.setattr(table, "rows", {})
    return table.rows


def test_row_has_medians_ratio_and_target(rows):
    # Our library has one more round, in which the machine was busy. The peers lack this round, so the ratio ignores it.
    table.add("compared", OURS, 20_000, 22_000, 24_000, 900_000)
    table.add("compared", PWQUALITY, 50_000, 48_000, 52_000)
    table.add("compared", PASSWDQC, 22_000, 23_000, 30_000)
    table.add("missed", OURS, 150_000_001, limit=150e6)
    table.add("met", OURS, 12_345, form=table.size, limit=12_345)
    table.add("left out", OURS, limit=10e6)
    assert {title: row.cells() for title, row in rows.items()} == {
        "compared": ["23.0 µs", "50.0 µs", "23.0 µs", "×0.96", ""],
        "missed": ["150 ms", "-", "-", "", "≤ 150 ms: MISSED"],
        "met": ["12,345 B", "-", "-", "", "≤ 12,345 B: met"],
        "left out": ["-", "-", "-", "", "≤ 10.0 ms: not measured in this run"],
    }
    lines = table.text().splitlines()
    assert lines[4].split() == ["compared", "23.0", "µs", "50.0", "µs", "23.0", "µs", "×0.96"]
    ends = {line.index(cell) + len(cell) for line in lines for cell in ("150 ms", "12,345 B", "23.0 µs") if cell in line[:40]}
    assert len(lines) == 5 and len(ends) == 1


def test_missed_targets_come_first(rows):
    for title, value, limit in [("none", 5, None), ("met", 5, 6), ("missed", 7, 6), ("none, too", 9, None), ("also missed", 8, 6)]:
        table.add(title, OURS, value, limit=limit)
    table.add("left out", OURS, limit=6)
    order = ["missed", "also missed", "met", "left out", "none", "none, too"]
    assert [title for title, _ in table.ordered()] == order
    assert [row["what"] for row in table.summary()] == order
    for lines in (table.text().splitlines()[1:], [line.removeprefix("| ") for line in table.markdown().splitlines()[2:]]):
        assert len(lines) == len(order) and all(line.startswith(title) for line, title in zip(lines, order)), lines


def test_page_is_a_table_in_markdown(rows):
    table.add("missed", OURS, 150_000_001, limit=150e6)
    table.add("a longer title", OURS, 12_345, form=table.size)
    assert table.markdown().splitlines() == [
        "|                | passwordrules | libpwquality | libpasswdqc | by the best | target           |",
        "| :------------- | ------------: | -----------: | ----------: | ----------: | :--------------- |",
        "| missed         |        150 ms |            - |           - |             | ≤ 150 ms: MISSED |",
        "| a longer title |      12,345 B |            - |           - |             |                  |",
    ]


def test_rows_of_an_earlier_run_are_shown_without_figures(rows):
    table.add("target", OURS, 7, limit=6)
    table.add("again", OURS, 4)
    table.add("size", OURS, 5, form=table.size)
    earlier = table.summary()
    rows.clear()
    table.add("again", OURS, 5)
    table.keep(earlier)
    assert {title: row.cells() for title, row in table.ordered()} == {
        "target": ["-", "-", "-", "", "≤ 6.0 ns: not measured in this run"],
        "again": ["5.0 ns", "-", "-", "", ""],
        "size": ["-", "-", "-", "", "not measured in this run"],
    }


def test_search_tries_every_expensive_key():
    declared = [line.split("\t") for line in (place.BUILD / "declared.tsv").read_text().splitlines()]
    keys = {fields[1] for fields in declared if fields[0] == "key"}
    assert len(keys) > 30 and keys - set(worstcases.KEYS) == UNSEARCHED


@pytest.fixture(scope="module")
def installed():
    place.install()


@pytest.mark.parametrize("kind", worstcases.KINDS)
def test_known_cases_can_still_be_called(kind, installed, tmp_path):
    known = worstcases.known(kind)
    assert len(known) >= 7
    for case in known:
        assert worstcases.prepared(kind, case, tmp_path / "policy.conf") is not None, case


def test_programs_measure_and_reject_wrong_results(installed, tmp_path):
    done = subprocess.run(["make", "-s", "-C", HERE, "all", f"BUILD={place.BUILD}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    policy = tmp_path / "policy.conf"
    policy.write_text("rules = minlength: 8;\n")
    policy.chmod(0o644)

    def run(expected):
        command = [place.OUT / "calls", place.LIBRARY, OURS, "check", expected, policy, "correct-horse"]
        return subprocess.run(list(map(str, command)), input="xx", capture_output=True, text=True, check=False)

    measured = run(1)
    figures = [list(map(float, line.split())) for line in measured.stdout.splitlines()]
    assert measured.returncode == 0 and [len(line) for line in figures] == [3, 3, 1, 1], measured.stderr
    assert all(line[0] > 0 for line in figures)
    refused = run(0)
    assert refused.returncode == 1 and "1, not 0" in refused.stderr
