"""Facts that several files share are generated: a copy that differs is named, and a malformed source is
refused."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from c_header import ROOT


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The files that the generator reads and writes."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("Include", "Sources/Interface", "Sources/Manual", "Sources/Packaging", "Sources/PasswordRules/Policy", "Sources/PasswordRulesABI",
                 "Sources/PasswordRulesSystem", "Sources/Bindings/Python/passwordrules", "Sources/Bindings/Web", "debian"):
        shutil.copytree(Path(ROOT, name), folder / name)
    for name in ("Makefile", "CHANGELOG.md"):
        shutil.copy(Path(ROOT, name), folder / name)
    return folder


def generate(tree, *arguments):
    return subprocess.run([sys.executable, "-B", tree / "Sources/Interface/generate.py", *arguments], capture_output=True, text=True,
                          check=False)


@pytest.fixture
def changed(tree):
    """Replaces a text in a file for one test."""
    before = {}

    def change(path, old, new):
        before[path] = (tree / path).read_text()
        assert old in before[path]
        (tree / path).write_text(before[path].replace(old, new, 1))

    yield change
    for path, text in before.items():
        (tree / path).write_text(text)


def test_copies_match_their_sources(tree):
    done = generate(tree, "--check")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("path, old, new", [
    ("Sources/PasswordRulesABI/libpasswordrules.map", "    passwordrules_lint;\n", ""),
    ("debian/libpasswordrules1.symbols", " passwordrules_lint@", " passwordrules_lints@"),
    ("Sources/Bindings/Python/passwordrules/_signatures.py", "[c_int]", "[c_uint]"),
    ("Sources/Manual/passwordrules.1", ".Os passwordrules ", ".Os passwordrules 9."),
])
def test_copy_that_differs_is_named(tree, changed, path, old, new):
    changed(path, old, new)
    done = generate(tree, "--check")
    assert (done.returncode, done.stderr) == (1, f'{path} differs from its sources: run "make generate"\n')


@pytest.mark.parametrize("old, new", [
    ("int passwordrules_lint(", "extern int passwordrules_lint("),
    ("int passwordrules_lint(", "int passwordrules_lint;\nint passwordrules_parse("),
    ("#define PASSWORDRULES_PARSE_LENIENT 2u", "#define PASSWORDRULES_PARSE_LENIENT (1u << 1)"),
    ("unsigned flags, passwordrules_diagnostics", "long flags, passwordrules_diagnostics"),
])
def test_header_in_another_form_is_refused(tree, changed, old, new):
    changed("Include/passwordrules.h", old, new)
    done = generate(tree)
    assert done.returncode == 1 and "passwordrules.h: " in done.stderr


def test_version_needs_an_entry_in_the_changelog(tree, changed):
    changed("Makefile", "VERSION := ", "VERSION := 9")
    done = generate(tree)
    assert done.returncode == 1 and "CHANGELOG.md begins with " in done.stderr
