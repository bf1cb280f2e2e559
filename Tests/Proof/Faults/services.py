"""A machine where only a service that the C library loads says that alice is in the group "strict"."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from faults import TESTS, Fault, FaultyMachine, Run, read_runs
from transaction import SETUID

# The service, and the files in its folder: nsswitch.conf(5) lists the service after "files".
SERVICES = {
    "extrausers": ("/var/lib/extrausers", {"group": "other:x:7001:bob\nstrict:x:7000:alice\n", "passwd": "", "shadow": ""}),
    "systemd": (
        "/run/userdb",
        {
            "strict.group": '{"groupName": "strict", "gid": 7000}', "7000.group": '{"groupName": "strict", "gid": 7000}',
            "alice:strict.membership": "{}",
        },
    ),
}
LIBRARY = {"extrausers": "/usr/lib/libnss_extrausers.so.2", "systemd": "/lib/x86_64-linux-gnu/libnss_systemd.so.2"}
WEAK = "Vq7%kWz2!xRj"
STRONG = "Vq7%kWz2!xRj-tzu4Gh8+pLm3Nc6Rw9=sKd5Yb1Q"
# This policy does not compare with names, because on some of these machines the C library finds no account.
POLICY = "rules = minlength: 8\nusername =\nretry = 1\nsuggest = no\n[group strict]\nrules = minlength: 40\n"

COVER = """
directory=$0 data=$1; shift
mount --bind "$directory/nsswitch.conf" /etc/nsswitch.conf &&
mount --bind "$directory/passwd" /etc/passwd && mount --bind "$directory/group" /etc/group &&
if [ "$data" = /run/userdb ]; then mount -t tmpfs -o mode=755 tmpfs /run && mkdir /run/userdb; fi &&
mount --bind "$directory/data" "$data" && exec "$@"
"""


@dataclass
class Services:
    """The machine, and functions to break one part of it or another."""

    machine: FaultyMachine
    service: str

    @property
    def directory(self) -> Path:
        return self.machine.directory

    @property
    def data(self) -> Path:
        return self.directory / "data"

    def reset(self, order: str = "files {}") -> None:
        """Restores the data, and lists the services in this order."""
        subprocess.run(["rm", "-rf", self.data], check=True)
        self.data.mkdir(mode=0o755)
        for name, text in SERVICES[self.service][1].items():
            (self.data / name).write_text(text)
        line = order.format(self.service)
        (self.directory / "nsswitch.conf").write_text(f"# of a test\npasswd: {line}\ngroup: {line}\n")
        (self.directory / "group").write_text("root:x:0:\nalice:x:1000:\nbob:x:1001:\n")
        (self.directory / "policy.conf").write_text(POLICY)
        subprocess.run(["rm", "-rf", self.directory / "policy.conf.d"], check=True)
        self.machine.cover = ("unshare", "--mount", "sh", "-c", COVER, self.directory, SERVICES[self.service][0])

    def cover_library(self) -> None:
        """Mounts an empty file over the service's library."""
        (self.directory / "empty").write_text("")
        hide = f'mount --bind "{self.directory}/empty" $(readlink -f {LIBRARY[self.service]}) && exec "$@"'
        self.machine.cover = (*self.machine.cover, "sh", "-c", hide, "sh")

    def imitate_set_user_id(self) -> None:
        """From now on, programs hide their environment from services, as set-user-ID programs do."""
        shim = self.directory / "set_user_id.so"
        subprocess.run(["cc", "-fPIC", "-shared", "-o", shim, TESTS / "PAM" / "set_user_id.c"], check=True)
        self.machine.preloaded.append(shim)

    def change(self, password: str, user: str = "alice") -> list:
        """The command of a change without a fault, by an ordinary user with a setuid program."""
        return self.machine.change([password], SETUID, user=user, last=0)

    def run(self, password: str, user: str = "alice") -> Run:
        [run] = self.machine.run(self.change(password, user), Fault("alloc"))
        assert not run.is_dead
        return run

    def under_limits(self, limit: str, values: list[int], password: str) -> dict[int, Run | None]:
        """Makes a change under each value of a limit, which is set before the program starts. The result is None if
        the program could not start."""
        each = f'printf "limit\\0%d\\0" $value; prlimit --{limit}=$value "$@"'
        loop = f'for value in {" ".join(map(str, values))}; do {each}; done; true'
        environment = ["env", f"LD_PRELOAD={self.directory}/fault.so", f"LD_LIBRARY_PATH={self.directory}", "LC_ALL=C"]
        done = subprocess.run(
            [*self.machine.cover, "sh", "-c", loop, "sh", *environment, *self.change(password)],
            cwd=self.directory, stdin=subprocess.DEVNULL, capture_output=True, check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        runs: dict[int, Run | None] = {}
        for part in done.stdout.split(b"limit\0")[1:]:
            value, output = part.split(b"\0", 1)
            found = read_runs(output)
            runs[int(value)] = found[0] if found else None
        return runs


@pytest.fixture(params=SERVICES)
def services(request, faulty, tmp_path):
    """A machine with one of the services. It is not the session's machine, whose policy other tests use."""
    if not Path(LIBRARY[request.param]).exists():
        pytest.skip(f"libnss-{request.param} is not installed")
    if request.param == "extrausers" and not Path("/var/lib/extrausers").is_dir():
        pytest.skip("there is no /var/lib/extrausers")
    tmp_path.chmod(0o755)
    for parent in tmp_path.parents[:2]:
        parent.chmod(0o755)
    found = Services(FaultyMachine(tmp_path), request.param)
    found.reset()
    return found
