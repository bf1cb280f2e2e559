"""Whom root's exemption is for: root at the keyboard, and not a daemon that runs as root."""

from pathlib import Path

import pytest
from transaction import (
    ACCEPTED, BROKEN, IN_ONE_LINE, MISTAKE_WARNING, POLICY, REFUSED, ROOT, SETUID, SINGLE, USER, WARNED, WEAK,
)

SHIPPED = (Path(__file__).parents[2] / "pam" / "passwordrules.conf").read_text().replace("\nblocklist =", "\n# blocklist =")
# Services that run as root, but change passwords of the people who use them.
DAEMONS = ["samba", "sshd", "login", "su", "gdm-password", "cockpit", "example", "passwdd", "pwupd-chsh"]


@pytest.mark.parametrize("service", DAEMONS)
@pytest.mark.parametrize("silent", [False, True])
def test_root_daemon_is_bound_by_the_policy(machine, service, silent):
    """Formerly, a weak password was accepted with a warning, and with PAM_SILENT even without one."""
    change = machine.change(WEAK, WEAK, policy=POLICY, options=SINGLE, service=service, by=ROOT, silent=silent)
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert (REFUSED in change.shown) == (not silent)
    assert machine.change(ACCEPTED, ACCEPTED, service=service, by=ROOT).tokens == [ACCEPTED]


# Tests/Vectors/policies.txt tests what the lines mean.
@pytest.mark.parametrize(("lines", "exempt"), [
    ("", {"passwd", "chpasswd", "newusers", "pwupd-passwd"}), ("exempt-services = samba, passwd\n", {"samba", "passwd"}),
    # The section of the user whose password is changed applies, not root's.
    ("exempt-services = none\n[user alice]\nexempt-services = samba\n", {"samba"}),
    ("[user root]\nexempt-services = none\n", {"passwd", "chpasswd", "newusers", "pwupd-passwd"}),
])
def test_exempt_services_exempt_root(machine, lines, exempt):
    machine.write_policy(POLICY + lines)
    for service in ["passwd", "chpasswd", "newusers", "pwupd-passwd", "samba", "example"]:
        change = machine.change(WEAK, WEAK, options="retry=1", service=service, terminal=True, by=ROOT)
        assert change.tokens == [WEAK if service in exempt else None], service
        warned = [line for line in change.shown if line in (WARNED, f"alice: {WARNED} {IN_ONE_LINE}")]
        assert bool(warned) == (service in exempt)


@pytest.mark.parametrize("service", DAEMONS)
@pytest.mark.parametrize("policy", ["rules = minlength: oops\n", "exempt-services = passwd, {}\nretry = 0\n"])
def test_daemon_is_refused_while_the_policy_cannot_be_read(machine, service, policy):
    """Formerly, such a daemon did not check its users' passwords, and showed them messages that are for root alone."""
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy.format(service), service=service, by=ROOT)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


def test_root_can_change_passwords_under_broken_shipped_policy(machine):
    """Formerly, root was refused because comments of the policy name enforce-for-root and presets, and because the
    policy has "enforce-for-root = no"."""
    change = machine.change(WEAK, WEAK, policy=SHIPPED + "retyr = 3\n", by=ROOT)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [WEAK])
    assert change.dialogue[0] == MISTAKE_WARNING
    assert change.dialogue[1].startswith(f"{machine.policy}:")
    assert machine.change(WEAK, WEAK, by=USER).dialogue == [BROKEN]


# The table in pam_passwordrules(8), "Recovery".
@pytest.mark.parametrize(("who", "service", "expired", "user", "may_proceed"), [
    # An expired password is changed at the console or over ssh: the program runs as root, but on behalf of the user.
    (ROOT, "login", True, "root", False), (ROOT, "sshd", True, "root", False),
    (ROOT, "login", True, "alice", False), (ROOT, "sshd", True, "alice", False),
    # sshd without keyboard-interactive runs passwd in the session.
    (ROOT, "passwd", False, "root", True), (SETUID, "passwd", False, "alice", False), (SETUID, "passwd", True, "alice", False),
    (USER, "su", True, "root", False),
    # Changes that root can make for users while the policy is broken.
    (ROOT, "passwd", False, "alice", True), (ROOT, "chpasswd", False, "alice", True), (ROOT, "chpasswd", False, "root", True),
    (ROOT, "passwd", True, "alice", False),
])
def test_who_may_proceed_under_broken_policy(machine, who, service, expired, user, may_proceed):
    circumstances = {"by": who, "service": service, "expired": expired, "user": user, "terminal": True}
    change = machine.change(ACCEPTED, ACCEPTED, policy="rules = minlength: 15;\nretyr = 3\n", **circumstances)
    if may_proceed:
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])
        assert change.dialogue[0].removeprefix(f"{user}: ").startswith(MISTAKE_WARNING)
        return
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    # After the policy is repaired.
    mended = machine.change(*[ACCEPTED + "-1"] * 2, policy="rules = minlength: 12;\n", **circumstances)
    assert (mended.status, mended.tokens) == ("PAM_SUCCESS", [ACCEPTED + "-1"])
