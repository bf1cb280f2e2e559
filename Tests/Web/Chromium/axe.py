"""Runs axe, which finds accessibility barriers in a page. Its script comes from PyPI, pinned by version and digest."""

import subprocess
import sys
from pathlib import Path

from tree import BUILD

FOLDER = BUILD / "tests" / "axe"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def script():
    """The text of axe.min.js."""
    version = REQUIREMENTS.read_text(encoding="utf-8").split("==")[1].split()[0]
    folder = FOLDER / version
    path = folder / "axe_playwright_python" / "axe.min.js"
    if not path.is_file():
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps",
                        "--require-hashes", "--only-binary", ":all:", "--target", folder, "-r", REQUIREMENTS], check=True)
    return path.read_text(encoding="utf-8")


def barriers(browser):
    """axe's findings in the page: rules, and the elements that break the rules."""
    # The page's Content Security Policy does not apply to scripts that the driver runs.
    browser.run(script())
    found = browser.run_async("return axe.run(document, {runOnly: given[0]});", TAGS)
    assert len(found["passes"]) > 10
    return [(one["id"], node["target"], node.get("failureSummary")) for one in found["violations"] for node in one["nodes"]]
