"""Transactions of people with groups, a full name, a home directory and an old password.

Their account databases lie over those of the machine, in a mount namespace of each command's own.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from transaction import Machine, Transaction, check_no_secrets

PASSWD = """\
root:x:0:0:root:/root:/bin/sh
alice:x:1000:1000:Alice Pleasance Liddell,Room 12,+44 1865:/home/wonderland/rabbithole:/bin/sh
bob:x:1001:1001::/:/bin/sh
carol:x:1002:3000:Carol:/home/carol:/bin/sh
dave:x:1003:1003:Dave:/home/dave:/bin/sh
erin:x:1004:9999:Erin:/home/erin:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
"""
# alice is in staff, admins and her own group; carol has staff as her primary group; dave is only in his own.
GROUP = """\
root:x:0:
alice:x:1000:
bob:x:1001:
dave:x:1003:
admins:x:2000:alice,bob
staff:x:3000:alice
employees:x:3000:
nogroup:x:65534:
domain users:x:4000:erin
"""
# erin's primary group has no name, and she is in more groups than most.
GROUP += "".join(f"team{number}:x:{5000 + number}:erin\n" for number in range(300))

COVER = 'mount --bind "$0" /etc/passwd && mount --bind "$1" /etc/group && shift && exec "$@"'


class Accounts:
    """Account databases, and the beginning of a command that runs with them mounted over the machine's."""

    def __init__(self, directory: Path):
        for name, text in [("passwd", PASSWD), ("group", GROUP)]:
            (directory / name).write_text(text)
            (directory / name).chmod(0o644)
        self.command = ("unshare", "--mount", "sh", "-c", COVER, directory / "passwd", directory / "group")

    def run(self, *command, **options) -> subprocess.CompletedProcess:
        return subprocess.run([*self.command, *command], capture_output=True, check=False, **options)


class PersonalMachine(Machine):
    """A machine with these accounts, where a module before ours has asked for the old password."""

    def __init__(self, directory: Path, programs: Path, accounts: Accounts):
        super().__init__(directory, programs)
        self.accounts = accounts

    def change(self, *answers, old=None, command=(), **options) -> Transaction:
        known = () if old is None else ("env", b"OLD_PASSWORD=" + os.fsencode(old))
        transaction = super().change(*answers, command=(*self.accounts.command, *command, *known), **options)
        if old and not options.get("is_peer"):
            transaction.given.append(old)
            check_no_secrets(transaction)
        return transaction

    def write_stack(self, service: str, stack: list[str]) -> None:
        super().write_stack(service, ["required witness old", *stack])


@pytest.fixture(scope="session")
def accounts(tmp_path_factory) -> Accounts:
    """Account databases for the tests. Skips a test if they cannot be mounted."""
    if os.getuid() != 0:
        pytest.skip("only root can put other account databases in place")
    accounts = Accounts(tmp_path_factory.mktemp("accounts"))
    done = accounts.run("true")
    if done.returncode != 0:
        pytest.skip("no private account databases here: " + done.stderr.decode().strip())
    return accounts


@pytest.fixture
def people(machine, accounts) -> PersonalMachine:
    """A machine as `machine` is, with these people on it."""
    tool = machine.programs / "passwordrules"
    if not tool.exists():
        shutil.copy(Path(__file__).parents[2] / "build" / "passwordrules", tool)
    machine.confdir.rmdir()
    return PersonalMachine(machine.directory, machine.programs, accounts)
