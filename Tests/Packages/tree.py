"""Lists installed files."""

import subprocess
from pathlib import Path

from installing import ROOT

# What is made of the sources' names alone, so that a page or a translation more needs no change here.
PAGES = sorted((ROOT / "Sources" / "Manual").glob("*.[1-8]"))
LANGUAGES = sorted(path.stem for path in (ROOT / "Sources" / "Translations").glob("*.po"))
FUNCTIONS = [
    line.strip(" ;\n")
    for line in (ROOT / "Sources" / "PasswordRulesABI" / "libpasswordrules.map").read_text().splitlines()
    if line.startswith("    passwordrules_")
]


def output(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True, timeout=60,
                          **options).stdout


def files(folder):
    """The paths of all files and links below a folder, relative to it."""
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_symlink() or path.is_file())


def everything(folder):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*"))


def manual(page):
    """Where a page goes below share/man."""
    return f"man{page.suffix[1:]}/{page.name}"
