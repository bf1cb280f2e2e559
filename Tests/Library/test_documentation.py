"""The code in the Swift module's documentation equals the examples that `make test-example` runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "Sources" / "PasswordRules" / "PasswordRules.docc"
EXAMPLES = ROOT / "Tests" / "Example" / "Sources"


@pytest.mark.parametrize("page, example", [("PasswordRules.md", "Readme"), ("FormAndPolicy.md", "SignUpForm")])
def test_code_equals_an_example(page, example):
    code = re.findall(r"(?s)```swift\n(.*?)```", (CATALOGUE / page).read_text(encoding="utf-8"))
    assert "\n".join(code) == (EXAMPLES / example / "main.swift").read_text(encoding="utf-8")
