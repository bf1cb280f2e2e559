"""The programs that use libpwquality, unmodified: the answer of each to passwords."""

import contextlib
import json
import re
import subprocess
import time
from typing import NamedTuple

import terminal
from debian import ENVIRONMENT, Debian
from oracle import Verdict
from private import mount

WEAK, GOOD, OTHER = "quergelb", "kizzek-4ohjur-qiThor", "mibdur-7xotyn-Vaqcef"
# The library's message for WEAK under the policy of the tests.
RULES_OF = "The password does not meet the rules: at least "
REASONS = f"{RULES_OF}12 characters. It needs a digit."

# Uses PWQSettings as an application does. The input has one password per line.
PYTHON = """\
import json, pwquality, sys
settings = pwquality.PWQSettings()
settings.read_config()
for line in sys.stdin.read().splitlines():
    try:
        print(json.dumps([settings.check(line, None, {user!r}), ""]))
    except pwquality.PWQError as error:
        print(json.dumps(list(error.args)))
"""


class Score(NamedTuple):
    """What a program was told: a score, or a negative number and the reasons."""

    number: int
    text: str

    @property
    def verdict(self) -> Verdict:
        return Verdict(self.number >= 0, self.text)


def python_scores(debian: Debian, given, user: str | None = "alice", uid: int = 0) -> list[Score]:
    done = debian.run("python3", "-c", PYTHON.format(user=user), text="".join(f"{line}\n" for line in given), uid=uid)
    found = [Score(*json.loads(line)) for line in done.stdout.splitlines()]
    assert len(found) == len(given)
    return found


def pwscore(debian: Debian, password: str, *user: str, uid: int = 0) -> Score:
    done = subprocess.run(debian.command("pwscore", *user, uid=uid), input=f"{password}\n", capture_output=True, text=True,
                          env=ENVIRONMENT, check=False)
    if done.returncode == 0:
        assert done.stderr == ""
        return Score(int(done.stdout), "")
    found = re.fullmatch(r"Password quality check failed:\n (.*)\n", done.stderr)
    assert (done.returncode, done.stdout) == (1, "") and found, done
    return Score(-1, found[1])


def pwmake(debian: Debian, bits: int, uid: int = 0) -> str:
    return debian.run("pwmake", bits, uid=uid).stdout.removesuffix("\n")


def is_cut_at_an_outcome(text: str, whole: str) -> bool:
    """Whether a text is all of the reasons, or as many as go into the 255 bytes that these programs have room
    for."""
    return text == whole or len(whole.encode()) > 255 and text.endswith(" ...") and whole.startswith(
        text.removesuffix(" ...").removesuffix("."))


# ---- systemd's, in Debian 13; Debian 12's is built without libpwquality ----


def firstboot(debian: Debian, *passwords: str) -> tuple[str, str]:
    """systemd-firstboot sets root's password in a root of its own: what was shown, and the hash."""
    debian.path("/srv/new/etc").mkdir(parents=True, exist_ok=True)
    debian.path("/srv/new/etc/shadow").unlink(missing_ok=True)
    debian.path("/srv/new/usr").mkdir(exist_ok=True)
    left = list(passwords)

    def answer(prompt, _):
        if prompt.endswith("--"):
            return ""
        return left.pop(0) if left else ""

    turns, rest, _ = terminal.converse(
        debian.command("systemd-firstboot", "--root=/srv/new", "--prompt-root-password"),
        r"-- Press any key to proceed --|new root password[^\n:]*: ", answer, env=ENVIRONMENT)
    path = debian.path("/srv/new/etc/shadow")
    return terminal.transcript(turns, rest), path.read_text() if path.exists() else ""


@contextlib.contextmanager
def homed(debian: Debian):
    """systemd-homed on a bus of its own, with folders for homes."""
    # systemd-homed requires /run to be a mount, as on real machines.
    mount("none", debian.path("/run"), "tmpfs", options="mode=755")
    for folder in ("/run/dbus", "/run/systemd/system", "/var/lib/systemd/home", "/var/cache/systemd/home"):
        debian.path(folder).mkdir(parents=True, exist_ok=True)
    debian.run("systemd-machine-id-setup")
    debian.run("dbus-daemon", "--system", "--fork")
    with debian.path("/var/log/homed").open("w") as log:
        process = subprocess.Popen(debian.command("/usr/lib/systemd/systemd-homed"), stdout=log, stderr=log, env=ENVIRONMENT)
    try:
        for _ in range(12_000):
            if debian.run("homectl", "list", check=False).returncode == 0:
                break
            time.sleep(0.05)
        yield
    finally:
        process.kill()
        process.wait()


def homectl(debian: Debian, new: str, *arguments: str, old: str = "") -> str:
    """Sets a password with homectl; returns its message, or "" on success."""
    said = ""
    with subprocess.Popen(
            debian.command("homectl", *arguments), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, env=ENVIRONMENT | {"NEWPASSWORD": new, "PASSWORD": old}) as process:
        for line in process.stderr:
            said += line
            # homectl would now ask for another password.
            if "Password too weak" in line:
                process.kill()
        assert (process.wait() == 0) == (said == ""), said
    return said
