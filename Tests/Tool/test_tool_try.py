"""passwordrules try: what the user sees while typing."""

import shutil

import pytest

from terminal import Terminal
from tool import run

RULES = ["--rules", "required: upper; required: digit; minlength: 12; max-repeating: 2"]
SECRET = "Zq7xVw9k-Rt4mPb"
BACKSPACE, CLEAR, TAB, ENTER = "\x7f", "\x15", "\t", "\r"
SUGGEST, TAKE, LEAVE, REDRAW = "\x07", "\x14", "\x04", "\x0c"


def test_screen_before_anything_is_typed(start):
    assert start(*RULES).screen.shown == [
        "Password rules:", "  - at least 12 characters", "  - an uppercase letter (A-Z) and a digit (0-9)",
        "  - no more than 2 of the same character in a row", "",
        "New password:", "",
        "  ○ 12 more characters needed (0 of 12)", "  ○ needs an uppercase letter", "  ○ needs a digit",
        "  • no more than 2 of the same character in a row", "",
        "  " + "░" * 32 + "  0%", "",
        "Enter: next   Tab: show   Ctrl-G: suggest one   Ctrl-C: cancel"]


def test_typing_ticks_rules(start):
    terminal = start(*RULES)
    for index, character in enumerate("aaa", 1):
        terminal.type(character)
        terminal.until("New password: " + "*" * index + "\n")
    terminal.until("○ 9 more characters needed (3 of 12)", "✗ the same character 3 times in a row (at most 2)", " 6%")
    terminal.type(CLEAR + "Sesame-Open-9")
    terminal.until("✓ at least 12 characters", "✓ has a digit", "█" * 32 + "  100%")


# Tests/Unit/Terminal tests all keys, and all contents of a field.
@pytest.mark.parametrize("keys, expected", [
    ("a" + BACKSPACE * 3 + "b", "b"), ("ab\x1b[D\x1bOA\x1b[3~\x1b[1;5Cc", "abc"), ("漢字ü" + BACKSPACE, "漢字"),
    (b"a\xff\xe2\x82b", "a\ufffd\ufffdb"), ("\x1b[200~pasted\ttext\n\x1b[201~!", "pasted\ufffdtext!"),
])
def test_keys_edit_what_is_typed(start, keys, expected):
    terminal = start("--rules", "minlength: 40")
    terminal.type(keys)
    terminal.type(TAB)
    screen = terminal.until("Tab: hide")
    assert screen.shown[3] == "New password: " + expected


def test_password_is_shown_only_on_a_key(start):
    terminal = start(*RULES)
    terminal.type(SECRET)
    terminal.until("*" * len(SECRET))
    terminal.type(REDRAW + ENTER + SECRET[:-1])
    terminal.until("Retype new password: " + "*" * (len(SECRET) - 1))
    for first in range(len(SECRET) - 4):
        assert SECRET[first:first + 4].encode() not in terminal.raw
    terminal.type(TAB)
    terminal.until("New password: " + SECRET, "Retype new password: " + SECRET[:-1], "Tab: hide")
    terminal.type(ENTER)
    terminal.until("The passwords do not match.", gone=["Retype"])
    terminal.type(ENTER + SECRET)
    terminal.until("✓ the same as above\n")
    terminal.type(ENTER)
    assert terminal.exit() == 0
    assert terminal.is_restored and terminal.screen.shown == ["accepted"]
    assert terminal.parting == b"accepted\r\n"


@pytest.mark.parametrize("policy_text", [None, "rules = required: upper; required: digit; minlength: 12\n"])
def test_suggestion_is_accepted(start, policy, policy_text):
    arguments = ["--config", policy(policy_text)] if policy_text else RULES
    terminal = start(*arguments)
    terminal.type(SUGGEST)
    shown = terminal.until("Suggestion: ").text.partition("Suggestion: ")[2].splitlines()[0]
    terminal.type(TAKE)
    terminal.until("New password: " + "*" * len(shown), "100%", "Suggestion filled in. Press Enter, then type it again.")
    terminal.type(ENTER + shown + ENTER)
    assert terminal.exit() == 0 and terminal.screen.shown == ["accepted"]
    assert run("check", *arguments, input=shown.encode()).lines == ["accepted"]


@pytest.mark.parametrize("keys", [LEAVE, "x" + LEAVE + BACKSPACE + LEAVE, SECRET + ENTER + LEAVE])
def test_leaving(start, keys):
    terminal = start(*RULES)
    terminal.type(keys)
    assert terminal.exit() == 1
    assert terminal.is_restored and terminal.screen.shown == ["cancelled; nothing was changed"]


def test_overlong_paste_is_refused(start):
    terminal = start("--rules", "minlength: 1")
    for piece in ["\x1b[200~", *["ab" * 500] * 10, "\x1b[201~"]:
        terminal.type(piece)
        terminal.settle(0.02)
    terminal.until("The field is full (at most 4096 bytes); the rest was left out.")
    terminal.type(ENTER)
    terminal.until("The field is full", gone=["Retype"])
    terminal.type(CLEAR + "x" + ENTER + "x" + ENTER)
    assert terminal.exit() == 0


def test_user_policy_applies_with_account_names(start, policy):
    path = policy("rules = minlength: 4\nusername = reject\n[user root]\nrules = minlength: 9\n")
    terminal = start("--config", path, "--user", "root")
    assert terminal.screen.shown[:2] == ["Password rules:", "  - at least 9 characters"]
    terminal.type("xroot")
    terminal.until("○ 4 more characters needed (5 of 9)", "✗ contains your user name")


def test_unenforced_policy_is_announced(start, policy):
    path = policy("rules = minlength: 4\nenforce = audit\n")
    terminal = start("--config", path, "--user", "nobody-of-that-name")
    terminal.until("Note: this policy would not refuse a password (enforce = audit).",
                   'Note: there is no user "nobody-of-that-name" on this machine.')
    terminal.type(LEAVE)
    assert terminal.exit() == 1
    assert terminal.screen.shown[0] == "passwordrules: note: this policy would not refuse a password (enforce = audit)"


@pytest.mark.parametrize("environment, colours, is_utf8", [
    ({}, True, True), ({"NO_COLOR": "1"}, False, True),
    ({"LC_ALL": "C"}, True, False), ({"LC_ALL": ""}, True, False), ({"LC_ALL": "", "LC_CTYPE": "C.UTF-8"}, True, True),
    ({"LC_ALL": "", "LANG": "C.UTF-8"}, True, True), ({"LC_ALL": "C", "LANG": "C.UTF-8"}, True, False),
    # A locale that this machine does not have.
    ({"LC_ALL": "xx_YY.UTF-8"}, True, True), ({"LC_ALL": "xx_YY.utf8"}, True, True), ({"LC_ALL": "xx_YY"}, True, False),
    ({"LC_ALL": "xx_YY.ISO-8859-1"}, True, False),
])
def test_environment_sets_colours_and_charset(start, environment, colours, is_utf8):
    terminal = start(*RULES, environment=environment)
    terminal.type("Aaaa\u00fc" + TAB)
    terminal.until("Tab: hide")
    assert (b"\x1b[32m" in terminal.raw and b"\x1b[31m" in terminal.raw) == colours
    assert (b"\x1b[2m" in terminal.raw) == colours
    text = terminal.screen.text
    if is_utf8:
        assert "✓ has an uppercase" in text and "✗ the same character" in text and "New password: Aaaaü" in text
    else:
        assert terminal.raw.isascii()
        assert "[x] has an uppercase" in text and "[!] the same character" in text and "New password: Aaaa?" in text
        assert "  ###########---------------------  35%" in text


@pytest.mark.parametrize("name", ["\x1b[31mred", "\x1b]0;title\x07", "a\nb\x9b1m"])
def test_hostile_name_reaches_no_terminal(start, policy, name):
    terminal = start("--config", policy("rules = minlength: 4\n"), "--user", name)
    for part in ("\x1b[31mred", "\x1b]0;", "\x07", "\x9b1m"):
        assert part.encode() not in terminal.raw


def test_meter_follows_the_keys(start, prefix):
    terminal = start(command=[f"{prefix}/bin/passwordrules", "try", "--rules", "minlength: 8"])
    assert "guesses" not in terminal.screen.text
    terminal.type("Summer2024")
    terminal.until("weak, 10^", " guesses\n", "Common words are guessed first", "Dates and years are easy to guess.",
                   "Add another word or two")
    terminal.type("-" + SECRET)
    terminal.until("█" * 32 + "  strong, 10^", gone=["Dates and years"])
    terminal.type(CLEAR)
    terminal.until("8 more characters needed", gone=["guesses"])
    terminal.type(SECRET + ENTER)
    terminal.until("Retype", gone=["guesses"])
    for first in range(len(SECRET) - 4):
        assert SECRET[first:first + 4].encode() not in terminal.raw


def test_narrow_window_has_a_text_meter(start, prefix):
    terminal = start(command=[f"{prefix}/bin/passwordrules", "try", "--rules", "minlength: 8"], columns=34, rows=30)
    terminal.type("Zq7xVw9k-Rt4mPb")
    terminal.until("\n  strong, 10^")


@pytest.mark.parametrize("options", [{"environment": {"TERM": "dumb"}}, {"arguments": ["--plain"]}])
def test_plain_terminal_has_a_text_meter(prefix, options):
    command = [f"{prefix}/bin/passwordrules", "try", *options.get("arguments", []), "--rules", "minlength: 8"]
    with Terminal(command=command, environment=options.get("environment")) as terminal:
        terminal.until("New password:")
        terminal.type("aaaaaaaa\n")
        text = terminal.until("accepted, 100%").text
    assert "\nstrength: very weak, 10^" in text and b"\x1b" not in terminal.raw


def test_meter_reports_missing_list(start, tmp_path, prefix):
    tool = tmp_path / "bin" / "passwordrules"
    tool.parent.mkdir()
    shutil.copy(f"{prefix}/bin/passwordrules", tool)
    terminal = start(command=[tool, "try", "--rules", "minlength: 8"], columns=200)
    terminal.type("x")
    terminal.until(f"\n  no strength is shown: {tmp_path}/share/passwordrules/common.ranks: cannot be read: no such file\n")
    terminal.type("abcdefgh" + ENTER + "xabcdefgh" + ENTER)
    assert terminal.exit() == 0 and terminal.screen.shown == ["accepted"]
