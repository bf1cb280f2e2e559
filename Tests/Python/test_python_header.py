"""The package declares what Include/passwordrules.h declares: functions, numbers, structs."""

import ctypes
import re
import subprocess

import pytest

import passwordrules
from passwordrules import _constants, _library, _structures
from tree import HEADER, INCLUDE

with open(HEADER, encoding="utf-8") as file:
    TEXT = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)

STRUCTS = {
    "diagnostic": _structures.DiagnosticStruct, "outcome": _structures.OutcomeStruct,
    "generate_options": _structures.GenerateOptionsStruct, "generated": _structures.GeneratedStruct,
    "blocklist_info": _structures.BlocklistInfoStruct, "policy_info": _structures.PolicyInfoStruct,
    "context": _structures.ContextStruct, "language": _structures.LanguageStruct,
}
OBJECTS = ["diagnostics", "rules", "report", "blocklist", "policy"]

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
    match[2]: (TYPES[re.sub(r"\s*\*", "*", match[1]).strip()],
               [] if match[3] == "void" else [type_of(one) for one in match[3].split(",")])
    for match in re.finditer(r"^((?:const )?\w+ \*?)passwordrules_(\w+)\(([^)]*)\);", TEXT, re.MULTILINE)}

NUMBERS = {name: int(number.rstrip("u"))
           for name, number in re.findall(r"^#define PASSWORDRULES_(\w+) (\d+u?)\s*$", TEXT, re.MULTILINE)}
TEXTS = dict(re.findall(r'^#define PASSWORDRULES_(\w+) "(.*)"', TEXT, re.MULTILINE))

ENUMS = {"KIND_": passwordrules.Kind, "STYLE_": passwordrules.Style, "MATCH_": passwordrules.Match,
         "ENFORCE_": passwordrules.Enforcement, "SEVERITY_": passwordrules.Severity,
         "DIAGNOSTIC_": passwordrules.DiagnosticCode}


def test_header_is_understood():
    # Each function is named with its parenthesis once; so nothing is overlooked.
    assert set(FUNCTIONS) == set(re.findall(r"passwordrules_(\w+)\(", TEXT))
    assert len(FUNCTIONS) >= 35 and len(NUMBERS) >= 60
    assert set(NUMBERS) | set(TEXTS) == set(re.findall(r"#define PASSWORDRULES_(\w+) \S", TEXT)) - {"MUST_CHECK"}
    assert set(STRUCTS) == set(re.findall(r"typedef struct passwordrules_(\w+) \{", TEXT))


def test_no_function_is_missing_and_none_made_up():
    assert set(_library.SIGNATURES) == set(FUNCTIONS)


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
    if name.startswith("VERSION_"):
        return int(passwordrules.__version__.split(".")[["MAJOR", "MINOR", "PATCH"].index(name[8:])])
    return getattr(_constants, name)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_the_headers(name):
    assert number_of(name) == NUMBERS[name]


def test_no_number_is_made_up():
    names = {prefix + name for prefix, enum in ENUMS.items() for name in enum.__members__}
    assert names | set(passwordrules.Status.__members__) <= set(NUMBERS)


def test_texts_are_the_headers():
    assert TEXTS == {"VERSION": passwordrules.__version__, "POLICY_PATH": passwordrules.POLICY_PATH,
                     "POLICY_VENDOR_PATH": passwordrules.POLICY_VENDOR_PATH}
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
    subprocess.run(["cc", "-std=c99", "-I", INCLUDE, "-o", tmp_path / "layout", source], check=True, timeout=60)
    printed = subprocess.run([tmp_path / "layout"], check=True, capture_output=True, text=True, timeout=60).stdout
    expected = []
    for name, struct in STRUCTS.items():
        expected.append(f"{name} {ctypes.sizeof(struct)}")
        for member, _ in struct._fields_:
            place = getattr(struct, member)
            expected.append(f"{name}.{member} {place.offset} {place.size}")
    assert printed.splitlines() == expected


@pytest.mark.parametrize("name, struct", STRUCTS.items())
def test_structs_have_all_members_and_their_size_is_filled_in(name, struct):
    body = re.search(rf"typedef struct passwordrules_{name} \{{(.*?)\}}", TEXT, re.DOTALL)[1]
    assert [member for member, _ in struct._fields_] == re.findall(r"(\w+);", body)
    assert struct().size == ctypes.sizeof(struct)
