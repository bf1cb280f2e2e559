"""An imported policy accepts and refuses what libpasswdqc does with the original file, except for the
differences listed here. Each must occur: one that does not is no longer a difference.

With match=, passwdqc looks for parts of names and words, so its verdicts differ by design; without it, they are the
same."""

import re

import pytest

from candidates import PATTERNS, SEQUENCES, Candidates
from peers import Case, Comparison, number

SEED = 20260801
COUNT = 4000

CONFIGURATIONS = {
    "defaults": "match=0\nmin=disabled,24,11,8,7\n",
    "all": "match=0\nmin=20,18,16,12,10\npassphrase=2\nsimilar=permit\nmax=40\n",
    "passphrases": "match=0\nmin=disabled,disabled,12,12,12\npassphrase=4\n",
    "one-class": "match=0\nmin=9,9,9,9,9\nmax=8000\n",
    "four-classes": "match=0\nmin=disabled,disabled,disabled,disabled,9\npassphrase=0\nmax=16\n",
    "matching": "min=disabled,24,11,9,8\nsimilar=deny\n",
    "long-matches": "match=6\nmin=24,20,14,10,8\nrandom=0\nenforce=users\n",
}

REASONS = {
    "characters": "passwdqc counts bytes, we characters",
    "classes-beyond-ascii": "characters beyond ASCII are rarely a class of their own to passwdqc, and always \"other\" to us",
    "one-letter-words": "passwdqc counts one letter as a word",
    "not-utf8": "we refuse text that is not UTF-8",
    "long": "we refuse more than 4096 bytes",
    "names-anywhere": "we refuse names anywhere; passwdqc asks whether the rest is strong enough",
    "runs-anywhere": "we refuse runs anywhere; passwdqc counts them as fewer characters",
    "old-anywhere": "we refuse the old password anywhere; passwdqc asks whether the rest is strong enough",
    "parts-of-names": "passwdqc does not count parts of names",
    "parts-of-old": "passwdqc does not count parts of the old password",
    "word-list": "passwdqc counts short English words as fewer characters",
    "patterns": "passwdqc knows more patterns of keys, and years",
}

UNIFIED = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ" + b"@|$+aeilost", b"4bcd3fgh!jk1mn0pqr57uvwxyz" + b"4!574" + b"3!1057")
YEARS = [str(year) for year in range(1900, 2040)]


def has_short_words(case, configuration):
    """Whether the password has enough words for a passphrase only if words of one letter count."""
    theirs = re.findall(rb"[A-Za-z]+", case.new)
    ours = [word for word in theirs if len(word) > 1]
    return len(theirs) >= number(configuration, "passphrase", 3) > len(ours)


def shares(text, case, configuration):
    """Whether the new password has this many characters of the text, forwards or backwards, as passwdqc
    compares."""
    size = number(configuration, "match", 4)
    new, text = case.new.translate(UNIFIED), text.translate(UNIFIED)
    return any(part in text for word in (new, new[::-1]) for part in
               (word[i:i + size] for i in range(len(word) - size + 1)))


def stricter(rule, case, configuration):
    """Why our rule refuses what passwdqc accepts."""
    matches = number(configuration, "match", 4) > 0
    if rule == "encoding" and not case.is_text:
        return "not-utf8"
    if rule == "max-bytes" and len(case.new) > 4096:
        return "long"
    if matches and rule in ("username", "full-name", "home-directory"):
        return "names-anywhere"
    if matches and rule in ("max-keyboard", "max-sequential"):
        return "runs-anywhere"
    if matches and case.old and rule in ("old-password-case", "old-password-reversed", "old-password-rotated",
                                         "old-password-contained"):
        return "old-anywhere"
    if rule in ("minlength", "min-classes", "min-words", "min-different"):
        if not case.new.isascii():
            return "characters"
        if has_short_words(case, configuration):
            return "one-letter-words"
    return None


def looser(reason, case, configuration):
    """Why we accept what passwdqc refuses."""
    if reason.startswith("not enough different characters or classes") and not case.new.isascii():
        return "classes-beyond-ascii"
    if reason == "is based on the old one" and shares(case.old, case, configuration):
        return "parts-of-old"
    if reason == "based on personal login information" and any(
            shares(text, case, configuration) for text in (case.user, case.full_name, case.home)):
        return "parts-of-names"
    if reason.startswith("based on a common sequence") and any(
            shares(text.encode(), case, configuration) for text in PATTERNS + SEQUENCES + YEARS):
        return "patterns"
    # passwdqc's words are not known here. The password must at least have letters, or characters that can replace them.
    size = number(configuration, "match", 4)
    if reason.startswith("based on a dictionary word") and re.search(rb"[A-Za-z0-9!@$+|]{%d}" % size, case.new):
        return "word-list"
    return None


def explain(case, verdict, unmet, configuration):
    if verdict != "0":
        return [] if unmet else [looser(verdict, case, configuration)]
    # An unmet "or" adds nothing to the unmet rules of its alternatives.
    names = [stricter(rule, case, configuration) for rule in unmet if rule != "or"]
    # The unmet rules of the nearest alternative may not be those of passwdqc's alternative.
    if "runs-anywhere" in names and "or" in unmet:
        names = [name or "runs-anywhere" for name in names]
    return names


comparison = Comparison("passwdqc", CONFIGURATIONS, REASONS, explain)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_verdicts_match_libpasswdqc(name, tmp_path):
    candidates = Candidates(f"{SEED} {name}")
    comparison.run(name, candidates.cases(COUNT) + [Case((candidates.strong() * 1000)[:5000].encode())], tmp_path)


def test_each_difference_occurs():
    comparison.assert_each_occurred()
