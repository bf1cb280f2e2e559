"""Whom root's exemption is for: root at the keyboard, and not a daemon that runs as root."""

from pathlib import Path

import pytest
from transaction import ACCEPTED, BROKEN, BROKEN_WARNING, POLICY, REFUSED, ROOT, SETUID, SINGLE, USER, WARNED, WEAK

SHIPPED = (Path(__file__).parents[2] / "pam" / "passwordrules.conf").read_text().replace("\nblocklist =", "\n# blocklist =")
# Where people change their own passwords, or programs change them for people, as root.
DAEMONS = ["samba", "sshd", "login", "su", "gdm-password", "cockpit", "example", "passwdd"]


@pytest.mark.parametrize("service", DAEMONS)
@pytest.mark.parametrize("silent", [False, True])
def test_daemon_that_runs_as_root_is_enforced_upon(machine, service, silent):
    """Before, it was warned, and with PAM_SILENT it did not even hear of that."""
    change = machine.change(WEAK, WEAK, policy=POLICY, options=SINGLE, service=service, by=ROOT, silent=silent)
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert (REFUSED in change.shown) == (not silent)
    assert machine.change(ACCEPTED, ACCEPTED, service=service, by=ROOT).tokens == [ACCEPTED]


@pytest.mark.parametrize("by", [USER, SETUID])
@pytest.mark.parametrize("service", ["passwd", "chpasswd", "newusers", "example"])
def test_users_are_exempt_nowhere(machine, service, by):
    policy = POLICY + "exempt-services = passwd, chpasswd, newusers, example\n"
    change = machine.change(WEAK, WEAK, policy=policy, options="retry=1", service=service, terminal=True, by=by)
    assert change.tokens == [None]


BUILT_IN = {"passwd", "chpasswd", "newusers"}


@pytest.mark.parametrize(("lines", "drop_in", "exempt"), [
    ("", "", BUILT_IN), ("exempt-services = none\n", "", set()), ("exempt-services = samba, passwd\n", "", {"samba", "passwd"}),
    ("exempt-services = samba\nenforce-for-root = yes\n", "", set()),
    ("exempt-services = none\n[user alice]\nexempt-services = samba\n", "", {"samba"}),
    ("exempt-services = samba\n[user bob]\nexempt-services = passwd\n", "", {"samba"}),
    ("exempt-services = passwd, chpasswd\n", "exempt-services = newusers\n", {"newusers"}),
    # The section is that of the user whose password it is, and not of root who changes it.
    ("enforce-for-root = no\n[user alice]\nenforce-for-root = yes\n", "", set()),
    ("enforce-for-root = yes\n[user alice]\nenforce-for-root = no\n", "", BUILT_IN),
    ("[user root]\nenforce-for-root = yes\n", "", BUILT_IN), ("[user bob]\nenforce-for-root = yes\n", "", BUILT_IN),
    ("preset = cis-debian-12\nblocklist =\n", "", set()), ("preset = nist-800-63b-4\nblocklist =\n", "", BUILT_IN),
])
def test_policy_says_where_root_is_exempt(machine, lines, drop_in, exempt):
    machine.write_policy(POLICY + lines)
    machine.drop_in("10.conf", drop_in)
    for service in ["passwd", "chpasswd", "newusers", "samba", "example"]:
        change = machine.change(WEAK, WEAK, options="retry=1", service=service, terminal=True, by=ROOT)
        assert change.tokens == [WEAK if service in exempt else None], service
        assert (WARNED in change.shown) == (service in exempt)


@pytest.mark.parametrize("value", ["Passwd", "all services", "*", "passwd, none", "passwd,"])
def test_name_that_is_none_refuses(machine, value):
    change = machine.change(ACCEPTED, ACCEPTED, policy=f"{POLICY}exempt-services = {value}\n")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


@pytest.mark.parametrize("mistake", ["retyr = 3\n", "retry 3\n", "rules = minlenght: 9\n", "[groop wheel]\n",
                                     "username = maybe\n"])
def test_root_has_a_way_out_of_a_mistake_in_the_shipped_policy(machine, mistake):
    """Before, its comments closed it, which name enforce-for-root and presets, and so did its enforce-for-root = no."""
    change = machine.change(WEAK, WEAK, policy=SHIPPED.replace("retry = 3\n", "") + mistake, by=ROOT)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [WEAK])
    assert change.dialogue[0] == BROKEN_WARNING
    assert change.dialogue[1].startswith(f"{machine.policy}:")
    assert machine.change(WEAK, WEAK, by=USER).dialogue == [BROKEN]


@pytest.mark.parametrize("service", DAEMONS)
@pytest.mark.parametrize("policy", [
    "qzjxq7w!secret\nrules = minlength: oops\n", "rules = minlength: oops\n", "exempt-services = passwd, {}\nretry = 0\n"])
def test_daemon_is_refused_while_the_policy_cannot_be_read(machine, service, policy):
    """Before, its users' passwords were not checked, and they read what only root may."""
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy.format(service), service=service, by=ROOT)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
