"""A mount namespace of this process's own: nothing outside of it changes, and it ends with the process."""

import ctypes
import os
from pathlib import Path

CLONE_NEWNS = 0x20000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 0x1, 0x2, 0x4, 0x8, 0x20
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
MNT_DETACH = 2

_libc = ctypes.CDLL(None, use_errno=True)


class Unavailable(Exception):
    """A private machine is not possible here; the text says why."""


def enter_namespace() -> None:
    if os.geteuid() != 0:
        raise Unavailable("needs root, to mount a private copy of /etc")
    if _libc.unshare(CLONE_NEWNS) != 0:
        raise Unavailable("no private mount namespace: " + os.strerror(ctypes.get_errno()))
    mount("none", "/", flags=MS_REC | MS_PRIVATE)


def mount(source, target, kind=None, flags=0, options=None) -> None:
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    if _libc.mount(*encoded[:3], ctypes.c_ulong(flags), encoded[3]) != 0:
        raise Unavailable(f"{target} cannot be mounted: " + os.strerror(ctypes.get_errno()))


def unmount(target) -> None:
    """Unmounts a folder, and everything mounted below it, as soon as nobody uses it."""
    _libc.umount2(os.fsencode(target), MNT_DETACH)


def make_dev(dev: Path) -> None:
    """Makes a /dev in this folder, with the terminals of /dev, and with room for a log socket."""
    mount("none", dev, "tmpfs", MS_NOSUID, "mode=755")
    for name in ("null", "zero", "full", "random", "urandom", "tty"):
        (dev / name).touch()
        mount(f"/dev/{name}", dev / name, flags=MS_BIND)
    (dev / "pts").mkdir()
    mount("/dev/pts", dev / "pts", flags=MS_BIND)
    (dev / "shm").mkdir(mode=0o1777)
    links = {"ptmx": "pts/ptmx", "fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}
    for name, target in links.items():
        (dev / name).symlink_to(target)
