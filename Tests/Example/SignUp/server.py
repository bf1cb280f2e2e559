"""The server of the example, in Python with only the standard library. server.mjs is the same server in Node; both give the
same answers."""

import hashlib
import hmac
import json
import os
import re
from gettext import NullTranslations, translation
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Optional
from urllib.parse import unquote

from passwordrules import Policy

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[2] / "build" / "web" / "passwordrules"
TYPES = {".html": "text/html", ".css": "text/css", ".mjs": "text/javascript", ".wasm": "application/wasm"}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; "
                               "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                               "require-trusted-types-for 'script'; trusted-types 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
LONGEST_BODY = 16 * 1024
#: How many passwords of an account may not be reused.
REMEMBERED = 5
#: The page receives only these keys. Other keys, such as words and blocklists, would help an attacker who reads the page.
PUBLIC = re.compile(r"(rules|or|(min|max)-[a-z]+|old-password(-changes)?|username(-parts)?)\s*=")

LINES = [line.strip() for line in (HERE / "policy.conf").read_text(encoding="utf-8").splitlines()
         if line.strip() and not line.strip().startswith("#")]
POLICY = Policy.from_settings(LINES)
PUBLIC_POLICY = "".join(f"{line}\n" for line in LINES if PUBLIC.match(line))
REASONS = json.loads((HERE / "reasons.json").read_text(encoding="utf-8"))
#: The engine does not compare with earlier passwords, so its translations have no message about them.
USED_BEFORE = json.loads((HERE / "history.json").read_text(encoding="utf-8"))


class Hash(NamedTuple):
    salt: bytes
    key: bytes


#: User names, each with hashes of the last passwords, the newest last. A real server would use a database.
accounts: dict[str, list[Hash]] = {}
lock = Lock()


def hashed(password: str, salt: Optional[bytes] = None) -> Hash:
    salt = salt or os.urandom(16)
    return Hash(salt, hashlib.scrypt(password.encode(errors="surrogatepass"), salt=salt, n=16384, r=8, p=1, dklen=32))


def is_same(password: str, earlier: Hash) -> bool:
    return hmac.compare_digest(hashed(password, earlier.salt).key, earlier.key)


def reasons(name: str, password: str, translations: NullTranslations, old: Optional[str] = None) -> list[dict[str, Any]]:
    """The reasons against a password, each with a type for programs and a sentence for people. Empty if the password is
    accepted."""
    report = POLICY.check(password, user=name, old_password=old, translations=translations)
    return [
        {"type": REASONS.get(outcome.rule, "invalid"), "rule": outcome.rule, "limit": outcome.limit, "message": outcome.message}
        for outcome in report.outcomes if not outcome.met]


def reasons_for_owner(name: str, password: str, old: str, translations: NullTranslations) -> list[dict[str, Any]]:
    """The reasons for a user who has typed the old password. They include earlier passwords of the account, which nobody else
    may learn."""
    found = reasons(name, password, translations, old)
    if not found and any(is_same(password, earlier) for earlier in accounts[name]):
        language = translations.info().get("language", "en").replace("_", "-")
        message = USED_BEFORE[language].replace("{limit}", str(REMEMBERED))
        found.append({"type": "recently-used", "rule": "history", "limit": REMEMBERED, "message": message})
    return found


def check(asked: dict[str, Any], translations: NullTranslations) -> tuple[int, dict[str, Any]]:
    return 200, {"reasons": reasons(asked["name"], asked["password"], translations)}


def sign_up(asked: dict[str, Any], translations: NullTranslations) -> tuple[int, dict[str, Any]]:
    name, password = asked["name"], asked["password"]
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,31}", name):
        return 422, {"error": "name"}
    if name in accounts:
        return 409, {"error": "taken"}
    if found := reasons(name, password, translations):
        return 422, {"error": "password", "reasons": found}
    accounts[name] = [hashed(password)]
    return 201, {"name": name}


def change(asked: dict[str, Any], translations: NullTranslations) -> tuple[int, dict[str, Any]]:
    name, password, old = asked["name"], asked["password"], asked.get("old")
    hashes = accounts.get(name)
    if not hashes or not isinstance(old, str) or not is_same(old, hashes[-1]):
        return 403, {"error": "old"}
    if found := reasons_for_owner(name, password, old, translations):
        return 422, {"error": "password", "reasons": found}
    accounts[name] = [*hashes, hashed(password)][-REMEMBERED:]
    return 200, {"name": name}


ROUTES = {"/api/check": check, "/api/sign-up": sign_up, "/api/password": change}


class Handler(BaseHTTPRequestHandler):
    #: A client that sends nothing for this many seconds is disconnected.
    timeout = 30

    def do_POST(self) -> None:
        route = ROUTES.get(self.path.split("?")[0])
        if route is None:
            return self.answer(404, "text/plain", b"not found\n")
        try:
            # int() also accepts signs, spaces and underscores.
            digits = self.headers.get("Content-Length", "")
            if not re.fullmatch(r"[0-9]{1,9}", digits) or int(digits) > LONGEST_BODY:
                raise ValueError("too long")
            asked = json.loads(self.rfile.read(int(digits)).decode())
            if not isinstance(asked["name"], str) or not isinstance(asked["password"], str):
                raise TypeError("name and password are strings")
            with lock:
                status, said = route(asked, self.translations())
        # The engine raises ValueError for a name with a NUL.
        except (ValueError, KeyError, TypeError, RecursionError):
            return self.answer(400, "text/plain", b"bad request\n")
        self.answer(status, "application/json", json.dumps(said, ensure_ascii=False).encode())

    def do_GET(self) -> None:
        path = unquote(self.path.split("?")[0])
        if path == "/policy":
            return self.answer(200, "text/plain; charset=utf-8", PUBLIC_POLICY.encode())
        folder, name = HERE / "page", path[1:]
        if path.startswith("/passwordrules/"):
            folder, name = PACKAGE, path[len("/passwordrules/"):]
        try:
            source = (folder / (name or "index.html")).resolve()
            content = source.read_bytes() if folder.resolve() in source.parents else None
        # A name that is too long, or contains a NUL, raises an exception instead of matching no file.
        except (OSError, ValueError):
            content = None
        if content is None:
            return self.answer(404, "text/plain", b"not found\n")
        self.answer(200, TYPES.get(source.suffix, "application/octet-stream"), content)

    #: For HEAD, answer() sends no content.
    do_HEAD = do_GET

    def refuse(self) -> None:
        self.answer(405, "text/plain", b"method not allowed\n")

    do_DELETE = do_OPTIONS = do_PATCH = do_PUT = refuse

    def translations(self) -> NullTranslations:
        """The translations into the first of the browser's languages that is available."""
        for tag in self.headers.get("Accept-Language", "en").split(","):
            language = tag.split(";")[0].strip().replace("-", "_")
            if language.split("_")[0].lower() == "en":
                break
            # The tag becomes a part of a path, so it must not have a slash or a dot.
            if not re.fullmatch(r"[A-Za-z0-9_]{1,35}", language):
                continue
            try:
                found = {"zh": "zh_CN"}.get(language, language)
                return translation("passwordrules", os.environ.get("PASSWORDRULES_LOCALE"), [found])
            except FileNotFoundError:
                continue
        return NullTranslations()

    def answer(self, status: int, content_type: str, content: bytes) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": content_type, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Does nothing, because requests may contain passwords."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    server.serve_forever()
