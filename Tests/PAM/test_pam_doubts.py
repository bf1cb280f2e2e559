"""Groups that are in doubt, because a service for them cannot be loaded: the module's and the tool's answers."""

import json

import pytest
from transaction import LOG_WARNING, SINGLE

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
    """The command under which one service for groups says all that there is, and another, which is not installed, nothing."""
    services = people.directory / "nsswitch.conf"
    services.write_text("passwd: files\ngroup: files absent\n")
    people.write_policy(POLICY)
    return ("sh", "-c", 'mount --bind "$0" /etc/nsswitch.conf && exec "$@"', services)


@pytest.mark.parametrize(("user", "lengths", "is_in_doubt"), [
    # alice certainly is in both.
    ("alice", [30], False),
    # carol certainly is in staff, and in admins perhaps; bob the other way round; nobody perhaps in each.
    ("carol", [20, 30], True), ("bob", [30], True), ("nobody", [10, 20, 30], True),
    # What his own section demands is more than any of them do.
    ("dave", [40], True),
])
def test_password_must_satisfy_every_policy_that_may_apply(people, covered, user, lengths, is_in_doubt):
    change = people.change("q", options=SINGLE, user=user, command=covered)
    assert change.status == "PAM_AUTHTOK_ERR", change.dialogue
    shown = [line for line in change.shown if "more characters needed" in line]
    assert shown == [f"  - {length - 1} more characters needed (1 of {length})" for length in lengths]
    # Of admins alone he would only be warned; of staff he is refused, and a digit is demanded.
    assert "  - needs a digit" in change.shown
    doubts = [log.text for log in change.log if log.priority == LOG_WARNING]
    assert doubts == (["in doubt: " + DOUBT.format(f'user "{user}"') + "."] if is_in_doubt else [])


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


def test_user_is_shown_what_applies_as_well(tool):
    status, shown = tool("--user", "bob")
    assert status == 0 and "In doubt: " + DOUBT.format('user "bob"') in shown
    _, _, rest = shown.partition("So a password must also satisfy the policy for members of group staff:\n")
    assert "section [group staff]" in rest and "minlength: 20; required: digit" in rest
    bob, alice = (json.loads(tool("--user", user, "--json")[1]) for user in ["bob", "alice"])
    assert bob["doubts"] == [DOUBT.format('user "bob"')]
    assert [set(other) for other in bob["others"]] == [{"group", "sections", "presets", "entries", "keys", "unused"}]
    assert bob["others"][0]["group"] == "staff"
    assert not {"doubts", "others"} & set(alice)
