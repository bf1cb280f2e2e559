"""Figures go to the right row, tables between the marks of a page, and a change of the machine's PAM stack is seen. Nothing is
measured here, and no figure of a machine is held against a target."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import results
import tables
from results import OURS, PASSWDQC, PLAIN

SAMPLES = {
    # A round more of ours, in which the machine was busy: it has no partner, and does not count in the ratio.
    ("load", OURS): [20_000, 22_000, 24_000, 900_000],
    ("load", PLAIN): [50_000, 48_000, 52_000],
    ("load", PASSWDQC): [22_000, 23_000, 30_000],
    ("policy suggest everything", OURS): [150_000_001],
}


@pytest.fixture
def samples():
    """The store that all modules share, empty."""
    results.samples.clear()
    yield results.samples
    results.samples.clear()


def test_a_figure_goes_to_its_measurement(samples):
    results.sample_lines("check\tpwquality\t8 bytes, weak\t1.50\t2.50\ngenerate\tpasswdqc\t\t7\n", "now ")
    assert samples == {("now check 8 bytes, weak", PLAIN): [1.5, 2.5], ("now generate", PASSWDQC): [7.0]}


@pytest.mark.parametrize("title, cells", [
    ("Load the library", ["23.0 µs", "50.0 µs", "-", "23.0 µs", "-", "×0.96", ""]),
    ("Suggest a password by everything", ["150 ms", *["-"] * 5, "≤ 150 ms: **MISSED**"]),
    ("Estimate 256 characters", [*["-"] * 6, "≤ 10.0 ms: not measured"]),
])
def test_a_row_has_medians_the_ratio_and_its_target(samples, title, cells):
    samples.update(SAMPLES)
    [row] = [row for row in [*tables.ROWS, *tables.MORE_ROWS] if row.title == title]
    assert tables.cells(row) == [title, *cells]
    assert not cells[-1] or tables.target_line(row).startswith(cells[-1].partition(": ")[2].strip("*") + f": {title}")


def test_the_table_goes_between_the_markers_and_nowhere_else(samples, tmp_path, monkeypatch):
    known = {"date": "2026-01-31T23:59:59+00:00", "machine": {"cpu": "A CPU", "cores": 4, "kernel": "6.1.0-38-amd64"},
             "git": "v7.7.7-3-g0123456", "compiler": "cc 12.2.0", "versions": {"passwordrules": "7.7.7"}}
    page = tmp_path / "RESULTS.md"
    page.write_text(f"before\n{tables.MARKER}\nold\n{tables.MARKER}\nafter\n")
    (tmp_path / "bench.md").write_text(tables.document(known, {OURS: ["libc.so.6"]}, tables.ROWS))
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
        done = subprocess.run(["make", "-s", "-C", Path(__file__).parent, target, *options], capture_output=True, text=True, check=False)
        return done.returncode, "as it was" in done.stdout

    for text, is_as_it_was in [("before", True), ("changed", False)]:
        stack.write_text("before")
        assert make("before") == (0, False)
        stack.write_text(text)
        assert make("run") == ((0, True) if is_as_it_was else (2, False))
