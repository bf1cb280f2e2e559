"""The module's counts of changes under an audited policy: /var/lib/passwordrules/audit."""

import fcntl
import json
import os
import random
import stat
import subprocess
import threading
from pathlib import Path

import pytest
from counts import AUDIT, DAMAGED, FUTURE, HEAD, PAST, ROW, UNMET, today
from transaction import ACCEPTED, CANCEL, LOG_NOTICE, POLICY, ROOT, SETUID, USER, WEAK, Log, needs_root

pytestmark = needs_root

TOOL = Path(__file__).parents[2] / "build" / "passwordrules"


# ---- What is counted ----


def test_counts_are_published_after_ten_changes(counts):
    for _ in range(4):
        counts.change()
    for _ in range(5):
        counts.change(ACCEPTED)
    assert counts.read() == f"{HEAD}pending TODAY TODAY 9 4 minlength=4 required=4\n"
    counts.change("qzjxqzjxqzjx")
    assert counts.read() == f"{HEAD}TODAY TODAY 10 5 minlength=4 required=5\n"
    counts.change(ACCEPTED)
    assert counts.read() == f"{HEAD}pending TODAY TODAY 1 0\nTODAY TODAY 10 5 minlength=4 required=5\n"


@pytest.mark.parametrize("by", [SETUID, ROOT])
@pytest.mark.parametrize("expired", [False, True])
@pytest.mark.parametrize(("enforce", "is_counted"), [("audit", True), ("warn", True), ("no", False), ("yes", False)])
def test_audited_section_counts_passwords(counts, enforce, is_counted, by, expired):
    password = WEAK if enforce != "yes" or (by == ROOT and not expired) else ACCEPTED
    counts.change(password, policy=f"{POLICY}enforce = {enforce}\n", by=by, expired=expired)
    assert counts.folder.exists() == is_counted
    if is_counted:
        # No user, and no password.
        assert counts.read() == f"{HEAD}pending TODAY TODAY 1 1 {UNMET}\n"


def test_process_without_root_silently_skips_counting(counts):
    """An example is a screen locker, for which a helper changes the password."""
    assert counts.change(by=USER).log == [
        Log("new password for user alice accepted (enforce = audit): it does not meet the policy", LOG_NOTICE)
    ]
    assert not counts.folder.exists()


@pytest.mark.parametrize("second", [ACCEPTED, CANCEL])
def test_mismatched_password_is_not_counted(machine, counts, second):
    machine.change(WEAK, second, policy=AUDIT, options="retry=1", by=SETUID)
    assert not counts.folder.exists()


def test_exempt_user_is_not_counted(counts):
    counts.change(policy=AUDIT + "local-users-only = yes\n", user="qzjx-nobody-has-this")
    assert not counts.folder.exists()


def test_rule_counts_once_for_each_password(counts):
    counts.change("qzjxqzjx", policy="rules = required: upper; required: digit; allowed: upper, digit\nenforce = audit\n")
    assert counts.read() == f"{HEAD}pending TODAY TODAY 1 1 required=1 allowed=1\n"


# ---- Days ----

# The file, the password of one more change, and the file after it. NOW is today.
DAYS = [f"{PAST} {PAST} {10 + number} 0\n" for number in range(366)]
LARGE = "999999999 999999998 words=999999990"


@pytest.mark.parametrize(("before", "password", "after"), [
    # Ten changes of several days count for the day of the last one, and are added to that day's line if there is one.
    (f"pending {PAST} 2001-02-04 9 9 words=9\n2001-02-02 {PAST} 20 3 words=3\n", ACCEPTED,
     f"{PAST} NOW 10 9 words=9\n2001-02-02 {PAST} 20 3 words=3\n"),
    (f"pending NOW NOW 9 1 words=1\n{PAST} NOW 20 3 words=3\n{PAST} {PAST} 10 0\n", WEAK,
     f"{PAST} NOW 30 5 words=4 {UNMET}\n{PAST} {PAST} 10 0\n"),
    # A clock that is set back is not an error.
    (f"pending {FUTURE} {FUTURE} 8 0\n{FUTURE} {FUTURE} 10 0\n", ACCEPTED, f"pending NOW {FUTURE} 9 0\n{FUTURE} {FUTURE} 10 0\n"),
    (f"pending NOW {FUTURE} 9 0\n{FUTURE} {FUTURE} 10 0\n", ACCEPTED, f"NOW {FUTURE} 20 0\n"),
    (f"pending NOW NOW 9 0\n{FUTURE} {FUTURE} 10 0\n", ACCEPTED, f"NOW NOW 10 0\n{FUTURE} {FUTURE} 10 0\n"),
    # The lines of the oldest days are dropped after a year.
    (f"pending {PAST} {PAST} 9 0\n" + "".join(DAYS), ACCEPTED, f"{PAST} NOW 10 0\n" + "".join(DAYS[:-1])),
    ("".join(DAYS * 20), ACCEPTED, "pending NOW NOW 1 0\n" + "".join(DAYS)),
    # Numbers do not exceed the maximum.
    (f"pending NOW NOW 9 9 words=9\n{PAST} NOW {LARGE}\n", WEAK, f"{PAST} NOW 999999999 999999999 words=999999999 {UNMET}\n"),
    # An empty file counts as a new one.
    (None, WEAK, f"pending NOW NOW 1 1 {UNMET}\n"),
    # One rule's name may begin with another's: both are counted.
    ("pending NOW NOW 9 1 minlengths=1\n", WEAK, f"NOW NOW 10 2 minlengths=1 {UNMET}\n"),
], ids=range(10))
def test_days(counts, before, password, after):
    counts.write("" if before is None else HEAD + before.replace("NOW", today()))
    counts.change(password)
    assert counts.path.read_text() == HEAD + after.replace("NOW", today())


# ---- Who may read it ----


@pytest.mark.parametrize("umask", ["000", "022", "777"])
def test_counts_file_is_private_under_any_umask(counts, umask):
    for _ in range(2):
        counts.change(command=("sh", "-c", f'umask {umask} && exec "$@"', "sh"))
    for path, mode in [(counts.folder, 0o700), (counts.path, 0o600)]:
        status = path.stat()
        assert status.st_uid == 0
        assert stat.S_IMODE(status.st_mode) & ~mode == 0
    assert counts.read() == f"{HEAD}pending TODAY TODAY 2 2 minlength=2 required=2\n"


# ---- At once ----


def test_concurrent_changes_are_all_counted(counts):
    """Each thread opens and locks the folder by itself, as separate processes do."""
    change = counts.machine.change(WEAK, WEAK, policy=AUDIT, by=SETUID, threads=8, transactions=8)
    assert change.texts("result") == ["PAM_SUCCESS"] * 64
    assert {log.priority for log in change.log} == {LOG_NOTICE}, "a change was not counted"
    assert counts.read() == (
        f"{HEAD}pending TODAY TODAY 4 4 minlength=4 required=4\nTODAY TODAY 60 60 minlength=60 required=60\n"
    )


def test_lock_of_another_program_does_not_hang_the_change(counts):
    counts.change()
    before = counts.path.read_bytes()
    folder = os.open(counts.folder, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    assert counts.complaint() == "it is locked by another program"
    assert counts.path.read_bytes() == before
    # The module waits for a lock that is soon released.
    timer = threading.Timer(0.3, os.close, (folder,))
    timer.start()
    counts.change()
    timer.join()
    assert counts.read() == f"{HEAD}pending TODAY TODAY 2 2 minlength=2 required=2\n"


def test_leftover_of_killed_process_is_replaced(counts):
    counts.change()
    (counts.folder / "audit.new").write_text("half a li")
    counts.change()
    assert os.listdir(counts.folder) == ["audit"]
    assert counts.read() == f"{HEAD}pending TODAY TODAY 2 2 minlength=2 required=2\n"


# ---- The tool reads the same; what it makes of it is in Tests/Tool/test_tool_audit.py ----


def shown(path, *options) -> tuple[int, str, str]:
    done = subprocess.run([TOOL, "audit", "--file", path, *options], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_counts_reveal_no_single_change(counts):
    """After each change, the shown figures are the same, or have grown by ten changes. Nothing is shown before there
    are ten."""
    seen = []
    for number in range(25):
        counts.change(WEAK if number % 3 == 0 else ACCEPTED)
        seen.append(json.loads(shown(counts.path, "--json")[1]))
        if number == 8:
            assert shown(counts.path) == (0, "Fewer than 10 changes have been counted: they are shown once there are 10.\n", "")
    assert [each["changes"] for each in seen] == [0] * 9 + [10] * 10 + [20] * 6
    assert all(each["pending"] == (number % 10 != 9) for number, each in enumerate(seen))
    without = [{key: value for key, value in each.items() if key != "pending"} for each in seen]
    assert all(one == other for one, other in zip(without, without[1:]) if one["changes"] == other["changes"])


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_file_is_kept_and_reported(counts, text):
    counts.write(text)
    before = counts.path.read_bytes()
    assert counts.complaint() == "it is damaged"
    assert counts.path.read_bytes() == before and os.listdir(counts.folder) == ["audit"]
    told = f"passwordrules: {counts.path}: is damaged; remove it, and the module starts counting again\n"
    if before == HEAD.replace("\n", "\r\n").encode():
        # The tool accepts CR LF at the ends of lines, because the file may have been copied from another system.
        assert shown(counts.path) == (0, "No changes have been counted.\n", "")
    else:
        assert shown(counts.path) == (2, "", told)


@pytest.mark.parametrize("lines", [
    "", ROW, f"pending {PAST} {PAST} 9 9\n", f"pending {PAST} {FUTURE} 1 1 words=1\n{ROW}",
    f"{PAST} {PAST} 999999999 999999999 words=999999999\n",
    f"{PAST} {PAST} 10 1 {' '.join(f'w{number}=1' for number in range(64))}\n", f"{PAST} {PAST} 10 1 {'w' * 31}=000000001\n",
])
def test_tool_and_module_read_intact_files(counts, lines):
    counts.write(HEAD + lines)
    assert shown(counts.path)[0] == 0
    counts.change(ACCEPTED)
    assert shown(counts.path)[0] == 0


def test_tool_and_module_agree_on_mutated_files(counts):
    """Random bytes are changed, dropped and repeated. If tool and module disagree, the seed is printed."""
    seed = int(os.environ.get("PASSWORDRULES_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 32)
    rng = random.Random(seed)
    whole = (HEAD + f"pending {PAST} {PAST} 8 3 words=3 or=1\n{ROW}" + f"{PAST} {PAST} 4321 12 minlength=12\n").encode()
    verdicts = set()
    for _ in range(60):
        text = bytearray(whole)
        for _ in range(rng.randrange(1, 3)):
            start = rng.randrange(len(HEAD) if rng.random() < 0.9 else 0, len(text))
            end = start + rng.choice([0, 1, 1, 1, rng.randrange(20)])
            piece = rng.choice([b"", bytes([rng.randrange(256)]), rng.choice(b"019 =-\npw").to_bytes(1, "big"),
                                text[start:end] * 2])
            text[start:end] = piece
        # Only the tool accepts CR LF, so a space separates the two: see the test above.
        text = text.replace(b"\r\n", b"\r \n")
        counts.write(bytes(text))
        status, _, _ = shown(counts.path)
        change = counts.change(ACCEPTED)
        assert [log.text.partition(": ")[2] for log in change.log] == ([] if status == 0 else ["it is damaged"]), (seed, text)
        assert shown(counts.path)[0] == status
        verdicts.add(status)
    assert verdicts == {0, 2}, seed
