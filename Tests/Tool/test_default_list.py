"""The policy that ships and its list, build/common.blocklist: what they refuse, and what they do not."""

import itertools
import os
import random
import re
import string
import subprocess
import sys
import unicodedata
import zipfile

import pytest

from tool import LIST, ROOT, run

LENGTH = 15
USER = "alice"


@pytest.fixture(scope="module")
def checked(prefix):
    """Which of some passwords the policy that ships accepts, for a user."""
    def checked(passwords, user=USER):
        lines = "".join(f"{one}\n" for one in passwords).encode()
        result = run("check", "--config", f"{prefix}/etc/passwordrules.conf", "--user", user, input=lines)
        # The machine need not have such a user.
        assert result.errors in ("", f'passwordrules: note: there is no user "{user}" on this machine\n')
        assert len(result.lines) == len(passwords)
        return [one for one, line in zip(passwords, result.lines) if line == "accepted"]
    return checked


def look_up(passwords, *arguments):
    result = run("blocklist", "lookup", LIST, *arguments, input="".join(f"{password}\n" for password in passwords).encode())
    assert result.errors == "" and len(result.lines) == len(passwords)
    return result.lines


# What is in the list.

def test_list_is_long_and_intact_and_below_4_mib():
    assert os.path.getsize(LIST) <= 4 << 20 and os.stat(LIST).st_mode & 0o777 == 0o644
    verified = run("blocklist", "verify", LIST)
    assert (verified.status, verified.errors) == (0, "")
    assert int(verified.lines[0].split()[1].replace(",", "")) >= 100_000
    assert "  match            mangled" in run("blocklist", "info", LIST).lines


def test_input_with_wrong_digest_is_rejected(tmp_path):
    """A wheel with the right name and version, but with another word in it, is rejected."""
    for name, files in [("made", ["zxcvbn-4.5.0.dist-info/LICENSE.txt", "zxcvbn/frequency_lists.py"]), ("none", [])]:
        (tmp_path / name).mkdir()
        if files:
            with zipfile.ZipFile(tmp_path / name / "zxcvbn-4.5.0-py2.py3-none-any.whl", "w") as wheel:
                for file in files:
                    wheel.writestr(file, "planted")
        done = subprocess.run(
            [os.path.join(ROOT, "Sources", "Words", "fetch-zxcvbn"), sys.executable, tmp_path / "words"],
            env={"PATH": os.environ["PATH"], "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / name)},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 1 and ("DO NOT MATCH THE HASHES" in done.stdout) == bool(files)
        assert done.stdout.endswith("zxcvbn's word lists could not be downloaded; ZXCVBN_WORDS= can name a frequency_lists.py of it\n")
        assert not (tmp_path / "words").exists()


def test_common_words_with_leet_are_found():
    assert not {"not listed"} & set(look_up([
        "letmein", "L3tm31n!!", "dragon", "nogard", "iloveyou2", "ILoveYou", "Winter2026", "monday1", "Freitag13", "1q2w3e4r5t",
        "asdfghjkl;", "zaq12wsx", "19870524", "24051987", "aaaaaaaaaaaa", "123123123123", "9876543210", "monkey", "Jessica99",
        "trustno1", "qazwsxedc", "administrator", "Passw0rd!", "Sommer2025", "ilovejessica"]))


def test_list_has_all_our_patterns():
    patterns = run("blocklist", "patterns").lines
    assert len(patterns) > 100_000
    assert "not listed" not in look_up(patterns[::10])


def test_random_passwords_are_rarely_listed():
    """A few are listed by chance: their only letters are four that make a word."""
    source = random.Random(1)
    alphabet = string.ascii_letters + string.digits + string.punctuation
    assert look_up(["".join(source.choices(alphabet, k=12)) for _ in range(10_000)]).count("not listed") >= 9_997


# Listed words in leet, beside additions.

DIGIT_FOR = dict(zip("aeilostbg", "431105789"))
SYMBOL_FOR = {"a": "@", "i": "!", "l": "!", "s": "$", "t": "+"}


def listed_words(seed, *, first="", last=""):
    """Listed words of 6 to 12 letters, in a random order, that begin or end with one of these letters."""
    with open(os.path.join(ROOT, "build", "common.words")) as file:
        words = [word for word in file.read().split() if re.fullmatch("[a-z]{6,12}", word)]
    random.Random(seed).shuffle(words)
    return [word for word in words if (not first or word[0] in first) and (not last or word[-1] in last)]


def leet_at_start(substitutes):
    return [f"2024{substitutes[word[0]]}{word[1:]}" for word in listed_words(1, first=substitutes)][:2_000]


def leet_at_end(substitutes):
    words = listed_words(2, last=substitutes)[:3_000]
    additions = itertools.cycle(["2024", "123", "1", "!2024"])
    return [f"{word[:-1]}{substitutes[word[-1]]}{addition}" for word, addition in zip(words, additions)]


def leet_inside():
    """Words that contain digits, with one of their letters replaced by a digit."""
    source = random.Random(3)
    with open(os.path.join(ROOT, "build", "common.words")) as file:
        words = [word for word in file.read().split() if re.fullmatch("[a-z]{3,}[0-9]{1,8}", word)]
    for word in source.sample(words, 3_000):
        positions = [position for position, letter in enumerate(word) if letter in DIGIT_FOR]
        if positions:
            position = source.choice(positions)
            yield word[:position] + DIGIT_FOR[word[position]] + word[position + 1:]


@pytest.mark.parametrize("make", [
    lambda: leet_at_start(DIGIT_FOR), lambda: leet_at_start(SYMBOL_FOR), lambda: leet_at_end(DIGIT_FOR),
    lambda: leet_at_end(SYMBOL_FOR), lambda: list(leet_inside())], ids=["start", "start symbol", "end", "end symbol", "inside"])
def test_few_words_hide_in_leet_with_additions(make):
    passwords = make()
    assert len(passwords) >= 1_500
    assert look_up(passwords).count("not listed") <= len(passwords) // 100


# Additions to a word, of any length, and digits that are more than an addition.

def a_run(source):
    digits = source.choice(["1234567890" * 2, "9876543210" * 2, "13579", "2468", "!@#$%^&*()", "112233445566", "147258369"])
    return digits[:source.randint(min(5, len(digits)), len(digits))]


def a_repetition(source):
    unit = "".join(source.choices("0123456789!.-_*#?", k=source.randint(1, 8)))
    return unit * source.randint(2, 5) if len(unit) > 1 else unit * source.randint(3, 15)


def a_year(source):
    return str(source.randint(1900, 2099))


def a_date(source):
    day, month, year, mark = source.randint(1, 31), source.randint(1, 12), source.randint(1900, 2099), source.choice(["", ".", "-", "/"])
    parts = source.choice([(f"{day:02}", f"{month:02}", f"{year}"), (f"{month:02}", f"{day:02}", f"{year}"),
                           (f"{year}", f"{month:02}", f"{day:02}"), (f"{day:02}", f"{month:02}", f"{year % 100:02}")])
    return mark.join(parts)


def few_others(source):
    return "".join(source.choices(string.digits + string.punctuation, k=source.randint(1, 6)))


@pytest.mark.parametrize("addition", [a_run, a_repetition, a_year, a_date, few_others])
def test_addition_hides_no_listed_word(addition):
    source = random.Random(4)
    words = listed_words(4)[:1_000]
    assert "not listed" not in look_up([word + addition(source) for word in words])
    assert "not listed" not in look_up([addition(source) + word.capitalize() for word in words])
    if addition is not few_others:
        assert "not listed" not in look_up([word + addition(source) + source.choice("!.?#") for word in words])
        # There may also be a year before the word.
        assert "not listed" not in look_up([a_year(source) + word + addition(source) for word in words])


def test_word_with_fifteen_random_digits_is_not_listed():
    source = random.Random(5)
    words = [word for word in listed_words(5) if len(set(word)) > 4][:2_000]
    digits = ["".join(source.choices(string.digits, k=15)) for _ in words]
    assert look_up([word + more for word, more in zip(words, digits)]).count("not listed") >= len(words) - 2
    assert look_up([more + word for word, more in zip(words, digits)]).count("not listed") >= len(words) - 2


# Good passwords are accepted.

# How many good passwords the policy may refuse for each user: by chance, a few of the random ones are listed, or
# contain a short name.
MOST = {"alice": 9, "omar": 15}


def at_random(source):
    """15,000 of random characters and of random words, of at least 15 characters."""
    for alphabet, count in [("".join(map(chr, range(0x20, 0x7F))), 5_000), (string.ascii_lowercase + string.digits, 3_750),
                            ("0123456789abcdef", 1_250)]:
        for _ in range(count):
            yield "".join(source.choices(alphabet, k=source.randint(LENGTH, 20)))
    with open(os.path.join(ROOT, "build", "common.words")) as file:
        words = [word for word in file.read().split() if word.isascii() and word.isalpha() and 3 <= len(word) <= 8]
    for _ in range(5_000):
        yield source.choice(" -._").join(source.choices(words, k=source.randint(4, 5)))


def generated(faulty_random):
    """10,000 of all styles, the same in each run."""
    for style, count in [("random", 5_000), ("readable", 3_750), ("words", 1_250)]:
        made = run("generate", "--rules", f"minlength: {LENGTH}", "--style", style, "--count", str(count),
                   env={**faulty_random, "RANDOM_SEED": "17"}).lines
        assert len(made) == count and set(look_up(made[:1000])) == {"not listed"}
        yield from made


@pytest.fixture(scope="module")
def good_passwords(faulty_random):
    return [*at_random(random.Random(17)), *generated(faulty_random)]


@pytest.mark.parametrize("user", MOST)
def test_good_passwords_are_rarely_refused(checked, good_passwords, user):
    refused = set(good_passwords) - set(checked(good_passwords, user))
    assert len(refused) <= MOST[user], refused


def test_addition_keeps_good_passwords_accepted(checked, good_passwords):
    """After one character or one common word is added, at most one in 10,000 is refused."""
    source = random.Random(6)
    good = checked(good_passwords)
    longer = [with_one_more(source, password) for password in good]
    assert len(longer) >= 20_000 and len(longer) - len(checked(longer)) <= len(longer) // 10_000


def with_one_more(source, password):
    position = source.randint(0, len(password))
    more = source.choice([source.choice(OTHERS), source.choice(WORDS)])
    return source.choice([password + more, more + password, password[:position] + source.choice(OTHERS) + password[position:]])


def many_good_passwords():
    """100,000 of at least 15 characters: 60,000 of random characters of several alphabets, 40,000 generated
    ones of all styles."""
    source = random.Random(18)
    for alphabet, count in [("".join(map(chr, range(0x20, 0x7F))), 20_000), (string.ascii_letters + string.digits, 15_000),
                            (string.ascii_lowercase, 10_000), ("0123456789abcdef", 10_000), (string.digits, 5_000)]:
        for _ in range(count):
            yield "".join(source.choices(alphabet, k=source.randint(LENGTH, 20)))
    for style, count in [("random", 20_000), ("readable", 10_000), ("words", 10_000)]:
        yield from run("generate", "--rules", f"minlength: {LENGTH}", "--style", style, "--count", str(count)).lines


# By chance, up to this many random passwords contain the name, or are listed once digits and symbols are left out. Ten
# more may count as repetitions.
LISTED_BY_CHANCE = 5


def test_good_passwords_rarely_count_as_repetitions(checked):
    passwords = list(many_good_passwords())
    assert len(passwords) == 100_000
    refused = set(passwords) - set(checked(passwords))
    assert len(refused) <= LISTED_BY_CHANCE + 10, refused


def test_policy_accepts_good_passwords(checked):
    good = ["keen-otter-sails-9", "timely nickel course eater", "Grüße aus Österreich 1867"]
    assert checked(good) == good


# Trivial passwords, made by rule: none is accepted.

WORDS = ["password", "letmein", "qwerty", "iloveyou", "dragon"]
ACCENTS = "\u0301\u0308\u0323"
INVISIBLE = ["\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\ufe0f", "\U000e0061"]
MARKS = [".", "-", "_", " ", "!", "*", "\u00a0", "\u3000", "\u00b7", "\u2026", "\u2122",
         "\u3030", "\U0001f98a", "\uff61", "\u060c"]
DIGITS = "1234567890"
OTHERS = string.ascii_letters + string.digits + string.punctuation


def moved(text, to, first="a", last="z"):
    """Replaces the characters from `first` to `last` by those that begin at the code `to`."""
    return "".join(chr(to + ord(one) - ord(first)) if first <= one <= last else one for one in text)


# Full-width characters, the mathematical letters of "fancy text", and letters in circles.
STYLED = [lambda text: moved(text, 0xFF01, "!", "~").replace(" ", "\u3000"), lambda text: moved(text, 0x1D41A),
          lambda text: moved(text, 0x24D0)]


def accented(text, every=1):
    """Puts an accent on every n-th letter. Letter and accent become one character if Unicode has it."""
    marks = itertools.cycle(ACCENTS)
    return unicodedata.normalize(
        "NFC", "".join(one + next(marks) if index % every == 0 else one for index, one in enumerate(text)))


def with_umlaut(text):
    return unicodedata.normalize("NFC", re.sub("[aeiou]", "\\g<0>\u0308", text, count=1))


def repeated(text, length=LENGTH):
    """Repeats the text up to the length. The last repetition may be incomplete."""
    return (text * length)[:length]


def filled(text, length=LENGTH):
    """Appends digits up to the length that the policy requires."""
    return text + DIGITS[:max(0, length - len(text))]


def names():
    """The user's name, hidden by characters between its letters or by accents on them, and followed by digits."""
    for mark in MARKS:
        yield filled(mark.join(USER), LENGTH + 1)
    for hidden in INVISIBLE + list(ACCENTS):
        yield filled(hidden.join(USER))
    for accent in ACCENTS:
        yield filled(unicodedata.normalize("NFC", USER + accent))
    for first, second in itertools.combinations(MARKS[:5], 2):
        yield filled(first.join(USER[:3]) + second + second.join(USER[3:]))
    for form in (accented, *STYLED):
        yield filled(form(USER))
        yield filled(form(USER[::-1]))
    yield filled(USER.upper()) + "\u200b"
    yield "\u200b".join("12345678" + USER.upper() + "9")


def of_few_characters():
    for one in ["a", "1", " ", "é", "\u200b", "\u00a0", "\u3000", "я", "。", "\u0301"]:
        yield from (one * LENGTH, one * (LENGTH + 1))
    for pair in ("ab", "10", "é ", "\u200bx", ".!", "яa"):
        yield from (repeated(pair), pair[0] * 14 + pair[1], pair[0] + pair[1] * 14, pair[0] * 8 + pair[1] * 8)
    for three in ("xyz", "1a!", "é日."):
        yield repeated(three, LENGTH + 1)
    for letters in ("abcd", "dog.", "aA!x", "äöüß"):
        fours = "".join(one * 4 for one in letters)
        yield from (fours, letters[:3] + letters[3] * 12, fours[:12] + DIGITS[:4])
    yield "1111222233334444"


def of_pieces():
    """A listed piece repeated, with a part of it at the end; and a piece that is not listed three times, also with
    digits."""
    for piece in ("abcd", "12345", "qwer", "qwerty", "asdf", "love", "1q2w3e", "123456", "abc123", "1qaz2wsx"):
        yield repeated(piece, max(LENGTH, 2 * len(piece) + 1))
        yield repeated(accented(piece, 2), max(LENGTH, 2 * len(piece) + 1))
    for piece in ("letme", "xyzw7", "Kq7!", "gandalf", "zq", "ąęć"):
        yield repeated(piece, max(LENGTH, 3 * len(piece)))
        yield filled(3 * piece) + "12"


def repetitions():
    """Listed words twice or more, with separators, with a remainder, and in forms that hide them."""
    for word in WORDS:
        for separator in (" ", "-", ".", "\u00a0", "\u2026", ", "):
            yield separator.join([word.capitalize()] * (2 if 2 * len(word) + len(separator) >= LENGTH else 3))
        yield repeated(word, 2 * len(word) + 3)
        twice = max(LENGTH, 2 * len(word))
        for form in (*STYLED, with_umlaut, accented):
            yield repeated(form(word), twice)
        yield repeated(accented(word, 3), twice + 1)
        for between in INVISIBLE[:2]:
            yield repeated(between.join(word), 4 * len(word))
        for mark in (".", "\u00b7", "\u3000"):
            yield repeated(mark.join(word) + mark, 4 * len(word))


def common():
    return ["correct horse battery staple", "Password Password", "passwordpasswordp", "passwordpasswordpassword", "Password123!",
            "Summer2024!", "P@ssw0rd123", "qwertyuiop123", "Abcd1234!"]


def with_a_little_else():
    """Repetitions that something precedes, interrupts or follows, several of them, and doubled letters."""
    yield from ("abcdabcdabcdabcde", "abababababababxy", "abcabcabcabcabx", "xabcabcabcabcabc", "12121212121212xy",
                "abababababcdcdcd", "ppaasssswwoorrdd")
    yield from ("AbcAbcAbcAbcAbx", "abc-abc-abc-abc-xy", "xyabcabcabcabcz", "abcabxyzcabcabc", "aaaaaaaaaaawxyz",
                "abcdwxyzabcdabc", "passpassxyzpasspass", "passwordpasswordxyz", "qwertqwertqwer1x", "1qaz1qaz1qaz1qa2",
                "PpAaSsSsWwOoRrDd", "llleeetttmmmeeeiiinnnx", "12ddrraaggoonn34", "abcdeedcbaabcde", "abababababababab1!")


def in_mixed_case(source, text):
    return "".join(source.choice([one.lower(), one.upper()]) for one in text) if source.random() < 0.3 else text


def with_others(source, text, count, where):
    """Adds `count` other characters before and after the text, or at one position in it."""
    others = "".join(source.choices(OTHERS, k=count))
    if where == "ends":
        before = source.randint(0, count)
        return others[:before] + text + others[before:]
    position = source.randint(0, len(text))
    return text[:position] + others + text[position:]


def of_a_unit():
    """One to five characters repeated, with up to four others before and after them, or at one position between
    them."""
    source = random.Random(7)
    for length, count, where in itertools.product(range(1, 6), range(5), ["ends", "inside"]):
        for total in range(LENGTH, LENGTH + 8):
            for _ in range(12):
                unit = "".join(source.choices(OTHERS, k=length))
                yield in_mixed_case(source, with_others(source, repeated(unit, total - count), count, where))


def there_and_back():
    """Two to five characters forwards and backwards, repeated, with up to two others before and after them."""
    source = random.Random(8)
    for length, count in itertools.product(range(2, 6), range(3)):
        for total in range(LENGTH, LENGTH + 8):
            for _ in range(6):
                unit = "".join(source.choices(OTHERS, k=length))
                mirrored = source.choice([unit + unit[::-1], unit + unit[-2::-1], unit + unit[-2:0:-1]])
                yield in_mixed_case(source, with_others(source, repeated(mirrored, total - count), count, "ends"))


def stretched():
    """Words with each letter doubled or tripled, with up to four other characters before and after it."""
    source = random.Random(9)
    with open(os.path.join(ROOT, "build", "common.words")) as file:
        words = [word for word in file.read().split() if word.isascii() and word.isalpha() and 4 <= len(word) <= 12]
    for word, times, count in itertools.product(source.sample(words, 400), [2, 3], range(5)):
        if times * len(word) + count >= LENGTH:
            letters = "".join(letter * times for letter in word)
            yield in_mixed_case(source, with_others(source, letters, count, "ends"))


# A function that makes trivial passwords, the minimum number that it makes, and some that a policy once accepted.
RULES = [
    (names, 40, ["a.l.i.c.e1234567", "alicé1234567890"]),
    (of_few_characters, 53, ["aaaaaaaaaaaaaab", "abababababababa", "é" * 16, " " * 15, "\u00a0" * 15, "\u200b" * 15,
                             "aaaabbbbccccdddd"]),
    (of_pieces, 32, ["abcdabcdabcdabc", "xyzw7xyzw7xyzw712"]),
    (repetitions, 80, ["Password Password", "ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ", "pässwordpässword"]), (common, 9, []),
    (with_a_little_else, 20, ["abcdabcdabcdabcde", "abababababababxy", "abcabcabcabcabx", "xabcabcabcabcabc", "12121212121212xy",
                              "abababababcdcdcd", "ppaasssswwoorrdd"]),
    (of_a_unit, 4_000, []), (there_and_back, 500, []), (stretched, 1_500, []),
]


@pytest.mark.parametrize("rule, count, examples", RULES, ids=[rule.__name__ for rule, *_ in RULES])
def test_no_trivial_password_is_accepted(checked, rule, count, examples):
    passwords = set(rule())
    assert set(examples) <= passwords and len(passwords) >= count
    assert rule is common or min(map(len, passwords)) >= LENGTH
    assert [ascii(password) for password in checked(list(passwords))] == []
