"""Password changes, while one call fails, or that call and all later ones.

The machine's policy has sections, a drop-in, the default blocklist, names and the old password; see
faults.py.
"""

import errno
from dataclasses import replace

import pytest
from faults import (
    EMPTY, NO_ACCOUNT, NO_FILES, NO_MEMORY, NULL, PAM, ROOT, SHORT, STRONG, SUGGESTED, TRIES, USER, WEAK_ONES, Fault, answers, by,
    check_safe, onwards, without_suggestions,
)
from transaction import BROKEN, SEE

UNREADABLE_LIST = (
    "a blocklist of the policy is damaged or cannot be read; \"passwordrules blocklist verify\" shows where"
)
REASON = {
    errno.EMFILE: "too many open files", errno.EACCES: "permission denied", errno.ENOMEM: "out of memory",
    errno.EIO: "input/output error", EMPTY: "was truncated after it was opened",
}


def faults(table: dict[str, list]):
    """Runs a test with each kind of call and each of its errors: an error number, "null", or the name of a PAM status."""
    return pytest.mark.parametrize("fault", [
        Fault(kind, NULL if error == "null" else PAM.get(error, error)) for kind, errors in table.items() for error in errors
    ], ids=str)


def changes(faulty, fault: Fault, answers, by=USER, onwards=False, **options):
    """Checks that every run is safe. Returns the run without a fault, and those in which the fault happened."""
    first, *rest = faulty.sweep(replace(fault, onwards=onwards), answers, by, **options)
    for run in [first, *rest]:
        check_safe(run)
    assert first.status == ("PAM_SUCCESS" if STRONG in answers else "PAM_MAXTRIES")
    return first, [run for run in rest if run.failed > 0]


def without_repetitions(run) -> tuple:
    """Removes suggestions, and rules that are shown again, as they are if the policy was read again."""
    *others, dialogue = without_suggestions(run)
    items = dialogue[dialogue.index("Password rules:"):] if "Password rules:" in dialogue else []
    rules = [text for index, text in enumerate(items) if index == 0 or all(line.startswith("  ") for line in items[1:index + 1])]
    return *others, rules, [text for text in dialogue if text not in rules]


# ---- The policy, before anybody is asked ----


@faults({
    "open": [errno.EMFILE, errno.EACCES, errno.ENOMEM, errno.EIO],
    "stat": [errno.EIO, errno.ENOMEM],
    "read": [errno.EIO, EMPTY],
    "fdopendir": [errno.ENOMEM],
    "readdir": [errno.EIO],
    "user": [errno.EIO, errno.EMFILE, errno.ENOMEM],
    "group": [errno.EIO, errno.EMFILE, errno.ENOMEM],
    "groups": [errno.ENOMEM],
})
@onwards
@answers
@by
def test_unreadable_policy_refuses_before_the_first_prompt(faulty, fault, onwards, answers, by):
    first, runs = changes(faulty, fault, answers, by, onwards)
    statuses = set()
    for run in runs:
        if run.function == "lstat" and not onwards:
            # lstat only shows whether there is a folder of drop-ins; if it fails, the folder is opened.
            assert run.told == first.told
        elif fault.kind == "user" and run.status == "PAM_USER_UNKNOWN":
            # The account was not found; another test covers that.
            continue
        elif run.prompts:
            # After each prompt the files are examined again. If that fails they are read again, which may
            # fail as well.
            assert without_repetitions(run) == without_repetitions(first) or \
                (run.dialogue[-1], run.stored) == (BROKEN, [])
        else:
            statuses.add(run.status)
            # The message quotes nothing of the file, because it is not root who uses this program.
            assert (run.stored, run.dialogue) == ([], [BROKEN])
            [log] = run.log
            reason = "" if fault.error == EMPTY else REASON[fault.error] + "."
            assert log.replace(SEE, "").endswith(f"{reason} Password change for user alice refused.")
            assert str(faulty.directory / "policy.conf") in log or log.startswith("user \"alice\": ")
    # The second pass may have kept the policy of the first.
    assert "PAM_TRY_AGAIN" in statuses and statuses <= {"PAM_TRY_AGAIN", "PAM_AUTHTOK_ERR"}


@faults({kind: [NO_FILES, NO_MEMORY] for kind in ("user", "group", "groups")})
@onwards
@by
def test_failing_account_databases_keep_sections(faulty, fault, onwards, by):
    """libc passes over a service that gets no file or no memory, and the next one knows neither the user nor
    the group."""
    first, runs = changes(faulty, fault, WEAK_ONES, by, onwards, warm=True)
    # If the failure lasts, libpam cannot open its audit log, and neither libpam nor the program has memory for a message.
    names = {"PAM_USER_UNKNOWN"} if fault.kind == "user" else set()
    statuses = {"PAM_TRY_AGAIN", "PAM_BUF_ERR"} | names | ({"PAM_SYSTEM_ERR"} if onwards else set())
    for run in runs:
        # A single failure may have no effect, because the database is asked again.
        if not onwards and run.told == first.told:
            continue
        assert run.status in statuses and (run.prompts, run.stored) == ([], [])
        if not (onwards and fault.error == NO_MEMORY):
            assert run.dialogue[0] in ([BROKEN, NO_ACCOUNT] if names else [BROKEN]) and len(run.log) == 1
    assert runs


# ENOENT is one of the errors that mean "no such user".
@faults({"user": [errno.EIO, errno.EMFILE, errno.ENOMEM, errno.ENOENT]})
@onwards
@answers
@by
def test_failing_account_lookup_refuses(faulty, fault, onwards, answers, by):
    first, runs = changes(faulty, fault, answers, by, onwards)
    # The lookup also decides which sections apply. The module does not believe a single "no such user". If all answers
    # say so, the account is in doubt. Once the account has been found, it is not looked up again.
    refused = [run for run in runs if run.status == "PAM_TRY_AGAIN" and run.stored == []]
    assert bool(refused) == (fault.error != errno.ENOENT or onwards)
    for run in runs:
        assert run in refused or (fault.error == errno.ENOENT and run.told == first.told)


# ---- The blocklist, which is read again for each password ----


@faults({"pread": [errno.EIO, EMPTY]})
@onwards
@answers
@by
def test_unreadable_blocklist_refuses(faulty, fault, onwards, answers, by):
    first, runs = changes(faulty, fault, answers, by, onwards)
    later = 0
    for run in runs:
        if run.status == "PAM_TRY_AGAIN" or (not run.prompts and run.status == "PAM_AUTHTOK_ERR"):
            [log] = run.log
            assert REASON[fault.error] in log and "common.blocklist" in log
            assert run.dialogue[0] == BROKEN and run.stored == []
            continue
        later += 1
        # The lookup for a suggestion may fail too: then there is none.
        if UNREADABLE_LIST in run.log:
            assert "blocklist" in run.log[run.log.index(UNREADABLE_LIST) + 1]
            assert not onwards or run.stored == []
        else:
            assert without_suggestions(run) == without_suggestions(first)
    assert later > 0


# ---- What changes nothing ----


def check_unchanged(faulty, *arguments, **options):
    first, runs = changes(faulty, *arguments, **options)
    assert all(run.told == first.told for run in runs)


@faults({
    # These calls are repeated.
    **dict.fromkeys(["open", "read", "pread"], [errno.EINTR]),
    # The database is asked again, with a larger buffer.
    **dict.fromkeys(["user", "group"], [errno.EINTR, errno.ERANGE]),
    # The result of close does not matter.
    "close": [errno.EIO, errno.EINTR],
})
@answers
@by
def test_repeated_or_unneeded_call_changes_nothing(faulty, fault, answers, by):
    check_unchanged(faulty, fault, answers, by)


@faults({
    # The data comes in pieces.
    "read": [SHORT], "pread": [SHORT], "close": [errno.EIO],
    # A policy that cannot be kept between the passes is read again.
    "pam_set_data": ["PAM_BUF_ERR", "PAM_SYSTEM_ERR"], "pam_get_data": ["PAM_BUF_ERR", "PAM_SYSTEM_ERR"],
})
@onwards
@answers
def test_recovered_call_changes_nothing(faulty, fault, onwards, answers):
    check_unchanged(faulty, fault, answers, onwards=onwards)


# ---- Randomness ----


@by
def test_interrupted_randomness_is_continued(faulty, by):
    check_unchanged(faulty, Fault("random", errno.EINTR), WEAK_ONES, by)


@faults({"random": [SHORT]})
@onwards
def test_randomness_in_pieces_is_put_together(faulty, fault, onwards):
    """The suggestion may differ from that of the run without a fault, but no answer depends on it."""
    first, runs = changes(faulty, fault, [WEAK_ONES[0], STRONG], onwards=onwards)
    assert all((run.dialogue, run.stored) == (first.dialogue, first.stored) for run in runs)


@faults({"random": [errno.EIO, errno.ENOSYS, EMPTY]})
@onwards
@pytest.mark.parametrize("by", [USER, ROOT])
def test_missing_randomness_only_drops_the_suggestion(faulty, fault, onwards, by):
    first, runs = changes(faulty, fault, WEAK_ONES, by, onwards)
    assert first.dialogue.count(SUGGESTED) == len(WEAK_ONES)
    for run in runs:
        assert without_suggestions(run) == without_suggestions(first)
        # A suggestion that could not be drawn together with the check is drawn after it.
        assert run.dialogue.count(SUGGESTED) == (0 if onwards else len(WEAK_ONES))


# ---- libpam ----

ERRORS = ["PAM_CONV_ERR", "PAM_BUF_ERR", "PAM_SYSTEM_ERR"]


@faults({"pam_get_user": [*ERRORS, "PAM_CONV_AGAIN", "null"]})
@onwards
@answers
@by
def test_unavailable_user_name_changes_nothing(faulty, fault, onwards, answers, by):
    _, runs = changes(faulty, fault, answers, by, onwards)
    for run in runs:
        assert run.status == ("PAM_INCOMPLETE" if fault.error == PAM["PAM_CONV_AGAIN"] else "PAM_USER_UNKNOWN")
        assert (run.dialogue, run.stored) == ([], [])


@faults({"conversation": [*ERRORS, "PAM_CONV_AGAIN", "null"]})
@onwards
@answers
@by
def test_failing_message_only_drops_its_line(faulty, fault, onwards, answers, by):
    first, runs = changes(faulty, fault, answers, by, onwards)
    shown = first.dialogue
    for run in runs:
        assert (run.status, run.stored, run.log) == (first.status, first.stored, first.log)
        assert run.prompts == first.prompts
        assert onwards or run.dialogue in [shown[:i] + shown[i + 1:] for i in range(len(shown))]


@faults(dict.fromkeys(["pam_get_authtok_noverify", "pam_get_authtok_verify"],
                      [*ERRORS, "PAM_AUTHTOK_ERR", "PAM_CONV_AGAIN", "null"]))
@onwards
@pytest.mark.parametrize("by", [USER, ROOT])
def test_unavailable_password_ends_the_change(faulty, fault, onwards, by):
    names = {number: name for name, number in PAM.items()} | {
        PAM["PAM_CONV_AGAIN"]: "PAM_INCOMPLETE", NULL: "PAM_AUTHTOK_ERR"}
    for answers in [[STRONG], [WEAK_ONES[0], STRONG]]:
        _, runs = changes(faulty, fault, answers, by, onwards)
        assert all((run.status, run.stored) == (names[fault.error], []) for run in runs)


@faults({"pam_get_authtok_verify": ["PAM_TRY_AGAIN"]})
@onwards
def test_mismatched_retyping_asks_again(faulty, fault, onwards):
    _, [run, *_] = changes(faulty, fault, [STRONG] * TRIES, onwards=onwards)
    assert run.status == ("PAM_MAXTRIES" if onwards else "PAM_SUCCESS")
    assert run.prompts.count("New password: ") == (TRIES if onwards else 2)


@faults({"pam_get_item": ["PAM_SYSTEM_ERR", "PAM_BUF_ERR"]})
@onwards
@answers
@by
def test_unavailable_item_accepts_nothing(faulty, fault, onwards, answers, by):
    first, runs = changes(faulty, fault, answers, by, onwards)
    for run in runs:
        # PAM_AUTHTOK_RECOVERY_ERR if the item is the old password. Otherwise it is the service, the conversation, or a
        # password that another module asked for.
        assert run.status in {first.status, "PAM_AUTHTOK_ERR", "PAM_AUTHTOK_RECOVERY_ERR"}
        if run.status == "PAM_AUTHTOK_RECOVERY_ERR":
            assert (run.stored, run.prompts) == ([], [])
            assert run.log == ["cannot ask for the old password of user alice"]
            # The person is told if there is a conversation.
            assert run.dialogue == ([] if onwards else [NO_ACCOUNT])
    assert "PAM_AUTHTOK_RECOVERY_ERR" in {run.status for run in runs}


@faults({"pam_get_item": ["PAM_SYSTEM_ERR", "null"]})
@onwards
def test_unknown_service_is_treated_as_a_script(faulty, fault, onwards):
    """chpasswd's output may end up in a log, so it must not contain a suggestion."""
    for run in faulty.sweep(replace(fault, onwards=onwards), WEAK_ONES[:1], service="chpasswd"):
        assert SUGGESTED not in run.dialogue


@faults({"pam_set_item": ["PAM_BUF_ERR", "PAM_SYSTEM_ERR", "null"]})
@pytest.mark.parametrize("answers", [WEAK_ONES, [WEAK_ONES[0], STRONG]], ids=["weak", "weak-then-strong"])
def test_refused_password_is_cleared_on_a_later_attempt(faulty, fault, answers):
    _, runs = changes(faulty, fault, answers)
    assert {run.status for run in runs} <= {"PAM_SUCCESS", "PAM_MAXTRIES"}


@faults({"pam_set_item": ["PAM_BUF_ERR", "null"]})
def test_uncleared_refused_password_stops_the_stack(faulty, fault):
    """The stack has `requisite`, as pam-auth-update writes it. With `required`, later modules would find the
    password."""
    for run in faulty.sweep(replace(fault, onwards=True), WEAK_ONES, service="debian")[1:]:
        check_safe(run)
        assert run.stored == []
