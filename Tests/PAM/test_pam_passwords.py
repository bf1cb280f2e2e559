"""Passwords of every size and kind of byte."""

import pytest
from transaction import POLICY, REFUSED, ROOT, WARNED, needs_root

ANY = "rules = minlength: 4\n"


def password_of(length):
    return ("qz7!" * (length // 4 + 1))[:length]


@pytest.mark.parametrize("length", [4, 255, 256, 511, 512, 513, 600, 1023, 1024])
def test_password_of_up_to_1024_bytes_is_passed_on_unchanged(machine, length):
    change = machine.change(password_of(length), password_of(length), policy=ANY)
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [password_of(length)]


@pytest.mark.parametrize("length", [1025, 4096, 100_000])
@pytest.mark.parametrize("policy", [ANY, POLICY, "rules = minlength: 2000; maxlength: 8; required: upper\n"])
def test_longer_password_is_refused_for_that_reason_alone(machine, policy, length):
    change = machine.change(password_of(length), policy=policy, options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, f"  - too long: {length} bytes (at most 1024)"]
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


def test_bytes_are_counted_for_the_bound_and_characters_for_the_rules(machine):
    change = machine.change("\U0001f642" * 257, policy=ANY, options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - too long: 1028 bytes (at most 1024)"]
    change = machine.change("\U0001f642" * 256, policy="rules = minlength: 257\n", options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - 1 more character needed (256 of 257)"]


@needs_root
def test_root_is_warned_of_a_password_that_is_too_long(machine):
    change = machine.change(password_of(100_000), password_of(100_000), policy=ANY, by=ROOT)
    assert change.texts("error") == [WARNED, "  - too long: 100000 bytes (at most 1024)"]
    assert change.status == "PAM_SUCCESS"


def test_long_password_that_is_not_checked_is_passed_on(machine):
    change = machine.change(password_of(100_000), password_of(100_000), policy=ANY + "enforce = no\n")
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [password_of(100_000)]


@pytest.mark.parametrize(
    "password",
    [
        "\u00e9" * 12,
        "\u65e5\u672c\u8a9e\u306e\u30d1\u30b9\u30ef\u30fc\u30c9\u3067\u3059\u3088",
        "\U0001f642" * 12,
        "e\u0301" * 6,
        "\u202eqzjx\u202c\u200b\ufeff\u0000qzjx".replace("\0", "\x01"),
        "            ",
        "\t\n\r\x0b\x0c\x1b\x7f\x01\x02\x03\x04\x05",
        "%s%n%d%99999999s",
        "\\u0041\"'`$(true)",
    ],
)
def test_password_of_any_characters_is_passed_on_unchanged(machine, password):
    change = machine.change(password, password, policy="rules = minlength: 12\n")
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [password]


def test_characters_are_counted_not_bytes(machine):
    change = machine.change("\u00e9" * 6, policy="rules = minlength: 12\n", options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - 6 more characters needed (6 of 12)"]


def test_letters_beyond_ascii_are_in_no_class_and_forbidden_by_none(machine):
    policy = "rules = required: upper; required: digit\n"
    change = machine.change("\u00c9\u00c9\u00c9\u0663", policy=policy, options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - needs an uppercase letter", "  - needs a digit"]
    change = machine.change("Qz7\u00c9", "Qz7\u00c9", policy=policy)
    assert change.tokens == ["Qz7\u00c9"]


@pytest.mark.parametrize(
    "password",
    [
        b"\xff", b"qzjx\xfeqzjx", b"\x80", b"\xc3", b"qzjxqzjxqz\xe2\x82", b"\xc0\xaf", b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xe9" * 1024,
    ],
)
def test_bytes_that_are_no_utf8_are_refused(machine, password):
    change = machine.change(password, policy="rules = maxlength: 2000\n", options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, "  - has characters that are not valid UTF-8"]
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("minlength: 8", "8 more characters needed (0 of 8)"),
        ("minlength: 0", "1 more character needed (0 of 1)"),
        ("maxlength: 20", "1 more character needed (0 of 1)"),
        ("allowed: unicode", "1 more character needed (0 of 1)"),
    ],
)
def test_empty_password_is_refused_by_every_policy(machine, rules, reason):
    change = machine.change("", policy=f"rules = {rules}\n", options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, f"  - {reason}"]
    assert change.tokens == [None]


@pytest.mark.parametrize("answer", [b"", b"q", b"\xff", b"q" * 1025])
def test_retype_that_differs_in_any_way_is_a_mismatch(machine, answer):
    change = machine.change("qzjx7!", answer, policy=ANY, options="retry=1")
    assert change.shown[-1] == "Sorry, passwords do not match."
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]
