"""Checks by libpwquality and libpasswdqc, in the same scanner: it finds the copies that they leave.

The numbers depend on the installed versions, so the test asserts only that libpwquality leaves some copies and ours none.
The end of the run shows all numbers.
"""

import pytest
from passwords import COMMON, password, search_for
from scanner import AFTER, BEFORE, Finding, Process

SECRET, OLD = password(48), password(20, "old")
POLICY = f"rules = minlength: 8\nfull-name = reject\nold-password-changes = 2\nblocklist = {COMMON}\n"
PEERS = ["libpasswdqc", "libpwquality", "libpwquality without a dictionary"]
# The shortest rest of a copy that is counted: free() overwrites the first 16 bytes of a block.
SHORTEST_REST = 12


def count_copies(findings: list[Finding]) -> int:
    """The number of copies; findings that overlap are one copy."""
    count, last, end = 0, None, 0
    for finding in sorted(findings, key=lambda each: (each.region, each.offset)):
        if finding.is_whole or finding.length >= SHORTEST_REST:
            if finding.region != last or finding.offset >= end:
                count, last, end = count + 1, finding.region, finding.offset
            end = max(end, finding.offset + finding.length)
    return count


def copies_left(program: str, *arguments) -> int:
    with Process(program, *arguments, password=SECRET, old=OLD) as process:
        assert [process.proceed(), process.proceed()] == [BEFORE, AFTER]
        findings = process.scan(search_for(SECRET, OLD))
        while process.proceed() is not None:
            pass
        return count_copies(findings)


def test_only_libpwquality_leaves_copies(write, request):
    copies = {"passwordrules": copies_left("calls", "policy-check", write(POLICY))}
    copies |= {peer: copies_left("peers", peer) for peer in PEERS}
    request.config.copies_left = copies
    assert copies["passwordrules"] == 0 and copies["libpwquality"] > 0


@pytest.mark.parametrize("spans, count", [
    ([(0, 30), (20, 48), (2, 46), (40, 80)], 1), ([(100, 148), (0, 48), (48, 96)], 3), ([(0, 9)], 0)])
def test_overlapping_finds_are_counted_once(spans, count):
    findings = [Finding("typed", end - start, end - start == 48, "[heap]", start) for start, end in spans]
    below = [Finding("typed", 48, True, "[stack]", -offset) for offset in (500, 100)]
    assert count_copies(findings + below) == count + 2
