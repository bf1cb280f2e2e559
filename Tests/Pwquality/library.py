"""Calls a libpwquality.so.1 through its own interface: ours, as built, or Debian's."""

import ctypes
import re
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p
from pathlib import Path

TOP = Path(__file__).parents[2]
BUILD = TOP / "build"
# Once loaded, a library is found by its name, wherever its file is.
ctypes.CDLL(BUILD / "libpasswordrules.so.1")
sys.path.append(str(TOP / "Sources" / "Bindings" / "Python"))
OURS = BUILD / "pwquality" / "libpwquality.so.1"
HEADER = TOP / "Sources" / "Pwquality" / "pwquality.h"
# Debian's library, next to which ours is loaded.
[DEBIANS] = Path("/usr/lib").glob("*-linux-gnu/libpwquality.so.1")
LONGEST_TEXT = 256
# Where the build looks for lists and translations.
SHARE = Path("/usr/local/share")
LISTS = SHARE / "passwordrules"

FUNCTIONS = {
    "default_settings": (c_void_p, []), "free_settings": (None, [c_void_p]),
    "read_config": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]), "set_option": (c_int, [c_void_p, c_char_p]),
    "set_int_value": (c_int, [c_void_p, c_int, c_int]), "set_str_value": (c_int, [c_void_p, c_int, c_char_p]),
    "get_int_value": (c_int, [c_void_p, c_int, POINTER(c_int)]), "get_str_value": (c_int, [c_void_p, c_int, POINTER(c_char_p)]),
    "generate": (c_int, [c_void_p, c_int, POINTER(c_void_p)]),
    "check": (c_int, [c_void_p, c_char_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "strerror": (c_void_p, [c_char_p, c_size_t, c_int, c_void_p]),
}
_libc = ctypes.CDLL(None)
_libc.free.argtypes = [c_void_p]


def numbers(prefix: str) -> dict[str, int]:
    """The names in our header with this prefix, which is removed, and their numbers."""
    return {name: int(number) for name, number in re.findall(rf"#define {prefix}(\w+) (-?\d+)", HEADER.read_text())}


SETTING, ERROR = numbers("PWQ_SETTING_"), numbers("PWQ_ERROR_")
NAMES = dict(re.findall(r"#define PWQ_SETTING_(\w+) \d+ +/\* (\w+)", HEADER.read_text()))
TEXTS = {"DICT_PATH", "BAD_WORDS"}


class Library:
    """The functions of the library, named without their prefix, with their types."""

    def __init__(self, path: Path = OURS):
        library = ctypes.CDLL(path)
        for name, (result, arguments) in FUNCTIONS.items():
            function = library[f"pwquality_{name}"]
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def text(self, error: int, extra: c_void_p | None = None) -> str:
        buffer = ctypes.create_string_buffer(LONGEST_TEXT)
        found = self.strerror(buffer, LONGEST_TEXT, error, extra)
        return ctypes.string_at(found).decode()


class Settings:
    """Settings as a program has them. A configured one has read the configuration."""

    def __init__(self, library: Library, *options: str, configured: bool = False, file: Path | None = None):
        self.library = library
        self.pointer = library.default_settings()
        assert self.pointer
        self.extra = c_void_p()
        if configured or file is not None:
            extra = c_void_p(1)
            assert library.read_config(self.pointer, bytes(file) if file else None, byref(extra)) == 0 and extra.value is None
        for option in options:
            assert library.set_option(self.pointer, option.encode()) == 0

    def __del__(self):
        self.library.free_settings(self.pointer)

    def check(self, password: str | bytes | None, old: str | None = None, user: str | None = None) -> int:
        """The score or the error. The auxiliary value of an error is in `extra`."""
        given = password.encode() if isinstance(password, str) else password
        return self.library.check(self.pointer, given, old if old is None else old.encode(),
                                  user if user is None else user.encode(), byref(self.extra))

    def text(self, error: int) -> str:
        return self.library.text(error, self.extra)

    def refusal(self, password: str | bytes, **circumstances) -> tuple[str, str]:
        """The name of the error, and its text."""
        error = self.check(password, **circumstances)
        assert error < 0, error
        [name] = [name for name, number in ERROR.items() if number == error]
        return name, self.text(error)

    def number(self, name: str) -> int:
        value = c_int(-77)
        assert self.library.get_int_value(self.pointer, SETTING[name], byref(value)) == 0
        return value.value

    def string(self, name: str) -> str | None:
        value = c_char_p(b"stale")
        assert self.library.get_str_value(self.pointer, SETTING[name], byref(value)) == 0
        return value.value.decode() if value.value is not None else None

    def generate(self, bits: int) -> tuple[int, str]:
        made = c_void_p(1)
        error = self.library.generate(self.pointer, bits, byref(made))
        if made.value is None:
            return error, ""
        password = ctypes.string_at(made.value).decode()
        _libc.free(made)
        return error, password
