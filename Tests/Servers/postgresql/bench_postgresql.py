"""The time that a change of a password takes, beside the module that comes with PostgreSQL. `make
bench-servers` prints it."""

import time

from servers import POLICY, POLICY_PATH, Server, set_password

CHANGES, ROUNDS = 300, 5
PASSWORDS = ["Kizzek-4ohjur-qiThor", "Mibdur-7xotyn-Vaqcef"]
# The module to load, and lines for the policy.
CASES = {"none": ("", ""), "passwordcheck": ("passwordcheck", ""), "passwordrules": ("passwordrules", ""),
        "passwordrules, with an estimate": ("passwordrules", "min-guesses = 10^10\n")}


def seconds(server: Server, count: int) -> float:
    began = time.perf_counter()
    printed = server.ask("SET password_encryption = md5;", *(set_password("bob", PASSWORDS[i % 2]) for i in range(count)))
    assert "ERROR" not in printed
    return time.perf_counter() - began


def per_change(server: Server) -> float:
    """In seconds: the best of several rounds, without the client's start."""
    many, none = (min(seconds(server, count) for _ in range(ROUNDS)) for count in (CHANGES, 0))
    return (many - none) / CHANGES


def test_time_per_change(world, layers):
    for name, (library, lines) in CASES.items():
        with world.debian(*layers) as debian:
            debian.write(POLICY_PATH, POLICY + lines)
            with Server(debian, settings=f"shared_preload_libraries = '{library}'\n") as server:
                server.ask("CREATE ROLE bob;")
                print(f"{name:32} {per_change(server) * 1e6:6.0f} us per change")
