"""Messages in other languages, by gettext."""

import gc
import gettext
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from passwordrules import Policy, Rules
from tree import BUILD, python

RULES = Rules("required: upper; required: digit; minlength: 12; max-repeating: 2")


class Marked(gettext.NullTranslations):
    """Puts marks around each English message, and the count, if there is one, before it."""

    def gettext(self, message):
        return f"«{message}»"

    def ngettext(self, one, many, count):
        return f"«{count}:{one if count == 1 else many}»"


class Answering(gettext.NullTranslations):
    """Returns the same answer for every message, or raises it."""

    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def gettext(self, *_):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    ngettext = gettext


def policy():
    return Policy.from_settings(["rules=minlength: 12; required: digit"])


each_call = pytest.mark.parametrize("call", [
    lambda language: RULES.check("weak", translations=language).messages,
    lambda language: policy().check("weak", translations=language).messages,
    lambda language: RULES.explain(translations=language).splitlines(),
    lambda language: policy().describe(translations=language).splitlines(),
], ids=["check", "policy check", "explain", "describe"])


@each_call
def test_every_line_is_translated_and_may_be_long(call):
    lines, english = call(Marked()), call(None)
    assert english == call(gettext.NullTranslations()) and "«" not in "".join(english)
    assert len(lines) == len(english) and all("«" in line and "»" in line for line in lines)
    assert "".join(call(Answering("ü" * 5000))).count("ü") >= 5000


def test_values_are_filled_in_and_plurals_chosen_by_them():
    assert RULES.check("weak", translations=Marked())[0].message == "«8:8 more characters needed (4 of 12)»"
    assert RULES.check("elevenchars", translations=Marked())[0].message == "«1:1 more character needed (11 of 12)»"


@pytest.mark.parametrize("error", [KeyError("x"), KeyboardInterrupt(), SystemExit(3)])
@each_call
def test_exceptions_of_translations_are_raised(call, error):
    with pytest.raises(type(error)) as raised:
        call(Answering(error))
    assert raised.value is error and call(None)


@pytest.mark.parametrize("language, error", [
    *((Answering(answer), (AttributeError, TypeError, UnicodeEncodeError)) for answer in (None, 5, b"bytes", "\ud800")),
    *((language, TypeError) for language in ("de", b"de", 5, object()))])
@each_call
def test_invalid_text_or_language_is_an_error(call, language, error):
    with pytest.raises(error, match=None if isinstance(language, Answering) else "translations must be"):
        call(language)


def test_a_catalogue():
    """The catalogue is compiled, like those that gettext finds in the system's folder."""
    russian = gettext.translation("passwordrules", localedir=os.path.join(BUILD, "locale"), languages=["ru"])
    [message] = Rules("required: digit").check("x", translations=russian).messages
    assert russian.gettext("a digit") in message and not message.isascii()


def test_threads_speak_their_own_languages():
    def work(language):
        return all(RULES.check("weak", translations=language).messages[0].startswith("«") is (language is not None)
                   for _ in range(200))

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(work, [Marked(), None] * 8))


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
    global armed
    if armed:
        armed = False
        raise Interrupt

rules, language = Rules("required: upper; required: digit; minlength: 12"), gettext.NullTranslations()
expected = rules.check("weak").messages
armed, interrupts, end = False, 0, time.monotonic() + 2
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.0007)
while time.monotonic() < end:
    try:
        while time.monotonic() < end:
            armed = True
            assert rules.check("weak", translations=language).messages == expected
        armed = False
    except Interrupt:
        interrupts += 1
signal.setitimer(signal.ITIMER_REAL, 0)
print(interrupts)
"""


def test_interrupt_at_any_point_of_a_call_does_no_harm():
    """A signal's handler may raise before the first line of the callback; ctypes then returns nonsense."""
    done = python(INTERRUPTED)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100
