"""passwordrules audit: root alone reads the counts of the machine.

What is shown of them is in Sessions/audit.txt; that it reads what the module writes, in
Tests/PAM/test_pam_audit.py.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tool import TOOL

NOTHING = ["No changes have been counted."]
COVERED = 'mount --bind "$0" /var/lib && exec setpriv --reuid "$1" --regid "$1" --clear-groups "$2" audit'


@pytest.mark.skipif(os.getuid() != 0, reason="only root can put a folder in the place of another")
@pytest.mark.parametrize("text, user, status, first, errors", [
    (None, 0, 0, NOTHING, ""), ("", 0, 0, NOTHING, ""),
    ("2026-11-01 2026-11-02 1234 0\n", 0, 0,
     ["2026-11-01 to 2026-11-02: 1,234 changes, of which 0 (0%) did not meet the policy."], ""),
    ("", 65534, 2, [], "passwordrules: /var/lib/passwordrules/audit: cannot be read: Permission denied\n"),
])
def test_only_root_reads_the_counts(text, user, status, first, errors):
    with tempfile.TemporaryDirectory(prefix="passwordrules-audit-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "lib").mkdir()
        shutil.copy(TOOL, folder / "passwordrules")
        if text is not None:
            (folder / "lib" / "passwordrules").mkdir(mode=0o700)
            (folder / "lib" / "passwordrules" / "audit").write_text("passwordrules audit 1\n" + text)
        done = subprocess.run(["unshare", "--mount", "sh", "-c", COVERED, folder / "lib", str(user), folder / "passwordrules"],
                              capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.splitlines()[:1], done.stderr) == (status, first, errors)
