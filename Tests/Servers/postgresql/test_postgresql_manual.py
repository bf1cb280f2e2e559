"""passwordrules-postgresql(5): its configuration, and its facts about clients."""

import sys

from installing import ROOT
from servers import POLICY_PATH, Server, refusal, set_password, version_of

sys.path.append(str(ROOT / "Tests" / "Tool"))

from manual import Page

PAGE = Page("passwordrules-postgresql.5")
SHORT = "quartz-Lemon-42"


def example(name: str) -> str:
    [text] = PAGE.examples(name)
    return text


def test_policy_of_the_page_applies(debian):
    debian.write(POLICY_PATH, example("policy"))
    debian.run("passwordrules", "policy", "--check")
    with Server(debian) as server:
        server.ask("CREATE ROLE dba;", "CREATE ROLE bob IN ROLE dba;", "CREATE ROLE backup;", "CREATE ROLE eve;")
        assert server.answers([set_password(role, SHORT) for role in ("bob", "backup", "eve")]) == [
            refusal("The password needs 15 more characters (15 of 30)."), refusal("The password needs 35 more characters (15 of 50)."), ""]


def test_manual_shows_the_installed_configuration(debian):
    version = version_of(debian)
    path = f"/etc/postgresql-common/passwordrules-{version}.conf"
    installed = [line for line in debian.read(path).splitlines() if line and not line.startswith("#")]
    assert installed == [example("included").strip()]
    # The page shows the path for Debian 12's version.
    assert path in example("enable").replace("-15.conf", f"-{version}.conf")
    # The settings that the tests use by default.
    assert Server.__init__.__defaults__ == ("UTF8", example("included"))
