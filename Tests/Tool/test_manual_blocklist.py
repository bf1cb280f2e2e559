"""Sources/Manual/passwordrules-blocklist.5 describes lists: a file written as the page describes equals the
tool's, and the page is right about comparing, sizes and damage."""

import hashlib
import json
import os
import re
import subprocess
import sys

import pytest

from manual import Page, to_number, unescape
from tool import run

PAGE = Page("passwordrules-blocklist.5")
SOURCE = PAGE.source
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
MATCHES = ["exact", "folded", "mangled"]


# A slow and simple writer that follows only the page, and takes its numbers from there.

# The page's formula for what an entry e with the number i adds to a bucket's checksum.
[SUMMAND] = re.findall(r"(?m)^(\(e .*?\)), modulo 2\^32\.$", PAGE.subsection("Index"))
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
    """The header by the table, which has names of values."""
    written = b""
    for offset, length, value, _ in PAGE.table("header"):
        assert len(written) == int(offset)
        if value == "check":
            values = {**values, "check": checksum(written)}
        length = int(length)
        written += bytes.fromhex(value) if length == 8 and " " in value else low(
            int(value) if value.isdigit() else values[value], length)
    return written


def written_list(keys, match, hash_number=1):
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
    values = {"hash": hash_number, "match": MATCHES.index(match) + 1, "bits": bits, "count": len(keys), "size": size_for(len(keys)),
              "sum": checksum(index + entries), "largest": largest}
    return header(values) + index + entries


def list_of(words, match="mangled"):
    """The list of these words, entered as the page says."""
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

# The largest count without bucket bits; the smallest counts with one, two and three bucket bits; and counts with buckets
# that are empty or have one entry.
@pytest.mark.parametrize("count", [1, 2, 64, 65, 129, 257, 500])
@pytest.mark.parametrize("match", MATCHES)
def test_built_list_matches_the_page(count, match, build):
    words = WORDS[:count]
    assert [int(length) for _, length, _ in PAGE.table("index")] == [5, 3], "as written_list has them"
    assert content(build("--match", match, "-", input=b"\n".join(words) + b"\n")) == list_of(words, match)


def test_built_list_of_ntlm_hashes_matches_the_page(build):
    [kinds] = [meaning for *_, value, meaning in PAGE.table("header") if value == "hash"]
    number = int(re.search(r"(\d+) NTLM", kinds)[1])
    hashes = [hashlib.md5(word).hexdigest() for word in WORDS]
    path = build("--format", "ntlm", "-", input="\n".join(hashes).encode())
    assert content(path) == written_list([int(digits[:16], 16) for digits in hashes], "exact", number)


@pytest.mark.parametrize("count", [1, 64, 65, 500])
def test_program_of_the_page_reads_built_list(count, build):
    words, others = WORDS[:count], [b"Other %d" % index for index in range(50)]
    path = build("--match", "exact", "-", input=b"\n".join(words) + b"\n")
    [program] = PAGE.examples("lookup")
    done = subprocess.run([sys.executable, "-c", program, path], input=b"\n".join(words + others) + b"\n",
                          capture_output=True)
    assert done.stderr == b""
    assert done.stdout.decode().split("\n")[:-1] == ["listed"] * len(words) + ["not listed"] * len(others)


# Comparison.

def found(policy, path, match, password):
    """The tool's outcome for a listed password."""
    lines = f"rules = minlength: 1;\nblocklist = {match} {path}\n"
    result = run("check", "--config", policy(lines), "--json", input=password + b"\n")
    assert result.errors == ""
    [outcome] = [outcome for outcome in json.loads(result.output)["outcomes"] if outcome["rule"] == "blocklist"]
    assert outcome["met"] == (outcome["actual"] == 0)
    return outcome["actual"], outcome["message"]


@pytest.mark.parametrize("password, found_by", [row[:2] for row in PAGE.table("comparison")])
def test_comparison_matches_the_table(password, found_by, policy, save):
    [before] = re.findall(r'This is found if\n(.*?)\nare listed:', SOURCE, re.DOTALL)
    words = re.findall(r"\.Ql (\w+)", before)
    assert len(words) == 4
    path = save(list_of([word.encode() for word in words]))
    expected = MATCHES.index(found_by) + 1 if found_by != "not" else 0
    for number, match in enumerate(MATCHES, 1):
        actual = found(policy, path, match, password.encode())[0]
        assert actual == (expected if expected <= number else 0), match


def test_refusals_match_the_page(policy, save):
    path = save(list_of([b"password"]))
    [(_, text)] = re.findall(r"A password that is listed is refused with(.*?)\n\.Bd .*?\n(.*?)\.Ed\n", SOURCE, re.DOTALL)
    told = [found(policy, path, "mangled", password)[1] for password in [b"password", b"PASSWORD", b"drowssap"]]
    assert text.splitlines() == told


def test_comparison_changes_only_the_password(policy, save):
    path = save(written_list([key_of(b"Password")], "mangled"))
    assert [found(policy, path, "mangled", password)[0] for password in [b"Password", b"password", b"PASSWORD"]] == [1, 0, 0]


def test_sizes_and_chances_match_the_table():
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
    return re.escape(described_messages()[code]).replace("N", r"\d+").replace("FILE", ".*")


def line_of(path):
    """What follows a message: the line of the policy, with a mark under the path."""
    return re.escape(f"    blocklist = {path}\n    {' ' * len('blocklist = ')}^{'~' * (len(path) - 1)}\n")


def with_byte(offset, change):
    """A list with one byte changed."""
    good = bytearray(list_of([b"password"]))
    good[offset] ^= change
    return bytes(good)


@pytest.mark.parametrize("code, content", [
    (320, b"password\n"), (321, with_byte(8, 3)), (322, with_byte(24, 1)), (323, list_of([b"password"])[:-1]),
    (323, list_of([b"password"]) + b"\n"), (323, list_of([b"password"])[:40]),
])
def test_problems_of_lists_match_the_page(code, content, policy, save):
    path = save(content)
    result = run("policy", "--config", policy(f"rules = minlength: 1;\nblocklist = {path}\n"))
    assert result.status == 2
    assert re.search(f": error: blocklist {re.escape(path)} {pattern(code)}\n{line_of(path)}$", result.errors)


@pytest.mark.parametrize("code, change", [
    (None, os.stat), (302, lambda path: (os.unlink(path), os.mkdir(path))), (304, lambda path: os.chmod(path, 0o664)),
    pytest.param(303, lambda path: os.chown(path, 1, -1), marks=needs_root), (301, os.unlink)])
def test_problems_of_files_match_the_page(code, change, policy, save):
    path = save(list_of([b"password"]))
    change(path)
    errors = run("policy", "--config", policy(f"rules = minlength: 1;\nblocklist = {path}\n")).errors
    assert re.search(f" {pattern(code)}\n{line_of(path)}$", errors) if code else errors == ""


def test_late_damage_refuses_as_documented(policy, save):
    path = save(with_byte(-1, 1))
    lines = "rules = minlength: 1;\nblocklist = {} {}\n"
    told = re.search(r"\.Ql (could not be checked .*) \.\n", SOURCE).group(1)
    result = run("check", "--config", policy(lines.format("exact", path)), input=b"password\n")
    assert (result.status, result.lines) == (1, [f"rejected: {told}"])
    result = run("check", "--config", policy(lines.format("optional exact", path)), input=b"password\n")
    assert result.status == 0


def test_verify_finds_damage_as_documented(policy, save):
    """`verify` reports the position. It also reports a wrong checksum of the whole list, which no other reader checks."""
    bucket = run("blocklist", "verify", save(with_byte(-1, 1)))
    assert bucket.status == 1 and re.search(r"is damaged: bucket 0 at byte \d+ has a checksum mismatch", bucket.errors)
    other = bytearray(with_byte(40, 1))
    other[56:64] = low(checksum(other[:56]), 8)
    path = save(other)
    total = run("blocklist", "verify", path)
    assert total.status == 1 and "is damaged: " in total.output.decode() + total.errors
    assert found(policy, path, "exact", b"password")[0] == 1


# Examples.

def test_options_match_the_tool():
    described = set(re.findall(r"Fl Fl ([a-z-]+)", "\n".join(re.findall(r"(?m)^\.It Fl .*", PAGE.subsection("Options")))))
    assert len(described) >= 5
    result = run("blocklist", "build", "--help")
    assert result.status == 0
    offered = set(re.findall(r"(?m)^  (?:-\w, )?--([a-z-]+)", result.output.decode()))
    assert offered - {"help", "version"} == described
