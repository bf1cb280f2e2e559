"""The declarations of the C header, and the paths of the rest of the interface."""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = os.path.join(ROOT, "Include")
HEADER = os.path.join(INCLUDE, "passwordrules.h")
MAP = os.path.join(ROOT, "Sources", "PasswordRulesABI", "libpasswordrules.map")
LIBRARY = os.path.join(ROOT, "build", "libpasswordrules.so.1")

sys.path.append(os.path.join(ROOT, "Sources", "Interface"))
import header as _header  # noqa: E402


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def whole_header():
    """The header, with the text of the generated header in place of its #include."""
    return _header.whole()


def code(text):
    """The header without its comments."""
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def functions(text):
    """The functions of a header by name: the return type and the parameters of each, as written."""
    found = {one.name: (one.result, ", ".join(parameter.text for parameter in one.parameters) or "void")
             for one in _header.parse(text).functions}
    assert len(found) > 50
    return found


def constants(text):
    """The constants of a header by name, as written, except the version."""
    found = {"PASSWORDRULES_" + one.name: one.value for one in _header.constants(text)}
    assert len(found) > 100
    return found


def initializers(text):
    """The initializers of the structs of a header, by the names of the structs, without their parameters."""
    return dict((struct, name) for name, struct in re.findall(r"(?m)^#define (PASSWORDRULES_\w+_INIT)\b.*?(?:\\\n.*)?\{ sizeof\((\w+)\)", code(text)))


def structs(text):
    """The structs of a header that are public: the names of their members in order."""
    found = {name: [member.name for member in members] for name, members in _header.parse(text).structs.items()}
    assert len(found) > 5
    return found
