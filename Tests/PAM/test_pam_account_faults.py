"""Account databases that cannot be queried: a user who may be in a group with stricter rules must meet them."""

import errno

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_WARNING, LOG_ERR, POLICY, ROOT, SETUID, USER, WEAK,
)

GROUP_POLICY = POLICY + "[group staff]\nrules = minlength: 40\n"
CAUSE = "cannot look up this user in the account databases: "


@pytest.fixture
def faulty(compiled):
    """The command that makes lookups fail, of users or of groups."""
    shim = compiled("faulty_accounts.so", "dl")
    return lambda what, error: ("env", f"LD_PRELOAD={shim}", f"{what}_FAIL={error}")


@pytest.mark.parametrize("what", ["USERS", "GROUPS"])
@pytest.mark.parametrize(("error", "reason"), [(errno.EIO, "input/output error"), (errno.EMFILE, "too many open files")])
@pytest.mark.parametrize("by", [USER, SETUID])
def test_nobody_passes_by_a_group_that_could_not_be_asked_for(machine, faulty, what, error, reason, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=GROUP_POLICY, user="root", by=by, command=faulty(what, error))
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.text.endswith(f"{CAUSE}{reason}. Password change for user root refused.")
    assert log.priority == LOG_ERR


def test_groups_that_nobody_asks_for_may_be_out_of_reach(machine, faulty):
    policy = POLICY + "[user root]\nretry = 1\n"
    change = machine.change(WEAK, WEAK, policy=policy, user="root", command=faulty("GROUPS", errno.EIO))
    assert (change.status, len(change.prompts)) == ("PAM_AUTHTOK_ERR", 1)
    change = machine.change(ACCEPTED, ACCEPTED, user="root", command=faulty("GROUPS", errno.EIO))
    assert change.status == "PAM_SUCCESS"


def test_nobody_passes_by_a_section_while_the_spelling_of_the_name_is_not_known(machine, faulty):
    policy = POLICY + "[user root]\nretry = 1\n"
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", command=faulty("USERS", errno.EIO))
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])


@pytest.mark.parametrize("what", ["USERS", "GROUPS"])
def test_accounts_that_nobody_asks_for_may_be_out_of_reach(machine, faulty, what):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, user="root", command=faulty(what, errno.EIO))
    assert change.status == "PAM_SUCCESS"


@pytest.mark.parametrize("error", [errno.ENOENT, errno.ESRCH])
def test_user_whom_the_databases_do_not_know_has_no_group(machine, faulty, error):
    """Some databases say so by an error number."""
    change = machine.change(ACCEPTED, ACCEPTED, policy=GROUP_POLICY, user="root", command=faulty("USERS", error))
    assert change.status == "PAM_SUCCESS"


@pytest.mark.parametrize(("setting", "is_refused"), [("", False), ("enforce-for-root = yes\n", True)])
def test_root_goes_on_where_no_section_binds_root(machine, faulty, setting, is_refused):
    change = machine.change(
        WEAK, WEAK, policy=GROUP_POLICY + setting, user="root", by=ROOT, command=faulty("USERS", errno.EIO)
    )
    assert change.status == ("PAM_TRY_AGAIN" if is_refused else "PAM_SUCCESS")
    assert change.dialogue[0] == (BROKEN if is_refused else BROKEN_WARNING)
    assert change.dialogue[1].endswith(f"{CAUSE}input/output error")


@pytest.mark.parametrize("by", [USER, ROOT])
@pytest.mark.parametrize(("user", "logged"), [
    ("eve\nJan 1 00:00:00 sshd: forged", "eve?Jan?1?00:00:00?sshd:?forged"), ("\x1b[31meve", "?[31meve"),
    ("e" * 9999, "e" * 63),
])
def test_name_of_the_user_cannot_forge_a_line(machine, faulty, user, logged, by):
    change = machine.change(WEAK, WEAK, policy=GROUP_POLICY, user=user, by=by, command=faulty("USERS", errno.EIO))
    [log] = change.log
    verdict = "refused" if by == USER else "is not checked"
    assert log.text.endswith(f"{CAUSE}input/output error. Password change for user {logged} {verdict}.")
    assert len(log.text) < 512
