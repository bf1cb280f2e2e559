"""The real passwd and chpasswd, run by root on a private machine, with a call that fails."""

import ctypes
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from faults import BUILD, DROP_IN, SHORT, STRONG, TESTS, WEAK, Fault

sys.path.insert(0, str(TESTS / "EndToEnd"))

from machine import USER, Machine, Unavailable  # noqa: E402

SHADOW = Path("/etc/shadow")
POLICY = f"rules = minlength: 14\nblocklist = {BUILD}/common.blocklist\nenforce-for-root = yes\n"
WEAK_ONE = WEAK["of the drop-in"]
LEFT_BEHIND = ["nshadow", "npasswd", "shadow.lock", "passwd.lock"]


@pytest.fixture(scope="module")
def real():
    """Moves this process into a mount namespace of its own, in which all later tests run as well."""
    if not os.access(BUILD / "common.blocklist", os.R_OK):
        pytest.skip("no blocklist was built")
    try:
        machine = Machine(str(BUILD))
    except Unavailable as reason:
        pytest.skip(str(reason))
    machine.reset()
    machine.policy(POLICY)
    machine.drop_in("10-words.conf", DROP_IN)
    yield machine
    machine.close()


def is_hash_of(password: str, hashed: str) -> bool:
    library = ctypes.CDLL("libcrypt.so.1")
    library.crypt.restype = ctypes.c_char_p
    return library.crypt(password.encode(), hashed.encode()) == hashed.encode()


def run(program: list[str], text: str, fault: Fault, at: int, report: Path) -> tuple[int, str]:
    report.unlink(missing_ok=True)
    done = subprocess.run(
        program, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        env=fault.environment | {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "LD_PRELOAD": str(BUILD / "tests" / "fault.so"),
            "FAULT_AT": str(at), "FAULT_REPORT": str(report),
        },
    )
    return done.returncode, report.read_text() if report.exists() else ""


PROGRAMS = {
    "chpasswd": (["chpasswd"], lambda password: f"{USER}:{password}\n"),
    "passwd": (["passwd", USER], lambda password: f"{password}\n{password}\n"),
}
# With `all`, calls by the programs, libpam, pam_unix and the account databases fail, too.
FAULTS = [
    Fault("alloc"), Fault("open", errno.EMFILE, all=True), Fault("read", errno.EIO, all=True),
    Fault("read", SHORT), Fault("stat", errno.EIO), Fault("pread", errno.EIO), Fault("readdir", errno.EIO),
    Fault("groups", errno.ENOMEM), Fault("pam_get_item", 4), Fault("pam_get_user", 4),
]
# No fault makes all allocations of all callers fail onwards: libpam's pam_modutil_getpwnam, which pam_unix calls, would
# then try 2^31 times to keep what it found.
LONG = [
    Fault("alloc", all=True), Fault("alloc", onwards=True),
    Fault("open", errno.EMFILE, onwards=True, all=True), Fault("stat", errno.EIO, all=True),
    Fault("close", errno.EIO, all=True), Fault("random", errno.EIO, all=True),
]


@pytest.mark.parametrize("password", [WEAK_ONE, STRONG], ids=["weak", "strong"])
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("fault", [*FAULTS, *[pytest.param(fault, marks=pytest.mark.long) for fault in LONG]], ids=str)
def test_shadow_file_is_unchanged_or_has_strong_password(real, tmp_path, fault, program, password):
    command, text = PROGRAMS[program]
    before = SHADOW.read_text()
    known: dict[str, bool] = {}
    at = 0
    while True:
        at += 1
        status, report = run(command, text(password), fault, at, tmp_path / "report")
        after = SHADOW.read_text()
        old_lines, new_lines = before.splitlines(), after.splitlines()
        if len(new_lines) != len(old_lines):
            # If it lacks memory for what it reads, pam_unix drops a line of the file that it writes.
            assert fault.all and report and "passwordrules" not in report, (report, status)
            assert set(new_lines) <= set(old_lines) or password == STRONG, (report, status)
            SHADOW.write_text(before)
            continue
        changed = [(old, new) for old, new in zip(old_lines, new_lines, strict=True) if old != new]
        assert after.endswith("\n")
        if changed:
            [(old, new)] = changed
            name, hashed = new.split(":")[:2]
            assert name == USER and password == STRONG, (report, status)
            if hashed not in known:
                known[hashed] = is_hash_of(STRONG, hashed)
            assert known[hashed], report
            SHADOW.write_text(before)
        elif password == STRONG and not report:
            raise AssertionError("without a fault the password must have changed")
        # A signal may end the program if other code has no memory or files. Then nothing must have changed.
        if status < 0:
            assert not changed and (fault.onwards or "passwordrules" not in report), (status, report)
        # pam_unix reports success if it cannot open /etc/passwd to find the user.
        if not changed and (password == WEAK_ONE or "passwordrules" in report):
            assert status != 0, report
        if status >= 0:
            assert [name for name in LEFT_BEHIND if (Path("/etc") / name).exists()] == [], report
        if not report:
            break
    if at == 1:
        pytest.skip("the program does not come to such a call")
