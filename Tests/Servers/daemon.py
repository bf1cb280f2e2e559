"""A process of a server, in a Debian of ours."""

import signal
import subprocess
import time

from debian import ENVIRONMENT, Debian

OUTPUT = "/var/log/daemons.log"


class Daemon:
    """Runs from the start. Use it with `with`, which ends it properly."""

    def __init__(self, debian: Debian, *command, environment=None):
        self.debian = debian
        with open(debian.path(OUTPUT), "ab") as output:
            self._process = subprocess.Popen(debian.command(*command), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                             env={**ENVIRONMENT, **(environment or {})})

    def answers(self) -> bool:
        """Whether a client gets an answer; each server's class implements this."""
        raise NotImplementedError

    def wait_for_start(self, seconds: float = 600) -> bool:
        """Waits until it answers; false if it has ended instead."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.is_alive:
                return False
            if self.answers():
                return True
            time.sleep(0.05)
        raise AssertionError("the server does not answer:\n" + self.output())

    def output(self) -> str:
        """The output of all servers in this Debian so far, earlier ones included."""
        return self.debian.path(OUTPUT).read_text(errors="backslashreplace")

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def is_running(self) -> bool:
        return self.is_alive and self.answers()

    def stop(self) -> int:
        """Ends it properly; returns its exit status."""
        if self.is_alive:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.stop()
