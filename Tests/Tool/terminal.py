"""A user at a terminal: a pseudo-terminal with the tool on it, and the contents of its screen."""

import copy
import fcntl
import os
import select
import struct
import subprocess
import termios
import time

import pyte

from tool import TOOL

ALTERNATE = 1049
ENVIRONMENT = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}
TIMEOUT = 600
# Bytes that programs never write, and terminals never show.
MARK = bytes(3)


class Screen(pyte.Screen):
    """pyte's screen, with an alternate screen."""

    is_alternate = False

    def set_mode(self, *modes, **options):
        if options.get("private") and ALTERNATE in modes and not self.is_alternate:
            self.is_alternate = True
            self.normal = copy.deepcopy(self.buffer), copy.copy(self.cursor)
            self.erase_in_display(2)
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes, **options):
        if options.get("private") and ALTERNATE in modes and self.is_alternate:
            self.is_alternate = False
            self.buffer, self.cursor = self.normal
        super().reset_mode(*modes, **options)

    @property
    def shown(self):
        lines = [line.rstrip() for line in self.display]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    @property
    def text(self):
        return "\n".join(self.shown)


class Terminal:
    """Starts the tool, or another command, as the leader of a session on a new pseudo-terminal."""

    def __init__(self, *arguments, rows=24, columns=80, environment=None, command=None, **options):
        self.master, self.slave = os.openpty()
        self.size(rows, columns, notify=False)
        self.screen = Screen(columns or 80, rows or 24)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.before = termios.tcgetattr(self.slave)
        streams = {"stdin": self.slave, "stdout": self.slave, "stderr": self.slave, **options}
        self.process = subprocess.Popen(
            command or [TOOL, "try", *arguments], env={**ENVIRONMENT, **(environment or {})}, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0), **streams)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for descriptor in (self.master, self.slave):
            try:
                os.close(descriptor)
            except OSError:
                pass

    def size(self, rows, columns, notify=True):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if notify:
            self.screen.resize(rows or 24, columns or 80)

    def type(self, text):
        os.write(self.master, text if isinstance(text, bytes) else text.encode())

    def read(self, seconds):
        """Reads the output to the terminal; false if there was none for this long."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        data = os.read(self.master, 1 << 16)
        self.raw += data
        self.stream.feed(data)
        return True

    def settle(self, seconds=0.15):
        while self.read(seconds):
            pass
        return self.screen

    def until(self, *texts, gone=()):
        """Waits until the screen shows the texts, and does not show others."""
        end = time.monotonic() + TIMEOUT
        while True:
            shown = self.screen.text
            if all(text in shown for text in texts) and not any(text in shown for text in gone):
                return self.screen
            assert time.monotonic() < end, f"{texts} is not on the screen:\n{shown}"
            self.read(0.05)

    def exit(self):
        """Waits for the end; returns the exit status, negative for a signal."""
        end = time.monotonic() + TIMEOUT
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not end:\n" + self.screen.text
            self.read(0.02)
        # The kernel may deliver the output late. So this writes a mark after it, and waits for the mark.
        os.write(self.slave, MARK)
        while MARK not in self.raw:
            assert time.monotonic() < end, "what it wrote does not arrive:\n" + self.screen.text
            self.read(0.05)
        self.raw = self.raw.replace(MARK, b"", 1)
        return self.process.returncode

    @property
    def attributes(self):
        return termios.tcgetattr(self.slave)

    @property
    def is_restored(self):
        return self.attributes == self.before and not self.screen.is_alternate and not self.screen.cursor.hidden

    @property
    def parting(self):
        """The output after the alternate screen."""
        return self.raw.rpartition(b"\x1b[?1049l")[2]
