"""The table of cases: first with libpam-pwquality, then with passwordrules, and what differs between them."""

import os
import re
from pathlib import Path

import pytest

from cases import OURS, PWQUALITY, TABLE

COMMITTED = Path(__file__).with_name("differences.md")
RENEW = "PASSWORDRULES_RENEW_DIFFERENCES"
HEAD = r"(?s)^.*?\| case \| libpam-pwquality (\S+) \| passwordrules \|\n\|---\|---\|---\|\n"
SAME = "\nIn these cases the same came of it:\n\n"


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
    """What comes of each case with libpam-pwquality and with passwordrules, as it was found before."""
    if RENEW in os.environ:
        pytest.skip("the table is being renewed")
    lines = COMMITTED.read_text().splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    same = [re.fullmatch(r"- (.*): (.*?)\.", line) for line in lines]
    return {title: cells for title, *cells in rows} | {match[1]: [match[2]] * 2 for match in same if match}


@pytest.mark.parametrize("case", TABLE, ids=[case.title for case in TABLE])
def test_case(outcomes, committed, case):
    assert [outcomes.of(case, PWQUALITY), outcomes.of(case, OURS)] == committed[case.title]


def test_differences_are_the_committed_ones(outcomes, pwquality_version):
    different, same = [], []
    for case in TABLE:
        theirs, ours = outcomes.of(case, PWQUALITY), outcomes.of(case, OURS)
        if theirs == ours:
            same.append(f"- {case.title}: {ours}.\n")
        else:
            different.append(f"| {case.title} | {theirs} | {ours} |\n")
    assert len({case.title for case in TABLE}) == len(TABLE)
    head = re.match(HEAD, COMMITTED.read_text())
    text = head[0].replace(head[1], pwquality_version) + "".join(different) + SAME + "".join(same)
    if RENEW in os.environ:
        COMMITTED.write_text(text)
    assert COMMITTED.read_text() == text, f"renew the table: {RENEW}=1 python3 -m pytest {Path(__file__).name}"
