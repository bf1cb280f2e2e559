"""Generated passwords: accepted, with as much entropy as was asked for."""

import ctypes

import pytest
from library import ERROR, Settings

STRICT = "rules = minlength: 16; required: digit; required: upper;\nwords = acme\nmin-guesses = 10^12\n"


@pytest.mark.parametrize("bits", [-5, 0, 56, 64, 100, 200, 256, 1000])
@pytest.mark.parametrize("text", ["rules = minlength: 12;\n", STRICT, "preset = stig-rhel-9\nblocklist =\n"])
def test_generated_password_is_accepted_and_long_enough(ours, policy, text, bits):
    policy(text)
    settings = Settings(ours, configured=True)
    error, password = settings.generate(bits)
    assert error == 0 and settings.check(password) >= 50
    # A character has 6.6 bits at most.
    assert len(password) * 6.6 >= min(max(bits, 56), 256)
    assert settings.generate(bits)[1] != password


def test_generated_password_meets_stricter_policy(ours, policy):
    lengths = []
    for line in ("", "suggest-entropy = 200\n"):
        policy("rules = minlength: 8;\n" + line)
        lengths.append(len(Settings(ours, configured=True).generate(56)[1]))
    assert lengths[0] < lengths[1]


def test_generated_password_meets_settings(ours, policy):
    policy("rules = minlength: 8;\n")
    settings = Settings(ours, "minlen=60", "ocredit=-3", "badwords=abcd", configured=True)
    error, password = settings.generate(56)
    assert error == 0 and len(password) >= 60 and settings.check(password) >= 50


def test_settings_alone_are_a_policy(ours):
    settings = Settings(ours, "minlen=30", "dcredit=-4", "dictcheck=0")
    error, password = settings.generate(80)
    assert error == 0 and len(password) >= 30 and sum(character.isdigit() for character in password) >= 4


@pytest.mark.parametrize(("text", "error"), [
    ("rules = maxlength: 8; allowed: digit;\n", "GENERATION_FAILED"), ("rules = minlength: 9; maxlength: 8;\n", None),
    ("rules = x\n", "CFGFILE_MALFORMED"), (None, "CFGFILE_OPEN")])
def test_impossible_policy_generates_nothing(ours, policy, text, error):
    if text is not None:
        policy(text)
    found, password = Settings(ours, configured=True).generate(64)
    assert password == "" and (found == ERROR[error] if error else found < 0)
    assert ours.text(found) != ""


def test_error_sets_the_password_pointer(ours, policy):
    made = ctypes.c_void_p(1)
    settings = Settings(ours, configured=True)
    assert ours.generate(settings.pointer, 64, ctypes.byref(made)) < 0 and made.value is None
