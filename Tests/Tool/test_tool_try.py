"""passwordrules try: what the user sees while typing."""

import pytest

from tool import run

RULES = ["--rules", "required: upper; required: digit; minlength: 12; max-repeating: 2"]
SECRET = "Zq7xVw9k-Rt4mPb"
BACKSPACE, CLEAR, WORD, TAB, ENTER = "\x7f", "\x15", "\x17", "\t", "\r"
SUGGEST, TAKE, LEAVE, REDRAW = "\x07", "\x14", "\x04", "\x0c"


@pytest.fixture
def policy(tmp_path):
    def write(text):
        path = tmp_path / "policy.conf"
        path.write_text(text)
        path.chmod(0o600)
        return str(path)
    return write


def test_screen_before_anything_is_typed(start):
    assert start(*RULES).screen.shown == [
        "Rules: " + RULES[1], "",
        "New password:", "",
        "  ○ 12 more characters needed (0 of 12)", "  ○ needs an uppercase letter", "  ○ needs a digit",
        "  • no more than 2 of the same character in a row", "",
        "  " + "░" * 32 + "  0%", "",
        "Enter: next   Tab: show   Ctrl-G: suggest one   Ctrl-C: cancel"]


@pytest.mark.parametrize("typed, shown", [
    ("S", ["○ 11 more characters needed (1 of 12)", "✓ has an uppercase letter", "○ needs a digit", " 36%"]),
    ("Ses9", ["○ 8 more characters needed (4 of 12)", "✓ has a digit", " 77%"]),
    ("aaa", ["○ 9 more characters needed (3 of 12)", "✗ the same character 3 times in a row (at most 2)", " 6%"]),
    ("Sesame-Open-9", ["✓ at least 12 characters", "✓ no more than 2 of the same character in a row", "█" * 32 + "  100%"]),
])
def test_rules_are_ticked_as_one_types(start, typed, shown):
    terminal = start(*RULES)
    for index, character in enumerate(typed, 1):
        terminal.type(character)
        terminal.until("New password: " + "*" * index + "\n")
    assert all(text in terminal.settle().text for text in shown)


@pytest.mark.parametrize("keys, expected", [
    ("a" + BACKSPACE * 3 + "b", "b"), ("abc" + CLEAR + "x", "x"), ("two words" + WORD, "two "),
    ("ab\x1b[D\x1bOA\x1b[3~\x1b[1;5Cc", "abc"), ("漢字ü" + BACKSPACE, "漢字"), ("a\u202eb", "a\ufffdb"),
    (b"a\xff\xe2\x82b", "a\ufffd\ufffdb"),
    ("\x1b[200~pasted\ttext\n\x1b[201~!", "pasted\ufffdtext!"),
])
def test_keys_edit_what_is_typed(start, keys, expected):
    terminal = start("--rules", "minlength: 40")
    terminal.type(keys)
    terminal.type(TAB)
    screen = terminal.until("Tab: hide")
    assert screen.shown[2] == ("New password: " + expected).rstrip()


def test_password_is_shown_at_a_key_alone(start):
    terminal = start(*RULES)
    terminal.type(SECRET)
    terminal.until("*" * len(SECRET))
    terminal.type(REDRAW + ENTER + SECRET[:-1])
    terminal.until("Retype new password: " + "*" * (len(SECRET) - 1))
    for start_ in range(len(SECRET) - 4):
        assert SECRET[start_:start_ + 4].encode() not in terminal.raw
    terminal.type(TAB)
    terminal.until("New password: " + SECRET, "Retype new password: " + SECRET[:-1], "Tab: hide")
    terminal.type(TAB)
    terminal.until("Tab: show", gone=[SECRET, SECRET[:-1]])


def test_accepted_password_is_confirmed_and_shown_nowhere(start):
    terminal = start(*RULES)
    terminal.type(TAB + SECRET)
    terminal.until(SECRET)
    terminal.type(ENTER)
    terminal.until("Retype new password:", "○ type the same password again")
    terminal.type(SECRET)
    terminal.until("✓ the same as above\n")
    terminal.type(ENTER)
    assert terminal.exit() == 0
    assert terminal.is_restored and terminal.screen.shown == ["accepted"]
    assert terminal.parting == b"accepted\r\n"


def test_other_second_password_goes_back(start):
    terminal = start(*RULES)
    terminal.type(SECRET + ENTER + "other")
    terminal.until("✗ not the same as above")
    terminal.type(ENTER)
    terminal.until("The passwords do not match.", "New password: " + "*" * len(SECRET), gone=["Retype"])
    terminal.type(ENTER + SECRET + ENTER)
    assert terminal.exit() == 0


@pytest.mark.parametrize("policy_text", [None, "rules = required: upper; required: digit; minlength: 12\n"])
def test_suggestion_is_accepted(start, policy, policy_text):
    arguments = ["--config", policy(policy_text)] if policy_text else RULES
    terminal = start(*arguments)
    seen = set()
    for _ in range(3):
        terminal.type(SUGGEST)
        terminal.settle()
        seen.add(next(line for line in terminal.screen.shown if line.startswith("Suggestion: "))[12:])
    assert len(seen) == 3
    shown = terminal.screen.text.partition("Suggestion: ")[2].splitlines()[0]
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


@pytest.mark.parametrize("paste", ["\x1b[200~{}\x1b[201~", "{}"])
@pytest.mark.parametrize("rules, count", [("minlength: 1", 10_000), ("minlength: 1", 4097)])
def test_too_long_a_paste_is_refused(start, paste, rules, count):
    terminal = start("--rules", rules)
    text = paste.format("ab" * (count // 2) + "c" * (count % 2)).encode()
    for index in range(0, len(text), 1000):
        terminal.type(text[index:index + 1000])
        terminal.settle(0.02)
    terminal.until("The field is full (at most 4096 bytes); the rest was left out.")
    terminal.type(ENTER)
    terminal.until("The field is full", gone=["Retype"])
    terminal.type(CLEAR + "x" + ENTER + "x" + ENTER)
    assert terminal.exit() == 0


def test_policy_explains_itself(start, policy):
    terminal = start("--config", policy("rules = required: digit; minlength: 8\npalindrome = reject\n"))
    assert terminal.screen.shown[0] == "Password rules: at least 8 characters, with a digit."
    terminal.type("12344321")
    terminal.until("✗ is a palindrome (reads the same backward)")


def test_policy_of_a_user_applies_with_the_names_of_the_account(start, policy):
    path = policy("rules = minlength: 4\nusername = reject\n[user root]\nrules = minlength: 9\n")
    terminal = start("--config", path, "--user", "root")
    terminal.type("xroot")
    terminal.until("○ 4 more characters needed (5 of 9)", "✗ is or contains the user name")


def test_policy_that_does_not_refuse_says_so(start, policy):
    path = policy("rules = minlength: 4\nenforce = audit\n")
    terminal = start("--config", path, "--user", "nobody-of-that-name")
    terminal.until("Note: this policy would not refuse a password (enforce = audit).",
                   'Note: there is no user "nobody-of-that-name" on this machine.')
    terminal.type(LEAVE)
    assert terminal.exit() == 1
    assert terminal.screen.shown[0] == "passwordrules: note: this policy would not refuse a password (enforce = audit)"


@pytest.mark.parametrize("environment, colours, is_utf8", [
    ({}, True, True), ({"NO_COLOR": ""}, True, True), ({"NO_COLOR": "1"}, False, True), ({"NO_COLOR": "0"}, False, True),
    ({"LC_ALL": "C"}, True, False), ({"LC_ALL": ""}, True, False), ({"LC_ALL": "", "LC_CTYPE": "C.UTF-8"}, True, True),
    ({"LC_ALL": "", "LANG": "C.UTF-8"}, True, True), ({"LC_ALL": "C", "LANG": "C.UTF-8"}, True, False),
    # A locale that this machine does not have.
    ({"LC_ALL": "xx_YY.UTF-8"}, True, True), ({"LC_ALL": "xx_YY.utf8"}, True, True), ({"LC_ALL": "xx_YY"}, True, False),
    ({"LC_ALL": "xx_YY.ISO-8859-1"}, True, False),
])
def test_colours_and_charset_are_the_environments(start, environment, colours, is_utf8):
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
