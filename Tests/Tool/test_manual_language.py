"""Sources/Manual/passwordrules.7 describes descriptors: its grammar accepts what the parser accepts, and its
tables and diagnostics match the tool."""

import ctypes
import json
import os
import re
import sys

import pytest

from manual import Page, read, unescape
from tool import ROOT, policy_keys, run

PAGE = Page("passwordrules.7")
SOURCE = PAGE.source

# The Python package finds the library that is loaded already.
ctypes.CDLL(os.path.join(ROOT, "build", "libpasswordrules.so.1"))
sys.path.append(os.path.join(ROOT, "Sources", "Bindings", "Python"))
import passwordrules  # noqa: E402


# The grammar.

def grammar():
    [(_, text)] = PAGE.displays("grammar")
    rules = re.sub(r"\n +", " ", text).splitlines()
    return dict(re.split(r" += ", rule, maxsplit=1) for rule in rules)


def item(rules, token):
    if token.startswith('"'):
        return "(?:" + re.escape(token[1:-1]) + ")"
    if token.startswith("%x"):
        return "[" + "-".join(f"\\x{end}" for end in token[2:].split("-")) + "]"
    return "[0-9]" if token == "DIGIT" else expression(rules, token)


def expression(rules, name):
    """A rule of the notation of RFC 5234 as a regular expression over bytes."""
    written, repeated, open_groups = "", "", []
    for token in re.findall(r'"[^"]*"|%x\w+-\w+|%x\w+|1?\*|[()\[\]/]|[\w-]+', rules[name]):
        if token in ("*", "1*"):
            repeated = {"*": "*", "1*": "+"}[token]
        elif token in ("(", "["):
            written += "(?:"
            # A repetition only applies to the next group or item.
            open_groups.append(repeated if token == "(" else "?")
            repeated = ""
        elif token in (")", "]"):
            written += ")" + open_groups.pop()
        elif token == "/":
            written += "|"
        else:
            written += item(rules, token) + repeated
            repeated = ""
    assert open_groups == [] and repeated == ""
    return f"(?:{written})"


def vectors():
    """The parser's result for each descriptor: the bytes, whether they are accepted, and the codes."""
    for line in read("Tests", "Vectors", "parse.tsv").splitlines():
        if not line or line.startswith("#"):
            continue
        text, verdict, *rest = line.split("\t")
        plain = re.sub(rb"\\(x..|.)", unescaped, text.encode())
        codes = {int(word) for field in [verdict, *rest] for word in field.split()[1:2]}
        yield plain, verdict == "ok", codes


def unescaped(match):
    name = match.group(1)
    marks = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"f": b"\f", b"\\": b"\\", b"e": b""}
    return bytes.fromhex(name[1:].decode()) if len(name) == 3 else marks[name]


def test_grammar_matches_the_parser():
    pattern = re.compile(expression(grammar(), "descriptor").encode(), re.IGNORECASE)
    compared = 0
    for text, is_accepted, codes in vectors():
        if codes & {109, 114} and text.isascii():
            # "Limits": no grammar says that a number is too large, or a class empty.
            assert pattern.fullmatch(text), text
        elif codes & {109, 150, 151}:
            # "Also accepted".
            assert not pattern.fullmatch(text), text
        else:
            assert bool(pattern.fullmatch(text)) == is_accepted, text
            compared += 1
    assert compared > 200


# Properties and classes.

def test_properties_match_the_tool():
    assert len(PAGE.table("properties")) == 7
    for name, value, _ in PAGE.table("properties"):
        value = {"classes": "upper", "number": "5"}[value]
        assert run("lint", "--rules", f"{name}: {value}").status in (0, 1)
        # The tool suggests only names that it knows.
        assert f'did you mean "{name}"?' in run("lint", "--rules", f"{name}x: {value}").output.decode()


def values_of(text):
    """The least and the most value that a cell such as "1 to 4" or "10^3 to 10^40" names, or the first and
    the last word."""
    numbers = re.fullmatch(r"(?:10\^)?(\d+) to (?:10\^)?(\d+)", text)
    return list(map(int, numbers.groups())) if numbers else text.split(", ")[::2]


def test_policy_properties_match_the_tool(policy, prefix):
    rows = PAGE.table("policies")
    known = [key for key in policy_keys() if "unknown property" not in run("policy", "--config", policy(f"rules = {key}: x\n")).errors]
    assert sorted(row[0] for row in rows) == sorted(known) and len(rows) == 5
    for name, value, _ in rows:
        power, [least, most] = "10^" * value.startswith("10^"), values_of(value)
        good, bad = {least, most}, {least - 1, most + 1} if isinstance(least, int) else {"weak", "very-strong"}
        for value in good | bad:
            # The installed tool is needed: to estimate guesses, it reads its list of words.
            result = run("policy", "--config", policy(f"rules = {name}: {power}{value};\n"), tool=f"{prefix}/bin/passwordrules")
            assert result.status == (0 if value in good else 2), (name, value, result.errors)
        assert run("lint", "--rules", f"{name}: {power}{least}").status == 2


def test_classes_match_the_tool():
    rows = PAGE.table("classes")
    assert len(rows) == 6
    for name, count, _ in rows:
        # The tool counts the passwords that it can generate, which have only ASCII characters.
        expected = count if name != "unicode" else "95"
        assert run("count", "--length", "1", f"allowed: {name}").lines[0].split()[0] == expected
    assert rows[-1][1] == f"{0x110000 - 0x800:,}"


NAMES = {"hyphen": "-", "underscore": "_", "full stop": ".", "semicolon": ";", "opening bracket": "[", "closing bracket": "]",
         "space": " ", "backslash": "\\", "quotation mark": '"', "a": "a"}


@pytest.mark.parametrize("written, members", PAGE.table("custom"))
def test_custom_classes_match_the_table(written, members):
    characters = [chr(code) for code in range(0x20, 0x7F)]
    result = run("check", "--rules", f"allowed: {written}", input="".join(f"{one}\n" for one in characters).encode())
    accepted = {one for one, line in zip(characters, result.lines, strict=True) if line == "accepted"}
    assert accepted == {NAMES[name] for name in members.split(", ")}


# Meaning.

def verdict(descriptor, password, *options):
    result = run("check", *options, "--rules", descriptor, input=password.encode() + b"\n")
    assert result.errors == ""
    return result.lines[0].split(":")[0]


@pytest.mark.parametrize("descriptor, password, expected", PAGE.table("verdicts"))
def test_verdicts_match_the_table(descriptor, password, expected):
    assert verdict(descriptor, password) == expected


@pytest.mark.parametrize("descriptor, password, written, strict", PAGE.table("both"))
def test_readings_match_the_table(descriptor, password, written, strict):
    assert (verdict(descriptor, password), verdict(descriptor, password, "--strict")) == (written, strict)


def test_letters_beyond_ascii():
    assert [row[0] for row in PAGE.table("readings")] == ["no allowed property", "max-consecutive", "unicode"]
    for rules in ["allowed: unicode", "minlength: 1", "maxlength: 1"]:
        assert (verdict(rules, "\u00e9"), verdict(rules, "\u00e9", "--strict")) == ("accepted", "rejected")
    assert verdict("maxlength: 1", "e\u0301") == "rejected"


@pytest.mark.parametrize("descriptor, length, bits", PAGE.table("lengths"))
def test_generated_lengths_match_the_table(descriptor, length, bits):
    result = json.loads(run("generate", "--rules", descriptor, "--json").output)
    assert (len(result["password"]), f"{result['entropy']:.1f}") == (int(length), bits)


# Forms.

@pytest.mark.parametrize("options, descriptor, form", [
    *([[], *row] for row in PAGE.table("canonical")), *([["--minified"], *row] for row in PAGE.table("minified"))])
def test_forms_match_the_tables(options, descriptor, form):
    assert run("format", *options, descriptor).lines == [form]


@pytest.mark.parametrize("descriptor, kept", PAGE.table("lenient"))
def test_lenient_reading_matches_the_table(descriptor, kept):
    result = run("format", "--lenient", "--minified", descriptor)
    assert (result.status, result.output.decode()) == (0, ("" if kept == "nothing" else kept) + "\n")
    # The descriptor of each row has a mistake.
    assert "error: " in result.errors and run("format", descriptor).status == 2


# Diagnostics.

def diagnostics(descriptor):
    """Number and text of all of lint's diagnostics of a descriptor, by the library."""
    return [(found.code, found.text) for found in passwordrules.lint(descriptor)]


# Examples that cannot be printed at all, or not in a page.
UNPRINTED = {107: b"required: [\t]", 116: b";" * 65537, 151: "required: [a\u00e9]".encode()}


def described():
    """Number, message, and the example of each entry of DIAGNOSTICS."""
    text = PAGE.section("DIAGNOSTICS")
    entries = re.findall(r'(?m)^\.It (\d+) Li "(.*)"\nFor(?:\n\.Ql (.*?)(?: [.,])?$)?', text)
    assert len(entries) == len(re.findall(r"(?m)^\.It ", text))
    return [(int(code), unescape(message), example) for code, message, example in entries]


@pytest.mark.parametrize("code, message, example", described())
def test_diagnostics_match_the_tool(code, message, example, policy):
    if " = " in example:
        # Without rules, there would be another diagnostic. So add rules for which there is none.
        rules = "" if example.startswith("rules") else "rules = minlength: 15;\n"
        result = run("lint", policy(f"{rules}{example}\n"))
        [said] = re.findall(r"(?m)^\S+: (?:error|warning|note): (.*?)(?: \[[a-z0-9-]+\])?$", result.output.decode())[:1]
        assert said == message
        return
    assert (code in UNPRINTED) == (example == "")
    assert (code, message) in diagnostics(UNPRINTED.get(code) or example.encode())


# Strength.

def estimates(prefix, *passwords, options=()):
    """The estimates of passwords by the lists that are installed."""
    result = run("strength", "--json", *options, input="".join(f"{password}\n" for password in passwords).encode(),
                 tool=f"{prefix}/bin/passwordrules")
    assert (result.status, result.errors) == (0, "")
    return [json.loads(line) for line in result.lines]


@pytest.mark.parametrize("password, level, pieces", PAGE.table("strength"))
def test_pieces_match_the_table(password, level, pieces, prefix):
    [found] = estimates(prefix, password)
    assert (found["level"], ", ".join(piece["kind"] for piece in found["pieces"])) == (level, pieces)


def test_levels_match_the_table(prefix):
    rows = PAGE.table("levels")
    limits = {row[0]: int(re.fullmatch(r"10\^(\d+) and more", row[1])[1]) for row in rows[1:]}
    assert rows[0][:2] == ["very weak", f"fewer than 10^{min(limits.values())}"]
    texts = ["q7#Vz-kW2_xRj", "8w5t1n6r3u9k2", "zqxjvkwqzjxvb", "73950618427395"]
    found = estimates(prefix, *(text[:length] for text in texts for length in range(1, len(text) + 1)))
    # Powers of ten on both sides of each limit.
    assert {int(one["guessesLog10"]) for one in found} >= {limit - below for limit in limits.values() for below in (0, 1)}
    for estimate in found:
        reached = [name for name, limit in limits.items() if estimate["guessesLog10"] >= limit]
        assert estimate["level"] == (["very weak"] + reached)[-1], estimate


def test_piece_kinds_match_the_library():
    kinds = [kind.name.lower().replace("_", "-") for kind in passwordrules.PieceKind]
    assert sorted(row[0] for row in PAGE.table("pieces")) == sorted(kinds)
