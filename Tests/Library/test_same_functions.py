"""All lists of the library's functions agree: declared, exported, described, packaged and bound."""

import ast
import os
import re
import subprocess

import pytest

from c_header import HEADER, LIBRARY, MAP, ROOT, functions, read


def exported():
    """What programs can link with. Nothing but functions is, each with the version of its release."""
    return subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", LIBRARY], capture_output=True, text=True,
                          check=True).stdout


def implementations():
    folder = os.path.join(ROOT, "Sources", "PasswordRulesABI")
    return "".join(read(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".swift"))


def signatures(text):
    """The keys of the table of the Python package, in which the prefix is left out."""
    tables = [node.value for node in ast.parse(text).body
              if isinstance(node, ast.AnnAssign) and node.target.id == "SIGNATURES"]
    return ["passwordrules_" + key.value for key in tables[0].keys]


def finder(pattern):
    return lambda text: re.findall(pattern, text, flags=re.MULTILINE)


# Where each list is, and how it is read.
LISTS = {
    "header": (lambda: read(HEADER), lambda text: list(functions(text))),
    "library": (exported, finder(r"^[0-9a-f]+ T (\w+)@@PASSWORDRULES_\d+\.\d+$")),
    "version script": (lambda: read(MAP), finder(r"^    (\w+);$")),
    "Swift": (implementations, finder(r'@_cdecl\("(\w+)"\) @implementation')),
    "manual page, SYNOPSIS": (lambda: read("Sources", "Manual", "passwordrules.3"), finder(r"^\.Fo (\w+)$")),
    "manual page, NAME": (lambda: read("Sources", "Manual", "passwordrules.3"),
                          finder(r"^\.Nm (passwordrules_\w+)(?: ,)?$")),
    "Debian": (lambda: read("debian", "libpasswordrules1.symbols"), finder(r"^ (\w+)@PASSWORDRULES_\d+\.\d+ \d\S*$")),
    "Python": (lambda: read("Sources", "Python", "passwordrules", "_library.py"), signatures),
}


def names(place, text):
    found = LISTS[place][1](text)
    assert len(set(found)) == len(found), f"{place}: a function is there twice"
    return set(found)


def differences(texts):
    """For each list that differs from the header, the functions that only one of them has."""
    declared = names("header", texts["header"])
    return {place: sorted(different) for place, text in texts.items() if (different := declared ^ names(place, text))}


@pytest.fixture(scope="module")
def texts():
    return {place: text() for place, (text, _) in LISTS.items()}


def test_all_lists_are_the_same(texts):
    assert differences(texts) == {}
    assert len(names("header", texts["header"])) >= 38


def test_nothing_else_is_exported(texts):
    # But for the name of the version itself.
    lines = [line for line in texts["library"].splitlines() if not re.search(r" A PASSWORDRULES_\d", line)]
    assert len(lines) == len(names("library", texts["library"]))


def test_a_list_with_another_name_is_found(texts):
    other = re.sub(r'(passwordrules_|")lint\b', r"\g<1>lints", texts["Python"])
    assert differences({**texts, "Python": other}) == {"Python": ["passwordrules_lint", "passwordrules_lints"]}


def versions_in_script(text):
    return {name: node for node, body in re.findall(r"(PASSWORDRULES_\d+\.\d+) \{(.*?)\}", text, flags=re.DOTALL)
            for name in LISTS["version script"][1](body)}


def test_each_symbol_has_one_version_everywhere(texts):
    expected = versions_in_script(texts["version script"])
    assert set(expected) == names("version script", texts["version script"])
    assert dict(re.findall(r"(?m) T (\w+)@@(\S+)$", texts["library"])) == expected
    assert dict(re.findall(r"(?m)^ (\w+)@(\S+) ", texts["Debian"])) == expected
