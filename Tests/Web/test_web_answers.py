"""The package in Node gives the same answers as the library: reports, messages, positions, counts, styles, policies and
estimates."""

import json

import pytest

from answers import compare
from cases import ALL_LANGUAGES, CASES
from tree import node


def test_number_of_cases_is_as_expected():
    everything = CASES["everything"]
    assert [len(everything[name]) for name in ("descriptors", "passwords", "languages")] == [500, 50, 5]
    assert len(ALL_LANGUAGES) >= 12


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("fallback", ["never", "always"])
def test_node_answers_as_the_library_does(tmp_path, name, fallback):
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(CASES[name]))
    # splitlines() would also split at characters that JSON does not escape.
    compare(node("answers.mjs", path, fallback).removesuffix("\n").split("\n"), name)
