"""Every function of the C interface, with each allocation and each call of the system failing."""

import errno
import re
import signal
import subprocess

import pytest
from faults import EMPTY, TESTS, Fault, check_sweep

HEADER = (TESTS.parent / "Include" / "passwordrules.h").read_text()
MAP = (TESTS.parent / "Sources" / "PasswordRulesABI" / "libpasswordrules.map").read_text()
FUNCTIONS = re.findall(r"^ *(passwordrules_\w+);$", MAP, re.MULTILINE)
STATUS = {name: number for name, number in re.findall(r"^#define PASSWORDRULES_(OK|E[A-Z]+) (\d+)\b", HEADER, re.MULTILINE)}
# What a function that gets no memory leaves behind, in the words of calls.c: out pointers are NULL, sizes 0, structs as they were,
# and what whoever forgets the status goes by is the most careful answer.
NOTHING = {
    "out": {"NULL"}, "diagnostics": {"NULL"}, "buffer": {""}, "needed": {"0"}, "length": {"77", "0"}, "entropy": {"0", "77"},
    "found": {"1"}, "count": {"77"}, "retry": {"77"}, "kind": {"77"}, "code": {"77"}, "live": {"0"},
    "current": {"0"},
}
# The report of an earlier check, which had accepted: it is empty, and accepts nothing.
NOTHING_AGAIN = NOTHING | {"count": {"0"}, "accepted": {"0"}}

functions = pytest.mark.parametrize("function", FUNCTIONS)


@pytest.fixture(scope="session")
def call(faulty):
    def sweep(function, fault):
        runs = faulty.run(
            "calls", faulty.directory / "policy.conf", faulty.directory / "common.blocklist", *fault.arguments, function)
        if runs[0].calls > 0:
            check_sweep(runs, fault)
        return runs[0], [run for run in runs if run.failed > 0]

    return sweep


def test_every_function_has_its_call(faulty):
    listed = subprocess.run(
        [faulty.directory / "calls", "--list"], env={"LD_LIBRARY_PATH": str(faulty.directory)}, capture_output=True,
        check=True)
    assert sorted(listed.stdout.decode().split()) == sorted(FUNCTIONS)
    assert len(FUNCTIONS) >= 38


@functions
def test_call_that_gets_no_memory_once_says_so(call, function):
    first, runs = call(function, Fault("alloc"))
    assert dict(first.told)["live"] == "0"
    for run in runs:
        assert not run.is_dead, run
        told = dict(run.told)
        # Every function that may lack memory returns a status, except one question whose safe answer is no.
        if function != "passwordrules_policy_is_current":
            assert told.pop("status") == STATUS.get("ENOMEM"), run
        nothing = NOTHING_AGAIN if function == "passwordrules_check_into" else NOTHING
        assert {name: value in nothing[name] for name, value in told.items()} == dict.fromkeys(told, True), run


@functions
def test_call_that_gets_no_memory_any_more_says_so_or_stops_the_process(call, function):
    _, runs = call(function, Fault("alloc", onwards=True))
    for run in runs:
        if run.is_dead:
            assert run.signal in (signal.SIGILL, signal.SIGTRAP), run
            assert run.told == []
        elif function != "passwordrules_policy_is_current":
            assert dict(run.told)["status"] == STATUS.get("ENOMEM"), run
        else:
            assert dict(run.told)["current"] == "0", run


@pytest.mark.parametrize(
    ("function", "fault", "expected"),
    [
        *[("policy_load", Fault(kind, error), {"status": "EPOLICY", "out": "NULL", "diagnostics": "object"})
          for kind, error in [("open", errno.EMFILE), ("stat", errno.EIO), ("read", errno.EIO), ("fdopendir", errno.ENOMEM),
                              ("readdir", errno.EIO), ("pread", errno.EIO), ("pread", EMPTY)]],
        *[("policy_for_user", Fault(kind, error), {"status": "EPOLICY", "out": "NULL", "diagnostics": "object"})
          for kind, error in [("user", errno.EIO), ("group", errno.EIO), ("groups", errno.ENOMEM), ("open", errno.EMFILE),
                              ("stat", errno.EIO)]],
        *[("blocklist_open", Fault(kind, error), {"status": "EBLOCKLIST", "out": "NULL", "diagnostics": "object"})
          for kind, error in [("open", errno.EMFILE), ("stat", errno.EIO), ("pread", errno.EIO), ("pread", EMPTY)]],
        *[("blocklist_lookup", Fault("pread", error), {"status": "EBLOCKLIST", "found": "1"})
          for error in (errno.EIO, EMPTY)],
        *[(function, Fault("random", error), {"status": "ERANDOM", "buffer": "", "needed": "0"})
          for function in ("generate", "policy_suggest") for error in (errno.EIO, errno.ENOSYS, EMPTY)],
        # There is still a report.
        *[("policy_check_suggesting", Fault("random", error, onwards=True), {"status": "OK", "buffer": "", "out": "object"})
          for error in (errno.EIO, errno.ENOSYS, EMPTY)],
    ],
    ids=str,
)
def test_call_that_the_system_fails_says_so(call, function, fault, expected):
    first, runs = call(f"passwordrules_{function}", fault)
    assert [run for run in runs if run.function != "lstat"]
    for run in runs:
        assert not run.is_dead, run
        told = dict(run.told)
        assert told["live"] == "0"
        if run.function == "lstat" or (run.function, function) == ("stat", "policy_load"):
            # Only whether there is a folder at all; where that cannot be said, it is opened. Or only what the file is compared with
            # later: it counts as changed then.
            assert run.told == first.told
            continue
        assert {name: told[name] for name in expected} == expected | {"status": STATUS[expected["status"]]}, run


@pytest.mark.parametrize("function", ["policy_load", "blocklist_open", "blocklist_lookup", "generate", "policy_suggest",
                                      "policy_check_suggesting"])
@pytest.mark.parametrize("kind", ["open", "read", "pread", "random", "close"])
def test_call_that_is_interrupted_is_done_again(call, function, kind):
    first, runs = call(f"passwordrules_{function}", Fault(kind, errno.EINTR))
    for run in runs:
        assert run.told == first.told
