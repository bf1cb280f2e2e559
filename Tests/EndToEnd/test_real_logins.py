"""Logins with a password that was found on a list after it was set. pam_unix is the real module. A program that calls
libpam plays the part of sshd, login and others."""

import fcntl
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from logins import ACCOUNT, AUTH, log_in, write_stacks
from machine import COUNTS, OLD_PASSWORD, USER, USER_ID, write
from private import MS_BIND, MS_RDONLY, MS_REMOUNT, mount, unmount

LIST = Path("/etc/security/leaked.blocklist")
OPASSWD = Path("/etc/security/opasswd")
OTHER_LIST = Path("/etc/security/other.blocklist")
POLICY = f"rules = minlength: 8;\nusername =\nsuggest = no\nblocklist = {LIST}\n"
CHANGE, WARN = POLICY + "at-login = change\n", POLICY + "at-login = warn\n"
UNLISTED = "Another-Passw0rd-of-Alice"

PLEASE_CHANGE = "Your password is common or has been leaked, and attackers try such passwords first. Please change it."
PLEASE_CHOOSE = "Your password is common or has been leaked, and attackers try such passwords first. Please choose another."
PASSES = ["PAM_SUCCESS"] * 3
ASKS = ["PAM_SUCCESS", "PAM_SUCCESS", "PAM_NEW_AUTHTOK_REQD"]


@pytest.fixture
def machine(machine):
    """alice's password is on a list, and sshd, login and su have the lines of our profile."""
    build_list(machine, LIST, OLD_PASSWORD)
    for service in ("sshd", "login", "su"):
        write_stacks(machine, service)
    machine.policy(CHANGE)
    yield machine
    for path in (LIST, OTHER_LIST):
        path.unlink(missing_ok=True)


def build_list(machine, path, *passwords):
    words = Path("/dev/shm/words")
    words.write_text("".join(f"{password}\n" for password in passwords))
    subprocess.run([machine.tool, "blocklist", "build", "--match", "exact", "-o", path, words], check=True, capture_output=True)
    path.chmod(0o644)


def elsewhere(machine):
    """The lines of a module that accepts every password, in place of a module for a directory."""
    return f"auth required {machine.module.replace('pam_passwordrules', 'tests/pam_witness')} login\nauth optional OURS\n"


def warns(login):
    return login.statuses == PASSES and login.text == PLEASE_CHANGE


def asks(login):
    return login.statuses == ASKS and login.text == PLEASE_CHOOSE


# ---- What the user notices ----


@pytest.mark.parametrize("action, expected, message", [("no", PASSES, ""), ("warn", PASSES, PLEASE_CHANGE), ("change", ASKS, PLEASE_CHOOSE)])
def test_listed_password(machine, action, expected, message):
    machine.policy(POLICY + f"at-login = {action}\n")
    login = log_in(machine, OLD_PASSWORD)
    assert (login.statuses, login.text, login.log) == (expected, message, [])


@pytest.mark.parametrize("action", ["no", "warn", "change"])
def test_unlisted_password_is_not_noticed(machine, action):
    build_list(machine, LIST, UNLISTED)
    machine.policy(POLICY + f"at-login = {action}\n")
    login = log_in(machine, OLD_PASSWORD)
    assert (login.statuses, login.shown, login.log) == (PASSES, [], [])


def test_change_in_the_login_ends_the_matter(machine):
    login = log_in(machine, OLD_PASSWORD, OLD_PASSWORD, UNLISTED, UNLISTED, steps="ac!pcs", options=("--expired",))
    assert login.statuses == ["PAM_SUCCESS", "PAM_NEW_AUTHTOK_REQD", *PASSES]
    assert login.prompts == ["Password: ", "Current password: ", "New password: ", "Retype new password: "]
    login = log_in(machine, UNLISTED)
    assert (login.statuses, login.shown) == (PASSES, [])


def test_listed_password_cannot_be_chosen_again(machine):
    build_list(machine, LIST, OLD_PASSWORD, UNLISTED)
    login = log_in(machine, OLD_PASSWORD, OLD_PASSWORD, UNLISTED, "third-Passw0rd", "third-Passw0rd", steps="ac!p", options=("--expired",))
    assert login.statuses == ["PAM_SUCCESS", "PAM_NEW_AUTHTOK_REQD", "PAM_SUCCESS"]
    assert "is a common or leaked password" in login.text


@pytest.mark.parametrize("service, setting, expected", [
    ("login", "", asks), ("su", "", warns),
    ("login", "at-login-services = sshd\n", warns), ("sshd", "at-login-services = none\n", warns),
    ("kiosk", "at-login-services = kiosk\n", asks),
])
def test_only_named_services_ask(machine, service, setting, expected):
    write_stacks(machine, service)
    machine.policy(CHANGE + setting)
    assert expected(log_in(machine, OLD_PASSWORD, service=service))


@pytest.mark.parametrize("service", ["su", "sudo", "cron", "polkit-1", "dovecot", "xscreensaver", "kde"])
def test_services_that_cannot_ask_cannot_be_named(machine, service):
    machine.policy(CHANGE + f"at-login-services = sshd, {service}\n")
    done = subprocess.run([machine.tool, "policy", "--check"], check=False, capture_output=True, text=True)
    assert done.returncode != 0 and "services that can change a password at a login" in done.stderr + done.stdout


def test_silent_program_shows_nothing(machine):
    machine.policy(WARN)
    assert log_in(machine, OLD_PASSWORD, options=("--silent",)).shown == []


def test_message_is_one_of_short_lines(machine):
    """A login screen may show only the last of several messages."""
    [message] = log_in(machine, OLD_PASSWORD).shown
    assert max(map(len, message.splitlines())) <= 40 and message.count("\n") == 2


def test_message_comes_once(machine):
    assert log_in(machine, OLD_PASSWORD, steps="ac!c").shown == log_in(machine, OLD_PASSWORD, steps="ac").shown
    assert log_in(machine, OLD_PASSWORD, steps="ac!c").statuses[1:] == ["PAM_NEW_AUTHTOK_REQD"] * 2


# ---- What a guess reveals ----


def test_wrong_guess_does_not_learn_whether_it_is_listed(machine):
    build_list(machine, LIST, OLD_PASSWORD, "listed-guess")
    for steps in ("a", "ac", "a!c"):
        listed = log_in(machine, "listed-guess", steps=steps)
        assert listed == log_in(machine, "unlisted-guess", steps=steps)
        assert listed.statuses[0] == "PAM_AUTH_ERR" and listed.shown == [] and listed.log == []


def test_next_authentication_forgets_the_last_one(machine):
    for second in ("unlisted-guess", OLD_PASSWORD):
        login = log_in(machine, OLD_PASSWORD, second, steps="a!ac")
        assert login.statuses[1:] == (["PAM_AUTH_ERR"] if second != OLD_PASSWORD else ["PAM_SUCCESS", "PAM_NEW_AUTHTOK_REQD"])
    # Some programs ask for the account even then. In this stack, our line is reached after a failure, too.
    write_stacks(machine, "sshd", auth="auth required pam_unix.so nodelay\nauth optional OURS\n")
    assert log_in(machine, OLD_PASSWORD, "unlisted-guess", steps="a!a!c").shown == []


def test_result_is_for_one_user_alone(machine):
    write_stacks(machine, "sshd", account="account optional OURS\naccount required pam_permit.so\n")
    assert log_in(machine, OLD_PASSWORD, steps="ac").text == PLEASE_CHOOSE
    assert log_in(machine, OLD_PASSWORD, steps="auc").shown == []


def test_without_a_typed_password_nothing_happens(machine):
    """After a login with a key, sshd calls only pam_acct_mgmt."""
    assert log_in(machine, steps="c").shown == []
    write_stacks(machine, "sshd", auth="auth required pam_permit.so\nauth optional OURS\n")
    login = log_in(machine)
    assert (login.statuses, login.shown, login.log) == (PASSES, [], [])


@pytest.mark.parametrize("action", ["no", "warn", "change"])
def test_module_never_lets_anybody_in(machine, action):
    """A stack with only our line always fails, because our module never returns success."""
    machine.policy(POLICY + f"at-login = {action}\n")
    write_stacks(machine, "sshd", auth="auth sufficient OURS\n", account="account sufficient OURS\n")
    assert log_in(machine, OLD_PASSWORD, steps="a!c!s").statuses == ["PAM_PERM_DENIED"] * 3
    write_stacks(machine, "sshd", account="account sufficient OURS\n")
    statuses = log_in(machine, OLD_PASSWORD, steps="ac").statuses
    assert statuses == ["PAM_SUCCESS", "PAM_NEW_AUTHTOK_REQD" if action == "change" else "PAM_PERM_DENIED"]


# ---- A new password is asked for only where a change can succeed ----


def today():
    return int(subprocess.run(["date", "+%s"], check=True, capture_output=True, text=True).stdout) // 86400


@pytest.mark.parametrize("last_change, minimum, expected", [
    (today() - 5, 6, warns), (today() - 6, 6, asks), (today() - 6, 0, asks), (today(), 0, asks), (today(), 1, warns),
    # pam_unix counts from the day before 1970 if there is no day, and takes more than nine digits and a sign.
    ("", 0, asks), ("", 99999, warns), (today() - 6, 2000000000, warns), (today() - 6, "+99999", warns),
])
def test_minimum_age(machine, last_change, minimum, expected):
    machine.age(last_change, minimum, 99999)
    assert expected(log_in(machine, OLD_PASSWORD))


def test_expired_accounts_and_passwords_are_left_to_pam_unix(machine):
    machine.age(0, 0, 99999)
    login = log_in(machine, OLD_PASSWORD)
    assert login.statuses == ASKS and "required to change your password immediately" in login.text and PLEASE_CHOOSE not in login.text
    shadow = Path("/etc/shadow")
    write(shadow, re.sub(rf"(?m)^({USER}:.*):7:::$", r"\1:7::1:", shadow.read_text()))
    login = log_in(machine, OLD_PASSWORD)
    assert login.statuses[-1] == "PAM_AUTH_ERR" and "Your account has expired" in login.text and PLEASE_CHOOSE not in login.text


def test_user_whose_password_is_elsewhere(machine):
    """As with sssd, another module has authenticated a user whose hash is not in /etc/shadow."""
    write_stacks(machine, "sshd", auth=elsewhere(machine))
    for password in ("*", "!", ""):
        write("/etc/shadow", re.sub(rf"(?m)^{USER}:[^:]*:", f"{USER}:{password}:", Path("/etc/shadow").read_text()))
        assert warns(log_in(machine, OLD_PASSWORD)), password


def test_locked_hash_is_not_changed(machine):
    write_stacks(machine, "sshd", auth=elsewhere(machine))
    assert asks(log_in(machine, OLD_PASSWORD))
    write("/etc/shadow", Path("/etc/shadow").read_text().replace(f"{USER}:$", f"{USER}:!$"))
    assert warns(log_in(machine, OLD_PASSWORD))


def check_that_only_warns(machine, arrange, cause):
    """Before and after what is arranged, a new password is asked for; meanwhile, the log has the cause."""
    assert asks(log_in(machine, OLD_PASSWORD))
    restore = arrange()
    try:
        login = log_in(machine, OLD_PASSWORD)
    finally:
        restore()
    assert warns(login) and login.log == [f"passwords at logins: {cause}"]
    assert asks(log_in(machine, OLD_PASSWORD))


def make_read_only(folder):
    mount(folder, folder, flags=MS_BIND)
    mount("none", folder, flags=MS_BIND | MS_REMOUNT | MS_RDONLY)
    return lambda: unmount(folder)


def make_etc_read_only():
    """Debian's root file system becomes read-only after an error."""
    return make_read_only("/etc")


def mount_shadow():
    """As containers do."""
    mount("/etc/shadow", "/etc/shadow", flags=MS_BIND)
    return lambda: unmount("/etc/shadow")


def protect_shadow():
    if subprocess.run(["chattr", "+i", "/etc/shadow"], check=False, capture_output=True).returncode != 0:
        pytest.skip("chattr does not work in this file system")
    return lambda: subprocess.run(["chattr", "-i", "/etc/shadow"], check=True)


@pytest.mark.parametrize("arrange, cause", [
    (make_etc_read_only, "/etc: Read-only file system"),
    (mount_shadow, "/etc/shadow: Device or resource busy"),
    (protect_shadow, "/etc/shadow: Operation not permitted"),
])
def test_hash_that_cannot_be_replaced(machine, arrange, cause):
    check_that_only_warns(machine, arrange, cause)


def mount_read_only():
    return make_read_only("/etc/security")


def put_folder_there():
    OPASSWD.unlink(missing_ok=True)
    OPASSWD.mkdir()
    return OPASSWD.rmdir


def make_writable_for_others():
    OPASSWD.touch()
    OPASSWD.chmod(0o666)
    return OPASSWD.unlink


@pytest.mark.parametrize("arrange, cause", [
    (mount_read_only, "/etc/security: Read-only file system"),
    (put_folder_there, "/etc/security/opasswd: Invalid argument"),
    (make_writable_for_others, "/etc/security/opasswd: Operation not permitted"),
])
def test_history_that_cannot_be_saved(machine, arrange, cause):
    machine.policy(CHANGE + "history = 3\n")
    check_that_only_warns(machine, arrange, cause)


def test_lock_that_another_program_holds(machine):
    """pam_unix would try for minutes to get it."""
    with open("/etc/.pwd.lock", "w") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        login = log_in(machine, OLD_PASSWORD)
    assert warns(login) and login.log == ["passwords at logins: /etc/.pwd.lock: Device or resource busy"]
    assert asks(log_in(machine, OLD_PASSWORD))


def test_pam_unix_that_declines(machine):
    """Since Linux-PAM 1.7.2, it changes only expired passwords if the program asks for that, and has this message."""
    newer = Path("/etc/security/newer")
    newer.mkdir(exist_ok=True)
    real = next(Path("/").glob("lib*/**/security/pam_unix.so"))
    old, new = b"You must wait longer to change your password.", b"Your password is not expired."
    content = real.read_bytes()
    assert content.count(old + b"\0") == 1 and new not in content
    (newer / "pam_unix.so").write_bytes(content.replace(old, new.ljust(len(old), b"\0")))
    write_stacks(machine, "sshd", auth=AUTH.replace("pam_unix", f"{newer}/pam_unix"), account=ACCOUNT.replace("pam_unix", f"{newer}/pam_unix"))
    assert warns(log_in(machine, OLD_PASSWORD))
    shutil.rmtree(newer)


def test_password_module_that_is_not_pam_unix(machine):
    write_stacks(machine, "sshd", auth=elsewhere(machine),
                 account="account required pam_permit.so\naccount [new_authtok_reqd=ok default=ignore] OURS\n")
    path = Path("/etc/pam.d/sshd")
    write(path, path.read_text().replace("@include common-password\n", "password required pam_permit.so\n"))
    # libpam loads the modules of this file as well.
    other = Path("/etc/pam.d/other")
    lines = other.read_text()
    write(other, "auth required pam_deny.so\n")
    login = log_in(machine, OLD_PASSWORD)
    write(other, lines)
    assert warns(login)


def test_unprivileged_program_warns_and_counts_nothing(machine):
    """A screen locker runs as its user: it cannot read /etc/shadow, and pam_unix asks its helper."""
    machine.policy(CHANGE + "at-login-services = locker\n")
    write_stacks(machine, "locker")
    os.chmod("/dev/shm", 0o1777)
    login = log_in(machine, OLD_PASSWORD, service="locker", options=("--uid", str(USER_ID)))
    assert login.statuses == PASSES and login.text == PLEASE_CHANGE
    assert not Path(COUNTS).exists()


# ---- Nothing refuses a login ----


def torn():
    LIST.write_bytes(LIST.read_bytes()[:-10])


def damaged():
    LIST.write_bytes(LIST.read_bytes()[:-10] + bytes(10))


@pytest.mark.parametrize("action", ["warn", "change"])
@pytest.mark.parametrize("arrange", [LIST.unlink, torn, damaged, lambda: LIST.write_bytes(b""), lambda: os.chown(LIST, 1, 1)])
def test_list_that_cannot_be_used(machine, action, arrange):
    machine.policy(POLICY + f"at-login = {action}\n")
    arrange()
    login = log_in(machine, OLD_PASSWORD)
    assert (login.statuses, login.shown) == (PASSES, [])
    assert len(login.log) == 1 and login.log[0].startswith("passwords at logins: ") and USER not in login.log[0]


def test_list_that_the_program_may_not_read(machine):
    LIST.chmod(0o600)
    os.chmod("/dev/shm", 0o1777)
    login = log_in(machine, OLD_PASSWORD, options=("--uid", str(USER_ID)))
    assert (login.statuses, login.shown, len(login.log)) == (PASSES, [], 1)
    assert asks(log_in(machine, OLD_PASSWORD))


def test_optional_list_that_is_missing(machine):
    """The other lists are still searched. While one is missing, users are warned, but need not change a password."""
    machine.policy(CHANGE + f"blocklist = optional {OTHER_LIST}\n")
    assert warns(log_in(machine, OLD_PASSWORD))
    build_list(machine, OTHER_LIST, "other")
    assert asks(log_in(machine, OLD_PASSWORD))


@pytest.mark.parametrize("word", ["", "optional "])
def test_list_that_is_damaged_inside_while_another_has_the_password(machine, word):
    """The damaged one would refuse every new password, so nobody is asked for one."""
    machine.policy(CHANGE + f"blocklist = {word}{OTHER_LIST}\n")
    build_list(machine, OTHER_LIST, "other")
    assert asks(log_in(machine, OLD_PASSWORD))
    OTHER_LIST.write_bytes(OTHER_LIST.read_bytes()[:-10] + bytes(10))
    login = log_in(machine, OLD_PASSWORD)
    assert warns(login) and len(login.log) == 1
    # The line is the same for another password.
    build_list(machine, LIST, UNLISTED)
    assert log_in(machine, OLD_PASSWORD).log == login.log


@pytest.mark.parametrize("policy", ["rules = minlen: 8;\n", "at-login = maybe\n", POLICY + "at-login-services = SSHD\n"])
def test_mistake_in_the_policy(machine, policy):
    machine.policy(policy)
    login = log_in(machine, OLD_PASSWORD)
    assert (login.statuses, login.shown, len(login.log)) == (PASSES, [], 1)
    assert login.log[0].startswith("passwords at logins: /etc/security/passwordrules.conf:") and USER not in login.log[0]


@pytest.mark.parametrize("setting", ["enforce = no\n", "local-users-only = yes\n"])
def test_users_whom_the_policy_exempts(machine, setting):
    machine.policy(CHANGE + setting)
    login = log_in(machine, OLD_PASSWORD)
    assert asks(login) if setting.startswith("local") else login.statuses == PASSES and login.shown == []


def test_section_decides_for_its_users(machine):
    machine.policy(POLICY + f"[user {USER}]\nat-login = change\n")
    assert asks(log_in(machine, OLD_PASSWORD))
    machine.policy(CHANGE + f"[user {USER}]\nat-login = no\n")
    assert log_in(machine, OLD_PASSWORD).shown == []


def test_options_of_the_line_name_the_policy(machine):
    write("/etc/security/other.conf", WARN)
    os.chmod("/etc/security/other.conf", 0o644)
    machine.policy(POLICY)
    write_stacks(machine, "sshd", arguments="config=/etc/security/other.conf")
    assert warns(log_in(machine, OLD_PASSWORD))


def test_tight_limit_refuses_no_login(machine):
    login = log_in(machine, OLD_PASSWORD, command=("prlimit", "--nofile=14"))
    assert (login.statuses, login.shown, len(login.log)) == (PASSES, [], 1)


@pytest.mark.parametrize("arrange", [None, make_etc_read_only, mount_read_only, put_folder_there, make_writable_for_others, torn])
def test_log_does_not_depend_on_whether_a_password_is_listed(machine, arrange):
    """A program logs whose password was right, by the same process."""
    machine.policy(CHANGE + "history = 3\n")
    logs = []
    for listed in (OLD_PASSWORD, UNLISTED):
        build_list(machine, LIST, listed)
        restore = arrange() if arrange else None
        try:
            logs.append(log_in(machine, OLD_PASSWORD).log)
        finally:
            if restore:
                restore()
    assert logs[0] == logs[1] and len(logs[0]) == (1 if arrange else 0)


# ---- What is kept ----


def test_counts_name_nobody(machine):
    for _ in range(3):
        log_in(machine, OLD_PASSWORD, steps="ac")
    build_list(machine, LIST, UNLISTED)
    log_in(machine, OLD_PASSWORD, steps="ac!c")
    log_in(machine, "wrong-guess", steps="a!c")
    folder = Path(COUNTS)
    assert [path.name for path in folder.iterdir()] == ["logins"]
    head, pending = (folder / "logins").read_text().splitlines()
    assert head == "passwordrules audit 1" and re.fullmatch(r"pending \S+ \S+ 4 3 blocklist=3", pending)
    assert (folder / "logins").stat().st_mode & 0o777 == 0o600


def test_counts_that_cannot_be_kept_are_logged_once(machine):
    Path(COUNTS).write_text("no folder")
    try:
        login = log_in(machine, OLD_PASSWORD)
    finally:
        Path(COUNTS).unlink()
    assert asks(login) and len(login.log) == 1 and USER not in login.log[0]


def test_log_without_list_and_counts_reveals_nothing(machine):
    """A login is counted only if it is known whether its password is listed."""
    machine.policy(CHANGE + f"blocklist = {OTHER_LIST}\n")
    build_list(machine, OTHER_LIST, "other")
    OTHER_LIST.write_bytes(OTHER_LIST.read_bytes()[:-10] + bytes(10))
    Path(COUNTS).write_text("no folder")
    try:
        listed = log_in(machine, OLD_PASSWORD)
        build_list(machine, LIST, UNLISTED)
        unlisted = log_in(machine, OLD_PASSWORD)
    finally:
        Path(COUNTS).unlink()
    assert warns(listed) and listed.log == unlisted.log and len(listed.log) == 1


def test_policies_without_at_login_count_nothing(machine):
    machine.policy(POLICY)
    log_in(machine, OLD_PASSWORD)
    assert not Path(COUNTS).exists()
