"""Sources/Manual/passwordrules-ranks.5 describes lists of ranked words: a file written as the page describes
equals the tool's, and the page is right about inputs and damage."""

import functools
import glob
import math
import os
import re
import subprocess
import sys

import pytest

from manual import Page, unescape
from tool import RANKS, ROOT, run

PAGE = Page("passwordrules-ranks.5")
SOURCE = PAGE.source


# A slow and simple writer that follows only the page, and takes its numbers from there.

START, PRIME = (int(number, 16) for number in re.findall("0x[0-9A-F]+", PAGE.subsection("Checksums")))
BASE, MIX = (int(number, 16) for number in re.findall("0x[0-9A-F]+", PAGE.subsection("Keys")))
[(_, PROBABILITY)] = PAGE.displays("example: probability")
[LONGEST] = map(int, re.findall(r"A form of no character, or of more than (\d+), has none", SOURCE))
LEET = str.maketrans("01!|34@5$7+89", "oiiieaassttbg")


def low(number, length):
    return number.to_bytes(length, "little")


def check(data):
    value = START
    for byte in data:
        value = (value ^ byte) * PRIME % 2**64
    return value


def mixed(value, number):
    value = (value ^ number) * PRIME % 2**64
    return value ^ value >> 29


def total(data):
    sums = [START + turn for turn in range(4)]
    for offset in range(0, len(data), 8):
        turn = offset // 8 % 4
        sums[turn] = mixed(sums[turn], int.from_bytes(data[offset:offset + 8], "little"))
    return functools.reduce(mixed, sums)


def keys_of(word):
    """The keys of an ASCII word."""
    keys = []
    for form in [word.lower().replace("l", "i"), word.lower().translate(LEET).replace("l", "i")]:
        key = 0
        for character in form:
            key = (key * BASE + ord(character) + 1) % 2**64
        for _ in range(2):
            key = (key ^ key >> 32) * MIX % 2**64
        keys.append(key)
    return set(keys) if 1 <= len(word) <= LONGEST else set()


def costs(words):
    counts = {}
    for word in words:
        first = second = 26
        for character in word.lower():
            letter = ord(character) - ord("a") if "a" <= character <= "z" else 26
            if letter == 26:
                first = second = 26
                continue
            for context in [(), (second,), (first, second)]:
                counts.setdefault(context, [0] * 26)[letter] += 1
            first, second = second, letter
    none, written = [0] * 26, bytearray()
    for first in range(27):
        for second in range(27):
            seen = [counts.get(context, none) for context in [(), (second,), (first, second)]]
            totals = [sum(each) for each in seen]
            for letter in range(26):
                values = {f"n{index}": each[letter] for index, each in enumerate(seen)}
                values |= {f"t{index}": number for index, number in enumerate(totals)}
                exec(PROBABILITY, {}, values)
                written.append(min(255, math.floor(-math.log2(values["p2"]) * 16 + 0.5)))
            written.append(0)
    return bytes(written) + bytes(5)


def header(values):
    """The header by the table, which has names of values."""
    written = b""
    for offset, length, value, _ in PAGE.table("header"):
        assert len(written) == int(offset)
        if value == "check":
            values = {**values, "check": check(written)}
        length = int(length)
        written += bytes.fromhex(value) if length == 8 and " " in value else low(
            int(value) if value.isdigit() else values[value], length)
    assert len(written) == 64
    return written


def written_list(ranks):
    """The list of these words, each with its best rank."""
    entries = {}
    for word, rank in ranks.items():
        for key in keys_of(word):
            entries[key] = min(entries.get(key, rank), rank)
    count = len(entries)
    bits = next(bits for bits in range(64) if count <= 8 * 2**bits)
    size = -(-(64 + 19688 + 4 * 2**bits + 5 * count) // 32) * 32
    index = b"".join(low(sum(key >> 64 - bits <= bucket for key in entries), 4) for bucket in range(2**bits))
    stored = b"".join(low((key << bits) % 2**64 >> 32, 4) + low(min(255, math.floor(math.log2(entries[key]) * 12 + 0.5)), 1)
                      for key in sorted(entries))
    body = costs(ranks) + index + stored
    body += bytes(size - 64 - len(body))
    return header({"bits": bits, "count": count, "size": size, "sum": total(body)}) + body


WORDS = [f"{name}{'' if number % 3 else number}" for number, name in enumerate(
    f"{a}{b}{c}" for a in ["ba", "Lo", "si", "x"] for b in ["", "na", "t3l", "-q"] for c in ["ra", "l", "$tone", "zZ", "igh"])]


@pytest.fixture
def save(tmp_path):
    def save(content, name="test.ranks"):
        path = tmp_path / name
        path.write_bytes(content)
        path.chmod(0o644)
        return str(path)
    return save


@pytest.fixture
def build(tmp_path):
    """Builds a list by the tool and returns its path."""
    def build(*arguments, input=b""):
        path = str(tmp_path / "built.ranks")
        result = run("ranks", "build", "-o", path, *arguments, input=input)
        assert (result.status, result.errors) == (0, "")
        return path
    return build


def content(path):
    with open(path, "rb") as file:
        return file.read()


def lines(words):
    return "".join(f"{word}\n" for word in words).encode()


# The format.

# Counts without bucket bits, the smallest count with one bucket bit, and counts with several.
@pytest.mark.parametrize("count", [1, 7, 8, 9, 40, len(WORDS)])
def test_built_list_matches_the_page(count, build):
    words = WORDS[:count]
    assert len(set(map(str.lower, words))) == count
    assert content(build("-", input=lines(words))) == written_list({word: rank for rank, word in enumerate(words, 1)})


def test_words_up_to_documented_length_make_entries(build):
    assert f"Words of more than {LONGEST} characters make no entry" in SOURCE
    path = build("-", input=lines(["x" * LONGEST, "y" * (LONGEST + 1)]))
    assert run("ranks", "verify", path).lines == [f"{path}: 1 entry, intact"]


def test_program_of_the_page_reads_built_list(build):
    words = [word for word in WORDS if re.fullmatch("[a-z]+", word)]
    path = build("-", input=lines(words))
    [program] = PAGE.examples("lookup")
    done = subprocess.run([sys.executable, "-c", program, path], input=lines([*words, "absent"]), capture_output=True)
    assert done.stderr == b""
    *ranks, last = done.stdout.decode().splitlines()
    assert last == "not listed" and len(ranks) == len(words) > 10
    for rank, found in enumerate(ranks, 1):
        # A rank is rounded to a twelfth of a bit: by 3 % at most.
        assert abs(int(found) - rank) <= 0.04 * rank, rank


def test_default_list_is_built_from_its_inputs(tmp_path):
    inputs = sorted(glob.glob(os.path.join(ROOT, "build", "ranked", "*")))
    assert len(inputs) > 5
    result = run("ranks", "build", "-o", str(tmp_path / "again"), "--passphrase-words", *inputs)
    assert result.status == 0 and content(tmp_path / "again") == content(RANKS)


# Diagnostics.

def described_messages():
    """The messages of DIAGNOSTICS by their numbers; N stands for a number."""
    return {int(code): unescape(text) for code, text in re.findall(r'(?m)^\.It (\d+) Li "(.*)"$', SOURCE)}


def with_byte(offset, change):
    """A list with one byte changed."""
    good = bytearray(written_list({"password": 1}))
    good[offset] ^= change
    return bytes(good)


@pytest.mark.parametrize("code, content", [
    (350, b"password\n"), (351, with_byte(8, 3)), (352, with_byte(24, 2)), (352, with_byte(63, 1)), (354, with_byte(40 + 64, 1)),
    (354, with_byte(-1, 1)), (353, written_list({"password": 1})[:-1]), (353, written_list({"password": 1}) + b"\n")])
def test_problems_match_the_page(code, content, policy, save):
    path = save(content)
    result = run("policy", "--config", policy(f"min-guesses = 10^6\nranked-words = {path}\n"))
    pattern = re.escape(described_messages()[code]).replace("N", r"\d+")
    line = re.escape(f"    ranked-words = {path}\n    {' ' * len('ranked-words = ')}^{'~' * (len(path) - 1)}\n")
    assert result.status == 2
    assert re.search(f":2:16: error: ranked words {re.escape(path)} {pattern}\n{line}$", result.errors)
    verified = run("ranks", "verify", path)
    assert verified.status == 1 and re.search(f"{pattern}$", verified.errors.rstrip("\n"))


def test_missing_list_is_reported_as_documented(policy):
    """A named list is reported at its line, and the bundled one at the line that asks for an estimate."""
    missing = "/nowhere/common.ranks"
    named = run("policy", "--config", policy(f"rules = minlength: 1\nmin-strength = good\nranked-words = {missing}\n"))
    assert named.status == 2 and f":3:16: error: ranked words {missing} cannot be read: no such file" in named.errors
    if os.path.exists("/usr/share/passwordrules/common.ranks"):
        pytest.skip("this machine has the bundled list")
    asked = run("policy", "--config", policy("rules = minlength: 1\nmin-strength = good\n"))
    assert asked.status == 2 and ":2:16: error: ranked words " in asked.errors


# Options.

def test_options_match_the_tool():
    described = set(re.findall(r"Fl Fl ([a-z-]+)", "\n".join(re.findall(r"(?m)^\.It Fl .*", PAGE.subsection("Options")))))
    offered = set(re.findall(r"(?m)^  (?:-\w, )?--([a-z-]+)", run("ranks", "build", "--help").output.decode()))
    assert offered - {"help", "version"} == described and len(described) == 3
