"""A Debian to start from, as a tarball in build/debian: of the suite that `make test-debian SUITE=` names.

Only making it, and building packages in it, use the network. It is kept for a week, so that later runs start
at once.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from zlib import crc32

from locale_names import LOCALES
from private import Unavailable

# The suite that is tested if no other is named, and that differences.md was written on.
DEFAULT_SUITE = "bookworm"
SUITE = os.environ.get("PASSWORDRULES_SUITE") or DEFAULT_SUITE
# Another architecture than the machine's, whose programs the kernel gives to QEMU;
# Tests/Proof/Arm64/with_qemu.py sees to that.
ARCHITECTURE = os.environ.get("PASSWORDRULES_ARCHITECTURE", "")
DEFAULT_MIRROR = "http://deb.debian.org/debian"
KEPT_FOR = 7 * 24 * 3600
# The time limit for a download, in seconds.
LONGEST_DOWNLOAD = 3600

# Packages that are installed in addition to those of every Debian. The package with the Python module needs python3.
INCLUDED = ["openssh-server", "openssh-client", "python3", "locales"]
# With QEMU, INCLUDED is left out, because installing it takes minutes. /sys is not mounted, because a user namespace may not
# mount the network's part of it.
EMULATED = [f"--architectures={ARCHITECTURE}", "--skip=chroot/mount/sys"]

# Downloaded, but not installed, each with its dependencies, in /packages/NAME of the new Debian: the other
# modules, a scanner with the profiles of standards, programs at which people authenticate, and sssd's module.
OTHERS = {"pwquality": "libpam-pwquality cracklib-runtime", "passwdqc": "libpam-passwdqc",
          "scanner": "openscap-scanner ssg-debderived", "logins": "cron sudo vlock", "sss": "libpam-sss"}
FETCH = """\
set -e
export APT_CONFIG="$MMDEBSTRAP_APT_CONFIG"
archives="$1/var/cache/apt/archives"
""" + "".join(f"""\
rm -f "$archives"/*.deb
apt-get -qq install -y --no-install-recommends --download-only {packages}
mkdir -p "$1/packages/{name}"
mv "$archives"/*.deb "$1/packages/{name}/"
""" for name, packages in OTHERS.items()) + "".join(f"""\
chroot "$1" localedef -i {locale.split(".")[0]} -f UTF-8 {locale}
""" for locale in LOCALES.values())


def tarball(directory: Path, name: str = "", packages=()) -> Path:
    """The tarball in this directory, made if it is not there or too old.

    name, packages  the name and the packages of a tarball that differs from the usual one
    """
    if os.geteuid() != 0:
        raise Unavailable("needs root, to make a Debian to install the packages in")
    # Other packages make another tarball.
    number = f"{crc32(' '.join(packages).encode()):08x}" if packages else ""
    path = directory / ("-".join(part for part in (SUITE, ARCHITECTURE, name, number) if part) + ".tar.gz")
    if path.exists() and is_current(path):
        return path
    for program in ("mmdebstrap", "apt-get"):
        if shutil.which(program) is None:
            raise Unavailable(f"needs {program}, to make a Debian to install the packages in")
    directory.mkdir(parents=True, exist_ok=True)
    # The tarball gets its final name only when it is complete.
    with tempfile.TemporaryDirectory(dir=directory) as folder:
        unfinished = Path(folder) / "debian.tar"
        if packages:
            make(unfinished, [f"--include={','.join(packages)}"])
        elif ARCHITECTURE:
            make(unfinished, EMULATED)
        else:
            script = Path(folder) / "fetch.sh"
            script.write_text(FETCH)
            make(unfinished, [f"--include={','.join(INCLUDED)}", f"--customize-hook=sh '{script}' \"$1\""])
        subprocess.run(["gzip", "-1", unfinished], check=True)
        os.replace(f"{unfinished}.gz", path)
    return path


def make(target: Path, options: list[str]) -> None:
    source = mirror()
    # Its mounts are private, and it cleans up if it takes too long.
    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "timeout", "--kill-after=30", str(LONGEST_DOWNLOAD),
         "mmdebstrap", "--mode=root", "--variant=minbase", *apt_options(), "--skip=output/dev", *options,
         SUITE, target, f"deb {source} {SUITE} main"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if line.startswith(("E:", "Err:"))]
        raise Unavailable(f"Debian could not be downloaded from {source}: " + "".join(errors[:1] or ["it took too long"]))


def is_current(path: Path) -> bool:
    """Whether the tarball is neither too old nor made by another version of this file."""
    made = path.stat().st_mtime
    return made > time.time() - KEPT_FOR and made > Path(__file__).stat().st_mtime


def mirror() -> str:
    """The mirror that this machine's apt takes Debian from."""
    done = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"],
        capture_output=True, text=True, check=False)
    # The archive of security updates, and those of other projects, do not hold the suite.
    found = [uri for uri in done.stdout.split() if re.fullmatch(r"https?://.*/debian/?", uri)]
    return found[0].rstrip("/") if found else DEFAULT_MIRROR


def apt_options() -> list[str]:
    """This machine's settings of apt for proxies and for wrong clocks."""
    done = subprocess.run(["apt-config", "dump", "--format", '%F "%v";%n'], capture_output=True, text=True, check=False)
    wanted = r'Acquire::(?:https?::\S+|Check-Valid-Until|Check-Date|Retries) ".+";'
    return [f"--aptopt={line}" for line in done.stdout.splitlines() if re.fullmatch(wanted, line)]
