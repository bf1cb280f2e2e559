"""The suggestions: suggest-style, suggest-entropy and suggest-exclude in the policy file."""

import re
from pathlib import Path

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_WARNING, LOG_ERR, POLICY, REFUSED, ROOT, SUGGESTION, USER, WEAK, Log, needs_root,
)

RULES = "rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2\n"
DIGITS = "rules = allowed: digit; minlength: 12\n"

# Without what looks alike: 0, O, 1, l, I.
CONSONANT = "[bcdfghjkmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]"
VOWEL = "[aeiouyAEUY]"
END = f"(?:{CONSONANT}|[2-9])"
GROUP = END + VOWEL + CONSONANT * 2 + VOWEL + END
WORD = "[a-zA-Z][a-z]{2,5}[2-9]?"
# Letters, digits and the hyphen, but for those that look alike.
TYPED_EASILY = "[a-km-zA-HJ-NP-Z2-9-]"

# A pattern without a match.
NOTHING = "(?!)"

root = pytest.param(ROOT, marks=needs_root)


def suggest(machine, policy, times=1):
    """A suggestion from each of `count` changes, each accepted when it is typed."""
    suggestions = []
    for _ in range(times):
        change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=policy)
        assert change.status == "PAM_SUCCESS"
        assert len(change.suggestions) == 1
        assert change.tokens == change.suggestions
        suggestions += change.suggestions
    assert len(set(suggestions)) == times
    return suggestions


def count(kind, text):
    return len(re.findall(kind, text))


# ---- suggest-style ----


@pytest.mark.parametrize("policy", [RULES, RULES + "suggest-style = readable\n", POLICY, "rules = minlength: 12\n"])
def test_suggestion_is_of_three_readable_groups(machine, policy):
    for suggestion in suggest(machine, policy, times=5):
        assert re.fullmatch("-".join([GROUP] * 3), suggestion)
        assert count("[A-Z]", suggestion) == count("[0-9]", suggestion) == 1


def test_random_suggestion_is_of_letters_digits_and_the_hyphen(machine):
    for suggestion in suggest(machine, RULES + "suggest-style = random\n", times=5):
        assert re.fullmatch(TYPED_EASILY + "{20}", suggestion)
        assert not re.fullmatch("-".join([GROUP] * 3), suggestion)


def test_suggestion_of_words_is_of_words_in_the_list(machine):
    swift = Path(__file__).parents[2] / "Sources/PasswordRules/Generate/WordList.swift"
    groups = re.findall("([A-Z]{2})([^A-Z]*)", swift.read_text().split('"""')[1])
    words = {beginning.lower() + rest for beginning, rests in groups for rest in rests.split()}
    for suggestion in suggest(machine, RULES + "suggest-style = words\n", times=5):
        assert re.fullmatch(f"{WORD}(-{WORD}){{4,}}", suggestion)
        assert {word.rstrip("23456789").lower() for word in suggestion.split("-")} <= words
        assert count("[A-Z]", suggestion) == count("[0-9]", suggestion) == 1


def test_words_without_capitals_and_digits_where_the_rules_do_not_ask_for_them(machine):
    [suggestion] = suggest(machine, "rules = minlength: 12\nsuggest-style = words\n")
    assert re.fullmatch("[a-z]{3,6}(-[a-z]{3,6}){5,6}", suggestion)


@pytest.mark.parametrize("style", ["random", "readable", "words"])
def test_suggestion_of_any_style_stays_the_same_at_each_refusal(machine, style):
    change = machine.change(*[WEAK] * 4, policy=f"{RULES}suggest-style = {style}\n", options="retry=4")
    assert len(change.suggestions) == 4
    assert len(set(change.suggestions)) == 1


@pytest.mark.parametrize("style", ["readable", "words"])
@pytest.mark.parametrize(
    ("rules", "pattern"),
    [
        # Of eight digits, 24 have 71 bits.
        ("allowed: digit", "[2-9]{24}"), ("allowed: digit; maxlength: 8", "[2-9]{8}"),
        ("allowed: [bcd]; minlength: 12", "[bcd]{45}"), ("required: upper; allowed: digit", "[A-HJ-NP-Z2-9]{20}"),
        ("minlength: 8; maxlength: 10", TYPED_EASILY + "{10}"),
        ("required: lower; required: digit; allowed: lower; max-sequential: 2", "[a-km-z2-9]{20}"),
    ],
)
def test_style_that_the_rules_do_not_permit_is_replaced(machine, style, rules, pattern):
    [suggestion] = suggest(machine, f"rules = {rules}\nsuggest-style = {style}\nenforce = yes\nretry = 3\n")
    assert re.fullmatch(pattern, suggestion)


def test_words_become_readable_groups_where_words_are_too_long(machine):
    [suggestion] = suggest(machine, RULES + "rules = maxlength: 20\nsuggest-style = words\n")
    assert re.fullmatch("-".join([GROUP] * 3), suggestion)


# ---- suggest-entropy ----


@pytest.mark.parametrize(
    ("policy", "entropy", "pattern"),
    [
        (RULES, 1, "-".join([GROUP] * 3)), (RULES, 71, "-".join([GROUP] * 3)), (RULES, 128, "-".join([GROUP] * 6)),
        (RULES + "suggest-style = random\n", 128, TYPED_EASILY + "{22}"),
        (RULES + "suggest-style = words\n", 128, f"{WORD}(-{WORD}){{9,10}}"),
        (DIGITS, 1, "[2-9]{20}"), (DIGITS, 128, "[2-9]{43}"), (DIGITS, 1024, "[2-9]{342}"),
        # As far as the rules permit.
        (DIGITS + "rules = maxlength: 30\n", 128, "[2-9]{30}"),
    ],
)
def test_suggestion_is_as_long_as_its_entropy_asks_for(machine, policy, entropy, pattern):
    [suggestion] = suggest(machine, f"{policy}suggest-entropy = {entropy}\n")
    assert re.fullmatch(pattern, suggestion)


# ---- suggest-exclude ----


@pytest.mark.parametrize(
    ("exclude", "present", "absent"),
    [
        ("", "[!#%]", "[0O1lI| \"'`\\\\]"), ("none", "[0O1lI|]", NOTHING),
        ("none", "[ \"'`\\\\]", NOTHING),
        ("ambiguous", "[ \"'`\\\\]", "[0O1lI|]"), ("[aeiou]", "[0O1lI|]", "[aeiou]"),
        ("special, upper", "[0O1lI|]", "[^a-z0-9]"), ("space-at-ends", "[0O1lI|]", "^ | $"),
    ],
)
def test_what_is_excluded_does_not_occur(machine, exclude, present, absent):
    """In ten random suggestions of 40 characters, of which each of the others occurs."""
    setting = f"suggest-exclude = {exclude}\n" if exclude else ""
    policy = "rules = allowed: ascii-printable; minlength: 40\nsuggest-style = random\n" + setting
    suggestions = suggest(machine, policy, times=10)
    assert any(re.search(present, suggestion) for suggestion in suggestions)
    assert not any(re.search(absent, suggestion) for suggestion in suggestions)


def test_readable_suggestion_does_without_what_is_excluded(machine):
    for suggestion in suggest(machine, RULES + "suggest-exclude = [xyzXYZ2345], [-]\n", times=3):
        # Neither another symbol nor a shorter password: without a symbol, there are no groups.
        assert re.fullmatch("[A-Za-z0-9]{20}", suggestion)
        assert not set(suggestion) & set("xyzXYZ2345-")
    for suggestion in suggest(machine, RULES + "suggest-exclude = ambiguous, [xyzXYZ2345]\n", times=3):
        # One group more for the same entropy.
        assert re.fullmatch("-".join([GROUP] * 4), suggestion)
        assert not set(suggestion) & set("xyzXYZ2345")


def test_readable_suggestion_may_look_alike_where_nothing_is_excluded(machine):
    # Two in seven have such a character, so that once in a billion runs no suggestion has any.
    suggestions = suggest(machine, RULES + "suggest-exclude = none\nsuggest-entropy = 128\n", times=60)
    assert re.search("[01IO]", "".join(suggestions))


@pytest.mark.parametrize(
    "rules", ["allowed: [01]", "required: [ ]; allowed: lower", "required: [\"]", "required: [O]; required: [0]"]
)
def test_excluded_characters_that_the_rules_need_are_used(machine, rules):
    suggest(machine, f"rules = {rules}; minlength: 12\n")


# ---- Mistakes ----

STYLES = 'for this key; it can be "random", "readable" or "words".'
TOO_LARGE = "18446744073709551688"
MISTAKES = [
    ("suggest-style = pronounceable", f':2:17: there is no value "pronounceable" {STYLES}'),
    ("suggest-style = WORDS", f':2:17: there is no value "WORDS" {STYLES}'),
    ("\tsuggest-stlye = words", ':2:2: there is no key "suggest-stlye"; did you mean "suggest-style"?'),
    ("suggest-entropy = 0", ':2:19: expected a number from 1 to 1024, found "0".'),
    ("suggest-entropy = 1025", ':2:19: expected a number from 1 to 1024, found "1025".'),
    ("suggest-entropy = 71.5", ':2:19: expected a number from 1 to 1024, found "71.5".'),
    ("suggest-entropy=much", ':2:17: expected a number from 1 to 1024, found "much".'),
    (f"suggest-entropy = {TOO_LARGE}", f':2:19: expected a number from 1 to 1024, found "{TOO_LARGE}".'),
    ("suggest-exclude = ambigous", ':2:19: there is no class "ambigous"; did you mean "ambiguous"?'),
    ("suggest-exclude = digit, uper", ':2:26: there is no class "uper"; did you mean "upper"?'),
    ("suggest-exclude = [aeiou", ':2:19: this "[" is not closed by a "]".'),
    ("suggest-exclude = digit,", ":2:25: expected a character class such as upper, digit or [-_.]."),
    ("suggest-style = words\nsuggest-style = words", ":3:1: this key is set a second time in the same section."),
]


@pytest.mark.parametrize(("line", "cause"), MISTAKES)
def test_mistake_refuses_the_change_and_is_logged_with_its_place(machine, line, cause):
    change = machine.change(ACCEPTED, ACCEPTED, policy=f"{RULES}{line}\n")
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]
    assert change.tokens == []
    assert change.log == [Log(f"{machine.policy}{cause} Password change for user alice refused.", LOG_ERR)]


@needs_root
@pytest.mark.parametrize(("line", "cause"), [MISTAKES[0], MISTAKES[4], MISTAKES[9]])
def test_mistake_is_shown_to_root_who_goes_on_with_a_warning(machine, line, cause):
    change = machine.change(WEAK, WEAK, policy=f"{RULES}{line}\n", by=ROOT)
    assert change.status == "PAM_SUCCESS"
    assert change.dialogue[0] == BROKEN_WARNING
    assert change.dialogue[1] == f"{machine.policy}{cause}".removesuffix(".")


def test_mistake_refuses_where_nothing_is_suggested_too(machine):
    change = machine.change(ACCEPTED, ACCEPTED, policy=f"{RULES}suggest = no\nsuggest-entropy = 0\n")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


# ---- Without a reader ----


@pytest.mark.parametrize(
    "keys", ["suggest-style = words\n", "suggest-style = random\nsuggest-entropy = 128\nsuggest-exclude = none\n"]
)
@pytest.mark.parametrize(
    "circumstances",
    [
        {"service": "chpasswd"}, {"service": "newusers"}, {"service": "passwd"}, {"silent": True},
        {"options": "suggest=no"},
    ],
    ids=["chpasswd", "newusers", "passwd from a file", "silent", "switched off"],
)
def test_keys_do_not_make_a_suggestion_where_there_is_none(machine, keys, circumstances):
    change = machine.change(WEAK, policy=RULES + "retry = 1\n" + keys, **circumstances)
    assert change.suggestions == []
    assert (REFUSED in change.shown) != ("silent" in circumstances)
    assert change.status == "PAM_AUTHTOK_ERR"


@pytest.mark.parametrize("by", [USER, root])
@pytest.mark.parametrize("enforce", ["warn", "audit", "no"])
def test_keys_do_not_make_a_suggestion_where_the_password_passes(machine, enforce, by):
    change = machine.change(WEAK, WEAK, policy=f"{RULES}enforce = {enforce}\nsuggest-style = words\n", by=by)
    assert change.suggestions == []
    assert change.status == "PAM_SUCCESS"
