"""The table as Markdown, and its place in RESULTS.md."""

import re
import sys
import textwrap
from pathlib import Path

import maintable
import targets
from place import BUILD

PAGE = Path(__file__).resolve().parent / "RESULTS.md"
MARKER = "<!-- bench -->"
SHOWN = ["libpwquality1", "libcrack2", "libpasswdqc1", "libpam-modules", "libc6"]


def heading(about):
    """When, what and where, in words."""
    versions = about["versions"]
    peers = ", ".join(f"{name} {versions[name]}" for name in SHOWN if name in versions)
    machine = about["machine"]
    kernel = re.match(r"[0-9.]*[0-9]", machine["kernel"])
    commit = f" ({about['git']})" if about["git"] else ""
    return (
        f"`make bench` on {about['date'][:10]}: passwordrules {versions['passwordrules']}{commit} beside\n"
        f"{peers};\n"
        f"{machine['cpu']}, one core of {machine['cores']}, Linux {kernel[0] if kernel else machine['kernel']}, "
        f"{about['compilers']['cc'] or 'unknown compiler'}.\n"
        "Medians over interleaved rounds; `build/bench.json` has the minima as well."
    )


def document(about, samples, rows):
    """What goes between the markers."""
    verdicts = "\n".join(textwrap.fill(f"- {targets.line(given)}", 120, subsequent_indent="  ")
                         for given in targets.verdicts(samples))
    return f"{heading(about)}\n\n{maintable.markdown(rows)}\n\nTargets:\n\n{verdicts}\n"


def between(text):
    """The text between the two markers; None if there are not exactly two."""
    parts = text.split(MARKER)
    return parts[1] if len(parts) == 3 else None


def inserted(text, table):
    before, _, after = text.split(MARKER)
    return f"{before}{MARKER}\n{table.strip()}\n{MARKER}{after}"


def main():
    """Puts build/bench.md into RESULTS.md."""
    table = BUILD / "bench.md"
    text = PAGE.read_text(encoding="utf-8")
    if between(text) is None:
        sys.exit(f"bench: {PAGE.name} does not have two lines {MARKER}, between which the table goes")
    if not table.exists():
        sys.exit("bench: there is no table yet; run make bench")
    PAGE.write_text(inserted(text, table.read_text(encoding="utf-8")), encoding="utf-8")
