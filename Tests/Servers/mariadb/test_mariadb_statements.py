"""Statements that set passwords, and what a client is told."""

import pytest
from mariadb_server import quoted

GOOD, SHORT = "kizzek-4ohjur-qiThor", "Ab1"
POLICY_ERROR = "Your password does not satisfy the current policy requirements (passwordrules)"

STATEMENTS = {
    "create user": "CREATE USER '{user}'@'%' IDENTIFIED BY {password}",
    "create or replace": "CREATE OR REPLACE USER '{user}'@'%' IDENTIFIED BY {password}",
    "via plugin": "CREATE USER '{user}'@'%' IDENTIFIED VIA mysql_native_password USING PASSWORD({password})",
    "alter user": "ALTER USER 'bob'@'%' IDENTIFIED BY {password}",
    "set password": "SET PASSWORD FOR 'bob'@'%' = PASSWORD({password})",
    "grant": "GRANT SELECT ON test.* TO '{user}'@'%' IDENTIFIED BY {password}",
}


@pytest.fixture(scope="module", autouse=True)
def bob(server):
    server.query(f"CREATE USER 'bob'@'%' IDENTIFIED BY {quoted(GOOD)}; CREATE DATABASE IF NOT EXISTS test")


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_each_statement_checks_the_password(server, statement):
    refused, accepted = server.change(*(statement.format(user="carol", password=quoted(text)) for text in (SHORT, GOOD)))
    assert (refused.errors[0], refused.warnings[0]) == (POLICY_ERROR, "The password needs 9 more characters (3 of 12).")
    assert accepted.is_accepted and accepted.warnings == []
    server.query("DROP USER IF EXISTS 'carol'@'%'")


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_refused_password_is_not_set(server, statement):
    server.change(statement.format(user="carol", password=quoted(SHORT)))
    assert server.query(f"SELECT COUNT(*) FROM mysql.user WHERE authentication_string = PASSWORD({quoted(SHORT)})") == "0"


def test_accepted_password_logs_in(server):
    assert server.query("SELECT CURRENT_USER()", "--host=127.0.0.1", "--user=bob", f"--password={GOOD}") == "bob@%"


def test_all_reasons_are_in_one_warning(server):
    [answer] = server.change("ALTER USER 'bob'@'%' IDENTIFIED BY 'bobbb'")
    assert answer.warnings[0] == (
        "The password needs 7 more characters (5 of 12). It needs a digit. It does not meet the rules: the same character 3 times "
        "in a row (at most 2). It is too close to a common or leaked password.")


def test_own_password_is_checked(server):
    # In the tests above, root changes the password.
    statement = f"SET PASSWORD = PASSWORD({quoted(SHORT)})"
    [answer] = server.change(statement, options=("--user=bob", f"--password={GOOD}"))
    assert not answer.is_accepted


def test_prepared_statement_is_checked(server):
    text = f"ALTER USER 'bob'@'%' IDENTIFIED BY {quoted(SHORT)}"
    prepared, executed, immediate = server.change(f"PREPARE change_it FROM {quoted(text)}", "EXECUTE change_it",
                                                  f"EXECUTE IMMEDIATE {quoted(text)}")
    assert prepared.is_accepted
    assert executed.errors[0] == immediate.errors[0] == POLICY_ERROR


def test_hash_is_refused_while_strict_password_validation_is_on(server):
    statement = "ALTER USER 'bob'@'%' IDENTIFIED BY PASSWORD '*2470C0C06DEE42FD1618BBB99005ADCA2EC9D1E0'"
    [refused] = server.change(statement)
    assert refused.errors[0] == ("The MariaDB server is running with the --strict-password-validation option so it cannot "
                                 "execute this statement")
    server.query("SET GLOBAL strict_password_validation = OFF")
    assert server.change(statement)[0].is_accepted
    server.query(f"SET GLOBAL strict_password_validation = ON; ALTER USER 'bob'@'%' IDENTIFIED BY {quoted(GOOD)}")


def test_other_password_plugins_are_checked(server):
    statement = "CREATE USER carol IDENTIFIED VIA ed25519 USING PASSWORD({})"
    server.query("INSTALL SONAME 'auth_ed25519'")
    refused, accepted = server.change(statement.format(quoted(SHORT)), statement.format(quoted(GOOD)))
    assert refused.errors[0] == POLICY_ERROR and accepted.is_accepted
    server.query("DROP USER carol; UNINSTALL SONAME 'auth_ed25519'")


def test_replaced_account_is_lost_if_its_password_is_refused(server):
    server.query(f"CREATE USER carol IDENTIFIED BY {quoted(GOOD)}")
    [answer] = server.change(f"CREATE OR REPLACE USER carol IDENTIFIED BY {quoted(SHORT)}")
    assert not answer.is_accepted
    assert server.query("SELECT COUNT(*) FROM mysql.user WHERE user = 'carol'") == "0"


def test_accounts_without_a_hash_are_not_checked(server):
    assert all(answer.is_accepted for answer in server.change(
        "CREATE USER socket@localhost IDENTIFIED VIA unix_socket", "CREATE ROLE clerk", "GRANT SELECT ON test.* TO 'bob'@'%'",
        "ALTER USER 'bob'@'%' ACCOUNT LOCK", "ALTER USER 'bob'@'%' ACCOUNT UNLOCK",
        "RENAME USER socket@localhost TO rob@localhost"))


def can_log_in(server, user: str, password: str) -> bool:
    result = server.debian.run("mariadb", f"--user={user}", f"--password={password}", "--execute=SELECT 1", check=False)
    assert result.returncode == 0 or "Access denied" in result.stdout or "in the old format" in result.stdout, result.stdout
    return result.returncode == 0


def test_old_format_does_not_log_in(server):
    """Its hash ignores blanks, so the password that logs in would be shorter than the one that was
    checked."""
    typed, hashed = "q 4 o h j u r 7", "q4ohjur7"
    server.query(f"CREATE USER old IDENTIFIED BY {quoted(GOOD)}")
    [answer] = server.change(f"SET PASSWORD FOR old = OLD_PASSWORD({quoted(typed)})")
    assert answer.is_accepted
    assert server.query(f"SELECT OLD_PASSWORD('{typed}') = OLD_PASSWORD('{hashed}'), @@secure_auth") == "1\t1"
    assert not can_log_in(server, "old", hashed) and not can_log_in(server, "old", typed)
    server.query("DROP USER old")


def test_flush_restores_an_account_after_a_refused_old_password(server):
    server.query(f"CREATE USER dave IDENTIFIED BY {quoted(GOOD)}")
    [answer] = server.change(f"SET PASSWORD = OLD_PASSWORD({quoted(SHORT)})", options=("--user=dave", f"--password={GOOD}"))
    assert answer.errors[0] == POLICY_ERROR
    # A bug of MariaDB: in memory, it has already switched the account to the old format.
    assert not can_log_in(server, "dave", GOOD) and not can_log_in(server, "dave", SHORT)
    server.query("FLUSH PRIVILEGES")
    assert can_log_in(server, "dave", GOOD)
    server.query("DROP USER dave")
