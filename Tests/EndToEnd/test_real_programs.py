"""The real passwd, chpasswd and newusers, on a private copy of /etc: what they show, log and store under which policy."""

import os
import subprocess
from typing import Callable, NamedTuple

import pytest

from machine import CANCEL, COUNTS, FOLDER, OLD_PASSWORD, POLICY, SUGGESTED, USER, Machine, Result, become_user, suggestion

RULES = "rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;\n"
BOUND = RULES + "enforce-for-root = yes\n"
KEEPERS = "rules = minlength: 12;\n[group keepers]\nrules = minlength: 20;\n"
GOOD = "Correct-Horse-9-Battery"
LONG = "seventeen-is-long"
LONGER = LONG + "-enough"
EXPLANATION = (
    "Password rules: at least 12 characters, with an uppercase letter, a lowercase\n"
    "letter and a digit; no more than 2 of the same character in a row.\n"
)
REASONS_FOR_WEAK = (
    "This password is not acceptable:\n"
    "  - 8 more characters needed (4 of 12)\n"
    "  - needs an uppercase letter\n"
    "  - needs a digit\n"
)
ADVICE = "Please tell your administrator."
AUDITED = "new password for user alice accepted (enforce = audit): it does not meet the policy"
UNTOLD = ["Suggestion", "Password rules"]


class Row(NamedTuple):
    """What is done on a machine, and what comes of it."""

    policy: str | None
    """None: there is no file."""
    act: Callable[[Machine], Result]
    is_changed: bool
    shown: list[str] = []
    not_shown: list[str] = []
    logged: list[str] | None = None
    """The ends of all lines of our module; None: whatever they are."""
    drop_ins: dict[str, str] = {}
    options: str = ""
    user: str = USER


def passwd(*answers, **options):
    """alice types her old password, and then these."""
    return lambda machine: machine.passwd(OLD_PASSWORD, *answers, **options)


def passwd_by_root(*answers):
    return lambda machine: machine.passwd(*answers, by_root=True)


def in_keepers(act):
    """The same, for alice who is in another group besides."""
    return lambda machine: (machine.group("keepers"), act(machine))[1]


def chpasswd(password):
    return lambda machine: machine.chpasswd(password)


def newusers(name, password):
    return lambda machine: machine.newusers(name, password)


def from_a_pipe(password):
    return lambda machine: machine.passwd_from_pipe(password)


def missing(more, actual, limit):
    return f"  - {more} more character{'s' * (more > 1)} needed ({actual} of {limit})\n"


ROWS = {
    # What alice is told.
    "weak": Row(RULES, passwd("weak", GOOD, GOOD), True, [f"{EXPLANATION}New password: ‹weak›\n{REASONS_FOR_WEAK}Suggestion (you can type this): "],
                logged=["new password for user alice refused: minlength, required"]),
    "weak, no suggestion": Row(RULES + "suggest = no\n", passwd("weak", GOOD, GOOD), True, [f"{REASONS_FOR_WEAK}New password: "],
                logged=["new password for user alice refused: minlength, required"]),
    "good": Row(RULES, passwd(GOOD, GOOD), True, [
        f"Changing password for alice.\nCurrent password: ‹{OLD_PASSWORD}›\n{EXPLANATION}"
        f"New password: ‹{GOOD}›\nRetype new password: ‹{GOOD}›\npasswd: password updated successfully\n"], logged=[]),
    "suggestion": Row(RULES, passwd("weak", SUGGESTED, SUGGESTED), True),
    "weak three times": Row(RULES, passwd("weak", "weak", "weak"), False,
                            ["Have exhausted maximum number of retries for service"]),
    "mistyped": Row(RULES, passwd(GOOD, GOOD + "x", GOOD, GOOD), True),
    "wrong old password": Row(RULES, lambda machine: machine.passwd("not-the-old-one"), False, [], ["New password"]),
    "cancelled at once": Row(RULES, passwd(CANCEL), False, ["New password: ‹Control-D›"]),
    "cancelled after a refusal": Row(RULES, passwd("weak", CANCEL), False, ["New password: ‹Control-D›"]),
    "cancelled when typing again": Row(RULES, passwd(GOOD, CANCEL), False, ["Retype new password: ‹Control-D›"]),
    "characters": Row("rules = minlength: 8;\n", passwd("éàüöñç", "пароль-из-букв", "пароль-из-букв"), True, [missing(2, 6, 8)]),
    # Root, and root's programs.
    "root is warned": Row(RULES, passwd_by_root("weak", "weak"), True,
                          ["Warning: this password does not meet the policy:\n" + missing(8, 4, 12)]),
    "root is bound": Row(BOUND + "retry = 1\n", passwd_by_root("weak"), False),
    "root types no old password": Row("rules = minlength: 4;\nusername =\nenforce-for-root = yes\n",
                                      passwd_by_root(OLD_PASSWORD, OLD_PASSWORD), True),
    "chpasswd": Row(BOUND, chpasswd("weak"), False, [REASONS_FOR_WEAK], UNTOLD),
    "chpasswd, very long": Row(BOUND, chpasswd("q" * 100_000), False),
    "newusers": Row(BOUND, newusers("carol", "weak"), False, [REASONS_FOR_WEAK], UNTOLD, user="carol"),
    "newusers, good": Row(BOUND, newusers("dave", GOOD), True, user="dave"),
    "passwd from a pipe": Row(BOUND, from_a_pipe("weak"), False, [REASONS_FOR_WEAK], UNTOLD),
    # Policies.
    "mistake": Row(RULES.replace("upper", "uper"), Machine.passwd, False, [ADVICE], ["uper"], [
        f'{POLICY}:1:19: unknown class "uper"; did you mean "upper"? Password change for user alice refused.']),
    "mistake, chpasswd": Row("rulez = minlength: 20\n" + BOUND, chpasswd(GOOD), False, [ADVICE], [], [
        f'{POLICY}:1:1: unknown key "rulez"; did you mean "rules"? Password change for user alice refused.']),
    "mistake beside it": Row(RULES, Machine.passwd, False, [ADVICE], [], [
        f'{FOLDER}/10-site.conf:2:1: unknown key "retyr"; did you mean "retry"? Password change for user alice refused.'],
        drop_ins={"10-site.conf": "# local\nretyr = 3\n"}),
    "audit": Row(RULES + "enforce = audit\n", passwd("xK4.weakish", "xK4.weakish"), True, [],
                 ["more character", "Password rules"], [AUDITED]),
    "rules in the stack": Row(None, passwd("xY.weakish7", "xY.weakish7"), True,
                              options="[rules=required: digit; minlength: 10;] retry=1"),
    "weak for rules in the stack": Row(None, passwd("xY.weakish"), False, ["  - needs a digit\n"],
                                       options="[rules=required: digit; minlength: 10;] retry=1"),
    "alternatives": Row("rules = minlength: 20;\nor = minlength: 8; min-classes: 4;\nretry = 2\n",
                        passwd("qzjxwvk", "Qzj-xwv7", "Qzj-xwv7"), True, [
        "Password rules (any one of these is enough):\n  - at least 20 characters.\n"
        "  - at least 8 characters; lowercase letters, uppercase letters, digits and\n    other characters.\n",
        "  - or satisfy the other set of rules instead\n"]),
    # The old password and the account.
    **{reason: Row("rules = minlength: 4;\nusername =\nretry = 2\n", passwd(password, GOOD, GOOD), True,
                   [f"This password is not acceptable:\n  - {reason}\n"]) for password, reason in [
        (OLD_PASSWORD, "is the old password"), (OLD_PASSWORD.upper(), "differs from the old password only in case"),
        (OLD_PASSWORD[::-1], "is the old password reversed"),
        (OLD_PASSWORD + "2", "contains the old password, or is part of it")]},
    "names": Row("rules = minlength: 4;\nusername = reject\nfull-name = reject\nold-password-changes = 6\n",
                 passwd("my-ecilA-L1ddell", "Old-Passw9rd-0f-Alicf", SUGGESTED, SUGGESTED), True, [
        "  - is or contains the user name\n  - is or contains part of your full name\n",
        "  - too similar to the old password: only 3 characters changed (at least 6 needed)\n"]),
    # Sections and files beside the main one.
    "group": Row(KEEPERS, in_keepers(passwd(LONG, LONGER, LONGER)), True, [missing(3, 17, 20)]),
    "group and user": Row(f"{KEEPERS}[user {USER}]\nrules = minlength: 16;\n",
                          in_keepers(passwd(LONG, LONGER, LONGER)), True, [missing(3, 17, 20)]),
    "user drops it": Row(f"{KEEPERS}[user {USER}]\nrules =\nrules = minlength: 16;\n",
                         in_keepers(passwd(LONG, LONG)), True),
    "longer in a file": Row("rules = minlength: 12;\n", chpasswd(LONG), True, [missing(1, 17, 18)],
                            drop_ins={"10-site.conf": "rules = minlength: 18;\n"}),
    "longer in a file, bound": Row(BOUND, chpasswd(GOOD), False, [missing(17, 23, 40)],
                                   drop_ins={"10-site.conf": "rules = minlength: 40;\n"}),
    "shorter in a file": Row("rules = minlength: 18;\n", passwd(LONG, LONGER, LONGER), True, [missing(1, 17, 18)],
                             drop_ins={"10-site.conf": "rules = minlength: 4;\n"}),
    "section in files": Row("rules = minlength: 4;\n[group alice]\nrules = minlength: 6;\n", passwd(GOOD, GOOD), True,
                            logged=[AUDITED],
                            drop_ins={"10.conf": "[user alice]\nrules = minlength: 30;\n",
                                      "20.conf": "[user alice]\nenforce = audit\n"}),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_real_program(machine, row):
    if row.policy is not None:
        machine.policy(row.policy)
    elif os.path.exists(POLICY):
        os.remove(POLICY)
    for name, text in row.drop_ins.items():
        machine.drop_in(name, text)
    machine.stack(row.options)
    result = row.act(machine)
    assert (result.status == 0) == row.is_changed, result.text
    assert not row.is_changed or result.changed(row.user)
    assert all(text in result.text for text in row.shown), result.text
    assert not [text for text in row.not_shown if text in result.text]
    lines = [line for line in machine.log if "pam_passwordrules" in line]
    assert row.logged is None or len(lines) == len(row.logged) and all(map(str.endswith, lines, row.logged)), lines
    for password in [OLD_PASSWORD, GOOD, LONG, *([result.password] if result.password != "weak" else [])]:
        assert not password or not [line for line in machine.log if password in line]
    if not row.is_changed and row.user == USER:
        # Still the same account, still usable.
        result.password = OLD_PASSWORD
        assert result.changed()


def test_suggestion_is_readable_and_the_refusal_told_each_time(machine):
    machine.policy(RULES)
    result = machine.passwd(OLD_PASSWORD, "weak", "weak", "weak")
    assert result.text.count(REASONS_FOR_WEAK) == 3 and len(suggestion(result.text)) == 20


def test_chpasswd_is_silent_where_it_succeeds_and_tells_a_refusal_once(machine):
    machine.policy(BOUND)
    assert machine.chpasswd(GOOD).text == ""
    result = machine.chpasswd("weak")
    assert result.text.startswith(REASONS_FOR_WEAK) and result.text.count("This password is not acceptable:") == 1


def test_suggestion_does_not_land_in_the_file_that_output_goes_to(machine, tmp_path):
    """`passwd >> log`: only what goes to standard output would be there, the prompts are at the terminal."""
    machine.policy(RULES)
    log = f"/tmp/passwordrules-output-{os.getpid()}"
    try:
        result = machine.passwd(OLD_PASSWORD, "weak", GOOD, GOOD, output=log)
        with open(log) as file:
            written = file.read()
    finally:
        os.remove(log)
    assert result.status == 0 and result.changed()
    assert "Password rules: " in written and "Suggestion" not in written + result.text


def test_policy_that_others_may_write_refuses(machine):
    machine.policy(RULES)
    os.chmod(POLICY, 0o664)
    result = machine.passwd()
    assert result.status != 0 and ADVICE in result.text


def test_audit_is_counted_and_shown_from_ten_changes_on(machine):
    def shown():
        return subprocess.run([machine.tool, "audit"], capture_output=True, text=True, timeout=30, check=True).stdout.splitlines()

    machine.policy(RULES + "enforce = audit\n")
    assert shown() == ["No changes have been counted."]
    for _ in range(9):
        assert machine.chpasswd("xK4.weakish").changed()
    assert shown() == ["Fewer than 10 later changes: not shown until there are 10."]
    assert machine.passwd("xK4.weakish", GOOD, GOOD).changed()
    assert shown()[0].endswith(": 10 changes, of which 9 (90%) did not meet the policy.")
    assert shown()[-1].split() == ["minlength", "9", "90%"]
    for command in (["ls", COUNTS], ["cat", COUNTS + "/audit"]):
        assert subprocess.run(command, capture_output=True, preexec_fn=become_user).returncode != 0
    assert not any("not counted" in line for line in machine.log)


def test_longer_minimum_for_a_group_keeps_what_an_imported_policy_demands(machine, tmp_path):
    """Before, members of the group needed no digit, no capital and no sign any more."""
    (tmp_path / "pwquality.conf").write_text("minlen = 15\ndcredit = -1\nucredit = -1\nmaxrepeat = 3\ndictcheck = 0\n")
    imported = subprocess.run(
        [machine.tool, "import", "pwquality", tmp_path / "pwquality.conf"], stdout=subprocess.PIPE, check=True, timeout=60).stdout
    # pwquality's default is one try.
    machine.policy(imported.decode() + "[group keepers]\nrules = minlength: 20;\nretry = 3\n")
    good = "Twenty-characters-are-2-more"
    result = in_keepers(passwd(LONGER, "Eighteen-chars-18", good, good))(machine)
    assert "  - needs an uppercase letter\n" in result.text and "  - needs a digit\n" in result.text
    assert missing(3, 17, 20) in result.text
    assert result.status == 0 and result.changed()
