"""The module speaks the language of the program that runs it, if there is a catalogue for it."""

import gettext
import re
import subprocess
import unicodedata
from pathlib import Path

import pytest

from locale_names import LOCALES
from transaction import ACCEPTED, BROKEN, BROKEN_POLICY, POLICY, ROOT, SETUID, SUGGESTED_NEXT, USER, WEAK, needs_root

CATALOGUES = Path(__file__).parents[2] / "build" / "locale"
LANGUAGES = list(LOCALES)
FORCED = POLICY + "enforce-for-root = yes\n"


class Words:
    """The messages about WEAK under POLICY, in this language, or in English for None."""

    def __init__(self, language=None):
        self.catalogue = gettext.NullTranslations()
        if language:
            self.catalogue = gettext.translation("passwordrules", CATALOGUES, [language])
        text = self.catalogue.gettext
        self.rules = text("Password rules:")
        self.heading = text("This password is not acceptable:")
        more = self.catalogue.ngettext(
            "{count} more character needed ({actual} of {limit})",
            "{count} more characters needed ({actual} of {limit})", 8)
        needs = text("needs {first}")
        self.reasons = [
            "  - " + more.format(count=8, actual=4, limit=12),
            "  - " + needs.format(first=text("an uppercase letter")),
            "  - " + needs.format(first=text("a digit")),
        ]


def change(machine, locale, *answers, policy=FORCED, by=ROOT, options="", before=(), **more):
    stack = [*before, f"required translated config={machine.policy} {options}", "required witness"]
    return machine.change(*answers, policy=policy, stack=stack, by=by, locale=locale, **more)


@pytest.mark.parametrize("language", LANGUAGES)
def test_dialogue_is_translated_but_log_is_english(machine, spoken, language):
    words = Words(language)
    result = change(machine, spoken(language), WEAK, ACCEPTED, ACCEPTED)
    assert result.status == "PAM_SUCCESS" and result.tokens == [ACCEPTED]
    infos, errors = result.texts("info"), result.texts("error")
    assert infos[0].startswith(words.rules)
    # Japanese and Chinese lines break where there is no space.
    assert [error.replace(" ", "") for error in errors] == [text.replace(" ", "") for text in (words.heading, *words.reasons)]
    assert infos[-2] == words.catalogue.gettext("You could use:") != "You could use:"
    english = ("needs", "could use", "Password", "character", "accepted")
    assert not [line for line in infos + errors if any(word in line for word in english)]
    assert [line.split("): ", 1)[1] for line in result.logged] == ["new password for user alice refused: minlength, required"]


@pytest.mark.parametrize("locale", [
    {"LC_ALL": "C", "LANGUAGE": "ru"}, {"LC_ALL": "POSIX", "LANGUAGE": "ru"}, {"LC_ALL": "nowhere", "LANGUAGE": "ru"},
    {"LC_ALL": "C.UTF-8"}])
def test_missing_locale_falls_back_to_english(machine, locale):
    is_told_in(None, machine, locale)


@pytest.mark.parametrize(("languages", "language"), [
    ("tlh", None), ("../../../../tmp", None),
    # The first catalogue that exists is used.
    ("tlh:pt_BR:ru", "pt_BR"), ("pt_PT:ru", "pt"),
])
def test_missing_catalogue_falls_back_to_english(machine, spoken, languages, language):
    is_told_in(language, machine, spoken(languages))


def is_told_in(language, machine, locale):
    words = Words(language)
    result = change(machine, locale, WEAK, ACCEPTED, ACCEPTED)
    assert result.status == "PAM_SUCCESS"
    assert result.texts("info")[0].startswith(words.rules)
    assert result.texts("error") == [words.heading, *words.reasons]


@pytest.mark.parametrize("charset", ["UTF-7", "UTF-16", "UTF-32", "KOI8-R", "nonsense"])
def test_text_uses_the_locale_charset(machine, spoken, charset):
    """glibc obeys OUTPUT_CHARSET in setuid programs too, and in some charsets its texts do not end with a single NUL."""
    words = Words("ru")
    # No prompts: they are libpam's own.
    result = change(machine, spoken("ru") | {"OUTPUT_CHARSET": charset}, options="use_authtok",
                    before=[f"required witness set={WEAK}"])
    assert result.texts("error", "info")[:4] == [words.heading, *words.reasons]


@pytest.mark.parametrize("language", LANGUAGES)
def test_broken_policy_message_is_translated(machine, spoken, language):
    result = change(machine, spoken(language), policy=BROKEN_POLICY, expired=True)
    translated = Words(language).catalogue.gettext(BROKEN)
    assert translated != BROKEN
    assert (result.status, result.texts("error")) == ("PAM_TRY_AGAIN", [translated])


@pytest.mark.parametrize("by", [USER, SETUID])
def test_user_programs_are_translated(machine, spoken, by):
    """Messages may be English, because users may be unable to read the translations in a developer's folder. The test
    checks that nothing fails."""
    result = change(machine, spoken("ru"), WEAK, ACCEPTED, ACCEPTED, by=by)
    assert result.status == "PAM_SUCCESS"
    assert result.texts("error")[0] in (Words().heading, Words("ru").heading)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_many_rules_fit(machine, spoken, language):
    rules = "; ".join(f"required: [{first}{second}]" for first, second in zip("abcdefghijkl", "ABCDEFGHIJKL"))
    policy = f"rules = {rules}; minlength: 30\nenforce-for-root = yes\nretry = 1\n"
    result = change(machine, spoken(language), WEAK, policy=policy)
    # Every transaction checks that each message is below PAM_MAX_MSG_SIZE.
    assert len(result.texts("info")) > 2 and len(result.texts("error")) > 10


def columns(line):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


@pytest.mark.parametrize("language", [None, *LANGUAGES])
def test_lines_fit_40_columns(machine, spoken, language):
    rules = "rules = minlength: 12; required: upper; required: lower, [-_ ]; max-repeating: 2; max-sequential: 3; min-classes: 4\n"
    keys = "max-class-repeating = 1\nmax-keyboard = 2\nmin-different = 9\nat-least = 3 special\nusername-parts = 3\n"
    policy = f"{rules}or = minlength: 20; min-words: 3\n{keys}enforce-for-root = yes\nretry = 1\nsuggest = no\n"
    for enforce in ["yes", "warn"]:
        result = change(machine, spoken(language or "tlh"), "asdfg111lic", "asdfg111lic", policy=f"{policy}enforce = {enforce}\n")
        lines = result.lines("info", "error")
        assert len(lines) > 20 and max(map(columns, lines)) <= 40, max(lines, key=columns)
        # The further lines of an item are indented below it, and no word is cut.
        items = result.texts("info", "error")
        assert all(len(line) - len(line.lstrip()) in (0, 2, 4, 6, 8) for line in lines)
        text = Words(language).catalogue.gettext("contains a word that is too obvious here (company, town ...)")
        assert not any(text in item for item in items)
        check_line_breaks(lines)


OPENING, CLOSING, PUNCTUATION = {"Ps", "Pi"}, {"Pe", "Pf"}, "\u3001\u3002\uff0c\uff1a\uff1b"
# Parts of the Unicode names of characters that must not begin a line. Brackets and punctuation must not, either.
NOT_FIRST = re.compile("SMALL|PROLONGED SOUND|ITERATION|VOICED|MIDDLE DOT")


def check_line_breaks(lines):
    """Checks UAX #14's rules for wide characters, and that no bracketed text that fits a line and no Japanese
    word is broken."""
    for before, line in zip(lines, lines[1:]):
        first, last = line.lstrip()[0], before[-1]
        if len(line) - len(line.lstrip()) < 4 or line.lstrip().startswith("- ") or columns(first) < 2:
            continue
        assert unicodedata.category(first) not in CLOSING and first not in PUNCTUATION, (before, line)
        assert not NOT_FIRST.search(unicodedata.name(first)), (before, line)
        assert columns(last) < 2 or unicodedata.category(last) not in OPENING, (before, line)
        is_inside = before.rpartition("\uff08")[2].find("\uff09") < 0 and "\uff08" in before
        inner = before.rpartition("\uff08")[2] + line.lstrip().partition("\uff09")[0]
        assert not is_inside or columns(inner) > 40 - 8 - 4, (before, line)
        if unicodedata.name(first).startswith("HIRAGANA"):
            assert last in PUNCTUATION or last.isascii(), (before, line)


@pytest.mark.parametrize(("broken", "is_found"), [
    ("\u6587\u5b57|\u3067\u3059", True), ("\u6587\u5b57\u3001|\u3067\u3059", False), ("\u6587\uff08|\u6570\u5b57\uff09", True),
    ("\u6587\uff08\u6570|\u5b57\uff09", True), ("\u6587\u5b57|\uff09\u3068", True), ("\u30b3|\u30fc\u30c9", True),
    ("\u30c1|\u30a7\u30c3\u30af", True), ("\u6587\u5b57|\u3002", True), ("\u6570\u5b57\u3068|\u8a18\u53f7", False),
    ("\u6587\uff08" + "\u6570" * 10 + "|" + "\u5b57" * 10 + "\uff09", False),
])
def test_check_finds_wrong_line_breaks(broken, is_found):
    first, second = broken.split("|")
    try:
        check_line_breaks([f"  - {first}", f"    {second}"])
    except AssertionError:
        assert is_found
    else:
        assert not is_found


CATALOGUE = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=1; plural=0;\\n"
msgid "{count} more character needed ({actual} of {limit})"
msgid_plural "{count} more characters needed ({actual} of {limit})"
msgstr[0] "%s"
msgid "Next time you could use:"
msgstr "%s"
"""


# The first translation of each message just fits: a reason of 503 letters needs 8 more bytes for the indentation of a
# nested list, and one for the NUL; a label of 511 letters needs only the NUL. English replaces a longer translation.
# A suggestion is never truncated.
@needs_root
@pytest.mark.parametrize(("reason", "label"), [(503, 511), (600, 512)])
def test_overlong_translation_falls_back_to_english(machine, spoken, reason, label):
    folder = machine.directory / "locale" / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    subprocess.run(["msgfmt", "-o", folder / "passwordrules.mo", "-"], text=True, check=True,
                   input=CATALOGUE % ("q" * reason, "q" * label))
    [path] = re.findall(rb"\0(/[^\0]*/locale)\0", (machine.programs / "pam_translated.so").read_bytes())
    covered = ("unshare", "--mount", "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', folder.parents[1], path)
    result = change(machine, spoken("ru"), WEAK, options="retry=1", command=covered)
    shown = "  - " + "q" * reason if reason == 503 else Words().reasons[0]
    assert (result.status, result.texts("error")[1:]) == ("PAM_AUTHTOK_ERR", [shown, *Words().reasons[1:]])
    *_, shown, suggestion = result.texts("info")
    assert shown == ("q" * label if label == 511 else SUGGESTED_NEXT) and re.fullmatch(r"  \S{20}", suggestion)
