"""passwordrules generate and count: what no session can show, because it is drawn, or long."""

import json
import math
import os
import re
import string

import pytest

from tool import ROOT, run

MIXED = "required: upper; required: lower; required: digit; allowed: [-_.]; max-repeating: 2"
ANY = "allowed: upper, lower, digit, [-]"
LOWER = "allowed: lower, [-]"
PRINTABLE = {chr(byte) for byte in range(0x20, 0x7F)}
SPECIAL = "".join(sorted(PRINTABLE - set(string.ascii_letters + string.digits)))
AMBIGUOUS = "0O1lI|"
# What looks alike or is hard to find on a keyboard.
HARD_TO_TYPE = AMBIGUOUS + " \"'`\\"


def generated(source, *arguments):
    """Passwords as objects, which the same rules, or the same policy, accept; they come without a note."""
    result = run("generate", *source, "--json", *arguments)
    assert (result.status, result.errors) == (0, "")
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
    def suggested(lines, *arguments):
        path = tmp_path / "policy.conf"
        path.write_text(lines)
        path.chmod(0o600)
        return generated(["--config", str(path)], *arguments)
    return suggested


def characters(objects):
    return set("".join(each["password"] for each in objects))


# Numbers. Tests/PasswordRulesTests/PasswordLanguageTests.swift counts in other ways; this is about numbers of 2,000 digits.

@pytest.mark.parametrize("rules, count", [
    ("", 95**1024), ("allowed: upper, digit", 36**1024),
    ("required: upper; required: digit", 36**1024 - 26**1024 - 10**1024),
    ("required: upper; required: lower; required: digit",
     62**1024 - 2 * 36**1024 - 52**1024 + 10**1024 + 2 * 26**1024),
])
def test_the_longest_numbers_are_exact(rules, count):
    told = json.loads(run("count", "--json", "--length", "1024", rules).output)
    assert told["count"] == str(count) and math.isclose(told["entropy"], math.log2(count), rel_tol=1e-14)


# Length, and what is excluded.

@pytest.mark.parametrize("rules, arguments, length", [
    (MIXED, [], 20), (MIXED, ["--length", "33"], 33), (MIXED, ["--length", "1024"], 1024), (MIXED + "; minlength: 40", [], 40),
    (MIXED + "; maxlength: 12", [], 12),
    # Of ten digits 22 are needed for 71 bits, of two letters 71.
    ("allowed: digit", [], 22), ("allowed: [ab]", [], 71), ("allowed: digit", ["--entropy", "0"], 20),
    ("allowed: digit", ["--entropy", "67"], 21), ("allowed: [ab]", ["--entropy", "127.5"], 128),
    ("allowed: [ab]", ["--entropy", "1024"], 1024), ("allowed: digit; minlength: 5", ["--entropy", "1"], 20),
])
def test_length(rules, arguments, length):
    assert [len(password) for password in passwords(rules, *arguments)] == [length]


@pytest.mark.parametrize("style", ["random", "readable", "words"])
def test_many_that_all_differ(style):
    assert len(set(passwords(MIXED, "--count", "1000", "--style", style))) == 1000


@pytest.mark.parametrize("exclude, without", [
    (None, ""), ("none", ""), (" Ambiguous ", AMBIGUOUS), ("special", SPECIAL),
    ("digit,upper , [aeiou]", string.digits + string.ascii_uppercase + "aeiou"),
    ("ambiguous, special, space-at-ends", AMBIGUOUS + SPECIAL),
])
def test_what_is_excluded_and_nothing_else_does_not_occur(exclude, without):
    found = passwords("", *(["--exclude", exclude] if exclude else []), "--count", "1000")
    assert set("".join(found)) == PRINTABLE - set(without)


def test_space_is_kept_from_the_ends_alone():
    rules = "required: [ ]; allowed: [ab]"
    assert any(password != password.strip() for password in passwords(rules, "--count", "100"))
    assert all(password == password.strip() for password in passwords(rules, "--exclude", "space-at-ends", "--count", "100"))


# Styles. Tests/PasswordRulesTests/StyleTests.swift enumerates their forms at small size.

CONSONANTS, VOWELS = "bcdfghjkmnpqrstvwxz", "aeiouy"
# An l that stands for a capital I is not to be had; an L is none.
UPPER_CONSONANTS, UPPER_VOWELS = "BCDFGHJKLMNPQRSTVWXZ", "AEIOUY"


def group(consonants, vowels, digits=""):
    """Two syllables, of which a digit may be the first character or the last."""
    return f"[{consonants}{digits}][{vowels}][{consonants}][{consonants}][{vowels}][{consonants}{digits}]"


EASY = group(CONSONANTS + UPPER_CONSONANTS, VOWELS + UPPER_VOWELS, "0-9")


@pytest.mark.parametrize("rules, separator, form, groups", [
    (MIXED, "-", EASY, 3), (ANY + "; minlength: 21", "-", EASY, 4), (LOWER, "-", group(CONSONANTS, VOWELS), 4),
    ("allowed: upper, [_.]", "_", group(UPPER_CONSONANTS, UPPER_VOWELS), 4),
    # The symbol is one that the rules require.
    ("allowed: lower; required: [ /?]", "?", group(CONSONANTS, VOWELS), 4),
])
def test_readable_passwords_are_groups_of_two_syllables(rules, separator, form, groups):
    found = passwords(rules, "--style", "readable", "--count", "300")
    assert all(re.fullmatch(re.escape(separator).join([form] * groups), password) for password in found)
    if form == EASY:
        # One of each; the digit at the start or the end of a group, the upper-case letter anywhere.
        assert {len(re.findall("[A-Z]", each)) for each in found} == {len(re.findall("[0-9]", each)) for each in found} == {1}
        assert {re.search("[0-9]", each).start() % 7 for each in found} == {0, 5}
        assert {re.search("[A-Z]", each).start() % 7 for each in found} == {0, 1, 2, 3, 4, 5}


def read_words():
    with open(os.path.join(ROOT, "Sources", "PasswordRules", "Generate", "WordList.swift")) as file:
        text = re.search(r'text: StaticString = """\n(.*?)"""', file.read(), flags=re.S)[1]
    return [beginning.lower() + rest for beginning, rests in re.findall("([A-Z]{2})([^A-Z]*)", text) for rest in rests.split()]


WORDS = read_words()
THREE = sum(len(word) == 3 for word in WORDS)


def test_word_list_has_many_short_words_in_order_and_every_one_occurs():
    assert len(WORDS) >= 4096 and WORDS == sorted(set(WORDS)) and all(re.fullmatch("[a-z]{3,6}", word) for word in WORDS)
    found = passwords(LOWER, "--style", "words", "--count", "20000")
    assert {word for password in found for word in password.split("-")} == set(WORDS)


@pytest.mark.parametrize("rules, separator, upper, digits", [
    (LOWER, "-", 0, 0), ("allowed: lower, [_.]", "_", 0, 0), (MIXED, "-", 1, 1), (ANY, "-", 0, 0), ("", "-", 0, 0),
    ("required: digit; allowed: lower, [-]", "-", 0, 1), ("allowed: ascii-printable; required: [%]", "%", 0, 0),
    # Without a symbol between them, words begin with a capital.
    ("allowed: upper, lower", "(?=[A-Z])", None, 0), ("required: digit; allowed: upper, lower", "(?=[A-Z])", None, 1),
])
def test_words_are_in_the_list(rules, separator, upper, digits):
    for password in passwords(rules, "--style", "words", "--count", "200"):
        words = [word for word in re.split(separator, password) if word]
        assert all(re.fullmatch("[A-Z]?[a-z]*[0-9]?", word) and word.rstrip("0123456789").lower() in WORDS for word in words)
        assert len(re.findall("[A-Z]", password)) == (len(words) if upper is None else upper)
        assert len(re.findall("[0-9]", password)) == digits


@pytest.mark.parametrize("rules, style, arguments, length, count", [
    (LOWER, "readable", ["--length", "13"], 13, (19 * 6 * 19) ** 4),
    # The fewest groups or words that have the entropy.
    (LOWER, "readable", ["--entropy", "66"], 20, (19 * 6 * 19) ** 6),
    (LOWER, "words", [], None, len(WORDS) ** 6), (LOWER, "words", ["--entropy", "100"], None, len(WORDS) ** 9),
    # Three letters, the symbol, three letters; the upper-case letter in one of the words, the digit after one.
    (LOWER, "words", ["--length", "7"], 7, THREE**2),
    ("required: digit; required: upper; allowed: lower, [-]", "words", ["--length", "8"], 8, 40 * THREE**2),
])
def test_entropy_of_styles_is_exact(rules, style, arguments, length, count):
    [password] = generated(["--rules", rules], "--style", style, *arguments)
    assert password["style"] == style and math.isclose(password["entropy"], math.log2(count), rel_tol=1e-12)
    assert length is None or len(password["password"]) == length


@pytest.mark.parametrize("rules, arguments", [
    # The symbol that is required stands between words, of which a short password may have one alone.
    ("required: lower; required: special", ["--entropy", "1"]),
    ("required: special, [b]; allowed: lower, [-]", ["--length", "5"]),
    # There are very many: so one is found each time, and not most times.
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
    ("", [], "readable", READABLE, 71), ("suggest-style = readable\n", [], "readable", READABLE, 71),
    ("suggest-style = random\n", [], "random", ".{20}", 71), ("", ["--style", "random"], "random", ".{20}", 71),
    ("suggest-style = words\n", [], "words", WORDS_FORM, 71), ("", ["--style", "words"], "words", WORDS_FORM, 71),
    ("suggest-style = words\n", ["--style", "random"], "random", ".{20}", 71),
    ("suggest-entropy = 128\n", [], "readable", ".{41}", 128), ("", ["--entropy", "128"], "readable", ".{41}", 128),
    ("suggest-entropy = 1\n", [], "readable", READABLE, 1),
    ("suggest-entropy = 1024\nsuggest-style = random\n", ["--entropy", "71"], "random", ".{20}", 71),
    ("", ["--length", "27"], "readable", ".{27}", 71), ("suggest-style = random\n", ["--length", "12"], "random", ".{12}", 0),
    # An empty value brings back what holds without a line.
    ("suggest-style = random\nsuggest-entropy = 128\nsuggest-style =\nsuggest-entropy =\n", [], "readable", READABLE, 71),
])
def test_suggestions_are_as_keys_and_options_have_them(suggested, setting, arguments, style, form, bits):
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
    # An option takes the place of the key; it adds nothing to it.
    ("allowed: ascii-printable\nsuggest-exclude = upper\n", ["--exclude", "digit"], PRINTABLE - set(string.digits)),
    # Where the rules leave the characters open.
    ("minlength: 12\nsuggest-exclude = none\n", [], set(string.ascii_letters + string.digits + "-")),
    ("required: [!%]\nsuggest-exclude = none\n", [], set(string.ascii_letters + string.digits + "-!%")),
])
def test_suggestions_have_these_characters(suggested, setting, arguments, used):
    assert characters(suggested(f"rules = {setting}suggest-style = random\n", "--count", "1000", *arguments)) == used


@pytest.mark.parametrize("rules, present, excluded", [
    # Required characters are used, even if they are hard to type; of a choice, those that are easy.
    ('required: ["]; minlength: 8', '"', False), ("required: [ ]", " ", False), ("allowed: [01]", "0", False),
    ("required: [0a]; allowed: digit", "a", True),
])
def test_what_the_rules_need_is_used(suggested, rules, present, excluded):
    for each in suggested(f"rules = {rules}\n", "--count", "20"):
        assert present in each["password"] and each["excluded"] == excluded
