"""The element takes no more memory after 10,000 keys, nor after it was attached and removed 500 times."""

from web_site import form, password

RULES = 'passwordrules="required: upper; required: digit; minlength: 12;"'
PAGE = """
import { enhance } from '/passwordrules/element.mjs';
import { checkEngine } from '/passwordrules/engines.mjs';
const input = document.querySelector('#password');
window.keys = async (count) => {
  for (let index = 0; index < count; index += 1) {
    input.value = `Key-${index}-`.repeat(1 + index % 5);
    document.querySelector('password-rules').enhancement.update();
  }
  return (await checkEngine()).memorySize;
};
window.attach = async (count) => {
  for (let index = 0; index < count; index += 1) {
    const other = document.createElement('input');
    document.body.append(other);
    const made = enhance(other, { rules: 'required: lower; minlength: 9;' });
    await made.ready;
    other.value = 'abc';
    made.update();
    made.dispose();
    other.remove();
  }
  return [(await checkEngine()).memorySize, document.querySelectorAll('*').length];
};
"""


def test_ten_thousand_keys_and_many_inputs_take_no_more_memory(browser, site):
    site.put("/page.mjs", PAGE)
    browser.open(site.put("/page.html", form(password(RULES), "/page.mjs")))
    browser.wait("return document.querySelector('password-rules').enhancement?.result && typeof attach === 'function'")
    first = browser.run_async("return [await keys(100), await attach(10)]")
    assert browser.run_async("return [await keys(10000), await attach(500)]") == first
