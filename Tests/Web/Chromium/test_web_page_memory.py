"""In a page, no part of a typed or suggested password stays in the engines' memory."""

import pytest

from web_site import WITH_WASM, WITHOUT_WASM, form, password

SECRET = "Kq7vWz9-Tm4xRb2p"
PAGE = """
import { checkEngine, fullEngine } from '/passwordrules/engines.mjs';
import '/passwordrules/element.mjs';
const engines = [];
window.wake = async () => { engines.push(await checkEngine(), await fullEngine()); };
/** Pieces of eight ASCII characters: as written, in lower case and backwards, each in UTF-8, UTF-16 and UTF-32. */
function tracesOf(text) {
  const traces = [];
  for (const form of [text, text.toLowerCase(), [...text].reverse().join('')])
    for (let start = 0; start + 8 <= form.length; start += 4)
      for (const width of [1, 2, 4]) {
        const trace = new Uint8Array(8 * width);
        for (let index = 0; index < 8; index += 1) trace[index * width] = form.charCodeAt(start + index);
        traces.push(trace);
      }
  return traces;
}
function isIn(memory, trace) {
  for (let at = memory.indexOf(trace[0]); at >= 0; at = memory.indexOf(trace[0], at + 1))
    if (trace.every((byte, index) => memory[at + index] === byte)) return true;
  return false;
}
window.search = (text) => engines.map((engine) => tracesOf(text).filter((trace) => isIn(engine.instance.bytes, trace)).length);
window.plant = (text) => { engines[0].instance.keep(new TextEncoder().encode(text + '\\0')); };
"""


@pytest.mark.parametrize("content_policy", [WITH_WASM, WITHOUT_WASM], ids=["wasm", "js"])
def test_memory_has_no_password_after_use(browser, site, content_policy):
    site.put("/page.mjs", PAGE)
    fields = password('passwordrules="required: upper; required: digit; minlength: 12;"')
    browser.open(site.put("/page.html", form(fields, "/page.mjs"), content_policy))
    browser.wait("return document.querySelector('password-rules').enhancement?.result && typeof wake === 'function'")
    browser.run_async("await wake()")
    browser.find("#password").click()
    browser.type(SECRET)
    browser.wait("return document.querySelector('#password').value.length === 16")
    browser.run_async("await document.querySelector('password-rules').enhancement.suggest()")
    suggested = browser.run("return document.querySelector('#password').value")
    assert suggested not in ("", SECRET)
    assert browser.run("return search(arguments[0])", SECRET) == [0, 0]
    assert browser.run("return search(arguments[0])", suggested) == [0, 0]
    # The search itself works: it finds a password that was written to memory.
    browser.run("plant(arguments[0])", SECRET)
    assert browser.run("return search(arguments[0])", SECRET)[0] > 0
