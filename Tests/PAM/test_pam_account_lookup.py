"""A policy that compares names: the account is looked up once, and where it cannot be, nothing is typed before the refusal."""

import errno
import subprocess

import pytest
from transaction import ACCEPTED, POLICY, ROOT, SETUID, USER, WEAK, needs_root

NAMES = POLICY + "full-name = reject\n"
NO_ACCOUNT = "The user account could not be looked up, so the password was not changed. Please tell your administrator."
LOGGED = "cannot look up the account of user root, whose names the policy compares"

# The look-ups of users fail with these numbers, one after another, and from then on with the last, or with libc's answer for 0.
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found)
{
    static const char *errors;
    int (*next)(const char *, struct passwd *, char *, size_t, struct passwd **);
    FILE *count = fopen(getenv("LOOKUPS"), "a");

    fputs("x", count);
    fclose(count);
    if (errors == NULL)
        errors = getenv("LOOKUP_ERRORS");
    int error = atoi(errors);
    if (strchr(errors, ',') != NULL)
        errors = strchr(errors, ',') + 1;
    *found = NULL;
    if (error != 0)
        return error;
    *(void **)&next = dlsym(RTLD_NEXT, "getpwnam_r");
    return next(name, entry, buffer, size, found);
}
"""


@pytest.fixture
def lookups(machine):
    """The command before a program, and how often the program has asked since."""
    shim, count = machine.programs / "lookups.so", machine.directory / "count"
    if not shim.exists():
        subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-xc", "-o", shim, "-"], input=SHIM, text=True,
                       check=True)

    def command(*errors):
        count.write_text("")
        count.chmod(0o666)
        return ("env", f"LD_PRELOAD={shim}", f"LOOKUPS={count}", "LOOKUP_ERRORS=" + ",".join(map(str, errors)))

    command.count = lambda: len(count.read_text())
    return command


@pytest.mark.parametrize("errors", [
    [errno.EIO], [errno.EMFILE], [errno.ENOMEM], [errno.ENOENT], [errno.EIO, 0], [errno.EMFILE, 0], [errno.ENOENT, errno.EIO, 0],
], ids=str)
@pytest.mark.parametrize("by", [USER, pytest.param(SETUID, marks=needs_root)])
def test_account_that_cannot_be_looked_up_refuses_before_anything_is_typed(machine, lookups, errors, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=NAMES, user="root", by=by, command=lookups(*errors))
    assert (change.status, change.dialogue, change.tokens) == ("PAM_USER_UNKNOWN", [NO_ACCOUNT], [])
    assert [log.text for log in change.log] == [LOGGED]


@pytest.mark.parametrize(("errors", "count"), [([0], 1), ([errno.ENOENT, 0], 2), ([errno.EINTR, errno.ERANGE, 0], 3)], ids=str)
def test_account_is_looked_up_once_for_both_passes_and_all_tries(machine, lookups, errors, count):
    answers = [WEAK, WEAK, ACCEPTED, ACCEPTED]
    change = machine.change(*answers, policy=NAMES, user="root", command=lookups(*errors))
    assert (change.status, len(change.prompts)) == ("PAM_SUCCESS", len(answers))
    assert lookups.count() == count


@pytest.mark.parametrize("policy", [
    POLICY, NAMES + "enforce = no\n", NAMES.replace("reject", ""), POLICY + "username = reject\n",
])
def test_account_that_is_not_needed_is_not_looked_up(machine, lookups, policy):
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", command=lookups(errno.EIO))
    assert (change.status, lookups.count()) == ("PAM_SUCCESS", 0)


@pytest.mark.parametrize("enforce", ["warn", "audit"])
def test_policy_that_does_not_refuse_logs_it_once(machine, lookups, enforce):
    policy = f"{NAMES}enforce = {enforce}\n"
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="root", command=lookups(errno.EIO))
    assert (change.status, [log.text for log in change.log].count(LOGGED)) == ("PAM_SUCCESS", 1)
    assert NO_ACCOUNT not in change.dialogue


def test_user_who_is_left_alone_needs_no_account(machine, lookups):
    policy = NAMES + "local-users-only = yes\n"
    change = machine.change("x", "x", policy=policy, user="not-in-passwd", command=lookups(errno.EIO))
    assert (change.status, change.log) == ("PAM_SUCCESS", [])


@needs_root
def test_root_who_is_only_warned_goes_on(machine, lookups):
    change = machine.change(ACCEPTED, ACCEPTED, policy=NAMES, user="root", by=ROOT, command=lookups(errno.EIO))
    assert (change.status, [log.text for log in change.log]) == ("PAM_SUCCESS", [LOGGED])
