"""Threads that share everything that may be shared do not race, and find what one thread alone finds: under ThreadSanitizer,
and, as the library is shipped, under helgrind."""

import pytest
from programs import HELGRIND, must_run, run, size, undefined

# The random source has no members, so Swift passes whatever address there is for it, the same in all threads. Swift tells
# the sanitizer of a change there, although nothing is ever written.
SUPPRESSIONS = "race:19PasswordRulesSystem12KernelRandomVN\n"


@pytest.fixture(scope="module")
def options(built, tmp_path_factory):
    file = tmp_path_factory.mktemp("thread") / "suppressions"
    file.write_text(SUPPRESSIONS)
    return {"library": built / "thread", "environment": {"TSAN_OPTIONS": f"suppressions={file}:exitcode=66"}}


def test_tsan_is_in_the_library(built):
    assert {"__tsan_read8", "__tsan_write8", "__tsan_func_entry"} <= undefined(built / "thread" / "libpasswordrules.so.1")


def test_tsan_sees_a_planted_race(built, options, blocklist):
    done = run(built / "thread" / "cycles", blocklist, 4, 20_000, "share", **options)
    # Racing threads may crash before the end, when the report is written already.
    assert done.returncode in (66, -11)
    assert "ThreadSanitizer" in done.stderr and "race" in done.stderr


def test_tsan_program_sees_an_answer_that_differs(built, options, blocklist):
    done = run(built / "thread" / "cycles", blocklist, 2, 1, "differ", **options)
    assert done.returncode == 1
    assert "1 of them found something else" in done.stdout


def test_tsan_sees_no_race(built, options, blocklist):
    said = must_run(built / "thread" / "cycles", blocklist, 64, size("ROUNDS"), **options)
    assert said == f"64 threads, {size('ROUNDS')} rounds each, 0 of them found something else\n"


def test_helgrind_sees_a_planted_race(built, blocklist):
    done = run(*HELGRIND, built / "cycles", blocklist, 4, 200, "share")
    assert done.returncode == 99
    assert "Possible data race" in done.stderr


def test_helgrind_sees_no_race(built, blocklist):
    must_run(*HELGRIND, built / "cycles", blocklist, 8, 5)
