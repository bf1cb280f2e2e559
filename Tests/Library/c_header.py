"""What Include/passwordrules.h declares, and where the rest of the interface is."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = os.path.join(ROOT, "Include")
HEADER = os.path.join(INCLUDE, "passwordrules.h")
MAP = os.path.join(ROOT, "Sources", "PasswordRulesABI", "libpasswordrules.map")
LIBRARY = os.path.join(ROOT, "build", "libpasswordrules.so.1")

# They change with each release, and test_versions.py looks after them.
OF_THE_RELEASE = re.compile("PASSWORDRULES_VERSION(_(MAJOR|MINOR|PATCH))?")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def code(text):
    """The header without its comments."""
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def functions(text):
    """The functions of a header by their names: what each returns, and its parameters, as they are written."""
    found = re.findall(r"(?m)^((?:const )?\w+ \*?)(passwordrules_\w+)\(([^()]*)\);", code(text))
    # A prototype of another form must not be overlooked; a callback's name is followed by ")", not by "(".
    named = re.findall(r"\b(passwordrules_\w+)\s*\(", code(text))
    assert [name for _, name, _ in found] == named, "there is a prototype that c_header.py does not understand"
    return {name: (result.strip(), " ".join(parameters.split())) for result, name, parameters in found}


def constants(text):
    """The constants of a header by their names, as they are written, but for the version."""
    found = re.findall(r'(?m)^#define (PASSWORDRULES_\w+) (\d+u?|".*")[ \t]*$', code(text))
    named = set(re.findall(r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t(]+\S", code(text)))
    assert {name for name, _ in found} | {"PASSWORDRULES_MUST_CHECK"} == named - set(initializers(text).values()), \
        "there is a constant that c_header.py does not understand"
    return {name: value for name, value in found if not OF_THE_RELEASE.fullmatch(name)}


def initializers(text):
    """The initializers of the structs of a header, by the names of the structs, without their parameters."""
    return dict((struct, name) for name, struct in re.findall(r"(?m)^#define (PASSWORDRULES_\w+_INIT)\b.*?(?:\\\n.*)?\{ sizeof\((\w+)\)", code(text)))


def structs(text):
    """The structs of a header that are public: the names of their members in order."""
    found = re.findall(r"(?sm)^(?:typedef )?struct (passwordrules_\w+) \{(.*?)^\}(?: \1)?;$", code(text))
    assert len(found) == len(re.findall(r"(?m)^.*struct.*\{", code(text))), "there is a struct that c_header.py does not understand"
    return {name: re.findall(r"(\w+);", body) for name, body in found}
