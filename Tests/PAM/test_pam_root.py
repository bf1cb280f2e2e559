"""Whom root's exemption is for: root at the keyboard, and not a daemon that runs as root."""

from pathlib import Path

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_WARNING, POLICY, REFUSED, ROOT, SETUID, USER, WARNED, WEAK, needs_root,
)

pytestmark = needs_root

SHIPPED = (Path(__file__).parents[2] / "pam" / "passwordrules.conf").read_text().replace("\nblocklist =", "\n# blocklist =")
# Where people change their own passwords, or programs change them for people, as root.
DAEMONS = ["samba", "sshd", "login", "su", "gdm-password", "cockpit", "example", "passwdd"]


@pytest.mark.parametrize("service", DAEMONS)
@pytest.mark.parametrize("silent", [False, True])
def test_daemon_that_runs_as_root_is_enforced_upon(machine, service, silent):
    """Before, it was warned, and with PAM_SILENT it did not even hear of that."""
    change = machine.change(WEAK, WEAK, policy=POLICY, options="retry=1 suggest=no", service=service, by=ROOT, silent=silent)
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert (REFUSED in change.shown) == (not silent)
    assert machine.change(ACCEPTED, ACCEPTED, service=service, by=ROOT).tokens == [ACCEPTED]


@pytest.mark.parametrize("service", ["passwd", "chpasswd", "newusers"])
def test_root_at_the_keyboard_is_warned(machine, service):
    change = machine.change(WEAK, WEAK, policy=POLICY, service=service, terminal=True, by=ROOT)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [WEAK])
    assert WARNED in change.shown


@pytest.mark.parametrize("by", [USER, SETUID])
@pytest.mark.parametrize("service", ["passwd", "chpasswd", "newusers", "example"])
def test_users_are_exempt_nowhere(machine, service, by):
    policy = POLICY + "exempt-services = passwd, chpasswd, newusers, example\n"
    change = machine.change(WEAK, WEAK, policy=policy, options="retry=1", service=service, terminal=True, by=by)
    assert change.tokens == [None]


@pytest.mark.parametrize(
    ("lines", "exempt"),
    [
        ("exempt-services = none\n", set()),
        ("exempt-services = passwd\n", {"passwd"}),
        ("exempt-services = samba, passwd\n", {"samba", "passwd"}),
        ("exempt-services = samba\nenforce-for-root = yes\n", set()),
        ("exempt-services = none\n[user alice]\nexempt-services = samba\n", {"samba"}),
        ("exempt-services = samba\n[user bob]\nexempt-services = passwd\n", {"samba"}),
    ],
)
def test_policy_says_where_root_is_exempt(machine, lines, exempt):
    machine.write_policy(POLICY + lines)
    for service in ["passwd", "chpasswd", "newusers", "samba", "example"]:
        change = machine.change(WEAK, WEAK, options="retry=1", service=service, terminal=True, by=ROOT)
        assert change.tokens == [WEAK if service in exempt else None], service


def test_a_later_file_replaces_the_list(machine):
    machine.write_policy(POLICY + "exempt-services = passwd, chpasswd\n")
    folder = machine.policy.with_name("policy.conf.d")
    folder.mkdir(mode=0o755)
    (folder / "10.conf").write_text("exempt-services = newusers\n")
    for service, exempt in [("passwd", False), ("chpasswd", False), ("newusers", True)]:
        change = machine.change(WEAK, WEAK, options="retry=1", service=service, by=ROOT)
        assert change.tokens == [WEAK if exempt else None], service


@pytest.mark.parametrize("value", ["Passwd", "all services", "*", "passwd, none", "passwd,"])
def test_name_that_is_none_refuses(machine, value):
    change = machine.change(ACCEPTED, ACCEPTED, policy=f"{POLICY}exempt-services = {value}\n")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


# ---- A policy that cannot be read ----


@pytest.mark.parametrize("mistake", ["retyr = 3\n", "retry 3\n", "rules = minlenght: 9\n", "[groop wheel]\n", "username = maybe\n"])
def test_root_has_a_way_out_of_a_mistake_in_the_shipped_policy(machine, mistake):
    """Before, its comments closed it, which name enforce-for-root and presets, and so did its enforce-for-root = no."""
    change = machine.change(WEAK, WEAK, policy=SHIPPED.replace("retry = 3\n", "") + mistake, by=ROOT)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [WEAK])
    assert change.dialogue[0] == BROKEN_WARNING
    assert change.dialogue[1].startswith(f"{machine.policy}:")
    assert machine.change(WEAK, WEAK, by=USER).dialogue == [BROKEN]


@pytest.mark.parametrize("service", DAEMONS)
def test_daemon_is_refused_while_the_policy_cannot_be_read(machine, service):
    """Before, its users' passwords were not checked, and they read what only root may."""
    machine.write_policy("qzjxq7w!secret\nrules = minlength: oops\n")
    for policy in [None, "rules = minlength: oops\n", "exempt-services = passwd, " + service + "\nretry = 0\n"]:
        change = machine.change(ACCEPTED, ACCEPTED, policy=policy, service=service, by=ROOT)
        assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
