"""passwordrules generate --config: the policy's suggestions, unless an option overrides its keys."""

import json
import re
import string

import pytest

from tool import run

RULES = "rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2\n"
PRINTABLE = "rules = allowed: ascii-printable\nsuggest-style = random\n"
# What looks alike or is hard to find on a keyboard; without it no suggestion of the default.
HARD_TO_TYPE = "0O1lI| \"'`\\"
GROUP = "[2-9A-Za-z][A-Za-z][A-Za-z][A-Za-z][A-Za-z][2-9A-Za-z]"


@pytest.fixture
def policy(tmp_path):
    def write(text):
        path = tmp_path / "policy.conf"
        path.write_text(text)
        path.chmod(0o600)
        return str(path)
    return write


@pytest.fixture
def generate(policy):
    """Passwords that the policy accepts, as objects; with nothing on standard error."""
    def generate(text, *arguments):
        path = policy(text)
        result = run("generate", "--config", path, "--json", *arguments)
        assert (result.status, result.errors) == (0, "")
        objects = [json.loads(line) for line in result.lines]
        plain = "".join(each["password"] + "\n" for each in objects).encode()
        assert run("check", "--config", path, input=plain).status == 0
        return objects
    return generate


def characters(objects):
    return set("".join(each["password"] for each in objects))


def test_suggestion_is_readable_has_71_bits_and_is_easy_to_type(generate):
    found = generate(RULES, "--count", "500")
    assert len({each["password"] for each in found}) == 500
    for each in found:
        assert (each["style"], each["excluded"]) == ("readable", True) and 71 <= each["entropy"] < 73
        assert re.fullmatch("-".join([GROUP] * 3), each["password"])
    assert not characters(found) & set(HARD_TO_TYPE)


@pytest.mark.parametrize("setting, arguments, style, lengths", [
    ("", [], "readable", {20}), ("suggest-style = readable\n", [], "readable", {20}),
    ("suggest-style = random\n", [], "random", {20}), ("", ["--style", "random"], "random", {20}),
    ("suggest-style = words\n", ["--style", "random"], "random", {20}),
    ("suggest-style = random\n", ["--style", "readable"], "readable", {20}),
    ("suggest-entropy = 128\n", [], "readable", {41}), ("suggest-entropy = 1\n", [], "readable", {20}),
    ("suggest-entropy = 128\nsuggest-style = random\n", [], "random", {22}),
    ("suggest-entropy = 1024\nsuggest-style = random\n", ["--entropy", "71"], "random", {20}),
    ("", ["--entropy", "128"], "readable", {41}), ("", ["--length", "27"], "readable", {27}),
    ("suggest-style = random\n", ["--length", "12"], "random", {12}),
])
def test_suggestion_is_as_the_keys_have_it_and_the_options_come_first(generate, setting, arguments, style, lengths):
    found = generate(RULES + setting, "--count", "50", *arguments)
    assert {each["style"] for each in found} == {style}
    assert {len(each["password"]) for each in found} == lengths
    assert not characters(found) & set(HARD_TO_TYPE)


@pytest.mark.parametrize("setting, arguments", [("suggest-style = words\n", []), ("", ["--style", "words"])])
def test_words_are_suggested(generate, setting, arguments):
    for each in generate(RULES + setting, "--count", "50", *arguments):
        assert each["style"] == "words" and each["entropy"] >= 71
        assert re.fullmatch("[A-Za-z]+[2-9]?(-[A-Za-z]+[2-9]?){4,6}", each["password"])


@pytest.mark.parametrize("setting, arguments, without", [
    ("", [], HARD_TO_TYPE), ("suggest-exclude = none\n", [], ""), ("", ["--exclude", "none"], ""),
    ("suggest-exclude = ambiguous\n", [], "0O1lI|"),
    ("suggest-exclude = [aeiou], upper\n", [], "aeiou" + string.ascii_uppercase),
    ("suggest-exclude = upper\n", ["--exclude", "digit"], string.digits),
    # An option takes the place of the key; it adds nothing to it.
    ("suggest-exclude = digit\n", ["--exclude", "none"], ""),
])
def test_what_is_excluded_and_nothing_else_does_not_occur(generate, setting, arguments, without):
    found = generate(PRINTABLE + setting, "--count", "1000", *arguments)
    assert characters(found) == {chr(byte) for byte in range(0x20, 0x7F)} - set(without)


def test_space_is_kept_from_the_ends(generate):
    found = generate(PRINTABLE + "suggest-exclude = space-at-ends\n", "--count", "1000")
    assert " " in characters(found) and all(each["password"] == each["password"].strip() for each in found)


def test_letters_digits_and_the_hyphen_stand_where_the_rules_leave_the_characters_open(generate):
    found = generate("rules = minlength: 12\nsuggest-style = random\nsuggest-exclude = none\n", "--count", "1000")
    assert characters(found) == set(string.ascii_letters + string.digits + "-")
    found = generate("rules = required: [!%]\nsuggest-style = random\nsuggest-exclude = none\n", "--count", "1000")
    assert characters(found) == set(string.ascii_letters + string.digits + "-!%")


@pytest.mark.parametrize("rules, present, excluded", [
    # Required characters are used, even if they are hard to type; of a choice, those that are easy.
    ("required: [\"]; minlength: 8", '"', False), ("required: [ ]", " ", False), ("allowed: [01]", "0", False),
    ("required: [0a]; allowed: digit", "a", True),
])
def test_what_the_rules_need_is_used(generate, rules, present, excluded):
    for each in generate(f"rules = {rules}\n", "--count", "20"):
        assert present in each["password"] and each["excluded"] == excluded


@pytest.mark.parametrize("rules, style", [
    ("allowed: digit", "readable"), ("allowed: digit", "words"), ("allowed: upper, digit", "words"),
    ("maxlength: 12", "words"),
])
def test_style_of_the_policy_that_its_rules_do_not_permit_is_replaced_without_a_note(policy, rules, style):
    """The command line did not ask for it; a note says so if the entropy cannot be reached."""
    path = policy(f"rules = {rules}\nsuggest-style = {style}\n")
    result = run("generate", "--config", path, "--json")
    assert result.status == 0 and json.loads(result.lines[0])["style"] == "random"
    assert "style" not in result.errors
    assert run("generate", "--config", path, "--style", style).errors.count(f'do not permit the style "{style}"') == 1


def test_empty_value_brings_back_what_holds_without_a_line(policy):
    text = "rules = minlength: 8\nsuggest-style = random\nsuggest-entropy = 128\n"
    for more, style, length in [("", "random", 22), ("suggest-style =\nsuggest-entropy =\n", "readable", 20)]:
        told = json.loads(run("generate", "--config", policy(text + more), "--json").lines[0])
        assert (told["style"], len(told["password"])) == (style, length)


STYLES = 'for this key; it can be "random", "readable" or "words"'
MISTAKES = [
    ("suggest-style = pronounceable", 17, f'there is no value "pronounceable" {STYLES}'),
    ("suggest-style = Words", 17, f'there is no value "Words" {STYLES}'),
    ("suggest-style = random, words", 17, f'there is no value "random, words" {STYLES}'),
    ("suggest-stlye = words", 1, 'there is no key "suggest-stlye"; did you mean "suggest-style"?'),
    ("suggest-entropy = 0", 19, 'expected a number from 1 to 1024, found "0"'),
    ("suggest-entropy = 1025", 19, 'expected a number from 1 to 1024, found "1025"'),
    ("suggest-entropy = 99999999999999999999", 19, 'expected a number from 1 to 1024, found "99999999999999999999"'),
    ("suggest-entropy = -71", 19, 'expected a number from 1 to 1024, found "-71"'),
    ("suggest-entropy = 71.5", 19, 'expected a number from 1 to 1024, found "71.5"'),
    ("suggest-entropy = 128 bits", 19, 'expected a number from 1 to 1024, found "128 bits"'),
    ("suggest-exclude = ambigous", 19, 'there is no class "ambigous"; did you mean "ambiguous"?'),
    ("suggest-exclude = digit, space-at-end", 26, 'there is no class "space-at-end"; did you mean "space-at-ends"?'),
    ("suggest-exclude = [aeiou", 19, 'this "[" is not closed by a "]"'),
    ("suggest-exclude = digit,", 25, "expected a character class such as upper, digit or [-_.]"),
]


@pytest.mark.parametrize("line, column, message", MISTAKES)
def test_mistake_in_a_key_is_shown_with_its_place(policy, line, column, message):
    path = policy(RULES + line + "\n")
    expected = f"{path}:2:{column}: error: {message}"
    result = run("generate", "--config", path)
    assert (result.status, result.lines, result.errors) == (2, [], f"passwordrules: {expected}\n")
    result = run("lint", path)
    assert (result.status, result.errors) == (2, "") and result.lines[0] == expected


def test_keys_can_be_set_once(policy):
    for line in ["suggest-style = words", "suggest-entropy = 71", "suggest-exclude = none"]:
        path = policy(RULES + f"{line}\n{line}\n")
        assert run("generate", "--config", path).errors.endswith(
            ":3:1: error: this key is set a second time in the same section\n")


def test_keys_without_a_mistake_are_not_remarked_upon(policy):
    keys = "suggest-style = words\nsuggest-entropy = 1024\nsuggest-exclude = ambiguous, space-at-ends, [aeiou]\n"
    # No composition rules, of which lint has something to say.
    result = run("lint", policy("rules = minlength: 12\n" + keys))
    assert (result.status, result.output, result.errors) == (0, b"", "")


def test_descriptor_alone_knows_no_suggestions():
    """Without a policy, any password of the strict reading of the rules."""
    result = run("generate", "--rules", "required: upper", "--json")
    password = json.loads(result.lines[0])
    assert password["style"] == "random" and re.fullmatch("[A-Z]{20}", password["password"])
