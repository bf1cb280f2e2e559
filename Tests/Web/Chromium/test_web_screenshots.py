"""Writes screenshots of the element, the rules page and the example to build/web/screenshots. `make renew-screenshots`
copies them to the folder from which Sources/Bindings/Web/README.md shows them."""

import pytest

from test_web_sign_up import Server
from tree import ROOT, WEB

FOLDER = WEB / "screenshots"
SHOWN = ROOT / "Sources" / "Bindings" / "Web" / "Screenshots"
LARGEST = 100_000
RULES = "required: upper; required: lower; required: digit; max-repeating: 2; minlength: 12;"
LIGHT, DARK = {}, {"prefers_color_scheme": "dark"}


def take(browser, name):
    """Takes a screenshot. It must be a small file, with the width and height of the screenshot that the README shows."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    picture = browser.driver.get_screenshot_as_png()
    (FOLDER / f"{name}.png").write_bytes(picture)
    assert len(picture) < LARGEST
    shown = SHOWN / f"{name}.png"
    assert shown.read_bytes()[16:24] == picture[16:24], "make renew-screenshots"


@pytest.fixture(scope="module")
def server():
    made = Server("node")
    yield made
    made.close()


@pytest.mark.parametrize("name, features, typed", [
    ("element", LIGHT, "Vubkem-rox"), ("element-dark", DARK, "Vubkem-roxpit-4caz"),
])
def test_the_element(browser, server, name, features, typed):
    browser.emulate(520, 800, **features)
    browser.open(server.address)
    browser.wait("return document.querySelector('password-rules').enhancement?.result?.items.length > 2")
    browser.find("#name").send_keys("alice")
    browser.find("#password").send_keys(typed)
    browser.wait("return document.querySelector('.passwordrules-level')")
    browser.run("document.activeElement.blur(); scrollTo(0, 0)")
    take(browser, name)


@pytest.mark.parametrize("name, features, rules", [
    ("rules", LIGHT, RULES), ("rules-dark", DARK, RULES),
    ("rules-mistakes", LIGHT, "required: digits; minlenght: 8; maxlength: 6;"),
])
def test_the_rules_page(browser, site, name, features, rules):
    browser.emulate(1040, 660, **features)
    browser.open(f"{site.address}/tool/index.html#rules={rules.replace(' ', '%20')}")
    browser.wait("return document.querySelectorAll('#samples li').length", 30)
    take(browser, name)
