"""Tests the example of a sign-up form: both servers give the same answers, and page and server have the same policy."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from axe import barriers
from tree import BUILD, ROOT

EXAMPLE = ROOT / "Tests" / "Example" / "SignUp"
SERVERS = {"node": ["node", EXAMPLE / "server.mjs"], "python": [sys.executable, "-B", EXAMPLE / "server.py"]}
LANGUAGES = ["en", "de-DE,de;q=0.9", "ja", "pt-BR", "pt", "zh", "zh-TW,zh;q=0.9",
             "xx", "xx,en;q=0.9,de;q=0.8", "en-US,de", "../de,fr", ""]
HOST = "127.0.0.1"
GOOD, OTHER = "Vubkem-roxpit-4cazud", "Sotmub-wyfler-7dapkin"


class Server:
    def __init__(self, name):
        self.process = subprocess.Popen(SERVERS[name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={
            "PATH": os.environ["PATH"], "PORT": "0", "LD_LIBRARY_PATH": str(BUILD),
            "PYTHONPATH": str(ROOT / "Sources" / "Bindings" / "Python"), "PASSWORDRULES_LOCALE": str(BUILD / "locale")})
        self.address = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", self.address)

    def ask(self, path, language="en", raw=None, **values):
        request = urllib.request.Request(self.address + path, raw if raw is not None else json.dumps(values).encode(),
                                         {"Content-Type": "application/json", "Accept-Language": language})
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, json.loads(response.read())
        except urllib.error.HTTPError as error:
            content = error.read()
            return error.code, json.loads(content) if content.startswith(b"{") else None

    def read(self, path):
        try:
            with urllib.request.urlopen(self.address + path) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""

    def send(self, request):
        """Sends bytes, even such as no proper client would send. Returns the answer."""
        with socket.create_connection((HOST, int(self.address.rstrip("/").rsplit(":", 1)[1])), timeout=600) as connection:
            connection.sendall(request)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def close(self):
        """Ends the server. Returns the text of its standard error."""
        self.process.terminate()
        return self.process.communicate()[1]


@pytest.fixture(params=SERVERS)
def server(request):
    made = Server(request.param)
    yield made
    made.close()


def types(answer):
    status, said = answer
    return status, [reason["type"] for reason in said["reasons"]]


def test_reasons_have_types(server):
    assert types(server.ask("api/sign-up", name="alice", password="abc")) == (422, ["too-short", "too-weak"])
    assert types(server.ask("api/sign-up", name="alice", password="my-Alice-Password-9")) == (422, ["banned"])
    assert types(server.ask("api/sign-up", name="alice", password="the-Roadrunner-77")) == (422, ["banned"])
    assert types(server.ask("api/sign-up", name="alice", password="x" + "Ab9-kM" * 400)) == (422, ["too-long"])
    assert types(server.ask("api/sign-up", name="alice", password="nul\0" + GOOD)) == (422, ["invalid"])
    assert server.ask("api/sign-up", name="alice", password=GOOD) == (201, {"name": "alice"})
    assert server.ask("api/sign-up", name="alice", password=GOOD) == (409, {"error": "taken"})
    assert server.ask("api/password", name="alice", password=OTHER, old="wrong") == (403, {"error": "old"})
    for similar in (GOOD, GOOD.swapcase(), GOOD[::-1], GOOD[:-1] + "e", GOOD + "!"):
        assert types(server.ask("api/password", name="alice", password=similar, old=GOOD)) == (422, ["recently-used"]), similar
    assert server.ask("api/password", name="alice", password=OTHER, old=GOOD) == (200, {"name": "alice"})
    assert types(server.ask("api/password", name="alice", password=GOOD, old=OTHER)) == (422, ["recently-used"])


def test_history_is_not_revealed_to_others(server):
    assert server.ask("api/sign-up", name="alice", password=GOOD)[0] == 201
    assert server.ask("api/check", name="alice", password=GOOD) == (200, {"reasons": []})
    assert server.ask("api/password", name="alice", password=GOOD, old="wrong") == (403, {"error": "old"})


def test_invalid_request_is_refused(server):
    for raw in (b"", b"{", b"[]", b'"x"', b'{"name": 1, "password": "x"}', b"{" + b" " * 20000):
        assert server.ask("api/check", raw=raw)[0] == 400
    assert server.read("nothing")[0] == 404
    assert server.read("../server.py")[0] == 404
    assert server.read("passwordrules/..%2f..%2f..%2fpasswd")[0] == 404


def test_hostile_requests_do_no_harm(server):
    good = GOOD.encode()
    for raw in (b"[" * 16000,
                b'{"name": "bob", "password": "\xff' + good + b'"}', '{"name": "b", "password": "c"}'.encode("utf-16")):
        assert server.ask("api/check", raw=raw) == (400, None)
    assert server.ask("api/sign-up", name="alice", password=GOOD)[0] == 201
    # Half of a surrogate pair can be written in JSON, but not in UTF-8.
    assert server.ask("api/password", raw=b'{"name": "alice", "old": "\\ud800", "password": "' + good + b'"}')[0] == 403
    assert types(server.ask("api/sign-up", raw=b'{"name": "bob", "password": "\\ud800' + good + b'"}')) == (422, ["invalid"])
    assert server.ask("nothing", name="alice", password=GOOD)[0] == 404
    for path in ("%00", "%zz", "%ff", "a" * 5000, "passwordrules/", "/[", "%2e%2e/server.py", "http://../../../policy.conf"):
        assert server.read(path)[0] == 404, path
    for target in ("//", "http://", "http://../../policy.conf", "http://../policy.conf", "http://[/", "*", "/?" + "a" * 5000):
        assert b"acme" not in server.send(f"GET {target} HTTP/1.0\r\n\r\n".encode())
    for length in (b"-1", b"2_7", b"", b"x"):
        assert b" 400 " in server.send(
            b'POST /api/check HTTP/1.0\r\nContent-Length: ' + length + b'\r\n\r\n{"name":"a","password":"b"}')
    assert server.ask("api/check", name="a\0b", password=GOOD) == (400, None)
    assert server.ask("api/check", raw=b'{"name": "\\ud800", "password": "' + good + b'"}')[0] in (200, 400)
    assert server.read("policy")[0] == 200
    assert server.close() == ""


def test_page_does_not_receive_the_words(server):
    status, policy = server.read("policy")
    assert status == 200 and "username = reject" in policy
    assert [line.split(" = ")[0] for line in policy.splitlines()] == [
        "rules", "min-different", "max-keyboard", "old-password-changes", "username"]


def test_both_servers_answer_alike():
    passwords = ["", "abc", "aaaaaaaaaaaa", "qwertyuiopas", "acme-acme-acme", "alice-in-wonderland", "Pässe-😀-sind-gut", GOOD]
    answers = []
    for name in SERVERS:
        server = Server(name)
        answers.append([server.ask("api/check", language, name="alice", password=password)
                        for language in LANGUAGES for password in passwords])
        answers[-1].append(server.read("policy"))
        server.close()
    assert answers[0] == answers[1]


@pytest.mark.parametrize("language", ["en", *sorted(path.name.replace("_", "-") for path in (BUILD / "locale").iterdir())])
def test_reused_password_is_refused_in_each_language(server, language):
    sentences = json.loads((EXAMPLE / "history.json").read_text(encoding="utf-8"))
    assert server.ask("api/sign-up", name="alice", password=GOOD)[0] == 201
    assert server.ask("api/password", name="alice", password=OTHER, old=GOOD)[0] == 200
    status, said = server.ask("api/password", language, name="alice", password=GOOD, old=OTHER)
    assert (status, [reason["message"] for reason in said["reasons"]]) == (422, [sentences[language].replace("{limit}", "5")])


def test_both_servers_know_the_same_methods():
    answers = []
    for name in SERVERS:
        server = Server(name)
        answers.append([])
        for method in ("HEAD", "GET", "OPTIONS", "PUT", "DELETE", "PATCH"):
            for path in ("/", "/policy", "/nothing", "/api/check"):
                head, content = server.send(f"{method} {path} HTTP/1.0\r\n\r\n".encode()).split(b"\r\n\r\n", 1)
                assert b"Content-Security-Policy: " in head
                answers[-1].append((method, path, head.split(b" ")[1], content))
        server.close()
    assert answers[0] == answers[1]
    assert {status for method, _, status, _ in answers[0] if method not in ("HEAD", "GET")} == {b"405"}
    assert all(content == b"" for method, _, _, content in answers[0] if method == "HEAD")


def test_user_registers_and_changes_the_password(browser, server):
    browser.emulate()
    browser.open(server.address)
    browser.wait("return document.querySelector('password-rules').enhancement?.result?.items.length > 2")
    browser.find("#name").send_keys("alice")
    browser.find("#password").send_keys("Alice-and-4-others")
    assert ["unmet", "contains your user name"] in browser.items()
    browser.find("#password").clear()
    # The page does not know the forbidden words. It asks the server when the person leaves the input.
    browser.find("#password").send_keys("the-Roadrunner-77")
    browser.find("#again").send_keys("the-Roadrunner-77")
    browser.wait("return document.querySelector('.passwordrules-problem').textContent.includes('too obvious here')")
    browser.find("#sign-up .passwordrules-suggest").click()
    browser.wait("return document.querySelector('#password').validity.valid")
    password = browser.run("return document.querySelector('#password').value")
    browser.find("#sign-up [type=submit]").click()
    browser.wait("return document.querySelector('#said').textContent === 'Welcome, alice.'")
    browser.find("#old").send_keys(password)
    browser.find("#new").send_keys(password)
    assert ["unmet", "is the old password"] in browser.items()
    browser.find("#new").clear()
    change(browser, password, OTHER)
    browser.wait("return document.querySelector('#changed').textContent === 'Your password was changed.'")
    # Only the server knows the passwords before the old one.
    change(browser, OTHER, password)
    browser.wait("return document.querySelector('#changed').textContent.includes('is one of your last 5 passwords')")


def test_page_keeps_its_language_when_the_server_is_gone(browser, server):
    browser.emulate()
    browser.open(server.address)
    browser.wait("return document.querySelector('password-rules').enhancement?.result?.items.length > 2")
    browser.run("""
        window.asked = [];
        const send = fetch;
        window.fetch = (path, options) => {
          asked.push(new Headers(options.headers).get('accept-language'));
          return send(path, options);
        };""")
    browser.find("#name").send_keys("alice")
    for selector in ("#password", "#again"):
        browser.find(selector).send_keys(GOOD)
    browser.wait("return asked.length > 0")
    assert browser.run("return [...new Set(asked)]") == [browser.find("html").get_attribute("lang")]
    server.close()
    browser.find("#sign-up [type=submit]").click()
    browser.wait("return document.querySelector('#said').textContent.startsWith('The server gave no answer')")


def change(browser, old, new):
    for selector, value in (("#old", old), ("#new", new)):
        browser.find(selector).clear()
        browser.find(selector).send_keys(value)
    browser.wait("return document.querySelector('#change password-rules').dataset.state === 'met'")
    browser.find("#change [type=submit]").click()


@pytest.mark.parametrize("features", [{}, {"prefers_color_scheme": "dark"}, {"forced_colors": "active"}], ids=str)
def test_axe_finds_nothing_in_the_form(browser, features):
    server = Server("node")
    browser.emulate(320, 900, **features)
    browser.open(server.address)
    browser.wait("return document.querySelector('password-rules').enhancement?.result?.items.length > 2")
    browser.run("document.querySelector('#change').hidden = false")
    browser.find("#password").send_keys("abccc")
    found = barriers(browser)
    width = browser.run("return document.documentElement.scrollWidth")
    browser.emulate()
    server.close()
    assert found == [] and width <= 320
