"""Element and rules page work under strict Content Security Policies, with and without WebAssembly, and violate none of
them."""

import pytest

from web_site import WITH_WASM, WITHOUT_WASM, form, password

RULES = 'passwordrules="required: upper; minlength: 8"'
BROKEN = """
window.broken = [];
addEventListener('securitypolicyviolation', event => { broken.push(event.violatedDirective); });
"""


@pytest.mark.parametrize("policy, build", [(WITH_WASM, "wasm"), (WITHOUT_WASM, "js"), (None, "wasm")])
def test_element_works_under_a_policy(browser, site, policy, build):
    site.put("/page.mjs", BROKEN + "import { load } from '/passwordrules/index.mjs'; window.build = (await load()).build;")
    browser.open(site.put("/page.html", form(password(RULES, "meter"), "/page.mjs"), policy))
    browser.wait("return document.querySelector('password-rules').enhancement?.result", 30)
    assert browser.wait("return window.build") == build
    browser.find("#password").send_keys("abc")
    assert browser.items() == [["unmet", "5 more characters needed (3 of 8)"], ["unmet", "needs an uppercase letter"]]
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('#password').validity.valid", 30)
    browser.wait("return document.querySelector('.passwordrules-level')", 30)
    # Refused WebAssembly is the only violation that the browser may report.
    assert set(browser.run("return broken")) <= ({"script-src"} if build == "js" else set())


@pytest.mark.parametrize("policy", [WITH_WASM, WITHOUT_WASM])
def test_rules_page_works_under_a_policy(browser, site, policy):
    for name in ("tool.js", "tool.css", "element.css", "full.fallback.mjs"):
        site.put(f"/rules/{name}", (site.find(f"/tool/{name}")[2]).decode(), None)
    browser.open(site.put("/rules/index.html", site.find("/tool/index.html")[2].decode(), policy))
    browser.wait("return document.querySelectorAll('#samples li').length >= 200", 60)


@pytest.mark.parametrize("policy", ["default-src 'none'; script-src 'self'",
                                    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"])
def test_policy_without_fetch_uses_the_engine_in_javascript(browser, site, policy):
    browser.open(site.put("/page.html", form(password(RULES)), policy))
    browser.wait("return document.querySelector('password-rules').enhancement?.result", 30)
    browser.find("#password").send_keys("abc")
    assert browser.items() == [["unmet", "5 more characters needed (3 of 8)"], ["unmet", "needs an uppercase letter"]]
    browser.find(".passwordrules-suggest").click()
    browser.wait("return document.querySelector('#password').validity.valid", 30)
