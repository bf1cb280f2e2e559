"""pam_pwquality and pam_passwdqc under libpam, in place of our module: what they do shows that our tests can
fail.

They are not installed, since that would put them into this machine's PAM stack: their packages are unpacked
below build/peers, downloaded if they are not there yet. /etc/security is an empty folder for them, unless the
test has files for it.
"""

import os
import pwd
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from transaction import Machine, Transaction

DIRECTORY = Path(__file__).parents[2] / "build" / "peers"

COVER = 'mount --bind "$0" /etc/security && exec "$@"'


def unpacked(package: str) -> Path:
    """The folder with the package's files. Skips the test if the package cannot be downloaded."""
    folder = DIRECTORY / package
    if not folder.exists():
        DIRECTORY.mkdir(parents=True, exist_ok=True)
        user = f"APT::Sandbox::User={pwd.getpwuid(os.getuid()).pw_name}"
        script = 'rm -f "$0"_*.deb && apt-get -qq -o "$1" download "$0" && dpkg -x "$0"_*.deb "$0.part" && mv "$0.part" "$0"'
        done = subprocess.run(
            ["sh", "-c", script, package, user], cwd=DIRECTORY, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            pytest.skip(f"package {package} cannot be downloaded: {done.stderr.strip()}")
    return folder


def suggested(change: Transaction) -> list[str]:
    """The passwords that pam_passwdqc suggests."""
    return re.findall(r'your password: "([^"]+)"', "\n".join(change.shown).replace("\nyour", " your"))


class Peers:
    """Changes passwords as `Machine.change` does, with a peer's module in the place of ours."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self._security = machine.directory / "security"
        self._security.mkdir(mode=0o755)

    def write(self, name: str, text: str) -> None:
        """A file in /etc/security."""
        path = self._security / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def install(self, name: str) -> None:
        """Copies pam_NAME to a folder from which every user can load it, or skips the test."""
        if not (self.machine.programs / f"pam_{name}.so").exists():
            [module] = unpacked(f"libpam-{name}").rglob(f"pam_{name}.so")
            shutil.copy(module, self.machine.programs)

    @property
    def command(self) -> tuple:
        """The beginning of a command that runs with these files mounted over /etc/security."""
        if os.getuid() != 0:
            pytest.skip("only root can put an empty /etc/security in place")
        return ("unshare", "--mount", "sh", "-c", COVER, self._security)

    def change(self, name: str, options: str, *answers, **more) -> Transaction:
        self.install(name)
        return self.machine.change(
            *answers, stack=[f"required pam_{name} {options}", "required witness"], command=self.command, is_peer=True, **more)


@pytest.fixture
def peers(machine) -> Peers:
    return Peers(machine)
