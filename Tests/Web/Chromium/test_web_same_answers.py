"""The package in a page gives the library's answers, for the same cases as in Node."""

import json

import pytest

from answers import compare
from cases import CASES
from tree import HERE
from web_site import form

PAGE = """
import * as engines from '/passwordrules/index.mjs';
import { answers } from '/answers.mjs';
window.answer = async () => answers(engines, await (await fetch('/cases.json')).json(), 'never');
"""


@pytest.mark.parametrize("name", CASES)
def test_chromium_answers_as_the_library_does(browser, site, name):
    site.put("/answers.mjs", (HERE / "answers.mjs").read_text(encoding="utf-8"))
    # Lone surrogates are not UTF-8: the file has escapes for them.
    site.put("/cases.json", json.dumps(CASES[name]))
    site.put("/page.mjs", PAGE)
    browser.open(site.put("/page.html", form("", "/page.mjs")))
    browser.wait("return typeof answer === 'function'")
    compare(browser.run_async("return answer()"), name)
