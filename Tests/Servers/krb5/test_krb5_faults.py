"""If the policy, a list or memory is missing, kadmind refuses changes, logs why, and keeps running. If the module is
missing, changes are not checked."""

import re

import pytest
from krb5_realm import GOOD, OTHER, Answer, Server, local_password, module
from oracle import BROKEN, LIST_PATH, NO_VERDICT, POLICY_PATH, mend
from valgrind_reports import errors_of
from worlds import plan_fault

UNSPECIFIED = "Unspecified password quality failure"


def is_checked(server: Server) -> bool:
    return server.set_password("xkw4-qz") == Answer(False, "Password is too short")


@pytest.mark.parametrize("damage, logged", BROKEN.values(), ids=BROKEN)
def test_unusable_policy_refuses_and_is_logged(debian, damage, logged):
    whole = debian.path(LIST_PATH).read_bytes()
    damage(debian)
    # kadmind still starts.
    with Server(debian) as server:
        assert server.set_password(OTHER) == Answer(False, UNSPECIFIED)
        [line, *_] = server.own_lines()
        assert re.search(rf"kadmind\[\d+\]\(Error\): passwordrules: .*{logged}", line), line
        assert line.endswith("Password change for kerberos user bob refused.")
        assert f"rejected password for bob@EXAMPLE.ORG: {NO_VERDICT}" in server.log()
        answer = server.kpasswd(GOOD, OTHER)
        assert not answer.is_accepted and UNSPECIFIED in answer.text
        assert local_password(debian, OTHER) == Answer(False, NO_VERDICT)
        assert OTHER not in server.log() and server.is_password("bob", GOOD)
        # Once the fault is repaired, passwords can be set.
        mend(debian, whole)
        assert server.set_password(OTHER).is_accepted and is_checked(server)


# ---- The module and its configuration ----


def without_module(debian) -> None:
    module(debian).unlink()


def without_library(debian) -> None:
    for path in debian.path("/usr/lib").glob("*/libpasswordrules.so.1"):
        path.unlink()


@pytest.mark.parametrize("remove", [without_module, without_library])
def test_unloadable_module_is_ignored_silently(debian, remove):
    # As the manual says.
    remove(debian)
    with Server(debian) as server:
        assert server.set_password("weak").is_accepted and local_password(debian, "weak2").is_accepted
        assert "passwordrules" not in server.log()


def test_module_is_unloaded_and_loaded_again(debian):
    file = module(debian)
    away = file.with_suffix(".away")
    for _ in range(3):
        with Server(debian) as server:
            assert is_checked(server) and server.set_password(GOOD).is_accepted
            # A running server keeps the file that it has loaded.
            file.rename(away)
            assert is_checked(server)
            assert server.stop() == 0
        with Server(debian) as server:
            assert server.set_password("weak").is_accepted
        away.rename(file)


def test_unknown_interface_version_is_refused(debian):
    # No such Kerberos exists, so the module is called directly.
    code = ("import ctypes; m = ctypes.CDLL('%s'); t = (ctypes.c_void_p * 4)(); "
            "print(m.pwqual_passwordrules_initvt(None, 2, 1, t) != 0, not any(t), "
            "m.pwqual_passwordrules_initvt(None, 1, 1, t), ctypes.string_at(t[0]).decode(), t[1])")
    inside = "/" + str(module(debian).relative_to(debian.root))
    assert debian.run("python3", "-c", code % inside).stdout == "True True 0 passwordrules None\n"


# ---- Memory ----


def with_fault(debian, fault_so, at: int, onwards: bool) -> Server:
    return Server(debian, environment=plan_fault(debian, fault_so, at, onwards))


@pytest.mark.parametrize("at", [1, 2, 3, 5, 10, 20, 50, *(pytest.param(at, marks=pytest.mark.long) for at in range(75, 800, 25))])
def test_failed_allocation_refuses_the_change(debian, fault_so, at):
    with with_fault(debian, fault_so, at, onwards=False) as server:
        answers = [server.set_password(password) for password in (GOOD, OTHER) * 2]
        assert debian.read("/run/report"), "the count ran out"
        # Only one change meets the fault.
        assert [answer for answer in answers if not answer.is_accepted] == [Answer(False, UNSPECIFIED)]
        assert re.search(r"passwordrules: .*(memory|Refused|refused)", server.own_lines()[0])
        assert is_checked(server) and server.is_running


def test_exhausted_memory_refuses_every_change(debian, fault_so):
    with with_fault(debian, fault_so, 1, onwards=True) as server:
        for password in (GOOD, OTHER, "weak"):
            assert server.set_password(password) == Answer(False, UNSPECIFIED)
        assert re.search(r"passwordrules: .*out of memory", server.own_lines()[0], re.IGNORECASE) and server.is_running


# ---- Valgrind ----


def test_valgrind_finds_nothing_in_the_module(debian):
    options = ["valgrind", "--error-exitcode=0", "--log-file=/var/log/valgrind.%p", "--num-callers=40", "--leak-check=full"]
    with Server(debian, prefix=options) as server:
        given = [(GOOD, True), ("xkw4-qz", False), ("zk4-bob-vq7hjxwq", False), ("password1234", False)]
        assert [server.set_password(password).is_accepted for password, _ in given] == [accepted for _, accepted in given]
        assert server.kpasswd(GOOD, OTHER).is_accepted
        debian.write(POLICY_PATH, "rules = x;\n")
        assert not server.set_password(GOOD).is_accepted
    reports = "\n".join(path.read_text() for path in debian.path("/var/log").glob("valgrind.*"))
    assert errors_of(reports, "Krb5") == []
