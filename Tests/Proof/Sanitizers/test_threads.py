"""Threads that share all shareable objects do not race, and get the same results as a single thread. The library runs
under ThreadSanitizer, and the shipped library under helgrind."""

import os
import subprocess

import pytest
from programs import HELGRIND, ROOT, must_run, run, size, undefined

# The random source has no members, so Swift passes an arbitrary address for it, the same in all threads. Swift reports a
# write to that address to the sanitizer, although nothing is written.
SUPPRESSIONS = "race:19PasswordRulesSystem12KernelRandomVN\n"

# The first race ends the program. Otherwise, data that the race has corrupted might make it loop without end.
ENDS_AT_RACE = "halt_on_error=1:exitcode=66"


@pytest.fixture(scope="module")
def options(built, tmp_path_factory):
    file = tmp_path_factory.mktemp("thread") / "suppressions"
    file.write_text(SUPPRESSIONS)
    return {"library": built / "thread", "environment": {"TSAN_OPTIONS": f"suppressions={file}:{ENDS_AT_RACE}"}}


def test_tsan_is_in_the_library(built):
    assert {"__tsan_read8", "__tsan_write8", "__tsan_func_entry"} <= undefined(built / "thread" / "libpasswordrules.so.1")


def test_tsan_sees_a_planted_race(built, options, blocklist):
    done = run(built / "thread" / "cycles", blocklist, 4, 20_000, "share", **options)
    # The other threads may crash while the report is written.
    assert done.returncode in (66, -11)
    assert "ThreadSanitizer" in done.stderr and "race" in done.stderr


def test_tsan_program_sees_different_answer(built, options, blocklist):
    done = run(built / "thread" / "cycles", blocklist, 2, 1, "differ", **options)
    assert done.returncode == 1
    assert "1 of them found something else" in done.stdout


def test_tsan_sees_no_race(built, options, blocklist):
    said = must_run(built / "thread" / "cycles", blocklist, 64, size("ROUNDS"), **options)
    assert said == f"64 threads, {size('ROUNDS')} rounds each, 0 of them found something else\n"


# ---- A set-user-ID program with threads: its environment is not exchanged, so a service that may obey it is not trusted ----

OBEDIENT = ROOT / "Tests" / "PAM" / "libnss_obedient.c"
POLICY = "rules = minlength: 8\n[group strict]\nrules = minlength: 40\n"
MOUNTS = 'mount --bind "$0/nsswitch.conf" /etc/nsswitch.conf && mount --bind "$0/passwd" /etc/passwd && exec "$@"'


@pytest.fixture
def threaded(built, options, tmp_path):
    """Runs the program for alice, who is in "strict" by a service that obeys a variable."""
    if os.getuid() != 0:
        pytest.skip("only root can put other account databases in place")
    (tmp_path / "nsswitch.conf").write_text("passwd: files\ngroup: files obedient\n")
    (tmp_path / "passwd").write_text("alice:x:1000:1000::/:/bin/sh\n")
    policy = tmp_path / "policy.conf"
    policy.write_text(POLICY)
    subprocess.run(["cc", "-fPIC", "-shared", f'-DSERVICE_LOG="{tmp_path}/log"', "-o", tmp_path / "libnss_obedient.so.2", OBEDIENT],
                   check=True)
    environment = options["environment"] | {"OBEDIENT_KNOWS_NOBODY": "1"}

    def run_threaded(*arguments):
        return run("unshare", "--mount", "sh", "-c", MOUNTS, tmp_path, built / "thread" / "threaded", policy, "alice", *arguments,
                   library=f"{built / 'thread'}:{tmp_path}", environment=environment)

    return run_threaded


def test_tsan_sees_exchange_of_environment(threaded):
    done = threaded("twelve-signs", 4, 100, "exchange")
    assert done.returncode != 0 and "ThreadSanitizer: data race" in done.stderr


@pytest.mark.parametrize(("password", "refused"), [("twelve-signs", 1), ("forty-signs-forty-signs-forty-signs-forty", 0)])
def test_tsan_sees_no_exchange_in_a_set_user_id_program(threaded, password, refused):
    count = 8 * size("ROUNDS")
    done = threaded(password, 8, size("ROUNDS"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"refused {refused * count} times, in doubt {count} times\n"


def test_helgrind_sees_a_planted_race(built, blocklist):
    done = run(*HELGRIND, "--exit-on-first-error=yes", built / "cycles", blocklist, 4, 200, "share")
    assert done.returncode == 99
    assert "Possible data race" in done.stderr


def test_helgrind_sees_no_race(built, blocklist):
    must_run(*HELGRIND, built / "cycles", blocklist, 8, 5)
