"""passwordrules-migration(7), word for word: root types its commands, and people change passwords after each
step."""

import re
import sys
from pathlib import Path

import people
import pytest
from dialogue import Person, converse
from packages import HARDENED_PWQUALITY, MODULE, TOOL, dpkg, remake, status
from people import chpasswd, has_password, passwd
from walk import Root, commands, lay_packages
from watch import STACK

sys.path.append(str(Path(__file__).parents[1] / "Tool"))

from manual import Page

PAGE = Page("passwordrules-migration.7")
STEPS = {name: text for name, text in PAGE.displays("walk")}
POLICY = "/etc/security/passwordrules.conf"
# The demands in pwquality's file and in its PAM line.
HARDENED = HARDENED_PWQUALITY + "badwords = acme hospital\n"
LINE = "pam_pwquality.so retry=3 enforce_for_root"
# Three passwords: both pwquality and the policy refuse the first; only the policy, which knows leet, refuses the second;
# neither refuses the third.
WEAK, LEET, GOOD = "Weak-Pas5!", "Kev7-h0sp1t4l-Zub9!", "Cor7-Hors-9Bat-Tery!"


@pytest.fixture
def root(world, with_pwquality, debs):
    if TOOL not in debs:
        pytest.skip("the tool cannot be installed")
    with world.debian(*with_pwquality) as debian:
        debian.write("/etc/security/pwquality.conf", HARDENED)
        debian.write(STACK, debian.read(STACK).replace("pam_pwquality.so retry=3", LINE))
        lay_packages(debian, debs)
        yield Root(debian, STEPS)


def modules(debian):
    """The modules in the stack that check new passwords."""
    return re.findall(r"(?m)^password\s.*pam_(passwordrules|pwquality)\.so", debian.read(STACK))


def refused_by(result, debian, password):
    """The module that refused a password, if one did."""
    assert (result.status == 0) == has_password(debian, password), result.text
    if result.status == 0:
        return None
    return "pwquality" if "BAD PASSWORD" in result.shown else "passwordrules"


def by_root(debian, password):
    return refused_by(chpasswd(debian, password), debian, password)


def give_first_password(debian):
    """With this option, chpasswd does not use PAM, so no module can refuse."""
    debian.run("chpasswd", "--crypt-method", "SHA512", text=f"alice:{people.OLD_PASSWORD}\n")


def by_alice(debian, password):
    give_first_password(debian)
    result = passwd(debian, password)
    return refused_by(result, debian, password), result


def assert_refuses(debian, weak, leet):
    """Checks which module refuses the weak and the leet password, at passwd and at chpasswd. Both accept a good one."""
    for password, module in ((WEAK, weak), (LEET, leet), (GOOD, None)):
        assert by_root(debian, password) == module, password
        assert by_alice(debian, password)[0] == module, password


def test_every_step_is_walked():
    walked = re.findall(r'"(\w+)"', "".join(re.findall(r"\.walk\((.*?)\)", Path(__file__).read_text())))
    assert set(walked) == set(STEPS) and len(STEPS) >= 10
    # One command asks for a password at a prompt, and no test types it.
    assert len(re.findall(r"(?m)^# ", PAGE.source)) - sum(len(commands(text)) for text in STEPS.values()) == 1


def test_way_to_passwordrules(root, debs):
    debian = root.debian
    assert_refuses(debian, "pwquality", None)

    root.walk("tool", "import", "check")
    assert "no errors" in root.shown and modules(debian) == ["pwquality"]
    assert_refuses(debian, "pwquality", None)

    root.walk("guard")
    assert_refuses(debian, "pwquality", None)
    root.walk("install")
    assert modules(debian) == ["passwordrules", "pwquality"]
    assert debian.run("dpkg", "--verify", MODULE).stdout == ""
    assert sorted(path.name for path in debian.path(f"{POLICY}.d").iterdir()) == ["50-pwquality.conf", "90-trial.conf"]
    # The policy shows nothing to anybody, and pwquality refuses as before.
    assert_refuses(debian, "pwquality", None)
    assert "policy" not in by_alice(debian, LEET)[1].shown

    give_first_password(debian)
    root.walk("provoke")
    result = converse(debian, ["su", "alice", "-c", "true"], Person(people.OLD_PASSWORD, GOOD), uid=people.BOB)
    assert result.status == 0 and has_password(debian, GOOD)
    for number in range(10):
        assert by_root(debian, LEET + str(number)) is None
    root.walk("audit")
    assert re.search(r"(?m)^words +\d+ ", root.shown), root.shown

    root.walk("warn")
    assert_refuses(debian, "pwquality", None)
    assert "- contains a word that is " in by_alice(debian, LEET)[1].shown

    root.walk("enforce")
    assert root.shown.endswith("all is well\n") and modules(debian) == ["passwordrules"]
    assert_refuses(debian, "passwordrules", "passwordrules")
    assert debian.run("dpkg", "--verify", MODULE).stdout == ""
    assert not debian.path("/usr/share/pam-configs/pwquality-trial").exists()

    # The migration can still be undone.
    root.walk("back")
    assert modules(debian) == ["pwquality"]
    assert_refuses(debian, "pwquality", None)


@pytest.mark.parametrize("after", [["guard"], ["guard", "install"], ["guard", "install", "warn"]], ids=lambda steps: steps[-1])
def test_the_way_back(root, after):
    root.walk("tool", "import", "check")
    root.walk(*after)
    root.walk("back")
    assert modules(root.debian) == ["pwquality"]
    assert_refuses(root.debian, "pwquality", None)
    root.walk("remove")
    assert status(root.debian, MODULE) == "not-installed" and not root.debian.path(POLICY).exists()
    assert not root.debian.path(f"{POLICY}.d").exists()
    assert not root.debian.path("/usr/share/pam-configs/pwquality-trial").exists()
    assert_refuses(root.debian, "pwquality", None)


def test_upgrade_keeps_drop_ins_and_stops_at_a_changed_file(root, debs, tmp_path):
    """Tests the page's reason for using drop-ins."""
    root.walk("tool", "import", "guard", "install", "enforce")

    def change(tree):
        path = tree / POLICY.lstrip("/")
        path.write_text(path.read_text() + "# of the next version\n")

    newer = remake(debs[MODULE], tmp_path, "99.1", change)
    dpkg(root.debian, "--install", newer, options=["--force-depends"])
    assert "# of the next version" in root.debian.read(POLICY)
    assert_refuses(root.debian, "passwordrules", "passwordrules")
    root.debian.write(POLICY, root.debian.read(POLICY) + "retry = 2\n")
    newest = remake(debs[MODULE], tmp_path, "99.2", lambda tree: None)
    done = dpkg(root.debian, "--install", newest, options=["--force-depends"], check=False)
    assert done.returncode != 0 and "end of file on stdin at conffile prompt" in done.stdout
    assert "\n.Ql end of file on stdin at conffile prompt .\n" in PAGE.source
