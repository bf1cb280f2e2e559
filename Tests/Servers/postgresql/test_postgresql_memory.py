"""The sessions of a server share the policy that it has read at its start."""

import contextlib
import re
import subprocess
from pathlib import Path

import pytest

from servers import DATA, GOOD, POLICY, POLICY_PATH, WEAK, Server, refusal, set_password

SESSIONS = 20
BLOCKLIST, RANKS = "/usr/share/passwordrules/common.blocklist", "/usr/share/passwordrules/common.ranks"
ESTIMATING = POLICY + "min-guesses = 10^6\n"


class Session:
    """A client that stays connected, and its process at the server."""

    def __init__(self, server: Server, role: str):
        self.role = role
        self.client = subprocess.Popen(**server.client())
        # A Debian for tests has no numbers of processes of its own.
        self.process = Path("/proc") / self.ask("SELECT pg_backend_pid();").strip()
        assert (self.process / "comm").read_text() == "postgres\n"

    def ask(self, statement: str) -> str:
        self.client.stdin.write(f"{statement}\n\\echo answered\n")
        self.client.stdin.flush()
        answer = ""
        while not answer.endswith("answered\n"):
            line = self.client.stdout.readline()
            assert line, answer
            answer += line
        return answer.removesuffix("answered\n")

    def private(self) -> int:
        """The memory that it shares with no other process, in kB."""
        return int(re.search(r"(?m)^Private_Dirty: +(\d+) kB$", (self.process / "smaps_rollup").read_text())[1])

    def read(self) -> int:
        """What it has read so far, in kB."""
        return int(re.search(r"(?m)^rchar: (\d+)$", (self.process / "io").read_text())[1]) // 1024

    def change(self, password: str = GOOD) -> tuple[str, int, int]:
        """What a change of the password prints, by how much the private memory has grown, and what was read, in kB."""
        memory, read = self.private(), self.read()
        answer = self.ask(set_password(self.role, password))
        return answer, self.private() - memory, self.read() - read


@contextlib.contextmanager
def sessions(server: Server, count: int):
    made = []
    try:
        for number in range(count):
            made.append(Session(server, f"role{number}"))
            # A first statement of this kind, for what the server itself reads and allocates for it.
            made[-1].ask(f"CREATE ROLE role{number};")
            made[-1].ask(f"ALTER ROLE role{number} PASSWORD NULL;")
        yield made
    finally:
        for session in made:
            session.client.stdin.close()
            session.client.wait()


@pytest.fixture
def lists(debian) -> int:
    """The size of the lists of the policy, in kB."""
    debian.write(POLICY_PATH, ESTIMATING)
    return sum(debian.path(path).stat().st_size for path in (BLOCKLIST, RANKS)) // 1024


def test_sessions_share_the_lists(debian, lists):
    with Server(debian) as server, sessions(server, SESSIONS) as made:
        for answer, memory, read in [session.change() for session in made]:
            assert answer == "" and memory < lists / 4 and read < lists / 4


def test_session_that_loads_the_module_reads_the_lists(debian, lists):
    """Also shows that the test above could fail."""
    with Server(debian, settings="session_preload_libraries = 'passwordrules'\n") as server, sessions(server, 2) as made:
        for session in made:
            for _ in range(2):
                answer, memory, read = session.change()
                # The memory is freed after the change.
                assert answer == "" and memory < lists / 2 and read > 0.9 * lists


def test_changed_policy_applies_at_once_and_is_shared_after_a_restart(debian, lists):
    longer = refusal("The password needs 18 more characters (22 of 40).") + "\n"
    with Server(debian) as server:
        with sessions(server, 2) as made:
            assert made[0].change()[0] == ""
            debian.write(POLICY_PATH, ESTIMATING + "rules = minlength: 40;\n")
            for session in made:
                for _ in range(2):
                    answer, memory, read = session.change()
                    assert answer == longer and memory < lists / 2 and read > 0.9 * lists
        server.restart()
        with sessions(server, 2) as made:
            for session in made:
                answer, memory, read = session.change()
                assert answer == longer and memory < lists / 4 and read < lists / 4


def test_mistake_is_logged_at_the_start_and_corrected_without_a_restart(debian):
    debian.write(POLICY_PATH, "rules = minlength: many;\n")
    with Server(debian) as server:
        assert server.ask("SELECT 1;") == "1\n"
        [line] = [line for line in server.log().splitlines() if "passwordrules:" in line]
        assert f"{POLICY_PATH}:1:" in line and line.endswith("New passwords are refused until this is corrected.")
        assert server.ask("CREATE ROLE bob;", set_password("bob", GOOD)).startswith("ERROR:  the password cannot be checked")
        debian.write(POLICY_PATH, POLICY)
        assert server.ask(set_password("bob", GOOD)) == ""
        assert server.ask(set_password("bob", WEAK)).startswith("ERROR:  the password does not meet the policy")


def test_server_maps_no_list(debian, lists):
    """Others who map the same file could see which of its pages are read."""
    with Server(debian) as server, sessions(server, 1) as made:
        made[0].change()
        server_process = debian.path(f"{DATA}/postmaster.pid").read_text().split()[0]
        for process in made[0].process, Path("/proc") / server_process:
            maps = (process / "maps").read_text()
            assert "/passwordrules.so" in maps and ".blocklist" not in maps and ".ranks" not in maps
