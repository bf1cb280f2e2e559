"""A crash inside the library or the module can be debugged, both as built and as packaged."""

import shutil

import pytest
from debugging import ROOT, backtrace, build_id, compile_crash, names_our_code, run

FILES = [
    pytest.param("libpasswordrules.so.1", "passwordrules_parse", id="library"),
    pytest.param("pam_passwordrules.so", "pam_sm_chauthtok", id="module"),
]

pytestmark = pytest.mark.skipif(shutil.which("gdb") is None, reason="there is no gdb")


@pytest.fixture(scope="module")
def crash(tmp_path_factory):
    return compile_crash(tmp_path_factory.mktemp("crash"))


@pytest.mark.parametrize("name, function", FILES)
def test_gdb_names_our_functions_files_and_lines(crash, name, function):
    assert names_our_code(backtrace(crash, ROOT / "build" / name, function), function)


@pytest.mark.parametrize("name, function", FILES)
def test_gdb_uses_symbols_of_the_package(crash, tmp_path, name, function):
    file, number = ROOT / "build" / name, build_id(ROOT / "build" / name)
    symbols = tmp_path / "symbols" / ".build-id" / number[:2] / f"{number[2:]}.debug"
    symbols.parent.mkdir(parents=True)
    run("objcopy", "--only-keep-debug", file, symbols)
    run("strip", "-o", tmp_path / name, file)
    assert names_our_code(backtrace(crash, tmp_path / name, function, tmp_path / "symbols"), function)
    # Without debugging symbols, gdb shows no names of our code.
    assert not names_our_code(backtrace(crash, tmp_path / name, function), function)
