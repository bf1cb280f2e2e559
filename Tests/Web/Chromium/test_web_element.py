"""Tests <password-rules> in a real Chromium: its demands, display and messages, what it refuses, and what it does not
change."""

import re
import time

import pytest

from tree import ROOT
from web_site import form, password

RULES = 'passwordrules="required: upper; required: digit; minlength: 8;"'
TWO = password(RULES, 'confirm="again"') + '<p><label for="again">Again</label> <input type="password" id="again"></p>'


def states(browser):
    return [state for state, _ in browser.items()]


def value(browser, selector="#password"):
    return browser.run("return document.querySelector(arguments[0]).value", selector)


def valid(browser, selector="#password"):
    return browser.run("return document.querySelector(arguments[0]).validity.valid", selector)


def send(browser):
    browser.run("window.refused = false; addEventListener('invalid', () => { refused = true; }, {capture: true, once: true})")
    browser.find("#send").click()
    return browser.wait("return location.pathname === '/sent.html' ? 'sent' : window.refused ? 'refused' : ''") == "sent"


# ---- What is shown, and what is refused ----

def test_checklist_follows_what_is_typed(opened):
    browser = opened(RULES)
    assert browser.items() == [["empty", "8 more characters needed (0 of 8)"], ["empty", "needs an uppercase letter"],
                               ["empty", "needs a digit"]]
    browser.find("#password").send_keys("Abc")
    assert browser.items() == [["unmet", "5 more characters needed (3 of 8)"], ["met", "has an uppercase letter"],
                               ["unmet", "needs a digit"]]
    assert browser.find(".passwordrules-count").text == "Rules met: 1 of 3"
    browser.find("#password").send_keys("defg1")
    assert states(browser) == ["met", "met", "met"]
    assert browser.find("password-rules").get_attribute("data-state") == "met"
    assert browser.complaints() == []


def test_form_is_sent_only_if_the_rules_are_met(opened):
    browser = opened(RULES)
    field = browser.find("#password")
    field.send_keys("abc")
    assert not send(browser)
    assert browser.run("return document.querySelector('#password').validationMessage") == \
        "5 more characters needed (3 of 8); needs an uppercase letter; needs a digit"
    field.send_keys("DEFGH1")
    assert send(browser)


def test_empty_input_is_left_to_the_attribute_required(opened):
    assert send(opened(RULES))
    assert not send(opened(RULES + " required"))


@pytest.mark.parametrize("attributes, element, typed, shown", [
    ('minlength="4"', "", "abc", [["unmet", "1 more character needed (3 of 4)"]]),
    # The stricter limit counts, whether it is an attribute or in the descriptor.
    ('minlength="12" passwordrules="minlength: 8"', "", "abcdefgh", [["unmet", "4 more characters needed (8 of 12)"]]),
    ('minlength="4" passwordrules="minlength: 8"', "", "abcd", [["unmet", "4 more characters needed (4 of 8)"]]),
    ('maxlength="4" passwordrules="maxlength: 8"', "", "abcdef", [["unmet", "2 characters too many (6, at most 4)"]]),
    ('pattern="[a-z]+" title="small letters alone"', "", "abC", [["unmet", "small letters alone"]]),
    ('pattern="[a-z]+" title="small letters alone"', "", "abc", [["met", "small letters alone"]]),
    # Browsers ignore a pattern with a mistake.
    ('pattern="a)(b" minlength="2"', "", "abc", [["met", "at least 2 characters"]]),
    # A policy replaces the descriptor, but not the limits of the other attributes.
    ('passwordrules="required: digit" maxlength="20"', 'policy="rules=minlength: 4;;max-keyboard=3"', "qwerty",
     [["met", "at least 4 characters"], ["unmet", None], ["met", "at most 20 characters"]]),
    # The descriptor of a page is read leniently: its valid properties apply.
    ('passwordrules="minlenght: 4; minlength: 6"', "", "abc", [["unmet", "3 more characters needed (3 of 6)"]]),
])
def test_attributes_of_the_input_become_rules(opened, attributes, element, typed, shown):
    browser = opened(attributes, element)
    browser.find("#password").send_keys(typed)
    found = browser.items()
    assert [state for state, _ in found] == [state for state, _ in shown], found
    for (_, text), (_, expected) in zip(found, shown):
        assert expected is None or text == expected, found
    assert valid(browser) == all(state == "met" for state, _ in shown)


@pytest.mark.parametrize("policy", [
    "rules=minlength: 4;;min-guesses=10^8", "rules=minlength: 4; min-guesses: 10^8", "rules=minlength: 4;;min-strength=strong"])
def test_policy_may_ask_for_guesses(opened, policy):
    browser = opened("", f'policy="{policy}"')
    browser.find("#password").send_keys("dragon")
    assert states(browser) == ["met", "unmet"]
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('#password').validity.valid")


@pytest.mark.parametrize("enforce, refused", [("yes", True), ("warn", False), ("audit", False)])
def test_policy_that_only_warns_refuses_nothing(opened, enforce, refused):
    browser = opened('minlength="4" pattern="[a-z]+"', f'policy="rules=minlength: 8;;enforce={enforce}"')
    browser.find("#password").send_keys("abcdef")
    assert states(browser) == ["unmet", "met"]
    assert valid(browser) is not refused
    # The input's own demands always apply.
    browser.find("#password").send_keys("1")
    assert not valid(browser)
    browser.find("#password").clear()
    browser.find("#password").send_keys("abc")
    assert not valid(browser)


def test_attributes_that_change_count_at_once(opened):
    browser = opened('passwordrules="minlength: 4"')
    browser.run("document.querySelector('#password').setAttribute('passwordrules', 'minlength: 9')")
    browser.wait("return document.querySelector('.passwordrules-list li').lastChild.textContent.includes('9')")
    browser.run("document.querySelector('#password').maxLength = 5")
    browser.wait("return document.querySelectorAll('.passwordrules-list li').length === 2")
    assert browser.run("return document.querySelector('#password').hasAttribute('maxlength')") is False


# ---- What is not changed ----

def test_nothing_is_cut(opened):
    browser = opened('maxlength="8" passwordrules="minlength: 4"')
    browser.find("#password").click()
    long = "Correct-Horse-Battery-Staple"
    browser.driver.execute_cdp_cmd("Input.insertText", {"text": long})
    assert value(browser) == long
    assert ["unmet", "20 characters too many (28, at most 8)"] in browser.items()
    assert not valid(browser)


def test_password_can_be_pasted(opened):
    source = '<p><label for="source">Source</label> <input id="source" value="Pasted-Pass-1"></p>'
    browser = opened(fields=source + password(RULES))
    browser.run("const source = document.querySelector('#source'); source.focus(); source.select()")
    browser.command("c", "copy")
    browser.find("#password").click()
    browser.command("v", "paste")
    browser.wait("return document.querySelector('#password').value")
    assert value(browser) == "Pasted-Pass-1"
    assert valid(browser)


def test_no_key_is_lost_at_20_keys_a_second(opened):
    browser = opened(RULES, 'meter policy="rules=minlength: 12;;max-keyboard=4;;min-different=6"')
    browser.find("#password").click()
    browser.run("window.seen = []; document.addEventListener('passwordrules', event => seen.push(event.target.value.length))")
    typed = "The-Quick-Brown-Fox-Jumps-Over-13-Dogs!" * 2
    start = time.monotonic()
    for index, key in enumerate(typed):
        time.sleep(max(0, start + index / 20 - time.monotonic()))
        browser.press(key)
    assert value(browser) == typed
    assert browser.run("return seen") == list(range(1, len(typed) + 1))


def test_password_managers_find_an_ordinary_input(opened):
    browser = opened(RULES, 'confirm="again"', fields=TWO)
    assert browser.find("#password").get_attribute("autocomplete") == "new-password"
    assert browser.find("#again").get_attribute("autocomplete") == "new-password"
    assert browser.run("return document.querySelector('password-rules').shadowRoot") is None


def test_autocomplete_of_the_page_stays(opened):
    assert opened(RULES + ' autocomplete="off"').find("#password").get_attribute("autocomplete") == "off"


def test_removed_element_leaves_no_trace(opened):
    browser = opened('maxlength="8" minlength="4" aria-describedby="hint"')
    browser.find("#password").send_keys("abc")
    browser.run("document.querySelector('password-rules').remove()")
    field = browser.find("#password")
    assert (field.get_attribute("maxlength"), field.get_attribute("aria-describedby")) == ("8", "hint")
    assert browser.run("return document.querySelector('#password').validity.customError") is False


@pytest.mark.parametrize("attributes", [
    'minlength="12" maxlength="4" aria-describedby="hint"', 'type="text" autocomplete="off"', 'passwordrules="minlength: 3"'])
def test_removal_restores_the_input(opened, attributes):
    browser = opened(fields=f'<label for="password">Password</label> <input id="password" {attributes}>'
                            '<password-rules for="password"></password-rules>',
                     script="document.querySelector('password-rules').options = {rules: 'minlength: 19'};")
    browser.wait("return document.querySelector('.passwordrules-list li').lastChild.textContent.includes('19')")
    browser.run("document.querySelector('.passwordrules-show').click(); document.querySelector('password-rules').remove()")
    names = "return Object.fromEntries([...document.querySelector('#password').attributes].map(({name, value}) => [name, value]))"
    assert browser.run(names) == {"id": "password", **dict(re.findall(r'([a-z-]+)="([^"]*)"', attributes))}
    assert browser.complaints() == []


def test_password_managers_read_the_rules_of_the_page(opened):
    browser = opened(script="document.querySelector('password-rules').options = {rules: 'minlength: 9'};")
    browser.wait("return document.querySelector('#password').getAttribute('passwordrules') === 'minlength: 9'")
    browser.run("document.querySelector('password-rules').enhancement.refresh({rules: 'minlength: 14'})")
    assert browser.find("#password").get_attribute("passwordrules") == "minlength: 14"
    browser.run("document.querySelector('password-rules').options = {}")
    browser.wait("return !document.querySelector('#password').hasAttribute('passwordrules')")


@pytest.mark.parametrize("event", ["submit", "reset"])
def test_password_is_hidden_again_with_its_form(opened, event):
    browser = opened(RULES, 'confirm="again"', fields=TWO)
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('#password').type === 'text' && document.querySelector('#again').value")
    browser.run("""
        const form = document.querySelector('form');
        form.addEventListener('submit', event => event.preventDefault());
        if (arguments[0] === 'submit') form.requestSubmit(); else form.reset();
    """, event)
    assert browser.run("return [...document.querySelectorAll('#password, #again')].map(input => input.type)") == ["password"] * 2
    assert browser.find(".passwordrules-show").get_attribute("aria-pressed") == "false"
    state = "empty" if event == "reset" else "met"
    browser.wait(f"return document.querySelector('password-rules').dataset.state === '{state}'")


def test_last_checklist_of_an_input_counts(opened):
    browser = opened('maxlength="10"', 'policy="rules=minlength: 3"')
    browser.run("""
        const last = document.createElement('password-rules');
        last.id = 'last';
        last.setAttribute('for', 'password');
        last.setAttribute('policy', 'rules=minlength: 8');
        document.querySelector('form').append(last);""")
    browser.wait("return document.querySelector('#last').enhancement?.result")
    browser.find("#password").send_keys("abcd")
    assert browser.items() == [["unmet", "4 more characters needed (4 of 8)"], ["met", "at most 10 characters"]]
    assert not valid(browser)
    assert len(browser.find("#password").get_attribute("aria-describedby").split()) == 2
    # Removing the replaced element has no effect.
    browser.run("document.querySelector('password-rules').remove()")
    assert not valid(browser)
    browser.run("document.querySelector('#last').remove()")
    assert valid(browser) and browser.find("#password").get_attribute("maxlength") == "10"


def test_second_input_is_restored(opened):
    browser = opened(RULES, 'confirm="again"', fields=TWO)
    browser.find("#password").send_keys("abc")
    before = browser.run("return document.querySelectorAll('[aria-describedby]').length")
    browser.run("document.querySelector('password-rules').remove()")
    assert before == 2 and browser.run("return document.querySelectorAll('[aria-describedby]').length") == 0
    assert browser.run("return document.querySelector('form').checkValidity()")


# ---- The second input, and the suggestion ----

def test_second_input_has_to_be_the_same(opened):
    browser = opened(fields=TWO)
    browser.find("#password").send_keys("Abcdefg1")
    browser.find("#again").send_keys("Abcdefg")
    assert not valid(browser, "#again")
    assert browser.find(".passwordrules-confirm").text == "The two passwords differ."
    browser.find("#again").send_keys("1")
    assert valid(browser, "#again")
    browser.find("#password").send_keys("2")
    assert not valid(browser, "#again")


def test_suggestion_fills_both_inputs_and_is_accepted(opened):
    browser = opened(fields=TWO)
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('#password').value")
    suggested = value(browser)
    assert suggested == value(browser, "#again") and len(suggested) >= 8
    assert valid(browser) and valid(browser, "#again")
    # The suggestion can be read before it is sent, and hidden again.
    assert browser.find("#password").get_attribute("type") == "text"
    browser.find(".passwordrules-show").click()
    assert browser.find("#password").get_attribute("type") == "password"
    browser.wait("return document.querySelector('.passwordrules-live').textContent.startsWith('A password was filled in.')")


@pytest.mark.parametrize("attribute", ["readonly", "disabled"])
def test_read_only_inputs_are_not_written(opened, attribute):
    browser = opened(f"{RULES} {attribute}")
    assert not browser.find(".passwordrules-suggest").is_enabled()
    assert browser.run_async("return await document.querySelector('password-rules').enhancement.suggest()") is None
    assert value(browser) == ""
    browser.run("document.querySelector('#password').removeAttribute(arguments[0])", attribute)
    browser.wait("return !document.querySelector('.passwordrules-suggest').disabled")
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('#password').value")


@pytest.mark.parametrize("attributes, element", [
    ('passwordrules="required: digit; allowed: digit; minlength: 6; maxlength: 6"', ""),
    ('passwordrules="required: lower" minlength="30"', 'suggest="words"'),
    ("", 'policy="rules=required: upper; minlength: 15;;max-keyboard=3" suggest="random"'),
])
def test_suggestion_meets_all_demands(opened, attributes, element):
    browser = opened(attributes, element)
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('#password').value")
    assert set(states(browser)) == {"met"}


def test_missing_suggestion_is_explained(opened):
    browser = opened('passwordrules="required: upper; maxlength: 4" pattern="[0-9]+"')
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('.passwordrules-problem').textContent.startsWith('No password')")
    assert value(browser) == ""


def test_meter_says_how_strong_a_password_is(opened):
    browser = opened(RULES, "meter")
    browser.find("#password").send_keys("password1")
    browser.wait("return document.querySelector('.passwordrules-level')?.textContent === 'Strength: very weak'")
    browser.find("#password").send_keys("-vubkem-Roxpit-4cazud")
    browser.wait("return document.querySelector('.passwordrules-level').textContent === 'Strength: strong'")


# ---- What is read out, and what the server is asked ----

LISTEN = """
window.said = []; window.typed = 0;
document.querySelector('#password').addEventListener('input', () => { typed = performance.now(); });
// Sends keys with pauses of 200 ms. A page's timers run in order, even on a slow machine.
window.type = (field, keys) => {
  field.value += keys[0];
  field.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertText', data: keys[0]}));
  if (keys.length > 1) setTimeout(type, 200, field, keys.slice(1));
};
new MutationObserver(() => {
  const text = document.querySelector('.passwordrules-live').textContent;
  if (text) said.push([performance.now() - typed, text]);
}).observe(document.querySelector('.passwordrules-live'), {childList: true, characterData: true, subtree: true});
"""


def test_result_is_announced_once_after_a_pause(opened):
    browser = opened(RULES)
    live = "return document.querySelector('.passwordrules-live')"
    assert browser.run(f"{live}.getAttribute('role')") == "status"
    described = browser.find("#password").get_attribute("aria-describedby").split()
    spoken = "return arguments[0].some(id => document.getElementById(id).querySelector('[aria-live], [role=status]'))"
    assert not browser.run(spoken, described)
    browser.run(LISTEN)
    browser.find("#password").click()
    browser.run("type(document.querySelector('#password'), 'Abcd')")
    browser.wait("return said.length > 0")
    time.sleep(1)
    said = browser.run("return said")
    assert len(said) == 1
    pause, text = said[0]
    assert pause >= 695
    assert text == "Rules met: 1 of 3. 4 more characters needed (4 of 8). needs a digit."
    # A script in the page sends the keys. Keys from the driver may be so far apart that the result is announced between them.
    browser.run("type(document.querySelector('#password'), 'efg1')")
    browser.wait("return said.length === 2")
    assert browser.run("return said[1][1]") == "All rules are met."


ASK = """
window.asked = [];
document.querySelector('password-rules').options = { askServer: async (password, signal) => {
  asked.push(password);
  if (password.startsWith('Fail')) throw new TypeError('no network');
  while (!window.mayAnswer) await new Promise(resolve => setTimeout(resolve, 20));
  return password.startsWith('Leaked') ? 'known from a leak' : null;
} };
"""


def test_typing_does_not_wait_for_the_server(opened):
    browser = opened(RULES, script=ASK)
    field = browser.find("#password")
    field.send_keys("Leaked-pass-1")
    time.sleep(0.5)
    assert browser.run("return asked") == []
    browser.run("document.querySelector('#password').blur()")
    field.send_keys("23")
    assert value(browser) == "Leaked-pass-123"
    browser.run("window.mayAnswer = true")
    # The answer about the earlier password comes too late, and does not count.
    time.sleep(0.5)
    assert browser.run("return asked") == ["Leaked-pass-1"] and valid(browser)


def test_answer_of_the_server_refuses_the_password(opened):
    browser = opened(RULES, script=ASK)
    field = browser.find("#password")
    field.send_keys("Leaked-pass")
    browser.run("document.querySelector('#password').blur()")
    # The server is not asked about a password that the rules refuse.
    assert browser.run("return asked") == []
    field.send_keys("-1")
    browser.run("document.querySelector('#password').blur()")
    assert browser.find(".passwordrules-problem").text == "Checking…"
    browser.run("window.mayAnswer = true")
    browser.wait("return document.querySelector('.passwordrules-problem').textContent === 'known from a leak'")
    assert not valid(browser)
    assert field.get_attribute("aria-invalid") == "true"
    # After another key, the answer is no longer about the password in the field.
    field.send_keys("2")
    assert valid(browser)
    assert not browser.find(".passwordrules-problem").is_displayed()


def test_button_does_not_move_while_the_server_is_asked(opened):
    browser = opened(RULES, script=ASK)
    browser.find("#password").send_keys("Abcdefg-1")
    top = "return document.querySelector('#send').getBoundingClientRect().top"
    before = browser.run(top)
    browser.run("document.querySelector('#password').blur()")
    assert browser.find(".passwordrules-problem").is_displayed()
    assert browser.run(top) == before


def test_missing_answer_of_the_server_refuses_nothing(opened):
    browser = opened(RULES, script=ASK)
    browser.find("#password").send_keys("Fail-pass-1")
    browser.run("document.querySelector('#password').blur()")
    browser.wait("return document.querySelector('.passwordrules-problem').hidden")
    assert browser.run("return asked") == ["Fail-pass-1"] and valid(browser)


# ---- Languages ----

LANGUAGES = ["de", "es", "fr", "id", "it", "ja", "pl", "pt", "pt-BR", "ru", "uk", "zh-CN"]


def test_element_uses_the_language_of_the_page(opened):
    english = opened(RULES).items()
    for tag in LANGUAGES:
        browser = opened(RULES, lang=tag)
        assert browser.find("password-rules").get_attribute("lang") == tag
        assert not {text for _, text in browser.items()} & {text for _, text in english}, tag
        assert browser.find(".passwordrules-show").text != "Show password", tag


@pytest.mark.parametrize("element, said", [
    ('for="pasword"', 'for=\\"pasword\\" does not name an input'), ("", 'for=\\"\\" does not name an input'),
    ('for="send"', 'for=\\"send\\" does not name an input'), ('for="password" confirm="twice"', 'confirm=\\"twice\\" does not name an input')])
def test_missing_input_is_named(browser, site, element, said):
    fields = ('<label for="password">Password</label><input id="password" minlength="4">'
              f'<password-rules {element}></password-rules>')
    browser.open(site.put("/page.html", form(fields)))
    while not any(said in line for line in browser.complaints()):
        time.sleep(0.05)


def test_input_with_the_focus_works_at_once(opened):
    browser = opened(RULES)
    browser.run("document.querySelector('#password').focus()")
    browser.run("document.querySelector('password-rules').options = {when: 'focus'}")
    browser.wait("return document.querySelector('password-rules').enhancement?.result")
    browser.run("document.activeElement.blur()")
    browser.run("document.querySelector('password-rules').options = {when: 'focus', pause: 1}")
    time.sleep(0.3)
    assert browser.run("return document.querySelector('password-rules').enhancement.result") is None
    browser.run("document.querySelector('#password').focus()")
    browser.wait("return document.querySelector('password-rules').enhancement?.result")


def test_readme_shows_a_form_that_works(browser, site):
    readme = (ROOT / "Sources" / "Bindings" / "Web" / "README.md").read_text(encoding="utf-8")
    [fields] = re.findall(r"```html\n(.*?)```", readme, re.DOTALL)
    browser.open(site.put("/page.html", f'<!DOCTYPE html><html lang="en"><title>A form</title><form>{fields}</form></html>'))
    browser.wait("return document.querySelector('password-rules').enhancement?.result")
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('#again').value && document.querySelector('form').checkValidity()")
    assert browser.complaints() == []


def test_page_has_its_own_words(opened):
    browser = opened(RULES, script="document.querySelector('password-rules').options = {words: {show: 'Let me see'}};")
    browser.wait("return document.querySelector('.passwordrules-show').textContent === 'Let me see'")
