"""The table of cases: first with libpam-pwquality, then with passwordrules, and what differs between them."""

import os
from pathlib import Path

import pytest

from cases import OURS, PWQUALITY, TABLE

COMMITTED = Path(__file__).with_name("differences.md")
RENEW = "PASSWORDRULES_RENEW_DIFFERENCES"

HEADING = """\
# Where passwordrules and libpam-pwquality differ

Both were installed from their packages, each in a fresh Debian 12 of its own, and the same people did the same things there,
with the real `passwd`, `chpasswd`, `newusers`, `su` and `sshd`. What is below is what came of it, as shown to these people
and as found in `/etc/shadow`; `Tests/Debian` runs it all again and compares.

Unless a case says that the policy is as shipped, both have the same one: 12 characters, an uppercase letter, a lowercase letter
and a digit, no character more than twice in a row. "As advised": somebody types the suggestion if there is one, else mends all
that was complained of so far. "Rules first": all rules are shown before the first new password is asked for.

| case | libpam-pwquality {version} | passwordrules |
|---|---|---|
"""
SAME = """
In these cases the same came of it:

"""


class Outcomes:
    """What came of each case with each module, run once."""

    def __init__(self, world, layers):
        self._world, self._layers, self._known = world, layers, {}

    def of(self, case, module) -> str:
        if (case.title, module) not in self._known:
            with self._world.debian(*self._layers[module]) as debian:
                case.policy.apply(debian, module)
                case.prepare(debian, module)
                result = case.act(debian)
                self._known[case.title, module] = case.describe(debian, result, case.user)
        return self._known[case.title, module]


@pytest.fixture(scope="session")
def outcomes(world, with_pwquality, with_ours):
    return Outcomes(world, {PWQUALITY: with_pwquality, OURS: with_ours})


@pytest.fixture(scope="session")
def pwquality_version(world, with_pwquality):
    """Upstream's version, without Debian's part of it."""
    with world.debian(*with_pwquality) as debian:
        shown = debian.run("dpkg-query", "--show", "--showformat", "${Version}", PWQUALITY.name).stdout
    return shown.split("-")[0]


@pytest.fixture(scope="session")
def committed():
    """The cells of the committed table: two for each case that has a row there."""
    if RENEW in os.environ:
        pytest.skip("the table is being renewed")
    rows = [line.strip("| ").split(" | ") for line in COMMITTED.read_text().splitlines() if line.startswith("| ")]
    return {row[0]: row[1:] for row in rows}


def titles():
    return [case.title for case in TABLE]


@pytest.mark.parametrize("case", TABLE, ids=titles())
def test_pwquality(outcomes, committed, case):
    expected = committed[case.title][0] if case.title in committed else case.expected
    assert outcomes.of(case, PWQUALITY) == expected


@pytest.mark.parametrize("case", TABLE, ids=titles())
def test_passwordrules(outcomes, case):
    assert outcomes.of(case, OURS) == case.expected


def test_differences_are_the_committed_ones(outcomes, pwquality_version):
    different, same = [], []
    for case in TABLE:
        theirs, ours = outcomes.of(case, PWQUALITY), outcomes.of(case, OURS)
        if theirs == ours:
            same.append(f"- {case.title}: {ours}.")
        else:
            different.append(f"| {case.title} | {theirs} | {ours} |")
    text = HEADING.format(version=pwquality_version) + "\n".join(different) + "\n" + SAME + "\n".join(same) + "\n"
    if RENEW in os.environ:
        COMMITTED.write_text(text)
    assert COMMITTED.read_text() == text, f"renew the table: {RENEW}=1 python3 -m pytest {Path(__file__).name}"


def test_every_case_has_a_title_of_its_own():
    assert len(set(titles())) == len(TABLE)
