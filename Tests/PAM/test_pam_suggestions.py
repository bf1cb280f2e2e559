"""The suggestions: suggest-style, suggest-entropy and suggest-exclude reach the user; what they mean is in StyleTests,
SuggestionPlanTests and Tests/Tool/test_tool_suggestions.py."""

import re

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_WARNING, LOG_ERR, POLICY, REFUSED, ROOT, SUGGESTION, USER, WEAK, Log,
)

RULES = "rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2\n"

# Without what looks alike: 0, O, 1, l, I.
CONSONANT, VOWEL = "[bcdfghjkmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]", "[aeiouyAEUY]"
END = f"(?:{CONSONANT}|[2-9])"
GROUP = END + VOWEL + CONSONANT * 2 + VOWEL + END
WORD = "[a-zA-Z][a-z]{2,5}[2-9]?"
# Letters, digits and the hyphen, but for those that look alike.
TYPED_EASILY = "[a-km-zA-HJ-NP-Z2-9-]"
PRINTABLE = "rules = allowed: ascii-printable; minlength: 40\nsuggest-style = random\n"


def groups(count):
    return "-".join([GROUP] * count)


@pytest.mark.parametrize(("policy", "pattern"), [
    (RULES, groups(3)), (POLICY + "suggest-style = readable\n", groups(3)), ("rules = minlength: 12\n", groups(3)),
    (RULES + "suggest-style = random\n", TYPED_EASILY + "{20}"), (RULES + "suggest-style = words\n", f"{WORD}(-{WORD}){{4,}}"),
    ("rules = minlength: 12\nsuggest-style = words\n", "[a-z]{3,6}(-[a-z]{3,6}){5,6}"),
    # What the rules do not permit is replaced.
    ("rules = allowed: digit; maxlength: 8\nsuggest-style = words\n", "[2-9]{8}"),
    (RULES + "rules = maxlength: 20\nsuggest-style = words\n", groups(3)),
    (RULES + "suggest-entropy = 128\n", groups(6)),
    ("rules = allowed: digit; minlength: 12\nsuggest-entropy = 1024\n", "[2-9]{342}"),
    (PRINTABLE + "suggest-exclude = special, upper\n", "[a-z0-9]{40}"),
    (PRINTABLE + "suggest-exclude = [aeiou]\n", "[^aeiou]{40}"),
    # Neither another symbol nor a shorter password: without a symbol, there are no groups.
    (RULES + "suggest-exclude = [xyzXYZ2345], [-]\n", "[A-WYa-w016-9]{20}"),
    # What is excluded is used where the rules need it.
    ("rules = allowed: [01]; minlength: 12\n", "[01]+"),
])
def test_suggestion_is_as_the_policy_says_and_is_accepted(machine, policy, pattern):
    suggestions = set()
    for _ in range(3):
        change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=policy)
        [suggestion] = change.suggestions
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [suggestion])
        assert re.fullmatch(pattern, suggestion)
        suggestions.add(suggestion)
    assert len(suggestions) == 3


@pytest.mark.parametrize(("style", "minimum", "length"), [
    ("random", 479, 479), ("random", 480, None), ("random", 1025, None),
    # Groups of six characters and a hyphen.
    ("readable", 475, 475), ("readable", 476, None), ("readable", 1024, None),
])
def test_suggestion_is_whole_or_is_not_shown(machine, style, minimum, length):
    change = machine.change(WEAK, policy=f"rules = minlength: {minimum}\nsuggest-style = {style}\n", options="retry=1")
    assert [len(suggestion) for suggestion in change.suggestions] == ([length] if length else [])
    assert change.status == "PAM_AUTHTOK_ERR"


@pytest.mark.parametrize("policy", ["rules = minlength: 9; maxlength: 8\n",
                                    "rules = minlength: 9; maxlength: 8\nor = minlength: 12\n"])
def test_nothing_is_suggested_where_nothing_can_meet_the_rules(machine, policy):
    """An alternative is accepted nevertheless."""
    change = machine.change("q!x", "qzjxwvkbnmtp", "qzjxwvkbnmtp", policy=policy)
    assert (change.status, change.suggestions) == ("PAM_SUCCESS" if "or" in policy else "PAM_MAXTRIES", [])


@pytest.mark.parametrize(("setting", "option", "is_shown"), [
    ("", "", True), ("", "suggest=no", False), ("suggest = no\n", "", False), ("suggest = no\n", "suggest=yes", True),
    ("suggest = yes\n", "suggest=no", False), ("suggest = no\n", "suggest=", True),
])
@pytest.mark.parametrize("style", ["random", "readable", "words"])
def test_suggestion_is_shown_unless_the_administrator_does_not_want_it(machine, setting, option, is_shown, style):
    """And stays the same at each refusal."""
    policy = f"{POLICY}{setting}suggest-style = {style}\n"
    change = machine.change(*[WEAK] * 4, policy=policy, options=f"retry=4 {option}")
    assert (len(change.suggestions), len(set(change.suggestions))) == ((4, 1) if is_shown else (0, 0))


@pytest.mark.parametrize("keys",
                         ["suggest-style = words\n", "suggest-style = random\nsuggest-entropy = 128\nsuggest-exclude = none\n"])
@pytest.mark.parametrize(("circumstances", "status"), [
    *(({"service": service}, "PAM_AUTHTOK_ERR") for service in ["chpasswd", "newusers", "passwd"]),
    ({"silent": True}, "PAM_AUTHTOK_ERR"), ({"options": "suggest=no"}, "PAM_AUTHTOK_ERR"),
    *(({"by": by, "enforce": enforce}, "PAM_SUCCESS") for by in [USER, ROOT] for enforce in ["warn", "audit", "no"]),
])
def test_keys_do_not_make_a_suggestion_where_there_is_none(machine, keys, circumstances, status):
    circumstances = dict(circumstances)
    policy = f"{RULES}retry = 1\nenforce = {circumstances.pop('enforce', 'yes')}\n{keys}"
    change = machine.change(WEAK, WEAK, policy=policy, **circumstances)
    assert (change.status, change.suggestions) == (status, [])
    assert (REFUSED in change.shown) == (status != "PAM_SUCCESS" and "silent" not in circumstances)


@pytest.mark.parametrize(("line", "cause"), [
    ("suggest-style = WORDS", ':2:17: invalid value "WORDS"; expected "random", "readable" or "words".'),
    ("suggest-entropy = 0", ':2:19: expected a number from 1 to 1024, found "0".'),
    ("suggest-exclude = digit, uper", ':2:26: unknown class "uper"; did you mean "upper"?'),
    # Where nothing is suggested, too.
    ("suggest-entropy = 0\nsuggest = no", ':2:19: expected a number from 1 to 1024, found "0".'),
])
def test_mistake_refuses_the_change_and_is_logged_with_its_place(machine, line, cause):
    change = machine.change(ACCEPTED, ACCEPTED, policy=f"{RULES}{line}\n")
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    assert change.log == [Log(f"{machine.policy}{cause} Password change for user alice refused.", LOG_ERR)]


def test_mistake_is_shown_to_root_who_goes_on_with_a_warning(machine):
    change = machine.change(WEAK, WEAK, policy=f"{RULES}suggest-exclude = [aeiou\n", by=ROOT)
    assert change.status == "PAM_SUCCESS"
    assert change.dialogue[:2] == [BROKEN_WARNING, f'{machine.policy}:2:19: this "[" has no closing "]"']
