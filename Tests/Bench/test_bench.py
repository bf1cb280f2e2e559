"""Figures go to the right row and are laid out right, and RESULTS.md has all rows. Nothing is measured here, and no figure of a
machine is held against a target."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench
import calls
import fresh
import peers
import results
import tables
import transactions
from results import DICTIONARY, OURS, PASSWDQC, PERMIT, PLAIN

SAMPLES = {
    # A round more of ours, in which the machine was busy: it has no partner, and does not count in the ratio.
    ("load", OURS): [20_000, 22_000, 24_000, 900_000],
    ("load", PLAIN): [50_000, 48_000, 52_000],
    ("load", PASSWDQC): [22_000, 23_000, 30_000],
    ("check 16 bytes, strong", OURS): [60, 50, 70],
    ("check 16 bytes, strong", PLAIN): [239, 200, 300],
    ("check 16 bytes, strong", DICTIONARY): [230_000, 231_000, 229_000],
    ("check 16 bytes, strong", PASSWDQC): [1_000_000, 1_100_000, 900_000],
    ("blocklist check with common list common", OURS): [10_000, 8_000, 14_000],
    ("generate readable", OURS): [10_000],
    ("generate", PLAIN): [2_000],
    ("generate", PASSWDQC): [1_000],
    ("pam fresh accepted", OURS): [80_000, 70_000, 90_000],
    ("pam fresh accepted", PERMIT): [40_000, 41_000, 39_000],
    ("pam fresh accepted", DICTIONARY): [100_000, 95_000, 110_000],
    ("pam dirty", OURS): [64, 60, 64],
    ("pam dirty", PASSWDQC): [48, 48, 48],
    ("pam dirty with list", PASSWDQC): [1_500, 1_500, 1_500],
    ("pam dirty", PERMIT): [0, 0, 0],
    ("size", OURS): [297_568],
    ("policy check everything", OURS): [5_001],
    ("blocklist build ordered each", OURS): [250],
}
NEEDED = {OURS: ["libc.so.6"], PLAIN: ["libcrack.so.2", "libc.so.6"]}
ABOUT = {
    "date": "2026-01-31T23:59:59+00:00",
    "machine": {"cpu": "A CPU", "cores": 4, "kernel": "6.1.0-38-amd64"},
    "git": "v7.7.7-3-g0123456",
    "compilers": {"cc": "cc 12.2.0"},
    "versions": {"passwordrules": "7.7.7", "libpwquality1": "1.4.5-1+b1", "libpasswdqc1": "2.0.2-1+b1"},
}


@pytest.fixture
def samples():
    """The store that all modules share, empty."""
    results.samples.clear()
    yield results.samples
    results.samples.clear()


@pytest.fixture
def measured(samples):
    samples.update(SAMPLES)
    return samples


# ---- Where figures go ----


def test_a_line_of_callbench_is_a_measurement(samples):
    cases = results.sample_lines("check\tpwquality\t8 bytes, weak\t1.50\t2.50\ngenerate\tpasswdqc\t\t7\n", "now ")
    assert samples == {("now check 8 bytes, weak", PLAIN): [1.5, 2.5], ("now generate", PASSWDQC): [7.0]}
    assert cases == {"check": ["8 bytes, weak"], "generate": [""]}


def test_growth_is_round_by_round(samples):
    samples.update({("short", OURS): [10, 20, 40], ("long", OURS): [100, 100], ("short", PLAIN): [1]})
    results.sample_ratio("short", "long")
    assert {name: values for name, values in samples.items() if "by" in name[0]} == {("long by short", OURS): [10, 5]}


def test_counts_are_summarized(samples):
    samples.update({("count 20 a", OURS): [10, 20, 30], ("count 20 b", OURS): [50, 40]})
    assert calls.summarize("count 20", ["a", "b", "b"]) == "b"
    assert samples == {("count 20 mean", OURS): [30, 30], ("count 20 slowest", OURS): [50, 40]}


def test_a_change_is_of_the_service_that_made_it(samples, monkeypatch, tmp_path):
    written = {"fresh": "0 10 5 6\n1 11 7 8\n2 12 9 9\n3 13 1 2\n", "same": "0 3\n1 4\n1 5\n"}
    commands = []

    def output(program, mode, *command):
        commands.append(list(map(str, command)))
        return written[mode]

    monkeypatch.setattr(transactions, "output", output)
    monkeypatch.setattr(transactions, "write_services", lambda modules, dictionary: (tmp_path, [PERMIT, OURS]))
    transactions.measure({}, None)
    # pam_permit refuses nothing. Memory is that after an accepted one.
    strong, weak = transactions.STRONG, transactions.WEAK
    assert commands[0][3:] == [PERMIT, strong, "0", OURS, strong, "0", PERMIT, weak, "0", OURS, weak, "20"]
    assert samples == {
        ("pam fresh accepted", PERMIT): [10], ("pam rss", PERMIT): [5], ("pam dirty", PERMIT): [6],
        ("pam fresh accepted", OURS): [11], ("pam rss", OURS): [7], ("pam dirty", OURS): [8],
        ("pam fresh refused", PERMIT): [12], ("pam fresh refused", OURS): [13],
        ("pam same accepted", PERMIT): [3], ("pam same accepted", OURS): [4, 5],
    }


def test_loading_has_memory_before_and_after_the_first_check(samples):
    fresh.sample_loads(OURS, False, [[1, 2, 3], [4, 5, 6]])
    assert {measurement: value for (measurement, _), [value] in samples.items()} == {
        "load": 1, "load rss": 2, "load dirty": 3, "first check": 4, "load and first check": 5, "first check rss": 5,
        "first check dirty": 6,
    }
    fresh.sample_loads(PLAIN, True, [[9, 8, 7]])
    assert samples["module load", PLAIN] == samples["module load", DICTIONARY] == [9]


# ---- Rows ----


@pytest.mark.parametrize("title, cells", [
    ("Load the library", ["23.0 µs", "50.0 µs", "-", "23.0 µs", "-", "×0.96", "≤ ×1.25 libpasswdqc: met"]),
    ("Check 16 bytes, strong",
     ["60.0 ns", "239 ns", "230 µs", "1.0 ms", "-", "×0.25", "≤ ×0.25 libpwquality without dictionary: **MISSED**"]),
    ("Check by a loaded policy with the list of common passwords",
     ["10.0 µs", "-", "-", "-", "-", "-", "≤ ×0.53 a change by pam_permit: met"]),
    ("Generate, readable; peers 128 bits", ["10.0 µs", "2.0 µs", "-", "1.0 µs", "-", "×10", ""]),
    ("pam_chauthtok in a fresh process, accepted",
     ["80.0 µs", "-", "100 µs", "-", "40.0 µs", "×0.80", "≤ ×0.8 libpwquality: met"]),
    ("pam_chauthtok in a fresh process, refused",
     ["-", "-", "-", "-", "-", "-", "≤ ×1.15 an accepted one: not measured"]),
    ("Private_Dirty after a change by libpam",
     ["64 kB", "-", "-", "48 kB", "0 kB", "×1.33", "≤ ×1 libpasswdqc and the list: met"]),
    ("Policy check, 16 characters: everything", ["5.0 µs", "-", "-", "-", "-", "-", "≤ 5.0 µs: **MISSED**"]),
    ("Blocklist of 10 million in order: entries in a second", ["4,000,000", *["-"] * 5, "≥ 2,000,000: met"]),
])
def test_a_row_has_medians_the_ratio_and_its_targets(measured, title, cells):
    [row] = [row for row in [*tables.ROWS, *tables.MORE_ROWS] if row.title == title]
    assert tables.cells(row) == [title, *cells]


def test_targets_say_what_was_promised_and_whether_it_holds(measured):
    assert {target.measurement for target in tables.TARGETS} <= {row.measurement for row in tables.ROWS}
    lines = [tables.target_line(target) for target in tables.TARGETS]
    assert lines[0] == ("met: loading takes at most 1.25 times as long as libpasswdqc "
                        "(×0.96, target ≤ ×1.25 libpasswdqc; by the minima ×0.91)")
    assert lines[1].startswith("MISSED: a check of 16 bytes")
    assert lines[3] == "not measured: a refused change in a fresh process takes at most 1.15 times an accepted one"


@pytest.mark.parametrize("form, value, text", [
    (results.duration, 9.46, "9.5 ns"), (results.duration, 999, "999 ns"), (results.duration, 1_000, "1.0 µs"),
    (results.duration, 2_500_000, "2.5 ms"), (results.duration, 3e9, "3.0 s"), (results.times, 0.0014, "×0.0014"),
    (results.times, 0.104, "×0.10"), (results.times, 9.99, "×9.99"), (results.times, 12_724, "×12,724"),
])
def test_figures_are_short(form, value, text):
    assert form(value) == text


# ---- The machine's PAM stack ----


def test_a_change_of_the_stack_is_seen(tmp_path, monkeypatch):
    folder, note = tmp_path / "pam.d", tmp_path / "note"
    folder.mkdir()
    for name in ("same", "edited", "gone"):
        (folder / name).write_text("")
    # As sha256sum writes it.
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    note.write_text("".join(f"{empty}  {folder}/{name}\n" for name in ("same", "edited", "gone")))
    monkeypatch.setattr(peers, "STACK_BEFORE", note)
    before = peers.stack_before()
    assert not note.exists() and before == peers.digests([folder, tmp_path / "none"])
    (folder / "edited").write_text("auth required pam_permit.so\n")
    (folder / "gone").unlink()
    (folder / "new").write_text("")
    after = peers.digests([folder])
    assert peers.changed(before, after) == [str(folder / name) for name in ("edited", "gone", "new")]
    assert peers.changed(after, after) == []


def test_the_note_is_of_all_places():
    makefile = (Path(__file__).resolve().parent / "Makefile").read_text(encoding="utf-8")
    [places] = re.findall(r"\tfind (.*?) -type f", makefile)
    assert places.split() == peers.PAM_STACK


# ---- RESULTS.md ----


def problems(text):
    """The mistakes in the figures of a page."""
    _, section, _ = text.split(tables.MARKER)
    table = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    found = [] if table[0] == tables.HEAD else ["the head is another"]
    if [row[0] for row in table[2:]] != tables.TITLES:
        found.append("other rows")
    if not re.search(r"on 20\d\d-\d\d-\d\d: passwordrules \d+\.\d+\.\d+", section):
        found.append("no date, or no version of ours")
    if not all(re.search(f"{name} \\d", section) for name in ("libpwquality1", "libpasswdqc1")):
        found.append("no versions of the peers")
    # So that a missed target is not mended where it is defined.
    promised = re.findall(r"- (?:met|MISSED): [^(]* \([^,]*, target (.*?); by", " ".join(section.split()))
    if promised != [tables.relation(target) for target in tables.TARGETS]:
        found.append("other targets")
    return found


@pytest.fixture
def page(measured, tmp_path, monkeypatch):
    """A page with a table of these samples."""
    measured["pam fresh refused", OURS] = [1]
    path = tmp_path / "RESULTS.md"
    path.write_text(f"before\n{tables.MARKER}\nold\n{tables.MARKER}\nafter\n")
    (tmp_path / "bench.md").write_text(tables.document(ABOUT, NEEDED))
    monkeypatch.setattr(tables, "PAGE", path)
    monkeypatch.setattr(tables, "BUILD", tmp_path)
    tables.write_page()
    return path


def test_the_page_has_the_table():
    text = tables.PAGE.read_text(encoding="utf-8")
    assert problems(text) == [], "make bench, then make -C Tests/Bench page"


def test_the_table_goes_between_the_markers_and_nowhere_else(page):
    text = page.read_text()
    assert problems(text) == []
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "\nold\n" not in text
    assert "A CPU, one core of 4, Linux 6.1.0, cc 12.2.0." in text and "passwordrules 7.7.7 (v7.7.7-3-g0123456)" in text
    page.write_text(text + tables.MARKER)
    with pytest.raises(SystemExit, match="RESULTS.md does not have two"):
        tables.write_page()


@pytest.mark.parametrize("old, new, problem", [
    ("| Load the library |", "| Load |", "other rows"),
    ("2026-01-31", "lately", "no date, or no version of ours"),
    ("libpasswdqc1 2.0.2-1+b1", "libpasswdqc1", "no versions of the peers"),
    ("| what |", "| which |", "the head is another"),
    ("≤ ×1.25 libpasswdqc; by", "≤ ×1.5 libpasswdqc; by", "other targets"),
])
def test_what_is_wrong_with_a_page_is_found(page, old, new, problem):
    text = page.read_text()
    assert old in text and problems(text.replace(old, new)) == [problem]


def test_the_notes_are_short_enough_for_a_terminal():
    assert max(map(len, (bench.NOTES + bench.MORE_NOTES).splitlines())) <= 125
