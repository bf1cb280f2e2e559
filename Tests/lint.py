"""House rules that `make lint` checks, and tests do not: how the header describes its functions, how manual
pages render, whether all tests named in past_bugs.tsv, reports.tsv and administrators.tsv exist, and which
file asks account databases. Prints what is wrong, and fails then."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent
sys.path.insert(0, str(TESTS / "Library"))

from c_header import HEADER, functions, read

# ---- The header: one sentence says what a function does; then come these headings, always in this order ----

HEADINGS = ["Parameters", "Returns", "Ownership", "Threads", "Example"]


def comments(text):
    """The text of the comment before each function."""
    found = re.findall(r"(?s)/\*((?:(?!\*/).)*)\*/\n(?:PASSWORDRULES_MUST_CHECK\n)?(?:const )?\w+ \*?(passwordrules_\w+)\(", text)
    return {name: re.sub(r"(?m)^ \* ?", "", comment).strip("\n ") for comment, name in found}


def parts(comment):
    """The first part of a comment, and the parts under its headings."""
    first, *rest = re.split(r"(?m)^([A-Z]\w+):(?: |$)", comment)
    return first.strip(), {heading: text.strip("\n") for heading, text in zip(rest[::2], rest[1::2])}


def header():
    text = read(HEADER)
    for name, (result, parameters) in functions(text).items():
        first, said = parts(comments(text).get(name, ""))
        if not re.match(r"[A-Z][a-z]+s (?:[^.]|\.(?=\w))+(?:\.$|\.\s)", first):
            yield f"{name}: does not begin with a sentence that says what it does"
        if list(said) != [heading for heading in HEADINGS if heading in said]:
            yield f"{name}: other headings, or in another order"
        if ("Returns" in said) != (result != "void"):
            yield f"{name}: Returns"
        # A caller has to know how to free an object, and how long a text lives.
        if ("**" in parameters or result == "const char *") and "Ownership" not in said:
            yield f"{name}: Ownership"
        named = re.findall(r"(?m)^  (\w+(?:, \w+)*)  ", said.get("Parameters", ""))
        named = [one for names in named for one in names.split(", ")]
        if named != [one for one in re.findall(r"(\w+)(?:,|$)", parameters) if one in named]:
            yield f"{name}: Parameters"


# ---- The manual ----


def manual():
    for page in sorted((TESTS.parent / "Sources" / "Manual").glob("*.[1-8]")):
        done = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""})
        yield from (f"{page.name}: {line}" for line in done.stderr.splitlines())
        # Removes bold and underlined formatting.
        lines = re.sub("\x1b\\[[0-9;]*m|.\x08", "", done.stdout).splitlines()
        yield from (f"{page.name}: wider than a terminal: {line.strip()}" for line in lines if len(line) > 80)


# ---- The tables of past bugs and of reports ----


def has_test(path, name):
    """Whether a file has a test: a function, or a case of a session whose title begins so."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return name in {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    return re.search(rf"\bfunc {re.escape(name)}\(" if path.suffix == ".swift" else rf"(?m)^=== {re.escape(name)}", text) is not None


def named_tests(table):
    folder = (TESTS / table).parent
    rows = [line.split("\t") for line in read(f"Tests/{table}").splitlines() if not line.startswith("#")]
    for test in (test for row in rows[1:] for test in row[2].split("; ")[-1].split(", ")):
        location, _, name = test.partition(": ")
        path = next((path for path in (folder / location, TESTS / location) if path.exists()), None)
        if path is None:
            yield f"{table}: there is no {location}"
        elif name and not has_test(path, name):
            yield f"{table}: there is no {name} in {location}"


# ---- Account databases: the one file whose calls hide the environment ----

# CNameServices/services.c finds the functions of services by name, and calls them by ask(). fgetpwent and
# fgetgrent read the file that they are given.
ASKS = re.compile(r"\b(?:(?:get|put|set|end)(?:pw|gr|sp|sg)(?:nam|uid|gid|ent)?(?:_r)?|getgrouplist|initgroups|innetgr)\s*\(")


def account_databases():
    sources = TESTS.parent / "Sources"
    for path in sorted(path for ending in ("swift", "c", "h") for path in sources.rglob(f"*.{ending}")):
        name, text = path.relative_to(sources).as_posix(), path.read_text(encoding="utf-8")
        if name == "CPasswordRulesSystem/accounts.c":
            if not ASKS.search(text):
                yield f"{name}: the calls are elsewhere, or lint.py does not know them"
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if found := ASKS.search(line):
                yield f"{name}:{number}: {found[0]}: only CPasswordRulesSystem/accounts.c calls account databases"


TABLES = ["PAM/past_bugs.tsv", "Tool/reports.tsv", "Tool/administrators.tsv"]
sys.exit("\n".join([*header(), *manual(), *(line for table in TABLES for line in named_tests(table)), *account_databases()]) or 0)
