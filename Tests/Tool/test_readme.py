"""README.md: its examples work, and the links of all documents lead somewhere."""

import os
import re
import shutil

import pytest

from tool import LIST, ROOT, run


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


README = read("README.md")


def block(start, end):
    """The first indented lines between two texts, without their indentation."""
    between = README.split(start)[1].split(end)[0]
    return "\n".join(line[4:] for line in between.splitlines() if line.startswith("    ") or not line).strip("\n") + "\n"


def fenced(language):
    [code] = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    return code


def documents():
    """All documents of the tree, except built and vendored ones."""
    skipped = {"build", "vendor", "__pycache__", ".git", ".build", ".build-embedded", ".build-example"}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in skipped]
        yield from (os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".md"))


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_policy_is_read(tmp_path):
    shutil.copy(LIST, tmp_path / "common.blocklist")
    text = block("describes every key:\n", "- Demands add up")
    assert "\nrules = " in f"\n{text}"
    path = tmp_path / "passwordrules.conf"
    path.write_text(text.replace("/usr/share/passwordrules", str(tmp_path)))
    path.chmod(0o644)
    result = run("policy", "--config", str(path), "--json")
    assert (result.status, result.errors) == (0, "")


def test_session_matches_the_engine(policy):
    session = block("and a suggestion:\n", "- `pam_passwordrules.so`")
    rules = block("password managers:\n", "A refused user").strip()
    # A line that is indented further goes on with the one before.
    told, _, refused = re.sub(r"\n    (?=\S)", " ", session).partition("New password:")
    explained = run("explain", "--config", policy(f"rules = {rules}\n"))
    assert (explained.status, told.splitlines()) == (0, ["$ passwd", *explained.lines])
    result = run("check", "--rules", rules, input=b"weak\n")
    assert result.lines == ["rejected: " + "; ".join(re.findall(r"(?m)^  - (.*)$", refused))]


def test_guessable_password_is_refused_as_shown(tmp_path, prefix):
    text = README.replace("\n  ", " ")
    [(line, password, told)] = re.findall(r'with `(min-guesses = [^`]*)`, `(\w+)` is refused as "(.*?)"', text)
    path = tmp_path / "passwordrules.conf"
    path.write_text(f"{line}\n")
    path.chmod(0o644)
    result = run("check", "--config", str(path), input=f"{password}\n".encode(), tool=f"{prefix}/bin/passwordrules")
    assert (result.status, result.lines) == (1, [f"rejected: {told}"])


def test_swift_example_is_run():
    assert fenced("swift") == read("Tests", "Example", "Sources", "Readme", "main.swift")


def links():
    """The links of each document to files and headings of ours."""
    for document in sorted(documents()):
        text = re.sub(r"(?s)```.*?```|`[^`\n]*`", "", read(document))
        yield from ((document, target) for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"https?:", target))


@pytest.mark.parametrize("document, target", links())
def test_links_lead_somewhere(document, target):
    path, _, fragment = target.partition("#")
    path = os.path.normpath(os.path.join(os.path.dirname(document), path)) if path else document
    assert os.path.exists(os.path.join(ROOT, path))
    assert not fragment or fragment in map(anchor, re.findall(r"(?m)^#+ (.*)$", read(path)))
