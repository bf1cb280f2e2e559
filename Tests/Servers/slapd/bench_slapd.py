"""The time that a change of a password takes, beside slapd without a module. `make bench-servers` prints
it."""

import time

from oracle import POLICY, POLICY_PATH
from slapd_server import HELPDESK, HELPDESK_PASSWORD, IS_2_5, POLICY_ENTRY, Server, dn

CHANGES, ROUNDS = 500, 7
PASSWORDS = ["Kizzek-4ohjur-qiThor", "Mibdur-7xotyn-Vaqcef"]
SWITCH = "pwdCheckModule" if IS_2_5 else "pwdUseCheckModule"


def seconds(server: Server, count: int) -> float:
    text = "".join(f"dn: {dn(0)}\nchangetype: modify\nreplace: userPassword\nuserPassword: {PASSWORDS[number % 2]}\n\n"
                   for number in range(count))
    began = time.perf_counter()
    assert server.modify(text, HELPDESK, HELPDESK_PASSWORD).is_accepted
    return time.perf_counter() - began


def per_change(server: Server) -> float:
    """In seconds: the best of several rounds, without the client's start."""
    many, none = (min(seconds(server, count) for _ in range(ROUNDS)) for count in (CHANGES, 0))
    return (many - none) / CHANGES


def test_time_per_change(debian):
    found = {}
    with Server(debian) as server:
        found["passwordrules"] = per_change(server)
        debian.write(POLICY_PATH, POLICY + "min-guesses = 10^10\n")
        found["passwordrules, with an estimate"] = per_change(server)
        assert server.modify(f"dn: {POLICY_ENTRY}\nchangetype: modify\ndelete: {SWITCH}\n").is_accepted
        found["pwdCheckQuality alone"] = per_change(server)
    for name, taken in found.items():
        print(f"{name:32} {taken * 1e6:6.0f} us per change")
