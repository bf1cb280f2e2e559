"""Diagnostics about a text that was read."""

from __future__ import annotations

from contextlib import contextmanager
from ctypes import byref, c_void_p
from dataclasses import dataclass
from typing import Iterator, Tuple

from ._codes import DiagnosticCode
from ._constants import Severity
from ._library import library
from ._structures import DiagnosticStruct


@dataclass(frozen=True)
class Diagnostic:
    """A mistake or remark about a text. As a string, it has the form of a compiler's: ``1:19: error: unknown
    property ...``"""

    #: Error, warning or note.
    severity: Severity
    #: A stable number: 1xx for descriptors, 2xx for policies, 3xx for files.
    code: DiagnosticCode
    #: One English sentence.
    text: str
    #: The file's path, the key of a setting, or "" for a descriptor.
    source: str
    #: The line, from 1; 0 if it is about the whole source.
    line: int
    #: The column in bytes of UTF-8, from 1; 0 as above.
    column: int
    #: The position in bytes of UTF-8, from the start of the text.
    offset: int
    #: The length in bytes of UTF-8; 0 if something is missing.
    length: int

    @property
    def location(self) -> str:
        """The source and position, such as "1:19" or "/etc/security/passwordrules.conf:7:21"; "" if there is
        none."""
        position = f"{self.line}:{self.column}" if self.line else ""
        return ":".join(part for part in (self.source, position) if part)

    def __str__(self) -> str:
        return ": ".join(part for part in (self.location, self.severity.name.lower(), self.text) if part)


@contextmanager
def received() -> Iterator[c_void_p]:
    """Receives the diagnostics of a library function, and frees them at the end."""
    diagnostics = c_void_p()
    try:
        yield diagnostics
    finally:
        library.passwordrules_diagnostics_free(diagnostics)


def read(diagnostics: c_void_p) -> Tuple[Diagnostic, ...]:
    """All diagnostics, as plain data."""
    return tuple(_read(diagnostics, index) for index in range(library.passwordrules_diagnostics_count(diagnostics)))


def _read(diagnostics: c_void_p, index: int) -> Diagnostic:
    one = DiagnosticStruct()
    status = library.passwordrules_diagnostics_get(diagnostics, index, byref(one))
    assert status == 0, "the index is within the count"
    return Diagnostic(
        severity=Severity(one.severity), code=DiagnosticCode(one.code), text=one.text.decode("utf-8", "replace"),
        source=one.source.decode("utf-8", "surrogateescape"), line=one.line, column=one.column, offset=one.offset,
        length=one.length)
