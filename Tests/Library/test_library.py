"""The dependencies, hardening and symbols of the shared library's file, and the README's example in C."""

import os
import re
import subprocess

from c_header import INCLUDE, LIBRARY, functions, read, whole_header


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def test_needs_only_libc_and_has_no_run_path():
    dynamic = output("readelf", "-d", LIBRARY)
    assert {"libc.so.6"} <= set(re.findall(r"NEEDED.*\[(.*)\]", dynamic)) <= {"libc.so.6", "libm.so.6"}
    assert "RPATH" not in dynamic and "RUNPATH" not in dynamic


def test_is_hardened():
    dynamic, segments = output("readelf", "-d", LIBRARY), output("readelf", "-l", "-W", LIBRARY)
    assert "NODELETE" in dynamic and "NOW" in dynamic
    assert "GNU_RELRO" in segments and re.search(r"GNU_STACK .* RW ", segments)


def test_exports_only_the_functions_of_the_header():
    lines = output("nm", "-D", "--defined-only", "--with-symbol-versions", LIBRARY).splitlines()
    # nm also lists the name of the version.
    exported = [line.split()[2] for line in lines if " A " not in line]
    assert sorted(exported) == sorted(f"{name}@@PASSWORDRULES_1.0" for name in functions(whole_header()))


def test_has_its_debugging_symbols():
    assert ".debug_info" in output("readelf", "-S", "-W", LIBRARY)


PROGRAM = """\
#include <passwordrules.h>
#include <stdio.h>
#include <string.h>

static int print_report(const char *text, const char *password)
{
%s    return 0;
}

int main(void)
{
    return print_report("required: upper; required: digit; minlength: 12;", "weak");
}
"""


def test_example_of_the_readme_compiles_and_runs(tmp_path):
    # The example is the body of a function. Tests/Packages compiles another program, with pkg-config.
    code = re.search(r"```c\n(.*?)```", read("README.md"), flags=re.S).group(1)
    (tmp_path / "program.c").write_text(PROGRAM % code)
    output("cc", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "program.c", "-o", "program", LIBRARY, cwd=tmp_path)
    said = output(tmp_path / "program", env={"LD_LIBRARY_PATH": os.path.dirname(LIBRARY)})
    assert said.splitlines() == ["8 more characters needed (4 of 12)", "needs an uppercase letter", "needs a digit"]
