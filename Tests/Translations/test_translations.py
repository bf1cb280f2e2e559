"""The catalogues translate every message, in fitting forms, and nothing else."""

import importlib.util
import os
import re
import string
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "Sources", "Translations")
# The number of plural forms of each language.
LANGUAGES = {"de": 2, "es": 2, "fr": 2, "id": 1, "it": 2, "ja": 1, "pl": 3, "pt": 2, "pt_BR": 2, "ru": 3, "uk": 3, "zh_CN": 1}

specification = importlib.util.spec_from_file_location("update", os.path.join(FOLDER, "update.py"))
update = importlib.util.module_from_spec(specification)
specification.loader.exec_module(update)
MESSAGES = update.messages()


def entries(language):
    """Each message of a catalogue with its translations."""
    with open(os.path.join(FOLDER, language + ".po"), encoding="utf-8") as file:
        text = re.sub(r'"\n"', "", file.read())
    found = {}
    for block in text.split("\n\n"):
        ids = dict(re.findall(r'^(msgid|msgid_plural) "(.*)"$', block, re.M))
        if ids.get("msgid"):
            found[ids["msgid"], ids.get("msgid_plural")] = re.findall(r'^msgstr(?:\[\d\])? "(.*)"$', block, re.M)
    return found


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_template_file_has_all_messages_of_the_sources():
    with open(update.POT, encoding="utf-8") as file:
        assert file.read() == update.pot(), "`make translations` brings it up to date"
    assert len(MESSAGES) > 100


def test_english_itself_is_consistent():
    for message in MESSAGES:
        assert message.many is None or placeholders(message.one) == placeholders(message.many)
        assert placeholders(message.one) <= {"count", "actual", "limit", "first", "second"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language):
    """Each translation is printable, and has the placeholders of the message."""
    found = entries(language)
    assert set(found) == {message.key for message in MESSAGES}
    for (one, many), texts in found.items():
        assert len(texts) == (LANGUAGES[language] if many is not None else 1) and all(texts), one
        for text in texts:
            assert placeholders(text) == placeholders(one), text
            # French has a no-break space before a colon.
            plain = text.replace('\\"', '"').replace("\N{NO-BREAK SPACE}", " ")
            assert plain.isprintable() and "\\" not in plain, one
            assert plain == plain.strip(), one
            # Clauses begin in lower case, because they may be inside a sentence. German nouns do not.
            assert language == "de" or not one[0].islower() or not plain[0].isupper() or plain.startswith("UTF-8"), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_gettext_accepts_the_catalogue(language):
    done = subprocess.run(
        ["msgfmt", "--check", "--statistics", "-o", os.devnull, os.path.join(FOLDER, language + ".po")],
        capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"}, check=True)
    assert done.stderr == f"{len(MESSAGES)} translated messages.\n"


@pytest.mark.parametrize("language, forms", [
    *((language, {0: 1, 1: 0, 2: 1, 5: 1, 11: 1, 21: 1}) for language in ("de", "es", "it", "pt", "pt_BR")),
    ("fr", {0: 0, 1: 0, 2: 1, 5: 1, 11: 1, 21: 1}),
    *((language, {1: 0, 2: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1, 25: 2, 111: 2, 121: 0}) for language in ("ru", "uk")),
    ("pl", {1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 21: 2, 22: 1, 25: 2, 112: 2, 122: 1}),
    *((language, {1: 0, 2: 0, 100: 0}) for language in ("id", "ja", "zh_CN")),
])
def test_numbers_choose_the_right_form(language, forms):
    import gettext
    catalogue = gettext.translation("passwordrules", os.path.join(ROOT, "build", "locale"), [language])
    words = entries(language)["at least {count} word", "at least {count} words"]
    for count, form in forms.items():
        assert catalogue.ngettext("at least {count} word", "at least {count} words", count) == words[form]
