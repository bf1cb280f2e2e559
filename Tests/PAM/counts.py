"""The file in which the module counts changes under an audited policy, on the machine of a test.

Each test runs its programs in a folder of its own. The copies of the module write the file to the folder
"passwordrules" in it.
"""

import datetime

import pytest
from private_state import PRIVATE_FOLDER
from transaction import LOG_NOTICE, LOG_WARNING, POLICY, SETUID, WEAK

HEAD = "passwordrules audit 1\n"
AUDIT = POLICY + "enforce = audit\n"
UNMET = "minlength=1 required=1"
# A day in the far future, which only a wrong clock can have written, and a day long ago.
FUTURE, PAST = "2999-01-02", "2001-02-03"


class Counts:
    """The file of one machine."""

    def __init__(self, machine):
        self.machine = machine
        self.folder = machine.directory / PRIVATE_FOLDER
        self.path = self.folder / "audit"

    def write(self, text: str | bytes, mode=0o600) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self.path.write_bytes(text.encode() if isinstance(text, str) else text)
        self.path.chmod(mode)

    def read(self) -> str:
        """The file, with TODAY in place of the day."""
        return self.path.read_text().replace(today(), "TODAY")

    def change(self, password=WEAK, policy=AUDIT, by=SETUID, **options):
        change = self.machine.change(password, password, policy=policy, by=by, **options)
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [password])
        return change

    def complaint(self, **options) -> str:
        """Makes a change that succeeds, but is not counted. Returns the reason in the log."""
        change = self.change(**options)
        beginning = "a password change was not counted in /var/lib/passwordrules/audit: "
        [passed, warning] = change.log
        assert passed.priority == LOG_NOTICE
        assert warning.priority == LOG_WARNING and warning.text.startswith(beginning)
        return warning.text.removeprefix(beginning)


@pytest.fixture
def counts(machine) -> Counts:
    return Counts(machine)


def today() -> str:
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")


ROW = f"{PAST} {PAST} 10 2 words=2\n"
DAMAGED = [
    "x", "\n", "passwordrules audit 2\n", "passwordrules audit 1", "passwordrules audit 1\r\n", b"\xff\xfe", b"\0" * 100,
    # Lines that must not follow the first line.
    *(HEAD + lines for lines in [
        "\n", "x\n", ROW[:-1], ROW + "x", ROW + "\n", ROW + HEAD, f" {ROW}", f"pending {ROW}", ROW + "\0", ROW * 3 + "x" + ROW,
        ROW + f"pending {PAST} {PAST} 1 0\n", "pending \n", f"pending {PAST} {PAST} 0 0\n", f"2001-2-03 {PAST} 10 0\n", f"{PAST} {PAST}\n",
        f"{PAST}\0{PAST} 10 0\n", f"{PAST} 2001-02-02 10 0\n", "%s%n%99999d\n",
    ]),
    # Wrong numbers of changes, or wrong fields after them.
    *(f"{HEAD}{PAST} {PAST} {rest}\n" for rest in [
        "9 0", "10 11", "10 ", "9999999999 0", "99999999999999999999 0", "10 2 words=3", "10 2 words=0", "10 2 words=", "10 2 words",
        "10 2 =1", "10 2 words=1 words=1", "10 2 words=-1", "10 2  words=1", "10 2 words=1 ", "10 2 wo\u00f6rds=1",
        f"10 2 {'w' * 32}=1", "10 2 " + " ".join(f"w{number}=1" for number in range(65)),
    ]),
]
