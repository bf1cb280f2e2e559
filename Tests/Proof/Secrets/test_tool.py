"""The tool reads passwords from its standard input, and has none in memory when it ends."""

import os

import pytest
from passwords import COMMON, password, search_for
from scanner import BUILD, PROGRAMS, Process

TOOL = BUILD / "passwordrules"
ACCEPTED = "rules = minlength: 8\nfull-name = reject\nold-password-changes = 2\n"
REFUSED = "rules = minlength: 60; required: [~]\n"


def leaves_nothing(*arguments, secret: bytes, old: bytes = b"", exit_status: int = 0) -> None:
    environment = {"LD_PRELOAD": str(PROGRAMS / "stop_at_exit.so"), "PATH": os.environ["PATH"]}
    typed = b"".join(line + b"\n" for line in (old, secret) if line)
    with Process(TOOL, *arguments, typed=typed, environment=environment, exit_status=exit_status) as process:
        assert process.proceed() is not None
        assert [str(finding) for finding in process.scan(search_for(secret, old))] == []
        assert process.proceed() is None


@pytest.mark.parametrize("secret", [password(length) for length in (8, 16, 48, 200)], ids=len)
@pytest.mark.parametrize("options", [[], ["--strict"], ["--json"]], ids=" ".join)
def test_check_by_rules(secret, options):
    exit_status = 1 if "--strict" in options or len(secret) < 16 else 0
    leaves_nothing("check", "--rules", "minlength: 16; required: digit", *options, secret=secret, exit_status=exit_status)


@pytest.mark.parametrize("secret", [password(length) for length in (8, 16, 48, 200)], ids=len)
@pytest.mark.parametrize("policy", [ACCEPTED, REFUSED], ids=["accepted", "refused"])
@pytest.mark.parametrize("lists", ["", f"blocklist = {COMMON}\n"], ids=["", "list"])
def test_check_by_a_policy(write, secret, policy, lists):
    config = write(policy + lists)
    exit_status = 1 if policy == REFUSED else 0
    leaves_nothing("check", "--config", config, "--old", secret=secret, old=password(20, "old"), exit_status=exit_status)


@pytest.mark.parametrize("match", ["exact", "mangled"])
def test_lookup(match):
    leaves_nothing("blocklist", "lookup", "--match", match, COMMON, secret=password(48))
