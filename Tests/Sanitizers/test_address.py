"""That the C tests of the library touch no memory of others, and do nothing that C leaves undefined."""

import pytest
from programs import HERE, must_run, run, size, undefined

VECTORS = [HERE.parent / "Vectors" / name for name in ("parse.tsv", "check.tsv", "lenient.tsv")]


@pytest.fixture(scope="module")
def address(built):
    return built / "address"


def test_the_sanitizers_are_in_the_library(address):
    names = undefined(address / "libpasswordrules.so.1")
    assert {"__asan_report_load1", "__asan_report_store8"} <= names
    assert [name for name in names if name.startswith("__ubsan_handle_")]


@pytest.mark.parametrize(
    ("fault", "said"),
    [("overflow", "heap-buffer-overflow"), ("shift", "shift exponent 40"), ("leak", "detected memory leaks")],
)
def test_a_planted_fault_is_seen(address, fault, said):
    done = run(address / "planted", fault, library=address)
    assert done.returncode != 0
    assert said in done.stderr
    must_run(address / "planted", "none", library=address)


def test_an_overflow_within_the_library_is_seen(address):
    """Told of more bytes than there are, the library reads past the end: of its own code, and instrumented."""
    done = run(address / "planted", "long", library=address)
    assert done.returncode != 0
    assert "heap-buffer-overflow" in done.stderr
    assert "passwordrules_check" in done.stderr


@pytest.mark.parametrize("program", ["abi", "example"])
def test_a_program_runs(address, program):
    done = run(address / program, library=address)
    assert done.returncode == 0, done.stderr[-20_000:]
    assert "Sanitizer" not in done.stderr


def test_the_vectors_hold(address):
    must_run(address / "vectors", *VECTORS, library=address)


def test_cycles_lose_nothing(address, blocklist):
    must_run(address / "cycles", blocklist, size("CYCLES"), library=address)
