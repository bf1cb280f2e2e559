"""The table of cases: first with libpam-pwquality, then with passwordrules, and what differs between them."""

import os
import re
from pathlib import Path

import pytest

import base
from cases import OURS, PWQUALITY, TABLE

COMMITTED = Path(__file__).with_name("differences.md")
RENEW = "PASSWORDRULES_RENEW_DIFFERENCES"
HEAD = r"(?s)^.*?\| case \| libpam-pwquality (\S+) \| passwordrules \|\n\|---\|---\|---\|\n"
SAME = "\nIn these cases, the results are the same:\n\n"


@pytest.fixture(scope="session")
def outcome(world, with_pwquality, with_ours):
    """The result of a case with a module, run once."""
    layers, known = {PWQUALITY: with_pwquality, OURS: with_ours}, {}

    def of(case, module) -> str:
        if (case.title, module) not in known:
            with world.debian(*layers[module]) as debian:
                case.policy.apply(debian, module)
                case.prepare(debian, module)
                known[case.title, module] = case.describe(debian, case.act(debian), case.user)
        return known[case.title, module]

    return of


@pytest.fixture(scope="session")
def line(outcome):
    """The line of a case: in the table, or in the list below it if both modules have the same result."""
    def of(case) -> str:
        theirs, ours = outcome(case, PWQUALITY), outcome(case, OURS)
        return f"- {case.title}: {ours}.\n" if theirs == ours else f"| {case.title} | {theirs} | {ours} |\n"

    return of


@pytest.mark.skipif(RENEW in os.environ, reason="the table is being renewed")
@pytest.mark.parametrize("case", TABLE, ids=[case.title for case in TABLE])
def test_case(line, case):
    assert line(case) in COMMITTED.read_text().splitlines(keepends=True)


def test_differences_are_the_committed_ones(world, with_pwquality, line):
    assert len({case.title for case in TABLE}) == len(TABLE)
    with world.debian(*with_pwquality) as debian:
        version = debian.run("dpkg-query", "--show", "--showformat", "${Version}", PWQUALITY.name).stdout
    head = re.match(HEAD, COMMITTED.read_text())
    # Other suites may have another version, with the same results.
    if base.SUITE != base.DEFAULT_SUITE:
        version = head[1]
    lines = [line(case) for case in TABLE]
    different, same = ([one for one in lines if one.startswith(mark)] for mark in "|-")
    # Upstream's version, without Debian's part of it.
    text = head[0].replace(head[1], version.split("-")[0]) + "".join(different) + SAME + "".join(same)
    if RENEW in os.environ:
        COMMITTED.write_text(text)
    assert COMMITTED.read_text() == text, f"renew the table: {RENEW}=1 python3 -m pytest {Path(__file__).name}"
