"""What another user sees of the list while passwords are changed and checked: the same, whatever the passwords are.

The watcher throws the list out of the kernel's cache when the prompt is there, and looks afterwards which pages have been read
(preadv2 with RWF_NOWAIT, mincore) and which events inotify had of the file and its folder. The look-up of old read the pages
of the password's forms alone, and one by one until something was found.
"""

import contextlib
import os
import subprocess

import pytest

import passwords
from conftest import TRACES, BUILD
from machine import CANCEL, OLD_PASSWORD

COUNT = 200
# Library and module with an early exit.
PLANTED = TRACES / "planted" / "build"


def sample(words, count=COUNT):
    """Passwords of each shape, and listed ones, by turns."""
    unlisted = [password for _, password in passwords.by_shape(count - count // 4)]
    return unlisted + passwords.listed(count // 4, words)


@contextlib.contextmanager
def victim(mode, target, build=BUILD):
    """A program that checks a password by the C interface at each call, and says how."""
    with subprocess.Popen(
        [TRACES / "victim", target, mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={"LD_LIBRARY_PATH": str(build)},
    ) as process:
        def check(password):
            process.stdin.write(password + "\n")
            process.stdin.flush()
            return process.stdout.readline()

        assert process.stdout.readline() == "ready\n"
        yield check
        process.stdin.close()
    assert process.returncode == 0


def c_interface(watcher, mode, target, tried, build=BUILD):
    """The traces of checks by the C interface. Some are accepted, others refused."""
    traces, verdicts = set(), set()
    with victim(mode, target, build) as check:
        for password in tried:
            watcher.evict()
            verdicts.add(check(password))
            traces.add(watcher.look())
    assert verdicts == {"accepted\n", "refused\n"}
    return traces


def assert_all_is_read(traces):
    """One trace, in which the list was read: else the watcher had been blind."""
    assert len(traces) == 1, "\n".join(sorted(traces))
    seen = dict(part.split("=") for part in traces.pop().split())
    assert int(seen["file-read"]) > 10 and int(seen["folder-read"]) > 10
    assert set(seen["preadv2"]) == {"1"}


@pytest.mark.parametrize(("mode", "target"), [("change", "policy"), ("lookup", "blocklist")])
def test_a_check_reads_the_list_whole_whatever_the_password(request, watcher, words, mode, target):
    assert_all_is_read(c_interface(watcher, mode, request.getfixturevalue(target), sample(words)))


@pytest.mark.parametrize(("mode", "target"), [("policy", "policy"), ("list", "blocklist")])
def test_a_list_in_memory_is_not_read_at_all(request, watcher, words, mode, target):
    """By the events: to ask whether a page is there has the kernel fetch some, which the next question finds."""
    for trace in c_interface(watcher, mode, request.getfixturevalue(target), sample(words)):
        seen = dict(part.split("=") for part in trace.split())
        assert seen["file-read"] == seen["folder-read"] == "0"


class Prompts:
    """Throws out the pages when passwd asks for the new password, and looks when it asks the next time: for another one, or
    for the same again."""

    def __init__(self, watcher):
        self.watcher, self.is_first, self.trace = watcher, True, None

    def __call__(self, prompt):
        if "ew password" in prompt and self.is_first:
            self.is_first = False
            self.watcher.evict()
        elif not self.is_first and self.trace is None:
            self.trace = self.watcher.look()


def passwd_traces(machine, watcher, tried):
    """The traces of real changes; after a refusal, the change is given up."""
    traces, statuses = set(), set()
    for password in tried:
        machine.reset()
        prompts = Prompts(watcher)
        result = machine.passwd(OLD_PASSWORD, password, password, CANCEL, at_prompt=prompts)
        traces.add(prompts.trace)
        statuses.add(result.status)
    return traces, statuses


def test_real_passwd_leaves_one_trace(machine, watcher, policy, words):
    machine.policy(policy.read_text())
    traces, statuses = passwd_traces(machine, watcher, sample(words))
    assert statuses == {0, 10}
    assert_all_is_read(traces)


def test_real_chpasswd_leaves_one_trace(machine, watcher, policy, words):
    machine.policy(policy.read_text().replace("enforce-for-root = no", "enforce-for-root = yes"))
    traces, statuses = set(), set()
    for password in sample(words):
        watcher.evict()
        statuses.add(machine.chpasswd(password).status)
        traces.add(watcher.look())
    assert statuses == {0, 1}
    assert_all_is_read(traces)


# ---- The watcher is not blind ----


def test_an_early_exit_is_noticed_in_the_c_interface(watcher, policy, words):
    assert len(c_interface(watcher, "change", policy, sample(words), PLANTED)) > 10


def test_an_early_exit_is_noticed_in_real_passwd(machine, watcher, policy, words):
    machine.policy(policy.read_text())
    usual, machine.module = machine.module, str(PLANTED / "pam_passwordrules.so")
    try:
        machine.stack()
        traces, _ = passwd_traces(machine, watcher, sample(words, 40)[-12:])
    finally:
        machine.module = usual
        machine.stack()
    assert len(traces) > 3


def test_a_list_that_is_cut_off_meanwhile_ends_no_program(blocklist, policy):
    with victim("change", policy) as check:
        assert check("kz7-qvtbx-wl-mnu-22") == "accepted\n"
        os.truncate(blocklist, 100_000)
        assert check("kz7-qvtbx-wl-mnu-22") == "refused\n"
