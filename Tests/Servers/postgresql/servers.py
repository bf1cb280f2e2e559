"""A PostgreSQL server on a cluster of its own, on loopback, and what its clients are told."""

import os
import re
import subprocess

import oracle
from debian import ENVIRONMENT, Debian

POLICY_PATH, POLICY = oracle.POLICY_PATH, oracle.POLICY
DATA = "/var/lib/postgresql/cluster"
LOG = "/var/lib/postgresql/cluster.log"
GOOD = "quartz-Lemon-42-kettle"
WEAK = "Dragon-drum"
# Each answer of psql follows the number of its statement.
MARK = "answer to "


def version_of(debian: Debian) -> str:
    """The major version that the Debian has."""
    [version] = os.listdir(debian.path("/usr/lib/postgresql"))
    return version


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def set_password(role: str, password: str) -> str:
    return f"ALTER ROLE {role} PASSWORD {quoted(password)};"


class Server:
    """Use it with `with`: it is started with the module, and stopped at the end."""

    def __init__(self, debian: Debian, encoding: str = "UTF8", settings: str = "shared_preload_libraries = 'passwordrules'\n"):
        self.debian = debian
        self.programs = f"/usr/lib/postgresql/{version_of(debian)}/bin"
        self.as_postgres("initdb", "--no-sync", f"--encoding={encoding}", "--locale=C", "--auth=trust", "-D", DATA)
        self.configure("listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n" + settings)

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_) -> None:
        self.as_postgres("pg_ctl", "-D", DATA, "-m", "immediate", "-w", "stop", check=False)

    def as_postgres(self, program: str, *arguments, environment=(), check: bool = True):
        return self.debian.run("runuser", "-u", "postgres", "--", "env", *environment, f"{self.programs}/{program}", *arguments,
                               check=check)

    def configure(self, text: str) -> None:
        path = self.debian.path(f"{DATA}/postgresql.conf")
        path.write_text(path.read_text() + text)

    def start(self, environment=(), check: bool = True):
        done = self.as_postgres("pg_ctl", "-D", DATA, "-l", LOG, "-w", "-t", "600", "start", environment=environment, check=False)
        if check and done.returncode != 0:
            raise AssertionError(done.stdout + self.log())
        return done

    def restart(self) -> None:
        self.as_postgres("pg_ctl", "-D", DATA, "-w", "-t", "600", "-m", "fast", "stop")
        self.start()

    def log(self) -> str:
        """What the server has written. A backend writes about a statement before it answers."""
        return self.debian.path(LOG).read_bytes().decode("utf-8", "replace")

    def client(self, user: str = "postgres", options: str = "", encoding: str = "UTF8") -> dict:
        """How psql is run, for subprocess."""
        command = self.debian.command("psql", "-X", "-q", "-A", "-t", "-h", "127.0.0.1", "-U", user, "-d", "postgres")
        environment = {**ENVIRONMENT, "PGCLIENTENCODING": encoding, "PGOPTIONS": options}
        return {"args": command, "env": environment, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE,
                "stderr": subprocess.STDOUT, "text": True}

    def ask(self, *statements: str, **how) -> str:
        """What psql prints."""
        with subprocess.Popen(**self.client(**how)) as client:
            return client.communicate("".join(f"{one}\n" for one in statements))[0]

    def answers(self, statements: list[str], clients: int = 1, **how) -> list[str]:
        """What psql prints for each statement, where several of them run at once."""
        shares = [range(number, len(statements), clients) for number in range(clients)]
        running = [subprocess.Popen(**self.client(**how)) for _ in shares]
        for client, share in zip(running, shares):
            client.stdin.write("".join(f"\\warn {MARK}{i}\n{statements[i]}\n" for i in share))
            client.stdin.close()
        found = {}
        for client in running:
            printed = client.stdout.read()
            assert client.wait() == 0
            found.update((int(number), answer.strip()) for number, answer in re.findall(
                rf"(?ms)^{MARK}(\d+)\n(.*?)(?=^{MARK}|\Z)", printed))
        return [found[i] for i in range(len(statements))]


def refusal(reasons: str) -> str:
    return f"ERROR:  the password does not meet the policy\nDETAIL:  {reasons}"
