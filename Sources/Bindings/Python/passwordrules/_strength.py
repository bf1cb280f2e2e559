"""Estimates of how many guesses passwords withstand."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_void_p
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Iterable, Optional, Tuple

from ._codes import Status
from ._constants import StrengthLevel
from ._context import context
from ._diagnostics import read, received
from ._errors import failure
from ._handle import Handle, Owner
from ._language import language
from ._library import library
from ._piece import Piece, pieces
from ._structures import StrengthInfoStruct
from ._text import PasswordLike, PathLike, Text, borrowed, c_path, written


@dataclass(frozen=True)
class Strength:
    """An estimate. It reveals much about the password: do not log it."""

    #: The decimal logarithm of the number of guesses, 0 or more, in steps of 0.001.
    guesses_log10: float
    #: The level of that number.
    level: StrengthLevel
    #: Whether the password was longer than 256 code points, and only those were estimated.
    cut: bool
    #: The pieces of the password, from left to right.
    pieces: Tuple[Piece, ...]
    #: At most three sentences for the user, without any part of the password.
    advice: Tuple[str, ...]


class RankedWords(Owner):
    """Lists of ranked words for estimating strength, built by ``passwordrules ranks build``; without an
    argument, the bundled list. They are read into memory. Threads may share them. If a word is in several
    lists, its best rank counts.

    Raises `RankedWordsError` if a file is missing, does not belong to root or the effective user, is writable
    by group or others, is too long, is not such a list, or is damaged.
    """

    __slots__ = ("_paths",)
    _paths: Tuple[str, ...]

    def __init__(self, *paths: PathLike) -> None:
        names = [c_path(path) for path in paths]
        ranks = c_void_p()
        with received() as found:
            array = (c_char_p * len(names))(*names)
            status = library.passwordrules_ranks_open(array, len(names), byref(ranks), byref(found))
            diagnostics = read(found)
        if status != Status.OK:
            raise failure(status, diagnostics)
        self._handle = Handle(ranks, library.passwordrules_ranks_free)
        self._paths = tuple(os.fsdecode(name) for name in names)

    def estimate(self, password: PasswordLike, *, user: Optional[Text] = None, full_name: Optional[Text] = None,
                 words: Iterable[Text] = (), translations: Optional[NullTranslations] = None) -> Strength:
        """Estimates how many guesses a password withstands.

        user, full_name  the person's names
        words            other words related to the person, the most important first; 64 count, including the names
        translations     the language of the advice; None for English
        """
        strength = c_void_p()
        with borrowed(password) as (start, length), context(False, False, user, full_name, words=words) as person:
            status = library.passwordrules_strength_estimate(self._handle, byref(person), start, length, byref(strength))
        if status != Status.OK:
            raise failure(status)
        try:
            info = StrengthInfoStruct()
            status = library.passwordrules_strength_get_info(strength, byref(info))
            assert status == Status.OK, "the struct is the library's"
            with language(translations) as spoken:
                advice = tuple(
                    written(lambda *buffer: library.passwordrules_strength_advice(strength, index, spoken, *buffer), 512)
                    for index in range(info.advice_count))
            return Strength(
                guesses_log10=info.guesses_log10, level=StrengthLevel(info.level), cut=info.cut == 1,
                pieces=pieces(library.passwordrules_strength_piece, strength), advice=advice)
        finally:
            library.passwordrules_strength_free(strength)

    @property
    def paths(self) -> Tuple[str, ...]:
        """The paths of the files; empty for the bundled list."""
        return self._paths

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._paths))})"
