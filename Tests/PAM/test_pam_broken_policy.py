"""A policy that cannot be read completely: no password is changed unchecked, and only root and the log have the reason."""

import os

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_POLICY, BROKEN_WARNING, LOG_ERR, NEW, ORDINARY_UID, POLICY, RETYPE, ROOT, SETUID, USER, WEAK,
    Log, needs_root,
)

MEBIBYTE = 1 << 20
REFUSED_ANYHOW, LET_GO = False, True
OTHERS_WRITE = "is writable by group or others (fix with: chmod go-w)"
NOT_OURS = "is owned by user 12345; it must be owned by root or by the user running this program"
TO_NOTHING = "cannot be read: it is a symbolic link whose target does not exist"


def directory(path):
    path.mkdir()


def fifo(path):
    os.mkfifo(path)


def link_to_nothing(path):
    path.symlink_to("nothing")


def link_to_itself(path):
    path.symlink_to(path)


def nothing(path):
    pass


def file(mode=0o644, owner=None, text=POLICY.encode()):
    def make(path):
        path.write_bytes(text)
        path.chmod(mode)
        if owner is not None:
            os.chown(path, owner, owner)

    return make


def link_to_a_file_of_others(path):
    target = path.with_suffix(".others")
    file(owner=12345)(target)
    path.symlink_to(target)


# How the file is made; what follows its path; whether root goes on, unless the file may have been meant to bind root.
TEXTS = {
    "unknown class": (b"rules = required: uper\n", ':1:19: unknown class "uper"; did you mean "upper"?', LET_GO),
    "unknown key": (POLICY.encode() + b"\tretyr = 3\n", ':2:2: unknown key "retyr"; did you mean "retry"?', LET_GO),
    "invalid value": (b"enforce = maybe\n", ':1:11: invalid value "maybe"; expected ', LET_GO),
    "invalid number": (b"retry = 0\n", ':1:9: expected a number from 1 to 100, found "0"', LET_GO),
    "a remark before it": (b"rules = required: digits\nretry = 0\n", ':2:9: expected a number from 1 to 100, found "0"', LET_GO),
    "section": (b"[groop wheel]\n", ':1:2: unknown section type "groop"; use [user NAME], [group NAME] or [service SERVICE]',
                LET_GO),
    "no rules": (b"retry = 1\n", ': the policy has no rules: set "rules", or "enforce = no"', LET_GO),
    "unfinished last line": (
        b"rules = minlength: 8\nrules = minlength: 2",
        ":2:21: the last line has no newline: the file may have been truncated", REFUSED_ANYHOW),
    "carriage return": (b"retry = 1\r\n", ":1:10: a carriage return: save the file with Unix line endings", REFUSED_ANYHOW),
    "NUL byte": (b"retry = 1\n\0\n", ":2:1: a NUL byte: this is not a text file", REFUSED_ANYHOW),
    "invalid UTF-8": (b"retry = 1\n# \xe9\n", ":2:3: not valid UTF-8 text", REFUSED_ANYHOW),
    "too large": (b"#" * MEBIBYTE + b"\n", ": is larger than 1048576 bytes", REFUSED_ANYHOW),
}
FILES = {
    "missing": (nothing, ": cannot be read: no such file", LET_GO),
    "group-writable": (file(0o664), f": {OTHERS_WRITE}", REFUSED_ANYHOW),
    "writable by all": (file(0o646), f": {OTHERS_WRITE}", REFUSED_ANYHOW),
    "directory": (directory, ": is not a regular file", REFUSED_ANYHOW),
    "FIFO": (fifo, ": is not a regular file", REFUSED_ANYHOW),
    "link to nothing": (link_to_nothing, f": {TO_NOTHING}", REFUSED_ANYHOW),
    "link to itself": (link_to_itself, ": cannot be read: ", REFUSED_ANYHOW),
    "unreadable": (file(0), ": cannot be read: ", None),
    "wrong owner": (file(owner=12345), f": {NOT_OURS}", REFUSED_ANYHOW),
    "link to wrong owner": (link_to_a_file_of_others, f": {NOT_OURS}", REFUSED_ANYHOW),
}
ALL = {name: (file(text=text), *rest) for name, (text, *rest) in TEXTS.items()} | FILES


def rows(kinds):
    return [pytest.param(*row, id=name, marks=[needs_root] if "owner" in name else []) for name, row in kinds.items()]


@pytest.mark.parametrize(("make", "cause", "_"), rows(ALL))
def test_user_learns_whom_to_ask_and_the_log_learns_why(machine, make, cause, _):
    make(machine.policy)
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.priority == LOG_ERR
    assert log.text.startswith(f"{machine.policy}{cause}") and log.text.endswith(" Password change for user alice refused.")


# Root may read every file.
@pytest.mark.parametrize(("make", "cause", "lets_root_go"), rows({name: row for name,
                                                                  row in ALL.items() if name != "unreadable"}))
def test_root_goes_on_with_a_warning_and_the_cause_unless_the_policy_could_not_be_seen(machine, make, cause, lets_root_go):
    make(machine.policy)
    change = machine.change(WEAK, WEAK, by=ROOT)
    heading, shown, *prompts = change.dialogue
    assert shown.startswith(f"{machine.policy}{cause}")
    [log] = change.log
    assert log.text.startswith(f"{machine.policy}{cause}")
    if lets_root_go:
        assert (change.status, change.tokens, heading, prompts) == ("PAM_SUCCESS", [WEAK], BROKEN_WARNING, [NEW, RETYPE])
        assert log.text.endswith(" Password change for user alice is not checked.")
    else:
        assert (change.status, change.tokens, heading, prompts) == ("PAM_TRY_AGAIN", [], BROKEN, [])


def test_root_who_goes_on_unchecked_still_types_the_password_twice(machine):
    change = machine.change(ACCEPTED, WEAK, policy=BROKEN_POLICY, by=ROOT)
    assert (change.prompts, change.status, change.tokens) == ([NEW, RETYPE], "PAM_AUTHTOK_ERR", [None])


def test_mistake_of_the_line_is_logged_and_no_remark_of_the_file(machine):
    change = machine.change(policy="rules = required: digits\n", options="retry=0")
    assert change.status == "PAM_TRY_AGAIN"
    assert change.log[0].text.startswith('retry:1:1: expected a number from 1 to 100, found "0"')


def test_largest_policy_is_read(machine):
    comment = b"#" * (MEBIBYTE - len(POLICY) - 1) + b"\n"
    assert machine.change(ACCEPTED, ACCEPTED, policy=comment + POLICY.encode()).status == "PAM_SUCCESS"


@needs_root
@pytest.mark.parametrize("by", [USER, SETUID])
@pytest.mark.parametrize("is_folder", [False, True])
def test_policy_of_the_effective_user_is_read(machine, by, is_folder):
    machine.write_policy(POLICY)
    path = machine.drop_in("10.conf", "").parent if is_folder else machine.policy
    os.chown(path, ORDINARY_UID, ORDINARY_UID)
    assert machine.change(ACCEPTED, ACCEPTED, by=by).status == ("PAM_SUCCESS" if by == USER else "PAM_TRY_AGAIN")


def test_password_of_an_earlier_module_is_cleared_even_where_the_failure_is_ignored(machine):
    stack = [f"required witness set={ACCEPTED}", f"[default=ignore] module config={machine.policy}", "required witness"]
    change = machine.change(policy=BROKEN_POLICY, stack=stack)
    assert (change.prompts, change.tokens) == ([], [None])


# ---- Files of the folder ----


def name_of(kind):
    return getattr(kind, "__name__", None)


@pytest.mark.parametrize(("name", "make", "cause", "lets_root_go"), [
    ("10.conf", file(text=b"retry = 0\n"), ':1:9: expected a number from 1 to 100, found "0".', LET_GO),
    # However little it has to do with alice.
    ("99.conf", file(text=b"[user bob]\nretyr = 3\n"), ':2:1: unknown key "retyr"; did you mean "retry"?', LET_GO),
    ("10.conf", file(text=b"[user bob\n# enforce-for-root\n"), ':1:10: expected "]" at the end of the line.', LET_GO),
    ("10.conf", file(text=b"[user bob\nenforce-for-root = yes\n"), ':1:10: expected "]" at the end of the line.', REFUSED_ANYHOW),
    ("99.conf", file(text=b"retry = 0\npreset = cis-debian-12\n"), ':1:9: expected a number from 1 to 100, found "0".',
     REFUSED_ANYHOW),
    ("50.conf", directory, ": is not a regular file.", REFUSED_ANYHOW),
    ("50.conf", fifo, ": is not a regular file.", REFUSED_ANYHOW),
    ("50.conf", file(0o664), f": {OTHERS_WRITE}.", REFUSED_ANYHOW),
    # It may have led to the strictest file of all.
    ("50.conf", link_to_nothing, f": {TO_NOTHING}.", REFUSED_ANYHOW),
    ("50.conf", file(0), ": cannot be read: permission denied.", None),
    pytest.param("50.conf", file(owner=12345), f": {NOT_OURS}.", REFUSED_ANYHOW, marks=needs_root),
], ids=name_of)
def test_broken_file_of_the_folder_refuses_everybody(machine, name, make, cause, lets_root_go):
    machine.write_policy(POLICY)
    folder = machine.drop_in("60.conf", "suggest = yes\n").parent
    make(folder / name)
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    assert change.log == [Log(f"{folder / name}{cause} Password change for user alice refused.", LOG_ERR)]
    if os.getuid() == 0 and lets_root_go is not None:
        change = machine.change(WEAK, WEAK, by=ROOT)
        assert (change.status, change.dialogue[0]) == (
            ("PAM_SUCCESS", BROKEN_WARNING) if lets_root_go else ("PAM_TRY_AGAIN", BROKEN))
        assert change.dialogue[1].startswith(f"{folder / name}:")


def folder(mode, owner=None):
    def make(path):
        path.mkdir()
        path.chmod(mode)
        if owner is not None:
            os.chown(path, owner, owner)

    return make


@pytest.mark.parametrize(("make", "cause"), [
    (file(), "is not a directory"), (folder(0o775), OTHERS_WRITE), (link_to_itself, "cannot be read: too many symbolic links"),
    (folder(0), "cannot be read: permission denied"), pytest.param(folder(0o755, 12345), NOT_OURS, marks=needs_root),
])
def test_folder_that_cannot_be_trusted_refuses(machine, make, cause):
    machine.write_policy(POLICY)
    path = machine.policy.with_name("policy.conf.d")
    make(path)
    change = machine.change(ACCEPTED, ACCEPTED)
    root = machine.change(WEAK, WEAK, by=ROOT) if os.getuid() == 0 and "permission" not in cause else None
    if path.is_dir():
        # What cannot be entered cannot be removed, but by root.
        path.chmod(0o755)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log == [Log(f"{path}: {cause}. Password change for user alice refused.", LOG_ERR)]
    assert root is None or (root.status, root.dialogue[0]) == ("PAM_TRY_AGAIN", BROKEN)


# ---- Root ----


@pytest.mark.parametrize(("policy", "options"), [
    (BROKEN_POLICY + "enforce-for-root = yes\n", ""), ("enforce-for-root = yes\n" + BROKEN_POLICY, ""),
    (BROKEN_POLICY + "enforce-for-root = yes", ""), (BROKEN_POLICY + "enforce-for-root yes\n", ""),
    (BROKEN_POLICY + "enforce-for-root = No\n", ""), (BROKEN_POLICY + "root = yes\n", ""),
    (BROKEN_POLICY + "preset = cis-rhel-9\n", ""), (BROKEN_POLICY + "preset = nist\n", ""),
    (BROKEN_POLICY + "exempt-services = none\n", ""), (BROKEN_POLICY, "enforce_for_root"), ("retry = 1\n", "enforce_for_root"),
    (None, "enforce_for_root"),
])
def test_root_is_refused_where_the_policy_may_bind_root(machine, policy, options):
    change = machine.change(WEAK, WEAK, policy=policy, options=options, by=ROOT)
    assert (change.status, change.dialogue[0], len(change.dialogue)) == ("PAM_TRY_AGAIN", BROKEN, 2)
    assert change.dialogue[1].startswith(str(machine.policy))


@pytest.mark.parametrize(("by", "expired"), [(ROOT, True), (SETUID, False), (SETUID, True)])
def test_user_whom_root_acts_for_is_refused_and_does_not_learn_why(machine, by, expired):
    change = machine.change(WEAK, WEAK, policy=BROKEN_POLICY, by=by, expired=expired)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


@pytest.mark.parametrize("service", ["chpasswd", "newusers", "passwd"])
@pytest.mark.parametrize("by", [USER, ROOT])
def test_unattended_program_is_told_of_a_broken_policy_too(machine, service, by):
    change = machine.change(WEAK, WEAK, policy=BROKEN_POLICY, service=service, by=by)
    assert change.shown[0] == (BROKEN if by == USER else BROKEN_WARNING)
    assert change.texts("info") == []


def test_user_may_read_no_file_that_only_root_may(machine):
    """The cause quotes the file, which a setuid program reads as root."""
    machine.write_policy("qzjxq7w!secret\n")
    machine.policy.chmod(0o600)
    change = machine.change(by=SETUID)
    assert change.dialogue == [BROKEN]
    cause = f'{machine.policy}:1:1: unknown key "qzjxq7w"; see passwordrules.conf(5) for the list.'
    assert change.log == [Log(f"{cause} Password change for user alice refused.", LOG_ERR)]
