"""Fails if source code uses a declaration of a later floor. Run by `make lint`.

The floor plan in README.md, next to this file, lists the folders from the bottom up. A folder may use itself,
the folders in it, and the folders above it in the listing. Three things are checked:

- Each folder with source code is in the listing, and each folder of the listing has source code.
- Swift imports, and C includes, only modules and headers of earlier floors or of its own.
- Within a module, a Swift file names nothing that only a later floor of the module declares: a type, nested or not; a function,
  variable or constant outside types; or a member that an extension adds to another floor's type.

Private declarations are ignored, and so are functions and members whose name the file also uses for something
of its own, such as a parameter. Initializers and operators have no names, and are not found."""

import re
import sys
from pathlib import Path

NO_CODE = re.compile(r'(#*)""".*?"""\1|(#+)"[^\n]*?"\2|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|typealias|actor) ([A-Z]\w*)")
EXTENSION = re.compile(r"^extension \[?(\w+).*?\n\}", re.M | re.S)
FREE, MEMBER, ANY = (
    re.compile(r"^(?!.*\b(?:private|fileprivate) )" + indent + r"(?:[@\w()]+ )*(?:func|var|let|case) (\w+)", re.M)
    for indent in ("", " {4}", " *")
)
OWN = re.compile(r"\b(?:func|var|let|case) (\w+)|\b(\w+)(?=:| in\b)")
IMPORT = re.compile(r"^(?:@\w+ )?(?:\w+ )?import (\w+)", re.M)
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.M)
# A row of the listing: a folder, indented by two more spaces than the folder around it.
ROW = re.compile(r"^    ((?:  )*)(\w+(?:/\w+)*)/(?: |$)")


def plan(readme):
    """The folders of the listing, relative to the repository, from the bottom up; a folder follows what is in
    it."""
    listed, open_folders = [], []
    for line in readme.read_text(encoding="utf-8").split("\n"):
        if not (row := ROW.match(line)):
            if open_folders and not line.strip():
                break
            continue
        depth = len(row[1]) // 2
        while len(open_folders) > depth:
            listed.append(open_folders.pop())
        open_folders.append("/".join([*open_folders[-1:], row[2]]))
    return listed + open_folders[::-1]


def sources(root, floors):
    """The source files of each floor: those in its folder, except those of floors inside it."""
    found = {floor: [] for floor in floors}
    strays = []
    for path in sorted(path for top in ("Include", "Sources", "pam") for path in (root / top).rglob("*")):
        if path.suffix in (".swift", ".c", ".h"):
            name = path.relative_to(root).as_posix()
            floor = max((floor for floor in floors if name.startswith(floor + "/")), key=len, default=None)
            if floor in (None, "Sources"):
                strays.append(f"{name}: its folder is not in the floor plan of Sources/README.md")
            else:
                found[floor].append(path)
    return found, strays


def code(path):
    return NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), path.read_text(encoding="utf-8"))


def wrong_modules(root, found):
    """Imports and includes of later floors."""
    order = {}
    for number, (floor, paths) in enumerate(found.items()):
        module = floor.split("/")[1] if floor.startswith("Sources/") else floor
        order[module] = number
        for path in paths:
            order.setdefault(path.name, number)
    for number, (floor, paths) in enumerate(found.items()):
        for path in paths:
            text = path.read_text(encoding="utf-8")
            for name in (IMPORT if path.suffix == ".swift" else INCLUDE).findall(text):
                if order.get(name.split("/")[-1], 0) > number and not (path.parent / name).exists():
                    yield f"{path.relative_to(root)}: {floor} must not use {name}"


def declarations(paths):
    """The code of some files, their types, their other shared names, and all names that they declare."""
    files = {path: code(path) for path in paths if path.suffix == ".swift"}
    text = "\n".join(files.values())
    types = set(TYPE.findall(text))
    others = set(FREE.findall(text))
    for extension in EXTENSION.finditer(text):
        others.update(MEMBER.findall(extension[0]) if extension[1] not in types else [])
    return files, types, others, set(ANY.findall(text))


def arrows(root, found):
    """Each use of a declaration of a later floor of the module."""
    modules, earlier = {}, set()
    for floor, paths in found.items():
        modules.setdefault("/".join(floor.split("/")[:2]), []).append((floor, *declarations(paths)))
    for floors in modules.values():
        for number, (floor, files, *_) in enumerate(floors):
            known_types, known = (set().union(*(each[i] for each in floors[: number + 1])) for i in (2, 4))
            known_types |= earlier
            for path, text in files.items():
                own = known.union(*OWN.findall(text))
                later = {}
                for above, _, types, others, _ in reversed(floors[number + 1 :]):
                    later.update(dict.fromkeys((types | others - own) - known_types, above))
                for line, words in enumerate(text.split("\n"), 1):
                    for name in sorted(later.keys() & set(re.findall(r"\w+", words))):
                        yield f"{path.relative_to(root)}:{line}: {floor} must not use {name}, which {later[name]} declares"
        earlier |= set().union(*(types for _, _, types, *_ in floors))


root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
found, wrong = sources(root, plan(root / "Sources" / "README.md"))
wrong += [f"{floor}: the floor plan has it, but there is no source code in it" for floor, paths in found.items()
          if not paths and not any((root / floor).rglob("*.*"))]
sys.exit("\n".join([*wrong, *wrong_modules(root, found), *arrows(root, found)]) or 0)
