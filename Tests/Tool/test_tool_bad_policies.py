"""Files that cannot be used as policies: the tool and the PAM module refuse them, and say which and why.

Mistakes in their text are in Sessions/bad-policies.txt.
"""

import os
import subprocess

import pytest

from machine import machine, programs  # noqa: F401 (fixtures)
from tool import policy_keys

from transaction import ACCEPTED, BROKEN, LOG_ERR, ORDINARY_UID, needs_root

RULES = "rules = minlength: 8\n"
MEBIBYTE = 1 << 20
IS_ROOT = os.getuid() == 0


def run_as_user(machine, *arguments):
    """Runs the tool as the ordinary user that changes passwords, too: root may read everything."""
    command = [machine.programs / "passwordrules", *arguments, "--config", machine.policy]
    if IS_ROOT:
        command = ["setpriv", f"--reuid={ORDINARY_UID}", f"--regid={ORDINARY_UID}", "--clear-groups", *command]
    return subprocess.run(command, input=b"qzjxwvkb\n", capture_output=True, timeout=60)


def refused(machine, place, message):
    """Both refuse, and say the file and the reason."""
    for command in (["policy"], ["check"]):
        done = run_as_user(machine, *command)
        assert (done.returncode, done.stdout) == (2, b"")
        assert f"passwordrules: {place}: error: {message}" in done.stderr.decode()
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.text.startswith(f"{place}: {message}") and log.text.endswith(" Password change for user alice refused.")
    assert log.priority == LOG_ERR


def accepted(machine):
    done = run_as_user(machine, "policy")
    assert (done.returncode, done.stderr) == (0, b"")
    assert machine.change(ACCEPTED, ACCEPTED).status == "PAM_SUCCESS"


def add_folder(machine):
    machine.write_policy(RULES)
    folder = machine.policy.with_name(machine.policy.name + ".d")
    folder.mkdir()
    folder.chmod(0o755)
    return folder


def test_mistake_in_a_text(machine):
    """One of those of the session, which shows that the module reads as the tool does."""
    machine.write_policy(f"{RULES}[user alice]\n{RULES} retry =  0 \n")
    refused(machine, f"{machine.policy}:4:11", 'expected a number from 1 to 100, found "0"')
    machine.write_policy(f"{RULES}[user no-such-user]\nretry = 1\n[group no-such-group]\nretry = 1\n")
    accepted(machine)


def test_the_session_has_every_key():
    with open(os.path.join(os.path.dirname(__file__), "Sessions", "bad-policies.txt")) as session:
        lines = session.read().split("$ passwordrules")[0].splitlines()
    assert [line[1:].split()[0] for line in lines if line.startswith("< ")] == policy_keys()


def make_file(mode=0o644, size=0, owner=None):
    def make(path):
        path.write_text("#" * size + "\n" + RULES)
        path.chmod(mode)
        if owner:
            os.chown(path, owner, owner)
    return make


def make_folder(mode=0o755, owner=None):
    def make(path):
        path.mkdir()
        path.chmod(mode)
        if owner:
            os.chown(path, owner, owner)
    return make


def make_link(target, make=None):
    def make_link(path):
        if make:
            make(path.with_name(target))
        path.symlink_to(target)
    return make_link


def make_loop(path):
    path.symlink_to(path.name)


OTHER = 12345
OTHERS = f"is owned by user {OTHER}; it must be owned by root or by the user running this program"
WRITABLE = "is writable by group or others (fix with: chmod go-w)"
FILES = [
    (make_folder(), "is not a regular file"), (os.mkfifo, "is not a regular file"),
    (make_link("/dev/zero"), "is not a regular file"),
    (make_file(0), "cannot be read: permission denied"), (make_file(0o664), WRITABLE), (make_file(0o646), WRITABLE),
    (make_link("nothing"), "cannot be read: it is a symbolic link whose target does not exist"),
    (make_loop, "cannot be read: too many symbolic links"), (make_file(size=MEBIBYTE), "is larger than 1048576 bytes"),
    pytest.param(make_file(owner=OTHER), OTHERS, marks=needs_root),
    pytest.param(make_link("others", make_file(owner=OTHER)), OTHERS, marks=needs_root),
]


@pytest.mark.parametrize("where", ["main", "folder"])
@pytest.mark.parametrize("make, message", FILES)
def test_file_that_cannot_be_used(machine, make, message, where):
    path = add_folder(machine) / "50.conf" if where == "folder" else machine.policy
    make(path)
    refused(machine, path, message)


def test_missing_file_is_a_mistake(machine):
    machine.policy = machine.directory / "none.conf"
    refused(machine, machine.policy, "cannot be read: no such file")
    (machine.directory / "file").write_text(RULES)
    machine.policy = machine.directory / "file" / "below"
    refused(machine, machine.policy, "cannot be read: part of the path is not a directory")
    machine.policy = machine.directory / ("q" * 300)
    refused(machine, machine.policy, "cannot be read: the path is too long")


@pytest.mark.parametrize("make, message", [
    (make_folder(0o775), WRITABLE), (make_folder(0o757), WRITABLE), (make_folder(0o1777), WRITABLE),
    (make_folder(0o700 if IS_ROOT else 0), "cannot be read: permission denied"),
    (make_file(), "is not a directory"), (os.mkfifo, "is not a directory"),
    (make_loop, "cannot be read: too many symbolic links"), pytest.param(make_folder(owner=OTHER), OTHERS, marks=needs_root),
    pytest.param(make_link("others", make_folder(owner=OTHER)), OTHERS, marks=needs_root),
])
def test_folder_that_cannot_be_used(machine, make, message):
    machine.write_policy(RULES)
    path = machine.policy.with_name(machine.policy.name + ".d")
    make(path)
    refused(machine, path, message)


def test_folder_that_may_be_listed_and_not_entered(machine):
    folder = add_folder(machine)
    (folder / "50.conf").write_text(RULES)
    folder.chmod(0o744 if IS_ROOT else 0o444)
    refused(machine, folder / "50.conf", "cannot be read: permission denied")


def test_folder_of_too_many_files(machine):
    folder = add_folder(machine)
    for number in range(4096):
        (folder / f"{number}.conf").touch(mode=0o644)
    accepted(machine)
    (folder / "4096.conf").touch(mode=0o644)
    refused(machine, folder, "contains more than 4096 files")


def test_files_that_are_too_large_together(machine):
    folder = add_folder(machine)
    for number in range(7):
        (folder / f"{number}.conf").write_bytes(b"#" * (MEBIBYTE - 1) + b"\n")
    accepted(machine)
    (folder / "7.conf").write_bytes(b"#" * (MEBIBYTE - 1) + b"\n")
    refused(machine, folder / "7.conf", "brings the policy files to more than 8388608 bytes in total")
