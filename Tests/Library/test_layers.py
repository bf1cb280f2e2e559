"""Sources/check-layers.py, which `make lint` runs, finds a folder of the engine that uses a later one."""

import subprocess
import sys
from pathlib import Path

CHECK = Path(__file__).parents[2] / "Sources" / "check-layers.py"


def test_an_arrow_upwards_is_found(tmp_path):
    (tmp_path / "Descriptor").mkdir()
    (tmp_path / "Messages").mkdir()
    (tmp_path / "Messages" / "Explanation.swift").write_text("struct Explanation {}\n")
    low = tmp_path / "Descriptor" / "Rule.swift"
    for code, found in [
        ("// As Explanation has it.\n", ""),
        ("let one: Explanation\n", f"{low}:1: Descriptor must not use Explanation, which Messages declares\n"),
    ]:
        low.write_text(code)
        done = subprocess.run([sys.executable, "-B", CHECK, tmp_path], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (1 if found else 0, found)
