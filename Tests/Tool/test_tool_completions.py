"""passwordrules --generate-completion-script: bash, zsh and fish complete commands, options and their values."""

import os
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

# What stands on the command line, the last word being completed, and what it may become.
VALUES = [
    ("generate --style ", ["random", "readable", "words"]),
    ("generate --style rea", ["readable"]),
    ("generate --exclude amb", ["ambiguous"]),
    ("blocklist build --format ", ["words", "sha1"]),
    ("blocklist build --match ", ["exact", "folded", "mangled"]),
    ("blocklist lookup --match ", ["own", "exact", "folded", "mangled"]),
]
FILE_VALUES = [
    ("check --config pol", ["policy.conf"]), ("generate --config pol", ["policy.conf"]),
    ("policy --config pol", ["policy.conf"]), ("audit --file pol", ["policy.conf"]), ("lint pol", ["policy.conf"]),
    ("blocklist build -o new wor", ["words.txt"]), ("blocklist build -o loc", ["local.blocklist"]),
    ("blocklist info loc", ["local.blocklist"]), ("blocklist verify loc", ["local.blocklist"]),
    ("blocklist lookup loc", ["local.blocklist"]), ("import pwquality pol", ["policy.conf"]),
    ("import passwdqc pol", ["policy.conf"]),
]


def need(shell):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The script of a shell, in a folder with some files; returns the script's path."""
    folder = tmp_path_factory.mktemp("completions")
    for name in FILES:
        (folder / name).write_text("")

    def script(shell):
        need(shell)
        path = folder / f"script.{shell}"
        result = run("--generate-completion-script", shell)
        assert (result.status, result.errors) == (0, "")
        path.write_bytes(result.output)
        return path
    return script


@pytest.fixture(scope="module")
def complete(script):
    """The shell's completions for a line of words."""
    def complete(shell, line):
        return {"bash": complete_in_bash, "fish": complete_in_fish}[shell](script(shell), line)
    return complete


def complete_in_bash(path, line):
    words = ["passwordrules", *line.split(" ")]
    driver = f"""
        source {shlex.quote(str(path))}
        COMP_WORDS=({' '.join(map(shlex.quote, words))})
        COMP_CWORD={len(words) - 1} COMP_LINE={shlex.quote(' '.join(words))} COMP_POINT={len(' '.join(words))}
        _passwordrules passwordrules {shlex.quote(words[-1])} {shlex.quote(words[-2])}
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    return lines_of(["bash", "--norc", "-c", driver], path.parent)


def complete_in_fish(path, line):
    driver = f"source {shlex.quote(str(path))}; complete -C {shlex.quote('passwordrules ' + line)}"
    # Each with its description after a tab.
    return [offer.split("\t")[0] for offer in lines_of(["fish", "--no-config", "-c", driver], path.parent)]


def environment(folder, terminal):
    path = f"{os.path.dirname(TOOL)}:/usr/bin:/bin"
    return {"PATH": path, "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": terminal, "PS1": "ready> "}


def lines_of(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, env=environment(folder, "xterm"))
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return [line for line in done.stdout.decode().splitlines() if line]


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_are_read_without_complaint(shell, script):
    path = script(shell)
    assert lines_of([shell, "-n", str(path)], path.parent) == []


def test_bash_knows_the_command(script):
    path = script("bash")
    found = lines_of(["bash", "--norc", "-c", f"source {shlex.quote(str(path))}; complete -p passwordrules"], path.parent)
    assert found == ["complete -o filenames -F _passwordrules passwordrules"]


def test_zsh_finds_it_by_its_first_line(script):
    assert script("zsh").read_text().startswith("#compdef passwordrules\n")


@pytest.mark.parametrize("shell", ["bash", "fish"])
@pytest.mark.parametrize("path", [path for path, help in HELPS.items() if help.subcommands])
def test_commands(shell, path, complete):
    found = set(complete(shell, f"{path} ".lstrip()))
    assert found - {"help", "--version", "--help", "-h"} == set(HELPS[path].subcommands)


@pytest.mark.parametrize("shell", ["bash", "fish"])
@pytest.mark.parametrize("path", [path for path in HELPS if path])
def test_options(shell, path, complete):
    found = set(complete(shell, f"{path} --"))
    assert found == {option for option in HELPS[path].options if option.startswith("--")}


@pytest.mark.parametrize("shell", ["bash", "fish"])
@pytest.mark.parametrize("line, offered", VALUES, ids=[line for line, _ in VALUES])
def test_values(shell, line, offered, complete):
    assert sorted(complete(shell, line)) == sorted(offered)


@pytest.mark.parametrize("shell", ["bash", "fish"])
@pytest.mark.parametrize("line, offered", FILE_VALUES, ids=[line for line, _ in FILE_VALUES])
def test_files(shell, line, offered, complete):
    assert complete(shell, line) == offered


@pytest.mark.parametrize("shell", ["bash", "fish"])
@pytest.mark.parametrize("path, help", HELPS.items(), ids=[path or "passwordrules" for path in HELPS])
def test_every_list_of_values_in_the_help_is_offered(shell, path, help, complete):
    text = " ".join(" ".join(help.sections["OPTIONS"].split("\n")).split())
    for option, values in ((piece.split(" ")[0], piece.split("(values: ")[1]) for piece in text.split(" --")[1:]
                           if "(values: " in piece):
        names = values.split(")")[0].split(";")[0].split(", ")
        assert sorted(complete(shell, f"{path} --{option} ")) == sorted(names)


# The rest is done as by a user who types.

def start(shell, path):
    """The shell on a terminal, with completions loaded."""
    folder = path.parent
    if shell == "zsh":
        shutil.copy(path, folder / "_passwordrules")
        options = ["-f", "-i"]
        load = f"fpath=({shlex.quote(str(folder))} $fpath); autoload -U compinit; compinit -u -D"
    else:
        options = ["--norc", "-i"] if shell == "bash" else ["--no-config", "-i"]
        load = f"source {shlex.quote(str(path))}"
    child = pexpect.spawn(shell, options, cwd=str(folder), timeout=20, encoding="utf-8", dimensions=(40, 200),
                          env=environment(folder, "dumb"))
    child.sendline(f"{load}; echo lo''aded")
    child.expect("loaded\r?\n")
    return child


@pytest.mark.parametrize("typed, shown", [
    ("blockl", "blocklist "), ("blocklist verif", "verify "), ("generate --sty", "--style "),
    ("generate --style rea", "readable "), ("blocklist build --match man", "mangled "),
    ("check --config poli", "policy.conf "), ("policy --user roo", "root "), ("lint --js", "--json "),
])
@pytest.mark.parametrize("shell", SHELLS)
def test_completes_what_is_typed(shell, typed, shown, script):
    child = start(shell, script(shell))
    try:
        child.send(f"passwordrules {typed}\t")
        child.expect_exact(typed + shown.removeprefix(typed.split(" ")[-1]))
    finally:
        child.close(force=True)
