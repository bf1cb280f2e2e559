"""Where pam_pwquality and pam_passwdqc are weak and ours is not: what the administrator writes.

| | weakness | test |
|---|---|---|
| 2 | a misspelt key weakens the policy, and nobody is told | test_misspelt_key_never_weakens |
| 2 | a misspelt option of the PAM line does | test_misspelt_option_never_weakens |
| 2 | a misspelt key that binds root does | test_misspelt_key_that_binds_root_does_not_let_root_go |
| 3 | nothing finds mistakes before they count | test_mistake_is_found_before_it_counts |
| 3 | no dry run, and none that judges as the module does | test_dry_run_judges_as_the_module_does |
| 3 | nobody can tell which policy applies to whom | test_policy_of_a_person_is_printed_with_its_places |
| 4 | the default file is not read | EndToEnd/test_peer_weaknesses_programs.py: test_default_file_is_read |
| 5 | drop-ins lose against the main file | test_drop_in_wins_over_the_main_file |
| 6 | a setting that is switched off by 0 is on | test_what_is_said_to_be_off_is_never_on |
| 12 | a digit, or no character three times in a row, cannot be asked for | test_common_rules_can_be_said |
| 13 | no policy for a group or a user | test_groups_and_users_have_policies |
| 13 | no trial without consequences | test_policy_can_be_tried_without_consequences |
| 14 | several modules ask one after the other | test_profile_excludes_those_of_the_others |
| 14 | the same, in an installed Debian | Debian/test_debian_packages.py: test_asked_once_beside_other_modules |
"""

import json
import re
import subprocess
from pathlib import Path

import pytest
from peer_modules import peers, unpacked  # noqa: F401
from person import accounts, people  # noqa: F401
from transaction import BROKEN, LOG_ERR, LOG_NOTICE, ROOT, USER, WEAK, needs_root

TOP = Path(__file__).parents[2]
TOOL = TOP / "build" / "passwordrules"
EIGHT = "zqxjwvkb"


def tool(*arguments, input=""):
    return subprocess.run([TOOL, *arguments], input=input, capture_output=True, text=True, timeout=60, check=False)


def add_file(machine, name, text):
    folder = machine.directory / "policy.conf.d"
    folder.mkdir(mode=0o755, exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o644)


def test_misspelt_key_never_weakens(machine, peers):
    machine.write_policy("rulez = minlength: 20\nrules = minlength: 20; min-classes: 4;\n")
    change = machine.change(EIGHT, EIGHT)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.priority == LOG_ERR
    assert f'{machine.policy}:1:1: there is no key "rulez"; did you mean "rules"?' in log.text
    peers.write("pwquality.conf", "minlenn = 20\nminlen = 20\nminclass = 4\n")
    peer = peers.change("pwquality", "dictcheck=0", EIGHT, EIGHT)
    assert (peer.status, peer.tokens, peer.shown) == ("PAM_SUCCESS", [EIGHT], [])


@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=needs_root)])
def test_misspelt_option_never_weakens(machine, peers, by):
    change = machine.change(EIGHT, EIGHT, policy="rules = minlength: 4\n", options="enforce_for_rooot", by=by)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    assert any('there is no option "enforce_for_rooot"' in log.text for log in change.log)
    peer = peers.change("pwquality", "dictcheck=0 minlenn=20", EIGHT, EIGHT, by=by)
    assert (peer.status, peer.tokens) == ("PAM_SUCCESS", [EIGHT])


def test_mistake_is_found_before_it_counts(machine):
    machine.write_policy("rules = minlength: 12\nretry = 3\n")
    assert tool("policy", "--config", machine.policy, "--check").returncode == 0
    add_file(machine, "10.conf", "# ours\nrules = required: uper\n")
    file = machine.directory / "policy.conf.d" / "10.conf"
    for command in (["lint", file], ["policy", "--config", machine.policy, "--check"]):
        found = tool(*command)
        assert found.returncode == 2
        assert '10.conf:2:19: error: there is no class "uper"; did you mean "upper"?' in found.stdout + found.stderr


def test_dry_run_judges_as_the_module_does(people):
    people.write_policy(
        "rules = required: digit; minlength: 10\nfull-name = reject\n[group staff]\nrules = minlength: 14\n")
    old = "Nk5?rTm8&bGd-yQj"
    for user, password in [
        ("alice", "qzjxwvkbpg"), ("bob", "qzjxwvkbpg"), ("bob", "qzjxwvkbp7"), ("alice", "xx-pleasance-77"), ("bob", "q"),
        ("carol", "qzjxwvkbpgmh"), ("bob", old[::-1]),
    ]:
        done = people.accounts.run(
            TOOL, "check", "--config", people.policy, "--user", user, "--old", input=f"{old}\n{password}\n".encode())
        change = people.change(password, password, options="retry=1 suggest=no", user=user, old=old)
        said = done.stdout.decode().strip()
        reasons = [text.removeprefix("  - ") for text in change.texts("error")[1:]]
        assert said == ("rejected: " + "; ".join(reasons) if reasons else "accepted")
        assert done.returncode == (change.status != "PAM_SUCCESS")


def test_policy_of_a_person_is_printed_with_its_places(people):
    people.write_policy("rules = minlength: 12;\nretry = 2\n[group staff]\nrules = minlength: 20;\n")
    for user, length, line in (("alice", 20, 4), ("dave", 12, 1)):
        printed = people.accounts.run(TOOL, "policy", "--config", people.policy, "--user", user).stdout.decode()
        assert re.search(rf"rules +minlength: {length}; .*policy\.conf:{line}\b", printed)
        assert re.search(r"retry +2 .*policy\.conf:2\b", printed) and re.search(r"enforce +yes .*built in", printed)
        assert json.loads(people.accounts.run(
            TOOL, "policy", "--config", people.policy, "--user", user, "--json").stdout)
        change = people.change("q", options="retry=1 suggest=no", user=user)
        assert f"  - {length - 1} more characters needed (1 of {length})" in change.shown


def test_drop_in_wins_over_the_main_file(machine, peers):
    machine.write_policy("rules = minlength: 8\n")
    add_file(machine, "99-local.conf", "rules = minlength: 20\n")
    assert "  - 12 more characters needed (8 of 20)" in machine.change(EIGHT).shown
    peers.write("pwquality.conf", "minlen = 8\n")
    peers.write("pwquality.conf.d/99-local.conf", "minlen = 20\n")
    assert peers.change("pwquality", "dictcheck=0", EIGHT, EIGHT).status == "PAM_SUCCESS"


@needs_root
@pytest.mark.parametrize(("line", "options", "status"), [
    ("enforce-for-root = no", "", "PAM_SUCCESS"), ("", "", "PAM_SUCCESS"), ("enforce-for-root = yes", "", "PAM_AUTHTOK_ERR"),
    ("", "enforce_for_root", "PAM_AUTHTOK_ERR"),
    # What cannot be understood refuses, and is never taken for one of the two.
    ("enforce-for-root = 0", "", "PAM_TRY_AGAIN"), ("enforce-for-root", "", "PAM_TRY_AGAIN"),
    ("", "enforce_for_root=0", "PAM_TRY_AGAIN"),
])
def test_what_is_said_to_be_off_is_never_on(machine, peers, line, options, status):
    change = machine.change(
        WEAK, WEAK, policy=f"rules = minlength: 12\nretry = 1\n{line}\n", options=options, by=ROOT)
    assert (change.status, change.tokens) == (status, {"PAM_SUCCESS": [WEAK], "PAM_AUTHTOK_ERR": [None]}.get(status, []))
    if line == "enforce-for-root = no":
        peers.write("pwquality.conf", "enforce_for_root = 0\n")
        assert peers.change("pwquality", "dictcheck=0", WEAK, WEAK, by=ROOT).status == "PAM_AUTHTOK_ERR"


@needs_root
@pytest.mark.parametrize("line", [
    "enforce_for_root = yes", "enforce-for-rooot = yes", "Enforce-For-Root = yes", "enforce for root = yes",
    "enforceforroot = yes", "prest = cis-debian-12", "enforce",
])
def test_misspelt_key_that_binds_root_does_not_let_root_go(machine, line):
    change = machine.change(WEAK, WEAK, policy=f"rules = minlength: 12\n{line}\n", by=ROOT)
    assert (change.status, change.tokens) == ("PAM_TRY_AGAIN", [])


@pytest.mark.parametrize(("rules", "password", "reason"), [
    ("required: digit", "Horse-Battery?Staple", "needs a digit"),
    ("max-repeating: 2", "Corrrect-Horse-9-Battery", "3 times in a row"),
    ("required: [-_]", "Horse+Battery9Staple", "needs one of"),
    ("maxlength: 16", "Horse-Battery9Staple", "4 characters too many"),
])
def test_common_rules_can_be_said(machine, peers, rules, password, reason):
    change = machine.change(password, policy=f"rules = {rules}\nretry = 1\nsuggest = no\n")
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    [_, line] = change.texts("error")
    assert reason in line
    assert peers.change("passwdqc", "non-unix min=disabled,8,8,8,8", password, password).status == "PAM_SUCCESS"


def test_groups_and_users_have_policies(people):
    people.write_policy(
        "rules = minlength: 10\nretry = 1\nsuggest = no\n[group staff]\nrules = minlength: 20\n"
        "[user carol]\nrules = minlength: 30\n")
    for user, length in (("dave", 10), ("alice", 20), ("carol", 30)):
        change = people.change(WEAK, user=user)
        assert change.texts("error")[1:] == [f"  - {length - 4} more characters needed (4 of {length})"]


def test_policy_can_be_tried_without_consequences(people):
    people.write_policy("rules = minlength: 4\n[group staff]\nrules = required: digit; minlength: 20\nenforce = audit\n")
    change = people.change(WEAK, WEAK, user="alice")
    assert (change.status, change.tokens, change.shown) == ("PAM_SUCCESS", [WEAK], [])
    [log] = change.log
    assert log.priority == LOG_NOTICE
    assert log.text == "new password for user alice accepted (enforce = audit): it does not meet the policy"
    change = people.change(WEAK, WEAK, user="bob")
    assert (change.status, change.log) == ("PAM_SUCCESS", [])


def conflicts(profile: str) -> set[str]:
    """The profiles that cannot be enabled together with one of pam-auth-update."""
    return {name for line in re.findall(r"(?m)^Conflicts: (.*)$", profile) for name in line.split(", ")}


def test_profile_excludes_those_of_the_others():
    assert conflicts((TOP / "debian" / "pam-config").read_text()) == {"cracklib", "pwquality", "passwdqc"}
    peer = unpacked("libpam-pwquality") / "usr" / "share" / "pam-configs" / "pwquality"
    assert "passwdqc" not in conflicts(peer.read_text())
