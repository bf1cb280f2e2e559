"""The log: who was refused and by which rules, on lines that cannot be forged, and without secrets."""

import pytest
from transaction import (
    ACCEPTED, CANCEL, LOG_DEBUG, LOG_NOTICE, POLICY, ROOT, USER, WEAK, Log, Transaction, check_manners, check_no_secrets, needs_root,
)

NAMES = [
    ("alice", "alice"),
    ("a.b-c_d$", "a.b-c_d$"),
    ("eve\nJan 1 00:00:00 sshd: forged", "eve?Jan?1?00:00:00?sshd:?forged"),
    ("eve\r\n", "eve??"),
    ("\x1b[31meve\x7f", "?[31meve?"),
    ("eve refused", "eve?refused"),
    ("\u00e9v\u00e9", "??v??"),
    ("e\u2028v\udcff", "e???v?"),
    ("%s%n%99999d", "%s%n%99999d"),
    ("", ""),
    ("e" * 63, "e" * 63),
    ("e" * 64, "e" * 63),
    ("e" * 100000, "e" * 63),
]


@pytest.mark.parametrize(("user", "logged"), NAMES, ids=range(len(NAMES)))
def test_name_of_the_user_cannot_forge_a_line(machine, user, logged):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, options="debug", user=user)
    assert [log.text for log in change.log] == [
        f"new password for user {logged} refused: minlength, required",
        f"new password for user {logged} accepted",
    ]


@pytest.mark.parametrize(("user", "logged"), NAMES, ids=range(len(NAMES)))
@pytest.mark.parametrize(("policy", "options"), [("retyr = 1\n", ""), (POLICY, "retyr=1")])
def test_name_of_the_user_cannot_forge_a_line_about_a_broken_policy(machine, policy, options, user, logged):
    change = machine.change(policy=policy, options=options, user=user)
    assert change.log[-1].text.endswith(f"assword change for user {logged} refused.")


@pytest.mark.parametrize(
    ("rules", "password", "names"),
    [
        ("minlength: 8; required: upper; required: digit", WEAK, "minlength, required"),
        ("allowed: digit; maxlength: 3", WEAK, "allowed, maxlength"),
        ("max-repeating: 1; max-sequential: 2", "qqxyz", "max-repeating, max-sequential"),
        ("max-consecutive: 1", "qqxyz", "max-consecutive"),
        ("minlength: 9", b"qzj\xff", "encoding, minlength"),
        ("minlength: 9; required: upper", "qzjx" * 257, "max-bytes"),
    ],
)
def test_log_names_the_rules_and_no_number(machine, rules, password, names):
    change = machine.change(password, policy=f"rules = {rules}\n", options="retry=1")
    assert change.log == [Log(f"new password for user alice refused: {names}", LOG_NOTICE)]


PASSED = {
    "audit": "new password for user alice accepted (enforce = audit): it does not meet the policy",
    "warn": "new password for user alice accepted with a warning: it does not meet the policy",
}


@pytest.mark.parametrize("enforce", ["audit", "warn"])
@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=needs_root)])
def test_log_does_not_say_why_a_password_in_use_is_weak(machine, enforce, by):
    change = machine.change(WEAK, WEAK, policy=f"{POLICY}enforce = {enforce}\n", by=by)
    assert (change.status, change.log) == ("PAM_SUCCESS", [Log(PASSED[enforce], LOG_NOTICE)])


@needs_root
def test_log_does_not_say_why_a_password_that_root_has_set_is_weak(machine):
    change = machine.change(WEAK, WEAK, policy=POLICY, by=ROOT)
    assert (change.status, change.log) == ("PAM_SUCCESS", [Log(PASSED["warn"], LOG_NOTICE)])


@pytest.mark.parametrize("enforce", ["audit", "warn"])
def test_log_names_the_rules_to_administrators_who_debug(machine, enforce):
    change = machine.change(WEAK, WEAK, policy=f"{POLICY}enforce = {enforce}\n", options="debug")
    assert change.log == [
        Log(PASSED[enforce], LOG_NOTICE),
        Log("new password for user alice does not meet: minlength, required", LOG_DEBUG),
    ]


@pytest.mark.parametrize("enforce", ["audit", "warn", "yes"])
@pytest.mark.parametrize("second", [ACCEPTED, CANCEL])
@pytest.mark.parametrize("options", ["retry=1", "retry=1 debug"])
def test_nothing_is_logged_of_a_password_that_is_not_typed_twice(machine, enforce, second, options):
    first = WEAK if enforce != "yes" else ACCEPTED + "7"
    change = machine.change(first, second, policy=f"{POLICY}enforce = {enforce}\n", options=options)
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.log == []


def test_log_tells_of_the_password_that_was_typed_twice_and_no_other(machine):
    policy = f"{POLICY}enforce = warn\n"
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, ACCEPTED, policy=policy, options="debug")
    assert change.log == [Log("new password for user alice accepted", LOG_DEBUG)]
    change = machine.change(ACCEPTED, WEAK, WEAK, WEAK, policy=policy)
    assert change.log == [Log(PASSED["warn"], LOG_NOTICE)]


@pytest.mark.parametrize("option", ["use_authtok", "use_first_pass", "try_first_pass"])
def test_password_that_another_module_has_asked_for_is_logged_at_once(machine, option):
    machine.write_policy(f"{POLICY}enforce = warn\n")
    stack = [f"required witness set={WEAK}", f"required module config={machine.policy} {option}"]
    change = machine.change(stack=stack)
    assert (change.status, change.log) == ("PAM_SUCCESS", [Log(PASSED["warn"], LOG_NOTICE)])


@pytest.mark.parametrize(
    "text",
    [
        b"retry = \x1b[31mred\n",
        b"\x1b[31mred = 1\n",
        b"rules = \x07required: upper\n",
        b"rules = required: \x1b[31m\n",
        b"rules = required: upper \x1b\x7f\n",
        b"retry = %s%n%99999d\n",
        b"%n%s = 1\n",
        b"rules = required: %n%s\n",
        b"rules = required: " + "\u00e9".encode() * 5000 + b"\n",
        b"q" * 100000 + b" = 1\n",
        b"rules = " + b"q" * 60000 + b": 1\n",
        b"retry = " + "\u202e\u2028\u0085".encode() + b"\n",
    ],
)
@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=needs_root)])
def test_text_of_a_broken_policy_cannot_forge_a_line(machine, text, by):
    change = machine.change(WEAK, WEAK, policy=text, by=by)
    [log] = change.log
    # An unknown key may be meant for root.
    is_unread = not text.startswith((b"retry", b"rules"))
    verdict = "refused" if by == USER or is_unread else "is not checked"
    assert log.text.startswith(f"{machine.policy}:1:")
    assert log.text.endswith(f" Password change for user alice {verdict}.")


# ---- The checks that every transaction goes through ----


def transaction(**event):
    return Transaction([{"type": "prompt", "text": "New password: ", "typed": ACCEPTED}, event], [])


@pytest.mark.parametrize("event_type", ["log", "info", "error", "prompt"])
def test_four_characters_of_a_password_in_a_row_are_found(event_type):
    check_no_secrets(transaction(type=event_type, text=f"refused: {ACCEPTED[2:5]}", typed=""))
    with pytest.raises(AssertionError):
        check_no_secrets(transaction(type=event_type, text=f"refused: {ACCEPTED[2:6]}", typed=""))


@pytest.mark.parametrize("text", ["two\nlines", "e" * 512, "\x1b[31m"])
def test_message_that_spoils_a_terminal_or_a_dialog_is_found(text):
    with pytest.raises(AssertionError):
        check_manners(transaction(type="info", text=text))
