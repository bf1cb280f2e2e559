"""Sources/check-layers.py, which `make lint` runs, finds code that uses a later floor of the floor plan
in Sources/README.md."""

import subprocess
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[2] / "Sources" / "check-layers.py"

PLAN = """
    Include/                  the header
    Sources/
      PasswordRules/          the engine
        Descriptor/           rules
        Messages/             texts
      PasswordRulesTool/      the tool
    pam/                      the module
"""


@pytest.mark.parametrize(("path", "code", "found"), [
    ("PasswordRules/Descriptor/Rule.swift", "// As Explanation has it.", ""),
    ("PasswordRules/Descriptor/Rule.swift", "let one: Explanation",
     "Sources/PasswordRules/Descriptor/Rule.swift:1: Sources/PasswordRules/Descriptor must not use Explanation, "
     "which Sources/PasswordRules/Messages declares"),
    ("PasswordRulesTool/Tool.swift", "import PasswordRules", ""),
    ("PasswordRules/Messages/Text.swift", "import PasswordRulesTool",
     "Sources/PasswordRules/Messages/Text.swift: Sources/PasswordRules/Messages must not use PasswordRulesTool"),
    ("PasswordRulesTool/tool.c", '#include "messages.h"', "Sources/PasswordRulesTool/tool.c: Sources/PasswordRulesTool must not use messages.h"),
    ("PasswordRulesOther/Other.swift", "", "Sources/PasswordRulesOther/Other.swift: its folder is not in the floor plan of Sources/README.md"),
])
def test_finds_uses_of_a_later_floor(tmp_path, path, code, found):
    files = {
        "Sources/README.md": PLAN, "Include/passwordrules.h": "", "pam/messages.h": "",
        "Sources/PasswordRules/Descriptor/Descriptor.swift": "struct Descriptor {}",
        "Sources/PasswordRules/Messages/Explanation.swift": "struct Explanation {}",
        "Sources/PasswordRulesTool/Tool.swift": "", f"Sources/{path}": code,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text + "\n")
    done = subprocess.run([sys.executable, "-B", CHECK, tmp_path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (1 if found else 0, found)
