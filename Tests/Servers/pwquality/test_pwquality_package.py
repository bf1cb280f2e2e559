"""The package: in whatever order packages are installed, upgraded and removed, our library is in place while
its package is, and Debian's before and after. At no moment does a program find no library."""

import shutil
import subprocess

import packages
import pytest
from packages import dpkg, remake, status
from pwquality_library import DEBIANS, OURS, PACKAGE, TOOLS, Watch, folder, is_ours, rebuild
from snapshot import snapshot

UNOBEYED = f"{PACKAGE}: from now on, programs that ask libpwquality obey /etc/security/pwquality.conf."


def newer_one(debs, directory, change=None):
    """Ours in a newer version, which needs no newer library of passwordrules."""
    old = packages.version(debs[PACKAGE])

    def change_all(tree):
        control = tree / "DEBIAN" / "control"
        control.write_text(control.read_text().replace(f"(>= {old}+newer)", f"(>= {old})"))
        if change is not None:
            change(tree)
    return remake(debs[PACKAGE], directory, f"{old}+newer", change_all)


@pytest.fixture(scope="session")
def newer(debs, tmp_path_factory):
    return newer_one(debs, tmp_path_factory.mktemp("newer"))


@pytest.fixture(scope="session")
def upgrades(world, before, tmp_path_factory):
    """Debian's package in newer versions: with its library under the same name, and under another one."""
    def rename(tree):
        [library] = tree.glob("usr/lib/*/libpwquality.so.1.0.2")
        library.rename(library.with_name("libpwquality.so.1.0.3"))
        (library.parent / "libpwquality.so.1").unlink()
        (library.parent / "libpwquality.so.1").symlink_to("libpwquality.so.1.0.3")
        (tree / "DEBIAN" / "md5sums").unlink()

    directory = tmp_path_factory.mktemp("debians")
    with world.debian(*before) as debian:
        return {"the same name": rebuild(debian, DEBIANS, directory, "1.4.9-1"),
                "another name": rebuild(debian, DEBIANS, directory, "1.4.9-2", rename),
                "another program": rebuild(debian, "libpam-pwquality", directory, "1.4.9-1")}


def diversions(debian) -> str:
    return "".join(line for line in debian.run("dpkg-divert", "--list").stdout.splitlines(True) if "pwquality" in line)


def everything(debian):
    return snapshot(debian), debian.run("dpkg-divert", "--list").stdout, debian.run("dpkg", "--verify", check=False).stdout


def is_in_place(debian) -> bool:
    """Ours is there, for programs, for dpkg and for ldconfig, which has nothing to say."""
    assert debian.run("ldconfig").stdout == ""
    assert diversions(debian).endswith(f" by {PACKAGE}\n")
    assert debian.run("dpkg", "--verify", PACKAGE, DEBIANS).stdout == ""
    return (folder(debian) / "libpwquality.so.1").samefile(folder(debian) / OURS) and is_ours(debian)


def is_given_back(debian) -> bool:
    assert debian.run("ldconfig").stdout == "" and diversions(debian) == ""
    assert [path.name for path in folder(debian).glob("libpwquality*")] \
        == [path.name for path in folder(debian).glob("libpwquality.so.1*")]
    return not is_ours(debian)


# ---- Without a mishap ----


@pytest.mark.parametrize("action", ["--remove", "--purge"])
def test_removal_restores_everything(fresh, debs, action):
    earlier = everything(fresh)
    with Watch(fresh):
        assert "there is no" not in dpkg(fresh, "--install", debs[PACKAGE]).stdout
        assert is_in_place(fresh) and status(fresh, PACKAGE) == "installed"
        done = dpkg(fresh, action, PACKAGE)
        assert done.stdout.splitlines().count(UNOBEYED) == 1
    assert is_given_back(fresh) and everything(fresh) == earlier


def test_package_mentions_a_missing_policy(fresh, debs):
    fresh.path("/etc/security/passwordrules.conf").unlink()
    assert f"{PACKAGE}: there is no /etc/security/passwordrules.conf yet" in dpkg(fresh, "--install", debs[PACKAGE]).stdout


def test_upgraded_reinstalled_and_downgraded(debian, debs, newer):
    with Watch(debian):
        for package in (newer, newer, debs[PACKAGE]):
            dpkg(debian, "--install", package)
            assert is_in_place(debian)


@pytest.mark.parametrize("name", ["the same name", "another name"])
def test_upgrade_of_debian_library_keeps_ours(fresh, debs, upgrades, name):
    with Watch(fresh):
        dpkg(fresh, "--install", debs[PACKAGE])
        dpkg(fresh, "--install", upgrades[name])
        assert is_in_place(fresh)
        # Debian's upgraded library is restored.
        dpkg(fresh, "--purge", PACKAGE)
        assert is_given_back(fresh) and fresh.run("dpkg", "--verify", DEBIANS).stdout == ""
        library = "libpwquality.so.1.0.3" if name == "another name" else "libpwquality.so.1.0.2"
        assert str((folder(fresh) / "libpwquality.so.1").readlink()) == library


@pytest.mark.parametrize("command", [("ldconfig",), ("dpkg-reconfigure", PACKAGE)], ids=" ".join)
def test_ours_is_put_back(debian, command):
    library = folder(debian) / "libpwquality.so.1"
    library.unlink()
    library.symlink_to("libpwquality.so.1.0.2")
    assert not is_ours(debian)
    assert "libpwquality.so.1: warning: programs that ask libpwquality do not obey" in told(debian)
    debian.run(*command)
    assert is_ours(debian) and is_in_place(debian)


def test_other_users_of_the_library_can_be_installed(debian, upgrades):
    with Watch(debian):
        dpkg(debian, "--purge", "libpam-pwquality")
        dpkg(debian, "--install", upgrades["another program"])
        assert is_in_place(debian)


# ---- In other orders ----


@pytest.mark.parametrize("name", ["the same name", "another name"])
def test_upgrade_of_debian_library_before_ours_is_configured(fresh, debs, upgrades, name):
    with Watch(fresh):
        dpkg(fresh, "--unpack", debs[PACKAGE])
        dpkg(fresh, "--install", upgrades[name])
        fresh.run("dpkg", "--configure", PACKAGE)
        assert is_in_place(fresh)


def test_removal_during_an_upgrade_restores_debian_library(debian, newer):
    with Watch(debian):
        dpkg(debian, "--unpack", newer)
        assert is_in_place(debian)
        dpkg(debian, "--remove", PACKAGE)
        assert is_given_back(debian)


@pytest.mark.parametrize("action", ["--remove", "--purge"])
def test_removed_before_it_is_configured(fresh, debs, action):
    earlier = everything(fresh)
    with Watch(fresh):
        dpkg(fresh, "--unpack", debs[PACKAGE])
        dpkg(fresh, action, PACKAGE)
    assert is_given_back(fresh) and everything(fresh) == earlier


def test_removed_together(debian, world):
    users = ["libpam-pwquality", "python3-pwquality", "libpwquality-tools", "clevis", "cockpit-system"]
    dpkg(debian, "--purge", PACKAGE, DEBIANS, *users)
    assert diversions(debian) == "" and list(debian.path("/usr/lib").glob("*-linux-gnu/libpwquality*")) == []


def test_debian_library_can_be_reinstalled(debian, upgrades):
    with Watch(debian):
        dpkg(debian, "--remove", DEBIANS, options=["--force-depends"])
        dpkg(debian, "--install", upgrades["another name"])
        assert is_in_place(debian)
        dpkg(debian, "--purge", PACKAGE)
        assert is_given_back(debian)


def test_unpacked_before_debian_library(fresh, debs, upgrades):
    dpkg(fresh, "--purge", DEBIANS, options=["--force-depends"])
    # The package depends on libpwquality1, which is not installed.
    assert dpkg(fresh, "--install", debs[PACKAGE], check=False).returncode != 0
    dpkg(fresh, "--unpack", upgrades["the same name"])
    with Watch(fresh):
        fresh.run("dpkg", "--configure", "--pending")
        assert is_in_place(fresh)
        dpkg(fresh, "--remove", PACKAGE)
        assert is_given_back(fresh)


def test_unpacked_without_debian_library_and_removed(fresh, debs):
    dpkg(fresh, "--purge", DEBIANS, options=["--force-depends"])
    dpkg(fresh, "--unpack", debs[PACKAGE])
    dpkg(fresh, "--purge", PACKAGE)
    assert diversions(fresh) == "" and list(fresh.path("/usr/lib").glob("*-linux-gnu/libpwquality*")) == []


def test_replacement_needs_our_library(fresh, debs):
    dpkg(fresh, "--remove", "libpasswordrules1")
    with Watch(fresh):
        assert dpkg(fresh, "--install", debs[PACKAGE], check=False).returncode != 0
        assert not is_ours(fresh)
        # Another package's library rebuilds the loader's cache.
        fresh.run("ldconfig")
        assert not is_ours(fresh)
        dpkg(fresh, "--install", debs["libpasswordrules1"])
        fresh.run("dpkg", "--configure", "--pending")
        assert is_in_place(fresh)


# ---- Broken off ----


def ends_with_a_fault(name):
    def change(tree):
        script = tree / "DEBIAN" / name
        script.write_text(script.read_text() + "exit 1\n")
    return change


def has_a_file_of_another(tree):
    (tree / "usr" / "bin").mkdir(parents=True)
    (tree / "usr" / "bin" / "pwscore").write_text("")


BROKEN = {"preinst": ends_with_a_fault("preinst"), "unpacking": has_a_file_of_another}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_interrupted_installation_changes_nothing(fresh, debs, tmp_path, change):
    earlier = everything(fresh)
    with Watch(fresh):
        assert dpkg(fresh, "--install", remake(debs[PACKAGE], tmp_path, change=change), check=False).returncode != 0
    assert is_given_back(fresh) and everything(fresh) == earlier


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_interrupted_upgrade_keeps_ours(debian, debs, tmp_path, change):
    package = newer_one(debs, tmp_path, change)
    with Watch(debian):
        assert dpkg(debian, "--install", package, check=False).returncode != 0
        assert is_in_place(debian) and status(debian, PACKAGE) == "installed"


@pytest.mark.parametrize("command", ["rm -f", "mv -fT", "dpkg-divert --quiet"])
def test_interrupted_removal_can_be_repeated(debian, command):
    [script] = debian.path("/var/lib/dpkg/info").glob(f"{PACKAGE}*.postrm")
    text = script.read_text()
    with Watch(debian):
        script.write_text(text.replace(command, f"exit 1\n{command}", 1))
        assert dpkg(debian, "--remove", PACKAGE, check=False).returncode != 0
        script.write_text(text)
        dpkg(debian, "--purge", PACKAGE)
        assert is_given_back(debian)


# ---- passwordrules status ----


def told(debian) -> str:
    return debian.run("passwordrules", "status", check=False).stdout


def test_status_names_the_owner_of_the_library(debian, fresh):
    path = f"/usr/lib/{folder(debian).name}/libpwquality.so.1"
    assert f"libpwquality:\n  {path}: ours, so" in told(debian) and "libpwquality" not in told(fresh)


def test_status_warns_of_a_policy_that_users_cannot_read(debian):
    debian.path("/etc/security/passwordrules.conf").chmod(0o600)
    assert "/etc/security/passwordrules.conf: warning: programs that ask libpwquality run as any user" in told(debian)


# ---- The programs' package ----


def test_programs_replace_debian_tools_and_keep_their_dependents(fresh, debs):
    dpkg(fresh, "--install", debs[TOOLS])
    assert status(fresh, "libpwquality-tools") in ("not-installed", "config-files")
    assert [status(fresh, name) for name in ("clevis", "cockpit-system", TOOLS)] == ["installed"] * 3
    assert fresh.run("apt-get", "check").returncode == 0 and fresh.run("dpkg", "--audit").stdout == ""
    assert fresh.run("pwscore", text="kizzek-4ohjur-qiThor\n").stdout.strip().isdigit()


def test_apt_installs_both_at_once_and_removes_nothing_else(fresh, debs):
    """Without a network: all that they need is there."""
    folder = fresh.path("/packages/ours")
    folder.mkdir(parents=True, exist_ok=True)
    for name in (PACKAGE, TOOLS):
        shutil.copy(debs[name], folder)
    with Watch(fresh):
        done = fresh.run("apt-get", "install", "-y", "--no-install-recommends",
                         *(f"/packages/ours/{debs[name].name}" for name in (PACKAGE, TOOLS)))
        assert "The following packages will be REMOVED:\n  libpwquality-tools\n" in done.stdout
        assert is_in_place(fresh)
        fresh.run("apt-get", "purge", "-y", PACKAGE)
        assert is_given_back(fresh)


def test_programs_need_neither_library_of_that_name(fresh, debs):
    dpkg(fresh, "--install", debs[TOOLS])
    for name in ("pwscore", "pwmake"):
        needed = subprocess.run(["readelf", "-d", fresh.path(f"/usr/bin/{name}")], capture_output=True, text=True, check=True)
        assert "libpwquality" not in needed.stdout and "libpasswordrules.so.1" in needed.stdout
