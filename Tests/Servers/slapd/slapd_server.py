"""slapd and its clients, in a Debian of ours."""

import base64
import itertools
import os
import re
from dataclasses import dataclass
from pathlib import Path

from base import SUITE
from daemon import Daemon
from debian import Debian

OWN = "slapd-passwordrules"
MODULE = "/usr/lib/ldap/passwordrules.so"
LDIF = Path(__file__).parents[3] / "Sources" / "Plugins" / "Slapd"
IS_2_5 = SUITE == "bookworm"
# The suffix that Debian's package creates, and the suffix in our example files.
SUFFIX, SUFFIX_OF_EXAMPLES = "dc=nodomain", "dc=example,dc=org"
ADMIN, ADMIN_PASSWORD = f"cn=admin,{SUFFIX}", "rootdn-4ohjur"
# An administrator who may write passwords, but not manage them.
HELPDESK, HELPDESK_PASSWORD = f"cn=helpdesk,{SUFFIX}", "helpdesk-4ohjur"
# An administrator who may manage passwords.
MANAGER, MANAGER_PASSWORD = f"cn=manager,{SUFFIX}", "manager-4ohjur"
POLICY_ENTRY = f"cn=default,ou=policies,{SUFFIX}"
OVERLAY = "olcOverlay={0}ppolicy,olcDatabase={1}mdb,cn=config"
# All servers of a test run are in one network.
PORTS = itertools.count(3890)


def person(number: int, password: str, attributes: str = "") -> str:
    """An entry whose DN does not have the uid."""
    return f"""\
dn: employeeNumber={number},ou=people,{SUFFIX}
objectClass: inetOrgPerson
employeeNumber: {number}
uid: bob
cn: Bob Builder
sn: Builder
userPassword: {password}
{attributes}
"""


PEOPLE = 8
PERSON_PASSWORD = "{SSHA}" + base64.b64encode(b"x" * 24).decode()
ENTRIES = f"""\
dn: {HELPDESK}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: helpdesk
userPassword: {HELPDESK_PASSWORD}

dn: {MANAGER}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: manager
userPassword: {MANAGER_PASSWORD}

dn: ou=people,{SUFFIX}
objectClass: organizationalUnit
ou: people

""" + "".join(person(number, PERSON_PASSWORD) for number in range(PEOPLE))

# The password of the directory's root, and the rights of the two administrators.
RIGHTS = f"""\
dn: olcDatabase={{1}}mdb,cn=config
changetype: modify
replace: olcRootPW
olcRootPW: {ADMIN_PASSWORD}
-
add: olcAccess
olcAccess: {{0}}to dn.subtree="ou=people,{SUFFIX}" by dn.exact="{MANAGER}" manage by dn.exact="{HELPDESK}" write by self write
  by anonymous auth by * read
"""


def example(name: str) -> str:
    """The text of one of our files of LDIF, for Debian's suffix."""
    return (LDIF / name).read_text().replace(SUFFIX_OF_EXAMPLES, SUFFIX)


def dn(number: int) -> str:
    return f"employeeNumber={number},ou=people,{SUFFIX}"


@dataclass
class Answer:
    """What a client of slapd shows."""
    status: int
    output: str

    @property
    def is_accepted(self) -> bool:
        return self.status == 0

    @property
    def text(self) -> str:
        """The additional information; "" without one."""
        return "".join(re.findall(r"(?m)^\s*[Aa]dditional info: (.*)$", self.output))


class Server(Daemon):
    """A running slapd. Use it with `with`."""

    def __init__(self, debian: Debian, environment=None, prefix=(), options=()):
        self.url = f"ldap://127.0.0.1:{next(PORTS)}/"
        debian.path("/run/slapd").mkdir(parents=True, exist_ok=True)
        debian.run("chown", "openldap:openldap", "/run/slapd")
        # As Debian's unit starts it: it does not fork, and writes to syslog.
        super().__init__(debian, *prefix, "/usr/sbin/slapd", "-d0", "-h", f"{self.url} ldapi:///", "-u", "openldap",
                         "-g", "openldap", "-F", "/etc/ldap/slapd.d", *options, environment=environment)
        self.is_started = self.wait_for_start()

    def answers(self) -> bool:
        return self._run("ldapsearch", "-x", "-H", self.url, "-s", "base", "-b", "", "1.1").is_accepted

    # ---- Clients ----

    def _run(self, *arguments: str, text: str = "") -> Answer:
        done = self.debian.run(*arguments, text=text, check=False)
        return Answer(done.returncode, done.stdout)

    def configure(self, ldif: str) -> Answer:
        """Changes as the system's root, who is known by the socket."""
        return self._run("ldapmodify", "-Q", "-Y", "EXTERNAL", "-H", "ldapi:///", text=ldif)

    def modify(self, ldif: str, who: str = ADMIN, password: str = ADMIN_PASSWORD, *options: str) -> Answer:
        return self._run("ldapmodify", "-x", "-H", self.url, "-D", who, "-w", password, *options, text=ldif)

    def add(self, ldif: str, who: str = ADMIN, password: str = ADMIN_PASSWORD) -> Answer:
        return self.modify(ldif, who, password, "-a")

    def set_password(self, password: str, number: int = 0, who: str = HELPDESK, own: str = HELPDESK_PASSWORD) -> Answer:
        """By ldappasswd, which also sets a person's own password."""
        return self._run("ldappasswd", "-x", "-H", self.url, "-D", who, "-w", own, "-s", password, dn(number))

    def make_up_password(self, number: int = 0, who: str = HELPDESK, own: str = HELPDESK_PASSWORD) -> Answer:
        """By ldappasswd without a new password: slapd makes one up, and tells it if it is accepted."""
        return self._run("ldappasswd", "-x", "-H", self.url, "-D", who, "-w", own, dn(number))

    def replace_password(self, password: str, number: int = 0, who: str = HELPDESK, own: str = HELPDESK_PASSWORD) -> Answer:
        """By ldapmodify, which passes a password on as it is written."""
        value = base64.b64encode(password.encode()).decode()
        return self.modify(f"dn: {dn(number)}\nchangetype: modify\nreplace: userPassword\nuserPassword:: {value}\n", who, own)

    def add_with_option(self, password: str, option: str, number: int, own: str) -> Answer:
        """By the person, to the attribute for passwords with an option."""
        attribute = f"userPassword;{option}"
        return self.modify(f"dn: {dn(number)}\nchangetype: modify\nadd: {attribute}\n{attribute}: {password}\n", dn(number), own)

    def is_password(self, password: str, number: int = 0) -> bool:
        return self._run("ldapwhoami", "-x", "-H", self.url, "-D", dn(number), "-w", password).is_accepted

    def search(self, base: str, *filters: str) -> str:
        return self._run("ldapsearch", "-LLL", "-o", "ldif-wrap=no", "-x", "-H", self.url, "-D", ADMIN, "-w", ADMIN_PASSWORD,
                         "-b", base, *filters).output

    def log(self) -> list[str]:
        """All lines that went to syslog in this Debian."""
        return self.debian.log()

    def own_lines(self) -> list[str]:
        return [line for line in self.log() if "passwordrules: " in line]


def enable(server: Server) -> None:
    """As the manual says, in a new directory."""
    for ldif in (RIGHTS, example("overlay.ldif")):
        assert server.configure(ldif).is_accepted, ldif
    assert server.add(ENTRIES).is_accepted
    name_module(server)


def name_module(server: Server) -> None:
    if not IS_2_5:
        assert server.configure(example("module-2.6.ldif")).is_accepted
    assert server.add(example("policy-2.5.ldif" if IS_2_5 else "policy-2.6.ldif")).is_accepted


def without_file(debian: Debian, inside: str) -> None:
    os.unlink(debian.path(inside))
