"""Bugs that modules like ours have had: what becomes of the program that loads them. past_bugs.tsv has a list of all."""

import ctypes
import json
import os
import struct
import subprocess

import pytest
from blocklists import build, write
from transaction import ACCEPTED, POLICY, ROOT, SETUID, WEAK

# <security/_pam_types.h>
PAM_MAXTRIES, PAM_AUTHTOK_ERR, PAM_TRY_AGAIN = 11, 20, 24
# <sys/inotify.h>
IN_ACCESS, IN_OPEN, IN_NONBLOCK = 0x1, 0x20, os.O_NONBLOCK


class Watch:
    """Reports every process that opens a file, in any namespace."""

    def __init__(self, path):
        libc = ctypes.CDLL(None, use_errno=True)
        self._file = libc.inotify_init1(IN_NONBLOCK)
        assert self._file >= 0
        assert libc.inotify_add_watch(self._file, os.fsencode(path), IN_OPEN | IN_ACCESS) >= 0

    def count(self) -> int:
        """How often it was opened or read since this was asked last."""
        try:
            events = os.read(self._file, 1 << 16)
        except BlockingIOError:
            return 0
        return len(events) // struct.calcsize("iIII")

    def close(self):
        os.close(self._file)


@pytest.mark.parametrize("by", [SETUID, ROOT])
def test_stored_hashes_are_not_opened(people, by):
    """By those who could: with all that a policy knows of an account, and a watched /etc/shadow in place of the machine's."""
    path = people.directory / "shadow"
    path.write_text("alice:$6$abcdefgh$notahash:20000:0:99999:7:::\n")
    covered = ("sh", "-c", 'mount --bind "$0" /etc/shadow && exec "$@"', path)
    policy = (
        "rules = minlength: 12\nfull-name = reject\nhome-directory = reject\nusername-parts = 4\nold-password-changes = 4\n"
        "local-users-only = yes\nenforce-for-root = yes\n[group staff]\nrules = minlength: 14\n[user alice]\nretry = 5\n")
    answers = [WEAK, "Liddell-7-Qrtxy", "wonderland-7-xyz", ACCEPTED + "-4r", ACCEPTED + "-4r"]
    watch = Watch(path)
    change = people.change(*answers, policy=policy, by=by, old="Nk5?rTm8&bGd-yQj", command=covered)
    assert change.status == "PAM_SUCCESS" and len(change.prompts) == 5
    assert watch.count() == 0
    people.accounts.run(*covered, "cat", "/etc/shadow")
    assert watch.count() > 0, "nobody is seen"
    watch.close()


def test_changes_in_many_threads_do_not_mix(machine, compiled):
    """64 users at once, each of whom lacks another number of characters."""
    crowd = compiled("crowd", "pam", "pthread")
    machine.write_policy("rules = minlength: 100\nenforce-for-root = yes\nretry = 2\n")
    machine.write_stack("example", [f"required module config={machine.policy}"])
    threads, times = 64, 10
    output = subprocess.run(
        [crowd, machine.confdir, "example", str(threads), str(times)], env={"LD_LIBRARY_PATH": machine.programs},
        capture_output=True, text=True, timeout=60, check=True).stdout
    changes = threads * times
    assert output.splitlines() == [f"done {changes} {changes} {changes}"]


@pytest.fixture
def run_host(machine, compiled):
    host = compiled("host", "pam")

    def run(*answers, times=1, policy=POLICY + "enforce-for-root = yes\n", redirection=""):
        machine.write_policy(policy)
        machine.write_stack("example", [f"required module config={machine.policy}"])
        return json.loads(subprocess.run(
            ["sh", "-c", f'exec "$@" {redirection}', "sh", host, machine.confdir, "example", str(times), *answers],
            env={"LD_LIBRARY_PATH": machine.programs}, stdout=subprocess.PIPE, timeout=60, check=True).stdout)

    return run


OUTCOMES = [
    pytest.param([ACCEPTED, ACCEPTED], POLICY, 0, id="accepted"),
    pytest.param([WEAK, WEAK, WEAK], POLICY, PAM_MAXTRIES, id="refused"),
    pytest.param([], POLICY, PAM_AUTHTOK_ERR, id="cancelled"),
    pytest.param([ACCEPTED, ACCEPTED], POLICY + "blocklist = {list}\n[group staff]\nrules = minlength: 2\n", 0, id="all"),
    pytest.param([], POLICY + "retyr = 1\n", PAM_TRY_AGAIN, id="broken"),
]


@pytest.mark.parametrize(("answers", "policy", "status"), OUTCOMES)
def test_program_keeps_its_signals_children_and_files(machine, run_host, answers, policy, status):
    words = write(machine.directory / "words.blocklist", build("wonderland", "rabbit"))
    found = run_host(*answers, policy="enforce-for-root = yes\n" + policy.format(list=words))
    assert found["status"] == status
    assert found["changed"] == [""] and found["signals"] == 0 and found["child"] == 0
    assert found["after"] == found["before"]
    # Files that are open during a prompt must not be inherited by a program that is run then.
    if status != PAM_TRY_AGAIN:
        assert found["asked"] == found["before"][1]


@pytest.mark.parametrize("redirection", ["<&-", "2>&-", "<&- 2>&-"])
def test_closed_standard_files_stay_closed(run_host, redirection):
    """The next file that is opened gets the number of standard input, and must not be read or written instead of it."""
    found = run_host(WEAK, ACCEPTED, ACCEPTED, redirection=redirection)
    assert found["status"] == 0 and found["changed"] == [""] and found["after"] == found["before"]


def test_module_is_unloaded_without_a_trace(run_host):
    """libpam loads it for every transaction anew, and unloads it. It stays mapped, once, as libraries do that are in use."""
    once, often = (
        run_host(WEAK, ACCEPTED, ACCEPTED, times=times)["last"] for times in (30, 300))
    # Headers, code, constants, those that were relocated, variables; the memory behind them has no name.
    assert once["modules"] == often["modules"] == 5
    assert often["mappings"] <= once["mappings"] + 1
    # A page of 4 KiB in 270 transactions would be 15 bytes of each.
    assert often["pages"] - once["pages"] <= 4
