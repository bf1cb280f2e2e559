"""The functions, structs and constants that Include/passwordrules.h declares.

The parser knows only the form in which the header is written, and fails at anything else, so that nothing is
overlooked.
"""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "Include"
HEADER = INCLUDE / "passwordrules.h"

SECTION = re.compile(r"^/\* -{4} (.+?) -+ \*/$", re.M)
FUNCTION = re.compile(r"((?:const )?\w+ \*?)(passwordrules_\w+)\(([^()]+)\)")
PARAMETER = re.compile(r"((?:const )?\w+(?: (?:\*|const )*\*)?) ?(\w+)(?:\[\])?")
# A struct that earlier functions use is declared first, and defined without a typedef.
STRUCT = re.compile(r"(?:typedef struct (passwordrules_\w+) \{(.+)\} \1|struct (passwordrules_\w+) \{(.+)\})", re.S)
OPAQUE = re.compile(r"typedef struct (passwordrules_\w+) \1")
CALLBACK = re.compile(r"typedef [^;{]*\(\*passwordrules_\w+\)\([^;{]*\)")
CONSTANT = re.compile(r'#define PASSWORDRULES_(\w+) (\d+u?|"[^"\n]*")(?: +/\*((?:(?!\*/).)*)\*/)?$', re.M | re.S)
# Macros that are not constants: the include guard, the attribute, the version, and initializers or others
# with parameters.
OTHER_MACRO = re.compile(r"#define PASSWORDRULES_(?:(?:CODES_)?H$|MUST_CHECK\b|VERSION|\w+\(|\w+ *(?:\\\n *)?{)", re.M)
# An initializer with its body, which no other language has.
INLINE = re.compile(r"static inline \w[^;{}]*\(([^()]*)\) \{")


class Parameter(NamedTuple):
    type: str
    name: str
    #: The source text.
    text: str


class Function(NamedTuple):
    name: str
    result: str
    parameters: list[Parameter]
    #: The title of its part of the header, up to a colon.
    section: str


class Member(NamedTuple):
    type: str
    name: str


class Constant(NamedTuple):
    #: Without PASSWORDRULES_.
    name: str
    #: The source text.
    value: str
    #: The comment after it.
    comment: str


class Interface(NamedTuple):
    functions: list[Function]
    structs: dict[str, list[Member]]
    #: The types whose contents are not public.
    opaque: list[str]


def whole(folder: Path = INCLUDE) -> str:
    """The header with the generated one instead of its #include."""
    text = (folder / HEADER.name).read_text(encoding="utf-8")
    parts = re.split(r'(?m)^#include "(\w+\.h)"\n', text)
    assert len(parts) == 3, f"{HEADER.name} does not include one other header"
    return parts[0] + (folder / parts[1]).read_text(encoding="utf-8") + parts[2]


def parse(text: str) -> Interface:
    """The declarations of a header. Raises ValueError for an unknown form."""
    functions, structs, opaque = [], {}, []
    pieces = SECTION.split(text)
    for title, piece in zip(["", *pieces[1::2]], pieces[0::2]):
        for declaration in declarations(piece):
            if match := STRUCT.fullmatch(declaration):
                members = (match[2] or match[4]).split(";")
                structs[match[1] or match[3]] = [Member(*parameter(one)[:2]) for one in members if one.strip()]
            elif match := OPAQUE.fullmatch(declaration):
                opaque.append(match[1])
            elif match := FUNCTION.fullmatch(declaration):
                parameters = [] if match[3] == "void" else [parameter(one) for one in match[3].split(",")]
                functions.append(Function(match[2], match[1].strip(), parameters, title.partition(":")[0]))
            elif not CALLBACK.fullmatch(declaration):
                raise ValueError(f"{HEADER.name}: this declaration has an unknown form: {declaration!r}")
    names = [function.name for function in functions]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{HEADER.name}: {name} is declared twice")
    return Interface(functions, structs, [name for name in opaque if name not in structs])


def constants(text: str) -> list[Constant]:
    """The numbers and texts that a header defines, except the version."""
    found = []
    for match in re.finditer(r"(?m)^#define ", text):
        if constant := CONSTANT.match(text, match.start()):
            if not constant[1].startswith("VERSION"):
                found.append(Constant(constant[1], constant[2], " ".join((constant[3] or "").split())))
        elif not OTHER_MACRO.match(text, match.start()):
            raise ValueError(f"{HEADER.name}: this constant has an unknown form: {text[match.start():].splitlines()[0]}")
    return found


def declarations(text: str) -> list[str]:
    """The C declarations in a part of the header, with single spaces."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"(?m)^#ifdef __cplusplus\n.*?^#endif\n", "", text, flags=re.S)
    text = re.sub(r"(?m)^#.*$", "", text.replace("\\\n", " "))
    text = re.sub(r"\bPASSWORDRULES_MUST_CHECK\b", "", text)
    text = " ".join(text.split())
    found, start, depth = [], 0, 0
    for index, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if depth == 0 and (character == ";" or character == "}" and text.startswith("static inline", start)):
            one = text[start:index].strip()
            start = index + 1
            if not INLINE.match(one):
                found.append(one)
    if text[start:].strip() or depth:
        raise ValueError(f"{HEADER.name}: this does not end: {text[start:]!r}")
    return found


def parameter(text: str) -> Parameter:
    text = text.strip()
    match = PARAMETER.fullmatch(text)
    if not match:
        raise ValueError(f"{HEADER.name}: this is not a parameter or member in a known form: {text!r}")
    return Parameter(match[1], match[2], text)
