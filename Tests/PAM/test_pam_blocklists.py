"""Lists of forbidden passwords: who is refused, and how lists that cannot be used are treated.

How passwords are compared is in PolicyBlocklistChecksTests, which lists bind whom in PolicyBlocklistsTests,
and why one cannot be used in PolicyBlocklistLoadingTests.
"""

import os
import pathlib

import pytest
from blocklists import EXACT, LISTED, UNREADABLE, WITH_OTHER_CASE, WITH_CHANGES, build, change_byte, write
from transaction import (
    BROKEN, LOG_ERR, LOG_NOTICE, LOG_WARNING, REFUSED, ROOT, SEE, SETUID, USER, Log, needs_root, reasons_of,
)

# No message or path contains four characters of this word in a row.
WORD = "qzjxwvkq"
GOOD = "Vq7%kWz2!xRj"
WORDS = [WORD, *(f"zxqj{number:04}vkw" for number in range(300))]
RULES = "rules = minlength: 8\nretry = 1\nsuggest = no\n"


@pytest.fixture
def words(machine):
    """A list of words, compared with small changes."""
    return write(machine.directory / "common.list", build(*WORDS))


# ---- Passwords that are listed ----


@pytest.mark.parametrize(("password", "reason"), [
    (WORD, LISTED), ("Qzjxwvkq", WITH_OTHER_CASE), ("12" + WORD + "!!", WITH_CHANGES), (GOOD, None), (WORD + "x", None),
])
def test_listed_password_is_refused_with_the_reason(machine, words, password, reason):
    change = machine.change(password, password, policy=f"{RULES}blocklist = {words}\n")
    assert reasons_of(change, password) == ([reason] if reason else [])
    assert change.log == ([Log("new password for user alice refused: blocklist", LOG_NOTICE)] if reason else [])


def test_listed_word_is_one_reason_among_others(machine, words):
    change = machine.change(WORD, "vkw", policy=f"rules = required: upper; minlength: 12\nblocklist = {words}\n")
    assert change.texts("error")[:4] == [
        REFUSED, "  - 4 more characters needed (8 of 12)", "  - needs an uppercase letter", f"  - {LISTED}",
    ]
    assert change.log[0].text == "new password for user alice refused: minlength, required, blocklist"
    assert machine.reasons(change.suggestions[0]) == []


@needs_root
def test_setuid_program_reads_root_only_list(machine, words):
    words.chmod(0o600)
    assert machine.reasons(WORD, policy=f"{RULES}blocklist = {words}\n", by=SETUID) == [LISTED]
    change = machine.change(GOOD, GOOD, by=USER)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert f"blocklist {words} cannot be read: permission denied." in change.log[0].text


# ---- Lists that cannot be used ----


def replaced(make):
    def spoil(path):
        path.unlink()
        make(path)

    return spoil


def changed(contents):
    return lambda path: write(path, contents(path.read_bytes()))


SIZE = len(build(*WORDS))
NOT_A_LIST = 'is not a blocklist; use "passwordrules blocklist build" to make one'
MISSING, DAMAGED, MISTAKE = range(3)
# How the list is damaged, the cause in the log, and the kind. An optional list is only skipped if it is missing or
# damaged.
UNUSABLE = {
    "missing": (pathlib.Path.unlink, "cannot be read: no such file", MISSING),
    "text": (changed(lambda list: "\n".join(WORDS).encode()), NOT_A_LIST, DAMAGED),
    "truncated": (changed(lambda list: list[:-1]), f"is damaged: it has {SIZE - 1} bytes instead of {SIZE}", DAMAGED),
    "writable": (lambda path: path.chmod(0o646), "is writable by group or others; to fix it: chmod go-w {path}", MISTAKE),
    "FIFO": (replaced(os.mkfifo), "is not a regular file", MISTAKE),
}
unusable = pytest.mark.parametrize(("spoil", "cause", "kind"), UNUSABLE.values(), ids=UNUSABLE)


def passed_over(told):
    return Log(f"{told}. It is optional, so the new password of user alice is not compared with it.", LOG_WARNING)


@unusable
@pytest.mark.parametrize("section", ["", "[user alice]\n"])
def test_refusal_names_administrator_and_log_names_cause(machine, words, spoil, cause, kind, section):
    spoil(words)
    change = machine.change(GOOD, GOOD, policy=f"{RULES}{section}blocklist = mangled {words}\n")
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    position = f"{machine.policy}:{5 if section else 4}:13"
    cause = cause.format(path=words)
    assert change.log == [Log(f"{position}: blocklist {words} {cause}.{SEE} Password change for user alice refused.", LOG_ERR)]


@unusable
def test_only_missing_or_damaged_optional_list_is_skipped(machine, words, spoil, cause, kind):
    spoil(words)
    other = write(machine.directory / "other", build(GOOD, match=EXACT))
    change = machine.change(WORD, WORD, policy=f"{RULES}blocklist = optional {words}\nblocklist = {other}\n")
    if kind == MISTAKE:
        assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
        return
    warning = passed_over(f"{machine.policy}:4:13: blocklist {words} {cause}")
    assert (change.status, change.shown[2:], change.log) == ("PAM_SUCCESS", ["  - no common password"], [warning])
    refused = machine.change(GOOD)
    assert (refused.texts("error"), refused.log[0]) == ([REFUSED, f"  - {LISTED}"], warning)


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
@pytest.mark.parametrize(("lines", "number"), [
    ("blocklist = optional /nonexistent/list\n", 4), ("[user alice]\nblocklist = optional /nonexistent/list\n", 5),
    # A section that does not apply to her.
    ("[user bob]\nblocklist = optional /nonexistent/list\n", None),
    # With this policy, no password is checked.
    ("blocklist = /nonexistent/list\nenforce = no\n", None),
])
def test_security_missing_optional_list_is_logged_at_each_change(machine, lines, number, by):
    """Formerly, nothing was logged, for any section and any user."""
    machine.write_policy(RULES + lines)
    cause = "blocklist /nonexistent/list cannot be read: no such file"
    for _ in range(2):
        change = machine.change(GOOD, GOOD, by=by)
        assert change.status == "PAM_SUCCESS"
        assert change.log == ([passed_over(f"{machine.policy}:{number}:13: {cause}")] if number else [])


def test_security_preset_refuses_without_its_list(machine):
    """Formerly, a listed password was accepted, and nothing was logged."""
    # Reads the path now, because tests of the installation build the module for another path.
    paths = (pathlib.Path(__file__).resolve().parents[2] / "build" / "paths").read_text()
    values = dict(line.split("=", 1) for line in paths.splitlines())
    path = pathlib.Path(values["PREFIX"], "share/passwordrules/common.blocklist")
    if path.exists():
        pytest.skip("the list is installed here")
    change = machine.change(GOOD + GOOD, GOOD + GOOD, policy="preset = nist-800-63b-4\n")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log == [Log(
        f"nist-800-63b-4: blocklist {path} cannot be read: no such file; the package passwordrules-blocklist contains "
        'it, and "make install" installs it. Password change for user alice refused.', LOG_ERR)]
    change = machine.change(GOOD + GOOD, GOOD + GOOD, policy="preset = nist-800-63b-4\nblocklist =\n")
    assert (change.status, change.log) == ("PAM_SUCCESS", [])


@pytest.mark.parametrize("path", ["\x1b[31m\x7f\u2028%s%n", "q" * 240, "q" * 5000])
@pytest.mark.parametrize("by", [USER, ROOT])
def test_path_of_a_list_cannot_forge_a_line(machine, path, by):
    """Every transaction checks that the lines are printable."""
    change = machine.change(GOOD, GOOD, policy=f"{RULES}blocklist = /nonexistent/{path}\n", by=by)
    [log] = change.log
    assert log.text.startswith(f"{machine.policy}:4:13: blocklist /nonexistent/")
    assert log.text.endswith(f" Password change for user alice {'refused' if by == USER else 'is not checked'}.")
    # A message with a long path is cut, but keeps the cause.
    if by == ROOT and len(path) < 5000:
        assert change.dialogue[1].endswith("cannot be read: no such file")


# ---- Damage that is found when a password is looked up ----


@pytest.fixture
def damaged(machine):
    return write(machine.directory / "damaged", change_byte(build(WORD), -1))


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
@pytest.mark.parametrize("password", [GOOD, WORD])
def test_late_damage_refuses_the_password(machine, damaged, password, by):
    change = machine.change(password, password, policy=f"{RULES}blocklist = {damaged}\n", by=by)
    assert change.texts("error")[1:] == [f"  - {UNREADABLE}"]
    assert change.status == ("PAM_SUCCESS" if by == ROOT else "PAM_AUTHTOK_ERR")
    verdict = "accepted with a warning: it does not meet the policy" if by == ROOT else "refused: blocklist-unreadable"
    assert change.log == [
        Log('a blocklist of the policy is damaged or cannot be read; "passwordrules blocklist verify" shows where', LOG_ERR),
        Log(f"new password for user alice {verdict}", LOG_NOTICE),
    ]


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
def test_security_late_damage_of_optional_list_is_logged_at_each_change(machine, damaged, words, by):
    """Formerly, the list was skipped silently. It does not hide other reasons either."""
    machine.write_policy(f"{RULES}blocklist = optional {damaged}\nblocklist = exact {words}\n")
    warning = Log(
        "an optional blocklist of the policy is damaged or cannot be read, so the new password of user alice was not compared "
        'with it; "passwordrules blocklist verify" shows where', LOG_WARNING)
    for _ in range(2):
        change = machine.change(GOOD, GOOD, by=by)
        assert (change.status, change.log) == ("PAM_SUCCESS", [warning])
    refused = machine.change(WORD)
    assert refused.texts("error") == [REFUSED, f"  - {LISTED}"] and warning in refused.log
