"""What another user sees of the list while passwords are changed and checked: the same, whatever the passwords are.

The watcher throws the list out of the kernel's cache when the prompt is there, and looks afterwards which pages have been read
(preadv2 with RWF_NOWAIT, mincore) and which events inotify had of the file and its folder. The look-up of old read the pages
of the password's forms alone, and one by one until something was found.
"""

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


def c_interface(watcher, target, mode, tried, build=BUILD):
    """The traces of checks by the C interface, and the verdicts."""
    traces, verdicts = set(), set()
    with subprocess.Popen(
        [TRACES / "victim", target, mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={"LD_LIBRARY_PATH": str(build)},
    ) as victim:
        assert victim.stdout.readline() == "ready\n"
        for password in tried:
            watcher.evict()
            victim.stdin.write(password + "\n")
            victim.stdin.flush()
            verdicts.add(victim.stdout.readline())
            traces.add(watcher.look())
        victim.stdin.close()
    return traces, verdicts


def write_policy(folder, text):
    path = folder / "passwordrules.conf"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)
    return path


def only(traces):
    """The one trace that there is."""
    assert len(traces) == 1, "\n".join(sorted(traces))
    return next(iter(traces))


def assert_all_is_read(traces):
    """One trace, in which the list was read: else the watcher had been blind."""
    trace = only(traces)
    seen = dict(part.split("=") for part in trace.split())
    assert int(seen["file-read"]) > 10 and int(seen["folder-read"]) > 10
    assert set(seen["preadv2"]) == {"1"}


@pytest.mark.parametrize("mode", ["change", "lookup"])
def test_a_check_reads_the_list_whole_whatever_the_password(watcher, shipped, folder, words, mode):
    path, text = shipped
    target = path if mode == "lookup" else write_policy(folder, text)
    traces, verdicts = c_interface(watcher, target, mode, sample(words))
    assert verdicts == {"accepted\n", "refused\n"}
    assert_all_is_read(traces)


@pytest.mark.parametrize("mode", ["policy", "list"])
def test_a_list_in_memory_is_not_read_at_all(watcher, shipped, folder, words, mode):
    """By the events: to ask whether a page is there has the kernel fetch some, which the next question finds."""
    path, text = shipped
    target = path if mode == "list" else write_policy(folder, text)
    traces, verdicts = c_interface(watcher, target, mode, sample(words))
    assert verdicts == {"accepted\n", "refused\n"}
    for trace in traces:
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


def test_real_passwd_leaves_one_trace(machine, watcher, shipped, words):
    machine.policy(shipped[1])
    traces, statuses = passwd_traces(machine, watcher, sample(words))
    assert statuses == {0, 10}
    assert_all_is_read(traces)


def test_real_chpasswd_leaves_one_trace(machine, watcher, shipped, words):
    machine.policy(shipped[1].replace("enforce-for-root = no", "enforce-for-root = yes"))
    traces, statuses = set(), set()
    for password in sample(words):
        watcher.evict()
        statuses.add(machine.chpasswd(password).status)
        traces.add(watcher.look())
    assert statuses == {0, 1}
    assert_all_is_read(traces)


# ---- The watcher is not blind ----


def test_an_early_exit_is_noticed_in_the_c_interface(watcher, shipped, folder, words):
    traces, _ = c_interface(watcher, write_policy(folder, shipped[1]), "change", sample(words), PLANTED)
    assert len(traces) > 10


def test_an_early_exit_is_noticed_in_real_passwd(machine, watcher, shipped, words):
    machine.policy(shipped[1])
    usual, machine.module = machine.module, str(PLANTED / "pam_passwordrules.so")
    try:
        machine.stack()
        traces, _ = passwd_traces(machine, watcher, sample(words, 40)[-12:])
    finally:
        machine.module = usual
        machine.stack()
    assert len(traces) > 3


# ---- Lists that are cut off meanwhile ----


def test_a_list_that_is_cut_off_ends_no_program(shipped, folder):
    path, text = shipped
    with subprocess.Popen(
        [TRACES / "victim", write_policy(folder, text), "change"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, env={"LD_LIBRARY_PATH": str(BUILD)},
    ) as victim:
        assert victim.stdout.readline() == "ready\n"
        victim.stdin.write("kz7-qvtbx-wl-mnu-22\n")
        victim.stdin.flush()
        assert victim.stdout.readline() == "accepted\n"
        os.truncate(path, 100_000)
        victim.stdin.write("kz7-qvtbx-wl-mnu-22\n")
        victim.stdin.flush()
        assert victim.stdout.readline() == "refused\n"
        victim.stdin.close()
    assert victim.returncode == 0
