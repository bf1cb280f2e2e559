"""Where the policy or a list cannot be used, every program refuses, none ends by a signal, and each says what
to do."""

import subprocess

import base
import pytest
from debian import ENVIRONMENT
from oracle import BROKEN, BROKEN_FOR_USERS, LIST_PATH, mend
from packages import dpkg
from people import ALICE, chpasswd, has_password, passwd
from pwquality_library import TOOLS
from pwquality_programs import GOOD, OTHER, firstboot, homectl, homed, pwscore, python_scores

WHAT_TO_DO = "passwordrules policy --check"
needs_trixie = pytest.mark.skipif(base.SUITE != "trixie", reason="systemd of Debian 12 is built without libpwquality")


def each_of(faults):
    return pytest.mark.parametrize("damage", [damage for damage, _ in faults.values()], ids=faults)


each_fault = each_of(BROKEN)
each_fault_for_users = each_of(BROKEN_FOR_USERS)
each_fault_for_users_alone = each_of({name: fault for name, fault in BROKEN_FOR_USERS.items() if name not in BROKEN})


@pytest.fixture(params=["Debian's", "ours"])
def scoring(request, debian, debs):
    if request.param == "ours":
        dpkg(debian, "--install", debs[TOOLS])
    return debian


def is_refused(score) -> bool:
    return score.number < 0 and WHAT_TO_DO in score.text


@each_fault_for_users
def test_programs_that_users_run(scoring, damage):
    whole = scoring.path(LIST_PATH).read_bytes()
    assert pwscore(scoring, GOOD, uid=ALICE).number >= 50
    damage(scoring)
    for password in (GOOD, "weak"):
        assert is_refused(pwscore(scoring, password, uid=ALICE)) and is_refused(pwscore(scoring, password, "alice", uid=ALICE))
        assert all(is_refused(score) for score in python_scores(scoring, [password], uid=ALICE))
    made = subprocess.run(scoring.command("pwmake", "64", uid=ALICE), capture_output=True, text=True, env=ENVIRONMENT,
                          check=False)
    assert (made.returncode, made.stdout) == (1, "") and made.stderr != ""
    # Once the fault is repaired, they work again.
    mend(scoring, whole)
    assert pwscore(scoring, GOOD, uid=ALICE).number >= 50


@each_fault_for_users_alone
def test_root_can_read_a_private_list(debian, damage):
    damage(debian)
    assert pwscore(debian, GOOD).number >= 50 and pwscore(debian, "weak").number < 0
    assert passwd(debian, GOOD).status == 0 and has_password(debian, GOOD)


@each_fault
def test_passwd_refuses_and_root_is_warned(debian, damage):
    damage(debian)
    result = passwd(debian, GOOD)
    assert result.status != 0 and WHAT_TO_DO in result.text.replace("\n", " ") and not has_password(debian, GOOD)
    # Nothing is enforced for root: chpasswd warns, and can set the password.
    result = chpasswd(debian, OTHER)
    assert WHAT_TO_DO in result.text and has_password(debian, OTHER) == (result.status == 0)


@each_fault
def test_each_check_reads_the_policy(debian, damage):
    """Each check uses the current policy."""
    script = """\
import pwquality, sys
settings = pwquality.PWQSettings()
settings.read_config()
for line in sys.stdin:
    try:
        print(settings.check(line.strip(), None, None) >= 50, flush=True)
    except pwquality.PWQError as error:
        print(error.args[1], flush=True)
"""
    with subprocess.Popen(debian.command("python3", "-c", script), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env=ENVIRONMENT) as process:
        def ask() -> str:
            process.stdin.write(f"{GOOD}\n")
            process.stdin.flush()
            return process.stdout.readline().strip()

        assert ask() == "True"
        damage(debian)
        assert WHAT_TO_DO in ask() and WHAT_TO_DO in ask()
        process.stdin.close()
        assert process.wait() == 0


@needs_trixie
@each_fault
def test_systemd(debian, damage):
    with homed(debian):
        assert homectl(debian, GOOD, "create", "carol", "--storage=directory") == ""
        damage(debian)
        assert WHAT_TO_DO in homectl(debian, OTHER, "passwd", "carol", old=GOOD)
        assert WHAT_TO_DO in homectl(debian, OTHER, "create", "dave", "--storage=directory")
    # systemd-firstboot only warns.
    shown, _ = firstboot(debian, GOOD, GOOD)
    assert "Password is weak, accepting anyway: " in shown and WHAT_TO_DO in shown
