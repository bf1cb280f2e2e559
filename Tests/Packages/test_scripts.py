"""The PAM module's package when it is installed, upgraded, removed and purged; and its pam-auth-update
profiles.

The scripts run with a folder in place of /etc, and with a pam-auth-update that only writes down how it was
called. Tests with the real one need a Debian of their own.
"""

import os
import subprocess

import pytest

from installing import ROOT
from tree import POSTGRESQL

DEBIAN = ROOT / "debian"
ELSEWHERE = {"DPKG_ROOT": "/elsewhere"}
# The profile has been enabled or disabled before.
SEEN = {}
NEW = "--package --disable cracklib pwquality passwdqc"
REMOVE = "--package --remove passwordrules passwordrules-login"
ENABLE_LOGIN = "--package --enable passwordrules-login"
UNCHECKED = "libpam-passwordrules: new passwords are no longer checked, except by pam_unix.\n"
NEED = "libpam-passwordrules: new passwords must now meet {}\n"
STACK = "password requisite pam_passwordrules.so\n"


class Scripts:
    def __init__(self, folder):
        self.etc, self.programs, self.calls = folder / "etc", folder / "bin", folder / "calls"
        self.folder, self.state = folder, folder / "state"
        self.drop_ins = self.etc / "security" / "passwordrules.conf.d"
        self.drop_ins.mkdir(parents=True)
        (self.etc / "pam.d").mkdir()
        self.programs.mkdir()
        # Like the real pam-auth-update, it removes the module from the stack.
        self.replace("pam-auth-update", f'echo "$@" >> "{self.calls}"\n'
                     f'case "$*" in *--remove*) sed -i /pam_passwordrules/d "{self.etc}/pam.d/common-password";; esac')
        self.stack("common-password", STACK)
        # There is no tool, even if this machine has one.
        self.replace("passwordrules", "exit 127")

    def replace(self, name, text):
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def stack(self, name, text):
        (self.etc / "pam.d" / name).write_text(text)

    def run(self, script, *arguments, **environment):
        text = (DEBIAN / f"libpam-passwordrules.{script}").read_text()
        path = self.folder / script
        path.write_text(text.replace("/etc/", f"{self.etc}/").replace("/var/lib/", f"{self.state}/"))
        return subprocess.run(["sh", str(path), *arguments], capture_output=True, text=True,
                              env={"PATH": f"{self.programs}:{os.environ['PATH']}", **environment})

    def called(self):
        return self.calls.read_text().splitlines() if self.calls.exists() else []


@pytest.fixture
def scripts(tmp_path):
    return Scripts(tmp_path)


@pytest.mark.parametrize("script, arguments, environment, called", [
    # A first installation, an upgrade to this version, and an installation that was interrupted.
    ("postinst", ["configure", ""], {}, [NEW]),
    ("postinst", ["configure", "0.0.9"], SEEN, ["--package"]),
    # A removal that was interrupted after prerm had disabled the profile.
    ("postinst", ["abort-remove"], {}, [NEW]),
    ("postinst", ["abort-remove", "in-favour", "other", "1"], {}, [NEW]),
    ("postinst", ["abort-upgrade", "0.2"], {}, []),
    ("postinst", ["abort-deconfigure", "in-favour", "other", "1"], {}, []),
    # The profile stays for an upgrade, and for the package of another architecture.
    ("prerm", ["remove"], {}, [REMOVE]),
    ("prerm", ["remove"], {"DPKG_MAINTSCRIPT_PACKAGE_REFCOUNT": "1"}, [REMOVE]),
    ("prerm", ["remove", "in-favour", "other", "1"], {}, [REMOVE]),
    ("prerm", ["remove"], {"DPKG_MAINTSCRIPT_PACKAGE_REFCOUNT": "2"}, []),
    ("prerm", ["upgrade", "0.2"], {}, []),
    ("prerm", ["failed-upgrade", "0.0.9"], {}, []),
    ("prerm", ["deconfigure", "in-favour", "other", "1"], {}, []),
    # dpkg --root without chroot: DPKG_ROOT says where the package is.
    ("postinst", ["configure", ""], ELSEWHERE, [NEW + " --root /elsewhere"]),
    ("prerm", ["remove"], ELSEWHERE, [REMOVE + " --root /elsewhere"]),
    ("postrm", ["remove"], {}, []),
    ("postrm", ["purge"], {}, []),
    ("postrm", ["upgrade", "0.2"], {}, []),
])
def test_scripts_enable_and_disable_the_profile(scripts, script, arguments, environment, called):
    if environment is SEEN:
        (scripts.state / "pam").mkdir(parents=True)
        (scripts.state / "pam" / "seen").write_text("unix\npasswordrules\n")
    done = scripts.run(script, *arguments, **environment)
    # At a first installation, the package says what new passwords need; the tool says it if it is there.
    told = UNCHECKED if called and script == "prerm" else NEED.format(scripts.etc / "security/passwordrules.conf") if arguments == ["configure", ""] and not environment else ""
    assert (done.returncode, done.stdout, done.stderr) == (0, "", told)
    assert scripts.called() == called


@pytest.mark.parametrize("is_chosen", [True, False])
def test_second_profile_is_enabled_again_only_after_an_aborted_removal(scripts, is_chosen):
    (scripts.state / "pam").mkdir(parents=True)
    (scripts.state / "pam" / "seen").write_text("unix\npasswordrules\npasswordrules-login\n")
    (scripts.state / "pam" / "auth").write_text(
        "Module: unix\nModule: passwordrules-login\n" if is_chosen else "Module: unix\n# Module: passwordrules-login\n")
    noted = scripts.state / "passwordrules" / "login-profile"
    # Neither an installation nor an upgrade enables the profile.
    for script, arguments in [("prerm", ["upgrade", "0.2"]), ("postinst", ["configure", "0.0.9"])]:
        assert scripts.run(script, *arguments).returncode == 0
    assert scripts.called() == ["--package"] and not noted.exists()
    for ending, expected in [(("postinst", "abort-remove"), [REMOVE, "--package"] + [ENABLE_LOGIN] * is_chosen),
                             (("postrm", "remove"), [REMOVE])]:
        scripts.calls.unlink()
        assert scripts.run("prerm", "remove").returncode == 0
        assert noted.exists() == is_chosen
        assert not is_chosen or noted.parent.stat().st_mode & 0o777 == 0o700
        assert scripts.run(*ending).returncode == 0
        assert scripts.called() == expected and not noted.exists()


@pytest.mark.parametrize("arguments, environment, kept", [
    (["remove"], {}, True),
    (["upgrade", "0.2"], {}, True),
    (["disappear", "other", "1"], {}, True),
    (["purge"], {"DPKG_MAINTSCRIPT_PACKAGE_REFCOUNT": "2"}, True),
    (["purge"], {}, False),
    (["purge"], {"DPKG_MAINTSCRIPT_PACKAGE_REFCOUNT": "1"}, False),
    (["purge"], ELSEWHERE, True),
])
def test_drop_ins_and_counts_of_changes_stay_until_a_purge(scripts, arguments, environment, kept):
    counts = scripts.state / "passwordrules"
    counts.mkdir(parents=True)
    (counts / "audit").write_text("passwordrules audit 1\n")
    (scripts.drop_ins / "site.conf").write_text("retry = 1\n")
    done = scripts.run("postrm", *arguments, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert scripts.drop_ins.exists() == counts.exists() == kept
    assert (scripts.etc / "security").exists() and scripts.state.exists()
    # It is not an error if there is nothing to remove.
    assert kept or scripts.run("postrm", *arguments).returncode == 0


# What the tool makes beside the policy: see FileReplacement.swift.
@pytest.mark.parametrize("name", ["passwordrules.conf.old", ".passwordrules.conf.lock", ".passwordrules.conf.old.4711-0",
                                  ".passwordrules.conf.4711-12"])
def test_purge_removes_leftovers_of_the_tool(scripts, name):
    (scripts.etc / "security" / name).touch()
    for other in ("passwordrules.confident", "access.conf"):
        (scripts.etc / "security" / other).touch()
    assert scripts.run("postrm", "remove").returncode == 0
    assert (scripts.etc / "security" / name).exists()
    assert scripts.run("postrm", "purge").returncode == 0
    assert sorted(path.name for path in (scripts.etc / "security").iterdir()) == ["access.conf", "passwordrules.confident"]


def test_purge_of_another_root_stays_in_it(scripts, tmp_path):
    inside = tmp_path / "root" / str(scripts.drop_ins).lstrip("/")
    inside.mkdir(parents=True)
    assert scripts.run("postrm", "purge", DPKG_ROOT=str(tmp_path / "root")).returncode == 0
    assert scripts.drop_ins.exists() and not inside.exists()


@pytest.mark.parametrize("line, named", [
    ("password requisite pam_passwordrules.so retry=3\n", True),
    ("password requisite /usr/lib/x86_64-linux-gnu/security/pam_passwordrules.so\n", True),
    ("# password requisite pam_passwordrules.so\n", False),
    ("auth optional pam_passwordrules.so\n", True),
    ("password requisite pam_passwordrules_old.so\n", False),
])
def test_stacks_written_by_hand_are_named(scripts, line, named):
    scripts.stack("myservice", line)
    done = scripts.run("prerm", "remove")
    assert done.returncode == 0
    assert ("may refuse password changes or logins" in done.stderr) == named
    assert (f"{scripts.etc}/pam.d/myservice" in done.stderr) == named


@pytest.mark.parametrize("line, is_checked", [
    ("password requisite pam_pwquality.so retry=3\n", True), ("# password requisite pam_pwquality.so retry=3\n", False)])
def test_removal_says_how_passwords_are_checked_again(scripts, tmp_path, line, is_checked):
    root = tmp_path / "root"
    (root / "usr/share/pam-configs").mkdir(parents=True)
    (root / "usr/share/pam-configs/pwquality").touch()
    common = root / f"{scripts.etc}/pam.d/common-password".lstrip("/")
    common.parent.mkdir(parents=True)
    common.write_text(line)
    done = scripts.run("prerm", "remove", DPKG_ROOT=str(root))
    told = UNCHECKED + "To check them with pwquality again: pam-auth-update --enable pwquality\n"
    assert (done.returncode, done.stderr) == (0, "" if is_checked else told)


@pytest.mark.parametrize("output, status, told", [
    ("new passwords now need 9 characters", 0, ["new passwords now need 9 characters"]), ("one\ntwo", 0, ["one", "two"]),
    # The tool is older, or cannot be run.
    ("", 64, None), ("", 0, None)])
def test_tool_says_what_new_passwords_need(scripts, output, status, told):
    scripts.replace("passwordrules", f'[ "$*" = "status --installed" ] && printf "%s\\n" "{output}" | grep .; exit {status}')
    done = scripts.run("postinst", "configure", "")
    if told is None:
        assert done.stderr == NEED.format(scripts.etc / "security/passwordrules.conf")
    else:
        assert done.stderr == "".join(f"libpam-passwordrules: {line}\n" for line in told)
    assert done.returncode == 0
    # Neither an update nor an interrupted removal repeats the message.
    (scripts.state / "pam").mkdir(parents=True)
    (scripts.state / "pam" / "seen").write_text("passwordrules\n")
    for arguments in (["configure", "0.0.9"], ["abort-remove"]):
        assert scripts.run("postinst", *arguments).stderr == ""


@pytest.mark.parametrize("line, is_kept", [
    ("password requisite pam_pwquality.so retry=3\n", True), ("password requisite pam_passwdqc.so min=8,8,8,8,8\n", True),
    ("# password requisite pam_pwquality.so\n", False), ("password required pam_unix.so\n", False)])
def test_replaced_stack_is_kept(scripts, line, is_kept):
    scripts.stack("common-password", line)
    done = scripts.run("postinst", "configure", "")
    kept = scripts.state / "passwordrules" / "common-password"
    assert kept.exists() == is_kept
    assert ("passwordrules import" in done.stderr) == is_kept
    if is_kept:
        assert kept.read_text() == line and kept.parent.stat().st_mode & 0o777 == 0o700
    # The stack of an update is our own.
    (scripts.state / "pam").mkdir(parents=True)
    (scripts.state / "pam" / "seen").write_text("passwordrules\n")
    scripts.stack("common-password", STACK)
    scripts.run("postinst", "configure", "0.0.9")
    assert not is_kept or kept.read_text() == line


@pytest.mark.parametrize("script, arguments", [("postinst", ["configure"]), ("prerm", ["remove"])])
def test_failure_of_pam_auth_update_is_an_error(scripts, script, arguments):
    scripts.replace("pam-auth-update", "exit 1")
    assert scripts.run(script, *arguments).returncode != 0


def test_scripts_are_in_their_package_alone(packages):
    for script in ("postinst", "prerm", "postrm"):
        packaged = packages["libpam-passwordrules"].scripts / script
        assert os.access(packaged, os.X_OK)
        text = (DEBIAN / f"libpam-passwordrules.{script}").read_text()
        assert packaged.read_text().startswith(text.split("#DEBHELPER#")[0])
    names = {"preinst", "postinst", "prerm", "postrm"}
    with_scripts = {name: found for name, package in packages.items()
                    if (found := {path.name for path in package.scripts.iterdir()} & names)}
    # The scripts of the Python package compile its modules.
    assert with_scripts == {
        "libpam-passwordrules": {"postinst", "prerm", "postrm"}, "python3-passwordrules": {"postinst", "prerm"},
        "krb5-passwordrules": {"postinst", "prerm", "postrm"},
        "libpwquality1-passwordrules": {"preinst", "postinst", "postrm"},
        "mariadb-plugin-passwordrules": {"postinst", "prerm", "postrm"}, "slapd-passwordrules": {"prerm"},
        **dict.fromkeys(POSTGRESQL, {"prerm"})}
