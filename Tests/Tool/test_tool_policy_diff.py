"""passwordrules policy --diff of policies that mean the same; Sessions/policy-diff.txt has all else."""

import json
import re

import pytest

from manual import read
from tool import run

PRESETS = re.findall(r"(?m)^\.Ss (\S+)$", read("Sources", "Manual", "passwordrules.conf.5").partition(".Sh PRESETS")[2].partition(".Sh PWQ")[0])


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_equals_its_lines(preset, tmp_path, prefix):
    tool = f"{prefix}/bin/passwordrules"
    (tmp_path / "preset.conf").write_text(f"preset = {preset}\n")
    said = json.loads(run("policy", "--json", "--config", "preset.conf", cwd=tmp_path, tool=tool).output)
    lines = [f"{entry['key']} = {entry['value']}\n" for entry in said["entries"] if entry["source"].startswith("preset ")]
    assert lines
    (tmp_path / "lines.conf").write_text("".join(lines))
    for old, new in (("preset.conf", "lines.conf"), ("lines.conf", "preset.conf")):
        result = run("policy", "--config", old, "--diff", new, cwd=tmp_path, tool=tool)
        assert result.output == b"nothing changes for anybody\n"
