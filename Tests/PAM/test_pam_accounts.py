"""Users cannot evade sections or comparisons with names: not if the account cannot be looked up, and not by another
spelling of its name."""

import errno
import json

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_WARNING, LOG_ERR, POLICY, REFUSED, ROOT, SETUID, SINGLE, UNUSABLE, USER, WEAK,
    short_of,
)

STAFF = POLICY + "[group staff]\nrules = minlength: 40\n"
USERS = POLICY + "[user root]\nretry = 1\n"
SECTIONS = {"user": "[user alice]\nrules = minlength: 40\n", "group": "[group staff]\nrules = minlength: 40\n"}
NAMES = POLICY + "full-name = reject\n"
# By itself, a policy compares the user name.
NO_NAMES = POLICY + "username =\n"
CAUSE = "cannot look up this user in the account databases: "
NO_ACCOUNT = "The user account could not be looked up, so the password was not changed. Please tell your administrator."
LOGGED = "cannot look up the account of user {}, whose names the policy compares"

users = pytest.mark.parametrize("by", [USER, SETUID])


@pytest.fixture
def databases(machine, compiled):
    """A function that returns the command to run a change while look-ups fail with these error numbers. Its `count()`
    is the number of look-ups of users in that change."""
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
def test_possible_section_refuses(machine, databases, policy, failing, error, reason, by):
    """A section for the user may apply, too, because the account's own spelling of the name is unknown."""
    command = databases(**{failing: [error]})
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", by=by, command=command)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.text.endswith(f"{CAUSE}{reason}. Password change for user root refused.")
    assert log.priority == LOG_ERR


@pytest.mark.parametrize(("policy", "failing"), [
    (NO_NAMES, {"users": [errno.EIO]}), (POLICY, {"groups": [errno.EIO]}), (USERS, {"groups": [errno.EIO]}),
    # Some databases say by an error number that they do not know the user, who then is in no group.
    (NO_NAMES + SECTIONS["group"], {"users": [errno.ENOENT]}), (NO_NAMES + SECTIONS["group"], {"users": [errno.ESRCH]}),
])
def test_unneeded_account_databases_may_fail(machine, databases, policy, failing):
    machine.write_policy(policy)
    for password, is_accepted in [(ACCEPTED, True), (WEAK, False)]:
        assert (machine.reasons(password, user="root", command=databases(**failing)) == []) == is_accepted


@pytest.mark.parametrize(("setting", "is_refused"), [("", False), ("enforce-for-root = yes\n", True)])
def test_root_proceeds_when_no_section_binds_root(machine, databases, setting, is_refused):
    command = databases(users=[errno.EIO])
    change = machine.change(WEAK, WEAK, policy=STAFF + setting, user="root", by=ROOT, command=command)
    assert change.status == ("PAM_TRY_AGAIN" if is_refused else "PAM_SUCCESS")
    assert change.dialogue[0] == (UNUSABLE if is_refused else BROKEN_WARNING)
    assert change.dialogue[1].endswith(f"{CAUSE}input/output error")


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("typed", ["alice", "ALICE", "Alice"])
def test_other_spelling_keeps_the_section(people, databases, typed, section):
    """Formerly, [user alice] did not apply to a user who typed ALICE."""
    change = people.change(ACCEPTED, policy=POLICY + SECTIONS[section], user=typed, options=SINGLE,
                           command=databases(USERS_FOLD=1))
    assert (change.texts("error"), change.tokens) == ([REFUSED, short_of(12, 40)], [None])


@pytest.mark.parametrize(("section", "typed", "is_bound"), [
    # The databases have no ALICE.
    ("alice", "ALICE", False), ("alice", "bob", False), ("alice", "ghost", False), ("ghost", "ghost", True),
])
def test_section_binds_only_the_named_account(people, section, typed, is_bound):
    policy = POLICY + SECTIONS["user"].replace("alice", section)
    assert people.reasons(ACCEPTED, policy=policy, user=typed) == ([short_of(12, 40)[4:]] if is_bound else [])


# ---- The user name, as it is typed and as the account has it ----

# With USERS_FOLD, all SPELLINGS find alice's account. With USERS_ALIAS, all ALIASES find it, too. The account's own spelling
# of its name is the one in the databases.
SPELLINGS = ["alice", "ALICE", "alice@dir", "Alice@DIR.EXAMPLE.ORG", "CORP\\alice", "corp\\ALICE"]
ALIASES = ["rabbit", "rabbit@dir", "CORP\\rabbit"]


def reasons_for(people, databases, policy, typed, password, **variables):
    people.write_policy(policy)
    return people.reasons(password, user=typed, command=databases(USERS_FOLD=1, **variables))


@pytest.mark.parametrize("typed", SPELLINGS)
@pytest.mark.parametrize(("setting", "password"), [
    ("username = reject", "4l1c377zx"), ("username = reject", "xk-3c1l4-77"), ("username = whole", "4l1c31865"),
    ("", "4l1c31865"), ("username-parts = 4", "x4l1c77zqv"), ("full-name = reject", "liddell77zx"),
    ("home-directory = reject", "rabbithole77"),
])
def test_account_is_compared_however_its_name_is_typed(people, databases, typed, setting, password):
    """Formerly, only the typed name, such as alice@dir, was compared."""
    policy = f"rules = minlength: 8\n{setting}\n"
    assert reasons_for(people, databases, policy, typed, password) != []
    assert reasons_for(people, databases, policy, typed, "xk7-vbqz-w2") == []


@pytest.mark.parametrize("typed", ALIASES)
@pytest.mark.parametrize(("setting", "refused"), [
    ("username = reject", ["r4bb1t77zx", "4l1c377zx"]), ("username = whole", ["r4bb1t77", "4l1c3777"]),
    ("username-parts = 4", ["bb1t77zxq", "l1c377zxq"]),
])
def test_both_spellings_count(people, databases, typed, setting, refused):
    """The account's own name is not a part of the typed name here."""
    policy = f"rules = minlength: 8\n{setting}\n"
    for password in refused:
        assert reasons_for(people, databases, policy, typed, password, USERS_ALIAS="rabbit=alice") != [], password


def test_domain_is_not_a_name(people, databases):
    """The domain alone is not compared. The name together with the domain is compared, and parts of the domain count as
    parts of the name."""
    policy = "rules = minlength: 8\nusername = {}\n"
    for setting, password, is_refused in [
        ("reject", "w0nd3rl4nd77", False), ("reject\nusername-parts = 4", "w0nd3rl4nd77", True),
        ("reject", "4l1c3@w0nd3rl4nd", True), ("whole", "4l1c3@w0nd3rl4nd", True), ("whole", "w0nd3rl4nd77", False),
    ]:
        found = reasons_for(people, databases, policy.format(setting), "alice@wonderland", password)
        assert (found != []) == is_refused, (setting, password)


def test_reason_does_not_reveal_the_spelling(people, databases):
    policy = "rules = minlength: 8\nusername = reject\n"
    told = {tuple(reasons_for(people, databases, policy, "rabbit", password, USERS_ALIAS="rabbit=alice"))
            for password in ["r4bb1t77zx", "4l1c377zx", "4l1c3r4bb1t"]}
    assert len(told) == 1


@pytest.mark.parametrize("typed", [*SPELLINGS, *ALIASES])
def test_tool_compares_as_the_module_does(people, databases, typed):
    people.write_policy("rules = minlength: 8\nusername = reject\n")
    passwords = "4l1c377zx\nxk7-vbqz-w2\n" + ("r4bb1t77zx\n" if typed in ALIASES else "")
    done = people.accounts.run(
        *databases(USERS_FOLD=1, USERS_ALIAS="rabbit=alice"), people.programs / "passwordrules", "check", "--json",
        "--config", people.policy, f"--user={typed}", input=passwords.encode())
    accepted = [json.loads(line)["accepted"] for line in done.stdout.splitlines()]
    assert accepted == [False, True, False][:len(accepted)] and len(accepted) == passwords.count("\n"), done.stderr


def test_user_who_certainly_does_not_exist_has_one_spelling(people, databases):
    policy = "rules = minlength: 8\nusername = reject\n"
    assert reasons_for(people, databases, policy, "ghost@dir", "gh0st77zx") != []
    assert reasons_for(people, databases, policy, "ghost@dir", "xk7-vbqz-w2") == []


@pytest.mark.parametrize(("typed", "is_bound"), [("ALICE", True), ("alice@dir", True), ("ghost", False)])
def test_local_user_stays_local_by_another_spelling(people, databases, typed, is_bound):
    policy = "rules = minlength: 12\nlocal-users-only = yes\n"
    assert (reasons_for(people, databases, policy, typed, "zqxj") != []) == is_bound


# ---- A policy that compares names ----


@users
@pytest.mark.parametrize("policy", [NAMES, POLICY, NO_NAMES + "username-parts = 4\n"])
@pytest.mark.parametrize("errors", [
    [errno.EIO], [errno.EMFILE], [errno.ENOMEM], [errno.ENOENT], [errno.ERANGE], [errno.EIO, 0],
    [errno.ENOENT, errno.EIO, 0],
], ids=str)
def test_failing_account_lookup_refuses_before_a_prompt(machine, databases, policy, errors, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", by=by, command=databases(errors))
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
    """The look-up is repeated after a signal, and with a larger buffer if the buffer was too small."""
    answers = [WEAK, WEAK, ACCEPTED, ACCEPTED]
    change = machine.change(*answers, policy=NAMES, user="root", command=databases(errors))
    assert (change.status, len(change.prompts)) == ("PAM_SUCCESS", len(answers))
    assert databases.count() == count


@pytest.mark.parametrize("policy", [
    NO_NAMES, NAMES + "enforce = no\n", NO_NAMES + "full-name =\n",
])
def test_unneeded_account_is_not_looked_up(machine, databases, policy):
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", command=databases([errno.EIO]))
    assert (change.status, databases.count()) == ("PAM_SUCCESS", 0)


@pytest.mark.parametrize(("setting", "by"), [("enforce = warn\n", USER), ("enforce = audit\n", USER), ("", ROOT)])
def test_unenforced_policy_logs_failing_lookup_once(machine, databases, setting, by):
    policy = NAMES + setting
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", by=by, command=databases([errno.EIO]))
    assert (change.status, [log.text for log in change.log].count(LOGGED.format("root"))) == ("PAM_SUCCESS", 1)
    assert NO_ACCOUNT not in change.dialogue


def test_exempt_user_needs_no_account(machine, databases):
    policy = NAMES + "local-users-only = yes\n"
    change = machine.change("x", "x", policy=policy, user="not-in-passwd", command=databases([errno.EIO]))
    assert (change.status, change.log) == ("PAM_SUCCESS", [])
