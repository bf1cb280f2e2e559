"""The package in a page gives the same answers as the library, for the cases that are also tested in Node."""

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
    # UTF-8 cannot hold the lone surrogates in some cases, but the escapes of JSON can.
    site.put("/cases.json", json.dumps(CASES[name]))
    site.put("/page.mjs", PAGE)
    browser.open(site.put("/page.html", form("", "/page.mjs")))
    browser.wait("return typeof answer === 'function'")
    compare(browser.run_async("return answer()"), name)
