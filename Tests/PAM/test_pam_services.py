"""Programs that answer every prompt themselves: their output ends up in logs."""

import pytest
from transaction import (
    ACCEPTED, BROKEN_POLICY, IN_ONE_LINE, MISTAKE_WARNING, NEW, POLICY, REASONS, REFUSED, RETYPE, ROOT, RULES, SEE_CHECK, SETUID,
    USER, WARNED, WEAK,
)

unattended = pytest.mark.parametrize(("service", "terminal"), [
    ("chpasswd", False), ("chpasswd", True), ("newusers", False), ("newusers", True), ("passwd", False)])
# Services whose messages are, by default, read by the person who types.
READ_BY_A_PERSON = [
    "su", "su-l", "sudo", "sudo-i", "login", "remote", "sshd", "gdm-password", "gdm", "lightdm", "lxdm", "sddm", "xdm", "wdm",
    "slim", "greetd", "cockpit", "pwupd-passwd"]
# Daemons, whose messages may end in a log, and names that only resemble those above.
OTHERS = ["samba", "webmail", "dovecot", "cron", "example", "chpasswd2", "pass", "sshd2"]


@unattended
@pytest.mark.parametrize(("by", "options", "is_refused"), [
    (USER, "", True), (SETUID, "", True), (USER, "suggest=yes retry=5", True), (ROOT, "enforce_for_root", True),
    (ROOT, "", False),
])
def test_batch_gets_reasons_once_and_no_suggestion(machine, service, terminal, by, options, is_refused):
    """The rules are not shown, either: chpasswd would print them to standard output."""
    change = machine.change(*[WEAK] * 6, policy=POLICY, options=options, service=service, terminal=terminal, by=by)
    told = [REFUSED if is_refused else WARNED, *REASONS]
    # Programs that change many passwords get one line for each user.
    if service != "passwd":
        told = [f"alice: {IN_ONE_LINE}" if is_refused else f"alice: {WARNED} {IN_ONE_LINE}"]
    assert change.lines("info", "error", "prompt") == [NEW, *told] + ([] if is_refused else [RETYPE])
    assert (change.status, change.tokens) == (("PAM_AUTHTOK_ERR", [None]) if is_refused else ("PAM_SUCCESS", [WEAK]))


# These classes do not fit into one line.
CLASSES = [f"[{first}{second}]" for first in "ABCDE" for second in "FGHIJK"]


@pytest.mark.parametrize("service", ["chpasswd", "newusers"])
@pytest.mark.parametrize("enforce", ["yes", "warn"])
@pytest.mark.parametrize("user", ["alice", "a" * 63, "a" * 200])
@pytest.mark.parametrize("count", range(len(CLASSES) + 1))
def test_batch_line_drops_only_whole_reasons(machine, service, enforce, user, count):
    rules = "; ".join(f"required: {name}" for name in CLASSES[:count])
    change = machine.change(WEAK, WEAK, policy=f"rules = minlength: 12; {rules}\nenforce = {enforce}\n", service=service, user=user)
    [line] = change.lines("info", "error")
    head = f"{user[:63]}: " + (f"{WARNED} " if enforce == "warn" else "")
    needs = [f'one of "{name[1:-1]}"' for name in CLASSES[:count]]

    def sentences(count):
        listed = " and ".join(", ".join(needs[:count]).rsplit(", ", 1))
        return f"{head}The password needs 8 more characters (4 of 12)." + (f" It needs {listed}." if listed else "")

    if line.endswith(" ..."):
        [shown] = [shown for shown in range(count) if line == f"{sentences(shown)} ..."]
        assert len(f"{sentences(shown + 1)} ...".encode()) > 511
    else:
        assert line == sentences(count)


@pytest.mark.parametrize("service", ["chpasswd", "newusers"])
def test_batch_gets_one_line_per_user_for_broken_policy(machine, service):
    change = machine.change(WEAK, WEAK, policy=BROKEN_POLICY, service=service, by=ROOT)
    cause = f'{machine.policy}:1:19: unknown class "uper"; did you mean "upper"?'
    assert change.lines("info", "error") == [f"alice: {MISTAKE_WARNING} {cause} {SEE_CHECK}"]


@pytest.mark.parametrize("service", ["chpasswd", "newusers"])
@pytest.mark.parametrize("count", range(1, 13))
def test_batch_line_drops_only_whole_sentences(machine, service, count):
    """The message has one sentence for each unknown option of the PAM line."""
    options = " ".join(f"qzjx{number}" for number in range(count))
    alone = machine.change(policy=POLICY, options=options, service="passwd", terminal=True, by=ROOT)
    sentences = alone.lines("info", "error")
    assert len(sentences) == 1 + count
    change = machine.change(options=options, service=service, by=ROOT)
    [line] = change.lines("info", "error")
    whole = f"alice: {' '.join(sentences)}"
    if len(whole) <= 511:
        assert line == whole
    else:
        shown = line.removeprefix("alice: ").removesuffix(" ...")
        count = next(count for count in range(len(sentences)) if shown == " ".join(sentences[:count]))
        assert count > 1 and line.endswith(" ...") and len(f"{line} {sentences[count]}") > 511


@unattended
@pytest.mark.parametrize("by", [USER, ROOT])
def test_batch_accepts_silently(machine, service, terminal, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, service=service, terminal=terminal, by=by)
    assert (change.dialogue, change.status, change.tokens) == ([NEW, RETYPE], "PAM_SUCCESS", [ACCEPTED])


def test_batch_mismatch_is_not_retried(machine):
    change = machine.change(ACCEPTED, WEAK, ACCEPTED, ACCEPTED, policy=POLICY, service="chpasswd")
    assert (change.prompts, change.status) == ([NEW, RETYPE], "PAM_AUTHTOK_ERR")


@pytest.mark.parametrize(("service", "terminal", "silent", "has_rules", "has_suggestion"), [
    ("passwd", True, False, True, True),
    *((service, terminal, False, True, True) for service in READ_BY_A_PERSON for terminal in (True, False)),
    *((service, terminal, False, True, False) for service in OTHERS for terminal in (True, False)),
    # `passwd >> log`: the prompts are at the terminal.
    ("passwd", "input", False, True, False),
    *((service, True, True, False, False) for service in ["passwd", "login", "sshd", "gdm-password"]),
])
def test_person_may_retry_and_sees_suggestion(machine, service, terminal, silent, has_rules, has_suggestion):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, service=service, terminal=terminal, silent=silent)
    assert (change.prompts, change.status) == ([NEW, NEW, RETYPE], "PAM_SUCCESS")
    assert change.texts("info")[: len(RULES)] == (RULES if has_rules else [])
    assert len(change.suggestions) == has_suggestion
    assert change.texts("error") == ([] if silent else [REFUSED, *REASONS])


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
@pytest.mark.parametrize(("setting", "service", "terminal", "is_shown"), [
    ("", "webmail", False, False), ("suggest-services = webmail, passwd\n", "webmail", False, True),
    ("suggest-services = webmail, passwd\n", "sshd", True, False), ("suggest-services = none\n", "login", True, False),
    ("suggest-services = sshd\nsuggest-services =\n", "login", True, True),
    ("suggest = yes\n", "samba", False, False), ("suggest-services = samba\nsuggest = no\n", "samba", False, False),
    # A more specific line overrides the others.
    ("[user alice]\nsuggest-services = samba\n", "samba", False, True),
    ("suggest-services = samba\n[user alice]\nsuggest-services = none\n", "samba", False, False),
    # Even with this line, these programs show no suggestion unless a person reads it at a terminal.
    ("suggest-services = passwd, chpasswd, newusers\n", "passwd", False, False),
    ("suggest-services = passwd, chpasswd, newusers\n", "passwd", "input", False),
    ("suggest-services = passwd, chpasswd, newusers\n", "passwd", True, True),
    ("suggest-services = passwd, chpasswd, newusers\n", "chpasswd", True, False),
    ("suggest-services = passwd, chpasswd, newusers\n", "newusers", True, False),
])
def test_suggest_services_show_a_suggestion(machine, by, setting, service, terminal, is_shown):
    """The same for root: a daemon may change its user's password, and log what it is shown."""
    change = machine.change(WEAK, WEAK, WEAK, policy="enforce-for-root = yes\n" + POLICY + setting, service=service, by=by, terminal=terminal)
    assert (len(change.suggestions) > 0) == is_shown
    assert change.status != "PAM_SUCCESS"
