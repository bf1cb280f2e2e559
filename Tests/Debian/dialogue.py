"""A dialogue at a terminal: what is typed, what is shown, and what a test can learn from it."""

import re
from typing import NamedTuple

import terminal
from debian import ENVIRONMENT, Debian
from terminal import CANCEL

# The prompts of su, ssh, pam_unix, libpam and passwdqc. passwdqc has other lines that end in "password: ".
PROMPT = r"(?:\bPassword|'s password|(?:Current|New|Retype new|Enter new|Re-type new) password): "
RETYPE_PROMPT = re.compile(r"Re-?type new password: $")
NEW_PROMPT = re.compile(r"(?<!Retype )(?<!Re-type )[Nn]ew password: $")

# The messages of passwordrules, libpwquality and passwdqc about a password that is not good enough.
REASON = re.compile(r"(?:^  - |BAD PASSWORD: |Weak password: )(.+)$")
# All reasons for one user in chpasswd and newusers, as sentences. One about the policy is not a reason.
REASONS_IN_A_BATCH = re.compile(
    r"^(?:alice|carol): (?:Warning: this does not meet the policy: )?((?:The password(?! policy)|It|Its) .+)\.$")


class Turn(NamedTuple):
    """One answer, with all that was shown between it and the one before it."""

    shown: str
    answer: str

    @property
    def is_new(self) -> bool:
        return NEW_PROMPT.search(self.shown) is not None

    @property
    def is_retyped(self) -> bool:
        return RETYPE_PROMPT.search(self.shown) is not None


class Person:
    """Somebody with an old password and some new ones to try, who gives up after the last one.

    A new password is typed twice, unless it is a pair: then its second half is what is typed the second time.
    It may be a function of all that was shown so far and of the previous new password.
    """

    def __init__(self, old, *new):
        self._old, self._new = old, list(new)
        self._typed, self._again = "", CANCEL

    def answer(self, prompt: str, shown: str):
        if RETYPE_PROMPT.search(prompt):
            return self._again
        if not NEW_PROMPT.search(prompt):
            return self._old
        entry = self._new.pop(0) if self._new else CANCEL
        if callable(entry):
            entry = entry(shown, self._typed)
        self._typed, self._again = entry if isinstance(entry, tuple) else (entry, entry)
        return self._typed


def suggested(shown: str, _) -> str:
    """A new password: the one that was suggested."""
    return terminal.suggested(shown)


class Result(NamedTuple):
    """How a program ended, and the dialogue before that."""

    turns: list[Turn]
    rest: str
    status: int
    log: list[str]

    @property
    def text(self) -> str:
        return terminal.transcript(self.turns, self.rest)

    @property
    def shown(self) -> str:
        """Everything except what was typed."""
        return "".join(turn.shown for turn in self.turns) + self.rest

    @property
    def typed(self) -> str:
        """The new password that was typed last."""
        new = [turn.answer for turn in self.turns if turn.is_new]
        return new[-1] if new else ""

    def attempts(self) -> list[tuple[str, list[str], bool]]:
        """Each new password, the reasons that were shown after it, and whether the program accepted it
        nevertheless."""
        after = [turn.shown for turn in self.turns[1:]] + [self.rest]
        next_turns = [*self.turns[1:], None]
        return [(turn.answer, reasons_in(text), next_turn is not None and next_turn.is_retyped)
                for turn, text, next_turn in zip(self.turns, after, next_turns) if turn.is_new]

    def introduction(self) -> str:
        """The output before the first prompt for a new password, without prompts."""
        first = next((i for i, turn in enumerate(self.turns) if turn.is_new), len(self.turns))
        return "".join(re.sub(PROMPT, "", turn.shown) for turn in self.turns[:first + 1])

    def suggestions(self) -> list[str]:
        return terminal.suggestions(self.shown)

    def new_prompts(self) -> int:
        """The number of prompts for a new password, without those to type it again."""
        return sum(turn.is_new for turn in self.turns)


def reasons_in(shown: str) -> list[str]:
    """The reasons, each on one line; a long one is shown on several, the others indented deeper."""
    joined = re.sub(r"\n {4}", " ", shown)
    reasons = []
    for line in joined.split("\n"):
        if match := REASON.search(line):
            reasons.append(match[1])
        elif match := REASONS_IN_A_BATCH.search(line):
            reasons += match[1].split(". ")
    return reasons


def converse(debian: Debian, command: list, person: Person, uid: int = 0) -> Result:
    """Runs a program at a terminal. This person answers the prompts."""
    turns, rest, status = terminal.converse(debian.command(*command, uid=uid), PROMPT, person.answer, env=ENVIRONMENT)
    return Result([Turn(*turn) for turn in turns], rest, status, debian.log())


def feed(debian: Debian, command: list, text: str, password: str) -> Result:
    """Runs a program that reads one line with this password in it, at no terminal."""
    done = debian.run(*command, text=text, check=False)
    return Result([Turn("New password: ", password)], done.stdout, done.returncode, debian.log())
