"""The library that programs load as libpwquality.so.1: its origin, and that it exists at every moment."""

import re
import shutil
import signal
import subprocess
import threading
from pathlib import Path

from debian import ENVIRONMENT, Debian

PACKAGE, TOOLS = "libpwquality1-passwordrules", "libpwquality-tools-passwordrules"
DEBIANS = "libpwquality1"
OURS = "libpwquality.so.1.900.passwordrules"

# Loads the library as programs do, again and again, each time in a new process.
LOADER = """\
import ctypes, os, signal
is_ended = False
def end(*_):
    global is_ended
    is_ended = True
signal.signal(signal.SIGTERM, end)
count = 0
while not is_ended:
    count += 1
    child = os.fork()
    if child == 0:
        try:
            ctypes.CDLL("libpwquality.so.1").pwquality_check
        except Exception as error:
            print(error, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
print(count)
"""


def folder(debian: Debian) -> Path:
    [path] = debian.path("/usr/lib").glob("*-linux-gnu/libpwquality.so.1.0.*")
    return path.parent


def is_ours(debian: Debian) -> bool:
    """Whether it is our library that a program gets, as the loader says."""
    script = "import ctypes; ctypes.CDLL('libpwquality.so.1'); print(open('/proc/self/maps').read())"
    shown = debian.run("python3", "-c", script).stdout
    assert "libpwquality.so.1" in shown
    # Debian's library does not depend on libpasswordrules.
    return "/libpasswordrules.so.1\n" in shown


class Watch:
    """Use it with `with`; at the end it fails if a program would ever have found no library."""

    def __init__(self, debian: Debian):
        self._debian = debian
        self._path = folder(debian) / "libpwquality.so.1"
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.looked, self.missed = 0, 0

    def _look(self) -> None:
        while not self._stop.is_set():
            try:
                with self._path.open("rb") as file:
                    is_library = file.read(4) == b"\x7fELF"
            except FileNotFoundError:
                is_library = False
            self.missed += not is_library
            self.looked += 1

    def __enter__(self) -> "Watch":
        self._thread.start()
        self._loader = subprocess.Popen(self._debian.command("python3", "-c", LOADER), stdout=subprocess.PIPE, text=True,
                                        env=ENVIRONMENT)
        return self

    def __exit__(self, kind, *_) -> None:
        self._stop.set()
        self._thread.join()
        self._loader.send_signal(signal.SIGTERM)
        shown = self._loader.communicate()[0].splitlines()
        if kind is None:
            [*failures, loaded] = shown
            assert self.looked > 1000 and int(loaded) > 3, (self.looked, loaded)
            assert (self.missed, failures) == (0, []), (self.missed, failures)


def rebuild(debian: Debian, name: str, directory: Path, version: str, change=None) -> Path:
    """A package of Debian's with another version, made of its files as they are installed."""
    tree = directory / name
    listed = debian.run("dpkg", "--listfiles", name).stdout.splitlines()
    for path in (debian.path(line) for line in listed):
        target = tree / str(path.relative_to(debian.root))
        # In packages, /lib is a folder; here it is a link.
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target, follow_symlinks=False)
    control = tree / "DEBIAN"
    control.mkdir()
    status = debian.run("dpkg-query", "--status", name).stdout
    status = re.sub(r"(?m)^(Status|Conffiles|Installed-Size):.*\n( .*\n)*", "", status)
    (control / "control").write_text(re.sub(r"(?m)^Version: .*$", f"Version: {version}", status))
    info = debian.path("/var/lib/dpkg/info")
    for part in ("preinst", "postinst", "prerm", "postrm", "triggers", "md5sums", "conffiles", "shlibs", "symbols"):
        for path in [*info.glob(f"{name}.{part}"), *info.glob(f"{name}:*.{part}")]:
            shutil.copy2(path, control / part)
    if change is not None:
        change(tree)
    target = directory / f"{name}_{version.replace(':', '')}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, target], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return target
