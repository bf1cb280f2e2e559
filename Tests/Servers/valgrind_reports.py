"""Valgrind's reports on a server, in which only errors in our files count: servers have their own."""

import re
from pathlib import Path

PLUGINS = Path(__file__).parents[2] / "Sources" / "Plugins"


def errors_of(reports: str, plugin: str) -> list[str]:
    """The errors that name a source of the plugin, or, without debugging symbols, the plugin or the library
    by its name."""
    assert "ERROR SUMMARY" in reports
    sources = [path.name for folder in ("Common", plugin) for path in (PLUGINS / folder).glob("*.c")]
    assert len(sources) >= 3
    ours = re.compile(rf"(?m)^==\d+==    (?:at|by) .*(?:\((?:{'|'.join(map(re.escape, sources))}):\d+\)|passwordrules)")
    # The expression matches a line that names a source, and no other line.
    assert all(ours.search(f"==1==    by 0x1: run ({name}:7)") for name in sources) and not ours.search("==1==    at 0x1: run (a.c:7)")
    return [error for error in re.split(r"(?m)^==\d+== $", reports) if ours.search(error)]
