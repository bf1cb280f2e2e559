"""Blocklist: opening, looking up, and damage."""

import os
import pathlib
import shutil
import subprocess

import pytest

from passwordrules import Blocklist, BlocklistError, Match, Policy, Status
from tree import COMMON, TOOL


@pytest.fixture(scope="module")
def words(list_path):
    return Blocklist(list_path)


@pytest.mark.parametrize("password, match, found", [
    ("dragon", Match.AS_BUILT, Match.EXACT), ("DRAGON", Match.AS_BUILT, Match.FOLDED),
    ("Drag0n123", Match.AS_BUILT, Match.MANGLED), ("DRAGON", Match.EXACT, None), ("Drag0n123", Match.FOLDED, None),
    ("DRAGON", 2, Match.FOLDED), ("pässwort", Match.AS_BUILT, Match.EXACT),
    (bytearray(b"enihsnus"), Match.AS_BUILT, Match.MANGLED), (memoryview(b"sunshine"), Match.MANGLED, Match.EXACT),
    ("dragon\0", Match.EXACT, None), (b"\xff\xfe", Match.EXACT, None), ("\ud800", Match.EXACT, None),
    ("dragon" * 1_000_000, Match.AS_BUILT, None), ("", Match.AS_BUILT, Match.MANGLED)])
def test_lookup(words, password, match, found):
    assert words.lookup(password, match) is found
    if match is Match.AS_BUILT:
        assert words.lookup(password) is found and (password in words) is (found is not None)


def test_list_of_ntlm_hashes_finds_passwords(tmp_path):
    # The hash of "password" in Windows.
    (tmp_path / "hashes").write_text("8846F7EAEE8FB117AD06BDD830B7586C:9545824\n")
    subprocess.run([TOOL, "blocklist", "build", "--format", "ntlm", "-o", tmp_path / "list", tmp_path / "hashes"], check=True,
                   capture_output=True)
    leaked = Blocklist(tmp_path / "list")
    assert (leaked.count, leaked.match) == (1, Match.EXACT)
    assert [leaked.lookup("password", match) for match in Match] == [Match.EXACT] * 4
    assert [leaked.lookup("Password", match) for match in Match] == [None] * 4
    policy = Policy.from_settings(["rules=minlength: 4", "blocklist=", f"blocklist={tmp_path}/list"])
    assert [policy.check(password).accepted for password in ["password", "Password"]] == [False, True]


def test_list_has_its_info(words, list_path):
    # The word with an accent is there without it as well.
    assert (words.count, words.match, words.path) == (4, Match.MANGLED, list_path)
    assert 0 < words.false_positive_rate < 1.5e-8
    assert repr(words) == f"<Blocklist {list_path!r}: 4 passwords>"
    assert Blocklist(list_path.encode()).path == Blocklist(pathlib.Path(list_path)).path == list_path
    common = Blocklist(COMMON)
    assert common.count > 300_000 and "P@ssw0rd123" in common and "vubkem-roxPit-4cazud" not in common


def test_list_is_kept_in_memory(list_path):
    path = shutil.copy(list_path, list_path + ".copy")
    words = Blocklist(path)
    assert not any(os.path.realpath(f"/proc/self/fd/{fd}") == path for fd in os.listdir("/proc/self/fd"))
    os.remove(path)
    assert "dragon" in words


@pytest.mark.parametrize("content", [None, b"", b"dragon\n", b"\0" * 4096, "folder", "writable"])
def test_invalid_list_is_an_error(tmp_path, list_path, content):
    path = tmp_path / "list"
    if content == "folder":
        path.mkdir()
    elif content == "writable":
        shutil.copy(list_path, path)
        path.chmod(0o666)
    elif content is not None:
        path.write_bytes(content)
    with pytest.raises(BlocklistError) as raised:
        Blocklist(path)
    assert raised.value.code == Status.EBLOCKLIST and len(raised.value.diagnostics) == 1
    assert str(raised.value).startswith(f"{path}: ") and not isinstance(raised.value, ValueError)


def test_damaged_list_raises(damaged_list):
    words = Blocklist(damaged_list)
    for ask in (words.lookup, words.__contains__):
        with pytest.raises(BlocklistError) as raised:
            ask("dragon")
        assert raised.value.code == Status.EBLOCKLIST and "dragon" not in str(raised.value)


def test_wrong_arguments(words):
    for path, error in (("a\0b", ValueError), (b"\0", ValueError), (None, TypeError), (5, TypeError)):
        with pytest.raises(error):
            Blocklist(path)
    for password in (None, 5, ["dragon"]):
        for ask in (words.lookup, words.__contains__):
            with pytest.raises(TypeError, match="password must be"):
                ask(password)
    for match in (4, -1, "exact", None):
        with pytest.raises(ValueError, match="Match"):
            words.lookup("dragon", match)
    with pytest.raises(TypeError):
        iter(words)
