"""The time to check a password, next to Kerberos's own policy. `make bench-servers` prints it."""

import time

from krb5_realm import GOOD, KRB5_POLICY, OTHER, WITH_POLICY, enable, local
from oracle import POLICY_PATH

CHANGES, ROUNDS = 400, 5
# Kerberos's policy and the module both refuse this password because a class is missing. A refusal is measured because
# an accepted change spends nearly all its time on keys and the database.
REFUSED = "zkfqjwxvrtbnmp"
# The principal, whether the module is enabled, and lines for the policy.
CASES = {"policy of Kerberos, -minclasses 2": (WITH_POLICY, False, ""), "passwordrules": ("bob", True, ""),
        "passwordrules, with an estimate": ("bob", True, "min-guesses = 10^10\n")}


def seconds(debian, person: str, given) -> tuple[float, list[str]]:
    began = time.perf_counter()
    output = local(debian, *(f"cpw -pw {password} {person}" for password in given))
    return time.perf_counter() - began, output


def per_change(debian, person: str, given) -> float:
    """In seconds: the best of several rounds, without the start of kadmin.local."""
    assert len(seconds(debian, person, given)[1]) == len(given)
    best = min(seconds(debian, person, given)[0] for _ in range(ROUNDS))
    return (best - min(seconds(debian, person, [])[0] for _ in range(ROUNDS))) / len(given)


def test_time_per_change(world, layers):
    found = {}
    for name, (person, is_enabled, lines) in CASES.items():
        with world.debian(*layers) as debian:
            local(debian, f"modpol -minlength 4 -minclasses 2 {KRB5_POLICY}")
            if is_enabled:
                enable(debian)
            debian.write(POLICY_PATH, debian.read(POLICY_PATH) + lines)
            _, output = seconds(debian, person, [REFUSED])
            assert output[0].startswith("change_password: ")
            found[name] = per_change(debian, person, [REFUSED] * CHANGES)
            if not lines:
                print(f"{name + ', an accepted one':50} {per_change(debian, person, [OTHER, GOOD] * 20) * 1e6:6.0f} us")
    for name, taken in found.items():
        print(f"{name + ', a refused one':50} {taken * 1e6:6.0f} us")
