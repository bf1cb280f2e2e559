"""Servers that ask the tool by a hook, Samba and Heimdal, and what holds for each of them."""

import re
import time

import oracle
from daemon import OUTPUT, Daemon

GOOD = "Vexing-quokka-41-lamp"
BROKEN = [oracle.BROKEN[name] for name in ("unknown key", "list gone", "gone")]


class Server:
    """A server in a Debian. change(password) changes bob's password there, and returns whether that succeeded, and what
    bob is told.
    """

    service: str
    # Bob's full name, if the server passes it to the tool.
    full_name = ""
    # The server's log files in /var/log.
    logs: str

    def __init__(self, debian):
        self.debian = debian
        self._daemons = []

    def start(self, *command) -> None:
        self._daemons.append(Daemon(self.debian, *command))

    @staticmethod
    def wait_until(answers) -> None:
        for _ in range(6000):
            if answers():
                return
            time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def is_alive(self) -> bool:
        return all(daemon.is_alive for daemon in self._daemons)

    def verdicts(self, passwords, user: str = "bob") -> list[oracle.Verdict]:
        return oracle.verdicts(self.debian, passwords, self.service, user, self.full_name, is_logged=True)

    def is_logged(self, *patterns: str) -> bool:
        """Whether a line of the log has them all."""
        return any(all(re.search(pattern, line) for pattern in patterns) for line in self.debian.log())

    def all_logs(self) -> str:
        files = [*self.debian.path("/var/log").glob(self.logs), self.debian.path(OUTPUT)]
        return "\n".join([*(path.read_text(errors="replace") for path in files if path.is_file()), *self.debian.log()])


def assert_log_has_no(server: Server, passwords) -> None:
    """The log has refusals for bob, but none of the passwords."""
    log = server.all_logs()
    assert f"new password for {server.service} user bob refused: " in log
    assert not [password for password in passwords if len(password) > 5 and password in log]
    assert server.is_alive()


def assert_policy_lets_pass_and_logs(server: Server, enforce: str) -> None:
    server.debian.write(oracle.POLICY_PATH, oracle.POLICY + f"enforce = {enforce}\n")
    assert server.change("weak-one")[0]
    assert server.is_logged(rf"new password for {server.service} user bob accepted \(enforce = {enforce}\)")


def refusal_without_policy(server: Server, fault, said: str) -> str:
    """The message for bob while the policy has this fault. Checks the log, and repairs the policy."""
    fault(server.debian)
    is_changed, told = server.change(GOOD)
    assert not is_changed and GOOD not in server.all_logs()
    assert server.is_logged(said, rf"Password change for {server.service} user bob refused\.")
    server.debian.write(oracle.POLICY_PATH, "rules = minlength: 12\n")
    assert server.change(GOOD)[0]
    return told


def refusal_without_file(server: Server, path: str) -> str:
    """The message for bob while this program is missing. Restores it."""
    program = server.debian.path(path)
    program.rename(program.with_name("away"))
    is_changed, told = server.change(GOOD)
    assert not is_changed
    program.with_name("away").rename(program)
    assert server.change(GOOD)[0] and server.is_alive()
    return told


def refusals_by_sections(server: Server) -> list[str]:
    """The messages for bob under the sections of the service and of his account there, not of the machine's
    bob."""
    server.debian.write(oracle.POLICY_PATH, f"""\
rules = minlength: 8
[user bob]
rules = minlength: 60
[service {server.service}]
rules = minlength: 12
[service {server.service} user bob]
rules = required: digit
""")
    answers = [server.change(password) for password in ("short-7", "long-but-no-digit", "long-with-digit-7")]
    assert [is_changed for is_changed, _ in answers] == [False, False, True]
    return [told for _, told in answers[:2]]
