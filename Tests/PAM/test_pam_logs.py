"""Nobody can forge a line of the log, and it has no secrets. Which changes are logged is in test_pam_dialogue.py,
test_pam_passwords.py and test_pam_enforcement.py."""

import re

import pytest
from transaction import (
    ACCEPTED, LONGEST_SHARED_PIECE_OF_SUGGESTION, POLICY, ROOT, RULE_NAMES, SUGGESTED, USER, WEAK, Transaction, check_manners,
    check_no_secrets,
)

NAMES = [
    ("alice", "alice"), ("a.b-c_d$", "a.b-c_d$"), ("eve\nJan 1 00:00:00 sshd: forged", "eve?Jan?1?00:00:00?sshd:?forged"),
    ("eve\r\n", "eve??"), ("\x1b[31meve\x7f", "?[31meve?"), ("eve refused", "eve?refused"), ("\u00e9v\u00e9", "??v??"),
    ("e\u2028v\udcff", "e???v?"), ("%s%n%99999d", "%s%n%99999d"), ("", ""), ("e" * 63, "e" * 63), ("e" * 64, "e" * 63),
    ("e" * 100000, "e" * 63),
]


@pytest.mark.parametrize(("user", "logged"), NAMES, ids=range(len(NAMES)))
def test_name_of_the_user_cannot_forge_a_line(machine, user, logged):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, options="debug", user=user)
    assert [log.text for log in change.log] == [
        f"new password for user {logged} refused: minlength, required", f"new password for user {logged} accepted"]
    for policy, options in [("retyr = 1\n", ""), (POLICY, "retyr=1")]:
        change = machine.change(policy=policy, options=options, user=user)
        assert change.log[-1].text.endswith(f"assword change for user {logged} refused.")


@pytest.mark.parametrize("text", [
    b"retry = \x1b[31mred\n", b"\x1b[31mred = 1\n", b"rules = \x07required: upper\n", b"rules = required: \x1b[31m\n",
    b"rules = required: upper \x1b\x7f\n", b"retry = %s%n%99999d\n", b"%n%s = 1\n", b"rules = required: %n%s\n",
    b"rules = required: " + "\u00e9".encode() * 5000 + b"\n", b"q" * 100000 + b" = 1\n", b"rules = " + b"q" * 60000 + b": 1\n",
    b"retry = " + "\u202e\u2028\u0085".encode() + b"\n",
])
@pytest.mark.parametrize("by", [USER, ROOT])
def test_broken_policy_cannot_forge_a_line(machine, text, by):
    change = machine.change(WEAK, WEAK, policy=text, by=by)
    [log] = change.log
    # An unknown key refuses root as well: it may be a misspelt key that binds root.
    is_unknown_key = not text.startswith((b"retry", b"rules"))
    verdict = "refused" if by == USER or is_unknown_key else "is not checked"
    assert log.text.startswith(f"{machine.policy}:1:")
    assert log.text.endswith(f" Password change for user alice {verdict}.")


# ---- The checks that every transaction goes through ----


def transaction(**event):
    return Transaction([{"type": "prompt", "text": "New password: ", "typed": ACCEPTED}, event], [])


@pytest.mark.parametrize("event_type", ["log", "info", "error", "prompt"])
def test_check_finds_four_characters_of_a_password(event_type):
    check_no_secrets(transaction(type=event_type, text=f"refused: {ACCEPTED[2:5]}", typed=""))
    with pytest.raises(AssertionError):
        check_no_secrets(transaction(type=event_type, text=f"refused: {ACCEPTED[2:6]}", typed=""))


SUGGESTIONS = [
    "lemon-orbit-tulip-cedar-mango4", "cabin-differ-lemon-full-name-orbit", "Lemon+differ+orbit+tulip+cedar", "vubkem-roxPit-4cazud",
    "LemonDifferOrbitTulipCedar", "kT7-m-2qWx9-pL4vR8sZ", "73926485",
]


def suggested(suggestion, text):
    shown = [{"type": "info", "text": line} for line in (SUGGESTED, f"  {suggestion}")]
    return Transaction([*shown, {"type": "log", "text": f"refused: {text}"}], [])


@pytest.mark.parametrize("suggestion", SUGGESTIONS)
def test_check_finds_suggestion_in_the_log(suggestion):
    """The whole suggestion, and any part that is longer than a word."""
    longest = 2 + max(len(word) for word in re.split("[+-]", suggestion)) + LONGEST_SHARED_PIECE_OF_SUGGESTION
    parts = [suggestion[start : start + longest] for start in range(max(1, len(suggestion) - longest + 1))]
    for part in [suggestion, *parts]:
        with pytest.raises(AssertionError):
            check_no_secrets(suggested(suggestion, part))


@pytest.mark.parametrize("text", ["  {}.", " {}", "  - {}", "{}", "alice: {}", "Next time you could use: {}"])
def test_suggestion_is_alone_in_its_message(text):
    change = suggested(SUGGESTIONS[0], "minlength")
    check_no_secrets(change)
    change.events.append({"type": "error", "text": text.format(SUGGESTIONS[0])})
    with pytest.raises(AssertionError):
        check_no_secrets(change)


@pytest.mark.parametrize("suggestion", SUGGESTIONS)
def test_log_may_share_a_word_with_a_suggestion(suggestion):
    for text in [", ".join(RULE_NAMES), *re.findall("[+-]?[a-z]{3,6}[+-]?", suggestion)]:
        check_no_secrets(suggested(suggestion, text))


@pytest.mark.parametrize("text", ["two\nlines", "e" * 512, "\x1b[31m"])
def test_check_finds_unprintable_messages(text):
    with pytest.raises(AssertionError):
        check_manners(transaction(type="info", text=text))
