"""An audited policy: `enforce` for all users, for a group, for one user; and who gets which message."""

import pytest
from person import accounts, people  # noqa: F401
from transaction import (
    ACCEPTED, BROKEN, LOG_DEBUG, LOG_ERR, LOG_NOTICE, REFUSED, ROOT, SETUID, USER, WARNED, WEAK, Log, needs_root,
)

RULES = "rules = minlength: 12; required: digit\nmin-classes = 3\nwords = zqxj\nsuggest = no\nretry = 1\n"
SHOWN_RULES = [
    "Password rules: 12 characters or more, with a digit; 3 of: lowercase letters,",
    "uppercase letters, digits, other characters.",
]
REASONS = [
    "  - 8 more characters needed (4 of 12)", "  - needs a digit",
    "  - needs 3 of: lowercase letters, uppercase letters, digits, other characters (has 1)",
    "  - contains a word that is too easy to guess here",
]
PROMPTS = ["New password: ", "Retype new password: "]
WARNED_IN_LOG = "accepted with a warning: it does not meet the policy"
AUDITED = "accepted (enforce = audit): it does not meet the policy"

root = pytest.param(ROOT, marks=needs_root)
setuid = pytest.param(SETUID, marks=needs_root)


def logged(verdict, user="alice"):
    return [Log(f"new password for user {user} {verdict}", LOG_NOTICE)]


@pytest.mark.parametrize("by", [USER, root, setuid])
def test_audit_is_silent_and_logs_what_would_have_been_refused(machine, by):
    change = machine.change(WEAK, WEAK, policy=RULES + "enforce = audit\n", by=by)
    assert change.dialogue == PROMPTS
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [WEAK])
    assert change.log == logged(AUDITED)


@pytest.mark.parametrize("by", [USER, root, setuid])
def test_warning_tells_the_person_and_the_log(machine, by):
    change = machine.change(WEAK, WEAK, policy=RULES + "enforce = warn\n", by=by)
    assert change.dialogue == [*SHOWN_RULES, PROMPTS[0], WARNED, *REASONS, PROMPTS[1]]
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [WEAK])
    assert change.log == logged(WARNED_IN_LOG)


@pytest.mark.parametrize("enforce", ["audit", "warn"])
def test_trial_has_nothing_to_say_of_what_is_accepted(machine, enforce):
    change = machine.change(ACCEPTED, ACCEPTED, policy=f"{RULES}enforce = {enforce}\n")
    assert (change.status, change.texts("error"), change.log) == ("PAM_SUCCESS", [], [])


def test_audit_names_old_password_and_names_without_a_word_of_them(people):
    policy = RULES + "enforce = audit\nfull-name = reject\nhome-directory = reject\n"
    password = "Liddell-rabbithole-7"
    people.write_policy(policy)
    stack = [f"required module config={people.policy} debug", "required witness"]
    change = people.change(password, password, stack=stack, old=password)
    assert change.dialogue == PROMPTS
    assert change.log == [
        Log(f"new password for user alice {AUDITED}", LOG_NOTICE),
        Log("new password for user alice does not meet: full-name, home-directory, old-password-same", LOG_DEBUG),
    ]


# ---- For some ----

ENFORCED, WARNING, AUDIT, NOTHING = "refused: minlength, required, min-classes, words", WARNED_IN_LOG, AUDITED, None


@pytest.mark.parametrize(
    ("policy", "verdicts"),
    [
        ("[user alice]\nenforce = audit\n", {"alice": AUDIT, "bob": ENFORCED, "carol": ENFORCED}),
        ("enforce = audit\n[user alice]\nenforce = yes\n", {"alice": ENFORCED, "bob": AUDIT, "ghost": AUDIT}),
        ("enforce = no\n[group staff]\nenforce = warn\n", {"alice": WARNING, "bob": NOTHING, "carol": WARNING}),
        (
            "[group staff]\nenforce = audit\n[user alice]\nenforce = warn\n",
            {"alice": WARNING, "bob": ENFORCED, "carol": AUDIT},
        ),
        (
            "enforce = warn\n[group staff]\nenforce = no\n[group admins]\nenforce = yes\n",
            {"alice": NOTHING, "bob": ENFORCED, "carol": NOTHING, "dave": WARNING},
        ),
    ],
)
def test_trial_of_one_section_is_for_its_people_alone(people, policy, verdicts):
    people.write_policy(RULES + policy)
    for user, verdict in verdicts.items():
        change = people.change(WEAK, WEAK, user=user)
        assert change.status == ("PAM_AUTHTOK_ERR" if verdict == ENFORCED else "PAM_SUCCESS")
        assert change.log == (logged(verdict, user) if verdict else [])
        headings = {ENFORCED: REFUSED, WARNING: WARNED}
        assert change.texts("error") == ([headings[verdict], *REASONS] if verdict in headings else [])
        assert change.texts("info") == (SHOWN_RULES if verdict in headings else [])


def test_stricter_rules_are_on_trial_for_one_user(people):
    people.write_policy("rules = minlength: 4\nretry = 1\n[user alice]\nenforce = audit\nrules = minlength: 12\n")
    change = people.change(WEAK, WEAK, user="alice")
    assert (change.status, change.dialogue) == ("PAM_SUCCESS", PROMPTS)
    assert [log.text for log in change.log] == [f"new password for user alice {AUDITED}"]
    assert people.change(WEAK, WEAK, user="bob").log == []


def test_trial_of_a_file_in_the_folder_ends_with_the_file(machine):
    machine.write_policy(RULES)
    folder = machine.directory / "policy.conf.d"
    folder.mkdir(mode=0o755)
    (folder / "50-trial.conf").write_text("enforce = audit\n")
    (folder / "50-trial.conf").chmod(0o644)
    assert machine.change(WEAK, WEAK).status == "PAM_SUCCESS"
    (folder / "50-trial.conf").unlink()
    assert machine.change(WEAK, WEAK).status == "PAM_AUTHTOK_ERR"


# ---- Root ----


@needs_root
@pytest.mark.parametrize("enforce", ["audit", "warn"])
def test_trial_is_one_for_root_too_who_is_bound(machine, enforce):
    policy = f"{RULES}enforce = {enforce}\nenforce-for-root = yes\n"
    change = machine.change(WEAK, WEAK, policy=policy, by=ROOT)
    assert change.status == "PAM_SUCCESS"
    assert change.log == logged({"audit": AUDIT, "warn": WARNING}[enforce])


@needs_root
def test_audit_of_a_user_is_silent_for_root_who_would_be_warned(machine):
    machine.write_policy(RULES + "[user alice]\nenforce = audit\n")
    assert machine.change(WEAK, WEAK, user="alice", by=ROOT).dialogue == PROMPTS
    assert WARNED in machine.change(WEAK, WEAK, user="bob", by=ROOT).shown


# ---- What is not audited ----


@pytest.mark.parametrize("enforce", ["audit", "warn", "no"])
def test_broken_policy_is_not_on_trial(machine, enforce):
    """A policy whose mode cannot be relied upon refuses."""
    change = machine.change(WEAK, WEAK, policy=f"{RULES}enforce = {enforce}\nretyr = 1\n")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log[0].priority == LOG_ERR


@pytest.mark.parametrize("enforce", ["audit", "warn", "no"])
@pytest.mark.parametrize("service", ["chpasswd", "newusers", "passwd"])
def test_trial_in_a_program_that_asks_nobody(machine, service, enforce):
    change = machine.change(WEAK, WEAK, policy=f"{RULES}enforce = {enforce}\n", service=service)
    assert change.status == "PAM_SUCCESS"
    assert change.texts("info") == []
    assert change.texts("error") == ([WARNED, *REASONS] if enforce == "warn" else [])
