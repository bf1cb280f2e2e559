"""Passwords for servers, and what the command says of each."""

import json
import os
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

LIST_PATH = "/usr/share/passwordrules/common.blocklist"
# What a person is told meanwhile.
NO_VERDICT = ("The password policy of this server cannot be applied, so the password was not changed. Please tell your "
              "administrator.")
BROKEN = {
    "mistake": (lambda debian: debian.write(POLICY_PATH, "rules = minlength: x;\n"), r"\.conf:1:20: expected a number"),
    "unknown key": (lambda debian: debian.write(POLICY_PATH, POLICY + "minlenght = 3\n"), "unknown key \"minlenght\""),
    "mistake in another section": (lambda debian: debian.write(POLICY_PATH, POLICY + "[service other]\nrules = minlength: x;\n"),
                                   r"passwordrules\.conf:\d+:\d+: expected a number"),
    "written by others": (lambda debian: debian.path(POLICY_PATH).chmod(0o666), r"passwordrules\.conf: .*writ"),
    "of another user": (lambda debian: os.chown(debian.path(POLICY_PATH), 12345, 12345),
                        r"passwordrules\.conf: is owned by user"),
    "gone": (lambda debian: debian.path(POLICY_PATH).unlink(), r"passwordrules\.conf: .*no such file"),
    "list gone": (lambda debian: debian.path(LIST_PATH).unlink(),
                  r"passwordrules\.conf:\d+:\d+: .*common\.blocklist.* no such file"),
    "list damaged": (lambda debian: os.truncate(debian.path(LIST_PATH), 5000),
                     r"passwordrules\.conf:\d+:\d+: .*common\.blocklist"),
}
# For a server that is not root.
BROKEN_FOR_USERS = BROKEN | {
    "unreadable": (lambda debian: debian.path(POLICY_PATH).chmod(0o600), r"passwordrules\.conf: .*permission denied"),
    "list unreadable": (lambda debian: debian.path(LIST_PATH).chmod(0o600), r"common\.blocklist.* permission denied"),
}


def mend(debian: Debian, whole_list: bytes) -> None:
    """Puts the policy and the list, of which these are the bytes, back."""
    for path, content in ((POLICY_PATH, POLICY.encode()), (LIST_PATH, whole_list)):
        debian.path(path).unlink(missing_ok=True)
        debian.write(path, "")
        debian.path(path).write_bytes(content)
