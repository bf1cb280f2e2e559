"""The new password is compared with the old password, the user name, the full name and the home directory.

The rules of comparison are in Tests/Vectors: old-passwords.tsv, names.tsv and policies.txt.
"""

import pytest
from transaction import BROKEN, BROKEN_POLICY, LOG_NOTICE, REFUSED, ROOT, SETUID, SINGLE, SUGGESTION, USER, Log

RULES = "rules = minlength: 4\n"
OLD = "Vq7%kWz2!xRj"
SAME = "is the old password"
CASE = "differs from the old password only in case"
ROTATED = "is the old password with its beginning moved to the end"
CHANGES = "old-password-changes = {}\n"


# ---- The old password ----


# Lines of the policy, the old password, the new one, the reason for a refusal, and its name in the log. There is no
# reason if the password is accepted.
@pytest.mark.parametrize(("lines", "old", "new", "reason", "name"), [
    ("", OLD, OLD, SAME, "same"), ("", OLD, OLD.swapcase(), CASE, "case"),
    ("", OLD, OLD[:-1] + "q", None, ""), ("", "", "qzjxwv", None, ""), ("", None, OLD, None, ""),
    (CHANGES.format(2), OLD, OLD[:-1] + "k",
     "is too similar to the old password: only 1 character changed (at least 2 needed)", "changes"),
    # The longest passwords.
    ("max-bytes = 4096\n", "qzjxwvkb" * 512, "zjxwvkb" + "qzjxwvkb" * 511 + "q", ROTATED, "rotated"),
    ("max-bytes = 4096\n" + CHANGES.format(1024), "qzjxwvkb" * 512, "MNTPLYRD" * 512, None, ""),
    # Not UTF-8.
    ("", "qz\udcffjx7w", "QZ\udcffjx7w", "contains characters that are not valid UTF-8", "encoding"),
])
def test_old_password_is_refused(people, lines, old, new, reason, name):
    change = people.change(new, new, old=old, policy=RULES + lines, options=SINGLE)
    if reason is None:
        assert (change.status, change.tokens, change.log) == ("PAM_SUCCESS", [new], [])
        return
    assert (change.status, change.texts("error")[:2]) == ("PAM_AUTHTOK_ERR", [REFUSED, f"  - {reason}"])
    rules = {"encoding": "encoding, old-password-case"}.get(name, f"old-password-{name}")
    assert change.log == [Log(f"new password for user alice refused: {rules}", LOG_NOTICE)]


@pytest.mark.parametrize(("new", "reason"), [(OLD, SAME), ("--", "2 more characters needed (2 of 4)")])
def test_known_old_password_binds_root(people, new, reason):
    """Formerly, every program that ran as root was only warned, even a daemon that had asked for the old password."""
    assert people.reasons(new, old=OLD, policy=RULES, by=ROOT) == [reason]


def test_known_old_password_hides_root_only_details(people):
    change = people.change(OLD, OLD, old=OLD, policy=BROKEN_POLICY, by=ROOT)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


def test_earlier_module_password_is_compared_with_old_one(people):
    stack = [f"required witness set={OLD}", f"required module config={people.policy} suggest=no use_authtok", "required witness"]
    change = people.change(stack=stack, old=OLD, policy=RULES)
    assert (change.status, change.shown, change.tokens) == ("PAM_AUTHTOK_ERR", [REFUSED, f"  - {SAME}"], [None])


@pytest.mark.parametrize("by", [USER, SETUID, ROOT])
@pytest.mark.parametrize("old", [OLD, None])
@pytest.mark.parametrize("enforce", ["yes", "warn"])
def test_old_password_rule_is_shown_if_compared(people, by, old, enforce):
    change = people.change("qzjxvwkb", "qzjxvwkb", old=old, policy=f"{RULES}{CHANGES.format(7)}enforce = {enforce}\n", by=by)
    rule = "  - at least 7 characters different from the old password"
    assert change.texts("info") == ["Password rules:", "  - at least 4 characters", *[rule] * (old is not None)]
    assert change.status == "PAM_SUCCESS"


def test_old_password_rule_is_hidden_if_not_compared(people):
    policy = f"rules = allowed: unicode\n{CHANGES.format(7)}"
    assert people.change("qzjx", "qzjx", policy=policy, by=ROOT).shown == []
    assert len(people.change("qzjxvwkb", "qzjxvwkb", old=OLD, policy=policy).texts("info")) == 2


def test_suggestion_meets_old_password_and_name_rules(people):
    policy = RULES + "full-name = reject\nhome-directory = reject\nusername-parts = 3\n" + CHANGES.format(12)
    change = people.change("ALICE", SUGGESTION, SUGGESTION, policy=policy, old=OLD)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", change.suggestions)


# ---- The account ----

USERNAME = "contains your user name"
PARTS = "contains part of your user name (at least 4 characters)"
FULL_NAME = "contains part of your name"
HOME = "contains a name from your home directory's path"


# The log may have the user's name, but not four characters of the password, so the two differ in case.
@pytest.mark.parametrize(("policy", "user", "new", "reason"), [
    ("username = reject\n", "alice", "qz-4l1c3-jx", USERNAME), ("username = reject\n", "bob", "qz-4l1c3-jx", None),
    # A user whom the machine does not know still has a name.
    ("", "ghost", "GHOST77", USERNAME), ("username-parts = 4\n", "alice", "qz-LICE-jx", PARTS),
    # Full names and home directories are not compared by default.
    ("", "alice", "liddell-rabbithole", None), ("full-name = reject\n", "alice", "liddell-qzjx", FULL_NAME),
    ("full-name = reject\n", "alice", "qz-ROOM-jx", FULL_NAME), ("full-name = reject\n", "bob", "liddell-qzjx", None),
    ("home-directory = reject\n", "alice", "qz-Wond3rland", HOME), ("home-directory = reject\n", "bob", "home-qzjx", None),
])
def test_account_names_are_found(people, policy, user, new, reason):
    assert people.reasons(new, user=user, policy=RULES + policy)[:1] == ([reason] if reason else [])


def test_old_password_is_compared_without_account_names(people):
    people.write_policy(f"{RULES}full-name = reject\nenforce = warn\n")
    change = people.change("qzjxwv-abc", "qzjxwv-abc", user="ghost", old="QZJXWV-abc")
    assert change.status == "PAM_SUCCESS"
    assert f"  - {CASE}" in change.texts("error")


def test_old_password_and_name_reasons_are_shown_at_once(people):
    policy = (
        "rules = minlength: 40\nusername = reject\nfull-name = reject\nhome-directory = reject\nusername-parts = 4\n"
        + CHANGES.format(20))
    new = "liddell-rabbithole-ALICE"
    # The only reason about the old password is the most precise one.
    assert people.reasons(new, old="liddell-rabbithole-aLICE", policy=policy) == [
        "16 more characters needed (24 of 40)", USERNAME, PARTS, FULL_NAME, HOME, CASE]
    names = "minlength, username, username-parts, full-name, home-directory"
    assert people.change(new, options="retry=1").log == [Log(f"new password for user alice refused: {names}", LOG_NOTICE)]
