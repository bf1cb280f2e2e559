"""--help of each command: its examples work when they are typed as they are."""

import os
import re
import subprocess

import pexpect
import pytest

from helps import helps
from tool import run

HELPS = helps()
# Files that the examples name.
FILES = {
    "passwords.txt": "correct horse 9 battery\nthe second 1 of them\n",
    "words.txt": "password\nacme\nlisbon\n",
    "de_50k.txt": "ich 5890277\nsie 4507110\n",
    "names.txt": "gwendoline\n",
    "descriptor.txt": "required: digit;\nminlength: 12;\n",
    "policy.conf": "# Passphrases will do.\nrules = minlength: 15;\n",
    "new.conf": "rules = minlength: 20;\n",
    "pwquality.conf": "minlen = 12\ndcredit = -1\n",
    "passwdqc.conf": "min=disabled,24,11,8,7\n",
    "audit.txt": "passwordrules audit 1\n2026-11-22 2026-11-22 10 3 minlength=3\n",
}
RANGE = "0018A45C4D1DEF81644B54AB7F969B88D65:1234\n011053FD0102E94D6AE2F8B83D76FAF94F6:3\n"
VARIABLES = {"old": "tulip orbit marble", "new": "seventeen green umbrellas", "LC_ALL": "C.UTF-8"}


@pytest.fixture
def folder(folder):
    """A folder with all files that examples name. Files that a command of the tool makes are made by that command."""
    (folder / "ranges").mkdir()
    (folder / "ranges" / "21BD1").write_text(RANGE)
    (folder / "audits").mkdir()
    (folder / "audits" / "host").write_text(FILES["audit.txt"])
    assert run("blocklist", "build", "-o", "local.blocklist", "words.txt", cwd=folder).status == 0
    assert run("ranks", "build", "-o", "local.ranks", "words.txt", cwd=folder).status == 0
    return folder


@pytest.mark.parametrize("help", HELPS, ids=lambda help: help.name)
def test_help_has_exit_statuses_and_examples(help):
    [said] = re.findall(r"\n\nExit status: ((?:.+\n)+)", help.prose)
    assert re.match(r"0 [^.]*, (1 [^.]*, )?2 ", said.replace("\n", " "))
    assert help.examples and all(command for _, _, command in help.examples)
    # Each example runs this command or one of its subcommands.
    for _, _, command in help.examples:
        assert help.name in command


@pytest.mark.parametrize("help", HELPS, ids=lambda help: help.name)
def test_fits_a_terminal(help):
    text = help.text.replace(f"USAGE: {help.usage}", "")
    assert all(len(line) <= 80 for line in text.splitlines())
    # The command "help" prints the same text.
    assert run("help", *help.path, env={}).output.decode() == help.text


EXAMPLES = [pytest.param(status, command, id=f"{help.name}: {purpose}")
            for help in HELPS for purpose, status, command in help.examples]
# The examples in which the user types something.
TYPED = [each for each in EXAMPLES if each.values[1].startswith("passwordrules try ")]


def path(prefix):
    """The PATH of shells. The installed tool, which has its list, comes first."""
    return f"{prefix}/bin:/usr/bin:/bin"


@pytest.mark.parametrize("command", [each.values[1] for each in TYPED])
def test_examples_work_at_a_terminal(command, folder, prefix):
    child = pexpect.spawn("bash", ["-c", command], cwd=str(folder), timeout=600,
                          env={"PATH": path(prefix), "TERM": "xterm", **VARIABLES})
    try:
        # The tool has started when it draws the screen.
        child.expect("\x1b")
        for _ in range(2):
            child.send("Twelve 12 green umbrellas\r")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
    finally:
        child.close(force=True)


@pytest.mark.parametrize("status, command", [each for each in EXAMPLES if each not in TYPED])
def test_examples_work_as_they_are(status, command, folder, prefix):
    before = set(os.listdir(folder))
    done = subprocess.run(["bash", "-c", "set -o pipefail\n" + command], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, env={"PATH": path(prefix), **VARIABLES})
    assert done.returncode == status, done.stderr.decode()
    # Only examples with settings that cannot be imported, or with missing ranges, print diagnostics.
    assert done.stderr == b"" or "import" in command or "ranges" in command
    assert b": error: " not in done.stderr
    # Each example prints something, or writes the file that it names.
    target = command.split("> ")[-1].strip() if "> " in command else None
    target = command.split(" -o ")[1].split()[0] if " -o " in command else target
    target = "policy.conf.old" if "--install" in command else target
    if target:
        assert (folder / target).stat().st_size > 0
    else:
        assert done.stdout or "lint" in command or "--json" in command
    assert set(os.listdir(folder)) - before == {target} - before - {None}
