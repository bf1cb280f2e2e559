"""The library's folding compared with the Unicode Character Database."""

import re
import unicodedata

import pytest

from passwordrules import Kind, Policy

# The blocks that the library's table covers (Sources/PasswordRules/Password/CompatibilityFolding.swift).
LETTERS = [(0x80, 0x24F), (0x386, 0x3CE), (0x400, 0x52F), (0x1E00, 0x1EFF), (0x2070, 0x2079), (0x2080, 0x2089),
           (0x2100, 0x2149), (0x2460, 0x2468), (0x24B6, 0x24EA), (0xFF01, 0xFF5E), (0x1D400, 0x1D6A3), (0x1D7CE, 0x1D7FF),
           (0x1F130, 0x1F149)]
MARKS = [(0x300, 0x36F), (0x483, 0x489), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F)]
SPACES = [(0x2028, 0x2029), (0x2800, 0x2800)]

# For these, the database's answer differs, or has more than one character.
EXCEPTIONS = {"Ǣ": "æ", "ǣ": "æ", "Ǽ": "æ", "ǽ": "æ", "ẞ": "ß", "ß": "ß", "ı": "i", "ȷ": "j", "ŉ": "n", "ẚ": "a",
              "Ǯ": "ǯ", "ǯ": "ǯ"}
# Characters that stay as they are: symbols that would decompose to a space with a mark; Greek and Hebrew
# letters among the mathematical ones; and some rare upper-case letters, because lower case is computed by
# ranges.
KEPT = set("¨¯´¸\u0387ⁱℇℏ\u2126Ⅎℵℶℷℸℼℽℾℿ⅀" "ƄƆƉƎƏƐƔƖƜƦƧƩƱƷƸƼǶǷɁɄɅɊӀ")


def scalars(ranges):
    return [chr(code) for first, last in ranges for code in range(first, last + 1)]


def stripped(text):
    """NFKD in lower case, without marks and format characters."""
    for _ in range(2):
        text = "".join(one for one in unicodedata.normalize("NFKD", text) if unicodedata.category(one) not in ("Mn", "Me", "Cf"))
        text = text.casefold()
    return text


def expected(scalar):
    """The folded form of a character by the database; None if that is not one character."""
    if scalar in EXCEPTIONS:
        return EXCEPTIONS[scalar]
    # Letters with a stroke or a hook do not decompose; their name contains the plain letter.
    letter = re.fullmatch("LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]) WITH (?!SMALL LETTER).*", unicodedata.name(scalar, ""))
    if letter:
        return letter[1].lower()
    result = stripped(scalar)
    return result if len(result) < 2 else None


@pytest.fixture(scope="module")
def are_same(tmp_path_factory):
    """Whether two texts are equal when folded. `old-password = case` compares like this, without undoing leet
    substitutions."""
    path = tmp_path_factory.mktemp("folding") / "policy"
    path.write_text("rules = minlength: 1\nold-password =\nold-password = case\n")
    policy = Policy.load(path)
    return lambda one, other: any(
        found.kind is Kind.OLD_PASSWORD_CASE and not found.met for found in policy.check(one, old_password=other).outcomes)


def test_oracle_tells_letters_apart(are_same):
    assert are_same("xay", "XAY") and not are_same("xay", "xby") and not are_same("xay", "xy") and not are_same("x0y", "xoy")


def test_letters_fold_as_in_unicode(are_same):
    count = 0
    for scalar in scalars(LETTERS):
        if not unicodedata.name(scalar, ""):
            continue  # not assigned, or a control character
        result = expected(scalar)
        if result is None or scalar in KEPT:
            # Only its case is folded: it is not decomposed as by NFKD, and not removed.
            assert not are_same(f"x{scalar}y", "x" + stripped(scalar) + "y"), (scalar, hex(ord(scalar)))
            assert not are_same(f"x{scalar}y", "xy"), (scalar, hex(ord(scalar)))
        else:
            assert are_same(f"x{scalar}y", f"x{result}y"), (scalar, hex(ord(scalar)), result)
            count += result != scalar
    assert count > 1700, count


def test_marks_and_invisible_characters_are_removed(are_same):
    beyond = [chr(code) for code in range(0x80, 0x110000)]
    formats = [one for one in beyond if unicodedata.category(one) == "Cf" and not 0x600 <= ord(one) <= 0x8E2
               or 0xFE00 <= ord(one) <= 0xFE0F]
    # Format characters of hieroglyphs, music and Kaithi belong to the text.
    formats = [one for one in formats if not re.search("EGYPTIAN|KAITHI", unicodedata.name(one, ""))]
    spaces = [one for one in beyond if unicodedata.category(one) == "Zs"] + scalars(SPACES)
    assert len(formats) > 150 and len(spaces) > 17
    for scalar in formats + scalars(MARKS) + list("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u3164\uffa0"):
        assert are_same(f"x{scalar}y", "xy"), hex(ord(scalar))
    for scalar in scalars(MARKS):
        assert not unicodedata.name(scalar, "") or unicodedata.category(scalar) in ("Mn", "Me"), hex(ord(scalar))
    for scalar in spaces:
        assert are_same(f"x{scalar}y", "x y"), hex(ord(scalar))


def test_other_letters_keep_what_they_are(are_same):
    """Devanagari, Thai and Hebrew need their marks; other scripts, and forms of Japanese, are not covered."""
    for scalar in "कि\u093fกำ\u0e34\u05b0שא\u064eか\u3099ﾊ한ἀﬁ⒈Ⅷ😀":
        assert not are_same(f"x{scalar}y", "xy") and are_same(f"x{scalar}y", f"X{scalar}Y"), hex(ord(scalar))
        assert not are_same(f"x{scalar}y", "x" + stripped(scalar) + "y") or stripped(scalar) == scalar, hex(ord(scalar))
