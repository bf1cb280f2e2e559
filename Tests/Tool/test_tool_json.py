"""--json: whatever a file, a name or a descriptor holds, it is JSON in UTF-8, one object a line."""

import json
import os

import pytest

from tool import run

HOSTILE = [b"\x00", b"\x1b[2J", b"\xff\xfe", b"\xed\xa0\x80", b'"\\', b"\xe2\x80\xa8", b"\x7f\x80",
           "\U0010FFFF".encode(), b"}\n{"]


def objects(result):
    return [json.loads(line) for line in result.output.decode().split("\n")[:-1]]


@pytest.fixture
def blocklist(tmp_path):
    path = tmp_path / "test.blocklist"
    assert run("blocklist", "build", "-o", str(path), "-", input=b"word7\n").status == 0
    return path


@pytest.mark.parametrize("bytes", HOSTILE)
def test_json_is_valid_for_any_input(bytes, tmp_path, blocklist):
    files = {"lint": b"rules = " + bytes + b"\n" + bytes + b" = 1\n[user " + bytes + b"]\n",
             "policy": b"rules = minlength: 8\nwords = " + bytes + b"\nx = " + bytes + b"\n"}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o644)
    results = [
        run("lint", "--json", "--rules", "-", input=b"required: [" + bytes + b"]; " + bytes + b": 1"),
        run("lint", "--json", str(tmp_path / "lint")),
        run("policy", "--check", "--json", "--config", str(tmp_path / "policy")),
        run("explain", "--json", "-", input=b"required: [" + bytes + b"]; minlength: 8"),
        run("check", "--json", "--rules", "required: [" + bytes.decode(errors="ignore").replace("\0", "") + "a]",
            input=bytes + b"\n"),
        run("blocklist", "lookup", "--json", str(blocklist), input=bytes + b"\n"),
    ]
    assert any(result.output for result in results)
    for result in results:
        assert result.status in (0, 1, 2)
        objects(result)
        # RFC 8259 requires escapes for control characters below the space.
        assert all(character >= " " or character == "\n" for character in result.output.decode())


@pytest.mark.parametrize("name", [name for name in HOSTILE if b"\0" not in name])
def test_json_is_valid_for_any_file_name(name, tmp_path, blocklist):
    path, listed = os.path.join(os.fsencode(tmp_path), name), os.path.join(os.fsencode(tmp_path), name + b".blocklist")
    for own, text in ((path, b"rules = minlength: 7\n"), (listed, blocklist.read_bytes())):
        with open(own, "wb") as file:
            file.write(text)
        os.chmod(own, 0o644)
    for arguments in (["lint", "--json", path], ["policy", "--check", "--json", "--config", path],
                      ["policy", "--json", "--config", path], ["blocklist", "info", "--json", listed],
                      ["blocklist", "verify", "--json", listed], ["blocklist", "lookup", "--json", listed]):
        result = run(*arguments, input=b"word7\n")
        is_utf8 = name.decode(errors="replace").encode() == name
        # The tool refuses arguments that are not UTF-8.
        assert result.status in ((0, 1) if is_utf8 else (2,)), result.errors
        if is_utf8:
            said = [each.get("source") or each.get("file") or each["files"][0] for each in objects(result)]
            assert said and {os.fsencode(each) for each in said} <= {path, listed}
