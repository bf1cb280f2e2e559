"""Samba asks the tool: smbd on its port in a network of its own, users who change their passwords by
smbpasswd, and the verdicts.

The configuration comes from passwordrules-samba(5).
"""

import json
from concurrent.futures import ThreadPoolExecutor

import hooks
import oracle
import pytest
from hooks import GOOD
from worlds import layers_fixture, world_fixture

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
PACKAGES = ["samba", "smbclient", "samba-ad-provision", "samba-dsdb-modules", "samba-vfs-modules", "winbind"]


class Server(hooks.Server):
    """smbd in a Debian, and the passwords of bob and others there."""

    service = "samba"
    full_name = "Bob Builder"
    logs = "samba/**/*"

    def __init__(self, debian):
        super().__init__(debian)
        debian.write("/etc/samba/smb.conf", CONFIGURATION)
        self.passwords: dict[str, str] = {}
        self.add("bob")
        self.start("smbd", "--foreground", "--no-process-group")
        self.wait_until(lambda: debian.run("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/445", check=False).returncode == 0)

    def add(self, user):
        """A user of bob's full name."""
        self.debian.run("useradd", "--no-create-home", "--comment", self.full_name, user)
        self.passwords[user] = "first-" + GOOD
        # This password is not checked: smbpasswd as root does not call the script.
        self.debian.run("smbpasswd", "-s", "-a", user, text=f"{self.passwords[user]}\n" * 2)

    def change(self, new, user="bob"):
        """Changes the user's own password, as a network user does; whether it succeeded, and the message for
        the user."""
        # On a busy machine, a connection sometimes fails before the server answers. Then it is tried again.
        for _ in range(3):
            done = self.debian.run("smbpasswd", "-s", "-r", "127.0.0.1", "-U", user, uid=1000, check=False,
                                   text=f"{self.passwords[user]}\n{new}\n{new}\n")
            if done.returncode == 0 or "rejected the password change" in done.stdout:
                break
        if done.returncode == 0:
            self.passwords[user] = new
        return done.returncode == 0, done.stdout


world = world_fixture("samba", PACKAGES)
layers = layers_fixture()


@pytest.fixture
def server(world, layers):
    with world.debian(*layers) as debian:
        yield Server(debian)


# smbpasswd takes a second on a busy machine, with or without a script.
@pytest.mark.parametrize("count", [32, pytest.param(1000, marks=pytest.mark.long)])
def test_users_get_the_verdicts_of_the_tool(server, count):
    """Eight users at once, each of whom changes one password after the other."""
    users = ["bob", *(f"user{number}" for number in range(1, 8))]
    for user in users[1:]:
        server.add(user)
    passwords = oracle.passwords(count)
    shares = {user: passwords[number::len(users)] for number, user in enumerate(users)}
    expected = {user: [verdict.is_accepted for verdict in server.verdicts(share, user)] for user, share in shares.items()}
    assert {True, False} == {is_accepted for each in expected.values() for is_accepted in each}

    def change_all(user):
        return [server.change(password, user)[0] for password in shares[user]]

    with ThreadPoolExecutor(len(users)) as at_once:
        assert dict(zip(users, at_once.map(change_all, users))) == expected
    hooks.assert_log_has_no(server, passwords)


# As Samba runs it: by a shell, with the account in the environment, and nothing but the password on standard
# input.
AS_SAMBA = """\
import json, os, subprocess, sys
environment = dict(os.environ, SAMBA_CPS_ACCOUNT_NAME="bob", SAMBA_CPS_FULL_NAME="Bob Builder")
print(json.dumps([subprocess.run(["/bin/sh", "-c", sys.argv[1]], input=password.encode(), env=environment).returncode
                  for password in json.load(sys.stdin)]))
"""


def test_thousand_passwords_get_the_verdicts_of_the_tool(server):
    passwords = oracle.passwords(1000)
    script = CONFIGURATION.rpartition("script = ")[2].strip()
    done = server.debian.run("python3", "-c", AS_SAMBA, script, text=json.dumps(passwords))
    assert json.loads(done.stdout) == [0 if verdict.is_accepted else 1 for verdict in server.verdicts(passwords)]


@pytest.mark.parametrize("enforce", ["audit", "warn", "no"])
def test_unenforced_policy_accepts_and_logs(server, enforce):
    hooks.assert_policy_lets_pass_and_logs(server, enforce)


@pytest.mark.parametrize("fault, said", hooks.BROKEN)
def test_without_a_policy_or_its_list_no_password_is_accepted(server, fault, said):
    hooks.refusal_without_policy(server, fault, said)


def test_without_the_tool_no_password_is_accepted(server):
    hooks.refusal_without_file(server, "/usr/bin/passwordrules")


def test_sections_of_the_service_and_the_account_apply(server):
    hooks.refusals_by_sections(server)


def test_root_on_the_server_is_exempt(server):
    server.debian.run("smbpasswd", "-s", "bob", text="weak5\nweak5\n")
    server.passwords["bob"] = "weak5"
    assert server.change(GOOD)[0]


# A domain controller of Active Directory.

@pytest.fixture
def controller(world, layers):
    """Its directory, without a server: samba-tool opens it itself."""
    with world.debian(*layers) as debian:
        debian.path("/etc/samba/smb.conf").unlink()
        # Samba keeps the attributes of files in a file, because the file system here does not support them.
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


def test_domain_controller_checks_passwords_of_administrators(controller):
    passwords = ["quokka-Builder-41-lamp", *(password for password in oracle.passwords(60) if len(password) >= 7)][:30]
    expected = [verdict.is_accepted for verdict in oracle.verdicts(controller, passwords, "samba", "bob", "Bob Builder")]
    assert {True, False} == set(expected)
    assert [is_set(controller, password) for password in passwords] == expected
    log = "\n".join(controller.log())
    assert "new password for samba user bob refused: " in log and "full-name" in log
    assert not [password for password in passwords if password in log]


def test_domain_controller_checks_generated_passwords(controller):
    """samba-tool makes up the password, as the manual describes."""
    def create(name):
        return controller.run("samba-tool", "user", "create", name, "--random-password", check=False).returncode == 0

    controller.write(oracle.POLICY_PATH, "rules = minlength: 128;\n")
    assert create("carol")
    controller.write(oracle.POLICY_PATH, "rules = minlength: 1000;\n")
    assert not create("dave")


def test_domain_controller_needs_complexity_and_a_working_check(controller):
    break_policy, _ = oracle.BROKEN["mistake"]
    break_policy(controller)
    assert not is_set(controller, "other-" + GOOD)
    controller.path("/usr/bin/passwordrules").unlink()
    assert not is_set(controller, "other-" + GOOD)
    controller.run("samba-tool", "domain", "passwordsettings", "set", "--complexity=off")
    assert is_set(controller, "weakweak")
