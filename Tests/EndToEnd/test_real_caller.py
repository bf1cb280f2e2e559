"""The real passwd, started by alice with everything that a process can pass on to the program that it executes:
closed standard files, a umask, signals that are ignored, blocked or pending, and timers. A weak password is never
accepted, and the account files stay whole.

Limits that are too tight for a change are in test_real_limits.py, and variables in
Tests/PAM/test_pam_environment.py and Tests/NameServices.
"""

import os
import resource
import signal
from pathlib import Path

import pytest
from machine import COUNTS, OLD_PASSWORD

WEAK = "aliceinwonderland-4"
STRONG = "gd7Rk-2mVq9x-Lw4t-Kz3b.Hf8c+Wn5s=Jd6y-Tp"
TOO_SHORT = "21 more characters needed (19 of 40)"
POLICY = "rules = minlength: 8\nretry = 1\nsuggest = no\n[group strict]\nrules = minlength: 40\n"
# Files that a password change never writes.
OTHERS = ["/etc/passwd", "/etc/group", "/etc/security/passwordrules.conf", "/etc/pam.d/common-password"]
# Signals that a process can ignore and block.
SIGNALS = sorted(signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP})


@pytest.fixture
def strict(machine):
    machine.policy(POLICY)
    machine.group("strict")
    return machine


def state():
    """The files, each with its owner and mode."""
    return [(path, Path(path).read_bytes(), os.stat(path).st_uid, os.stat(path).st_mode) for path in OTHERS]


def shadow():
    return (Path("/etc/shadow").read_bytes(), os.stat("/etc/shadow").st_uid, os.stat("/etc/shadow").st_mode)


def check_refused(machine, passwd, before):
    """Checks that nothing is stored, whatever was typed. Returns what passwd shows."""
    whole = (state(), shadow())
    result = passwd(OLD_PASSWORD, WEAK, WEAK, before=before)
    assert result.status != 0, result.text
    assert (state(), shadow()) == whole
    assert not Path(COUNTS, "audit").exists()
    return result


def check_accepted(machine, before):
    others, (_, owner, mode) = state(), shadow()
    result = machine.passwd(OLD_PASSWORD, STRONG, STRONG, before=before)
    assert result.status == 0 and result.changed(), result.text
    assert state() == others and shadow()[1:] == (owner, mode)


# ---- Standard files ----


def close(*files):
    def close_them():
        for file in files:
            os.close(file)
    return close_them


@pytest.mark.parametrize("files", [(1,), (2,), (1, 2)], ids=str)
@pytest.mark.parametrize("password", [WEAK, STRONG])
def test_closed_output_changes_no_verdict(strict, files, password):
    """If standard output is closed, the first opened file gets its number. Messages to alice must not be written to that
    file."""
    whole = state()
    result = strict.passwd_without_terminal(OLD_PASSWORD, password, password, before=close(*files))
    assert result.changed() == (password == STRONG) and result.status == (0 if password == STRONG else 10), result.text
    assert state() == whole


@pytest.mark.parametrize("files", [(0,), (0, 1), (0, 2), (0, 1, 2)], ids=str)
def test_closed_input_is_read_from_nowhere(strict, files):
    """If standard input is closed, the first opened file, such as the policy, gets its number. It must not be read as
    typed input."""
    check_refused(strict, strict.passwd_without_terminal, close(*files))


# ---- The umask ----


@pytest.mark.parametrize("mask", [0, 0o077, 0o777])
def test_umask_changes_no_verdict_and_no_mode(strict, mask):
    result = check_refused(strict, strict.passwd, lambda: os.umask(mask))
    assert TOO_SHORT in result.text
    check_accepted(strict, lambda: os.umask(mask))


@pytest.mark.parametrize("mask", [0, 0o777])
def test_counts_are_private_under_any_umask(machine, mask):
    machine.policy("rules = minlength: 20\nenforce = audit\n")
    result = machine.passwd(OLD_PASSWORD, WEAK, WEAK, before=lambda: os.umask(mask))
    assert result.status == 0 and result.changed(), result.text
    counts = os.stat(Path(COUNTS, "audit"))
    assert (counts.st_uid, counts.st_mode & 0o777) == (0, 0o600)


# ---- Signals ----


def ignore_all():
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def block_all():
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)


def leave_pending():
    block_all()
    for number in SIGNALS:
        os.kill(os.getpid(), number)


def leave_pending_children():
    """SIGCHLD is pending, for children that the program does not know."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    for _ in range(3):
        if os.fork() == 0:
            os._exit(0)


@pytest.mark.parametrize("before", [ignore_all, block_all, leave_pending, leave_pending_children])
def test_signals_change_no_verdict(strict, before):
    result = check_refused(strict, strict.passwd, before)
    assert TOO_SHORT in result.text
    check_accepted(strict, before)


@pytest.mark.parametrize("kind", [signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF])
@pytest.mark.parametrize("milliseconds", [1, 2, 3, 5, 8, 13, 20, 30])
def test_killing_timer_changes_no_password(strict, kind, milliseconds):
    """The timer ends passwd at any point, or is too late."""
    check_refused(strict, strict.passwd, lambda: signal.setitimer(kind, milliseconds / 1000))


@pytest.mark.parametrize("kind", [signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF])
def test_repeating_timer_changes_no_verdict(strict, kind):
    def begin():
        ignore_all()
        signal.setitimer(kind, 0.001, 0.001)

    result = check_refused(strict, strict.passwd, begin)
    assert TOO_SHORT in result.text


# ---- Limits that end a program, or the files that it writes ----


@pytest.mark.parametrize(("limit", "value"), [
    (resource.RLIMIT_CPU, 0), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_FSIZE, 100), (resource.RLIMIT_NPROC, 0),
    (resource.RLIMIT_CORE, resource.RLIM_INFINITY), (resource.RLIMIT_SIGPENDING, 0), (resource.RLIMIT_MEMLOCK, 0),
])
@pytest.mark.parametrize("ignores", [False, True], ids=["", "ignored"])
def test_no_other_limit_changes_a_verdict(strict, limit, value, ignores):
    def begin():
        resource.setrlimit(limit, (value, resource.getrlimit(limit)[1]))
        if ignores:
            ignore_all()

    check_refused(strict, strict.passwd, begin)
