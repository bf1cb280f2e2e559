"""The oldest glibc and libpam that our binaries load with, and the symbols that a file needs beyond them."""

import re
import subprocess

# glibc of RHEL 9, and libpam of Ubuntu 22.04.
OLDEST = {"GLIBC": (2, 34), "LIBPAM": (1, 4, 0)}


def is_too_new(version):
    """Whether a symbol version, such as LIBPAM_MODUTIL_1.1.9, is newer than the oldest library. A version that has a name
    instead of a number counts as newer."""
    library, number = version.partition("_")[0], version.rpartition("_")[2]
    return library in OLDEST and not (
        re.fullmatch(r"[0-9.]+", number) and tuple(map(int, number.split("."))) <= OLDEST[library])


def needs_beyond(file, objdump="objdump"):
    """The symbols of a file that the oldest libraries lack, and such versions without a symbol, like GLIBC_ABI_DT_RELR."""
    said = subprocess.run([objdump, "-T", "-p", file], capture_output=True, text=True, check=True).stdout
    symbols = re.findall(r"(?m)^.*\*UND\*\s+\w+\s+\(?([A-Z]\w+_[\w.]+)\)?\s+(\S+)$", said)
    versions = re.findall(r"(?m)^ +0x\w+ 0x\w+ \d+ (\S+)$", said)
    # Every symbol's version is in the list of versions.
    assert {version for version, _ in symbols} <= set(versions) != set()
    return sorted({name for version, name in symbols if is_too_new(version)}
                  | {version for version in versions if is_too_new(version)} - {version for version, _ in symbols})
