"""The oldest glibc and libpam that our binaries load with, and the symbols that a file needs beyond them."""

import re
import subprocess

# Those of RHEL 9 and of Ubuntu 22.04.
OLDEST = {"GLIBC": (2, 34), "LIBPAM": (1, 4, 0)}


def is_too_new(version):
    """Whether a version of symbols, such as LIBPAM_MODUTIL_1.1.9, came later; so did those that have a name
    for a number."""
    library, number = version.partition("_")[0], version.rpartition("_")[2]
    return library in OLDEST and not (
        re.fullmatch(r"[0-9.]+", number) and tuple(map(int, number.split("."))) <= OLDEST[library])


def needs_beyond(file, objdump="objdump"):
    """Symbols of other libraries, and versions without a symbol, such as GLIBC_ABI_DT_RELR."""
    said = subprocess.run([objdump, "-T", "-p", file], capture_output=True, text=True, check=True).stdout
    symbols = re.findall(r"(?m)^.*\*UND\*\s+\w+\s+\(?([A-Z]\w+_[\w.]+)\)?\s+(\S+)$", said)
    versions = re.findall(r"(?m)^ +0x\w+ 0x\w+ \d+ (\S+)$", said)
    # Those of a symbol are among the versions as well.
    assert {version for version, _ in symbols} <= set(versions) != set()
    return sorted({name for version, name in symbols if is_too_new(version)}
                  | {version for version in versions if is_too_new(version)} - {version for version, _ in symbols})
