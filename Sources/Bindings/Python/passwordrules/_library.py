"""Loads libpasswordrules.so.1 and declares its functions."""

from __future__ import annotations

from ctypes import CDLL
from typing import Tuple

from ._signatures import SIGNATURES
from ._version import __version__

NAME = "libpasswordrules.so.1"
PACKAGE = "libpasswordrules1"


def load(name: str = NAME, version: str = __version__) -> CDLL:
    """Loads the library, and declares all its functions.

    Raises ImportError if it is not installed, or is older than this package. A newer one is compatible as
    long as the number in its name is the same.
    """
    try:
        library = CDLL(name)
    except OSError as error:
        raise ImportError(f"{error}; on Debian, install the package {PACKAGE}", name="passwordrules", path=name) from error
    try:
        for function, (result, arguments) in SIGNATURES.items():
            declared = getattr(library, "passwordrules_" + function)
            declared.restype, declared.argtypes = result, arguments
        found = library.passwordrules_version().decode()
        is_older = _numbers(found) < _numbers(version)
    except (AttributeError, ValueError) as error:
        raise ImportError(f"{name} is not the library that passwordrules {version} needs ({error}); "
                          f"on Debian, upgrade the package {PACKAGE}", name="passwordrules", path=name) from error
    if is_older:
        raise ImportError(f"{name} has the version {found}, and passwordrules needs {version} or newer; "
                          f"on Debian, upgrade the package {PACKAGE}", name="passwordrules", path=name)
    return library


def _numbers(version: str) -> Tuple[int, int]:
    """The major and minor number: a patch adds no functions."""
    major, minor = version.split(".")[:2]
    return int(major), int(minor)


library = load()
