"""The base of the structs of passwordrules.h."""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, Structure, c_ulong, c_void_p, sizeof
from typing import Any


class Sized(Structure):
    """A struct that begins with its size, which is filled in here."""

    def __init__(self, **members: Any) -> None:
        super().__init__(size=sizeof(type(self)), **members)


#: Texts are addresses, because ctypes would not keep the memory of a bytes answer alive.
Translate = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p, c_ulong, POINTER(c_void_p))
