"""What happens where the policy, a list, the module or memory is missing: no password passes, and slapd goes
on."""

import base64
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from manual import Page
from oracle import BROKEN_FOR_USERS, LIST_PATH, NO_VERDICT, POLICY, POLICY_PATH, mend
from slapd_server import (ADMIN, ADMIN_PASSWORD, IS_2_5, MODULE, OVERLAY, POLICY_ENTRY, SUFFIX, SUFFIX_OF_EXAMPLES, Server, dn,
                          example, without_file)
from valgrind_reports import errors_of
from worlds import plan_fault

GOOD, OTHER = "kizzek-4ohjur-qiThor", "mibdur-7xotyn-Vaqcef"
# slapd's own text, if no module gave one.
SLAPD_TEXT = "Password fails quality checking policy"


def is_checked(server: Server) -> bool:
    answer = server.set_password("Ab1")
    return not answer.is_accepted and "at least 12 characters" in answer.text


@pytest.mark.parametrize("damage, logged", BROKEN_FOR_USERS.values(), ids=BROKEN_FOR_USERS)
def test_unusable_policy_refuses_and_is_logged(debian, damage, logged):
    whole = debian.path(LIST_PATH).read_bytes()
    with Server(debian) as server:
        assert server.set_password(GOOD).is_accepted
        damage(debian)
        before = len(server.own_lines())
        answer = server.set_password(OTHER)
        assert (answer.is_accepted, answer.text) == (False, NO_VERDICT) and server.is_password(GOOD)
        [line] = server.own_lines()[before:]
        assert re.search(rf"slapd\[\d+\]: passwordrules: .*{logged}", line)
        assert "Password change for ldap user bob refused. (employeeNumber=0,ou=people,dc=nodomain)" in line
        assert OTHER not in "\n".join(server.log())
        # Once the fault is repaired, passwords can be set.
        mend(debian, whole)
        assert server.set_password(OTHER).is_accepted


# ---- Another policy file ----


def with_argument(server: Server, value: str) -> None:
    done = server.modify(f"dn: {POLICY_ENTRY}\nchangetype: modify\nreplace: pwdCheckModuleArg\npwdCheckModuleArg: {value}\n")
    assert done.is_accepted, done.output


def test_argument_names_another_file(debian):
    debian.write("/etc/security/directory.conf", "rules = minlength: 30;\n")
    with Server(debian) as server:
        with_argument(server, "/etc/security/directory.conf")
        assert server.set_password(GOOD).text == "The password does not meet the rules: at least 30 characters."
        assert server.set_password(GOOD + "-mibdur-xotyn").is_accepted


@pytest.mark.parametrize("value", ["/etc/security/nowhere.conf", "directory.conf", "minlength: 3"])
def test_argument_that_names_no_file_refuses(debian, value):
    with Server(debian) as server:
        with_argument(server, value)
        assert server.set_password(GOOD).text == NO_VERDICT
        assert f"passwordrules: {value}: " in server.own_lines()[-1]


# ---- The module and its configuration ----


def test_missing_module_file(debian):
    without_file(debian, MODULE)
    with Server(debian) as server:
        # 2.6 loads it when it starts.
        assert server.is_started == IS_2_5
        if IS_2_5:
            answer = server.set_password(GOOD)
            assert (answer.is_accepted, answer.text) == (False, SLAPD_TEXT)
    assert any(f"lt_dlopen failed: ({MODULE})" in line or f"lt_dlopen({MODULE}) failed" in line for line in debian.log())


def test_missing_library_is_an_error(debian):
    for path in debian.path("/usr/lib").glob("*/libpasswordrules.so.1"):
        path.unlink()
    with Server(debian) as server:
        assert server.is_started == IS_2_5
        assert not IS_2_5 or server.set_password(GOOD).text == SLAPD_TEXT


@pytest.mark.skipif(IS_2_5, reason="2.5 has no switch")
def test_policy_without_a_module_refuses(debian):
    with Server(debian) as server:
        assert server.configure(f"dn: {OVERLAY}\nchangetype: modify\ndelete: olcPPolicyCheckModule\n").is_accepted
        assert server.set_password(GOOD).text == SLAPD_TEXT
        assert server.is_running


@pytest.mark.skipif(IS_2_5, reason="the attribute is 2.5's")
def test_attribute_of_2_5_is_ignored_by_2_6(debian):
    with Server(debian) as server:
        # Makes the directory look like one from slapd 2.5. Clients of 2.6 cannot add this attribute.
        assert server.configure(f"dn: {OVERLAY}\nchangetype: modify\ndelete: olcPPolicyCheckModule\n").is_accepted
        assert server.modify(f"dn: {POLICY_ENTRY}\nchangetype: modify\ndelete: pwdUseCheckModule\n-\nadd: pwdCheckModule\n"
                             f"pwdCheckModule: {MODULE}\n", ADMIN, ADMIN_PASSWORD, "-e", "relax").is_accepted
    with Server(debian) as server:
        assert server.set_password("Ab1").is_accepted and server.own_lines() == []
        # As the manual says.
        assert server.configure(example("module-2.6.ldif")).is_accepted
        upgraded = Page("passwordrules-slapd.5").examples("upgraded")[0].replace(SUFFIX_OF_EXAMPLES, SUFFIX)
        assert server.modify(upgraded + "\n").is_accepted
        assert is_checked(server)


def test_module_is_unloaded_and_loaded_again(debian):
    if IS_2_5:
        entry, attribute = POLICY_ENTRY, "pwdCheckModule"
    else:
        entry, attribute = OVERLAY, "olcPPolicyCheckModule"
    with Server(debian) as server:
        change = server.modify if IS_2_5 else server.configure
        for _ in range(20):
            assert change(f"dn: {entry}\nchangetype: modify\ndelete: {attribute}\n").is_accepted
            assert not is_checked(server)
            assert change(f"dn: {entry}\nchangetype: modify\nadd: {attribute}\n{attribute}: {MODULE}\n").is_accepted
            assert is_checked(server) and server.set_password(GOOD).is_accepted


@pytest.mark.parametrize("quality, is_accepted", [(0, True), (1, False), (2, False)])
def test_quality_of_ppolicy(debian, quality, is_accepted):
    with Server(debian) as server:
        assert server.modify(f"dn: {POLICY_ENTRY}\nchangetype: modify\nreplace: pwdCheckQuality\npwdCheckQuality: {quality}\n"
                             ).is_accepted
        assert server.set_password("Ab1").is_accepted == is_accepted
        # slapd cannot check a hash.
        assert server.replace_password("{SSHA}" + "A" * 40).is_accepted == (quality < 2)


def test_no_account_database_is_asked(debian):
    # The machine has a user of the same name, and the policy has sections for names and groups.
    debian.write(POLICY_PATH, POLICY + "".join(
        f"[{head}]\nrules = minlength: 40;\n" for head in ("group staff", "service ldap group staff", "user bob")))
    debian.run("useradd", "--groups", "staff", "--comment", "Tortoise", "bob")
    with Server(debian) as server:
        assert server.set_password("zk4-tortoise-vq7-hjx").is_accepted


# ---- The log ----


def test_no_line_has_a_password(debian):
    weak = ["Tortoise-", "carol-carol-carol", "Zürich-", "aaaaaaaaaaaaaaaaaaa", "{CLEARTEXT}Zurich-"]
    with Server(debian) as server:
        assert server.configure("dn: cn=config\nchangetype: modify\nreplace: olcLogLevel\nolcLogLevel: stats stats2 config ACL\n"
                                ).is_accepted
        for policy in (POLICY, POLICY + "enforce = warn\n", POLICY + "enforce = audit\n", "rules = x;\n"):
            debian.write(POLICY_PATH, policy)
            for password in (*weak, GOOD):
                server.set_password(password)
                server.replace_password(password)
        log = "\n".join(server.log())
    assert log.count("passwordrules: ") >= 6 * len(weak)
    assert [password for password in (*weak, GOOD) if password.removeprefix("{CLEARTEXT}") in log] == []


def test_line_feeds_in_names_cannot_forge_lines(debian):
    forged = base64.b64encode(b"bob\nslapd[1]: passwordrules: forged").decode()
    with Server(debian) as server:
        number = "5\\0Aslapd[1]: passwordrules: forged"
        names = "".join(f"{attribute}:: {forged}\n" for attribute in ("uid", "cn", "sn"))
        assert server.add(f"dn: {dn(number)}\nobjectClass: inetOrgPerson\n{names}").is_accepted
        answer = server.set_password("Ab1", number)
        assert not answer.is_accepted and "at least 12 characters" in answer.text, answer.output
        [line] = server.own_lines()
        assert "new password for ldap user bob?slapd[1]:?passwordrules:?forged refused: " in line and "\n" not in line
        assert [line for line in server.log() if line.startswith("slapd[1]")] == []


# ---- Memory ----


def with_fault(debian, fault_so, at: int, onwards: bool) -> Server:
    return Server(debian, environment=plan_fault(debian, fault_so, at, onwards))


@pytest.mark.parametrize("at", [1, 2, 3, 5, 10, 20, 50, *(pytest.param(at, marks=pytest.mark.long) for at in range(75, 800, 25))])
def test_failed_allocation_refuses_the_change(debian, fault_so, at):
    with with_fault(debian, fault_so, at, onwards=False) as server:
        assert server.is_started
        answers = [server.set_password(password) for password in (GOOD, OTHER) * 2]
        assert debian.read("/run/report"), "the count ran out"
        # Only one change meets the fault.
        [refused] = [answer for answer in answers if not answer.is_accepted]
        assert refused.text == NO_VERDICT
        assert re.search(r"passwordrules: .*(memory|Refused|refused)", server.own_lines()[0])
        assert is_checked(server) and server.is_running


def test_exhausted_memory_refuses_every_change(debian, fault_so):
    with with_fault(debian, fault_so, 1, onwards=True) as server:
        assert server.is_started
        for password in (GOOD, OTHER, "weak"):
            assert server.set_password(password).text == NO_VERDICT
        assert re.search(r"passwordrules: .*out of memory", server.own_lines()[0], re.IGNORECASE) and server.is_running


# ---- Changes at once ----


@pytest.fixture(scope="session")
def changes_at_once(tmp_path_factory):
    path = tmp_path_factory.mktemp("slapd") / "changes_at_once"
    subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", "-O2", "-o", path, Path(__file__).parent / "changes_at_once.c", "-pthread"],
                   check=True)
    return path


def test_changes_at_once_do_not_end_slapd_2_5(fresh, changes_at_once):
    """2.5 opens and closes the module for each password, from all threads, with a library that is made for
    one."""
    shutil.copy(changes_at_once, fresh.path("/usr/bin/changes_at_once"))
    done = fresh.run("changes_at_once", MODULE, "200000", check=False)
    assert (done.returncode, done.stdout) == (0, "")

# ---- Valgrind ----


def test_valgrind_finds_nothing_in_the_module(debian):
    options = ["valgrind", "--error-exitcode=0", "--log-file=/var/log/valgrind.%p", "--num-callers=40", "--leak-check=full"]
    with Server(debian, prefix=options) as server:
        assert server.is_started
        given = [(GOOD, True), ("Ab1", False), ("Zürich-4ohjur-qi", True), ("zk4-builder-vq7", False), ("password1234", False)]
        assert [server.set_password(password).is_accepted for password, _ in given] == [accepted for _, accepted in given]
        assert not server.replace_password("{CLEARTEXT}zk4vq7hjxbw").is_accepted
        debian.write(POLICY_PATH, "rules = x;\n")
        assert server.set_password(GOOD).text == NO_VERDICT
    reports = "\n".join(path.read_text() for path in debian.path("/var/log").glob("valgrind.*"))
    assert errors_of(reports, "Slapd") == []
