"""Files that cannot be used as policies: the tool and the PAM module refuse them, and say which and why.

Mistakes in their text are in Sessions/bad-policies.txt.
"""

import os
import subprocess

import pytest

from machine import machine, programs  # noqa: F401 (fixtures)
from transaction import ACCEPTED, BROKEN, LOG_ERR, ORDINARY_UID, needs_root

RULES = "rules = minlength: 8\n"
LONGEST = 512 << 10
IS_ROOT = os.getuid() == 0


def run_as_user(machine, *arguments):
    """Runs the tool as an ordinary user, the one who also changes passwords, because root may read every file."""
    command = [machine.programs / "passwordrules", *arguments, "--config", machine.policy]
    if IS_ROOT:
        command = ["setpriv", f"--reuid={ORDINARY_UID}", f"--regid={ORDINARY_UID}", "--clear-groups", *command]
    return subprocess.run(command, input=b"qzjxwvkb\n", capture_output=True)


def refused(machine, path, message):
    """Checks that tool and module refuse the policy, and that they name the file, the reason, and the command that
    repairs it."""
    message = message.format(path=path)
    for command in (["policy"], ["check"]):
        done = run_as_user(machine, *command)
        assert (done.returncode, done.stdout) == (2, b"")
        assert f"passwordrules: {path}: error: {message}" in done.stderr.decode()
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.text.startswith(f"{path}: {message}") and log.text.endswith(" Password change for user alice refused.")
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
    """The module reports a mistake in the text as the tool does. The session has all mistakes."""
    machine.write_policy(f"{RULES}[user alice]\n{RULES} retry =  0 \n")
    refused(machine, f"{machine.policy}:4:11", 'expected a number from 1 to 100, found "0"')
    machine.write_policy(f"{RULES}[user no-such-user]\nretry = 1\n[group no-such-group]\nretry = 1\n")
    accepted(machine)


def make(mode, size=None, owner=None):
    """A function that makes a folder, or if there is a size, a file with a comment of that size and some
    rules."""
    def make(path):
        path.mkdir() if size is None else path.write_text("#" * size + "\n" + RULES)
        path.chmod(mode)
        if owner:
            os.chown(path, owner, owner)
    return make


def link(target, make=None):
    def link(path):
        if make:
            make(path.with_name(target))
        path.symlink_to(target)
    return link


def loop(path):
    path.symlink_to(path.name)


OTHER = 12345
OTHERS = f"is owned by user {OTHER}; it must be owned by root or by the user running this program; to fix it: chown root {{path}}"
WRITABLE = "is writable by group or others; to fix it: chmod go-w {path}"
FILES = [
    (make(0o755), "is not a regular file"), (os.mkfifo, "is not a regular file"), (link("/dev/zero"), "is not a regular file"),
    (make(0, 0), "cannot be read: permission denied"), (make(0o664, 0), WRITABLE), (make(0o646, 0), WRITABLE),
    (link("nothing"), "cannot be read: it is a symbolic link whose target does not exist"),
    (loop, "cannot be read: too many symbolic links"), (make(0o644, LONGEST), "is larger than 524288 bytes"),
    pytest.param(make(0o644, 0, OTHER), OTHERS, marks=needs_root),
    pytest.param(link("others", make(0o644, 0, OTHER)), OTHERS, marks=needs_root),
]
FOLDERS = [
    (make(0o775), WRITABLE), (make(0o757), WRITABLE), (make(0o1777), WRITABLE),
    (make(0o700 if IS_ROOT else 0), "cannot be read: permission denied"),
    (make(0o644, 0), "is not a directory"), (os.mkfifo, "is not a directory"), (loop, "cannot be read: too many symbolic links"),
    pytest.param(make(0o755, owner=OTHER), OTHERS, marks=needs_root),
    pytest.param(link("others", make(0o755, owner=OTHER)), OTHERS, marks=needs_root),
]


@pytest.mark.parametrize("where", ["main", "folder"])
@pytest.mark.parametrize("make, message", FILES)
def test_unusable_file(machine, make, message, where):
    path = add_folder(machine) / "50.conf" if where == "folder" else machine.policy
    make(path)
    refused(machine, path, f"the file {message}")


@pytest.mark.parametrize("make, message", FOLDERS)
def test_unusable_folder(machine, make, message):
    machine.write_policy(RULES)
    path = machine.policy.with_name(machine.policy.name + ".d")
    make(path)
    refused(machine, path, f"the folder {message}")


@pytest.mark.parametrize("name, message", [
    ("none.conf", "no such file"), ("file/below", "part of the path is not a directory"), ("q" * 300, "the path is too long")])
def test_missing_file_is_an_error(machine, name, message):
    (machine.directory / "file").write_text(RULES)
    machine.policy = machine.directory / name
    refused(machine, machine.policy, f"the file cannot be read: {message}")


def test_folder_without_search_permission(machine):
    folder = add_folder(machine)
    (folder / "50.conf").write_text(RULES)
    folder.chmod(0o744 if IS_ROOT else 0o444)
    refused(machine, folder / "50.conf", "the file cannot be read: permission denied")
