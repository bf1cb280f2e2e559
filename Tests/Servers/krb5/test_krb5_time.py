"""The time that a change of a password takes, beside the checks that come with Kerberos. `-m long -s` prints it."""

import time

import pytest
from krb5_realm import GOOD, KRB5_POLICY, OTHER, WITH_POLICY, enable, local
from oracle import POLICY_PATH

CHANGES, ROUNDS = 200, 5
# Who, whether the module is enabled, and what is added to the policy.
WAYS = {"no check": ("bob", False, ""), "policy of Kerberos, -minclasses 2": (WITH_POLICY, False, ""),
        "passwordrules": ("bob", True, ""), "passwordrules, with an estimate": ("bob", True, "min-guesses = 10^10\n")}


def seconds(debian, person: str, count: int) -> float:
    commands = [f"cpw -pw {(GOOD, OTHER)[number % 2]} {person}" for number in range(count)]
    began = time.perf_counter()
    output = local(debian, *commands)
    taken = time.perf_counter() - began
    assert len(output) == count and all(line.endswith("changed.") for line in output)
    return taken


@pytest.mark.long
def test_time_per_change(world, layers):
    found = {}
    for name, (person, is_enabled, lines) in WAYS.items():
        with world.debian(*layers) as debian:
            if is_enabled:
                enable(debian)
            debian.write(POLICY_PATH, debian.read(POLICY_PATH) + lines)
            local(debian, f"modpol -minlength 4 -minclasses 2 {KRB5_POLICY}")
            whole = min(seconds(debian, person, CHANGES) for _ in range(ROUNDS))
            found[name] = (whole - min(seconds(debian, person, 0) for _ in range(ROUNDS))) / CHANGES
    for name, taken in found.items():
        print(f"{name:36} {taken * 1e6:6.0f} us per change")
    # A reader of a slow machine does not notice this.
    assert found["passwordrules"] - found["no check"] < 0.02
