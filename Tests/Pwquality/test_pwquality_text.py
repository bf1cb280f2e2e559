"""The text of an error is found, even if the caller has freed the settings or dropped the auxerror since the check."""

import ctypes
import os
import subprocess
import sys
import threading

import pytest
from library import ERROR, LONGEST_TEXT, Settings

POLICY = "rules = minlength: 12; required: digit;\nblocklist = /usr/local/share/passwordrules/common.blocklist\n"
WEAK = "abc"
REASONS = "The password does not meet the rules: at least 12 characters."


@pytest.fixture
def refused(ours, policy):
    """Settings whose last check was refused, and the error."""
    policy(POLICY)
    settings = Settings(ours, configured=True)
    error = settings.check(WEAK)
    assert error < 0
    return settings, error


def test_text_outlives_auxerror_and_settings(refused, ours):
    settings, error = refused
    assert REASONS in ours.text(error) and REASONS in ours.text(error, settings.extra)
    # Some callers pass another pointer.
    assert REASONS in ours.text(error, ctypes.c_void_p(1))
    del settings
    assert REASONS in ours.text(error)


def test_text_without_buffer_lasts_until_next_check(refused, ours):
    _, error = refused
    for size in (0, 256):
        assert REASONS.encode() in ctypes.string_at(ours.strerror(None, size, error, None))


def test_text_reveals_nothing_of_the_password(ours, policy):
    """A program may log the text, so it is the same for all passwords that fail the same rules."""
    policy("rules = minlength: 12; max-repeating: 2;\n")
    settings = Settings(ours, configured=True)
    texts = {settings.refusal(password) for password in ("aaa", "bbbbbb", "xaaaaaaaa")}
    assert [text for _, text in texts] == [
        "The password does not meet the rules: at least 12 characters; no more than 2 of the same character in a row."]


@pytest.mark.parametrize("size", [1, 2, 10, LONGEST_TEXT, 4096])
def test_text_is_cut_to_the_buffer(refused, ours, size):
    _, error = refused
    buffer = ctypes.create_string_buffer(b"\xaa" * (size + 8), size + 8)
    found = ours.strerror(buffer, size, error, None)
    assert found == ctypes.addressof(buffer) and buffer.raw[size:] == b"\xaa" * 8
    whole = ours.text(error).encode()
    assert buffer.value == whole[:size - 1]


def test_text_of_other_error_is_fixed(refused, ours):
    _, error = refused
    texts = {name: ours.text(number) for name, number in ERROR.items() if number != error}
    assert all(text and REASONS not in text for text in texts.values())
    # Each error has a different text. A number that is not an error has the text of success.
    assert len(set(texts.values())) == len(texts)
    assert ours.text(1) == ours.text(-1000) == texts["SUCCESS"]


def test_accepted_check_clears_the_text(refused, ours):
    settings, error = refused
    assert settings.check("kizzek-4ohjur-qiThor") >= 0 and REASONS not in ours.text(error)


def test_text_belongs_to_its_thread(refused, ours):
    _, error = refused
    found = []
    thread = threading.Thread(target=lambda: found.append(ours.text(error)))
    thread.start()
    thread.join()
    assert found and REASONS not in found[0]


def test_many_reasons_fit(ours, policy):
    """seahorse copies the whole text into a buffer of 256 bytes."""
    words = ", ".join(f"word{number:03}" for number in range(40))
    policy("rules = minlength: 100; required: digit; required: upper; required: special; max-repeating: 1; allowed: digit;\n"
           f"words = {words}\nat-least = 9 lower, upper\nat-least = 8 digit, special\nmin-different = 50\nmin-words = 9\n"
           "palindrome = reject\nmax-class-repeating = 2\nmax-keyboard = 2\nmin-guesses = 10^20\n")
    error, text = Settings(ours, configured=True).refusal("wwoowwoorrrrd001")
    assert 150 < len(text.encode()) < LONGEST_TEXT
    # The text consists of whole reasons, but may end with a note that there are more.
    assert "; " in text


@pytest.mark.parametrize("language", ["de_DE", "ja_JP", "ru_RU"])
def test_text_is_in_the_language_of_the_program(policy, tmp_path_factory, language):
    policy(POLICY)
    locale = tmp_path_factory.mktemp("locales")
    subprocess.run(["localedef", "--no-archive", "-i", language, "-f", "UTF-8", locale / f"{language}.UTF-8"], check=False,
                   capture_output=True)
    script = ("import locale, sys; locale.setlocale(locale.LC_ALL, ''); sys.path.insert(0, sys.argv[1]); "
              "from library import Library, Settings; settings = Settings(Library(), configured=True); "
              "print(settings.refusal('abc')[1]); open('/etc/security/passwordrules.conf', 'w').write('x'); "
              "print(settings.refusal('abc')[1])")
    done = subprocess.run([sys.executable, "-X", "utf8", "-c", script, os.path.dirname(os.path.abspath(__file__))],
                          capture_output=True, text=True,
                          env={"LOCPATH": str(locale), "LANG": f"{language}.UTF-8", "PATH": os.environ["PATH"]})
    assert done.returncode == 0, done.stderr
    reasons, broken = done.stdout.splitlines()
    assert "characters needed" not in reasons and "12" in reasons and "could not be applied" not in broken
    assert len(broken.encode()) < LONGEST_TEXT
