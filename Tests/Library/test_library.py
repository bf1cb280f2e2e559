"""The shared library as a file: its exports, dependencies and size; and where `make install` puts everything."""

import os
import re
import shutil
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = os.path.join(ROOT, "build", "libpasswordrules.so.1")
sys.path.append(os.path.join(ROOT, "Tests", "Packages"))

from installing import copied_build, make


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def read(path):
    with open(path) as file:
        return file.read()


def exported(path):
    symbols = set()
    for line in output("nm", "-D", "--defined-only", path).splitlines():
        _, kind, name = line.split()
        symbols.add((kind, name.split("@")[0]))
    return symbols


def test_exports_nothing_else():
    # The version of the symbols is one itself.
    assert {kind for kind, _ in exported(LIBRARY) - {("A", "PASSWORDRULES_1.0")}} == {"T"}


def test_needs_libc_alone_and_has_no_run_path():
    dynamic = output("readelf", "-d", LIBRARY)
    assert set(re.findall(r"NEEDED.*\[(.*)\]", dynamic)) <= {"libc.so.6", "libm.so.6"}
    assert "RPATH" not in dynamic and "RUNPATH" not in dynamic
    assert "Library soname: [libpasswordrules.so.1]" in dynamic


def test_is_hardened():
    dynamic = output("readelf", "-d", LIBRARY)
    assert "NODELETE" in dynamic and "NOW" in dynamic
    segments = output("readelf", "-l", "-W", LIBRARY)
    assert "GNU_RELRO" in segments
    assert re.search(r"GNU_STACK .* RW ", segments)


def test_is_small_without_its_debugging_symbols(tmp_path):
    assert ".debug_info" in output("readelf", "-S", "-W", LIBRARY)
    output("strip", "-o", tmp_path / "stripped", LIBRARY)
    assert os.path.getsize(tmp_path / "stripped") <= 320 << 10


@pytest.fixture(scope="module")
def build():
    with copied_build() as folder:
        yield folder


@pytest.fixture(scope="module")
def installed(build, tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    succeed("install", build, folder)
    return folder


def succeed(target, build, folder):
    done = make(target, f"BUILD={build}", f"DESTDIR={folder}", "PREFIX=/usr")
    assert done.returncode == 0, done.stderr


def files(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


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


def test_programs_build_with_pkg_config_and_run(installed, tmp_path):
    environment = dict(os.environ, PKG_CONFIG_PATH=str(installed / "usr/lib/pkgconfig"), PKG_CONFIG_SYSROOT_DIR=str(installed))
    flags = output("pkg-config", "--cflags", "--libs", "passwordrules", env=environment).split()
    source = tmp_path / "program.c"
    # The ten lines of the README, in a function.
    code = re.search(r"```c\n(.*?)```", read(os.path.join(ROOT, "README.md")), flags=re.S).group(1)
    source.write_text(PROGRAM % code)
    program = str(tmp_path / "program")
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", str(source), "-o", program, *flags], check=True)
    run = subprocess.run([program], capture_output=True, text=True, env={"LD_LIBRARY_PATH": str(installed / "usr/lib")})
    assert run.returncode == 0
    assert run.stdout.splitlines() == ["8 more characters needed (4 of 12)", "needs an uppercase letter", "needs a digit"]


def test_uninstall_leaves_nothing(build, tmp_path):
    succeed("install", build, tmp_path)
    succeed("uninstall", build, tmp_path)
    assert files(tmp_path) == []
    shutil.rmtree(tmp_path)
