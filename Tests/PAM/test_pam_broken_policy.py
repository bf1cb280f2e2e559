"""A policy with a mistake, or that cannot be read: no password is changed unchecked, and only root and the
log have the reason.

More files and folders that cannot be used are in Tests/Tool/test_tool_bad_policies.py, which asks the module
as well; what may have been meant to bind root is in RootExemptionTests and PolicyFolderTests.
"""

import os

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_POLICY, BROKEN_WARNING, LOG_ERR, MISTAKE, MISTAKE_WARNING, NEW, ORDINARY_UID, POLICY, RETYPE,
    ROOT, SEE, SEE_CHECK, SETUID, UNUSABLE, USER, WEAK, Log, needs_root,
)

LONGEST = 512 << 10
REFUSED_ANYHOW, LET_GO = False, True
OTHERS_WRITE = "the file is writable by group or others; to fix it: chmod go-w /"
NOT_OURS = "the file is owned by user 12345; it must be owned by root or by the user running this program; to fix it: chown root /"


def nothing(path):
    pass


def file(text=POLICY, mode=0o644, owner=None):
    def make(path):
        path.write_text(text)
        path.chmod(mode)
        if owner is not None:
            os.chown(path, owner, owner)

    return make


# How the file is made; the text after its path in messages; and whether root may go on. Root may not go on if the file
# may have been meant to bind root.
BROKEN_FILES = {
    "question": (file(BROKEN_POLICY), ':1:19: unknown class "uper"; did you mean "upper"?', LET_GO),
    "a remark before it": (
        file("rules = required: digits\nretry = 0\n"), ':2:9: expected a number from 1 to 100, found "0"', LET_GO),
    "section of another": (file(POLICY + "[user bob]\nretry = 0\n"), ':3:9: expected a number from 1 to 100, found "0"', LET_GO),
    "missing list": (
        file(POLICY + "blocklist = /no/list\n"), ":2:13: blocklist /no/list cannot be read: no such file", LET_GO),
    "no rules": (file("retry = 1\n"), ': the policy has no rules: set "rules", or "enforce = no"', LET_GO),
    "unfinished last line": (
        file("rules = minlength: 8\nrules = minlength: 2"),
        ":2:21: the last line has no newline: the file may have been truncated", REFUSED_ANYHOW),
    "too large": (file("#" * LONGEST + "\n"), ": the file is larger than 524288 bytes", REFUSED_ANYHOW),
    "missing": (nothing, ": the file cannot be read: no such file", LET_GO),
    "writable": (file(mode=0o664), f": {OTHERS_WRITE}", REFUSED_ANYHOW),
    "FIFO": (os.mkfifo, ": the file is not a regular file", REFUSED_ANYHOW),
    "unreadable": (file(mode=0), ": the file cannot be read: ", None),
    "wrong owner": (file(owner=12345), f": {NOT_OURS}", REFUSED_ANYHOW),
}


def rows(*without):
    return [pytest.param(*row, id=name, marks=[needs_root] if "owner" in name else [])
            for name, row in BROKEN_FILES.items() if name not in without]


@pytest.mark.parametrize(("make", "cause", "_"), rows())
def test_refusal_names_administrator_and_log_names_cause(machine, make, cause, _):
    make(machine.policy)
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.priority == LOG_ERR
    assert log.text.startswith(f"{machine.policy}{cause}") and log.text.endswith(" Password change for user alice refused.")


# Root may read every file.
@pytest.mark.parametrize(("make", "cause", "lets_root_go"), rows("unreadable"))
def test_root_is_warned_unless_policy_is_unknown(machine, make, cause, lets_root_go):
    make(machine.policy)
    change = machine.change(WEAK, WEAK, by=ROOT)
    heading, shown, advice, *prompts = change.dialogue
    assert shown.startswith(f"{machine.policy}{cause}") and advice == SEE_CHECK
    [log] = change.log
    assert log.text.startswith(f"{machine.policy}{cause}") and SEE in log.text
    is_mistake = any(words in cause for words in ["did you mean", "expected", "no rules", "last line"])
    if lets_root_go:
        warning = MISTAKE_WARNING if is_mistake else BROKEN_WARNING
        assert (change.status, change.tokens, heading, prompts) == ("PAM_SUCCESS", [WEAK], warning, [NEW, RETYPE])
        assert log.text.endswith(" Password change for user alice is not checked.")
    else:
        heading_expected = MISTAKE if is_mistake else UNUSABLE
        assert (change.status, change.tokens, heading, prompts) == ("PAM_TRY_AGAIN", [], heading_expected, [])


@pytest.mark.parametrize(("text", "lets_root_go"), [
    ("retry = 0\n", LET_GO), ("retry = 0\npreset = cis-debian-12\n", REFUSED_ANYHOW)])
def test_broken_file_in_folder_refuses_everybody(machine, text, lets_root_go):
    machine.write_policy(POLICY)
    path = machine.drop_in("10.conf", text)
    cause = f'{path}:1:9: expected a number from 1 to 100, found "0"'
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    assert change.log == [Log(f"{cause}.{SEE} Password change for user alice refused.", LOG_ERR)]
    change = machine.change(WEAK, WEAK, by=ROOT)
    expected = ("PAM_SUCCESS", [MISTAKE_WARNING, cause]) if lets_root_go else ("PAM_TRY_AGAIN", [MISTAKE, cause])
    assert (change.status, change.dialogue[:2]) == expected


def test_unchecked_root_still_retypes_the_password(machine):
    change = machine.change(ACCEPTED, WEAK, policy=BROKEN_POLICY, by=ROOT)
    assert (change.prompts, change.status, change.tokens) == ([NEW, RETYPE], "PAM_AUTHTOK_ERR", [None])


def test_largest_policy_is_read(machine):
    comment = "#" * (LONGEST - len(POLICY) - 1) + "\n"
    assert machine.change(ACCEPTED, ACCEPTED, policy=comment + POLICY).status == "PAM_SUCCESS"


@needs_root
@pytest.mark.parametrize("by", [USER, SETUID])
@pytest.mark.parametrize("is_folder", [False, True])
def test_setuid_program_reads_policy_as_effective_user(machine, by, is_folder):
    machine.write_policy(POLICY)
    path = machine.drop_in("10.conf", "").parent if is_folder else machine.policy
    os.chown(path, ORDINARY_UID, ORDINARY_UID)
    assert machine.change(ACCEPTED, ACCEPTED, by=by).status == ("PAM_SUCCESS" if by == USER else "PAM_TRY_AGAIN")


def test_ignored_failure_clears_earlier_module_password(machine):
    stack = [f"required witness set={ACCEPTED}", f"[default=ignore] module config={machine.policy}", "required witness"]
    change = machine.change(policy=BROKEN_POLICY, stack=stack)
    assert (change.prompts, change.tokens) == ([], [None])


# ---- Root ----


@pytest.mark.parametrize(("policy", "options", "told"), [
    (BROKEN_POLICY + "enforce-for-root = yes\n", "", MISTAKE), (BROKEN_POLICY, "enforce_for_root", MISTAKE),
    (None, "enforce_for_root", UNUSABLE),
])
def test_possibly_binding_policy_refuses_root(machine, policy, options, told):
    change = machine.change(WEAK, WEAK, policy=policy, options=options, by=ROOT)
    assert (change.status, change.dialogue[0], len(change.dialogue)) == ("PAM_TRY_AGAIN", told, 3)
    assert change.dialogue[1].startswith(str(machine.policy))


@pytest.mark.parametrize("service", ["chpasswd", "newusers", "passwd"])
@pytest.mark.parametrize("by", [USER, ROOT])
def test_batch_reports_broken_policy(machine, service, by):
    change = machine.change(WEAK, WEAK, policy=BROKEN_POLICY, service=service, by=by)
    cause = f"{machine.policy}:1:19:"
    if service == "passwd":
        assert change.shown[0] == (BROKEN if by == USER else MISTAKE_WARNING)
    elif by == USER:
        assert change.shown == [f"alice: {BROKEN}"]
    else:
        [line] = change.shown
        assert line.startswith(f"alice: {MISTAKE_WARNING} {cause}") and line.endswith(f" {SEE_CHECK}")
    assert change.texts("info") == []


def test_user_reads_no_root_only_file(machine):
    """The cause quotes the file, which a setuid program reads as root."""
    machine.write_policy("qzjxq7w!secret\n")
    machine.policy.chmod(0o600)
    change = machine.change(by=SETUID)
    assert change.dialogue == [BROKEN]
    cause = f'{machine.policy}:1:1: unknown key "qzjxq7w"; see passwordrules.conf(5) for the list.'
    assert change.log == [Log(f"{cause}{SEE} Password change for user alice refused.", LOG_ERR)]
