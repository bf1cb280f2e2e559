"""Every function of Include/passwordrules.h is described in the same form, and its examples compile; numbers of a family differ.

One sentence says what it does; then come headings, always in the same order: Parameters, Returns, Ownership, Threads, Example.
"""

import re
import subprocess

import pytest

from c_header import HEADER, INCLUDE, constants, functions, read, structs

TEXT = read(HEADER)
HEADINGS = ["Parameters", "Returns", "Ownership", "Threads", "Example"]


def comments(text):
    """The comment before each function, without what makes it a comment."""
    found = re.findall(r"(?s)/\*((?:(?!\*/).)*)\*/\n(?:PASSWORDRULES_MUST_CHECK\n)?(?:const )?\w+ \*?(passwordrules_\w+)\(", text)
    return {name: re.sub(r"(?m)^ \* ?", "", comment).strip("\n ") for comment, name in found}


def parts(comment):
    """What a comment says at first, and under its headings."""
    first, *rest = re.split(r"(?m)^([A-Z]\w+):(?: |$)", comment)
    return first.strip(), {heading: text.strip("\n") for heading, text in zip(rest[::2], rest[1::2])}


def faults(text):
    """What is wrong with the comments of a header."""
    found = []
    for name, (result, parameters) in functions(text).items():
        first, said = parts(comments(text).get(name, ""))
        if not re.match(r"[A-Z][a-z]+s (?:[^.]|\.(?=\w))+(?:\.$|\.\s)", first):
            found.append(f"{name}: does not begin with a sentence that says what it does")
        if list(said) != [heading for heading in HEADINGS if heading in said]:
            found.append(f"{name}: other headings, or in another order")
        if ("Returns" in said) != (result != "void"):
            found.append(f"{name}: Returns")
        # A caller has to know how to free an object, and how long a text lives.
        if ("**" in parameters or result == "const char *") and "Ownership" not in said:
            found.append(f"{name}: Ownership")
        named = re.findall(r"(?m)^  (\w+(?:, \w+)*)  ", said.get("Parameters", ""))
        named = [one for names in named for one in names.split(", ")]
        if named != [one for one in re.findall(r"(\w+)(?:,|$)", parameters) if one in named]:
            found.append(f"{name}: Parameters")
    return found


def test_functions_are_described_in_one_form():
    assert set(comments(TEXT)) == set(functions(TEXT))
    assert faults(TEXT) == []


CHANGES = {
    "no comment": (r"(?m)^/\* Frees rules\. \*/\n", "", "passwordrules_rules_free: does not begin with a sentence"),
    "another heading": (r"(?m)^ \* Ownership: the texts in", " * Lifetime: the texts in",
                        "passwordrules_diagnostics_get: other headings"),
    "no return value": (r"(?m)^ \* Returns: 1 if every rule is met.*\n", "", "passwordrules_report_accepted: Returns"),
    "no owner": (r"(?m)^( \* Returns: a status\.\n) \* Ownership: free the report .*\n", r"\1",
                 "passwordrules_report_create: Ownership"),
    "a parameter that is not there": (r"(?m)^ \*   entropy  at least", " *   bits     at least",
                                      "passwordrules_shortest_length: Parameters"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_faults_are_found(what):
    old, new, said = CHANGES[what]
    text, count = re.subn(old, new, TEXT, count=1)
    assert count == 1
    [fault] = faults(text)
    assert fault.startswith(said)


# Structs and numbers.

def test_size_is_the_first_member_of_each_struct():
    # Where the library looks for it, whatever else it finds in the struct.
    assert {members[0] for members in structs(TEXT).values()} == {"size"}


FAMILIES = ["KIND_", "STYLE_", "MATCH_", "ENFORCE_", "SEVERITY_", r"(?:OK$|E(?!NFORCE_))"]


@pytest.mark.parametrize("family", FAMILIES)
def test_numbers_of_a_family_are_all_different(family):
    numbers = [value for name, value in constants(TEXT).items() if re.match("PASSWORDRULES_" + family, name)]
    assert len(set(numbers)) == len(numbers) >= 3


# Examples.

HEADS = "".join(f"#include <{name}>\n" for name in ("passwordrules.h", "libintl.h", "stdio.h", "stdlib.h", "string.h"))
# What examples take as given.
GIVEN = """
int example(const char *text, size_t length, const char *user, const char *password, const passwordrules_rules *rules,
            const passwordrules_diagnostics *diagnostics, passwordrules_report *report,
            const passwordrules_blocklist *list, const passwordrules_policy *policy, const passwordrules_context *context,
            const passwordrules_ranks *ranks);
"""
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Werror -Wno-unused".split()


def examples():
    """The examples of the header by the first lines of their comments. One is a whole function, others use it."""
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


def test_there_are_examples():
    assert len(EXAMPLES) >= 15
    assert len(re.findall(r"(?m)^ \* Example:$", TEXT)) == len(EXAMPLES) - 2


@pytest.mark.parametrize("compiler", [["cc", "-x", "c", "-std=c99"], ["c++", "-x", "c++", "-std=c++17"]], ids=["C", "C++"])
def test_examples_compile(compiler):
    prototype = GIVEN.strip().rstrip(";")
    bodies = [f"\n#line 1 \"{name}\"\n{{\n{code}}}" for name, code in EXAMPLES.items() if name != CALLBACK]
    functions = [f"{prototype.replace('example(', f'example_{number}(')}\n{{{body}\nreturn 0;\n}}\n"
                 for number, body in enumerate(bodies)]
    prototypes = "".join(function.partition("\n{")[0] + ";\n" for function in functions)
    program = f"{HEADS}\n{EXAMPLES[CALLBACK]}\n{prototypes}\n{''.join(functions)}"
    done = subprocess.run([*compiler, *WARNINGS, "-fsyntax-only", "-I", INCLUDE, "-"], input=program, capture_output=True,
                          text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
