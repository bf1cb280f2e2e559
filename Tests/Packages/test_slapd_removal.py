"""The script that runs before the package of slapd's module is removed, where slapd does not answer.

The folder of its configuration belongs to slapd's user, whose number need not have a name. The script runs
with a folder in place of /etc, and with programs in place of those that ask slapd.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from installing import ROOT

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root removes packages")

SCRIPT = ROOT / "debian" / "slapd-passwordrules.prerm"
NAMING = "olcPPolicyCheckModule: /usr/lib/ldap/passwordrules.so\n"
NAMES_IT = "slapd's configuration names the module"
NOT_KNOWN = "cannot read all of it"
OWNERS = [0, pwd.getpwnam("nobody").pw_uid, 4321]


class Machine:
    def __init__(self, folder: Path):
        self.etc, self.programs = folder / "etc", folder / "bin"
        self.configuration = self.etc / "ldap" / "slapd.d"
        self.configuration.mkdir(parents=True)
        self.programs.mkdir()
        self.file = self.configuration / "overlay.ldif"
        self.program("ldapsearch", "exit 1")

    def program(self, name: str, text: str) -> None:
        (self.programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.programs / name).chmod(0o755)

    def configure(self, text: str, owner: int) -> None:
        self.file.write_text(text)
        self.file.chmod(0o600)
        self.configuration.chmod(0o750)
        for path in (self.file, self.configuration):
            os.chown(path, owner, owner)

    def remove(self, *command: str) -> subprocess.CompletedProcess:
        """Runs the script, by a command if one is given."""
        script = self.etc / "prerm"
        script.write_text(SCRIPT.read_text().replace("/etc/ldap", f"{self.etc}/ldap"))
        return subprocess.run([*command, "sh", str(script), "remove"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, cwd="/", env={"PATH": f"{self.programs}:{os.environ['PATH']}"})


@pytest.fixture
def machine():
    # Every user must be able to enter it.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Machine(Path(folder))


@pytest.mark.parametrize("owner", OWNERS)
def test_configuration_that_names_the_module_stops_the_removal(machine, owner):
    machine.configure(NAMING, owner)
    done = machine.remove()
    assert done.returncode != 0 and NAMES_IT in done.stdout


@pytest.mark.parametrize("owner", OWNERS)
def test_other_configuration_allows_the_removal(machine, owner):
    machine.configure("olcPPolicyHashCleartext: TRUE\n", owner)
    done = machine.remove()
    assert done.returncode == 0 and "slapd does not answer" in done.stdout


def test_missing_configuration_allows_the_removal(machine):
    machine.configuration.rmdir()
    assert machine.remove().returncode == 0


@pytest.mark.parametrize("fault", ["file", "grep", "setpriv", "setsid"])
def test_failed_search_stops_the_removal(machine, fault):
    machine.configure("olcPPolicyHashCleartext: TRUE\n", OWNERS[1])
    if fault == "file":
        os.chown(machine.file, 0, 0)
    else:
        # grep returns 1 if nothing names the module.
        machine.program(fault, "exit 2" if fault == "grep" else "exit 1")
    done = machine.remove()
    assert done.returncode != 0 and NOT_KNOWN in done.stdout


# ---- Attacks ----


def test_root_does_not_search_where_a_link_leads(machine):
    """The link is root's, and the folder slapd's."""
    machine.configure(NAMING, OWNERS[1])
    elsewhere = machine.configuration.rename(machine.etc / "slapd.d")
    machine.configuration.symlink_to(elsewhere)
    machine.program("grep", f'[ "$(id -u)" != 0 ] || case "$*" in *-r*) exit 1 ;; esac; exec "{shutil.which("grep")}" "$@"')
    done = machine.remove()
    assert done.returncode != 0 and NAMES_IT in done.stdout


def test_program_of_the_user_loses_the_terminal(machine):
    """A program that runs as the user must not have root's terminal. Other processes of the user could make it write to
    the terminal, or push characters into it that root's shell reads."""
    machine.configure(NAMING, OWNERS[1])
    seen = machine.etc / "seen"
    seen.touch()
    seen.chmod(0o666)
    machine.program("grep", f"""
        if [ "$(id -u)" != 0 ]; then
            terminal=none
            if (: < /dev/tty) 2>/dev/null || [ -t 0 ] || [ -t 1 ] || [ -t 2 ]; then terminal=roots; fi
            echo $terminal >> "{seen}"
        fi
        exec "{shutil.which("grep")}" "$@" """)
    # The script runs at a terminal, as it does if root removes the package.
    done = machine.remove("python3", "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)")
    assert seen.read_text() == "none\n" and NAMES_IT in done.stdout
