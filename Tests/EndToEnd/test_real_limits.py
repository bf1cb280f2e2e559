"""The real passwd under resource limits that the user sets: it does not crash, and never accepts a weak password."""

import pytest
from machine import OLD_PASSWORD

WEAK = "aliceinwonderland-4"
STRONG = "gd7Rk-2mVq9x-Lw4t"
TOLD = "The password was not changed, because a resource limit of this session is too low: "
TOO_SHORT = "21 more characters needed (19 of 40)"
KIB, MIB = 1 << 10, 1 << 20


@pytest.fixture
def strict(machine):
    machine.policy("rules = minlength: 8\nretry = 1\nsuggest = no\n[group strict]\nrules = minlength: 40\n")
    machine.group("strict")
    return machine


@pytest.mark.parametrize(("option", "name"), [
    (f"--stack={40 * KIB}", "RLIMIT_STACK"), (f"--stack={64 * KIB}", "RLIMIT_STACK"), (f"--as={36 * MIB}", "RLIMIT_AS"),
    (f"--data={32 * MIB}", "RLIMIT_DATA"), ("--nofile=12", "RLIMIT_NOFILE"),
])
def test_tight_limit_is_named_and_refuses(strict, option, name):
    result = strict.passwd(limit=option)
    assert (TOLD + name) in result.text and result.status == 10, result.text
    assert any(f"{name}: the resource limit is too low for a password change" in line for line in strict.log), strict.log


@pytest.mark.parametrize("stack", [40, 48, 64, 96, 128, 160, 192, 224, 256, 320])
def test_passwd_does_not_crash_for_a_small_stack(strict, stack):
    """With only pam_unix in the stack, passwd does not crash at these limits either."""
    result = strict.passwd(OLD_PASSWORD, WEAK, limit=f"--stack={stack * KIB}")
    assert result.status == 10, (result.status, result.text)
    assert TOLD + "RLIMIT_STACK" in result.text or TOO_SHORT in result.text


@pytest.mark.parametrize("stack", [32, 36])
def test_tiny_stack_refuses_before_libpam_crashes(strict, stack):
    """libpam itself may lack the stack for its audit, even with pam_unix alone. Addresses are random, so this happens in some
    runs at 32 KiB, and in one of 150 at 36 KiB.
    """
    for _ in range(8):
        result = strict.passwd(OLD_PASSWORD, WEAK, limit=f"--stack={stack * KIB}")
        assert result.status is None or result.status == 10 and TOLD + "RLIMIT_STACK" in result.text
        assert "successfully" not in result.text


@pytest.mark.parametrize("option", [f"--stack={320 * KIB}", f"--as={64 * MIB}", f"--data={48 * MIB}", "--nofile=40"])
def test_sufficient_limit_changes_nothing(machine, option):
    machine.policy("rules = minlength: 8\n")
    result = machine.passwd(OLD_PASSWORD, STRONG, STRONG, limit=option)
    assert result.status == 0 and result.changed(), result.text
