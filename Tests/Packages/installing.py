"""Runs make in the source tree, and installs from a copy of the built files."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build"
PRODUCTS = [
    "libpasswordrules.so.1", "libpasswordrules.so", "libpasswordrules.o", "pam_passwordrules.so", "passwordrules",
    "zxcvbn", "common.words", "common.blocklist", "common.ranks", "completions", "locale", "paths", "installed.o", "plugins",
    "pwquality", "optimization",
]


@contextmanager
def copied_build():
    """A copy of the built files. An installation below a prefix writes that prefix's paths into them, and other tests use
    those in build/ at the same time."""
    folder = Path(tempfile.mkdtemp(prefix="passwordrules-install-"))
    folder.chmod(0o755)
    try:
        for name in PRODUCTS:
            if (BUILD / name).exists():
                subprocess.run(["cp", "-a", BUILD / name, folder], check=True)
        yield folder
    finally:
        shutil.rmtree(folder)


def make(*arguments, sources=ROOT, **options):
    # The variables of the make that runs these tests are removed.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", "--no-print-directory", "-C", str(sources), *arguments], env=environment,
                          capture_output=True, text=True, **options)
