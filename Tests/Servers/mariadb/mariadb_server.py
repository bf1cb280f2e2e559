"""MariaDB's server and its client, in a Debian of ours."""

import os
import re
import subprocess
from dataclasses import dataclass, field

from daemon import Daemon
from debian import ENVIRONMENT, Debian

OWN = "mariadb-plugin-passwordrules"
CRACKLIB = "/etc/mysql/mariadb.conf.d/cracklib_password_check.cnf"
CRACKLIB_OFF = CRACKLIB + ".off"
CONFIGURATION = "/etc/mysql/mariadb.conf.d/60-passwordrules.cnf"
# The commands of the manual.
ENABLE = """\
cd /etc/mysql/mariadb.conf.d
sed -i 's/^#!include/!include/' 60-passwordrules.cnf
"""
# Small buffers, so that several servers fit into memory. No network ports, because all servers of a test run share one
# network.
SMALL = ["--skip-networking", "--skip-name-resolve", "--innodb-buffer-pool-size=8M", "--innodb-log-file-size=8M",
         "--key-buffer-size=1M"]
MARKER = "-- done"


def disable_cracklib(debian: Debian) -> None:
    debian.path(CRACKLIB).rename(debian.path(CRACKLIB_OFF))


def enable_cracklib(debian: Debian) -> None:
    debian.path(CRACKLIB_OFF).rename(debian.path(CRACKLIB))


@dataclass
class Answer:
    """What the client shows of one statement: the rows of SHOW WARNINGS after it."""
    warnings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def is_accepted(self) -> bool:
        return not self.errors

    @property
    def text(self) -> str:
        return "\n".join(self.warnings)


class Server(Daemon):
    """A running mariadbd. Use it with `with`."""

    def __init__(self, debian: Debian, *options: str, environment=None, prefix=()):
        debian.path("/run/mysqld").mkdir(parents=True, exist_ok=True)
        debian.run("chown", "mysql:mysql", "/run/mysqld")
        super().__init__(debian, *prefix, "/usr/sbin/mariadbd", "--user=mysql", *SMALL, *options, environment=environment)
        self.is_started = self.wait_for_start()

    def answers(self) -> bool:
        return self.debian.run("mariadb-admin", "ping", check=False).returncode == 0

    def log(self) -> str:
        """The error log: without a file of its own, it is what the server writes, as under systemd."""
        return self.output()

    # ---- The client ----

    def client(self, *options: str) -> list[str]:
        return self.debian.command("mariadb", "--batch", "--raw", "--skip-column-names", *options)

    def query(self, statement: str, *options: str, encoding: str = "utf-8") -> str:
        """What the client prints for statements that succeed."""
        done = subprocess.run(self.client(*options), input=statement.encode(encoding), capture_output=True, env=ENVIRONMENT,
                              check=False)
        assert done.returncode == 0, done.stderr.decode(errors="backslashreplace")
        return done.stdout.decode(encoding).rstrip("\n")

    def begin(self, statements, *options: str, encoding: str = "utf-8") -> subprocess.Popen:
        """Starts a client for many statements; read_answers waits for it."""
        # Warnings are forgotten at the next statement that reads a table.
        text = "".join(f"{statement};\nSHOW WARNINGS;\nSELECT '{MARKER}' FROM information_schema.engines LIMIT 1;\n"
                       for statement in statements)
        source = os.memfd_create("statements")
        os.write(source, text.encode(encoding))
        os.lseek(source, 0, os.SEEK_SET)
        process = subprocess.Popen(self.client("--force", *options), stdin=source, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        os.close(source)
        return process

    def change(self, *statements: str, encoding: str = "utf-8", options=()) -> list[Answer]:
        return read_answers(self.begin(statements, *options, encoding=encoding), encoding)


def read_answers(process: subprocess.Popen, encoding: str = "utf-8") -> list[Answer]:
    output = process.communicate()[0].decode(encoding)
    answers, answer = [], Answer()
    for line in output.splitlines():
        if line == MARKER:
            answers.append(answer)
            answer = Answer()
        elif found := re.fullmatch(r"(Warning|Note|Error)\t(\d+)\t(.*)", line):
            (answer.errors if found[1] == "Error" else answer.warnings).append(found[3])
    return answers


def quoted(text: str) -> str:
    """As a string of SQL."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
