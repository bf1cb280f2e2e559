"""`make documentation` renders the Swift module's documentation without a warning; all public symbols are described there."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "Sources" / "PasswordRules" / "PasswordRules.docc"
SYMBOLS = ROOT / "build" / "symbols" / "PasswordRules.symbols.json"
EXAMPLES = ROOT / "Tests" / "Example" / "Sources"

pytestmark = pytest.mark.skipif(not shutil.which("docc"), reason="this Swift toolchain has no docc")


def render(output, catalogue=CATALOGUE):
    # Without those of the `make` that runs the tests, of whose jobs this one has none.
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    return subprocess.run(
        ["make", "--no-print-directory", "documentation", f"CATALOGUE={catalogue}", f"DOCUMENTATION={output}"],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=500)


def heaps(output):
    """The groups of the module's page that DocC has made by itself, of the symbols that no topic names."""
    page = json.loads((output / "data" / "documentation" / "passwordrules.json").read_text(encoding="utf-8"))
    return [section["title"] for section in page["topicSections"] if section.get("generated")]


def test_it_renders_without_a_warning(tmp_path):
    done = render(tmp_path / "output")
    assert done.returncode == 0 and "warning:" not in done.stdout, done.stdout
    assert heaps(tmp_path / "output") == []
    symbols = json.loads(SYMBOLS.read_text(encoding="utf-8"))["symbols"]
    # What the compiler makes by itself, such as init(rawValue:), is in no file.
    written = [symbol for symbol in symbols if "location" in symbol]
    assert len(written) > 400
    assert [symbol["pathComponents"] for symbol in written if "docComment" not in symbol] == []


@pytest.mark.parametrize("old, new, said, left", [
    ("- ``Checker``\n", "- ``Chekker``\n", "error: 'Chekker' doesn't exist", None),
    ("- ``Checker``\n", "", "", ["Classes"]),
], ids=["a broken link", "a symbol without a topic"])
def test_what_is_wrong_is_found(tmp_path, old, new, said, left):
    page = shutil.copytree(CATALOGUE, tmp_path / CATALOGUE.name) / "PasswordRules.md"
    text = page.read_text(encoding="utf-8")
    assert text.count(old) == 1
    page.write_text(text.replace(old, new), encoding="utf-8")
    done = render(tmp_path / "output", page.parent)
    assert said in done.stdout and (done.returncode == 0) == (left is not None)
    assert left is None or heaps(tmp_path / "output") == left


@pytest.mark.parametrize("page, example", [("PasswordRules.md", "Readme"), ("FormAndPolicy.md", "SignUpForm")])
def test_code_is_that_of_an_example(page, example):
    code = re.findall(r"(?s)```swift\n(.*?)```", (CATALOGUE / page).read_text(encoding="utf-8"))
    assert "\n".join(code) == (EXAMPLES / example / "main.swift").read_text(encoding="utf-8")
