"""passwordrules audit: what is shown of the counts of a policy that is tried out, and to whom.

That it reads what the module writes, and finds the same damage, is in Tests/PAM/test_pam_audit.py.
"""

import datetime
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tool import TOOL, run

HEAD = "passwordrules audit 1\n"
ROWS = """\
2026-11-05 2026-11-05 40 13 minlength=11 blocklist=4
2026-11-02 2026-11-04 20 8 blocklist=5 minlength=6
2026-11-01 2026-11-02 1234 0
"""
PENDING = "pending 2026-11-05 2026-11-06 7 7 words=7\n"
TOO_FEW = "Fewer than 10 later changes: not shown before there are as many."
COUNTS = "/var/lib/passwordrules/audit"


@pytest.fixture
def audit(tmp_path):
    """Shows the counts of such a text."""
    def audit(text, *options, **others):
        (tmp_path / "audit").write_text(text)
        return run("audit", "--file", "audit", *options, cwd=tmp_path, **others)
    return audit


def day(before):
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(before)).strftime("%Y-%m-%d")


def test_total_rules_and_days_are_shown(audit):
    assert audit(HEAD + ROWS).lines == [
        "2026-11-01 to 2026-11-05: 1,294 changes, of which 21 (2 %) did not meet the policy.", "",
        "Rule that was not met  changes", "minlength                   17  1 %", "blocklist                    9  1 %", "",
        "Days                      changes  not met",
        "2026-11-05                     40       13  33 %",
        "2026-11-02 to 2026-11-04       20        8  40 %",
        "2026-11-01 to 2026-11-02    1,234        0   0 %",
    ]


def test_rules_are_in_the_order_of_their_numbers(audit):
    [*_, first, second, third] = audit(HEAD + "2026-11-05 2026-11-05 10 5 words=2 username=2 or=3\n").lines
    assert [line.split()[0] for line in (first, second, third)] == ["or", "username", "words"]


def test_one_day_alone_has_no_table_of_days(audit):
    assert audit(HEAD + "2026-11-05 2026-11-05 10 0\n").lines == [
        "2026-11-05: 10 changes, of which 0 (0 %) did not meet the policy."
    ]


def test_figures_of_fewer_than_ten_changes_are_never_shown(audit):
    for text in [HEAD + PENDING, HEAD + PENDING + ROWS]:
        for options in [(), ("--json",), ("--days", "1"), ("--days", "36500", "--json")]:
            result = audit(text, *options)
            assert (result.status, result.errors) == (0, "")
            assert "words" not in result.output.decode() and "2026-11-06" not in result.output.decode()
    assert audit(HEAD + PENDING).lines == [TOO_FEW]
    assert audit(HEAD + PENDING + ROWS).lines[-2:] == ["", TOO_FEW]


@pytest.mark.parametrize("text", ["", HEAD])
def test_nothing_that_was_counted(audit, text):
    result = audit(text)
    assert (result.status, result.lines, result.errors) == (0, ["No changes have been counted."], "")
    told = json.loads(audit(text, "--json").output)
    assert told == {"changes": 0, "pending": False, "periods": [], "rules": [], "unmet": 0}


def test_object_has_the_same_figures(audit):
    told = json.loads(audit(HEAD + PENDING + ROWS, "--json").output)
    assert (told["first"], told["last"], told["changes"], told["unmet"]) == ("2026-11-01", "2026-11-05", 1294, 21)
    assert told["rules"] == [{"rule": "minlength", "changes": 17}, {"rule": "blocklist", "changes": 9}]
    assert [each["changes"] for each in told["periods"]] == [40, 20, 1234]
    assert told["periods"][1]["rules"] == [{"rule": "minlength", "changes": 6}, {"rule": "blocklist", "changes": 5}]
    assert told["pending"] is True


@pytest.mark.parametrize(("days", "changes"), [(1, 10), (2, 30), (3, 30), (4, 70), (36500, 150)])
def test_last_days_are_those_on_which_a_line_ends(audit, days, changes):
    rows = f"""\
{day(0)} {day(0)} 10 0
{day(20)} {day(1)} 20 0
{day(3)} {day(3)} 40 0
{day(40)} {day(40)} 80 0
"""
    assert json.loads(audit(HEAD + rows, "--json", "--days", str(days)).output)["changes"] == changes


@pytest.mark.parametrize("days", ["0", "-1", "36501", "x", "1.5", "99999999999999999999"])
def test_number_of_days_that_there_is_not(audit, days):
    result = audit(HEAD + ROWS, f"--days={days}")
    assert result.status == 2 and result.output == b"" and "--days" in result.errors


def test_file_that_cannot_be_read(tmp_path):
    for path in [tmp_path, tmp_path / "missing", "/dev/null"]:
        result = run("audit", "--file", str(path))
        assert (result.status, result.output) == (2, b"") and result.errors.startswith(f"passwordrules: {path}: ")


def test_file_that_is_too_long_is_not_read(audit):
    assert audit(HEAD + ROWS * 5000).status == 2


@pytest.fixture
def on_a_machine():
    """Runs the tool where the folder of the counts is one of the test's own, by root or by another user."""
    with tempfile.TemporaryDirectory(prefix="passwordrules-audit-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "lib").mkdir()
        tool = folder / "passwordrules"
        shutil.copy(TOOL, tool)

        def audit(text=None, user=0):
            state = folder / "lib" / "passwordrules"
            if text is not None:
                state.mkdir(mode=0o700, exist_ok=True)
                (state / "audit").write_text(text)
            command = 'mount --bind "$0" /var/lib && exec setpriv --reuid "$1" --regid "$1" --clear-groups "$2" audit'
            done = subprocess.run(["unshare", "--mount", "sh", "-c", command, folder / "lib", str(user), tool],
                                  capture_output=True, text=True, timeout=60, check=False)
            return done.returncode, done.stdout.splitlines(), done.stderr
        yield audit


@pytest.mark.skipif(os.getuid() != 0, reason="only root can put a folder in the place of another")
def test_root_alone_reads_the_counts_of_the_machine(on_a_machine):
    assert on_a_machine() == (0, ["No changes have been counted."], "")
    assert on_a_machine(HEAD) == (0, ["No changes have been counted."], "")
    status, lines, errors = on_a_machine(HEAD + ROWS)
    assert (status, lines[0][:10], errors) == (0, "2026-11-01", "")
    assert on_a_machine(user=65534) == (2, [], f"passwordrules: {COUNTS}: cannot be read: Permission denied\n")
