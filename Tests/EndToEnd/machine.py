"""A private machine: the real passwd, chpasswd and newusers on a copy of /etc that only this process sees.

The process moves into a mount namespace of its own, where a copy of /etc is mounted over /etc, and a /dev with
our log socket over /dev. The copy has a user alice. Nothing outside the namespace changes, and it ends with the process.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import terminal
from log_socket import LogSocket
from private import MS_BIND, MS_REC, Unavailable, enter_namespace, make_dev, mount, unmount
from terminal import CANCEL

USER = "alice"
USER_ID = 59901
OLD_PASSWORD = "Old-Passw0rd-of-Alice"
POLICY = "/etc/security/passwordrules.conf"
FOLDER = POLICY + ".d"
COUNTS = "/var/lib/passwordrules"

# This answer to a prompt stands for the suggested password. (CANCEL is not typed literally either.)
SUGGESTED = object()


class Machine:
    def __init__(self, build):
        self.module = os.path.join(build, "pam_passwordrules.so")
        self.tool = os.path.join(build, "passwordrules")
        # More arguments for pam_unix. Without "nodelay", a failed change takes two seconds longer.
        self.unix_arguments = ""
        enter_namespace()
        self._work = tempfile.mkdtemp(prefix="passwordrules-")
        # All of /etc is mounted, because programs replace shadow by renaming, which is not possible with a mounted file.
        subprocess.run(["cp", "-a", "/etc", self._work], check=True)
        mount(os.path.join(self._work, "etc"), "/etc", flags=MS_BIND)
        # The machine keeps its own counts, which the module writes below /var/lib.
        mount("none", "/var/lib", "tmpfs", options="mode=755")
        dev = Path(self._work, "dev")
        dev.mkdir()
        make_dev(dev)
        mount(dev, "/dev", flags=MS_BIND | MS_REC)
        self._log = LogSocket("/dev/log")
        self.log = self._log.lines
        self._make_user()
        self.stack()

    # ---- Setting up ----

    def _make_user(self):
        self.hashed = terminal.crypt(OLD_PASSWORD, "$6$passwordrules$")
        append("/etc/passwd", f"{USER}:x:{USER_ID}:{USER_ID}:Alice Liddell:/:/bin/sh\n")
        append("/etc/group", f"{USER}:x:{USER_ID}:\n")
        shutil.copy("/etc/group", os.path.join(self._work, "group"))
        append("/etc/shadow", f"{USER}:{self.hashed}:20000:0:99999:7:::\n")

    def close(self):
        # The mounts disappear with the namespace, when the process ends; their contents can be removed now.
        self._log.close()
        for folder in ("/dev", Path(self._work, "dev"), "/etc", "/var/lib"):
            unmount(folder)
        shutil.rmtree(self._work, ignore_errors=True)

    # ---- The administrator ----

    def stack(self, arguments=""):
        """The stack that pam-auth-update would write, with our module at its head."""
        lines = [
            f"password requisite {self.module} {arguments}",
            f"password [success=1 default=ignore] pam_unix.so obscure use_authtok try_first_pass yescrypt {self.unix_arguments}",
            "password requisite pam_deny.so",
            "password required pam_permit.so",
        ]
        write("/etc/pam.d/common-password", "\n".join(lines) + "\n")
        for service in ("passwd", "chpasswd", "newusers"):
            write(f"/etc/pam.d/{service}", "@include common-password\n")

    def policy(self, text):
        write(POLICY, text)
        os.chmod(POLICY, 0o644)

    def drop_in(self, name, text):
        """Writes a drop-in file of the policy. Returns its path."""
        os.makedirs(FOLDER, mode=0o755, exist_ok=True)
        path = os.path.join(FOLDER, name)
        write(path, text)
        os.chmod(path, 0o644)
        return path

    def group(self, name):
        """Adds a group that alice is in."""
        append("/etc/group", f"{name}:x:59990:{USER}\n")

    def reset(self):
        """Gives alice her old password and her only group again, and empties the log."""
        shutil.rmtree(FOLDER, ignore_errors=True)
        shutil.rmtree(COUNTS, ignore_errors=True)
        shutil.copy(os.path.join(self._work, "group"), "/etc/group")
        self.age(20000, 0, 99999)
        self.log.clear()

    def age(self, last_change, minimum, maximum):
        """Gives alice her old password, changed on this day, with a minimum and maximum age in days."""
        with open("/etc/shadow") as file:
            lines = [line for line in file if not line.startswith(USER + ":")]
        write("/etc/shadow", "".join([*lines, f"{USER}:{self.hashed}:{last_change}:{minimum}:{maximum}:7:::\n"]))

    # ---- The users ----

    def passwd(self, *answers, by_root=False, output=None, limit=None, at_prompt=lambda prompt: None, before=lambda: None):
        """alice runs passwd at a terminal, or root runs passwd alice; its standard output may go to a file.

        limit: an option of prlimit(1), which is set before the program begins. at_prompt is called with each
        prompt before it is answered; before is called in alice's process before it becomes passwd.
        """
        arguments = ["passwd", USER] if by_root else ["passwd"]
        if limit is not None:
            arguments = ["prlimit", limit, *arguments]
        if output is not None:
            arguments = ["sh", "-c", f'exec "$@" >> {output}', "sh", *arguments]
        answers, given = list(answers), [None]

        def answer(shown, everything):
            assert answers, "no answer left for the last prompt of:\n" + everything
            at_prompt(shown)
            typed = answers.pop(0)
            typed = terminal.suggested(everything) if typed is SUGGESTED else typed
            given.extend([typed] if typed is not CANCEL else [])
            return typed

        turns, rest, status = terminal.converse(
            arguments, "(?:Current|New|Retype new) password: ", answer, preexec_fn=None if by_root else lambda: become_user(before),
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "TERM": "dumb"})
        self._log.settle()
        return Result(terminal.transcript(turns, rest), status, given[-1])

    def chpasswd(self, password):
        return self._feed(["chpasswd"], f"{USER}:{password}\n", password)

    def newusers(self, name, password):
        return self._feed(["newusers"], f"{name}:{password}:59910:59910::/:/bin/sh\n", password)

    def newusers_alice(self, password):
        """Runs newusers for alice, who exists already."""
        return self._feed(["newusers"], f"{USER}:{password}:{USER_ID}:{USER_ID}::/:/bin/sh\n", password)

    def passwd_from_pipe(self, password):
        return self._feed(["passwd", USER], f"{password}\n{password}\n", password)

    def passwd_without_terminal(self, *answers, before=lambda: None):
        """alice runs passwd, whose input is a pipe with these lines."""
        text = "".join(f"{answer}\n" for answer in answers)
        return self._feed(["passwd"], text, answers[-1], preexec_fn=lambda: become_user(before))

    def _feed(self, arguments, text, password, **options):
        done = subprocess.run(arguments, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        self._log.settle()
        return Result(done.stdout.decode("utf-8", "replace"), done.returncode, password)


class Result:
    """The output of a program, its exit status, and the last password that was typed."""

    def __init__(self, text, status, password):
        self.text, self.status, self.password = text, status, password

    def changed(self, user=USER):
        """Whether the user's stored hash is that of the password that was typed last."""
        return terminal.is_stored(Path("/etc/shadow").read_text(), user, self.password)


def become_user(before=lambda: None):
    os.setgroups([])
    os.setresgid(USER_ID, USER_ID, USER_ID)
    os.setresuid(USER_ID, USER_ID, USER_ID)
    before()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def append(path, text):
    with open(path, "a") as file:
        file.write(text)
