"""The module speaks the language of the program that runs it, as far as there is a catalogue."""

import gettext
from pathlib import Path

import pytest

from transaction import ACCEPTED, POLICY, ROOT, SETUID, USER, WEAK, needs_root

CATALOGUES = Path(__file__).parents[2] / "build" / "locale"
LANGUAGES = ["pt", "ru", "zh_CN", "id"]


class Words:
    """The messages about WEAK under POLICY, in one language; without one, in English."""

    def __init__(self, language=None):
        self.catalogue = gettext.NullTranslations()
        if language:
            self.catalogue = gettext.translation("passwordrules", CATALOGUES, [language])
        text = self.catalogue.gettext
        self.rules = text("Password rules: {first}").replace("{first}", "")
        self.heading = text("Not accepted yet:")
        more = self.catalogue.ngettext(
            "{count} more character needed ({actual} of {limit})",
            "{count} more characters needed ({actual} of {limit})", 8)
        needs = text("needs {first}")
        self.reasons = [
            "  - " + more.format(count=8, actual=4, limit=12),
            "  - " + needs.format(first=text("an uppercase letter")),
            "  - " + needs.format(first=text("a digit")),
        ]


def change(machine, locale, *answers, by=ROOT, options="", **more):
    machine.write_policy(POLICY + "enforce-for-root = yes\n")
    stack = [f"required translated config={machine.policy} {options}", "required witness"]
    return machine.change(*answers, stack=stack, by=by, locale=locale, **more)


def spoken(language):
    """C.UTF-8 is the only locale besides C that every machine has; LANGUAGE selects a catalogue."""
    return {"LC_ALL": "C.UTF-8", "LANGUAGE": language}


@pytest.mark.parametrize("language", LANGUAGES)
def test_person_is_told_in_the_own_language(machine, language):
    words = Words(language)
    result = change(machine, spoken(language), WEAK, ACCEPTED, ACCEPTED)
    assert result.status == "PAM_SUCCESS" and result.tokens == [ACCEPTED]
    infos, errors = result.texts("info"), result.texts("error")
    assert infos[0].startswith(words.rules)
    assert errors == [words.heading, *words.reasons]
    english = ("needs", "Suggestion", "Password", "character", "accepted")
    assert not [line for line in infos + errors if any(word in line for word in english)]


@pytest.mark.parametrize("locale", [
    {"LC_ALL": "C", "LANGUAGE": "ru"}, {"LC_ALL": "POSIX", "LANGUAGE": "ru"}, {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "C.UTF-8", "LANGUAGE": "tlh"}, {"LC_ALL": "nowhere", "LANGUAGE": "ru"},
    {"LC_ALL": "C.UTF-8", "LANGUAGE": "../../../../tmp"},
])
def test_english_is_what_is_left(machine, locale):
    words = Words()
    result = change(machine, locale, WEAK, ACCEPTED, ACCEPTED)
    assert result.status == "PAM_SUCCESS"
    assert result.texts("info")[0].startswith(words.rules)
    assert result.texts("error") == [words.heading, *words.reasons]


@pytest.mark.parametrize("charset", ["UTF-7", "UTF-16", "UTF-32", "KOI8-R", "nonsense"])
def test_charset_is_that_of_the_locale(machine, charset):
    """glibc obeys OUTPUT_CHARSET in setuid programs too, and in some charsets its texts have no end."""
    machine.write_policy(POLICY + "enforce-for-root = yes\n")
    # No prompts: they are libpam's own.
    stack = [f"required witness set={WEAK}", f"required translated config={machine.policy} use_authtok"]
    result = machine.change(stack=stack, by=ROOT, locale=spoken("ru") | {"OUTPUT_CHARSET": charset})
    words = Words("ru")
    assert result.texts("error", "info")[:4] == [words.heading, *words.reasons]


def test_the_first_catalogue_that_is_there_is_taken(machine):
    result = change(machine, spoken("tlh:pt_BR:ru"), WEAK, ACCEPTED, ACCEPTED)
    assert result.texts("info")[0].startswith(Words("pt").rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_stays_english(machine, language):
    result = change(machine, spoken(language), WEAK, ACCEPTED, ACCEPTED)
    assert [line.split("): ", 1)[1] for line in result.logged] == ["new password for user alice refused: minlength, required"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_broken_policy_is_told_in_the_own_language(machine, language):
    machine.write_policy("rules = required: uper\n")
    stack = [f"required translated config={machine.policy}"]
    result = machine.change(stack=stack, by=ROOT, locale=spoken(language), expired=True)
    assert result.status != "PAM_SUCCESS"
    cannot = "The password policy of this machine cannot be read, so the password was not changed. Please tell your administrator."
    translated = Words(language).catalogue.gettext(cannot)
    assert translated != cannot
    assert result.texts("error") == [translated]


@needs_root
@pytest.mark.parametrize("by", [USER, SETUID])
def test_programs_of_users_speak_it_too(machine, by):
    """A checkout may be closed to users, so the messages may be English; the test only checks that nothing fails."""
    result = change(machine, spoken("ru"), WEAK, ACCEPTED, ACCEPTED, by=by)
    assert result.status == "PAM_SUCCESS"
    assert result.texts("error")[0] in (Words().heading, Words("ru").heading)


def test_lines_fit_where_the_rules_are_many(machine):
    rules = "; ".join(f"required: [{first}{second}]" for first, second in zip("abcdefghijkl", "ABCDEFGHIJKL"))
    for language in LANGUAGES:
        machine.write_policy(f"rules = {rules}; minlength: 30\nenforce-for-root = yes\nretry = 1\n")
        stack = [f"required translated config={machine.policy}"]
        result = machine.change(WEAK, stack=stack, by=ROOT, locale=spoken(language))
        # That each is below PAM_MAX_MSG_SIZE is looked at in every transaction.
        assert len(result.texts("info")) > 2 and len(result.texts("error")) > 10
