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
    """A piece of a password: what it was recognised as, and where it is."""

    #: What it was recognised as.
    kind: PieceKind
    #: The name of the kind, such as "keyboard-walk".
    name: str
    #: Where it begins and ends in the password, in code points: of a str, ``password[piece.start:piece.end]``.
    start: int
    end: int
    #: Of a listed word, about its rank, a power of two; else 0. With the list, it tells which words it may be.
    rank: int


def pieces(get: Callable[..., Any], made: c_void_p) -> Tuple[Piece, ...]:
    """The pieces that a function of the library fills in, one for each index, until it says that there are no more."""
    found: List[Piece] = []
    piece = PieceStruct()
    while get(made, len(found), byref(piece)) == Status.OK:
        found.append(Piece(
            kind=PieceKind(piece.kind), name=piece.name.decode(), start=piece.start, end=piece.end, rank=piece.rank))
    return tuple(found)
