"""The pieces that a password was found to consist of."""

from __future__ import annotations

from ctypes import byref, c_void_p
from dataclasses import dataclass
from typing import Any, Callable, List, Tuple

from ._codes import Status
from ._constants import PieceKind
from ._structures import PieceStruct


@dataclass(frozen=True)
class Piece:
    """A piece of a password."""

    #: What it was recognised as.
    kind: PieceKind
    #: The name of the kind, such as "keyboard-walk".
    name: str
    #: The range in the password, in code points: for a str, ``password[piece.start:piece.end]``.
    start: int
    end: int
    #: The approximate rank of a listed word, a power of two; else 0. A person who has the list can narrow down the word
    #: with this rank.
    rank: int


def pieces(get: Callable[..., Any], made: c_void_p) -> Tuple[Piece, ...]:
    """The pieces that a function of the library returns for each index, until there are no more."""
    found: List[Piece] = []
    piece = PieceStruct()
    while get(made, len(found), byref(piece)) == Status.OK:
        found.append(Piece(
            kind=PieceKind(piece.kind), name=piece.name.decode(), start=piece.start, end=piece.end, rank=piece.rank))
    return tuple(found)
