"""Where the policy or a list cannot be used, every program refuses, none ends by a signal, and each says what to do."""

import os
import subprocess

import base
import pytest
from debian import ENVIRONMENT
from oracle import POLICY, POLICY_PATH
from packages import dpkg
from people import ALICE, chpasswd, has_password, passwd
from pwquality_library import TOOLS
from pwquality_programs import GOOD, OTHER, firstboot, homectl, homed, pwscore, python_scores

LIST = "/usr/share/passwordrules/common.blocklist"
WHAT_TO_DO = "passwordrules policy --check"
needs_trixie = pytest.mark.skipif(base.SUITE != "trixie", reason="systemd of Debian 12 is built without libpwquality")

BROKEN = {
    "mistake": lambda debian: debian.write(POLICY_PATH, POLICY + "minlenght = 3\n"),
    "written by others": lambda debian: debian.path(POLICY_PATH).chmod(0o666),
    "gone": lambda debian: debian.path(POLICY_PATH).unlink(),
    "list gone": lambda debian: debian.path(LIST).unlink(),
    "list damaged": lambda debian: os.truncate(debian.path(LIST), 5000),
}
# For those that are not root.
CLOSED = {
    "unreadable": lambda debian: debian.path(POLICY_PATH).chmod(0o600),
    "list unreadable": lambda debian: debian.path(LIST).chmod(0o600),
    "list in a closed folder": lambda debian: debian.path(LIST).parent.chmod(0o700),
}


@pytest.fixture(params=["Debian's", "ours"])
def scoring(request, debian, debs):
    if request.param == "ours":
        dpkg(debian, "--install", debs[TOOLS])
    return debian


def is_refused(score) -> bool:
    return score.number < 0 and WHAT_TO_DO in score.text


@pytest.mark.parametrize("damage", [*BROKEN.values(), *CLOSED.values()], ids=[*BROKEN, *CLOSED])
def test_programs_that_users_run(scoring, damage):
    whole, mode = scoring.path(LIST).read_bytes(), scoring.path(LIST).parent.stat().st_mode
    assert pwscore(scoring, GOOD, uid=ALICE).number >= 50
    damage(scoring)
    for password in (GOOD, "weak"):
        assert is_refused(pwscore(scoring, password, uid=ALICE)) and is_refused(pwscore(scoring, password, "alice", uid=ALICE))
        assert all(is_refused(score) for score in python_scores(scoring, [password], uid=ALICE))
    made = subprocess.run(scoring.command("pwmake", "64", uid=ALICE), capture_output=True, text=True, env=ENVIRONMENT,
                          check=False)
    assert (made.returncode, made.stdout) == (1, "") and made.stderr != ""
    # As soon as all is well again, they go on.
    scoring.path(LIST).parent.chmod(mode & 0o7777)
    scoring.write(POLICY_PATH, POLICY)
    scoring.path(LIST).write_bytes(whole)
    scoring.path(LIST).chmod(0o644)
    assert pwscore(scoring, GOOD, uid=ALICE).number >= 50


@pytest.mark.parametrize("damage", CLOSED.values(), ids=CLOSED)
def test_root_may_read_what_users_may_not(debian, damage):
    damage(debian)
    assert pwscore(debian, GOOD).number >= 50 and pwscore(debian, "weak").number < 0
    assert passwd(debian, GOOD).status == 0 and has_password(debian, GOOD)


@pytest.mark.parametrize("damage", BROKEN.values(), ids=BROKEN)
def test_passwd_refuses_and_root_is_warned(debian, damage):
    damage(debian)
    result = passwd(debian, GOOD)
    assert result.status != 0 and f"{WHAT_TO_DO}" in result.text.replace("\n", " ") and not has_password(debian, GOOD)
    # Root, upon whom nothing is enforced, repairs passwords as well.
    result = chpasswd(debian, OTHER)
    assert WHAT_TO_DO in result.text and has_password(debian, OTHER) == (result.status == 0)


@pytest.mark.parametrize("damage", BROKEN.values(), ids=BROKEN)
def test_process_that_has_checked_before(debian, damage):
    """Each check goes by the policy as it is then."""
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
        assert process.wait(timeout=30) == 0


@needs_trixie
@pytest.mark.parametrize("damage", BROKEN.values(), ids=BROKEN)
def test_systemd(debian, damage):
    with homed(debian):
        assert homectl(debian, GOOD, "create", "carol", "--storage=directory") == ""
        damage(debian)
        assert WHAT_TO_DO in homectl(debian, OTHER, "passwd", "carol", old=GOOD)
        assert WHAT_TO_DO in homectl(debian, OTHER, "create", "dave", "--storage=directory")
    # It only ever warns.
    shown, _ = firstboot(debian, GOOD, GOOD)
    assert "Password is weak, accepting anyway: " in shown and WHAT_TO_DO in shown
