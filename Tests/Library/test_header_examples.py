"""Include/passwordrules.h begins with a program that works and a list of all functions; its examples compile
in C and C++; numbers of a family differ, and structs begin with their size."""

import os
import re
import subprocess

import pytest

from c_header import INCLUDE, LIBRARY, constants, functions, initializers, structs, whole_header

TEXT = whole_header()

# The beginning.

def test_overview_lists_each_function_once():
    [overview] = re.findall(r"(?s)\n \* Overview\..*?\n \*\n(.*?)\n \*\n \* passwordrules\(7\)", TEXT)
    words = re.findall(r"\w+", overview)
    names = [name.removeprefix("passwordrules_") for name in functions(TEXT)]
    assert [name for name in names if words.count(name) != 1] == []
    assert [word for word in words if "_" in word and word not in names] == []


@pytest.mark.parametrize("compiler", [["cc", "-x", "c", "-std=c99"], ["c++", "-x", "c++", "-std=c++11"]], ids=["C", "C++"])
def test_program_of_the_simple_api_works(compiler, tmp_path):
    program = tmp_path / "program"
    subprocess.run([*compiler, *WARNINGS, "-I", INCLUDE, "-o", program, "-", "-x", "none", LIBRARY], input=PROGRAM, check=True,
                   text=True)

    def run(password):
        done = subprocess.run([program], input=password + "\n", capture_output=True, text=True, check=False,
                              env={**os.environ, "LD_LIBRARY_PATH": os.path.dirname(LIBRARY)})
        assert done.stderr == ""
        return done.returncode, done.stdout

    assert run("Correct-Horse-9") == (0, "")
    status, said = run("horse")
    refused, suggested = said.splitlines()
    assert status == 1
    assert refused == "refused: 7 more characters needed (5 of 12); needs an uppercase letter; needs a digit"
    assert run(suggested.removeprefix("for example: ")) == (0, "")


# Structs and numbers.

def test_size_is_the_first_member_of_each_struct():
    # The library reads the size there first, whatever else is in the struct.
    assert {members[0] for members in structs(TEXT).values()} == {"size"}


def test_each_struct_has_an_initializer():
    assert initializers(TEXT) == {name: f"{name.upper()}_INIT" for name in structs(TEXT)}


FAMILIES = ["KIND_", "STYLE_", "MATCH_", "ENFORCE_", "SEVERITY_", r"(?:OK$|E(?!NFORCE_))"]


@pytest.mark.parametrize("family", FAMILIES)
def test_numbers_of_a_family_differ(family):
    numbers = [value for name, value in constants(TEXT).items() if re.match("PASSWORDRULES_" + family, name)]
    assert len(set(numbers)) == len(numbers) >= 3


# Examples.

HEADS = "".join(f"#include <{name}>\n" for name in ("passwordrules.h", "libintl.h", "stdio.h", "stdlib.h", "string.h",
                                                     "syslog.h"))
# Declarations of the names that examples use.
GIVEN = """
int example(const char *text, size_t length, const char *user, const char *password, const passwordrules_rules *rules,
            const passwordrules_diagnostics *diagnostics, passwordrules_report *report,
            const passwordrules_blocklist *list, const passwordrules_policy *policy, const passwordrules_context *context,
            const passwordrules_ranks *ranks, const passwordrules_decision *decision);
"""
# A declaration of a program's own function.
OWN = "int set_password(const char *user, const char *password);\n"
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Werror -Wno-unused".split()


def examples():
    """The examples of the header by the first lines of their comments. One is a whole function, others use
    it."""
    found = {}
    for comment in re.findall(r"(?s)/\*((?:(?!\*/).)*)\*/", TEXT):
        lines = re.sub(r"(?m)^ \* ?", "", comment).strip("\n")
        codes = re.findall(r"(?m)(?:^    .*\n?)+", lines)
        code = "".join(code for code in codes if re.search(r"[;{]$", code, re.MULTILINE) and not code.startswith("    required:"))
        if code:
            found[lines.split("\n")[0]] = code
    return found


EXAMPLES = examples()
[CALLBACK] = [name for name, code in EXAMPLES.items() if code.startswith("    static void translate(")]

# The example that is a whole program, with its #include lines.
[PROGRAM] = re.findall(r"(?m)^ \*     #include (?:.*\n)+? \*     \}\n", TEXT)
PROGRAM = re.sub(r"(?m)^ \* {0,5}", "", PROGRAM)
EXAMPLES = {name: code for name, code in EXAMPLES.items() if "int main(" not in code}


def test_there_are_examples():
    assert len(EXAMPLES) >= 15
    # The examples under Conventions and Policies have no heading.
    assert len(re.findall(r"(?m)^ \* Example:$", TEXT)) == len(EXAMPLES) - 2


@pytest.mark.parametrize("compiler", [["cc", "-x", "c", "-std=c99"], ["c++", "-x", "c++", "-std=c++17"]], ids=["C", "C++"])
def test_examples_compile(compiler):
    prototype = GIVEN.strip().rstrip(";")
    bodies = [f"\n#line 1 \"{name}\"\n{{\n{code}}}" for name, code in EXAMPLES.items() if name != CALLBACK]
    functions = [f"{prototype.replace('example(', f'example_{number}(')}\n{{{body}\nreturn 0;\n}}\n"
                 for number, body in enumerate(bodies)]
    prototypes = "".join(function.partition("\n{")[0] + ";\n" for function in functions)
    program = f"{HEADS}\n{OWN}{EXAMPLES[CALLBACK]}\n{prototypes}\n{''.join(functions)}"
    done = subprocess.run([*compiler, *WARNINGS, "-fsyntax-only", "-I", INCLUDE, "-"], input=program, capture_output=True,
                          text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
