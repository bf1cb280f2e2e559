"""The services of the Name Service Switch that are tested, each with its data and its daemon."""

import contextlib
from dataclasses import dataclass, field

import people
from daemon import Daemon
from debian import Debian

STRICT = 7000
USER_LINE = f"alice:x:{people.ALICE}:{people.ALICE}:Alice Liddell:/home/alice:/bin/sh\n"

SSSD = """\
[sssd]
services = nss
domains = directory
[nss]
[domain/directory]
id_provider = proxy
proxy_lib_name = extrausers
auth_provider = none
access_provider = permit
"""


def write_data(debian: Debian) -> None:
    """Puts alice into "strict", in the data of each service that has some of its own."""
    debian.write("/var/lib/extrausers/passwd", USER_LINE)
    debian.write("/var/lib/extrausers/group", f"alice:x:{people.ALICE}:\nstrict:x:{STRICT}:alice\n")
    debian.write("/var/lib/extrausers/shadow", "", mode=0o600)
    record = f'{{"groupName": "strict", "gid": {STRICT}}}'
    for name, text in (("strict.group", record), (f"{STRICT}.group", record), ("alice:strict.membership", "{}")):
        debian.write(f"/run/userdb/{name}", text)
    debian.write("/etc/sssd/sssd.conf", SSSD, mode=0o600)


class Sssd(Daemon):
    def __init__(self, debian: Debian):
        super().__init__(debian, "sssd", "-i")

    def answers(self) -> bool:
        return "alice" in self.debian.run("getent", "-s", "sss", "group", "strict", check=False).stdout


@dataclass(frozen=True)
class Service:
    name: str
    # The variables that it is known to ask for.
    variables: frozenset[str] = field(default_factory=frozenset)
    daemon: type | None = None
    # Whether it knows that alice is in "strict"; otherwise it says that it cannot be asked.
    knows: bool = True

    @contextlib.contextmanager
    def running(self, debian: Debian):
        """While it is the one service beside the files."""
        debian.write("/etc/nsswitch.conf", f"passwd: files\ngroup: files {self.name}\nshadow: files\n")
        if self.daemon is None:
            yield
            return
        with self.daemon(debian) as daemon:
            assert daemon.wait_for_start(), daemon.output()
            yield


SERVICES = [
    Service("extrausers"),
    Service("systemd", frozenset({
        "SYSTEMD_BYPASS_USERDB", "SYSTEMD_ONLY_USERDB", "SYSTEMD_NSS_BYPASS_SYNTHETIC", "SYSTEMD_NSS_DYNAMIC_BYPASS"})),
    Service("sss", frozenset({"_SSS_LOOPS", "SSS_NSS_USE_MEMCACHE", "SSS_LOCKFREE"}), daemon=Sssd),
    # Neither has a daemon to ask.
    Service("winbind", frozenset({"_NO_WINBINDD"}), knows=False),
    Service("ldap", knows=False),
]
