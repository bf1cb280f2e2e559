"""Text and passwords on their way into the library, and text on its way out."""

from __future__ import annotations

import os
from contextlib import contextmanager
from ctypes import byref, c_char, c_char_p, c_size_t, create_string_buffer, memset
from typing import Any, Callable, Iterator, Tuple, Union

from ._constants import Status
from ._errors import failure

#: Text as it may be passed: bytes are taken for UTF-8.
Text = Union[str, bytes]
#: A password as it may be passed. bytes, and a bytearray or memoryview that may be written, are read in place.
PasswordLike = Union[str, bytes, bytearray, memoryview]
#: A file's path as it may be passed.
PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def encoded(text: Text, name: str) -> bytes:
    """The bytes of a text; `name` is for the error."""
    if isinstance(text, bytes):
        # Not a subclass, whose length may be another than that of its bytes. Of bytes itself, this is no copy.
        return bytes.__getitem__(text, slice(None))
    if not isinstance(text, str):
        raise TypeError(f"{name} must be str or bytes, not {type(text).__name__}")
    return _utf8(text)


def c_string(text: Text, name: str) -> bytes:
    """The bytes of a text that C sees the end of by a NUL, and which therefore has none."""
    data = encoded(text, name)
    if b"\0" in data:
        raise ValueError(f"embedded null byte in {name}")
    return data


def c_path(path: PathLike, name: str = "path") -> bytes:
    """The bytes of a file's path."""
    return c_string(os.fsencode(path), name)


@contextmanager
def borrowed(password: PasswordLike, name: str = "password") -> Iterator[Tuple[Any, int]]:
    """Where a password is and its length in bytes, for one call. What had to be copied is wiped after it."""
    if isinstance(password, (str, bytes)):
        data = encoded(password, name)
        yield c_char_p(data), len(data)
        return
    if not isinstance(password, (bytearray, memoryview)):
        raise TypeError(f"{name} must be str, bytes, bytearray or memoryview, not {type(password).__name__}")
    view = memoryview(password)
    # Only memory that may be written is lent to ctypes. As long as it is, a bytearray does not change its size.
    is_copied = view.readonly or not view.c_contiguous
    memory = (c_char * view.nbytes).from_buffer(bytearray(view) if is_copied else view)
    try:
        yield memory, view.nbytes
    finally:
        if is_copied:
            memset(memory, 0, view.nbytes)


def written(write: Callable[[Any, int, Any], Any], room: int = 1024) -> str:
    """The text that a function of the library writes, given buffer, size and needed size. The buffer is wiped.

    Raises what `failure` says of any other status than that the buffer is too small.
    """
    needed = c_size_t()
    while True:
        buffer = create_string_buffer(room)
        try:
            status = write(buffer, room, byref(needed))
            if status == Status.OK:
                # Straight from the buffer: a bytes object on the way could not be wiped.
                return str(memoryview(buffer)[: needed.value - 1], "utf-8")
        finally:
            memset(buffer, 0, room)
        if status != Status.ERANGE or needed.value <= room:
            raise failure(status)
        room = needed.value


def _utf8(text: str) -> bytes:
    """UTF-8. What stands for bytes that were no UTF-8 (os.fsdecode, sys.stdin) becomes those bytes again.

    Any other lone surrogate becomes ill-formed UTF-8, for the library to find: an exception would carry the text, and
    that may be a password.
    """
    try:
        return str.encode(text, "utf-8", "surrogateescape")
    except UnicodeEncodeError:
        pass
    return str.encode(text, "utf-8", "surrogatepass")
