"""What hardly ever happens: answers of libpam and of libc that nobody expects, and texts that are longer than their room.

odd_answers.c stands between the module and both of them.
"""

import errno
import re
import string
from pathlib import Path

import pytest
from odd import AUTHTOK, CONV, CONV_AGAIN, CONV_ERR, OLDAUTHTOK, SERVICE, SUCCESS, SYSTEM_ERR
from odd import odd_answers  # noqa: F401
from person import accounts, people  # noqa: F401
from transaction import ACCEPTED, BROKEN, LOG_NOTICE, POLICY, REFUSED, WEAK

RULES = ["Password rules: 12 characters or more, with an uppercase letter and a digit."]
NEW = "New password: "
RETYPE = "Retype new password: "
REASONS = ["  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit"]

# These take more room than most: each requires another symbol, and ACCEPTED has a letter of all.
SIGNS = "!$%&*+,./:;<=>?@^_{|}~"
LONG_RULES = "rules = " + "; ".join(f"required: [{sign}{digit}Vq]" for sign in SIGNS for digit in "0369") + "\n"


# ---- libpam ----


@pytest.mark.parametrize(
    ("status", "expected"),
    [(SUCCESS, "PAM_USER_UNKNOWN"), (SYSTEM_ERR, "PAM_USER_UNKNOWN"), (CONV_AGAIN, "PAM_INCOMPLETE")],
)
def test_nobody_without_a_name_changes_a_password(machine, odd_answers, status, expected):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=odd_answers("pam_get_user", status))
    assert (change.status, change.dialogue, change.tokens) == (expected, [], [])


@pytest.mark.parametrize(
    ("call", "dialogue"),
    [("pam_get_authtok_noverify", RULES), ("pam_get_authtok_verify", [*RULES, NEW])],
)
@pytest.mark.parametrize(
    ("status", "expected"),
    [
        # There is none, and libpam reports success.
        (SUCCESS, "PAM_AUTHTOK_ERR"), (SYSTEM_ERR, "PAM_SYSTEM_ERR"), (CONV_ERR, "PAM_CONV_ERR"),
        (CONV_AGAIN, "PAM_INCOMPLETE"),
    ],
)
def test_password_that_libpam_does_not_give_ends_the_change(machine, odd_answers, call, dialogue, status, expected):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=odd_answers(call, status))
    assert (change.status, change.dialogue) == (expected, dialogue)
    # libpam asks no other module while a change is not complete.
    assert change.tokens == ([] if status == CONV_AGAIN else [None])


def test_password_that_was_to_be_typed_again_later_is_cleared(machine, odd_answers):
    """A change that is not complete is started again: a password that was typed once must not count as another module's."""
    command = odd_answers("pam_get_authtok_verify", CONV_AGAIN, number=1)
    change = machine.change(ACCEPTED, ACCEPTED, ACCEPTED, policy=POLICY, command=command, times=2)
    assert change.texts("result") == ["PAM_INCOMPLETE", "PAM_SUCCESS"]
    assert change.prompts == [NEW, NEW, RETYPE]
    assert change.tokens == [ACCEPTED]


@pytest.mark.parametrize("number", [None, *range(1, 16)])
@pytest.mark.parametrize("item", [SERVICE, AUTHTOK, OLDAUTHTOK])
@pytest.mark.parametrize(("password", "is_accepted"), [(ACCEPTED, True), (WEAK, False)])
def test_item_that_is_not_there_changes_no_verdict(machine, odd_answers, item, number, password, is_accepted):
    command = odd_answers("pam_get_item", SUCCESS, number=number, item=item)
    change = machine.change(password, password, policy=POLICY, options="retry=1", command=command)
    assert change.status == ("PAM_SUCCESS" if is_accepted else "PAM_AUTHTOK_ERR")
    assert change.texts("error") == ([] if is_accepted else [REFUSED, *REASONS])
    assert change.tokens == [password if is_accepted else None]


@pytest.mark.parametrize("status", [SUCCESS, SYSTEM_ERR])
@pytest.mark.parametrize(("password", "is_accepted"), [(ACCEPTED, True), (WEAK, False)])
def test_program_that_shows_nothing_gets_the_same_verdict(machine, odd_answers, status, password, is_accepted):
    """The module has no conversation, because there is none or libpam does not find it; the prompts are libpam's own."""
    command = odd_answers("pam_get_item", status, item=CONV)
    change = machine.change(password, password, policy=POLICY, options="retry=1", command=command)
    assert change.status == ("PAM_SUCCESS" if is_accepted else "PAM_AUTHTOK_ERR")
    assert change.dialogue == ([NEW, RETYPE] if is_accepted else [NEW])
    assert change.tokens == [password if is_accepted else None]


@pytest.mark.parametrize("status", [SUCCESS, SYSTEM_ERR])
@pytest.mark.parametrize("number", range(1, 6))
def test_line_that_cannot_be_shown_leaves_the_others(machine, odd_answers, status, number):
    command = odd_answers("pam_get_item", status, item=CONV, number=number)
    change = machine.change(WEAK, policy=POLICY, options="retry=1 suggest=no", command=command)
    lines = [RULES[0], REFUSED, *REASONS]
    lost = lines[number - 1]
    assert change.shown == [line for line in lines if line != lost]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])


@pytest.mark.parametrize("answer", ["", "answer", "x" * 2000])
@pytest.mark.parametrize(("answers", "status"), [((ACCEPTED, ACCEPTED), "PAM_SUCCESS"), ((WEAK,), "PAM_AUTHTOK_ERR")])
def test_program_may_answer_what_was_no_question(machine, odd_answers, answer, answers, status):
    """The answer is freed, and is taken for nothing; nor need there be any."""
    command = odd_answers(answer=answer)
    change = machine.change(*answers, policy=POLICY, options="retry=1 suggest=no", command=command)
    assert (change.status, change.prompts) == (status, [NEW, RETYPE][: len(answers)])
    assert change.texts("error") == ([] if status == "PAM_SUCCESS" else [REFUSED, *REASONS])
    assert change.tokens == [ACCEPTED if status == "PAM_SUCCESS" else None]


@pytest.mark.parametrize("number", [None, *range(1, 16)])
@pytest.mark.parametrize("password", [ACCEPTED, WEAK])
def test_item_that_libpam_fails_to_give_lets_no_weak_password_pass(machine, odd_answers, number, password):
    """The old password, for one: what must not be like it cannot be accepted then."""
    command = odd_answers("pam_get_item", SYSTEM_ERR, number=number)
    change = machine.change(password, password, policy=POLICY, options="retry=1", command=command)
    if password == WEAK:
        assert change.status != "PAM_SUCCESS"
    assert change.tokens == [password if change.status == "PAM_SUCCESS" else None]


# ---- Accounts ----

NAMES_POLICY = POLICY + "full-name = reject\n"
# For the names, in bytes, at first.
ROOM = 1024
NO_ACCOUNT = "Your account cannot be looked up, so the password was not changed. Please tell your administrator."


@pytest.mark.parametrize("error", [errno.EINTR, errno.ERANGE])
def test_account_is_asked_for_again(machine, odd_answers, error):
    """Where a signal came in between, and with more room where there was too little."""
    command = odd_answers("getpwnam_r", error, number=1)
    change = machine.change(ACCEPTED, ACCEPTED, policy=NAMES_POLICY, user="root", command=command)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])


@pytest.mark.parametrize(
    "odd",
    [
        {"call": "getpwnam_r", "status": errno.ERANGE}, {"call": "getpwnam_r", "status": errno.EIO},
        {"call": "getpwnam_r", "status": 0}, {"call": "malloc", "size": ROOM},
    ],
    ids=["too large", "error", "nobody", "memory"],
)
def test_account_that_cannot_be_had_refuses(machine, odd_answers, odd):
    change = machine.change(ACCEPTED, ACCEPTED, policy=NAMES_POLICY, user="root", command=odd_answers(**odd))
    assert (change.status, change.dialogue, change.tokens) == ("PAM_USER_UNKNOWN", [NO_ACCOUNT], [None])


# ---- Memory ----


@pytest.mark.parametrize(("number", "status"), [(1, "PAM_TRY_AGAIN"), (2, "PAM_AUTHTOK_ERR")])
def test_options_for_which_there_is_no_memory_refuse(machine, odd_answers, number, status):
    command = odd_answers("calloc", number=number)
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options="retry=1", command=command)
    assert (change.status, change.dialogue) == (status, [BROKEN])
    assert change.log[-1].text == "Password change for user alice refused."
    assert change.tokens in ([], [None])


def test_rules_that_fill_more_than_a_screen_are_told_whole(machine):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY + LONG_RULES)
    told = " ".join(change.texts("info"))
    assert len(told) > 1024
    classes = ["".join(sorted(f"{sign}{digit}Vq")) for sign in SIGNS for digit in "0369"]
    items = ["an uppercase letter", "a digit", *(f"one of {signs}" for signs in classes)]
    assert told == f"Password rules: 12 characters or more, with {', '.join(items[:-1])} and {items[-1]}"
    assert change.status == "PAM_SUCCESS"


@pytest.mark.parametrize(("password", "is_accepted"), [(ACCEPTED, True), (WEAK, False)])
def test_rules_for_which_there_is_no_memory_still_hold(machine, odd_answers, password, is_accepted):
    policy, options = POLICY + LONG_RULES, "retry=1 suggest=no"
    told = machine.change(password, password, policy=policy, options=options)
    size = len("\n".join(told.texts("info"))) + 1
    change = machine.change(password, password, options=options, command=odd_answers("malloc", size=size))
    assert told.texts("info") and not change.texts("info"), "the module asked for another number of bytes"
    assert change.status == told.status == ("PAM_SUCCESS" if is_accepted else "PAM_AUTHTOK_ERR")
    assert change.tokens == [password if is_accepted else None]


@pytest.mark.parametrize("number", [*range(1, 12), *range(12, 400, 23)])
@pytest.mark.parametrize("password", [ACCEPTED, WEAK])
def test_memory_that_runs_out_once_lets_nothing_pass_unchecked(machine, odd_answers, number, password):
    """Wherever that is; Tests/Faults has all places, and what becomes of each."""
    command = odd_answers("malloc", number=number)
    change = machine.change(password, password, policy=POLICY, options="retry=1", command=command)
    assert change.status in ["PAM_SUCCESS", "PAM_BUF_ERR", "PAM_TRY_AGAIN", "PAM_AUTHTOK_ERR"]
    if change.status == "PAM_SUCCESS":
        assert (password, change.tokens) == (ACCEPTED, [ACCEPTED])
    else:
        assert change.tokens in ([], [None])
        assert change.log, "a refusal without a line in the log"
        # It is not the password that was refused.
        if password == ACCEPTED:
            assert "memory" in change.log[-1].text and change.dialogue[-1] == BROKEN


# ---- Texts that are longer than their room ----

def test_reason_that_two_rules_give_is_told_once(machine):
    policy = "rules = max-repeating: 2; max-consecutive: 2; minlength: 5\n"
    change = machine.change("qqqw", policy=policy, options="retry=1 suggest=no")
    reasons = ["  - 1 more character needed (4 of 5)", "  - one character 3 times in a row (at most 2)"]
    assert change.texts("error") == [REFUSED, *reasons]
    assert change.log[0].text == "new password for user alice refused: minlength, max-repeating, max-consecutive"


def test_different_reasons_are_all_told(machine):
    """More than there are marks to tell them apart at a glance, and the last one twice."""
    characters = string.ascii_letters + string.digits + "!#$%&()*"
    policy = "rules = " + "; ".join(f"required: [{sign}]" for sign in characters + characters[-1]) + "\n"
    change = machine.change("~~~~", policy=policy, options="retry=1 suggest=no")
    reasons = change.texts("error")[1:]
    assert len(reasons) == len(set(reasons)) == len(characters)


SPOKEN = {"LC_ALL": "C.UTF-8"}


def test_reason_whose_translation_is_too_long_is_told_in_english(machine, odd_answers):
    command = odd_answers(text="{count} more character", length=600)
    change = machine.change(
        WEAK, policy=POLICY, options="retry=1 suggest=no", command=command, locale=SPOKEN
    )
    assert change.texts("error") == [REFUSED, *REASONS]


def test_translation_that_just_fits_is_told(machine, odd_answers):
    """Minus the two spaces, the hyphen, the space after it and the NUL."""
    command = odd_answers(text="{count} more character", length=512 - 5)
    change = machine.change(
        WEAK, policy=POLICY, options="retry=1 suggest=no", command=command, locale=SPOKEN
    )
    assert change.texts("error") == [REFUSED, "  - " + "q" * 507, *REASONS[1:]]


@pytest.mark.parametrize(("length", "is_shown"), [(400, True), (600, False)])
def test_suggestion_behind_a_translation_that_is_too_long_is_not_cut(machine, odd_answers, length, is_shown):
    change = machine.change(
        WEAK, policy=POLICY, options="retry=1", command=odd_answers(text="Suggestion:", length=length), locale=SPOKEN
    )
    assert bool([text for text in change.texts("info") if text.startswith("q")]) == is_shown
    assert change.status == "PAM_AUTHTOK_ERR"


# ---- The log ----

MANY_RULES = (
    "rules = minlength: 90; maxlength: 3; required: [%]; allowed: lower; max-repeating: 1; max-sequential: 2; "
    "max-consecutive: 2\nmin-classes = 4\nat-least = 5 digit\nmin-different = 40\nmin-words = 9\n"
    "max-class-repeating = 2\nmax-keyboard = 2\npalindrome = reject\nusername = reject\nusername-parts = 3\n"
    "full-name = reject\nhome-directory = reject\nwords = zqxj\nold-password-changes = 80\n"
)
NAMES = {
    "minlength", "maxlength", "required", "allowed", "max-repeating", "max-sequential", "max-consecutive", "min-classes",
    "at-least", "min-different", "min-words", "max-class-repeating", "max-keyboard", "palindrome", "username",
    "username-parts", "full-name", "home-directory", "words", "old-password-changes",
}


def test_log_names_all_rules_however_many_there_are(people):
    half = "QWERTYALICEZZZLIDDELLRABBITHOLEZQXJABC"
    change = people.change(half + half[::-1], policy=MANY_RULES, old="Qzq", options="retry=1 suggest=no")
    assert len(change.texts("error")) == 1 + len(NAMES), "a person reads all of them"
    [log] = change.log
    beginning = "new password for user alice refused: "
    assert log.priority == LOG_NOTICE and log.text.startswith(beginning)
    assert sorted(log.text.removeprefix(beginning).split(", ")) == sorted(NAMES)


def test_module_has_room_for_the_names_of_all_rules_at_once():
    root = Path(__file__).parents[2]
    [room] = re.findall(r"char unmet\[(\d+)\];", (root / "pam" / "change.h").read_text())
    outcome = (root / "Sources" / "PasswordRules" / "Check" / "Outcome.swift").read_text()
    names = re.findall(r'(?m)^ +case \.\w+: "([a-z-]+)"$', outcome)
    assert len(names) >= 30 and len(", ".join(names)) + 3 <= int(room)
