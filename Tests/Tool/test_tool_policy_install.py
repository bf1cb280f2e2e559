"""passwordrules policy --install: its question, and what remains if it is killed, if system calls fail, or if several
run at once."""

import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import pexpect
import pytest

from tool import TOOL

OLD, NEW = b"rules = minlength: 15\n", b"rules = minlength: 20\n"
COMMAND = [TOOL, "policy", "--config", "policy.conf", "--install", "new.conf"]


@pytest.fixture
def folder(tmp_path):
    """A folder with a policy, and a new policy to install."""
    (tmp_path / "policy.conf").write_bytes(OLD)
    (tmp_path / "new.conf").write_bytes(NEW)
    return tmp_path


def install(folder, *prefix, **options):
    return subprocess.run([*prefix, *COMMAND, "--yes"], cwd=folder, capture_output=True, **options)


def is_as_before(folder):
    return sorted(os.listdir(folder)) == ["new.conf", "policy.conf"] and (folder / "policy.conf").read_bytes() == OLD


def is_installed(folder):
    return (sorted(os.listdir(folder)) == ["new.conf", "policy.conf", "policy.conf.old"]
            and (folder / "policy.conf").read_bytes() == NEW and (folder / "policy.conf.old").read_bytes() == OLD)


# ---- Asked ----

@pytest.mark.parametrize("answer, status", [("y\r", 0), ("YES\r", 0), ("\r", 1), ("n\r", 1), ("yeah\r", 1), ("\x04", 1)])
def test_answer_at_a_terminal_counts(folder, answer, status):
    child = pexpect.spawn(COMMAND[0], COMMAND[1:], cwd=str(folder), timeout=600, env={"TERM": "dumb"})
    child.expect(r"stricter +everybody +minlength: 15 -> 20\r\nInstall new.conf as policy.conf\? \[y/N\] ")
    assert is_as_before(folder)
    child.send(answer)
    child.expect("installed new.conf as policy.conf; the previous file is policy.conf.old" if status == 0
                 else "nothing was installed")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == status
    assert (is_installed if status == 0 else is_as_before)(folder)


def test_unseen_file_is_not_replaced(folder):
    """Someone else changes the policy while the tool waits for the answer."""
    child = pexpect.spawn(COMMAND[0], COMMAND[1:], cwd=str(folder), timeout=600, env={"TERM": "dumb"})
    child.expect(r"\[y/N\] ")
    (folder / "policy.conf").write_bytes(b"rules = minlength: 30\n")
    child.send("y\r")
    child.expect("policy.conf has changed in the meantime, so nothing was installed")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 2
    assert (folder / "policy.conf").read_bytes() == b"rules = minlength: 30\n"
    assert sorted(os.listdir(folder)) == ["new.conf", "policy.conf"]


def test_file_is_read_once(folder):
    """The tool installs the text that it checked and showed, even if the file changes afterwards."""
    child = pexpect.spawn(COMMAND[0], COMMAND[1:], cwd=str(folder), timeout=600, env={"TERM": "dumb"})
    child.expect(r"\[y/N\] ")
    (folder / "new.conf").write_bytes(b"enforce = no\n")
    child.send("y\r")
    child.expect(pexpect.EOF)
    assert (folder / "policy.conf").read_bytes() == NEW


# ---- Killed, or refused by the system ----

# The system calls that replace the file, and the maximum number of times that each is made.
CALLS = {"flock": 1, "fchmod": 1, "pwrite64": 1, "fsync": 3, "linkat": 2, "renameat": 2, "unlinkat": 1, "unlink": 1}
TIMES = [(call, time) for call, count in CALLS.items() for time in range(1, count + 1)]


@pytest.fixture
def injecting():
    """The beginning of a command that makes a system call fail or do something else."""
    if not shutil.which("strace") or subprocess.run(["strace", "-o/dev/null", "true"], capture_output=True).returncode != 0:
        pytest.skip("this needs strace")
    return lambda call, what, time: ["strace", "-f", "-o/dev/null", f"-einject={call}:{what}:when={time}"]


@pytest.mark.parametrize("call, time", TIMES)
def test_killed_at_any_moment(folder, injecting, call, time):
    done = install(folder, *injecting(call, "signal=KILL", time))
    policy = (folder / "policy.conf").read_bytes()
    assert policy in (OLD, NEW)
    if policy == NEW:
        assert (folder / "policy.conf.old").read_bytes() == OLD
    # Leftover files must not prevent the next installation, nor be read as a policy.
    if done.returncode != 0:
        (folder / "policy.conf").write_bytes(OLD)
        assert install(folder).returncode == 0
        assert (folder / "policy.conf").read_bytes() == NEW
        assert not [name for name in os.listdir(folder) if name.endswith(".conf") and name not in ("new.conf", "policy.conf")]


@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
@pytest.mark.parametrize("call, time", [each for each in TIMES if each[0] not in ("unlinkat", "unlink")])
def test_refused_by_the_system(folder, injecting, call, time, error):
    done = install(folder, *injecting(call, f"error={error}", time))
    policy = (folder / "policy.conf").read_bytes()
    assert policy in (OLD, NEW)
    if policy == OLD:
        assert done.returncode == 2 and b"policy.conf" in done.stderr
        assert set(os.listdir(folder)) <= {"new.conf", "policy.conf", "policy.conf.old", *[".policy.conf.lock"] * (call == "flock")}
    else:
        assert done.returncode == 0 or b"could not be flushed to disk" in done.stderr
        assert is_installed(folder)


@pytest.mark.parametrize("error", ["EIO", "ENOSPC", "EDQUOT", "EINVAL"])
@pytest.mark.parametrize("removes", [False, True], ids=["install", "remove"])
def test_failed_sync_of_folder_is_reported(folder, injecting, removes, error):
    (folder / "policy.conf.d").mkdir()
    (folder / "policy.conf.d" / "50.conf").write_bytes(NEW)
    # Installing syncs two files first. Removing syncs only the folder.
    command = [*COMMAND[:-2], "--remove", "50.conf"] if removes else COMMAND
    done = subprocess.run([*injecting("fsync", f"error={error}", 1 if removes else 3), *command, "--yes"], cwd=folder,
                          capture_output=True)
    # EINVAL means that the file system cannot sync folders.
    is_failure = error != "EINVAL"
    assert done.returncode == (2 if is_failure else 0)
    assert (b"was written, but could not be flushed to disk" in done.stderr) == is_failure
    assert os.listdir(folder / "policy.conf.d") == (["50.conf.old"] if removes else ["50.conf"])
    assert (folder / "policy.conf").read_bytes() == (OLD if removes else NEW)


SMALL_DISK = """
mount -t tmpfs -o size=16k none "$1" || exit 99
cp "$2"/*.conf "$1" && cd "$1" && cat /dev/zero > full 2> /dev/null
{limit}
"$3" policy --config policy.conf --install new.conf --yes
status=$?
rm full 2> /dev/null; ls -A; cat policy.conf; exit $status
"""


@pytest.mark.parametrize("limit", [":", "rm full; mount -o remount,ro none \"$1\""], ids=["full", "read-only"])
def test_unwritable_disk(folder, tmp_path_factory, limit):
    disk = tmp_path_factory.mktemp("disk")
    done = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", SMALL_DISK.format(limit=limit), "sh", disk, folder,
                           TOOL], capture_output=True)
    if done.returncode == 99 or b"unshare" in done.stderr:
        pytest.skip("this needs namespaces")
    assert done.returncode == 2
    assert b"policy.conf: cannot be written: " + (b"No space" if limit == ":" else b"Read-only") in done.stderr
    assert done.stdout.endswith(b"new.conf\npolicy.conf\n" + OLD)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")
def test_without_permission(folder):
    folder.chmod(0o755)
    # The sources may be in a folder that other users may not enter.
    with tempfile.TemporaryDirectory() as public:
        os.chmod(public, 0o755)
        tool = shutil.copy(TOOL, public)
        done = subprocess.run([tool, *COMMAND[1:], "--yes"], cwd=folder, capture_output=True, user=65534, env={})
    assert done.returncode == 2 and b"Permission denied" in done.stderr and is_as_before(folder)


# ---- Several at once ----

def wait_until_locked(pid):
    """Waits until the process waits for another's lock, which a line with an arrow in /proc/locks shows."""
    while not re.search(rf"(?m)^\d+: -> FLOCK .* {pid} ", pathlib.Path("/proc/locks").read_text()):
        time.sleep(0.01)


def test_one_waits_for_the_other(folder):
    with open(folder / ".policy.conf.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = subprocess.Popen([*COMMAND, "--yes"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_locked(process.pid)
        (folder / "policy.conf").write_bytes(b"rules = minlength: 30\n")
        os.unlink(lock.name)
    _, errors = process.communicate()
    assert process.returncode == 2 and b"has changed in the meantime" in errors
    assert sorted(os.listdir(folder)) == ["new.conf", "policy.conf"]


def test_concurrent_installs_do_not_mix(folder):
    texts = {f"rules = minlength: {number}\n".encode() for number in range(20, 32)}
    processes = []
    for text in texts:
        process = subprocess.Popen([*COMMAND[:-1], "-", "--yes"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdin.write(text)
        processes.append(process)
    for process in processes:
        process.stdin.close()
    statuses = [process.wait() for process in processes]
    assert 0 in statuses and set(statuses) <= {0, 2}
    assert (folder / "policy.conf").read_bytes() in texts
    assert (folder / "policy.conf.old").read_bytes() in texts | {OLD}
    assert sorted(os.listdir(folder)) == ["new.conf", "policy.conf", "policy.conf.old"]


# ---- Where it is put ----

def test_link_target_is_replaced(folder):
    (folder / "elsewhere").mkdir()
    os.rename(folder / "policy.conf", folder / "elsewhere" / "real.conf")
    (folder / "policy.conf").symlink_to("elsewhere/real.conf")
    assert install(folder).stdout.endswith(b"; the previous file is elsewhere/real.conf.old\n")
    assert (folder / "policy.conf").is_symlink()
    assert (folder / "elsewhere" / "real.conf").read_bytes() == NEW
    assert (folder / "elsewhere" / "real.conf.old").read_bytes() == OLD


def test_only_regular_file_is_replaced(folder):
    os.unlink(folder / "policy.conf")
    (folder / "policy.conf").mkdir()
    done = install(folder)
    assert done.returncode == 2 and b"policy.conf: is not a regular file, so it cannot be replaced" in done.stderr
