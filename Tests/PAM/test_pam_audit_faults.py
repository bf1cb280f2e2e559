"""What can go wrong with the counts of changes under an audited policy: it is logged, and never fails the
change."""

import errno
import os
import subprocess

import pytest
from counts import HEAD, ROW
from transaction import ACCEPTED, needs_root

pytestmark = needs_root

NOT_ROOTS = "it is not a regular file that only root can write to"
OPEN_TO_OTHERS = "users other than root can write to the directory"
LINKS, NO_FOLDER = "Too many levels of symbolic links", "Not a directory"


# ---- A file, or a folder, that is not used ----

SOCKET = "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"passwordrules/audit\")'"
# Lists all files in the folder and in the targets of links, with the times of their last changes.
LISTING = "find passwordrules other target -printf '%p %y %m %U %s %l %T@\\n' 2> errors | sort"


@pytest.fixture
def run(counts):
    """Runs a script in the parent of the folder."""
    folder = counts.machine.directory
    (folder / "target").write_text(HEAD)
    return lambda script: subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, check=True).stdout


@pytest.mark.parametrize(("script", "cause"), [
    ("yes | head -c 600000 >> passwordrules/audit", "it is too large"),
    *((f"chmod {mode} passwordrules/audit", NOT_ROOTS) for mode in ["620", "602", "666"]),
    ("chown 65534 passwordrules/audit", NOT_ROOTS), ("ln -sf ../target passwordrules/audit", LINKS),
    *((f"rm passwordrules/audit; {make} passwordrules/audit", NOT_ROOTS) for make in ["mkfifo -m 600", "mkdir"]),
    (f"rm passwordrules/audit; {SOCKET}", "No such device or address"),
    *((f"chmod {mode} passwordrules", OPEN_TO_OTHERS) for mode in ["720", "702", "1777"]),
    ("chown 65534 passwordrules", OPEN_TO_OTHERS), ("mv passwordrules other; ln -s other passwordrules", NO_FOLDER),
    ("rm -r passwordrules; ln -s nothing passwordrules", NO_FOLDER), ("rm -r passwordrules; touch passwordrules", NO_FOLDER),
])
def test_unsafe_counts_file_is_not_used(counts, run, script, cause):
    counts.write(HEAD)
    run(script)
    before = run(LISTING)
    assert counts.complaint() == cause
    assert before and run(LISTING) == before


def test_link_at_the_new_file_is_not_followed(counts, run):
    counts.change()
    run("ln -s ../target passwordrules/audit.new")
    counts.change()
    assert run("cat target").decode() == HEAD
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
def test_unwritable_disk_is_logged_and_keeps_counts(counts, spoil, cause):
    kept = counts.machine.directory / "kept"
    kept.write_text(HEAD)
    kept.chmod(0o600)
    assert counts.complaint(command=("unshare", "--mount", "sh", "-c", MOUNTED.format(spoil), "sh")) == cause


def test_file_size_limit_does_not_end_the_change(counts):
    """Normally, a signal ends a process that writes beyond the limit of `ulimit -f`."""
    rows = HEAD + ROW * 366
    counts.write(rows)
    assert counts.complaint(command=("sh", "-c", 'ulimit -f 20 && exec "$@"', "sh")) == "File too large"
    assert counts.path.read_text() == rows


@pytest.mark.parametrize("call", [
    "flock", "openat audit", "openat audit.new", "pread", "pwrite", "fchmod", "unlinkat", "renameat"])
@pytest.mark.parametrize("error", [errno.EIO, errno.EMFILE, errno.ENOLCK, errno.ENOSPC])
def test_failing_call_keeps_file_and_verdict(counts, odd_answers, call, error):
    counts.write(HEAD + ROW)
    assert counts.complaint(command=odd_answers(call, error)) == os.strerror(error)
    assert os.listdir(counts.folder) == ["audit"]
    assert counts.path.read_text() == HEAD + ROW


def test_failure_to_make_the_folder_is_logged(counts, odd_answers):
    assert counts.complaint(command=odd_answers("mkdir", errno.EROFS)) == "Read-only file system"


@pytest.mark.parametrize("call", ["pread", "pwrite"])
def test_short_and_interrupted_calls_are_continued(counts, odd_answers, call):
    counts.write(HEAD + ROW)
    counts.change(ACCEPTED, command=odd_answers(call, 0))
    assert counts.read() == f"{HEAD}pending TODAY TODAY 1 0\n{ROW}"


@pytest.mark.parametrize(("seconds", "day"), [
    *((seconds, None) for seconds in (-1, -(2**62), 2**62, 253402300800)),
    # The day in UTC, whatever TZ the user sets.
    (0, "1970-01-01"), (951782400, "2000-02-29"), (253402300799, "9999-12-31"),
])
def test_failing_clock_is_logged(counts, odd_answers, seconds, day):
    command = (*odd_answers("time", seconds), "env", "TZ=XYZ-14")
    if day is None:
        assert counts.complaint(command=command) == "the clock is wrong"
    else:
        counts.change(ACCEPTED, command=command)
        assert counts.read() == f"{HEAD}pending {day} {day} 1 0\n"
