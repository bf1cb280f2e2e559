"""A policy that cannot be read completely: no password is changed unchecked, and only root and the log have the reason."""

import os

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_WARNING, LOG_ERR, ORDINARY_UID, POLICY, ROOT, SETUID, USER, WEAK, Log, needs_root,
)

MEBIBYTE = 1 << 20

root = pytest.param(ROOT, marks=needs_root)
setuid = pytest.param(SETUID, marks=needs_root)


def write(text):
    return lambda path: path.write_bytes(text)


def make_group_writable(path):
    path.write_text(POLICY)
    path.chmod(0o664)


def make_writable_by_all(path):
    path.write_text(POLICY)
    path.chmod(0o646)


def make_directory(path):
    path.mkdir()


def make_fifo(path):
    os.mkfifo(path)


def make_link_to_nothing(path):
    path.symlink_to("nothing")


def make_link_to_itself(path):
    path.symlink_to(path)


def make_others(path):
    path.write_text(POLICY)
    os.chown(path, 12345, 12345)


def make_others_link(path):
    make_others(path.with_suffix(".others"))
    path.symlink_to(path.with_suffix(".others"))


def make_unreadable(path):
    path.write_text(POLICY)
    path.chmod(0)


def make_nothing(path):
    pass


# Mistakes in readable files: a text, and the position and the reason that follow the path.
TEXTS = {
    "unknown class": (b"rules = required: uper\n", ':1:19: there is no class "uper"; did you mean "upper"?'),
    "unknown property": (
        b"# first\n\nrules = minlenght: 8\n", ':3:9: there is no property "minlenght"; did you mean "minlength"?'
    ),
    "unknown key": (POLICY.encode() + b"\tretyr = 3\n", ':2:2: there is no key "retyr"; did you mean "retry"?'),
    "duplicate key": (b"retry = 1\nretry = 2\n", ":2:1: this key is set a second time in the same section"),
    "unfinished last line": (
        b"rules = minlength: 8\nrules = minlength: 2",
        ":2:21: the last line does not end in a newline: the file may have been cut off",
    ),
    "invalid value": (b"enforce = maybe\n", ':1:11: there is no value "maybe" for this key; it can be '),
    "invalid number": (b"retry = 0\n", ':1:9: expected a number from 1 to 100, found "0"'),
    "section": (b"[groop wheel]\n", ':1:2: there is no section for "groop": write [user NAME], [group NAME] or [service SERVICE]'),
    "carriage return": (b"retry = 1\r\n", ":1:10: a carriage return: save the file with Unix line ends"),
    "NUL byte": (b"retry = 1\n\0\n", ":2:1: a NUL byte: this is not a text file"),
    "invalid UTF-8": (b"retry = 1\n# \xe9\n", ":2:3: not valid UTF-8 text"),
    "byte order mark": (b"\xef\xbb\xbfretry = 1\n", ":1:1: a byte order mark: save the file as UTF-8 without one"),
    "no rules": (b"retry = 1\n", ': the policy has no rules: set "rules", or "enforce = no"'),
    "empty file": (b"", ': the policy has no rules: set "rules", or "enforce = no"'),
}

# What cannot, or is not there.
FILES = {
    "missing": (make_nothing, ": cannot be read: there is no such file"),
    "group-writable": (make_group_writable, ": may be written by others than its owner: chmod go-w"),
    "writable by all": (make_writable_by_all, ": may be written by others than its owner: chmod go-w"),
    "directory": (make_directory, ": is not a regular file"),
    "FIFO": (make_fifo, ": is not a regular file"),
    "link to nothing": (make_link_to_nothing, ": cannot be read: it is a symbolic link to what does not exist"),
    "link to itself": (make_link_to_itself, ": cannot be read: "),
    "too large": (write(b"#" * MEBIBYTE + b"\n"), ": is larger than 1048576 bytes"),
    "unreadable": (make_unreadable, ": cannot be read: "),
}

OWNERS = {
    "wrong owner": (make_others, ": belongs to user 12345, who is neither root nor the user this program runs as"),
    "link to wrong owner": (
        make_others_link, ": belongs to user 12345, who is neither root nor the user this program runs as"
    ),
}

ALL = (
    [pytest.param(write(text), cause, id=name) for name, (text, cause) in TEXTS.items()]
    + [pytest.param(*kind, id=name) for name, kind in FILES.items()]
    + [pytest.param(*kind, id=name, marks=needs_root) for name, kind in OWNERS.items()]
)


@pytest.mark.parametrize(("make", "cause"), ALL)
def test_user_learns_whom_to_ask_and_the_log_learns_why(machine, make, cause):
    make(machine.policy)
    change = machine.change(ACCEPTED, ACCEPTED)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]
    assert change.tokens == []
    [log] = change.log
    assert log.priority == LOG_ERR
    assert log.text.startswith(f"{machine.policy}{cause}")
    assert log.text.endswith(" Password change for user alice refused.")


@pytest.mark.parametrize(
    ("policy", "options", "cause"),
    [
        ("rules = required: digits\nretry = 0\n", "", '{policy}:2:9: expected a number from 1 to 100, found "0"'),
        (
            "rules = required: digits; required: uper\n", "",
            '{policy}:1:37: there is no class "uper"; did you mean "upper"?',
        ),
        ("retry = 0\nrules = required: digits\n", "", '{policy}:1:9: expected a number from 1 to 100, found "0"'),
        ("rules = required: digits\n", "retry=0", 'retry:1:1: expected a number from 1 to 100, found "0"'),
    ],
)
def test_mistake_is_logged_and_no_remark_beside_it(machine, policy, options, cause):
    change = machine.change(policy=policy, options=options)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.log[0].text.startswith(cause.format(policy=machine.policy))


def test_largest_policy_is_read(machine):
    comment = b"#" * (MEBIBYTE - len(POLICY) - 1) + b"\n"
    change = machine.change(ACCEPTED, ACCEPTED, policy=comment + POLICY.encode())
    assert change.status == "PAM_SUCCESS"


@needs_root
@pytest.mark.parametrize("by", [USER, SETUID])
def test_policy_of_the_effective_user_is_read(machine, by):
    machine.write_policy(POLICY)
    os.chown(machine.policy, ORDINARY_UID, ORDINARY_UID)
    change = machine.change(ACCEPTED, ACCEPTED, by=by)
    assert change.status == ("PAM_SUCCESS" if by == USER else "PAM_TRY_AGAIN")


def test_password_of_an_earlier_module_is_cleared_even_where_the_failure_is_ignored(machine):
    machine.write_policy("rules = required: uper\n")
    module = f"[default=ignore] module config={machine.policy}"
    change = machine.change(stack=[f"required witness set={ACCEPTED}", module, "required witness"])
    assert change.prompts == []
    assert change.tokens == [None]


# ---- Root ----


# A file that is not text, or was truncated, may have been meant to bind root.
UNREAD = {"unfinished last line", "carriage return", "NUL byte", "invalid UTF-8", "byte order mark"}


@needs_root
@pytest.mark.parametrize(
    ("make", "cause"),
    [pytest.param(write(text), cause, id=name) for name, (text, cause) in TEXTS.items() if name not in UNREAD]
    + [pytest.param(*FILES["missing"], id="missing")],
)
def test_root_goes_on_with_a_warning_and_the_cause(machine, make, cause):
    make(machine.policy)
    change = machine.change(WEAK, WEAK, by=ROOT)
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [WEAK]
    assert change.dialogue[0] == BROKEN_WARNING
    assert change.dialogue[1].startswith(f"{machine.policy}{cause}")
    assert change.dialogue[2:] == ["New password: ", "Retype new password: "]
    [log] = change.log
    assert log.text.startswith(f"{machine.policy}{cause}")
    assert log.text.endswith(" Password change for user alice is not checked.")


@needs_root
def test_root_who_goes_on_unchecked_still_types_the_password_twice(machine):
    change = machine.change(ACCEPTED, WEAK, policy="rules = required: uper\n", by=ROOT)
    assert change.prompts == ["New password: ", "Retype new password: "]
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


# Root may read every file, so it certainly does not exist.
SEEN_BY_ROOT = {"missing", "link to nothing", "unreadable"}


@needs_root
@pytest.mark.parametrize(
    ("make", "cause"),
    [pytest.param(*kind, id=name) for name, kind in (FILES | OWNERS).items() if name not in SEEN_BY_ROOT]
    + [pytest.param(write(TEXTS[name][0]), TEXTS[name][1], id=name) for name in sorted(UNREAD)],
)
def test_root_is_refused_where_the_policy_could_not_be_seen(machine, make, cause):
    make(machine.policy)
    change = machine.change(WEAK, WEAK, by=ROOT)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue[0] == BROKEN
    assert change.dialogue[1].startswith(f"{machine.policy}{cause}")
    assert change.dialogue[2:] == []


@needs_root
@pytest.mark.parametrize(
    ("policy", "options"),
    [
        ("rules = required: uper\nenforce-for-root = yes\n", ""),
        ("enforce-for-root = yes\nrules = required: uper\n", ""),
        ("rules = required: uper\nenforce-for-root = yes", ""),
        ("rules = required: uper\nenforce-for-root yes\n", ""),
        ("rules = required: uper\nenforce-for-root = No\n", ""),
        ("rules = required: uper\nroot = yes\n", ""),
        ("rules = required: uper\npreset = cis-rhel-9\n", ""),
        ("rules = required: uper\npreset = nist\n", ""),
        ("rules = required: uper\nexempt-services = none\n", ""),
        ("rules = required: uper\n", "enforce_for_root"),
        ("retry = 1\n", "enforce_for_root"),
        (None, "enforce_for_root"),
    ],
)
def test_root_is_refused_where_the_policy_may_bind_root(machine, policy, options):
    change = machine.change(WEAK, WEAK, policy=policy, options=options, by=ROOT)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue[0] == BROKEN
    assert change.dialogue[1].startswith(str(machine.policy))
    assert change.dialogue[2:] == []


@needs_root
@pytest.mark.parametrize(("by", "expired"), [(ROOT, True), (SETUID, False), (SETUID, True)])
def test_user_whom_root_acts_for_is_refused_and_does_not_learn_why(machine, by, expired):
    change = machine.change(WEAK, WEAK, policy="rules = required: uper\n", by=by, expired=expired)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]


@pytest.mark.parametrize("service", ["chpasswd", "newusers", "passwd"])
@pytest.mark.parametrize("by", [USER, root])
def test_unattended_program_is_told_of_a_broken_policy_too(machine, service, by):
    change = machine.change(WEAK, WEAK, policy="rules = required: uper\n", service=service, by=by)
    assert change.shown[0] == (BROKEN if by == USER else BROKEN_WARNING)
    assert change.texts("info") == []


@needs_root
def test_user_may_read_no_file_that_only_root_may(machine):
    """The cause quotes the file, which a setuid program reads as root."""
    machine.write_policy("qzjxq7w!secret\n")
    machine.policy.chmod(0o600)
    change = machine.change(by=SETUID)
    assert change.dialogue == [BROKEN]
    assert change.log == [
        Log(
            f'{machine.policy}:1:1: there is no key "qzjxq7w"; passwordrules.conf(5) has them all. Password change for user alice refused.', LOG_ERR
        )
    ]
