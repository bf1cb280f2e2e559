"""Writes the facts that several files share, each from its one source.

Usage: generate.py [--check] [DECLARED]

- The version and the number of the ABI: `VERSION` and `ABI` in the Makefile.
- Functions and structs: Include/passwordrules.h, by header.py.
- Statuses, kinds of outcome, diagnostics and keys: the Swift sources. DECLARED is the output of main.swift.
  Without it, the files that depend on it are not touched, because Swift can be compiled only with the right
  generated Swift.
- The list of keys of policy files: the files in Sources/PasswordRules/Policy/Keys, one for each key.

With --check nothing is written: a file that differs is an error. A generated file says so at its top; a
generated part of a file is between two comments that say so."""

import re
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import header
import policy_keys
from header import ROOT

WIDTH = 120
# The parts of the manual's list of diagnostics: the last number of each, and its heading.
DIAGNOSTICS = [
    (149, "Mistakes in descriptors:"),
    (199, "Notes and warnings about descriptors:"),
    (299, "Policies, mistakes unless they are called warnings:"),
    (309, "Files of policies, and blocklists:"),
    (319, "Accounts:"),
    (329, "The content of a blocklist:"),
    (339, "The process, and counted changes:"),
    (349, 'The machine, only from "passwordrules policy --check":'),
    (359, "The content of a list of ranked words:"),
    (369, 'Files beside a policy, "accept", and logins, likewise:'),
]
# Texts written by hand that begin with the version.
CHANGES = {
    "CHANGELOG.md": r"^## (\S+)$",
    "debian/changelog": r"\Apasswordrules \(([^)-]+)(?:-\S+)?\) ",
    "Sources/Packaging/passwordrules.spec": r"^%changelog\n\* .* - (\S+)-1$",
}
# The library's manual page, and the beginning of its comments.
PAGE, MDOC = "Sources/Manual/passwordrules.3", r'.\"'


class Number(NamedTuple):
    value: int
    #: The constant in C, without the family's prefix.
    constant: str
    #: The name in reports.
    name: str
    summary: str


class PwqualityError(NamedTuple):
    """libpwquality's nearest error for a kind of outcome."""

    kind: str
    #: The constant in its header; "class" if the class decides; empty for none.
    name: str
    has_limit: str
    phrase: str


class Key(NamedTuple):
    name: str
    values: str
    built_in: str
    combination: str


class Mistake(Exception):
    """A source with a mistake."""


# ---- Files ----


class Tree:
    """The files as they should be."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def read(self, path: str) -> str:
        if path not in self.texts:
            file = ROOT / path
            self.texts[path] = file.read_text(encoding="utf-8") if file.exists() else ""
        return self.texts[path]

    def write(self, path: str, text: str) -> None:
        self.texts[path] = text

    def replace_line(self, path: str, pattern: str, value: str) -> None:
        """Replaces the group of a pattern, which must match once, by a value."""
        text = self.read(path)
        found = list(re.finditer(pattern, text, re.M))
        if len(found) != 1:
            raise Mistake(f"{path}: {len(found)} lines are like {pattern!r}, where there must be one")
        start, end = found[0].span(1)
        self.write(path, text[:start] + value + text[end:])

    def replace_part(self, path: str, name: str, lines: list[str], comment: str) -> None:
        """Replaces the lines between the two comments that begin and end a generated part."""
        text = self.read(path)
        first, last = (rf"{re.escape(comment)} {words}" for words in (f'"make generate" writes {name}, up to [^\n]*', f"end of {name}"))
        found = list(re.finditer(rf"(?ms)^({first}\n).*?^({last}$)", text))
        if len(found) != 1:
            raise Mistake(f"{path}: {len(found)} parts are called {name}, where there must be one")
        match = found[0]
        self.write(path, text[: match.end(1)] + "".join(line + "\n" for line in lines) + text[match.start(2):])

    def differing(self) -> list[str]:
        return [path for path, text in sorted(self.texts.items())
                if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text]



# ---- Without Swift ----


def write_version(tree: Tree, version: str) -> None:
    for part, value in zip(("MAJOR", "MINOR", "PATCH"), version.split(".")):
        tree.replace_line("Include/passwordrules.h", rf"^#define PASSWORDRULES_VERSION_{part} (\d+)$", value)
        tree.replace_line(PAGE, rf"^PASSWORDRULES_VERSION_{part}\t(\d+)$", value)
    tree.replace_line("Include/passwordrules.h", r'^#define PASSWORDRULES_VERSION "(.*)"$', version)
    tree.replace_line(PAGE, r'^PASSWORDRULES_VERSION\t"(.*)"$', version)
    for page in sorted((ROOT / "Sources/Manual").iterdir()):
        tree.replace_line(f"Sources/Manual/{page.name}", r"^\.Os passwordrules (.*)$", version)
    tree.replace_line("Sources/Packaging/passwordrules.spec", r"^Version: +(\S+)$", version)
    tree.write("Sources/Bindings/Python/passwordrules/_version.py", f'''\
# "make generate" writes this file, from VERSION in the Makefile.
"""The version of the package, and of the C header that it was written for."""

__version__ = "{version}"
''')
    tree.write("Sources/PasswordRulesSystem/Version.swift", f'''\
// "make generate" writes this file, from VERSION in the Makefile.

/// The version of the library and of the tool.
public enum Version {{
    /// Three numbers with dots between them.
    public static var text: StaticString {{ "{version}" }}
}}
''')
    for path, pattern in CHANGES.items():
        match = re.search(pattern, tree.read(path), re.M)
        if not match or match[1] != version:
            raise Mistake(f"{path} begins with {match[1] if match else 'no version'}: write what changed in {version}")


def write_policy_keys(tree: Tree) -> None:
    """Writes the list of all keys of policy files, each of which has its own file."""
    tree.write(policy_keys.FILE, policy_keys.text())


def write_symbols(tree: Tree, functions: list[header.Function], version: str, abi: str) -> None:
    """The version script, and Debian's symbols, each with the version that added it."""
    node = f"PASSWORDRULES_{abi}.0"
    names = sorted(function.name for function in functions)
    tree.write("Sources/PasswordRulesABI/libpasswordrules.map", "\n".join([
        '/* "make generate" writes this file, from Include/passwordrules.h. */', f"{node} {{", "global:",
        *(f"    {name};" for name in names), "local:", "    *;", "};", ""]))
    path = f"debian/libpasswordrules{abi}.symbols"
    added = dict(re.findall(r"^ (\w+)@\S+ (\S+)$", tree.read(path), re.M))
    tree.write(path, "\n".join([
        '# "make generate" writes this file, from Include/passwordrules.h. A symbol keeps the version in which it was added.',
        f"libpasswordrules.so.{abi} libpasswordrules{abi} #MINVER#", "* Build-Depends-Package: libpasswordrules-dev",
        f" {node}@{node} {min([*added.values(), version], key=lambda one: [int(part) for part in one.split('.')])}",
        *(f" {name}@{node} {added.get(name, version)}" for name in names), ""]))


def write_prototypes(tree: Tree, functions: list[header.Function]) -> None:
    """The names and the synopsis of the manual page."""
    names = sorted(function.name for function in functions)
    tree.replace_part(PAGE, "the names", [f".Nm {name} ," for name in names[:-1]] + [f".Nm {names[-1]}"], MDOC)
    lines, section = [], ""
    for function in functions:
        if function.section != section:
            section = function.section
            lines.append(f".Ss {section}")
        result = f'"{function.result}"' if " " in function.result else function.result
        lines += [f".Ft {result}", f".Fo {function.name}"]
        for parameter in function.parameters or [header.Parameter("void", "", "void")]:
            # A line may break before a long parameter.
            text = (r"\:" if len(parameter.text) >= 34 else "") + parameter.text
            lines.append(f'.Fa "{text}"' if " " in text else f".Fa {text}")
        lines.append(".Fc")
    tree.replace_part(PAGE, "the prototypes", lines, MDOC)


C_TYPES = {
    "void": "None", "int": "c_int", "unsigned": "c_uint", "size_t": "c_size_t", "double": "c_double",
    "const char *": "c_char_p", "char *": "POINTER(c_char)", "const char *const *": "POINTER(c_char_p)", "void *": "c_void_p",
    "size_t *": "POINTER(c_size_t)", "double *": "POINTER(c_double)", "int *": "POINTER(c_int)",
    "passwordrules_translate": "Translate",
}


def struct_class(name: str) -> str:
    return "".join(word.capitalize() for word in name.removeprefix("passwordrules_").split("_")) + "Struct"


def python_type(kind: str, interface: header.Interface) -> str:
    """The name of a C type in ctypes. Objects are plain addresses: _handle.py describes their ownership."""
    name = kind.removeprefix("const ").rstrip(" *")
    if kind in C_TYPES:
        return C_TYPES[kind]
    if name in interface.opaque:
        return "POINTER(c_void_p)" if kind.endswith("**") else "c_void_p"
    if name in interface.structs and kind.endswith(" *"):
        return f"POINTER({struct_class(name)})"
    raise Mistake(f"Include/passwordrules.h: Python has no type for {kind!r}")


def python_list(first: str, items: list[str], indent: str) -> list[str]:
    """A list in one or several lines."""
    line = f"{first}[{', '.join(items)}]"
    if len(line) <= WIDTH:
        return [line]
    # No line ends inside an item.
    lines = textwrap.wrap(" ".join(item.replace(" ", "\0") + "," for item in items), WIDTH, initial_indent=indent + "    ",
                          subsequent_indent=indent + "    ", break_long_words=False, break_on_hyphens=False)
    lines = [line.replace("\0", " ") for line in lines]
    return [first + "[", *lines, indent + "]"]


def imports(text: str, module: str, names: list[str]) -> list[str]:
    used = sorted((name for name in names if re.search(rf"\b{name}\b", text)))
    line = f"from {module} import ({', '.join(used)})" if used else ""
    return textwrap.wrap(line, WIDTH, subsequent_indent=" " * line.find("(") + " ") if len(line) > WIDTH else \
        [f"from {module} import {', '.join(used)}"] if used else []


CTYPES = ["POINTER", "c_char", "c_char_p", "c_double", "c_int", "c_size_t", "c_uint", "c_void_p"]


def write_python_interface(tree: Tree, interface: header.Interface) -> None:
    top = '# "make generate" writes this file, from Include/passwordrules.h.'
    folder = "Sources/Bindings/Python/passwordrules"
    lines: list[str] = []
    for name, members in interface.structs.items():
        fields = [f'("{member.name}", {python_type(member.type, interface)})' for member in members]
        lines += ["", "", f"class {struct_class(name)}(Sized):", *python_list("    _fields_ = ", fields, "    ")]
    body = "\n".join(lines)
    tree.write(f"{folder}/_structures.py", "\n".join([
        top, '"""The structs of passwordrules.h, member by member."""', "", "from __future__ import annotations", "",
        *imports(body, "ctypes", CTYPES), "", *imports(body, "._sized", ["Sized", "Translate"]), ""]) + body + "\n")
    lines = []
    for function in interface.functions:
        types = [python_type(parameter.type, interface) for parameter in function.parameters]
        result = python_type(function.result, interface)
        name = function.name.removeprefix("passwordrules_")
        one = python_list(f'    "{name}": ({result}, ', types, "    ")
        one[-1] += "),"
        lines += one
    body = "\n".join(lines)
    tree.write(f"{folder}/_signatures.py", "\n".join([
        top, '"""The result and the parameters of each function of the library."""', "", "from __future__ import annotations", "",
        *imports(body, "ctypes", CTYPES), "from typing import Any, Dict, List, Tuple", "",
        *imports(body, "._structures", [struct_class(name) for name in interface.structs]), "",
        "#: Without the prefix passwordrules_.", "SIGNATURES: Dict[str, Tuple[Any, List[Any]]] = {", body, "}", ""]))


# The header's families of numbers: the prefix, the part of the manual page, and Python's enumeration with its base and
# documentation. The enumeration is "" if no function of the package uses the family; the package then has only the
# plain numbers.
FAMILIES = [
    ("SEVERITY_", "the severities", "Severity", "Open", "How severe a diagnostic is."),
    ("STRENGTH_", "the levels", "StrengthLevel", "Open",
     "How strong a password is. The numbers and their limits are those of zxcvbn's scores."),
    ("PIECE_", "the kinds of pieces", "PieceKind", "Open", "What a piece of a password was recognised as."),
    ("ENFORCE_", "the enforcements", "Enforcement", "Open",
     "How a policy treats a refused password. The numbers grow with severity."),
    ("AT_LOGIN_", "the actions at a login", "", "", ""),
    ("STYLE_", "the styles", "Style", "IntEnum",
     "How passwords are composed. If the rules do not permit one, words, readable and random are tried in this order."),
    ("MATCH_", "the forms", "Match", "IntEnum", "How a password is compared with a blocklist."),
]


def write_constants(tree: Tree, constants: list[header.Constant]) -> None:
    """The header's numbers, for Python and the manual page."""
    lines = ['# "make generate" writes this file, from Include/passwordrules.h.',
             '"""The numbers and texts of passwordrules.h, without PASSWORDRULES_; see _codes.py for others."""', "",
             "from __future__ import annotations", "", "from enum import IntEnum", "", "from ._open import Open"]
    rest = list(constants)
    for prefix, part, name, base, documentation in FAMILIES:
        members = [constant for constant in rest if constant.name.startswith(prefix)]
        numbers = [Number(int(one.value), one.name.removeprefix(prefix), "", one.comment) for one in members]
        if len({number.value for number in numbers}) != len(numbers) or not numbers:
            raise Mistake(f"Include/passwordrules.h: the numbers of {prefix}* are not all different")
        if name:
            rest = [constant for constant in rest if constant not in members]
            lines += enumeration(name, documentation, numbers, base)
        tree.replace_part(PAGE, part, items(f"PASSWORDRULES_{prefix}", numbers), MDOC)
    lines += ["", "", *(f"{constant.name} = {constant.value.rstrip('u')}" for constant in rest), ""]
    tree.write("Sources/Bindings/Python/passwordrules/_constants.py", "\n".join(lines))


def write_structs(tree: Tree, structs: dict[str, list[header.Member]]) -> None:
    """The structs of the manual page."""
    text = tree.read(PAGE)
    for name, members in structs.items():
        lines = [f"typedef struct {name} {{", *(f"    {one.type} {one.name};".replace("* ", "*") for one in members), f"}} {name};"]
        text, count = re.subn(rf'(?m)^(\.\\" struct: {name}\n\.Bd .*\n)(?:[^.\n].*\n)*(?=\.Ed$)', lambda match: match[1] + "".join(
            line + "\n" for line in lines), text)
        if count != 1:
            raise Mistake(f"{PAGE}: there are {count} displays of struct {name}, where there must be one")
    tree.write(PAGE, text)


# ---- From Swift ----


def read_declared(path: str) -> tuple[dict[str, list[Number]], list[PwqualityError], list[Key]]:
    """The output of main.swift: numbers by family, errors of libpwquality, and keys."""
    families: dict[str, list[Number]] = {"status": [], "kind": [], "diagnostic": []}
    errors, keys = [], []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        family, *cells = line.split("\t")
        if family == "key":
            keys.append(Key(*cells))
        elif family == "pwquality":
            errors.append(PwqualityError(*cells))
        else:
            families[family].append(Number(int(cells[0]), *cells[1:]))
    for family, numbers in families.items():
        for column in ("value", "constant"):
            values = [getattr(number, column) for number in numbers]
            if twice := {value for value in values if values.count(value) > 1}:
                raise Mistake(f"Swift's {family}s: {', '.join(map(str, twice))} is there twice")
        numbers.sort()
    if len(keys) != len(policy_keys.keys()) or len(errors) != len(families["kind"]) or not all(families.values()):
        raise Mistake(f"{path}: something is missing")
    return families, errors, keys


def parts(diagnostics: list[Number]) -> list[tuple[str, list[Number]]]:
    """The diagnostics with their headings."""
    if diagnostics[-1].value > DIAGNOSTICS[-1][0]:
        raise Mistake(f"generate.py: DIAGNOSTICS has no heading for {diagnostics[-1].value}")
    found, first = [], 0
    for last, heading in DIAGNOSTICS:
        found.append((heading, [number for number in diagnostics if first <= number.value <= last]))
        first = last + 1
    return [(heading, numbers) for heading, numbers in found if numbers]


def c_lines(prefix: str, numbers: list[Number]) -> list[str]:
    """#defines with their summaries in a column."""
    column = max(len(f"#define {prefix}{number.constant} {number.value} ") for number in numbers)
    lines = []
    for number in numbers:
        # The end of the comment stays on the line of the last word.
        summary = number.summary + "\0*/"
        first, *more = (line.replace("\0", " ") for line in
                        textwrap.wrap(summary, WIDTH - column - 3, break_long_words=False, break_on_hyphens=False))
        lines.append(f"#define {prefix}{number.constant} {number.value} ".ljust(column) + "/* " + first)
        lines += [" " * (column + 3) + line for line in more]
    return lines


def write_header(tree: Tree, families: dict[str, list[Number]]) -> None:
    lines = ["""\
/*
 * passwordrules_codes.h - the numbers of statuses, kinds of outcome and diagnostics, for passwordrules.h
 *
 * "make generate" writes this file, from the Swift sources. The numbers are stable, and never reused.
 */
#ifndef PASSWORDRULES_CODES_H
#define PASSWORDRULES_CODES_H

/* Statuses. Gaps are for later ones. */
""" + "\n".join(c_lines("PASSWORDRULES_", families["status"])), """\
/* Kinds of outcome: the rule, or the meaning of its numbers. If a comment does not mention actual, it is 1 if
   something forbidden was found, and else 0. Rules have the kinds 1 to 8 and 32; policies have all. */
""" + "\n".join(c_lines("PASSWORDRULES_KIND_", families["kind"])), """\
/* Codes of diagnostics. The manual has the texts: 1xx in passwordrules(7), 3xx in passwordrules.conf(5),
   passwordrules-blocklist(5) and passwordrules-ranks(5). */"""]
    for heading, numbers in parts(families["diagnostic"]):
        lines.append(f"/* {heading} */\n" + "\n".join(c_lines("PASSWORDRULES_DIAGNOSTIC_", numbers)))
    tree.write("Include/passwordrules_codes.h", "\n\n".join(lines) + "\n\n#endif\n")


def mdoc(text: str) -> str:
    for character, escaped in {"\\": r"\e", '"': r"\(dq", "'": r"\(aq", "`": r"\(ga"}.items():
        text = text.replace(character, escaped)
    return "\n".join(textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False))


def items(prefix: str, numbers: list[Number]) -> list[str]:
    lines = [".Bl -tag -width Ds -compact"]
    for number in numbers:
        lines += [f".It Dv {prefix}{number.constant} No = {number.value}", mdoc(number.summary)]
    return [*lines, ".El"]


def write_manual(tree: Tree, families: dict[str, list[Number]]) -> None:
    tree.replace_part(PAGE, "the statuses", items("PASSWORDRULES_", families["status"]), MDOC)
    tree.replace_part(PAGE, "the kinds of outcome", items("PASSWORDRULES_KIND_", families["kind"]), MDOC)
    lines = []
    for heading, numbers in parts(families["diagnostic"]):
        lines += [".Pp", mdoc(heading), *items("PASSWORDRULES_DIAGNOSTIC_", numbers)]
    tree.replace_part(PAGE, "the diagnostics", lines, MDOC)


def write_keys(tree: Tree, keys: list[Key]) -> None:
    """The table of all keys in passwordrules.conf(5)."""
    def cell(text: str, width: int) -> str:
        return mdoc(text) if len(text) <= width else "T{\n" + mdoc(text) + "\nT}"

    lines = [r'.\" table: keys', ".TS", "nokeep;", "lb lb lb lb", "l lw(15) lw(10) l.", "Key\tValue\tBuilt in\tSeveral lines", "_"]
    for key in keys:
        # A hint names its words in quotation marks.
        values = ", ".join(re.findall(r'"(\w+)"', key.values)) or key.values
        lines.append("\t".join([key.name, cell(values, 15), cell(key.built_in, 10), key.combination]))
    tree.replace_part("Sources/Manual/passwordrules.conf.5", "the table of keys", [*lines, ".TE"], MDOC)


def enumeration(name: str, documentation: str, numbers: list[Number], base: str = "Open") -> list[str]:
    lines = ["", "", f"class {name}({base}):", f'    """{documentation}"""', ""]
    for number in numbers:
        line = f"    {number.constant} = {number.value}  #: {number.summary}" if number.summary else \
            f"    {number.constant} = {number.value}"
        if len(line) > WIDTH:
            lines += [f"    #: {part}" for part in textwrap.wrap(number.summary, WIDTH - 7)]
            line = line.partition("  #:")[0]
        lines.append(line)
    return lines


def write_python_numbers(tree: Tree, families: dict[str, list[Number]]) -> None:
    tree.write("Sources/Bindings/Python/passwordrules/_codes.py", "\n".join([
        '# "make generate" writes this file, from the Swift sources.',
        '"""The statuses, diagnostics and kinds of outcome of passwordrules.h, without PASSWORDRULES_."""', "",
        "from __future__ import annotations", "", "from ._open import Open",
        *enumeration("Status", "The library's status: the `code` of an `Error`.", families["status"]),
        *enumeration("DiagnosticCode",
                     "The code of a diagnostic: 1xx for descriptors, 2xx for policies, 3xx for files and the machine.",
                     families["diagnostic"]),
        *enumeration("Kind", "The kind of an outcome: the rule, or the meaning of its numbers.", families["kind"]), ""]))


def camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(part.title() for part in others)


def layout(members: list[header.Member]) -> list[str]:
    """The size of a struct, and the offsets of its members, in WebAssembly: a double has 64 bits, every other type 32."""
    entries: list[str] = []
    end = alignment = 0
    for member in members:
        size = 8 if member.type == "double" else 4
        start = -(-end // size) * size
        end, alignment = start + size, max(alignment, size)
        # The first member, `size`, is at 0.
        if member.name != "size":
            entries.append(f"{camel_case(member.name)}: {start}")
    return [f"size: {-(-end // alignment) * alignment}", *entries]


def write_web_structs(tree: Tree, structs: dict[str, list[header.Member]]) -> None:
    lines = ['// "make generate" writes this file, from Include/passwordrules.h.', "",
             "// The size of each struct in bytes, and the offsets of its members, with 32-bit pointers."]
    for name, members in structs.items():
        lines += ["", f"export const {name.removeprefix('passwordrules_').upper()} = Object.freeze({{",
                  *textwrap.wrap(", ".join(layout(members)) + ",", WIDTH, initial_indent="  ", subsequent_indent="  "), "});"]
    tree.write("Sources/Bindings/Web/structs.mjs", "\n".join([*lines, ""]))


def write_web(tree: Tree, families: dict[str, list[Number]]) -> None:
    numbers = "\n".join(textwrap.wrap(", ".join(f"{number.constant}: {number.value}" for number in families["status"]) + ",", WIDTH,
                                      initial_indent="  ", subsequent_indent="  "))
    tree.write("Sources/Bindings/Web/status.mjs", f'''\
// "make generate" writes this file, from the Swift sources.

/** The statuses that the library returns, as in passwordrules.h. */
export const Status = Object.freeze({{
{numbers}
}});
''')
    names = " | ".join(f"'{number.name}'" for number in families["kind"])
    lines = textwrap.wrap(f"| {names} | (string & {{}});", WIDTH, initial_indent="  ", subsequent_indent="  ",
                          break_on_hyphens=False)
    # No line ends in a bar.
    for index, line in enumerate(lines):
        if line.endswith(" |"):
            lines[index], lines[index + 1] = line[:-2], "  | " + lines[index + 1].strip()
    tree.replace_part("Sources/Bindings/Web/index.d.ts", "the kinds", [
        "/** Kinds of outcome, by the names that the library gives them. Newer engines may have more. */", "export type Kind =", *lines],
        "//")


def write_pwquality(tree: Tree, kinds: list[Number], errors: list[PwqualityError]) -> None:
    """The errors of the replacement for libpwquality, by kind of outcome."""
    constants = {kind.name: kind.constant for kind in kinds}
    rows = []
    for error in errors:
        phrase = f'"{error.phrase}"' if error.phrase else "NULL"
        if error.name not in ("", "class"):
            rows.append(f"    [PASSWORDRULES_KIND_{constants[error.kind]}] = {{ {error.name}, {error.has_limit}, {phrase} }},\n")
    tree.write("Sources/Pwquality/errors.h", f"""\
/* "make generate" writes this file, from the Swift sources. */
#ifndef PASSWORDRULES_PWQUALITY_ERRORS_H
#define PASSWORDRULES_PWQUALITY_ERRORS_H

#include <passwordrules.h>
#include "pwquality.h"

/*
 * The error for a kind of outcome. Callers show the phrase after their own text for PWQ_ERROR_CRACKLIB_CHECK.
 */
struct error_of_kind {{
    int error;      /* 0: none, because other outcomes are clearer */
    int has_number; /* whether the error has the outcome's limit */
    const char *phrase;
}};

static const struct error_of_kind errors[] = {{
{"".join(rows)}}};

#endif
""")


# ---- The program ----


def make_setting(name: str) -> str:
    match = re.search(rf"^{name} *:= (\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    if not match:
        raise Mistake(f"Makefile: there is no {name}")
    return match[1]


def generate(declared_by_swift: str | None) -> tuple[Tree, str]:
    tree = Tree()
    version, abi = make_setting("VERSION"), make_setting("ABI")
    declared = header.HEADER.read_text(encoding="utf-8")
    interface, constants = header.parse(declared), header.constants(declared)
    write_version(tree, version)
    write_policy_keys(tree)
    write_symbols(tree, interface.functions, version, abi)
    write_prototypes(tree, interface.functions)
    write_python_interface(tree, interface)
    write_constants(tree, constants)
    write_structs(tree, interface.structs)
    write_web_structs(tree, interface.structs)
    found = f"version {version}, {len(interface.functions)} functions, {len(interface.structs)} structs, {len(constants)} constants"
    if declared_by_swift:
        families, errors, keys = read_declared(declared_by_swift)
        write_header(tree, families)
        write_manual(tree, families)
        write_python_numbers(tree, families)
        write_web(tree, families)
        write_pwquality(tree, families["kind"], errors)
        write_keys(tree, keys)
        found += "".join(f", {len(family)} {name}s" for name, family in families.items()).replace("statuss", "statuses") + f", {len(keys)} keys"
    return tree, found


def main(arguments: list[str]) -> int:
    checks = "--check" in arguments
    declared = next((argument for argument in arguments if argument != "--check"), None)
    try:
        tree, found = generate(declared)
    except (Mistake, ValueError) as mistake:
        print(f"generate.py: {mistake}", file=sys.stderr)
        return 1
    differing = tree.differing()
    if checks:
        for path in differing:
            print(f'{path} differs from its sources: run "make generate"', file=sys.stderr)
        return 1 if differing else 0
    for path in differing:
        # Some files are also written by hand, so each is replaced whole or not at all.
        new = ROOT / f"{path}.new"
        new.write_text(tree.texts[path], encoding="utf-8")
        new.replace(ROOT / path)
    print(f"{found}; " + (f"written: {', '.join(differing)}" if differing else "nothing to write"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
