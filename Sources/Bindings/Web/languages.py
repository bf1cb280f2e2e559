"""Makes JavaScript modules of languages from compiled catalogues: languages.py FOLDER LANGUAGE=CATALOGUE...

It compiles the plural rules, so that a page needs no `eval`.
"""

import json
import re
import struct
import sys
from pathlib import Path

RULE = re.compile(r"nplurals=(\d+); *plural=(.+?);?\s*$")
#: The tokens of plural rules in catalogues that differ in JavaScript.
TOKENS = {"==": "===", "!=": "!=="}
TOKEN = re.compile(r"\s+|n|\d+|==|!=|<=|>=|&&|\|\||[<>%?:()]")


def catalogue(path: Path) -> dict[str, str]:
    """The messages of a compiled catalogue, plural forms separated by NUL; see "The Format of GNU MO
    Files"."""
    data = path.read_bytes()
    magic, _, count, originals, translations = struct.unpack_from("<5I", data)
    assert magic == 0x950412DE, f"{path}: no catalogue of this machine's byte order"

    def text(table: int, index: int) -> str:
        length, offset = struct.unpack_from("<2I", data, table + 8 * index)
        return data[offset:offset + length].decode()

    return {text(originals, index): text(translations, index) for index in range(count)}


def plural_rule(header: str) -> str:
    """The rule in JavaScript. Anything but a plain expression is refused."""
    line = next(line for line in header.splitlines() if line.startswith("Plural-Forms:"))
    found = RULE.search(line)
    assert found, line
    rule, position, tokens = found[2], 0, []
    while position < len(rule):
        token = TOKEN.match(rule, position)
        assert token, f"{rule!r}: unexpected text at {position}"
        tokens.append(TOKENS.get(token[0], token[0]))
        position = token.end()
    return "".join(tokens)


def module(tag: str, messages: dict[str, str]) -> str:
    lines = []
    for key, text in sorted(messages.items()):
        if key == "":
            continue
        forms: object = text.split("\0") if "\0" in key else text
        lines.append(f"  {json.dumps(key.split(chr(0))[0])}: {json.dumps(forms, ensure_ascii=False)},\n")
    return (f"// Made by languages.py.\nexport const tag = {json.dumps(tag)};\n"
            f"export const plural = (n) => Number({plural_rule(messages[''])});\n"
            f"export const messages = {{\n{''.join(lines)}}};\nexport default {{ tag, plural, messages }};\n")


def index(tags: list[str]) -> str:
    modules = "".join(f"  {json.dumps(tag)}: () => import('./{tag}.mjs'),\n" for tag in tags)
    return (f"// Made by languages.py.\nimport {{ choose }} from '../choose.mjs';\n\nconst modules = {{\n{modules}}};\n"
            "export const languages = Object.freeze(Object.keys(modules));\n\n"
            "export async function loadLanguage(preferred) {\n"
            "  const tag = choose(languages, preferred);\n"
            "  return tag === null ? null : (await modules[tag]()).default;\n}\n")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    tags = []
    for argument in sorted(sys.argv[2:]):
        name, path = argument.split("=", 1)
        tag = name.replace("_", "-")
        tags.append(tag)
        (folder / f"{tag}.mjs").write_text(module(tag, catalogue(Path(path))), encoding="utf-8")
        (folder / f"{tag}.d.mts").write_text(
            "import type { Language } from '../index.js';\ndeclare const language: Language;\nexport default language;\n",
            encoding="utf-8")
    (folder / "index.mjs").write_text(index(tags), encoding="utf-8")


if __name__ == "__main__":
    main()
