"""Heimdal asks the tool: kdc, kpasswdd and kadmind in a network of their own, and what kpasswd and kadmin get to hear.

The configuration is that of passwordrules-heimdal(5).
"""

import json
import re
import subprocess
import time
from pathlib import Path

import oracle
import pytest
import worlds
from debian import ENVIRONMENT

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
GOOD = "Vexing-quokka-41-lamp"


class Realm:
    """A realm with bob in it, and an administrator."""

    def __init__(self, debian):
        self.debian = debian
        debian.write(oracle.POLICY_PATH, oracle.POLICY)
        debian.write("/etc/krb5.conf", CONFIGURATION)
        debian.write("/etc/heimdal-kdc/kadmind.acl", "admin/admin@EXAMPLE.ORG all\n")
        debian.run("kstash", "--random-key")
        debian.run("kadmin", "-l", "init", "--realm-max-ticket-life=unlimited", "--realm-max-renewable-life=unlimited",
                   "EXAMPLE.ORG")
        self.password = "first-" + GOOD
        debian.run("kadmin", "-l", "add", f"--password={self.password}", "--use-defaults", "bob")
        debian.run("kadmin", "-l", "add", "--random-key", "--use-defaults", "admin/admin")
        debian.run("kadmin", "-l", "ext_keytab", "-k", "/etc/admin.keytab", "admin/admin")
        self._processes = [
            subprocess.Popen(debian.command(f"/usr/lib/heimdal-servers/{name}", *options), env=ENVIRONMENT,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for name, *options in SERVERS]
        for _ in range(100):
            if self.kadmin("get", "bob").returncode == 0:
                break
            time.sleep(0.1)
        # kpasswdd has a port of UDP alone, which nothing tells from outside.
        for _ in range(100):
            if ":01D0 " in Path("/proc/net/udp").read_text():
                break
            time.sleep(0.1)

    def kadmin(self, *arguments):
        """As the administrator, over the network."""
        return self.debian.run("kadmin", "-p", "admin/admin", "-K", "/etc/admin.keytab", *arguments, check=False)

    def change(self, *new):
        """bob's changes by kpasswd: of each, whether it went well, and what he is told."""
        done = self.debian.run("python3", "-c", CLIENT, text=json.dumps([self.password, new]))
        found = json.loads(done.stdout)
        for password, (is_changed, _) in zip(new, found, strict=True):
            if is_changed:
                self.password = password
        return found

    def all_logs(self):
        return "\n".join([self.debian.read("/var/log/heimdal-kdc.log"), *self.debian.log()])

    def is_alive(self):
        return all(process.poll() is None for process in self._processes)


@pytest.fixture(scope="module")
def world():
    world = worlds.make_world("heimdal", ["heimdal-kdc", "heimdal-clients"])
    yield world
    world.close()


@pytest.fixture(scope="module")
def layers(world):
    return worlds.install_tool(world)


@pytest.fixture
def realm(world, layers):
    with world.debian(*layers) as debian:
        yield Realm(debian)


def answers(realm, passwords):
    """What the tool says of them, as kpasswd shows it."""
    verdicts = oracle.verdicts(realm.debian, passwords, "kerberos", "bob")
    return [[verdict.is_accepted, "Success : Password changed" if verdict.is_accepted else f"Soft error : {verdict.text}"]
            for verdict in verdicts]


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.long)])
def test_users_get_verdicts_and_reasons_of_the_tool(realm, count):
    passwords = oracle.passwords(count)
    expected = answers(realm, passwords)
    assert {True, False} == {is_accepted for is_accepted, _ in expected}
    assert realm.change(*passwords) == expected
    log = realm.all_logs()
    assert "new password for kerberos user bob refused: " in log
    assert not [password for password in passwords if len(password) > 5 and password in log]
    assert realm.is_alive()


# As Heimdal runs it: with the principal as the only argument.
AS_HEIMDAL = """\
import json, subprocess, sys
question = "principal: bob@EXAMPLE.ORG\\nnew-password: {}\\nend\\n"
print(json.dumps([subprocess.run([sys.argv[1], "bob@EXAMPLE.ORG"], input=question.format(password).encode(),
                                 stdout=subprocess.PIPE, check=True).stdout.decode() for password in json.load(sys.stdin)]))
"""


def test_a_thousand_passwords_get_the_verdicts_of_the_tool(realm):
    passwords = oracle.passwords(1000)
    program = CONFIGURATION.rpartition("external_program = ")[2].strip()
    done = realm.debian.run("python3", "-c", AS_HEIMDAL, program, text=json.dumps(passwords))
    verdicts = oracle.verdicts(realm.debian, passwords, "kerberos", "bob")
    assert json.loads(done.stdout) == ["APPROVED\n" if verdict.is_accepted else verdict.text + "\n" for verdict in verdicts]


@pytest.mark.parametrize("enforce", ["audit", "warn", "no"])
def test_a_policy_that_does_not_refuse_lets_pass_and_logs(realm, enforce):
    realm.debian.write(oracle.POLICY_PATH, oracle.POLICY + f"enforce = {enforce}\n")
    assert realm.change("weak")[0][0]
    said = f"new password for kerberos user bob accepted (enforce = {enforce})"
    assert [line for line in realm.debian.log() if said in line]


@pytest.mark.parametrize("fault, said", [oracle.BROKEN[name] for name in ("unknown key", "list gone", "gone")])
def test_without_a_policy_or_its_list_no_password_is_accepted(realm, fault, said):
    fault(realm.debian)
    assert realm.change(GOOD) == [[False, f"Soft error : {oracle.NO_VERDICT}"]]
    assert [line for line in realm.debian.log() if re.search(said, line) and "Password change for kerberos user bob refused." in line]
    assert GOOD not in realm.all_logs()
    realm.debian.write(oracle.POLICY_PATH, "rules = minlength: 12\n")
    assert realm.change(GOOD)[0][0]


@pytest.mark.parametrize("path", ["/usr/bin/passwordrules", "/usr/lib/passwordrules/heimdal-check"])
def test_without_the_program_no_password_is_accepted(realm, path):
    program = realm.debian.path(path)
    program.rename(program.with_name("away"))
    [[is_changed, said]] = realm.change(GOOD)
    assert not is_changed and "xternal password quality program failed" in said
    program.with_name("away").rename(program)
    assert realm.change(GOOD)[0][0] and realm.is_alive()


def test_administrators_are_exempt(realm):
    """Heimdal asks for none of these."""
    assert realm.kadmin("cpw", "--password=weak", "bob").returncode == 0
    realm.debian.run("kadmin", "-l", "add", "--password=weak", "--use-defaults", "carl")
    assert not [line for line in realm.debian.log() if "new password for" in line]
    realm.password = "weak"
    assert realm.change(GOOD)[0][0]


def test_sections_of_the_service_and_the_account_hold(realm):
    realm.debian.write(oracle.POLICY_PATH, "rules = minlength: 8\n[user bob]\nrules = minlength: 60\n[service kerberos]\n"
                       "rules = minlength: 12\n[service kerberos user bob]\nrules = required: digit\n")
    assert realm.change("short-7", "long-but-no-digit", "long-with-digit-7") == [
        [False, "Soft error : 5 more characters needed (7 of 12)"], [False, "Soft error : needs a digit"],
        [True, "Success : Password changed"]]
