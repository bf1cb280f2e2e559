"""passwordrules generate"""

import json
import re
import string
import subprocess

import pytest

from tool import TOOL, run

RULES = "required: upper; required: lower; required: digit; allowed: [-_.]; max-repeating: 2"
SPECIAL = "".join(chr(byte) for byte in range(0x20, 0x7F) if not chr(byte).isalnum())
AMBIGUOUS = "0O1lI|"
# Eleven: more than passwords are counted for.
UNCOUNTED = "; ".join(f"required: [{letter}]" for letter in "abcdefghijk")
SHOWN = re.compile(r"(.+)  (\d+\.\d{6}|unknown) bits, (random|readable|words)")


def generate(rules, *arguments):
    """Passwords that the rules accept, and the text on standard error."""
    result = run("generate", "--rules", rules, *arguments)
    assert result.status == 0, result.errors
    assert run("check", "--rules", rules, "--strict", input=result.output).status == 0
    return result


def note(text):
    return f"passwordrules: note: {text}\n"


def test_one_password_that_the_same_rules_accept():
    result = generate(RULES)
    assert [len(line) for line in result.lines] == [20] and result.errors == ""


@pytest.mark.parametrize("style", ["random", "readable", "words"])
def test_many_that_all_differ(style):
    result = generate(RULES, "--count", "1000", "--style", style)
    assert len(result.lines) == len(set(result.lines)) == 1000


# Length and entropy.

@pytest.mark.parametrize("rules, arguments, length", [
    (RULES, ["--length", "33"], 33), (RULES + "; minlength: 40", [], 40), (RULES + "; maxlength: 12", [], 12),
    (RULES, ["--length", "1024"], 1024),
    # Of ten digits 22 are needed for 71 bits, of two letters 71.
    ("allowed: digit", [], 22), ("allowed: [ab]", [], 71), ("allowed: digit; minlength: 24", [], 24),
    ("allowed: digit", ["--entropy", "0"], 20), ("allowed: digit", ["--entropy", "66"], 20),
    ("allowed: digit", ["--entropy", "67"], 21), ("allowed: digit", ["--entropy", "128"], 39),
    ("allowed: [ab]", ["--entropy", "128"], 128), ("allowed: [ab]", ["--entropy", "127.5"], 128),
    ("", ["--entropy", "128"], 20), ("", ["--entropy", "132"], 21), ("", ["--entropy", "1024"], 156),
    ("allowed: [ab]", ["--entropy", "1024"], 1024), ("allowed: digit; minlength: 5", ["--entropy", "1"], 20),
])
def test_length(rules, arguments, length):
    result = generate(rules, *arguments)
    assert ([len(line) for line in result.lines], result.errors) == ([length], "")


@pytest.mark.parametrize("rules, arguments, length, bits, wanted, reason", [
    ("allowed: digit; maxlength: 10", [], 10, "33.2", "71", "the rules permit no more"),
    ("allowed: digit; maxlength: 10", ["--entropy", "128"], 10, "33.2", "128", "the rules permit no more"),
    ("allowed: digit; maxlength: 30", ["--entropy", "128"], 30, "99.7", "128", "the rules permit no more"),
    ("allowed: [a]", [], 20, "0.0", "71", "the rules permit no more"),
    ("allowed: digit", ["--length", "10", "--entropy", "71"], 10, "33.2", "71", "a longer password would have more"),
])
def test_says_where_there_is_less_entropy_than_wanted(rules, arguments, length, bits, wanted, reason):
    result = generate(rules, *arguments)
    assert [len(line) for line in result.lines] == [length]
    assert result.errors == note(f"{bits} bits of entropy, below {wanted}: {reason}")


@pytest.mark.parametrize("wanted", ["70.4", "70.5", "71"])
def test_what_is_said_of_the_entropy_does_not_contradict_itself(wanted):
    result = generate("allowed: [ab]; maxlength: 70", "--entropy", wanted)
    had, floor = re.search(r": ([\d.]+) bits of entropy, below ([\d.]+): the rules", result.errors).groups()
    assert float(had) < float(floor)


def test_nothing_is_said_of_the_entropy_of_a_length_that_was_asked_for():
    assert generate("allowed: digit", "--length", "4").errors == ""


@pytest.mark.parametrize("rules, arguments, reason", [
    ("minlength: 9; maxlength: 8", [], "minlength 9 is above maxlength 8"),
    ("minlength: 9", ["--length", "8"], "the rules do not allow 8 characters: at least 9"),
    ("maxlength: 9", ["--length", "10"], "the rules do not allow 10 characters: at least 1, at most 9"),
    ("minlength: 100000", [], "too long to generate"),
    ("", ["--length", "1025"], "a password of 1025 characters is too long to generate: at most 1024"),
    ("required: upper; required: digit; maxlength: 1", [],
     "meeting all requirements takes 2 characters, and there may be 1"),
    ("allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", [],
     "the limits on repeats and sequences leave none of 64 characters"),
    ("required: uper", [], "did you mean \"upper\"?"),
    ("allowed: [ab]; maxlength: 3", ["--count", "9"],
     "the rules permit 8 passwords only, and 9 different ones are wanted"),
    ("allowed: [a]", ["--count", "2"], "the rules permit 1 password only, and 2 different ones are wanted"),
    ("allowed: digit; max-repeating: 1", ["--length", "4", "--count", "7291"], "the rules permit 7290 passwords only"),
    ("required: [ab]; allowed: digit; maxlength: 2", ["--exclude", "[a23456789]", "--count", "6"],
     "the rules permit 5 passwords only"),
])
def test_says_why_there_is_none(rules, arguments, reason):
    result = run("generate", "--rules", rules, *arguments)
    assert (result.status, result.lines) == (2, [])
    assert reason in result.errors


@pytest.mark.parametrize("rules, arguments, passwords", [
    ("allowed: [ab]; maxlength: 3", [], {a + b + c for a in "ab" for b in "ab" for c in "ab"}),
    ("required: [ab]; allowed: digit; maxlength: 2", ["--exclude", "[a23456789]"], {"b0", "0b", "b1", "1b", "bb"}),
])
def test_all_that_there_are(rules, arguments, passwords):
    result = generate(rules, *arguments, "--count", str(len(passwords)))
    assert set(result.lines) == passwords and len(result.lines) == len(passwords)


# Exclusions.

@pytest.mark.parametrize("rules, exclude, without", [
    ("", "ambiguous", AMBIGUOUS), ("", " Ambiguous ", AMBIGUOUS), ("", "special", SPECIAL),
    ("", "digit,upper , [aeiou]", string.digits + string.ascii_uppercase + "aeiou"),
    ("", "ambiguous, special, space-at-ends", AMBIGUOUS + SPECIAL), (RULES, "[-_.], ambiguous", "-_." + AMBIGUOUS),
    ("required: [0a]; allowed: digit", "ambiguous", AMBIGUOUS), (RULES, "none", ""),
])
def test_excluded_characters_do_not_occur(rules, exclude, without):
    result = generate(rules, "--exclude", exclude, "--count", "200")
    assert result.errors == ""
    assert not set("".join(result.lines)) & set(without)


def test_nothing_is_excluded_without_a_policy():
    assert set("".join(generate("", "--count", "1000").lines)) == {chr(byte) for byte in range(0x20, 0x7F)}


def test_space_is_kept_from_the_ends_alone():
    rules = "required: [ ]; allowed: [ab]"
    assert any(line != line.strip() for line in generate(rules, "--count", "100").lines)
    result = generate(rules, "--exclude", "space-at-ends", "--count", "100")
    assert result.errors == "" and all(line == line.strip() and " " in line for line in result.lines)


@pytest.mark.parametrize("rules, exclude", [
    ("required: [01]; allowed: digit", "ambiguous"), ("allowed: [01]", "ambiguous"), (RULES, "digit"),
    ("", "ascii-printable"), ("allowed: [ ]", "space-at-ends"), ("required: [ ]; maxlength: 2", "space-at-ends"),
])
def test_says_where_the_rules_need_what_is_to_be_excluded(rules, exclude):
    result = run("generate", "--rules", rules, "--exclude", exclude, "--json")
    assert result.status == 0 and note("the rules need some of the characters to exclude") in result.errors
    assert json.loads(result.lines[0])["excluded"] is False


@pytest.mark.parametrize("exclude, place, message", [
    ("ambigous", (1, 8), 'there is no class "ambigous"; did you mean "ambiguous"?'),
    ("digit, space-at-end", (8, 12), 'there is no class "space-at-end"; did you mean "space-at-ends"?'),
    ("[aeiou], uper", (10, 4), 'there is no class "uper"; did you mean "upper"?'),
    ("non", (1, 3), 'there is no class "non"; did you mean "none"?'),
    ("", (1, 0), "expected a character class such as upper, digit or [-_.]"),
    ("digit,,upper", (7, 1), "expected a character class such as upper, digit or [-_.]"),
    ("digit,", (7, 0), "expected a character class such as upper, digit or [-_.]"),
    ("[aeiou", (1, 6), 'this "[" is not closed by a "]"'),
])
def test_mistake_in_the_exclusions_is_shown_with_its_place(exclude, place, message):
    result = run("generate", "--rules", RULES, "--exclude", exclude)
    assert (result.status, result.lines) == (2, [])
    column, length = place
    marks = " " * (column - 1) + "^" + "~" * (length - 1)
    assert result.errors == f"passwordrules: --exclude:1:{column}: error: {message}\n    {exclude}\n    {marks}\n"


@pytest.mark.parametrize("exclude", [
    "none, digit", "ambiguous digit", "digit;", "ambiguous, none", "[é]", "\x1b[2J", "é"])
def test_mistake_in_the_exclusions_is_shown_without_nonsense(exclude):
    result = run("generate", "--rules", RULES, "--exclude", exclude)
    assert (result.status, result.lines) == (2, [])
    assert re.match(r"passwordrules: --exclude:1:\d+: error: ", result.errors)
    assert all(line.isascii() and line.isprintable() for line in result.errors.splitlines())
    # A missing file is an error, and a semicolon ends nothing here.
    assert 'no class "none"' not in result.errors and 'expected ";"' not in result.errors


# What is printed.

@pytest.mark.parametrize("arguments, style, bits", [
    (["--length", "8"], "random", "26.575425"), (["--length", "1"], "random", "3.321928"), ([], "random", "73.082418"),
    (["--exclude", "[89]", "--length", "10"], "random", "30.000000"),
])
def test_entropy_is_shown_behind_each_password(arguments, style, bits):
    result = run("generate", "--rules", "allowed: digit", "--show-entropy", "--count", "3", *arguments)
    assert [SHOWN.fullmatch(line).groups()[1:] for line in result.lines] == [(bits, style)] * 3


def test_json_is_one_object_a_line():
    result = run("generate", "--rules", 'required: ["]; allowed: [\\ab]', "--json", "--count", "50")
    objects = [json.loads(line) for line in result.lines]
    assert result.status == 0 and len(objects) == 50
    for password in objects:
        assert set(password) == {"password", "style", "entropy", "excluded"}
        assert (password["style"], password["excluded"]) == ("random", True)
        # 4^n passwords less the 3^n without a quote; the shortest with 71 bits.
        assert len(password["password"]) == 36 and 71 < password["entropy"] < 72
    plain = "".join(password["password"] + "\n" for password in objects)
    assert run("check", "--rules", 'required: ["]; allowed: [\\ab]', "--strict", input=plain.encode()).status == 0


@pytest.mark.parametrize("arguments", [["--json"], ["--show-entropy"], ["--json", "--show-entropy"]])
def test_says_where_the_entropy_is_not_known(arguments):
    result = run("generate", "--rules", UNCOUNTED, *arguments)
    assert result.status == 0 and result.errors == note(
        "the entropy is not known: there are 11 different requirements; passwords are counted for up to 10")
    if "--json" in arguments:
        assert set(json.loads(result.lines[0])) == {"password", "style", "excluded"}
    else:
        assert SHOWN.fullmatch(result.lines[0])[2] == "unknown"


def test_nothing_is_said_of_an_unknown_entropy_that_was_not_asked_for():
    assert generate(UNCOUNTED).errors == ""


@pytest.mark.parametrize("arguments", [
    ["--count", "0"], ["--count", "x"], ["--count", "1000001"], ["--length", "0"], ["--length=-1"], ["extra"],
    ["--style", "pronounceable"], ["--style", "Random"], ["--style", ""], ["--entropy=-1"], ["--entropy", "1025"],
    ["--entropy", "nan"], ["--entropy", "inf"], ["--entropy", "much"], ["--exclude"], ["--json=yes"],
])
def test_usage_errors(arguments):
    result = run("generate", "--rules", RULES, *arguments)
    assert (result.status, result.lines) == (2, [])
    assert "Usage: passwordrules generate" in result.errors


@pytest.mark.parametrize("arguments", [[], ["--json"], ["--count", "100000"], ["--show-entropy"]])
def test_full_disk_is_noticed(arguments):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TOOL, "generate", "--rules", "", *arguments], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"cannot be written" in done.stderr
