"""passwordrules count: exact numbers, compared with Python's own integers."""

import itertools
import json
import math
import os
import re
import subprocess

import pytest

from tool import TOOL, run

CLASSES = {"upper": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "lower": "abcdefghijklmnopqrstuvwxyz", "digit": "0123456789"}
MIXED = "required: upper; required: lower; required: digit"
# More than passwords are counted for, by one.
UNCOUNTED = "; ".join(f"required: [{letter}]" for letter in "abcdefghijk")


def count(text, *arguments):
    """The number of passwords and their length, from the plain line and the JSON object alike."""
    plain, told = run("count", *arguments, text), run("count", "--json", *arguments, text)
    assert (plain.status, plain.errors, told.status, told.errors) == (0, "", 0, "")
    [line], told = plain.lines, json.loads(told.output)
    number, length = int(told["count"]), told["length"]
    passwords, characters = ("password" if number == 1 else "passwords"), ("character" if length == 1 else "characters")
    if number == 0:
        assert set(told) == {"length", "count"}
        assert line == f"0 passwords of {length} {characters}"
    else:
        assert set(told) == {"length", "count", "entropy"}
        assert math.isclose(told["entropy"], math.log2(number), rel_tol=1e-14, abs_tol=1e-14)
        assert line == f"{number} {passwords} of {length} {characters}, {math.log2(number):.6f} bits"
    return number, length


def with_all(length, *sizes, others=0):
    """How many words have a letter of each of some classes without a common letter, by inclusion and exclusion."""
    total = sum(sizes) + others
    return sum(
        (-1) ** number * (total - sum(left_out)) ** length
        for number in range(len(sizes) + 1) for left_out in itertools.combinations(sizes, number))


def with_runs(length, alphabet, repeats=None, sequences=None):
    """How many words have no run of one character, and none such as abc, that is too long; letter by letter."""
    ends = {(letter, None, 1): 1 for letter in alphabet}
    for _ in range(length - 1):
        longer = {}
        for (last, step, run_length), ways in ends.items():
            for letter in alphabet:
                distance = ord(letter) - ord(last)
                is_neighbour = abs(distance) == 1 and any(last in each and letter in each for each in CLASSES.values())
                next_step = distance if distance == 0 or is_neighbour else None
                next_length = 1 if next_step is None else run_length + 1 if next_step == step else 2
                limit = repeats if next_step == 0 else sequences if next_step is not None else None
                if limit is None or next_length <= limit:
                    key = (letter, next_step, next_length)
                    longer[key] = longer.get(key, 0) + ways
        ends = longer
    return sum(ends.values())


# Exact numbers.

@pytest.mark.parametrize("text, alphabet", [
    ("", 95), ("allowed: ascii-printable", 95), ("allowed: unicode", 95), ("allowed: digit", 10),
    ("allowed: upper, digit", 36),
    ("allowed: [a]", 1), ("required: upper, lower, digit", 62), ("allowed: [-_.]; minlength: 0", 3),
])
@pytest.mark.parametrize("length", [1, 2, 20, 128, 1024])
def test_number_without_requirements_is_a_power(text, alphabet, length):
    assert count(text, "--length", str(length)) == (alphabet ** length, length)


@pytest.mark.parametrize("length", [*range(1, 13), 20, 64, 100, 128, 129, 500, 1024])
@pytest.mark.parametrize("text, sizes, others", [
    (MIXED, (26, 26, 10), 0), ("required: upper; required: digit", (26, 10), 0),
    (MIXED + "; required: special", (26, 26, 10, 33), 0),
    ("required: digit; allowed: upper, lower", (10,), 52),
    ("required: [!]; required: [%]; allowed: ascii-printable", (1, 1), 93),
    ("; ".join(f"required: [{letter}]" for letter in "abcdefghij"), (1,) * 10, 0),
    (MIXED + "; required: lower, digit", (26, 26, 10), 0),
])
def test_number_with_requirements_is_right(text, sizes, others, length):
    assert count(text, "--length", str(length)) == (with_all(length, *sizes, others=others), length)


def test_number_with_three_requirements_is_right_by_a_formula_of_its_own():
    for length in (3, 8, 20, 128):
        expected = 62**length - 2 * 36**length - 52**length + 10**length + 2 * 26**length
        assert count(MIXED, "--length", str(length)) == (expected, length)


@pytest.mark.parametrize("text, alphabet, repeats, sequences", [
    ("allowed: digit; max-repeating: 1", "digit", 1, None), ("allowed: digit; max-repeating: 2", "digit", 2, None),
    ("allowed: lower; max-repeating: 3", "lower", 3, None), ("allowed: digit; max-sequential: 1", "digit", None, 1),
    ("allowed: digit; max-sequential: 2", "digit", None, 2), ("allowed: lower; max-sequential: 3", "lower", None, 3),
    ("allowed: digit; max-repeating: 1; max-sequential: 2", "digit", 1, 2),
    ("allowed: upper; max-repeating: 2; max-sequential: 3", "upper", 2, 3),
    # The older form limits both.
    ("allowed: digit; max-consecutive: 2", "digit", 2, 2),
])
@pytest.mark.parametrize("length", [1, 2, 3, 8, 20, 64])
def test_number_with_limits_on_runs_is_right(text, alphabet, repeats, sequences, length):
    assert count(text, "--length", str(length)) == (with_runs(length, CLASSES[alphabet], repeats, sequences), length)


@pytest.mark.parametrize("rules", [
    "required: [a]; required: [1-]; max-repeating: 1", "required: [ab]; required: [b1]; max-repeating: 2",
    "required: [c]; max-sequential: 2",
    "required: [ab]; required: [bc]; required: [c1]; max-repeating: 1; max-sequential: 2",
    "required: [b]; required: [b]; required: [a1]; max-consecutive: 2",
    "max-repeating: 2; required: [-]; required: [abc1]",
])
@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6])
def test_number_is_that_of_the_passwords_which_the_check_accepts(rules, length):
    rules = rules.replace("[1-]", "[-1]") + "; allowed: [-abc1]"
    candidates = "".join("".join(each) + "\n" for each in itertools.product("-abc1", repeat=length))
    accepted = run("check", "--rules", rules, "--strict", input=candidates.encode()).lines.count("accepted")
    assert count(rules, "--length", str(length)) == (accepted, length)


@pytest.mark.parametrize("text, length", [
    ("required: upper; required: digit", 1), ("minlength: 9", 8), ("maxlength: 8", 9),
    ("minlength: 9; maxlength: 8", 8),
    ("allowed: [ab]; max-repeating: 1; max-sequential: 1", 2), ("required: [a]; required: [b]; max-sequential: 1", 2),
])
def test_there_may_be_no_password(text, length):
    assert count(text, "--length", str(length)) == (0, length)


def test_there_may_be_one_password():
    assert count("allowed: [a]", "--length", "1") == count("required: [a]", "--length", "1") == (1, 1)
    assert count("allowed: [a]", "--length", "7") == (1, 7)


# The length.

@pytest.mark.parametrize("text, length", [
    ("", 20), (MIXED, 20), ("minlength: 30", 30), ("maxlength: 12", 12), ("allowed: digit", 22), ("allowed: [ab]", 71),
    ("allowed: [a]", 20),
    ("allowed: digit; maxlength: 21", 21),
])
def test_length_is_that_of_a_generated_password(text, length):
    number, told = count(text)
    assert (number, told) == (count(text, "--length", str(length))[0], length)
    assert len(run("generate", "--rules", text).lines[0]) == length


@pytest.mark.parametrize("text, bits, length", [
    ("allowed: [ab]", "64", 64), ("allowed: [ab]", "63.5", 64), ("allowed: [ab]", "64.5", 65),
    ("allowed: [ab]", "1024", 1024),
    ("", "0", 1), ("allowed: [a]", "0", 1), ("minlength: 30", "1", 30), ("allowed: digit", "33", 10),
    ("allowed: digit", "33.3", 11),
    (MIXED, "71", 12), (MIXED, "128", 22), ("required: upper; required: digit; max-repeating: 2", "128", 25),
    (UNCOUNTED[:-15], "1", 10),
])
def test_entropy_gives_the_shortest_length_that_has_it(text, bits, length):
    number, told = count(text, "--entropy", bits)
    assert told == length and math.log2(number) >= float(bits)
    if length > 1:
        shorter, _ = count(text, "--length", str(length - 1))
        assert shorter == 0 or math.log2(shorter) < float(bits)


@pytest.mark.parametrize("text, bits", [
    ("allowed: [a]", "71"), ("allowed: [ab]; maxlength: 70", "71"), ("allowed: digit; maxlength: 4", "13.5"),
    ("minlength: 9; maxlength: 8", "1"),
    ("minlength: 1025", "1"),
])
def test_says_where_no_length_has_the_entropy(text, bits):
    result = run("count", "--entropy", bits, text)
    assert (result.status, result.output) == (2, b"")
    assert re.match(r"passwordrules: no password ", result.errors)
    assert "minlength" in result.errors or f" {bits} bits " in result.errors


# What is not counted.

@pytest.mark.parametrize("arguments", [[], ["--length", "20"], ["--entropy", "71"], ["--json"]])
def test_more_than_ten_requirements_are_not_counted(arguments):
    result = run("count", *arguments, UNCOUNTED)
    assert (result.status, result.output) == (2, b"")
    assert result.errors == "passwordrules: there are 11 different requirements; passwords are counted for up to 10\n"


def test_only_requirements_that_no_other_implies_are_limited():
    implied = "; ".join(f"required: [{letter}], lower" for letter in "ABCDEFGHIJKLM")
    assert count(UNCOUNTED[:-15] + "; required: [a]; " + implied, "--length", "20")[0] > 0


def test_passwords_that_are_too_long_to_be_counted_are_not():
    result = run("count", "--length", "1024", MIXED + "; max-repeating: 2; max-sequential: 3")
    assert (result.status, result.output) == (2, b"")
    assert result.errors == "passwordrules: passwords of 1024 characters are too long to be counted by these rules\n"


@pytest.mark.parametrize("text, reason", [
    ("minlength: 9; maxlength: 8", "no password can satisfy the rules: minlength 9 is above maxlength 8"),
    ("minlength: 1025", "a password of 1025 characters is too long to generate: at most 1024"),
    ("required: [a]; required: [b]; maxlength: 1",
     "no password can satisfy the rules: meeting all requirements takes 2 characters"),
])
def test_says_why_there_is_no_length(text, reason):
    result = run("count", text)
    assert (result.status, result.output) == (2, b"") and result.errors.startswith(f"passwordrules: {reason}")


# Input and output.

def test_descriptor_from_standard_input():
    text = "required: upper;\nrequired: digit\n"
    for arguments in ([], ["--length", "8"], ["--json"]):
        result = run("count", *arguments, "-", input=text.encode())
        assert result.status == 0 and result.output == run("count", *arguments, text).output


def test_mistake_in_the_descriptor_is_underlined():
    result = run("count", "required: digit; minlenght: 8")
    assert (result.status, result.output) == (2, b"")
    assert result.errors == (
        'passwordrules: rules:1:18: error: there is no property "minlenght"; did you mean "minlength"?\n'
        "    required: digit; minlenght: 8\n"
        "                     ^~~~~~~~~\n")


@pytest.mark.parametrize("arguments", [
    ["--length", "20", "--entropy", "71", ""], ["--length", "0", ""], ["--length", "1025", ""], ["--length=-1", ""],
    ["--length", "x", ""],
    ["--entropy", "1025", ""], ["--entropy=-1", ""], ["--entropy", "nan", ""], ["--entropy", "x", ""], [], ["", ""],
    ["--nonsense", ""],
])
def test_usage_errors(arguments):
    result = run("count", *arguments)
    assert (result.status, result.output) == (2, b"")
    assert "Usage: passwordrules count" in result.errors


def test_help():
    result = run("count", "--help")
    assert (result.status, result.errors) == (0, "") and "--entropy" in result.output.decode()
    assert "count" in run("--help").output.decode()


def test_standard_input_that_cannot_be_read(tmp_path):
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        done = subprocess.run([TOOL, "count", "-"], stdin=folder, capture_output=True)
    finally:
        os.close(folder)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"passwordrules: standard input: cannot be read: ")


@pytest.mark.parametrize("arguments", [[], ["--json"], ["--length", "1024"]])
def test_full_disk_is_noticed(arguments):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TOOL, "count", *arguments, ""], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"cannot be written" in done.stderr
