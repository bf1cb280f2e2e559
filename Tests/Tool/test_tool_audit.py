"""passwordrules audit: root alone reads the counts of the machine.

Sessions/audit.txt tests the output. Tests/PAM/test_pam_audit.py tests that the command reads what the
module writes.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tool import TOOL

NOTHING = {"audit": ["No changes have been counted."], "logins": ["No logins have been counted."]}
SHOWN = {"audit": ["2026-11-01 to 2026-11-02: 1,234 changes, of which 0 (0%) did not meet the policy."],
         "logins": ["2026-11-01 to 2026-11-02: 1,234 logins, of which 0 (0%) had a password on a list."]}
COVERED = ('mount --bind "$0" /var/lib && uid="$1" tool="$2" && shift 2 && '
           'exec setpriv --reuid "$uid" --regid "$uid" --clear-groups "$tool" audit "$@"')


@pytest.mark.skipif(os.getuid() != 0, reason="only root can put a folder in the place of another")
@pytest.mark.parametrize("name, options", [("audit", []), ("logins", ["--logins"])])
@pytest.mark.parametrize("text, user, status, errors", [
    (None, 0, 0, ""), ("", 0, 0, ""), ("2026-11-01 2026-11-02 1234 0\n", 0, 0, ""),
    ("", 65534, 2, "passwordrules: /var/lib/passwordrules/NAME: cannot be read: Permission denied\n"),
])
def test_only_root_reads_the_counts(text, user, status, errors, name, options):
    """A command reads only its own file: the other one is damaged here."""
    first = [] if status else SHOWN[name] if text else NOTHING[name]
    with tempfile.TemporaryDirectory(prefix="passwordrules-audit-") as path:
        folder = Path(path)
        folder.chmod(0o755)
        (folder / "lib").mkdir()
        shutil.copy(TOOL, folder / "passwordrules")
        if text is not None:
            (folder / "lib" / "passwordrules").mkdir(mode=0o700)
            for each in NOTHING:
                (folder / "lib" / "passwordrules" / each).write_text(f"passwordrules audit 1\n{text}" if each == name else "x")
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-c", COVERED, folder / "lib", str(user), folder / "passwordrules", *options],
            capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.splitlines()[:1], done.stderr) == (status, first, errors.replace("NAME", name))
