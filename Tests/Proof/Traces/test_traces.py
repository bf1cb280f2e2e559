"""What another user sees of the list while passwords are changed and checked: the same, whatever the
passwords are.

The watcher throws the list out of the kernel's cache when the prompt is there, and looks afterwards which
pages have been read (preadv2 with RWF_NOWAIT, mincore) and which events inotify had of the file and its
folder. A former look-up read only the pages of the password's forms, one after the other, and stopped when it found one.
"""

import ctypes
import os
import sys
from ctypes import byref, c_int, c_void_p

import pytest

import passwords
from conftest import BUILD, TOP, TRACES
from machine import CANCEL, OLD_PASSWORD

ctypes.CDLL(str(BUILD / "libpasswordrules.so.1"))  # Loaded here, so that the package finds it by its name.
sys.path.append(str(TOP / "Sources" / "Bindings" / "Python"))
from passwordrules._constants import BLOCKLIST_ONE_LOOKUP, POLICY_ONE_CHANGE, Match
from passwordrules._handle import Handle
from passwordrules._library import load
from passwordrules._structures import ContextStruct

COUNT = 200
# A build of library and module in which a lookup ends early.
PLANTED = TRACES / "planted" / "build"


def sample(words, count=COUNT):
    """Passwords of each shape, followed by listed passwords."""
    unlisted = [password for _, password in passwords.by_shape(count - count // 4)]
    return unlisted + passwords.listed(count // 4, words)


def opened(function, path, *arguments, build=BUILD):
    """The C interface of a build, and the policy or list that a function opens."""
    library, made = load(str(build / "libpasswordrules.so.1")), c_void_p()
    kind, _ = function.split("_")
    assert getattr(library, f"passwordrules_{function}")(os.fsencode(path), *arguments, byref(made), None) == 0
    return library, Handle(made, getattr(library, f"passwordrules_{kind}_free"))


def policy_check(path, flags=POLICY_ONE_CHANGE, build=BUILD):
    """A function that checks a password by a policy."""
    library, policy = opened("policy_load", path, None, 0, flags, build=build)

    def is_accepted(password):
        context, report, text = ContextStruct(user=b"alice"), c_void_p(), password.encode()
        assert library.passwordrules_policy_check(policy, byref(context), text, len(text), byref(report)) == 0
        accepted = library.passwordrules_report_accepted(report) == 1
        library.passwordrules_report_free(report)
        return accepted

    return is_accepted


def list_lookup(path, flags=BLOCKLIST_ONE_LOOKUP):
    """A function that looks a password up in a list."""
    library, blocklist = opened("blocklist_open", path, flags)

    def is_accepted(password):
        found, text = c_int(), password.encode()
        assert library.passwordrules_blocklist_lookup(blocklist, text, len(text), Match.AS_BUILT, byref(found)) == 0
        return found.value == 0

    return is_accepted


def settled(measure, tries=9):
    """The trace and the verdict that `measure` returns. It is called again while the trace lacks some pages, because some
    machines reclaim pages that were read only once (DAMON's proactive reclaim). A page that a look-up does not read is
    missing each time."""
    for _ in range(tries):
        trace, verdict = measure()
        if trace is None or len(set(trace.preadv2)) < 2:
            break
    return trace, verdict


def c_interface(watcher, is_accepted, tried):
    """The traces of checks by the C interface. Some are accepted, others refused."""
    traces, verdicts = set(), set()
    for password in tried:
        def measure(password=password):
            watcher.evict()
            verdict = is_accepted(password)
            return watcher.look(), verdict

        trace, verdict = settled(measure)
        traces.add(trace)
        verdicts.add(verdict)
    assert verdicts == {True, False}
    return traces


def assert_all_is_read(traces):
    """Asserts that there is one trace, and that the list was read in it: otherwise the watcher was blind."""
    assert len(traces) == 1, traces
    [trace] = traces
    assert dict(trace.file)["read"] > 10 and dict(trace.folder)["read"] > 10
    assert set(trace.preadv2) == {"1"}


every_target = pytest.mark.parametrize(("target", "check"), [("policy", policy_check), ("blocklist", list_lookup)])


@every_target
def test_check_reads_the_whole_list_for_any_password(request, watcher, words, target, check):
    assert_all_is_read(c_interface(watcher, check(request.getfixturevalue(target)), sample(words)))


def in_child(is_accepted):
    """The same check in a process that is forked for it."""
    def is_accepted_by_child(password):
        child = os.fork()
        if child == 0:
            code = 2
            try:
                code = 0 if is_accepted(password) else 1
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in (0, 1)
        return code == 0

    return is_accepted_by_child


@every_target
@pytest.mark.parametrize("process", [lambda check: check, in_child], ids=["own", "child"])
def test_list_in_memory_reads_no_file(request, watcher, words, target, check, process):
    """Only inotify's events are compared. When preadv2 asks whether a page is in the cache, the kernel may read it, and
    mincore then finds it there."""
    for trace in c_interface(watcher, process(check(request.getfixturevalue(target), flags=0)), sample(words)):
        assert "read" not in dict(trace.file | trace.folder)


class Prompts:
    """Evicts the pages when passwd asks for the new password. Takes the trace at the next prompt, which asks for another
    password, or for the same one again."""

    def __init__(self, watcher):
        self.watcher, self.is_first, self.trace = watcher, True, None

    def __call__(self, prompt):
        if "ew password" in prompt and self.is_first:
            self.is_first = False
            self.watcher.evict()
        elif not self.is_first and self.trace is None:
            self.trace = self.watcher.look()


def passwd_traces(machine, watcher, tried):
    """The traces of real changes. A change is cancelled after a refusal."""
    traces, statuses = set(), set()
    for password in tried:
        def measure(password=password):
            machine.reset()
            prompts = Prompts(watcher)
            result = machine.passwd(OLD_PASSWORD, password, password, CANCEL, at_prompt=prompts)
            return prompts.trace, result.status

        trace, status = settled(measure)
        traces.add(trace)
        statuses.add(status)
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
        def measure(password=password):
            watcher.evict()
            status = machine.chpasswd(password).status
            return watcher.look(), status

        trace, status = settled(measure)
        traces.add(trace)
        statuses.add(status)
    assert statuses == {0, 1}
    assert_all_is_read(traces)


# ---- The list of ranked words, which is read when the policy is ----


def assert_is_read_whole(traces):
    assert len(traces) == 1, traces
    [trace] = traces
    assert dict(trace.file)["read"] > 0 and set(trace.preadv2) == {"1"}


def test_estimating_policy_reads_all_words_for_any_password(ranks_watcher, estimating_policy, words):
    def is_accepted(password):
        return policy_check(estimating_policy)(password)

    assert_is_read_whole(c_interface(ranks_watcher, is_accepted, sample(words)))


def test_estimate_reads_nothing(ranks_watcher, estimating_policy, words):
    for trace in c_interface(ranks_watcher, policy_check(estimating_policy), sample(words)):
        assert "read" not in dict(trace.file | trace.folder)


def test_real_passwd_with_an_estimate_leaves_one_trace(machine, watcher, ranks_watcher, estimating_policy, words):
    """From the first prompt for the new password, neither the blocklist nor the ranked words tell what it
    is."""
    machine.policy(estimating_policy.read_text())
    traces, statuses = passwd_traces(machine, watcher, sample(words))
    assert statuses == {0, 10}
    assert_all_is_read(traces)
    traces, statuses = passwd_traces(machine, ranks_watcher, sample(words))
    assert statuses == {0, 10} and len(traces) == 1


@pytest.mark.parametrize("program", ["passwd", "chpasswd"])
def test_real_change_with_estimate_leaves_one_trace(
    machine, ranks_watcher, estimating_policy, words, program
):
    machine.policy(estimating_policy.read_text().replace("enforce-for-root = no", "enforce-for-root = yes"))
    traces, statuses = set(), set()
    for password in sample(words):
        def measure(password=password):
            machine.reset()
            ranks_watcher.evict()
            answers = (OLD_PASSWORD, password, password, CANCEL) if program == "passwd" else (password,)
            status = getattr(machine, program)(*answers).status
            return ranks_watcher.look(), status

        trace, status = settled(measure)
        traces.add(trace)
        statuses.add(status)
    assert statuses == ({0, 10} if program == "passwd" else {0, 1})
    assert_is_read_whole(traces)


# ---- The watcher is not blind ----


def test_partial_read_of_ranked_words_is_noticed(ranks_watcher, ranks):
    """Each of these reads different pages, or the same pages with more calls."""
    for _ in range(9):
        traces = set()
        for pages in [[0], [5], [0, 5], [0, 5, 5], range(0, ranks_watcher.pages, 16)]:
            ranks_watcher.evict()
            with ranks.open("rb", buffering=0) as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_RANDOM)  # The kernel reads no pages ahead.
                for page in pages:
                    os.pread(file.fileno(), 4096, page * 4096)
            traces.add(ranks_watcher.look())
        # If the machine has reclaimed a page in the meantime, two traces may be the same: see settled().
        if len(traces) == 5:
            return
    assert len(traces) == 5


def test_early_exit_is_noticed_in_c_interface(watcher, policy, words):
    assert len(c_interface(watcher, policy_check(policy, build=PLANTED), sample(words))) > 10


def test_early_exit_is_noticed_in_real_passwd(machine, watcher, policy, words):
    machine.policy(policy.read_text())
    usual, machine.module = machine.module, str(PLANTED / "pam_passwordrules.so")
    try:
        machine.stack()
        traces, _ = passwd_traces(machine, watcher, sample(words, 40)[-12:])
    finally:
        machine.module = usual
        machine.stack()
    assert len(traces) > 3
