"""Groups that are in doubt, because a service for them cannot be loaded: the module's and the tool's
answers."""

import json

import pytest
from transaction import ACCEPTED, BROKEN, BROKEN_WARNING, LOG_WARNING, ROOT, SINGLE, USER

POLICY = """\
rules = minlength: 10
retry = 4
[group staff]
rules = minlength: 20; required: digit
enforce = yes
[group admins]
rules = minlength: 30
enforce = warn
[user dave]
rules = minlength: 40
"""
DOUBT = (
    '/etc/nsswitch.conf: the service "absent" cannot be loaded: {} may be in unknown groups, '
    "whose sections would then apply too"
)


@pytest.fixture
def covered(people):
    """The command that runs a change with two services for groups: `files`, which has all groups, and one that is not
    installed."""
    services = people.directory / "nsswitch.conf"
    services.write_text("passwd: files\ngroup: files absent\n")
    people.write_policy(POLICY)
    return ("sh", "-c", 'mount --bind "$0" /etc/nsswitch.conf && exec "$@"', services)


@pytest.mark.parametrize(("user", "lengths", "is_in_doubt"), [
    # alice certainly is in both.
    ("alice", [30], False),
    # carol certainly is in staff, and may be in admins; bob certainly is in admins, and may be in staff; nobody may be
    # in either.
    ("carol", [20, 30], True), ("bob", [30], True), ("nobody", [10, 20, 30], True),
    # His own section is stricter than all of them.
    ("dave", [40], True),
])
def test_password_must_meet_every_possible_policy(people, covered, user, lengths, is_in_doubt):
    change = people.change("q", options=SINGLE, user=user, command=covered)
    assert change.status == "PAM_AUTHTOK_ERR", change.dialogue
    shown = [line for line in change.shown if "more characters needed" in line]
    assert shown == [f"  - {length - 1} more characters needed (1 of {length})" for length in lengths]
    # The section for admins would only warn; the one for staff refuses, and requires a digit.
    assert "  - needs a digit" in change.shown
    doubts = [log.text for log in change.log if log.priority == LOG_WARNING]
    assert doubts == (["in doubt: " + DOUBT.format(f'user "{user}"') + "."] if is_in_doubt else [])


# ---- Accounts in doubt ----

UNANSWERED = 'user "{}": cannot look up this user in the account databases: a service that may have the account does not answer'
USER_SECTION = "[user dora]\nrules = minlength: 40\n"


def under_services(people, line):
    """The command that runs a change with these services for users."""
    services = people.directory / "nsswitch.conf"
    services.write_text(f"passwd: {line}\ngroup: files\n")
    return ("sh", "-c", 'mount --bind "$0" /etc/nsswitch.conf && exec "$@"', services)


@pytest.mark.parametrize(("services", "user", "section", "is_refused"), [
    # The service may know dora by this name.
    ("files absent", "DORA", USER_SECTION, True), ("absent files", "DORA", USER_SECTION, True),
    ("files absent", "ghost", USER_SECTION, True),
    # All services answer, so the user is known not to exist.
    ("files", "DORA", USER_SECTION, False),
    # The first service finds the user.
    ("files absent", "bob", USER_SECTION, False),
    # The policy has no section for a user of this machine.
    ("files absent", "DORA", "", False), ("files absent", "DORA", "[service ldap user dora]\nrules = minlength: 40\n", False),
])
def test_failing_service_keeps_user_section(people, services, user, section, is_refused):
    policy = "rules = minlength: 8\nusername =\n" + section
    change = people.change(ACCEPTED, ACCEPTED, policy=policy, user=user, by=USER, options=SINGLE,
                           command=under_services(people, services))
    assert change.tokens == ([] if is_refused else [ACCEPTED])
    assert (BROKEN in change.dialogue) == is_refused
    refusal = f"{UNANSWERED.format(user)}. Password change for user {user} refused."
    assert [log.text for log in change.log] == ([refusal] if is_refused else [])


@pytest.mark.parametrize(("setting", "is_refused"), [("", False), ("enforce-for-root = yes\n", True)])
def test_failing_user_service_only_warns_root(people, setting, is_refused):
    policy = f"rules = minlength: 8\nusername =\n{setting}{USER_SECTION}"
    change = people.change(ACCEPTED, ACCEPTED, policy=policy, user="DORA", by=ROOT, command=under_services(people, "files absent"))
    assert change.status == ("PAM_TRY_AGAIN" if is_refused else "PAM_SUCCESS")
    assert (BROKEN_WARNING in change.dialogue) != is_refused


# ---- The tool ----


@pytest.fixture
def tool(people, covered):
    def run(*arguments):
        done = people.accounts.run(
            *covered, people.programs / "passwordrules", "policy", "--config", people.policy, *arguments)
        return done.returncode, done.stdout.decode()

    return run


def test_check_warns_of_the_service(tool):
    status, shown = tool("--check")
    assert DOUBT.format("users").replace(": the", ": warning: the", 1) in shown and "2 warnings" in shown
    assert status == 1
    _, shown = tool("--check", "--json")
    found = [json.loads(line) for line in shown.splitlines()]
    assert ("/etc/nsswitch.conf", "warning", 311) in [(each["source"], each["severity"], each["code"]) for each in found]


def test_prompt_shows_rules_of_possible_sections(tool):
    status, shown = tool("--user", "bob")
    assert status == 0 and "In doubt: " + DOUBT.format('user "bob"') in shown
    _, _, rest = shown.partition("So a password must also satisfy the policy for members of group staff:\n")
    assert "section [group staff]" in rest and "minlength: 20; required: digit" in rest
    bob, alice = (json.loads(tool("--user", user, "--json")[1]) for user in ["bob", "alice"])
    assert bob["doubts"] == [DOUBT.format('user "bob"')]
    assert [set(other) for other in bob["others"]] == [{"group", "sections", "presets", "entries", "keys", "unused"}]
    assert bob["others"][0]["group"] == "staff"
    assert not {"doubts", "others"} & set(alice)
