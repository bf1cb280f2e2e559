"""A private machine: the real passwd, chpasswd and newusers on a copy of /etc that only this process sees.

The process moves into a mount namespace of its own, where a copy of /etc lies over /etc, and a /dev with a log socket of
ours over /dev. In that copy lives the user alice. Nothing outside the namespace changes, and it goes with the process.
"""

import ctypes
import os
import re
import shutil
import subprocess
import tempfile

import pexpect

from log_socket import LogSocket

USER = "alice"
USER_ID = 59901
OLD_PASSWORD = "Old-Passw0rd-of-Alice"
POLICY = "/etc/security/passwordrules.conf"
FOLDER = POLICY + ".d"
COUNTS = "/var/lib/passwordrules"

# Answers to a prompt that are not typed as they stand.
SUGGESTED = object()
CANCEL = object()

CLONE_NEWNS = 0x20000
MS_REC, MS_PRIVATE, MS_BIND = 0x4000, 0x40000, 0x1000


class Unavailable(Exception):
    """No private machine can be had here; the text says why."""


class Machine:
    def __init__(self, build):
        self.module = os.path.join(build, "pam_passwordrules.so")
        self.tool = os.path.join(build, "passwordrules")
        # More arguments for pam_unix: "nodelay", so that a change that fails does not take two seconds longer.
        self.unix_arguments = ""
        self._move_into_namespace()
        self._work = tempfile.mkdtemp(prefix="passwordrules-")
        self._cover_etc()
        self._cover_state()
        self._cover_dev()
        self._log = LogSocket("/dev/log")
        self.log = self._log.lines
        self._make_user()
        self._make_loadable(build)
        self.stack()

    # ---- Setting up ----

    @staticmethod
    def _move_into_namespace():
        if os.geteuid() != 0:
            raise Unavailable("needs root, to mount a private copy of /etc")
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(CLONE_NEWNS) != 0:
            raise Unavailable("no private mount namespace: " + os.strerror(ctypes.get_errno()))
        if libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) != 0:
            raise Unavailable("mounts cannot be made private: " + os.strerror(ctypes.get_errno()))

    def _cover_etc(self):
        copy = os.path.join(self._work, "etc")
        run("cp", "-a", "/etc", copy)
        # The whole directory: shadow is replaced by renaming, which a mounted file would not survive.
        run("mount", "--bind", copy, "/etc")
        # ldconfig keeps a cache outside /etc; it shall not keep ours.
        if os.path.isdir("/var/cache/ldconfig"):
            run("mount", "-t", "tmpfs", "none", "/var/cache/ldconfig")

    @staticmethod
    def _cover_state():
        """The machine keeps its own counts, which the module writes below /var/lib."""
        run("mount", "-t", "tmpfs", "-o", "mode=755", "none", "/var/lib")

    def _cover_dev(self):
        dev = os.path.join(self._work, "dev")
        os.mkdir(dev)
        run("mount", "-t", "tmpfs", "-o", "mode=755", "none", dev)
        for name in ("null", "zero", "full", "random", "urandom", "tty"):
            open(os.path.join(dev, name), "w").close()
            run("mount", "--bind", "/dev/" + name, os.path.join(dev, name))
        for name in ("pts", "shm"):
            if os.path.isdir("/dev/" + name):
                os.mkdir(os.path.join(dev, name))
                run("mount", "--rbind", "/dev/" + name, os.path.join(dev, name))
        os.symlink("pts/ptmx", os.path.join(dev, "ptmx"))
        os.symlink("/proc/self/fd", os.path.join(dev, "fd"))
        run("mount", "--rbind", dev, "/dev")

    def _make_user(self):
        self._hashed = crypt(OLD_PASSWORD, "$6$passwordrules$")
        append("/etc/passwd", f"{USER}:x:{USER_ID}:{USER_ID}:Alice Liddell:/:/bin/sh\n")
        append("/etc/group", f"{USER}:x:{USER_ID}:\n")
        shutil.copy("/etc/group", os.path.join(self._work, "group"))
        append("/etc/shadow", f"{USER}:{self._hashed}:20000:0:99999:7:::\n")

    @staticmethod
    def _make_loadable(build):
        # passwd is setuid and ignores LD_LIBRARY_PATH; the loader's cache is in /etc, here a private one.
        append("/etc/ld.so.conf.d/00-passwordrules.conf", build + "\n")
        run("ldconfig")

    def close(self):
        # The mounts disappear with the namespace, when the process ends; their contents can be removed now.
        self._log.close()
        run("umount", "--lazy", "--recursive", "/dev")
        run("umount", "--lazy", "/etc")
        run("umount", "--lazy", "/var/lib")
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
        """A file beside the policy; its path."""
        os.makedirs(FOLDER, mode=0o755, exist_ok=True)
        path = os.path.join(FOLDER, name)
        write(path, text)
        os.chmod(path, 0o644)
        return path

    def group(self, name):
        """A group that alice is in."""
        append("/etc/group", f"{name}:x:59990:{USER}\n")

    def reset(self):
        """Gives alice her old password and her only group again, and empties the log."""
        shutil.rmtree(FOLDER, ignore_errors=True)
        shutil.rmtree(COUNTS, ignore_errors=True)
        shutil.copy(os.path.join(self._work, "group"), "/etc/group")
        self.age(20000, 0, 99999)
        self.log.clear()

    def age(self, last_change, minimum, maximum):
        """Gives alice her old password, of this day, which she must and may keep for so many days."""
        with open("/etc/shadow") as file:
            lines = [line for line in file if not line.startswith(USER + ":")]
        write("/etc/shadow", "".join([*lines, f"{USER}:{self._hashed}:{last_change}:{minimum}:{maximum}:7:::\n"]))

    # ---- The users ----

    def passwd(self, *answers, by_root=False, output=None, limit=None, at_prompt=lambda prompt: None):
        """alice runs passwd at a terminal, or root runs passwd alice; its standard output may go to a file.

        limit: an option of prlimit(1), which is set before the program begins. at_prompt is called with each prompt before it is
        answered.
        """
        arguments = ["passwd", USER] if by_root else ["passwd"]
        if limit is not None:
            arguments = ["prlimit", limit, *arguments]
        if output is not None:
            arguments = ["sh", "-c", f'exec "$@" >> {output}', "sh", *arguments]
        child = pexpect.spawn(
            arguments[0], arguments[1:], timeout=30, encoding="utf-8", codec_errors="replace",
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "TERM": "dumb"},
            preexec_fn=None if by_root else become_user)
        # Longer waits than needed between an answer and the next prompt would only slow the tests.
        child.delaybeforesend = 0.02
        text, answers, given = "", list(answers), None
        while True:
            which = child.expect([r"(?:Current|New|Retype new) password: ", pexpect.EOF])
            text += child.before + (child.after if which == 0 else "")
            if which == 1:
                break
            if not answers:
                child.terminate(force=True)
                raise AssertionError("no answer left for the last prompt of:\n" + text)
            at_prompt(child.after)
            answer = answers.pop(0)
            if answer is CANCEL:
                text += "‹Control-D›"
                child.sendeof()
                continue
            given = suggestion(text) if answer is SUGGESTED else answer
            text += f"‹{given}›"
            child.sendline(given)
        child.close()
        self._log.settle()
        return Result(text.replace("\r\n", "\n"), child.exitstatus, given)

    def chpasswd(self, password):
        return self._feed(["chpasswd"], f"{USER}:{password}\n", password)

    def newusers(self, name, password):
        return self._feed(["newusers"], f"{name}:{password}:59910:59910::/:/bin/sh\n", password)

    def passwd_from_pipe(self, password):
        return self._feed(["passwd", USER], f"{password}\n{password}\n", password)

    def _feed(self, arguments, text, password):
        done = subprocess.run(arguments, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=30)
        self._log.settle()
        return Result(done.stdout.decode("utf-8", "replace"), done.returncode, password)


class Result:
    """The output of a program, its exit status, and the last password that was typed."""

    def __init__(self, text, status, password):
        self.text, self.status, self.password = text, status, password

    def changed(self, user=USER):
        """Whether the password that was typed last is the user's now, by the stored hash."""
        with open("/etc/shadow") as file:
            for line in file:
                name, hashed = line.split(":")[:2]
                if name == user:
                    return crypt(self.password, hashed) == hashed
        return False


def suggestion(text):
    found = re.findall(r"Suggestion \(you can type this\): (\S+)", text)
    if not found:
        raise AssertionError("nothing was suggested in:\n" + text)
    return found[-1]


def crypt(password, setting):
    # perl-base is on every Debian; Python's own crypt module is gone in newer versions.
    script = "binmode STDOUT; print crypt($ARGV[0], $ARGV[1])"
    return subprocess.run(["perl", "-e", script, password, setting], capture_output=True, text=True, check=True).stdout


def become_user():
    os.setgroups([])
    os.setresgid(USER_ID, USER_ID, USER_ID)
    os.setresuid(USER_ID, USER_ID, USER_ID)


def run(*command):
    subprocess.run(command, check=True)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def append(path, text):
    with open(path, "a") as file:
        file.write(text)
