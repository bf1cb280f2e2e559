"""passwordrules try: the terminal is given back whatever happens."""

import fcntl
import os
import signal
import struct
import subprocess
import termios
import time

import pytest

from terminal import Terminal
from tool import TOOL

RULES = ["--rules", "required: digit; minlength: 4"]
SECRET = "Zq7xVw9k-Rt4mPb-Lc8sQy"
CTRL_C, CTRL_BACKSLASH, TAB, ENTER = "\x03", "\x1c", "\t", "\r"


def test_terminal_is_taken(start):
    """If the terminal's size is unknown, the tool uses 80 columns and 24 rows."""
    terminal = start(*RULES, rows=0, columns=0)
    assert terminal.screen.shown[-1] == "Enter: next   Tab: show   Ctrl-G: suggest one   Ctrl-C: cancel"
    assert terminal.screen.is_alternate and not terminal.is_restored
    local = terminal.attributes[3]
    assert not local & (termios.ECHO | termios.ICANON) and local & termios.ISIG
    assert terminal.raw.startswith(b"\x1b[?1049h\x1b[?2004h")


# All signals that end a process, including those for its own faults.
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2,
           signal.SIGPIPE, signal.SIGABRT, signal.SIGSEGV, signal.SIGILL, signal.SIGBUS, signal.SIGFPE, signal.SIGTRAP,
           signal.SIGXCPU, signal.SIGSYS, signal.SIGRTMIN]


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: signal.Signals(number).name)
def test_signal_restores_the_terminal_and_kills(start, number):
    terminal = start(*RULES)
    terminal.type(TAB + SECRET)
    terminal.until(SECRET)
    os.kill(terminal.process.pid, number)
    assert terminal.exit() == -number
    assert terminal.is_restored and terminal.screen.shown == [] and terminal.parting == b""
    # The tool clears the screen before it leaves it, because some terminals have no alternate screen.
    assert terminal.raw.endswith(b"\x1b[0m\x1b[H\x1b[999M\x1b[2J\x1b[?2004l\x1b[?25h\x1b[?1049l")


@pytest.mark.parametrize("modes, key, number", [
    ("", CTRL_C, signal.SIGINT), ("", CTRL_BACKSLASH, signal.SIGQUIT),
    # The key has the same effect if the terminal sends no signal for it.
    ("intr undef", CTRL_C, signal.SIGINT)])
def test_key_for_a_signal(modes, key, number):
    with Terminal(command=["/bin/sh", "-c", f"stty {modes}; exec {TOOL} try --rules ''"]) as terminal:
        terminal.until("New password:")
        terminal.type(SECRET + key)
        assert terminal.exit() == -number
        assert not terminal.screen.is_alternate and terminal.attributes[3] == terminal.before[3]


def test_many_signals_at_once(start):
    for _ in range(5):
        terminal = start(*RULES)
        for number in (signal.SIGWINCH, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCONT):
            os.kill(terminal.process.pid, number)
        assert terminal.exit() in (-signal.SIGTERM, -signal.SIGHUP, -signal.SIGINT)
        assert terminal.is_restored


@pytest.mark.parametrize("delay", [0, 0.001, 0.003, 0.005, 0.008, 0.012, 0.02, 0.03])
def test_signal_at_any_time_restores_the_terminal(delay):
    for _ in range(5):
        with Terminal(*RULES) as terminal:
            time.sleep(delay)
            os.kill(terminal.process.pid, signal.SIGTERM)
            assert terminal.exit() == -signal.SIGTERM
            assert terminal.is_restored


def test_ignored_signal_stays_ignored():
    with Terminal(command=["/bin/sh", "-c", f"trap '' HUP INT; exec {TOOL} try --rules ''"]) as terminal:
        terminal.until("New password:")
        os.kill(terminal.process.pid, signal.SIGHUP)
        terminal.type(CTRL_C + "ab")
        terminal.until("New password: **\n")
        os.kill(terminal.process.pid, signal.SIGTERM)
        assert terminal.exit() == -signal.SIGTERM and terminal.is_restored


# ---- Terminals that cannot draw, and redirected streams ----

@pytest.mark.parametrize("kind", ["TERM=dumb", "TERM=", "--unset=TERM"])
def test_dumb_terminal_is_asked_without_echo(kind):
    with Terminal(command=["env", kind, TOOL, "try", *RULES]) as terminal:
        terminal.until("New password:")
        terminal.type("abcdefgh\n")
        terminal.until("needs a digit", "not accepted yet, 50%\nNew password:")
        terminal.type("abcdefg1\n")
        terminal.until("accepted, 100%\nRetype new password:")
        terminal.type("abcdefgh\n")
        terminal.until("not the same as before; nothing is confirmed\nNew password:")
        terminal.type("\x04")
        assert terminal.exit() == 1
        assert b"\x1b" not in terminal.raw and terminal.raw.isascii() and b"abcdefg" not in terminal.raw
        assert terminal.attributes == terminal.before


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_redirected_stream_gets_no_sequences(stream):
    with Terminal(*RULES, **{stream: subprocess.PIPE}) as terminal:
        if stream == "stdin":
            terminal.process.stdin.write(b"Correct-Horse-9\n")
            terminal.process.stdin.close()
        else:
            for prompt in ["New password:", "Retype new password:"]:
                terminal.until(prompt)
                terminal.type("Correct-Horse-9\n")
        assert terminal.exit() == 0
        shown = terminal.screen.text if stream == "stdin" else terminal.process.stdout.read().decode()
        assert "[x] has a digit" in shown and "accepted, 100%" in shown
        assert b"\x1b" not in terminal.raw and b"Correct" not in terminal.raw


def test_mistake_is_reported_before_the_screen_is_taken():
    with Terminal("--rules", "required: uper") as terminal:
        assert terminal.exit() == 2
        assert b"\x1b[?" not in terminal.raw and b'did you mean "upper"?' in terminal.raw


# ---- Size ----

def test_new_size_is_drawn(start):
    terminal = start("--rules", "required: digit; required: upper; required: lower; minlength: 4")
    terminal.type("abc")
    terminal.until("***")
    terminal.size(4, 31)
    terminal.until("… and 3 more, 2 not met")
    assert terminal.screen.shown == [
        "New password: ***", "  ○ 1 more character needed (3", "    of 4)", "  … and 3 more, 2 not met"]
    terminal.size(24, 80)
    terminal.until("Enter: next", "  ○ needs an uppercase letter")


@pytest.mark.parametrize("rows, columns", [(1, 1), (24, 1), (500, 500)])
def test_every_size_works(start, rows, columns):
    with Terminal(*RULES, rows=rows, columns=columns) as terminal:
        # Nothing can be read on such a small screen. Keys are accepted once bracketed paste has been
        # requested.
        while b"\x1b[?2004h" not in terminal.raw:
            terminal.read(1)
        terminal.type("abc9" + TAB + "\x07" + ENTER + "abc9")
        terminal.settle()
        assert terminal.process.poll() is None
        terminal.type(ENTER)
        assert terminal.exit() == 0 and terminal.is_restored


# ---- Terminals that fail, and what is left behind ----

def waiting(descriptor):
    """The number of bytes that have been typed, but not read."""
    return struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))[0]


def test_unread_keys_are_not_commands(start):
    terminal = start(*RULES)
    os.kill(terminal.process.pid, signal.SIGSTOP)
    keys = "echo is-a-command\n"
    terminal.type(keys)
    while waiting(terminal.slave) < len(keys):
        time.sleep(0.01)
    os.kill(terminal.process.pid, signal.SIGTERM)
    os.kill(terminal.process.pid, signal.SIGCONT)
    assert terminal.exit() == -signal.SIGTERM
    os.set_blocking(terminal.slave, False)
    with pytest.raises(BlockingIOError):
        os.read(terminal.slave, 100)


@pytest.mark.parametrize("trap, status", [("", -signal.SIGHUP), ("trap '' HUP; ", 1)])
def test_closed_terminal_ends_it_without_a_signal(trap, status):
    with Terminal(command=["/bin/sh", "-c", f"{trap}exec {TOOL} try --rules ''"]) as terminal:
        terminal.until("New password:")
        os.close(terminal.master)
        assert terminal.process.wait() == status


def test_unwritable_screen_ends_it(start):
    """The keys come from one terminal. The screen is on another, which hangs up."""
    master, slave = os.openpty()
    with Terminal(*RULES, stdout=slave) as terminal:
        os.close(slave)
        drawn = b""
        while b"cancel" not in drawn:
            drawn += os.read(master, 1 << 16)
        os.close(master)
        terminal.type("x")
        assert terminal.exit() == 2
        assert terminal.attributes == terminal.before
        assert "cannot use the terminal" in terminal.screen.text


def test_unread_screen_does_not_block_it(start):
    terminal = start(*RULES)
    for _ in range(200):
        terminal.type("x\x0c")
        time.sleep(0.001)
    os.kill(terminal.process.pid, signal.SIGTERM)
    assert terminal.process.wait() == -signal.SIGTERM
    assert terminal.attributes == terminal.before


def test_cleared_password_is_not_in_memory(start):
    terminal = start(*RULES)
    terminal.type(TAB + SECRET)
    terminal.until(SECRET)
    assert SECRET.encode() in memory(terminal.process.pid)
    terminal.type("\x15")
    terminal.until("New password:", gone=[SECRET])
    assert SECRET.encode() not in memory(terminal.process.pid)


def memory(pid):
    """The contents of all writable memory of the process."""
    data = []
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as file:
        for line in maps:
            range_of_map, rights = line.split()[:2]
            if "w" in rights:
                first, last = (int(each, 16) for each in range_of_map.split("-"))
                file.seek(first)
                data.append(file.read(last - first))
    return b"".join(data)
