"""Temporary Debians for tests. Each has a root file system of its own, which is a layer over a common one.

The process moves into a mount namespace of its own, where all of them live in memory. Nothing outside the
namespace changes, and everything ends with the process.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from log_socket import LogSocket
from private import MS_NODEV, MS_NOEXEC, MS_NOSUID, Unavailable, enter_namespace, make_dev, mount, unmount

ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8", "TERM": "dumb", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive",
}


# In a user namespace, the layers are marked by attributes that users may set. The number is the kernel's for
# the initial user namespace.
IN_USER_NAMESPACE = os.stat("/proc/self/ns/user").st_ino != 0xeffffffd


class World:
    """The namespace, and the Debian from which all others are made."""

    def __init__(self, tarball: Path):
        enter_namespace()
        self.directory = Path(tempfile.mkdtemp(prefix="passwordrules-debian-"))
        try:
            self._build(tarball)
        except BaseException:
            self.close()
            raise

    def _build(self, tarball: Path) -> None:
        mount("none", self.directory, "tmpfs", options="mode=755,size=4g")
        # This mounts a private devpts. From here on, /dev/ptmx gives terminals of it.
        mount("none", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620,gid=5")
        self._count = 0
        self._first = self.directory / "first"
        self._first.mkdir()
        if subprocess.run(["tar", "-C", self._first, "--numeric-owner", "-xzf", tarball], check=False).returncode != 0:
            tarball.unlink(missing_ok=True)
            raise Unavailable(f"{tarball} was damaged, and is removed: it is made anew the next time")
        for name in ("proc", "dev"):
            (self._first / name).mkdir(exist_ok=True)
        with self.debian() as probe:
            if probe.run("true", check=False).returncode != 0:
                raise Unavailable("programs cannot be run in another root here")

    def debian(self, *layers: Path) -> "Debian":
        """A new Debian, over these layers, the topmost first."""
        self._count += 1
        folder = self.directory / str(self._count)
        folder.mkdir()
        return Debian(folder, [*layers, self._first])

    def over(self, layers: list[Path], change) -> list[Path]:
        """Changes a new Debian over these layers; returns its layers."""
        debian = self.debian(*layers)
        change(debian)
        debian.close()
        return [debian.upper, *layers]

    def close(self) -> None:
        # The mounts disappear with the namespace.
        unmount(self.directory)
        self.directory.rmdir()


class Debian:
    """A Debian with its own log. Use it with `with`: at the end, its processes are stopped, and all changes are
    discarded."""

    def __init__(self, folder: Path, layers: list[Path]):
        self._folder = folder
        self.upper, self.root = folder / "upper", folder / "root"
        for path in (self.upper, self.root, folder / "work"):
            path.mkdir()
        try:
            mount("overlay", self.root, "overlay", options=f"lowerdir={':'.join(map(str, layers))},upperdir={self.upper},"
                  f"workdir={folder / 'work'}{',userxattr' * IN_USER_NAMESPACE}")
            mount("proc", self.path("/proc"), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
            make_dev(self.path("/dev"))
        except BaseException:
            self.close()
            raise
        self._log = LogSocket(self.path("/dev/log"))

    def __enter__(self) -> "Debian":
        return self

    def __exit__(self, *_) -> None:
        self.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def close(self) -> None:
        """Stops what runs here and unmounts the root; its layer remains."""
        for _ in range(60_000):
            running = self.processes()
            if not running:
                break
            for pid in running:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)
        if hasattr(self, "_log"):
            self._log.close()
        unmount(self.root)

    def processes(self) -> list[int]:
        """The processes whose root this is."""
        found = []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and os.readlink(entry / "root") == str(self.root):
                    found.append(int(entry.name))
        return found

    # ---- Files and programs ----

    def path(self, inside: str) -> Path:
        """The path of a file of this Debian from outside. An absolute link in it would lead out of it."""
        return self.root / inside.lstrip("/")

    def read(self, inside: str) -> str:
        return self.path(inside).read_text()

    def write(self, inside: str, text: str, mode: int = 0o644) -> None:
        path = self.path(inside)
        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def command(self, *arguments, uid: int = 0) -> list[str]:
        """A command that runs this one in here."""
        options = ["--groups=", f"--userspec={uid}:{uid}"] if uid else []
        return ["chroot", *options, str(self.root), *map(str, arguments)]

    def run(self, *arguments, uid: int = 0, text: str = "", check: bool = True) -> subprocess.CompletedProcess:
        """Runs a command to its end; its output and its errors are both in stdout."""
        done = subprocess.run(
            self.command(*arguments, uid=uid), input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=ENVIRONMENT, check=False)
        if check and done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stdout}")
        return done

    def log(self) -> list[str]:
        """All that was sent to the log so far."""
        return self._log.settle()
