"""Logins by real modules of libpam: a program plays the one that asks."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from machine import USER, Machine, write

PROGRAM = Path(__file__).parents[2] / "build" / "tests" / "conversation"

# Debian's stacks, with the lines of our profile after the primary block.
AUTH = """\
auth [success=1 default=ignore] pam_unix.so nullok nodelay
auth requisite pam_deny.so
auth required pam_permit.so
auth optional OURS
"""
ACCOUNT = """\
account [success=1 new_authtok_reqd=done default=ignore] pam_unix.so
account requisite pam_deny.so
account required pam_permit.so
account [new_authtok_reqd=ok default=ignore] OURS
"""


@dataclass
class Login:
    """What happened, in order."""

    statuses: list[str]
    shown: list[str]
    prompts: list[str]
    # The lines of our module.
    log: list[str]

    @property
    def text(self) -> str:
        """The messages as one text, without line breaks."""
        return " ".join(self.shown).replace("\n", " ")


def write_stacks(machine: Machine, service: str, *, auth: str = AUTH, account: str = ACCOUNT, arguments: str = "") -> None:
    """Writes the stacks of a service, whose passwords are changed as in common-password."""
    lines = (auth + account).replace("OURS", f"{machine.module} {arguments}")
    write(f"/etc/pam.d/{service}", lines + "@include common-password\n")


def log_in(
    machine: Machine, *answers: str, service: str = "sshd", steps: str = "asc", user: str = USER, options: tuple = (), command: tuple = (),
) -> Login:
    """Calls libpam as a program does at a login; conversation.c has the steps."""
    report = Path("/dev/shm/report")
    done = subprocess.run(
        [*command, PROGRAM, "--confdir", "/etc/pam.d", "--service", service, "--user", user, "--steps", steps,
         "--report", report, *options, *(f"={answer}" for answer in answers)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
    assert done.returncode == 0, done
    events = json.loads(report.read_text())["events"]
    report.unlink()

    def texts(*types: str) -> list[str]:
        return [event["text"] for event in events if event["type"] in types]

    ours = [text for text in texts("log") if text.startswith("pam_passwordrules(")]
    return Login(texts("result"), texts("info", "error"), texts("prompt"), [line.split("): ", 1)[1] for line in ours])
