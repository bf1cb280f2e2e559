"""The package declares what Include/passwordrules.h declares: functions, numbers, structs."""

import ctypes
import os
import re
import subprocess
import sys

import pytest

import passwordrules
from passwordrules import _constants, _library, _structures
from tree import HEADER, INCLUDE, ROOT

sys.path.append(os.path.join(ROOT, "Tests", "Library"))
import c_header  # noqa: E402

TEXT = c_header.read(HEADER)

STRUCTS = {
    "diagnostic": _structures.DiagnosticStruct, "outcome": _structures.OutcomeStruct,
    "origin": _structures.OriginStruct,
    "generate_options": _structures.GenerateOptionsStruct, "generated": _structures.GeneratedStruct,
    "blocklist_info": _structures.BlocklistInfoStruct, "policy_info": _structures.PolicyInfoStruct,
    "context": _structures.ContextStruct, "language": _structures.LanguageStruct,
    "strength_info": _structures.StrengthInfoStruct, "piece": _structures.PieceStruct,
}
OBJECTS = ["diagnostics", "rules", "report", "blocklist", "policy", "ranks", "strength"]

TYPES = {
    "void": None, "int": ctypes.c_int, "unsigned": ctypes.c_uint, "size_t": ctypes.c_size_t, "double": ctypes.c_double,
    "char*": ctypes.POINTER(ctypes.c_char), "const char*": ctypes.c_char_p,
    "const char*const*": ctypes.POINTER(ctypes.c_char_p), "void*": ctypes.c_void_p,
    "size_t*": ctypes.POINTER(ctypes.c_size_t), "double*": ctypes.POINTER(ctypes.c_double),
    "int*": ctypes.POINTER(ctypes.c_int),
    "passwordrules_translate": _structures.Translate,
    **{f"{const}passwordrules_{name}*": ctypes.POINTER(struct)
       for name, struct in STRUCTS.items() for const in ("", "const ")},
    **{f"{const}passwordrules_{name}*": ctypes.c_void_p for name in OBJECTS for const in ("", "const ")},
    **{f"passwordrules_{name}**": ctypes.POINTER(ctypes.c_void_p) for name in OBJECTS},
}


def type_of(declaration):
    """"const char *text" is "const char*", and that is a c_char_p."""
    declaration = re.sub(r"\w+$", "", declaration.strip()) if re.search(r"[*\s]\w+$", declaration.strip()) else declaration
    return TYPES[re.sub(r"\s*\*\s*", "*", " ".join(declaration.split()))]


FUNCTIONS = {
    name.removeprefix("passwordrules_"): (
        TYPES[result.replace(" *", "*")],
        [] if parameters == "void" else [type_of(one) for one in parameters.split(",")])
    for name, (result, parameters) in c_header.functions(TEXT).items()}
CONSTANTS = {name.removeprefix("PASSWORDRULES_"): value for name, value in c_header.constants(TEXT).items()}
NUMBERS = {name: int(value.rstrip("u")) for name, value in CONSTANTS.items() if value[0] != '"'}

ENUMS = {"KIND_": passwordrules.Kind, "STYLE_": passwordrules.Style, "MATCH_": passwordrules.Match,
         "ENFORCE_": passwordrules.Enforcement, "SEVERITY_": passwordrules.Severity,
         "DIAGNOSTIC_": passwordrules.DiagnosticCode, "PIECE_": passwordrules.PieceKind,
         "STRENGTH_": passwordrules.StrengthLevel}


def test_nothing_is_missing_and_nothing_made_up():
    assert set(_library.SIGNATURES) == set(FUNCTIONS)
    assert {f"passwordrules_{name}" for name in STRUCTS} == set(c_header.structs(TEXT))
    names = {prefix + name for prefix, enum in ENUMS.items() for name in enum.__members__}
    assert names | set(passwordrules.Status.__members__) <= set(NUMBERS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_take_and_return_what_the_header_says(name):
    assert _library.SIGNATURES[name] == FUNCTIONS[name]
    function = getattr(_library.library, "passwordrules_" + name)
    assert (function.restype, list(function.argtypes)) == FUNCTIONS[name]


def number_of(name):
    """The number that the package has for PASSWORDRULES_`name`."""
    for prefix, enum in ENUMS.items():
        if name.startswith(prefix):
            return enum[name[len(prefix):]]
    if re.fullmatch("OK|E[A-Z]+", name):
        return passwordrules.Status[name]
    return getattr(_constants, name)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_the_headers(name):
    assert number_of(name) == NUMBERS[name]


def test_texts_are_the_headers():
    assert {name: value.strip('"') for name, value in CONSTANTS.items() if name not in NUMBERS} == {
        "POLICY_PATH": passwordrules.POLICY_PATH, "POLICY_VENDOR_PATH": passwordrules.POLICY_VENDOR_PATH}
    assert f'#define PASSWORDRULES_VERSION "{passwordrules.__version__}"\n' in TEXT
    assert passwordrules.library_version == passwordrules.__version__


def test_structs_are_laid_out_as_a_c_program_has_them(tmp_path):
    lines = []
    for name, struct in STRUCTS.items():
        lines.append(f'printf("{name} %zu\\n", sizeof(passwordrules_{name}));')
        lines += [f'printf("{name}.{member} %zu %zu\\n", offsetof(passwordrules_{name}, {member}), '
                  f'sizeof(((passwordrules_{name} *)0)->{member}));' for member, _ in struct._fields_]
    source = tmp_path / "layout.c"
    head = ["#include <passwordrules.h>", "#include <stdio.h>", "int main(void) {"]
    source.write_text("\n".join([*head, *lines, "return 0;", "}", ""]))
    subprocess.run(["cc", "-std=c99", "-I", INCLUDE, "-o", tmp_path / "layout", source], check=True)
    printed = subprocess.run([tmp_path / "layout"], check=True, capture_output=True, text=True).stdout
    expected = []
    for name, struct in STRUCTS.items():
        expected.append(f"{name} {ctypes.sizeof(struct)}")
        for member, _ in struct._fields_:
            place = getattr(struct, member)
            expected.append(f"{name}.{member} {place.offset} {place.size}")
    assert printed.splitlines() == expected


@pytest.mark.parametrize("name, struct", STRUCTS.items())
def test_structs_have_all_members_and_their_size_is_filled_in(name, struct):
    assert [member for member, _ in struct._fields_] == c_header.structs(TEXT)[f"passwordrules_{name}"]
    assert struct().size == ctypes.sizeof(struct)
