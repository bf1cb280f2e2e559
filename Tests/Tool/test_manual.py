"""Sources/Manual/passwordrules.conf.5 says what the tool does: its keys and defaults, its presets, its
messages."""

import itertools
import json
import re

import pytest

from manual import Page, unescape
from tool import policy_keys, run

PAGE = Page("passwordrules.conf.5")

def entries(path, prefix):
    """The installed tool's output for a policy: key, value, source, clause."""
    result = run("policy", "--config", path, "--json", tool=f"{prefix}/bin/passwordrules")
    assert (result.status, result.errors) == (0, "")
    return json.loads(result.output)["entries"]


def values(listed):
    """The keys that a file or a preset sets, and their values. The lines of one key are joined."""
    found = {}
    for entry in listed:
        if entry["source"] != "built in":
            found[entry["key"]] = f"{found.get(entry['key'], '')} {entry['value']}".strip()
    return found


def clauses(text):
    """The numbers of clauses such as 3.1.1.2 and 611065."""
    return set(re.findall(r"\d+(?:\.\d+)+|\d{5,}", text))


# The keys that have an entry in KEYS, and the text of the entry.
DESCRIBED = dict(re.findall(r"(?m)^\.It Cm (\S+) No = .*\n((?:(?!\.It Cm \S+ No = ).*\n?)*)", PAGE.section("KEYS")))


def test_each_key_has_an_entry_and_its_default(policy, prefix):
    assert set(DESCRIBED) == set(policy_keys()) and len(DESCRIBED) > 20
    built_in = {entry["key"]: entry["value"] for entry in entries(policy("rules = minlength: 8;\n"), prefix)
                if entry["source"] == "built in"}
    assert len(built_in) > 10
    for key, text in DESCRIBED.items():
        if key == "rules":
            assert text.startswith("Default: none; ")
        elif key not in built_in:
            assert text.startswith("Default: none.\n.Pp\n"), key
        else:
            default = re.match(r'Default:\n\.Cm ("?)(.*)\1 \.\n\.Pp\n', text)
            assert default and unescape(default.group(2)) == built_in[key], key


# Presets.

# In the page's order; each has its table.
PRESETS = re.findall(r'(?m)^\.\\" preset: (.*)$', PAGE.source)


def test_page_describes_exactly_the_presets(policy):
    listed = run("policy", "--config", policy("preset = x\n")).errors.splitlines()[0].partition("; the presets are ")[2].split()
    assert len(listed) > 1
    assert PRESETS == re.findall(r"(?m)^\.Ss (.*)$", PAGE.section("PRESETS")) == listed


@pytest.mark.parametrize("name", PRESETS)
def test_presets_match_their_tables(name, policy, prefix):
    rows = PAGE.tables(f"preset: {name}")
    # The page has the list's path in Debian's package.
    text = "".join(f"{line}\n" for line, _, _ in rows).replace("/usr/share", f"{prefix}/share")
    preset = [entry for entry in entries(policy(f"preset = {name}\n"), prefix) if entry["source"] == f"preset {name}"]
    assert preset
    assert values(entries(policy(text), prefix)) == values(preset)
    for key in {entry["key"] for entry in preset}:
        listed = " ".join(clause for line, clause, _ in rows if line.startswith(f"{key} = "))
        named = " ".join(entry["clause"] for entry in preset if entry["key"] == key)
        assert clauses(listed) == clauses(named)
        assert clauses(listed) or listed == "not from the standard" and named.startswith(f"{listed}, ")
    exported = run("export", "pwquality", "--config", policy(f"preset = {name}\n"), tool=f"{prefix}/bin/passwordrules").lines
    settings = [line for line in exported if line and not line.startswith("#")]
    assert {setting for _, _, setting in rows} - {"none"} <= set(settings)
    # The remaining settings are pwquality's defaults, or built in here.
    assert set(settings) - {setting for _, _, setting in rows} <= {
        "usercheck = 0", "difok = 1", "dictcheck = 0", "enforcing = 1", "retry = 3"}


# Messages, and the other modules.

@pytest.mark.parametrize("line, message", PAGE.displays("message"))
def test_messages_match_the_tool(line, message, policy):
    path = policy(line + "\n")
    result = run("policy", "--config", path)
    # The output then shows the line, with a mark.
    assert result.status == 2 and result.errors.startswith("passwordrules: " + message.replace("FILE", path, 1) + f"    {line}\n")


# Values in place of the letters of the tables.
VALUES = {"N": "24", "-N": "-2", "LIST": "acme", "FILE": "/usr/share/words"}
# Options that no release has yet, and options for files that must first be built into a list.
NOT_IMPORTED = {"reject_username", "allowclasses=X", "name = value", "wordlist=FILE", "denylist=FILE", "filter=FILE"}


def imported(module, option):
    """The keys that the tool sets for one option of another module, and for the defaults of the others."""
    name, _, value = option.partition("=")
    setting = f"{name}={VALUES.get(value, value)}" if value else name
    result = run("import", module, "-", input=f"{setting}\n".encode())
    assert result.status == 0, result.errors
    return dict(re.findall(r"(?m)^([a-z-]+) += ?(.*)$", result.output.decode()))


@pytest.mark.parametrize("module, count", [("pwquality", 25), ("passwdqc", 12)])
def test_import_matches_the_tables_of_options(module, count):
    rows = []
    # Below the second line are checks without an option.
    for option, *here in itertools.takewhile(lambda row: row != ["_"], PAGE.table(module)):
        rows += [[option, ""]] if option else []
        rows[-1][1] += " " + here[0].replace("\\%", "")
    tried, usual = 0, imported(module, "")
    for options, here in rows:
        keys = set(re.findall(r"([a-z-]+) =", here))
        for option in re.split(r", (?=\w+=)", options) if keys else []:
            if option not in NOT_IMPORTED:
                found = imported(module, option)
                changed = {key for key, _ in found.items() ^ usual.items()}
                assert keys <= set(found) and (changed & keys or not changed), (option, found)
                tried += 1
    assert tried >= count
