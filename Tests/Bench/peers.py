"""The peers' PAM modules, programs and dictionary.

Their libraries are the machine's own. What would enter the machine's PAM stack if it were installed is downloaded into
build/peers and unpacked there, by dpkg -x, which runs no script of the package. libpam is led to service files of ours.
"""

import hashlib
import os
import pwd
import re
import subprocess
from pathlib import Path

from place import OUT, PEERS, output, say
from results import OURS, PASSWDQC, PLAIN

# Where packages with PAM modules have their profiles, pam-auth-update its state, and libpam what comes of it.
PAM_STACK = ["/etc/pam.d", "/etc/pam.conf", "/usr/share/pam-configs", "/var/lib/pam"]
STACK_BEFORE = OUT / "pam-stack.before"


def unpacked(package):
    """The directory with a Debian package's files, downloaded if it is not there; None if it cannot be had."""
    directory = PEERS / package
    if not directory.exists():
        PEERS.mkdir(parents=True, exist_ok=True)
        for old in PEERS.glob(f"{package}_*.deb"):
            old.unlink()
        commands = [
            # apt's own user may be unable to write here; it only warns, but of nothing that matters.
            ["apt-get", "-qq", "-o", f"APT::Sandbox::User={pwd.getpwuid(os.getuid()).pw_name}", "download", package],
            ["sh", "-c", f'dpkg -x {package}_*.deb "{package}.part" && mv "{package}.part" "{package}"'],
        ]
        for command in commands:
            try:
                subprocess.run(command, cwd=PEERS, check=True, capture_output=True, text=True)
            except (OSError, subprocess.CalledProcessError) as error:
                reason = (getattr(error, "stderr", None) or str(error)).strip()
                say(f"bench: package {package} cannot be downloaded and unpacked:\n{reason}")
                return None
    return directory


def peer_module(name):
    """The path of a peer's PAM module; None if it cannot be had."""
    directory = unpacked(f"libpam-{name}")
    found = sorted(directory.rglob(f"pam_{name}.so")) if directory else []
    return found[0] if found else None


def pam_modules(ours):
    """The modules by subject, those of the peers that can be had."""
    modules = {OURS: ours, PLAIN: peer_module(PLAIN), PASSWDQC: peer_module(PASSWDQC)}
    return {subject: module for subject, module in modules.items() if module}


def cracklib_dictionary():
    """A cracklib dictionary of the word list that Debian ships, as a path without extension; None without one."""
    dictionary = PEERS / "dictionary"
    package = unpacked("cracklib-runtime")
    if package and not dictionary.with_suffix(".pwd").exists():
        words = package / "usr/share/dict/cracklib-small"
        tools = package / "usr/sbin"
        output("sh", "-c", f'"{tools}/cracklib-format" "{words}" | "{tools}/cracklib-packer" "{dictionary}"')
    return dictionary if package else None


def filter_program():
    """passwdqc's program that builds filters; None if it cannot be had."""
    package = unpacked("passwdqc")
    return package and package / "usr/bin/pwqfilter"


def shared_libraries(*programs):
    """Where the loader finds the libraries that the programs were linked with: {"libpam": path}."""
    listing = "".join(output("ldd", program) for program in programs)
    return {name: Path(path) for name, path in re.findall(r"(\w+)\.so\S* => (/\S+)", listing)}


def permit_module(libpam):
    """The machine's pam_permit, which is in the folder of libpam; None if it is elsewhere."""
    path = libpam.resolve().parent / "security/pam_permit.so"
    return path if path.exists() else None


def package_versions():
    """Versions of the peers and of libpam, installed or downloaded; empty without dpkg."""
    patterns = ["libpwquality1*", "libcrack2*", "libpasswdqc[0-9]*", "libpam0g", "libpam-modules", "libc6"]
    try:
        listing = subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package} ${Version}\n", *patterns],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
        ).stdout
    except OSError:
        listing = ""
    versions = dict(re.findall(r"^installed (\S+) (\S+)$", listing, re.MULTILINE))
    versions.update(file.stem.split("_")[:2] for file in PEERS.glob("*.deb"))
    return {name: version.replace("%3a", ":") for name, version in sorted(versions.items())}


# ---- The machine's own PAM stack ----


def digests(places):
    """The files at those places, each with a digest."""
    files = []
    for place in map(Path, places):
        files += [place] if place.is_file() else place.rglob("*")
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(files) if file.is_file()}


def changed(before, after):
    """Which files are new, gone or different."""
    return sorted(file for file in before.keys() | after.keys() if before.get(file) != after.get(file))


def stack_before():
    """What `make bench` noted before it installed anything; else what is there now. A note serves one run."""
    try:
        lines = STACK_BEFORE.read_text(encoding="utf-8").splitlines()
        STACK_BEFORE.unlink()
    except FileNotFoundError:
        return digests(PAM_STACK)
    return {file: digest for digest, file in (line.split("  ", 1) for line in lines)}
