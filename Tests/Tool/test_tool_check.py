"""passwordrules check"""

import json
import os
import subprocess

import pexpect
import pytest

from tool import TOOL, run

RULES = "required: upper; required: digit; minlength: 12; max-repeating: 2"
GOOD = b"Correct-Horse-9-Battery\n"


def test_accepts():
    result = run("check", "--rules", RULES, input=GOOD)
    assert (result.status, result.lines, result.errors) == (0, ["accepted"], "")


def test_rejects_with_all_reasons():
    result = run("check", "--rules", RULES, input=b"weeek\n")
    assert result.status == 1
    assert result.lines == [
        "rejected: 7 more characters needed (5 of 12); needs an uppercase letter; needs a digit; "
        "one character 3 times in a row (at most 2)"
    ]


def test_one_line_each_and_one_rejection_is_enough():
    result = run("check", "--rules", "minlength: 3", input=b"ab\nabc\n\nabcd")
    assert result.status == 1
    assert [line.split(":")[0] for line in result.lines] == ["rejected", "accepted", "rejected", "accepted"]


def test_never_prints_a_password():
    secret = b"Zq7xVw9k"
    for arguments in ([], ["--json"], ["--strict"]):
        result = run("check", "--rules", RULES + "; allowed: upper", *arguments, input=secret + b"\n")
        assert secret not in result.output and secret.decode() not in result.errors


def test_strict_reading():
    assert run("check", "--rules", RULES, input=GOOD).status == 0
    assert run("check", "--rules", RULES, "--strict", input=GOOD).status == 1


def test_json_has_every_outcome():
    result = run("check", "--rules", RULES, "--json", input=b"weak\n" + GOOD)
    assert result.status == 1
    first, second = [json.loads(line) for line in result.lines]
    assert set(first) == {"accepted", "progress", "outcomes"}
    assert first["accepted"] is False and 0 < first["progress"] < 1
    assert [outcome["rule"] for outcome in first["outcomes"]] == ["minlength", "required", "required", "max-repeating"]
    assert first["outcomes"][0] == {
        "rule": "minlength", "met": False, "limit": 12, "actual": 4, "message": "8 more characters needed (4 of 12)"}
    assert second["accepted"] is True and second["progress"] == 1
    assert all(outcome["met"] for outcome in second["outcomes"])


def test_invalid_utf8_is_a_reason_of_its_own():
    result = run("check", "--rules", "minlength: 2", "--json", input=b"a\xff\xfeb\n")
    outcome = json.loads(result.lines[0])["outcomes"][0]
    assert result.status == 1
    assert (outcome["rule"], outcome["met"], outcome["actual"]) == ("encoding", False, 2)


def test_counts_scalars():
    assert run("check", "--rules", "minlength: 6", input="éàüöñç\n".encode()).status == 0
    assert run("check", "--rules", "minlength: 7", input="éàüöñç\n".encode()).status == 1


@pytest.fixture
def policy(tmp_path):
    def write(text, mode=0o644):
        path = tmp_path / "policy.conf"
        path.write_text(text)
        path.chmod(mode)
        return str(path)
    return write


def test_policy_file(policy):
    path = policy("# test\nrules = required: digit;\nrules = minlength: 8;\n")
    assert run("check", "--config", path, "--user", "alice", input=b"abcdefg1\n").status == 0
    result = run("check", "--config", path, input=b"abcdefgh\n")
    assert (result.status, result.lines) == (1, ["rejected: needs a digit"])


def test_policy_refuses_the_empty_and_the_endless(policy):
    path = policy("rules = allowed: unicode;\n")
    result = run("check", "--config", path, input=b"\n" + b"x" * 1024 + b"\n" + b"x" * 1025 + b"\n")
    assert result.lines == [
        "rejected: 1 more character needed (0 of 1)", "accepted", "rejected: too long: 1025 bytes (at most 1024)"]


def test_broken_policy_says_where_and_checks_nothing(policy):
    path = policy("rules = minlength: 8;\nretyr = 3\n")
    result = run("check", "--config", path, input=GOOD)
    assert (result.status, result.lines) == (2, [])
    assert result.errors == f'passwordrules: {path}:2:1: error: there is no key "retyr"; did you mean "retry"?\n'


def test_policy_that_does_not_refuse_is_pointed_out(policy):
    result = run("check", "--config", policy("rules = minlength: 8;\nenforce = audit\n"), input=b"x\n")
    assert result.status == 1
    assert result.errors == "passwordrules: note: this policy does not refuse: enforce = audit\n"


@pytest.mark.parametrize("kind", ["missing", "directory", "fifo", "writable", "empty"])
def test_file_that_cannot_be_trusted(policy, tmp_path, kind):
    path = str(tmp_path / "nothing")
    if kind == "directory":
        path = str(tmp_path)
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "writable":
        path = policy("rules = minlength: 8;\n", mode=0o666)
    elif kind == "empty":
        path = policy("")
    result = run("check", "--config", path, input=GOOD)
    assert (result.status, result.lines) == (2, [])
    assert result.errors.startswith(f"passwordrules: {path}: error: ")


def test_mistake_in_the_rules_is_underlined():
    result = run("check", "--rules", "required: digit; minlenght: 8; maxlength: 6", input=GOOD)
    assert result.status == 2
    assert result.errors == (
        'passwordrules: rules:1:18: error: there is no property "minlenght"; did you mean "minlength"?\n'
        "    required: digit; minlenght: 8; maxlength: 6\n"
        "                     ^~~~~~~~~\n")


@pytest.mark.parametrize("arguments", [
    ["check", "--rules", "minlength: 8", "--config", "/x"], ["check", "--nonsense"], ["check", "password"],
    ["nonsense"], ["check", "--rules"], ["check", "--config", ""]])
def test_usage_errors(arguments):
    result = run(*arguments, input=GOOD)
    assert (result.status, result.lines) == (2, [])
    assert result.errors


def test_no_password_is_an_error():
    result = run("check", "--rules", "minlength: 8")
    assert result.status == 2 and "no password was given" in result.errors


def test_endless_line_is_refused():
    result = run("check", "--rules", "minlength: 8", input=b"ok-then-long\n" + b"x" * (2 << 20))
    assert result.status == 2 and result.lines == ["accepted"]
    assert "standard input:2:" in result.errors


def test_many_lines():
    count = 200_000
    result = run("check", "--rules", "minlength: 8", input=b"abcdefgh\n" * count)
    assert result.status == 0 and len(result.lines) == count


def test_full_disk_is_noticed():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TOOL, "check", "--rules", ""], input=b"x\n", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"cannot be written" in done.stderr


def test_terminal_shows_no_password_and_is_restored():
    child = pexpect.spawn("/bin/sh", ["-c", f"{TOOL} check --rules 'minlength: 8'; stty -a; echo done"], timeout=30)
    child.expect("Password: ")
    child.sendline("sesame-open")
    child.expect("accepted")
    child.sendeof()
    child.expect("done")
    assert b"sesame" not in child.before
    assert b" echo " in child.before


def test_interrupted_terminal_is_restored():
    child = pexpect.spawn("/bin/sh", ["-c", f"trap '' INT; ({TOOL} check --rules 'minlength: 8'); stty -a; echo done"], timeout=30)
    child.expect("Password: ")
    child.sendintr()
    child.sendeof()
    child.expect("done")
    assert b" echo " in child.before


def test_help_and_version():
    result = run("--help")
    assert result.status == 0 and "check" in result.output.decode() and result.errors == ""
    assert run("--version").lines == ["0.1.0"]
    assert run("check", "--help").status == 0


def test_mistake_behind_many_remarks_is_said():
    result = run("check", "--rules", "required: digits;" * 100 + "oops: 1", input=GOOD)
    assert result.status == 2 and 'there is no property "oops"' in result.errors
