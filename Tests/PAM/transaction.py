"""One PAM transaction with the module that was built, and what must hold in every transaction.

Nothing here reads or writes the machine's own PAM configuration: libpam is given a directory of its own.
"""

import json
import os
import pty
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT_FOLDER = Path(__file__).parents[2]

POLICY = "rules = required: upper; required: digit; minlength: 12\n"
# Passwords that this policy accepts and refuses. No piece of them occurs in a message.
ACCEPTED = "Vq7%kWz2!xRj"
WEAK = "zqxj"
# The module's messages about them.
RULES = ["Password rules:", "  - at least 12 characters", "  - an uppercase letter (A-Z) and a digit (0-9)"]
REASONS = ["  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit"]
# The module shows only the result of a single try.
SINGLE = "retry=1 suggest=no"
BROKEN_POLICY = "rules = required: uper\n"
# The same reasons in one line, as batch services such as chpasswd show them.
IN_ONE_LINE = "The password needs 8 more characters (4 of 12). It needs an uppercase letter and a digit."

NEW, RETYPE = "New password: ", "Retype new password: "

# Answers that are not text; see conversation.c.
CANCEL = object()
NULL = object()
AGAIN = object()
SUGGESTION = object()
SPECIAL_ANSWERS = {CANCEL: b"cancel", NULL: b"null", AGAIN: b"again", SUGGESTION: b"suggestion"}

# Who runs the program: an ordinary user, root, or an ordinary user through a setuid program, as passwd is.
USER = "user"
ROOT = "root"
SETUID = "setuid"
ORDINARY_UID = 65534

BROKEN = (
    "The password policy on this machine could not be applied, so the password was not changed. "
    "Please tell your administrator."
)
BROKEN_WARNING = "Warning: the password policy on this machine could not be applied. The new password will not be checked."
# The message for root, with the cause, and the log line.
MISTAKE = "The password policy on this machine has a mistake, so the password was not changed:"
UNUSABLE = "The password policy on this machine could not be applied, so the password was not changed:"
MISTAKE_WARNING = "Warning: the password policy on this machine has a mistake. The new password will not be checked."
SEE_CHECK = '"passwordrules policy --check" shows everything that is wrong with it.'
SEE = ' See "passwordrules policy --check".'
REFUSED = "This password is not acceptable:"
# The lines before a suggestion, which has its own line.
SUGGESTED, SUGGESTED_NEXT = "You could use:", "Next time you could use:"
EMPTY = "No password was typed."
CONTROL = "Warning: this password contains a control character, such as a carriage return."
WARNED = "Warning: this does not meet the policy:"

# <syslog.h>
LOG_AUTHPRIV, LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_DEBUG = 10, 3, 4, 5, 7
# <security/_pam_types.h>
MAX_MESSAGE_SIZE = 512
# The longest piece of a password that a log line may contain by chance. For a suggestion it is a syllable or
# a word of up to six letters, such as "with" or "letter", with the symbols around it, as in "-differ-".
LONGEST_SHARED_PIECE = 3
LONGEST_SHARED_PIECE_OF_SUGGESTION = 6
# The names of rules, which the log has: "min-different" has a piece of two words in common with
# "cabin-differ".
RULE_NAMES = [
    name.lower().replace("_", "-")
    for name in re.findall(r"PASSWORDRULES_KIND_(\w+)", (ROOT_FOLDER / "Include" / "passwordrules_codes.h").read_text())
]
assert "min-different" in RULE_NAMES and len(RULE_NAMES) > 30

# Sanitizers and coverage use a library of ordinary Swift. Without this variable, its runtime would handle the signals of
# crashes.
ENVIRONMENT = {"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no"}

# Not --show-leak-kinds=all: the library stays loaded (-z nodelete), and the dynamic linker keeps its notes on
# it. Not vgdb: its pipes could not be removed by the user that the process becomes.
VALGRIND = (
    "valgrind", "-q", "--vgdb=no", "--error-exitcode=99", "--leak-check=full", "--keep-debuginfo=yes",
    "--errors-for-leak-kinds=definite,indirect,possible",
)

# The names of modules in stacks. "translated" is our module, built to use the catalogues of the build folder.
MODULES = {"module": "pam_passwordrules.so", "witness": "pam_witness.so", "translated": "pam_translated.so"}

needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can play root, or another user")


@dataclass(frozen=True)
class Log:
    """A line that went to syslog, without the name of the module."""

    text: str
    priority: int


class Transaction:
    """What happened, in order."""

    def __init__(self, events: list[dict], given: list[str], mapped: dict | None = None):
        self.events = events
        # The process's memory mappings at its end.
        self.mapped = mapped
        # The passwords that an earlier module set.
        self.given = given

    def lines(self, *types: str) -> list[str]:
        return [event["text"] for event in self.events if event["type"] in types]

    def texts(self, *types: str) -> list[str]:
        """Like `lines`, but joins the lines of each list item, which may have been wrapped at 40 columns."""
        items = []
        for line in self.lines(*types):
            if line.startswith("    ") and not line.lstrip().startswith("- "):
                items[-1] += " " + line.lstrip()
            else:
                items.append(line)
        return items

    @property
    def status(self) -> str:
        """The status of the last pam_chauthtok."""
        return self.texts("result")[-1]

    @property
    def prompts(self) -> list[str]:
        return self.texts("prompt")

    @property
    def shown(self) -> list[str]:
        """The messages, of both kinds."""
        return self.texts("info", "error", "other")

    @property
    def dialogue(self) -> list[str]:
        """The messages and the prompts."""
        return self.texts("info", "error", "other", "prompt")

    @property
    def suggestions(self) -> list[str]:
        shown = self.lines("info", "error", "other")
        below = [line for label, line in zip(shown, shown[1:]) if label in (SUGGESTED, SUGGESTED_NEXT)]
        return [line.removeprefix("  ") for line in below if re.fullmatch(r"  \S+", line)]

    @property
    def logged(self) -> list[str]:
        """All lines that went to syslog, except the witness's, which contain passwords."""
        return [text for text in self.texts("log") if not text.startswith("pam_witness(")]

    @property
    def log(self) -> list[Log]:
        """The module's log messages; libpam's own remarks in its name are left out."""
        prefix = "pam_passwordrules("
        return [
            Log(event["text"].split("): ", 1)[1], event["priority"])
            for event in self.events
            if event["type"] == "log" and event["text"].startswith(prefix)
            and not event["text"].endswith("): conversation failed")
        ]

    @property
    def tokens(self) -> list[str | None]:
        """The AUTHTOK that each module after ours found; None if it found none."""
        prefix = "AUTHTOK: "
        found = [text.split("): ", 1)[1] for text in self.texts("log") if text.startswith("pam_witness(")]
        return [text.removeprefix(prefix) if text.startswith(prefix) else None for text in found]

    @property
    def typed(self) -> list[str]:
        return [event["typed"] for event in self.events if "typed" in event]


def reasons_of(change: Transaction, password) -> list[str]:
    """The reasons why this password, the only one typed, is refused; for an accepted one, only warnings of
    control characters."""
    if change.status == "PAM_SUCCESS":
        is_warned = any(character < " " or character == "\x7f" for character in password)
        assert (change.tokens, " ".join(change.texts("error"))) == ([password], CONTROL if is_warned else "")
        return []
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None]), change.dialogue
    heading, *reasons = change.texts("error")
    assert heading == REFUSED and reasons
    return [reason.lstrip().removeprefix("- ") for reason in reasons]


class Machine:
    """A folder with a policy file and a PAM configuration, for running transactions."""

    def __init__(self, directory: Path, programs: Path):
        self.directory = directory
        self.programs = programs
        self.policy = directory / "policy.conf"
        self.confdir = directory / "pam.d"
        self.confdir.mkdir()

    def write_policy(self, text: str | bytes) -> Path:
        self.policy.write_bytes(text.encode() if isinstance(text, str) else text)
        return self.policy

    def drop_in(self, name: str, text: str) -> Path:
        """Writes a file in the policy's folder."""
        folder = self.policy.with_name(self.policy.name + ".d")
        folder.mkdir(exist_ok=True)
        path = folder / name
        path.write_text(text)
        for made, mode in [(folder, 0o755), (path, 0o644)]:
            made.chmod(mode)
        return path

    def reasons(self, password, options="", **circumstances) -> list[str]:
        """Why a password is refused; without a reason, it is accepted in silence."""
        return reasons_of(self.change(password, password, options=f"{SINGLE} {options}", **circumstances), password)

    def change(
        self, *answers, policy=None, options="", stack=None, service=None, user="alice", by=USER, is_peer=False,
        silent=False, expired=False, terminal=None, deaf=False, times=1, transactions=1, threads=0, command=(), locale=None,
        rename=None, reply=None,
    ) -> Transaction:
        """Changes a password.

        policy: the text of the policy file, where there is none yet.
        options: what follows config= in the PAM line.
        service, terminal: by default, root runs passwd at a terminal, where root is only warned, and others log in.
        stack: lines such as "required module use_authtok", in place of the module with config= and `options`
            and a witness after it.
        terminal: whether standard input and output are a terminal; "input": only the input is, and the output is a file.
        is_peer: whether another module is tested, for which not all checks hold.
        reply: what the program answers to messages that are not prompts; "" for no response at all.
        rename: the number of a prompt, and a file that is renamed before the prompt is answered.
        locale: the variables that set the program's language; without it, English.
        """
        if by != USER and os.getuid() != 0:
            pytest.skip("only root can play root, or another user")
        if policy is not None:
            self.write_policy(policy)
        if service is None:
            service = "passwd" if by == ROOT and not expired else "login"
            terminal = by == ROOT if terminal is None else terminal
        if stack is None:
            stack = [f"required module config={self.policy} {options}", "required witness"]
        self.write_stack(service, stack)
        # Only root needs to become an ordinary user, and only root can.
        uid = {USER: ["--uid", str(ORDINARY_UID)], SETUID: ["--uid", str(ORDINARY_UID), "--euid0"], ROOT: []}
        arguments = [
            *command, self.programs / "conversation", "--confdir", self.confdir, "--service", service,
            "--report", self.directory / "report",
            *(["--user", user] if user is not None else []), *(uid[by] if os.getuid() == 0 else []),
            *(["--silent"] if silent else []), *(["--expired"] if expired else []),
            *(["--deaf"] if deaf else []), *(["--localized"] if locale else []),
            *(["--reply", reply] if reply is not None else []),
            *(["--rename", *map(str, rename)] if rename else []), "--times", str(times), "--transactions", str(transactions),
            "--threads", str(threads),
            *(SPECIAL_ANSWERS.get(answer) or b"=" + os.fsencode(answer) for answer in answers),
        ]
        given = re.findall(r" set=(\S+)", "\n".join(stack))
        events, mapped = self._run(arguments, terminal, locale or {"LC_ALL": "C"}, is_peer)
        transaction = Transaction(events, given, mapped)
        if not is_peer:
            check_manners(transaction)
        return transaction

    def write_stack(self, service: str, stack: list[str]) -> None:
        """Writes the configuration of a service: lines as for `change`."""
        lines = []
        for line in stack:
            control, module, *rest = line.split(" ", 2)
            path = self.programs / MODULES.get(module, f"{module}.so")
            lines.append(f"password {control} {path} {' '.join(rest)}\n")
        (self.confdir / service).write_text("".join(lines))
        # libpam complains if there is none.
        (self.confdir / "other").write_text("password required pam_deny.so\n")

    def _run(self, arguments: list, terminal: bool | str, locale: dict, is_peer: bool) -> tuple[list[dict], dict]:
        master, stdin = pty.openpty() if terminal else (None, subprocess.DEVNULL)
        output = self.directory / "output"
        try:
            with open(output, "wb") as file:
                process = subprocess.run(
                    arguments, stdin=stdin, stdout=stdin if terminal is True else file, stderr=subprocess.PIPE,
                    check=False, cwd=self.directory,
                    env=ENVIRONMENT | {"LD_LIBRARY_PATH": self.programs} | locale,
                )
        finally:
            if terminal:
                os.close(master)
                os.close(stdin)
        assert process.returncode == 0 and (is_peer or process.stderr == b"")
        assert output.read_bytes() == b""
        # The report has one character for each byte.
        said = json.loads((self.directory / "report").read_text())
        events = [
            {key: as_text(value) if isinstance(value, str) else value for key, value in event.items()}
            for event in said["events"]
        ]
        if not is_peer:
            assert (said["changed"], said["asked"]) == ([""], [0, 0]), "the process is not as it was"
        return events, said["mapped"]


def short_of(count: int, limit: int) -> str:
    """The line about a password of `count` characters."""
    return f"  - {limit - count} more characters needed ({count} of {limit})"


def as_text(characters: str) -> str:
    return characters.encode("latin-1").decode(errors="surrogateescape")


def pieces(password: str, size: int) -> set[str]:
    return {password[start : start + size] for start in range(len(password) - size + 1)}


def pieces_of_suggestion(suggestion: str) -> set[str]:
    """The pieces of a suggestion to search for in texts that must not contain it. Each piece spans more than one word
    of the suggestion."""
    return {
        piece for piece in pieces(suggestion, 1 + LONGEST_SHARED_PIECE_OF_SUGGESTION)
        if not re.fullmatch(r"[\W_]+[^\W_]+[\W_]*|[^\W_]+[\W_]+", piece) and not any(piece in name for name in RULE_NAMES)
    }


def check_manners(transaction: Transaction) -> None:
    """Checks what must be true of every transaction."""
    for text in transaction.lines("info", "error", "other", "prompt"):
        # In French, a no-break space precedes a colon.
        assert text.replace("\N{NO-BREAK SPACE}", " ").isprintable()
        assert len(os.fsencode(text)) < MAX_MESSAGE_SIZE
    for event in transaction.events:
        assert event["type"] != "other"
        if event["type"] == "log":
            assert event["facility"] == LOG_AUTHPRIV
    for text in transaction.logged:
        assert text.isprintable()
    check_no_secrets(transaction)


def check_no_secrets(transaction: Transaction) -> None:
    """No password, typed or suggested, and no piece of one is logged; nor is one that was typed shown."""
    shown = list(transaction.dialogue)
    for suggestion in transaction.suggestions:
        shown.remove(f"  {suggestion}")
    secrets = set()
    for password in transaction.typed + transaction.suggestions + transaction.given:
        is_suggestion = password in transaction.suggestions
        secrets |= pieces_of_suggestion(password) if is_suggestion else pieces(password, 1 + LONGEST_SHARED_PIECE)
    for text in transaction.logged + shown:
        found = {piece for piece in secrets if piece in text}
        assert not found, f"{text!r} holds {found} of a password"
