"""Fails where a file of the engine uses what only a later folder declares. Run by `make lint`.

The folders of Sources/PasswordRules are layers: each uses itself and those before it in `LAYERS`. A name outside comments and
string literals is an arrow upwards if none of these declares it, but a later one does: as a type, nested or not; as a
function, variable or constant outside of types; or as a member that an extension adds to another folder's type.

What is private to a file is left out; so are functions and members whose name the file has for something of its own, such as
a parameter. Initializers and operators have no names of their own, and are not seen."""

import re
import sys
from pathlib import Path

LAYERS = ["Foundation", "Wording", "Descriptor", "Check", "Strength", "Blocklist", "Generate", "Policy", "Pwquality", "Messages", "Lint"]

NO_CODE = re.compile(r'(#*)""".*?"""\1|(#+)"[^\n]*?"\2|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|typealias|actor) ([A-Z]\w*)")
EXTENSION = re.compile(r"^extension \[?(\w+).*?\n\}", re.M | re.S)
FREE, MEMBER, ANY = (
    re.compile(r"^(?!.*\b(?:private|fileprivate) )" + indent + r"(?:[@\w()]+ )*(?:func|var|let|case) (\w+)", re.M)
    for indent in ("", " {4}", " *")
)
OWN = re.compile(r"\b(?:func|var|let|case) (\w+)|\b(\w+)(?=:| in\b)")


def layers(engine):
    """Of each folder its name, the code of its files, its types, what else later ones offer, and all that is declared."""
    for folder in LAYERS:
        code = {
            path: NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), path.read_text(encoding="utf-8"))
            for path in sorted((engine / folder).rglob("*.swift"))
        }
        text = "\n".join(code.values())
        types = set(TYPE.findall(text))
        others = set(FREE.findall(text))
        for extension in EXTENSION.finditer(text):
            others.update(MEMBER.findall(extension[0]) if extension[1] not in types else [])
        yield folder, code, types, others, set(ANY.findall(text))


def arrows(engine):
    """Says where each use of what only a later folder has is."""
    found = list(layers(engine))
    for number, (folder, code, *_) in enumerate(found):
        known_types, known = (set().union(*(layer[i] for layer in found[: number + 1])) for i in (2, 4))
        for path, text in code.items():
            own = known.union(*OWN.findall(text))
            later = {}
            for above, _, types, others, _ in reversed(found[number + 1 :]):
                later.update(dict.fromkeys((types | others - own) - known_types, above))
            for line, words in enumerate(text.split("\n"), 1):
                for name in later.keys() & set(re.findall(r"\w+", words)):
                    yield f"{path}:{line}: {folder} must not use {name}, which {later[name]} declares"


engine = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent / "PasswordRules")
strays = [f"{path}: not one of {', '.join(LAYERS)}" for path in sorted(engine.iterdir())
          if path.name not in LAYERS and path.suffix != ".docc"]
sys.exit("\n".join(strays + list(arrows(engine))) or 0)
