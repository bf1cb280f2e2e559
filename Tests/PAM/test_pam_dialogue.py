"""The dialogue with the user, from the first prompt to the last."""

import pytest
from transaction import (
    ACCEPTED, AGAIN, CANCEL, LOG_DEBUG, LOG_NOTICE, NEW, NULL, POLICY, REASONS, REFUSED, RETYPE, RULES, SINGLE, SUGGESTED,
    SUGGESTED_NEXT, SUGGESTION, WEAK, Log,
)

MISMATCH = "Sorry, passwords do not match."
ABORTED = "Password change has been aborted."
# In two messages; the second is only the suggestion.
ONE_MORE, ONE_FOR_LATER = [SUGGESTED, "  ..."], [SUGGESTED_NEXT, "  ..."]
EXHAUSTED, FAILED, DONE = "PAM_MAXTRIES", "PAM_AUTHTOK_ERR", "PAM_SUCCESS"
REFUSAL = [REFUSED, *REASONS]
LOGGED = Log("new password for user alice refused: minlength, required", LOG_NOTICE)
NO_DIGIT = ACCEPTED.replace("7", "w").replace("2", "v")

# The options of the line, the typed answers, the shown texts with ONE_MORE for a suggestion, the log lines, and the
# status.
DIALOGUES = {
    "accepted": ("", [ACCEPTED] * 2, [*RULES, NEW, RETYPE], [], DONE),
    "accepted, debug": (
        "debug", [ACCEPTED] * 2, [*RULES, NEW, RETYPE], [Log("new password for user alice accepted", LOG_DEBUG)], DONE),
    "refused once": ("", [WEAK, ACCEPTED, ACCEPTED], [*RULES, NEW, *REFUSAL, *ONE_MORE, NEW, RETYPE], [LOGGED], DONE),
    "refused for one reason more": (
        "suggest=no", [WEAK, NO_DIGIT, ACCEPTED, ACCEPTED],
        [*RULES, NEW, *REFUSAL, NEW, REFUSED, REASONS[-1], NEW, RETYPE],
        [LOGGED, Log("new password for user alice refused: required", LOG_NOTICE)], DONE),
    "suggestion taken": ("", [WEAK, SUGGESTION, SUGGESTION], [*RULES, NEW, *REFUSAL, *ONE_MORE, NEW, RETYPE], [LOGGED], DONE),
    # No prompt follows this refusal.
    "the only try": ("retry=1", [WEAK], [*RULES, NEW, *REFUSAL, *ONE_FOR_LATER], [LOGGED], FAILED),
    "the only try, no suggestion": (SINGLE, [WEAK], [*RULES, NEW, *REFUSAL], [LOGGED], FAILED),
    "all tries": ("", [WEAK] * 3, [*RULES, *[NEW, *REFUSAL, *ONE_MORE] * 2, NEW, *REFUSAL, *ONE_FOR_LATER], [LOGGED] * 3,
        EXHAUSTED),
    "a mismatch is a try": (
        "suggest=no", [ACCEPTED, "zqxj", WEAK, ACCEPTED, ACCEPTED],
        [*RULES, NEW, RETYPE, MISMATCH, NEW, *REFUSAL, NEW, RETYPE], [LOGGED], DONE),
    "the last mismatch": ("retry=2", [ACCEPTED, WEAK] * 2, [*RULES, *[NEW, RETYPE, MISMATCH] * 2], [], EXHAUSTED),
    "the only mismatch": ("retry=1", [ACCEPTED, ACCEPTED + "q"], [*RULES, NEW, RETYPE, MISMATCH], [], FAILED),
    "a longer retype": ("retry=1", [ACCEPTED, b"q" * 1025], [*RULES, NEW, RETYPE, MISMATCH], [], FAILED),
    "an empty retype": ("retry=1", [ACCEPTED, ""], [*RULES, NEW, RETYPE, MISMATCH], [], FAILED),
    "a retype of no text": ("retry=1", [ACCEPTED, b"\xff"], [*RULES, NEW, RETYPE, MISMATCH], [], FAILED),
}


@pytest.mark.parametrize(("options", "answers", "dialogue", "log", "status"), DIALOGUES.values(), ids=DIALOGUES)
def test_dialogue(machine, options, answers, dialogue, log, status):
    change = machine.change(*answers, policy=POLICY, options=options)
    [*suggestion] = set(change.suggestions)
    assert [text.replace(*suggestion, "...") if suggestion else text for text in change.dialogue] == dialogue
    assert (change.log, change.status, change.tokens) == (log, status, [change.typed[-1] if status == DONE else None])
    # Rules and suggestions are information, reasons are errors.
    suggested = [f"  {text}" for text in suggestion]
    assert set(change.texts("info")) <= {*RULES, SUGGESTED, SUGGESTED_NEXT, *suggested}
    # The suggestion stays the same at each refusal.
    assert len(suggestion) <= 1
    # Programs that answer prompts by their words look for "password:".
    assert not any("assword:" in text for text in change.shown)


@pytest.mark.parametrize(("setting", "option", "tries"), [
    ("", "", 3), ("retry = 2\n", "", 2), ("retry = 100\n", "", 100), ("", "retry=4", 4), ("retry = 2\n", "retry=5", 5),
])
def test_last_of_several_tries_exhausts_them(machine, setting, option, tries):
    change = machine.change(*[WEAK] * tries, policy=POLICY + setting, options=option)
    assert (change.prompts, change.status, change.tokens) == ([NEW] * tries, EXHAUSTED, [None])
    assert [text for text in change.shown if text in RULES] == RULES, "the rules are told once"
    assert (len(change.suggestions), len(set(change.suggestions))) == (tries, 1)


@pytest.mark.parametrize("answer", [CANCEL, NULL, AGAIN])
@pytest.mark.parametrize("by", ["user", "root"])
@pytest.mark.parametrize(("before", "prompts"), [
    ([], [NEW]), ([WEAK], [NEW, NEW]), ([ACCEPTED], [NEW, RETYPE]), ([WEAK, ACCEPTED], [NEW, NEW, RETYPE]),
], ids=["first", "second", "retype", "second retype"])
def test_cancelled_prompt_ends_at_once(machine, answer, before, prompts, by):
    """The prompt is not repeated either, because libpam would treat a later answer as missing."""
    policy = POLICY + "enforce-for-root = yes\nretry = 100\n"
    change = machine.change(*before, answer, ACCEPTED, ACCEPTED, policy=policy, by=by)
    assert (change.prompts, change.shown[-1], change.status, change.tokens) == (prompts, ABORTED, FAILED, [None])


@pytest.mark.parametrize("answer", [CANCEL, NULL])
def test_cancelled_question_for_the_user_ends_at_once(machine, answer):
    change = machine.change(answer, ACCEPTED, ACCEPTED, policy=POLICY, user=None)
    assert (len(change.prompts), change.status) == (1, "PAM_USER_UNKNOWN")


def test_question_for_the_user_can_be_answered_later(machine):
    change = machine.change(AGAIN, "bob", WEAK, ACCEPTED, ACCEPTED, policy=POLICY, user=None, times=2)
    assert change.texts("result") == ["PAM_INCOMPLETE", DONE]
    assert change.log[0].text == "new password for user bob refused: minlength, required"
    assert change.tokens == [ACCEPTED]


def test_conversation_without_messages_still_gets_prompts(machine):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, deaf=True)
    assert (change.prompts, change.status) == ([NEW, NEW, RETYPE], DONE)


def test_rejection_in_one_transaction_leaves_the_next_alone(machine):
    change = machine.change(WEAK, WEAK, ACCEPTED, ACCEPTED, policy=POLICY, options="retry=2 suggest=no", times=2)
    assert (change.texts("result"), change.tokens) == ([EXHAUSTED, DONE], [None, ACCEPTED])
