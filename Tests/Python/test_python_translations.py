"""Messages in other languages, by gettext."""

import array
import gc
import gettext
import signal
import threading

import pytest

from passwordrules import Policy, Rules
from tree import python

RULES = Rules("required: upper; required: digit; minlength: 12; max-repeating: 2")


class Marked(gettext.NullTranslations):
    """English with marks around each message, and the count before it where there is one."""

    def gettext(self, message):
        return f"«{message}»"

    def ngettext(self, one, many, count):
        return f"«{count}:{one if count == 1 else many}»"


class Endless(gettext.NullTranslations):
    def gettext(self, message):
        return message + "ü" * 5000

    def ngettext(self, one, many, count):
        return self.gettext(many)


def policy():
    return Policy.load("/nonexistent", ["rules=minlength: 12; required: digit"], optional=True)


CALLS = {
    "check": lambda language: RULES.check("weak", translations=language).messages,
    "policy check": lambda language: policy().check("weak", translations=language).messages,
    "explain": lambda language: RULES.explain(translations=language).splitlines(),
    "describe": lambda language: policy().describe(translations=language).splitlines(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_none_and_null_translations_are_english(call):
    assert call(None) == call(gettext.NullTranslations()) and "«" not in "".join(call(None))


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_every_line_is_translated(call):
    lines, english = call(Marked()), call(None)
    assert len(lines) == len(english) and all("«" in line and "»" in line for line in lines)


def test_values_are_filled_in_and_plurals_chosen_by_them():
    first = RULES.check("weak", translations=Marked()).outcomes[0]
    assert first.message == "«8:8 more characters needed (4 of 12)»"
    assert RULES.check("elevenchars", translations=Marked())[0].message == "«1:1 more character needed (11 of 12)»"


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_translations_may_be_long(call):
    assert "".join(call(Endless())).count("ü") >= 5000


@pytest.mark.parametrize("error", [KeyError("x"), KeyboardInterrupt(), SystemExit(3)])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_translations_raise_is_raised(call, error):
    class Broken(Marked):
        def gettext(self, message):
            raise error

        def ngettext(self, one, many, count):
            raise error
    with pytest.raises(type(error)) as raised:
        call(Broken())
    assert raised.value is error
    assert call(None)


@pytest.mark.parametrize("answer", [None, 5, b"bytes", "\ud800"])
def test_what_is_no_text_is_an_error(answer):
    class Wrong(gettext.NullTranslations):
        def gettext(self, message):
            return answer

        def ngettext(self, one, many, count):
            return answer
    for call in CALLS.values():
        with pytest.raises((AttributeError, TypeError, UnicodeEncodeError)):
            call(Wrong())


@pytest.mark.parametrize("language", ["de", b"de", 5, object()])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_is_no_language(call, language):
    with pytest.raises(TypeError, match="translations must be"):
        call(language)


def test_a_catalogue(tmp_path):
    """A compiled catalogue, as gettext finds it in the system's folder."""
    texts = {"": "Content-Type: text/plain; charset=ISO-8859-1\nPlural-Forms: nplurals=2; plural=(n != 1);\n",
             "needs {first}": "fehlt: {first}", "a digit": "eine Ziffer (ä)"}
    keys = sorted(texts)
    strings, table = b"", []
    for column in (lambda key: key.encode(), lambda key: texts[key].encode("latin-1")):
        for key in keys:
            data = column(key)
            table += [len(data), 28 + 16 * len(keys) + len(strings)]
            strings += data + b"\0"
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "passwordrules.mo").write_bytes(
        array.array("I", [0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0, *table]).tobytes() + strings)
    german = gettext.translation("passwordrules", localedir=tmp_path, languages=["de"])
    assert Rules("required: digit").check("x", translations=german).messages == ("fehlt: eine Ziffer (ä)",)


def test_threads_speak_their_own_languages():
    wrong = []

    def work(language, mark):
        for _ in range(200):
            message = RULES.check("weak", translations=language).messages[0]
            if ("«" in message) is not mark:
                wrong.append(message)

    threads = [threading.Thread(target=work, args=(Marked() if mark else None, mark)) for mark in (True, False) * 8]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_nothing_is_kept_of_a_language():
    before = len(gc.get_objects())
    for _ in range(200):
        RULES.check("weak", translations=Marked())
    gc.collect()
    assert len(gc.get_objects()) - before < 200


INTERRUPTED = """
import gettext, signal, time
from passwordrules import Rules

class Interrupt(Exception):
    pass

def interrupt(number, frame):
    raise Interrupt

rules, language = Rules("required: upper; required: digit; minlength: 12"), gettext.NullTranslations()
expected = rules.check("weak").messages
end = time.monotonic() + 3
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.0007)
while time.monotonic() < end:
    try:
        while time.monotonic() < end:
            assert rules.check("weak", translations=language).messages == expected
    except Interrupt:
        pass
"""


def test_interrupt_at_any_point_of_a_call_does_no_harm():
    """A signal's handler may raise before the first line of the callback; ctypes then returns nonsense."""
    # An interrupt outside of the loop's try ends the program with a traceback, and one while it ends by the alarm.
    for _ in range(3):
        assert python(INTERRUPTED).returncode in (0, 1, -signal.SIGALRM)
