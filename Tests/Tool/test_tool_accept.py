"""The names of warnings and notes, by which they can be accepted."""

import re

import pytest

from manual import read
from tool import run

CONSTANTS = re.findall(r"(?m)^#define PASSWORDRULES_DIAGNOSTIC_(\w+) \d+ +/\* (.*)", read("Include", "passwordrules_codes.h"))
# The findings of "status" that passwordrules(1) lists, except those about policies.
[LISTED] = re.findall(r'(?m)^\.\\" list: kinds of findings\n((?:\.Cm .*\n)+)', read("Sources", "Manual", "passwordrules.1"))
KINDS = re.findall(r"(?<=[ ])[a-z-]+", LISTED)


def test_each_finding_has_a_unique_name():
    names = [name.lower().replace("_", "-") for name, _ in CONSTANTS]
    assert len(names) > 90 and len(KINDS) > 15
    assert len(set(names + KINDS)) == len(names + KINDS)


@pytest.mark.parametrize("name, summary", CONSTANTS, ids=[name for name, _ in CONSTANTS])
def test_warnings_and_notes_can_be_accepted(name, summary):
    result = run("lint", "--accept", name.lower().replace("_", "-"), "--rules", "minlength: 15")
    if result.status == 2:
        assert "is an error, and errors cannot be accepted" in result.errors
    else:
        assert result.status == 0
    if summary.startswith(("a warning", "a note")):
        assert result.status == 0


@pytest.mark.parametrize("kind", KINDS)
def test_findings_of_status_can_be_accepted(kind, tmp_path):
    result = run("status", "--machine", str(tmp_path), "--accept", kind)
    assert ("cannot be accepted" in result.errors) == (kind in ("unusable-policy", "unknown-option", "history-file"))
    assert "there is no" not in result.errors
