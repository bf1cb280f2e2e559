"""pwscore and pwmake behave like libpwquality's: their arguments, output streams and exit status."""

import os
import subprocess

import pytest
from library import BUILD, OURS

POLICY = "rules = minlength: 12; required: digit;\n"
GOOD, WEAK = "kizzek-4ohjur-qiThor", "quergelb"


def run(name: str, *arguments: str, given: bytes = b"", **variables: str) -> tuple[int, str, str]:
    """The status, the output and the error messages."""
    done = subprocess.run([OURS.parent / name, *arguments], input=given, capture_output=True, check=False,
                          env=os.environ | {"LD_LIBRARY_PATH": str(BUILD), "LC_ALL": "C"} | variables)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("given", [f"{GOOD}\n", GOOD, f"{GOOD}\nsecond line\n"], ids=["line", "no newline", "two lines"])
def test_score(ours, policy, given):
    policy(POLICY)
    status, output, errors = run("pwscore", given=given.encode())
    assert (status, errors) == (0, "") and 50 <= int(output) <= 100 and output.endswith("\n")


def test_refused_password_has_reasons_and_no_score(ours, policy):
    policy(POLICY)
    reasons = "Password quality check failed:\n The password does not meet the rules: at least 12 characters. It needs a digit.\n"
    assert run("pwscore", given=WEAK.encode()) == (1, "", reasons)
    assert run("pwscore", "root", given=WEAK.encode()) == (1, "", reasons)


def test_refusal_is_translated(ours, policy, tmp_path):
    policy(POLICY)
    subprocess.run(["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", tmp_path / "de_DE.UTF-8"], check=False,
                   capture_output=True)
    said = run("pwscore", given=WEAK.encode(), LC_ALL="de_DE.UTF-8", LOCPATH=str(tmp_path))
    assert said == (1, "", "Das Passwort hat die Qualitätsprüfung nicht bestanden:\n Das Passwort erfüllt die Regeln nicht: "
                           "mindestens 12 Zeichen. Darin fehlt eine Ziffer.\n")


def test_user_section_applies(ours, policy):
    policy(POLICY + "[user root]\nrules = minlength: 40;\n")
    assert run("pwscore", given=GOOD.encode())[0] == 0
    assert run("pwscore", "root", given=GOOD.encode())[0] == 1


@pytest.mark.parametrize("given", [b"", b"\0\n", b"kizzek-4ohjur\0-qiThor\n", b"x" * 9000 + b"\n"],
                         ids=["nothing", "NUL", "NUL inside", "too long"])
def test_no_password(ours, policy, given):
    policy(POLICY)
    status, output, errors = run("pwscore", given=given)
    assert (status, output) == (4, "") and errors.startswith("Error: ")


def test_empty_line_is_an_empty_password(ours, policy):
    policy(POLICY)
    status, output, errors = run("pwscore", given=b"\n")
    assert (status, output) == (1, "") and errors.startswith("Password quality check failed:\n ")


@pytest.mark.parametrize(("name", "arguments", "expected"), [
    ("pwscore", ["root", "alice"], 3), ("pwmake", [], 3), ("pwmake", ["64", "64"], 3), ("pwmake", ["x"], 4),
    ("pwmake", ["64x"], 4), ("pwmake", [""], 4), ("pwmake", ["9" * 20], 4), ("pwmake", [str(2**31 - 1)], 4),
    ("pwmake", [str(-2**31)], 4),
])
def test_wrong_use(ours, policy, name, arguments, expected):
    policy(POLICY)
    status, output, errors = run(name, *arguments)
    assert (status, output) == (expected, "") and errors.startswith(f"Usage: {name} ")


@pytest.mark.parametrize(("bits", "warns"), [("56", False), ("256", False), ("128", False), ("55", True), ("257", True),
                                             ("-5", True), (str(2**31 - 2), True)])
def test_generated_passwords_are_accepted(ours, policy, bits, warns):
    policy(POLICY)
    status, output, errors = run("pwmake", bits)
    assert status == 0 and errors.startswith("Warning: ") == warns and bool(errors) == warns
    assert run("pwscore", given=output.encode())[0] == 0


@pytest.mark.parametrize("text", [None, "rules = minlength: x;\n"], ids=["none", "a mistake"])
def test_missing_policy_scores_and_generates_nothing(ours, policy, text):
    if text is not None:
        policy(text)
    for name, arguments in (("pwscore", []), ("pwmake", ["64"])):
        status, output, errors = run(name, *arguments, given=GOOD.encode())
        assert (status, output) == (1, "") and "passwordrules policy --check" in errors


def test_failing_output_is_an_error(ours, policy):
    policy(POLICY)
    with open("/dev/full", "w") as full:
        for name, arguments in (("pwscore", []), ("pwmake", ["64"])):
            done = subprocess.run([OURS.parent / name, *arguments], input=GOOD.encode(), stdout=full, check=False,
                                  env=os.environ | {"LD_LIBRARY_PATH": str(BUILD)})
            assert done.returncode == 1
