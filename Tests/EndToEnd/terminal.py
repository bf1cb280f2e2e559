"""A program at a terminal: what is typed, and what is shown."""

import re
import subprocess
import time

import pexpect

# An answer that is not a password: Control-D.
CANCEL = object()


class Terminal(pexpect.spawn):
    """A terminal that its program may hang up and open again, as util-linux's login does. In between, it cannot be read."""

    def isalive(self):
        # At an end of file, pexpect waits for the program, which may only have hung up.
        self.flag_eof = False
        return super().isalive()

    def read_nonblocking(self, size=1, timeout=-1):
        deadline = time.monotonic() + self.timeout
        while True:
            try:
                return super().read_nonblocking(size, timeout)
            except pexpect.EOF:
                self.flag_eof = False
                if not self.isalive() or time.monotonic() > deadline:
                    self.flag_eof = True
                    raise
                time.sleep(0.01)


def converse(command, prompt, answer, timeout=600, **options):
    """Runs a program whose prompts match this expression. Returns the turns, each a pair of the text shown
    and the answer typed, then the text shown after the last turn, and the exit status. `answer` is called with the text shown
    since the last answer, and with all text shown so far."""
    program, *arguments = map(str, command)
    child = Terminal(
        program, arguments, timeout=timeout, encoding="utf-8", codec_errors="replace", **options)
    # The default waits of pexpect would only slow the tests.
    child.delaybeforesend, child.delayafterclose, child.delayafterterminate = 0.02, 0.02, 0.02
    turns, everything = [], ""
    try:
        while child.expect([prompt, pexpect.EOF]) == 0:
            shown = tidy(child.before + child.after)
            everything += shown
            typed = answer(shown, everything)
            if typed is CANCEL:
                child.sendeof()
                typed = "Control-D"
            else:
                child.sendline(typed)
            turns.append((shown, typed))
            assert len(turns) < 20, "there are too many prompts:\n" + everything
        rest = tidy(child.before)
    except pexpect.TIMEOUT:
        raise AssertionError("neither a prompt nor the end follows:\n" + everything + child.before) from None
    finally:
        child.close(force=True)
    return turns, rest, child.exitstatus


def tidy(shown):
    """The output, without the line feed that ended the answer before it, and without ssh's own messages."""
    shown = shown.replace("\r", "").removeprefix("\n")
    shown = re.sub(r"(?m)^Warning: Permanently added .*\n", "", shown)
    return re.sub(r"(?m)^\(\S+@127\.0\.0\.1\) ", "", shown)


def transcript(turns, rest):
    return "".join(f"{shown}‹{typed}›\n" for shown, typed in turns) + rest


def suggestions(text):
    return re.findall(r"(?m)^(?:You could use|Next time you could use):\n  (\S+)$", text)


def suggested(shown):
    """The password that was suggested last."""
    assert suggestions(shown), "nothing was suggested in:\n" + shown
    return suggestions(shown)[-1]


def crypt(password, setting):
    # perl-base is on every Debian; Python's own crypt module is gone in newer versions.
    script = "binmode STDOUT; print crypt($ARGV[0], $ARGV[1])"
    return subprocess.run(["perl", "-e", script, "--", password, setting], capture_output=True, text=True, check=True).stdout


def is_stored(shadow, user, password):
    """Whether the hash of this user in this text is the password's."""
    for line in shadow.splitlines():
        name, hashed = line.split(":")[:2]
        if name == user:
            return hashed.startswith("$") and crypt(password, hashed) == hashed
    return False
