"""That helgrind sees no race among threads on the library as it is shipped, which is Embedded Swift."""

import pytest
from programs import HELGRIND, must_run, run

THREADS, ROUNDS = 8, 5


@pytest.mark.parametrize(
    "command", [pytest.param(["planted", "race"], id="C"), pytest.param(["threads", "LIST", 4, 200, "share"], id="library")]
)
def test_a_planted_race_is_seen(built, blocklist, command):
    program, *arguments = (blocklist if word == "LIST" else word for word in command)
    done = run(*HELGRIND, built / program, *arguments)
    assert done.returncode == 99
    assert "Possible data race" in done.stderr


def test_threads_do_not_race(built, blocklist):
    must_run(*HELGRIND, built / "threads", blocklist, THREADS, ROUNDS)
