"""Sources/Manual/passwordrules.7 says what descriptors mean: its grammar accepts what the parser accepts, and its tables and its
diagnostics are what the tool says."""

import ctypes
import json
import os
import re
import sys

import pytest

from manual import Page, engine, read, to_number, unescape
from tool import ROOT, run

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


def test_grammar_is_what_the_parser_accepts():
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

def property_names():
    """The names of the properties of descriptors in the source of the engine."""
    return set(re.findall(r'case \.\w+: "([^"]+)"', engine("Descriptor", "Property.swift")))


def added_property_names():
    """The names of those that policies alone have."""
    # A key of the same name sets the same for all alternatives.
    folder = os.path.join(ROOT, "Sources", "PasswordRules", "Policy", "Keys")
    sources = [engine("Policy", "Keys", name) for name in os.listdir(folder) if name.endswith(".swift")]
    found = {re.search(r'word: "([^"]+)"', source)[1] for source in sources if "isProperty: true" in source}
    assert len(found) >= 5
    return found


def test_properties_are_those_of_the_engine():
    named = [row[0] for row in PAGE.table("properties")]
    assert set(named) == property_names() and len(named) == 7
    for name, value, _ in PAGE.table("properties"):
        value = {"classes": "upper", "number": "5"}[value]
        assert run("lint", "--rules", f"{name}: {value}").status in (0, 1)
        # A slip of a letter is understood, so the name is one that the tool knows.
        assert f'did you mean "{name}"?' in run("lint", "--rules", f"{name}x: {value}").output.decode()


def values_of(text):
    """The least and the most value that a cell such as "1 to 4" or "10^3 to 10^40" names, or the first and the last word."""
    numbers = re.fullmatch(r"(?:10\^)?(\d+) to (?:10\^)?(\d+)", text)
    return list(map(int, numbers.groups())) if numbers else text.split(", ")[::2]


def test_properties_of_policies_are_those_of_the_engine(policy, prefix):
    rows = PAGE.table("policies")
    assert {row[0] for row in rows} == added_property_names() and len(rows) == 5
    for name, value, _ in rows:
        power, [least, most] = "10^" * value.startswith("10^"), values_of(value)
        good, bad = {least, most}, {least - 1, most + 1} if isinstance(least, int) else {"weak", "very-strong"}
        for value in good | bad:
            # Where guesses are estimated, a list of words is read.
            result = run("policy", "--config", policy(f"rules = {name}: {power}{value};\n"), tool=f"{prefix}/bin/passwordrules")
            assert result.status == (0 if value in good else 2), (name, value, result.errors)
        assert run("lint", "--rules", f"{name}: {power}{least}").status == 2


def test_classes_are_those_of_the_engine():
    rows = PAGE.table("classes")
    parser = engine("Descriptor", "DescriptorParser.swift")
    known = re.search(r"classNames: \[Word\] \{\n +\[(.*)\]", parser).group(1)
    assert [row[0] for row in rows] == re.findall(r'"([^"]+)"', known)
    for name, count, _ in rows:
        # All of unicode cannot be counted by the tool, which counts what is generated.
        expected = count if name != "unicode" else "95"
        assert run("count", "--length", "1", f"allowed: {name}").lines[0].split()[0] == expected
    assert rows[-1][1] == f"{0x110000 - 0x800:,}"


NAMES = {"hyphen": "-", "underscore": "_", "full stop": ".", "semicolon": ";", "opening bracket": "[", "closing bracket": "]",
         "space": " ", "backslash": "\\", "quotation mark": '"', "a": "a"}


@pytest.mark.parametrize("written, members", PAGE.table("custom"))
def test_custom_classes_hold_what_the_table_says(written, members):
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
def test_verdicts_are_those_of_the_table(descriptor, password, expected):
    assert verdict(descriptor, password) == expected


@pytest.mark.parametrize("descriptor, password, written, strict", PAGE.table("both"))
def test_readings_are_those_of_the_table(descriptor, password, written, strict):
    assert (verdict(descriptor, password), verdict(descriptor, password, "--strict")) == (written, strict)


def test_letters_beyond_ascii():
    assert [row[0] for row in PAGE.table("readings")] == ["no allowed property", "max-consecutive", "unicode"]
    for rules in ["allowed: unicode", "minlength: 1", "maxlength: 1"]:
        assert (verdict(rules, "\u00e9"), verdict(rules, "\u00e9", "--strict")) == ("accepted", "rejected")
    assert verdict("maxlength: 1", "e\u0301") == "rejected"


@pytest.mark.parametrize("descriptor, length, bits", PAGE.table("lengths"))
def test_lengths_of_generated_passwords_are_those_of_the_table(descriptor, length, bits):
    result = json.loads(run("generate", "--rules", descriptor, "--json").output)
    assert (len(result["password"]), f"{result['entropy']:.1f}") == (int(length), bits)


def test_limits_of_generating_are_those_of_the_page():
    most, requirements = re.search(r"Passwords of ([\d,]+) characters at most are generated.*\n?.*for up\nto (\d+) diff",
                                   SOURCE).groups()
    most = to_number(most)
    assert run("generate", "--rules", f"minlength: {most}").status == 0
    assert run("generate", "--rules", f"minlength: {most + 1}").status == 2
    pairs = [f"required: [{pair}];" for pair in "ab bc cd de ef fg gh hi ij jk kl lm mn no op".split()]
    assert run("count", "".join(pairs[:int(requirements)])).status == 0
    assert run("count", "".join(pairs[:int(requirements) + 1])).status == 2
    assert run("count", "".join(f"required: [{letter}];" for letter in "abcdefghijklmnop")).status == 0


# Forms.

@pytest.mark.parametrize("options, descriptor, form", [
    *([[], *row] for row in PAGE.table("canonical")), *([["--minified"], *row] for row in PAGE.table("minified"))])
def test_forms_are_those_of_the_tables(options, descriptor, form):
    assert run("format", *options, descriptor).lines == [form]


@pytest.mark.parametrize("descriptor, kept", PAGE.table("lenient"))
def test_lenient_reading_keeps_what_the_table_says(descriptor, kept):
    result = run("format", "--lenient", "--minified", descriptor)
    assert (result.status, result.output.decode()) == (0, ("" if kept == "nothing" else kept) + "\n")
    # Every row is about a mistake.
    assert "error: " in result.errors and run("format", descriptor).status == 2


# Diagnostics.

def diagnostics(descriptor):
    """Number and text of all of lint's diagnostics of a descriptor, by the library."""
    return [(found.code, found.text) for found in passwordrules.lint(descriptor)]


# What cannot be printed, or not in a page.
UNPRINTED = {107: b"required: [\t]", 116: b";" * 65537, 151: "required: [a\u00e9]".encode()}


def described():
    """Number, message, and the example of each entry of DIAGNOSTICS."""
    text = PAGE.section("DIAGNOSTICS")
    entries = re.findall(r'(?m)^\.It (\d+) Li "(.*)"\nOf(?:\n\.Ql (.*?)(?: [.,])?$)?', text)
    assert len(entries) == len(re.findall(r"(?m)^\.It ", text))
    return [(int(code), unescape(message), example) for code, message, example in entries]


@pytest.mark.parametrize("code, message, example", described())
def test_diagnostics_are_those_of_the_tool(code, message, example, policy):
    if " = " in example:
        # Rules, where a line is about something else; they are without a remark of their own.
        rules = "" if example.startswith("rules") else "rules = minlength: 15;\n"
        result = run("lint", policy(f"{rules}{example}\n"))
        [said] = re.findall(r"(?m)^\S+: (?:error|warning|note): (.*?)(?: \[[a-z0-9-]+\])?$", result.output.decode())[:1]
        assert said == message
        return
    assert (code in UNPRINTED) == (example == "")
    assert (code, message) in diagnostics(UNPRINTED.get(code) or example.encode())


def test_limits_are_those_of_the_page():
    [(length, largest)] = re.findall(r"may be ([\d,]+) bytes long, and a number may be ([\d,]+) at\nmost", SOURCE)
    length, largest = to_number(length), to_number(largest)
    assert 116 not in dict(diagnostics(b";" * length)) and 116 in dict(diagnostics(b";" * (length + 1)))
    assert 114 not in dict(diagnostics(b"minlength: %d" % largest))
    assert 114 in dict(diagnostics(b"minlength: %d" % (largest + 1)))


def test_as_many_diagnostics_are_kept_as_the_page_says():
    assert "At most 64 diagnostics of a descriptor are kept" in SOURCE
    assert len(diagnostics(b"x: 1;" * 100)) == 64
    assert len(diagnostics(b"allowed: digits;" * 100)) == 128
    assert 101 in dict(diagnostics(b"allowed: digits;" * 100 + b"x: 1"))


# Strength.

def estimates(prefix, *passwords, options=()):
    """The estimates of passwords by the lists that are installed."""
    result = run("strength", "--json", *options, input="".join(f"{password}\n" for password in passwords).encode(),
                 tool=f"{prefix}/bin/passwordrules")
    assert (result.status, result.errors) == (0, "")
    return [json.loads(line) for line in result.lines]


@pytest.mark.parametrize("password, level, pieces", PAGE.table("strength"))
def test_passwords_consist_of_what_the_table_says(password, level, pieces, prefix):
    [found] = estimates(prefix, password)
    assert (found["level"], ", ".join(piece["kind"] for piece in found["pieces"])) == (level, pieces)


def test_levels_are_those_of_the_engine():
    source = engine("Strength", "StrengthLevel.swift")
    names = dict(re.findall(r'case \.(\w+): "([^"]+)"', source))
    limits = {names[case]: int(number) for case, number in re.findall(r"case \.(\w+): (\d+)\n", source)}
    assert len(limits) == 5 and limits.pop("very weak") == 0
    assert [row[:2] for row in PAGE.table("levels")] == [
        ["very weak", f"fewer than 10^{min(limits.values())}"],
        *([name, f"10^{limit} and more"] for name, limit in limits.items())]
    # Those that a policy can ask for.
    [asked] = [row[2] for row in PAGE.table("policies") if row[0] == "min-strength"]
    assert asked == "the same: " + ", ".join(f"10^{limits[name]}" for name in ["fair", "good", "strong"])
    conf = Page("passwordrules.conf.5").source
    assert re.findall(r"(?m)^\.It Cm (\w+)\n10\^(\d+) guesses$", conf) == [
        (name, str(limits[name])) for name in ["fair", "good", "strong"]]


def test_kinds_of_pieces_are_those_of_the_engine():
    names = re.findall(r'case \.\w+: "([a-z-]+)"', engine("Check", "WeakPiece.swift"))
    assert sorted(row[0] for row in PAGE.table("pieces")) == sorted(names) and len(names) == 9


def test_so_many_characters_count_as_the_page_says(prefix):
    [most] = map(int, re.findall(r"The first (\d+) characters count\.", SOURCE))
    text = "".join(chr(0x61 + number * number % 25) for number in range(most))
    whole, longer = estimates(prefix, text, text + "q7")
    assert (whole["cut"], longer["cut"]) == (False, True)
    assert {**whole, "cut": None} == {**longer, "cut": None}


def test_the_limits_of_words_and_walks_are_those_of_the_page(prefix):
    source = {name: engine("Strength", f"{name}.swift") for name in ["RankedWordList", "KeyPatterns", "RepeatedUnits"]}
    for name, constant, said in [
            ("RankedWordList", "longestWord", "A word of more than {} characters is not found"),
            ("KeyPatterns", "longest", "up to {} keys"), ("RepeatedUnits", "longest", "has {} characters at most")]:
        [number] = re.findall(rf"static var {constant}: Int \{{ (\d+) \}}", source[name])
        assert said.format(number) in PAGE.text
    word = "qwzrtplkj"
    [whole, longer] = estimates(prefix, word, "x" + word, options=["--word", word])
    assert [piece["kind"] for piece in whole["pieces"]] == ["personal-word"]
    # A piece within a longer password takes 50 guesses at least.
    [least] = map(int, re.findall(r"takes (\d+) guesses at least", PAGE.text))
    assert whole["guessesLog10"] == 0 and 10 ** longer["guessesLog10"] > least
