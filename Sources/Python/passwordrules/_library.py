"""Loads libpasswordrules.so.1 and declares its functions."""

from __future__ import annotations

from ctypes import CDLL, POINTER, c_char, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p
from typing import Any, Dict, List, Tuple

from ._structures import (BlocklistInfoStruct, ContextStruct, DiagnosticStruct, GeneratedStruct, GenerateOptionsStruct,
                          LanguageStruct, OriginStruct, OutcomeStruct, PieceStruct, PolicyInfoStruct, StrengthInfoStruct)
from ._version import __version__

NAME = "libpasswordrules.so.1"
PACKAGE = "libpasswordrules1"

# Objects are plain addresses here; _handle.py describes their ownership.
_OBJECT, _OBJECT_OUT = c_void_p, POINTER(c_void_p)
# Input text: bytes, or an array over a caller's memory. It has a length, so that a NUL does not end it.
_TEXT = [c_char_p, c_size_t]
# Output text: the buffer, its size, and the size that is needed.
_BUFFER = [POINTER(c_char), c_size_t, POINTER(c_size_t)]

#: The result and the parameters of each function, without the prefix passwordrules_.
SIGNATURES: Dict[str, Tuple[Any, List[Any]]] = {
    "version": (c_char_p, []),
    "status_text": (c_char_p, [c_int]),
    "diagnostics_count": (c_size_t, [_OBJECT]),
    "diagnostics_get": (c_int, [_OBJECT, c_size_t, POINTER(DiagnosticStruct)]),
    "diagnostics_free": (None, [_OBJECT]),
    "parse": (c_int, [*_TEXT, c_uint, _OBJECT_OUT, _OBJECT_OUT]),
    "rules_free": (None, [_OBJECT]),
    "lint": (c_int, [*_TEXT, c_uint, _OBJECT_OUT]),
    "format": (c_int, [_OBJECT, c_uint, *_BUFFER]),
    "explain": (c_int, [_OBJECT, POINTER(LanguageStruct), *_BUFFER]),
    "check": (c_int, [_OBJECT, *_TEXT, c_uint, _OBJECT_OUT]),
    "report_create": (c_int, [_OBJECT_OUT]),
    "check_into": (c_int, [_OBJECT, *_TEXT, c_uint, _OBJECT]),
    "report_accepted": (c_int, [_OBJECT]),
    "report_progress": (c_double, [_OBJECT]),
    "report_count": (c_size_t, [_OBJECT]),
    "report_outcome": (c_int, [_OBJECT, c_size_t, POINTER(OutcomeStruct)]),
    "report_unmet_rules": (c_int, [_OBJECT, *_BUFFER]),
    "report_class": (c_int, [_OBJECT, c_size_t, *_BUFFER]),
    "report_message": (c_int, [_OBJECT, c_size_t, POINTER(LanguageStruct), *_BUFFER]),
    "report_summary": (c_int, [_OBJECT, c_char_p, c_size_t, POINTER(LanguageStruct), *_BUFFER]),
    "report_demands": (c_int, [_OBJECT, c_char_p, c_size_t, POINTER(LanguageStruct), *_BUFFER]),
    "report_free": (None, [_OBJECT]),
    "generate": (c_int, [_OBJECT, POINTER(GenerateOptionsStruct), *_BUFFER, POINTER(GeneratedStruct)]),
    "count": (c_int, [_OBJECT, c_size_t, *_BUFFER, POINTER(c_double)]),
    "shortest_length": (c_int, [_OBJECT, c_double, POINTER(c_size_t)]),
    "blocklist_open": (c_int, [c_char_p, c_uint, _OBJECT_OUT, _OBJECT_OUT]),
    "blocklist_lookup": (c_int, [_OBJECT, *_TEXT, c_int, POINTER(c_int)]),
    "report_add_lookup": (c_int, [_OBJECT, _OBJECT, *_TEXT, c_int]),
    "blocklist_get_info": (c_int, [_OBJECT, POINTER(BlocklistInfoStruct)]),
    "blocklist_free": (None, [_OBJECT]),
    "policy_load": (c_int, [c_char_p, POINTER(c_char_p), c_size_t, c_uint, _OBJECT_OUT, _OBJECT_OUT]),
    "policy_load_pwquality": (c_int, [c_char_p, POINTER(c_char_p), c_size_t, c_uint, _OBJECT_OUT, _OBJECT_OUT]),
    "policy_load_pam_line": (c_int, [POINTER(c_char_p), c_size_t, _OBJECT_OUT, _OBJECT_OUT]),
    "policy_for_user": (c_int, [_OBJECT, c_char_p, _OBJECT_OUT, _OBJECT_OUT]),
    "policy_for_service_account": (c_int, [_OBJECT, POINTER(ContextStruct), _OBJECT_OUT, _OBJECT_OUT]),
    "policy_is_current": (c_int, [_OBJECT]),
    "policy_free": (None, [_OBJECT]),
    "policy_get_info": (c_int, [_OBJECT, POINTER(PolicyInfoStruct)]),
    "policy_enforcement": (c_int, [_OBJECT, POINTER(ContextStruct)]),
    "diagnostics_enforcement": (c_int, [_OBJECT, POINTER(ContextStruct)]),
    "policy_describe": (c_int, [_OBJECT, POINTER(ContextStruct), POINTER(LanguageStruct), *_BUFFER]),
    "policy_check": (c_int, [_OBJECT, POINTER(ContextStruct), *_TEXT, _OBJECT_OUT]),
    "policy_check_suggesting": (c_int, [_OBJECT, POINTER(ContextStruct), *_TEXT, _OBJECT_OUT, POINTER(c_char), c_size_t]),
    "policy_count_change": (c_int, [_OBJECT, POINTER(ContextStruct), _OBJECT, _OBJECT_OUT]),
    "policy_origin": (c_int, [_OBJECT, _OBJECT, c_size_t, POINTER(OriginStruct)]),
    "ranks_open": (c_int, [POINTER(c_char_p), c_size_t, _OBJECT_OUT, _OBJECT_OUT]),
    "ranks_free": (None, [_OBJECT]),
    "strength_estimate": (c_int, [_OBJECT, POINTER(ContextStruct), *_TEXT, _OBJECT_OUT]),
    "strength_get_info": (c_int, [_OBJECT, POINTER(StrengthInfoStruct)]),
    "strength_piece": (c_int, [_OBJECT, c_size_t, POINTER(PieceStruct)]),
    "strength_advice": (c_int, [_OBJECT, c_size_t, POINTER(LanguageStruct), *_BUFFER]),
    "strength_free": (None, [_OBJECT]),
    "report_piece": (c_int, [_OBJECT, c_size_t, POINTER(PieceStruct)]),
    "policy_suggest": (c_int, [_OBJECT, POINTER(ContextStruct), *_BUFFER, POINTER(GeneratedStruct)]),
}


def load(name: str = NAME, version: str = __version__) -> CDLL:
    """The library, with all of its functions declared.

    Raises ImportError if it is not installed, or is older than this package. A newer one is compatible: its interface only grows
    as long as the number in its name stays.
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
    """Major and minor: a patch adds no functions."""
    major, minor = version.split(".")[:2]
    return int(major), int(minor)


library = load()
