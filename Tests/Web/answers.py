"""The library's answers for the cases in cases.py, in the format of answers.mjs, which writes the package's answers."""

import functools
import gettext
import json
import struct

from cases import CASES
from passwordrules import DescriptorError, Error, Policy, PolicyError, RankedWords, Rules, Style, lint
from tree import BUILD, PACKAGE

STYLES = [Style.RANDOM, Style.READABLE, Style.WORDS]


def utf16_offset(text, offset):
    """Converts an offset from bytes to UTF-16 code units. An offset inside a character becomes the character's start."""
    return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore").encode("utf-16-le")) // 2


def units(text, scalars):
    """The length of the first `scalars` scalar values of a text, in UTF-16 code units."""
    return len(text[:scalars].encode("utf-16-le", "surrogatepass")) // 2


def bits(number):
    """The bits of a number in hex, so that numbers are compared exactly."""
    return struct.pack(">d", number).hex()


def diagnostics(found, text):
    return [[one.severity.name.lower(), int(one.code), one.text, one.source, utf16_offset(text, one.offset),
             utf16_offset(text, one.offset + one.length)] for one in found]


def attempt(body):
    try:
        return body()
    except Error as error:
        return ["status", int(error.code)]


def report(found):
    # The verdict is written twice, because the package's answer has one verdict of `check` and one of `accepts`.
    return [found.accepted, found.accepted, bits(found.progress), found.messages, [
        [one.rule, one.met, one.limit, one.actual, one.characters, one.message,
         [one.origin.key, one.origin.preset] if one.origin and one.origin.key else None] for one in found.outcomes]]


class Answers:
    def __init__(self, cases):
        self.lines = []
        self.cases, self.is_small = cases, cases["isSmall"]
        self.languages = [(language, self.catalogue(language)) for language in cases["languages"]]
        self.passwords = [password.encode("utf-8", "surrogatepass") for password in cases["passwords"]]
        for descriptor in cases["descriptors"]:
            self.rules(descriptor)
        if not self.is_small:
            self.strength()
            for settings in cases["policies"]:
                self.policy(settings)

    @staticmethod
    def catalogue(language):
        return gettext.translation("passwordrules", BUILD / "locale", [language.replace("-", "_")]) if language else None

    def say(self, *things):
        self.lines.append(json.dumps(things, ensure_ascii=False, separators=(",", ":")))

    def rules(self, descriptor):
        self.say("about", descriptor)
        try:
            self.say("accepted", diagnostics(Rules(descriptor).diagnostics, descriptor))
        except DescriptorError as error:
            self.say("refused", int(error.code), diagnostics(error.diagnostics, descriptor))
        rules = Rules(descriptor, lenient=True)
        self.say(diagnostics(rules.diagnostics, descriptor))
        if not self.is_small:
            self.numbers(descriptor, rules)
        for index, (language, catalogue) in enumerate(self.languages):
            if not self.is_small:
                self.say(language, rules.explain(translations=catalogue).split("\n"))
            self.say(language, [report(rules.check(password, strict=(number + index) % 2 == 1, translations=catalogue))
                                for number, password in enumerate(self.passwords)])

    def numbers(self, descriptor, rules):
        def count(length):
            found = rules.count(length)
            return [str(found.number), bits(found.entropy)]

        def generated(style, options):
            made = rules.generate(style=style, **options).generated
            return [made.style.name.lower(), made.length, bits(made.entropy), made.excluded, made.falls_short, True]

        self.say(diagnostics(lint(descriptor), descriptor))
        self.say(rules.format(), rules.format(minified=True))
        for length in (0, 1, 12, 20, 129, 130):
            self.say(attempt(lambda: count(length)))
        for entropy in (1, 64, 71):
            self.say(attempt(lambda: rules.shortest_length(entropy)))
        for style in STYLES:
            for options in ({}, {"length": 12}, {"entropy": 100, "exclude": "ambiguous"}):
                self.say(attempt(lambda: generated(style, options)))

    def strength(self):
        self.say("about", "strength")
        ranks = RankedWords(PACKAGE / "common.ranks")
        for language, catalogue in self.languages:
            for text, password in zip(self.cases["passwords"], self.passwords):
                found = ranks.estimate(password, user=self.cases["context"]["user"], translations=catalogue)
                pieces = [[one.name, units(text, one.start), units(text, one.end), one.rank] for one in found.pieces]
                self.say(language, bits(found.guesses_log10), found.level.name.lower().replace("_", "-"), found.cut, pieces,
                         found.advice)

    def policy(self, settings):
        given = self.cases["context"]
        context = {"user": given["user"], "full_name": given["fullName"], "home": given["home"],
                   "old_password": given["oldPassword"]}
        self.say("about", settings)
        try:
            # A page does not have the blocklists that presets name.
            policy = Policy.from_settings([*settings, "blocklist="])
        except PolicyError as error:
            self.say("refused", int(error.code),
                     [[one.severity.name.lower(), int(one.code), one.text, one.source] for one in error.diagnostics])
            return
        for language, catalogue in self.languages:
            self.say(language, policy.describe(**context, translations=catalogue), policy.enforcement(**context).name.lower())
            for one in (context, {}):
                self.say([report(policy.check(password, **one, translations=catalogue)) for password in self.passwords])


@functools.cache
def answers(name):
    """The library's answers to the cases of this name."""
    return Answers(CASES[name]).lines


def compare(lines, name):
    """Compares the answers for the cases of this name with the library's."""
    expected, about = answers(name), None
    assert len(lines) == len(expected)
    for line, answer in zip(lines, expected):
        about = answer if answer.startswith('["about",') else about
        if line != answer:
            # The parsed values are compared first, because pytest is slow to show how two long texts differ.
            assert json.loads(line) == json.loads(answer), about
            raise AssertionError(f"the types of values are different: {about}")
