"""Password changes in which one allocation fails, or that one and all later ones."""

import errno
import signal

import pytest
from faults import (
    ANSWERS, NO_ACCOUNT, ROOT, STRONG, USER, WEAK_ONES, Fault, answers, by, check_safe,
)
from transaction import BROKEN

# What the module logs: while it reads its options, while it loads the policy, and while it checks a password.
OPTIONS = "out of memory"
LOADED = "out of memory. Password change for user alice refused."
CHECKED = "new password for user alice could not be checked: out of memory. Refused."
# The results that a change may have if it runs out of memory.
REFUSED = {"PAM_TRY_AGAIN", "PAM_AUTHTOK_ERR", "PAM_BUF_ERR", "PAM_MAXTRIES", "PAM_USER_UNKNOWN"}


def check_told(run) -> None:
    """A change that was refused because memory ran out is reported as such: to the user, and in the log."""
    failures = [log for log in run.log if log in (OPTIONS, LOADED, CHECKED)]
    assert run.dialogue.count(BROKEN) == len(failures)
    if run.status in ("PAM_BUF_ERR", "PAM_TRY_AGAIN"):
        told = LOADED if run.status == "PAM_BUF_ERR" else OPTIONS
        # The files are examined again after a prompt, and read again if that fails.
        assert (run.log[-1], run.stored) == (told, []) if run.prompts else run.log[0] == told


@answers
@by
def test_one_failing_allocation_crashes_nothing(faulty, answers, by):
    first, *rest = faulty.sweep(Fault("alloc"), answers, by)
    for run in [first, *rest]:
        check_safe(run)
        assert not run.is_dead, run
        check_told(run)
        if run.status == first.status:
            assert run.stored == first.stored
        else:
            assert run.status in REFUSED and run.stored == []
            # The user and the log have a message.
            assert (BROKEN in run.dialogue or NO_ACCOUNT in run.dialogue) and run.log, run


@answers
@by
def test_lasting_allocation_failure_keeps_the_password(faulty, answers, by):
    first, *rest = faulty.sweep(Fault("alloc", onwards=True), answers, by)
    for run in rest:
        assert not run.is_dead, run
        check_safe(run)
        check_told(run)
        assert run.status in REFUSED | {first.status}
        # Without memory for a check, nothing is accepted: all but the last allocations are before a check.
        assert run.stored == [] or run.log == first.log


@pytest.mark.parametrize("answers", [
    pytest.param(answers, id=name, marks=[] if name == "weak" else pytest.mark.long) for name, answers in ANSWERS.items()])
@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=pytest.mark.long)])
def test_any_failing_allocation_accepts_nothing(faulty, answers, by):
    """Here, allocations by libpam, the account databases, the program and the dynamic linker also fail."""
    for run in faulty.sweep(Fault("alloc", all=True), answers, by):
        if by == ROOT and any("pam_mkargv: null" in text for text in run.texts("log")):
            # If libpam cannot copy the arguments, it starts a module without them, and there is no policy at
            # the default path. So the change is refused: root is not exempt at this service.
            assert run.caller.startswith("libpam.so") and run.dialogue[0] == BROKEN
        check_safe(run)


@pytest.mark.long
@answers
def test_lasting_failure_of_all_memory_accepts_nothing(faulty, answers):
    for run in faulty.sweep(Fault("alloc", onwards=True, all=True), answers):
        # The test cannot tell which caller crashed: the first failed call may not be the fatal one.
        assert run.signal != signal.SIGALRM and set(run.stored) <= {STRONG}


@pytest.mark.parametrize("fault", [
    Fault(kind, error, onwards, all=True)
    for kind, error in [("open", errno.EMFILE), ("open", errno.EACCES), ("read", errno.EIO), ("stat", errno.EIO),
                        ("close", errno.EIO), ("pread", errno.EIO)]
    for onwards in (False, True)
], ids=str)
@pytest.mark.parametrize("answers", [WEAK_ONES, [STRONG]], ids=["weak", "strong"])
def test_any_unreadable_file_accepts_nothing(faulty, fault, answers):
    for run in faulty.sweep(fault, answers):
        check_safe(run)
