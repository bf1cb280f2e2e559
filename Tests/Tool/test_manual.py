"""Sources/Manual/passwordrules.conf.5 says what the tool does: its keys and defaults, its presets, its messages."""

import json
import re

import pytest

from manual import Page, engine, unescape
from tool import policy_keys, run

PAGE = Page("passwordrules.conf.5")

# Every option and built-in check of the two modules, as the first column of the tables has them.
PWQUALITY = """
    difok=N difok=0 minlen=N dcredit=-N ucredit=-N lcredit=-N ocredit=-N dcredit=N ucredit=N lcredit=N ocredit=N minclass=N
    maxrepeat=N maxsequence=N maxclassrepeat=N gecoscheck=1 dictcheck=1 dictcheck=0 dictpath=FILE usercheck=1 usercheck=0
    usersubstr=N badwords=LIST enforcing=1 enforcing=0 retry=N enforce_for_root local_users_only debug use_authtok use_first_pass
    try_first_pass authtok_type=X type=X difignore=N reject_username allowclasses=X conf=FILE same rotated palindrome
    """.split() + ["case changes only", "twice as long", "length of 6", "a mistake"]
PASSWDQC = """
    min=N0,...,N4 max=N max=8 passphrase=N match=N match=0 similar=deny similar=permit random=N random=0 random=N,only
    wordlist=FILE denylist=FILE filter=FILE enforce=none enforce=users enforce=everyone non-unix retry=N ask_oldauthtok
    check_oldauthtok use_first_pass use_authtok noaudit config=FILE same years
    """.split() + ["capital first, digit last", "different chars", "login information", "keyboard runs", "English words",
                   "a mistake"]


def entries(path, prefix):
    """The installed tool's output for a policy: key, value, source, clause."""
    result = run("policy", "--config", path, "--json", tool=f"{prefix}/bin/passwordrules")
    assert (result.status, result.errors) == (0, "")
    return json.loads(result.output)["entries"]


def values(listed):
    """The keys that a file or a preset sets; the lines of one key as one."""
    found = {}
    for entry in listed:
        if entry["source"] != "built in":
            found[entry["key"]] = f"{found.get(entry['key'], '')} {entry['value']}".strip()
    return found


def clauses(text):
    """The numbers of clauses such as 3.1.1.2 and 611065."""
    return set(re.findall(r"\d+(?:\.\d+)+|\d{5,}", text))


# The keys that KEYS has an entry for, with what follows the head.
DESCRIBED = dict(re.findall(r"(?m)^\.It Cm (\S+) No = .*\n((?:(?!\.It Cm \S+ No = ).*\n?)*)", PAGE.section("KEYS")))


def test_each_key_has_its_entry_and_the_default_that_the_tool_prints(policy, prefix):
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

def preset_names():
    body = re.search(r"public var name: StaticString \{(.*?)\n    \}", engine("Policy", "Preset.swift"), re.DOTALL).group(1)
    return re.findall(r'"([^"]+)"', body)


def test_each_preset_is_described_and_no_other_is():
    names = preset_names()
    assert len(names) > 1
    assert re.findall(r"(?m)^\.Ss (.*)$", PAGE.section("PRESETS")) == names
    assert re.findall(r'(?m)^\.\\" preset: (.*)$', PAGE.source) == names


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_the_lines_that_are_shown_with_their_clauses_and_the_settings_of_pwquality(name, policy, prefix):
    rows = PAGE.tables(f"preset: {name}")
    # The page names the list where Debian's package puts it.
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
    # What remains is pwquality's default, or built in here.
    assert set(settings) - {setting for _, _, setting in rows} <= {
        "usercheck = 0", "difok = 1", "dictcheck = 0", "enforcing = 1", "retry = 3"}


# Messages, and the other modules.

@pytest.mark.parametrize("line, message", PAGE.displays("message"))
def test_messages_are_those_of_the_tool(line, message, policy):
    path = policy(line + "\n")
    result = run("policy", "--config", path)
    # Behind it stands the line, with a mark.
    assert result.status == 2 and result.errors.startswith("passwordrules: " + message.replace("FILE", path, 1) + f"    {line}\n")


@pytest.mark.parametrize("title, options", [("PWQUALITY", PWQUALITY), ("PASSWDQC", PASSWDQC)])
def test_each_option_of_the_other_modules_has_its_row(title, options):
    table = re.search(r"\n\.TS\n(.*?)\n\.TE\n", PAGE.section(title), re.DOTALL).group(1)
    # A cell of several lines is one of one line.
    table = re.sub(r"T\{\n(.*?)\nT\}", lambda match: match.group(1).replace("\n", " "), table, flags=re.DOTALL)
    rows = [line.split("\t") for line in table.split("\n")[2:] if line != "_"]
    assert all(len(row) == 3 or not row[0] for row in rows)
    firsts = [first for row in rows for first in ([row[0]] if row[0] in options else row[0].split(", "))]
    assert [option for option in options if option not in firsts] == []
    # Whatever is named as the equal must be a key.
    named = {word for row in rows for word in re.findall(r"\\?%?([a-z-]+) = ", row[1])}
    assert len(named) >= 5 and named <= set(DESCRIBED)
