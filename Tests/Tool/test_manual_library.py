"""Sources/Manual/passwordrules.3 describes the functions, constants and structs of Include/passwordrules.h.
Its programs compile, and print the documented output."""

import os
import re
import shlex
import subprocess
import sys

import pytest

from manual import Page
from tool import ROOT, run

sys.path.append(os.path.join(ROOT, "Tests", "Library"))
import c_header  # noqa: E402

PAGE = Page("passwordrules.3")
SOURCE = PAGE.source
BUILD = os.path.join(ROOT, "build")
HEADER = c_header.whole_header()
CODE = c_header.code(HEADER)


# Functions.

def test_each_function_is_mentioned():
    # The page leaves out one function, which only frees memory.
    functions, spoken = c_header.functions(HEADER), set(re.findall(r"\.Fn (\w+)", SOURCE))
    assert len(functions) > 50 and set(functions) - spoken <= {"passwordrules_diagnostics_free"}


# Constants.

def described_constants():
    """The rows of all tables of constants, the paths of a list, and the numbers of diagnostics."""
    rows = PAGE.tables("constants")
    rows += [[name, f'"{path}"'] for name, path in re.findall(r"(?m)^\.It Dv (\w+)\n\.Pa (\S+)$", SOURCE)]
    rows += re.findall(r"(?m)^\.It Dv (\w+) No = (\d+)\n(.*)$", SOURCE)
    assert len({row[0] for row in rows}) == len(rows)
    return rows


def test_constants_match_the_header():
    declared = dict(re.findall(r'(?m)^#define (PASSWORDRULES_\w+) (\d+|".*")u?[ \t]*$', CODE))
    assert {row[0]: row[1] for row in described_constants()} == declared and len(declared) >= 60
    mentioned = set(re.findall(r"\bPASSWORDRULES_[A-Z0-9_]*[A-Z0-9]\b", SOURCE))
    assert mentioned - set(c_header.initializers(HEADER).values()) == set(declared)


# Structs.

def test_members_of_structs_are_described():
    after = re.findall(r'(?s)\n\.\\" struct: (\w+)\n\.Bd [^\n]*\n(.*?)\n\.Ed\n\.Bl [^\n]*\n(.*?)\n\.El\n', SOURCE)
    assert {name for name, *_ in after} == set(c_header.structs(HEADER)) and len(after) == len(PAGE.displays("struct"))
    for _, text, described in after:
        members = re.findall(r"(\w+);", text.rpartition("}")[0])
        named = " , ".join(re.findall(r"(?m)^\.It Va (.*)$", described)).split(" , ")
        # CONVENTIONS describes the first member.
        assert ["size", *named] == members


# Programs.

COMPILERS = ["cc -std=c99", "c++ -x c++ -std=c++17"]


def programs():
    """The programs by their names, with their arguments."""
    return {remark.split()[0]: (shlex.split(remark)[1:], text) for remark, text in PAGE.displays("program")}


def outputs():
    return dict(PAGE.displays("output"))


@pytest.fixture
def compile_program(tmp_path):
    """Compiles a program, and returns a function that runs it."""
    def compile_program(text, compiler, more=""):
        (tmp_path / "program.c").write_text(text + more)
        command = [*compiler.split(), "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", c_header.INCLUDE]
        subprocess.run([*command, "program.c", "-o", "program", "-L", BUILD, "-lpasswordrules"], cwd=tmp_path, check=True)

        def run(*arguments):
            environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "LD_LIBRARY_PATH": BUILD}
            done = subprocess.run([tmp_path / "program", *arguments], capture_output=True, env=environment,
                                  check=False)
            assert done.stderr == b""
            return done.returncode, done.stdout.decode()

        return run
    return compile_program


def test_each_subject_has_a_program():
    assert set(programs()) == {"check", "generate", "policy", "strength", "language"}


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("name", outputs())
def test_programs_print_the_documented_output(name, compiler, compile_program):
    arguments, text = programs()[name]
    program = compile_program(text, compiler)
    assert program(*arguments) == (0, outputs()[name])


@pytest.mark.parametrize("compiler", COMPILERS)
def test_checking_program_reports_descriptor_mistakes(compiler, compile_program):
    program = compile_program(programs()["check"][1], compiler)
    assert program("minlength: 8; required: uper", "") == (
        10, '25: unknown class "uper"; did you mean "upper"?\n')
    assert program("required: digits", "7") == (
        0, '11: "digits" is read as "digit"; other implementations accept only "digit"\nhas a digit\n')
    assert program() == (2, "")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_generating_program_works(compiler, compile_program):
    status, printed = compile_program(programs()["generate"][1], compiler)()
    words, bits = re.fullmatch(r"([a-z0-9-]+) \(([\d.]+) bits\)\n", printed).groups()
    assert status == 0 and float(bits) >= 90
    assert "-" in words and any(character.isdigit() for character in words)


MAIN = """
int main(int argc, char **argv) { return argc == 4 ? may_change(argv[1], argv[2], argv[3]) : 9; }
"""


@pytest.mark.parametrize("compiler", COMPILERS)
def test_policy_function_works(compiler, compile_program, tmp_path):
    may_change = compile_program(programs()["policy"][1], compiler, MAIN)
    path = tmp_path / "policy.conf"
    for lines, password, expected in [
        ("rules = minlength: 8;\n", "zqxjvk", 0), ("rules = minlength: 8;\n", "zqxjvkwp", 1),
        ("rules = minlength: 8;\nenforce = warn\n", "zqxjvk", 1),
        ("rules = minlength: 8;\n[user alice]\nenforce = no\n", "z", 1),
        ("rules = minlength: 8;\n", "alice-alice", 0), ("rules = minlenght: 8;\n", "zqxjvkwp", 0), (None, "zqxjvkwp", 0),
    ]:
        path.unlink(missing_ok=True)
        if lines is not None:
            path.write_text(lines)
            path.chmod(0o644)
        assert may_change(str(path), "alice", password)[0] == expected, (lines, password)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_strength_program_works(compiler, compile_program, tmp_path):
    program = compile_program(programs()["strength"][1], compiler)
    for name, words in [("first", b"password\nmonkey\n"), ("second", b"lemonade\n")]:
        assert run("ranks", "build", "-o", str(tmp_path / name), "-", input=words).status == 0
    lists = str(tmp_path / "first"), str(tmp_path / "second")
    assert program("monkey", *lists) == (0, "10^0.3 guesses\n0 to 6: word\n")
    status, printed = program("lemonade.1987", *lists)
    assert status == 0 and printed.splitlines()[1:] == ["0 to 8: word", "9 to 13: year"]
    assert program("monkey", str(tmp_path / "missing")) == (15, "")
    assert program() == (2, "")
