"""The time that a change of a password takes, beside the plugins that come with MariaDB. `make bench-servers`
prints it."""

import time

from mariadb_server import ENABLE, Server, quoted
from oracle import POLICY_PATH

PLUGINS = {"none": None, "simple_password_check": "simple_password_check", "cracklib_password_check": "cracklib_password_check",
           "passwordrules": None, "passwordrules, with an estimate": None}
CHANGES, ROUNDS = 300, 7
PASSWORDS = ["Kizzek-4ohjur-qiThor", "Mibdur-7xotyn-Vaqcef"]


def seconds(server: Server, count: int) -> float:
    text = "".join(f"ALTER USER bob IDENTIFIED BY {quoted(PASSWORDS[number % 2])};\n" for number in range(count))
    began = time.perf_counter()
    server.query(text)
    return time.perf_counter() - began


def per_change(server: Server) -> float:
    """In seconds: the best of several rounds, without the client's start."""
    server.query(f"CREATE OR REPLACE USER bob IDENTIFIED BY {quoted(PASSWORDS[1])}")
    many, none = (min(seconds(server, count) for _ in range(ROUNDS)) for count in (CHANGES, 0))
    return (many - none) / CHANGES


def test_time_per_change(world, layers):
    found = {}
    for name, plugin in PLUGINS.items():
        with world.debian(*layers) as debian:
            if name.startswith("passwordrules"):
                debian.run("sh", "-c", ENABLE)
            if "estimate" in name:
                debian.write(POLICY_PATH, debian.read(POLICY_PATH) + "min-guesses = 10^10\n")
            with Server(debian, *([f"--plugin-load-add={plugin}"] if plugin else [])) as server:
                found[name] = per_change(server)
    for name, taken in found.items():
        print(f"{name:32} {taken * 1e6:6.0f} us per change")
