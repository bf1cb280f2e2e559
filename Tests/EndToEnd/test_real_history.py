"""The password history, with the real passwd and chpasswd: which hashes are compared, which are saved in
/etc/security/opasswd, and what happens if that file cannot be read, locked or written."""

import fcntl
import os
import re
import shutil
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from machine import OLD_PASSWORD, USER, USER_ID, append, become_user, write
from private import MS_BIND, MS_RDONLY, MS_REMOUNT, mount, unmount
from terminal import crypt

FOLDER = Path("/etc/security")
OPASSWD = FOLDER / "opasswd"
RULES = "rules = minlength: 8;\nusername =\nsuggest = no\n"
USED = "This password is not acceptable:\n  - was used before\n"
USED_IN_BATCH = "The password was used before."
UNAVAILABLE = (
    "Your earlier passwords could not be read or saved, so the password was not changed. Please tell your administrator.\n"
)
UNAVAILABLE_FOR_ROOT = "Warning: the user's earlier passwords could not be read or saved.\n"
UNAVAILABLE_LOGGED = f"cannot read or save the earlier passwords of user {USER}, which the policy's key history needs"
BOUND = RULES + "enforce-for-root = yes\n"

# The setting for fast hashes, so that tests with many hashes do not take long. In real changes, pam_unix makes the hashes.
CHEAP = "$6$rounds=1000$passwordrules$"
# Lines that pam_pwhistory and others may have left in the file. None of them is alice's.
OTHERS = "bob:1001:2:$1$a$b,$6$c$d\n\n# no entry\nalicea:1:1:$6$e$f\nalice2\nbob\0x:1:1:z\n"


@pytest.fixture
def machine(machine):
    machine.unix_arguments = "nodelay rounds=1000"
    machine.stack()
    OPASSWD.unlink(missing_ok=True)
    yield machine
    assert [path.name for path in FOLDER.iterdir() if "opasswd" in path.name] in ([], ["opasswd"])
    machine.unix_arguments = ""


def entries(user=USER):
    """The hashes that the file has for a user, the oldest first."""
    for line in OPASSWD.read_text().splitlines():
        name, uid, count, hashes = line.split(":")
        if name == user:
            hashes = hashes.split(",")
            assert (uid, int(count)) == (str(USER_ID), len(hashes))
            return hashes
    return []


def present(user=USER):
    return next(line.split(":")[1] for line in Path("/etc/shadow").read_text().splitlines() if line.startswith(user + ":"))


def remember(*passwords, setting=CHEAP, count=None):
    """Writes a file in which alice had these passwords, the oldest first."""
    hashes = ",".join(crypt(password, setting) for password in passwords)
    write(OPASSWD, f"{USER}:{USER_ID}:{len(passwords) if count is None else count}:{hashes}\n")
    OPASSWD.chmod(0o600)


def change(machine, *passwords):
    """alice changes her password several times; each change must succeed."""
    for old, new in zip((OLD_PASSWORD, *passwords), passwords):
        result = machine.passwd(old, new, new)
        assert result.status == 0 and result.changed(), result.text


# ---- What is compared ----


def test_used_password_is_refused_with_another_try(machine):
    machine.policy(RULES + "history = 2\n")
    change(machine, "second-one", "third-one")
    result = machine.passwd("third-one", OLD_PASSWORD, "second-one", "fourth-one", "fourth-one")
    assert result.text.count(USED) == 2 and result.changed(), result.text
    assert "Password rules:\n  - at least 8 characters\n  - none of your previous 2 passwords\n" in result.text
    assert [line for line in machine.log if line.endswith("new password for user alice refused: history")]
    result = machine.passwd("fourth-one", OLD_PASSWORD, OLD_PASSWORD)
    assert USED not in result.text and result.changed(), result.text


@pytest.mark.parametrize("count", [1, 2, 5])
def test_last_passwords_are_compared_and_no_others(machine, count):
    passwords = [f"earlier-{number}" for number in range(8)]
    machine.policy(BOUND + f"history = {count}\n")
    for number, password in enumerate(passwords):
        remember(*passwords)
        result = machine.chpasswd(password)
        assert (USED_IN_BATCH in result.text) == (number >= len(passwords) - count), (number, result.text)
        assert result.changed() == (number < len(passwords) - count)
        machine.reset()


def test_present_password_is_compared(machine):
    machine.policy(RULES + "history = 1\nold-password =\n")
    result = machine.passwd(OLD_PASSWORD, OLD_PASSWORD, "new-password", "new-password")
    assert USED in result.text and result.changed()


def test_present_password_does_not_count_as_an_earlier_one(machine):
    """After a change that failed, the file's last hash is that of the present password."""
    machine.policy(BOUND + "history = 2\n")
    remember("earlier-1", "earlier-2", OLD_PASSWORD)
    write(OPASSWD, OPASSWD.read_text().replace(crypt(OLD_PASSWORD, CHEAP), present()))
    for password in ("earlier-1", "earlier-2", OLD_PASSWORD):
        assert USED_IN_BATCH in machine.chpasswd(password).text


def test_other_reasons_come_first(machine):
    """Comparing is slow, so it is not done for a password that is refused anyway."""
    machine.policy(BOUND + "history = 2\n")
    remember("short", "acceptable")
    result = machine.chpasswd("short")
    assert "needs 3 more characters" in result.text and "used before" not in result.text
    assert USED_IN_BATCH in machine.chpasswd("acceptable").text


SETTINGS = {
    "DES": "ab", "MD5": "$1$salt$", "bcrypt": "$2b$04$abcdefghijklmnopqrstuu", "SHA-256": "$5$rounds=1000$salt$",
    "SHA-512": CHEAP, "yescrypt": "$y$j7T$aaaaaaaaaaaaaaaa$",
}


@pytest.mark.parametrize("method", SETTINGS)
def test_each_method_of_libcrypt_is_compared(machine, method):
    machine.policy(BOUND + "history = 3\n")
    remember("eight-88", setting=SETTINGS[method])
    assert USED_IN_BATCH in machine.chpasswd("eight-88").text
    assert machine.chpasswd("other-88").changed()


# An unknown method, a damaged hash, no hash, hashes that are locked, and a count that is wrong.
@pytest.mark.parametrize("entry", ["$9$unknown$hash", "$6$", "$y$j9T$", "", "*", "!", "!!", "x", "$6$a\0b"])
def test_unknown_hash_is_skipped(machine, entry):
    machine.policy(BOUND + "history = 3\n")
    known = crypt("earlier-1", CHEAP)
    write(OPASSWD, f"{USER}:{USER_ID}:x:{entry},{known},{entry}\n")
    OPASSWD.chmod(0o600)
    assert USED_IN_BATCH in machine.chpasswd("earlier-1").text
    result = machine.chpasswd("new-password")
    assert result.changed() and result.text == ""
    assert known in entries()


def test_locked_password_is_compared_and_saved(machine):
    machine.policy(BOUND + "history = 3\n")
    hashed = present()
    subprocess.run(["usermod", "-L", USER], check=True)
    assert present() == "!" + hashed
    assert USED_IN_BATCH in machine.chpasswd(OLD_PASSWORD).text
    assert machine.chpasswd("new-password").changed()
    assert entries() == [hashed]


def test_hash_in_passwd_is_compared_and_saved(machine):
    machine.policy(BOUND + "history = 3\n")
    text = Path("/etc/passwd").read_text()
    try:
        write("/etc/passwd", text.replace(f"{USER}:x:", f"{USER}:{crypt('in-passwd', CHEAP)}:"))
        assert USED_IN_BATCH in machine.chpasswd("in-passwd").text
        # pam_unix(8) also stores the new hash there.
        assert machine.chpasswd("new-password").status == 0
        assert entries() == [crypt("in-passwd", CHEAP)]
    finally:
        write("/etc/passwd", text)


def test_password_too_long_for_libcrypt_is_new(machine):
    """libcrypt makes no hash of 512 bytes, so none can match; pam_unix(8) refuses to store such a password."""
    machine.policy(BOUND + "history = 3\nrules = max-repeating: 1000;\nblocklist =\n")
    result = machine.chpasswd("ab" * 256)
    assert "used before" not in result.text and "could not be read" not in result.text


# ---- Who makes the change ----


def test_exempt_root_is_warned(machine):
    machine.policy(RULES + "history = 2\n")
    remember("earlier-1")
    result = machine.chpasswd("earlier-1")
    assert result.text == "alice: Warning: this does not meet the policy: The password was used before.\n"
    assert result.changed() and len(entries()) == 2


@pytest.mark.parametrize(("enforce", "is_saved", "logged"), [
    ("warn", True, "accepted with a warning: it does not meet the policy"),
    ("audit", True, "accepted (enforce = audit): it does not meet the policy"), ("no", False, None),
])
def test_policy_that_is_not_enforced_saves_the_hash(machine, enforce, is_saved, logged):
    machine.policy(RULES + f"history = 2\nenforce = {enforce}\n")
    remember("earlier-1")
    result = machine.passwd(OLD_PASSWORD, "earlier-1", "earlier-1")
    assert result.changed() and len(entries()) == 1 + is_saved
    ours = [line for line in machine.log if "pam_passwordrules" in line]
    assert len(ours) == (logged is not None) and all(line.endswith(logged) for line in ours)


# Commands that store a hash or a password without PAM.
@pytest.mark.parametrize("command", [["chpasswd", "-e"], ["usermod", "-p", crypt("earlier-1", CHEAP), USER]])
def test_hash_from_a_program_is_not_compared(machine, command):
    machine.policy(BOUND + "history = 2\n")
    remember("earlier-1")
    line = f"{USER}:{crypt('earlier-1', CHEAP)}\n"
    subprocess.run(command, input=line if command[0] == "chpasswd" else "", text=True, check=True)
    assert present() == crypt("earlier-1", CHEAP) and len(entries()) == 1


# ---- What is saved ----


def test_missing_file_is_created_for_root_alone(machine):
    machine.policy(RULES + "history = 2\n")
    hashed = present()
    old = os.umask(0)
    try:
        change(machine, "second-one")
    finally:
        os.umask(old)
    state = OPASSWD.stat()
    assert (state.st_uid, state.st_gid, stat.S_IMODE(state.st_mode)) == (0, 0, 0o600)
    assert entries() == [hashed]


def test_readable_file_is_closed_when_it_is_replaced(machine):
    machine.policy(BOUND + "history = 2\n")
    remember("earlier-1")
    OPASSWD.chmod(0o644)
    os.chown(OPASSWD, 0, 42)
    assert machine.chpasswd("new-password").changed()
    state = OPASSWD.stat()
    assert (state.st_gid, stat.S_IMODE(state.st_mode)) == (0, 0o600)


def test_lines_of_others_are_kept(machine):
    machine.policy(BOUND + "history = 2\n")
    hashed = present()
    for before, after in [(OTHERS, ""), ("", OTHERS), (OTHERS, OTHERS), (OTHERS, OTHERS.rstrip("\n"))]:
        write(OPASSWD, f"{before}{USER}:{USER_ID}:1:{crypt('earlier-1', CHEAP)}\n{after}")
        OPASSWD.chmod(0o600)
        assert machine.chpasswd("new-password").changed()
        kept = before + after + ("" if (before + after).endswith("\n") else "\n")
        line = f"{USER}:{USER_ID}:2:{crypt('earlier-1', CHEAP)},{hashed}\n"
        assert OPASSWD.read_text() == kept + line
        machine.reset()


@pytest.mark.parametrize("lines", [
    ["{user}:1:1:{first}", "{user}:2:9:{second}"], ["{user}:1:2:{first},{second}:more:fields"], ["{user}::zz:,,{first},,{second},"],
    ["{user}", "{user}:1", "{user}:1:1", "{user}:1:0:", "{user}:1:2:{first},{second}"],
])
def test_odd_lines_of_the_user_become_one(machine, lines):
    machine.policy(BOUND + "history = 5\n")
    first, second, hashed = crypt("earlier-1", CHEAP), crypt("earlier-2", CHEAP), present()
    for password, is_used in [("earlier-1", True), ("earlier-2", True), ("new-password", False)]:
        write(OPASSWD, "".join(line.format(user=USER, first=first, second=second) + "\n" for line in lines))
        OPASSWD.chmod(0o600)
        assert (USED_IN_BATCH in machine.chpasswd(password).text) == is_used
    assert entries() == [first, second, hashed] and OPASSWD.read_text().count("\n") == 1


def test_number_of_hashes_is_bounded(machine):
    """The file keeps one hash more than the policy compares: after a change that fails, the last is that of the present
    password."""
    machine.policy(BOUND + "history = 3\n")
    for number in range(6):
        hashed = present()
        assert machine.chpasswd(f"password-{number}").changed()
        assert len(entries()) == min(number + 1, 4) and entries()[-1] == hashed


def test_changes_that_fail_push_nothing_out(machine):
    """The hash is saved before the next module stores the new one. It does no harm if that module often fails."""
    machine.policy(BOUND + "history = 3\n")
    remember("earlier-1", "earlier-2", "earlier-3")
    with open("/etc/pam.d/common-password") as file:
        stack = file.read()
    write("/etc/pam.d/common-password", stack.replace("password [success=1", "password requisite pam_deny.so\npassword [success=1"))
    after = None
    for number in range(5):
        assert machine.chpasswd(f"never-stored-{number}").status != 0
        after = after or OPASSWD.read_bytes()
        assert OPASSWD.read_bytes() == after and OPASSWD.stat().st_nlink == 1
    machine.stack()
    for password in ("earlier-1", "earlier-2", "earlier-3", OLD_PASSWORD):
        assert USED_IN_BATCH in machine.chpasswd(password).text
    assert machine.chpasswd("never-stored-1").changed()


def test_refused_and_cancelled_passwords_save_nothing(machine):
    machine.policy(RULES + "history = 3\nretry = 1\n")
    remember("earlier-1")
    before = OPASSWD.read_bytes()
    for answers in [("short",), ("earlier-1",), ("new-password", "mistyped")]:
        assert machine.passwd(OLD_PASSWORD, *answers).status != 0
        assert OPASSWD.read_bytes() == before


# ---- What cannot be read, locked or written ----


def make_folder():
    OPASSWD.mkdir()


def make_pipe():
    os.mkfifo(OPASSWD, 0o600)


def make_link():
    target = FOLDER / "elsewhere"
    write(target, "")
    OPASSWD.symlink_to(target)


def make_file_of_another_user():
    remember("earlier-1")
    os.chown(OPASSWD, USER_ID, 0)


def make_file_writable_by(others):
    remember("earlier-1")
    OPASSWD.chmod(0o600 | others)


UNREADABLE = {
    "a folder": (make_folder, "Invalid argument"), "a pipe": (make_pipe, "Invalid argument"),
    "a link": (make_link, "Too many levels of symbolic links"),
    "of another user": (make_file_of_another_user, "Operation not permitted"),
    "writable by the group": (lambda: make_file_writable_by(0o020), "Operation not permitted"),
    "writable by others": (lambda: make_file_writable_by(0o002), "Operation not permitted"),
}


def remove_opasswd():
    if OPASSWD.is_dir():
        OPASSWD.rmdir()
    else:
        OPASSWD.unlink(missing_ok=True)
    (FOLDER / "elsewhere").unlink(missing_ok=True)


@pytest.mark.parametrize(("make", "cause"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_file_refuses_before_the_prompt(machine, make, cause):
    machine.policy(RULES + "history = 2\n")
    make()
    try:
        result = machine.passwd()
        assert result.status != 0 and UNAVAILABLE in result.text and "New password: " not in result.text
        ours = [line.split("): ", 1)[1] for line in machine.log if "pam_passwordrules" in line]
        assert ours == [f"{OPASSWD}: {cause}", UNAVAILABLE_LOGGED]
        assert present() == machine.hashed
        result = machine.passwd("by-root-1", "by-root-1", by_root=True)
        assert result.status == 0 and result.changed() and UNAVAILABLE_FOR_ROOT in result.text
    finally:
        remove_opasswd()


def read_only():
    mount(FOLDER, FOLDER, flags=MS_BIND)
    mount("none", FOLDER, flags=MS_BIND | MS_REMOUNT | MS_RDONLY)


def full():
    """Mounts a full file system."""
    copy = shutil.copytree(FOLDER, "/tmp/passwordrules-security", dirs_exist_ok=True)
    mount("none", FOLDER, "tmpfs", options="mode=755,size=64k")
    shutil.copytree(copy, FOLDER, dirs_exist_ok=True)
    shutil.rmtree(copy)
    with open(FOLDER / "filling", "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            pass


@pytest.mark.parametrize(("make", "cause"), [(read_only, "Read-only file system"), (full, "No space left on device")])
def test_unwritable_folder_refuses_the_change(machine, make, cause):
    machine.policy(RULES + "history = 2\nretry = 1\n")
    remember("earlier-1")
    before = OPASSWD.read_bytes()
    make()
    try:
        result = machine.passwd(OLD_PASSWORD, "new-password", "new-password")
        assert result.status != 0 and UNAVAILABLE in result.text and not result.changed(), result.text
        assert OPASSWD.read_bytes() == before
        assert f"{OPASSWD}: {cause}" in "\n".join(machine.log) and UNAVAILABLE_LOGGED in "\n".join(machine.log)
        result = machine.passwd("by-root-1", "by-root-1", by_root=True)
        assert result.changed() and UNAVAILABLE_FOR_ROOT.strip() in " ".join(result.text.split())
    finally:
        unmount(FOLDER)


def test_held_lock_refuses_the_change(machine):
    """The lock is lckpwdf's, which waits for 15 seconds."""
    machine.policy(RULES + "history = 2\nretry = 1\n")
    holder = subprocess.Popen(["python3", "-c", "import fcntl, sys; f = open('/etc/.pwd.lock', 'w'); fcntl.lockf(f, fcntl.LOCK_EX); "
                               "print(flush=True); sys.stdin.read()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    holder.stdout.readline()
    try:
        result = machine.passwd(OLD_PASSWORD, "new-password", "new-password")
        assert result.status != 0 and UNAVAILABLE in result.text and not OPASSWD.exists()
    finally:
        holder.communicate()
    assert not result.changed()


def test_lock_is_free_at_prompts_and_for_the_next_module(machine):
    machine.policy(RULES + "history = 2\n")
    log = FOLDER / "locked"
    # A module after ours, which tries to take the lock, as pam_unix(8) does.
    script = FOLDER / "take-lock"
    write(script, "#!/usr/bin/python3\nimport fcntl\nf = open('/etc/.pwd.lock', 'w')\nfcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
          f"open('{log}', 'a').write('free ')\n")
    script.chmod(0o755)
    with open("/etc/pam.d/common-password") as file:
        stack = file.read()
    write("/etc/pam.d/common-password", stack.replace("password [success=1", f"password requisite pam_exec.so {script}\npassword [success=1"))

    def is_free(prompt):
        with open("/etc/.pwd.lock", "w") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    try:
        result = machine.passwd(OLD_PASSWORD, "new-password", "new-password", at_prompt=is_free)
        assert result.changed() and log.read_text()
    finally:
        log.unlink(missing_ok=True)
        script.unlink()


# ---- Simultaneous changes, and kills ----


def test_changes_at_once_lose_no_hash(machine):
    machine.policy(BOUND + "history = 400\n")
    users = [USER, "history-bob", "history-carol"]
    try:
        for number, user in enumerate(users[1:], 1):
            append("/etc/passwd", f"{user}:x:{USER_ID}:{USER_ID}::/:/bin/sh\n")
            append("/etc/shadow", f"{user}:{crypt(OLD_PASSWORD, CHEAP)}:20000:0:99999:7:::\n")

        def change_often(user):
            stored = []
            for number in range(10):
                stored.append(present(user))
                done = subprocess.run(["chpasswd"], input=f"{user}:password-{number}\n", text=True, capture_output=True)
                assert (done.returncode, done.stdout) == (0, ""), done
            return stored

        with ThreadPoolExecutor(len(users)) as threads:
            for user, stored in zip(users, threads.map(change_often, users)):
                assert entries(user) == stored
    finally:
        for user in users[1:]:
            subprocess.run(["userdel", user], check=True, capture_output=True)


def test_changes_of_one_user_at_once_lose_no_hash(machine):
    """Each change compares with the hashes of its time. A hash that another change stores in between is saved by the next
    one."""
    machine.policy(BOUND + "history = 400\n")
    first = present()

    def change_often(name):
        for number in range(8):
            subprocess.run(["chpasswd"], input=f"{USER}:{name}-{number}\n", text=True, check=True, capture_output=True)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(change_often, ["one-after", "another"]))
    saved = entries()
    assert saved[0] == first and len(saved) == len(set(saved)) and present() not in saved


# The calls by which the file is locked, read and replaced.
CALLS = ["openat", "fcntl", "fstat", "newfstatat", "read", "unlink", "fchown", "fchmod", "pwrite64", "fsync", "rename", "close"]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace(1) kills at a call of the system")
@pytest.mark.parametrize("call", CALLS)
def test_kill_at_any_call_leaves_a_whole_file(machine, call):
    machine.policy(BOUND + "history = 3\n")
    kills = 0
    for number in range(1, 200):
        machine.reset()
        remember("earlier-1", "earlier-2")
        append(OPASSWD, OTHERS)
        before = OPASSWD.read_bytes()
        after = OTHERS.encode() + before.splitlines(keepends=True)[0].replace(b":2:", b":3:").rstrip(b"\n") + f",{present()}\n".encode()
        done = subprocess.run(
            ["strace", "-qq", "-f", "-o", "/dev/null", "-P", str(OPASSWD), "-P", f"{FOLDER}/.opasswd.passwordrules", "-P", "/etc/.pwd.lock",
             "-P", str(FOLDER), "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}", "chpasswd"],
            input=f"{USER}:new-password\n".encode(), capture_output=True)
        assert OPASSWD.read_bytes() in (before, after)
        if done.returncode == 0:
            break
        kills += 1
        # The next change removes what the killed one has left.
        assert machine.chpasswd("other-password").changed()
    assert kills > 0 or call in ("fstat", "newfstatat")


# ---- Attacks ----


@pytest.mark.parametrize("limit", ["--as=40000000", "--data=24000000", "--fsize=0", "--nofile=20", "--cpu=1", "--stack=262144"])
def test_limits_of_the_user_do_not_skip_the_comparison(machine, limit):
    """The user who runs passwd sets its limits. Without memory for a hash, nothing could be compared."""
    machine.policy(RULES + "history = 2\nretry = 1\n")
    remember("earlier-1", setting="$y$j9T$aaaaaaaaaaaaaaaa$")
    result = machine.passwd(OLD_PASSWORD, "earlier-1", limit=limit)
    assert result.status != 0 and present() == machine.hashed, result.text


def test_names_do_not_reach_the_lines_of_others(machine):
    """A line is a user's only if it begins with the whole name: the line of alicea is not that of alice."""
    machine.policy(BOUND + "history = 2\n")
    write(OPASSWD, f"alic:1:1:{crypt('earlier-1', CHEAP)}\nalicea:1:1:{crypt('earlier-1', CHEAP)}\nAlice:1:1:{crypt('earlier-1', CHEAP)}\n")
    OPASSWD.chmod(0o600)
    assert machine.chpasswd("earlier-1").changed() and len(entries()) == 1


def test_log_and_output_have_no_hash_and_no_password(machine):
    machine.policy(RULES + "history = 2\n")
    remember("earlier-1")
    result = machine.passwd(OLD_PASSWORD, "earlier-1", "new-password", "new-password")
    text = result.text + "\n".join(machine.log)
    assert not [piece for piece in re.findall(r"[^$,:\n]{20,}", OPASSWD.read_text()) if piece in text]
    assert "earlier-1" not in "\n".join(machine.log)
