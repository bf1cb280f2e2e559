"""What the structs of passwordrules.h have in common."""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, Structure, c_ulong, c_void_p, sizeof
from typing import Any


class Sized(Structure):
    """A struct that begins with its size, which is filled in here."""

    def __init__(self, **members: Any) -> None:
        super().__init__(size=sizeof(type(self)), **members)


#: Texts as addresses, since ctypes would not keep the memory of an answer alive that is bytes.
Translate = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p, c_ulong, POINTER(c_void_p))
