"""Output has colours only on a terminal that supports them, and only if NO_COLOR is not set."""

import os
import pty
import re
import select
import subprocess

import pytest

from tool import TOOL

RED, GREEN, MAGENTA, CYAN = (f"\x1b[1;{number}m" for number in (31, 32, 35, 36))
END = "\x1b[0m"

FILES = {"policy.conf": "rules = minlength: 7; maxlength: 20;\n", "passwords.txt": "four\nabc\n"}
UNWISE = "required: digits; minlenght: 8; maxlength: 6; allowed: [&lt;]"
# Commands, and what they print on standard output and on standard error, in colours.
COMMANDS = {
    "lint": (["lint", "--rules", UNWISE], f"""\
rules:1:11: {CYAN}note{END}: "digits" is read as "digit"; other implementations accept only "digit" [digits-for-digit]
    {UNWISE}
              {GREEN}^~~~~~{END}
rules:1:19: {RED}error{END}: unknown property "minlenght"; did you mean "minlength"?
    {UNWISE}
                      {GREEN}^~~~~~~~~{END}
rules:1:33: {CYAN}note{END}: the maximum length is below 64; NIST SP 800-63B-4 asks for at least 64 [low-max-length]
    {UNWISE}
                                    {GREEN}^~~~~~~~~~~~{END}
rules:1:57: {MAGENTA}warning{END}: "&lt;" is an HTML entity, and each of its characters is a member of this class; write the character itself [html-entity]
    {UNWISE}
                                                            {GREEN}^~~~{END}
""", ""),
    "policy": (["policy", "--check", "--config", "policy.conf"], f"""\
policy.conf:1:23: {CYAN}note{END}: the maximum length is below 64; NIST SP 800-63B-4 asks for at least 64 [low-max-length]
    rules = minlength: 7; maxlength: 20;
                          {GREEN}^~~~~~~~~~~~~{END}
policy.conf: {CYAN}note{END}: the minimum length is below 8; NIST SP 800-63B-4 asks for at least 8, or 15 without a second factor [low-min-length]
1 file, no errors, 2 notes
""", ""),
    "check": (["check", "--rules", "minlength: 4"], f"""\
{GREEN}accepted{END}
{RED}rejected{END}: 1 more character needed (3 of 4)
""", ""),
    "explain": (["explain", "required: uper"], "", f"""\
passwordrules: rules:1:11: {RED}error{END}: unknown class "uper"; did you mean "upper"?
    required: uper
              {GREEN}^~~~{END}
"""),
}
TERMINAL = {"TERM": "xterm-256color"}


def drain(descriptor):
    """All that comes out of the terminal or the pipe."""
    content = b""
    while select.select([descriptor], [], [], 10)[0]:
        try:
            piece = os.read(descriptor, 65536)
        except OSError:
            piece = b""
        if not piece:
            break
        content += piece
    os.close(descriptor)
    return content.decode().replace("\r\n", "\n")


def run_on(arguments, folder, terminals, environment):
    """Runs a command and returns standard output and standard error; the named ones are terminals."""
    ends = {name: pty.openpty() if name in terminals else os.pipe() for name in ("output", "errors")}
    with open(folder / "passwords.txt") as passwords:
        process = subprocess.Popen([TOOL, *arguments], cwd=folder, stdin=passwords, stdout=ends["output"][1],
                                   stderr=ends["errors"][1], env=environment)
    for _, end in ends.values():
        os.close(end)
    found = {name: drain(end) for name, (end, _) in ends.items()}
    process.wait()
    return found["output"], found["errors"]


def plain(text, is_plain=True):
    return re.sub("\x1b\\[[0-9;]*m", "", text) if is_plain else text


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("terminals", [["output", "errors"], ["output"], ["errors"], []], ids="+".join)
def test_terminal_streams_have_colours(name, terminals, folder):
    arguments, output, errors = COMMANDS[name]
    found = run_on(arguments, folder, terminals, TERMINAL)
    assert found == (plain(output, "output" not in terminals), plain(errors, "errors" not in terminals))


@pytest.mark.parametrize("environment, has_colours", [
    ({"TERM": "xterm"}, True), ({"TERM": "linux"}, True), ({"TERM": "xterm", "NO_COLOR": ""}, True),
    ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "xterm", "NO_COLOR": "0"}, False),
    ({"TERM": "dumb"}, False), ({"TERM": ""}, False), ({}, False),
])
@pytest.mark.parametrize("name", ["check", "explain"])
def test_colours_can_be_turned_off(name, environment, has_colours, folder):
    arguments, output, errors = COMMANDS[name]
    found = run_on(arguments, folder, ["output", "errors"], environment)
    assert found == (plain(output, not has_colours), plain(errors, not has_colours))


@pytest.mark.parametrize("arguments", [["lint", "--json", "--rules", UNWISE],
                                       ["policy", "--check", "--json", "--config", "policy.conf"],
                                       ["check", "--json", "--rules", "minlength: 4"]], ids=" ".join)
def test_json_has_no_colours(arguments, folder):
    output, errors = run_on(arguments, folder, ["output", "errors"], TERMINAL)
    assert output.startswith("{") and "\x1b" not in output + errors
