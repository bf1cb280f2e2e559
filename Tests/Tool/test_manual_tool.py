"""Sources/Manual/passwordrules.1 says what the tool does: its commands and options, and its JSON."""

import json
import re

import pytest

from helps import helps
from manual import Page
from tool import run

PAGE = Page("passwordrules.1")
# The commands without subcommands, by their names.
HELPS = {" ".join(help.path): help for help in helps() if help.path and not help.subcommands}
OF_ALL = {"-V", "-h", "--help", "--version"}
# The options that name the rules of a command.
OF_RULES = {"--rules", "--config", "--user", "--service", "--group"}


COMMANDS = PAGE.subsections("COMMANDS")


def flags(text):
    """The options in a text, with their hyphens: one for the macro `Fl`, two for `Fl Fl`."""
    return {("--" if double else "-") + name for double, name in re.findall(r"\bFl (Fl )?([a-zA-Z][a-z-]*)", text)}


def items(text):
    """The entries for options in a text: the text after .It, and the description."""
    return re.findall(r"(?m)^\.It (Fl .*)\n((?:(?!\.It |\.El|\.Bl).*\n)*)", text + "\n")


# Commands and options.

def test_page_describes_exactly_the_commands():
    assert set(COMMANDS) == set(HELPS) == set(SYNOPSIS) - {"help"}


def test_common_options_are_described_once():
    assert {flag for head, _ in items(PAGE.section("OPTIONS")) for flag in flags(head)} == OF_ALL | OF_RULES
    for help in helps():
        assert OF_ALL <= help.options
    [names] = re.findall(r"(?s)\.Pp\n((?:\.Cm|and\n).*?)take their rules in the same way", PAGE.section("OPTIONS"))
    assert set(re.findall(r"[a-z]{3,}", names)) - {"and"} == {name for name, help in HELPS.items() if "--rules" in help.options}


def own(name):
    """The options that only the command itself describes."""
    return HELPS[name].options - OF_ALL - (OF_RULES if "--rules" in HELPS[name].options else set())


def values_of(text):
    """The options with a value in a text, and the name of the value."""
    return dict(re.findall(r"Fl Fl ([a-z-]+) Ar (\S+)", text))


def offered(name):
    """The options with a value in a command's help, and the name of the value."""
    return {option: value.upper() for option, value in re.findall(r"(?m)^  (?:-\w, )?--([a-z-]+) <(\S+)>", HELPS[name].text)}


@pytest.mark.parametrize("name", HELPS)
def test_options_match_the_help(name):
    assert {flag for head, _ in items(COMMANDS[name]) for flag in flags(head)} == own(name)
    assert all(text.strip() for _, text in items(COMMANDS[name]))
    described = {name: value for head, _ in items(COMMANDS[name]) for name, value in values_of(head).items()}
    assert described == {option: value for option, value in offered(name).items() if f"--{option}" in own(name)}


# Each command with its arguments.
SYNOPSIS = dict(re.findall(r"(?m)^\.Nm passwordrules Cm (.*)\n((?:(?!\.Nm).*\n?)*)", PAGE.section("SYNOPSIS")))


@pytest.mark.parametrize("name", HELPS)
def test_synopsis_has_all_options_and_arguments(name):
    text = SYNOPSIS[name]
    assert flags(text) == {option for option in HELPS[name].options - OF_ALL if option.startswith("--")}
    assert values_of(text) == offered(name)
    arguments = [word.upper() for word in re.findall(r"(?m)^  <(\S+)>", HELPS[name].sections.get("ARGUMENTS", ""))]
    for argument in arguments:
        assert re.search(rf"(?m)^\.(Op )?(Ar|Fl .*\|) {argument}( \.\.\.)?$", text)


@pytest.mark.parametrize("name", HELPS)
def test_number_limits_match_the_help(name):
    """The page and the help have the same limits."""
    helped = dict(re.findall(r"--([a-z-]+) <\S+> +((?:(?! --).)*)", " ".join(HELPS[name].sections["OPTIONS"].split())))
    for head, text in items(COMMANDS[name]):
        [option] = re.findall(r"Fl Fl ([a-z-]+)", head)
        limits = [re.findall(r"\d+ to \d+", text.replace(",", "")) for text in (text, helped.get(option, ""))]
        assert limits[0] == limits[1], option


# JSON.

TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}


def seen(objects):
    """The fields of JSON objects, and of the objects in them, with all values."""
    found = {}
    for each in objects:
        for key, value in each.items():
            found.setdefault(key, []).append(value)
            # An object for each key of policies.
            name, inners = (f"{key}.KEY", value.values()) if key == "keys" else (key, value)
            for inner in inners if isinstance(value, (list, dict)) else []:
                if isinstance(inner, dict):
                    for inner_key, inner_value in inner.items():
                        found.setdefault(f"{name}.{inner_key}", []).append(inner_value)
    return found


FILES = {
    "policy.conf": "rules = minlength: 8;\npreset = nist-800-63b-4\nblocklist =\nblocklist = optional FOLDER/list\n"
                   "words = acme\n[group root]\nretry = 5\nusername =\nwords =\n",
    "new.conf": "rules = minlength: 9;\n[service db user web]\nretry = 4\n",
    "guesses.conf": "min-guesses = 10^10\nhistory = 4\nranked-words =\nranked-words = FOLDER/ranks\n",
    "mistaken.conf": "rules = minlenth: 8;\n",
    "words.txt": "password\nletmein\n", "audit": "passwordrules audit 1\n2026-11-22 2026-11-22 10 3 minlength=3\n",
    "logins": "passwordrules audit 1\n2026-11-22 2026-11-22 10 3 blocklist=3\n",
}


@pytest.fixture
def folder(folder):
    for name in ("policy.conf", "guesses.conf"):
        (folder / name).write_text(FILES[name].replace("FOLDER", str(folder)))
    assert run("blocklist", "build", "-o", "list", "words.txt", cwd=folder).status == 0
    assert run("ranks", "build", "-o", "ranks", "words.txt", cwd=folder).status == 0
    (folder / "root" / "etc" / "pam.d").mkdir(parents=True)
    (folder / "root" / "etc" / "pam.d" / "passwd").write_text(
        "password required pam_passwordrules.so retry=3\npassword required pam_unix.so blowfish\n")
    (folder / "root" / "usr" / "lib" / "ldap").mkdir(parents=True)
    (folder / "root" / "usr" / "lib" / "ldap" / "passwordrules.so").touch()
    (folder / "root" / "usr" / "lib" / "libpwquality.so.1").write_text("libpasswordrules.so.1")
    process = folder / "root" / "proc" / "1"
    process.mkdir(parents=True)
    (process / "comm").write_text("slapd\n")
    (process / "status").write_text("Uid:\t0\t0\t0\t0\n")
    (process / "maps").write_text("0-1 r-xp 0 0:0 1 /usr/lib/ldap/passwordrules.so\n")
    content = bytearray((folder / "list").read_bytes())
    content[-1] ^= 1
    (folder / "damaged").write_bytes(content)
    return folder


# Commands that together print every field.
OBJECTS = {
    "check": [(["check", "--json", "--rules", "required: digit; minlength: 8"], b"weak\ncorrect horse 9\n"),
              (["check", "--json", "--config", "policy.conf"], b"correct horse 9\n"),
              (["check", "--json", "--config", "guesses.conf"], b"password9\n")],
    "strength": [(["strength", "--json", "--list", "ranks", "--show-ranks"], b"password9\n")],
    "generate": [(["generate", "--json", "--rules", "minlength: 8", "--exclude", "ambiguous"], b"")],
    "count": [(["count", "--json", "minlength: 8"], b"")],
    "explain": [(["explain", "--json", "minlength: 8"], b"")],
    "lint": [(["lint", "--json", "--rules", "required: digits; allowed: uper"], b""),
             (["lint", "--json", "--rules", ""], b""),
             (["policy", "--check", "--json", "--config", "policy.conf"], b""),
             (["policy", "--check", "--json", "--config", "policy.conf", "--accept", "weaker-section"], b"")],
    "policy": [(["policy", "--json", "--config", "policy.conf", "--user", "root"], b""),
               (["policy", "--json", "--config", "policy.conf", "--service", "db"], b"")],
    "policy --diff": [(["policy", "--json", "--config", "policy.conf", "--diff", "new.conf"], b"")],
    "status": [(["status", "--json", "--machine", "root", "--config", "policy.conf", "--accept", "truncating-hash"], b""),
               (["status", "--json", "--machine", "root", "--config", "mistaken.conf"], b"")],
    "audit": [(["audit", "--json", "--file", "audit"], b""), (["audit", "--json", "--merge", "audit"], b"")],
    "audit --logins": [(["audit", "--logins", "--json", "--merge", "logins"], b"")],
    "blocklist info": [(["blocklist", "info", "--json", "list"], b"")],
    "blocklist verify": [(["blocklist", "verify", "--json", "list", "damaged", "words.txt"], b"")],
    "ranks info": [(["ranks", "info", "--json", "ranks"], b"")],
    "blocklist lookup": [(["blocklist", "lookup", "--json", "list"], b"password\nP4ssword!\nsomething else\n")],
}


def test_every_command_with_json_has_its_fields():
    assert {name.partition(" --")[0] for name in OBJECTS} == {name for name, help in HELPS.items() if "--json" in help.options}
    assert set(re.findall(r'(?m)^\.\\" fields: (.*)$', PAGE.source)) == set(OBJECTS)


# Fields that only appear if a service for groups does not answer. Tests/PAM/test_pam_doubts.py tests them.
IN_DOUBT = {"doubts"} | {"others" + field for field in ("", ".group", ".sections", ".presets", ".entries", ".unused", ".keys")}


@pytest.mark.parametrize("name", OBJECTS)
def test_fields_match_their_description(name, folder):
    found = {}
    for arguments, input in OBJECTS[name]:
        result = run(*arguments, input=input, cwd=folder)
        for key, values in seen(json.loads(line) for line in result.lines).items():
            found.setdefault(key, []).extend(values)
    described = {field: kind for field, kind, _ in PAGE.tables(f"fields: {name}")}
    # The page describes the fields of unused lines under those of used ones.
    found = {key: values for key, values in found.items() if key.replace("unused.", "entries.") not in described}| {
        key: values for key, values in found.items() if key in described}
    assert set(found) == set(described) - (IN_DOUBT if name == "policy" else set())
    for key, values in found.items():
        for value in values:
            assert isinstance(value, TYPES[described[key]]), key
            assert isinstance(value, bool) == (described[key] == "boolean"), key
