"""Passwords of every size, with every kind of byte. For each unmet rule, the user reads a line, and the log has its
name."""

import pytest
from transaction import (
    ACCEPTED, BROKEN_POLICY, CONTROL, EMPTY, LOG_NOTICE, LOG_WARNING, MISTAKE_WARNING, NEW, POLICY, REFUSED, RETYPE, ROOT, RULES, SETUID,
    SINGLE, USER, WARNED, WEAK, Log,
)

ANY = "minlength: 4"
UPPER, DIGIT, SPECIAL = "needs an uppercase letter", "needs a digit", "needs a special character"
NOT_TEXT = "contains characters that are not valid UTF-8"
SMILE = "\U0001f642"


def password_of(length):
    return ("qz7!" * (length // 4 + 1))[:length]


def too_long(length):
    return [f"too long at {length} bytes (at most 1024)"]


# The rules, the password, the reasons that the user reads, and the names in the log.
REFUSALS = [
    ("required: [#%]", "qzjx", ['needs one of "#%"'], "required"),
    ("minlength: 20; required: upper; required: special; allowed: lower; maxlength: 30; max-repeating: 1", "zqq7j",
     ["15 more characters needed (5 of 20)", UPPER, SPECIAL,
      "1 character that is not allowed (only A-Z, a-z, special characters)",
      "the same character 2 times in a row (at most 1)"], "minlength, required, allowed, max-repeating"),
    # A reason that two rules give, or one rule that is stated twice, is shown once.
    ("max-repeating: 2; max-consecutive: 2; minlength: 5", "qqqw",
     ["1 more character needed (4 of 5)", "the same character 3 times in a row (at most 2)"],
     "minlength, max-repeating, max-consecutive"),
    ("required: digit; minlength: 6\nrules = required: digit", "zqxj", ["2 more characters needed (4 of 6)", DIGIT],
     "minlength, required"),
    # Rules that no password can meet.
    ("minlength: 8; maxlength: 4", "qzjx#7", ["2 more characters needed (6 of 8)", "2 characters too many (6, at most 4)"],
     "minlength, maxlength"),
    # An overlong password has only that reason. This limit counts bytes; rules count characters.
    *((rules, password_of(length), too_long(length), "max-bytes") for length in [1025, 4096, 65_536, 131_000]
      for rules in [ANY, "minlength: 2000; maxlength: 8; required: upper"]),
    (ANY, SMILE * 257, too_long(1028), "max-bytes"),
    ("minlength: 257", SMILE * 256, ["1 more character needed (256 of 257)"], "minlength"),
    # Not UTF-8.
    ("minlength: 9", b"qzj\xff", [NOT_TEXT, "5 more characters needed (4 of 9)"], "encoding, minlength"),
    *(("maxlength: 2000", password, [NOT_TEXT], "encoding") for password in [b"qzjxqzjxqz\xe2\x82", b"\xe9" * 1024]),
]


@pytest.mark.parametrize(("rules", "password", "reasons", "names"), REFUSALS)
def test_each_unmet_rule_is_shown_and_logged(machine, rules, password, reasons, names):
    change = machine.change(password, policy=f"rules = {rules}\n", options=SINGLE)
    assert change.texts("error") == [REFUSED, *(f"  - {reason}" for reason in reasons)]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert change.log == [Log(f"new password for user alice refused: {names}", LOG_NOTICE)]


EMPTY_REFUSED = Log("new password for user alice refused: it is empty", LOG_NOTICE)


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
@pytest.mark.parametrize("enforce", ["yes", "warn", "audit", "no"])
@pytest.mark.parametrize("options", [SINGLE, "retry=1"])
def test_empty_password_is_refused_by_every_policy(machine, by, enforce, options):
    change = machine.change("", policy=f"{POLICY}enforce = {enforce}\n", options=options, by=by)
    assert change.texts("error") == [EMPTY] and change.suggestions == []
    assert (change.status, change.tokens, change.log) == ("PAM_AUTHTOK_ERR", [None], [EMPTY_REFUSED])


@pytest.mark.parametrize("service", ["chpasswd", "newusers"])
@pytest.mark.parametrize("policy", [POLICY, f"{POLICY}enforce = no\n", "rules = minlength: 0\n"])
def test_batch_refuses_empty_password_with_user_name(machine, service, policy):
    change = machine.change("", policy=policy, service=service, by=ROOT)
    assert change.shown == [f"alice: {EMPTY}"]
    assert (change.status, change.tokens, change.log) == ("PAM_AUTHTOK_ERR", [None], [EMPTY_REFUSED])


def test_empty_password_is_refused_to_root_without_a_policy(machine):
    change = machine.change("", policy=BROKEN_POLICY, by=ROOT)
    assert (change.texts("error")[0], change.texts("error")[-1]) == (MISTAKE_WARNING, EMPTY)
    assert (change.status, change.tokens, change.log[-1]) == ("PAM_AUTHTOK_ERR", [None], EMPTY_REFUSED)


def test_empty_input_costs_a_try(machine):
    change = machine.change("", ACCEPTED, ACCEPTED, policy=POLICY)
    assert change.dialogue == [*RULES, NEW, EMPTY, NEW, RETYPE] and change.status == "PAM_SUCCESS"
    change = machine.change("", "", "", policy=POLICY)
    assert change.dialogue == [*RULES, *[NEW, EMPTY] * 3] and change.status == "PAM_MAXTRIES"
    # A suggestion that was made for another password is not shown again.
    change = machine.change(WEAK, "", ACCEPTED, ACCEPTED, policy=POLICY)
    assert len(change.suggestions) == 1 and change.dialogue[-4:] == [NEW, EMPTY, NEW, RETYPE]


def test_empty_password_of_another_module_is_refused(machine):
    stack = ["required witness set=", f"required module config={machine.write_policy(POLICY)} use_authtok", "required witness"]
    assert machine.change(stack=stack).status != "PAM_SUCCESS"


CONTROL_LOGGED = Log(
    "new password for user alice has a control character, such as the carriage return of a list from Windows", LOG_WARNING)


@pytest.mark.parametrize("password", ["\r", "\t", "\x1b[A", "\x7f"])
def test_control_character_only_warns(machine, password):
    change = machine.change(ACCEPTED + password, ACCEPTED + password, policy=POLICY)
    assert (change.status, change.tokens, change.log) == ("PAM_SUCCESS", [ACCEPTED + password], [CONTROL_LOGGED])
    assert " ".join(change.texts("error")) == CONTROL


def test_batch_warns_of_control_character_with_user_name(machine):
    change = machine.change(ACCEPTED + "\r", ACCEPTED + "\r", policy=POLICY, service="chpasswd", by=ROOT)
    assert (change.status, " ".join(change.shown), change.log) == ("PAM_SUCCESS", f"alice: {CONTROL}", [CONTROL_LOGGED])
    change = machine.change(WEAK + "\r", WEAK + "\r", policy=POLICY, service="chpasswd", by=ROOT)
    assert change.status == "PAM_SUCCESS" and " ".join(change.shown).endswith(CONTROL) and CONTROL_LOGGED in change.log


def test_refused_password_has_no_control_character_warning(machine):
    change = machine.change(WEAK + "\r", ACCEPTED, ACCEPTED, policy=POLICY)
    assert "control" not in " ".join(change.shown) and CONTROL_LOGGED not in change.log
    # If the policy checks nothing, nothing is shown.
    change = machine.change(ACCEPTED + "\r", ACCEPTED + "\r", policy=POLICY + "enforce = no\n")
    assert (change.status, change.shown, change.log) == ("PAM_SUCCESS", [], [])


# Rules, a password with letters of another script, and its reasons, which then name the letters that count.
SCRIPTS = [
    ("rules = required: upper; required: lower; required: digit", "Пароль-надежный",
     ["needs an uppercase letter (A-Z)", "needs a lowercase letter (a-z)", "needs a digit (0-9)"]),
    ("rules = required: upper; required: digit", "éte-été-ä", ["needs an uppercase letter (A-Z)", "needs a digit (0-9)"]),
    ("rules = required: upper, [-]; required: digit", "пароль",
     ['needs an uppercase letter (A-Z) or the character "-"', "needs a digit (0-9)"]),
    ("rules = required: upper\nat-least = 2 digit\nat-least = 2 lower",
     "Пароль٤٥", ["needs an uppercase letter (A-Z)", "2 of these needed: 0-9 (0 of 2)",
                  "2 of these needed: a-z (0 of 2)"]),
    ("rules = minlength: 1\nmin-classes = 3", "Пароль-7",
     ["needs a lowercase letter (a-z) or an uppercase letter (A-Z)"]),
    ("rules = minlength: 1\nmin-classes = 4", "Пароль-7",
     ["needs a lowercase letter (a-z) and an uppercase letter (A-Z)"]),
    # Symbols have no script, and bytes that are not text are not letters.
    ("rules = required: upper; required: digit", "qzjx-€😀→", ["needs an uppercase letter", "needs a digit"]),
    ("rules = required: upper", b"qzjx\xff", [NOT_TEXT, "needs an uppercase letter"]),
]


@pytest.mark.parametrize(("rules", "password", "reasons"), SCRIPTS)
def test_reason_names_counted_letters_when_others_occur(machine, rules, password, reasons):
    assert machine.reasons(password, policy=f"{rules}\nusername =\n") == reasons


@pytest.mark.parametrize("password", [
    *map(password_of, [4, 255, 256, 511, 512, 513, 600, 1023, 1024]), "\u00e9" * 12,
    "\u65e5\u672c\u8a9e\u306e\u30d1\u30b9\u30ef\u30fc\u30c9\u3067\u3059\u3088", SMILE * 12, "e\u0301" * 6,
    "\u202eqzjx\u202c\u200b\ufeff\x01qzjx", " " * 12, "\t\n\r\x0b\x0c\x1b\x7f\x01\x02\x03\x04\x05", "%s%n%d%99999999s",
    "\\u0041\"'`$(true)", "Qz7\u00c9",
])
def test_password_is_passed_on_unchanged(machine, password):
    assert machine.reasons(password, policy=f"rules = {ANY}\n") == []


def test_unenforced_policy_passes_on_overlong_password(machine):
    password = password_of(100_000)
    change = machine.change(password, password, policy=POLICY, by=ROOT)
    assert change.texts("error") == [WARNED, *(f"  - {reason}" for reason in too_long(100_000))]
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [password])
    change = machine.change(password, password, policy=f"{POLICY}enforce = no\n")
    assert (change.status, change.tokens, change.shown) == ("PAM_SUCCESS", [password], [])
