"""Threads that share everything that may be shared do not race, and find what one thread alone finds."""

import pytest
from programs import must_run, run, size
from symbols import undefined

# The random source has no members, so Swift passes whatever address there is for it, the same in all threads. Swift tells
# the sanitizer of a change there, although nothing is ever written.
SUPPRESSIONS = "race:19PasswordRulesSystem12KernelRandomVN\n"
THREADS = 64


@pytest.fixture(scope="module")
def thread(built):
    return built / "thread"


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    file = tmp_path_factory.mktemp("thread") / "suppressions"
    file.write_text(SUPPRESSIONS)
    return {"TSAN_OPTIONS": f"suppressions={file}:exitcode=66"}


def test_the_sanitizer_is_in_the_library(thread):
    assert {"__tsan_read8", "__tsan_write8", "__tsan_func_entry"} <= undefined(thread / "libpasswordrules.so.1")


@pytest.mark.parametrize(
    "command",
    [pytest.param(["planted", "race"], id="C"), pytest.param(["threads", "LIST", 8, 20_000, "share"], id="library")],
)
def test_a_planted_race_is_seen(thread, options, blocklist, command):
    program, *arguments = (blocklist if word == "LIST" else word for word in command)
    done = run(thread / program, *arguments, library=thread, environment=options)
    # Racing threads may crash before the end, when the report is written already.
    assert done.returncode in (66, -11)
    assert "ThreadSanitizer" in done.stderr and "race" in done.stderr


def test_an_answer_that_differs_is_seen(thread, options, blocklist):
    done = run(thread / "threads", blocklist, 2, 1, "differ", library=thread, environment=options)
    assert done.returncode == 1
    assert "1 of them found something else" in done.stdout


def test_threads_do_not_race_and_find_the_same(thread, options, blocklist):
    said = must_run(thread / "threads", blocklist, THREADS, size("ROUNDS"), library=thread, environment=options)
    assert said == f"{THREADS} threads, {size('ROUNDS')} rounds each, 0 of them found something else\n"
