"""passwordrules try under a shell with job control."""

import os
import signal

import pexpect
import pytest

from terminal import ENVIRONMENT
from tool import TOOL

CTRL_C, CTRL_Z, ENTER = "\x03", "\x1a", "\r"
ENTERED, LEFT, PROMPT = "\x1b[?1049h", "\x1b[?1049l", "@"
TRY = f"{TOOL} try --rules 'minlength: 3'"


class Shell(pexpect.spawn):
    def __init__(self):
        super().__init__("/bin/bash", ["--norc", "--noprofile", "-i"], timeout=600, dimensions=(24, 80),
                         env={**ENVIRONMENT, "PS1": PROMPT, "INPUTRC": "/dev/null", "HISTFILE": ""})
        self.see(PROMPT)

    def see(self, *texts):
        for text in texts:
            self.expect_exact(text)

    def enter(self, line, *texts):
        self.sendline(line)
        self.see(line, *texts)

    def type(self, keys, *texts):
        self.send(keys)
        self.see(*texts)

    def start_as_job(self):
        """Starts the tool in the background, and then brings it to the foreground. Returns its process ID."""
        self.enter(f"{TRY} & echo pid=$!; fg")
        self.expect(rb"pid=(\d+)\r\n")
        pid = int(self.match[1])
        self.see(ENTERED, "cancel")
        return pid

    def see_sane_terminal(self):
        """Checks the terminal's modes at the next prompt."""
        self.see(PROMPT)
        self.enter("stty -a | tr ';\\n' '  '; echo end")
        self.expect("end\r\n")
        assert all(f" {mode} " in self.before.decode() for mode in ("icanon", "echo", "icrnl", "opost"))
        self.see(PROMPT)


@pytest.fixture
def shell():
    with Shell() as shell:
        yield shell
        shell.close(force=True)


# After the second command, the key sends no signal.
@pytest.mark.parametrize("before", ["", "stty susp undef; "])
def test_stopped_and_continued(shell, before):
    shell.enter(before + TRY, ENTERED, "cancel")
    shell.type("abc", "***")
    for _ in range(2):
        shell.type(CTRL_Z, LEFT, "Stopped")
        shell.see_sane_terminal()
        shell.enter("fg", ENTERED, "***")
    shell.type(ENTER, "Retype")
    shell.type("abc" + ENTER, LEFT, "accepted\r\n")
    shell.see_sane_terminal()


def test_stop_key_is_ignored_if_the_parent_ignores_the_signal(shell):
    """A parent that ignores the signal may not be a shell, and then could not continue the process."""
    shell.enter(f"(trap '' TSTP; stty susp undef; exec {TRY}); stty susp ^Z", ENTERED, "cancel")
    shell.type("ab" + CTRL_Z + "c", "***")
    shell.type(ENTER, "Retype")
    shell.type("abc" + ENTER, LEFT, "accepted\r\n")
    assert b"Stopped" not in shell.before
    shell.see_sane_terminal()


def test_stopped_by_what_cannot_be_caught(shell):
    pid = shell.start_as_job()
    shell.type("ab", "**")
    os.kill(pid, signal.SIGSTOP)
    shell.see("Stopped", PROMPT)
    shell.enter("fg", "**")
    shell.type("c", "***")
    shell.type(CTRL_C, LEFT)
    shell.see_sane_terminal()


def test_started_in_the_background(shell):
    shell.enter(f"{TRY} &", PROMPT)
    shell.enter("until jobs | grep -q Stop; do sleep 0.1; done; jobs", "Stopped")
    assert ENTERED.encode() not in shell.before
    shell.see_sane_terminal()
    shell.enter("fg", ENTERED, "cancel")
    shell.type(CTRL_C, LEFT)
    shell.see_sane_terminal()


@pytest.mark.parametrize("stop", ["sleep 0.3", "sleep 0.3; kill -CONT %1; sleep 0.3", None])
def test_killed_in_the_background(shell, stop):
    """In the background, the tool must not restore the terminal, even if it has taken the screen: the shell has set the
    terminal's modes already."""
    if stop:
        shell.enter(f"{TRY} &", PROMPT)
    else:
        os.kill(shell.start_as_job(), signal.SIGSTOP)
        shell.see("Stopped", PROMPT)
    shell.enter(f"{stop or ':'}; kill %1; wait; echo over", "over\r\n")
    assert LEFT.encode() not in shell.before
    shell.see_sane_terminal()


def test_shell_sees_the_signal(shell):
    shell.enter(f"for each in 1 2 3; do {TRY}; done; echo not reached", "cancel")
    # The shell ends its loop, as it does after any command that Ctrl-C ended.
    shell.type(CTRL_C, LEFT, PROMPT)
    assert b"not reached" not in shell.before and ENTERED.encode() not in shell.before


def test_keys_after_the_end_are_not_commands(shell):
    shell.enter(TRY, "cancel")
    shell.type("abc" + ENTER + "abc" + ENTER + "echo is-a-command" + ENTER, "accepted\r\n")
    shell.enter("echo over", "over\r\n")
    assert b"is-a-command" not in shell.before
