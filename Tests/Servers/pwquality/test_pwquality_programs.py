"""The programs that ask libpwquality, unmodified, obey the policy with our library in its place, whatever
they set."""

import re

import base
import people
import pytest
import terminal
from oracle import POLICY, POLICY_PATH, passwords, verdicts
from packages import dpkg
from people import ALICE, chpasswd, has_password, passwd
from pwquality_library import TOOLS
from pwquality_programs import (GOOD, OTHER, REASONS, RULES_OF, WEAK, firstboot, homectl, homed, is_cut_at_an_outcome, pwmake,
                                pwscore, python_scores)

needs_trixie = pytest.mark.skipif(base.SUITE != "trixie", reason="systemd of Debian 12 is built without libpwquality")
NAMES = ("alice", "Liddell")


@pytest.fixture(params=["Debian's", "ours"])
def scoring(request, debian, debs):
    """A Debian with the commands pwscore and pwmake of Debian's package, or of ours."""
    if request.param == "ours":
        dpkg(debian, "--install", debs[TOOLS])
    return debian


# ---- 1,000 verdicts ----


@pytest.fixture(scope="module")
def expected(world, layers):
    given = passwords(1000, names=NAMES)
    with world.debian(*layers) as debian:
        found = dict(zip(given, verdicts(debian, given, user="alice", is_logged=True)))
    # The sample has accepted and refused passwords.
    assert 100 < sum(verdict.is_accepted for verdict in found.values()) < 900
    return found


def assert_same(found, expected):
    differing = [(password, score, expected[password]) for password, score in found.items()
                 if score.verdict.is_accepted != expected[password].is_accepted
                 or not is_cut_at_an_outcome(score.text, expected[password].text)]
    assert differing == [] and len(found) == len(expected)
    assert all(50 <= score.number <= 100 for score in found.values() if score.number >= 0)


@pytest.mark.parametrize("uid", [0, ALICE], ids=["root", "alice"])
def test_verdicts_of_python(debian, expected, uid):
    assert_same(dict(zip(expected, python_scores(debian, list(expected), uid=uid))), expected)


def test_verdicts_of_pwscore(scoring, expected):
    assert_same({password: pwscore(scoring, password, "alice", uid=ALICE) for password in expected}, expected)


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_verdicts_of_the_pam_module(debian, expected, count):
    debian.write(POLICY_PATH, POLICY + "enforce-for-root = yes\n")
    for password in list(expected)[:count]:
        result = chpasswd(debian, password)
        assert (result.status == 0) == expected[password].is_accepted == has_password(debian, password), result
        if result.status != 0:
            # Once for each try that the stack allows.
            [line] = {line for line in result.text.splitlines() if line.startswith("BAD PASSWORD: ")}
            assert is_cut_at_an_outcome(line.removeprefix("BAD PASSWORD: "), expected[password].text)


def test_sections_of_users_apply(debian):
    debian.write(POLICY_PATH, POLICY + "[user alice]\nrules = minlength: 30;\n")
    assert [score.text for score in python_scores(debian, [GOOD])] == [f"{RULES_OF}30 characters."]
    assert [score.number >= 50 for user in ("bob", None, "carol") for score in python_scores(debian, [GOOD], user)] == [True] * 3
    assert pwscore(debian, GOOD).number >= 50 and pwscore(debian, GOOD, "alice").number < 0


# ---- What they set ----


def test_python_settings_are_a_floor(debian):
    script = """\
import pwquality
settings = pwquality.PWQSettings()
settings.read_config()
print(settings.minlen)
settings.minlen = 3
settings.dictcheck = 0
for password in (%r, "qwoZ-7k", %r):
    try:
        print(settings.check(password, None, "alice") >= 50)
    except pwquality.PWQError as error:
        print(error.args[1])
settings.minlen = 40
try:
    print(settings.check(%r, None, "alice"))
except pwquality.PWQError as error:
    print(error.args[1])
print(len(settings.generate(80)) > 10)
""" % (WEAK, GOOD, GOOD)
    assert debian.run("python3", "-c", script).stdout.splitlines() == [
        "12", REASONS, f"{RULES_OF}12 characters.", "True", f"{RULES_OF}40 characters.", "True"]


def run_python(debian, line):
    return debian.run("python3", "-c", "import pwquality\nsettings = pwquality.PWQSettings()\nsettings.read_config()\n"
                      + line).stdout.splitlines()


@pytest.mark.parametrize("bits", [56, 128])
def test_generated_passwords_are_accepted(scoring, bits):
    made = {pwmake(scoring, bits, uid=ALICE) for _ in range(20)}
    assert len(made) == 20 and all(pwscore(scoring, password, "alice").number >= 50 for password in made)
    [made] = run_python(scoring, f"print(settings.generate({bits}))")
    assert python_scores(scoring, [made])[0].number >= 50


# ---- passwd ----


def test_passwd_says_why_and_asks_again(debian):
    result = passwd(debian, WEAK, GOOD)
    assert f"BAD PASSWORD: {REASONS}" in result.text and result.status == 0
    assert has_password(debian, GOOD) and not has_password(debian, people.OLD_PASSWORD)


def test_root_is_warned_unless_the_policy_is_for_root_as_well(debian):
    assert chpasswd(debian, WEAK).status == 0 and has_password(debian, WEAK)
    debian.write(POLICY_PATH, POLICY + "enforce-for-root = yes\n")
    result = chpasswd(debian, WEAK + "s")
    assert result.status != 0 and "BAD PASSWORD: The password does not meet the rules: at least 12 characters." in result.text
    assert chpasswd(debian, GOOD).status == 0 and has_password(debian, GOOD)


@pytest.mark.parametrize("line", ["enforce = no", "enforce = audit", "enforce = warn"])
def test_policy_that_is_not_enforced(debian, line):
    debian.write(POLICY_PATH, POLICY + f"{line}\n")
    result = passwd(debian, WEAK)
    assert result.status == 0 and has_password(debian, WEAK), result.text
    [score] = python_scores(debian, [WEAK])
    assert score.number >= 0 and (score.number < 50 or "warn" not in line)


# ---- systemd ----


@needs_trixie
def test_firstboot_warns_by_the_policy(debian):
    shown, shadow = firstboot(debian, WEAK, WEAK)
    assert f"Password is weak, accepting anyway: {REASONS}" in shown and terminal.is_stored(shadow, "root", WEAK)
    [line] = re.findall(r"Password suggestions: (.*)", shown)
    suggested = line.split()
    assert suggested and all(score.number >= 50 for score in python_scores(debian, suggested, user="root"))
    shown, shadow = firstboot(debian, GOOD, GOOD)
    assert "weak" not in shown and terminal.is_stored(shadow, "root", GOOD)


@needs_trixie
def test_homed_obeys_the_policy(debian):
    with homed(debian):
        create = ("create", "carol", "--storage=directory")
        refusal = homectl(debian, WEAK, *create)
        assert refusal.startswith(f"Password too weak: {REASONS}\n"), refusal
        assert homectl(debian, GOOD, *create) == ""
        assert f"Password too weak: {REASONS}\n" in homectl(debian, WEAK, "passwd", "carol", old=GOOD)
        assert "contains your user name" in homectl(debian, "carol-4ohjur-qiThor", "passwd", "carol", old=GOOD)
        assert homectl(debian, OTHER, "passwd", "carol", old=GOOD) == ""
