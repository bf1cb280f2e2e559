"""What happens where the policy, a list, the plugin or memory is missing: no password passes, and the server
goes on."""

import re

import pytest
from mariadb_server import CONFIGURATION, ENABLE, Answer, Server, quoted
from oracle import BROKEN_FOR_USERS, LIST_PATH, NO_VERDICT, POLICY, POLICY_PATH, mend
from test_mariadb_statements import POLICY_ERROR
from valgrind_reports import errors_of
from worlds import plan_fault

GOOD, OTHER = "kizzek-4ohjur-qiThor", "mibdur-7xotyn-Vaqcef"
PLUGIN = "/usr/lib/mysql/plugin/passwordrules.so"
INCLUDED = "/usr/share/passwordrules/mariadb.cnf"
IS_LOADED = "SELECT COUNT(*) FROM information_schema.plugins WHERE plugin_name = 'passwordrules' AND plugin_status = 'ACTIVE'"


def set_password(server, password=GOOD) -> Answer:
    [answer] = server.change(f"CREATE OR REPLACE USER bob IDENTIFIED BY {quoted(password)}")
    return answer


def is_checked(server) -> bool:
    return not set_password(server, "Ab1").is_accepted


# ---- The policy and its lists ----



@pytest.mark.parametrize("damage, logged", BROKEN_FOR_USERS.values(), ids=BROKEN_FOR_USERS)
def test_unusable_policy_refuses_and_is_logged(debian, damage, logged):
    whole = debian.path(LIST_PATH).read_bytes()
    with Server(debian) as server:
        assert set_password(server).is_accepted
        damage(debian)
        before = len(server.log())
        answer = set_password(server)
        assert (answer.warnings[0], answer.errors[0]) == (NO_VERDICT, POLICY_ERROR)
        [line] = [line for line in server.log()[before:].splitlines() if "passwordrules:" in line]
        assert re.search(rf"\[ERROR\] mariadbd: passwordrules: .*{logged}", line)
        assert line.endswith("Password change for mariadb user bob refused.") and GOOD not in line
        # Once the fault is repaired, passwords can be set.
        mend(debian, whole)
        assert set_password(server).is_accepted


# ---- The plugin and its configuration ----


def test_server_needs_the_plugin_file(debian):
    debian.path(PLUGIN).unlink()
    with Server(debian) as server:
        assert not server.is_started
    assert "unknown variable 'passwordrules=FORCE_PLUS_PERMANENT'" in server.log()


def test_server_needs_the_library(debian):
    for path in debian.path("/usr/lib").glob("*/libpasswordrules.so.1"):
        path.unlink()
    with Server(debian) as server:
        assert not server.is_started
    assert "libpasswordrules.so.1: cannot open shared object file" in server.log()


def test_server_without_the_second_line_checks_nothing(debian):
    debian.write(INCLUDED, debian.read(INCLUDED).replace("passwordrules = FORCE_PLUS_PERMANENT", ""))
    debian.path(PLUGIN).unlink()
    with Server(debian) as server:
        assert server.is_started and not is_checked(server)
    assert "Couldn't load plugins from 'passwordrules.so'." in server.log()


def test_disabled_plugin_checks_nothing(fresh):
    with Server(fresh) as server:
        assert server.query(IS_LOADED) == "0" and not is_checked(server)


def test_required_plugin_cannot_be_unloaded(debian):
    with Server(debian) as server:
        for statement in ("UNINSTALL PLUGIN passwordrules", "UNINSTALL SONAME 'passwordrules'"):
            [answer] = server.change(statement)
            assert answer.errors == ["Plugin 'passwordrules' is force_plus_permanent and can not be unloaded"]
        assert is_checked(server)


def test_plugin_is_unloaded_and_loaded_again(fresh):
    with Server(fresh) as server:
        for _ in range(20):
            server.query("INSTALL SONAME 'passwordrules'")
            assert is_checked(server) and set_password(server).is_accepted
            server.query("UNINSTALL SONAME 'passwordrules'")
            assert not is_checked(server)


def test_plugin_is_unloaded_while_passwords_are_set(fresh):
    with Server(fresh) as server:
        server.query("INSTALL SONAME 'passwordrules'")
        clients = [server.begin([f"CREATE OR REPLACE USER u{number} IDENTIFIED BY {quoted(GOOD)}"] * 100) for number in range(4)]
        for _ in range(20):
            server.change("UNINSTALL SONAME 'passwordrules'", "INSTALL SONAME 'passwordrules'")
        for client in clients:
            client.communicate()
        assert server.is_running and is_checked(server)


def test_empty_passwords_by_the_variable(debian):
    debian.write(CONFIGURATION, debian.read(CONFIGURATION).replace("#loose_", "loose_"))
    with Server(debian) as server:
        assert server.query("SELECT @@passwordrules_allow_empty") == "1"
        answers = server.change("CREATE USER one", "CREATE USER two IDENTIFIED BY ''", "ALTER USER one IDENTIFIED BY ''")
        assert all(answer.is_accepted for answer in answers)
        assert is_checked(server)
        # Even where no password can be judged.
        debian.path(POLICY_PATH).unlink()
        assert server.change("CREATE USER three")[0].is_accepted and not set_password(server).is_accepted


def test_small_stack_is_enough(debian):
    # The smallest stack that the server accepts.
    with Server(debian, "--thread-stack=131072") as server:
        assert is_checked(server) and set_password(server).is_accepted
        assert server.is_running


# ---- The server's logs ----


def test_no_line_of_ours_has_a_password(debian):
    weak = ["Tortoise-", "carol-carol-carol", "Zürich-", "aaaaaaaaaaaaaaaaaaa"]
    with Server(debian, "--log-warnings=9") as server:
        for policy in (POLICY, POLICY + "enforce = warn\n", POLICY + "enforce = audit\n", "rules = x;\n"):
            debian.write(POLICY_PATH, policy)
            for password in (*weak, GOOD):
                set_password(server, password)
        log = server.log()
    assert log.count("passwordrules: ") >= 3 * len(weak)
    assert [password for password in (*weak, GOOD) if password in log] == []
    assert debian.log() == []


# ---- Memory ----


def with_fault(debian, fault_so, at: int, onwards: bool) -> Server:
    return Server(debian, environment=plan_fault(debian, fault_so, at, onwards))


@pytest.mark.parametrize("at", [1, 2, 3, 5, 10, 20, 50, *(pytest.param(at, marks=pytest.mark.long) for at in range(75, 800, 25))])
def test_failed_allocation_refuses_the_change(debian, fault_so, at):
    with with_fault(debian, fault_so, at, onwards=False) as server:
        assert server.is_started, server.log()
        answers = [set_password(server, password) for password in (GOOD, OTHER) * 2]
        assert debian.read("/run/report"), "the count ran out"
        # Only one change meets the fault.
        [refused] = [answer for answer in answers if not answer.is_accepted]
        assert "cannot be" in refused.warnings[0]
        assert re.search(r"\[ERROR\] mariadbd: passwordrules: .*(memory|Refused|refused)", server.log())
        assert is_checked(server) and server.is_running


def test_exhausted_memory_refuses_every_change(debian, fault_so):
    with with_fault(debian, fault_so, 1, onwards=True) as server:
        assert server.is_started, server.log()
        for password in (GOOD, OTHER, "weak"):
            answer = set_password(server, password)
            assert not answer.is_accepted and "cannot be" in answer.warnings[0]
        assert re.search(r"passwordrules: .*out of memory", server.log(), re.IGNORECASE) and server.is_running


# ---- Valgrind ----


def test_valgrind_finds_nothing_in_the_plugin(debian):
    options = ["valgrind", "--error-exitcode=0", "--log-file=/var/log/valgrind.log", "--num-callers=40", "--leak-check=full"]
    with Server(debian, "--skip-innodb", "--default-storage-engine=Aria", prefix=options) as server:
        assert server.is_started, server.log()
        for password in (GOOD, "Ab1", "", "Zürich-4ohjur-qi"):
            set_password(server, password)
    assert errors_of(debian.read("/var/log/valgrind.log"), "MariaDB") == []


def test_manual_enables_the_module(fresh):
    assert "#!include" in fresh.read(CONFIGURATION)
    fresh.run("sh", "-c", ENABLE)
    assert "\n!include" in fresh.read(CONFIGURATION)
