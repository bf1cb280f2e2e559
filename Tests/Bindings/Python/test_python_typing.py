"""The package is typed for those who use it, as mypy sees it. `make lint` looks inside."""

import os
import subprocess
import sys

import pytest

from tree import PACKAGE

HAS_MYPY = not subprocess.run([sys.executable, "-I", "-c", "import mypy"], capture_output=True, cwd="/").returncode
pytestmark = pytest.mark.skipif(not HAS_MYPY, reason="missing: mypy")

# Each line with a comment is a mistake of that kind; the others are correct.
PROGRAM = '''
import gettext
from pathlib import Path
from typing import List, Optional, Tuple
from passwordrules import *

rules = Rules("minlength: 8", lenient=True)
one: GeneratedPassword = rules.generate(length=20, style=Style.WORDS, exclude="ambiguous")
text: str = one
many: List[GeneratedPassword] = rules.generate(5)
entropy: float = one.generated.entropy
number: int = rules.count().number
report: Report = rules.check(bytearray(b"x"), strict=True, translations=gettext.NullTranslations())
messages: Tuple[str, ...] = report.messages
kinds: List[Kind] = [outcome.kind for outcome in report]
first: Outcome = report[0]
found: List[Diagnostic] = lint(b"minlength: 8")
policy: Policy = Policy.load(Path("/etc"), ["retry=1"], optional=True).for_user("alice")
retry: int = policy.info.retry
strength: Enforcement = policy.enforcement(by_administrator=True)
suggestion: str = policy.suggest(user="alice", old_password=memoryview(b"x"))
words = Blocklist("/x")
way: Optional[Match] = words.lookup("x", Match.EXACT)
listed: bool = "x" in words
try:
    rules.shortest_length(80)
except PolicyError as error:
    meanwhile: Enforcement = error.enforcement()
except DescriptorError as mistake:
    place: Tuple[int, int] = mistake.line, mistake.column
except Error as other:
    code: Status = other.code
said: DiagnosticCode = found[0].code

rules.check(5)  # arg-type
rules.check("x", True)  # misc call-arg
rules.generate(style="words")  # call-overload
wrong: str = rules.generate(5)  # assignment
rules.diagnostics = ()  # misc
report.accepted = True  # misc
Policy.load(settings=5)  # arg-type
policy.check("x", user=5)  # arg-type
words.lookup("x", "exact")  # arg-type
words.nonsense  # attr-defined
'''


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")

    def mypy(*arguments):
        command = [sys.executable, "-m", "mypy", "--strict", "--show-error-codes", "--cache-dir", cache, *arguments]
        done = subprocess.run(command, cwd="/", env={"PATH": os.environ["PATH"], "MYPYPATH": PACKAGE}, capture_output=True,
                              text=True)
        assert done.stderr == ""
        return done.stdout.splitlines()
    return mypy


def test_mypy_finds_wrong_types_in_programs(mypy, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    wanted = {number: line.split("  # ")[1].split() for number, line in enumerate(PROGRAM.splitlines(), 1) if "  # " in line}
    found = {}
    for line in mypy(program):
        if ": error: " in line:
            found.setdefault(int(line.split(":")[1]), []).append(line)
    assert set(found) == set(wanted), found
    for number, lines in found.items():
        assert any(f"[{code}]" in line for line in lines for code in wanted[number]), lines
