"""Blocklists: lists of forbidden passwords."""

from __future__ import annotations

import os
from ctypes import byref, c_int, c_void_p
from typing import Any, Callable, Optional

from ._codes import Status
from ._constants import Match
from ._diagnostics import read, received
from ._errors import failure
from ._handle import Handle, Owner
from ._library import library
from ._structures import BlocklistInfoStruct
from ._text import PasswordLike, PathLike, borrowed, c_path


class Blocklist(Owner):
    """A list of passwords in a file of any size, built by ``passwordrules blocklist build``. ``password in
    blocklist`` is true if the password is listed.

    It keeps one file descriptor open as long as the object exists. Threads may share it.

    Raises `BlocklistError` if the file is missing, does not belong to root or the effective user, is writable
    by group or others, is not a blocklist, or has a damaged header.
    """

    __slots__ = ("_path", "_info")
    _path: str
    _info: BlocklistInfoStruct

    def __init__(self, path: PathLike) -> None:
        name = c_path(path)
        blocklist = c_void_p()
        with received() as found:
            status = library.passwordrules_blocklist_open(name, 0, byref(blocklist), byref(found))
            diagnostics = read(found)
        if status != Status.OK:
            raise failure(status, diagnostics)
        handle = Handle(blocklist, library.passwordrules_blocklist_free)
        info = BlocklistInfoStruct()
        status = library.passwordrules_blocklist_get_info(handle, byref(info))
        if status != Status.OK:
            raise failure(status)
        self._handle, self._path, self._info = handle, os.fsdecode(name), info

    def lookup(self, password: PasswordLike, match: Match = Match.AS_BUILT) -> Optional[Match]:
        """Looks a password up, and returns the narrowest match, up to `match`, that finds it; None if it is
        not listed.

        No listed password is missed. An unlisted one is found with the probability `false_positive_rate`. A
        password of more than 4,096 bytes is only compared as it was typed.

        Raises `BlocklistError` if the list cannot be read, or is damaged.
        """
        wanted, found = Match(match), c_int()
        with borrowed(password) as (start, length):
            status = library.passwordrules_blocklist_lookup(self._handle, start, length, wanted, byref(found))
        if status != Status.OK:
            raise failure(status)
        return Match(found.value) if found.value else None

    def _adding(self, start: Any, length: int) -> Callable[[Any], Any]:
        """A function that adds the outcome of a lookup to a report."""
        return lambda made: library.passwordrules_report_add_lookup(made, self._handle, start, length, Match.AS_BUILT)

    def __contains__(self, password: PasswordLike) -> bool:
        return self.lookup(password) is not None

    @property
    def path(self) -> str:
        """The path of the file."""
        return self._path

    @property
    def count(self) -> int:
        """The number of passwords."""
        return int(self._info.count)

    @property
    def match(self) -> Match:
        """The match that the list was built for, `Match.EXACT` to `Match.MANGLED`."""
        return Match(self._info.match)

    @property
    def false_positive_rate(self) -> float:
        """The probability that one form of an unlisted password is found."""
        return float(self._info.false_positive_rate)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._path!r}: {self.count:,} passwords>"
