"""Passwords for servers, and what the command says of each."""

import json
import random
from dataclasses import dataclass

from debian import Debian

POLICY_PATH = "/etc/security/passwordrules.conf"
POLICY = """\
rules = minlength: 12; required: digit; max-repeating: 2;
username = reject
full-name = reject
words = acme
blocklist = /usr/share/passwordrules/common.blocklist
"""


@dataclass(frozen=True)
class Verdict:
    is_accepted: bool
    # The reasons, as a server's client shows them.
    text: str


def passwords(count: int = 1000, seed: int = 22, names=("bob", "Builder")) -> list[str]:
    """Some of each kind: good, short, listed, with a name or a banned word in them, without a digit, repeated, not ASCII."""
    source = random.Random(seed)

    def draw(length, alphabet="abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-+=."):
        return "".join(source.choice(alphabet) for _ in range(length))

    kinds = [
        lambda: draw(source.randint(12, 40)) + "7x", lambda: draw(source.randint(1, 11)),
        lambda: source.choice(["password", "dragon", "monkey", "letmein"]) + str(source.randint(1000, 99999)),
        lambda: draw(6) + source.choice(names) + draw(6) + "5", lambda: draw(5) + "Acme" + draw(7) + "3",
        lambda: draw(16, "abcdefghijkmnpqrstuvwxyz"), lambda: draw(10) + "aaa1" + draw(3),
        lambda: draw(8) + source.choice(["Zürich", "naïve", "пароль", "日本語"]) + draw(6) + "4",
    ]
    found: dict[str, None] = {}
    while len(found) < count:
        found[source.choice(kinds)()] = None
    return list(found)


def verdicts(debian: Debian, given: list[str], service: str = "", user: str = "", full_name: str = "", groups=(),
             config: str = POLICY_PATH) -> list[Verdict]:
    """What `passwordrules check` says of each of these passwords, for an account of the service, or else of this machine."""
    options = [f"--{name}={value}" for name, value in (("service", service), ("user", user), ("full-name", full_name)) if value]
    done = debian.run("passwordrules", "check", "--json", "--config", config, *options,
                      *(f"--group={group}" for group in groups), text="".join(f"{line}\n" for line in given), check=False)
    assert done.returncode in (0, 1), done.stdout
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(objects) == len(given)
    return [Verdict(one["accepted"], "; ".join(rule["message"] for rule in one["outcomes"] if not rule["met"]))
            for one in objects]


# ---- What is wrong with the policy of a machine, and what the log says of it ----


def break_policy(debian: Debian) -> None:
    debian.write(POLICY_PATH, POLICY + "minlenght = 3\n")


def lose_list(debian: Debian) -> None:
    debian.path("/usr/share/passwordrules/common.blocklist").unlink()


def lose_policy(debian: Debian) -> None:
    debian.path(POLICY_PATH).unlink()


FAULTS = [(break_policy, "unknown key \"minlenght\""), (lose_list, "common.blocklist cannot be read"),
          (lose_policy, "cannot be read")]
