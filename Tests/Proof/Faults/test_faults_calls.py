"""Every function of the C interface, with each allocation and each call of the system failing."""

import errno
import re
import sys
from pathlib import Path

import pytest
from faults import EMPTY, TESTS, Fault, check_sweep, onwards

CODES = (TESTS.parent / "Include" / "passwordrules_codes.h").read_text()
MAP = (TESTS.parent / "Sources" / "PasswordRulesABI" / "libpasswordrules.map").read_text()
FUNCTIONS = re.findall(r"^ *(passwordrules_\w+);$", MAP, re.MULTILINE)
assert len(FUNCTIONS) >= 47
CALLS = Path(__file__).with_name("calls.py")
STATUS = {name: number for name, number in re.findall(r"^#define PASSWORDRULES_(OK|E[A-Z]+) (\d+)\b", CODES, re.MULTILINE)}
# The output of calls.py for a function that gets no memory. None means that the value is unchanged. Out pointers are
# NULL, sizes are 0, structs are unchanged, and answers are the safest for a caller that ignores the status.
NOTHING = {
    **dict.fromkeys(["rules", "report", "policy", "list", "diagnostics", "ranks", "strength", "decision"], {"NULL"}),
    **dict.fromkeys(["generated", "entries", "retry", "place", "kind", "code", "level", "end", "form", "priority"], {None}),
    "buffer": {""}, "needed": {"0"}, "length": {None, "0"}, "entropy": {None, "0"}, "found": {"1"}, "listed": {"0"},
    "live": {"0"},
    # The report of an earlier check, which had accepted: it is empty, and accepts nothing.
    "count": {"0"}, "accepted": {"0"},
    # The decision that a form is added to.
    "refused": {"1"},
    # Every function that may lack memory returns a status, except one question whose safe answer is no.
    "status": {STATUS["ENOMEM"]}, "returned": {"0"},
}


# A change or a login that cannot be counted is reported with its reason, which may be a failed allocation.
COUNTING = ["passwordrules_policy_count_change", "passwordrules_policy_count_login"]
NOT_COUNTED = NOTHING | {"status": {STATUS["ENOMEM"], STATUS["ECOUNT"]}, "diagnostics": {"NULL", "object"}}


@pytest.fixture(scope="session")
def call(faulty):
    def sweep(function, fault):
        paths = [faulty.directory / name for name in ("policy.conf", "common.blocklist", "common.ranks")]
        runs = faulty.run([sys.executable, CALLS, *paths, function], fault)
        if runs[0].calls > 0:
            check_sweep(runs, fault)
        return runs[0], [run for run in runs if run.failed > 0]

    return sweep


@pytest.mark.parametrize("function", FUNCTIONS)
@onwards
def test_failing_allocation_is_reported(call, function, onwards):
    first, runs = call(function, Fault("alloc", onwards=onwards))
    assert dict(first.told)["live"] == "0"
    for run in runs:
        told = dict(run.told)
        assert not run.is_dead and "live" in told, run
        nothing = NOT_COUNTED if function in COUNTING else NOTHING
        expected = {name: nothing[name] for name in [*dict(first.told), *told]}
        assert {name: told.get(name) for name, values in expected.items() if told.get(name) not in values} == {}, run


UNREADABLE = {"status": "EPOLICY", "policy": "NULL", "diagnostics": "object"}


@pytest.mark.parametrize(
    ("function", "kind", "errors", "expected"),
    [
        ("policy_load", "open", [errno.EMFILE], UNREADABLE), ("policy_load", "stat", [errno.EIO], UNREADABLE),
        ("policy_load", "read", [errno.EIO], UNREADABLE), ("policy_load", "fdopendir", [errno.ENOMEM], UNREADABLE),
        ("policy_load", "readdir", [errno.EIO], UNREADABLE), ("policy_load", "pread", [errno.EIO, EMPTY], UNREADABLE),
        ("policy_for_user", "user", [errno.EIO], UNREADABLE), ("policy_for_user", "group", [errno.EIO], UNREADABLE),
        ("policy_for_user", "groups", [errno.ENOMEM], UNREADABLE), ("policy_for_user", "open", [errno.EMFILE], UNREADABLE),
        ("policy_for_user", "stat", [errno.EIO], UNREADABLE),
        *[("blocklist_open", kind, errors, {"status": "EBLOCKLIST", "list": "NULL", "diagnostics": "object"})
          for kind, errors in [("open", [errno.EMFILE]), ("stat", [errno.EIO]), ("pread", [errno.EIO, EMPTY])]],
        *[("ranks_open", kind, errors, {"status": "ERANKS", "ranks": "NULL", "diagnostics": "object"})
          for kind, errors in [("open", [errno.EMFILE]), ("stat", [errno.EIO]), ("pread", [errno.EIO, EMPTY])]],
        ("blocklist_lookup", "pread", [errno.EIO, EMPTY], {"status": "EBLOCKLIST", "found": "1"}),
        ("policy_lookup", "pread", [errno.EIO, EMPTY], {"status": "EBLOCKLIST", "listed": "0"}),
        *[(function, "random", [errno.EIO, errno.ENOSYS, EMPTY], {"status": "ERANDOM", "buffer": "", "needed": "0"})
          for function in ("generate", "policy_suggest")],
        # This failure lasts, but there is still a report.
        ("policy_check_suggesting", "random", [errno.EIO, errno.ENOSYS, EMPTY],
         {"status": "OK", "buffer": "", "report": "object"}),
    ],
)
def test_failing_system_call_is_reported(call, function, kind, errors, expected):
    expected = expected | {"status": STATUS[expected["status"]]}
    for error in errors:
        first, runs = call(f"passwordrules_{function}", Fault(kind, error, onwards=function == "policy_check_suggesting"))
        assert [run for run in runs if run.function != "lstat"]
        for run in runs:
            told = dict(run.told)
            assert not run.is_dead and told["live"] == "0", run
            if run.function == "lstat" or (run.function, function) == ("stat", "policy_load"):
                # lstat only shows whether there is a folder of drop-ins; if it fails, the folder is opened. stat only gets
                # what the file is compared with later; if it fails, the file counts as changed.
                assert run.told == first.told
            elif function == "policy_for_user" and kind in ("open", "stat") and run is runs[-1]:
                # /etc/passwd, after all others: a user who may be local is treated as local.
                assert run.told == first.told
            else:
                assert {name: told.get(name) for name in expected} == expected, run


@pytest.mark.parametrize("function", ["policy_load", "blocklist_open", "blocklist_lookup", "policy_lookup", "ranks_open", "generate",
                                      "policy_suggest", "policy_check_suggesting"])
@pytest.mark.parametrize("kind", ["open", "read", "pread", "random", "close"])
def test_interrupted_call_is_repeated(call, function, kind):
    first, runs = call(f"passwordrules_{function}", Fault(kind, errno.EINTR))
    assert all(run.told == first.told for run in runs)
