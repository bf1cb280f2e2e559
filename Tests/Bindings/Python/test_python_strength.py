"""Estimates of strength."""

import gettext
import os
import pickle
import threading

import pytest

from passwordrules import DiagnosticCode, PieceKind, RankedWords, RankedWordsError, Status, StrengthLevel
from tree import RANKS as LIST, ROOT

@pytest.fixture(scope="module")
def ranks():
    return RankedWords(LIST)


@pytest.mark.parametrize("password, least, most, kinds", [
    ("", 0, 0, []), ("password", 0, 1, [PieceKind.WORD]), ("drowssap", 0, 2, [PieceKind.REVERSED_WORD]),
    ("P4ssw0rd", 1, 3, [PieceKind.WORD]), ("qwertyuio", 0, 4, [PieceKind.KEYBOARD_WALK]),
    ("secret secret secret", 1, 4, [PieceKind.REPETITION]), ("2.5.1987", 3, 6, [PieceKind.DATE]),
    ("monkey1987", 3, 6, [PieceKind.WORD, PieceKind.YEAR]), ("q7#Vz!k2Wm@x9Lp$", 27, 34, [PieceKind.CHARACTERS]),
])
def test_passwords_have_the_expected_pieces(ranks, password, least, most, kinds):
    strength = ranks.estimate(password)
    assert least <= strength.guesses_log10 <= most
    if kinds != [PieceKind.KEYBOARD_WALK]:
        assert [piece.kind for piece in strength.pieces] == kinds
    assert all(0 <= piece.start < piece.end <= len(password) for piece in strength.pieces)
    levels = (3, 6, 8, 10)
    assert strength.level == StrengthLevel(sum(strength.guesses_log10 >= least for least in levels))
    assert len(strength.advice) <= 3 and (not strength.advice) == (strength.level == StrengthLevel.STRONG)


def test_words_of_the_person_are_known(ranks):
    unknown = ranks.estimate("kvothe.arliden")
    known = ranks.estimate("kvothe.arliden", user="kvothe", full_name="Kvothe Arliden")
    assert known.guesses_log10 < 6 < unknown.guesses_log10 - 3
    assert [piece.kind for piece in known.pieces] == [PieceKind.PERSONAL_WORD] * 2
    assert ranks.estimate("kvothe.arliden", words=["arliden", b"kvothe"]).guesses_log10 < 6


def test_ranks_are_powers_of_two_and_advice_has_none(ranks):
    strength = ranks.estimate("monkey")
    assert [(piece.name, piece.start, piece.end, piece.rank) for piece in strength.pieces] == [("word", 0, 6, 8)]
    assert not any("8" in sentence or "monkey" in sentence for sentence in strength.advice)


def test_characters_after_256_add_nothing(ranks):
    text = "".join(chr(33 + 7 * index % 94) for index in range(300))
    assert ranks.estimate(text).cut and not ranks.estimate(text[:256]).cut
    assert ranks.estimate(text).guesses_log10 == ranks.estimate(text[:256]).guesses_log10


@pytest.mark.parametrize("password", ["\0", b"\xff\xfe", "пароль", "\U0001f511" * 5, bytearray(b"abc"), memoryview(b"monkey")])
def test_any_bytes_are_estimated(ranks, password):
    assert ranks.estimate(password).guesses_log10 > 0


def test_advice_is_in_the_requested_language(ranks):
    german = gettext.translation("passwordrules", os.path.join(ROOT, "build", "locale"), ["de"])
    assert "Datumsangaben und Jahreszahlen sind leicht zu erraten." in ranks.estimate("monkey1987", translations=german).advice


def test_unusable_lists_are_errors(tmp_path):
    with pytest.raises(RankedWordsError, match="no such file") as raised:
        RankedWords(tmp_path / "missing")
    assert raised.value.code == Status.ERANKS
    damaged = bytearray(open(LIST, "rb").read())
    damaged[-5] ^= 1
    path = tmp_path / "damaged"
    path.write_bytes(damaged)
    with pytest.raises(RankedWordsError) as raised:
        RankedWords(LIST, path)
    assert raised.value.diagnostics[0].code == DiagnosticCode.RANKS_DAMAGED


def test_objects_are_plain_data(ranks):
    strength = ranks.estimate("monkey1987")
    assert pickle.loads(pickle.dumps(strength)) == strength
    assert repr(ranks) == f"RankedWords({LIST!r})" and ranks.paths == (LIST,)


def test_threads_share_lists(ranks):
    found, expected = [], ranks.estimate("correct horse battery staple")
    threads = [threading.Thread(target=lambda: found.append(ranks.estimate("correct horse battery staple"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8
