"""The services of the Name Service Switch that are tested, each with its data and its daemon."""

import contextlib
import time
from dataclasses import dataclass, field

import people
from daemon import OUTPUT, Daemon
from debian import Debian

STRICT = 7000
USER_LINE = f"alice:x:{people.ALICE}:{people.ALICE}:Alice Liddell:/home/alice:/bin/sh\n"

# sssd asks slapd again for a group that it did not find, and soon after slapd did not answer.
SSSD = """\
[sssd]
services = nss
domains = directory
[nss]
entry_negative_timeout = 0
[domain/directory]
auth_provider = none
access_provider = permit
offline_timeout = 1
offline_timeout_random_offset = 0
id_provider = ldap
ldap_schema = rfc2307
ldap_search_base = dc=directory
ldap_uri = ldap://127.0.0.1
"""
SLAPD = """\
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
modulepath /usr/lib/ldap
moduleload back_mdb
database mdb
suffix "dc=directory"
directory /var/lib/directory
"""
ENTRIES = f"""\
dn: dc=directory
objectClass: dcObject
objectClass: organization
dc: directory
o: directory

dn: cn=strict,dc=directory
objectClass: posixGroup
cn: strict
gidNumber: {STRICT}
memberUid: alice

dn: uid=alice,dc=directory
objectClass: account
objectClass: posixAccount
uid: alice
cn: Alice Liddell
gecos: Alice Liddell
uidNumber: {people.ALICE}
gidNumber: {people.ALICE}
homeDirectory: /home/alice
loginShell: /bin/sh
"""
NSLCD = "uid nslcd\ngid nslcd\nuri ldapi:///\nbase dc=directory\n"


def write_data(debian: Debian) -> None:
    """Adds alice to "strict" in the data of each service that has its own data."""
    debian.write("/var/lib/extrausers/passwd", USER_LINE)
    debian.write("/var/lib/extrausers/group", f"alice:x:{people.ALICE}:\nstrict:x:{STRICT}:alice\n")
    debian.write("/var/lib/extrausers/shadow", "", mode=0o600)
    record = f'{{"groupName": "strict", "gid": {STRICT}}}'
    for name, text in (("strict.group", record), (f"{STRICT}.group", record), ("alice:strict.membership", "{}")):
        debian.write(f"/run/userdb/{name}", text)
    debian.write("/etc/sssd/sssd.conf", SSSD, mode=0o600)
    debian.write("/etc/ldap/directory.conf", SLAPD)
    debian.path("/var/lib/directory").mkdir()
    debian.run("slapadd", "-f", "/etc/ldap/directory.conf", text=ENTRIES)
    debian.path("/run/slapd").mkdir(exist_ok=True)
    debian.path("/run/nslcd").mkdir(exist_ok=True)
    debian.run("chown", "nslcd:", "/run/nslcd")
    debian.write("/etc/nslcd.conf", NSLCD, mode=0o600)


@dataclass(frozen=True)
class Service:
    name: str
    # The environment variables that the service is known to read.
    variables: frozenset[str] = field(default_factory=frozenset)
    # The commands of the daemons that the service asks.
    daemons: tuple[tuple[str, ...], ...] = ()
    # Whether the service knows that alice is in "strict". If not, it reports that it is unavailable.
    knows: bool = True
    # What a daemon logs for each question, once.
    question: str = ""

    def select(self, debian: Debian) -> None:
        """Makes it the only service after the files."""
        debian.write("/etc/nsswitch.conf", f"passwd: files\ngroup: files {self.name}\nshadow: files\n")

    def questions(self, debian: Debian) -> int:
        """How many questions its daemon has logged."""
        return debian.read(OUTPUT).count(self.question)

    @contextlib.contextmanager
    def running(self, debian: Debian):
        """Runs the service's daemons, with it as the only service after the files."""
        self.select(debian)
        with contextlib.ExitStack() as stack:
            daemons = [stack.enter_context(Daemon(debian, *command)) for command in self.daemons]
            while self.knows and not self.answers(debian):
                assert daemons and all(daemon.is_alive for daemon in daemons), "it does not answer"
                time.sleep(0.05)
            yield

    def answers(self, debian: Debian) -> bool:
        return "alice" in debian.run("getent", "-s", self.name, "group", "strict", check=False).stdout


SLAPD_COMMAND = ("slapd", "-d", "0", "-h", "ldapi:/// ldap://127.0.0.1", "-f", "/etc/ldap/directory.conf")
SERVICES = [
    Service("extrausers"),
    Service("systemd", frozenset({
        "SYSTEMD_BYPASS_USERDB", "SYSTEMD_ONLY_USERDB", "SYSTEMD_NSS_BYPASS_SYNTHETIC", "SYSTEMD_NSS_DYNAMIC_BYPASS"})),
    Service("sss", frozenset({"_SSS_LOOPS", "SSS_NSS_USE_MEMCACHE", "SSS_LOCKFREE"}), daemons=(SLAPD_COMMAND, ("sssd", "-i"))),
    Service("ldap", daemons=(SLAPD_COMMAND, ("nslcd", "-d")), question="DEBUG: connection from"),
    # Without a domain, winbind has no daemon to ask.
    Service("winbind", frozenset({"_NO_WINBINDD"}), knows=False),
]
