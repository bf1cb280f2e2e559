"""passwordrules generate: its options, and the keys of a policy that they override. The output is random, so it
cannot be in a session. Tests/Unit/Engine and Tests/ABI test how passwords are made and counted."""

import json
import re
import string

import pytest

from tool import run

MIXED = "required: upper; required: lower; required: digit; allowed: [-_.]; max-repeating: 2"
PRINTABLE = {chr(byte) for byte in range(0x20, 0x7F)}
SPECIAL = "".join(sorted(PRINTABLE - set(string.ascii_letters + string.digits)))
AMBIGUOUS = "0O1lI|"
# Characters that look alike, or are hard to find on a keyboard.
HARD_TO_TYPE = AMBIGUOUS + " \"'`\\"


UNREADABLE = 'passwordrules: note: the rules do not allow style "readable" at this length and entropy; using "random"\n'


def generated(source, *arguments, note=""):
    """Generates passwords, as objects, and checks that the same rules or policy accept them, and that the
    only message is `note`."""
    result = run("generate", *source, "--json", *arguments)
    assert (result.status, result.errors) == (0, note)
    objects = [json.loads(line) for line in result.lines]
    strict = ["--strict"] if source[0] == "--rules" else []
    plain = "".join(each["password"] + "\n" for each in objects).encode()
    assert run("check", *source, *strict, input=plain).status == 0
    return objects


def passwords(rules, *arguments):
    return [each["password"] for each in generated(["--rules", rules], *arguments)]


@pytest.fixture
def suggested(tmp_path):
    """Suggestions of a policy of these lines, as objects."""
    def suggested(lines, *arguments, **options):
        path = tmp_path / "policy.conf"
        path.write_text(lines)
        path.chmod(0o600)
        return generated(["--config", str(path)], *arguments, **options)
    return suggested


def characters(objects):
    return set("".join(each["password"] for each in objects))


@pytest.mark.parametrize("rules, arguments, length", [
    (MIXED, [], 20), (MIXED, ["--length", "33"], 33), (MIXED, ["--length", "1024"], 1024), (MIXED + "; minlength: 40", [], 40),
    ("allowed: digit", ["--entropy", "0"], 20), ("allowed: [ab]", ["--entropy", "127.5"], 128),
    ("allowed: [ab]", ["--entropy", "1024"], 1024),
])
def test_length(rules, arguments, length):
    assert [len(password) for password in passwords(rules, *arguments)] == [length]


@pytest.mark.parametrize("exclude, without", [
    (None, ""), ("none", ""), (" Ambiguous ", AMBIGUOUS),
    ("digit,upper , [aeiou]", string.digits + string.ascii_uppercase + "aeiou"),
    ("ambiguous, special, space-at-ends", AMBIGUOUS + SPECIAL),
])
def test_only_excluded_characters_are_missing(exclude, without):
    found = passwords("", *(["--exclude", exclude] if exclude else []), "--count", "1000")
    assert set("".join(found)) == PRINTABLE - set(without)


def test_every_word_of_the_list_occurs():
    """The entropy of six words is that of six draws from the list, so it gives the number of words in the list."""
    found = generated(["--rules", "allowed: lower, [-]"], "--style", "words", "--count", "20000")
    assert len({word for each in found for word in each["password"].split("-")}) == round(2 ** (found[0]["entropy"] / 6)) >= 4096


@pytest.mark.parametrize("rules, arguments", [
    # The required symbol is between words, but a short password may have only one word.
    ("required: lower; required: special", ["--entropy", "1"]),
    ("required: special, [b]; allowed: lower, [-]", ["--length", "5"]),
    # These passwords are so numerous that the search always finds one, not only usually.
    ("", ["--length", "39"]), ("", ["--length", "300"]), ("minlength: 68", []), ("minlength: 1024", []),
])
def test_words_of_any_length_are_found(rules, arguments):
    result = run("generate", "--rules", rules, "--style", "words", "--count", "100", *arguments)
    assert result.status == 0, result.errors
    assert run("check", "--rules", rules, "--strict", input=result.output).status == 0


# Suggestions of a policy: its keys, and the options, which come before them.

RULES = "rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2\n"
WORDS_FORM = "[A-Za-z]+[2-9]?(-[A-Za-z]+[2-9]?){4,6}"
READABLE = "-".join(["[2-9A-Za-z][A-Za-z]{4}[2-9A-Za-z]"] * 3)


@pytest.mark.parametrize("setting, arguments, style, form, bits", [
    ("", [], "readable", READABLE, 71), ("suggest-style = random\n", [], "random", ".{20}", 71),
    ("", ["--style", "random"], "random", ".{20}", 71), ("suggest-style = words\n", [], "words", WORDS_FORM, 71),
    ("suggest-style = words\n", ["--style", "random"], "random", ".{20}", 71),
    ("suggest-entropy = 128\n", [], "readable", ".{41}", 128), ("", ["--entropy", "128"], "readable", ".{41}", 128),
    ("suggest-entropy = 1\n", [], "readable", READABLE, 1),
    ("suggest-entropy = 1024\nsuggest-style = random\n", ["--entropy", "71"], "random", ".{20}", 71),
    ("", ["--length", "27"], "readable", ".{27}", 71), ("suggest-style = random\nsuggest-entropy = 1\n", ["--length", "12"], "random", ".{12}", 0),
    # An empty value restores the default.
    ("suggest-style = random\nsuggest-entropy = 128\nsuggest-style =\nsuggest-entropy =\n", [], "readable", READABLE, 71),
])
def test_suggestions_follow_keys_and_options(suggested, setting, arguments, style, form, bits):
    found = suggested(RULES + setting, "--count", "100", *arguments)
    assert len({each["password"] for each in found}) == 100 and not characters(found) & set(HARD_TO_TYPE)
    for each in found:
        assert (each["style"], each["excluded"]) == (style, True) and each["entropy"] >= bits
        assert re.fullmatch(form, each["password"])


@pytest.mark.parametrize("setting, arguments, used", [
    ("allowed: ascii-printable\n", [], PRINTABLE - set(HARD_TO_TYPE)),
    ("allowed: ascii-printable\nsuggest-exclude = none\n", [], PRINTABLE),
    ("allowed: ascii-printable\n", ["--exclude", "none"], PRINTABLE),
    ("allowed: ascii-printable\nsuggest-exclude = [aeiou], upper\n", [], PRINTABLE - set("aeiou" + string.ascii_uppercase)),
    # An option replaces the key's value, and does not add to it.
    ("allowed: ascii-printable\nsuggest-exclude = upper\n", ["--exclude", "digit"], PRINTABLE - set(string.digits)),
    # These rules do not restrict the characters.
    ("minlength: 12\nsuggest-exclude = none\n", [], set(string.ascii_letters + string.digits + "-")),
    ("required: [!%]\nsuggest-exclude = none\n", [], set(string.ascii_letters + string.digits + "-!%")),
])
def test_suggestions_have_these_characters(suggested, setting, arguments, used):
    assert characters(suggested(f"rules = {setting}suggest-style = random\n", "--count", "1000", *arguments)) == used


@pytest.mark.parametrize("rules, present, excluded", [
    # Required characters are used, even if they are hard to type. If there is a choice, easy ones are used.
    ('required: ["]; minlength: 8', '"', False), ("required: [ ]", " ", False), ("allowed: [01]", "0", False),
    ("required: [0a]; allowed: digit", "a", True),
])
def test_required_characters_are_used(suggested, rules, present, excluded):
    for each in suggested(f"rules = {rules}\n", "--count", "20", note=UNREADABLE):
        assert present in each["password"] and each["excluded"] == excluded
        assert (each["requested"], each["style"]) == ("readable", "random")
