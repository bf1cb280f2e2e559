"""passwordrules generate"""

import subprocess

import pytest

from tool import TOOL, run

RULES = "required: upper; required: lower; required: digit; allowed: [-_.]; max-repeating: 2"


def test_one_password_that_the_same_rules_accept():
    result = run("generate", "--rules", RULES)
    assert result.status == 0 and len(result.lines) == 1 and len(result.lines[0]) == 20
    assert run("check", "--rules", RULES, "--strict", input=result.output).status == 0


def test_many_that_all_differ():
    result = run("generate", "--rules", RULES, "--count", "1000")
    assert len(set(result.lines)) == 1000
    assert run("check", "--rules", RULES, "--strict", input=result.output).status == 0


def test_length():
    assert len(run("generate", "--rules", RULES, "--length", "33").lines[0]) == 33
    assert len(run("generate", "--rules", RULES + "; minlength: 40").lines[0]) == 40
    assert len(run("generate", "--rules", RULES + "; maxlength: 9").lines[0]) == 9


@pytest.mark.parametrize("rules, arguments, reason", [
    ("minlength: 9; maxlength: 8", [], "minlength 9 is above maxlength 8"),
    ("minlength: 9", ["--length", "8"], "the rules do not allow 8 characters: at least 9"),
    ("minlength: 100000", [], "too long to generate"),
    ("required: upper; required: digit; maxlength: 1", [], "meeting all requirements takes 2 characters, and there may be 1"),
    ("allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", [], "the limits on repeats and sequences leave none of 64 characters"),
    ("required: uper", [], "did you mean \"upper\"?"),
])
def test_says_why_there_is_none(rules, arguments, reason):
    result = run("generate", "--rules", rules, *arguments)
    assert (result.status, result.lines) == (2, [])
    assert reason in result.errors


@pytest.mark.parametrize("arguments", [["--count", "0"], ["--count", "x"], ["--length", "0"], ["--length=-1"], ["extra"]])
def test_usage_errors(arguments):
    result = run("generate", "--rules", RULES, *arguments)
    assert (result.status, result.lines) == (2, [])


def test_policy_file(tmp_path):
    path = tmp_path / "policy.conf"
    path.write_text("rules = required: digit; minlength: 24;\n")
    path.chmod(0o600)
    result = run("generate", "--config", str(path), "--count", "50")
    assert run("check", "--config", str(path), input=result.output).status == 0
    assert {len(line) for line in result.lines} == {24}


def test_full_disk_is_noticed():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TOOL, "generate", "--rules", ""], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"cannot be written" in done.stderr
