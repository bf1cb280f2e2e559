"""Accounts that cannot be looked up, or are found by another spelling: nobody gets round a section or a name by that."""

import errno

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_WARNING, LOG_ERR, POLICY, REFUSED, ROOT, SETUID, SINGLE, UNUSABLE, USER, WEAK,
    short_of,
)

STAFF = POLICY + "[group staff]\nrules = minlength: 40\n"
USERS = POLICY + "[user root]\nretry = 1\n"
NAMES = POLICY + "full-name = reject\n"
CAUSE = "cannot look up this user in the account databases: "
NO_ACCOUNT = "The user account could not be looked up, so the password was not changed. Please tell your administrator."
LOGGED = "cannot look up the account of user {}, whose names the policy compares"

users = pytest.mark.parametrize("by", [USER, SETUID])


@pytest.fixture
def databases(machine, compiled):
    """The command under which look-ups fail with these numbers; and how often a user was looked up since."""
    shim, count = compiled("accounts.so", "dl"), machine.directory / "count"

    def command(users=(), groups=(), **variables):
        count.write_text("")
        count.chmod(0o666)
        variables |= {name: ",".join(map(str, numbers))
                      for name, numbers in [("USERS_FAIL", users), ("GROUPS_FAIL", groups)] if numbers}
        return ("env", f"LD_PRELOAD={shim}", f"LOOKUPS={count}", *(f"{name}={variables[name]}" for name in variables))

    command.count = lambda: len(count.read_text())
    return command


# ---- Which sections apply ----


@users
@pytest.mark.parametrize(("policy", "failing"), [(STAFF, "users"), (STAFF, "groups"), (USERS, "users")])
@pytest.mark.parametrize(("error", "reason"), [(errno.EIO, "input/output error"), (errno.EMFILE, "too many open files")])
def test_nobody_passes_by_a_section_that_may_apply(machine, databases, policy, failing, error, reason, by):
    """Of a user's section, the spelling of the name is not known."""
    command = databases(**{failing: [error]})
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", by=by, command=command)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.text.endswith(f"{CAUSE}{reason}. Password change for user root refused.")
    assert log.priority == LOG_ERR


@pytest.mark.parametrize(("policy", "failing"), [
    (POLICY, {"users": [errno.EIO]}), (POLICY, {"groups": [errno.EIO]}), (USERS, {"groups": [errno.EIO]}),
    # Some databases say by an error number that they do not know the user, who then is in no group.
    (STAFF, {"users": [errno.ENOENT]}), (STAFF, {"users": [errno.ESRCH]}),
])
def test_accounts_that_the_policy_does_not_need_may_be_out_of_reach(machine, databases, policy, failing):
    machine.write_policy(policy)
    for password, is_accepted in [(ACCEPTED, True), (WEAK, False)]:
        assert (machine.reasons(password, user="root", command=databases(**failing)) == []) == is_accepted


@pytest.mark.parametrize(("setting", "is_refused"), [("", False), ("enforce-for-root = yes\n", True)])
def test_root_goes_on_where_no_section_binds_root(machine, databases, setting, is_refused):
    command = databases(users=[errno.EIO])
    change = machine.change(WEAK, WEAK, policy=STAFF + setting, user="root", by=ROOT, command=command)
    assert change.status == ("PAM_TRY_AGAIN" if is_refused else "PAM_SUCCESS")
    assert change.dialogue[0] == (UNUSABLE if is_refused else BROKEN_WARNING)
    assert change.dialogue[1].endswith(f"{CAUSE}input/output error")


SECTIONS = {"user": "[user alice]\nrules = minlength: 40\n", "group": "[group staff]\nrules = minlength: 40\n"}


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("typed", ["alice", "ALICE", "Alice"])
def test_section_is_not_shaken_off_by_another_spelling(people, databases, typed, section):
    """Before, [user alice] did not apply to a user who typed ALICE."""
    change = people.change(ACCEPTED, policy=POLICY + SECTIONS[section], user=typed, options=SINGLE,
                           command=databases(USERS_FOLD=1))
    assert (change.texts("error"), change.tokens) == ([REFUSED, short_of(12, 40)], [None])


@pytest.mark.parametrize(("section", "typed", "is_bound"), [
    # The databases have no ALICE.
    ("alice", "ALICE", False), ("alice", "bob", False), ("alice", "ghost", False), ("ghost", "ghost", True),
])
def test_section_is_for_the_account_of_this_name_alone(people, section, typed, is_bound):
    policy = POLICY + SECTIONS["user"].replace("alice", section)
    assert people.reasons(ACCEPTED, policy=policy, user=typed) == ([short_of(12, 40)[4:]] if is_bound else [])


# ---- A policy that compares names ----


@users
@pytest.mark.parametrize("errors", [
    [errno.EIO], [errno.EMFILE], [errno.ENOMEM], [errno.ENOENT], [errno.ERANGE], [errno.EIO, 0],
    [errno.ENOENT, errno.EIO, 0],
], ids=str)
def test_account_that_cannot_be_looked_up_refuses_before_anything_is_typed(machine, databases, errors, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=NAMES, user="root", by=by, command=databases(errors))
    assert (change.status, change.dialogue, change.tokens) == ("PAM_USER_UNKNOWN", [NO_ACCOUNT], [])
    assert [log.text for log in change.log] == [LOGGED.format("root")]


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
@pytest.mark.parametrize("line", ["full-name = reject", "home-directory = whole"])
def test_user_without_an_account_is_refused(machine, line, by):
    policy = f"{POLICY}enforce-for-root = yes\n{line}\n"
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="nosuchuser", by=by)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_USER_UNKNOWN", [NO_ACCOUNT], [])
    assert [log.text for log in change.log] == [LOGGED.format("nosuchuser")]


@pytest.mark.parametrize(("errors", "count"), [([0], 1), ([errno.ENOENT, 0], 2), ([errno.EINTR, errno.ERANGE, 0], 3)], ids=str)
def test_account_is_looked_up_once_for_both_passes_and_all_tries(machine, databases, errors, count):
    """But again where a signal came in between, and with more room where there was too little."""
    answers = [WEAK, WEAK, ACCEPTED, ACCEPTED]
    change = machine.change(*answers, policy=NAMES, user="root", command=databases(errors))
    assert (change.status, len(change.prompts)) == ("PAM_SUCCESS", len(answers))
    assert databases.count() == count


@pytest.mark.parametrize("policy", [
    POLICY, NAMES + "enforce = no\n", NAMES.replace("reject", ""), POLICY + "username = reject\n",
])
def test_account_that_is_not_needed_is_not_looked_up(machine, databases, policy):
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", command=databases([errno.EIO]))
    assert (change.status, databases.count()) == ("PAM_SUCCESS", 0)


@pytest.mark.parametrize(("setting", "by"), [("enforce = warn\n", USER), ("enforce = audit\n", USER), ("", ROOT)])
def test_policy_that_does_not_refuse_logs_it_once(machine, databases, setting, by):
    policy = NAMES + setting
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", by=by, command=databases([errno.EIO]))
    assert (change.status, [log.text for log in change.log].count(LOGGED.format("root"))) == ("PAM_SUCCESS", 1)
    assert NO_ACCOUNT not in change.dialogue


def test_user_who_is_left_alone_needs_no_account(machine, databases):
    policy = NAMES + "local-users-only = yes\n"
    change = machine.change("x", "x", policy=policy, user="not-in-passwd", command=databases([errno.EIO]))
    assert (change.status, change.log) == ("PAM_SUCCESS", [])
