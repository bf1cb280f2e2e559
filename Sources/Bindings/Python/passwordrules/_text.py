"""Text and passwords for the library, and text from it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from ctypes import byref, c_char, c_char_p, c_size_t, create_string_buffer, memset
from typing import Any, Callable, Iterator, Tuple, Union

from ._codes import Status
from ._errors import failure

#: The type of a text; bytes must be UTF-8.
Text = Union[str, bytes]
#: The type of a password. bytes, and a writable bytearray or memoryview, are read in place.
PasswordLike = Union[str, bytes, bytearray, memoryview]
#: The type of a file's path.
PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def encoded(text: Text, name: str) -> bytes:
    """The bytes of a text. `name` is for the error message."""
    if isinstance(text, bytes):
        # A subclass could report another length. For bytes itself, this makes no copy.
        return bytes.__getitem__(text, slice(None))
    if not isinstance(text, str):
        raise TypeError(f"{name} must be str or bytes, not {type(text).__name__}")
    return _utf8(text)


def c_string(text: Text, name: str) -> bytes:
    """The bytes of a text for a C string, which must not contain a NUL."""
    data = encoded(text, name)
    if b"\0" in data:
        raise ValueError(f"embedded null byte in {name}")
    return data


def c_path(path: PathLike, name: str = "path") -> bytes:
    """The bytes of a file's path."""
    return c_string(os.fsencode(path), name)


@contextmanager
def borrowed(password: PasswordLike, name: str = "password") -> Iterator[Tuple[Any, int]]:
    """The address of a password and its length in bytes, for one call. A copy is wiped afterwards."""
    if isinstance(password, (str, bytes)):
        data = encoded(password, name)
        yield c_char_p(data), len(data)
        return
    if not isinstance(password, (bytearray, memoryview)):
        raise TypeError(f"{name} must be str, bytes, bytearray or memoryview, not {type(password).__name__}")
    view = memoryview(password)
    # ctypes takes only writable memory. While it uses a bytearray, the size of the bytearray cannot change.
    is_copied = view.readonly or not view.c_contiguous
    memory = (c_char * view.nbytes).from_buffer(bytearray(view) if is_copied else view)
    try:
        yield memory, view.nbytes
    finally:
        if is_copied:
            memset(memory, 0, view.nbytes)


def written(write: Callable[[Any, int, Any], Any], room: int = 1024) -> str:
    """The text that a function of the library writes, called with a buffer, its size and the needed size. The
    buffer is wiped.

    Raises the exception of `failure`, unless the buffer was only too small.
    """
    needed = c_size_t()
    while True:
        buffer = create_string_buffer(room)
        try:
            status = write(buffer, room, byref(needed))
            if status == Status.OK:
                # Directly from the buffer: a bytes object in between could not be wiped.
                return str(memoryview(buffer)[: needed.value - 1], "utf-8")
        finally:
            memset(buffer, 0, room)
        if status != Status.ERANGE or needed.value <= room:
            raise failure(status)
        room = needed.value


def _utf8(text: str) -> bytes:
    """Encodes a text as UTF-8. Surrogates from os.fsdecode or sys.stdin become the original bytes again.

    Any other lone surrogate becomes ill-formed UTF-8, which the library reports: an exception would contain
    the text, which may be a password.
    """
    try:
        return str.encode(text, "utf-8", "surrogateescape")
    except UnicodeEncodeError:
        pass
    return str.encode(text, "utf-8", "surrogatepass")
