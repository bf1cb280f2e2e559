"""A program in each language does the same: it takes a descriptor and a password, prints what the password lacks, and
generates one that lacks nothing. Exit status: 0 nothing is missing, 1 something is, 2 a mistake.

The compiled programs are built as a user would build them: with pkg-config, from what `make install` installs.
"""

import os
import shlex
import shutil
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build")
sys.path.append(os.path.join(ROOT, "Tests", "Packages"))

from installing import copied_build, make

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
LANGUAGES = {"c": "missing.c", "c++": "missing.cpp", "rust": "missing.rs", "perl": "missing.pl", "python": "missing.py"}
# The compiled languages: the compiler, its Debian package, its options, and the options of pkg-config.
COMPILERS = {"c": ("cc", "gcc", ["-std=c99", *STRICT], ["--cflags", "--libs"]),
             "c++": ("c++", "g++", ["-std=c++17", *STRICT], ["--cflags", "--libs"]),
             "rust": ("rustc", "rustc", ["--edition=2021", "-D", "warnings"], ["--libs-only-L"])}


def succeed(*command, **options):
    done = subprocess.run([str(one) for one in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needed(program, package):
    return shutil.which(program) or pytest.skip(f"no {program} here (Debian: {package})")


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The folder into which `make install PREFIX=/usr` has installed everything. Nothing in build/ is built again."""
    needed("make", "make")
    folder = tmp_path_factory.mktemp("installed")
    with copied_build() as build:
        done = make("--old-file=all", "install", f"BUILD={build}", f"DESTDIR={folder}", "PREFIX=/usr", "LIBDIR=/usr/lib")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def flags(installed):
    """The output of pkg-config for the installed library."""
    needed("pkg-config", "pkg-config")
    environment = {"PATH": os.environ["PATH"], "PKG_CONFIG_SYSROOT_DIR": str(installed),
                   "PKG_CONFIG_LIBDIR": f"{installed}/usr/lib/pkgconfig"}
    return lambda *options: shlex.split(succeed("pkg-config", *options, "passwordrules", env=environment))


@pytest.fixture(scope="session", params=LANGUAGES)
def program(request, tmp_path_factory):
    """The program in a language, ready to run: its command, and its environment."""
    source, made = os.path.join(HERE, LANGUAGES[request.param]), tmp_path_factory.mktemp("program") / "missing"
    environment = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": BUILD, "LC_ALL": "C.UTF-8"}
    if request.param == "python":
        environment.update(PYTHONPATH=os.path.join(ROOT, "Sources", "Bindings", "Python"), PYTHONDONTWRITEBYTECODE="1")
        return [sys.executable, source], environment
    if request.param == "perl":
        perl = needed("/usr/bin/perl", "perl")
        if subprocess.run([perl, "-MFFI::Platypus", "-e", "1"], capture_output=True).returncode:
            pytest.skip("no FFI::Platypus here (Debian: libffi-platypus-perl)")
        return [perl, source], environment
    compiler, package, options, wanted = COMPILERS[request.param]
    needed(compiler, package)
    if subprocess.run([compiler, "--version"], capture_output=True).returncode:
        pytest.skip(f"{compiler} does not run here")
    flags = request.getfixturevalue("flags")
    succeed(compiler, *options, "-o", made, source, *flags(*wanted))
    environment["LD_LIBRARY_PATH"] = str(request.getfixturevalue("installed") / "usr" / "lib")
    return [str(made)], environment


def run(program, *arguments):
    command, environment = program
    done = subprocess.run([*command, *arguments], env=environment, capture_output=True)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


RULES = "required: upper; required: digit; minlength: 12; max-repeating: 2;"


@pytest.mark.parametrize("descriptor, password, missing", [
    (RULES, "weeek", ["7 more characters needed (5 of 12)", "needs an uppercase letter", "needs a digit",
                      "the same character 3 times in a row (at most 2)"]),
    ("minlength: 1024", "x", ["1023 more characters needed (1 of 1024)"]), (RULES, "Correct-Horse-9-Battery", []),
    (RULES, "Correct-Horse-Battery", ["needs a digit"]), ("", "", []),
    ("minlength: 4", "äöü", ["1 more character needed (3 of 4)"]),
    ("allowed: unicode", b"\xff", ["contains characters that are not valid UTF-8"]),
])
def test_says_what_is_missing_and_makes_a_password(program, descriptor, password, missing):
    status, [*messages, generated], errors = run(program, descriptor, password)
    assert (status, messages, errors) == (1 if missing else 0, missing, "")
    assert len(generated) >= (1024 if "1024" in descriptor else 20) and run(program, descriptor, password)[1][-1] != generated
    status, [another], errors = run(program, descriptor, generated)
    assert (status, errors) == (0, "") and another != generated


@pytest.mark.parametrize("arguments, messages", [
    ([], []), (["minlength: 8"], []), (["minlength: 8", "x", "y"], []),
    (["required: digit; minlenght: 8", "x"], []), (["x" * 70_000, "x"], []),
    (["minlength: 9; maxlength: 8", "x"], ["8 more characters needed (1 of 9)"])])
def test_mistakes(program, arguments, messages):
    status, lines, errors = run(program, *arguments)
    assert (status, lines) == (2, messages)
    if len(arguments) == 2:
        assert errors.startswith("missing: ") and errors.count("\n") == 1 and len(errors) > 20
    else:
        assert errors == "usage: missing DESCRIPTOR PASSWORD\n"


@pytest.mark.parametrize("program", ["c", "c++", "rust"], indirect=True)
def test_programs_free_what_they_get(program):
    valgrind = needed("valgrind", "valgrind")
    command = [valgrind, "-q", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect"]
    for descriptor in (RULES, "x", "minlength: 9; maxlength: 8"):
        assert run(([*command, *program[0]], program[1]), descriptor, "weak")[0] in (1, 2)


def test_installed_files_suffice(installed, flags):
    """The flags name the folders of the installation, and nothing of the tree."""
    assert flags("--cflags") == [f"-I{installed}/usr/include"]
    assert flags("--libs") == [f"-L{installed}/usr/lib", "-lpasswordrules"]
    with open(f"{installed}/usr/include/passwordrules.h", encoding="utf-8") as header:
        assert f'#define PASSWORDRULES_VERSION "{flags("--modversion")[0]}"\n' in header.readlines()
