"""Logins with a listed password, while one call fails, or that call and all later ones. The user can always log in,
or is asked to change the password."""

import errno
import subprocess

import pytest
from faults import EMPTY, GROUP, NO_FILES, NO_MEMORY, NULL, PAM, PASSWD, ROOT, SHORT, USER, WEAK, Fault, check_sweep

SERVICE = "door"
LISTED = WEAK["of the blocklist"]
ERRORS = ["PAM_SYSTEM_ERR", "PAM_BUF_ERR"]
FAULTS = {
    "alloc": [errno.ENOMEM],
    "open": [errno.EMFILE, errno.EACCES, errno.ENOMEM, errno.EIO, errno.EINTR],
    "stat": [errno.EIO, errno.ENOMEM],
    "read": [errno.EIO, EMPTY, SHORT, errno.EINTR],
    "pread": [errno.EIO, EMPTY, SHORT],
    "close": [errno.EIO],
    "fdopendir": [errno.ENOMEM],
    "readdir": [errno.EIO],
    "user": [errno.EIO, errno.ENOMEM, errno.ENOENT, NO_FILES, NO_MEMORY],
    "group": [errno.EIO, NO_FILES, NO_MEMORY],
    "groups": [errno.ENOMEM],
    "pam_get_item": [*ERRORS, "null"],
    "pam_set_data": ERRORS, "pam_get_data": ERRORS,
    "conversation": [*ERRORS, "null"],
}


@pytest.fixture(scope="module")
def etc(faulty):
    """A copy of /etc, mounted whole: a file that is mounted by itself could not be replaced. alice has a hash there."""
    folder = faulty.directory / "etc"
    subprocess.run(["cp", "-a", "/etc", folder], check=True)
    hashed = subprocess.run(["openssl", "passwd", "-6", LISTED], check=True, capture_output=True, text=True).stdout.strip()
    for name, text, mode in [("passwd", PASSWD, 0o644), ("group", GROUP, 0o644), ("shadow", f"alice:{hashed}:20000:0:99999:7:::\n", 0o640)]:
        (folder / name).write_text(text)
        (folder / name).chmod(mode)
    cover = faulty.cover
    faulty.cover = ("unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc && exec "$@"', folder)
    yield
    faulty.cover = cover


# An interrupted call is done again, until it is not interrupted. Without any files or memory for the rest of a login, libpam
# itself fails.
CASES = [
    (kind, error, onwards) for kind, errors in FAULTS.items() for error in errors for onwards in (False, True)
    if not (onwards and error in (errno.EINTR, NO_FILES, NO_MEMORY))
]


@pytest.mark.parametrize("by", [ROOT, USER])
@pytest.mark.parametrize("kind, error, onwards", CASES)
def test_failing_call_locks_nobody_out(faulty, etc, kind, error, onwards, by):
    fault = Fault(kind, NULL if error == "null" else PAM.get(error, error), onwards)
    first, *rest = runs = faulty.run(faulty.change([LISTED], by, SERVICE, warm=True), fault, CHANGE_LOGIN="1")
    check_sweep(runs, fault)
    assert first.status == ("PAM_NEW_AUTHTOK_REQD" if by == ROOT else "PAM_SUCCESS"), first
    for run in runs:
        assert not run.is_dead, run
        assert run.number("authenticated") == 0 and run.status in {first.status, "PAM_SUCCESS"}, run
        assert run.number("end") == 0 and run.number("live") == 0, run
        assert len(run.log) <= 2 and not any("alice" in line or LISTED in line for line in run.log), run.log
