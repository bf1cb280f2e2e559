"""Collects all messages in passwordrules.pot, and updates the catalogues from it. Run by `make translations`.

The library's messages are the templates of Messages.swift, and those in the files of keys. Messages in C are
marked by N_. Comments above a message are for translators.
"""

import os
import re
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
TEMPLATES = "Sources/PasswordRules/Templates/Messages.swift"
KEYS = "Sources/PasswordRules/Policy/Keys"
MODULES = ["Sources/Plugins/Common/language.h", "pam/messages.h", "Sources/Pwquality/pwscore.c"]
POT = os.path.join(FOLDER, "passwordrules.pot")

HEADER = """\
# The messages of passwordrules, for translators. `make translations` writes this file.
msgid ""
msgstr ""
"Project-Id-Version: passwordrules\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
"""


class Message:
    def __init__(self, source, comments, one, many=None):
        self.source, self.comments, self.one, self.many = source, list(comments), one, many

    @property
    def key(self):
        return self.one, self.many


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def library_messages():
    """The templates in their order, each with the heading of its part and the comments above it."""
    keys = [f"{KEYS}/{name}" for name in sorted(os.listdir(os.path.join(ROOT, KEYS))) if name.endswith(".swift")]
    for path in [TEMPLATES, *(key for key in keys if "Template(" in read(key))]:
        yield from templates(path)


def templates(path):
    text = read(path)
    declaration = re.compile(
        r"(?P<comments>(?: +/// .*\n)*) +static var \w+: Template \{\s*Template\(\s*"
        r'(?:one:\s*)?"(?P<one>(?:[^"\\]|\\.)*)"(?:,\s*many:\s*"(?P<many>[^"]*)")?\s*\)\s*\}')
    count = 0
    for part in re.finditer(r"// ([^\n]*)\nextension Template \{\n(.*?)\n\}\n", text, re.S):
        for match in declaration.finditer(part[2]):
            comments = re.findall("/// (.*)", match["comments"])
            yield Message(path, [part[1], *comments], match["one"], match["many"])
            count += 1
    if count == 0 or count != text.count("Template("):
        sys.exit(f"{path}: some of the templates are not written as the others are")


def module_messages():
    for path in MODULES:
        for match in re.finditer(r'\bN_\(((?:[\s\\]*"(?:[^"\\]|\\.)*")+)\)', read(path)):
            yield Message(path, [], "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match[1])))


def messages():
    """All messages, each once, with all comments on it."""
    found = {}
    for message in [*library_messages(), *module_messages()]:
        known = found.setdefault(message.key, message)
        if known is not message:
            known.comments += [comment for comment in message.comments if comment not in known.comments]
    return list(found.values())


def entry(message):
    lines = [f"#. {comment}" for comment in message.comments] + [f"#: {message.source}"]
    if "{" in message.one:
        lines.append("#, python-brace-format")
    lines.append(f'msgid "{message.one}"')
    if message.many is None:
        lines.append('msgstr ""')
    else:
        lines += [f'msgid_plural "{message.many}"', 'msgstr[0] ""', 'msgstr[1] ""']
    return "\n".join(lines) + "\n"


def pot():
    return HEADER + "".join("\n" + entry(message) for message in messages())


def main():
    with open(POT, "w", encoding="utf-8") as file:
        file.write(pot())
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(".po"):
            subprocess.run(["msgmerge", "--quiet", "--update", "--backup=none", "--no-fuzzy-matching", "--previous",
                            os.path.join(FOLDER, name), POT], check=True)


if __name__ == "__main__":
    main()
