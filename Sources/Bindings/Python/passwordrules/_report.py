"""The result of a check: the outcome of every rule."""

from __future__ import annotations

import os
from ctypes import byref, c_void_p
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Callable, Iterable, Iterator, Optional, Tuple, Union, overload

from ._codes import Kind, Status
from ._errors import failure
from ._language import language
from ._library import library
from ._piece import Piece, pieces
from ._structures import OriginStruct, OutcomeStruct
from ._text import written


@dataclass(frozen=True)
class Origin:
    """The origin of an outcome: the line of the policy that demands it. If several do, it is the earliest of
    the least specific. As a string, it is such as "/etc/security/passwordrules.conf:3: min-classes".
    """

    #: The key of the policy, such as "rules"; None for `Kind.ENCODING` and `Kind.NUL`, which every policy demands.
    key: Optional[str]
    #: The path of the file, or the key of a setting; None if it is built in.
    source: Optional[str]
    #: The line of the file, or the number of the setting, from 1; 0 if it is built in.
    line: int
    #: The preset that demands it, if `source` and `line` name a preset; else None.
    preset: Optional[str]

    def __str__(self) -> str:
        location = "built in" if self.source is None else f"{self.source}:{self.line}"
        return location if self.key is None else f"{location}: {self.key}"


@dataclass(frozen=True)
class Outcome:
    """The outcome of one rule, with all that your own messages need. No two outcomes of a report are equal,
    even if their messages are not compared."""

    #: The kind of the rule.
    kind: Kind
    #: Whether the password satisfies it.
    met: bool
    #: The number that the rule sets.
    limit: int
    #: The number that the password has; what is counted depends on the kind.
    actual: int
    #: The name of the kind, such as "minlength".
    rule: str
    #: A short line, such as "6 more characters needed (6 of 12)" or, if it is met, "at least 12 characters".
    message: str
    #: For required, allowed and at-least, the class of characters in a fixed form, such as "digit" or "upper,[-_]"; for an unmet
    #: min-classes, the missing classes; else "".
    characters: str = ""
    #: The line of the policy that demands it; None in a report of `Rules`.
    origin: Optional[Origin] = None
    #: For an unmet `Kind.MIN_GUESSES`, the pieces of the password, without ranks; else empty.
    pieces: Tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Report:
    """The result of a check, as plain data that contains no part of the password.

    A report is true if the password is accepted. It is a sequence of its outcomes. As a string, it is
    "accepted", or "rejected: " and the messages of the unmet rules.
    """

    #: Whether every rule is met.
    accepted: bool
    #: How much of the demands is met, from 0 to 1; 1 if and only if the password is accepted.
    progress: float
    #: An outcome for every rule: first ill-formed text, then what can be missing, then what can be wrong.
    outcomes: Tuple[Outcome, ...]

    @property
    def messages(self) -> Tuple[str, ...]:
        """The messages of the unmet rules, to show to the user."""
        return tuple(outcome.message for outcome in self.outcomes if not outcome.met)

    def __bool__(self) -> bool:
        return self.accepted

    def __len__(self) -> int:
        return len(self.outcomes)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    @overload
    def __getitem__(self, index: int) -> Outcome: ...
    @overload
    def __getitem__(self, index: slice) -> Tuple[Outcome, ...]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Outcome, Tuple[Outcome, ...]]:
        return self.outcomes[index]

    def __str__(self) -> str:
        return "accepted" if self.accepted else "rejected: " + "; ".join(self.messages)


def report(check: Callable[[Any], Any], translations: Optional[NullTranslations], policy: Any = None,
           more: Iterable[Callable[[Any], Any]] = ()) -> Report:
    """Makes a report by a function of the library, lets others add to it, and reads it immediately, because
    only one thread may use it.

    policy  the handle of the policy, if the report is a policy's
    """
    made = c_void_p()
    status = check(byref(made))
    if status != Status.OK:
        raise failure(status)
    try:
        for add in more:
            status = add(made)
            if status != Status.OK:
                raise failure(status)
        count = library.passwordrules_report_count(made)
        with language(translations) as spoken:
            outcomes = tuple(_outcome(made, index, spoken, policy) for index in range(count))
        return Report(
            accepted=library.passwordrules_report_accepted(made) == 1,
            progress=library.passwordrules_report_progress(made), outcomes=outcomes)
    finally:
        library.passwordrules_report_free(made)


def _outcome(made: c_void_p, index: int, spoken: Any, policy: Any) -> Outcome:
    outcome = OutcomeStruct()
    status = library.passwordrules_report_outcome(made, index, byref(outcome))
    assert status == Status.OK, "the index is within the count"
    message = written(lambda *buffer: library.passwordrules_report_message(made, index, spoken, *buffer), 512)
    characters = written(lambda *buffer: library.passwordrules_report_class(made, index, *buffer), 96)
    return Outcome(kind=Kind(outcome.kind), met=outcome.met == 1, limit=outcome.limit, actual=outcome.actual,
                   rule=outcome.rule.decode(), message=message, characters=characters,
                   pieces=pieces(library.passwordrules_report_piece, made)
                   if outcome.kind == Kind.MIN_GUESSES and not outcome.met else (),
                   origin=None if policy is None else _origin(policy, made, index))


def _origin(policy: Any, made: c_void_p, index: int) -> Origin:
    origin = OriginStruct()
    status = library.passwordrules_policy_origin(policy, made, index, byref(origin))
    if status != Status.OK:
        raise failure(status)
    key, source, preset = (
        None if text is None else os.fsdecode(text) for text in (origin.key, origin.source, origin.preset))
    return Origin(key=key, source=source, line=origin.line, preset=preset)
