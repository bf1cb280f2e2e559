"""The public header compiles without a warning wherever C and C++ programs include it, by GCC and by
Clang."""

import os
import re
import shutil
import subprocess

import pytest

from c_header import constants, functions, initializers, whole_header

TEXT = whole_header()

COMMON = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
LANGUAGES = {
    "c": ["-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wundef"],
    # Programs may use these options. -Wold-style-cast is left out, because `uses` has such casts.
    "c++": ["-Wconversion", "-Wshadow", "-Wundef"],
}
STANDARDS = [("c", standard) for standard in ("c99", "c11", "c17", "c2x")] + [
    ("c++", standard) for standard in ("c++11", "c++17", "c++20", "c++2b")]

COMPILERS = {("GCC", "c"): "gcc", ("GCC", "c++"): "g++", ("Clang", "c"): "clang", ("Clang", "c++"): "clang++"}

OURS = "#include <passwordrules.h>\n"
OTHERS = {
    "c": "".join(f"#include <{name}.h>\n" for name in ("stdlib", "string", "stdio", "errno", "unistd", "pwd")),
    "c++": "".join(f"#include <{name}>\n" for name in ("cstddef", "cstdlib", "cstring", "cerrno", "pwd.h")),
}
EXTERN_C = 'extern "C" {\n' + OURS + "}\n"
DECLARED = 'extern "C" const char *passwordrules_version(void);\n'


def uses(language):
    """Mentions everything that the header declares."""
    numbers = [name for name, value in constants(TEXT).items() if not value.startswith('"')]
    paths = constants(TEXT).keys() - set(numbers)
    lines = [f"    (void)&{name};" for name in functions(TEXT)]
    lines += [f"    enum{' : int' * (language == 'c++')} {{ use_of_{name} = {name} }};" for name in numbers]
    lines += [f"    (void)(const char *){name};" for name in sorted(paths)]
    for name, initializer in initializers(TEXT).items():
        given = "(0, 0)" if initializer == "PASSWORDRULES_LANGUAGE_INIT" else ""
        lines += [f"    {{ const {name} one = {initializer}{given}; (void)one; }}"]
    return "\n".join(["void use(void);", "void use(void)", "{", *lines, "}", ""])


def placed(language):
    """Programs that include the header in different places, by their subject."""
    programs = {"alone": OURS, "twice": OURS + OURS, "before others": OURS + OTHERS[language],
                "after others": OTHERS[language] + OURS, "used": OURS + uses(language)}
    if language == "c++":
        programs |= {"in extern C": EXTERN_C, "in extern C and outside": EXTERN_C + OURS,
                     "declared by hand": DECLARED + OURS}
    return programs


def compiler_of(family, language):
    """The path of a compiler; for Clang, the one in the Swift toolchain, if there is no other."""
    name = COMPILERS[family, language]
    path = shutil.which(name)
    if path is None and (swift := shutil.which("swiftc")):
        path = shutil.which(name, path=os.path.dirname(os.path.realpath(swift)))
    return path


def compiles(compiler, language, standard, programs, folder, *options, header=TEXT):
    """Whether programs compile without a warning, and the compiler's output."""
    # The header is not included as a system header, because compilers suppress warnings in those.
    (folder / "passwordrules.h").write_text(header)
    for name, text in programs.items():
        (folder / name).write_text(text)
    done = subprocess.run([compiler, "-x", language, f"-std={standard}", *COMMON, *LANGUAGES[language], *options, "-I", ".",
                           *programs], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stderr == "", done.stderr


@pytest.fixture(params=["GCC", "Clang"])
def compiler(request, language):
    path = compiler_of(request.param, language)
    if path is None:
        pytest.skip(f"there is no {COMPILERS[request.param, language]}")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiler_exists(language):
    # One compiler must be there, or all of these tests would be skipped unnoticed.
    assert compiler_of("GCC", language) or compiler_of("Clang", language)


@pytest.mark.parametrize("language, standard", STANDARDS)
def test_header_compiles(language, standard, compiler, tmp_path):
    assert compiles(compiler, language, standard, placed(language), tmp_path) == (True, "")


@pytest.mark.parametrize("language, standard", STANDARDS)
def test_header_compiles_for_32_bits(language, standard, compiler, tmp_path):
    programs = placed(language)
    for header, kept in [(OTHERS[language], list(programs)),
                         # stddef.h is part of the compiler, and the only header that ours needs.
                         ("#include <stddef.h>\n", [name for name in programs if not name.endswith("others")])]:
        if compiles(compiler, language, standard, {"others": header}, tmp_path, "-m32")[0]:
            fine = compiles(compiler, language, standard, {name: programs[name] for name in kept}, tmp_path, "-m32")
            assert fine == (True, "")
            return
    pytest.skip(f"{compiler} has no -m32")


# A header with a fault, and the program that shows it.

def fault(old, new):
    text, count = re.subn(old, new, TEXT, count=1, flags=re.MULTILINE)
    assert count == 1, old
    return text


FAULTS = {
    "a prototype of no parameters": (fault(r"^(const char \*passwordrules_version)\(void\)", r"\1()"), "alone", "c"),
    "a keyword of C++": (fault(r"^(int passwordrules_parse\(const char \*)text", r"\1class"), "alone", "c++"),
}
OLDEST = {"c": "c99", "c++": "c++11"}


@pytest.mark.parametrize("language, what", [(language, what) for what, (_, _, language) in FAULTS.items()])
def test_faults_are_found(what, language, compiler, tmp_path):
    header, subject, _ = FAULTS[what]
    fine, said = compiles(compiler, language, OLDEST[language], {subject: placed(language)[subject]}, tmp_path, header=header)
    assert not fine and "error" in said
