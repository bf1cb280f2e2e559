"""What goes wrong with the counts of changes under a policy that is tried out: it is logged, and never fails the change."""

import errno
import os
import stat
import subprocess
from pathlib import Path

import pytest
from compiled import FLAGS
from counts import DAMAGED, HEAD, ROW, UNMET, counts  # noqa: F401
from transaction import ACCEPTED, needs_root

pytestmark = needs_root


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_file_is_left_alone_and_told(counts, text):
    counts.write(text)
    before = counts.path.read_bytes()
    assert counts.complaint() == "it is damaged"
    assert counts.path.read_bytes() == before
    assert os.listdir(counts.folder) == ["audit"]


def test_empty_file_is_a_new_one(counts):
    counts.write("")
    counts.change()
    assert counts.read() == f"{HEAD}pending TODAY TODAY 1 1 {UNMET}\n"


def test_file_that_is_too_long_is_left_alone(counts):
    counts.write(HEAD + ROW * (2**19 // len(ROW) + 1))
    assert counts.complaint() == "it is too long"


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_file_that_others_may_write_is_not_used(counts, mode):
    counts.write(HEAD, mode=mode)
    assert counts.complaint() == "it is no regular file that root alone may write to"
    assert counts.path.read_text() == HEAD


def test_file_of_another_user_is_not_used(counts):
    counts.write(HEAD)
    os.chown(counts.path, 65534, 0)
    assert counts.complaint() == "it is no regular file that root alone may write to"


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o1777])
def test_folder_that_others_may_write_is_not_used(counts, mode):
    counts.folder.mkdir()
    counts.folder.chmod(mode)
    assert counts.complaint() == "others than root may write to the folder"
    assert os.listdir(counts.folder) == []


def test_folder_of_another_user_is_not_used(counts):
    counts.folder.mkdir(mode=0o700)
    os.chown(counts.folder, 65534, 65534)
    assert counts.complaint() == "others than root may write to the folder"


@pytest.mark.parametrize("kind", ["link", "FIFO", "folder", "socket of nothing"])
def test_file_that_is_none_is_not_used(counts, kind):
    counts.folder.mkdir(mode=0o700)
    target = counts.machine.directory / "target"
    target.write_text(HEAD)
    if kind == "link":
        counts.path.symlink_to(target)
    elif kind == "FIFO":
        os.mkfifo(counts.path, 0o600)
    elif kind == "folder":
        counts.path.mkdir()
    else:
        os.mknod(counts.path, stat.S_IFSOCK | 0o600)
    assert counts.complaint() in {
        "Too many levels of symbolic links", "it is no regular file that root alone may write to", "No such device or address",
    }
    assert target.read_text() == HEAD


@pytest.mark.parametrize("kind", ["link", "link to nothing", "file"])
def test_folder_that_is_none_is_not_used(counts, kind):
    target = counts.machine.directory / "target"
    if kind == "file":
        counts.folder.write_text("")
    else:
        counts.folder.symlink_to(target)
    if kind == "link":
        target.mkdir(mode=0o700)
    assert counts.complaint() in {"Too many levels of symbolic links", "Not a directory"}
    assert not target.exists() or os.listdir(target) == []


def test_link_in_the_place_of_the_new_file_is_not_followed(counts):
    counts.change()
    target = counts.machine.directory / "target"
    target.write_text("target")
    (counts.folder / "audit.new").symlink_to(target)
    counts.change()
    assert target.read_text() == "target"
    assert not counts.path.is_symlink()


MOUNTED = (
    "mkdir -m 700 -p passwordrules && mount -t tmpfs -o mode=700,size=8k none passwordrules"
    ' && cp kept passwordrules/audit && {} && exec "$@"'
)


@pytest.mark.parametrize(
    ("spoil", "cause"),
    [
        ("! head -c 9999 /dev/zero 2>/dev/null > passwordrules/full", "No space left on device"),
        ("mount -o remount,ro passwordrules", "Read-only file system"),
        ("mount -o remount,nr_inodes=2 passwordrules", "No space left on device"),
    ],
)
def test_disk_that_cannot_be_written_is_told_and_keeps_what_it_has(counts, spoil, cause):
    kept = counts.machine.directory / "kept"
    kept.write_text(HEAD)
    kept.chmod(0o600)
    look = '; "$@"; status=$?; cmp passwordrules/audit kept && ! test -e passwordrules/audit.new && exit $status'
    script = MOUNTED.format(spoil).removesuffix(' && exec "$@"') + look
    assert counts.complaint(command=("unshare", "--mount", "sh", "-c", script, "sh")) == cause


def test_limit_of_the_user_for_files_does_not_end_the_change(counts):
    """`ulimit -f` ends a process that writes beyond it, by a signal."""
    rows = HEAD + ROW * 300
    counts.write(rows)
    assert counts.complaint(command=("sh", "-c", 'ulimit -f 12 && exec "$@"', "sh")) == "File too large"
    assert counts.path.read_text() == rows


@pytest.fixture(scope="session")
def failing(programs):
    """A command under which a call fails with which the counts are kept."""
    path = programs / "failing_counts.so"
    source = Path(__file__).with_name("failing_counts.c")
    subprocess.run(["cc", *FLAGS, "-fPIC", "-shared", "-o", path, source], check=True)
    return lambda call, error: ("env", f"LD_PRELOAD={path}", f"COUNTS_CALL={call}", f"COUNTS_ERROR={error}")


@pytest.mark.parametrize("call", ["flock", "openat", "openat new", "pread", "pwrite", "fchmod", "unlinkat", "renameat"])
@pytest.mark.parametrize("error", [errno.EIO, errno.EMFILE, errno.ENOLCK, errno.ENOSPC])
def test_call_that_fails_leaves_the_file_and_the_change(counts, failing, call, error):
    counts.write(HEAD + ROW)
    assert counts.complaint(command=failing(call, error)) == os.strerror(error)
    assert os.listdir(counts.folder) == ["audit"]
    assert counts.path.read_text() == HEAD + ROW


def test_folder_that_cannot_be_made_is_told(counts, failing):
    assert counts.complaint(command=failing("mkdir", errno.EROFS)) == "Read-only file system"


@pytest.mark.parametrize("call", ["pread", "pwrite"])
def test_reads_and_writes_that_are_short_or_interrupted_are_continued(counts, failing, call):
    counts.write(HEAD + ROW)
    counts.change(ACCEPTED, command=failing(call, 0))
    assert counts.read() == f"{HEAD}pending TODAY TODAY 1 0\n{ROW}"


@pytest.mark.parametrize("seconds", [-1, -(2**62), 2**62, 253402300800])
def test_time_that_is_none_is_told(counts, failing, seconds):
    assert counts.complaint(command=failing("time", seconds)) == "the clock is wrong"


@pytest.mark.parametrize(("seconds", "day"), [(0, "1970-01-01"), (951782400, "2000-02-29"), (253402300799, "9999-12-31")])
def test_day_is_that_of_utc_whatever_the_user_says(counts, failing, seconds, day):
    counts.change(ACCEPTED, command=(*failing("time", seconds), "env", "TZ=XYZ-14"))
    assert counts.read() == f"{HEAD}pending {day} {day} 1 0\n"
