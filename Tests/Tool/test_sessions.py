"""The commands of the folder Sessions print the output recorded there."""

import os
import subprocess

import pytest

from sessions import FOLDER, cases, transcript

NEEDS = {
    "unshare": (subprocess.run(["unshare", "--map-root-user", "--mount", "true"], capture_output=True).returncode == 0,
                "namespaces"),
    "chgrp": (os.geteuid() == 0, "root's rights"),
}


@pytest.mark.parametrize("commands", [
    pytest.param(commands, id=f"{name}: {remark.splitlines()[0][4:]}")
    for name in sorted(os.listdir(FOLDER)) for remark, commands in cases(name)])
def test_session(commands, tmp_path, prefix):
    for word, (is_there, name) in NEEDS.items():
        if not is_there and any(word in command for command, _, _ in commands):
            pytest.skip(f"this needs {name}")
    wanted, seen = transcript(commands, tmp_path, prefix)
    assert seen == wanted
