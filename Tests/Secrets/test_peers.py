"""The peers' checks in the same scanner, which finds what others leave.

The numbers are those of the versions that are installed, which differ from machine to machine: nothing is asserted of
them but that libpwquality leaves some. They are told at the end of the run.
"""

import pytest
from passwords import COMMON, password, search_for
from scanner import Finding, Process

BEFORE, BEHIND, FREED = range(3)
SECRET, OLD = password(48), password(20, "old")
POLICY = f"rules = minlength: 8\nfull-name = reject\nold-password-changes = 2\nblocklist = {COMMON}\n"
SHORTEST_REST = 12
PEERS = ["libpasswdqc", "libpwquality", "libpwquality without a dictionary"]


def is_copy(finding: Finding) -> bool:
    """All of it, or what free() leaves of one: it writes over the first 16 bytes of a block."""
    return finding.is_whole or finding.length >= SHORTEST_REST


def count_copies(findings: list[Finding]) -> int:
    """What overlaps is one copy."""
    count, last, end = 0, None, 0
    for finding in sorted(filter(is_copy, findings), key=lambda each: (each.region, each.offset)):
        is_new = finding.region != last or finding.offset >= end
        count += is_new
        end = finding.offset + finding.length if is_new else max(end, finding.offset + finding.length)
        last = finding.region
    return count


def copies_left(program: str, *arguments) -> int:
    with Process(program, *arguments, password=SECRET, old=OLD) as process:
        assert process.proceed() == BEFORE
        assert process.proceed() == BEHIND
        findings = process.scan(search_for(SECRET, OLD))
        while process.proceed() is not None:
            pass
        return count_copies(findings)


@pytest.fixture(scope="module")
def copies(write, request):
    found = {"passwordrules": copies_left("calls", "policy-check", write(POLICY))}
    found |= {peer: copies_left("peers", peer) for peer in PEERS}
    request.config.copies_left = found
    return found


def test_passwordrules_leaves_none(copies):
    assert copies["passwordrules"] == 0


def test_copies_that_libpwquality_leaves_are_found(copies):
    assert copies["libpwquality"] > 0


@pytest.mark.parametrize("spans, count", [
    ([], 0), ([(0, 48)], 1), ([(0, 48), (2, 46)], 1), ([(0, 30), (20, 48), (40, 80)], 1), ([(0, 48), (48, 96)], 2),
    ([(100, 148), (0, 48)], 2), ([(0, 9)], 0),
])
def test_what_overlaps_is_counted_once(spans, count):
    findings = [Finding("typed", end - start, end - start == 48, "[heap]", start) for start, end in spans]
    assert count_copies(findings) == count
    assert count_copies(findings + [Finding("typed", 48, True, "[stack]", 0)]) == count + 1
