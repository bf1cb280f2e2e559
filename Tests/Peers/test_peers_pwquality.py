"""An imported policy accepts and refuses what libpwquality does with the original file, except for the
differences listed here. Each must occur: one that does not is no longer a difference."""

import re

import pytest

from candidates import Candidates
from peers import Comparison, number

SEED = 20260801
COUNT = 6000

CONFIGURATIONS = {
    "defaults": "",
    "stig": "difok = 8\nminlen = 15\ndcredit = -1\nucredit = -1\nlcredit = -1\nocredit = -1\nminclass = 4\nmaxrepeat = 3\n"
            "maxclassrepeat = 4\nenforce_for_root\nretry = 3\n",
    "credits": "minlen = 12\ndcredit = 1\nucredit = 1\nlcredit = 1\nocredit = 1\n",
    "large-credits": "minlen = 14\ndcredit = 2\nucredit = 1\nlcredit = -1\nocredit = 3\nmaxrepeat = 2\n",
    "many-of-a-class": "minlen = 4\ndcredit = -2\nucredit = -3\nlcredit = -2\nocredit = -2\n",
    "runs": "maxrepeat = 1\nmaxsequence = 2\nmaxclassrepeat = 3\n",
    "names": "usersubstr = 4\ngecoscheck = 1\nbadwords = flower SunShine acme none\n",
    "nothing": "difok = 0\nusercheck = 0\nminlen = 6\nenforcing = 0\n",
    "changes": "difok = 12\nmaxclassrepeat = 1\nmaxsequence = 3\nminclass = 9\nusersubstr = 6\n",
    "negative": "difok = -2\nmaxrepeat = -1\nmaxsequence = -2\nmaxclassrepeat = -3\nminclass = -1\nusersubstr = 3\n",
    "all": "DIFOK=3 # many\nminlen 9\ndcredit=-1\nlcredit=1\nminclass=3\nmaxrepeat=2\nmaxsequence=4\nmaxclassrepeat=6\n"
           "gecoscheck=1\nusercheck=1\nusersubstr=5\nbadwords=flower wolf\ndictpath=/nowhere\nretry=0\nlocal_users_only=0\n",
}

REASONS = {
    "characters": "pwquality counts and compares bytes, we characters",
    "special": "control characters and all beyond ASCII are \"other\" to pwquality, not special to us",
    "disguise": "we find names and words in disguise",
    "short-name": "we find names of up to 3 characters that stand alone",
    "full-name-words": "words of a full name end at a space alone for pwquality",
    "stretched": "pwquality refuses a name or word with its letters doubled as the whole password",
    "twice-as-long": "pwquality asks for no changes in a password that is twice as long as the old one",
    "doubled-letters": "pwquality does not count a doubled letter as a change",
    "signs-in-sequences": "pwquality counts runs of any neighbours in ASCII",
    "letters-beyond-ascii": "we know capitals beyond ASCII",
    "credits": "a positive credit above 1 is imported as 1",
    "not-utf8": "we refuse text that is not UTF-8",
    "long": "we refuse more than 1024 bytes",
    "marks": "we find names and words despite marks: symbols between their letters, and accents",
}

LEET = bytes.maketrans(b"01!|l34@5$7+89", b"oiiiieaassttbg")


# The parts of libpwquality that are needed to explain its verdicts.

def distance(old, new, counts_doubled):
    """The Levenshtein distance, or libpwquality's, for which a doubled letter costs nothing."""
    row = list(range(len(new) + 1))
    for i, before in enumerate(old):
        last, row = row, [i + 1]
        for j, after in enumerate(new):
            if counts_doubled:
                row.append(min(last[j] + (before != after), last[j + 1] + 1, row[j] + 1))
            else:
                row.append(min(last[j], last[j + 1], row[j]) + (before != after))
    return row[-1]


def longest_sequence(password, within=b""):
    longest = run = 1
    direction = 0
    for a, b in zip(password, password[1:]):
        step = b - a if abs(b - a) == 1 and (not within or a in within and b in within) else 0
        run = run + 1 if step and step == direction else 2 if step else 1
        direction = step
        longest = max(longest, run)
    return longest


def length_needed(password, configuration, most):
    """The minlen that is left after the credits, each of at most `most` characters."""
    counts = {"dcredit": sum(chr(c).isdigit() for c in password), "ucredit": sum(65 <= c <= 90 for c in password),
              "lcredit": sum(97 <= c <= 122 for c in password)}
    counts["ocredit"] = len(password) - sum(counts.values())
    credits = {name: max(0, number(configuration, name, 0)) for name in counts}
    return max(6, number(configuration, "minlen", 8)) - sum(min(counts[n], credits[n], most) for n in counts)


def plain(text):
    return text.lower().translate(LEET).replace("€".encode(), b"e")


def contains(password, name):
    return name in password or name[::-1] in password


def names(case, kind, configuration):
    """The names and words that our rule looks for, in lower case."""
    if kind == "username":
        return [case.user.lower()]
    if kind == "username-parts":
        size, name = number(configuration, "usersubstr", 0), case.user.lower()
        return [name[i:i + size] for i in range(len(name) - size + 1)] or [name]
    if kind == "full-name":
        return [word.lower() for word in re.split(rb"[ ,-]+", case.full_name) if len(word) > 1]
    return [word.encode().lower() for word in re.findall(r"badwords ?= ?(.*)", configuration)[0].split()]


# Why we refuse what libpwquality accepts, by our rule. Each predicate has a case and a configuration.

def is_beyond_ascii(case, configuration):
    return not case.new.isascii()


def are_beyond_ascii(case, configuration):
    return not case.new.isascii() or not case.old.isascii()


def has_other(case, configuration):
    return any(byte < 0x20 or byte > 0x7E for byte in case.new)


def is_disguised(kind):
    return lambda case, configuration: any(
        contains(plain(case.new), plain(name)) and not contains(case.new.lower(), name)
        for name in names(case, kind, configuration))


def is_short(kind):
    return lambda case, configuration: any(
        len(name) <= 3 and contains(plain(case.new), plain(name)) for name in names(case, kind, configuration))


def is_part_of_word(case, configuration):
    theirs = case.full_name.lower().split(b" ")
    return any(name not in theirs and contains(case.new.lower(), name) for name in names(case, "full-name", configuration))


def is_twice_as_long(case, configuration):
    return len(case.new) >= 2 * len(case.old) > 0


def has_large_credit(case, configuration):
    return (length_needed(case.new, configuration, 1000) <= len(case.new)
            < length_needed(case.new, configuration, 1))


def has_marks(case, configuration):
    return re.search(rb"[A-Za-z0-9][^A-Za-z0-9]+[A-Za-z0-9]", case.new) is not None


STRICTER = {
    "minlength": [("credits", has_large_credit), ("characters", is_beyond_ascii), ("special", has_other)],
    "required": [("credits", has_large_credit), ("special", has_other)],
    "at-least": [("special", has_other)],
    "min-different": [("characters", is_beyond_ascii)],
    "max-repeating": [("characters", is_beyond_ascii)],
    "palindrome": [("characters", is_beyond_ascii)],
    "username": [("disguise", is_disguised("username")), ("short-name", is_short("username")), ("marks", has_marks)],
    "username-parts": [("disguise", is_disguised("username-parts")), ("short-name", is_short("username-parts")),
                       ("marks", has_marks)],
    "full-name": [("disguise", is_disguised("full-name")), ("short-name", is_short("full-name")),
                  ("full-name-words", is_part_of_word), ("marks", has_marks)],
    "words": [("disguise", is_disguised("words")), ("marks", has_marks)],
    "old-password-case": [("letters-beyond-ascii", are_beyond_ascii)],
    "old-password-rotated": [("letters-beyond-ascii", are_beyond_ascii)],
    "old-password-changes": [("twice-as-long", is_twice_as_long), ("characters", are_beyond_ascii)],
    "encoding": [("not-utf8", lambda case, configuration: not case.is_text)],
    "max-bytes": [("long", lambda case, configuration: len(case.new) > 1024)],
}


# Why we accept what libpwquality refuses, by its error.

def has_doubled_letters(case, configuration):
    old, new = case.old.lower(), case.new.lower()
    changes = number(configuration, "difok", 1)
    return distance(old, new, False) < changes <= distance(old.decode(), new.decode(), True)


def is_stretched(case, configuration):
    words = [case.user.lower()] + case.full_name.lower().split(b" ")
    words += [word.encode().lower() for line in re.findall(r"badwords ?= ?(.*)", configuration) for word in line.split()]
    size = number(configuration, "usersubstr", 0)
    if size >= 4:
        words += [words[0][i:i + size] for i in range(len(words[0]) - size + 1)]
    return any(len(word) >= 4 and 0 in (distance(case.new.lower(), word, False), distance(case.new.lower(), word[::-1], False))
               for word in words)


def has_symbols_in_sequence(case, configuration):
    most = max(1, number(configuration, "maxsequence", 0))
    alphanumeric = bytes(byte for byte in range(128) if chr(byte).isalnum())
    return longest_sequence(case.new) > most >= longest_sequence(case.new, alphanumeric)


def is_joined_word(case, configuration):
    ours = names(case, "full-name", configuration)
    return any(len(word) >= 4 and word not in ours and contains(case.new.lower(), word)
               for word in case.full_name.lower().split(b" "))


LOOSER = {
    "too-similar": [("doubled-letters", has_doubled_letters)],
    "max-sequence": [("signs-in-sequences", has_symbols_in_sequence)],
    "max-class-repeat": [("characters", is_beyond_ascii)],
    "max-consecutive": [("characters", is_beyond_ascii)],
    "user-check": [("stretched", is_stretched)],
    "bad-words": [("stretched", is_stretched)],
    "gecos-check": [("stretched", is_stretched), ("full-name-words", is_joined_word)],
}

def first(table, key, case, configuration):
    """The name of the difference, or None."""
    return next((name for name, predicate in table.get(key, []) if predicate(case, configuration)), None)


def explain(case, verdict, unmet, configuration):
    if verdict != "0":
        return [] if unmet else [first(LOOSER, verdict.split()[1], case, configuration)]
    # An unmet "or" adds nothing to the unmet rules of its alternatives.
    return [first(STRICTER, rule, case, configuration) for rule in unmet if rule != "or"]


comparison = Comparison("pwquality", {name: "dictcheck = 0\n" + text for name, text in CONFIGURATIONS.items()}, REASONS, explain)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_verdicts_match_libpwquality(name, tmp_path):
    comparison.run(name, Candidates(f"{SEED} {name}").cases(COUNT), tmp_path)


def test_each_difference_occurs():
    comparison.assert_each_occurred()
