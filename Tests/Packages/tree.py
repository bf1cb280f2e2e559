"""Runs make in the source tree, and looks at what it installed."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build"

# What is made of the sources' names alone, so that a page or a translation more needs no change here.
PAGES = sorted((ROOT / "Sources" / "Manual").glob("*.[1-8]"))
LANGUAGES = sorted(path.stem for path in (ROOT / "Sources" / "Translations").glob("*.po"))
FUNCTIONS = [
    line.strip(" ;\n")
    for line in (ROOT / "Sources" / "PasswordRulesABI" / "libpasswordrules.map").read_text().splitlines()
    if line.startswith("    passwordrules_")
]


def make(*arguments, **options):
    # Not the variables of the make that runs these tests.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", "--no-print-directory", "-C", str(ROOT), *arguments], env=environment,
                          capture_output=True, text=True, timeout=800, **options)


def output(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True, timeout=60,
                          **options).stdout


def files(folder):
    """The paths of all files and links below a folder, from there."""
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_symlink() or path.is_file())


def everything(folder):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*"))


def manual(page):
    """Where a page goes below share/man."""
    return f"man{page.suffix[1:]}/{page.name}"
