"""500 descriptors, 50 passwords and 5 languages: the page, Node and the library say the same."""

import gettext
import json
import random
import subprocess

import pytest

import cases as web_cases
from passwordrules import Error, Rules
from web_site import ROOT, WEB, form

SEED = 2026
LANGUAGES = ["", "de", "ja", "pl", "ru"]
PAGE = """
import * as module from '/passwordrules/index.mjs';
import { answers } from '/same.mjs';
const cases = await (await fetch('/cases.html')).json();
window.lines = await answers(module, cases);
"""


def cases():
    source = random.Random(SEED)
    # Lone surrogates are no text that a page can be sent.
    passwords = [text for text in web_cases.passwords(60, source) if not any("\ud800" <= c <= "\udfff" for c in text)][:50]
    return {"languages": LANGUAGES, "descriptors": web_cases.descriptors(500, source), "passwords": passwords}


def of_library(asked):
    """The lines that the library has, as same.mjs writes them."""
    catalogues = [gettext.translation("passwordrules", ROOT / "build" / "locale", [tag]) if tag else None
                  for tag in asked["languages"]]
    for descriptor in asked["descriptors"]:
        rules = Rules(descriptor, lenient=True)
        try:
            count = str(rules.count(20).number)
        except Error as error:
            count = int(error.code)
        said = [descriptor, rules.format(), count]
        for catalogue in catalogues:
            said.append([])
            for password in asked["passwords"]:
                report = rules.check(password, translations=catalogue)
                said[-1].append([report.accepted, *(outcome.message for outcome in report.outcomes if not outcome.met)])
        yield json.dumps(said, ensure_ascii=False, separators=(",", ":"))


@pytest.fixture(scope="module")
def asked():
    made = cases()
    assert (len(made["descriptors"]), len(made["passwords"])) == (500, 50)
    return made


@pytest.fixture(scope="module")
def expected(asked):
    return list(of_library(asked))


def compare(lines, expected):
    assert len(lines) == len(expected)
    different = [(one, other) for one, other in zip(lines, expected) if json.loads(one) != json.loads(other)]
    assert different == []


def test_node_says_what_the_library_says(asked, expected, tmp_path):
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(asked), encoding="utf-8")
    done = subprocess.run(["node", ROOT / "Tests" / "Web" / "Chromium" / "same.mjs", WEB / "passwordrules" / "node.mjs", path],
                          capture_output=True, text=True, check=True)
    compare(done.stdout.splitlines(), expected)


def test_chromium_says_what_the_library_says(browser, site, asked, expected):
    site.put("/same.mjs", (ROOT / "Tests" / "Web" / "Chromium" / "same.mjs").read_text(encoding="utf-8"))
    site.put("/cases.html", json.dumps(asked))
    site.put("/page.mjs", PAGE)
    browser.open(site.put("/page.html", form("", "/page.mjs")))
    browser.wait("return window.lines", 120)
    compare(browser.run("return lines"), expected)
