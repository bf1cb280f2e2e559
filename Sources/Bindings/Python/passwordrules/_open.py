"""Enumerations that grow with the library."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Optional, Tuple


class Open(IntEnum):
    """An enumeration of the library's numbers. An unknown number, from a newer library, is a member
    UNKNOWN_n."""

    @classmethod
    def _missing_(cls, value: object) -> Optional[Any]:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{int(value)}"
        member._value_ = int(value)
        return member

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, Tuple[int]]:
        # Pickle the number: some versions of Python pickle the name, which other programs may not know.
        return type(self), (int(self),)
