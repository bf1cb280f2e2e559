"""The folders of the engine are layers, and `make lint` finds what uses a later one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "Sources" / "PasswordRules"


def check(*arguments):
    """The output of the check, one item per line, and whether it passes."""
    command = [sys.executable, "-B", ROOT / "Sources" / "check-layers.py", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "" and done.returncode == (1 if done.stderr else 0)
    return done.stderr.splitlines()


@pytest.fixture
def engine(tmp_path):
    return shutil.copytree(ENGINE, tmp_path / "engine")


def test_the_engine_has_no_arrow_upwards():
    assert check() == []


def test_lint_runs_the_check():
    done = subprocess.run(
        ["make", "--dry-run", "lint"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert "Sources/check-layers.py" in done.stdout


@pytest.mark.parametrize("folder, code, name, above", [
    ("Foundation", "let rules: [Rule] = []", "Rule", "Descriptor"),
    ("Descriptor", "func f(_ way: Policy.Way) {}", "Policy", "Policy"),
    ("Generate", "func f(_ policy: [UInt8]) { print(policy.explanation) }", "explanation", "Messages"),
    ("Generate", "func f(_ bytes: Span<UInt8>) { Descriptor.lint(bytes) }", "lint", "Lint"),
    ("Policy", "extension Explanation { static var more: Int { 1 } }", "Explanation", "Messages"),
])
def test_an_arrow_upwards_is_found(engine, folder, code, name, above):
    (engine / folder / "Planted.swift").write_text(f'// Words.\nlet text = """\n    "{name}\n    """\n{code}\n')
    found = [line for line in check(engine) if f" use {name}," in line]
    assert found == [f"{engine}/{folder}/Planted.swift:5: {folder} must not use {name}, which {above} declares"]


@pytest.mark.parametrize("code", [
    "// As Policy has it.", "/// See `Explanation`.\nlet one = 1", "/* Lint\n   and Policy */",
    'let text = "Policy \\" Lint"', 'let text = #"a " Policy"#', "enum Policy {}\nlet policy: Policy? = nil",
    "func f(isBlank: (Int) -> Int) -> Int { isBlank(1) }",
])
def test_what_is_no_arrow_passes(engine, code):
    (engine / "Check" / "Planted.swift").write_text(code + "\n")
    assert check(engine) == []


def test_what_is_private_to_a_later_file_is_nobodys(engine):
    (engine / "Lint" / "Planted.swift").write_text(
        "private func planted() {}\nextension Rule {\n    fileprivate var plantedToo: Int { 1 }\n}\n")
    (engine / "Check" / "Planted.swift").write_text("let values = (planted, plantedToo)\n")
    assert check(engine) == []


def test_a_folder_without_a_layer_is_found(engine):
    (engine / "Extra").mkdir()
    (engine / "Stray.swift").write_text("")
    assert [line.split(": ")[0] for line in check(engine)] == [f"{engine}/Extra", f"{engine}/Stray.swift"]
