"""Samba asks the tool: smbd on its port in a network of its own, users who change their passwords by smbpasswd, and the verdicts.

The configuration is that of passwordrules-samba(5).
"""

import json
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import oracle
import pytest
import worlds
from debian import ENVIRONMENT

CONFIGURATION = """\
[global]
server role = standalone server
interfaces = lo
bind interfaces only = yes
disable netbios = yes
load printers = no
log level = 3
check password script = /usr/bin/passwordrules check --hook samba
"""
LOGS = "/var/log/samba"
PACKAGES = ["samba", "smbclient", "samba-ad-provision", "samba-dsdb-modules", "samba-vfs-modules", "winbind"]
GOOD = "Vexing-quokka-41-lamp"


class Server:
    """smbd in a Debian, and the passwords of bob and others there."""

    def __init__(self, debian):
        self.debian = debian
        debian.write(oracle.POLICY_PATH, oracle.POLICY)
        debian.write("/etc/samba/smb.conf", CONFIGURATION)
        self.passwords: dict[str, str] = {}
        self.add("bob")
        self._process = subprocess.Popen(debian.command("smbd", "--foreground", "--no-process-group"), env=ENVIRONMENT,
                                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            if debian.run("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/445", check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise AssertionError("smbd does not answer")

    def add(self, user):
        """A user of the full name Bob Builder."""
        self.debian.run("useradd", "--no-create-home", "--comment", "Bob Builder", user)
        self.passwords[user] = "first-" + GOOD
        # Not by the script: root's own smbpasswd does not ask it.
        self.debian.run("smbpasswd", "-s", "-a", user, text=f"{self.passwords[user]}\n" * 2)

    def change(self, new, user="bob"):
        """Changes the user's own password, as one of the network does; whether it went well, and what the user is told."""
        # Where no connection can be had, as at times under load, the server has said nothing.
        for _ in range(3):
            done = self.debian.run("smbpasswd", "-s", "-r", "127.0.0.1", "-U", user, uid=1000, check=False,
                                   text=f"{self.passwords[user]}\n{new}\n{new}\n")
            if done.returncode == 0 or "rejected the password change" in done.stdout:
                break
        if done.returncode == 0:
            self.passwords[user] = new
        return done.returncode == 0, done.stdout

    def all_logs(self):
        files = [path.read_text(errors="replace") for path in self.debian.path(LOGS).rglob("*") if path.is_file()]
        return "\n".join([*files, *self.debian.log()])

    def is_alive(self):
        return self._process.poll() is None


@pytest.fixture(scope="module")
def world():
    world = worlds.make_world("samba", PACKAGES)
    yield world
    world.close()


@pytest.fixture(scope="module")
def layers(world):
    return worlds.install_tool(world)


@pytest.fixture
def server(world, layers):
    with world.debian(*layers) as debian:
        yield Server(debian)


def verdicts(server, passwords, user="bob"):
    return oracle.verdicts(server.debian, passwords, "samba", user, "Bob Builder")


# smbpasswd takes a second on a busy machine, with or without a script.
@pytest.mark.parametrize("count", [32, pytest.param(1000, marks=[pytest.mark.long, pytest.mark.timeout(3600)])])
def test_users_get_the_verdicts_of_the_tool(server, count):
    """Eight users at once, each of whom changes one password after the other."""
    users = ["bob", *(f"user{number}" for number in range(1, 8))]
    for user in users[1:]:
        server.add(user)
    passwords = oracle.passwords(count)
    shares = {user: passwords[number::len(users)] for number, user in enumerate(users)}
    expected = {user: [verdict.is_accepted for verdict in verdicts(server, share, user)] for user, share in shares.items()}
    assert {True, False} == {is_accepted for each in expected.values() for is_accepted in each}

    def change_all(user):
        return [server.change(password, user)[0] for password in shares[user]]

    with ThreadPoolExecutor(len(users)) as at_once:
        assert dict(zip(users, at_once.map(change_all, users))) == expected
    log = server.all_logs()
    assert "new password for samba user user1 refused: " in log
    assert not [password for password in passwords if len(password) > 5 and password in log]
    assert server.is_alive()


# As Samba runs it: by a shell, with the account in the environment, and nothing but the password on standard input.
AS_SAMBA = """\
import json, os, subprocess, sys
environment = dict(os.environ, SAMBA_CPS_ACCOUNT_NAME="bob", SAMBA_CPS_FULL_NAME="Bob Builder")
print(json.dumps([subprocess.run(["/bin/sh", "-c", sys.argv[1]], input=password.encode(), env=environment).returncode
                  for password in json.load(sys.stdin)]))
"""


def test_a_thousand_passwords_get_the_verdicts_of_the_tool(server):
    passwords = oracle.passwords(1000)
    script = CONFIGURATION.rpartition("script = ")[2].strip()
    done = server.debian.run("python3", "-c", AS_SAMBA, script, text=json.dumps(passwords))
    assert json.loads(done.stdout) == [0 if verdict.is_accepted else 1 for verdict in verdicts(server, passwords)]


@pytest.mark.parametrize("enforce, said", [
    ("audit", "accepted (enforce = audit)"), ("warn", "accepted (enforce = warn)"), ("no", "accepted (enforce = no)")])
def test_a_policy_that_does_not_refuse_lets_pass_and_logs(server, enforce, said):
    server.debian.write(oracle.POLICY_PATH, oracle.POLICY + f"enforce = {enforce}\n")
    assert server.change("weak-one")[0]
    assert [line for line in server.debian.log() if f"new password for samba user bob {said}" in line]


@pytest.mark.parametrize("fault, said", [oracle.BROKEN[name] for name in ("unknown key", "list gone", "gone")])
def test_without_a_policy_or_its_list_no_password_is_accepted(server, fault, said):
    fault(server.debian)
    assert not server.change(GOOD)[0]
    assert [line for line in server.debian.log() if re.search(said, line) and "Password change for samba user bob refused." in line]
    assert GOOD not in server.all_logs()
    server.debian.write(oracle.POLICY_PATH, "rules = minlength: 12\n")
    assert server.change(GOOD)[0]


def test_without_the_tool_no_password_is_accepted(server):
    tool = server.debian.path("/usr/bin/passwordrules")
    tool.rename(tool.with_name("away"))
    assert not server.change(GOOD)[0]
    tool.with_name("away").rename(tool)
    assert server.change(GOOD)[0]


def test_sections_of_the_service_and_the_account_hold(server):
    server.debian.write(oracle.POLICY_PATH, "rules = minlength: 8\n[user bob]\nrules = minlength: 60\n[service samba]\n"
                        "rules = minlength: 12\n[service samba user bob]\nrules = required: digit\n")
    assert not server.change("short-7")[0]
    assert not server.change("long-but-no-digit")[0]
    assert server.change("long-with-digit-7")[0]


def test_root_on_the_server_is_exempt(server):
    server.debian.run("smbpasswd", "-s", "bob", text="weak5\nweak5\n")
    server.passwords["bob"] = "weak5"
    assert server.change(GOOD)[0]


# A domain controller of Active Directory.

@pytest.fixture
def controller(world, layers):
    """Its directory, without a server: samba-tool opens it itself."""
    with world.debian(*layers) as debian:
        debian.write(oracle.POLICY_PATH, oracle.POLICY)
        debian.path("/etc/samba/smb.conf").unlink()
        # Attributes of files are kept in a file, since the Debian's file system has none.
        debian.run("samba-tool", "domain", "provision", "--realm=EXAMPLE.ORG", "--domain=EXAMPLE", f"--adminpass={GOOD}",
                   "--server-role=dc", "--dns-backend=NONE", "--host-name=dc", "--host-ip=127.0.0.1",
                   "--option=posix:eadb=/var/lib/samba/private/eadb.tdb",
                   "--option=vfs objects = dfs_samba4 acl_xattr xattr_tdb")
        configuration = debian.read("/etc/samba/smb.conf")
        line = CONFIGURATION.splitlines()[-1]
        debian.write("/etc/samba/smb.conf", configuration.replace("[global]\n", f"[global]\n{line}\n", 1))
        debian.run("samba-tool", "user", "create", "bob", GOOD, "--given-name=Bob", "--surname=Builder")
        yield debian


def is_set(debian, password):
    done = debian.run("samba-tool", "user", "setpassword", "bob", f"--newpassword={password}", check=False)
    return done.returncode == 0


def test_a_domain_controller_asks_for_what_administrators_set(controller):
    passwords = ["quokka-Builder-41-lamp", *(password for password in oracle.passwords(60) if len(password) >= 7)][:30]
    expected = [verdict.is_accepted for verdict in oracle.verdicts(controller, passwords, "samba", "bob", "Bob Builder")]
    assert {True, False} == set(expected)
    assert [is_set(controller, password) for password in passwords] == expected
    log = "\n".join(controller.log())
    assert "new password for samba user bob refused: " in log and "full-name" in log
    assert not [password for password in passwords if password in log]


def test_a_domain_controller_refuses_what_cannot_be_checked_and_needs_complexity(controller):
    break_policy, _ = oracle.BROKEN["mistake"]
    break_policy(controller)
    assert not is_set(controller, "other-" + GOOD)
    controller.path("/usr/bin/passwordrules").unlink()
    assert not is_set(controller, "other-" + GOOD)
    controller.run("samba-tool", "domain", "passwordsettings", "set", "--complexity=off")
    assert is_set(controller, "weakweak")
