"""Lists of forbidden passwords: who is refused, and how lists that cannot be used are treated.

How passwords are compared is in BlocklistKeysTests, and which lists bind whom in PolicyBlocklistsTests.
"""

import os
import pathlib

import pytest
from blocklists import (
    EXACT, FOLDED, LISTED, UNREADABLE, WITH_CAPITALS, WITH_CHANGES, build, change_byte, write,
)
from transaction import (
    BROKEN, BROKEN_WARNING, LOG_ERR, LOG_NOTICE, LOG_WARNING, NEW, REFUSED, RETYPE, ROOT, SETUID, USER, WARNED, Log, needs_root,
)

# With no piece of four characters that stands in a message or a path.
WORD = "qzjxwvkq"
GOOD = "Vq7%kWz2!xRj"
WORDS = [WORD, *(f"zxqj{number:04}vkw" for number in range(300))]
RULES = "rules = minlength: 8\nretry = 1\nsuggest = no\n"


@pytest.fixture
def words(machine):
    """A list of words, which is to be compared with small changes."""
    return write(machine.directory / "common.list", build(*WORDS))


# ---- Passwords that are listed ----


@pytest.mark.parametrize(("password", "reason"), [
    (WORD, LISTED), (WORDS[7], LISTED), ("Qzjxwvkq", WITH_CAPITALS), ("12" + WORD + "!!", WITH_CHANGES),
    (WORD[::-1], WITH_CHANGES),
    (WORD * 3, WITH_CHANGES), ("-".join(WORD), WITH_CHANGES), ("\uff51" + WORD[1:], WITH_CAPITALS),
    # Of very few different characters: listed, whatever the list has.
    ("ab" * 8, WITH_CHANGES),
])
def test_listed_password_is_refused_with_the_reason(machine, words, password, reason):
    change = machine.change(password, policy=f"{RULES}blocklist = {words}\n")
    assert (change.status, change.texts("error"), change.tokens) == ("PAM_AUTHTOK_ERR", [REFUSED, f"  - {reason}"], [None])
    assert change.log == [Log("new password for user alice refused: blocklist", LOG_NOTICE)]


@pytest.mark.parametrize("password", [GOOD, WORD + "x", WORD[:-1] + "zz", "zxqj0300vkw", "żółć-gęślą-jaźń"])
def test_other_passwords_are_accepted_without_a_word(machine, words, password):
    change = machine.change(password, password, policy=f"{RULES}blocklist = {words}\n")
    assert (change.status, change.texts("error"), change.log, change.tokens) == ("PAM_SUCCESS", [], [], [password])


# The reasons for a word of the list, for it in another case, and with a small change.
@pytest.mark.parametrize(("lines", "reasons"), [
    ("blocklist = {}", [LISTED, WITH_CAPITALS, WITH_CHANGES]), ("blocklist = exact {}", [LISTED, None, None]),
    ("blocklist = folded {}", [LISTED, WITH_CAPITALS, None]),
    ("blocklist = exact {}\n[user alice]\nblocklist-match = mangled", [LISTED, WITH_CAPITALS, WITH_CHANGES]),
    ("[user alice]\nblocklist = exact {}", [LISTED, None, None]), ("[user bob]\nblocklist = {}", [None, None, None]),
    ("blocklist = {}\n[user alice]\nblocklist =", [None, None, None]),
])
def test_policy_says_how_passwords_are_compared(machine, words, lines, reasons):
    machine.write_policy(RULES + lines.format(words) + "\n")
    for password, reason in zip([WORD, WORD.upper(), WORD + "77"], reasons, strict=True):
        assert machine.reasons(password) == ([reason] if reason else [])


def test_several_lists_are_all_compared(machine, words):
    exact = write(machine.directory / "leaked list", build(GOOD, match=EXACT))
    folded = write(machine.directory / "folded", build("wjzk-wjzk", match=FOLDED))
    machine.write_policy(f"{RULES}blocklist = {words}\nblocklist = {exact}\nblocklist = optional {folded}\n")
    for password, reasons in [
        (GOOD, [LISTED]), ("Wjzk-wjzk", [WITH_CAPITALS]), (WORD + "1", [WITH_CHANGES]), (GOOD.lower(), []), ("wjzk+wjzk", []),
    ]:
        assert machine.reasons(password) == reasons


def test_reason_stands_beside_the_others_and_what_is_suggested_is_accepted(machine, words):
    change = machine.change(WORD, "vkw", policy=f"rules = required: upper; minlength: 12\nblocklist = {words}\n")
    assert change.texts("error")[:4] == [
        REFUSED, "  - 4 more characters needed (8 of 12)", "  - needs an uppercase letter", f"  - {LISTED}",
    ]
    assert change.log[0].text == "new password for user alice refused: minlength, required, blocklist"
    assert machine.reasons(change.suggestions[0]) == []


@pytest.mark.parametrize(("by", "more", "status", "shown"), [
    (ROOT, {}, "PAM_SUCCESS", [WARNED, f"  - {LISTED}"]), (ROOT, {"options": "enforce_for_root"}, "PAM_AUTHTOK_ERR",
                                                           [REFUSED, f"  - {LISTED}"]),
    (ROOT, {"expired": True}, "PAM_AUTHTOK_ERR", [REFUSED, f"  - {LISTED}"]),
    (USER, {"enforce": "warn"}, "PAM_SUCCESS", [WARNED, f"  - {LISTED}"]), (USER, {"enforce": "audit"}, "PAM_SUCCESS", []),
    (USER, {"enforce": "no"}, "PAM_SUCCESS", []),
])
def test_listed_password_passes_where_weak_ones_do(machine, words, by, more, status, shown):
    more = dict(more)
    policy = f"{RULES}blocklist = {words}\nenforce = {more.pop('enforce', 'yes')}\n"
    change = machine.change(WORD, WORD, policy=policy, by=by, **more)
    assert (change.status, change.texts("error")) == (status, shown)


@needs_root
def test_list_that_only_root_may_read_is_read_by_a_setuid_program(machine, words):
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
DAMAGED_HEADER = "is damaged (bad header checksum)"
MISSING, DAMAGED, MISTAKE = range(3)
# How the list is spoilt, what is said of it, and whether it may be passed over if it is optional: no mistake may. There are more
# ways in BlocklistFileTests and PolicyBlocklistLoadingTests.
UNUSABLE = {
    "missing": (pathlib.Path.unlink, "cannot be read: no such file", MISSING),
    "text": (changed(lambda list: "\n".join(WORDS).encode()), NOT_A_LIST, DAMAGED),
    "truncated": (changed(lambda list: list[:-1]), f"is damaged: it has {SIZE - 1} bytes instead of {SIZE}", DAMAGED),
    "newer": (changed(lambda list: change_byte(change_byte(list, 8), 9)),
              "is a blocklist of version 259, but this program supports only version 2", DAMAGED),
    "damaged header": (changed(lambda list: change_byte(list, 24)), DAMAGED_HEADER, DAMAGED),
    "writable": (lambda path: path.chmod(0o646), "is writable by group or others (fix with: chmod go-w)", MISTAKE),
    "FIFO": (replaced(os.mkfifo), "is not a regular file", MISTAKE),
    "link to nothing": (replaced(lambda path: path.symlink_to("nothing")),
                        "cannot be read: it is a symbolic link whose target does not exist", MISSING),
    "others": (lambda path: os.chown(path, 12345, 12345),
               "is owned by user 12345; it must be owned by root or by the user running this program", MISTAKE),
}
unusable = pytest.mark.parametrize(("spoil", "cause", "kind"), [
    pytest.param(*row, id=name, marks=[needs_root] if name == "others" else []) for name, row in UNUSABLE.items()])


def passed_over(told):
    return Log(f"{told}. It is optional, so the new password of user alice is not compared with it.", LOG_WARNING)


@unusable
@pytest.mark.parametrize("section", ["", "[user alice]\n"])
def test_user_learns_whom_to_ask_and_the_log_learns_why(machine, words, spoil, cause, kind, section):
    spoil(words)
    change = machine.change(GOOD, GOOD, policy=f"{RULES}{section}blocklist = mangled {words}\n")
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    place = f"{machine.policy}:{5 if section else 4}:13"
    assert change.log == [Log(f"{place}: blocklist {words} {cause}. Password change for user alice refused.", LOG_ERR)]


@unusable
def test_optional_list_that_is_missing_or_damaged_is_passed_over_and_no_other(machine, words, spoil, cause, kind):
    spoil(words)
    other = write(machine.directory / "other", build(GOOD, match=EXACT))
    change = machine.change(WORD, WORD, policy=f"{RULES}blocklist = optional {words}\nblocklist = {other}\n")
    if kind == MISTAKE:
        assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
        return
    warning = passed_over(f"{machine.policy}:4:13: blocklist {words} {cause}")
    assert (change.status, change.shown[1:], change.log) == ("PAM_SUCCESS", [], [warning])
    refused = machine.change(GOOD)
    assert (refused.texts("error"), refused.log[0]) == ([REFUSED, f"  - {LISTED}"], warning)


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
@pytest.mark.parametrize(("lines", "number"), [
    ("blocklist = optional /nonexistent/list\n", 4), ("[user alice]\nblocklist = optional /nonexistent/list\n", 5),
    ("[user bob]\nretry = 2\n[user alice]\nblocklist = optional /nonexistent/list\n", 7),
    # Of no concern to her.
    ("blocklist = optional /nonexistent/list\n[user alice]\nblocklist =\n", None),
    ("[user bob]\nblocklist = optional /nonexistent/list\n", None),
    # Nothing is checked.
    ("blocklist = /nonexistent/list\nenforce = no\n", None),
])
def test_security_an_optional_list_that_is_missing_is_logged_at_each_change(machine, lines, number, by):
    """Before, nothing was logged, for any section and any user."""
    machine.write_policy(RULES + lines)
    cause = "blocklist /nonexistent/list cannot be read: no such file"
    for _ in range(2):
        change = machine.change(GOOD, GOOD, by=by)
        assert change.status == "PAM_SUCCESS"
        assert change.log == ([passed_over(f"{machine.policy}:{number}:13: {cause}")] if number else [])


@needs_root
@pytest.mark.parametrize("name", ["missing", "truncated", "damaged header"])
def test_root_goes_on_with_a_warning_and_the_cause_unless_the_policy_binds_root(machine, words, name):
    spoil, cause, _ = UNUSABLE[name]
    spoil(words)
    machine.write_policy(f"{RULES}blocklist = {words}\n")
    told = f"{machine.policy}:4:13: blocklist {words} {cause}"
    change = machine.change(WORD, WORD, by=ROOT)
    assert (change.status, change.dialogue) == ("PAM_SUCCESS", [BROKEN_WARNING, told, NEW, RETYPE])
    assert [log.text for log in change.log] == [f"{told}. Password change for user alice is not checked."]
    change = machine.change(WORD, WORD, by=ROOT, options="enforce_for_root")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN, told])
    assert machine.change(WORD, WORD, by=ROOT, expired=True).dialogue == [BROKEN]


def test_security_a_policy_that_a_standard_has_does_not_hold_without_its_list(machine):
    """Before, a password that the list has was accepted, and nothing was logged."""
    # Asked now: tests of the installation have the module built for another path.
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


@pytest.mark.parametrize("path", ["\x1b[31m\x7f", "\u0085\u2028\u202e", "\u00e9", "%s%n%99999d", "q" * 240, "q" * 5000])
@pytest.mark.parametrize("by", [USER, ROOT])
def test_path_of_a_list_cannot_forge_a_line(machine, path, by):
    """That the lines are printable is made sure of for every transaction."""
    change = machine.change(GOOD, GOOD, policy=f"{RULES}blocklist = /nonexistent/{path}\n", by=by)
    [log] = change.log
    assert log.text.startswith(f"{machine.policy}:4:13: blocklist /nonexistent/")
    assert log.text.endswith(f" Password change for user alice {'refused' if by == USER else 'is not checked'}.")
    # The cause is not what is cut of a long path.
    if by == ROOT and len(path) < 5000:
        assert change.dialogue[1].endswith("cannot be read: no such file")


# ---- Damage that is found when a password is looked up ----


@pytest.fixture
def damaged(machine):
    return write(machine.directory / "damaged", change_byte(build(WORD), -1))


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
@pytest.mark.parametrize("password", [GOOD, WORD])
def test_damage_that_is_found_late_refuses_the_password(machine, damaged, password, by):
    change = machine.change(password, password, policy=f"{RULES}blocklist = {damaged}\n", by=by)
    assert change.texts("error")[1:] == [f"  - {UNREADABLE}"]
    assert change.status == ("PAM_SUCCESS" if by == ROOT else "PAM_AUTHTOK_ERR")
    verdict = "accepted with a warning: it does not meet the policy" if by == ROOT else "refused: blocklist-unreadable"
    assert change.log == [
        Log('a blocklist of the policy is damaged or cannot be read; "passwordrules blocklist verify" shows where', LOG_ERR),
        Log(f"new password for user alice {verdict}", LOG_NOTICE),
    ]


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
def test_security_an_optional_list_that_is_found_damaged_late_is_logged_at_each_change(machine, damaged, words, by):
    """Before, it was passed over in silence. Nor does it hide the others."""
    machine.write_policy(f"{RULES}blocklist = optional {damaged}\nblocklist = exact {words}\n")
    warning = Log(
        "an optional blocklist of the policy is damaged or cannot be read, so the new password of user alice was not compared "
        'with it; "passwordrules blocklist verify" shows where', LOG_WARNING)
    for _ in range(2):
        change = machine.change(GOOD, GOOD, by=by)
        assert (change.status, change.log) == ("PAM_SUCCESS", [warning])
    refused = machine.change(WORD)
    assert refused.texts("error") == [REFUSED, f"  - {LISTED}"] and warning in refused.log
