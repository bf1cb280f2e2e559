"""Rare events: unexpected answers of libpam and libc, and texts that are longer than their buffers.

odd_answers.c is between the module and both of them.
"""

import string

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_POLICY, NEW, POLICY, REASONS, REFUSED, RETYPE, ROOT, RULES, SINGLE, USER, WEAK,
)

# <security/_pam_types.h>
SUCCESS, SYSTEM_ERR, CONV_ERR, CONV_AGAIN = 0, 4, 19, 30
SERVICE, CONV, AUTHTOK, OLDAUTHTOK = 1, 5, 6, 7

# Rules with a long text. ACCEPTED meets all of them, because it contains V and q.
SYMBOLS = "!$%&*+,./:;<=>?@^_{|}~"
LONG_RULES = "rules = " + "; ".join(f"required: [{symbol}{digit}Vq]" for symbol in SYMBOLS for digit in "0369") + "\n"

# A good password and a weak one, and why each is refused.
verdicts = pytest.mark.parametrize(("password", "reasons"), [(ACCEPTED, []),
                                                             (WEAK, [reason.removeprefix("  - ") for reason in REASONS])])


# ---- libpam ----


@pytest.mark.parametrize(
    ("status", "expected"),
    [(SUCCESS, "PAM_USER_UNKNOWN"), (SYSTEM_ERR, "PAM_USER_UNKNOWN"), (CONV_AGAIN, "PAM_INCOMPLETE")],
)
def test_missing_user_name_ends_the_change(machine, odd_answers, status, expected):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=odd_answers("pam_get_user", status))
    assert (change.status, change.dialogue, change.tokens) == (expected, [], [])


@pytest.mark.parametrize(
    ("call", "dialogue"),
    [("pam_get_authtok_noverify", RULES), ("pam_get_authtok_verify", [*RULES, NEW])],
)
@pytest.mark.parametrize(("status", "expected"), [
    # libpam reports success without a password.
    (SUCCESS, "PAM_AUTHTOK_ERR"), (SYSTEM_ERR, "PAM_SYSTEM_ERR"), (CONV_ERR, "PAM_CONV_ERR"), (CONV_AGAIN, "PAM_INCOMPLETE"),
])
def test_failing_token_ends_the_change(machine, odd_answers, call, dialogue, status, expected):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=odd_answers(call, status))
    assert (change.status, change.dialogue) == (expected, dialogue)
    # libpam calls no other module as long as a change is incomplete.
    assert change.tokens == ([] if status == CONV_AGAIN else [None])


def test_incomplete_change_clears_the_password(machine, odd_answers):
    """The program starts an incomplete change again. A password that was typed only once must not be mistaken then for
    one that another module has set."""
    command = odd_answers("pam_get_authtok_verify", CONV_AGAIN, number=1)
    change = machine.change(ACCEPTED, ACCEPTED, ACCEPTED, policy=POLICY, command=command, times=2)
    assert change.texts("result") == ["PAM_INCOMPLETE", "PAM_SUCCESS"]
    assert change.prompts == [NEW, NEW, RETYPE]
    assert change.tokens == [ACCEPTED]


@pytest.mark.parametrize("number", [None, *range(1, 16)])
@pytest.mark.parametrize("item", [SERVICE, AUTHTOK, OLDAUTHTOK])
@verdicts
def test_missing_item_keeps_the_verdict(machine, odd_answers, item, number, password, reasons):
    command = odd_answers("pam_get_item", SUCCESS, number=number, item=item)
    assert machine.reasons(password, policy=POLICY, command=command) == reasons


@pytest.mark.parametrize("status", [SUCCESS, SYSTEM_ERR])
@verdicts
def test_failing_conversation_keeps_the_verdict(machine, odd_answers, status, password, reasons):
    """The module has no conversation, because there is none or libpam does not find it; the prompts are
    libpam's own."""
    command = odd_answers("pam_get_item", status, item=CONV)
    change = machine.change(password, password, policy=POLICY, options="retry=1", command=command)
    assert change.status == ("PAM_AUTHTOK_ERR" if reasons else "PAM_SUCCESS")
    assert change.dialogue == ([NEW] if reasons else [NEW, RETYPE])
    assert change.tokens == [None if reasons else password]


@pytest.mark.parametrize("status", [SUCCESS, SYSTEM_ERR])
@pytest.mark.parametrize("number", range(1, 9))
def test_failing_message_leaves_the_others(machine, odd_answers, status, number):
    command = odd_answers("pam_get_item", status, item=CONV, number=number)
    change = machine.change(WEAK, policy=POLICY, options=SINGLE, command=command)
    lines = [*RULES[:2], "  - an uppercase letter (A-Z) and a", "    digit (0-9)", REFUSED, *REASONS]
    lost = lines[number - 1]
    assert change.lines("info", "error", "other") == [line for line in lines if line != lost]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])


@pytest.mark.parametrize("answer", ["", "answer", "x" * 2000])
@verdicts
def test_answer_to_a_message_is_ignored(machine, answer, password, reasons):
    """The answer is ignored, and may be missing. test_pam_memory.py checks that it is freed."""
    assert machine.reasons(password, policy=POLICY, reply=answer) == reasons


@pytest.mark.parametrize("number", [None, *range(1, 16)])
@pytest.mark.parametrize("password", [ACCEPTED, WEAK])
def test_failing_item_accepts_no_weak_password(machine, odd_answers, number, password):
    """An item may be needed for a check: without the old password, the module cannot check that the new one differs."""
    command = odd_answers("pam_get_item", SYSTEM_ERR, number=number)
    change = machine.change(password, password, policy=POLICY, options="retry=1", command=command)
    assert password != WEAK or change.status != "PAM_SUCCESS"
    # There is no token at all if the first pass refuses.
    assert change.tokens in ([[password]] if change.status == "PAM_SUCCESS" else [[], [None]])


def test_failing_old_password_binds_root(machine, odd_answers):
    command = odd_answers("pam_get_item", SYSTEM_ERR, item=OLDAUTHTOK)
    change = machine.change(WEAK, WEAK, policy=POLICY, by=ROOT, command=command)
    assert (change.status, change.prompts, change.tokens) == ("PAM_AUTHTOK_RECOVERY_ERR", [], [])
    assert [log.text for log in change.log] == ["cannot ask for the old password of user alice"]


# ---- Circumstances ----


@pytest.mark.parametrize("status", [SUCCESS, SYSTEM_ERR])
def test_unnamed_service_does_not_see_root_only_details(machine, odd_answers, status):
    change = machine.change(policy=BROKEN_POLICY, by=ROOT, command=odd_answers("pam_get_item", status, item=SERVICE))
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


@pytest.mark.parametrize("by", [USER, ROOT])
@pytest.mark.parametrize(("option", "name"), [("--nofile=12", "RLIMIT_NOFILE"), (f"--data={32 << 20}", "RLIMIT_DATA")])
def test_tight_limit_is_named_and_refuses(machine, option, name, by):
    """EndToEnd/test_real_limits.py tests the other limits."""
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, by=by, command=("prlimit", option))
    told = f"The password was not changed, because a resource limit of this session is too low: {name}"
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [told])
    cause = f"{name}: the resource limit is too low for a password change. Password change for user alice refused."
    assert [log.text for log in change.log] == [cause]


# ---- Memory ----


def test_long_rules_are_shown_whole(machine):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY + LONG_RULES)
    told = change.texts("info")
    assert len("".join(told)) > 1024
    classes = ["".join(sorted(f"{symbol}{digit}Vq")) for symbol in SYMBOLS for digit in "0369"]
    items = ["an uppercase letter (A-Z)", "a digit (0-9)", *(f'one of "{symbols}"' for symbols in classes)]
    assert told == [*RULES[:2], f"  - {', '.join(items[:-1])} and {items[-1]}"]
    assert change.status == "PAM_SUCCESS"


@verdicts
def test_rules_hold_when_memory_for_their_text_fails(machine, odd_answers, password, reasons):
    told = machine.change(password, password, policy=POLICY + LONG_RULES, options=SINGLE)
    size = len("\n".join(told.texts("info"))) + 1
    change = machine.change(password, password, options=SINGLE, command=odd_answers("malloc", size=size))
    assert told.texts("info") and not change.texts("info"), "the module asked for another number of bytes"
    assert change.status == told.status == ("PAM_AUTHTOK_ERR" if reasons else "PAM_SUCCESS")
    assert change.tokens == [None if reasons else password]


# The last number is larger than the number of allocations.
@pytest.mark.parametrize("number", [*range(1, 12), *range(12, 400, 23), 100_000])
@pytest.mark.parametrize("password", [ACCEPTED, WEAK])
def test_failing_allocation_accepts_nothing_unchecked(machine, odd_answers, number, password):
    """No failing allocation makes the module accept an unchecked password. Tests/Proof/Faults makes each one fail, and
    checks each result exactly."""
    command = odd_answers("malloc", number=number)
    change = machine.change(password, password, policy=POLICY, options="retry=1", command=command)
    assert change.status in ["PAM_SUCCESS", "PAM_BUF_ERR", "PAM_TRY_AGAIN", "PAM_AUTHTOK_ERR"]
    if change.status == "PAM_SUCCESS":
        assert (password, change.tokens) == (ACCEPTED, [ACCEPTED])
    else:
        assert change.tokens in ([], [None])
        assert change.log, "a refusal without a line in the log"
        # The refusal is for lack of memory, not because of the password.
        if password == ACCEPTED:
            assert "memory" in change.log[-1].text and change.dialogue[-1] == BROKEN


# ---- Texts that are longer than their room ----


def test_distinct_reasons_are_all_shown(machine):
    """There are many rules. The last one is stated twice, but its reason is shown once."""
    characters = string.ascii_letters + string.digits + "!#$%&()*"
    policy = "rules = " + "; ".join(f"required: [{symbol}]" for symbol in characters + characters[-1]) + "\n"
    change = machine.change("~~~~", policy=policy, options=SINGLE)
    reasons = change.texts("error")[1:]
    assert len(reasons) == len(set(reasons)) == len(characters)
