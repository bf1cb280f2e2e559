"""passwordrules try without a terminal to draw on."""

import os
import subprocess

import pytest

from terminal import Terminal
from tool import TOOL, run

RULES = "required: upper; required: digit; minlength: 12; max-repeating: 2"
WEAK = ["  [ ] 7 more characters needed (5 of 12)", "  [ ] needs an uppercase letter", "  [ ] needs a digit",
        "  [ ] one character 3 times in a row (at most 2)", "not accepted yet, 10 %"]
GOOD = ["  [x] 12 characters or more", "  [x] has an uppercase letter", "  [x] has a digit",
        "  [x] no character more than 2 times in a row", "accepted, 100 %"]


@pytest.mark.parametrize("typed, lines, status", [
    (b"weeek\n", WEAK, 1), (b"Correct-Horse-9\n", GOOD, 0), (b"Correct-Horse-9", GOOD, 0),
    (b"weeek\nCorrect-Horse-9\n", WEAK + [""] + GOOD, 1), (b"Correct-Horse-9\nweeek\n", GOOD + [""] + WEAK, 1),
])
def test_lines(typed, lines, status):
    result = run("try", "--rules", RULES, input=typed)
    assert (result.lines, result.status, result.errors) == (lines, status, "")
    assert result.output.endswith(b"%\n")


def test_message_that_rules_share_is_said_once():
    assert run("try", "--rules", "required: digit; required: digit", input=b"x\n").lines == [
        "  [ ] needs a digit", "not accepted yet, 0 %"]


def test_nothing_but_plain_text_without_a_terminal():
    secret = b"Zq7xVw9k\x1b[31m"
    for environment in ({}, {"TERM": "xterm", "LC_ALL": "C.UTF-8"}):
        result = run("try", "--rules", RULES, input=secret + b"\n", env={**os.environ, **environment})
        assert b"\x1b" not in result.output and result.output.isascii() and b"Zq7x" not in result.output


def test_policy_and_user(tmp_path):
    path = tmp_path / "policy.conf"
    path.write_text("rules = minlength: 4\nusername = reject\nenforce = warn\n[user root]\nrules = minlength: 6\n")
    path.chmod(0o600)
    result = run("try", "--config", str(path), "--user", "root", input=b"xroot\n")
    assert result.status == 1
    assert result.lines[:2] == ["  [ ] 1 more character needed (5 of 6)", "  [ ] is or contains the user name"]
    assert result.errors == "passwordrules: note: this policy does not refuse: enforce = warn\n"


def test_no_password_is_an_error():
    result = run("try", "--rules", RULES)
    assert (result.status, result.lines) == (2, []) and "no password was given" in result.errors


@pytest.mark.parametrize("arguments", [
    ["--rules", "minlength: 8", "--config", "/x"], ["--rules", "", "--user", "root"], ["password"], ["--config", "/none"],
    ["--rules", "required: uper"], ["--rules"]])
def test_usage_errors(arguments):
    result = run("try", *arguments, input=b"x\n")
    assert (result.status, result.lines) == (2, []) and result.errors


def test_mistake_is_said_before_the_screen_is_taken():
    with Terminal("--rules", "required: uper") as terminal:
        assert terminal.exit() == 2
        assert b"\x1b[?" not in terminal.raw and b"did you mean \"upper\"?" in terminal.raw


def test_full_disk_is_noticed():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TOOL, "try", "--rules", ""], input=b"x\n", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"cannot be written" in done.stderr


@pytest.mark.parametrize("kind", ["dumb", "", None])
def test_terminal_that_cannot_draw_is_asked_unseen(kind):
    command = ["env", "-u", "TERM", TOOL] if kind is None else ["env", "TERM=" + kind, TOOL]
    with Terminal(command=[*command, "try", "--rules", RULES]) as terminal:
        terminal.until("Password:")
        terminal.type("weeek\n")
        terminal.until("\n".join(WEAK))
        terminal.type("\x04")
        assert terminal.exit() == 1
        assert b"\x1b" not in terminal.raw and terminal.raw.isascii() and b"weeek" not in terminal.raw
        assert terminal.attributes == terminal.before


def test_output_that_is_no_terminal_gets_no_sequences():
    with Terminal("--rules", RULES, stdout=subprocess.PIPE) as terminal:
        terminal.until("Password:")
        terminal.type("Correct-Horse-9\n\x04")
        assert terminal.exit() == 0
        assert terminal.process.stdout.read().decode().splitlines() == GOOD
        assert b"\x1b" not in terminal.raw and b"Correct" not in terminal.raw


def test_input_that_is_no_terminal_gets_no_sequences():
    with Terminal("--rules", RULES, stdin=subprocess.PIPE) as terminal:
        terminal.process.stdin.write(b"Correct-Horse-9\n")
        terminal.process.stdin.close()
        assert terminal.exit() == 0
        assert b"\x1b" not in terminal.raw and terminal.screen.shown == GOOD


def test_help_says_what_it_does():
    result = run("try", "--help")
    assert result.status == 0
    for word in ("--rules", "--config", "--user", "Nothing is stored", "Ctrl-G", "NO_COLOR"):
        assert word in result.output.decode()
