"""passwordrules generate --style: the form of each style's passwords, and their number."""

import json
import math
import os
import re
import string
from collections import Counter

import pytest

from tool import ROOT, run

RULES = "required: upper; required: lower; required: digit; allowed: [-_.]; max-repeating: 2"
OPEN = "allowed: lower, [-]"
ANY = "allowed: upper, lower, digit, [-]"

CONSONANTS, VOWELS = "bcdfghjkmnpqrstvwxz", "aeiouy"
# An l that stands for a capital I is not to be had; an L is none.
CAPITAL_CONSONANTS, CAPITAL_VOWELS = "BCDFGHJKLMNPQRSTVWXZ", "AEIOUY"


def read_words():
    with open(os.path.join(ROOT, "Sources", "PasswordRules", "Generate", "WordList.swift")) as file:
        text = re.search(r'text: StaticString = """\n(.*?)"""', file.read(), flags=re.S)[1]
    groups = re.findall("([A-Z]{2})([^A-Z]*)", text)
    return [beginning.lower() + rest for beginning, rests in groups for rest in rests.split()]


WORDS = read_words()


def generate(rules, *arguments, style=None):
    """Passwords that the rules accept, as objects; with nothing on standard error."""
    result = run("generate", "--rules", rules, "--json", *arguments)
    assert (result.status, result.errors) == (0, "")
    objects = [json.loads(line) for line in result.lines]
    plain = "".join(each["password"] + "\n" for each in objects).encode()
    assert run("check", "--rules", rules, "--strict", input=plain).status == 0
    assert {each["style"] for each in objects} == {style or arguments[arguments.index("--style") + 1]}
    return objects


def passwords(rules, *arguments, style=None):
    return [each["password"] for each in generate(rules, *arguments, style=style)]


def kinds(password, kind):
    return sum(kind(character) for character in password)


# Readable.

def group(consonants, vowels, digits=""):
    return f"[{consonants}{digits}][{vowels}][{consonants}][{consonants}][{vowels}][{consonants}{digits}]"


GROUPS = {
    "mixed": group(CONSONANTS + CAPITAL_CONSONANTS, VOWELS + CAPITAL_VOWELS, "0-9"),
    "letters": group(CONSONANTS + CAPITAL_CONSONANTS, VOWELS + CAPITAL_VOWELS),
    "small": group(CONSONANTS, VOWELS), "capitals": group(CAPITAL_CONSONANTS, CAPITAL_VOWELS),
}


@pytest.mark.parametrize("rules, separator, characters, groups", [
    (RULES, "-", "mixed", 3), (ANY, "-", "mixed", 3), (ANY + "; minlength: 21", "-", "mixed", 4), ("", "-", "mixed", 3),
    (OPEN, "-", "small", 4), ("allowed: upper, [_.]", "_", "capitals", 4),
    ("allowed: upper, lower, [,]", ",", "letters", 4),
    # The symbol is one that the rules require.
    ("allowed: lower; required: [ /?]", "?", "small", 4),
    ("required: special; required: digit; allowed: ascii-printable; max-sequential: 2", "-", "mixed", 3),
])
def test_readable_passwords_are_groups_of_two_syllables(rules, separator, characters, groups):
    pattern = re.escape(separator).join([GROUPS[characters]] * groups)
    for password in passwords(rules, "--style", "readable", "--count", "200"):
        assert re.fullmatch(pattern, password)


def test_readable_password_has_one_capital_and_one_digit_where_the_rules_permit_these():
    found = passwords(RULES, "--style", "readable", "--count", "500")
    assert {(kinds(each, str.isupper), kinds(each, str.isdigit)) for each in found} == {(1, 1)}
    # At the start or the end of a group; an upper-case letter anywhere.
    assert {re.search("[0-9]", each).start() % 7 for each in found} == {0, 5}
    assert {re.search("[A-Z]", each).start() % 7 for each in found} == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize("arguments, length", [
    (["--length", "13"], 13), (["--length", "27"], 27), (["--entropy", "40"], 20), (["--entropy", "72"], 20),
    (["--entropy", "73"], 27), (["--entropy", "128"], 41),
])
def test_readable_password_is_as_long_as_the_entropy_asks_for(arguments, length):
    [password] = generate(ANY, "--style", "readable", *arguments)
    assert len(password["password"]) == length
    wanted = float(arguments[1]) if arguments[0] == "--entropy" else 0
    assert password["entropy"] >= wanted


def readable_count(groups):
    """Of letters and digits: all ways to put a digit at an end of a group and an upper-case letter in place of another one."""
    count = 0
    sizes = [(len(CONSONANTS), len(CAPITAL_CONSONANTS)), (len(VOWELS), len(CAPITAL_VOWELS))]
    places = [sizes[place % 3 == 1] for place in range(6)] * groups
    for digit in range(len(places)):
        for capital in range(len(places)):
            if digit % 6 in (0, 5) and capital != digit:
                ways = [10 if at == digit else size[at == capital] for at, size in enumerate(places)]
                count += math.prod(ways)
    return count


@pytest.mark.parametrize("rules, length, count", [
    (OPEN, 13, (19 * 6 * 19) ** 4), (OPEN, 20, (19 * 6 * 19) ** 6), ("allowed: upper, [_]", 20, (20 * 6 * 20) ** 6),
    (ANY, 13, readable_count(2)), (ANY, 20, readable_count(3)), (ANY, 27, readable_count(4)),
    # No two alike beside each other: within a group that can be where its syllables meet alone.
    (OPEN + "; max-repeating: 1", 20, (19 * 6 * 19 * 18 * 6 * 19) ** 3),
])
def test_entropy_of_readable_passwords_is_exact(rules, length, count):
    [password] = generate(rules, "--style", "readable", "--length", str(length))
    assert math.isclose(password["entropy"], math.log2(count), rel_tol=1e-12)


# Words.

def test_word_list_has_many_short_words_in_order():
    assert len(WORDS) >= 4096
    assert WORDS == sorted(set(WORDS))
    assert all(re.fullmatch("[a-z]{3,6}", word) for word in WORDS)


@pytest.mark.parametrize("rules, separator, has_capital, has_digit", [
    (OPEN, "-", False, False), ("allowed: lower, [_.]", "_", False, False), (RULES, "-", True, True),
    (ANY, "-", False, False),
    ("required: upper; required: lower; allowed: [.]", ".", True, False),
    ("required: digit; allowed: lower, [-]", "-", False, True),
    ("required: special; required: lower", "-", False, False),
    ("allowed: ascii-printable; required: [%]", "%", False, False),
    ("", "-", False, False), (RULES + "; max-sequential: 2", "-", True, True),
])
def test_words_are_in_the_list(rules, separator, has_capital, has_digit):
    for password in passwords(rules, "--style", "words", "--count", "200"):
        assert kinds(password, str.isupper) == has_capital and kinds(password, str.isdigit) == has_digit
        for word in password.split(separator):
            assert re.fullmatch("[A-Z]?[a-z]*[0-9]?", word)
            assert word.rstrip("0123456789").lower() in WORDS


@pytest.mark.parametrize("rules, has_digit", [
    ("allowed: upper, lower", False), ("required: digit; allowed: upper, lower", True)])
def test_words_without_a_sign_between_them_begin_with_a_capital(rules, has_digit):
    for password in passwords(rules, "--style", "words", "--count", "200"):
        words = re.findall("[A-Z][a-z]+", password)
        assert kinds(password, str.isdigit) == has_digit
        assert "".join(words) == re.sub("[0-9]", "", password)
        assert all(word.lower() in WORDS for word in words)


def test_every_word_occurs():
    found = passwords(OPEN, "--style", "words", "--count", "20000")
    assert {word for password in found for word in password.split("-")} == set(WORDS)


BY_LENGTH = Counter(map(len, WORDS))


@pytest.mark.parametrize("rules, length, count", [
    # Three letters, the symbol, three letters; and so on.
    (OPEN, 7, BY_LENGTH[3] ** 2), (OPEN, 8, 2 * BY_LENGTH[3] * BY_LENGTH[4]),
    (OPEN, 9, BY_LENGTH[4] ** 2 + 2 * BY_LENGTH[3] * BY_LENGTH[5]),
    ("allowed: upper, lower", 6, BY_LENGTH[3] ** 2),
    # The upper-case letter in one of two words.
    ("required: upper; allowed: lower, [-]", 7, 2 * BY_LENGTH[3] ** 2),
    # The digit after one of them.
    ("required: digit; allowed: lower, [-]", 8, 20 * BY_LENGTH[3] ** 2),
    ("required: digit; required: upper; allowed: lower, [-]", 8, 40 * BY_LENGTH[3] ** 2),
])
def test_number_of_words_of_a_length_is_exact(rules, length, count):
    [password] = generate(rules, "--style", "words", "--length", str(length))
    assert len(password["password"]) == length
    assert math.isclose(password["entropy"], math.log2(count), rel_tol=1e-12)


@pytest.mark.parametrize("rules, arguments, factor", [
    (OPEN, [], 1), (OPEN, ["--entropy", "100"], 1), ("required: upper; allowed: lower, [-]", [], None),
    (OPEN, ["--entropy", "20"], 1),
])
def test_entropy_of_words_is_exact_and_no_more_than_is_needed(rules, arguments, factor):
    [password] = generate(rules, "--style", "words", *arguments)
    number = password["password"].count("-") + 1
    count = len(WORDS) ** number * (factor or number)
    wanted = float(arguments[1]) if arguments else 71
    assert math.isclose(password["entropy"], math.log2(count), rel_tol=1e-12)
    assert math.log2(count / len(WORDS)) < wanted <= password["entropy"]


@pytest.mark.parametrize("rules", ["required: lower; required: special", "required: special, [b]; allowed: lower, [-]"])
@pytest.mark.parametrize("arguments", [["--entropy", "1"], ["--length", "5"], ["--entropy", "12"], ["--length", "20"]])
def test_sign_that_is_required_stands_in_every_password(rules, arguments):
    """Between words, of which a short password may have one alone."""
    result = run("generate", "--rules", rules, "--style", "words", "--count", "500", *arguments)
    assert result.status == 0, result.errors
    assert run("check", "--rules", rules, "--strict", input=result.output).status == 0


@pytest.mark.parametrize("rules, arguments", [
    ("", ["--length", "39"]), ("", ["--length", "96"]), ("", ["--length", "300"]), ("", ["--length", "1024"]),
    ("minlength: 68", []),
    ("minlength: 200; maxlength: 200", []), ("minlength: 1024", []),
])
def test_words_of_any_length_are_found(rules, arguments):
    """There are very many of them: so one is found each time, and not most times."""
    result = run("generate", "--rules", rules, "--style", "words", "--count", "200", *arguments)
    assert result.status == 0, result.errors
    assert len(set(result.lines)) == 200
    assert run("check", "--rules", rules, "--strict", input=result.output).status == 0


# What the rules do not permit.

def test_random_is_the_style_where_none_is_asked_for():
    assert len(passwords(ANY, style="random")[0]) == 20


@pytest.mark.parametrize("rules, arguments, style, used", [
    ("allowed: digit", [], "readable", "random"), ("allowed: digit", [], "words", "random"),
    # No symbol to separate the groups; no upper-case letter either to mark the start of a word.
    ("allowed: lower", [], "readable", "random"), ("allowed: lower", [], "words", "random"),
    # Words are in lower case.
    ("allowed: upper, [-]", [], "words", "readable"),
    ("allowed: [-bcdfghjkmnpqrstvwxzaei]; required: [x]", [], "readable", "random"),
    # No password of groups has 22 characters; none of words has so many bits in so few.
    (ANY, ["--length", "22"], "readable", "random"), (ANY + "; maxlength: 19", [], "readable", "random"),
    (ANY + "; maxlength: 20", [], "words", "readable"),
    (ANY + "; maxlength: 20", ["--entropy", "73"], "words", "random"),
    (ANY, ["--length", "1"], "words", "random"), (ANY, ["--exclude", "[aeiouAEIOU]"], "readable", "random"),
    # In upper case.
    (ANY, ["--exclude", "[aeiou]"], "words", "readable"),
    ("required: special; required: [%]; required: [&]; allowed: lower", [], "words", "random"),
])
def test_style_that_the_rules_do_not_permit_is_replaced_with_a_note(rules, arguments, style, used):
    result = run("generate", "--rules", rules, "--style", style, "--json", *arguments)
    assert result.status == 0
    assert result.errors == (
        f'passwordrules: note: the rules do not permit the style "{style}" with this length and entropy; '
        f'this is "{used}"\n')
    password = json.loads(result.lines[0])
    assert password["style"] == used
    assert run("check", "--rules", rules, "--strict", input=password["password"].encode() + b"\n").status == 0


@pytest.mark.parametrize("style", ["readable", "words"])
@pytest.mark.parametrize("exclude, without", [
    ("ambiguous", "0O1lI|"), ("[-]", "-"), ("[xyz], digit", "xyz0123456789"), ("upper", string.ascii_uppercase)])
def test_every_style_does_without_what_is_excluded(style, exclude, without):
    found = passwords(ANY + ", [_]", "--style", style, "--exclude", exclude, "--count", "200")
    assert not set("".join(found)) & set(without)
