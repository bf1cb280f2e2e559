"""Sources/Manual/passwordrules.conf.5 says what the tool does: its defaults, its presets, its examples. And how all pages look."""

import glob
import json
import os
import re
import shutil
import subprocess

import pytest

from tool import ROOT, TOOL, install, policy_keys, run

PAGE = os.path.join(ROOT, "Sources", "Manual", "passwordrules.conf.5")
PAGES = sorted(glob.glob(os.path.join(ROOT, "Sources", "Manual", "*.[1-8]")))
PRESET_SOURCE = os.path.join(ROOT, "Sources", "PasswordRules", "Policy", "Preset.swift")
KEY_SOURCE = os.path.join(os.path.dirname(PRESET_SOURCE), "PolicyKey.swift")
with open(PAGE) as page:
    SOURCE = page.read()

ESCAPES = {r"\(dq": '"', r"\(aq": "'", r"\(ga": "`", r"\(ba": "|", r"\e": "\\", r"\&": "", r"\%": ""}

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


def unescape(text):
    """The characters that roff produces for a text."""
    return re.sub(r"\\(\(..|.)", lambda match: ESCAPES[match.group()], text)


def section(title):
    return SOURCE.split(f"\n.Sh {title}\n")[1].split("\n.Sh ")[0]


def displays(kind, source=SOURCE):
    """The displays with such a comment before them: what the comment says besides, and the text."""
    found = re.findall(rf'(?m)^\.\\" {kind}: (.*)\n\.Bd -literal.*\n((?:(?!\.Ed).*\n)*)\.Ed$', source)
    assert len(found) == len(re.findall(rf'(?m)^\.\\" {kind}: ', source)), "a comment without its display"
    return [(remark, unescape(text)) for remark, text in found]


@pytest.fixture
def policy(tmp_path):
    """Writes a policy file and returns its path."""
    def write(text):
        path = tmp_path / "passwordrules.conf"
        path.write_text(text)
        path.chmod(0o644)
        return str(path)
    return write


@pytest.fixture
def with_lists(tmp_path):
    """Builds the lists that a policy names and that must exist; returns the policy with their paths."""
    def build(match):
        path = tmp_path / os.path.basename(match.group(2))
        result = run("blocklist", "build", "-o", str(path), "-", input=b"password\n")
        assert (result.status, result.errors) == (0, "")
        return match.group(1) + str(path)

    return lambda text: re.sub(r"(?m)^(blocklist = (?:\w+ )?)(?<!optional )(/.*)", build, text)


def entries(path, tool=TOOL):
    """The tool's output for a policy: key, value, source, clause."""
    result = run("policy", "--config", path, "--json", tool=tool)
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


# Keys.

def described_keys():
    """The keys that KEYS has an entry for, with what follows the head."""
    return dict(re.findall(r"(?m)^\.It Cm (\S+) No = .*\n((?:(?!\.It Cm \S+ No = ).*\n?)*)", section("KEYS")))


def test_each_key_has_its_entry_and_no_other_has(policy):
    keys = set(policy_keys())
    assert len(keys) > 20 and {entry["key"] for entry in entries(policy("rules = minlength: 8;\n"))} < keys
    assert set(described_keys()) == keys


def test_each_default_is_the_one_that_the_tool_prints(policy):
    built_in = {entry["key"]: entry["value"] for entry in entries(policy("rules = minlength: 8;\n"))
                if entry["source"] == "built in"}
    assert len(built_in) > 10
    for key, text in described_keys().items():
        if key == "rules":
            assert text.startswith("Default: none; ")
        elif key not in built_in:
            assert text.startswith("Default: none.\n.Pp\n"), key
        else:
            default = re.match(r'Default:\n\.Cm ("?)(.*)\1 \.\n\.Pp\n', text)
            assert default and unescape(default.group(2)) == built_in[key], key


def test_table_of_the_keys_is_what_is_declared():
    combinations = {"addsUp": "adds up", "largest": "strictest counts", "smallest": "strictest counts",
                    "union": "all ways together", "mostSpecific": "overridden"}
    with open(KEY_SOURCE) as source:
        declared = re.findall(r'Declaration\(\s*word: "([^"]+)",.*?combination: \.(\w+)'
                              r'(?:,\s*builtIn: "((?:\\.|[^"\\])*)")?', source.read(), re.DOTALL)
    assert len(declared) == len(policy_keys())
    wanted = [[key, re.sub(r"\\(.)", r"\1", default), combinations[way]] for key, way, default in declared]
    rows = re.search(r'(?m)^\.\\" table: keys\n\.TS\n(?:.*\n)*?_\n((?:.*\n)*?)\.TE$', SOURCE).group(1)
    assert [[unescape(cell) for cell in row.split("\t")] for row in rows.splitlines()] == wanted


# Presets.

def preset_names():
    with open(PRESET_SOURCE) as source:
        body = re.search(r"public var name: StaticString \{(.*?)\n    \}", source.read(), re.DOTALL).group(1)
    return re.findall(r'"([^"]+)"', body)


def test_each_preset_is_described_and_no_other_is():
    names = preset_names()
    assert len(names) > 1
    assert re.findall(r"(?m)^\.Ss (.*)$", section("PRESETS")) == names
    assert [name for name, _ in displays("preset")] == names


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_the_lines_that_are_shown(name, policy, tmp_path):
    tool, listed = install(tmp_path / "installed")
    # The page names the list where Debian's package puts it.
    text = dict(displays("preset"))[name].replace("/usr/share/passwordrules/common.blocklist", listed)
    preset = [entry for entry in entries(policy(f"preset = {name}\n"), tool) if entry["source"] == f"preset {name}"]
    assert preset
    assert values(entries(policy(text))) == values(preset)
    assert clauses(text) == clauses("".join(entry["clause"] for entry in preset)) != set()


# Examples and messages.

@pytest.mark.parametrize("text", [text for _, text in displays("example")])
def test_examples_have_no_mistake(text, policy, with_lists, tmp_path):
    # Some of them have a preset, whose list is installed with the tool.
    tool, _ = install(tmp_path / "installed")
    path = policy(with_lists(text))
    assert values(entries(path, tool))
    # Users and groups of the examples need not be there; all sections have to be whole policies.
    result = run("policy", "--config", path, "--check", tool=tool)
    assert result.errors == "" and result.status in (0, 1)
    count = len([line for line in result.lines if ": warning: " in line])
    assert result.lines[-1] == "1 file, no mistake" + ["", ", 1 warning", f", {count} warnings"][min(count, 2)]


def test_there_are_examples():
    assert len(displays("example")) >= 5


def test_messages_are_those_of_the_tool(policy):
    found = displays("message")
    assert found
    for line, message in found:
        path = policy(line + "\n")
        result = run("policy", "--config", path)
        assert (result.status, result.errors) == (2, "passwordrules: " + message.replace("FILE", path, 1))


# The other modules.

@pytest.mark.parametrize("title, options", [("PWQUALITY", PWQUALITY), ("PASSWDQC", PASSWDQC)])
def test_each_option_of_the_other_modules_has_its_row(title, options):
    table = re.search(r"\n\.TS\n(.*?)\n\.TE\n", section(title), re.DOTALL).group(1)
    # A cell of several lines is one of one line.
    table = re.sub(r"T\{\n(.*?)\nT\}", lambda match: match.group(1).replace("\n", " "), table, flags=re.DOTALL)
    rows = [line.split("\t") for line in table.split("\n")[2:] if line != "_"]
    assert all(len(row) == 3 or not row[0] for row in rows)
    firsts = [first for row in rows for first in ([row[0]] if row[0] in options else row[0].split(", "))]
    assert [option for option in options if option not in firsts] == []
    # Whatever is named as the equal must be a key.
    words = {word for row in rows for word in re.findall(r"\\?%?([a-z-]+) = ", row[1])}
    assert words <= set(described_keys()) | {"the same"}


# How they look.

@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_pages_render_without_warnings(page):
    # Small systems have a program of that name that only says that there are no manual pages.
    if not shutil.which("man") or not subprocess.run(["man", "--version"], capture_output=True).stdout.startswith(b"man "):
        pytest.skip("man (package man-db) is not installed")
    command = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page]
    done = subprocess.run(command, capture_output=True, timeout=60, env={**os.environ, "MANWIDTH": "80"})
    assert (done.returncode, done.stderr.decode()) == (0, "")
    # Every title is in the output.
    with open(page) as source:
        titles = re.findall(r"(?m)^\.Sh (.*)$", source.read())
    assert titles
    for title in titles:
        for word in title.split():
            assert word in done.stdout.decode()


@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_displays_fit_a_terminal(page):
    with open(page) as source:
        found = re.findall(r"(?m)^\.Bd -literal -offset (.*)\n((?:(?!\.Ed).*\n)*)\.Ed$", source.read())
    assert found
    for offset, text in found:
        # Text is indented by 5 columns, and a display by more.
        indent = 5 + {"indent": 6, "4n": 4}[offset]
        assert all(indent + len(line) <= 80 for line in unescape(text).splitlines()), text
