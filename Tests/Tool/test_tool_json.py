"""--json of lint, policy --check and blocklist verify: one object a line, and valid whatever there is to say."""

import json
import os

import pytest

from tool import run

WITH_PLACE = {"severity", "code", "source", "line", "column", "offset", "length", "message"}
AS_A_WHOLE = {"severity", "code", "source", "message"}


def objects(result):
    return [json.loads(line) for line in result.output.decode().split("\n")[:-1]]


@pytest.fixture
def write(tmp_path):
    def write(text, name="policy.conf"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        path.chmod(0o644)
        return str(path)
    return write


# Lint.

def test_lint_rules():
    text = "required: digits;\nminlenght: 8; maxlength: 6"
    result = run("lint", "--json", "--rules", text)
    assert (result.status, result.errors) == (2, "")
    assert objects(result) == [
        {"severity": "note", "code": 150, "source": "rules", "line": 1, "column": 11, "offset": 10, "length": 6,
         "message": '"digits" is read as "digit"; other readers know only "digit"'},
        {"severity": "error", "code": 101, "source": "rules", "line": 2, "column": 1, "offset": 18, "length": 9,
         "message": 'there is no property "minlenght"; did you mean "minlength"?'},
        {"severity": "warning", "code": 163, "source": "rules", "line": 2, "column": 15, "offset": 32, "length": 12,
         "message": "a limit on the length below 64; NIST SP 800-63B-4 asks for 64 at least"},
    ]
    assert text.encode()[18:27] == b"minlenght"


def test_lint_says_the_same_as_without(write):
    path = write("rules = minlength: 6; max-consecutive: 2\n\nrules = required: digits; maxlength: 20\nretyr = 3\n")
    plain, found = run("lint", path), objects(run("lint", "--json", path))
    assert [f"{path}:{each['line']}:{each['column']}: {each['severity']}: {each['message']}" for each in found] == [
        line for line in plain.lines if line.startswith(path)]
    content = open(path, "rb").read()
    for each in found:
        assert set(each) == WITH_PLACE and each["source"] == path
        before = content[:each["offset"]]
        assert (each["line"], each["column"]) == (before.count(b"\n") + 1, each["offset"] - before.rfind(b"\n"))


@pytest.mark.parametrize("arguments, status, severities", [
    (["--rules", "allowed: lower; minlength: 8"], 0, []),
    (["--rules", "required: digits; allowed: lower; minlength: 8"], 0, ["note"]),
    (["--rules", "minlength: 7"], 1, ["warning"]), (["--rules", "x"], 2, ["error"]),
])
def test_lint_ends_as_without(arguments, status, severities):
    result = run("lint", "--json", *arguments)
    assert (result.status, [each["severity"] for each in objects(result)], result.errors) == (status, severities, "")


def test_what_is_about_the_whole_has_no_place(write):
    [found] = objects(run("lint", "--json", "--rules", "allowed: lower"))
    assert set(found) == AS_A_WHOLE and found["message"].startswith('no "minlength"')
    path = write("retry = 3\n")
    [found] = objects(run("lint", "--json", path))
    assert set(found) == AS_A_WHOLE and (found["source"], found["severity"]) == (path, "error")


def test_lint_tells_of_unreadable_files_on_standard_error_alone(write, tmp_path):
    result = run("lint", "--json", str(tmp_path / "nothing"), write("rules = minlength: 7\n"))
    assert result.status == 2 and "nothing: cannot be read" in result.errors
    assert [each["severity"] for each in objects(result)] == ["warning"]


# Policy.

def test_policy_check_without_anything_to_say(write):
    result = run("policy", "--check", "--json", "--config", write("rules = minlength: 15;\n"))
    assert (result.status, result.output, result.errors) == (0, b"", "")


def test_policy_check_says_the_same_as_without(write, tmp_path):
    path = write("rules = minlength: 7; maxlength: 20;\nblocklist = optional /nowhere/at-all\n[user no-such-user]\nretry = 3\n")
    other = write("rules = minlength: 6; max-consecutive: 2;\n", "policy.conf.d/site.conf")
    plain, result = run("policy", "--check", "--config", path), run("policy", "--check", "--json", "--config", path)
    assert plain.status == result.status == 1 and plain.errors == result.errors == ""
    found = objects(result)
    assert {each["source"] for each in found} == {path, other}
    def place(each):
        return f"{each['source']}:{each['line']}:{each['column']}" if "line" in each else each["source"]

    assert [f"{place(each)}: {each['severity']}: {each['message']}"
            for each in found] == [line for line in plain.lines[:-1] if not line.startswith(" ")]
    # What is said of the length that all files demand together has no line.
    [whole] = [each for each in found if each["code"] == 164]
    assert (whole["source"], set(whole)) == (other, {"severity", "code", "source", "message"})
    assert all(set(each) == WITH_PLACE for each in found if each != whole) and len(found) > 3
    assert any(each["message"] == "blocklist /nowhere/at-all cannot be read: there is no such file" for each in found)


@pytest.mark.parametrize("text, code", [
    ("retyr = 3\n", 201), ("rules = minlenght: 8\n", 101), ("rules = minlength: 8", 212), ("retry = 3\n", 214),
    ("rules = minlength: 8\nblocklist = /nowhere/at-all\n", 301),
    ("rules = minlength: 8\n[user x]\nblocklist = /nowhere\n", 301),
])
def test_policy_check_has_mistakes_too(write, text, code):
    path = write(text)
    result = run("policy", "--check", "--json", "--config", path)
    assert result.status == 2
    # The text for people is unchanged.
    assert result.errors == run("policy", "--check", "--config", path).errors != ""
    mistakes = [each for each in objects(result) if each["severity"] == "error"]
    assert [each["code"] for each in mistakes] == [code] and mistakes[0]["source"] == path


def test_policy_that_is_not_there(tmp_path):
    path = str(tmp_path / "nothing")
    result = run("policy", "--check", "--json", "--config", path)
    assert (result.status, objects(result)) == (2, [
        {"severity": "error", "code": 301, "source": path, "message": "cannot be read: there is no such file"}])


def test_a_listing_is_not_printed_where_there_is_a_mistake(write):
    result = run("policy", "--json", "--config", write("retyr = 3\n"))
    assert (result.status, result.output) == (2, b"") and "retyr" in result.errors


# Blocklists.

@pytest.fixture
def blocklist(tmp_path):
    path = tmp_path / "test.blocklist"
    words = "".join(f"word{number}\n" for number in range(500)).encode()
    assert run("blocklist", "build", "--match", "exact", "-o", str(path), "-", input=words).status == 0
    return path


def test_verify_intact(blocklist):
    result = run("blocklist", "verify", "--json", str(blocklist))
    assert (result.status, result.errors) == (0, "")
    assert objects(result) == [{"file": str(blocklist), "intact": True, "entries": 500}]


def test_verify_damaged(blocklist):
    content = bytearray(blocklist.read_bytes())
    # The last entry, of the last of 8 buckets.
    content[-1] ^= 1
    blocklist.write_bytes(content)
    result = run("blocklist", "verify", "--json", str(blocklist))
    [found] = objects(result)
    assert result.status == 1 and set(found) == {"file", "intact", "message", "bucket", "offset"}
    assert (found["intact"], found["bucket"]) == (False, 7)
    assert 64 + 8 * 9 <= found["offset"] < len(content)
    assert found["message"] == f"is damaged: bucket 7, at byte {found['offset']}, is not as it was written"
    # The text for people is unchanged.
    assert result.errors == f"passwordrules: {blocklist}: {found['message']}\n"


def test_verify_several(blocklist, tmp_path):
    other = tmp_path / "no.blocklist"
    other.write_text("none\n")
    nothing = str(tmp_path / "nothing")
    result = run("blocklist", "verify", "--json", str(other), nothing, str(blocklist))
    assert result.status == 2 and nothing in result.errors
    assert [(each["file"], each["intact"]) for each in objects(result)] == [(str(other), False), (str(blocklist), True)]
    assert set(objects(result)[0]) == {"file", "intact", "message"}


# Whatever a file, a name or a descriptor holds, it is JSON in UTF-8.

HOSTILE = [b"\x00", b"\x1b[2J", b"\xff\xfe", b"\xed\xa0\x80", b'"\\', b"\xe2\x80\xa8", b"\x7f\x80", "\U0010FFFF".encode(),
           b"}\n{"]


@pytest.mark.parametrize("bytes", HOSTILE)
def test_json_is_valid_whatever_is_read(bytes, write, tmp_path, blocklist):
    results = [
        run("lint", "--json", "--rules", "-", input=b"required: [" + bytes + b"]; " + bytes + b": 1"),
        run("lint", "--json", write(b"rules = " + bytes + b"\n" + bytes + b" = 1\n[user " + bytes + b"]\n")),
        run("policy", "--check", "--json", "--config",
            write(b"rules = minlength: 8\nwords = " + bytes + b"\nx = " + bytes + b"\n")),
        run("explain", "--json", "-", input=b"required: [" + bytes + b"]; minlength: 8"),
        run("check", "--json", "--rules", "required: [" + bytes.decode(errors="ignore").replace("\0", "") + "a]",
            input=bytes + b"\n"),
        run("blocklist", "lookup", "--json", str(blocklist), input=bytes + b"\n"),
    ]
    assert any(result.output for result in results)
    for result in results:
        assert result.status in (0, 1, 2)
        objects(result)
        # No control character gets through: RFC 8259 asks for escapes of those below the space.
        assert all(character >= " " or character == "\n" for character in result.output.decode())


@pytest.mark.parametrize("name", [name for name in HOSTILE if b"\0" not in name])
def test_json_is_valid_whatever_a_file_is_called(name, tmp_path, blocklist):
    folder = os.fsencode(tmp_path)
    for own, text in ((name, b"rules = minlength: 7\n"), (name + b".blocklist", blocklist.read_bytes())):
        with open(os.path.join(folder, own), "wb") as file:
            file.write(text)
        os.chmod(os.path.join(folder, own), 0o644)
    listed = os.path.join(folder, name + b".blocklist")
    path = os.path.join(folder, name)
    for arguments in (["lint", "--json", path], ["policy", "--check", "--json", "--config", path],
                      ["policy", "--json", "--config", path], ["blocklist", "info", "--json", listed],
                      ["blocklist", "verify", "--json", listed], ["blocklist", "lookup", "--json", listed]):
        result = run(*arguments, input=b"word7\n")
        is_utf8 = name.decode(errors="replace").encode() == name
        # Invalid UTF-8 cannot come as an argument.
        assert result.status in ((0, 1) if is_utf8 else (2,)), result.errors
        found = objects(result)
        if is_utf8:
            said = [each.get("source") or each.get("file") or each["files"][0] for each in found]
            assert said and {os.fsencode(each) for each in said} <= {path, listed}
