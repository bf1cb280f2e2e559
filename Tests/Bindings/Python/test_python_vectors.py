"""The table of estimates, which Swift, C and WebAssembly run too. `make renew-strength` rewrites its
numbers."""

import os
import subprocess
import sys

import pytest

from passwordrules import RankedWords
from tree import ROOT, TOOL

sys.path.insert(0, os.path.join(ROOT, "Tests", "Vectors"))
from strength import TABLE, estimated, is_case, unescape  # noqa: E402

LINES = [line for line in TABLE.read_text(encoding="utf-8").split("\n") if is_case(line)]


@pytest.fixture(scope="module")
def ranks(tmp_path_factory):
    path = tmp_path_factory.mktemp("ranks") / "strength.ranks"
    subprocess.run([TOOL, "ranks", "build", "-o", path, TABLE.with_name("ranked-words.txt")], check=True, capture_output=True)
    return RankedWords(path)


def test_estimates_match_the_table(ranks):
    assert [line for line in LINES if estimated(ranks, line) != line] == []
    assert len(LINES) >= 280


def test_table_is_read_as_it_is_written():
    assert unescape(r"\e") == b"" and unescape(r"a\\e\x00\xFFé\t") == b"a\\e\0\xff\xc3\xa9\t"
    assert not is_case("") and not is_case("# a comment") and is_case(r"\x23")


def test_numbers_are_renewed_and_nothing_else(ranks):
    line = "\t".join([*LINES[5].split("\t")[:2], "99.000", "4", "1", "year:0:1:0"])
    assert estimated(ranks, line) == LINES[5]
