"""The suggestions: suggest, suggest-style, suggest-entropy and suggest-exclude reach the user. What they mean
is in StyleTests, SuggestionPlanTests and Tests/Vectors/policies.txt; to whom none is shown, in
test_pam_services.py and test_pam_enforcement.py."""

import re

import pytest
from transaction import POLICY, SUGGESTION, WEAK

RULES = "rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2\n"

# The characters that look alike are left out: 0, O, 1, l, I.
CONSONANT, VOWEL = "[bcdfghjkmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]", "[aeiouyAEUY]"
GROUP = f"(?:{CONSONANT}|[2-9]){VOWEL}{CONSONANT * 2}{VOWEL}(?:{CONSONANT}|[2-9])"
WORD = "[a-zA-Z][a-z]{2,5}[2-9]?"


def groups(count):
    return "-".join([GROUP] * count)


@pytest.mark.parametrize(("policy", "pattern"), [
    (RULES, groups(3)), (RULES + "suggest-style = random\n", "[a-km-zA-HJ-NP-Z2-9-]{20}"),
    (RULES + "suggest-style = words\n", f"{WORD}(-{WORD}){{4,}}"), (RULES + "suggest-entropy = 128\n", groups(6)),
    # Without a symbol, there are no groups, and each word is capitalized.
    (RULES + "suggest-exclude = [xyzXYZ2345], [-]\n", "([A-W][a-w]{2,5}[016-9]?){6,}"),
    # A style that the rules do not permit is replaced.
    ("rules = allowed: digit; maxlength: 8\nsuggest-style = words\n", "[2-9]{8}"),
])
def test_suggestion_follows_the_policy(machine, policy, pattern):
    suggestions = set()
    for _ in range(3):
        change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=policy)
        [suggestion] = change.suggestions
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [suggestion])
        assert re.fullmatch(pattern, suggestion)
        suggestions.add(suggestion)
    assert len(suggestions) == 3


@pytest.mark.parametrize(("style", "minimum", "length"), [
    ("random", 509, 509), ("random", 510, None), ("random", 1025, None),
    # Groups of six characters and a hyphen.
    ("readable", 503, 503), ("readable", 504, None), ("readable", 1024, None),
])
def test_truncated_suggestion_is_never_shown(machine, style, minimum, length):
    change = machine.change(WEAK, policy=f"rules = minlength: {minimum}\nsuggest-style = {style}\n", options="retry=1")
    assert [len(suggestion) for suggestion in change.suggestions] == ([length] if length else [])
    assert change.status == "PAM_AUTHTOK_ERR"


def test_unmeetable_rules_get_no_suggestion(machine):
    change = machine.change(*["q!x"] * 3, policy="rules = minlength: 9; maxlength: 8\n")
    assert (change.status, change.suggestions) == ("PAM_MAXTRIES", [])


@pytest.mark.parametrize(("setting", "option", "is_shown"), [
    ("", "", True), ("", "suggest=no", False), ("suggest = no\n", "", False), ("suggest = no\n", "suggest=yes", True),
    ("suggest = yes\n", "suggest=no", False), ("suggest = no\n", "suggest=", True),
])
def test_administrator_can_turn_off_suggestions(machine, setting, option, is_shown):
    """Each refusal shows the same suggestion."""
    change = machine.change(*[WEAK] * 4, policy=POLICY + setting, options=f"retry=4 {option}")
    assert (len(change.suggestions), len(set(change.suggestions))) == ((4, 1) if is_shown else (0, 0))
