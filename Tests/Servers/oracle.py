"""Passwords for servers, and the command's answer to each."""

import json
import os
import random
import re
from collections import Counter
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
    """Some of each kind: good, short, listed, with a name or a banned word in them, without a digit,
    repeated, not ASCII."""
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


# Meets everything but the longest lengths, so that the tool shows the message of each met rule.
MEETS_MOST = "zkr-7vbx.Qmt4+pwf=9hjD-" * 12
# The messages of these rules contain a number that depends on the password, or pieces of the password.
TELLING = {"minlength", "maxlength", "allowed", "max-repeating", "max-consecutive", "max-sequential", "min-classes",
           "min-different", "min-words", "max-class-repeating", "max-keyboard", "old-password-changes", "max-bytes", "min-guesses"}


def tells(outcome: dict) -> bool:
    """Whether its reason tells something of the password. The reason for one character of a class does not."""
    return outcome["rule"] in TELLING or outcome["rule"] in ("required", "at-least") and outcome["limit"] > 1


def rule_of(outcome: dict) -> tuple:
    return tuple(outcome.get(name) for name in ("rule", "limit", "class", "source", "line"))


def verdicts(debian: Debian, given: list[str], service: str = "", user: str = "", full_name: str = "", groups=(),
             config: str = POLICY_PATH, is_logged: bool = False) -> list[Verdict]:
    """The answers of `passwordrules check` to these passwords, for an account of the service, or else of this
    machine.

    is_logged: whether the server also logs the text that the client shows. The text then says what the rules require,
    and nothing about the password.
    """
    options = [f"--{name}={value}" for name, value in (("service", service), ("user", user), ("full-name", full_name)) if value]
    asked = [*given, MEETS_MOST]
    done = debian.run("passwordrules", "check", "--json", "--config", config, *options,
                      *(f"--group={group}" for group in groups), text="".join(f"{line}\n" for line in asked), check=False)
    assert done.returncode in (0, 1), done.stdout
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(objects) == len(asked)
    # The message of a met rule is its demand.
    demands = {rule_of(one): one["message"] for found in objects for one in found["outcomes"] if one["met"]}

    def reason(outcome: dict) -> tuple[str, str]:
        return ("item", demands[rule_of(outcome)]) if is_logged and tells(outcome) else clause(outcome, is_logged)

    return [Verdict(one["accepted"], sentences(reason(rule) for rule in one["outcomes"] if not rule["met"]))
            for one in objects[:-1]]


LISTED = {1: "is a common or leaked password", 2: "differs from a common or leaked password only in case",
          3: "is too close to a common or leaked password"}
# How reasons begin that can follow "the password".
PREDICATE = re.compile(r"(?:is|contains|differs|consists|repeats|could) ")


def clause(outcome: dict, is_logged: bool) -> tuple[str, str]:
    """The kind of a reason, and its words in a sentence."""
    rule, limit, actual, message = (outcome[name] for name in ("rule", "limit", "actual", "message"))
    if rule == "minlength":
        return "sentence", f"needs {limit - actual} more character{'s' * (limit - actual != 1)} ({actual} of {limit})"
    if rule == "blocklist" and (is_logged or limit == 0):
        return ("sentence", "is too common, or has been leaked") if actual == 1 else ("predicate", LISTED[actual])
    if message.startswith("needs ") and not re.match(r"needs \d", message):
        return "need", message.removeprefix("needs ")
    return "predicate" if PREDICATE.match(message) else "item", message


def needed(parts) -> str:
    """`a, b and c`"""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


def sentences(clauses) -> str:
    """Reasons as servers tell them: those of one kind that follow each other share a sentence."""
    found: list[tuple[str, list[str]]] = []
    for kind, text in clauses:
        if found and found[-1][0] == kind != "sentence":
            found[-1][1].append(text)
        else:
            found.append((kind, [text]))
    forms = {"sentence": "", "predicate": "", "need": "needs ", "item": "does not meet the rules: "}
    texts = [f"{'It' if i else 'The password'} {forms[kind]}{needed(parts) if kind == 'need' else '; '.join(parts)}."
             for i, (kind, parts) in enumerate(found)]
    return " ".join(texts)


# The passwords of a pair fail the same rules of POLICY by different amounts: a log must not tell them apart.
ALIKE = [("k7-w", "k7-wqxz-vbj"), ("zk4-xvaaabq7hjxwq", "zk4-xvaaaaaabq7hjxwq"), ("aaa", "bbbbbb")]


# The beginnings of their reasons, with or without what was found.
REASONS = re.compile(r"(?:\d+ more character|the same character|at least \d+ character|no more than \d+ of).*")


def assert_log_tells_nothing(refuse, log) -> None:
    """The reasons that a server logs have nothing that was found in the password.

    refuse: has the server refuse a password.
    log: all that was logged until now, as one text.
    """
    for alike in ALIKE:
        found = []
        for password in alike:
            before = Counter(REASONS.findall(log()))
            refuse(password)
            found.append(Counter(REASONS.findall(log())) - before)
        assert found[0] == found[1] and found[0], found


# ---- Faults of a machine's policy, and their log lines ----

LIST_PATH = "/usr/share/passwordrules/common.blocklist"
# What a person is told while the policy is broken.
NO_VERDICT = ("The password policy of this server cannot be applied, so the password was not changed. Please tell your "
              "administrator.")
BROKEN = {
    "mistake": (lambda debian: debian.write(POLICY_PATH, "rules = minlength: x;\n"), r"\.conf:1:20: expected a number"),
    "unknown key": (lambda debian: debian.write(POLICY_PATH, POLICY + "minlenght = 3\n"), "unknown key \"minlenght\""),
    "mistake in another section": (lambda debian: debian.write(POLICY_PATH, POLICY + "[service other]\nrules = minlength: x;\n"),
                                   r"passwordrules\.conf:\d+:\d+: expected a number"),
    "written by others": (lambda debian: debian.path(POLICY_PATH).chmod(0o666), r"passwordrules\.conf: .*writ"),
    "of another user": (lambda debian: os.chown(debian.path(POLICY_PATH), 12345, 12345),
                        r"passwordrules\.conf: the file is owned by user"),
    "gone": (lambda debian: debian.path(POLICY_PATH).unlink(), r"passwordrules\.conf: .*no such file"),
    "list gone": (lambda debian: debian.path(LIST_PATH).unlink(),
                  r"passwordrules\.conf:\d+:\d+: .*common\.blocklist.* no such file"),
    "list damaged": (lambda debian: os.truncate(debian.path(LIST_PATH), 5000),
                     r"passwordrules\.conf:\d+:\d+: .*common\.blocklist"),
}
# More faults for a server that does not run as root.
BROKEN_FOR_USERS = BROKEN | {
    "unreadable": (lambda debian: debian.path(POLICY_PATH).chmod(0o600), r"passwordrules\.conf: .*permission denied"),
    "list unreadable": (lambda debian: debian.path(LIST_PATH).chmod(0o600), r"common\.blocklist.* permission denied"),
}


def mend(debian: Debian, whole_list: bytes) -> None:
    """Restores the policy, and the list with these bytes."""
    for path, content in ((POLICY_PATH, POLICY.encode()), (LIST_PATH, whole_list)):
        debian.path(path).unlink(missing_ok=True)
        debian.write(path, "")
        debian.path(path).write_bytes(content)
