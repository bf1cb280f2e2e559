"""The ownership of the library's objects."""

from __future__ import annotations

from ctypes import c_void_p
from typing import Callable, NoReturn


class Handle:
    """An object of the library. It is freed with the last reference to this handle.

    ctypes takes a handle as an argument, and keeps it until the call returns. So an object that a thread is
    using is not freed, even if other threads drop it.
    """

    __slots__ = ("_as_parameter_", "_free")

    def __init__(self, pointer: c_void_p, free: Callable[[c_void_p], None]) -> None:
        self._as_parameter_ = pointer
        # Stored here, because at exit Python may clear the globals of modules before it frees this object.
        self._free = free

    def __del__(self) -> None:
        self._free(self._as_parameter_)


class Owner:
    """The base class of `Rules`, `Policy`, `Blocklist` and `RankedWords`.

    They cannot be copied or pickled, because their contents belong to the library.
    """

    __slots__ = ("_handle", "__weakref__")
    _handle: Handle

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"cannot pickle or copy {type(self).__name__!r} object: share the object itself")
