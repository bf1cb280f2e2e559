"""The shared library as a file: what it exports, needs and weighs; and what `make install` puts where."""

import os
import re
import shutil
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = os.path.join(ROOT, "build", "libpasswordrules.so.1")


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
    assert {kind for kind, _ in exported(LIBRARY)} == {"T"}


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


def test_is_small_and_stripped():
    assert os.path.getsize(LIBRARY) <= 300_000
    assert ".symtab" not in output("readelf", "-S", "-W", LIBRARY)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    make("install", folder)
    return folder


def make(target, folder):
    # Not the variables of the make that runs these tests.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", "-C", ROOT, target, f"DESTDIR={folder}", "PREFIX=/usr"], check=True, env=environment,
                   stdout=subprocess.DEVNULL)


def files(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


def test_programs_build_with_pkg_config_and_run(installed, tmp_path):
    environment = dict(os.environ, PKG_CONFIG_PATH=str(installed / "usr/lib/pkgconfig"), PKG_CONFIG_SYSROOT_DIR=str(installed))
    flags = output("pkg-config", "--cflags", "--libs", "passwordrules", env=environment).split()
    source = tmp_path / "program.c"
    # The ten lines of the README.
    code = re.search(r"```c\n(.*?)```", read(os.path.join(ROOT, "README.md")), flags=re.S).group(1)
    source.write_text(code)
    program = str(tmp_path / "program")
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", str(source), "-o", program, *flags], check=True)
    run = subprocess.run([program], capture_output=True, text=True, env={"LD_LIBRARY_PATH": str(installed / "usr/lib")})
    assert run.returncode == 0
    assert run.stdout.splitlines()[0] == "8 more characters needed (4 of 12)"


def test_uninstall_leaves_nothing(tmp_path):
    make("install", tmp_path)
    make("uninstall", tmp_path)
    assert files(tmp_path) == []
    shutil.rmtree(tmp_path)
