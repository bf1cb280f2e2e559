"""Passwords of every size and kind of byte; and a line to the user, and a name to the log, for each rule that is not met."""

import pytest
from transaction import LOG_NOTICE, POLICY, REFUSED, ROOT, SINGLE, WARNED, Log

ANY = "minlength: 4"
UPPER, DIGIT, SPECIAL = "needs an uppercase letter", "needs a digit", "needs a special character"
NOT_TEXT = "contains characters that are not valid UTF-8"
SMILE = "\U0001f642"


def password_of(length):
    return ("qz7!" * (length // 4 + 1))[:length]


def too_long(length):
    return [f"too long: {length} bytes (at most 1024)"]


# The rules, the password, the reasons that the user reads, and the names in the log.
REFUSALS = [
    ("required: [#%]", "qzjx", ['needs one of "#%"'], "required"),
    ("minlength: 20; required: upper; required: special; allowed: lower; maxlength: 30; max-repeating: 1", "zqq7j",
     ["15 more characters needed (5 of 20)", UPPER, SPECIAL,
      "1 character that is not allowed (only A-Z, a-z, special characters)",
      "the same character 2 times in a row (at most 1)"], "minlength, required, allowed, max-repeating"),
    # A reason that two rules give, or one rule that is stated twice, is told once.
    ("max-repeating: 2; max-consecutive: 2; minlength: 5", "qqqw",
     ["1 more character needed (4 of 5)", "the same character 3 times in a row (at most 2)"],
     "minlength, max-repeating, max-consecutive"),
    ("required: digit; minlength: 6\nrules = required: digit", "zqxj", ["2 more characters needed (4 of 6)", DIGIT],
     "minlength, required"),
    # What nothing can meet.
    ("minlength: 8; maxlength: 4", "qzjx#7", ["2 more characters needed (6 of 8)", "2 characters too many (6, at most 4)"],
     "minlength, maxlength"),
    # An empty password is refused by every policy.
    ("minlength: 0", "", ["1 more character needed (0 of 1)"], "minlength"),
    # One that is too long for that reason alone. Bytes are counted for this bound, and characters for the rules.
    *((rules, password_of(length), too_long(length), "max-bytes") for length in [1025, 4096, 65_536, 131_000]
      for rules in [ANY, "minlength: 2000; maxlength: 8; required: upper"]),
    (ANY, SMILE * 257, too_long(1028), "max-bytes"),
    ("minlength: 257", SMILE * 256, ["1 more character needed (256 of 257)"], "minlength"),
    # No text.
    ("minlength: 9", b"qzj\xff", [NOT_TEXT, "5 more characters needed (4 of 9)"], "encoding, minlength"),
    *(("maxlength: 2000", password, [NOT_TEXT], "encoding") for password in [b"qzjxqzjxqz\xe2\x82", b"\xe9" * 1024]),
]


@pytest.mark.parametrize(("rules", "password", "reasons", "names"), REFUSALS)
def test_every_rule_that_is_not_met_has_a_line_and_a_name_in_the_log(machine, rules, password, reasons, names):
    change = machine.change(password, policy=f"rules = {rules}\n", options=SINGLE)
    assert change.texts("error") == [REFUSED, *(f"  - {reason}" for reason in reasons)]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert change.log == [Log(f"new password for user alice refused: {names}", LOG_NOTICE)]


@pytest.mark.parametrize("password", [
    *map(password_of, [4, 255, 256, 511, 512, 513, 600, 1023, 1024]), "\u00e9" * 12,
    "\u65e5\u672c\u8a9e\u306e\u30d1\u30b9\u30ef\u30fc\u30c9\u3067\u3059\u3088", SMILE * 12, "e\u0301" * 6,
    "\u202eqzjx\u202c\u200b\ufeff\x01qzjx", " " * 12, "\t\n\r\x0b\x0c\x1b\x7f\x01\x02\x03\x04\x05", "%s%n%d%99999999s",
    "\\u0041\"'`$(true)", "Qz7\u00c9",
])
def test_password_of_any_characters_is_passed_on_unchanged(machine, password):
    assert machine.reasons(password, policy=f"rules = {ANY}\n") == []


def test_password_that_is_too_long_is_passed_on_where_none_is_refused(machine):
    password = password_of(100_000)
    change = machine.change(password, password, policy=POLICY, by=ROOT)
    assert change.texts("error") == [WARNED, *(f"  - {reason}" for reason in too_long(100_000))]
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [password])
    change = machine.change(password, password, policy=f"{POLICY}enforce = no\n")
    assert (change.status, change.tokens, change.shown) == ("PAM_SUCCESS", [password], [])
