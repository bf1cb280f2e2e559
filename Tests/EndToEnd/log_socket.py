"""A private log: a socket instead of /dev/log, and the messages sent to it."""

import os
import re
import socket
import threading

# The message that `settle` sends.
SETTLE = "passwordrules: everything before this has arrived"


class LogSocket:
    def __init__(self, path):
        self.lines = []
        self._path = str(path)
        self._settled = threading.Semaphore(0)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self._path)
        os.chmod(self._path, 0o666)
        threading.Thread(target=self._collect, daemon=True).start()

    def _collect(self):
        while True:
            try:
                line = self._socket.recv(65536).decode("utf-8", "replace").rstrip("\0\n")
            except OSError:
                # The socket was closed during the wait. Its number may already be another file's.
                return
            if not line:
                return
            if line == SETTLE:
                self._settled.release()
                continue
            # <priority>, the date, then the program and its message.
            self.lines.append(re.sub(r"^<\d+>\w{3} [ \d]\d \d\d:\d\d:\d\d ", "", line))

    def settle(self):
        """Waits until everything that was sent so far has arrived. Returns the lines."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(SETTLE.encode(), self._path)
        if not self._settled.acquire(timeout=600):
            raise AssertionError("the log is not read any more")
        return list(self.lines)

    def close(self):
        # The shutdown wakes the thread, which would wait forever if the socket were only closed.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
