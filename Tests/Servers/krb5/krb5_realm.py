"""A realm of MIT Kerberos and its clients, in a Debian of ours."""

import itertools
import os
import re
from dataclasses import dataclass
from pathlib import Path

from daemon import Daemon
from debian import Debian

OWN = "krb5-passwordrules"
REALM = "EXAMPLE.ORG"
CONFIGURATION = "/usr/share/passwordrules/krb5/passwordrules.conf"
FOLDER = "/etc/krb5.conf.d"
LINK = f"{FOLDER}/passwordrules.conf"
ADMIN_PASSWORD = "admin-4ohjur-qiThor"
GOOD, OTHER = "kizzek-4ohjur-qiThor", "mibdur-7xotyn-Vaqcef"
# The first two digits of a server's ports. All servers of a test run are in one network, and two could listen
# on the same ports.
PORTS = itertools.count(11)
PORT = re.compile(r"\b\d\d(088|749|464)\b")
# The only principal with a Kerberos policy. That policy demands less than ours.
WITH_POLICY = "carol"
KRB5_POLICY = "people"
# Everything goes to kadmind's log; servers and clients are on the loopback.
KRB5_CONF = f"""\
includedir {FOLDER}
[libdefaults]
	default_realm = {REALM}
	dns_lookup_kdc = false
	dns_canonicalize_hostname = false
	rdns = false
[realms]
	{REALM} = {{
		kdc = 127.0.0.1:10088
		admin_server = 127.0.0.1:10749
		kpasswd_server = 127.0.0.1:10464
	}}
[logging]
	admin_server = FILE:/var/log/kadmin.log
	kdc = FILE:/var/log/kdc.log
"""
KDC_CONF = f"""\
[realms]
	{REALM} = {{
		database_name = /var/lib/krb5kdc/principal
		acl_file = /etc/krb5kdc/kadm5.acl
		key_stash_file = /etc/krb5kdc/stash
		kdc_listen = 10088
		kdc_tcp_listen = 10088
		kadmind_port = 10749
		kpasswd_port = 10464
	}}
"""


def create(debian: Debian, people) -> None:
    """The realm, before any module is there."""
    debian.path(FOLDER).mkdir(exist_ok=True)
    debian.write("/etc/hosts", "127.0.0.1 localhost\n")
    debian.write("/etc/krb5.conf", KRB5_CONF)
    debian.write("/etc/krb5kdc/kdc.conf", KDC_CONF)
    debian.write("/etc/krb5kdc/kadm5.acl", f"admin/admin@{REALM} *\n")
    debian.run("kdb5_util", "create", "-s", "-P", "master-4ohjur-qiThor", "-r", REALM)
    local(debian, f"addpol -minlength 4 -minclasses 2 {KRB5_POLICY}", f"addprinc -pw {ADMIN_PASSWORD} admin/admin",
          *(f"addprinc -pw {GOOD} {person}" for person in people), f"addprinc -policy {KRB5_POLICY} -pw {GOOD} {WITH_POLICY}")


def enable(debian: Debian) -> None:
    debian.path(LINK).symlink_to(CONFIGURATION)


def local(debian: Debian, *commands: str, check: bool = True, **options) -> list[str]:
    """kadmin.local's answer to each of these commands."""
    done = debian.run("kadmin.local", text="".join(f"{line}\n" for line in commands), check=check, **options)
    return answers(done.stdout, commands)


def answers(output: str, commands) -> list[str]:
    """The answers, without the echoed commands and kadmin's own notes."""
    lines = [line.removeprefix("kadmin.local:").removeprefix("kadmin:").strip() for line in output.splitlines()]
    return [line for line in lines
            if line and line not in commands and not line.startswith(("Authenticating as", "No policy specified"))]


@dataclass
class Answer:
    """What a client shows of one change."""
    is_accepted: bool
    text: str


def answer_of(line: str) -> Answer:
    """Parses kadmin's answer to cpw."""
    if re.fullmatch(r'Password for ".*" changed\.', line):
        return Answer(True, "")
    found = re.fullmatch(r'change_password: (.*) while changing password for ".*"\.', line)
    assert found, line
    return Answer(False, found[1])


class Server(Daemon):
    """kadmind, and the KDC. Use it with `with`."""

    def __init__(self, debian: Debian, environment=None, prefix=()):
        number = next(PORTS)
        for file in ("/etc/krb5.conf", "/etc/krb5kdc/kdc.conf"):
            debian.write(file, PORT.sub(rf"{number}\g<1>", debian.read(file)))
        self._kdc = Daemon(debian, "/usr/sbin/krb5kdc", "-n")
        super().__init__(debian, *prefix, "/usr/sbin/kadmind", "-nofork", environment=environment)
        assert self.wait_for_start(), self.output() + self.log()

    def answers(self) -> bool:
        assert self._kdc.is_alive, "the KDC has ended:\n" + self.debian.read("/var/log/kdc.log")
        return "starting" in self.log() and self.kadmin("getprivs")[-1].startswith("current privileges")

    def stop(self) -> int:
        """Ends both; the status of kadmind."""
        self._kdc.stop()
        return super().stop()

    # ---- Clients ----

    def kadmin(self, *commands: str) -> list[str]:
        """kadmin's answer to each of these commands."""
        done = self.debian.run("kadmin", "-p", "admin/admin", "-w", ADMIN_PASSWORD,
                               text="".join(f"{line}\n" for line in commands), check=False)
        return answers(done.stdout, commands) or [""]

    def set_password(self, password: str, person: str = "bob") -> Answer:
        return answer_of(self.kadmin(f"cpw -pw {password} {person}")[-1])

    def kpasswd(self, old: str, new: str, person: str = "bob") -> Answer:
        done = self.debian.run("kpasswd", person, text=f"{old}\n{new}\n{new}\n", check=False)
        return Answer(done.returncode == 0, done.stdout.split("Enter it again: ")[-1].strip())

    def is_password(self, person: str, password: str) -> bool:
        cache = f"FILE:/tmp/cc_{os.getpid()}"
        return self.debian.run("kinit", "-c", cache, person, text=f"{password}\n", check=False).returncode == 0

    def log(self) -> str:
        path = self.debian.path("/var/log/kadmin.log")
        return path.read_text() if path.exists() else ""

    def own_lines(self) -> list[str]:
        return [line for line in self.log().splitlines() if "passwordrules: " in line]


def local_password(debian: Debian, password: str, person: str = "bob") -> Answer:
    return answer_of(local(debian, f"cpw -pw {password} {person}")[-1])


def module(debian: Debian) -> Path:
    [path] = debian.path("/usr/lib").glob("*/krb5/plugins/pwqual/passwordrules.so")
    return path
