"""The real passwd, chpasswd and newusers, on a private copy of /etc: what they show, log and store under
each policy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Callable, NamedTuple

import pytest

from machine import COUNTS, FOLDER, OLD_PASSWORD, POLICY, SUGGESTED, Machine, Result, become_user
from terminal import suggested

sys.path.append(str(Path(__file__).parents[1] / "PAM"))
from blocklists import LISTED, build, write

RULES = "rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;\n"
BOUND = RULES + "enforce-for-root = yes\n"
GOOD = "Correct-Horse-9-Battery"
LONG = "seventeen-is-long"
LONGER = LONG + "-enough"
EXPLANATION = (
    "Password rules:\n"
    "  - at least 12 characters\n"
    "  - an uppercase letter (A-Z), a\n"
    "    lowercase letter (a-z) and a digit\n"
    "    (0-9)\n"
    "  - no more than 2 of the same character\n"
    "    in a row\n"
)
REASONS_FOR_WEAK = (
    "This password is not acceptable:\n"
    "  - 8 more characters needed (4 of 12)\n"
    "  - needs an uppercase letter\n"
    "  - needs a digit\n"
)
ADVICE = "Please tell your administrator."
LIST, WORD = "/etc/security/common.blocklist", "correct-horse-battery"
LISTED_WORDS = f"rules = minlength: 12;\nusername =\nblocklist = {LIST}\n"
AUDITED = "new password for user alice accepted (enforce = audit): it does not meet the policy"


class Row(NamedTuple):
    """An action on a machine, and its expected outcome."""

    policy: str
    act: Callable[[Machine], Result]
    is_changed: bool
    shown: list[str] = []
    not_shown: list[str] = []
    logged: list[str] | None = None
    """The ends of all lines of our module; None for any lines."""
    drop_ins: dict[str, str] = {}


def passwd(*answers):
    """An action: alice types her old password in passwd, and then these answers."""
    return lambda machine: machine.passwd(OLD_PASSWORD, *answers)


def chpasswd(password):
    return lambda machine: machine.chpasswd(password)


def missing(more, actual, limit):
    return f"  - {more} more character{'s' * (more > 1)} needed ({actual} of {limit})\n"


# Less common cases. Tests/Debian/cases.py has the common ones, which are tested with the packages.
ROWS = {
    "weak": Row(RULES, passwd("weak", GOOD, GOOD), True,
                [f"{EXPLANATION}New password: ‹weak›\n{REASONS_FOR_WEAK}You could use:\n  "],
                logged=["new password for user alice refused: minlength, required"]),
    "good": Row(RULES, passwd(GOOD, GOOD), True, [
        f"Changing password for alice.\nCurrent password: ‹{OLD_PASSWORD}›\n{EXPLANATION}"
        f"New password: ‹{GOOD}›\nRetype new password: ‹{GOOD}›\npasswd: password updated successfully\n"], logged=[]),
    "root types no old password": Row("rules = minlength: 4;\nusername =\nenforce-for-root = yes\n",
                                      lambda machine: machine.passwd(OLD_PASSWORD, OLD_PASSWORD, by_root=True), True),
    "chpasswd, very long": Row(BOUND, chpasswd("q" * 100_000), False),
    "mistake beside it": Row(RULES, Machine.passwd, False, [ADVICE], ["retyr"], [
        f'{FOLDER}/10-site.conf:2:1: unknown key "retyr"; did you mean "retry"? See "passwordrules policy --check". '
        'Password change for user alice refused.'],
        drop_ins={"10-site.conf": "# local\nretyr = 3\n"}),
    "audit": Row(RULES + "enforce = audit\n", passwd("xK4.weakish", "xK4.weakish"), True, [],
                 ["more character", "Password rules"], [AUDITED]),
    "alternatives": Row("rules = minlength: 20;\nor = minlength: 8; min-classes: 4;\nretry = 2\n",
                        passwd("qzjxwvk", "Qzj-xwv7", "Qzj-xwv7"), True, [
        "Password rules:\n  - choose one of these:\n      - at least 20 characters\n"
        "      - at least 8 characters; lowercase\n        letters (a-z), uppercase letters\n        (A-Z), digits (0-9) and other\n"
        "        characters\n",
        "  - meets none of the 2 choices; for the\n    closest:\n      - 1 more character needed (7 of 8)\n"]),
    "names": Row("rules = minlength: 4;\nusername = reject\nfull-name = reject\nold-password-changes = 6\n",
                 passwd("my-ecilA-L1ddell", "Old-Passw9rd-0f-Alicf", SUGGESTED, SUGGESTED), True, [
        "  - contains your user name\n  - contains part of your name\n",
        "  - is too similar to the old password:\n    only 3 characters changed (at least\n    6 needed)\n"]),
    "shorter in a file": Row("rules = minlength: 18;\n", passwd(LONG, LONGER, LONGER), True, [missing(1, 17, 18)],
                             drop_ins={"10-site.conf": "rules = minlength: 4;\n"}),
    "section in files": Row("rules = minlength: 4;\n[group alice]\nrules = minlength: 6;\n", passwd(GOOD, GOOD), True,
                            logged=[AUDITED],
                            drop_ins={"10.conf": "[user alice]\nrules = minlength: 30;\n",
                                      "20.conf": "[user alice]\nenforce = audit\n"}),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_real_program(machine, row):
    machine.policy(row.policy)
    for name, text in row.drop_ins.items():
        machine.drop_in(name, text)
    result = row.act(machine)
    assert (result.status == 0) == row.is_changed, result.text
    assert not row.is_changed or result.changed()
    assert all(text in result.text for text in row.shown), result.text
    assert not [text for text in row.not_shown if text in result.text]
    lines = [line for line in machine.log if "pam_passwordrules" in line]
    assert row.logged is None or len(lines) == len(row.logged) and all(map(str.endswith, lines, row.logged)), lines
    for password in [OLD_PASSWORD, GOOD, LONG, *([result.password] if result.password != "weak" else [])]:
        assert not password or not [line for line in machine.log if password in line]
    if not row.is_changed:
        # The account is unchanged, and can still be used.
        result.password = OLD_PASSWORD
        assert result.changed()


EMPTY, EMPTY_LOGGED = "No password was typed.\n", "new password for user alice refused: it is empty"


@pytest.mark.parametrize("enforce", ["yes", "warn", "audit", "no"])
def test_empty_password_is_refused_by_every_policy(machine, enforce):
    machine.policy(RULES + f"enforce = {enforce}\n")
    for act in (Machine.chpasswd, Machine.newusers_alice):
        result = act(machine, "")
        assert result.status != 0 and result.text.startswith("alice: " + EMPTY) and "more character" not in result.text
        result.password = OLD_PASSWORD
        assert result.changed()
    assert [line for line in machine.log if line.endswith(EMPTY_LOGGED)]
    result = machine.passwd(OLD_PASSWORD, "", GOOD, GOOD)
    assert f"New password: ‹›\n{EMPTY}New password: ‹{GOOD}›\n" in result.text and result.changed()


def test_empty_password_of_root_is_refused(machine):
    machine.policy(RULES)
    result = machine.passwd("", "", "", by_root=True)
    assert result.status != 0 and result.text.count(EMPTY) == 3 and "more character" not in result.text
    result.password = OLD_PASSWORD
    assert result.changed()


def test_passwd_shows_reason_and_suggestion_each_time(machine):
    machine.policy(RULES)
    result = machine.passwd(OLD_PASSWORD, "weak", "weak", "weak")
    assert result.text.count(REASONS_FOR_WEAK) == 3 and len(suggested(result.text)) == 20


def test_chpasswd_prints_only_refusals(machine):
    machine.policy(BOUND)
    assert machine.chpasswd(GOOD).text == ""
    result = machine.chpasswd("weak")
    line = "alice: The password needs 8 more characters (4 of 12). It needs an uppercase letter and a digit.\n"
    assert result.text.startswith(line) and result.text.count("more characters") == 1


@pytest.mark.parametrize("is_bound", [True, False])
def test_batch_has_one_line_per_refused_or_warned_user(machine, is_bound):
    machine.policy(BOUND if is_bound else RULES)
    head = "" if is_bound else "Warning: this does not meet the policy: "
    for act in (Machine.chpasswd, Machine.newusers_alice):
        result = act(machine, "weak")
        lines = [line for line in result.text.splitlines() if line.startswith("alice: ")]
        assert lines == [f"alice: {head}The password needs 8 more characters (4 of 12). It needs an uppercase letter and a digit."]
        assert (result.status == 0) == result.changed() == (not is_bound)


def test_carriage_return_is_warned_of_and_stored(machine):
    """chpasswd stores the carriage return, so a user who types the password without it cannot log in."""
    machine.policy(RULES)
    for act in (Machine.chpasswd, Machine.newusers_alice):
        result = act(machine, GOOD + "\r")
        assert result.status == 0 and result.changed()
        words = " ".join(result.text.split())
        assert words == "alice: Warning: this password contains a control character, such as a carriage return."
    assert [line for line in machine.log if "new password for user alice has a control character" in line]
    assert GOOD not in "".join(machine.log)


def test_redirected_output_gets_no_suggestion(machine, tmp_path):
    """`passwd >> log`: the file gets standard output only; the prompts are at the terminal."""
    machine.policy(RULES)
    log = f"/tmp/passwordrules-output-{os.getpid()}"
    try:
        result = machine.passwd(OLD_PASSWORD, "weak", GOOD, GOOD, output=log)
        with open(log) as file:
            written = file.read()
    finally:
        os.remove(log)
    assert result.status == 0 and result.changed()
    assert "Password rules:" in written and "could use" not in written + result.text


def test_policy_writable_by_others_refuses(machine):
    machine.policy(RULES)
    os.chmod(POLICY, 0o664)
    result = machine.passwd()
    assert result.status != 0 and ADVICE in result.text


def test_audit_shows_counts_after_ten_changes(machine):
    def shown():
        return subprocess.run([machine.tool, "audit"], capture_output=True, text=True, check=True).stdout.splitlines()

    machine.policy(RULES + "enforce = audit\n")
    assert shown() == ["No changes have been counted."]
    for _ in range(9):
        assert machine.chpasswd("xK4.weakish").changed()
    assert shown() == ["Fewer than 10 changes have been counted: they are shown once there are 10."]
    assert machine.passwd("xK4.weakish", GOOD, GOOD).changed()
    assert shown()[0].endswith(": 10 changes, of which 9 (90%) did not meet the policy.")
    assert shown()[-1].split() == ["minlength", "9", "90%"]
    for command in (["ls", COUNTS], ["cat", COUNTS + "/audit"]):
        assert subprocess.run(command, capture_output=True, preexec_fn=become_user).returncode != 0
    assert not any("not counted" in line for line in machine.log)


def test_group_minimum_keeps_imported_rules(machine, tmp_path):
    """Formerly, members of the group no longer needed a digit, an uppercase letter or a symbol."""
    (tmp_path / "pwquality.conf").write_text("minlen = 15\ndcredit = -1\nucredit = -1\nmaxrepeat = 3\ndictcheck = 0\n")
    imported = subprocess.run(
        [machine.tool, "import", "pwquality", tmp_path / "pwquality.conf"], stdout=subprocess.PIPE, check=True).stdout
    machine.policy(imported.decode() + "[group keepers]\nrules = minlength: 20;\n")
    good = "Twenty-characters-are-2-more"
    machine.group("keepers")
    result = machine.passwd(OLD_PASSWORD, LONGER, "Eighteen-chars-18", good, good)
    assert "  - needs an uppercase letter\n" in result.text and "  - needs a digit\n" in result.text
    assert missing(3, 17, 20) in result.text
    assert result.status == 0 and result.changed()


# ---- Lists of forbidden passwords; Tests/PAM has more faults of lists ----


@pytest.fixture
def words():
    """A list in the policy's folder, which is removed after the test."""
    yield write(LIST, build(WORD))
    os.unlink(LIST)


def test_listed_password_is_refused_and_suggestion_accepted(machine, words):
    # passwd runs as root, so it can read a list that only root may read.
    os.chmod(LIST, 0o600)
    machine.policy(LISTED_WORDS)
    result = machine.passwd(OLD_PASSWORD, WORD, SUGGESTED, SUGGESTED)
    assert f"This password is not acceptable:\n  - {LISTED}\nYou could use:\n  " in result.text
    assert result.status == 0 and result.changed()
    [line] = [line for line in machine.log if "pam_passwordrules" in line]
    assert line.endswith("new password for user alice refused: blocklist")
    assert not any(WORD[:5] in line or result.password[:5] in line for line in machine.log)


def test_guessable_password_is_refused_and_suggestion_accepted(machine):
    """A copy of the bundled list: root can read it, and so can alice through passwd, which runs as root."""
    ranks = "/etc/security/own.ranks"
    shutil.copy(Path(machine.tool).with_name("common.ranks"), ranks)
    machine.policy(f"min-guesses = 10^10\nusername =\nenforce-for-root = yes\nranked-words =\nranked-words = {ranks}\n")
    easy = "Dragonfly2024"
    result = machine.passwd(OLD_PASSWORD, easy, SUGGESTED, SUGGESTED)
    assert "Password rules:\n  - hard to guess, such as several\n    uncommon words\n" in result.text
    assert "This password is not acceptable:\n  - is easy to guess: a common word and\n    a year\n" in result.text
    assert result.status == 0 and result.changed()
    [line] = [line for line in machine.log if "pam_passwordrules" in line]
    assert line.endswith("new password for user alice refused: min-guesses")
    assert machine.chpasswd(easy).status != 0 and machine.chpasswd("timely-nickel-course-eater").status == 0
    os.truncate(ranks, 1000)
    result = machine.chpasswd(GOOD)
    assert result.status != 0 and "could not be applied, so the password was not changed" in result.text
    assert f"{POLICY}:5:16: ranked words {ranks} is damaged: it has 1000 bytes instead of" in machine.log[-1]


def test_truncated_list_refuses_every_change(machine, words):
    machine.policy(LISTED_WORDS + "enforce-for-root = yes\n")
    assert machine.chpasswd(GOOD).status == 0
    size = os.path.getsize(LIST)
    os.truncate(LIST, size - 1)
    for result in [machine.chpasswd("timely-nickel-course"), machine.passwd()]:
        assert result.status != 0 and "could not be applied, so the password was not changed" in result.text
    cause = (f"blocklist {LIST} is damaged: it has {size - 1} bytes instead of {size}. "
             'See "passwordrules policy --check". Password change for user alice refused.')
    assert len([line for line in machine.log if line.endswith(f"{POLICY}:3:13: {cause}")]) == 2
    write(LIST, build(WORD))
    assert machine.chpasswd("timely-nickel-course-eater").status == 0
