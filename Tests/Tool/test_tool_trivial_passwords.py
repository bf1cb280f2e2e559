"""More than a hundred trivial passwords, made by rule: none is accepted by the policy that ships."""

import itertools
import re
import unicodedata

import pytest

from tool import run

LENGTH = 15
USER = "alice"
WORDS = ["password", "letmein", "qwerty", "iloveyou", "dragon"]

ACCENTS = "\u0301\u0308\u0323"
INVISIBLE = ["\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\ufe0f", "\U000e0061"]
MARKS = [".", "-", "_", " ", "!", "*", "\u00a0", "\u3000", "\u00b7", "\u2026", "\u2122", "\u3030", "\U0001f98a", "\uff61", "\u060c"]
DIGITS = "1234567890"


def fullwidth(text):
    """The forms of ASCII that are as wide as a Chinese character."""
    return "".join("\u3000" if one == " " else chr(ord(one) + 0xFEE0) for one in text)


def bold(text):
    """The mathematical letters that "fancy text" is made of."""
    return "".join(chr(0x1D41A + ord(one) - ord("a")) if "a" <= one <= "z" else one for one in text)


def circled(text):
    """The letters in circles, of the same use."""
    return "".join(chr(0x24D0 + ord(one) - ord("a")) if "a" <= one <= "z" else one for one in text)


def accented(text, every=1):
    """With an accent on every n-th letter, as one character if there is one."""
    marks = itertools.cycle(ACCENTS)
    return unicodedata.normalize(
        "NFC", "".join(one + next(marks) if index % every == 0 else one for index, one in enumerate(text)))


def with_umlaut(text):
    """With two dots on its first vowel."""
    return unicodedata.normalize("NFC", re.sub("[aeiou]", "\\g<0>\u0308", text, count=1))


def repeated(text, length=LENGTH):
    """Repeated up to the length, the last time perhaps incomplete."""
    return (text * length)[:length]


def filled(text, length=LENGTH):
    """Followed by digits, as long as the policy requires."""
    return text + DIGITS[:max(0, length - len(text))]


def names():
    """The user's name in forms that hide it, followed by digits."""
    for mark in MARKS:
        yield filled(mark.join(USER), LENGTH + 1)
    for hidden in INVISIBLE:
        yield filled(hidden.join(USER))
    for accent in ACCENTS:
        yield filled(accent.join(USER))
        yield filled(unicodedata.normalize("NFC", USER + accent))
    for first, second in itertools.combinations(MARKS[:5], 2):
        yield filled(first.join(USER[:3]) + second + second.join(USER[3:]))
    for form in (accented, fullwidth, bold, circled):
        yield filled(form(USER))
        yield filled(form(USER[::-1]))
    yield filled(USER.upper()) + "\u200b"
    yield "\u200b".join("12345678" + USER.upper() + "9")


def of_few_characters():
    for one in ["a", "1", " ", "é", "\u200b", "\u00a0", "\u3000", "я", "。", "\u0301"]:
        yield one * LENGTH
        yield one * (LENGTH + 1)
    for pair in ("ab", "10", "é ", "\u200bx", ".!", "яa"):
        yield repeated(pair)
        yield pair[0] * (LENGTH - 1) + pair[1]
        yield pair[0] + pair[1] * (LENGTH - 1)
        yield pair[0] * 8 + pair[1] * 8
    for three in ("xyz", "1a!", "é日."):
        yield repeated(three, LENGTH + 1)


def of_listed_pieces():
    """A listed piece over and over, and a part of it at the end."""
    for piece in ("abcd", "12345", "qwer", "qwerty", "asdf", "love", "1q2w3e", "123456", "abc123", "1qaz2wsx"):
        yield repeated(piece, max(LENGTH, 2 * len(piece) + 1))
        yield repeated(accented(piece, 2), max(LENGTH, 2 * len(piece) + 1))


def of_unlisted_pieces():
    """A piece that is on no list, three times or more, also followed by digits."""
    for piece in ("letme", "xyzw7", "Kq7!", "gandalf", "zq", "ąęć"):
        yield repeated(piece, max(LENGTH, 3 * len(piece)))
        yield filled(3 * piece) + "12"


def of_few_runs():
    """The same character several times in a row."""
    for letters in ("abcd", "dog.", "aA!x", "äöüß"):
        yield "".join(one * 4 for one in letters)
        yield letters[:3] + letters[3] * 12
        yield "".join(one * 4 for one in letters[:3]) + DIGITS[:4]
    yield "1111222233334444"


def repetitions():
    """Listed words twice or more, with separators, with a remainder, and in forms that hide them."""
    for word in WORDS:
        capital = word.capitalize()
        twice = max(LENGTH, 2 * len(word))
        for separator in (" ", "-", ".", "\u00a0", "\u2026", ", "):
            yield separator.join([capital] * (2 if 2 * len(word) + len(separator) >= LENGTH else 3))
        yield repeated(word, 2 * len(word) + 3)
        for form in (fullwidth, bold, circled, with_umlaut, accented):
            yield repeated(form(word), twice)
        yield repeated(accented(word, 3), twice + 1)
        for hidden in INVISIBLE[:2]:
            yield repeated(hidden.join(word), 4 * len(word))
        for mark in (".", "\u00b7", "\u3000"):
            yield repeated(mark.join(word) + mark, 4 * len(word))


NAMES, FEW, LISTED, UNLISTED, RUNS, REPETITIONS = (
    list(dict.fromkeys(made()))
    for made in (names, of_few_characters, of_listed_pieces, of_unlisted_pieces, of_few_runs, repetitions))
TABLE = list(dict.fromkeys(NAMES + FEW + LISTED + UNLISTED + RUNS + REPETITIONS))


@pytest.fixture(scope="module")
def accepted(shipped_policy):
    """Which of some passwords the policy that ships accepts for the user, with the list that was just built."""

    def ask(passwords):
        lines = "".join(f"{one}\n" for one in passwords).encode()
        result = run("check", "--config", shipped_policy, "--user", USER, input=lines)
        # The machine need not have such a user.
        assert result.errors in ("", f'passwordrules: note: there is no user "{USER}" on this machine\n')
        assert len(result.lines) == len(passwords)
        return [ascii(one) for one, line in zip(passwords, result.lines) if line == "accepted"]

    return ask


def test_the_table_is_long_and_its_passwords_are_long_enough():
    assert len(TABLE) >= 100
    for password in TABLE:
        assert len(password) >= LENGTH, ascii(password)


@pytest.mark.parametrize("password", [
    " " * 15, "abababababababa", "é" * 16, "\u200b" * 15, "\u00a0" * 15, "aaaaaaaaaaaaaab", "Password Password", "a.l.i.c.e1234567",
    "alicé1234567890", "ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ", "pässwordpässword"], ids=ascii)
def test_the_table_has_what_was_accepted_once(password):
    assert password in TABLE


def test_the_policy_is_no_wall(accepted):
    assert len(accepted(["keen-otter-sails-9", "timely nickel course eater", "Grüße aus Österreich 1867"])) == 3


def test_no_form_of_the_name_is_accepted(accepted):
    """`a.l.i.c.e1234567`, `alicé1234567890`: characters between the letters, or on them, hide no name."""
    assert accepted(NAMES) == []


def test_no_password_of_few_characters_is_accepted(accepted):
    """`aaaaaaaaaaaaaab`, `abababababababa`, 16 times `é`, 15 spaces, 15 times U+200B."""
    assert accepted(FEW) == []


def test_no_listed_piece_over_and_over_is_accepted(accepted):
    """`abcdabcdabcdabc`, `123451234512345`."""
    assert accepted(LISTED) == []


def test_no_short_piece_over_and_over_is_accepted(accepted):
    """`letmeletmeletme`, `xyzw7xyzw7xyzw712`."""
    assert accepted(UNLISTED) == []


def test_nothing_of_few_runs_is_accepted(accepted):
    """`aaaabbbbccccdddd`, `dog............`."""
    assert accepted(RUNS) == []


def test_no_repetition_of_a_listed_word_is_accepted(accepted):
    """`Password Password`, `pässwordpässword`, fullwidth `passwordpassword`, and those with a remainder."""
    assert accepted(REPETITIONS) == []
