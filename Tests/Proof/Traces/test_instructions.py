"""The number of instructions of an estimate does not reveal the shape of a password, only its length.

Every user of a machine may read how much CPU time a process has had (/proc/PID/schedstat), even that of set-user-ID
programs such as passwd. Callgrind counts the instructions, so that nothing else on the machine changes the result.
"""

import random
import subprocess

import pytest

import callgrind
from conftest import BUILD, TRACES

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ANY = LETTERS + LETTERS.upper() + "0123456789"
# The tolerance is small: the times of two runs with the same password differ by more.
TOLERANCE = 0.01
# For short passwords, the same few instructions are a larger part of the work.
SHORT_TOLERANCE = 0.02
# The tolerance for passwords that every policy with an estimate refuses.
WEAK_TOLERANCE = 0.02

# Each password begins with one of these, and continues with random characters.
BEGINNINGS = {
    "random": "", "listed word": "monkey", "capital first": "Monkey", "capitals": "mOnKEy", "leet": "m0nk3y",
    "reversed": "yeknom", "name": "alice",
    "name reversed": "lleddil", "date": "24121987", "date with signs": "24.12.87",
    "year": "1987", "keyboard row": "qwertyui", "keyboard turn": "1qaz2wsx",
    "keyboard signs": "!\"$%^&*(",
    "sequence": "abcdefgh", "sequence down": "97531", "repeated": "kvkvkvkv",
    "one character repeated": "kkkkkk", "mirrored": "xkvqqvkx", "digits": "8364917", "hexadecimal": "f00ba47e",
    "possessive": "monkey's",
}


def rest(length, characters=ANY):
    return "".join(random.Random(3).choices(characters, k=length))


def shapes(length):
    """Passwords of this many characters of ASCII, by shape."""
    found = {shape: (begun + rest(length))[:length] for shape, begun in BEGINNINGS.items()}
    some = rest(length)
    found["each doubled"] = "".join(2 * character for character in some)[:length]
    found["a sign between characters"] = "-".join(some)[:length]
    found["a sign between words"] = ("monkey-dragon-" + some)[:length]
    found["a sign repeated, and doubled"] = ("xx9v-Q22-Z7p-" + some)[:length]
    found["an unusual sign between"] = ("kv~Qw~Zp~" + some)[:length]
    found["signs"] = rest(length, "!@#$%&*?+=")
    found["capitals alone"] = some.upper()
    found["spoken"] = ("bimotekusafiropazune" * length)[:length]
    return found


def foreign(length):
    """Passwords of this many characters, a quarter of them beyond ASCII with two bytes each."""
    beyond = length // 4
    return {
        "at the end": rest(length - beyond) + "é" * beyond,
        "a word at the beginning": ("пароль" * length)[:beyond] + rest(length - beyond),
        "between others": "".join(one + rest(3) for one in ("éüñøåçđł" * length)[:beyond]),
        "before words": "ä" * beyond + ("monkey" * length)[: length - beyond],
    }


# Passwords that consist of little else than patterns.
WEAK = {
    "one character": lambda length: length * "k", "two": lambda length: ("kv" * length)[:length],
    "runs": lambda length: "".join(4 * character for character in LETTERS)[:length],
    "twice": lambda length: (2 * rest((length + 1) // 2))[:length], "a word": lambda length: ("password" * length)[:length],
    "a word with signs": lambda length: ("pass-word-" * length)[:length], "signs": lambda length: "-" * length,
    "keyboard": lambda length: ("qwertyuiop" * length)[:length], "dates": lambda length: ("24121987" * length)[:length],
    "sequence": lambda length: ("abcdefghijklmnopqrstuvwxyz" * length)[:length],
}

NAMES = {"two names": "Alice Liddell", "64 names": " ".join(f"{a}{b}wonder" for a in "abcdefgh" for b in "klmnopqr")}
every_name = pytest.mark.parametrize("full_name", NAMES.values(), ids=NAMES)


@pytest.fixture
def count(tmp_path_factory):
    """The instructions of each of some passwords."""
    def instructions(mode, path, full_name, passwords):
        tried, folder = list(passwords.values()), tmp_path_factory.mktemp("counted")
        # The first count includes work that happens only once, such as that of the dynamic linker.
        callgrind.run(
            folder, TRACES / "instructions", mode, path, full_name,
            input="".join(f"{password}\n" for password in [rest(len(tried[0])), *tried]), text=True, check=True,
            env={"LD_LIBRARY_PATH": str(BUILD)}, stderr=subprocess.DEVNULL)
        return dict(zip(passwords, callgrind.parts(folder)[1:], strict=True))

    return instructions


def assert_equal(counts, tolerance=TOLERANCE):
    least, most = min(counts, key=counts.get), max(counts, key=counts.get)
    assert counts[most] <= (1 + tolerance) * counts[least], f"{most}: {counts[most]}, {least}: {counts[least]}"


@every_name
@pytest.mark.parametrize("length, tolerance", [(9, SHORT_TOLERANCE), (12, SHORT_TOLERANCE), (16, TOLERANCE), (30, TOLERANCE)])
def test_estimate_does_not_reveal_the_shape(count, full_name, length, tolerance):
    assert_equal(count("strength", BUILD / "common.ranks", full_name, shapes(length)), tolerance)


@pytest.mark.parametrize("length", [16, 30])
def test_estimate_hardly_reveals_weakness(count, length):
    passwords = {"random": rest(length), **{name: password(length) for name, password in WEAK.items()}}
    assert_equal(count("strength", BUILD / "common.ranks", NAMES["two names"], passwords), WEAK_TOLERANCE)


@pytest.mark.parametrize("length", [64, 200])
def test_estimate_does_not_reveal_shape_of_long_password(count, length):
    assert_equal(count("strength", BUILD / "common.ranks", NAMES["two names"], shapes(length)))


@pytest.mark.parametrize("length", [16, 32])
def test_estimate_does_not_reveal_positions_of_foreign_characters(count, length):
    assert_equal(count("strength", BUILD / "common.ranks", NAMES["two names"], foreign(length)))


@every_name
def test_check_does_not_reveal_shape_of_accepted_password(count, folder, full_name):
    policy = folder / "guesses.conf"
    policy.write_text(
        f"rules = minlength: 12\nmin-guesses = 10^10\nranked-words =\nranked-words = {BUILD / 'common.ranks'}\n",
        encoding="utf-8")
    assert_equal(count("policy", policy, full_name, shapes(20)))


def test_another_length_is_noticed(count):
    counts = count("strength", BUILD / "common.ranks", NAMES["two names"], {str(length): rest(length) for length in (16, 17)})
    assert counts["17"] > (1 + 4 * TOLERANCE) * counts["16"]
