"""Blocklist: opening, looking up, and damage."""

import os
import pathlib
import shutil

import pytest

from passwordrules import Blocklist, BlocklistError, Match, Status
from tree import COMMON


@pytest.fixture(scope="module")
def words(list_path):
    return Blocklist(list_path)


@pytest.mark.parametrize("password, match, found", [
    ("dragon", Match.AS_BUILT, Match.EXACT), ("DRAGON", Match.AS_BUILT, Match.FOLDED),
    ("Drag0n123", Match.AS_BUILT, Match.MANGLED), ("DRAGON", Match.EXACT, None), ("Drag0n123", Match.FOLDED, None),
    ("DRAGON", 2, Match.FOLDED),
    ("pässwort", Match.AS_BUILT, Match.EXACT),
    (bytearray(b"enihsnus"), Match.AS_BUILT, Match.MANGLED), (memoryview(b"sunshine"), Match.MANGLED, Match.EXACT),
    ("dragons", Match.AS_BUILT, None), ("dragon\0", Match.EXACT, None), (b"\xff\xfe", Match.EXACT, None),
    ("\ud800", Match.EXACT, None), ("dragon" * 1_000_000, Match.AS_BUILT, None),
    # What has hardly any different characters counts as listed, and so does nothing at all.
    ("", Match.AS_BUILT, Match.MANGLED), ("aaaaaaaaab", Match.AS_BUILT, Match.MANGLED), ("aaaaaaaaab", Match.FOLDED, None)])
def test_lookup(words, password, match, found):
    assert words.lookup(password, match) is found
    if match is Match.AS_BUILT:
        assert words.lookup(password) is found and (password in words) is (found is not None)


def test_what_there_is_to_know(words, list_path):
    # The word with an accent is there without it as well.
    assert (words.count, words.match, words.path) == (4, Match.MANGLED, list_path)
    assert 0 < words.false_positive_rate < 1.5e-8
    assert repr(words) == f"<Blocklist {list_path!r}: 4 passwords>"
    assert Blocklist(list_path.encode()).path == Blocklist(pathlib.Path(list_path)).path == list_path


def test_the_common_passwords():
    common = Blocklist(COMMON)
    assert common.count > 300_000 and "P@ssw0rd123" in common and "Summer2024!" in common
    assert "vubkem-roxPit-4cazud" not in common


def test_a_list_is_kept_in_memory(list_path):
    path = shutil.copy(list_path, list_path + ".copy")
    words = Blocklist(path)
    assert not any(os.path.realpath(f"/proc/self/fd/{fd}") == path for fd in os.listdir("/proc/self/fd"))
    os.remove(path)
    assert "dragon" in words


@pytest.mark.parametrize("content", [None, b"", b"dragon\n", b"\0" * 4096])
def test_what_is_no_list(tmp_path, content):
    path = tmp_path / "list"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BlocklistError) as raised:
        Blocklist(path)
    assert raised.value.code == Status.EBLOCKLIST and len(raised.value.diagnostics) == 1
    assert str(raised.value).startswith(f"{path}: ")
    assert not isinstance(raised.value, ValueError)


def test_a_list_that_others_may_write(list_path, tmp_path):
    path = shutil.copy(list_path, tmp_path / "list")
    os.chmod(path, 0o666)
    with pytest.raises(BlocklistError):
        Blocklist(path)
    with pytest.raises(BlocklistError):
        Blocklist(tmp_path)


def test_a_damaged_list_is_no_answer(damaged_list):
    words = Blocklist(damaged_list)
    for ask in (words.lookup, words.__contains__):
        with pytest.raises(BlocklistError) as raised:
            ask("dragon")
        assert raised.value.code == Status.EBLOCKLIST and "dragon" not in str(raised.value)


@pytest.mark.parametrize("path, error", [("a\0b", ValueError), (None, TypeError), (5, TypeError), (b"\0", ValueError)])
def test_wrong_paths(path, error):
    with pytest.raises(error):
        Blocklist(path)


def test_wrong_arguments(words):
    for password in (None, 5, ["dragon"]):
        for ask in (words.lookup, words.__contains__):
            with pytest.raises(TypeError, match="password must be"):
                ask(password)
    for match in (4, -1, "exact", None):
        with pytest.raises(ValueError, match="Match"):
            words.lookup("dragon", match)
    with pytest.raises(TypeError):
        iter(words)
