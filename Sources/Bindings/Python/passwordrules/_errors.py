"""The exceptions.

    Error
    ├── DescriptorError   a mistake in a descriptor; also a ValueError
    ├── PolicyError       a policy has a mistake, or cannot be read
    ├── AccountError      the policy compares names of an account that cannot be looked up
    ├── BlocklistError    a blocklist cannot be read, or is damaged
    ├── RankedWordsError  a list of ranked words cannot be read, or is damaged
    └── GenerationError   a password cannot be generated, or the passwords cannot be counted

There are no other errors. A refused password is not an error but a `Report`. An argument of a wrong type
raises TypeError, and one out of range ValueError. If memory runs out, in the library or in Python,
MemoryError is raised. All can be pickled, and none contains any part of a password.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Optional, Tuple

from ._codes import Status
from ._constants import Enforcement, Severity
from ._diagnostics import Diagnostic
from ._library import library

if TYPE_CHECKING:
    from ._text import PasswordLike, Text


class Error(Exception):
    """A failed call. As a string, it is the reason."""

    #: The library's status.
    code: Status
    #: The diagnostics about the text, in the order of their positions; empty if no text was read.
    diagnostics: Tuple[Diagnostic, ...]

    def __init__(self, code: int, diagnostics: Tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(code, diagnostics)
        self.code = Status(code)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        mistake = self._mistake
        if mistake is None:
            return status_text(self.code)
        return ": ".join(part for part in (mistake.location, mistake.text) if part)

    @property
    def _mistake(self) -> Optional[Diagnostic]:
        """The first error, which may follow notes and warnings."""
        return next((one for one in self.diagnostics if one.severity >= Severity.ERROR), None)


class DescriptorError(Error, ValueError):
    """A mistake in a descriptor. As a string, it is the first one: ``1:19: unknown property "minlenght";
    ...``"""

    @property
    def line(self) -> int:
        """The line of the first mistake, from 1."""
        return self._mistake.line if self._mistake else 0

    @property
    def column(self) -> int:
        """The column of the first mistake, in bytes of UTF-8, from 1."""
        return self._mistake.column if self._mistake else 0

    @property
    def offset(self) -> int:
        """The position of the first mistake, in bytes of UTF-8."""
        return self._mistake.offset if self._mistake else 0

    @property
    def length(self) -> int:
        """The length of the first mistake, in bytes of UTF-8; 0 if something is missing."""
        return self._mistake.length if self._mistake else 0


#: The services at which root may go on if a policy cannot be read.
EXEMPT_SERVICES = ("passwd", "chpasswd", "newusers", "pwupd-passwd")


class PolicyError(Error):
    """A policy that cannot be read completely and is not applied: refuse the change, and see
    `enforcement`."""

    def __init__(self, code: int, diagnostics: Tuple[Diagnostic, ...] = (),
                 enforcements: Optional[Mapping[str, Enforcement]] = None) -> None:
        super().__init__(code, diagnostics)
        self.args = (code, diagnostics, enforcements)
        self._enforcements = dict(enforcements or {})

    def enforcement(self, *, user: Optional[Text] = None, by_administrator: bool = False, expired: bool = False,
                    full_name: Optional[Text] = None, home: Optional[Text] = None,
                    old_password: Optional[PasswordLike] = None, service: Optional[Text] = None) -> Enforcement:
        """Returns how to treat the password change: usually `Enforcement.YES`, which refuses it.

        It is `Enforcement.WARN` for root at the services passwd, chpasswd, newusers and pwupd-passwd, unless a line
        of the policy sets enforce-for-root to anything but "no" or leaves the service out of exempt-services, or a
        mistaken line may have been meant to.
        The arguments are those of `Policy.enforcement`.
        """
        if not by_administrator or expired or old_password is not None or service is None:
            return Enforcement.YES
        name = service if isinstance(service, str) else service.decode("utf-8", "surrogateescape")
        return self._enforcements.get(name, Enforcement.YES)


class AccountError(Error):
    """The policy compares names of an account that cannot be looked up. The password was not checked: refuse
    it."""


class BlocklistError(Error):
    """A blocklist cannot be read, or is damaged. The password was not checked: refuse it."""


class RankedWordsError(Error):
    """A list of ranked words cannot be read, or is damaged."""


class GenerationError(Error):
    """A password cannot be generated, or the passwords cannot be counted. The reason is in `code`:

    `Status.EUNSATISFIABLE`, `ENOTFOUND`, `ELENGTH`, `ERANDOM`, `EREQUIREMENTS` or `ETOOFEW`.
    """


_GENERATION = (Status.EUNSATISFIABLE, Status.ENOTFOUND, Status.ELENGTH, Status.ERANDOM, Status.EREQUIREMENTS,
               Status.ETOOFEW)


def status_text(status: int) -> str:
    """Describes a status, such as "no password can satisfy the rules"."""
    text: bytes = library.passwordrules_status_text(status)
    return text.decode()


def failure(status: int, diagnostics: Tuple[Diagnostic, ...] = ()) -> Exception:
    """Makes the exception for a status other than `Status.OK`. A PolicyError made by the caller can have more
    details."""
    if status == Status.EINVAL:
        return ValueError(status_text(status))
    if status == Status.ENOMEM:
        return MemoryError(status_text(status))
    if status == Status.EDESCRIPTOR:
        return DescriptorError(status, diagnostics)
    if status == Status.EPOLICY:
        return PolicyError(status, diagnostics)
    if status == Status.EACCOUNT:
        return AccountError(status, diagnostics)
    if status == Status.EBLOCKLIST:
        return BlocklistError(status, diagnostics)
    if status == Status.ERANKS:
        return RankedWordsError(status, diagnostics)
    if status in _GENERATION:
        return GenerationError(status)
    return Error(status, diagnostics)
