"""Sessions at a terminal, kept in files: commands, what is typed into them, and what they print.

    === Title of a case
    What it shows, unless the title says so.
    $ a command, for sh
    > its next line
    < a line of its standard input
    ! a line of its standard error
    a line of its standard output
    (2)     its exit status, if that is not 0

Each case has a folder of its own, HERE; PREFIX is where the tool and its list are installed. `...` stands for
any text in a line, and alone in a line for any lines. `python3 sessions.py FILE` prints a file with what its
commands print now.
"""

import os
import re
import subprocess
import sys
import tempfile

from tool import install

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Sessions")


def steps(lines):
    """The commands of a session, each with the lines that are typed into it, and those that it prints."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], [], []))
        elif line.startswith("> "):
            command, *rest = found[-1]
            found[-1] = (f"{command}\n{line[2:]}", *rest)
        else:
            found[-1][1 if line.startswith("< ") or line == "<" else 2].append(line)
    return found


def cases(name):
    """The cases of a file: the lines of each before its commands, and its commands."""
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        head, *pieces = re.split("(?m)^(?==== )", file.read())
    for piece in pieces:
        remark, commands = piece.rstrip("\n").split("\n$ ", 1)
        yield remark, steps(f"$ {commands}".split("\n"))


def fits(printed, lines):
    """Whether lines are those expected, in which `...` stands for others."""
    pattern = re.escape("\n".join([*lines, ""]))
    pattern = re.sub(r"(?m)^\\\.\\\.\\\.\\?\n", "(?:.*\n)*?", pattern).replace(r"\.\.\.", ".*?")
    return re.fullmatch(pattern, "\n".join([*printed, ""]))


def perform(command, typed, here, prefix):
    """The lines that a command prints in a folder."""
    local = {"HERE": str(here), "PREFIX": str(prefix)}
    for name, path in local.items():
        command, typed = command.replace(name, path), [line.replace(name, path) for line in typed]
    done = subprocess.run(["sh", "-c", command], input="".join(f"{line[2:]}\n" for line in typed).encode(), umask=0o022, cwd=here,
                          env={"PATH": f"{prefix}/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, capture_output=True)
    output, errors = (stream.decode(errors="backslashreplace") for stream in (done.stdout, done.stderr))
    lines = [f"! {line}" for line in errors.splitlines()] + output.splitlines()
    lines += [f"({done.returncode})"] * (done.returncode != 0)
    for name, path in local.items():
        lines = [line.replace(path, name) for line in lines]
    return lines


def transcript(commands, here, prefix):
    """The session as it should be, and as it is."""
    wanted, seen = [], []
    for command, typed, lines in commands:
        printed = perform(command, typed, here, prefix)
        asked = ("$ " + command.replace("\n", "\n> ")).split("\n") + typed
        wanted += asked + lines
        seen += asked + (lines if fits(printed, lines) else printed)
    return wanted, seen


def main(name):
    with tempfile.TemporaryDirectory() as prefix:
        install(prefix)
        for remark, commands in cases(os.path.abspath(name)):
            with tempfile.TemporaryDirectory() as here:
                print(remark, *transcript(commands, here, prefix)[1], sep="\n", end="\n\n")


if __name__ == "__main__":
    main(sys.argv[1])
