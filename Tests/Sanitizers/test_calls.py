"""That a cycle calls every function of the library, with success and with every status that can be had."""

import re

import pytest
from programs import HERE, functions, must_run, run

HEADER = HERE.parents[1] / "Include" / "passwordrules.h"


def called(program, list_of_passwords, count) -> set[str]:
    """The functions that were called: with late binding, the dynamic linker logs each at its first call."""
    done = run(program, list_of_passwords, count, environment={"LD_DEBUG": "bindings"})
    assert done.returncode == 0
    bindings = re.findall(
        r"binding file (\S+) \[0\] to \S*libpasswordrules\.so\.1 \[0\]: normal symbol `(passwordrules_\w+)'", done.stderr
    )
    return {name for file, name in bindings if file == str(program)}


def test_the_map_names_functions():
    assert len(functions()) >= 38


def test_none_is_called_without_a_cycle(built, blocklist):
    assert called(built / "cycles", blocklist, 0) == set()


def test_a_cycle_calls_every_function(built, blocklist):
    assert functions() - called(built / "cycles", blocklist, 1) == set()


def statuses() -> dict[str, int]:
    found = re.findall(r"^#define (PASSWORDRULES_(?:OK|E[A-Z]+)) (\d+)", HEADER.read_text(), re.M)
    # Neither memory nor the system's random source fails by itself; that they do is tried where faults are.
    tried_elsewhere = {"PASSWORDRULES_ENOMEM", "PASSWORDRULES_ERANDOM"}
    return {name: int(number) for name, number in found if name not in tried_elsewhere}


def test_the_header_names_statuses():
    assert {"PASSWORDRULES_OK": 0, "PASSWORDRULES_ETOOFEW": 25}.items() <= statuses().items()


@pytest.fixture(scope="module")
def transcript(built, blocklist):
    return must_run(built / "cycles", blocklist, 1, "print")


@pytest.mark.parametrize(("name", "number"), sorted(statuses().items(), key=lambda status: status[1]))
def test_a_cycle_meets_every_status(transcript, name, number):
    what = r"(?:generate|suggest|load|open|for user|parse|lint|check|look-up|info|create|shortest|diagnostic|message)"
    assert re.search(rf"^{what}: (?:status )?{number}\b", transcript, re.M) or f": status {number}," in transcript, name


@pytest.mark.parametrize(
    "line",
    [
        "accepted: 1", "accepted: 0", "found: 1", "found: 3", "found: 0", "retry: 4", "retry: 5",
        "code: 102", "code: 201", "message: status 0, 26 of 1024 bytes: needs an uppercase letter",
        "in brackets: status 0, 18 of 1024 bytes: [needs [a digit]]",
    ],
)
def test_what_a_cycle_finds_is_not_nothing(transcript, line):
    assert f"\n{line}\n" in "\n" + transcript
