"""Usage: with_qemu.py COMMAND...

Runs a command in new namespaces, in which the kernel runs programs for arm64 with QEMU. The namespaces end with the
command, and the machine's own list of interpreters stays as it is. Since 6.7, Linux has such a list for each user
namespace. If this machine allows none, the command runs without it: tests that need programs for arm64 check whether
such programs run, and report it if they do not.
"""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "EndToEnd"))

from private import MS_NODEV, MS_NOEXEC, MS_NOSUID, MS_PRIVATE, MS_REC, Unavailable, mount

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x20000, 0x10000000, 0x20000000
QEMU = "/usr/bin/qemu-aarch64-static"
LIST = "/proc/sys/fs/binfmt_misc"
HINT = "Programs for arm64 run only if this machine runs them"
# The first bytes of an ELF file for arm64, a mask of the bits that count, and flags: F, QEMU is opened now, because other
# roots do not have it; O and P, QEMU gets the opened program and its name; C, setuid programs run with their privileges.
RULE = (r":passwordrules-arm64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
        r":\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff" f":{QEMU}:OCPF")


def enter():
    """Moves into a user namespace with the same users, a mount namespace, and, from the next child on, a
    namespace of processes."""
    if os.geteuid() != 0:
        raise Unavailable("only root can name all users of a namespace")
    entered, named = os.pipe(), os.pipe()
    helper = os.fork()
    if helper == 0:
        # The users of a namespace are mapped from outside of it.
        os.read(entered[0], 1)
        for name in ("uid_map", "gid_map"):
            Path(f"/proc/{os.getppid()}/{name}").write_text("0 0 4294967295")
        os.write(named[1], b"x")
        os._exit(0)
    os.close(named[1])
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID) != 0:
        os.kill(helper, signal.SIGKILL)
        raise Unavailable("no user namespace: " + os.strerror(ctypes.get_errno()))
    os.write(entered[1], b"x")
    if not os.read(named[0], 1):
        sys.exit("the users of the namespace could not be named")
    os.waitpid(helper, 0)


def register():
    mount("none", "/", flags=MS_REC | MS_PRIVATE)
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    mount("none", LIST, "binfmt_misc")
    Path(LIST, "register").write_text(RULE)


def main():
    try:
        enter()
    except Unavailable as reason:
        print(f"{HINT}: {reason}", file=sys.stderr)
        os.execvp(sys.argv[1], sys.argv[1:])
    first = os.fork()
    if first:
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(first, 0)[1]))
    # This is process 1 of the namespace: it reaps orphans, and all others end with it.
    try:
        register()
    except (Unavailable, OSError) as reason:
        print(f"{HINT}: {reason}", file=sys.stderr)
    command = subprocess.Popen(sys.argv[1:])
    ended = None
    while ended != command.pid:
        ended, status = os.wait()
    os._exit(os.waitstatus_to_exitcode(status) & 0xff)


if __name__ == "__main__":
    main()
