"""passwordrules --generate-completion-script: bash, zsh and fish complete commands, options and their
values."""

import os
import re
import shlex
import shutil
import subprocess

import pexpect
import pytest

from helps import helps
from tool import TOOL, run

HELPS = {" ".join(help.path): help for help in helps()}
SHELLS = ["bash", "zsh", "fish"]
FILES = ["policy.conf", "words.txt", "local.blocklist"]

# Command lines whose last word is completed, and its completions.
LINES = {
    "generate --style rea": ["readable"], "generate --exclude amb": ["ambiguous"],
    **{f"{command} pol": ["policy.conf"] for command in (
        "check --config", "generate --config", "policy --config", "policy --diff", "policy --install", "status --config", "audit --file", "lint", "import pwquality", "import passwdqc")},
    "blocklist build -o new wor": ["words.txt"],
    **{f"blocklist {command} loc": ["local.blocklist"] for command in ("build -o", "build -o new --add", "info", "verify", "lookup")},
}
for path, help in HELPS.items():
    # All commands and options; and all values in the help, no matter how many.
    if help.subcommands:
        LINES[f"{path} ".lstrip()] = sorted(help.subcommands)
    if path:
        LINES[f"{path} --"] = sorted(option for option in help.options if option.startswith("--"))
    for option, values in re.findall(r"--([a-z-]+) <\S+> [^<]*?\(values: ([a-z0-9, ]+)",
                                     " ".join(help.sections["OPTIONS"].split())):
        LINES[f"{path} --{option} "] = sorted(values.split(", "))


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The script of a shell, in a folder with some files; returns the script's path."""
    folder = tmp_path_factory.mktemp("completions")
    for name in FILES:
        (folder / name).write_text("")

    def script(shell):
        if not shutil.which(shell):
            pytest.skip(f"{shell} is not installed")
        path = folder / f"script.{shell}"
        result = run("--generate-completion-script", shell)
        assert (result.status, result.errors) == (0, "")
        path.write_bytes(result.output)
        return path
    return script


def in_bash(line):
    """Prints the completions of a line, and a line `end`."""
    words = ["passwordrules", *line.split(" ")]
    return f"""
        COMP_WORDS=({' '.join(map(shlex.quote, words))}) COMPREPLY=()
        COMP_CWORD={len(words) - 1} COMP_LINE={shlex.quote(' '.join(words))} COMP_POINT={len(' '.join(words))}
        _passwordrules passwordrules {shlex.quote(words[-1])} {shlex.quote(words[-2])}
        printf '%s\\n' "${{COMPREPLY[@]}}" end"""


def in_fish(line):
    return f"complete -C {shlex.quote('passwordrules ' + line)}; echo end"


def environment(folder, terminal):
    path = f"{os.path.dirname(TOOL)}:/usr/bin:/bin"
    return {"PATH": path, "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": terminal, "PS1": "ready> "}


def output_of(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, env=environment(folder, "xterm"))
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return done.stdout.decode()


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_are_read_without_complaint(shell, script):
    path = script(shell)
    assert output_of([shell, "-n", str(path)], path.parent) == ""
    # zsh finds it by its first line.
    assert shell != "zsh" or path.read_text().startswith("#compdef passwordrules\n")


@pytest.mark.parametrize("command, ask", [(["bash", "--norc"], in_bash),
                                         (["fish", "--no-config"], in_fish)], ids=["bash", "fish"])
def test_every_line_is_completed(command, ask, script):
    path = script(command[0])
    asked = "\n".join([f"source {shlex.quote(str(path))}", *map(ask, LINES)])
    *answers, rest = output_of([*command, "-c", asked], path.parent).split("end\n")
    assert rest == ""
    # fish prints a description after each completion, and always offers the options and the command for help.
    always = {"help", "-V", "--version", "--help", "-h", ""}
    found = {line: sorted({offer.split("\t")[0] for offer in answer.splitlines()} - (set() if line.endswith("--") else always))
             for line, answer in zip(LINES, answers, strict=True)}
    assert found == {line: [offer for offer in offers if line.endswith("--") or offer not in always]
                     for line, offers in LINES.items()}


# The following tests type at a terminal, as a user does.

@pytest.fixture(scope="module", params=SHELLS)
def typist(request, script):
    """The shell on a terminal, with completions loaded."""
    path = script(request.param)
    if request.param == "zsh":
        shutil.copy(path, path.parent / "_passwordrules")
        options = ["-f", "-i"]
        load = f"fpath=({shlex.quote(str(path.parent))} $fpath); autoload -U compinit; compinit -u -D"
    else:
        options = ["--norc", "-i"] if request.param == "bash" else ["--no-config", "-i"]
        load = f"source {shlex.quote(str(path))}"
    child = pexpect.spawn(request.param, options, cwd=str(path.parent), timeout=600, encoding="utf-8", dimensions=(40, 200),
                          env=environment(path.parent, "dumb"))
    child.sendline(f"{load}; echo lo''aded")
    child.expect("loaded\r?\n")
    yield child
    child.close(force=True)


@pytest.mark.parametrize("typed, shown", [
    ("blocklist verif", "verify "), ("generate --sty", "--style "), ("count --len", "--length "), ("generate --style rea", "readable "),
    ("check --config poli", "policy.conf "), ("policy --user roo", "root "),
])
def test_completes_what_is_typed(typed, shown, typist):
    typist.send(f"passwordrules {typed}\t")
    typist.expect_exact(typed + shown.removeprefix(typed.split(" ")[-1]))
    # Clears the line.
    typist.send("\x15")
