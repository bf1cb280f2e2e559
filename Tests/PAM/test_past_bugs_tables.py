"""The tables at the heads of test_past_bugs*.py and test_peer_weaknesses*.py name a test for each of their subjects.

| | subject | test |
|---|---|---|
| - | the tables are whole and true | test_every_row_names_a_test_and_every_test_has_a_row |
| - | none is left out | test_every_subject_has_a_row |
| - | a row without a test is found | test_row_without_its_test_is_found |
"""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FAMILIES = {"past_bugs": range(1, 20), "peer_weaknesses": range(1, 19)}
ROW = re.compile(r"^\| ([-0-9]+) \| *(.*?) *\| (.+?) \|$", re.MULTILINE)


def files(family: str) -> list[Path]:
    return sorted(path for folder in ("PAM", "EndToEnd") for path in (TESTS / folder).glob(f"test_{family}*.py"))


def functions(path: Path) -> set[str]:
    """The tests in a file that would be run: of two with the same name the first would not."""
    names = [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)]
    found = [name for name in names if name.startswith("test_")]
    assert len(found) == len(set(found)), f"{path.name}: two tests have one name"
    return set(found)


def rows(text: str) -> list[tuple[str, str, str]]:
    return ROW.findall(text)


def faults(path: Path, text: str, own: set[str]) -> list[str]:
    """The mistakes in the table of a file's docstring."""
    found, named = [], set()
    for _, title, cell in rows(text):
        place, _, name = cell.rpartition(": ")
        if place == "none":
            continue
        if place:
            there = TESTS / place
            known = functions(there) if there.exists() else set()
        else:
            known = own
            named.add(name)
        if name not in known:
            found.append(f"{path.name}: {title}: there is no {cell}")
    return found + [f"{path.name}: {name} is in no row" for name in sorted(own - named)]


@pytest.mark.parametrize("path", [path for family in FAMILIES for path in files(family)], ids=lambda path: path.stem)
def test_every_row_names_a_test_and_every_test_has_a_row(path):
    text = ast.get_docstring(ast.parse(path.read_text()))
    assert rows(text) and faults(path, text, functions(path)) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_every_subject_has_a_row(family):
    numbers = {
        int(number)
        for path in files(family) for number, *_ in rows(ast.get_docstring(ast.parse(path.read_text())))
        if number.isdigit()
    }
    assert numbers == set(FAMILIES[family])


def test_row_without_its_test_is_found():
    table = "\n".join([
        "| 1 | a subject | test_here |", "| 2 | another | test_gone |", "| 3 | a third | PAM/nothing.py: test_here |",
        "| 4 | a fourth | none: for this reason |",
    ])
    assert faults(Path("f.py"), table, {"test_here", "test_forgotten"}) == [
        "f.py: another: there is no test_gone", "f.py: a third: there is no PAM/nothing.py: test_here",
        "f.py: test_forgotten is in no row",
    ]
