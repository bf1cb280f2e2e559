"""Binaries built with newer releases of glibc and libpam load with the oldest that we support."""

import subprocess
from pathlib import Path

import pytest

from c_header import LIBRARY
from old_systems import needs_beyond

BUILD = Path(LIBRARY).parent
FILES = [Path(LIBRARY), BUILD / "pam_passwordrules.so", BUILD / "pwquality" / "libpwquality.so.1", *BUILD.glob("plugins/**/*.so")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(BUILD)))
def test_loads_with_old_libraries(file):
    assert needs_beyond(file) == []


# Without a function that is not weak, the file would not need libc.
BASE = "int close(int number);\nint base(void);\nint base(void) { return close(0); }\n"
RELOCATED = "static int here;\nint *there = &here;\n"


def uses(name):
    return f'extern int other __asm__("{name}");\nint *use(void);\nint *use(void) {{ return &other; }}\n'


# What a program that is built on Debian 12 or newer may need.
@pytest.mark.parametrize("added, flags, expected", [
    (uses("dlopen") + RELOCATED, [], []),
    (uses("arc4random"), [], ["arc4random"]),
    (uses("pam_modutil_check_user_in_passwd"), ["-lpam"], ["pam_modutil_check_user_in_passwd"]),
    (RELOCATED, ["-Wl,-z,pack-relative-relocs"], ["GLIBC_ABI_DT_RELR"]),
])
def test_newer_symbols_are_seen(tmp_path, added, flags, expected):
    (tmp_path / "library.c").write_text(BASE + added)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "library.so", "library.c", *flags], cwd=tmp_path, check=True)
    assert needs_beyond(tmp_path / "library.so") == expected
