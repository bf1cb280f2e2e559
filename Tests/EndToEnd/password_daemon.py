"""A daemon that changes the passwords of users who connect to its socket, and a client of it.
pwupdd.c describes the daemon and what is sent."""

import os
import pty
import socket
import subprocess
from pathlib import Path

import terminal

HERE = Path(__file__).parent
FLAGS = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Wshadow", "-Wstrict-prototypes", "-Wconversion", "-Werror"]
# Numbers of libpam.
PROMPTS, MESSAGES = {"1", "2"}, {"3", "4"}
PAM_SILENT, PAM_CHANGE_EXPIRED_AUTHTOK = 0x8000, 0x20
PAM_SUCCESS, PAM_MAXTRIES, PAM_AUTHTOK_ERR, PAM_TRY_AGAIN = "0", "11", "20", "24"
DENIED = "denied"
# An answer to a prompt that is not typed literally.
SUGGESTED = object()


def build(folder):
    program = Path(folder, "pwupdd")
    subprocess.run(["cc", *FLAGS, "-o", program, HERE / "pwupdd.c", "-lpam"], check=True)
    return program


class Daemon:
    """A daemon that listens on this path until it is closed. With has_terminal, its output is a terminal."""

    def __init__(self, program, path, environment=None, has_terminal=False):
        self.path = str(path)
        main, other = pty.openpty() if has_terminal else os.pipe()
        self._process = subprocess.Popen(
            [program, self.path], stdin=subprocess.DEVNULL, stdout=other, stderr=other,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"} if environment is None else environment)
        os.close(other)
        self._output = os.fdopen(main, "rb", buffering=0)
        assert self._output.read(5) == b"ready"

    def close(self):
        self._process.kill()
        self._process.wait()
        self._output.close()
        os.unlink(self.path)


class Change:
    """A change of a password, by the user with this number."""

    def __init__(self, daemon, user, by, flags=0):
        self.user = user
        self.prompts, self.messages = [], []
        self.text, self.status = "", None
        self.password = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # The kernel tells the daemon who connects, by the effective user ID.
        os.seteuid(by)
        try:
            self._socket.connect(daemon.path)
        finally:
            os.seteuid(0)
        self._file = self._socket.makefile("rb")
        self._send(f"{flags} {user}")
        self._receive()

    def _send(self, text):
        self._socket.sendall(text.encode() + b"\0")

    def _receive(self):
        """Reads until there is a prompt, or the end."""
        while self.status is None:
            text = self._next()
            style, _, rest = (text or "").partition(" ")
            if style in MESSAGES:
                self.messages.append(rest)
                self.text += rest + "\n"
            elif style in PROMPTS:
                self.prompts.append(rest)
                self.text += rest
                return
            else:
                assert style in ("", "result", DENIED), text
                self.status = rest if style == "result" else style

    def _next(self):
        text = b""
        while not text.endswith(b"\0"):
            byte = self._file.read(1)
            if not byte:
                return None
            text += byte
        return text[:-1].decode()

    def answer(self, *answers):
        """Answers one prompt with each of these. Returns the change itself."""
        for text in answers:
            assert self.status is None, "there is no prompt to answer after:\n" + self.text
            self.password = terminal.suggested(self.text) if text is SUGGESTED else text
            self.text += "\n"
            self._send(self.password)
            self._receive()
        return self

    def hang_up(self):
        """Waits until the daemon has ended the change, and returns what it has sent after the last answer."""
        self._socket.shutdown(socket.SHUT_WR)
        rest = self._file.read()
        self.close()
        return rest.decode()

    def close(self):
        self._file.close()
        self._socket.close()

    @property
    def suggestions(self):
        return terminal.suggestions(self.text)

    def is_stored(self):
        """Whether the password that was typed last is the user's now."""
        return terminal.is_stored(Path("/etc/shadow").read_text(), self.user, self.password)
