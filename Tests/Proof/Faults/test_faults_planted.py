"""The checkers find what they are made for: crashes, hangs, weak passwords and leaks."""

import errno
import os
import signal
import subprocess
from dataclasses import replace

import pytest
from faults import ROOT, STRONG, WEAK, WEAK_ONES, Fault, Run, check_safe, check_sweep

GOOD = Run(0, 1, 0, "", "", 0, 0, [["result", "0"], ["stored", STRONG], ["end", "0"], ["live", "0"]])


@pytest.mark.parametrize("bad", [
    {"signal": signal.SIGSEGV}, {"signal": signal.SIGALRM}, {"exit": 1},
    {"signal": signal.SIGSEGV, "caller": "libpasswordrules.so.1+0x1", "told": []},
    # libc may die, but not with a password stored.
    {"signal": signal.SIGABRT, "caller": "libc.so.6+0x1"},
    {"told": [["result", "0"], ["stored", WEAK_ONES[0]], ["live", "0"]]},
    {"told": [["result", "0"], ["live", "0"]]},
    {"told": [["result", "20"], ["live", "3"]]},
    {"told": [*GOOD.told, ["other", "?"]]},
], ids=str)
def test_unsafe_run_is_found(bad):
    check_safe(GOOD)
    with pytest.raises(AssertionError):
        check_safe(replace(GOOD, **bad))


def test_sweep_without_its_fault_is_found():
    happened = replace(GOOD, at=1, failed=1, function="open", caller="x+0x1")
    end = replace(GOOD, at=2)
    check_sweep([GOOD, happened, end], Fault("open"))
    for runs in [
        [GOOD, replace(happened, failed=0), end], [GOOD, replace(GOOD, at=1)], [GOOD, happened],
        [replace(GOOD, calls=0), happened, end], [GOOD, replace(happened, failed=2), end],
        [GOOD, happened, replace(happened, at=3), replace(end, at=4)],
    ]:
        with pytest.raises((AssertionError, ValueError)):
            check_sweep(runs, Fault("open"))


@pytest.mark.parametrize("weak", WEAK_ONES, ids=WEAK)
def test_weak_password_is_refused_for_its_one_reason(faulty, weak):
    first, *_ = faulty.sweep(Fault("random", errno.EIO), [weak])
    assert (first.stored, first.prompts) == ([], ["New password: "] * 2)
    assert len([text for text in first.texts("error") if text.startswith("  - ")]) == 1
    assert first.status in ("PAM_CONV_ERR", "PAM_AUTHTOK_ERR")


def test_accepted_weak_password_is_found(faulty):
    """The service "lax" permits short passwords. To check_safe, this looks like a fault that let one pass."""
    first, *_ = faulty.sweep(Fault("pread", errno.EIO), WEAK_ONES[:1], ROOT, service="lax")
    assert first.stored == WEAK_ONES[:1]
    with pytest.raises(AssertionError, match="a weak password was accepted"):
        check_safe(first)


def test_sweep_is_the_same_again(faulty):
    """Otherwise the number of a call would mean another call in each run."""
    fault = Fault("close", errno.EIO)
    assert faulty.sweep(fault, WEAK_ONES) == faulty.sweep(fault, WEAK_ONES)
    first, second = (faulty.sweep(Fault("alloc"), WEAK_ONES, last=1)[0] for _ in range(2))
    assert first.calls == second.calls > 200


def test_fault_may_include_all_callers_and_last(faulty):
    for kind in ("alloc", "open", "close"):
        ours, every = (
            faulty.sweep(Fault(kind, errno.EIO, all=is_all), [STRONG], last=1)[0] for is_all in (False, True))
        assert every.calls > ours.calls > 0
    first, *runs = faulty.sweep(Fault("close", errno.EIO, onwards=True), [STRONG])
    assert [run.failed for run in runs] == [first.calls - i for i in range(first.calls)] + [0]


@pytest.mark.parametrize(("at", "is_for_all", "is_failing"), [
    (1, True, True), (100000, True, False), (0, True, False), (1, False, False)])
def test_environment_makes_unaware_program_fail(faulty, tmp_path, at, is_for_all, is_failing):
    report = tmp_path / "report"
    environment = Fault("open", errno.EMFILE, all=is_for_all).environment | {
        "PATH": os.environ["PATH"], "LD_PRELOAD": str(faulty.directory / "fault.so"), "LC_ALL": "C", "FAULT_AT": str(at),
        "FAULT_REPORT": str(report),
    }
    done = subprocess.run(["cat", __file__], env=environment, capture_output=True, check=False)
    assert is_failing == (done.returncode != 0) == (b"Too many open files" in done.stderr) == bool(report.read_text())
