"""passwordrules blocklist build, info, verify, lookup"""

import hashlib
import json
import os
import random
import struct
import tempfile
import threading
import time

import pytest

from tool import run

HASH = "0123456789ABCDEFFEDCBA98765432100A1B2C3D"


def sha1(word):
    return hashlib.sha1(word.encode() if isinstance(word, str) else word).hexdigest().upper()


def fnv(*parts):
    value = 0xCBF29CE484222325
    for part in parts:
        for byte in part:
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def expected_file(digests, match):
    """The file as passwordrules-blocklist(5) describes it, of hex digests."""
    keys = sorted({int(digest[:16], 16) for digest in digests})
    bits = next(bits for bits in range(25) if len(keys) <= 64 << bits or bits == 24)
    buckets = [[] for _ in range(1 << bits)]
    for key in keys:
        buckets[key >> 64 - bits].append((key << bits & 2**64 - 1) >> 32)
    index, entries, first = b"", b"", 0
    for number, bucket in enumerate(buckets):
        data = b"".join(entry.to_bytes(4, "little") for entry in bucket)
        end = first + len(bucket)
        check = fnv(struct.pack("<I", number), first.to_bytes(5, "little"), end.to_bytes(5, "little"))
        check += sum((entry + (entry >> 24) * 0x010101) * (2 * place + 1) for place, entry in enumerate(bucket))
        index += first.to_bytes(5, "little") + (check & 0xFFFFFF).to_bytes(3, "little")
        entries += data
        first = end
    index += struct.pack("<Q", len(keys))
    header = b"\x89PWRB\r\n\x1a" + struct.pack(
        "<IIBBBBIQQQQ", 2, 64, 1, {"exact": 1, "folded": 2, "mangled": 3}[match], bits, 4, 0, len(keys),
        64 + len(index) + len(entries), fnv(index, entries), max(map(len, buckets)))
    return header + struct.pack("<Q", fnv(header)) + index + entries


@pytest.fixture
def write(tmp_path):
    """Writes a file; returns its path."""
    def write(content, name=None):
        path = tmp_path / (name or f"input{len(list(tmp_path.iterdir()))}")
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)
    return write


@pytest.fixture
def build(tmp_path):
    """Builds a list; returns the result and the file's bytes, None if there is no file."""
    def build(*arguments, has_old=False, **options):
        path = tmp_path / "out" / "list"
        path.parent.mkdir(exist_ok=True)
        if not has_old:
            path.unlink(missing_ok=True)
        result = run("blocklist", "build", "-o", str(path), *arguments, **options)
        # Nothing else is ever left.
        assert set(os.listdir(path.parent)) <= {"list"}
        return result, path.read_bytes() if path.exists() else None
    return build


def built(outcome):
    result, content = outcome
    assert (result.status, content is None) == (0, False), result.errors
    return content


def refused(outcome, message):
    result, content = outcome
    assert (result.status, result.output, content) == (2, b"", None)
    assert result.errors == f"passwordrules: {message}\n"


# ---- What is built ----


def test_words(write, build):
    result, content = build(write("password\nletmein\nhunter2\n"), "--match", "exact")
    assert (result.status, result.errors) == (0, "")
    assert content == expected_file([sha1("password"), sha1("letmein"), sha1("hunter2")], "exact")
    assert len(result.lines) == 1 and result.lines[0].endswith("/out/list: 3 entries, 92 bytes, 245.3 bits each")


@pytest.mark.parametrize("match", ["exact", "folded", "mangled", None])
def test_words_are_found_in_any_capitals(write, build, match):
    content = built(build(write("PassWord\nÄrger\nplain\n"), *(["--match", match] if match else [])))
    forms = ["PassWord", "Ärger", "plain"] + (["password", "arger"] if match != "exact" else [])
    assert content == expected_file([sha1(form) for form in forms], match or "mangled")


@pytest.mark.parametrize("lines", [
    [HASH], [HASH, HASH.lower()], [f"{sha1(str(n))}:{n + 1}" for n in range(300)],
    [sha1(str(n)).lower() for n in range(1000)]], ids=range(4))
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("has_last_end", [True, False])
def test_hashes(write, build, lines, end, has_last_end):
    text = end.join(lines) + (end if has_last_end else "")
    result, content = build("--format", "sha1", write(text))
    assert (result.status, result.errors) == (0, "")
    assert content == expected_file(lines, "exact")


def test_hashes_of_words_are_the_words(write, build):
    words = [f"word{number}" for number in range(500)]
    content = built(build(write("\n".join(words)), "--match", "exact"))
    assert content == built(build(write("\n".join(map(sha1, words))), "--format", "sha1"))


def test_the_order_does_not_matter(write, build):
    words = [f"Word{number}" for number in range(5000)]
    first = built(build(write("\n".join(words))))
    random.Random(7).shuffle(words)
    half, other = write("\n".join(words[:3000])), write("\r\n".join(words[1000:]))
    assert first == built(build(half, other)) == built(build(other, half, other))
    assert first == built(build("-", other, input="\n".join(words).encode()))
    assert first == built(build(half, other, "--memory", "16"))


def test_more_keys_than_fit_into_memory(write, build):
    # 16 MiB hold some hundred thousand keys.
    numbers = list(range(700_000))
    random.Random(8).shuffle(numbers)
    digests = [sha1(str(number)) for number in numbers]
    path = write("\n".join(digests))
    content = built(build("--format", "sha1", "--memory", "16", path))
    assert content == built(build("--format", "sha1", path))
    assert content == built(build("--format", "sha1", "--memory", "16", write("\n".join(sorted(digests)))))
    assert content[24:32] == struct.pack("<Q", len(numbers))


def test_ranges(tmp_path, write, build):
    digests = sorted(sha1(str(number)) for number in range(100))
    folder = tmp_path / "ranges"
    folder.mkdir()
    for number, prefix in enumerate(sorted({digest[:5] for digest in digests})):
        name = [prefix, prefix.lower(), prefix + ".txt"][number % 3]
        own = [f"{digest[5:]}:{number + 1}" for digest in digests if digest[:5] == prefix]
        (folder / name).write_text("\r\n".join(own))
    (folder / ".hidden").write_text("no hash")
    result, content = build(str(folder))
    assert result.status == 0
    count = len(os.listdir(folder)) - 1
    assert result.errors == f"passwordrules: {folder}: note: {count} of 1,048,576 ranges are there\n"
    whole = write("\n".join(digests))
    assert content == expected_file(digests, "exact") == built(build("--format", "sha1", whole))
    assert content == built(build("--format", "sha1", whole, str(folder)))
    words = write("\n".join(map(str, range(100))))
    refused(build(words, str(folder)),
            "words are compared mangled and hashes exact; for a list of both, say which by --match")
    assert content == built(build(words, str(folder), "--match", "exact"))


def test_few_hashes_are_left_out(write, build):
    a, b, c = sha1("a"), sha1("b"), sha1("c")
    # Each line on its own; a count of 0 is what ranges are padded with.
    first, second = write(f"{a}:3\n{b}:2\n{c}:0\n"), write(f"{b}:3\n{a}:1\n")
    for minimum, kept in [(None, [a, b]), (1, [a, b]), (2, [a, b]), (3, [a, b])]:
        arguments = ["--min-count", str(minimum)] if minimum else []
        assert built(build("--format", "sha1", first, second, *arguments)) == expected_file(kept, "exact")
    assert built(build("--format", "sha1", first, "--min-count", "3")) == expected_file([a], "exact")
    refused(build("--format", "sha1", second, first, "--min-count", "4"),
            "there is no password in the input, and no list without one")


@pytest.mark.parametrize("rest", ["x" * 80 + "\nword\n", "\n\ufeffword\n", "x" * 9000 + "\n\ufeffy"], ids=range(3))
def test_a_byte_order_mark_however_it_comes(tmp_path, write, build, rest):
    """The chunks of a pipe make no difference: only the first byte order mark is not part of the first line."""
    text = ("\ufeff\ufeff" + rest).encode()
    words = [line for line in text[3:].split(b"\n") if 0 < len(line) <= 4096]
    expected = expected_file(map(sha1, words), "exact")
    assert built(build(write(text), "--match", "exact")) == expected
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for cut in [2, 3, 6, 70, 85]:
        def send():
            with open(fifo, "wb", buffering=0) as pipe:
                pipe.write(text[:cut])
                time.sleep(0.2)
                pipe.write(text[cut:])
        threading.Thread(target=send).start()
        assert built(build(str(fifo), "--match", "exact")) == expected, cut


# ---- What is skipped ----


def test_lines_that_are_no_passwords(write, build):
    lines = [b"good", b"", b"\xff\xfe", b"nul\0", b"tab\there", b"x" * 4096, b"x" * 4097, b"y" * (1 << 20), b"\x1b[m",
             b"cr\rhere", b"\r", b"last"]
    path = write(b"\r\n".join(lines))
    result, content = build(path, "--match", "exact")
    assert content == expected_file([sha1(word) for word in (b"good", b"tab\there", b"x" * 4096, b"last")], "exact")
    words = {3: "not valid UTF-8", 4: "has a control character", 7: "longer than 4096 bytes",
             8: "longer than 4096 bytes", 9: "has a control character"}
    notes = [f"passwordrules: {path}:{line}: note: skipped: {reason}" for line, reason in words.items()]
    assert result.errors.splitlines() == notes + ["passwordrules: note: 2 more lines skipped"]
    assert result.lines[0].endswith(
        "; 7 lines skipped: 1 not valid UTF-8, 4 has a control character, 2 longer than 4096 bytes")


def test_binary_input(write, build):
    data = random.Random(9).randbytes(1 << 20)
    result, content = build(write(data + b"\nword\n"), "--match", "exact")
    assert result.status == 0 and len(result.errors.splitlines()) == 6
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]

    def is_word(line):
        if not 0 < len(line) <= 4096 or any(byte < 0x20 and byte != 9 for byte in line):
            return False
        try:
            return bool(line.decode())
        except UnicodeDecodeError:
            return False
    assert content == expected_file([sha1(line) for line in lines if is_word(line)] + [sha1("word")], "exact")


@pytest.mark.parametrize("content, skipped", [
    (b"", None), (b"\n\n\r\n", None), (b"\0" * 4000, "1 line was skipped, the first at {}:1: has a control character"),
    (b"\n" + b"\xff\n" * 3, "3 lines were skipped, the first at {}:2: not valid UTF-8"),
    (b"x" * 9_000_000, "1 line was skipped, the first at {}:1: longer than 4096 bytes"),
    ("word\n".encode("utf-16"), "2 lines were skipped, the first at {}:1: has a control character")], ids=range(6))
def test_nothing_but_what_is_no_password(write, build, content, skipped):
    path = write(content)
    refused(build(path), "there is no password in the input, and no list without one"
            + (f"; {skipped.format(path)}" if skipped else ""))


# ---- What is refused ----


@pytest.mark.parametrize("lines, line, mistake", [
    (["x"], 1, "does not begin with 40 hex digits"), ([HASH, ""], 2, "does not begin with 40 hex digits"),
    ([HASH, HASH[:-1]], 2, "does not begin with 40 hex digits"),
    ([HASH] * 9999 + [HASH[:20] + "\0" + HASH[21:]], 10000, "does not begin with 40 hex digits"),
    ([HASH + "0"], 1, "has something behind the hash that is no count"),
    ([HASH, HASH + ":1 "], 2, "has something behind the hash that is no count"),
    ([HASH + ":"], 1, "has no number behind the colon, or none that can be"),
    ([HASH + ":99999999999999999999"], 1, "has no number behind the colon, or none that can be"),
    (["x" * (1 << 20)], 1, "does not begin with 40 hex digits"),
], ids=range(9))
def test_damaged_hashes(write, build, lines, line, mistake):
    path = write("\n".join(lines) + "\n")
    refused(build("--format", "sha1", path), f"{path}:{line}: {mistake}")
    text = "\n".join(lines) + "\n"
    refused(build("--format", "sha1", "-", input=text.encode()), f"standard input:{line}: {mistake}")


def test_damaged_hashes_leave_the_old_list(write, build):
    old = built(build(write("word\n")))
    result, content = build("--format", "sha1", write(HASH + "\n" + HASH[:-1] + "\n"), has_old=True)
    assert (result.status, content) == (2, old)


def test_counts_that_are_missing(write, build):
    path = write(f"{HASH}:1\n{HASH}\n")
    refused(build("--format", "sha1", path, "--min-count", "1"), f"{path}:2: has no count, which --min-count asks for")
    words = write("word\n")
    refused(build(words, "--min-count", "1"),
            f"{words}: --min-count is for hashes with counts, and this is a list of words")


@pytest.mark.parametrize("first", [HASH, HASH.lower(), HASH + ":17", HASH + "\r", HASH + ":1\r", "\ufeff" + HASH])
def test_hashes_are_not_taken_for_words(write, build, first):
    path = write(first + "\nword\n")
    question = "looks like a hash; say --format sha1 if it is one, --format words if it is a password"
    refused(build(path), f"{path}:1: {question}")
    refused(build(write("word\n"), path), f"{path}:1: {question}")
    refused(build("-", input=first.encode()), f"standard input:1: {question}")
    assert built(build("--format", "words", path))


@pytest.mark.parametrize("first", [HASH[:-1], HASH + "0", HASH + ":x", "x" + HASH])
def test_words_are_not_taken_for_hashes(write, build, first):
    assert built(build(write(first + "\n"), "--match", "exact")) == expected_file([sha1(first)], "exact")


@pytest.mark.parametrize("names, message", [
    (["readme"], '"readme" is'), (["0000", "00000.TXT", "0000g"], '"0000", "00000.TXT", "0000g" are'),
    (["b", "a", "c", "d", "e"], '"a", "b", "c" and 2 more are'), (["00000.txt.txt"], '"00000.txt.txt" is'),
    (["x\x1b"], '"x?" is')], ids=range(5))
def test_other_files_among_ranges(tmp_path, build, names, message):
    folder = tmp_path / "ranges"
    folder.mkdir()
    for name in ["00000", *names]:
        (folder / name).write_text(HASH[5:] + ":1\n")
    refused(build(str(folder)),
            f"{folder}: {message} not named like the file of a range, 5 hex digits with or without .txt")


def test_empty_hashes(write, build):
    full, empty = write(HASH), write("")
    refused(build("--format", "sha1", full, empty), f"{empty}: is empty, which no list of hashes is")
    refused(build("--format", "sha1", "-", full), "standard input: is empty, which no list of hashes is")


def test_folders_without_ranges(tmp_path, write, build):
    """The disk may not be mounted, for instance: an incomplete list is worse than none."""
    folder, words = tmp_path / "ranges", write("word\n")
    folder.mkdir()
    os.mkfifo(tmp_path / "fifo")
    for has_hidden in [False, True]:
        if has_hidden:
            (folder / ".hidden").write_text(HASH[5:])
        # The check comes before any reading, which may take hours: the FIFO has no writer.
        for inputs in [[folder], [words, folder], [folder, words], [tmp_path / "fifo", folder]]:
            refused(build("--match", "exact", *map(str, inputs)), f"{folder}: is empty, which no list of hashes is")


def test_two_files_of_one_range(tmp_path, write, build):
    folder = tmp_path / "ranges"
    folder.mkdir()
    names = ["00000", "00000.txt", "abcde", "ABCDE"]
    digests = [name[:5] + sha1(name)[5:] for name in names]
    for name, digest in zip(names, digests):
        (folder / name).write_text(digest[5:] + ":1\n")
    result, content = build(str(folder))
    assert result.errors == f"passwordrules: {folder}: note: 2 of 1,048,576 ranges are there\n"
    assert content == expected_file(digests, "exact")


def test_damaged_ranges(tmp_path, build):
    folder = tmp_path / "ranges"
    folder.mkdir()
    (folder / "00000").write_text(HASH[5:] + ":1\n")
    (folder / "ABCDE.txt").write_text("")
    refused(build(str(folder)), f"{folder}/ABCDE.txt: is empty, which no list of hashes is")
    (folder / "ABCDE.txt").write_text(HASH[5:] + ":1\n" + HASH + ":1\n")
    refused(build(str(folder)), f"{folder}/ABCDE.txt:2: has something behind the hash that is no count")
    refused(build(str(folder), "--format", "words"), f"{folder}: is a folder; word lists are files")
    (folder / "ABCDE.txt").unlink()
    (folder / "ABCDE").mkdir()
    refused(build(str(folder)), f"{folder}/ABCDE: cannot be read: Is a directory")


@pytest.mark.parametrize("arguments", [
    [], ["--memory", "15", "x"], ["--memory", "65537", "x"], ["--memory", "-1", "x"], ["--match", "own", "x"],
    ["--format", "md5", "x"], ["--min-count", "0", "x"], ["--min-count", "-1", "x"],
    ["--min-count", "1", "--format", "words", "x"], ["-", "-"], [""]])
def test_usage_errors(build, arguments):
    result, content = build(*arguments, input=b"word\n")
    assert (result.status, result.lines, content) == (2, [], None) and result.errors


# ---- What is in a list ----


def test_info(write, build, tmp_path):
    path = str(tmp_path / "out" / "list")
    content = built(build(write("\n".join(map(str, range(1000)))), "--match", "folded"))
    result = run("blocklist", "info", path)
    assert (result.status, result.errors) == (0, "")
    assert result.lines[:-1] == [
        f"{path}:", "  version          2", "  entries          1,000", "  match            folded",
        f"  size             {len(content):,} bytes", "  per entry        33.6 bits", "  buckets          16"]
    start, rate = result.lines[-1].rstrip(")").split("(")
    assert (start, float(rate)) == ("  false positives  1 in 69 million ", 1000 / 16 / 2**32)
    found = json.loads(run("blocklist", "info", "--json", path).output)
    assert found == {"file": path, "version": 2, "entries": 1000, "match": "folded", "size": len(content),
                     "bitsPerEntry": 8 * len(content) / 1000, "buckets": 16, "falsePositiveRate": 1000 / 16 / 2**32}


def test_other_files_are_no_lists(write, build, tmp_path):
    good = tmp_path / "out" / "list"
    content = built(build(write("word\n")))
    other, short, long = write("word\n"), write(content[:-1]), write(content + b"\0")
    result = run("blocklist", "info", other, str(good), short, long, "/nonexistent", str(tmp_path))
    assert result.status == 2 and result.lines[0] == f"{good}:"
    messages = [
        f"passwordrules: {other}: is not a blocklist; \"passwordrules blocklist build\" makes one",
        f"passwordrules: {short}: is damaged: it has 83 bytes, and should have 84",
        f"passwordrules: {long}: is damaged: it has 85 bytes, and should have 84",
        "passwordrules: /nonexistent: cannot be read: there is no such file",
        f"passwordrules: {tmp_path}: is not a regular file"]
    assert result.errors.splitlines() == messages
    result = run("blocklist", "verify", other, str(good), short, long)
    assert (result.status, result.errors.splitlines()) == (1, messages[:3])
    assert result.lines == [f"{good}: 1 entry, no mistake"]
    assert run("blocklist", "verify", other, "/nonexistent").status == 2


def test_verify(write, build, tmp_path):
    path = tmp_path / "out" / "list"
    content = bytearray(built(build(write("\n".join(map(str, range(200)))))))
    assert run("blocklist", "verify", str(path)).lines == [f"{path}: 200 entries, no mistake"]
    for offset in [0, 8, 30, 63, 64, 71, 72, 95, 96, 103, 104, 500, len(content) - 1]:
        content[offset] ^= 0x10
        path.write_bytes(content)
        result = run("blocklist", "verify", str(path))
        assert (result.status, result.output) == (1, b""), offset
        assert result.errors.startswith(f"passwordrules: {path}: is ")
        content[offset] ^= 0x10
    content[-1] ^= 1
    path.write_bytes(content)
    assert "is damaged: bucket 3, at byte " in run("blocklist", "verify", str(path)).errors


# ---- Looking up ----


@pytest.fixture
def lists(write, build, tmp_path):
    built(build(write("password\nTulipan\n")))
    os.rename(tmp_path / "out" / "list", tmp_path / "words.list")
    built(build("--format", "sha1", write(sha1("Leaked1") + ":9\n" + sha1("PASSWORD") + "\n")))
    os.rename(tmp_path / "out" / "list", tmp_path / "leaked.list")
    return str(tmp_path / "words.list"), str(tmp_path / "leaked.list")


PASSWORDS = b"password\nPassWord\np4ssword1\nLeaked1\nleaked1\nPASSWORD\nTulipan\nnothing\n"
IS, CAPITALS, CHANGES = "listed: as it is", "listed: with other capitals", "listed: with small changes"
NOT = "not listed"


@pytest.mark.parametrize("which, arguments, expected", [
    ([0], [], [IS, CAPITALS, CHANGES, NOT, NOT, CAPITALS, IS, NOT]),
    ([1], [], [NOT, NOT, NOT, IS, NOT, IS, NOT, NOT]),
    ([0, 1], [], [IS, CAPITALS, CHANGES, IS, NOT, IS, IS, NOT]),
    ([1, 0], ["--match", "own"], [IS, CAPITALS, CHANGES, IS, NOT, IS, IS, NOT]),
    ([0, 1], ["--match", "exact"], [IS, NOT, NOT, IS, NOT, IS, IS, NOT]),
    ([0], ["--match", "folded"], [IS, CAPITALS, NOT, NOT, NOT, CAPITALS, IS, NOT]),
])
def test_lookup(lists, which, arguments, expected):
    paths = [lists[number] for number in which]
    result = run("blocklist", "lookup", *paths, *arguments, input=PASSWORDS)
    assert (result.status, result.errors, result.lines) == (1, "", expected)
    result = run("blocklist", "lookup", *paths, *arguments, "--json", input=PASSWORDS)
    objects = [json.loads(line) for line in result.lines]
    ways = {IS: "exact", CAPITALS: "folded", CHANGES: "mangled"}
    assert [found.get("match") for found in objects] == [ways.get(line) for line in expected]
    assert all(found["listed"] == ("match" in found) == (found.get("file") in paths) for found in objects)


def test_lookup_statuses(lists, tmp_path, write):
    assert run("blocklist", "lookup", *lists, input=b"nothing\nat all\n").status == 0
    assert run("blocklist", "lookup", *lists, input=b"").status == 2
    assert run("blocklist", "lookup", input=b"x\n").status == 2
    result = run("blocklist", "lookup", write("word"), input=b"x\n")
    assert (result.status, result.lines) == (2, []) and "is not a blocklist" in result.errors
    damaged = bytearray(open(lists[1], "rb").read())
    damaged[-1] ^= 1
    path = write(bytes(damaged))
    result = run("blocklist", "lookup", path, input=b"x\n")
    assert (result.status, result.lines) == (2, [])
    assert result.errors == f"passwordrules: {path}: is damaged: a part of it is not as it was written\n"


# ---- Where it reads from and writes to ----


def test_a_fifo_as_input(tmp_path, build):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    threading.Thread(target=lambda: fifo.write_bytes(b"word\nother\n")).start()
    assert built(build(str(fifo), "--match", "exact")) == expected_file([sha1("word"), sha1("other")], "exact")


def test_inputs_that_cannot_be_read(tmp_path, build):
    refused(build(str(tmp_path / "none")), f"{tmp_path}/none: cannot be opened: No such file or directory")
    refused(build(__file__, str(tmp_path / "none")), f"{tmp_path}/none: cannot be opened: No such file or directory")
    secret = tmp_path / "secret"
    secret.write_text("word\n")
    secret.chmod(0)
    if os.geteuid() != 0:
        refused(build(str(secret)), f"{secret}: cannot be opened: Permission denied")


def test_files_of_any_length(build):
    """Together they are longer than any number says."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        paths = [f"{folder}/{number}" for number in range(2)]
        for path in paths:
            with open(path, "w") as file:
                file.write("x")
                try:
                    file.truncate(2**63 - 1)
                except OSError as error:
                    pytest.skip(f"no file can be that long here: {error}")
        refused(build("--format", "sha1", *paths), f"{paths[0]}:1: does not begin with 40 hex digits")


@pytest.mark.parametrize("target", ["folder", "fifo", "/dev/null", "/dev/full"])
def test_only_files_are_replaced(tmp_path, write, target):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    path = target if target.startswith("/") else str(tmp_path / target)
    result = run("blocklist", "build", "-o", path, write("word\n"))
    assert (result.status, result.lines) == (2, [])
    assert result.errors == f"passwordrules: {path}: is not a regular file, so a blocklist cannot take its place\n"
    assert os.listdir(tmp_path / "folder") == []


def test_a_link_stays_one(tmp_path, write):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real/list")
    for words in ["one\n", "two\n"]:
        arguments = ["-o", str(tmp_path / "link"), write(words, "words"), "--match", "exact"]
        assert run("blocklist", "build", *arguments).status == 0
        assert (tmp_path / "real" / "list").read_bytes() == expected_file([sha1(words.strip())], "exact")
    assert (tmp_path / "link").is_symlink() and os.listdir(tmp_path / "real") == ["list"]


def test_a_link_to_what_is_no_text(tmp_path, write):
    link, words = tmp_path / "link", write("word\n")
    os.symlink(b"t\xff.list", link)
    before = os.listdir(os.fsencode(tmp_path))
    result = run("blocklist", "build", "-o", str(link), words)
    assert (result.status, result.lines) == (2, [])
    assert result.errors == f"passwordrules: {link}: is a symbolic link to a path that is not valid UTF-8\n"
    assert os.listdir(os.fsencode(tmp_path)) == before


@pytest.mark.parametrize("mask, mode", [(0o022, 0o644), (0o077, 0o600), (0, 0o644)])
def test_permissions(tmp_path, write, mask, mode):
    path = tmp_path / "list"
    # What replaces a list may be read by those who could read it, at most.
    for old in [None, 0o444, 0o640, 0o600, 0o666]:
        if old:
            path.chmod(old)
        arguments = ["-o", str(path), write("word\n", "words")]
        assert run("blocklist", "build", *arguments, preexec_fn=lambda: os.umask(mask)).status == 0
        assert path.stat().st_mode & 0o777 == mode & (old or 0o777)


def test_the_result_may_take_the_place_of_an_input(tmp_path, write):
    path = write("word\n")
    assert run("blocklist", "build", "-o", path, path, "--match", "exact").status == 0
    assert open(path, "rb").read() == expected_file([sha1("word")], "exact")
