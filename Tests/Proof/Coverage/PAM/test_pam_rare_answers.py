"""The module and the library after rare answers: no weak password passes.

rare_answers.c gives them, which is only possible in the copy of the module that also counts the library's branches.
"""

import errno
import os

import pytest
from counts import HEAD, PAST, ROW
from transaction import (
    ACCEPTED, BROKEN, BROKEN_POLICY, LOG_ERR, LOG_WARNING, NEW, POLICY, REASONS, REFUSED, RETYPE, ROOT, RULES, SINGLE, USER,
    WEAK, Log, needs_root,
)

# <passwordrules.h>
EINVAL, ENOMEM, ECOUNT = 1, 4, 14
# The texts of these statuses, by passwordrules_status_text.
WRONG_ARGUMENT, NO_MEMORY = "an argument is NULL, unknown or out of range", "out of memory"
NOT_COUNTED = "the password change cannot be counted"
LOG_CRIT = 2
# Rules that take more room than most.
LONG_POLICY = POLICY + "rules = " + "; ".join(
    f"required: [{sign}{number % 10}Vq7]" for number, sign in enumerate("!$%&*+,./:;<=>?@^_{|}~" * 2)) + "\n"


def rare(*calls, status=EINVAL, **settings):
    """The command that runs a change in which these calls get a rare answer; with `number`, only the call of that number."""
    settings |= {"calls": f",{','.join(calls)},", "status": status}
    return ("env", *(f"RARE_{name.upper()}={value}" for name, value in settings.items() if value is not None))


def rarely(*calls, **settings):
    return rare(*(f"passwordrules_{call}" for call in calls), **settings)


# ---- The policy ----


@pytest.mark.parametrize("by", [USER, ROOT])
@pytest.mark.parametrize(("command", "policy", "text"), [
    *((rarely(call, status=status), POLICY, text) for call in ["policy_load_pam_line", "policy_for_user"]
      for status, text in [(EINVAL, WRONG_ARGUMENT), (ENOMEM, NO_MEMORY)]),
    *((rarely(call, status=ENOMEM), POLICY, NO_MEMORY) for call in ["decide_load", "decide"]),
    # A mistake in the policy that cannot be reported still counts.
    (rarely("decision_text", status=ENOMEM), BROKEN_POLICY, NO_MEMORY),
])
@needs_root
def test_missing_policy_refuses_everybody(machine, command, policy, text, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, command=command, by=by)
    assert (change.status, change.dialogue) == ("PAM_BUF_ERR", [BROKEN])
    # If the first pass refuses, no token is read at all.
    assert change.tokens in ([], [None])
    assert change.log == [Log(f"{text}. Password change for user alice refused.", LOG_CRIT)]


def test_unavailable_warning_is_left_out(machine):
    policy = POLICY + "blocklist = optional /nonexistent/list\n"
    for command, count in [((), 1), (rarely("decision_log"), 0)]:
        change = machine.change(ACCEPTED, ACCEPTED, policy=policy, command=command)
        assert (change.status, len(change.log)) == ("PAM_SUCCESS", count)


def test_failing_policy_info_refuses(machine):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=rarely("policy_get_info"))
    assert (change.status, change.prompts) == ("PAM_SERVICE_ERR", [])
    assert change.tokens in ([], [None])


# ---- The password ----


@pytest.mark.parametrize(("status", "is_of_memory"), [(EINVAL, False), (ENOMEM, True)])
def test_unchecked_password_is_refused(machine, status, is_of_memory):
    # The first two decisions are made in the two passes, before there is a password.
    command = rarely("decide", number=3, status=status)
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options=SINGLE, command=command)
    assert (change.status, change.prompts, change.tokens) == ("PAM_AUTHTOK_ERR", [NEW], [None])
    assert change.texts("error") == [BROKEN]
    [log] = change.log
    assert log.priority == LOG_ERR
    assert log.text.startswith("new password for user alice could not be checked: ")
    assert log.text.lower().rstrip(".").endswith("refused")
    assert ("memory" in log.text) == is_of_memory


@pytest.mark.parametrize("number", [None, 1, 2])
@pytest.mark.parametrize("policy", [POLICY, LONG_POLICY], ids=["short", "long"])
def test_unavailable_rules_still_hold(machine, policy, number):
    command = rarely("policy_describe", number=number)
    change = machine.change(WEAK, policy=policy, options=SINGLE, command=command)
    assert (change.status, change.tokens, change.prompts) == ("PAM_AUTHTOK_ERR", [None], [NEW])
    assert REFUSED in change.texts("error")
    change = machine.change(ACCEPTED, ACCEPTED, options=SINGLE, command=command)
    if policy == POLICY:
        assert (change.status, change.prompts) == ("PAM_SUCCESS", [NEW, RETYPE])
    assert change.texts("info") in ([], RULES) or number == 2


@pytest.mark.parametrize("number", [5, 6])
def test_unavailable_reasons_keep_the_refusal(machine, number):
    """The first four calls write texts in the two passes, before there is a password."""
    command = rarely("decision_text", number=number, status=ENOMEM)
    change = machine.change(WEAK, policy=POLICY, options=SINGLE, command=command)
    assert change.dialogue == [*RULES, NEW, BROKEN]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert change.log == [Log(f"new password for user alice could not be checked: {NO_MEMORY}. Refused.", LOG_ERR)]


def test_unavailable_suggestion_keeps_the_refusal(machine):
    change = machine.change(WEAK, policy=POLICY, options=SINGLE, command=rarely("decision_take_suggestion"))
    assert change.dialogue == [*RULES, NEW, REFUSED, *REASONS]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])


# ---- The counts of an audited policy ----


@pytest.mark.parametrize(("command", "cause"), [
    # The first call gets the status of the folder, and the second the status of the file.
    (rarely("system_status", number=1, status=errno.EIO), errno.EIO),
    (rarely("system_status", number=2, status=errno.EIO), errno.EIO),
    (rare("pwrite", "newlocale"), "an unknown error"), (rare("strftime"), "the clock is wrong"),
    (rare("pread"), "it is damaged"), (rare("pwrite"), errno.ENOSPC),
    (rare("close", status=errno.EIO), errno.EIO),
    (rare("pwrite", "close", status=errno.EIO), errno.ENOSPC), (rare("getrlimit", status=1), errno.EFBIG),
    (rare("calloc"), errno.ENOMEM), (rare("malloc", number=1), errno.ENOMEM), (rare("malloc", number=2), errno.ENOMEM),
])
def test_uncountable_change_passes_and_keeps_the_file(counts, command, cause):
    counts.write(HEAD + ROW)
    assert counts.complaint(command=command) == (cause if isinstance(cause, str) else os.strerror(cause))
    assert counts.path.read_text() == HEAD + ROW


@pytest.mark.parametrize(("status", "text"), [(EINVAL, WRONG_ARGUMENT), (ENOMEM, NO_MEMORY), (ECOUNT, NOT_COUNTED)])
def test_unexplained_count_failure_is_logged(counts, status, text):
    change = counts.change(command=rarely("decision_accept", status=status))
    assert change.log == [Log(f"new password for user alice accepted, but the log is incomplete, and it may not be counted: {text}", LOG_WARNING)]
    assert not counts.folder.exists()


def test_enforced_policy_counts_and_logs_nothing(machine):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=rarely("decision_accept", status=ENOMEM))
    assert (change.status, change.log) == ("PAM_SUCCESS", [])


def test_folder_made_by_another_change_is_opened(counts):
    assert counts.complaint(command=rare("mkdir", status=errno.EEXIST)) == os.strerror(errno.ENOENT)


@pytest.mark.parametrize("limit", [-1, 1 << 20])
def test_sufficient_file_size_limit_counts_the_change(counts, limit):
    counts.change(command=rare("getrlimit", status=limit))
    assert "pending TODAY TODAY 1 1" in counts.read()


@pytest.mark.parametrize("row", ["DAYxDAY 9 0", "DAY DAYx10 0", "DAY DAY x 0", "DAY DAY 10x", "DAY DAY 10 x"])
def test_incomplete_line_is_damaged(counts, row):
    counts.write(HEAD + row.replace("DAY", PAST) + "\n")
    assert counts.complaint() == "it is damaged"


def test_names_of_rules_may_begin_alike(counts):
    row = f"{PAST} {PAST} 10 2 words-apart=1 words=2\n"
    counts.write(HEAD + row)
    counts.change()
    assert counts.read().endswith(row)


# ---- Limits of the process ----


@pytest.mark.parametrize(("command", "name"), [
    (("prlimit", f"--stack={96 << 10}"), "RLIMIT_STACK"), (rare("mmap", number=1), "RLIMIT_AS"),
    (rare("mmap", number=2), "RLIMIT_DATA"), (rare("eventfd", number=3, status=errno.EMFILE), "RLIMIT_NOFILE"),
    # In turn: there is no limit, the limit is unknown (twice), and another stack is in use.
    (("prlimit", "--stack=unlimited"), None), (rare("getrlimit", status=-1), None),
    (rare("getrlimit", status=1), None), (rare("getauxval"), None),
])
def test_tight_limit_refuses(machine, command, name):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=command)
    assert change.status == ("PAM_TRY_AGAIN" if name else "PAM_SUCCESS")
    assert not name or change.dialogue[-1].endswith(f"is too low: {name}")
