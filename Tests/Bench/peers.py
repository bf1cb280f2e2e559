"""The peers' PAM modules, programs and dictionary.

Their libraries are the machine's own. What would enter the machine's PAM stack if it were installed is downloaded into
build/peers and unpacked there, by dpkg -x, which runs no script of the package. libpam is led to service files of ours.
"""

import os
import pwd
import re
from pathlib import Path

from place import LIBRARY, MODULE, OUT, PEERS, output
from results import OURS, PASSWDQC, PLAIN

# apt's own user may be unable to write here; it only warns, but of nothing that matters.
UNPACK = """rm -f "$0"_*.deb && apt-get -qq -o "APT::Sandbox::User=$1" download "$0" &&
dpkg -x "$0"_*.deb "$0.part" && mv "$0.part" "$0" """
PACKAGES = ["libpwquality1", "libcrack2", "libpasswdqc1", "libpam-modules", "libc6"]


def unpacked(package):
    """The directory with a Debian package's files, downloaded if it is not there."""
    PEERS.mkdir(parents=True, exist_ok=True)
    if not (PEERS / package).exists():
        output("sh", "-c", UNPACK, package, pwd.getpwuid(os.getuid()).pw_name, cwd=PEERS)
    return PEERS / package


def pam_modules():
    """The modules by subject."""
    return {OURS: MODULE, **{name: next(unpacked(f"libpam-{name}").rglob(f"pam_{name}.so")) for name in (PLAIN, PASSWDQC)}}


def cracklib_dictionary():
    """A cracklib dictionary of the word list that Debian ships, as a path without extension."""
    dictionary, package = PEERS / "dictionary", unpacked("cracklib-runtime")
    if not dictionary.with_suffix(".pwd").exists():
        words, tools = package / "usr/share/dict/cracklib-small", package / "usr/sbin"
        output("sh", "-c", f'"{tools}/cracklib-format" "{words}" | "{tools}/cracklib-packer" "{dictionary}"')
    return dictionary


def filter_program():
    """passwdqc's program that builds filters."""
    return unpacked("passwdqc") / "usr/bin/pwqfilter"


def shared_libraries():
    """Where the loader finds the libraries that the programs were linked with: {"libpam": path}."""
    listing = output("ldd", OUT / "callbench") + output("ldd", OUT / "pambench")
    found = {name: Path(path) for name, path in re.findall(r"(\w+)\.so\S* => (/\S+)", listing)}
    return {**found, "libpasswordrules": LIBRARY}


def package_versions():
    """Versions of the peers and of libpam."""
    return dict(line.split() for line in output("dpkg-query", "-W", "-f", "${Package} ${Version}\n", *PACKAGES).splitlines())
