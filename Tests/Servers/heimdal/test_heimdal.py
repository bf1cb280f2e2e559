"""Heimdal asks the tool: kdc, kpasswdd and kadmind in a network of their own, and the answers that kpasswd
and kadmin show.

The configuration comes from passwordrules-heimdal(5).
"""

import json
from pathlib import Path

import hooks
import oracle
import pytest
from hooks import GOOD
from worlds import layers_fixture, world_fixture

CONFIGURATION = """\
[libdefaults]
default_realm = EXAMPLE.ORG
dns_lookup_kdc = false
dns_lookup_realm = false
[realms]
EXAMPLE.ORG = {
    kdc = 127.0.0.1
    admin_server = 127.0.0.1
    kpasswd_server = 127.0.0.1
}
[password_quality]
policies = external-check
external_program = /usr/lib/passwordrules/heimdal-check
"""
SERVERS = [("kdc",), ("kadmind", "--ports=749"), ("kpasswdd",)]
CLIENT = Path(__file__).with_name("kpasswd.py").read_text()


class Realm(hooks.Server):
    """A realm with bob in it, and an administrator."""

    service = "kerberos"
    logs = "heimdal-kdc.log"

    def __init__(self, debian):
        super().__init__(debian)
        debian.write("/etc/krb5.conf", CONFIGURATION)
        debian.write("/etc/heimdal-kdc/kadmind.acl", "admin/admin@EXAMPLE.ORG all\n")
        debian.run("kstash", "--random-key")
        debian.run("kadmin", "-l", "init", "--realm-max-ticket-life=unlimited", "--realm-max-renewable-life=unlimited",
                   "EXAMPLE.ORG")
        self.password = "first-" + GOOD
        debian.run("kadmin", "-l", "add", f"--password={self.password}", "--use-defaults", "bob")
        debian.run("kadmin", "-l", "add", "--random-key", "--use-defaults", "admin/admin")
        debian.run("kadmin", "-l", "ext_keytab", "-k", "/etc/admin.keytab", "admin/admin")
        for name, *options in SERVERS:
            self.start(f"/usr/lib/heimdal-servers/{name}", *options)
        self.wait_until(lambda: self.kadmin("get", "bob").returncode == 0)
        # kpasswdd listens only on UDP, where a client cannot see whether it is ready.
        self.wait_until(lambda: ":01D0 " in Path("/proc/net/udp").read_text())

    def kadmin(self, *arguments):
        """As the administrator, over the network."""
        return self.debian.run("kadmin", "-p", "admin/admin", "-K", "/etc/admin.keytab", *arguments, check=False)

    def change_all(self, passwords):
        """bob changes his password to each of these with kpasswd. Returns whether each change succeeds, and what he is told."""
        done = self.debian.run("python3", "-c", CLIENT, text=json.dumps([self.password, passwords]))
        found = json.loads(done.stdout)
        for password, (is_changed, _) in zip(passwords, found, strict=True):
            if is_changed:
                self.password = password
        return found

    def change(self, new):
        [answer] = self.change_all([new])
        return answer


world = world_fixture("heimdal", ["heimdal-kdc", "heimdal-clients"])
layers = layers_fixture()


@pytest.fixture
def realm(world, layers):
    with world.debian(*layers) as debian:
        yield Realm(debian)


def answers(realm, passwords):
    """The tool's answers, as kpasswd shows them."""
    return [[verdict.is_accepted, "Success : Password changed" if verdict.is_accepted else f"Soft error : {verdict.text}"]
            for verdict in realm.verdicts(passwords)]


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.long)])
def test_users_get_verdicts_and_reasons_of_the_tool(realm, count):
    passwords = oracle.passwords(count)
    expected = answers(realm, passwords)
    assert {True, False} == {is_accepted for is_accepted, _ in expected}
    assert realm.change_all(passwords) == expected
    hooks.assert_log_has_no(realm, passwords)


def test_log_does_not_reveal_the_password(realm):
    def refuse(password):
        assert not realm.change(password)[0]

    oracle.assert_log_tells_nothing(refuse, realm.all_logs)


# As Heimdal runs it: with the principal as the only argument.
AS_HEIMDAL = """\
import json, subprocess, sys
question = "principal: bob@EXAMPLE.ORG\\nnew-password: {}\\nend\\n"
print(json.dumps([subprocess.run([sys.argv[1], "bob@EXAMPLE.ORG"], input=question.format(password).encode(),
                                 stdout=subprocess.PIPE, check=True).stdout.decode() for password in json.load(sys.stdin)]))
"""


def test_thousand_passwords_get_the_verdicts_of_the_tool(realm):
    passwords = oracle.passwords(1000)
    program = CONFIGURATION.rpartition("external_program = ")[2].strip()
    done = realm.debian.run("python3", "-c", AS_HEIMDAL, program, text=json.dumps(passwords))
    assert json.loads(done.stdout) == ["APPROVED\n" if verdict.is_accepted else verdict.text + "\n"
                                       for verdict in realm.verdicts(passwords)]


@pytest.mark.parametrize("enforce", ["audit", "warn", "no"])
def test_unenforced_policy_accepts_and_logs(realm, enforce):
    hooks.assert_policy_lets_pass_and_logs(realm, enforce)


@pytest.mark.parametrize("fault, said", hooks.BROKEN)
def test_without_a_policy_or_its_list_no_password_is_accepted(realm, fault, said):
    assert hooks.refusal_without_policy(realm, fault, said) == f"Soft error : {oracle.NO_VERDICT}"


@pytest.mark.parametrize("path", ["/usr/bin/passwordrules", "/usr/lib/passwordrules/heimdal-check"])
def test_without_the_program_no_password_is_accepted(realm, path):
    assert "xternal password quality program failed" in hooks.refusal_without_file(realm, path)


def test_administrators_are_exempt(realm):
    """Heimdal does not ask the tool about these."""
    assert realm.kadmin("cpw", "--password=weak", "bob").returncode == 0
    realm.debian.run("kadmin", "-l", "add", "--password=weak", "--use-defaults", "carl")
    # A password that kadmin makes up, and tells, is not checked either.
    realm.debian.write(oracle.POLICY_PATH, "rules = minlength: 60;\n")
    assert realm.kadmin("cpw", "--random-password", "carl").returncode == 0
    realm.debian.write(oracle.POLICY_PATH, oracle.POLICY)
    assert not [line for line in realm.debian.log() if "new password for" in line]
    realm.password = "weak"
    assert realm.change(GOOD)[0]


def test_sections_of_the_service_and_the_account_apply(realm):
    assert hooks.refusals_by_sections(realm) == [
        "Soft error : The password does not meet the rules: at least 12 characters.", "Soft error : The password needs a digit."]
