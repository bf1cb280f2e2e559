"""A real sshd on loopback, and the real client."""

import contextlib
import socket
import subprocess
import time

from debian import ENVIRONMENT, Debian

# How people are asked for their password: by PAM itself, or once by ssh, so that an expired one is left to
# passwd.
KEYBOARD_INTERACTIVE = "keyboard-interactive"
PASSWORD = "password"

CONFIGURATION = """\
Port {port}
ListenAddress 127.0.0.1
UsePAM yes
KbdInteractiveAuthentication {interactive}
PasswordAuthentication {password}
PermitRootLogin yes
PidFile none
PrintMotd no
Subsystem sftp /usr/lib/openssh/sftp-server
"""
CLIENT = [
    "ssh", "-tt", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
    "-o", "NumberOfPasswordPrompts=1",
]


@contextlib.contextmanager
def running(debian: Debian, method: str):
    """Runs sshd, which asks for passwords only by this method; returns its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    debian.write("/etc/ssh/test_config", CONFIGURATION.format(
        port=port, interactive="yes" if method == KEYBOARD_INTERACTIVE else "no",
        password="yes" if method == PASSWORD else "no"))
    debian.path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    # sshd is killed when this process ends.
    server = subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", *debian.command("/usr/sbin/sshd", "-D", "-f", "/etc/ssh/test_config")],
        env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(server, port)
        yield port
    finally:
        server.kill()
        server.wait()


def wait_for(server: subprocess.Popen, port: int) -> None:
    for _ in range(30_000):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert server.poll() is None, f"sshd ended with {server.returncode}"
        time.sleep(0.02)
    raise AssertionError("sshd does not answer")

