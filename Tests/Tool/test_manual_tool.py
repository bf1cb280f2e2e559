"""Sources/Manual/passwordrules.1 says what the tool does: its commands and options, its JSON, its examples."""

import json
import os
import re
import shlex
import subprocess

import pytest

from helps import helps
from test_manual import unescape
from tool import ROOT, run

PAGE = os.path.join(ROOT, "Sources", "Manual", "passwordrules.1")
with open(PAGE) as page:
    SOURCE = page.read()
# Those that do something, by their names.
HELPS = {" ".join(help.path): help for help in helps() if help.path and not help.subcommands}
OF_ALL = {"-h", "--help", "--version"}


def section(title):
    return SOURCE.split(f"\n.Sh {title}\n")[1].split("\n.Sh ")[0]


def subsections(title):
    """Name to text, without the name."""
    return dict(piece.split("\n", 1) for piece in f"\n{section(title)}".split("\n.Ss ")[1:])


COMMANDS = subsections("COMMANDS")


def flags(text):
    """The names of options that a text has, as they are typed, of `Fl` and of `Fl Fl`."""
    return {("--" if double else "-") + name for double, name in re.findall(r"\bFl (Fl )?([a-z][a-z-]*)", text)}


def items(text):
    """The options that a text has an entry for: the text after .It, and the description."""
    return re.findall(r"(?m)^\.It (Fl .*)\n((?:(?!\.It |\.El|\.Bl).*\n)*)", text + "\n")


# Commands and options.

def test_each_command_is_described_and_no_other_is():
    assert set(COMMANDS) == set(HELPS)


def test_the_options_of_all_commands_are_described_once():
    assert {flag for head, _ in items(section("OPTIONS")) for flag in flags(head)} == OF_ALL
    for help in helps():
        assert OF_ALL <= help.options


@pytest.mark.parametrize("name", HELPS)
def test_options_are_those_of_the_help(name):
    described = items(COMMANDS[name])
    assert {flag for head, _ in described for flag in flags(head)} == HELPS[name].options - OF_ALL
    assert all(re.search(r"(?m)^[A-Z]", text) or text.strip() for _, text in described)


@pytest.mark.parametrize("name", HELPS)
def test_values_of_options_have_the_names_of_the_help(name):
    described = {name: value for head, _ in items(COMMANDS[name])
                 for name, value in re.findall(r"Fl Fl ([a-z-]+) Ar (\S+)", head)}
    offered = dict(re.findall(r"(?m)^  (?:-\w, )?--([a-z-]+) <(\S+)>", HELPS[name].text))
    assert described == {name: value.upper() for name, value in offered.items()}


def synopsis():
    """Each command with its arguments."""
    return dict(re.findall(r"(?m)^\.Nm passwordrules Cm (.*)\n((?:(?!\.Nm).*\n?)*)", section("SYNOPSIS")))


def test_the_synopsis_has_each_command():
    assert set(synopsis()) - {"help"} == set(HELPS)


@pytest.mark.parametrize("name", HELPS)
def test_the_synopsis_has_all_options_and_arguments(name):
    text = synopsis()[name]
    assert flags(text) == {option for option in HELPS[name].options - OF_ALL if option.startswith("--")}
    arguments = [word.upper() for word in re.findall(r"(?m)^  <(\S+)>", HELPS[name].sections.get("ARGUMENTS", ""))]
    for argument in arguments:
        assert re.search(rf"(?m)^\.(Op )?(Ar|Fl .*\|) {argument}( \.\.\.)?$", text)


@pytest.mark.parametrize("name", HELPS)
def test_limits_of_numbers_are_those_of_the_help(name):
    """A limit has to be changed in both texts."""
    helped = dict(re.findall(r"--([a-z-]+) <\S+> +((?:(?! --).)*)", " ".join(HELPS[name].sections["OPTIONS"].split())))
    for head, text in items(COMMANDS[name]):
        [option] = re.findall(r"Fl Fl ([a-z-]+)", head)
        limits = [re.findall(r"\d+ to \d+", text.replace(",", "")) for text in (text, helped.get(option, ""))]
        assert limits[0] == limits[1], option


def test_the_version_of_the_tool_is_that_of_the_makefile():
    with open(os.path.join(ROOT, "Makefile")) as makefile:
        [version] = re.findall(r"(?m)^VERSION +:= (\S+)$", makefile.read())
    assert run("--version").lines == [version]
    for help in helps():
        assert run(*help.path, "--version").lines == [version]


# Examples.

def sessions(kind):
    """The displays of this kind: each as its commands, each with the lines it prints."""
    texts = re.findall(rf'(?m)^\.\\" session: {kind}\n\.Bd -literal.*\n((?:(?!\.Ed).*\n)*)\.Ed$', SOURCE)
    found = []
    for text in texts:
        commands = []
        for line in unescape(text).splitlines():
            if line.startswith("$ "):
                commands.append([line[2:], []])
            elif line.startswith("> "):
                commands[-1][0] += "\n" + line[2:]
            else:
                commands[-1][1].append(line)
        found.append(commands)
    return found


def type_in(command, folder):
    """The output on a terminal."""
    path = f"{os.path.join(ROOT, 'build')}:/usr/bin:/bin"
    done = subprocess.run(["bash", "-c", "umask 022\n" + command], cwd=folder, stdin=subprocess.DEVNULL, timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={"PATH": path, "LC_ALL": "C.UTF-8"})
    return done.stdout.decode().splitlines()


def test_no_display_with_commands_is_left_untried():
    displays = re.findall(r"(?m)^\.Bd -literal.*\n((?:(?!\.Ed).*\n)*)\.Ed$", SOURCE)
    with_commands = [text for text in displays if text.startswith("$")]
    untried = [text for text in with_commands if "source <(" in text]
    assert len(sessions("exact")) + len(sessions("drawn")) + len(untried) == len(with_commands) >= 6
    assert len(untried) == 1


@pytest.mark.parametrize("commands", sessions("exact"), ids=lambda commands: commands[0][0])
def test_examples_print_what_is_shown(commands, tmp_path):
    for command, shown in commands:
        assert type_in(command, tmp_path) == shown, command


@pytest.mark.parametrize("command, shown", [command for commands in sessions("drawn") for command in commands],
                         ids=lambda value: value if isinstance(value, str) else "")
def test_examples_that_draw_print_the_like(command, shown, tmp_path):
    printed = type_in(command, tmp_path)
    assert len(printed) == len(shown) > 0
    rules = shlex.split(command)[shlex.split(command).index("--rules") + 1]
    for passwords in (shown, printed):
        assert run("check", "--rules", rules, input="\n".join(passwords).encode()).lines == ["accepted"] * len(shown)
    # As many groups of letters and hyphens.
    assert {line.count("-") for line in printed} == {line.count("-") for line in shown}


def test_the_line_for_bash_loads_the_completion(tmp_path):
    assert "$ source <(passwordrules --generate-completion-script bash)\n" in section("SHELL COMPLETION")
    found = type_in("source <(passwordrules --generate-completion-script bash) && complete -p passwordrules", tmp_path)
    assert found == ["complete -o filenames -F _passwordrules passwordrules"]


# JSON.

TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}


def fields(name):
    """The fields of an object and of those in it, with their types."""
    [text] = re.findall(rf'\n\.\\" fields: {name}\n\.TS\n.*?\n_\n(.*?)\n\.TE\n', SOURCE, re.DOTALL)
    rows = [line.split("\t") for line in text.split("\n")]
    assert all(len(row) == 3 for row in rows)
    return {row[0]: row[1] for row in rows}


def seen(objects):
    """The fields of the objects and of those in them, with values."""
    found = {}
    for each in objects:
        for key, value in each.items():
            found.setdefault(key, []).append(value)
            for inner in value if isinstance(value, list) else []:
                if isinstance(inner, dict):
                    for inner_key, inner_value in inner.items():
                        found.setdefault(f"{key}.{inner_key}", []).append(inner_value)
    return found


POLICY = """\
rules = minlength: 8;
preset = nist-800-63b-4
blocklist =
blocklist = optional list
[group root]
retry = 5
"""


AUDIT = "passwordrules audit 1\n2026-11-22 2026-11-22 10 3 minlength=3\n"


@pytest.fixture
def folder(tmp_path):
    for name, text in {"policy.conf": POLICY, "words.txt": "password\nletmein\n", "audit": AUDIT}.items():
        (tmp_path / name).write_text(text.replace("optional list", f"optional {tmp_path}/list"))
        (tmp_path / name).chmod(0o644)
    assert run("blocklist", "build", "-o", str(tmp_path / "list"), str(tmp_path / "words.txt")).status == 0
    content = bytearray((tmp_path / "list").read_bytes())
    content[-1] ^= 1
    (tmp_path / "damaged").write_bytes(content)
    return tmp_path


# What is run so that every field is seen.
OBJECTS = {
    "check": [(["check", "--json", "--rules", "required: digit; minlength: 8"], b"weak\ncorrect horse 9\n")],
    "generate": [(["generate", "--json", "--rules", "minlength: 8"], b"")],
    "count": [(["count", "--json", "minlength: 8"], b"")],
    "explain": [(["explain", "--json", "minlength: 8"], b"")],
    "lint": [(["lint", "--json", "--rules", "required: digits; allowed: uper"], b""),
             (["lint", "--json", "--rules", ""], b""),
             (["policy", "--check", "--json", "--config", "policy.conf"], b"")],
    "policy": [(["policy", "--json", "--config", "policy.conf", "--user", "root"], b"")],
    "audit": [(["audit", "--json", "--file", "audit"], b"")],
    "blocklist info": [(["blocklist", "info", "--json", "list"], b"")],
    "blocklist verify": [(["blocklist", "verify", "--json", "list", "damaged", "words.txt"], b"")],
    "blocklist lookup": [(["blocklist", "lookup", "--json", "list"], b"password\nP4ssword!\nsomething else\n")],
}


def test_every_command_with_json_has_its_fields():
    assert set(OBJECTS) == {name for name, help in HELPS.items() if "--json" in help.options}
    assert set(re.findall(r'(?m)^\.\\" fields: (.*)$', SOURCE)) == set(OBJECTS)


# Where a service for groups does not answer; Tests/PAM/test_pam_doubts.py sees them.
IN_DOUBT = {"doubts", "others", "others.group", "others.sections", "others.presets", "others.entries"}


@pytest.mark.parametrize("name", OBJECTS)
def test_fields_are_those_that_are_described(name, folder):
    found = {}
    for arguments, input in OBJECTS[name]:
        result = run(*arguments, input=input, cwd=folder)
        for key, values in seen(json.loads(line) for line in result.lines).items():
            found.setdefault(key, []).extend(values)
    described = fields(name)
    assert set(found) == set(described) - (IN_DOUBT if name == "policy" else set())
    for key, values in found.items():
        for value in values:
            assert isinstance(value, TYPES[described[key]]), key
            assert isinstance(value, bool) == (described[key] == "boolean"), key


def test_rules_in_the_json_are_named():
    with open(os.path.join(ROOT, "Sources", "PasswordRules", "Check", "Outcome.swift")) as source:
        body = re.search(r"public var name: StaticString \{(.*?)\n        \}", source.read(), re.DOTALL).group(1)
    names = set(re.findall(r'"([^"]+)"', body))
    with open(os.path.join(ROOT, "Sources", "Manual", "passwordrules.conf.5")) as page:
        known = set(re.findall(r"(?m)^\.It Cm (\S+) No = ", page.read()))
    properties = {"required", "allowed", "minlength", "maxlength", "max-repeating", "max-sequential", "max-consecutive"}
    named = set(re.findall(r"[a-z]+(?:-[a-z]+)*", section("JSON").split(".Ss generate")[0]))
    assert len(names) == 31 and names - known - properties <= named
