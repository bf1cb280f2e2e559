"""Tests the page for writing rules: opened from a file and from a host, its form, its text, and its messages."""

import re
import urllib.parse

import pytest

from tree import WEB

PAGE = WEB / "tool" / "index.html"


def open_page(browser, address=None, **link):
    browser.emulate()
    fragment = f"#{urllib.parse.urlencode(link)}" if link else ""
    browser.open((address or PAGE.as_uri()) + fragment)
    browser.wait("return document.querySelector('#entropy').textContent", 30)
    return browser


def text(browser):
    return browser.run("return document.querySelector('#text').value")


def lines(browser, selector):
    return browser.run("return [...document.querySelectorAll(arguments[0])].map(line => line.textContent)", selector)


def write(browser, descriptor):
    browser.run("""
        const area = document.querySelector('#text');
        area.value = arguments[0];
        area.dispatchEvent(new Event('input', {bubbles: true}));""", descriptor)


def test_page_works_from_a_file_and_from_a_host(browser, site):
    for address in (PAGE.as_uri(), f"{site.address}/tool/index.html"):
        open_page(browser, address)
        assert len(lines(browser, "#samples li")) == 300
        assert browser.complaints() == []
    # The host is asked only for the page's own files.
    assert {path for path in site.asked if path != "/favicon.ico"} == {
        "/tool/index.html", "/tool/tool.js", "/tool/tool.css", "/tool/element.css"}


def test_form_follows_the_text(browser):
    open_page(browser)
    write(browser, "required: upper, [-_]]; required: digit; allowed: lower; minlength: 14; max-repeating: 2")
    assert browser.run("return document.querySelector('[data-name=minlength]').value") == "14"
    groups = browser.run("""
        return [...document.querySelectorAll('.group')].map(group => [
          [...group.querySelectorAll(':checked')].map(box => box.value), group.querySelector('.characters').value]);""")
    assert groups == [[["upper"], "-_]"], [["digit"], ""], [["lower"], ""]]


def test_text_follows_the_form(browser):
    open_page(browser, rules="minlength: 8;")
    browser.find("[data-name=minlength]").clear()
    browser.find("[data-name=minlength]").send_keys("16")
    browser.find(".add").click()
    browser.find(".groups [value=upper]").click()
    browser.find(".groups .characters").send_keys("]-x")
    assert text(browser) == "required: upper, [-x]]; minlength: 16;"
    browser.find(".remove").click()
    assert text(browser) == "minlength: 16;"
    assert browser.run("return document.activeElement.className") == "add"


@pytest.mark.parametrize("descriptor", [
    "required: upper; required: digit, [-_;:,\"\\]]; allowed: lower, unicode; max-consecutive: 2; minlength: 8; maxlength: 64;",
    "allowed: [ ]; max-repeating: 3; max-sequential: 4;", "required: [[]; required: []]; required: [-]];", "",
    "required: unicode; required: ascii-printable, [-]; minlength: 8;",
])
def test_form_and_text_are_the_same_rules(browser, descriptor):
    open_page(browser)
    write(browser, descriptor)
    before = browser.run("return document.querySelector('#export').textContent")
    browser.run("document.querySelector('[data-name=minlength]').dispatchEvent(new Event('input', {bubbles: true}))")
    assert browser.run("return document.querySelector('#export').textContent") == before


def test_mistakes_are_shown_at_their_position(browser):
    open_page(browser, rules="required: uper; minlenght: 8;")
    assert browser.find("#verdict").text.startswith("2 mistakes")
    assert lines(browser, "#backdrop mark[data-severity=error]") == ["uper", "minlenght"]
    assert any("did you mean" in line for line in lines(browser, "#diagnostics li"))
    browser.find("#diagnostics .position").click()
    assert browser.run("const area = document.querySelector('#text');"
                       "return area.value.slice(area.selectionStart, area.selectionEnd)") == "uper"
    # The copy below the text has the same size, so that its marks are exactly below the marked words.
    assert browser.run("""
        const [area, copy] = ['#text', '#backdrop'].map(name => document.querySelector(name));
        return area.clientWidth === copy.clientWidth && getComputedStyle(area).font === getComputedStyle(copy).font;""")


def test_counts_are_exact(browser):
    open_page(browser, rules="required: digit; allowed: digit; minlength: 6; maxlength: 6;")
    assert browser.run("return document.querySelector('#exact').textContent") == "1\u202f000\u202f000"
    assert browser.run("return document.querySelector('#entropy').textContent") == "19.9"
    open_page(browser, rules="allowed: [ab]; minlength: 80;")
    assert browser.run("return document.querySelector('#exact').textContent").replace("\u202f", "") == str(2 ** 80)
    assert browser.run("return document.querySelector('#rounded').textContent") == "1.21 × 10²⁴"


@pytest.mark.parametrize("style", ["readable", "random", "words"])
def test_samples_are_of_the_style_and_fit(browser, style):
    open_page(browser, rules="required: upper; required: digit; allowed: ascii-printable; minlength: 14;")
    browser.find(f"[name=style][value={style}]").click()
    samples = lines(browser, "#samples li")
    assert len(set(samples)) == 300
    for sample in samples:
        assert len(sample) >= 14 and any(c.isdigit() for c in sample) and any(c.isupper() for c in sample)
    browser.find("#again").click()
    assert not set(samples) & set(lines(browser, "#samples li"))


def test_unsatisfiable_rules_say_so(browser):
    open_page(browser, rules="required: upper; required: digit; maxlength: 1;")
    assert browser.find("#samples-said").text == "No password could be generated."
    assert browser.find("#exact").text == "0"


def test_uncounted_rules_show_no_number(browser):
    rules = " ".join(f"required: [{chr(97 + index)}{chr(98 + index)}xyz];" for index in range(20))
    open_page(browser, rules=rules + " max-consecutive: 1; max-sequential: 2; minlength: 60;")
    exact = browser.run("return document.querySelector('#exact').textContent")
    assert exact.startswith("Not counted: "), exact
    said = browser.find("#samples-said").text
    assert said.startswith("300") and "0.0 bits" not in said


def test_link_holds_the_rules_and_the_language(browser):
    open_page(browser)
    write(browser, "required: [&#+%]; minlength: 9")
    browser.run("""
        const choice = document.querySelector('#language');
        choice.value = 'de';
        choice.dispatchEvent(new Event('change'));""")
    address = browser.driver.current_url
    browser.open(address)
    browser.wait("return document.querySelector('#entropy').textContent", 30)
    assert text(browser) == "required: [&#+%]; minlength: 9"
    assert browser.run("return document.querySelector('#language').value") == "de"
    assert "mindestens 9 Zeichen" in lines(browser, "#described li")
    # Screen readers pronounce the German parts of the English page as German.
    assert [browser.find(part).get_attribute("lang") for part in ("html", "#described", "#explained")] == ["en", "de", "de"]


@pytest.mark.parametrize("button", ["#share", "#copy"])
def test_button_confirms_the_copy(browser, button):
    open_page(browser)
    name = browser.find(button).text
    browser.run("const button = document.querySelector(arguments[0]); window.seen = [];"
                "new MutationObserver(() => seen.push(button.textContent)).observe(button, {childList: true, subtree: true});", button)
    browser.find(button).click()
    said = browser.wait("return seen[0]")
    assert said in ("Copied", "The browser does not allow copying")
    assert browser.run("return document.querySelector('#said').textContent") == f"{said}."
    browser.wait(f"return document.querySelector('{button}').textContent === '{name}'")


def test_password_can_be_tried(browser):
    open_page(browser, rules="required: digit; minlength: 8;")
    browser.wait("return document.querySelector('#try-list .passwordrules-list li')")
    browser.find("#try").send_keys("abc")
    assert browser.items() == [["unmet", "5 more characters needed (3 of 8)"], ["unmet", "needs a digit"]]
    write(browser, "minlength: 3")
    browser.wait("return document.querySelectorAll('#try-list li').length === 1")
    assert browser.items() == [["met", "at least 3 characters"]]
    assert "abc" not in browser.driver.current_url


def exported(browser, name):
    browser.run("""
        const choice = document.querySelector('#format');
        choice.value = [...choice.options].find(option => option.text === arguments[0]).value;
        choice.dispatchEvent(new Event('change'));""", name)
    return browser.run("return document.querySelector('#export').textContent")


@pytest.mark.parametrize("name, contains", [
    ("Descriptor", 'required: ["\\]; minlength: 8;'),
    ("HTML", 'passwordrules="required: [&quot;\\]; minlength: 8;"'),
    ("JavaScript", 'engine.parse("required: [\\"\\\\]; minlength: 8;")'),
    ("Policy file", 'rules = required: ["\\]; minlength: 8;'),
    ("C", 'text[] = "required: [\\"\\\\]; minlength: 8;"'),
    ("Swift", 'descriptor: "required: [\\"\\\\]; minlength: 8;")'),
    ("Python", 'Rules("required: [\\"\\\\]; minlength: 8;")'),
])
def test_rules_are_exported(browser, name, contains):
    open_page(browser, rules='required: ["\\]; minlength: 8;')
    assert contains in exported(browser, name)


def test_empty_rules_make_no_policy_line(browser):
    open_page(browser, rules="minlength: 8;")
    write(browser, "")
    assert re.search(r"(?m)^# No rules yet", exported(browser, "Policy file"))
    assert not re.search(r"(?m)^[^#]", exported(browser, "Policy file"))


def test_link_cannot_insert_markup(browser):
    open_page(browser, rules="required: <img src=x onerror=window.broken=1>; <script>window.broken=1</script>")
    assert browser.run("return window.broken ?? null") is None
    assert browser.run("return document.querySelectorAll('main img, main script').length") == 0
