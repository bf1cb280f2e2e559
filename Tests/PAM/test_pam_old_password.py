"""The circumstances that the password is compared with: the old password, the user name, the full name, the home."""

import pytest
from person import accounts, people  # noqa: F401
from transaction import LOG_NOTICE, REFUSED, ROOT, SUGGESTION, Log

RULES = "rules = minlength: 4\n"
OLD = "Vq7%kWz2!xRj"

SAME = "is the old password"
CASE = "is the old password with other capitals"
REVERSED = "is the old password backwards"
ROTATED = "is the old password with its ends exchanged"
CONTAINED = "contains the old password, or is contained in it"
RULE_OF = {
    SAME: "old-password-same", CASE: "old-password-case", REVERSED: "old-password-reversed",
    ROTATED: "old-password-rotated", CONTAINED: "old-password-contained",
}

# ---- old-password ----

LIKENESSES = [
    (OLD, OLD, SAME),
    (OLD, OLD.swapcase(), CASE),
    (OLD, OLD.upper(), CASE),
    ("\u00c4pfel-\u0416\u03a9", "\u00e4PFEL-\u0436\u03c9", CASE),
    (OLD, OLD[::-1], REVERSED),
    (OLD, OLD[::-1].lower(), REVERSED),
    (OLD, OLD[3:] + OLD[:3], ROTATED),
    (OLD, OLD[-1] + OLD[:-1], ROTATED),
    (OLD, (OLD[3:] + OLD[:3]).swapcase(), ROTATED),
    # A part of a rotated password.
    (OLD, OLD[5:] + OLD[:3], ROTATED),
    (OLD, OLD + "1", CONTAINED),
    (OLD, "1" + OLD.lower() + "2", CONTAINED),
    (OLD, OLD[1:], CONTAINED),
    (OLD, OLD[2:6].swapcase(), CONTAINED),
    ("qzjx", "Wk7-QZJX-w", CONTAINED),
    # A palindrome in different case is reported as that first.
    ("qzjjzq", "QZJJZQ", CASE),
    ("aaaa", "aaaaaa", CONTAINED),
]


@pytest.mark.parametrize(("old", "new", "reason"), LIKENESSES)
def test_old_password_over_again_is_refused(people, old, new, reason):
    people.write_policy(RULES)
    assert people.refuse(new, old=old) == [reason]
    people.write_policy(RULES + "old-password =\n")
    people.accept(new, old=old)
    people.write_policy(RULES)
    people.accept(new)


def test_refusal_names_the_rule_in_the_log(people):
    people.write_policy(RULES)
    for new, reason in [
        (OLD, SAME), (OLD.lower(), CASE), (OLD[::-1], REVERSED), (OLD[1:] + OLD[0], ROTATED), (OLD * 2, CONTAINED),
    ]:
        change = people.change(new, old=OLD, options="retry=1 suggest=no")
        assert change.texts("error") == [REFUSED, f"  - {reason}"]
        assert change.log == [Log(f"new password for user alice refused: {RULE_OF[reason]}", LOG_NOTICE)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD, "Tb4&mNp9?yLd"),
        (OLD, OLD[:-1] + "q"),
        (OLD, OLD[:6] + "q" + OLD[6:]),
        # Of fewer than four characters, an old password is in many new ones by chance.
        ("qzj", "wwqzjww"),
        # Disguises are the business of names.
        ("tangerine", "t@ng3r1n3"),
        # Half of it backwards, the other half not.
        (OLD, OLD[:6] + OLD[:5:-1]),
        ("", "qzjxwv"),
    ],
)
def test_other_password_is_accepted(people, old, new):
    people.write_policy(RULES)
    people.accept(new, old=old)


# What each check alone refuses of these, for an old password of OLD.
ALIKE = {
    "same": OLD, "case": OLD.swapcase(), "reversed": OLD[::-1], "rotated": OLD[4:] + OLD[:4], "contained": OLD + "9",
    "all of it and less": OLD[1:],
}
# The same password is one rotated by nothing, and one that is contained.
REFUSED_BY = {
    "same": {"same"}, "case": {"same", "case"}, "reversed": {"reversed"},
    "rotated": {"same", "case", "rotated", "all of it and less"},
    "contained": {"same", "case", "contained", "all of it and less"},
    "same, reversed": {"same", "reversed"},
    "rotated ,  contained": {"same", "case", "rotated", "contained", "all of it and less"},
    "reject": set(ALIKE), "": set(),
}


def refused_ways(people):
    statuses = {name: people.change(new, new, old=OLD, options="retry=1").status for name, new in ALIKE.items()}
    assert set(statuses.values()) <= {"PAM_AUTHTOK_ERR", "PAM_SUCCESS"}
    return {name for name, status in statuses.items() if status == "PAM_AUTHTOK_ERR"}


@pytest.mark.parametrize("value", REFUSED_BY)
def test_ways_are_chosen_one_by_one_where_those_built_in_are_dropped(people, value):
    people.write_policy(f"{RULES}old-password =\nold-password = {value}\n")
    assert refused_ways(people) == REFUSED_BY[value]


@pytest.mark.parametrize("policy", [
    "old-password = same\n", "old-password = same\n[user alice]\nold-password = case\n",
    "old-password =\nold-password = reject\n[user alice]\nold-password = same\n",
])
def test_line_with_one_way_leaves_out_none_of_the_others(people, policy):
    people.write_policy(RULES + policy)
    assert refused_ways(people) == set(ALIKE)


def test_ways_of_several_places_add_up(people):
    people.write_policy(f"{RULES}old-password =\nold-password = same\n[user alice]\nold-password = reversed\n")
    assert refused_ways(people) == REFUSED_BY["same, reversed"]


def test_old_password_that_is_not_text_is_compared_too(people):
    people.write_policy(RULES)
    old = b"qz\xffjx7w"
    change = people.change(old, old=old.decode(errors="surrogateescape"), options="retry=1 suggest=no")
    assert f"  - {SAME}" in change.texts("error")


# ---- old-password-changes ----


@pytest.mark.parametrize(
    ("new", "changes"),
    [
        ("Vq7%kWz2!xRk", 1), ("Vq7%kWz2!xR", 1), ("Vq7%kWz2!xRjj", 1), ("Bq7%kWz2!xRk", 2), ("q7%kWz2!xRk", 2),
        # A change of case does not count.
        ("vQ7%KwZ2!XrJ", 0), ("vQ7%KwZ2!XrK", 1),
        # A character moved is one removed and one inserted.
        ("q7%kWz2!xRjV", 2), ("q7%kWz2!xRj-V", 3),
        ("Tb4&mNp9?yLd", 12),
        # As many as the longer one has.
        ("4444", 12), ("Tb4&mNp9?yLdTb4&mNp9?yLd", 24),
    ],
)
def test_changes_are_counted(people, new, changes):
    common = RULES + "old-password =\n"
    people.write_policy(f"{common}old-password-changes = {changes + 1}\n")
    word = "character" if changes == 1 else "characters"
    assert people.refuse(new, old=OLD) == [
        f"too much like the old password: {changes} {word} changed ({changes + 1} needed)"
    ]
    if changes > 0:
        people.write_policy(f"{common}old-password-changes = {changes}\n")
        people.accept(new, old=OLD)


def test_too_few_changes_are_logged_without_a_number_and_not_beside_what_says_more(people):
    people.write_policy(RULES + "old-password-changes = 5\n")
    change = people.change(OLD + "12", old=OLD, options="retry=1 suggest=no")
    assert change.log == [Log("new password for user alice refused: old-password-contained", LOG_NOTICE)]
    change = people.change(OLD[:-1] + "1", old=OLD, options="retry=1 suggest=no")
    assert change.log == [Log("new password for user alice refused: old-password-changes", LOG_NOTICE)]


def test_changes_are_announced_and_need_an_old_password(people):
    people.write_policy(RULES + "old-password-changes = 3\n")
    change = people.change(OLD, OLD)
    assert change.dialogue == [
        "Password rules: 4 characters or more; 3 characters or more other than in the", "old password.",
        "New password: ", "Retype new password: ",
    ]


def test_longest_passwords_are_compared(people):
    people.write_policy("rules = minlength: 4\nmax-bytes = 4096\nold-password-changes = 1024\n")
    old = "qzjxwvkb" * 512
    assert people.refuse(old[1:] + "q", old=old)
    people.accept("MNTPLYRD" * 512, old=old)


# ---- Who changes it ----


@pytest.mark.parametrize("new", [OLD, "--"])
def test_root_is_refused_as_users_are_where_the_old_password_is_known(people, new):
    """Before, whatever runs as root was warned only, a daemon that has asked for the old password included."""
    change = people.change(new, new, old=OLD, policy=RULES, by=ROOT, options="retry=1 suggest=no")
    assert change.texts("error") == [REFUSED, f"  - {SAME}" if new == OLD else "  - 2 more characters needed (2 of 4)"]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])


def test_old_password_is_compared_with_one_that_another_module_has_asked_for(people):
    people.write_policy(RULES)
    stack = [f"required witness set={OLD}", f"required module config={people.policy} use_authtok", "required witness"]
    change = people.change(stack=stack, old=OLD)
    assert change.status == "PAM_AUTHTOK_ERR"
    assert f"  - {SAME}" in change.shown
    assert change.tokens == [None]


def test_suggestion_is_not_like_the_old_password(people):
    """There is but one password that the rules permit; then there are two."""
    policy = "rules = allowed: [q]; minlength: 5; maxlength: 5\nusername =\nretry = 2\n"
    change = people.change("x", "x", policy=policy)
    assert change.suggestions == ["qqqqq"] * 2
    change = people.change("x", "x", old="qqqqq")
    assert change.suggestions == []


def test_suggestion_is_accepted_whatever_is_known(people):
    policy = (
        RULES + "full-name = reject\nhome-directory = reject\nusername-parts = 3\nold-password-changes = 12\n"
    )
    change = people.change("ALICE", SUGGESTION, SUGGESTION, policy=policy, old=OLD)
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == change.suggestions


# ---- The account ----

NAME = "username = reject\n"
USERNAME = "is or contains the user name"
FULL_NAME = "is or contains a part of your full name"
HOME = "is or contains a name from your home directory's path"


# Where the name is in the log, as it is in the password, no four letters of it may stand: another case will do.
@pytest.mark.parametrize(
    ("policy", "user", "new", "reason"),
    [
        (NAME, "ALICE", "7alice7qzjx", USERNAME), (NAME, "alice", "ALICE-qzjx", USERNAME),
        (NAME, "alice", "qzjxecila", USERNAME),
        (NAME, "alice", "qz-4l1c3-jx", USERNAME), (NAME, "alice", "@LICE", USERNAME),
        (NAME, "alice", "alicf-qzjx", None), (NAME, "alice", "al-ice-qzjx", USERNAME),
        # Three characters are in many passwords by chance.
        (NAME, "bob", "qzbobjx", None), (NAME, "bob", "qz-bob-jx", USERNAME), (NAME, "bob", "80b-qzjx", USERNAME),
        (NAME, "bob", "bobbob", USERNAME),
        # A user that the machine does not know has a name all the same.
        (NAME, "ghost", "qz-GHOST-jx", USERNAME),
        # Without a line, the password must not be the name and nothing else.
        ("", "alice", "ALICE", USERNAME), ("", "alice", "99ecilA!!", USERNAME), ("", "alice", "alice-qzjx", None),
        ("", "ghost", "GHOST77", USERNAME),
        ("username =\n", "alice", "alice", None),
        # The stricter line counts, unless a more specific place drops it.
        (NAME + "[user alice]\nusername = whole\n", "alice", "ALICE-qzjx", USERNAME),
        ("username = whole\n[group staff]\n" + NAME, "alice", "ALICE-qzjx", USERNAME),
        (NAME + "[user alice]\nusername =\nusername = whole\n", "alice", "alice-qzjx", None),
        (NAME + "[user alice]\nusername =\nusername = whole\n", "alice", "ALICE7", USERNAME),
        (NAME + "[user alice]\nusername =\n", "alice", "alice", None),
        ("username-parts = 3\n[user alice]\nusername-parts = 9\n", "alice", "qzliczjx",
         "contains a part of the user name (3 characters or more)"),
        ("username-parts = 3\n[user alice]\nusername-parts =\n", "alice", "qzliczjx", None),
        ("full-name = reject\n[user alice]\nfull-name = whole\n", "alice", "liddell-qzjx", FULL_NAME),
        ("full-name = reject\n[user alice]\nfull-name =\n", "alice", "liddell-qzjx", None),
        ("home-directory = reject\n[user alice]\nhome-directory =\n", "alice", "rabbithole-qzjx", None),
        ("username = whole\n", "alice", "ALICE", USERNAME), ("username = whole\n", "alice", "99ecilA!!", USERNAME),
        ("username = whole\n", "alice", "alice-qzjx", None), ("username = whole\n", "alice", "ALICEALICE", USERNAME),
        ("username-parts = 4\n", "alice", "qz-LICE-jx", "contains a part of the user name (4 characters or more)"),
        ("username-parts = 4\n", "alice", "qz-ecil-jx", "contains a part of the user name (4 characters or more)"),
        ("username-parts = 5\n", "alice", "qz-lice-jx", None),
        ("username-parts = 3\n", "alice", "qzliczjx", "contains a part of the user name (3 characters or more)"),
        ("username-parts = 3\n", "alice", "qzlizjx", None),
        # Full names are left alone unless the policy says otherwise.
        ("", "alice", "liddell-qzjx", None),
        ("full-name = reject\n", "alice", "liddell-qzjx", FULL_NAME),
        ("full-name = reject\n", "alice", "qz3cnas4elpjx", FULL_NAME),
        ("full-name = reject\n", "alice", "qz-ROOM-jx", FULL_NAME),
        ("full-name = reject\n", "alice", "qzjx1865", FULL_NAME),
        ("full-name = whole\n", "alice", "liddell-qzjx", None),
        ("full-name = whole\n", "alice", "12Liddell!", FULL_NAME),
        ("full-name = reject\n", "bob", "liddell-qzjx", None),
        ("", "alice", "rabbithole-qzjx", None),
        ("home-directory = reject\n", "alice", "rabbithole-qzjx", HOME),
        ("home-directory = reject\n", "alice", "qz-Wond3rland", HOME),
        # /home is the same for all users.
        ("home-directory = reject\n", "alice", "home-qzjx", None),
        ("home-directory = whole\n", "alice", "rabbithole-qzjx", None),
        ("home-directory = whole\n", "alice", "7rabbithole", HOME),
        ("home-directory = reject\n", "bob", "home-qzjx", None),
        (NAME + "home-directory = reject\n", "root", "qz-toor-jx", USERNAME),
    ],
)
def test_names_of_the_real_account_are_looked_for(people, policy, user, new, reason):
    people.write_policy(RULES + policy)
    if reason is None:
        people.accept(new, user=user)
    else:
        assert reason in people.refuse(new, user=user)


@pytest.mark.parametrize("key", ["full-name = reject", "home-directory = whole"])
@pytest.mark.parametrize(("enforce", "status"), [("yes", "PAM_USER_UNKNOWN"), ("warn", "PAM_SUCCESS"), ("audit", "PAM_SUCCESS")])
def test_names_that_cannot_be_found_out_refuse_where_they_are_compared(people, key, enforce, status):
    people.write_policy(f"{RULES}{key}\nenforce = {enforce}\n")
    change = people.change("liddell-qzjx", "liddell-qzjx", user="ghost")
    assert change.status == status
    assert any("the account of user ghost cannot be looked up" in log.text for log in change.log)
    told = any("Your account cannot be looked up" in line for line in change.dialogue)
    assert told == (status != "PAM_SUCCESS")


def test_old_password_is_compared_although_names_cannot_be_found_out(people):
    people.write_policy(f"{RULES}full-name = reject\nenforce = warn\n")
    change = people.change("qzjxwv-abc", "qzjxwv-abc", user="ghost", old="QZJXWV-abc")
    assert change.status == "PAM_SUCCESS"
    assert f"  - {CASE}" in change.texts("error")


def test_all_that_is_known_is_said_at_once(people):
    people.write_policy(
        f"rules = minlength: 40\n{NAME}full-name = reject\nhome-directory = reject\n"
        "username-parts = 4\nold-password-changes = 20\n"
    )
    new = "liddell-rabbithole-ALICE"
    # Of the old password, what says most.
    assert people.refuse(new, old="liddell-rabbithole-aLICE") == [
        "16 more characters needed (24 of 40)",
        USERNAME,
        "contains a part of the user name (4 characters or more)",
        FULL_NAME,
        HOME,
        CASE,
    ]
    assert people.change(new, options="retry=1").log == [
        Log(
            "new password for user alice refused: minlength, username, username-parts, full-name, home-directory",
            LOG_NOTICE,
        )
    ]
