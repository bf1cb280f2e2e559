"""passwordrules try under a shell with job control."""

import os
import signal

import pexpect
import pytest

from terminal import ENVIRONMENT
from tool import TOOL

CTRL_C, CTRL_Z, ENTER = "\x03", "\x1a", "\r"


@pytest.fixture
def shell():
    child = pexpect.spawn("/bin/bash", ["--norc", "--noprofile", "-i"], timeout=20, dimensions=(24, 80),
                          env={**ENVIRONMENT, "PS1": "@", "INPUTRC": "/dev/null", "HISTFILE": ""})
    child.expect_exact("@")
    yield child
    child.close(force=True)


def command(shell, line):
    shell.sendline(line)
    shell.expect_exact(line)


MODES = "stty -a | tr ';\\n' '  '; echo end"
ENTERED, LEFT = "\x1b[?1049h", "\x1b[?1049l"


def expect_sane_terminal(shell):
    command(shell, MODES)
    shell.expect("end\r\n")
    modes = shell.before.decode()
    assert " icanon " in modes and " echo " in modes and " icrnl " in modes and " opost " in modes
    shell.expect_exact("@")


def test_stopped_and_continued(shell):
    command(shell, f"{TOOL} try --rules 'minlength: 3'")
    shell.expect_exact(ENTERED)
    shell.expect_exact("leave")
    shell.send("abc")
    shell.expect_exact("***")
    for _ in range(2):
        shell.send(CTRL_Z)
        shell.expect_exact(LEFT)
        shell.expect_exact("Stopped")
        shell.expect_exact("@")
        expect_sane_terminal(shell)
        command(shell, "fg")
        shell.expect_exact(ENTERED)
        shell.expect_exact("***")
    shell.send(ENTER)
    shell.expect_exact("Retype")
    shell.send("abc" + ENTER)
    shell.expect_exact(LEFT)
    shell.expect_exact("accepted\r\n")
    shell.expect_exact("@")
    expect_sane_terminal(shell)


def test_stop_that_makes_no_signal_does_the_same(shell):
    command(shell, f"stty susp undef; {TOOL} try --rules 'minlength: 3'")
    shell.expect_exact("leave")
    shell.send("ab" + CTRL_Z)
    shell.expect_exact(LEFT)
    shell.expect_exact("Stopped")
    shell.expect_exact("@")
    expect_sane_terminal(shell)
    command(shell, "fg")
    shell.expect_exact("**")


def test_stopped_by_what_cannot_be_caught(shell):
    command(shell, f"{TOOL} try --rules 'minlength: 3' & echo pid=$!; fg")
    shell.expect(rb"pid=(\d+)\r\n")
    pid = int(shell.match[1])
    shell.expect_exact(ENTERED)
    shell.send("ab")
    shell.expect_exact("**")
    os.kill(pid, signal.SIGSTOP)
    shell.expect_exact("Stopped")
    shell.expect_exact("@")
    command(shell, "fg")
    shell.expect_exact("**")
    shell.send("c")
    shell.expect_exact("***")
    shell.send(CTRL_C)
    shell.expect_exact(LEFT)
    shell.expect_exact("@")
    expect_sane_terminal(shell)


def test_started_in_the_background(shell):
    command(shell, f"{TOOL} try --rules 'minlength: 3' &")
    shell.expect_exact("@")
    command(shell, "sleep 0.5; jobs")
    shell.expect_exact("Stopped")
    assert ENTERED.encode() not in shell.before
    expect_sane_terminal(shell)
    command(shell, "fg")
    shell.expect_exact(ENTERED)
    shell.expect_exact("leave")
    shell.send(CTRL_C)
    shell.expect_exact(LEFT)
    shell.expect_exact("@")
    expect_sane_terminal(shell)


@pytest.mark.parametrize("stop", ["sleep 0.3", "sleep 0.3; kill -CONT %1; sleep 0.3"])
def test_killed_in_the_background(shell, stop):
    """The terminal's mode is up to the shell by then."""
    command(shell, f"{TOOL} try --rules 'minlength: 3' &")
    shell.expect_exact("@")
    command(shell, f"{stop}; kill %1; wait; echo over")
    shell.expect_exact("over\r\n")
    assert LEFT.encode() not in shell.before
    shell.expect_exact("@")
    expect_sane_terminal(shell)


def test_killed_in_the_background_with_its_screen_taken(shell):
    command(shell, f"{TOOL} try --rules 'minlength: 3' & echo pid=$!; fg")
    shell.expect(rb"pid=(\d+)\r\n")
    pid = int(shell.match[1])
    shell.expect_exact("leave")
    os.kill(pid, signal.SIGSTOP)
    shell.expect_exact("Stopped")
    shell.expect_exact("@")
    command(shell, "kill %1; wait; echo over")
    shell.expect_exact("over\r\n")
    assert LEFT.encode() not in shell.before
    shell.expect_exact("@")
    expect_sane_terminal(shell)


def test_shell_sees_the_signal(shell):
    command(shell, f"for each in 1 2 3; do {TOOL} try --rules ''; done; echo not reached")
    shell.expect_exact("leave")
    shell.send(CTRL_C)
    shell.expect_exact(LEFT)
    # The shell ends its loop, as it does where Ctrl-C ended a command in it.
    shell.expect_exact("@")
    assert b"not reached" not in shell.before and ENTERED.encode() not in shell.before


def test_keys_behind_the_end_are_no_commands(shell):
    command(shell, f"{TOOL} try --rules 'minlength: 3'")
    shell.expect_exact("leave")
    shell.send("abc" + ENTER + "abc" + ENTER + "echo is-a-command" + ENTER)
    shell.expect_exact("accepted\r\n")
    command(shell, "echo over")
    shell.expect_exact("over\r\n")
    assert b"is-a-command" not in shell.before
