"""The element and the rules page meet WCAG 2.2 AA: axe finds nothing, and they work with the keyboard alone, in a page of
320 pixels, with forced colours, and in pages from right to left."""

import pytest

from axe import barriers
from web_site import form, password

RULES = 'passwordrules="required: upper; required: digit; max-repeating: 2; minlength: 12;"'
FIELDS = (password(RULES, 'confirm="again" meter')
          + '<p><label for="again">Again</label> <input type="password" id="again"></p>')
TYPED = {"empty": "", "unmet": "abccc", "met": "Vubkem-roxpit-4caz"}
FEATURES = [{}, {"prefers_color_scheme": "dark"}, {"forced_colors": "active"},
            {"prefers_color_scheme": "dark", "forced_colors": "active"}]
OVERFLOW = """
const width = document.documentElement.clientWidth;
return [...document.querySelectorAll('body *')].filter(element => {
  if (element.closest('.passwordrules-hidden, .passwordrules-live, [aria-hidden=true]')) return false;
  const scrolls = element.parentElement.closest('pre, ol, textarea, [role=region]');
  const box = element.getBoundingClientRect();
  return !scrolls && box.width > 0 && (box.right > width + 1 || box.left < -1);
}).map(element => element.outerHTML.slice(0, 100));
"""


def ready(browser):
    browser.wait("return document.querySelector('password-rules').enhancement?.result")


@pytest.mark.parametrize("features", FEATURES, ids=str)
@pytest.mark.parametrize("state", TYPED)
def test_axe_finds_nothing_in_the_element(opened, state, features):
    browser = opened(fields=FIELDS)
    browser.emulate(**features)
    browser.find("#password").send_keys(TYPED[state])
    browser.find("#again").send_keys(TYPED[state][:-1])
    browser.run("document.activeElement.blur()")
    if TYPED[state]:
        browser.wait("return document.querySelector('.passwordrules-level')")
    assert browser.find("password-rules").get_attribute("data-state") == state
    assert barriers(browser) == []


@pytest.mark.parametrize("lang, direction", [("de", "ltr"), ("ja", "ltr"), ("ru", "ltr"), ("ar", "rtl"), ("he", "rtl")])
def test_axe_finds_nothing_in_other_languages(opened, lang, direction):
    browser = opened(fields=FIELDS, lang=lang, direction=direction)
    browser.find("#password").send_keys("abccc")
    assert barriers(browser) == []


def test_marks_are_at_the_right_in_right_to_left_text(opened):
    browser = opened(fields=FIELDS, lang="he", direction="rtl")
    # There are no messages in Hebrew, so the element marks its text as English.
    assert browser.find("password-rules").get_attribute("lang") == "en"
    right, text = browser.run("""
        const item = document.querySelector('.passwordrules-list li');
        return [item.getBoundingClientRect().right, item.lastChild.getBoundingClientRect().right];""")
    assert right - text > 10


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_narrow_page_does_not_scroll_sideways(opened, direction):
    browser = opened(fields=FIELDS, direction=direction)
    browser.emulate(320, 700)
    browser.find("#password").send_keys("abccc")
    assert browser.run("return document.documentElement.scrollWidth") <= 320
    assert browser.run(OVERFLOW) == []


def test_everything_works_with_the_keyboard_alone(opened):
    browser = opened(fields=FIELDS)
    browser.run("document.querySelector('#password').focus()")
    browser.type("abc")

    def focused():
        return browser.run("return document.activeElement.id || document.activeElement.className")
    stops = []
    for _ in range(4):
        browser.press("Tab")
        stops.append(focused())
    assert stops == ["passwordrules-show", "passwordrules-suggest", "again", "send"]
    browser.run("document.querySelector('.passwordrules-show').focus()")
    browser.press(" ")
    assert browser.find(".passwordrules-show").get_attribute("aria-pressed") == "true"
    assert browser.find("#password").get_attribute("type") == "text"
    browser.press("Tab")
    browser.press("Enter")
    browser.wait("return document.querySelector('#again').value")
    # The focus stays on the button that was pressed.
    assert focused() == "passwordrules-suggest"


def test_states_are_words_and_not_colours_alone(opened):
    browser = opened(fields=FIELDS)
    browser.find("#password").send_keys("Abc")
    said = browser.run("return [...document.querySelectorAll('.passwordrules-list li')].map(item => item.textContent)")
    assert said[:2] == ["not met: 9 more characters needed (3 of 12)", "met: has an uppercase letter"]
    marks = browser.run("""return [...document.querySelectorAll('.passwordrules-list li')].map(item =>
        getComputedStyle(item, '::before').content[1]);""")
    assert marks == ["✗", "✓", "✗", "✓"]


def test_input_has_its_name_and_its_description(opened):
    browser = opened(fields=FIELDS)
    browser.driver.execute_cdp_cmd("Accessibility.enable", {})
    field = browser.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": "document.querySelector('#password')"})["result"]
    [node, *_] = browser.driver.execute_cdp_cmd("Accessibility.getPartialAXTree", {
        "objectId": field["objectId"], "fetchRelatives": False})["nodes"]
    assert node["name"]["value"] == "Password"
    assert node["description"]["value"].startswith("Password rules: 12 more characters needed (0 of 12)")


def test_page_that_is_always_light_stays_readable(browser, site):
    browser.emulate(prefers_color_scheme="dark")
    page = form(FIELDS).replace('content="light dark"', 'content="light"')
    browser.open(site.put("/page.html", page))
    ready(browser)
    browser.find("#password").send_keys("Abc")
    assert barriers(browser) == []


@pytest.mark.parametrize("features", FEATURES, ids=str)
@pytest.mark.parametrize("fragment", ["", "#rules=required%3A+digits%3B+maxlength%3A+6%3B"])
def test_axe_finds_nothing_in_the_rules_page(browser, site, fragment, features):
    browser.emulate(**features)
    browser.open(f"{site.address}/tool/index.html{fragment}")
    browser.wait("return document.querySelectorAll('#samples li').length", 30)
    browser.find("#try").send_keys("abc")
    assert barriers(browser) == []


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_rules_page_fits_into_320_pixels(browser, site, direction):
    browser.emulate(320, 900)
    browser.open(f"{site.address}/tool/index.html")
    browser.wait("return document.querySelectorAll('#samples li').length", 30)
    browser.run("document.documentElement.dir = arguments[0]", direction)
    assert browser.run("return document.documentElement.scrollWidth") <= 320
    assert browser.run(OVERFLOW) == []


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_names_of_the_elements_are_in_the_language_of_the_page(browser, site, lang):
    browser.emulate()
    browser.open(site.put("/page.html", form(FIELDS, lang=lang)))
    ready(browser)
    names = browser.run("return [...document.querySelectorAll('.passwordrules [aria-label]')].map(e => e.ariaLabel)")
    assert names and "Password rules" not in names
