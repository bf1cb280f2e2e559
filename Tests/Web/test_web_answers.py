"""The engine in Node says what the library says: the same verdicts, sentences, places and counts."""

import gettext
import json

import pytest

from cases import LANGUAGES, all_cases
from passwordrules import DescriptorError, Error, Policy, PolicyError, RankedWords, Rules, Style, lint
from tree import BUILD, HERE, PACKAGE, node

SEED = 20261126
STYLES = [Style.RANDOM, Style.READABLE, Style.WORDS]
CATALOGUES = [gettext.translation("passwordrules", BUILD / "locale", [language]) if language else None for language in LANGUAGES]


def place(text, offset):
    """An offset in bytes as one in UTF-16 code units; of one inside a character, where that begins."""
    return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore").encode("utf-16-le")) // 2


def units(text, scalars):
    """How many UTF-16 code units so many scalar values of a text are."""
    return len(text[:scalars].encode("utf-16-le", "surrogatepass")) // 2


def diagnostics(found, text):
    return [[one.severity.name.lower(), int(one.code), one.text, one.source, place(text, one.offset),
             place(text, one.offset + one.length)] for one in found]


def attempt(body):
    try:
        return body()
    except Error as error:
        return ["status", int(error.code)]


def report(found):
    return [found.accepted, f"{found.progress:.9f}", [
        [one.rule, one.met, one.limit, one.actual, one.characters, one.message,
         [one.origin.key, one.origin.preset] if one.origin and one.origin.key else None] for one in found.outcomes]]


class Answers:
    """What the library says of the cases, as cases.mjs writes it."""

    def __init__(self, cases, is_small=False):
        self.lines = []
        self.cases, self.is_small = cases, is_small
        self.passwords = [password.encode("utf-8", "surrogatepass") for password in cases["passwords"]]
        for descriptor in cases["descriptors"]:
            self.say(descriptor)
            if not is_small:
                self.say(diagnostics(lint(descriptor), descriptor))
            self.rules(descriptor, False)
            self.rules(descriptor, True)
        if not is_small:
            self.strength()
        for settings in [] if is_small else cases["policies"]:
            self.policy(settings)

    def say(self, *things):
        self.lines.append(list(things))

    def rules(self, descriptor, lenient):
        try:
            rules = Rules(descriptor, lenient=lenient)
        except DescriptorError as error:
            self.say("refused", int(error.code), diagnostics(error.diagnostics, descriptor))
            return
        self.say("parsed", diagnostics(rules.diagnostics, descriptor))
        if not self.is_small:
            self.say(rules.format(), rules.format(minified=True))
            for length in (0, 1, 20, 130):
                self.say(attempt(lambda: str(rules.count(length).number)))
            self.say(attempt(lambda: rules.shortest_length(64)))
            for style in STYLES:
                for options in ({}, {"length": 12}, {"entropy": 100, "exclude": "ambiguous"}):
                    self.say(attempt(lambda: self.generated(rules, style, options)))
        for index, language in enumerate(LANGUAGES):
            if not self.is_small:
                self.say(language, rules.explain(translations=CATALOGUES[index]).split("\n"))
            self.say(language, [report(rules.check(password, strict=index == 1, translations=CATALOGUES[index]))
                                for password in self.passwords])

    @staticmethod
    def generated(rules, style, options):
        made = rules.generate(style=style, **options).generated
        return [made.style.name.lower(), made.length, f"{made.entropy:.6f}", made.excluded, made.falls_short, True]

    def strength(self):
        ranks = RankedWords(PACKAGE / "common.ranks")
        for index, language in enumerate(LANGUAGES):
            for text, password in zip(self.cases["passwords"], self.passwords):
                found = ranks.estimate(password, user=self.cases["context"]["user"], translations=CATALOGUES[index])
                pieces = [[one.name, units(text, one.start), units(text, one.end), one.rank] for one in found.pieces]
                self.say(language, f"{found.guesses_log10:.3f}", found.level.name.lower().replace("_", "-"), found.cut, pieces,
                         list(found.advice))

    def policy(self, settings):
        context = self.cases["context"]
        self.say(settings)
        try:
            # The lists of presets are not in a page.
            policy = Policy.from_settings([*settings, "blocklist="])
        except PolicyError as error:
            self.say("refused", int(error.code),
                     [[one.severity.name.lower(), int(one.code), one.text, one.source] for one in error.diagnostics])
            return
        for index, language in enumerate(LANGUAGES):
            catalogue = CATALOGUES[index]
            self.say(language, policy.describe(**context, translations=catalogue),
                     policy.enforcement(**context).name.lower())
            self.say([report(policy.check(password, **context, translations=catalogue)) for password in self.passwords])
            self.say([report(policy.check(password, translations=catalogue)) for password in self.passwords])


def compare(lines, answers):
    assert len(lines) == len(answers)
    about = None
    for line, answer in zip(lines, answers):
        said = json.loads(line)
        about = said if len(said) == 1 else about
        assert said == answer, about


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    cases = all_cases(SEED)
    path = tmp_path_factory.mktemp("cases") / "cases.json"
    path.write_text(json.dumps(cases))
    assert len(cases["descriptors"]) == 500 and len(cases["passwords"]) == 50 and len(cases["languages"]) == 5
    return path, cases


@pytest.fixture(scope="module")
def answers(cases):
    return Answers(cases[1]).lines


@pytest.mark.parametrize("build", ["wasm", "js"])
def test_the_engine_with_everything_says_what_the_library_says(cases, answers, build):
    compare(node("cases.mjs", cases[0], build, cwd=HERE).stdout.splitlines(), answers)


def test_the_small_engine_says_what_the_library_says(cases):
    small = {**cases[1], "descriptors": cases[1]["descriptors"][::10]}
    path = cases[0].with_name("small.json")
    path.write_text(json.dumps(small))
    expected = Answers(small, is_small=True).lines
    for build in ("wasm", "js"):
        compare(node("cases.mjs", path, build, "check", cwd=HERE).stdout.splitlines(), expected)
