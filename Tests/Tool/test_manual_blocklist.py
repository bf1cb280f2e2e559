"""Sources/Manual/passwordrules-blocklist.5 says what lists are: a file that is written as the page describes it is the one that the tool
builds, and what the page says of comparing, of sizes and of damage is so."""

import hashlib
import json
import os
import re
import subprocess
import sys

import pytest

from manual import Page, engine, policy, read, to_number, unescape  # noqa: F401 (a fixture)
from tool import run

PAGE = Page("passwordrules-blocklist.5")
SOURCE = PAGE.source
WAYS = ["exact", "folded", "mangled"]


# A writer by the page alone: slow and simple. Its numbers are those of the page.

# What an entry e with the number i adds to a bucket's sum.
[SUMMAND] = re.findall(r"(?m)^(\(e .*?\)), of which the lowest 32 bits are kept\.$", PAGE.subsection("Index"))
START, PRIME = (int(number, 16) for number in re.findall("0x[0-9A-F]+", PAGE.subsection("Checksums")))


def checksum(data):
    value = START
    for byte in data:
        value = (value ^ byte) * PRIME % 2**64
    return value


def low(number, length):
    return number.to_bytes(length, "little")


def key_of(word):
    return int.from_bytes(hashlib.sha1(word).digest()[:8], "big")


def bits_for(count):
    return next((bits for bits in range(25) if count <= 64 * 2**bits), 24)


def size_for(count):
    return 64 + 8 * (2**bits_for(count) + 1) + 4 * count


def header(values):
    """The header by the table, of which a word is the name of a value."""
    written = b""
    for offset, length, value, _ in PAGE.table("header"):
        assert len(written) == int(offset)
        if value == "check":
            values = {**values, "check": checksum(written)}
        length = int(length)
        written += bytes.fromhex(value) if length == 8 and " " in value else low(
            int(value) if value.isdigit() else values[value], length)
    return written


def written_list(keys, match):
    keys = sorted(set(keys))
    bits = bits_for(len(keys))
    index, entries, first, largest = b"", b"", 0, 0
    for bucket in range(2**bits):
        own = [(key >> 32 - bits) % 2**32 for key in keys if key >> 64 - bits == bucket]
        end = first + len(own)
        total = checksum(low(bucket, 4) + low(first, 5) + low(end, 5))
        for i, e in enumerate(own):
            total += eval(SUMMAND)
        index += low(first, 5) + low(total % 2**24, 3)
        entries += b"".join(low(e, 4) for e in own)
        first, largest = end, max(largest, len(own))
    index += low(first, 8)
    values = {"match": WAYS.index(match) + 1, "bits": bits, "count": len(keys), "size": size_for(len(keys)),
              "sum": checksum(index + entries), "largest": largest}
    return header(values) + index + entries


def list_of(words, match="mangled"):
    """As the page says that words are entered."""
    lower = [] if match == "exact" else [word.lower() for word in words]
    return written_list([key_of(word) for word in [*words, *lower]], match)


WORDS = [b"Word %d" % number for number in range(500)]


@pytest.fixture
def save(tmp_path):
    def save(content, name="test.blocklist"):
        path = tmp_path / name
        path.write_bytes(content)
        path.chmod(0o644)
        return str(path)
    return save


@pytest.fixture
def build(tmp_path):
    """Builds a list by the tool and returns its path."""
    def build(*arguments, input=b""):
        path = str(tmp_path / "built.blocklist")
        result = run("blocklist", "build", "-o", path, *arguments, input=input)
        assert (result.status, result.errors) == (0, "")
        return path
    return build


def content(path):
    with open(path, "rb") as file:
        return file.read()


# The format.

def test_the_header_has_no_gaps():
    rows = PAGE.table("header")
    assert [int(offset) for offset, *_ in rows] == [sum(int(row[1]) for row in rows[:number]) for number in range(len(rows))]
    assert sum(int(row[1]) for row in rows) == 64
    assert sum(int(row[1]) for row in PAGE.table("index")) == 8


# The most with no bits, the least with one, with two and with three, and buckets of which some are empty or have one entry.
@pytest.mark.parametrize("count", [1, 2, 64, 65, 129, 257, 500])
@pytest.mark.parametrize("match", WAYS)
def test_what_is_built_is_what_the_page_describes(count, match, build):
    words = WORDS[:count]
    assert content(build("--match", match, "-", input=b"\n".join(words) + b"\n")) == list_of(words, match)


def test_hashes_make_the_list_that_the_page_describes(build, tmp_path):
    hashes = sorted(hashlib.sha1(word).hexdigest().upper() for word in WORDS)
    counts = {digits: 1 + number % 7 for number, digits in enumerate(hashes)}
    (tmp_path / "ordered.txt").write_text("".join(f"{digits}:{counts[digits]}\r\n" for digits in hashes))
    folder = tmp_path / "ranges"
    folder.mkdir()
    for digits in hashes:
        with open(folder / f"{digits[:5]}.txt", "a") as file:
            file.write(f"{digits[5:]}:{counts[digits]}\n")
    every = written_list([key_of(word) for word in WORDS], "exact")
    # The counts stop at 7.
    frequent = written_list([int(digits[:16], 16) for digits in hashes if counts[digits] >= 5], "exact")
    for arguments in [["--format", "sha1", str(tmp_path / "ordered.txt")], [str(folder)]]:
        result = run("blocklist", "build", "-o", str(tmp_path / "all"), *arguments)
        # A folder that lacks ranges may be remarked on.
        assert result.status == 0
        assert content(tmp_path / "all") == every
        assert run("blocklist", "build", "-o", str(tmp_path / "few"), "--min-count", "5", *arguments).status == 0
        assert content(tmp_path / "few") == frequent


def look_up(path, words):
    """Compares the program of the page with a list of these words alone."""
    others = [b"Other %d" % index for index in range(50)]
    [program] = PAGE.examples("lookup")
    done = subprocess.run([sys.executable, "-c", program, path], input=b"\n".join(words + others) + b"\n",
                          capture_output=True, timeout=60)
    assert done.stderr == b""
    assert done.stdout.decode().split("\n")[:-1] == ["listed"] * len(words) + ["not listed"] * len(others)


@pytest.mark.parametrize("count", [1, 64, 65, 500])
def test_the_program_of_the_page_reads_what_the_page_describes(count, save):
    look_up(save(list_of(WORDS[:count], "exact")), WORDS[:count])


@pytest.mark.parametrize("count", [1, 64, 65, 500])
def test_the_program_of_the_page_reads_what_is_built(count, build):
    look_up(build("--match", "exact", "-", input=b"\n".join(WORDS[:count]) + b"\n"), WORDS[:count])


@pytest.mark.parametrize("count", [1, 64, 65, 500])
def test_the_tool_reads_what_the_page_describes(count, policy, save):
    path = save(list_of(WORDS[:count], "exact"))
    for word in WORDS[:count:17]:
        assert found(policy, path, "exact", word)[0] == 1
    for index in range(20):
        assert found(policy, path, "exact", b"Other %d" % index)[0] == 0


# Comparison.

def found(policy, path, way, password):
    """How the tool says that a password is listed."""
    lines = f"rules = minlength: 1;\nblocklist = {way} {path}\n"
    result = run("check", "--config", policy(lines), "--json", input=password + b"\n")
    assert result.errors == ""
    [outcome] = [outcome for outcome in json.loads(result.output)["outcomes"] if outcome["rule"] == "blocklist"]
    assert outcome["met"] == (outcome["actual"] == 0)
    return outcome["actual"], outcome["message"]


@pytest.mark.parametrize("password, found_by", [row[:2] for row in PAGE.table("comparison")])
def test_passwords_are_compared_as_the_table_says(password, found_by, policy, save):
    [before] = re.findall(r'What is found where\n(.*?)\nare listed:', SOURCE, re.DOTALL)
    words = re.findall(r"\.Ql (\w+)", before)
    assert len(words) == 4
    path = save(list_of([word.encode() for word in words]))
    expected = WAYS.index(found_by) + 1 if found_by != "not" else 0
    for number, way in enumerate(WAYS, 1):
        actual = found(policy, path, way, password.encode())[0]
        assert actual == (expected if expected <= number else 0), way


def test_refusals_are_told_as_the_page_says(policy, save):
    path = save(list_of([b"password"]))
    [(_, text)] = re.findall(r"A password that is listed is refused with(.*?)\n\.Bd .*?\n(.*?)\.Ed\n", SOURCE, re.DOTALL)
    told = [found(policy, path, "mangled", password)[1] for password in [b"password", b"PASSWORD", b"drowssap"]]
    assert text.splitlines() == told


def test_only_the_password_is_changed_for_a_comparison(policy, save):
    path = save(written_list([key_of(b"Password")], "mangled"))
    assert [found(policy, path, "mangled", password)[0] for password in [b"Password", b"password", b"PASSWORD"]] == [1, 0, 0]


def test_sizes_and_chances_are_those_of_the_table():
    rows = PAGE.table("size")
    assert len(rows) >= 7
    for entries, bits, mean, chance, size, each in rows:
        count = to_number(entries)
        per_bucket = count / 2**bits_for(count)
        assert bits == str(bits_for(count))
        assert mean == f"{per_bucket:.1f}"
        assert chance == f"{per_bucket / 2**32:.1e}"
        assert size == f"{size_for(count):,}"
        assert each == f"{8 * size_for(count) / count:.2f}"


# Diagnostics.

def described_messages():
    """The messages of DIAGNOSTICS by their numbers; N stands for a number."""
    return {int(code): unescape(text) for code, text in re.findall(r'(?m)^\.It (\d+) Li "(.*)"$', SOURCE)}


def pattern(code):
    return re.escape(described_messages()[code]).replace("N", r"\d+")


def damaged(change):
    good = bytearray(list_of([b"password"]))
    change(good)
    return bytes(good)


def of_other_version(file):
    file[8] = 1


def with_damaged_header(file):
    file[24] ^= 1


def test_each_problem_is_described():
    text, reasons = engine("Blocklist", "BlocklistProblem.swift"), read("Sources", "CPasswordRulesSystem", "system.c")
    codes = {int(code) for code in re.findall(r"(?m)^ *case \.\w+: (\d+)$", text)}
    assert len(codes) >= 7
    described = {code: message for code, message in described_messages().items() if code >= 320}
    assert set(described) == codes
    for message in described.values():
        for part in re.split(r"(?<=: )(?=input)| N bytes|N bytes|N", message):
            assert part.replace('"', '\\"') in text + reasons, part


@pytest.mark.parametrize("code, content", [
    (320, b"password\n"), (321, damaged(of_other_version)), (322, damaged(with_damaged_header)),
    (323, list_of([b"password"])[:-1]), (323, list_of([b"password"]) + b"\n"), (323, list_of([b"password"])[:40]),
])
def test_problems_of_lists_are_told_as_the_page_says(code, content, policy, save):
    path = save(content)
    result = run("policy", "--config", policy(f"rules = minlength: 1;\nblocklist = {path}\n"))
    assert result.status == 2
    assert re.search(f": error: blocklist {re.escape(path)} {pattern(code)}\n$", result.errors)


def test_problems_of_files_are_told_as_the_page_says(policy, save, tmp_path):
    def errors(path):
        return run("policy", "--config", policy(f"rules = minlength: 1;\nblocklist = {path}\n")).errors

    path = save(list_of([b"password"]))
    assert errors(path) == ""
    assert re.search(f" {pattern(302)}\n$", errors(tmp_path))
    os.chmod(path, 0o664)
    assert re.search(f" {pattern(304)}\n$", errors(path))
    os.chmod(path, 0o644)
    if os.geteuid() == 0:
        os.chown(path, 1, -1)
        assert re.search(f" {pattern(303)}\n$", errors(path))
    os.unlink(path)
    assert re.search(f" {pattern(301)}\n$", errors(path))


def test_damage_that_shows_later_refuses_as_the_page_says(policy, save):
    path = save(list_of([b"password"])[:-1] + b"\0")
    lines = "rules = minlength: 1;\nblocklist = {} {}\n"
    told = re.search(r"\.Ql (could not be checked .*) \.\n", SOURCE).group(1)
    result = run("check", "--config", policy(lines.format("exact", path)), input=b"password\n")
    assert (result.status, result.lines) == (1, [f"rejected: {told}"])
    result = run("check", "--config", policy(lines.format("optional exact", path)), input=b"password\n")
    assert result.status == 0


def test_damage_is_found_by_verify_as_the_page_says(policy, save):
    good = list_of([b"password"])
    assert run("blocklist", "verify", save(good)).status == 0

    bucket = run("blocklist", "verify", save(good[:-1] + b"\0"))
    assert bucket.status == 1
    # It says the place.
    assert re.search(r"is damaged: bucket 0 at byte \d+ has a checksum mismatch", bucket.errors)

    def with_other_sum(file):
        file[40] ^= 1
        file[56:64] = low(checksum(file[:56]), 8)

    path = save(damaged(with_other_sum))
    total = run("blocklist", "verify", path)
    assert total.status == 1 and "is damaged: " in total.output.decode() + total.errors
    # There is no other reader.
    assert found(policy, path, "exact", b"password")[0] == 1


# Examples.

def test_options_are_those_of_the_tool():
    described = set(re.findall(r"Fl Fl ([a-z-]+)", "\n".join(re.findall(r"(?m)^\.It Fl .*", PAGE.subsection("Options")))))
    assert len(described) >= 5
    result = run("blocklist", "build", "--help")
    assert result.status == 0
    offered = set(re.findall(r"(?m)^  (?:-\w, )?--([a-z-]+)", result.output.decode()))
    assert offered - {"help", "version"} == described
