"""Who gets on while the policy cannot be read, and who does not: the table in pam_passwordrules(8), "Recovery"."""

import pytest
from transaction import ACCEPTED, BROKEN, BROKEN_WARNING, ROOT, SETUID, USER

MISTAKE = "rules = minlength: 15;\nretyr = 3\n"


@pytest.mark.parametrize(("who", "service", "expired", "user", "gets_on"), [
    # A password that has expired, at the console and over ssh: the program runs as root, for its user.
    (ROOT, "login", True, "root", False), (ROOT, "sshd", True, "root", False),
    (ROOT, "login", True, "alice", False), (ROOT, "sshd", True, "alice", False),
    # sshd without keyboard-interactive runs passwd in the session.
    (ROOT, "passwd", False, "root", True), (SETUID, "passwd", False, "alice", False), (SETUID, "passwd", True, "alice", False),
    (USER, "su", True, "root", False),
    # What root does for them meanwhile.
    (ROOT, "passwd", False, "alice", True), (ROOT, "chpasswd", False, "alice", True), (ROOT, "chpasswd", False, "root", True),
    (ROOT, "passwd", True, "alice", False),
])
def test_who_gets_on_while_the_policy_cannot_be_read(machine, who, service, expired, user, gets_on):
    circumstances = {"by": who, "service": service, "expired": expired, "user": user, "terminal": True}
    change = machine.change(ACCEPTED, ACCEPTED, policy=MISTAKE, **circumstances)
    if gets_on:
        assert (change.status, change.dialogue[0], change.tokens) == ("PAM_SUCCESS", BROKEN_WARNING, [ACCEPTED])
        return
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    # Once it is mended.
    mended = machine.change(*[ACCEPTED + "-1"] * 2, policy="rules = minlength: 12;\n", **circumstances)
    assert (mended.status, mended.tokens) == ("PAM_SUCCESS", [ACCEPTED + "-1"])
