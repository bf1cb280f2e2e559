"""A Chromium without a window, which all tests of a file share, and a site for each test's pages."""

import os
import time

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from web_site import Site, form, password

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
ITEMS = """
return [...document.querySelectorAll('.passwordrules-list li')].map(item => [item.dataset.state, item.lastChild.textContent]);
"""


class Browser:
    """A Chromium, with the actions that the tests need."""

    def __init__(self):
        options = Options()
        options.binary_location = CHROMIUM
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900", "--lang=en",
                     "--hide-scrollbars", "--disable-lcd-text"]
        # Started by root, Chromium refuses to run in its sandbox.
        for argument in arguments + (["--no-sandbox"] if os.getuid() == 0 else []):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.driver.set_script_timeout(3600)

    def open(self, address):
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        """Runs the body of an async function, and returns the function's result."""
        done = self.driver.execute_async_script(
            f"const done = arguments[arguments.length - 1]; (async (...given) => {{ {script} }})(...arguments)"
            ".then(value => done({value}), error => done({error: String(error)}));", *arguments)
        assert "error" not in done, done["error"]
        return done.get("value")

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def wait(self, condition, seconds=600):
        """Waits until a script returns a true value, and returns the value."""
        end = time.monotonic() + seconds
        while True:
            found = self.run(condition)
            if found:
                return found
            assert time.monotonic() < end, f"never true: {condition}; console: {self.complaints()}"
            time.sleep(0.02)

    def items(self):
        """The state and the text of each item of the checklist."""
        return self.run(ITEMS)

    def complaints(self):
        """The errors and warnings in the console."""
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]

    def emulate(self, width=1280, height=900, **features):
        """Sets the size of the page, and media features such as prefers_color_scheme."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def press(self, key, code=None, modifiers=0):
        """Presses one key, as a person does."""
        text = {} if len(key) > 1 or modifiers else {"text": key}
        event = {"key": key, "code": code or "", "modifiers": modifiers, **text}
        if key in KEYS:
            event.update(KEYS[key])
        self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", **event})
        self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **{**event, "text": ""}})

    def command(self, key, name):
        """Presses Ctrl and a key. `name` is the editing command that the browser runs for these keys."""
        self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {
            "type": "keyDown", "key": key, "code": f"Key{key.upper()}", "modifiers": 2, "commands": [name]})

    def type(self, text):
        for key in text:
            self.press(key)


KEYS = {
    "Tab": {"windowsVirtualKeyCode": 9, "code": "Tab"},
    "Enter": {"windowsVirtualKeyCode": 13, "code": "Enter", "text": "\r"},
    " ": {"windowsVirtualKeyCode": 32, "code": "Space", "text": " "},
    "Backspace": {"windowsVirtualKeyCode": 8, "code": "Backspace"},
}


@pytest.fixture(scope="module")
def browser():
    for program in (CHROMIUM, DRIVER):
        if not os.access(program, os.X_OK):
            pytest.skip(f"{program} is not installed")
    try:
        made = Browser()
    except WebDriverException as reason:
        pytest.skip(f"Chromium cannot run here: {reason.msg}")
    yield made
    made.driver.quit()


@pytest.fixture
def site():
    made = Site()
    yield made
    made.close()


@pytest.fixture
def opened(browser, site):
    """Opens a page with one input and its element, and waits for the rules; returns the browser."""
    browser.emulate()

    def page(attributes="", element="", fields=None, script="", **options):
        if script:
            site.put("/page.mjs", script)
        content = form(password(attributes, element) if fields is None else fields, "/page.mjs" if script else "", **options)
        browser.open(site.put("/page.html", content))
        browser.wait("return document.querySelector('password-rules').enhancement?.result")
        return browser
    site.put("/sent.html", "<!DOCTYPE html><title>Sent</title>")
    return page
