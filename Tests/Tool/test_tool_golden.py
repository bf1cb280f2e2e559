"""What count and explain print, to the last byte: golden.txt is a session at a terminal.

A line after "$ " is a command; below it stands what it prints, each line of standard error behind "! ", and the exit
status in parentheses where it is not 0. What the numbers are is tested elsewhere; here, that nobody changes them or
their words unawares.
"""

import math
import os
import re
import shlex

import pytest

from tool import run


def read_session():
    with open(os.path.join(os.path.dirname(__file__), "golden.txt")) as file:
        for entry in file.read().split("$ passwordrules ")[1:]:
            command, printed = entry.split("\n", 1)
            yield pytest.param(shlex.split(command), printed.strip("\n"), id=command)


@pytest.mark.parametrize("arguments, printed", read_session())
def test_prints_what_it_always_printed(arguments, printed):
    result = run(*arguments)
    lines = [*("! " + line for line in result.errors.splitlines()), *result.lines]
    assert "\n".join(lines + [f"({result.status})"] * (result.status != 0)) == printed


@pytest.mark.parametrize("text", [
    "", "allowed: digit", "allowed: [a]", "allowed: [ab]; maxlength: 3",
    "required: upper; required: digit; max-repeating: 2",
    "minlength: 1024", "allowed: digit; maxlength: 3", "allowed: digit; maxlength: 4",
    "required: [a]; required: [b]; maxlength: 2",
])
def test_explain_ends_with_what_count_counts(text):
    [counted], explained = run("count", text).lines, run("explain", text).lines[-1]
    number, length, bits = re.fullmatch(r"(\d+) passwords? of (\d+) characters?, ([\d.]+) bits", counted).groups()
    told = re.fullmatch(r"(\d+) characters?, as generated: ([\d.e]+) passwords?, ([\d.]+) bits\.", explained)
    assert told[1] == length and told[3] == f"{float(bits):.1f}"
    # Short numbers whole, long ones to three digits, which are more than a float can hold.
    mantissa, _, exponent = told[2].partition("e")
    shown = round(float(mantissa) * 100) * 10 ** int(exponent or 0)
    assert abs(shown - 100 * int(number)) <= (10 ** int(exponent) if exponent else 0)
    assert math.log2(int(number)) == pytest.approx(float(told[3]), abs=0.051)


@pytest.mark.parametrize("text", [
    "minlength: 9; maxlength: 8", "minlength: 1025", "; ".join(f"required: [{letter}]" for letter in "abcdefghijk"),
    "allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64",
    "minlength: 1024; max-repeating: 2; max-sequential: 3",
])
def test_explain_says_nothing_of_passwords_that_there_are_not_or_that_cannot_be_counted(text):
    result = run("explain", text)
    assert (result.status, result.errors) == (0, "")
    assert not any("as generated" in line for line in result.lines)
