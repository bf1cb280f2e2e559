"""passwordrules-mariadb(5): its configuration, and its facts about statements."""

import re
import sys

import pytest
from installing import ROOT
from mariadb_server import ENABLE, Server, quoted
from oracle import POLICY_PATH
from test_mariadb_faults import INCLUDED

sys.path.append(str(ROOT / "Tests" / "Tool"))

from manual import Page

PAGE = Page("passwordrules-mariadb.5")
GOOD = "kizzek-4ohjur-qiThor"


def example(name: str) -> str:
    [text] = PAGE.examples(name)
    return text


def settings(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_policy_of_the_page_applies(fresh):
    fresh.write(POLICY_PATH, example("policy"))
    fresh.run("passwordrules", "policy", "--check")
    fresh.run("sh", "-c", example("enable"))
    with Server(fresh) as server:
        for user, length in (("bob", 16), ("backup", 32)):
            [answer] = server.change(f"CREATE USER {user} IDENTIFIED BY 'Ab1'")
            assert f"(3 of {length})" in answer.text


def test_manual_shows_the_installed_commands_and_lines(fresh):
    assert example("enable") == ENABLE
    assert settings(fresh.read(INCLUDED)) == settings(example("included"))


def test_statements_that_test_the_plugin(server):
    assert server.query(example("works")) == "ACTIVE\tFORCE_PLUS_PERMANENT"
    statement, _ = example("refused").splitlines()
    [answer] = server.change(statement.rstrip(";"))
    assert not answer.is_accepted and answer.warnings


# The client adds this because the statements come from a file here.
AT_LINE = re.compile(r" at line \d+")


def shown(server, statement: str, *options: str) -> str:
    """What the client shows of a statement, without the statement."""
    done = server.debian.run("mariadb", "--force", *options, text=f"{statement};\n", check=False)
    return AT_LINE.sub("", "\n".join(line for line in done.stdout.splitlines() if re.match(r"ERROR|Warning|Error", line)))


def test_client_shows_what_the_page_does(debian):
    debian.write(POLICY_PATH, "rules = minlength: 12; required: digit;\n")
    program, statement, *lines = example("shown").splitlines()
    with Server(debian) as server:
        server.query(f"CREATE USER bob IDENTIFIED BY {quoted(GOOD)}")
        options = program.removeprefix("$ mariadb ").split()
        assert options == ["--show-warnings"]
        wanted = "\n".join(lines).replace("\n  ", " ")
        assert shown(server, statement.removeprefix("> ").rstrip(";"), *options) == wanted
        assert shown(server, statement.removeprefix("> ").rstrip(";")) == wanted.splitlines()[0]
        # An option file has the same effect, as the page says.
        assert "\n.Ql show-warnings\n" in PAGE.source and "\n.Ql [mariadb-client]\n" in PAGE.source
        debian.write("/etc/mysql/mariadb.conf.d/70-clients.cnf", "[mariadb-client]\nshow-warnings\n")
        assert shown(server, statement.removeprefix("> ").rstrip(";")) == wanted


def test_errors_match_the_page(server):
    forms = {"ALTER USER": "ALTER USER bob IDENTIFIED BY 'Ab1'", "CREATE USER": "CREATE USER x IDENTIFIED BY 'Ab1'",
             "SET PASSWORD": "SET PASSWORD FOR bob = PASSWORD('Ab1')", "GRANT": "GRANT USAGE ON *.* TO x IDENTIFIED BY 'Ab1'"}
    rows = PAGE.table("errors")
    assert [statement for statement, _ in rows] == list(forms)
    server.query(f"CREATE OR REPLACE USER bob IDENTIFIED BY {quoted(GOOD)}")
    for statement, error in rows:
        number, text = error.split(", ", 1)
        wanted = {"the policy": "Your password does not satisfy the current policy requirements (passwordrules)"}.get(
            text, f"{text} for 'bob'@'%'")
        assert shown(server, forms[statement]) == f"ERROR {number} (HY000): {wanted}"


def test_variable_of_the_page(debian):
    debian.write("/etc/mysql/mariadb.conf.d/70-site.cnf", example("empty"))
    with Server(debian) as server:
        assert server.query("SELECT @@passwordrules_allow_empty") == "1"


# The page's statements as they are typed.
STATEMENTS = {
    "CREATE USER ... IDENTIFIED BY 'text'": "CREATE USER x IDENTIFIED BY {}",
    "ALTER USER ... IDENTIFIED BY 'text'": "ALTER USER bob IDENTIFIED BY {}",
    "SET PASSWORD ... = PASSWORD('text')": "SET PASSWORD FOR bob = PASSWORD({})",
    "GRANT ... IDENTIFIED BY 'text'": "GRANT USAGE ON *.* TO x IDENTIFIED BY {}",
    "CREATE USER ... VIA ... USING PASSWORD('text')": "CREATE USER x IDENTIFIED VIA mysql_native_password USING PASSWORD({})",
    "CREATE USER without a password": "CREATE USER x",
    "CREATE USER ... IDENTIFIED VIA unix_socket": "CREATE USER x IDENTIFIED VIA unix_socket",
    "ALTER USER ... IDENTIFIED BY PASSWORD 'hash'": "ALTER USER bob IDENTIFIED BY PASSWORD '*" + "0" * 40 + "'",
    "INSERT or UPDATE of mysql.global_priv": "INSERT INTO mysql.global_priv VALUES ('%', 'x', '{{}}')",
}
ROWS = [row.split("\t") for row in PAGE.source.split('.\\" table: statements\n')[1].split(".TE")[0].splitlines()[6:]]


def test_table_has_all_statements():
    assert [statement for statement, _ in ROWS] == list(STATEMENTS)


@pytest.mark.parametrize("statement, checked", ROWS)
def test_statement_of_the_table(server, statement, checked):
    server.query(f"DROP USER IF EXISTS x; CREATE OR REPLACE USER bob IDENTIFIED BY {quoted(GOOD)}; FLUSH PRIVILEGES")
    form = STATEMENTS[statement]
    [weak] = server.change(form.format(quoted("Ab1")))
    by_plugin = bool(weak.errors) and "(passwordrules)" in weak.errors[0]
    assert (by_plugin, weak.is_accepted) == (checked.startswith("yes"), checked == "no")
    if checked == "yes":
        server.query("DROP USER IF EXISTS x")
        assert server.change(form.format(quoted(GOOD)))[0].is_accepted
    server.query("DELETE FROM mysql.global_priv WHERE user = 'x'; FLUSH PRIVILEGES")
