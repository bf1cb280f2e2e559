"""The texts that users read in a language, composed by the library, each line below its English one.

Translated words have to fit into their sentences. After `make`, `python3 Tests/Translations/sentences.py fr`
shows all of them to a translator or a second reader.
"""

import ctypes
import gettext
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
# Once loaded, a library is found by its name.
ctypes.CDLL(os.path.join(BUILD, "libpasswordrules.so.1"))
sys.dont_write_bytecode = True
sys.path += [os.path.join(ROOT, "Sources", folder) for folder in (os.path.join("Bindings", "Python"), "Translations")]

import update
from passwordrules import Policy, Rules

# Numbers of every plural form of the languages that there are.
COUNTS = (1, 2, 5, 21)

DESCRIPTORS = [
    "minlength: 12; required: upper; required: digit; max-repeating: 2; max-sequential: 3",
    "minlength: 8; maxlength: 20; required: lower, digit; required: upper, [-_]; required: special; max-consecutive: 2",
    "minlength: 8; maxlength: 8; allowed: upper, lower, digit, [-_ ]; required: upper, lower; required: [ ]; required: [-]",
    "minlength: 20; maxlength: 10; allowed: special; required: upper, lower, digit; required: special, [ ]",
    "maxlength: 64; allowed: unicode; required: unicode; required: ascii-printable",
    "allowed: ascii-printable; max-repeating: 1; max-sequential: 1; max-consecutive: 1", "allowed: digit; maxlength: 1",
    "allowed: [ ], [ab], [0]; max-consecutive: 2", "maxlength: 21", "minlength: 21; maxlength: 21", "required: digit; allowed: [a]",
    "minlength: 5; " + "; ".join(f"required: [{character}ZY]" for character in "abcdefghijklmn"),
]

RULES = "rules = minlength: 12; required: upper; required: digit, lower, [-_]; maxlength: 2; allowed: upper, lower; max-repeating: 1"
# Settings, a password that does not meet them, and one that does.
POLICIES = [
    ([RULES], "ab1111", "Ab"),
    (["rules = required: [ ]; required: ['\"]; max-sequential: 3; max-consecutive: 2"], "abcdeee", "a '"),
    *((["rules = minlength: %d; min-words: %d; min-different: %d" % (9 + count, count, count), f"at-least = {count} upper",
        *(f"at-least = {count} {name}" for name in ("lower", "digit", "special", "[-_]"))], "~~~~~~~~~", "Ab1-" * 22)
      for count in COUNTS),
    *((["max-class-repeating = %d" % count, "max-keyboard = %d" % max(2, count), "rules = max-sequential: %d" % count],
       "qwertyuiop" * 3 + "abcdefghijklmnopqrstuvwxyz", "-") for count in COUNTS),
    *((["rules = min-classes: %d" % count], "~~", "aA1-") for count in (1, 2, 3, 4)),
    (["palindrome = reject", "words = secret", "max-bytes = 8"], "secretterces", "q"),
    (["rules = minlength: 9", "or = required: upper; required: [-]", "or = minlength: 7; min-classes: 2"], "ab", "A-"),
    (["username = reject", "full-name = reject", "home-directory = reject"], "alice smith homes", "x"),
    (["username-parts = 3"], "ali", "x"),
    (["blocklist = mangled " + os.path.join(BUILD, "common.blocklist"), "blocklist = optional /nowhere"], "password", "vubkem-Roxpit"),
    (["blocklist = mangled " + os.path.join(BUILD, "common.blocklist")], "PASSWORD", "vubkem-Roxpit"),
    (["blocklist = mangled " + os.path.join(BUILD, "common.blocklist")], "P4ssw0rd!!", "vubkem-Roxpit"),
    *((["old-password = reject", "old-password-changes = 5"], password, "wholly-different")
      for password in ("Summer-2024", "sUMMER-2024", "4202-remmuS", "2024Summer-", "xSummer-2024x", "Summer-2025", "Sinner-2025")),
    (["max-class-repeating = 4"], b"\xff", b"a\0b"),
    (["rules = minlength: 99", *("or = minlength: %d" % length for length in range(2, 11))], "", "x" * 12),
    (["rules = minlength: 99", *("or = minlength: %d" % length for length in range(2, 10))], "", "x" * 12),
]
PERSON = {"user": "alice", "full_name": "Smith", "home": "/homes/alice", "old_password": "Summer-2024"}


class Recording(gettext.NullTranslations):
    """A catalogue that records which messages were looked up."""

    def __init__(self, catalogue):
        super().__init__()
        self.catalogue, self.asked = catalogue, set()

    def gettext(self, message):
        self.asked.add(message)
        return self.catalogue.gettext(message)

    def ngettext(self, one, many, count):
        self.asked.add(one)
        return self.catalogue.ngettext(one, many, count)


def composed(language):
    """The library's texts, line by line, in one language."""
    for text in DESCRIPTORS:
        yield from Rules(text).explain(translations=language).splitlines()
    for text in DESCRIPTORS[:2]:
        yield from Rules(text).check("aab", strict=True, translations=language).messages
    for settings, *passwords in POLICIES:
        # A policy must have rules.
        policy = Policy.from_settings(settings if settings[0].startswith("rules") else ["rules = minlength: 1", *settings])
        yield from policy.describe(translations=language, **PERSON).splitlines()
        for password in passwords:
            yield from (outcome.message for outcome in policy.check(password, translations=language, **PERSON))


def alone(language, done):
    """The messages that `composed` does not use: the module's, and those that take several calls."""
    for message in update.messages():
        one = message.one.replace('\\"', '"')
        if one not in done:
            for count in COUNTS if message.many else (1,):
                text = language.ngettext(one, message.many, count) if message.many else language.gettext(one)
                yield text.format(count=count, actual=2, limit=3, first="A-Z")


def pairs(name):
    """All different lines, each in English and in the language of the catalogue."""
    english = gettext.NullTranslations()
    own = Recording(gettext.translation("passwordrules", os.path.join(BUILD, "locale"), [name]))
    lines = dict(zip(composed(english), composed(own), strict=True))
    return lines | dict(zip(alone(english, own.asked), alone(own.catalogue, own.asked), strict=True))


if __name__ == "__main__":
    for source, target in pairs(sys.argv[1]).items():
        print(source, target, "", sep="\n")
