"""Lists of forbidden passwords: who is refused, and how lists that cannot be used are treated."""

import os
import pathlib

import pytest
from blocklists import (
    EXACT, FOLDED, HEADER_LENGTH, LISTED, UNREADABLE, WITH_CAPITALS, WITH_CHANGES, build, change_byte, write,
)
from transaction import (
    BROKEN, BROKEN_WARNING, LOG_ERR, LOG_NOTICE, LOG_WARNING, REFUSED, ROOT, SETUID, USER, WARNED, Log, needs_root,
)

# With no piece of four characters that stands in a message or a path.
WORD = "qzjxvwkq"
GOOD = "Vq7%kWz2!xRj"
WORDS = [WORD, *(f"zxqj{number:04}vkw" for number in range(300))]
RULES = "rules = minlength: 8\nretry = 1\nsuggest = no\n"
OPENED_BY = [
    pytest.param(USER), pytest.param(SETUID, marks=needs_root), pytest.param(ROOT, marks=needs_root),
]


@pytest.fixture
def words(machine):
    """A list of words, which is to be compared with small changes."""
    return write(machine.directory / "common.list", build(*WORDS))


def reasons(change):
    return [text.removeprefix("  - ") for text in change.texts("error")[1:]]


# ---- Passwords that are listed ----


@pytest.mark.parametrize(("password", "reason"), [
    (WORD, LISTED), (WORDS[7], LISTED), (WORD.upper(), WITH_CAPITALS), ("Qzjxvwkq", WITH_CAPITALS),
    ("12" + WORD + "!!", WITH_CHANGES), (WORD[::-1], WITH_CHANGES), (WORD.title() + "7", WITH_CHANGES),
    (WORD * 3, WITH_CHANGES), (WORD * 2 + WORD[:3], WITH_CHANGES), ("-".join(WORD), WITH_CHANGES),
    (f"{WORD} {WORD}", WITH_CHANGES), ("\uff51" + WORD[1:], WITH_CAPITALS), (WORD[:4] + "\u200b" + WORD[4:], WITH_CAPITALS),
    # Of very few different characters: listed, whatever the list has.
    (" " * 15, WITH_CHANGES), ("ab" * 8, WITH_CHANGES), ("\u00e9" * 16, WITH_CHANGES), ("a" * 14 + "b", WITH_CHANGES),
])
def test_listed_password_is_refused_with_the_reason(machine, words, password, reason):
    change = machine.change(password, policy=f"{RULES}blocklist = {words}\n")
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.texts("error") == [REFUSED, f"  - {reason}"]
    assert change.log == [Log("new password for user alice refused: blocklist", LOG_NOTICE)]
    assert change.tokens == [None]


@pytest.mark.parametrize("password", [GOOD, WORD + "x", WORD[:-1] + "zz", "zxqj0300vkw", "żółć-gęślą-jaźń"])
def test_other_passwords_are_accepted_without_a_word(machine, words, password):
    change = machine.change(password, password, policy=f"{RULES}blocklist = {words}\n")
    assert (change.status, change.texts("error"), change.log) == ("PAM_SUCCESS", [], [])
    assert change.tokens == [password]


@pytest.mark.parametrize(("lines", "found"), [
    ("blocklist = {}", [LISTED, WITH_CAPITALS, WITH_CHANGES]), ("blocklist = exact {}", [LISTED, None, None]),
    ("blocklist = folded {}", [LISTED, WITH_CAPITALS, None]),
    # "blocklist-match" says the least, for all lists.
    ("blocklist = {}\nblocklist-match = exact", [LISTED, WITH_CAPITALS, WITH_CHANGES]),
    ("blocklist = exact {}\nblocklist-match = folded", [LISTED, WITH_CAPITALS, None]),
    ("blocklist = exact {}\n[user alice]\nblocklist-match = mangled", [LISTED, WITH_CAPITALS, WITH_CHANGES]),
    ("blocklist = exact {}\nblocklist-match = mangled\n[user alice]\nblocklist-match = folded",
     [LISTED, WITH_CAPITALS, WITH_CHANGES]),
    ("blocklist = exact {}\nblocklist-match = mangled\n[user alice]\nblocklist-match =", [LISTED, None, None]),
    ("blocklist = optional mangled {}\nblocklist-match = exact", [LISTED, WITH_CAPITALS, WITH_CHANGES]),
    ("[user alice]\nblocklist = exact {}", [LISTED, None, None]),
    ("[user bob]\nblocklist = {}", [None, None, None]),
    # Whatever other places say of it; only an empty value drops it.
    ("blocklist = {0}\n[user alice]\nblocklist = exact {0}", [LISTED, WITH_CAPITALS, WITH_CHANGES]),
    ("blocklist = {}\n[user alice]\nblocklist = optional /nonexistent/list", [LISTED, WITH_CAPITALS, WITH_CHANGES]),
    ("blocklist = {}\n[user alice]\nblocklist =", [None, None, None]),
    ("blocklist = {0}\n[user alice]\nblocklist =\nblocklist = exact {0}", [LISTED, None, None]),
])
def test_policy_says_how_passwords_are_compared(machine, words, lines, found):
    policy = RULES + lines.format(words) + "\n"
    machine.write_policy(policy)
    for password, reason in zip([WORD, WORD.upper(), WORD + "77"], found, strict=True):
        change = machine.change(password, password)
        assert reasons(change) == ([reason] if reason else [])
        assert change.status == ("PAM_AUTHTOK_ERR" if reason else "PAM_SUCCESS")


def test_reason_stands_beside_the_others_and_what_is_suggested_is_accepted(machine, words):
    policy = f"rules = required: upper; minlength: 12\nblocklist = {words}\n"
    change = machine.change(WORD, "vkw", policy=policy)
    assert change.texts("error")[:4] == [
        REFUSED, "  - 4 more characters needed (8 of 12)", "  - needs an uppercase letter", f"  - {LISTED}",
    ]
    assert change.log[0].text == "new password for user alice refused: minlength, required, blocklist"
    suggestion = change.suggestions[0]
    assert machine.change(suggestion, suggestion).status == "PAM_SUCCESS"


def test_several_lists_are_all_compared(machine, words):
    exact = write(machine.directory / "leaked list", build(GOOD, match=EXACT))
    folded = write(machine.directory / "folded", build("wjzk-wjzk", match=FOLDED))
    machine.write_policy(f"{RULES}blocklist = {words}\nblocklist = {exact}\nblocklist = optional {folded}\n")
    for password, reason in [(GOOD, LISTED), ("Wjzk-wjzk", WITH_CAPITALS), (WORD + "1", WITH_CHANGES)]:
        assert reasons(machine.change(password)) == [reason]
    for password in [GOOD.lower(), "wjzk+wjzk"]:
        assert machine.change(password, password).status == "PAM_SUCCESS"


@needs_root
def test_root_is_only_warned_unless_the_policy_is_enforced_for_root(machine, words):
    machine.write_policy(f"{RULES}blocklist = {words}\n")
    change = machine.change(WORD, WORD, by=ROOT)
    assert change.texts("error") == [WARNED, f"  - {LISTED}"]
    assert change.status == "PAM_SUCCESS"
    assert change.log == [Log("new password for user alice accepted with a warning: it does not meet the policy", LOG_NOTICE)]
    assert machine.change(WORD, by=ROOT, options="enforce_for_root").status == "PAM_AUTHTOK_ERR"
    assert machine.change(WORD, by=ROOT, expired=True).status == "PAM_AUTHTOK_ERR"


@pytest.mark.parametrize(("enforce", "shown"), [("warn", [WARNED, f"  - {LISTED}"]), ("audit", []), ("no", [])])
def test_milder_enforcement_lets_a_listed_password_pass(machine, words, enforce, shown):
    change = machine.change(WORD, WORD, policy=f"{RULES}blocklist = {words}\nenforce = {enforce}\n")
    assert (change.status, change.texts("error")) == ("PAM_SUCCESS", shown)
    assert [log.text.split(": ")[-1] for log in change.log] == ([] if enforce == "no" else ["it does not meet the policy"])


@needs_root
def test_list_that_only_root_may_read_is_read_by_a_setuid_program(machine, words):
    words.chmod(0o600)
    policy = f"{RULES}blocklist = {words}\n"
    assert reasons(machine.change(WORD, policy=policy, by=SETUID)) == [LISTED]
    change = machine.change(GOOD, GOOD, by=USER)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert f"blocklist {words} cannot be read: permission denied." in change.log[0].text


# ---- Lists that cannot be used ----


def missing(path):
    path.unlink()


def empty(path):
    write(path, b"")


def truncated(path):
    write(path, path.read_bytes()[:-1])


def cut_in_the_header(path):
    write(path, path.read_bytes()[:40])


def grown(path):
    write(path, path.read_bytes() + b"\n")


def text(path):
    write(path, "\n".join(WORDS).encode())


def newer(path):
    write(path, change_byte(change_byte(path.read_bytes(), 8), 9))


def damaged_header(path):
    write(path, change_byte(path.read_bytes(), 24))


def damaged_header_sum(path):
    write(path, change_byte(path.read_bytes(), HEADER_LENGTH - 1))


def writable(path):
    path.chmod(0o646)


def fifo(path):
    path.unlink()
    os.mkfifo(path)


def directory(path):
    path.unlink()
    path.mkdir()


def link_to_nothing(path):
    path.unlink()
    path.symlink_to("nothing")


def others(path):
    os.chown(path, 12345, 12345)


NOT_A_LIST = 'is not a blocklist; "passwordrules blocklist build" makes one'
SIZE = len(build(*WORDS))
UNUSABLE = [
    (missing, "cannot be read: there is no such file"), (empty, NOT_A_LIST), (text, NOT_A_LIST),
    (truncated, f"is damaged: it has {SIZE - 1} bytes, and should have {SIZE}"),
    (cut_in_the_header, "is damaged: it has 40 bytes, and should have 64"),
    (grown, f"is damaged: it has {SIZE + 1} bytes, and should have {SIZE}"),
    (newer, "is a blocklist of version 259, and this program knows version 2 only"),
    (damaged_header, "is damaged: its header is not as it was written"),
    (damaged_header_sum, "is damaged: its header is not as it was written"),
    (writable, "may be written by others than its owner: chmod go-w"), (fifo, "is not a regular file"),
    (directory, "is not a regular file"),
    (link_to_nothing, "cannot be read: it is a symbolic link to what does not exist"),
]
# Problems that the administrator has to fix although the list is optional.
MISTAKES = [writable, fifo, directory, others]
UNUSABLE = [pytest.param(*kind, id=kind[0].__name__) for kind in UNUSABLE] + [
    pytest.param(
        others, "belongs to user 12345, who is neither root nor the user this program runs as",
        id="others", marks=needs_root)
]


@pytest.mark.parametrize(("spoil", "cause"), UNUSABLE)
@pytest.mark.parametrize("section", ["", "[user alice]\n"])
def test_user_learns_whom_to_ask_and_the_log_learns_why(machine, words, spoil, cause, section):
    spoil(words)
    change = machine.change(GOOD, GOOD, policy=f"{RULES}{section}blocklist = mangled {words}\n")
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]
    assert change.tokens == []
    line = 5 if section else 4
    assert change.log == [
        Log(f"{machine.policy}:{line}:13: blocklist {words} {cause}. Password change for user alice refused.", LOG_ERR)
    ]


@pytest.mark.parametrize(("spoil", "cause"), UNUSABLE)
def test_optional_list_that_is_missing_or_damaged_is_passed_over_and_no_other(machine, words, spoil, cause):
    spoil(words)
    other = write(machine.directory / "other", build(GOOD, match=EXACT))
    machine.write_policy(f"{RULES}blocklist = optional {words}\nblocklist = {other}\n")
    change = machine.change(WORD, WORD)
    if spoil in MISTAKES:
        assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
        return
    assert (change.status, change.shown[1:]) == ("PAM_SUCCESS", [])
    assert change.log == [passed_over(f"{machine.policy}:4:13: blocklist {words} {cause}")]
    refused = machine.change(GOOD)
    assert reasons(refused) == [LISTED]
    assert refused.log[0] == change.log[0]


def passed_over(told):
    return Log(f"{told}. It is optional, so the new password of user alice is not compared with it.", LOG_WARNING)


@pytest.mark.parametrize("by", OPENED_BY)
@pytest.mark.parametrize("section", ["", "[user alice]\n", "[user bob]\nretry = 2\n[user alice]\n"])
def test_security_an_optional_list_that_is_missing_is_logged_at_each_change(machine, section, by):
    """The audit's finding 4: nothing was logged, for any section and any user."""
    machine.write_policy(f"{RULES}{section}blocklist = optional /nonexistent/list\n")
    line = 4 + section.count("\n")
    warning = passed_over(
        f"{machine.policy}:{line}:13: blocklist /nonexistent/list cannot be read: there is no such file")
    for _ in range(2):
        change = machine.change(GOOD, GOOD, by=by)
        assert (change.status, change.log) == ("PAM_SUCCESS", [warning])


def test_a_list_that_another_user_has_as_optional_is_not_logged(machine):
    machine.write_policy(f"{RULES}blocklist = optional /nonexistent/list\n[user alice]\nblocklist =\n")
    assert machine.change(GOOD, GOOD).log == []
    machine.write_policy(f"{RULES}[user bob]\nblocklist = optional /nonexistent/list\n")
    assert machine.change(GOOD, GOOD).log == []


@needs_root
@pytest.mark.parametrize(("spoil", "cause"), [UNUSABLE[0], UNUSABLE[3], UNUSABLE[7]])
def test_root_goes_on_with_a_warning_and_the_cause_unless_the_policy_binds_root(machine, words, spoil, cause):
    spoil(words)
    machine.write_policy(f"{RULES}blocklist = {words}\n")
    told = f"{machine.policy}:4:13: blocklist {words} {cause}"
    change = machine.change(WORD, WORD, by=ROOT)
    assert change.status == "PAM_SUCCESS"
    assert change.dialogue == [BROKEN_WARNING, told, "New password: ", "Retype new password: "]
    assert [log.text for log in change.log] == [f"{told}. Password change for user alice is not checked."]
    change = machine.change(WORD, WORD, by=ROOT, options="enforce_for_root")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN, told])
    assert machine.change(WORD, WORD, by=ROOT, expired=True).dialogue == [BROKEN]


def test_where_nothing_is_checked_no_list_is_missed(machine):
    change = machine.change(WORD, WORD, policy=f"{RULES}enforce = no\nblocklist = /nonexistent/list\n")
    assert (change.status, change.log) == ("PAM_SUCCESS", [])


def installed() -> pathlib.Path:
    """Where the list is that the module was built for."""
    paths = pathlib.Path(__file__).resolve().parents[2] / "build" / "paths"
    values = dict(line.split("=", 1) for line in paths.read_text().splitlines())
    return pathlib.Path(values["PREFIX"], "share/passwordrules/common.blocklist")


def test_security_a_policy_that_a_standard_has_does_not_hold_without_its_list(machine):
    """The audit's finding 4: a password that the list has was accepted, and nothing was logged."""
    # Asked now: tests of the installation have the module built for another path.
    path = installed()
    if path.exists():
        pytest.skip("the list is installed here")
    change = machine.change(GOOD + GOOD, GOOD + GOOD, policy="preset = nist-800-63b-4\n")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log == [Log(
        f"nist-800-63b-4: blocklist {path} cannot be read: there is no such file; the package passwordrules-blocklist has "
        'it, and "make install" puts it there. Password change for user alice refused.', LOG_ERR)]
    change = machine.change(GOOD + GOOD, GOOD + GOOD, policy="preset = nist-800-63b-4\nblocklist =\n")
    assert (change.status, change.log) == ("PAM_SUCCESS", [])


@needs_root
def test_cause_is_not_what_is_cut_of_a_long_path(machine):
    path = "/nonexistent/" + "q" * 240
    change = machine.change(GOOD, GOOD, policy=f"{RULES}blocklist = {path}\n", by=ROOT)
    assert change.dialogue[1].endswith("cannot be read: there is no such file")


@pytest.mark.parametrize("path", ["\x1b[31m\x7f", "\u0085\u2028\u202e", "\u00e9", "%s%n%99999d", "q" * 5000])
@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=needs_root)])
def test_path_of_a_list_cannot_forge_a_line(machine, path, by):
    """That the lines are printable is made sure of for every transaction."""
    change = machine.change(GOOD, GOOD, policy=f"{RULES}blocklist = /nonexistent/{path}\n", by=by)
    [log] = change.log
    assert log.text.startswith(f"{machine.policy}:4:13: blocklist /nonexistent/")
    assert log.text.endswith(f" Password change for user alice {'refused' if by == USER else 'is not checked'}.")


# ---- Damage that is found when a password is looked up ----


@pytest.mark.parametrize("by", OPENED_BY)
@pytest.mark.parametrize("password", [GOOD, WORD])
def test_damage_that_is_found_late_refuses_the_password(machine, password, by):
    words = write(machine.directory / "one bucket", change_byte(build(WORD), -1))
    policy = f"{RULES}blocklist = {words}\n"
    change = machine.change(password, password, policy=policy, by=by)
    assert reasons(change) == [UNREADABLE]
    assert change.status == ("PAM_SUCCESS" if by == ROOT else "PAM_AUTHTOK_ERR")
    verdict = "accepted with a warning: it does not meet the policy" if by == ROOT else "refused: blocklist-unreadable"
    assert change.log == [
        Log('a blocklist of the policy is damaged or cannot be read; "passwordrules blocklist verify" says where', LOG_ERR),
        Log(f"new password for user alice {verdict}", LOG_NOTICE),
    ]


@pytest.mark.parametrize("by", OPENED_BY)
def test_security_an_optional_list_that_is_found_damaged_late_is_logged_at_each_change(machine, by):
    """The audit's finding 4: an optional list that is damaged during the change was passed over in silence."""
    damaged = write(machine.directory / "damaged", change_byte(build(WORD), -1))
    machine.write_policy(f"{RULES}blocklist = optional {damaged}\n")
    warning = Log(
        "an optional blocklist of the policy is damaged or cannot be read, so the new password of user alice was not compared "
        'with it; "passwordrules blocklist verify" says where', LOG_WARNING)
    for _ in range(2):
        change = machine.change(GOOD, GOOD, by=by)
        assert (change.status, change.log) == ("PAM_SUCCESS", [warning])
    refused = machine.change("short")
    assert refused.status == "PAM_AUTHTOK_ERR" and warning in refused.log


def test_damaged_optional_list_does_not_hide_the_others(machine, words):
    damaged = write(machine.directory / "damaged", change_byte(build(WORD), -1))
    machine.write_policy(f"{RULES}blocklist = optional {damaged}\nblocklist = exact {words}\n")
    assert reasons(machine.change(WORD)) == [LISTED]
    assert machine.change(GOOD, GOOD).status == "PAM_SUCCESS"
