"""Figures go to the right row and are laid out right, and RESULTS.md has all rows. Nothing is measured here, and no figure of a
machine is held against a target."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench
import calls
import fresh
import results
import strength
import strength_sets
import tables
import transactions
from results import DICTIONARY, OURS, PASSWDQC, PERMIT, PLAIN

SAMPLES = {
    # A round more of ours, in which the machine was busy: it has no partner, and does not count in the ratio.
    ("load", OURS): [20_000, 22_000, 24_000, 900_000],
    ("load", PLAIN): [50_000, 48_000, 52_000],
    ("load", PASSWDQC): [22_000, 23_000, 30_000],
    ("check 16 bytes, strong", OURS): [80, 70, 90],
    ("check 16 bytes, strong", PLAIN): [239, 200, 300],
    ("check 16 bytes, strong", DICTIONARY): [230_000, 231_000, 229_000],
    ("check 16 bytes, strong", PASSWDQC): [1_000_000, 1_100_000, 900_000],
    ("generate readable", OURS): [10_000],
    ("generate", PLAIN): [2_000],
    ("generate", PASSWDQC): [1_000],
    ("pam dirty", OURS): [64, 60, 64],
    ("pam dirty", PASSWDQC): [48, 48, 48],
    ("pam dirty with list", PASSWDQC): [1_500, 1_500, 1_500],
    ("pam dirty", PERMIT): [0, 0, 0],
    ("policy check everything", OURS): [5_001],
    ("blocklist build ordered each", OURS): [250],
}


@pytest.fixture
def samples():
    """The store that all modules share, empty."""
    results.samples.clear()
    yield results.samples
    results.samples.clear()


def sample_calls():
    results.sample_lines("check\tpwquality\t8 bytes, weak\t1.50\t2.50\ngenerate\tpasswdqc\t\t7\n", "now ")


def sample_counts():
    results.samples.update({("count 20 a", OURS): [10, 20, 30], ("count 20 b", OURS): [50, 40]})
    assert calls.summarize("count 20", ["a", "b"]) == "b"


def sample_growth():
    results.samples.update({("short", OURS): [10, 20, 40], ("long", OURS): [100, 100], ("short", PLAIN): [1]})
    results.sample_ratio("short", "long")
    for name in [("short", OURS), ("long", OURS), ("short", PLAIN)]:
        del results.samples[name]


def sample_loads():
    fresh.sample_loads(OURS, [[1, 2, 3], [4, 5, 6]])
    fresh.sample_loads(PLAIN, [[9, 8, 7]])


def sample_changes():
    for change in [("fresh", "accepted", OURS, 10, 5, 6), ("fresh", "refused", OURS, 11, 7, 8), ("same", "refused", OURS, 3)]:
        transactions.sample_change(*change)


@pytest.mark.parametrize("act, expected", [
    (sample_calls, {("now check 8 bytes, weak", PLAIN): [1.5, 2.5], ("now generate", PASSWDQC): [7.0]}),
    (sample_counts, {("count 20 mean", OURS): [30, 30], ("count 20 slowest", OURS): [50, 40]}),
    # Round by round.
    (sample_growth, {("long by short", OURS): [10, 5]}),
    # Memory is that after an accepted change.
    (sample_changes, {("pam fresh accepted", OURS): [10], ("pam rss", OURS): [5], ("pam dirty", OURS): [6],
                      ("pam fresh refused", OURS): [11], ("pam same refused", OURS): [3]}),
    (sample_loads, {("load", OURS): [1], ("load rss", OURS): [2], ("load dirty", OURS): [3], ("first check", OURS): [4],
                    ("load and first check", OURS): [5], ("first check rss", OURS): [5], ("first check dirty", OURS): [6],
                    ("module load", PLAIN): [9], ("module load", DICTIONARY): [9]}),
])
def test_a_figure_goes_to_its_measurement(samples, act, expected):
    act()
    assert samples == expected


@pytest.mark.parametrize("title, cells", [
    ("Load the library", ["23.0 µs", "50.0 µs", "-", "23.0 µs", "-", "×0.96", "≤ ×1.25 libpasswdqc: met"]),
    ("Check 16 bytes, strong",
     ["80.0 ns", "239 ns", "230 µs", "1.0 ms", "-", "×0.33", "≤ ×0.333 libpwquality without dictionary: **MISSED**"]),
    ("Generate, readable; peers 128 bits", ["10.0 µs", "2.0 µs", "-", "1.0 µs", "-", "×10", ""]),
    ("pam_chauthtok in a fresh process, refused",
     ["-", "-", "-", "-", "-", "-", "≤ ×1.15 an accepted one: not measured"]),
    ("Private_Dirty after a change by libpam",
     ["64 kB", "-", "-", "48 kB", "0 kB", "×1.33", "≤ ×1 libpasswdqc and the list: met"]),
    ("Policy check, 16 characters: everything", ["5.0 µs", "-", "-", "-", "-", "-", "≤ 5.0 µs: **MISSED**"]),
    ("Blocklist of 10 million in order: entries in a second", ["4,000,000", *["-"] * 5, "≥ 2,000,000: met"]),
])
def test_a_row_has_medians_the_ratio_and_its_targets(samples, title, cells):
    samples.update(SAMPLES)
    [row] = [row for row in [*tables.ROWS, *tables.MORE_ROWS] if row.title == title]
    assert tables.cells(row) == [title, *cells]


def test_targets_say_what_was_promised_and_whether_it_holds(samples):
    samples.update(SAMPLES)
    assert {target.measurement for target in tables.TARGETS} <= {row.measurement for row in tables.ROWS}
    lines = [tables.target_line(target) for target in tables.TARGETS]
    assert lines[0] == "met: Load the library (×0.96, target ≤ ×1.25 libpasswdqc; by the minima ×0.91)"
    assert lines[1].startswith("MISSED: Check 16 bytes, strong (")
    assert lines[3] == "not measured: pam_chauthtok in a fresh process, refused"


@pytest.mark.parametrize("form, value, text", [
    (results.duration, 9.46, "9.5 ns"), (results.duration, 999, "999 ns"), (results.duration, 1_000, "1.0 µs"),
    (results.duration, 2_500_000, "2.5 ms"), (results.duration, 3e9, "3.0 s"), (results.times, 0.0014, "×0.0014"),
    (results.times, 0.104, "×0.10"), (results.times, 9.99, "×9.99"), (results.times, 12_724, "×12,724"),
])
def test_figures_are_short(form, value, text):
    assert form(value) == text


def test_the_page_has_every_row_the_targets_and_all_versions():
    """If not: make bench, then make -C Tests/Bench page."""
    _, section, _ = tables.PAGE.read_text(encoding="utf-8").split(tables.MARKER)
    head, _, *rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    assert head == tables.HEAD and [row[0] for row in rows] == tables.TITLES
    for version in (r"on 20\d\d-\d\d-\d\d: passwordrules \d+\.\d+\.\d+", r"libpwquality1 \d", r"libpasswdqc1 \d"):
        assert re.search(version, section)
    # So that a missed target is not mended where it is defined.
    promised = re.findall(r"- (?:met|MISSED): [^(]* \([^,]*, target (.*?); by", " ".join(section.split()))
    assert promised == [tables.relation(target) for target in tables.TARGETS]


def test_the_table_goes_between_the_markers_and_nowhere_else(samples, tmp_path, monkeypatch):
    known = {"date": "2026-01-31T23:59:59+00:00", "machine": {"cpu": "A CPU", "cores": 4, "kernel": "6.1.0-38-amd64"},
             "git": "v7.7.7-3-g0123456", "compiler": "cc 12.2.0", "versions": {"passwordrules": "7.7.7"}}
    page = tmp_path / "RESULTS.md"
    page.write_text(f"before\n{tables.MARKER}\nold\n{tables.MARKER}\nafter\n")
    (tmp_path / "bench.md").write_text(tables.document(known, {OURS: ["libc.so.6"]}))
    monkeypatch.setattr(tables, "PAGE", page)
    monkeypatch.setattr(tables, "BUILD", tmp_path)
    tables.write_page()
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "\nold\n" not in text
    assert "A CPU, one core of 4, Linux 6.1.0, cc 12.2.0." in text and "passwordrules 7.7.7 (v7.7.7-3-g0123456)" in text
    page.write_text(text + tables.MARKER)
    with pytest.raises(SystemExit, match="RESULTS.md does not have two"):
        tables.write_page()


def test_a_change_of_the_machines_stack_is_seen(tmp_path):
    """With a file here in the machine's place, and nothing measured."""
    stack = tmp_path / "stack"
    options = [f"OUT={tmp_path}", f"STACK=sha256sum {stack}", "PROGRAMS=", "FETCHED=", "PYTHON=true"]

    def make(target):
        done = subprocess.run(["make", "-s", "-C", Path(__file__).parent, target, *options], capture_output=True, text=True,
                              timeout=60, check=False)
        return done.returncode, "as it was" in done.stdout

    for text, is_as_it_was in [("before", True), ("changed", False)]:
        stack.write_text("before")
        assert make("before") == (0, False)
        stack.write_text(text)
        assert make("run") == ((0, True) if is_as_it_was else (2, False))


def test_every_report_of_a_user_can_be_held_against_an_estimate():
    reports = strength_sets.faults()
    assert len({(thread, password) for thread, password, *_ in reports}) == len(reports) > 240
    for thread, password, words, least, most, text in reports:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", thread) and text.endswith(".")
        assert 0 <= least <= most and (password or most == 0) and all(words)


def test_the_page_of_estimates_has_every_report_and_the_promised_targets():
    """If not: make bench, then make -C Tests/Bench page."""
    _, section, _ = strength.PAGE.read_text(encoding="utf-8").split(strength.MARKER)
    main, _, details = section.partition("## What users reported")
    threads = [line.strip("| ").split(" | ")[0] for line in details.splitlines() if line.startswith("| ")]
    assert threads[2:] == [report[0] for report in strength_sets.faults()]
    assert main.count("≥ 95 %: ") == 3 and main.count("≥ zxcvbn's: ") == 2
    assert main.count(" to 10^") == len(strength_sets.STYLES) + len(strength_sets.ALPHABETS)


@pytest.mark.parametrize("left, right, expected", [
    ([1, 2, 3], [10, 20, 90], 1), ([1, 2, 3], [9, 2, 1], -1), ([1, 2, 3, 4], [1, 1, 2, 2], 0.894),
])
def test_correlations_are_of_ranks(left, right, expected):
    assert strength.spearman(left, right) == pytest.approx(expected, abs=0.001)


def test_the_notes_are_short_enough_for_a_terminal():
    assert max(map(len, (bench.NOTES + bench.MORE_NOTES).splitlines())) <= 125
