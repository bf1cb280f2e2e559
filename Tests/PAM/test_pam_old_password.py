"""The circumstances that the password is compared with: the old password, the user name, the full name, the home."""

import pytest
from transaction import BROKEN, BROKEN_POLICY, LOG_NOTICE, REFUSED, ROOT, SINGLE, SUGGESTION, Log

RULES = "rules = minlength: 4\n"
OLD = "Vq7%kWz2!xRj"

SAME = "is the old password"
CASE = "differs from the old password only in case"
REVERSED = "is the old password reversed"
ROTATED = "is the old password with its beginning moved to the end"
CONTAINED = "contains the old password, or is part of it"
CHANGES, KEPT = "old-password-changes = {}\n", "old-password =\n"


def too_few(changed, needed):
    return f"too similar to the old password: only {changed} character{'s' * (changed != 1)} changed (at least {needed} needed)"


# ---- The old password; OldPasswordTests has all that is like it ----


# Lines of the policy, the old password, the new one, the reason and its name in the log; none where it is accepted.
@pytest.mark.parametrize(("lines", "old", "new", "reason", "name"), [
    ("", OLD, OLD, SAME, "same"), ("", OLD, OLD.swapcase(), CASE, "case"),
    ("", "\u00c4pfel-\u0416\u03a9", "\u00e4PFEL-\u0436\u03c9", CASE, "case"), ("", OLD, OLD[::-1].lower(), REVERSED, "reversed"),
    ("", OLD, (OLD[3:] + OLD[:3]).swapcase(), ROTATED, "rotated"), ("", OLD, OLD + "1", CONTAINED, "contained"),
    ("", OLD, OLD[1:], CONTAINED, "contained"), ("", "qzjx", "Wk7-QZJX-w", CONTAINED, "contained"),
    ("", OLD, "Tb4&mNp9?yLd", None, ""), ("", OLD, OLD[:-1] + "q", None, ""), ("", "", "qzjxwv", None, ""),
    ("", None, OLD, None, ""),
    # Of fewer than four characters, an old password is in many new ones by chance.
    ("", "qzj", "wwqzjww", None, ""),
    (KEPT, OLD, OLD, None, ""), (f"{KEPT}old-password = reversed\n", OLD, OLD.swapcase(), None, ""),
    (f"{KEPT}old-password = case\n[user alice]\nold-password = reversed\n", OLD, OLD.swapcase(), CASE, "case"),
    # Changes. What says more is told and logged alone.
    (KEPT + CHANGES.format(2), OLD, OLD[:-1] + "k", too_few(1, 2), "changes"),
    (KEPT + CHANGES.format(1), OLD, OLD[:-1] + "k", None, ""),
    (KEPT + CHANGES.format(1), OLD, OLD.swapcase(), too_few(0, 1), "changes"),
    (KEPT + CHANGES.format(25), OLD, "Tb4&mNp9?yLd" * 2, too_few(24, 25), "changes"),
    (CHANGES.format(5), OLD, OLD + "12", CONTAINED, "contained"),
    # The longest.
    ("max-bytes = 4096\n" + CHANGES.format(1024), "qzjxwvkb" * 512, "zjxwvkb" + "qzjxwvkb" * 511 + "q", ROTATED, "rotated"),
    ("max-bytes = 4096\n" + CHANGES.format(1024), "qzjxwvkb" * 512, "MNTPLYRD" * 512, None, ""),
    # No text.
    ("", "qz\udcffjx7w", "QZ\udcffjx7w", "contains characters that are not valid UTF-8", "encoding"),
])
def test_old_password_over_again_is_refused(people, lines, old, new, reason, name):
    change = people.change(new, new, old=old, policy=RULES + lines, options=SINGLE)
    if reason is None:
        assert (change.status, change.tokens, change.log) == ("PAM_SUCCESS", [new], [])
        return
    assert (change.status, change.texts("error")[:2]) == ("PAM_AUTHTOK_ERR", [REFUSED, f"  - {reason}"])
    rules = {"encoding": "encoding, old-password-case"}.get(name, f"old-password-{name}")
    assert change.log == [Log(f"new password for user alice refused: {rules}", LOG_NOTICE)]


def test_changes_are_announced_and_need_an_old_password(people):
    change = people.change(OLD, OLD, policy=RULES + CHANGES.format(3))
    assert change.dialogue == [
        "Password rules: at least 4 characters; at least 3 characters different from", "the old password.",
        "New password: ", "Retype new password: ",
    ]


@pytest.mark.parametrize(("new", "reason"), [(OLD, SAME), ("--", "2 more characters needed (2 of 4)")])
def test_root_is_refused_as_users_are_where_the_old_password_is_known(people, new, reason):
    """Before, whatever runs as root was warned only, a daemon that has asked for the old password included."""
    assert people.reasons(new, old=OLD, policy=RULES, by=ROOT) == [reason]


def test_daemon_that_has_asked_for_the_old_password_does_not_show_what_only_root_may_read(people):
    change = people.change(OLD, OLD, old=OLD, policy=BROKEN_POLICY, by=ROOT)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


def test_old_password_is_compared_with_one_that_another_module_has_asked_for(people):
    stack = [f"required witness set={OLD}", f"required module config={people.policy} suggest=no use_authtok", "required witness"]
    change = people.change(stack=stack, old=OLD, policy=RULES)
    assert (change.status, change.shown, change.tokens) == ("PAM_AUTHTOK_ERR", [REFUSED, f"  - {SAME}"], [None])


def test_suggestion_is_not_like_the_old_password(people):
    """There is but one password that the rules permit; then there is none."""
    policy = "rules = allowed: [q]; minlength: 5; maxlength: 5\nusername =\nretry = 2\n"
    assert people.change("x", "x", policy=policy).suggestions == ["qqqqq"] * 2
    assert people.change("x", "x", old="qqqqq").suggestions == []


def test_suggestion_is_accepted_whatever_is_known(people):
    policy = RULES + "full-name = reject\nhome-directory = reject\nusername-parts = 3\n" + CHANGES.format(12)
    change = people.change("ALICE", SUGGESTION, SUGGESTION, policy=policy, old=OLD)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", change.suggestions)


# ---- The account; NameSearchTests has all ways to write a name ----

NAME = "username = reject\n"
USERNAME = "is or contains the user name"
PARTS = "contains part of the user name (at least 4 characters)"
FULL_NAME = "is or contains part of your full name"
HOME = "is or contains a name from your home directory's path"


# Where the name is in the log, as it is in the password, no four letters of it may stand: another case will do.
@pytest.mark.parametrize(("policy", "user", "new", "reason"), [
    (NAME, "ALICE", "7alice7qzjx", USERNAME), (NAME, "alice", "qz-4l1c3-jx", USERNAME), (NAME, "alice", "qzjxecila", USERNAME),
    (NAME, "alice", "alicf-qzjx", None), (NAME, "bob", "qzbobjx", None), (NAME, "bob", "qz-bob-jx", USERNAME),
    # A user that the machine does not know has a name all the same.
    (NAME, "ghost", "qz-GHOST-jx", USERNAME), ("", "ghost", "GHOST77", USERNAME),
    # Without a line, the password must not be the name and nothing else.
    ("", "alice", "99ecilA!!", USERNAME), ("", "alice", "alice-qzjx", None), ("username =\n", "alice", "alice", None),
    # The stricter line counts, unless a more specific place drops it.
    ("username = whole\n[group staff]\n" + NAME, "alice", "ALICE-qzjx", USERNAME),
    (NAME + "[user alice]\nusername =\nusername = whole\n", "alice", "alice-qzjx", None),
    ("username-parts = 4\n", "alice", "qz-LICE-jx", PARTS), ("username-parts = 5\n", "alice", "qz-lice-jx", None),
    # Full names and homes are left alone unless the policy says otherwise.
    ("", "alice", "liddell-rabbithole", None), ("full-name = reject\n", "alice", "liddell-qzjx", FULL_NAME),
    ("full-name = reject\n", "alice", "qz-ROOM-jx", FULL_NAME), ("full-name = reject\n", "bob", "liddell-qzjx", None),
    ("full-name = whole\n", "alice", "liddell-qzjx", None), ("full-name = whole\n", "alice", "12Liddell!", FULL_NAME),
    ("full-name = reject\n[user alice]\nfull-name =\n", "alice", "liddell-qzjx", None),
    ("home-directory = reject\n", "alice", "qz-Wond3rland", HOME), ("home-directory = whole\n", "alice", "7rabbithole", HOME),
    # /home is the same for all users.
    ("home-directory = reject\n", "alice", "home-qzjx", None), ("home-directory = reject\n", "bob", "home-qzjx", None),
    (NAME + "home-directory = reject\n", "root", "qz-toor-jx", USERNAME),
])
def test_names_of_the_real_account_are_looked_for(people, policy, user, new, reason):
    assert people.reasons(new, user=user, policy=RULES + policy)[:1] == ([reason] if reason else [])


@pytest.mark.parametrize("key", ["full-name = reject", "home-directory = whole"])
@pytest.mark.parametrize(("enforce", "status"), [("yes", "PAM_USER_UNKNOWN"), ("warn", "PAM_SUCCESS"), ("audit", "PAM_SUCCESS")])
def test_names_that_cannot_be_found_out_refuse_where_they_are_compared(people, key, enforce, status):
    people.write_policy(f"{RULES}{key}\nenforce = {enforce}\n")
    change = people.change("liddell-qzjx", "liddell-qzjx", user="ghost")
    assert change.status == status
    assert any("cannot look up the account of user ghost" in log.text for log in change.log)
    told = any("The user account could not be looked up" in line for line in change.dialogue)
    assert told == (status != "PAM_SUCCESS")


def test_old_password_is_compared_although_names_cannot_be_found_out(people):
    people.write_policy(f"{RULES}full-name = reject\nenforce = warn\n")
    change = people.change("qzjxwv-abc", "qzjxwv-abc", user="ghost", old="QZJXWV-abc")
    assert change.status == "PAM_SUCCESS"
    assert f"  - {CASE}" in change.texts("error")


def test_all_that_is_known_is_said_at_once(people):
    policy = (
        f"rules = minlength: 40\n{NAME}full-name = reject\nhome-directory = reject\nusername-parts = 4\n{CHANGES.format(20)}")
    new = "liddell-rabbithole-ALICE"
    # Of the old password, what says most.
    assert people.reasons(new, old="liddell-rabbithole-aLICE", policy=policy) == [
        "16 more characters needed (24 of 40)", USERNAME, PARTS, FULL_NAME, HOME, CASE]
    names = "minlength, username, username-parts, full-name, home-directory"
    assert people.change(new, options="retry=1").log == [Log(f"new password for user alice refused: {names}", LOG_NOTICE)]
