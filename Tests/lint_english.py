"""Lists English that a native writer would not write: `make lint-english`. ONLY= is the beginning of the paths to look at.

It reads comments, documents, manual pages, messages and the names of tests, and searches them for the phrases of `PHRASES`. It
also reads the names that our sources declare, and searches them for the words that CONTRIBUTING's glossary forbids (its third
column, where a word is in `code` quotes) and for names that are sentences. It prints file, line, kind and what it found, then a
count for each folder.

A search cannot tell good English from bad. It finds turns that were bad in most places where they stood in this project, so
read the whole sentence, not only the phrase. `EXCEPTIONS` lists what is right, with the reason."""

import ast
import functools
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# ---- What is searched for in text ----

SPEECH = r"(?:says?|said|demands?|asks? for)"

# Kind: what is searched for, an example of it, and a good one. A match of the group `ok` is a right use. Case counts.
PHRASES = {
    "is no": (r"\b(?<!there )(?<!There )(?:is|are|was|were) no (?!longer|more|less|fewer|better|worse|different|later|shorter|use\b|one\b)\w+",
              "a text that is no power of ten", "there is no such file, and this one is no longer read"),
    "that there is": (r"\b[Tt]hat there (?:is|are) not\b|\bthere is (?:nothing|none) (?:of|that)\b", "memory that there is not", "there is none"),
    "stands": (r"\b(?:stands?|stood|standing)\b(?! (?:in )?for\b| out\b)", "the comment stands before it", "a digit stands for a letter"),
    "behind": (r"(?P<ok>\b(?:leaves?|left|leaving)(?: [\w-]+){0,5} behind\b)|\b[Bb]ehind\b", "a blank behind the value", "no file is left behind"),
    "besides": (r"\bbesides\b(?=[.,;:)]|$| (?:which|and|but|in|is|are|it|that)\b)", "what a program demands besides.", "users besides root"),
    "comes along": (r"\b(?:comes?|came|coming) along\b", "the list that comes along", "the person came by car"),
    "at least so many": (r"\b(?:at least|at most|exactly) so (?:many|much|long)\b", "at least so many digits", "at least 3 digits"),
    "so many": (r"(?<!least )(?<!most )(?<!exactly )\b[Ss]o (?:many|much|few)\b(?!,? (?:that|as)\b)", "in turns of so many", "so many that it fails"),
    "goes by": (r"\b(?:go|goes|going|went) by\b", "the level goes by the guesses", "the level uses the guesses"),
    "taken for": (r"\b(?:is|are|be|being|was|were|been) taken for\b|\btak(?:e|es|ing) (?:it|them|that|this) for\b", "is taken for a word", "is treated as a word"),
    "for ever": (r"\bfor ever\b", "it is kept for ever", "it is kept forever"),
    "all the same": (r"\ball the same\b", "it is installed all the same", "it is still installed"),
    "will do": (r"\bwill do\b(?! (?:it|this|that|so|nothing|the|a)\b)", "any text will do", "the next call will do this"),
    "of which": (r"(?P<ok>\b(?:each|all|both|one|some|most|many|any|either|neither|none|two) of which\b)|\b[Oo]f (?:which|whose)\b",
                 "a list, of which each word", "words, each of which"),
    "that of": (r"\bth(?:at|ose) of\b(?! course)[^.;:]{1,80}\bth(?:at|ose) of\b", "its length is that of the text and that of the key",
                "the interface is that of libpwquality"),
    "Of ...": (r"\bOf (?!the year\b)[a-z]\w*", "Of several lines the first counts", "The first of several lines counts"),
    "That is ...": (r"\bThat (?:is (?:one|of|all|told)\b|a|an|no|it|there|they|nobody|nothing|something|each)\b",
                    "That a file is missing is an error", "That costs 3 ms. That is why it is done once"),
    "makes sure": (r"\b[Mm]ak(?:e|es|ing) sure\b|\bmade sure\b", "makes sure that it is closed", "closes it"),
    "what ... says": (r"\b[Ww]hat (?:(?!is\b|do\b|does\b|did\b)[\w'/-]+(?:\.\w+)* ){1,6}" + SPEECH + r"\b(?! to\b)", "what the policy says", "the policy's lines"),
    "said of": (r"\b(?:said|says?) of\b", "all that is said of a key", "each line about a key"),
    "is to be": (r"\b(?:is|are|was|were) (?:not )?to be \w+(?:ed|en|wn|id|ad|ld)\b", "what is to be known", "what is known"),
    "over again": (r"\bover again\b", "the old one over again", "the old one again"),
    "in X's place": (r"\bin (?!its |their |the )\w+(?:'s|s') place\b", "a library in libpwquality's place", "a library in its place"),
    "found out": (r"\bfound out\b|\bfinds out\b", "what cannot be found out", "what cannot be found"),
    "do without": (r"\b(?:do|does|did|doing|done) without\b", "callers may do without", "works without it"),
    "is told": (r"\b(?:is|are|be|was|were) told (?:what|by|from)\b", "what it is told by", "the person is told that it is short"),
    "no mistake": (r"\bno mistakes?\b", "is not read, and that is no mistake", "is not an error"),
    "anew": (r"\banew\b", "is made anew", "is made again"),
    "as far as ... goes": (r"\bas far as (?:it|that|they|one) (?:goes|go|can)\b", "as far as it goes", "as far as possible"),
    "capitals": (r"\b[Cc]apitals\b", "with capitals", "begin with a capital"),
    "section head": (r"\b[Ss]ection(?:'s|s')? heads?\b|\bheads? of (?:a |the |each |its )?sections?\b", "the head of a section", "a section header"),
    "place of lines": (r"\b(?:specific|earlier) places?\b|\bplaces? of (?:a |the )?polic(?:y|ies)\b", "a less specific place", "a less specific source"),
    "shortage": (r"\b[Ss]hortages?\b", "a shortage of memory", "an allocation failure"),
}

# What is searched for in names that are declared, as words between spaces. A name of one or two words is no sentence.
SENTENCES = {
    "sentence": (r"(?:(?<=\w )|^(?=\w+ \w+ ))(?:that|there|which|whose|nobody|besides|told|of no)\b", "complain that nobody watches", "first reading"),
    "says": (r"\b(?:says|said|has to say|may say)\b(?= \w)", "says that it is empty", "says"),
    "passed over": (r"\b(?:passed over|look after)\b", "is passed over where optional", "is optional"),
}
LONGEST, LONGEST_OF_TEST = 5, 12

# ---- What is right ----

# Files that are not ours, are data, or are generated from files that are searched.
SKIPPED = re.compile(
    r"\.(?:po|pot|png|patch|supp|symbols|map|exports|json|rpmlintrc|typed|1\.in)$|LICENSE|/copyright$|^debian/changelog$"
    r"|^Sources/Words/.*\.txt$"                                    # word lists
    r"|/Fuzz/(?:Seeds|Regressions)/|^Tests/Vectors/.*\.txt$"       # inputs
    r"|^Include/passwordrules_codes\.h$|/(?:expected|requirements)\.txt$|differences\.md$"
    r"|^Tests/lint_english\.py$"
)
# Names of other people's interfaces that our sources declare again, and ordinary words that only look like a forbidden one.
NAMES = re.compile(
    r"(?i)sign_?(?:up|in\b|al|ed|ature)|^sign$|reserve_?capacity"  # forms; arithmetic and gpg; Swift's Array
    r"|in_?place|place_?holder|way_?out|\bno_?way|^test.*_ways?(?:_|$)"  # English
)
# Path, text of the line, kind: why it is right.
EXCEPTIONS = [
    (r"/WordList\.swift$", r"", "*", "words that passwords are made of"),
    (r"/(?:Generate|Strength)/|KeyboardWalks", r"\bways\b", "glossary: alternative", "a count of ways, as in combinatorics"),
    (r"^CONTRIBUTING\.md$", r"^\| ", "*", "the glossary names what we do not say"),
    (r"/AuditWords\.swift$", r"\bcounted\(one, many\)", "of which", "a count of a count"),
    (r"/TERMS\.md$", r"", "is no", "a word of Chinese"),
    (r"/Messages\.swift$", r"even with capitals", "capitals", "what users call upper-case letters"),
]

# ---- What a file has of text and names ----


class Text:
    """The prose of a file in pieces, each with its first line, and the names that it declares."""

    def __init__(self, path, content):
        self.path, self.content, self.prose, self.names = path, content, [], {}
        self.is_test = path.startswith("Tests/") or path.startswith("debian/tests/")
        ending = Path(path).suffix.lstrip(".")
        if ending in ("swift", "c", "h", "cpp", "js", "mjs", "ts", "mts", "rs", "css"):
            self.read_c(ending)
        elif ending == "py":
            self.read_python()
        elif ending == "md":
            self.read_markdown()
        elif re.fullmatch(r"[1-8]", ending):
            self.read_manual()
        elif path.startswith("Tests/Tool/Sessions/"):
            self.add_lines(lambda line: line[4:] if line.startswith("=== ") else None)
        elif ending == "tsv" and "/Vectors/" not in path:
            self.add_lines(lambda line: line.lstrip("# "))
        elif ending == "html":
            self.prose.append((1, re.sub(r"<[^>]*>", lambda tag: re.sub(r"[^\n]", " ", tag[0]), content)))
        elif ending == "spec":
            self.prose.append((1, content))
        else:
            self.read_script(ending)

    def add_lines(self, choose):
        for number, line in enumerate(self.content.split("\n"), 1):
            if text := choose(line):
                self.prose.append((number, text))

    def add_name(self, name, line):
        self.names.setdefault(name, line)

    def line_at(self, offset):
        return self.content.count("\n", 0, offset) + 1

    # Comments of one kind that follow each other are one text, and so are strings that are joined.
    TOKENS = re.compile(
        r'(?P<block>/\*.*?\*/)|(?P<line>(?://[^\n]*(?:\n[ \t]*(?=//))?)+)'
        r'|(?P<long>#*"""(?:.*?)"""#*)|(?P<string>(?:"(?:\\\((?:[^()\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*"(?:\s*\+?\s*(?="))?)+)'
        r"|(?P<char>'(?:\\.|[^'\\\n])*')|(?P<back>`[^`]*`)", re.S)

    def read_c(self, ending):
        code = list(self.content)
        for token in self.TOKENS.finditer(self.content):
            kind, text, first = token.lastgroup, token[0], self.line_at(token.start())
            if kind == "back" and ending == "swift":
                continue
            for i in range(*token.span()):
                if code[i] != "\n":
                    code[i] = " "
            if kind in ("block", "line"):
                self.prose.append((first, re.sub(r"(?m)^[ \t]*(?:/{2,}!?|/\*+|\*/?(?!\*))|\*/$", "", text)))
            elif not self.is_test or re.search(r"(?:@Test|@Suite|\btest|\bit|\bdescribe)\(\s*$", self.content[max(0, token.start() - 20):token.start()]):
                text = re.sub(r'"\s*\+?\s*"|(?:^#*"{1,3}|"{1,3}#*$)|\\\n\s*', lambda gone: "\n" * gone[0].count("\n"), text)
                if len(text.split()) > 1:
                    self.prose.append((first, text))
        if ending != "css":
            self.read_names("".join(code), ending)

    SWIFT = re.compile(r"\b(?:func|var|let|case|struct|class|enum|protocol|typealias|actor|associatedtype)\s+`?([A-Za-z_]\w*)|\bfor ([a-z]\w*) in\b")
    C = re.compile(
        r"#\s*define\s+(\w+)|^\s+([A-Z][A-Z0-9_]+)\s*(?=[,=\n])|\b(?:struct|enum|union)\s+(\w+)"
        r"|\b(?!return\b|else\b|goto\b|case\b|sizeof\b|typedef\b)[A-Za-z_]\w*[ \t]*[\s*]\**(?!const\b)([A-Za-z_]\w*)\s*(?=[;,=\[()])", re.M)
    SCRIPT = re.compile(
        r"\b(?:function|class|const|let|var|interface|type|fn|struct|enum|for \(const)\s+(\w+)|^\s+(?:async |static |get |set |#)*(\w+)\([^)]*\)\s*\{"
        r"|(\w+) =>|^\s+#?(\w+) = ", re.M)

    def read_names(self, code, ending):
        pattern = {"swift": self.SWIFT, "c": self.C, "h": self.C, "cpp": self.C}.get(ending, self.SCRIPT)
        found = [(match.start(match.lastindex), match[match.lastindex]) for match in pattern.finditer(code) if match.lastindex]
        if ending == "swift":
            for signature in re.finditer(r"\b(?:func\s+[^\s(<]+(?:<[^>]*>)?|init[?!]?(?:<[^>]*>)?|subscript)\(", code):
                depth, end = 1, signature.end()
                while depth and end < len(code):
                    depth += {"(": 1, ")": -1}.get(code[end], 0)
                    end += 1
                for label in re.finditer(r"(?:^|[(,])\s*(\w+)(?:\s+(\w+))?\s*:", code[signature.end():end]):
                    found += [(signature.end() + label.start(i), label[i]) for i in (1, 2) if label[i]]
            for names in re.finditer(r"\b(?:let|var)\s*\(([\w, ]*)\)", code):
                found += [(names.start(1), name) for name in re.findall(r"\w+", names[1])]
        for offset, name in found:
            self.add_name(name, self.line_at(offset))

    def read_python(self):
        tree = ast.parse(self.content)
        strings = {}
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
                strings[node.body[0].value.lineno] = True
            for name in ([node.name] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else [node.arg] if isinstance(node, ast.arg)
                         else [node.id] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
                         else [node.attr] if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) else []):
                self.add_name(name, node.lineno)
        last = None
        for token in tokenize.generate_tokens(io.StringIO(self.content).readline):
            line, column = token.start
            if token.type == tokenize.COMMENT:
                text = token.string.lstrip("#:! ")
                # A comment that goes on in the next line.
                if last and last == (line - 1, column) and self.prose:
                    first, before = self.prose.pop()
                    self.prose.append((first, before + "\n" + text))
                else:
                    self.prose.append((line, text))
                last = (line, column)
            elif token.type == tokenize.STRING and (line in strings or not self.is_test) and len(token.string.split()) > 1:
                self.prose.append((line, token.string.strip("rbfu").strip("\"'")))
                last = None
            elif token.type not in (tokenize.NL, tokenize.NEWLINE):
                last = None

    def read_markdown(self):
        fenced, kept = False, []
        for line in self.content.split("\n"):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            kept.append("" if fenced or line.startswith(("```", "    ")) else line)
        paragraphs, first = [], 1
        for number, line in enumerate([*kept, ""], 1):
            # A row, a heading and an item begin a text of their own.
            if not line.strip() or re.match(r"\s*(?:[-*|#]|\d+\.)", line):
                self.prose.append((first, "\n".join(paragraphs)))
                paragraphs, first = [], number
            paragraphs.append(re.sub(r"`([^`]*)`", lambda code: "C" * len(code[1]), line))
        self.prose.append((first, "\n".join(paragraphs)))

    def read_manual(self):
        shown, paragraph, first = False, [], 1
        for number, line in enumerate([*self.content.split("\n"), ".Pp"], 1):
            shown = (shown or line.startswith(".Bd -literal")) and not line.startswith(".Ed")
            if shown or re.match(r"\.(?:Pp|Sh|Ss|It|Bl|El|Bd|Ed|Dd|Dt|Os)\b", line):
                self.prose.append((first, "\n".join(paragraph)))
                paragraph, first = [] if shown else [re.sub(r"^\.\w+ ?", "", line)], number
            else:
                paragraph.append(re.sub(r'^\.(?:\\")?(?:\w+ )?', "", line))

    def read_script(self, ending):
        last = None
        for number, line in enumerate(self.content.split("\n"), 1):
            if comment := re.match(r"(\s*)#+ ?(?!!)(.*)", line):
                if last == (number - 1, comment[1]):
                    first, before = self.prose.pop()
                    self.prose.append((first, before + "\n" + comment[2]))
                else:
                    self.prose.append((number, comment[2]))
                last = (number, comment[1])
                continue
            last = None
            for text in re.findall(r'"([^"]{12,})"' + r"|'([^']{12,})'", line):
                if not self.is_test and len("".join(text).split()) > 1:
                    self.prose.append((number, "".join(text)))
            if found := re.match(r"\s*(?:local |export |readonly )?(\w+)\s*[:+?]?=|(\w+)\(\)|(?:.*\s)?for (\w+) in|([\w-]+):(?!=)", line):
                if ending in ("mk", "sh") or self.content.startswith("#!"):
                    self.add_name(found[found.lastindex].replace("-", "_"), number)


# ---- The search ----


def forbidden():
    """The words of the glossary's third column that are in code quotes, each with what we say instead."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Glossary\n")[2]
    rows = [row.strip("|").split(" | ") for row in table.split("\n## ")[0].splitlines() if row.startswith("| ")][1:]
    words = {}
    for row in rows:
        for word in re.findall(r"`([a-z]+)`", row[-1]):
            words[word] = f"{words[word]} or {row[0].strip()}" if word in words else row[0].strip()
    if len(words) < 6:
        sys.exit("lint_english.py: the glossary of CONTRIBUTING.md was not found")
    return words


def words_of(name):
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]


def is_right(path, line, kind):
    return any(re.search(where, path) and re.search(what, line) and of in (kind, "*") for where, what, of, _ in EXCEPTIONS)


def findings_of_text(text):
    """Line, kind and what was found, of a piece of prose."""
    # Words that a line break and an indentation part.
    squeezed = re.sub(r"\n[ \t]+", lambda gap: "\n" + "\0" * (len(gap[0]) - 1), text).replace("\n", " ")
    offsets = [i for i, sign in enumerate(squeezed) if sign != "\0"]
    flat = "".join(squeezed[i] for i in offsets)
    for kind, (pattern, *_) in PHRASES.items():
        for match in re.finditer(pattern, flat):
            if match.groupdict().get("ok"):
                continue
            yield text.count("\n", 0, offsets[match.start()]), kind, match[0]


@functools.cache
def published():
    """The names of the C interface and of libpwquality's, which stay."""
    headers = [*(ROOT / "Include").glob("*.h"), *(ROOT / "Sources").rglob("pwquality.h")]
    return {name for header in headers for name in re.findall(r"\w+", re.sub(r"(?s)/\*.*?\*/", "", header.read_text(encoding="utf-8")))}


def findings_of_name(name, is_test, glossary):
    """Kind and what was found, of a name."""
    if NAMES.search(name) or len(name) > 5 and name in published():
        return
    words = words_of(re.sub(r"(?i)^passwordrules_(?:system_)?", "", name))
    for word in words:
        if (bad := word if word in glossary else word[:-1] if word.endswith("s") and word[:-1] in glossary else None):
            yield f"glossary: {glossary[bad]}", name
    spaced = " ".join(words)
    for kind, (pattern, *_) in SENTENCES.items():
        if not is_test and re.search(pattern, spaced):
            yield kind, name
    if name.startswith("test") or not is_test:
        for kind, (pattern, *_) in PHRASES.items():
            # An argument's label ends in a preposition.
            if kind != "besides" and any(not match.groupdict().get("ok") for match in re.finditer(pattern, spaced)):
                yield kind, name
    if len(words) > (LONGEST_OF_TEST if is_test else LONGEST) and not (name.isupper() and not is_test):
        yield "long name", name


def search(path, content, glossary):
    text = Text(path, content)
    lines = content.split("\n")
    found = [(first + below, kind, what) for first, prose in text.prose for below, kind, what in findings_of_text(prose)]
    found += [(line, kind, what) for name, line in text.names.items() for kind, what in findings_of_name(name, text.is_test, glossary)]
    for number, kind, what in sorted(set(found)):
        if not is_right(path, lines[min(number, len(lines)) - 1], kind):
            yield number, kind, what


def check_itself(glossary):
    """A line of each kind has to be found in each kind of file, and a right one must not be."""
    for kind, (_, bad, good) in PHRASES.items():
        for path, line in (("Sources/a.swift", "let a = 1  // {}"), ("Sources/a.c", "/* {} */"), ("Sources/a.py", "# {}"), ("a.md", "{}"),
                           ("Sources/Manual/a.7", "{}"), ("Sources/a.mk", "# {}"), ("Sources/b.swift", 'let a = "{}"'),
                           ("Tests/Tool/Sessions/a.txt", "=== {}"), ("Sources/c.swift", "/// The text\n    /// {}")):
            found = [found for _, found, _ in search(path, line.format(bad), glossary)]
            wrapped = [found for _, found, _ in search("Sources/a.swift", "    /// " + bad.replace(" ", "\n    /// "), glossary)]
            if kind not in found or kind not in wrapped:
                sys.exit(f"lint_english.py: does not find {kind!r} in {line.format(bad)!r} of {path}")
            if kind in [found for _, found, _ in search(path, line.format(good), glossary)]:
                sys.exit(f"lint_english.py: finds {kind!r} in {line.format(good)!r} of {path}")
    for kind, (_, bad, good) in SENTENCES.items():
        for line, expected in ((bad, True), (good, False)):
            name = re.sub(r" (\w)", lambda match: match[1].upper(), line)
            for path, code in (("Sources/a.swift", "func {}() {{"), ("Sources/a.c", "static int {}(void)"), ("Sources/a.py", "def {}(): pass")):
                if (kind in [found for _, found, _ in search(path, code.format(name), glossary)]) != expected:
                    sys.exit(f"lint_english.py: {kind!r} in {code.format(name)!r}")
    for word, better in glossary.items():
        if f"glossary: {better}" not in [kind for _, kind, _ in search("Sources/a.swift", f"func a(_ the{word.capitalize()}s: Int)", glossary)]:
            sys.exit(f"lint_english.py: does not find {word}")


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[:3] if parts[1:2] == ["PasswordRules"] or parts[1:2] == ["Plugins"] else parts[:2]) if len(parts) > 2 else parts[0]


def main(only):
    glossary = forbidden()
    check_itself(glossary)
    paths = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout.split("\0")
    folders, kinds = Counter(), Counter()
    for path in paths:
        file = ROOT / path
        if not path.startswith(only) or SKIPPED.search(path) or not file.is_file():
            continue
        for number, kind, what in search(path, file.read_text(encoding="utf-8"), glossary):
            print(f"{path}:{number}: {kind}: {what}")
            folders[folder_of(path)] += 1
            kinds[kind.partition(":")[0]] += 1
    for counts in (kinds, folders):
        print()
        for name, count in counts.most_common():
            print(f"{count:6} {name}")
    print(f"{folders.total():6} in all")
    return 1 if folders else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
