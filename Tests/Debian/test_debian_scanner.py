"""The manual's recipe for a scanner: OpenSCAP, with Debian's profiles of standards, passes over our stack."""

import re

import pytest

import base
from cases import GOOD
from installing import ROOT
from packages import TOOL, install_others
from people import chpasswd, has_password, passwd
from watch import STACK

PROFILE = "/usr/share/pam-configs/passwordrules-scanner"
HISTORY_PROFILE = "/usr/share/pam-configs/passwordrules-scanner-history"
SETTINGS = "/etc/security/pwquality.conf"
DROP_IN = "/etc/security/passwordrules.conf.d/50-site.conf"
CONTENT = "xccdf_org.ssgproject.content_"
DATA_STREAM = "/usr/share/xml/scap/ssg/content/ssg-ubuntu2204-ds.xml"
# Those of CIS Ubuntu 22.04, level 1, that look for pam_pwquality, and the one that looks for pam_pwhistory.
RULES = ("dcredit", "lcredit", "minclass", "minlen", "ocredit", "retry", "ucredit")
HISTORY = "pwhistory_remember"
# The profile is for Ubuntu. It recognizes Ubuntu by these files.
UBUNTU = {
    "/etc/os-release": 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID="22.04"\nVERSION_CODENAME=jammy\n'
                       'PRETTY_NAME="Ubuntu 22.04 LTS"\n',
    "/etc/lsb-release": "DISTRIB_ID=Ubuntu\nDISTRIB_RELEASE=22.04\nDISTRIB_CODENAME=jammy\n"}
WARNING = "pam_pwquality.so also checks new passwords"


def recipe(name: str) -> str:
    """A display of the section in the manual."""
    page = (ROOT / "Sources" / "Manual" / "passwordrules.1").read_text()
    [text] = re.findall(rf'(?s)\n\.\\" recipe: {name}\n\.Bd -literal[^\n]*\n(.*?)\.Ed\n', page)
    return text


@pytest.fixture(scope="module")
def scanned(world, with_ours, debs):
    """The layers of a Debian with our packages and the scanner, which looks like an Ubuntu."""
    if TOOL not in debs:
        pytest.skip("the tool cannot be installed")

    def prepare(debian):
        install_others(debian, "scanner")
        for path, text in UBUNTU.items():
            debian.path(path).unlink(missing_ok=True)
            debian.write(path, text)

    return world.over(with_ours, prepare)


@pytest.fixture
def debian(world, scanned):
    with world.debian(*scanned) as debian:
        yield debian


def scan(debian, rules: tuple[str, ...] = RULES) -> dict[str, str]:
    """OpenSCAP's result for each rule."""
    chosen = [word for rule in rules for word in ("--rule", f"{CONTENT}rule_accounts_password_pam_{rule}")]
    done = debian.run("oscap", "xccdf", "eval", "--progress", "--profile", f"{CONTENT}profile_cis_level1_server", *chosen,
                      DATA_STREAM, check=False)
    # 2: a rule fails.
    assert done.returncode in (0, 2), done.stdout
    found = dict(re.findall(rf"(?m)^{CONTENT}rule_accounts_password_pam_(\w+):(\w+)$", done.stdout))
    assert set(found) == set(rules), done.stdout
    return found


def follow(debian, policy: str) -> None:
    """The steps of the recipe, with this policy beside the one that is installed."""
    debian.write(DROP_IN, policy)
    debian.write(PROFILE, recipe("profile"))
    for command in recipe("commands").splitlines():
        assert command.startswith("# ")
        if command == "# apt-get install libpam-pwquality":
            # There is no network here, but the files of the packages are.
            install_others(debian, "pwquality")
        else:
            debian.run("sh", "-c", command.removeprefix("# "))


def status(debian) -> str:
    return debian.run("passwordrules", "status", check=False).stdout


@pytest.mark.skipif(base.SUITE != base.DEFAULT_SUITE, reason="the expected rules are those of Debian 12's package")
@pytest.mark.parametrize("policy", ["preset = stig-rhel-9\n", recipe("policy")], ids=["stig", "cis"])
def test_scanner_passes_by_the_recipe(debian, policy):
    assert set(scan(debian).values()) == {"fail"}
    follow(debian, policy)
    assert scan(debian) == dict.fromkeys(RULES, "pass")
    assert WARNING not in status(debian)
    modules = re.findall(r"(?m)^password\s.*?(pam_\w+\.so)", debian.read(STACK))
    assert modules[:3] == ["pam_passwordrules.so", "pam_pwquality.so", "pam_unix.so"]


@pytest.mark.skipif(base.SUITE != base.DEFAULT_SUITE, reason="the expected rules are those of Debian 12's package")
def test_scanner_accepts_a_history_that_no_change_reaches(debian):
    debian.write(DROP_IN, "preset = cis-debian-12\n")
    assert scan(debian, (HISTORY,)) == {HISTORY: "fail"}
    debian.write(HISTORY_PROFILE, recipe("history profile"))
    debian.run("sh", "-c", recipe("history commands").removeprefix("# "))
    assert scan(debian, (HISTORY,)) == {HISTORY: "pass"}
    assert "other-history" not in status(debian)
    first, second = "mZvk4-qTwe9-Hopr!x", "wUpt7-kDre2-Lomn!z"
    assert passwd(debian, first).status == 0 and passwd(debian, second, old=first).status == 0
    # Our module refuses the first password, and asks again.
    third = "bXns3-hGqa8-Rifl!c"
    assert passwd(debian, first, third, old=second).status == 0 and has_password(debian, third)


def test_nobody_is_asked_twice_and_good_passwords_pass(debian):
    follow(debian, "preset = stig-rhel-9\n")
    good = "mZvk4-qTwe9-Hopr!x"
    result = passwd(debian, good)
    assert result.status == 0 and has_password(debian, good), result.text
    assert [turn.shown.split("\n")[-1] for turn in result.turns] == [
        "Current password: ", "New password: ", "Retype new password: "]
    result = passwd(debian, "weak", old=good)
    assert "BAD PASSWORD" not in result.text and has_password(debian, good)


def test_policy_and_export_bind_root_alike(debian):
    follow(debian, "preset = stig-rhel-9\nenforce-for-root = no\n")
    result = chpasswd(debian, "weak")
    assert result.status == 0 and has_password(debian, "weak"), result.text
    assert "Warning: this does not meet the" in result.text and "BAD PASSWORD" in result.text
    assert WARNING not in status(debian)
    # The policy changes, but the exported settings do not.
    debian.write(DROP_IN, "preset = stig-rhel-9\n")
    assert WARNING in status(debian)
    debian.run("sh", "-c", f"passwordrules export pwquality > {SETTINGS}")
    assert WARNING not in status(debian)
    result = chpasswd(debian, GOOD.lower())
    assert result.status != 0 and "BAD PASSWORD" not in result.text
    debian.write(DROP_IN, "preset = stig-rhel-9\nenforce-for-root = no\n")
    result = chpasswd(debian, "weaker")
    assert result.status != 0 and "Warning: this does not meet the" in result.text and "BAD PASSWORD" in result.text
    assert WARNING in status(debian)


@pytest.mark.parametrize("change", ["s/use_authtok //", "s/use_authtok/& minlen=30/"])
def test_another_line_stays_a_warning(debian, change):
    follow(debian, "preset = stig-rhel-9\n")
    assert WARNING not in status(debian)
    debian.run("sed", "-i", f"/pam_pwquality/{change}", STACK)
    assert WARNING in status(debian)
