"""A server for pages that the tests write. It also serves the package and the rules page."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tree import PACKAGE, WEB

FOLDERS = {"/passwordrules/": PACKAGE, "/tool/": WEB / "tool"}
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".mjs": "text/javascript", ".js": "text/javascript",
         ".wasm": "application/wasm", ".ico": "image/x-icon", ".json": "application/json", ".ranks": "application/octet-stream"}

#: The header of a page with a strict policy. WebAssembly runs only if the policy has 'wasm-unsafe-eval'.
STRICT = ("default-src 'none'; script-src 'self'{wasm}; style-src 'self'; connect-src 'self'; form-action 'self'; "
          "base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
WITH_WASM = STRICT.format(wasm=" 'wasm-unsafe-eval'")
WITHOUT_WASM = STRICT.format(wasm="")


class Site:
    """Serves pages. `pages` has the content and the Content Security Policy of each, by path."""

    def __init__(self):
        # The browser's own colours, set explicitly, because axe does not know that a dark page has a dark background.
        self.pages = {"/plain.css": ("html { background: Canvas; color: CanvasText; } a { color: LinkText; }", None),
                      "/favicon.ico": ("", None)}
        #: The paths that the browser asked for.
        self.asked = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = self.path.split("?")[0]
                site.asked.append(path)
                found = site.find(path)
                status, content_type, content, policy = found if found else (404, "text/plain", b"not found\n", None)
                self.send_response(status)
                self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", str(len(content)))
                self.send_header("Cache-Control", "no-store")
                if policy:
                    self.send_header("Content-Security-Policy", policy)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def find(self, path):
        if path in self.pages:
            content, policy = self.pages[path]
            return 200, TYPES[Path(path).suffix], content.encode(), policy
        for prefix, folder in FOLDERS.items():
            file = folder / path[len(prefix):]
            if path.startswith(prefix) and file.is_file():
                return 200, TYPES.get(file.suffix, "application/octet-stream"), file.read_bytes(), None
        return None

    def put(self, path, content, policy=WITH_WASM):
        """Adds a page, and returns its address."""
        self.pages[path] = (content, policy)
        return self.address + path

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def form(fields, script="", head="", lang="en", direction="ltr"):
    """A page with a form. Its policy forbids inline scripts: `put` a script on the site, and pass its path as `script`."""
    named = f'<script type="module" src="{script}"></script>' if script else ""
    return (f'<!DOCTYPE html><html lang="{lang}" dir="{direction}"><head><meta charset="utf-8"><title>A form</title>'
            f'<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
            f'<link rel="stylesheet" href="/plain.css"><link rel="stylesheet" href="/passwordrules/element.css">'
            f'<script type="module" src="/passwordrules/element.mjs"></script>{named}{head}</head>'
            f'<body><main><h1>A form</h1><form action="/sent.html">{fields}<button id="send">Send</button></form></main></body>'
            f'</html>')


def password(attributes="", element=""):
    """An input for a password, and its <password-rules> element."""
    return (f'<p><label for="password">Password</label> <input type="password" id="password" name="password" {attributes}></p>'
            f'<password-rules for="password" {element}></password-rules>')
