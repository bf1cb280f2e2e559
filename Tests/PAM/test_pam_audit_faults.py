"""What goes wrong with the counts of changes under a policy that is tried out: it is logged, and never fails the change."""

import errno
import os
import stat

import pytest
from counts import HEAD, ROW
from transaction import ACCEPTED, needs_root

pytestmark = needs_root

NOT_ROOTS = "it is not a regular file that only root can write to"
OPEN_TO_OTHERS = "users other than root can write to the directory"
LINKS, NO_FOLDER = "Too many levels of symbolic links", "Not a directory"


@pytest.fixture
def target(counts):
    """A file that another name leads to."""
    path = counts.machine.directory / "target"
    path.write_text(HEAD)
    return path


# ---- A file, or a folder, that is not used ----


def too_long(counts, target):
    counts.write(HEAD + ROW * (2**19 // len(ROW) + 1))


def file_of(mode=0o600, owner=0):
    def make(counts, target):
        counts.write(HEAD, mode=mode)
        os.chown(counts.path, owner, 0)

    return make


def no_file(make_path):
    def make(counts, target):
        counts.folder.mkdir(mode=0o700)
        make_path(counts.path, target)

    return make


def folder_of(mode=0o700, owner=0):
    def make(counts, target):
        counts.folder.mkdir()
        counts.folder.chmod(mode)
        os.chown(counts.folder, owner, owner)

    return make


def link_to_a_folder(counts, target):
    target.unlink()
    target.mkdir(mode=0o700)
    counts.folder.symlink_to(target)


@pytest.mark.parametrize(("make", "cause"), [
    (too_long, "it is too large"), *((file_of(mode), NOT_ROOTS) for mode in (0o620, 0o602, 0o666)),
    (file_of(owner=65534), NOT_ROOTS),
    (no_file(lambda path, target: path.symlink_to(target)), LINKS), (no_file(lambda path, _: os.mkfifo(path, 0o600)), NOT_ROOTS),
    (no_file(lambda path, _: path.mkdir()), NOT_ROOTS),
    (no_file(lambda path, _: os.mknod(path, stat.S_IFSOCK | 0o600)), "No such device or address"),
    *((folder_of(mode), OPEN_TO_OTHERS) for mode in (0o720, 0o702, 0o1777)), (folder_of(owner=65534), OPEN_TO_OTHERS),
    (link_to_a_folder, NO_FOLDER), (lambda counts, target: counts.folder.symlink_to("nothing"), NO_FOLDER),
    (lambda counts, target: counts.folder.write_text(""), NO_FOLDER),
], ids=range(16))
def test_what_others_may_write_or_is_no_file_is_not_used(counts, target, make, cause):
    make(counts, target)
    before = counts.path.read_text() if counts.path.is_file() else None
    found = os.listdir(counts.folder) if counts.folder.is_dir() else None
    assert counts.complaint() == cause
    assert (counts.path.read_text() if counts.path.is_file() else None) == before
    assert (os.listdir(counts.folder) if counts.folder.is_dir() else None) == found
    assert target.is_dir() or target.read_text() == HEAD


def test_link_in_the_place_of_the_new_file_is_not_followed(counts, target):
    counts.change()
    (counts.folder / "audit.new").symlink_to(target)
    counts.change()
    assert target.read_text() == HEAD
    assert not counts.path.is_symlink()


# ---- A disk, a limit, a call ----

MOUNTED = """\
mkdir -m 700 -p passwordrules && mount -t tmpfs -o mode=700,size=8k none passwordrules && cp kept passwordrules/audit && {};
"$@"; status=$?; cmp passwordrules/audit kept && ! test -e passwordrules/audit.new && exit $status
"""


@pytest.mark.parametrize(("spoil", "cause"), [
    ("! head -c 9999 /dev/zero 2>/dev/null > passwordrules/full", "No space left on device"),
    ("mount -o remount,ro passwordrules", "Read-only file system"),
    ("mount -o remount,nr_inodes=2 passwordrules", "No space left on device"),
])
def test_disk_that_cannot_be_written_is_told_and_keeps_what_it_has(counts, spoil, cause):
    kept = counts.machine.directory / "kept"
    kept.write_text(HEAD)
    kept.chmod(0o600)
    assert counts.complaint(command=("unshare", "--mount", "sh", "-c", MOUNTED.format(spoil), "sh")) == cause


def test_limit_of_the_user_for_files_does_not_end_the_change(counts):
    """`ulimit -f` ends a process that writes beyond it, by a signal."""
    rows = HEAD + ROW * 300
    counts.write(rows)
    assert counts.complaint(command=("sh", "-c", 'ulimit -f 12 && exec "$@"', "sh")) == "File too large"
    assert counts.path.read_text() == rows


@pytest.fixture
def failing(compiled):
    """A command under which a call fails with which the counts are kept."""
    path = compiled("failing_counts.so")
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


@pytest.mark.parametrize(("seconds", "day"), [
    *((seconds, None) for seconds in (-1, -(2**62), 2**62, 253402300800)),
    # That of UTC, whatever the user says.
    (0, "1970-01-01"), (951782400, "2000-02-29"), (253402300799, "9999-12-31"),
])
def test_time_that_is_none_is_told(counts, failing, seconds, day):
    command = (*failing("time", seconds), "env", "TZ=XYZ-14")
    if day is None:
        assert counts.complaint(command=command) == "the clock is wrong"
    else:
        counts.change(ACCEPTED, command=command)
        assert counts.read() == f"{HEAD}pending {day} {day} 1 0\n"
