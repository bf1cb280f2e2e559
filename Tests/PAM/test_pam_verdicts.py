"""The tool's verdict for a user is the module's: `passwordrules check --user NAME --config FILE [--old]`.

Both ask the engine, so one case of each circumstance is enough. Tests/Vectors has the engine's answers.
"""

import json
from typing import NamedTuple

import pytest
from transaction import SINGLE, reasons_of

# The module's answer if names are compared and the account does not exist.
NO_ACCOUNT = ["The user account could not be looked up, so the password was not changed. Please tell your administrator."]


class Case(NamedTuple):
    policy: str
    user: str
    old: str | None
    passwords: list[str]


def verdicts_of_tool(people, case: Case) -> list[list[str]]:
    """The reasons for which each password is refused."""
    lines = [*([] if case.old is None else [case.old]), *case.passwords]
    done = people.accounts.run(
        people.programs / "passwordrules", "check", "--config", people.policy, "--user", case.user, "--json",
        *([] if case.old is None else ["--old"]), input="".join(f"{line}\n" for line in lines).encode(errors="surrogateescape"))
    if b"and the policy checks account names" in done.stderr:
        assert (done.returncode, done.stdout) == (2, b"")
        return [NO_ACCOUNT] * len(case.passwords)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(reports) == len(case.passwords), (done.returncode, done.stderr)
    assert done.returncode == (0 if all(report["accepted"] for report in reports) else 1)
    # A user reads each reason once, even if several rules give it.
    unmet = [[outcome["message"] for outcome in report["outcomes"] if not outcome["met"]] for report in reports]
    return [[] if report["accepted"] else list(dict.fromkeys(reasons)) for report, reasons in zip(reports, unmet)]


# Names differ in case from those in the log, which must not contain a piece of a password.
# There is no empty password, because the module refuses it before the check: see test_pam_passwords.py.
PASSWORDS = [
    "q", "oLD-paSS-12", "OLD-paSS-12", "21-SSap-DLo", "oLD-paSS-1", "aLICELiddellrabbithole", "ALICE-B0B-CAROL-ROOT-GHOST",
    "asdfgACMEgfdsa", "KAYAK", "Qzj!xwv77", "Qzjxw-42-WKB-\u00e4\u00d6-\u20ac-\U0001f642", "7Q-_", "q" * 1024, "q" * 1025,
]
EVERYTHING = (
    "rules = minlength: 10; required: upper; max-repeating: 3; max-sequential: 2\nor = minlength: 20\nmin-classes = 3\n"
    "at-least = 2 digit\nmin-different = 8\nmin-words = 2\nmax-class-repeating = 3\nmax-keyboard = 3\npalindrome = reject\n"
    "max-repeated-piece = 3\nusername = reject\nusername-parts = 4\nwords = acme\nold-password-changes = 6\n"
)
NAMES = "full-name = reject\nhome-directory = whole\n"
FOUR = "rules = minlength: 4\n"
SECTIONS = (
    "rules = minlength: 10\nor = required: digit\n[group staff]\nrules = required: upper\nor = minlength: 12\n"
    "[user alice]\nrules = required: [-]\nor = required: [_]\n[user ghost]\nrules =\nrules = maxlength: 12\n"
    "[group root]\npreset = stig-rhel-9\nblocklist =\n"
)


@pytest.mark.parametrize("case", [
    *(Case(EVERYTHING + NAMES, user, "oLD-paSS-12", PASSWORDS) for user in ["alice", "ghost"]),
    Case(EVERYTHING, "ghost", None, PASSWORDS), Case(FOUR, "alice", "oLD-paSS-12", PASSWORDS),
    # Not text: an ill-formed sequence counts as one character.
    Case(FOUR, "alice", "qz\udcffjx", ["qz\udcffjx", "qz\udcffj", "\udcff\udcfe\udcc3(", "\udced\udca0\udc80zz"]),
    Case(FOUR + "old-password-changes = 2\n", "alice", " qzjx ", [" qzjx ", "qzjx", "\tqzjx", "xjzq", "    "]),
    Case(FOUR + "old-password =\nold-password = contained\n", "bob", "qzj", ["wqzjw", "qzjw", "zj", "qzjqzj"]),
    # One policy with sections, for different people.
    *(Case(SECTIONS, user, None, ["qzjxwv", "7q", "7Q", "7Q-", "Qzjxwvqz_q", "qzjxwvqzjxwv-", "7zjxwvqzjx_w", *PASSWORDS])
      for user in ["alice", "bob", "carol", "dave", "root", "ghost"]),
])
def test_tool_and_module_agree(people, case):
    people.write_policy(case.policy)
    verdicts = verdicts_of_tool(people, case)
    for password, verdict in zip(case.passwords, verdicts):
        change = people.change(password, password, user=case.user, old=case.old, options=f"{SINGLE} enforce_for_root")
        ours = change.texts("error") if change.status == "PAM_USER_UNKNOWN" else reasons_of(change, password)
        # A list of the closest alternatives may repeat a reason.
        assert list(dict.fromkeys(ours)) == verdict, password
