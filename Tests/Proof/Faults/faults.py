"""A machine with a policy that uses all features, and password changes on it in which calls fail one by one."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
BUILD = TESTS.parent / "build"
PACKAGE = TESTS.parent / "Sources" / "Bindings" / "Python"
sys.path.insert(0, str(TESTS / "PAM"))

from person import COVER, GROUP, PASSWD  # noqa: E402
from private_state import copy_module  # noqa: E402
from transaction import ORDINARY_UID, ROOT, SETUID, SUGGESTED as LABEL, SUGGESTED_NEXT as NEXT_LABEL, USER  # noqa: E402

LABELS, SUGGESTED = (LABEL, NEXT_LABEL), "  ..."

# <security/_pam_types.h>, as Debian has it.
PAM = {
    "PAM_SUCCESS": 0, "PAM_SYSTEM_ERR": 4, "PAM_BUF_ERR": 5, "PAM_PERM_DENIED": 6, "PAM_AUTHINFO_UNAVAIL": 9,
    "PAM_USER_UNKNOWN": 10, "PAM_MAXTRIES": 11, "PAM_CONV_ERR": 19, "PAM_AUTHTOK_ERR": 20, "PAM_TRY_AGAIN": 24,
    "PAM_ABORT": 26, "PAM_MODULE_UNKNOWN": 28, "PAM_BAD_ITEM": 29, "PAM_CONV_AGAIN": 30, "PAM_INCOMPLETE": 31,
    "PAM_SERVICE_ERR": 3, "PAM_NEW_AUTHTOK_REQD": 12, "PAM_AUTHTOK_RECOVERY_ERR": 21,
}
NAMES = {number: name for name, number in PAM.items()}

# fault.h
SHORT, EMPTY, NULL, NO_FILES, NO_MEMORY = -1, -2, -3, -4, -5
SPECIAL = {SHORT: "short", EMPTY: "empty", NULL: "null", NO_FILES: "no-files", NO_MEMORY: "no-memory"}

OLD = "Zt4#mHc8?pLdwwq"
STRONG = "Vq7%kWz2!xRjabc"
# Each password is refused by one part of the policy only. If a fault disables that part, the password is accepted.
WEAK = {
    "of the section for a group": "Vq7%kWz2!xRj",
    "of the blocklist": "Chocolate12.11.1987",
    "of the ranked words": "dragondragonmonkey",
    "of the full name": "Vq7%Pleasance!xRj",
    "of the old password": OLD[::-1],
    "of the drop-in": "Vq7%wonderbar!xRj",
    "of the length": "Vq7%kWz2!",
}
# The policy allows one try for each weak password.
TRIES = len(WEAK)
POLICY = """\
rules = minlength: 12
blocklist = {directory}/common.blocklist
min-guesses = 10^6
ranked-words =
ranked-words = {directory}/common.ranks
full-name = reject
local-users-only = yes
retry = {tries}
[group staff]
rules = minlength: 14
[user bob]
retry = 1
"""
# With FAULT_SHORT, the engine reads only the first half of this file. That is its first line: a valid file without words.
DROP_IN = "# {}\nwords = wonderbar\n".format("0123456789abcdef")
assert (len(DROP_IN) + 1) // 2 == DROP_IN.index("\n") + 1

NO_ACCOUNT = "The user account could not be looked up, so the password was not changed. Please tell your administrator."
# A number larger than that of all calls.
ALL = 1 << 31
# The answers at the prompts, and the other parameters of most tests.
WEAK_ONES = list(WEAK.values())
ANSWERS = {"weak": WEAK_ONES, "strong": [STRONG], "weak-then-strong": [WEAK_ONES[0], STRONG, STRONG]}
answers = pytest.mark.parametrize("answers", ANSWERS.values(), ids=ANSWERS)
by = pytest.mark.parametrize("by", [USER, ROOT, pytest.param(SETUID, marks=pytest.mark.long)])
onwards = pytest.mark.parametrize("onwards", [False, True], ids=["once", "onwards"])


@dataclass(frozen=True)
class Run:
    """The result of one run."""

    at: int
    calls: int
    failed: int
    function: str
    caller: str
    signal: int
    exit: int
    told: list

    def texts(self, *types: str) -> list[str]:
        return [text for kind, text in self.told if kind in types]

    def number(self, kind: str) -> int | None:
        numbers = self.texts(kind)
        return int(numbers[-1]) if numbers else None

    @property
    def is_dead(self) -> bool:
        """Whether a signal ended the process, or it exited with an error."""
        return self.signal != 0 or self.exit != 0

    @property
    def file(self) -> str:
        """The program or library that made the call that failed first."""
        return self.caller.split("+")[0]

    @property
    def status(self) -> str:
        """The result of pam_chauthtok; "" if it did not return."""
        number = self.number("result")
        return "" if number is None else NAMES.get(number, str(number))

    @property
    def stored(self) -> list[str]:
        return self.texts("stored")

    @property
    def prompts(self) -> list[str]:
        return self.texts("prompt")

    @property
    def log(self) -> list[str]:
        """What our module wrote, without its name."""
        prefix = "pam_passwordrules("
        return [text.split("): ", 1)[1] for text in self.texts("log") if text.startswith(prefix)]

    @property
    def dialogue(self) -> list[str]:
        """What is shown, with SUGGESTED in place of a suggestion, because suggestions are random."""
        shown = self.texts("info", "error", "other", "prompt")
        return [SUGGESTED if re.fullmatch(r"  \S+", text) else text for text in shown]


def read_runs(output: bytes) -> list[Run]:
    runs, told = [], []
    texts = output.decode(errors="surrogateescape").split("\0")[:-1]
    for kind, text in zip(texts[::2], texts[1::2], strict=True):
        if kind == "run":
            runs.append(Run(**json.loads(text), told=told))
            told = []
        else:
            told.append([kind, text])
    return runs


@dataclass(frozen=True)
class Fault:
    """A kind of call that fails (see fault.c), and the error number it fails with."""

    kind: str
    error: int = errno.ENOMEM
    onwards: bool = False
    # True if calls by any caller fail; otherwise only those by our library and our module.
    all: bool = False

    def __str__(self) -> str:
        is_of_pam = self.kind.startswith("pam_") or self.kind == "conversation"
        names = SPECIAL | (NAMES if is_of_pam else errno.errorcode)
        return "-".join([self.kind, names[self.error], *["onwards"] * self.onwards, *["all"] * self.all])

    @property
    def environment(self) -> dict[str, str]:
        """The variables that describe the fault to fault.so. Random bytes, and so the numbers of calls, are the same in
        every run."""
        return {
            "FAULT_KIND": self.kind, "FAULT_ERROR": str(self.error), "FAULT_ONWARDS": str(int(self.onwards)),
            "FAULT_ALL": str(int(self.all)), "FAULT_SEEDED": "1",
        }


class FaultyMachine:
    """A folder with copies of the programs, and with its own policy, PAM stacks and accounts."""

    def __init__(self, directory: Path):
        self.directory = directory
        for file in ("libpasswordrules.so.1", "pam_passwordrules.so", "common.blocklist", "common.ranks",
                     "tests/change", "tests/fault.so", "tests/pam_store.so", "tests/pool", "tests/forks"):
            copy_module(BUILD / file, directory)
        (directory / "policy.conf").write_text(POLICY.format(directory=directory, tries=TRIES))
        (directory / "policy.conf.d").mkdir()
        (directory / "policy.conf.d" / "10-words.conf").write_text(DROP_IN)
        (directory / "pam.d").mkdir()
        self.write_stack("login")
        self.write_stack("chpasswd")
        self.write_stack("sudo", "enforce_for_root")
        self.write_stack("debian", control="requisite")
        self.write_stack("lax", "rules= [rules=minlength: 2;]")
        self.write_login("door")
        (directory / "pam.d" / "other").write_text("password required pam_deny.so\n")
        for name, text in [("passwd", PASSWD), ("group", GROUP)]:
            (directory / name).write_text(text)
            (directory / name).chmod(0o644)
        self.cover = ("unshare", "--mount", "sh", "-c", COVER, directory / "passwd", directory / "group")
        # What is loaded before libc.
        self.preloaded = [directory / "fault.so"]

    def write_stack(self, service: str, options: str = "", control: str = "required") -> None:
        """After our module comes pam_store instead of pam_unix; with `required`, it runs whatever the result
        of ours."""
        (self.directory / "pam.d" / service).write_text(
            f"password {control} {self.directory}/pam_passwordrules.so config={self.directory}/policy.conf {options}\n"
            f"password required {self.directory}/pam_store.so\n"
        )

    def write_login(self, service: str) -> None:
        """Our lines come after pam_store, which accepts any password. The stack for changes has pam_unix, because our
        module expects it there, but the tests never call it."""
        module = f"{self.directory}/pam_passwordrules.so config={self.directory}/policy.conf at-login=change"
        module += f" at-login-services={service}"
        (self.directory / "pam.d" / service).write_text(
            f"auth required {self.directory}/pam_store.so\nauth optional {module}\n"
            f"account required pam_permit.so\naccount [new_authtok_reqd=ok default=ignore] {module}\n"
            "password required pam_unix.so\n"
        )

    def run(self, command, fault: Fault, **environment) -> list[Run]:
        done = subprocess.run(
            [*self.cover, *command],
            env=fault.environment | {
                "PATH": os.environ["PATH"], "LC_ALL": "C", "LD_LIBRARY_PATH": str(self.directory),
                "LD_PRELOAD": ":".join(map(str, self.preloaded)), "OLD_PASSWORD": OLD, "PYTHONPATH": str(PACKAGE),
            } | environment,
            cwd=self.directory, stdin=subprocess.DEVNULL, capture_output=True, check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return read_runs(done.stdout)

    def change(self, answers, by=USER, service="login", user="alice", warm=False, last=ALL, step=1) -> list:
        """The command that makes a change without a fault, and then one change for each `step`th call up to `last`, in which
        that call fails; see change.c.

        warm: it first looks up an account in every service, so that all services are loaded.
        """
        real, effective = {USER: (ORDINARY_UID, ORDINARY_UID), SETUID: (ORDINARY_UID, 0), ROOT: (0, 0)}[by]
        numbers = [real, effective, int(warm), last, step]
        return [self.directory / "change", self.directory / "pam.d", service, user, *map(str, numbers), *answers]

    def sweep(self, fault: Fault, answers, by=USER, service="login", **options) -> list[Run]:
        service = "sudo" if by == ROOT and service == "login" else service
        runs = self.run(self.change(answers, by, service, **options), fault)
        check_sweep(runs, fault, is_partial="last" in options or "step" in options)
        return runs


def check_sweep(runs: list[Run], fault: Fault, is_partial: bool = False) -> None:
    """Asserts that each fault really happened where it was planned, up to the last call."""
    first, *rest = runs
    assert (first.at, first.failed, first.signal) == (0, 0, 0)
    assert first.calls > 0, f"there is no call of the kind {fault.kind}"
    if is_partial:
        return
    *faulty, last = rest
    assert faulty and last.failed == 0
    assert [run.at for run in rest] == list(range(1, len(rest) + 1))
    for run in faulty:
        assert run.failed >= 1 and run.function and run.caller
        assert fault.onwards or run.failed == 1


def without_suggestions(run: Run) -> tuple:
    return run.status, run.stored, run.log, [text for text in run.dialogue if text not in (*LABELS, SUGGESTED)]


# These may end the program if memory runs out while it looks up a user or loads a library.
OTHERS = {"libc.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def check_safe(run: Run) -> None:
    """The invariants of every failure: no crash, no hang, no weak password, nothing left over."""
    assert run.signal != signal.SIGALRM, "it hangs"
    assert len(run.stored) <= 1 and set(run.stored) <= {STRONG}, f"a weak password was accepted: {run}"
    if run.is_dead:
        assert run.file in OTHERS and not run.stored, f"a crash: {run}"
        return
    if run.status == "PAM_SUCCESS":
        assert run.stored == [STRONG]
    assert run.number("live") == 0, f"memory was left behind: {run}"
    assert not run.texts("end") or run.number("end") == 0
    assert run.texts("other") == []
