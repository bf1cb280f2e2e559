"""The dialogue with the user, from the first prompt to the last."""

import pytest
from transaction import (
    ACCEPTED, AGAIN, CANCEL, LOG_NOTICE, NULL, POLICY, REFUSED, SUGGESTION, WEAK, Log,
)

RULES = ["Password rules: 12 characters or more, with an uppercase letter and a digit."]
NEW = "New password: "
RETYPE = "Retype new password: "
MISMATCH = "Sorry, passwords do not match."
ABORTED = "Password change has been aborted."


def test_accepted_password_is_typed_twice_and_set(machine):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY)
    assert change.status == "PAM_SUCCESS"
    assert change.dialogue == [*RULES, NEW, RETYPE]
    assert change.tokens == [ACCEPTED]
    assert change.log == []


def test_rejection_lists_all_that_is_missing_then_suggests(machine):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY)
    [suggestion] = change.suggestions
    assert change.dialogue == [
        *RULES,
        NEW,
        REFUSED,
        "  - 8 more characters needed (4 of 12)",
        "  - needs an uppercase letter",
        "  - needs a digit",
        f"Suggestion: {suggestion}",
        NEW,
        RETYPE,
    ]
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [ACCEPTED]


def test_nothing_that_is_shown_looks_like_a_prompt(machine):
    """Programs that answer prompts by their words look for "password:"."""
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY)
    assert not any("assword:" in text for text in change.texts("info") + change.texts("error"))


def test_rules_are_information_and_reasons_are_errors(machine):
    change = machine.change(WEAK, policy=POLICY)
    assert change.texts("info")[:-1] == RULES
    assert change.texts("info")[-1].startswith("Suggestion: ")
    assert change.texts("error")[0] == REFUSED
    assert all(text.startswith("  - ") for text in change.texts("error")[1:-1])


def test_rules_are_told_once_however_often_a_person_tries(machine):
    change = machine.change(*[WEAK] * 5, policy=POLICY, options="retry=5")
    assert change.prompts == [NEW] * 5
    assert [text for text in change.shown if text in RULES] == RULES


@pytest.mark.parametrize(
    ("rules", "password", "reasons"),
    [
        ("minlength: 8", "qzjx#7w", ["1 more character needed (7 of 8)"]),
        ("maxlength: 6", "qzjx#7wK", ["2 characters too many (8, at most 6)"]),
        ("required: digit", "qzjx", ["needs a digit"]),
        ("required: [#%]", "qzjx", ["needs one of #%"]),
        ("allowed: lower", "qzjx#7", ["2 characters that are not allowed (only a-z)"]),
        ("max-repeating: 2", "qqqzjx", ["one character 3 times in a row (at most 2)"]),
        ("max-sequential: 2", "wxyz#q", ["4 characters in sequence, like abc or 321 (at most 2)"]),
        ("max-consecutive: 2", "qqqzjx", ["one character 3 times in a row (at most 2)"]),
        (
            "minlength: 20; required: upper; required: special; allowed: lower; maxlength: 30; max-repeating: 1",
            "zqq7j",
            [
                "15 more characters needed (5 of 20)",
                "needs an uppercase letter",
                "needs a special character",
                "1 character that is not allowed (only A-Z, a-z, special characters)",
                "one character 2 times in a row (at most 1)",
            ],
        ),
    ],
)
def test_every_unmet_rule_has_a_line_of_its_own(machine, rules, password, reasons):
    change = machine.change(password, policy=f"rules = {rules}\n", options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, *(f"  - {reason}" for reason in reasons)]


def test_rule_that_is_stated_twice_is_told_once(machine):
    policy = "rules = required: digit; minlength: 6\nrules = required: digit\n"
    change = machine.change("zqxj", policy=policy, options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - 2 more characters needed (4 of 6)", "  - needs a digit"]


# ---- Suggestions ----


def test_suggestion_is_accepted_when_typed_twice(machine):
    change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=POLICY)
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == change.suggestions


def test_suggestion_stays_the_same_at_each_refusal(machine):
    change = machine.change(*[WEAK] * 4, policy=POLICY, options="retry=4")
    assert len(change.suggestions) == 4
    assert len(set(change.suggestions)) == 1


def test_each_transaction_has_a_suggestion_of_its_own(machine):
    suggestions = [machine.change(WEAK, policy=POLICY).suggestions[0] for _ in range(5)]
    assert len(set(suggestions)) == 5


@pytest.mark.parametrize(
    ("style", "minimum", "length"),
    [
        ("random", 499, 499), ("random", 500, None), ("random", 1024, None), ("random", 1025, None),
        # Groups of six characters and a hyphen.
        ("readable", 496, 496), ("readable", 497, None), ("readable", 1024, None),
    ],
)
def test_suggestion_is_whole_or_is_not_shown(machine, style, minimum, length):
    policy = f"rules = minlength: {minimum}\nsuggest-style = {style}\n"
    change = machine.change(WEAK, policy=policy, options="retry=1")
    assert [len(suggestion) for suggestion in change.suggestions] == ([length] if length else [])
    assert change.status == "PAM_AUTHTOK_ERR"


def test_rules_that_nothing_satisfies_are_refused_without_a_suggestion(machine):
    policy = "rules = minlength: 8; maxlength: 4\n"
    change = machine.change("qzjx#7", policy=policy, options="retry=1")
    assert change.texts("error") == [
        REFUSED, "  - 2 more characters needed (6 of 8)", "  - 2 characters too many (6, at most 4)",
    ]
    assert change.suggestions == []


# ---- Tries ----


@pytest.mark.parametrize(
    ("setting", "options", "tries"),
    [
        ("", "", 3),
        ("retry = 2\n", "", 2),
        ("retry = 100\n", "", 100),
        ("", "retry=4", 4),
        ("retry = 2\n", "retry=5", 5),
    ],
)
def test_last_of_several_tries_exhausts_them(machine, setting, options, tries):
    change = machine.change(*[WEAK] * tries, policy=POLICY + setting, options=options)
    assert change.prompts == [NEW] * tries
    assert change.status == "PAM_MAXTRIES"
    assert change.tokens == [None]


def test_only_try_is_refused(machine):
    change = machine.change(WEAK, policy=POLICY, options="retry=1")
    assert change.prompts == [NEW]
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


def test_last_rejection_still_says_why(machine):
    change = machine.change(WEAK, policy=POLICY, options="retry=1 suggest=no")
    assert change.dialogue[-4:] == [
        REFUSED, "  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit",
    ]


def test_every_refusal_is_logged_with_user_and_rules(machine):
    change = machine.change(WEAK, ACCEPTED.lower(), ACCEPTED, ACCEPTED, policy=POLICY)
    assert change.log == [
        Log("new password for user alice refused: minlength, required", LOG_NOTICE),
        Log("new password for user alice refused: required", LOG_NOTICE),
    ]


def test_mismatch_counts_as_a_try(machine):
    change = machine.change(ACCEPTED, "zqxj", WEAK, ACCEPTED, ACCEPTED, policy=POLICY, options="suggest=no")
    assert change.prompts == [NEW, RETYPE, NEW, NEW, RETYPE]
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [ACCEPTED]


def test_last_mismatch_exhausts_the_tries(machine):
    change = machine.change(*[ACCEPTED, WEAK] * 2, policy=POLICY, options="retry=2")
    assert change.shown == [*RULES, MISMATCH, MISMATCH]
    assert change.status == "PAM_MAXTRIES"
    assert change.tokens == [None]


def test_only_mismatch_clears_the_password(machine):
    change = machine.change(ACCEPTED, ACCEPTED + "q", policy=POLICY, options="retry=1")
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


# ---- Cancelled prompts ----


@pytest.mark.parametrize("answer", [CANCEL, NULL, AGAIN])
@pytest.mark.parametrize(
    ("before", "prompts"),
    [([], [NEW]), ([WEAK], [NEW, NEW]), ([ACCEPTED], [NEW, RETYPE]), ([WEAK, ACCEPTED], [NEW, NEW, RETYPE])],
    ids=["first", "second", "retype", "second retype"],
)
def test_cancelled_prompt_ends_at_once(machine, answer, before, prompts):
    change = machine.change(*before, answer, ACCEPTED, ACCEPTED, policy=POLICY)
    assert change.prompts == prompts
    assert change.shown[-1] == ABORTED
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


@pytest.mark.parametrize("answer", [CANCEL, NULL])
def test_cancelled_question_for_the_user_ends_at_once(machine, answer):
    change = machine.change(answer, policy=POLICY, user=None)
    assert len(change.prompts) == 1
    assert change.status == "PAM_USER_UNKNOWN"


def test_question_for_the_user_can_be_answered_later(machine):
    change = machine.change(AGAIN, "bob", WEAK, ACCEPTED, ACCEPTED, policy=POLICY, user=None, times=2)
    assert change.texts("result") == ["PAM_INCOMPLETE", "PAM_SUCCESS"]
    assert change.log[0].text == "new password for user bob refused: minlength, required"
    assert change.tokens == [ACCEPTED]


def test_conversation_that_cannot_show_messages_still_gets_prompts(machine):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, deaf=True)
    assert change.prompts == [NEW, NEW, RETYPE]
    assert change.status == "PAM_SUCCESS"
