"""Installing, removing, purging and reinstalling the packages; passwords can be changed after each step."""

import itertools
import subprocess
from pathlib import Path

import pytest

import base
from cases import GOOD
from packages import (
    DEVELOPMENT, LIBRARY, LIST, MODULE, PYTHON, READERS, TOOL, TRANSLATIONS, dpkg, install_others, remake, status,
)
from people import ALICE, chpasswd, has_password, passwd
from snapshot import snapshot
from watch import STACK, Watch

CONF = "/etc/security/passwordrules.conf"
DROP_IN = CONF + ".d/50-site.conf"
PYTHON_PROGRAM = """
from passwordrules import Rules
rules = Rules("required: digit; minlength: 12;")
assert not rules.check("weak")
assert rules.check(rules.generate())
"""
SITE = "# of this site\nrules = minlength: 24;\n"
OURS = ["pam_passwordrules.so"]
LOGIN_PROFILE = "passwordrules-login"
EVERYTHING = {MODULE, LIBRARY, TOOL, PYTHON, LIST, TRANSLATIONS, DEVELOPMENT}


def module_lines(debian) -> list[str]:
    """The lines of the stack that ask for a new password before pam_unix."""
    lines = [line.split() for line in debian.read(STACK).splitlines() if line.startswith("password")]
    return [line[2] for line in lines if line[2] in ("pam_passwordrules.so", "pam_pwquality.so", "pam_passwdqc.so")]


def looks_at_logins(debian) -> bool:
    """Whether the second profile is enabled, in both of its stacks."""
    [in_auth, in_account] = ["pam_passwordrules.so" in debian.read(f"/etc/pam.d/common-{kind}") for kind in ("auth", "account")]
    assert in_auth == in_account
    return in_auth


def is_checked(debian) -> bool:
    """Whether our module complains about a weak password; root is only warned, so it is changed either
    way."""
    result = chpasswd(debian, "weak")
    assert result.status == 0 and has_password(debian, "weak"), result.text
    return "Warning: this does not meet the" in result.text


def can_change(debian) -> None:
    """alice can have a good password, and is asked for it once, and once more to type it again."""
    assert chpasswd(debian, "A-Start-4-Everybody").status == 0
    result = passwd(debian, GOOD, old="A-Start-4-Everybody")
    assert result.status == 0 and has_password(debian, GOOD), result.text
    assert [turn.shown.split("\n")[-1] for turn in result.turns] == [
        "Current password: ", "New password: ", "Retype new password: "]


def is_working(debian, is_enabled=True) -> None:
    """Passwords can be changed, and are checked if the module is to be in the stack."""
    assert module_lines(debian) == OURS * is_enabled
    assert is_checked(debian) == is_enabled
    can_change(debian)


# ---- Installed ----


@pytest.mark.essential
def test_installed_packages_are_enabled_and_whole(installed, debs):
    assert f"\nVERSION_CODENAME={base.SUITE}\n" in installed.read("/etc/os-release")
    assert "pam_unix.so obscure use_authtok" in installed.read(STACK)
    for name in debs:
        assert status(installed, name) == "installed"
    assert installed.run("dpkg", "--verify", *debs).stdout == ""
    is_working(installed)


@pytest.mark.essential
def test_packages_are_of_this_architecture_or_of_all(installed, debs):
    """There is no package of the tool for a foreign architecture, and no other package needs it."""
    assert set(debs) == EVERYTHING - ({TOOL, PYTHON} if base.ARCHITECTURE else set())
    own = installed.run("dpkg", "--print-architecture").stdout.strip()
    assert own == (base.ARCHITECTURE or own)
    for name in debs:
        found = installed.run("dpkg-query", "--show", "--showformat", "${Architecture}", name).stdout
        assert found == ("all" if name in (LIST, TRANSLATIONS, PYTHON) else own), name


def test_tool_and_shipped_policy_agree_with_the_module(installed, debs):
    if TOOL not in debs:
        pytest.skip("the tool cannot be installed")
    assert installed.run("passwordrules", "policy", "--check").returncode == 0
    text = installed.run("passwordrules", "policy", "--user", "alice").stdout
    assert "minlength: 15;" in text and "/usr/share/passwordrules/common.blocklist" in text


def test_python_module_is_found(installed, debs):
    if PYTHON not in debs:
        pytest.skip(f"there is no package {PYTHON}")
    installed.run("python3", "-c", PYTHON_PROGRAM, uid=ALICE)


def test_module_without_its_dependencies_is_not_enabled(fresh, debs):
    is_working(fresh, is_enabled=False)
    done = dpkg(fresh, "--install", debs[MODULE], check=False)
    assert done.returncode != 0 and status(fresh, MODULE) == "unpacked"
    assert module_lines(fresh) == []
    can_change(fresh)


def test_removal_of_the_library_alone_is_refused(installed, debs):
    """Other packages need the library, but the module does not."""
    done = dpkg(installed, "--remove", LIBRARY, check=False)
    assert done.returncode != 0 and "dependency problems" in done.stdout
    # dpkg names at least one of the packages that need it.
    others = {name for name in debs if f" {name} depends on {LIBRARY}" in done.stdout}
    assert others and others <= set(debs) - READERS
    assert is_checked(installed)


# ---- Removed ----


@pytest.mark.essential
def test_removal_keeps_files_of_the_administrator(installed, debs):
    installed.write(DROP_IN, SITE)
    edited = installed.read(CONF) + "# edited\n"
    installed.write(CONF, edited)
    with Watch(installed, debs):
        dpkg(installed, "--remove", *debs)
    assert "use_authtok" not in installed.read(STACK)
    is_working(installed, is_enabled=False)
    assert installed.read(DROP_IN) == SITE and installed.read(CONF) == edited
    with Watch(installed, debs):
        dpkg(installed, "--install", *debs.values())
    assert installed.read(DROP_IN) == SITE and installed.read(CONF) == edited
    assert "The password needs 1 more character (23 of 24)." in chpasswd(installed, GOOD).text


@pytest.mark.parametrize(("actions", "is_edited"), [
    (["--purge"], False), (["--remove", "--purge"], False), pytest.param(["--purge"], True, marks=pytest.mark.essential)])
def test_purge_leaves_nothing(fresh, debs, actions, is_edited):
    """Purging also removes the administrator's files, and the earlier versions that the tool and dpkg keep."""
    before = snapshot(fresh)
    dpkg(fresh, "--install", *debs.values())
    assert CONF in [path for path, *_ in snapshot(fresh) - before]
    if is_edited:
        fresh.write(CONF, SITE)
        fresh.run("pam-auth-update", "--enable", LOGIN_PROFILE)
        assert looks_at_logins(fresh)
        if TOOL in debs:
            # The tool keeps the previous file next to each new one.
            for number, options in enumerate(([], [], ["--as", Path(DROP_IN).name], ["--as", Path(DROP_IN).name])):
                fresh.write("/tmp/new.conf", f"{SITE}words = acme{number}\n")
                fresh.run("passwordrules", "policy", "--install", "/tmp/new.conf", "--yes", *options)
            assert fresh.path(CONF + ".old").exists() and fresh.path(DROP_IN + ".old").exists()
        for ending in (".dpkg-old", ".dpkg-dist", ".dpkg-new"):
            fresh.write(CONF + ending, SITE)
        fresh.write(DROP_IN, SITE)
    with Watch(fresh, debs):
        for action in actions:
            dpkg(fresh, action, *debs)
    assert snapshot(fresh) ^ before == set()
    can_change(fresh)


# What dpkg does with which packages, one after the other, and whether passwords are checked then.
@pytest.mark.parametrize(("start", "steps"), [
    pytest.param("installed", [("--remove", {MODULE}, False)], id="the module is removed alone"),
    pytest.param("installed", [("--purge", EVERYTHING - {MODULE, LIST}, True)], id="the module stays alone"),
    pytest.param("fresh", [("--install", {LIST, MODULE}, True)], id="the module is installed without the library"),
    pytest.param("fresh", 2 * [("--install", EVERYTHING, True), ("--install", EVERYTHING, True), ("--remove", EVERYTHING, False),
                               ("--install", EVERYTHING, True), ("--purge", EVERYTHING, False)], id="round trip"),
])
def test_module_is_in_the_stack_while_it_is_installed(request, debs, start, steps):
    debian = request.getfixturevalue(start)
    with Watch(debian, debs):
        for action, names, is_enabled in steps:
            dpkg(debian, action, *(debs[name] if action == "--install" else name for name in debs if name in names))
            is_working(debian, is_enabled)
            found = [path for folder in ("/usr/lib", "/usr/local/lib") for path in debian.path(folder).rglob("libpasswordrules*")]
            assert bool(found) == (status(debian, LIBRARY) == "installed")


@pytest.mark.parametrize("is_looking", [False, True])
def test_interrupted_removal_leaves_the_module_in_the_stacks(installed, tmp_path, is_looking):
    """When the removal fails, prerm has already disabled the profiles. dpkg undoes its own changes, so the package must
    undo this, too."""
    if is_looking:
        installed.run("pam-auth-update", "--enable", LOGIN_PROFILE)
    control = tmp_path / "other" / "DEBIAN"
    control.mkdir(parents=True)
    (control / "control").write_text(
        "Package: other-module\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@example.org>\nDescription: fails\n"
        "Conflicts: libpam-passwordrules\nReplaces: libpam-passwordrules\nProvides: libpam-passwordrules\n")
    (control / "preinst").write_text("#!/bin/sh\nexit 1\n")
    (control / "preinst").chmod(0o755)
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", tmp_path / "other", tmp_path / "other.deb"],
                   stdout=subprocess.DEVNULL, check=True)
    assert dpkg(installed, "--install", tmp_path / "other.deb", check=False).returncode != 0
    assert status(installed, MODULE) == "installed"
    assert module_lines(installed) == OURS and is_checked(installed)
    assert looks_at_logins(installed) == is_looking


def test_removal_forgets_the_second_profile(installed, debs):
    installed.run("pam-auth-update", "--enable", LOGIN_PROFILE)
    dpkg(installed, "--remove", *debs)
    assert not looks_at_logins(installed)
    dpkg(installed, "--install", *debs.values())
    assert module_lines(installed) == OURS and not looks_at_logins(installed)


# ---- Beside the packages of others ----


@pytest.mark.parametrize("order", itertools.permutations(["ours", "pwquality", "passwdqc"]), ids=" ".join)
def test_asked_once_beside_other_modules(fresh, debs, order):
    for name in order:
        if name == "ours":
            done = dpkg(fresh, "--install", *debs.values())
            assert "Incompatible" not in done.stdout + (done.stderr or "")
        else:
            install_others(fresh, name)
    assert module_lines(fresh) == OURS
    can_change(fresh)


def test_asks_once_if_all_are_installed_together(fresh, debs):
    others = [f"/packages/{name}/{path.name}" for name in ("passwdqc", "pwquality")
              for path in fresh.path(f"/packages/{name}").iterdir()]
    # See the next test.
    with Watch(fresh, debs, but="passwordrules.conf"):
        dpkg(fresh, "--install", *others, *debs.values())
    assert module_lines(fresh) == OURS
    can_change(fresh)


def test_enabled_by_another_package_before_it_is_configured(fresh, debs):
    """The scripts of other packages enable every profile that they find, before dpkg has installed the policy. Until
    then, users are refused."""
    dpkg(fresh, "--unpack", *debs.values())
    with Watch(fresh, debs, but="passwordrules.conf"):
        install_others(fresh, "passwdqc")
        assert module_lines(fresh) == OURS
        result = passwd(fresh)
        assert result.status != 0 and "The password policy on this machine could not be applied" in result.rest
        result = chpasswd(fresh, GOOD)
        assert result.status == 0 and "The new password will not be checked." in result.rest
        fresh.run("dpkg", "--configure", "--pending")
    is_working(fresh)


# ---- The machinery ----


def test_watch_detects_a_late_disable(fresh, debs, tmp_path):
    """The same package, except that its script runs after the removal instead of before."""
    def disable_late(tree):
        (tree / "DEBIAN" / "prerm").rename(tree / "DEBIAN" / "postrm")

    dpkg(fresh, "--install", debs[LIST], remake(debs[MODULE], tmp_path, change=disable_late))
    with pytest.raises(AssertionError, match="no pam_passwordrules.so"):
        with Watch(fresh, debs):
            dpkg(fresh, "--remove", MODULE)


def test_nothing_is_left_running(world, with_ours):
    with world.debian(*with_ours) as debian:
        child = subprocess.Popen(debian.command("sleep", "infinity"))
        while child.pid not in debian.processes():
            assert child.poll() is None
    assert child.wait() != 0
