"""In the C tests, the library does not access memory that is not its own, and has no undefined behaviour."""

import re

import pytest
from programs import ROOT, must_run, run, size, undefined

VECTORS = [ROOT / "Tests" / "Vectors" / name for name in ("parse.tsv", "check.tsv", "lenient.tsv")]


@pytest.fixture(scope="module")
def address(built):
    return built / "address"


def test_library_has_the_sanitizers(address):
    names = undefined(address / "libpasswordrules.so.1")
    assert {"__asan_report_load1", "__asan_report_store8"} <= names
    assert [name for name in names if name.startswith("__ubsan_handle_")]


@pytest.mark.parametrize(("fault", "said"), [
    # The length is too large, so the library reads past the end. This is found only if its own code is instrumented.
    ("long", r"heap-buffer-overflow(.|\n)*passwordrules_check"),
    ("shift", "shift exponent 40"), ("leak", "detected memory leaks"),
])
def test_planted_fault_is_seen(address, blocklist, fault, said):
    done = run(address / "cycles", blocklist, 1, 3, fault, library=address)
    assert done.returncode != 0
    assert re.search(said, done.stderr)


@pytest.mark.parametrize("program", ["abi", "example"])
def test_program_runs(address, program):
    done = run(address / program, library=address)
    assert done.returncode == 0, done.stderr[-20_000:]
    assert "Sanitizer" not in done.stderr


def test_vectors_hold(address):
    must_run(address / "vectors", *VECTORS, library=address)


def test_cycles_lose_nothing(address, blocklist):
    must_run(address / "cycles", blocklist, 1, size("CYCLES"), library=address)
