"""The package: installed and enabled, removed in whatever state, and put back."""

import pytest
from mariadb_server import CONFIGURATION, OWN, Server, enable_cracklib
from packages import dpkg, status
from test_mariadb_faults import INCLUDED, IS_LOADED, PLUGIN, is_checked

SITE = "/etc/mysql/mariadb.conf.d/70-site.cnf"
UNCHECKED = f"{OWN}: after MariaDB's next start, new passwords of its accounts are not checked."


def state(debian) -> bool:
    """Whether passwords are checked by a server that starts now; and it does start."""
    with Server(debian) as server:
        assert server.is_started, server.log()[-2000:]
        checked = is_checked(server)
        assert server.query(IS_LOADED) == str(int(checked))
        return checked


def test_installed_package_enables_nothing(fresh):
    assert fresh.run("dpkg", "--verify", OWN).stdout == "" and status(fresh, OWN) == "installed"
    assert not state(fresh)


def test_enabled_package_checks(debian):
    assert state(debian)


def test_removal_removes_the_configuration_and_says_so(debian):
    with Server(debian) as server:
        done = dpkg(debian, "--remove", OWN)
        assert done.stdout.splitlines().count(UNCHECKED) == 1
        # The server has the plugin in memory.
        assert is_checked(server)
    assert not debian.path(PLUGIN).exists() and not debian.path(INCLUDED).exists()
    assert status(debian, OWN) == "config-files"
    assert not state(debian)


def test_removal_when_disabled_is_silent(fresh):
    assert "unchecked" not in dpkg(fresh, "--remove", OWN).stdout
    assert not state(fresh)


def test_reinstalled_package_is_enabled_as_before(debian, debs):
    dpkg(debian, "--remove", OWN)
    dpkg(debian, "--install", debs[OWN])
    assert state(debian)


@pytest.mark.parametrize("is_removed", [False, True])
def test_purge_leaves_nothing(debian, is_removed):
    if is_removed:
        dpkg(debian, "--remove", OWN)
    dpkg(debian, "--purge", OWN)
    assert status(debian, OWN) == "not-installed"
    assert [path for path in (CONFIGURATION, PLUGIN, INCLUDED, f"{INCLUDED}.removed") if debian.path(path).exists()] == []
    assert not state(debian)


OPTIONS = ["passwordrules = ON", "passwordrules=FORCE", "passwordrules_allow_empty = ON", "  passwordrules-allow-empty",
           "skip-passwordrules"]


@pytest.mark.parametrize("option", OPTIONS)
def test_removal_stops_at_options_that_need_the_plugin(debian, option):
    debian.write(SITE, f"[mariadbd]\n{option}\n")
    done = dpkg(debian, "--remove", OWN, check=False)
    assert done.returncode != 0 and SITE in done.stdout.splitlines() and "loose_" in done.stdout
    assert status(debian, OWN) == "installed" and debian.run("dpkg", "--verify", OWN).stdout in (
        "", f"??5?????? c {CONFIGURATION}\n")
    debian.write(SITE, f"[mariadbd]\nloose_{option.strip()}\n")
    dpkg(debian, "--remove", OWN)
    assert not state(debian)


def test_server_does_not_start_with_these_options(fresh):
    """Otherwise, the test above would prove nothing."""
    dpkg(fresh, "--remove", OWN)
    for option in OPTIONS:
        fresh.write(SITE, f"[mariadbd]\n{option}\n")
        with Server(fresh) as server:
            assert not server.is_started


def test_interrupted_removal_leaves_the_plugin_enabled(debian):
    script = f"/var/lib/dpkg/info/{OWN}"
    debian.run(f"{script}.prerm", "remove")
    # The server also starts between the two scripts, without the plugin.
    assert not state(debian)
    debian.run(f"{script}.postinst", "abort-remove")
    assert debian.run("dpkg", "--verify", OWN).stdout == f"??5?????? c {CONFIGURATION}\n"
    assert state(debian)


def test_upgrade_keeps_the_plugin_and_the_server(debian, debs):
    # dpkg treats the same version as an upgrade.
    with Server(debian) as server:
        assert "unchecked" not in dpkg(debian, "--install", debs[OWN]).stdout
        assert is_checked(server)
    assert state(debian)


def test_removal_of_the_server_removes_the_plugin_first(debian):
    done = debian.run("apt-get", "remove", "--yes", "mariadb-server")
    assert f"Removing {OWN}" in done.stdout and UNCHECKED in done.stdout
    assert done.stdout.index(f"Removing {OWN}") < done.stdout.index("Removing mariadb-server ")


def test_server_programs_work_with_the_plugin(debian):
    debian.run("mariadb-install-db", "--force", "--user=mysql", "--datadir=/var/lib/mysql-new")
    with Server(debian) as server:
        assert "FATAL" not in debian.run("mariadb-upgrade", "--force").stdout
        assert is_checked(server)
    with Server(debian, "--datadir=/var/lib/mysql-new") as server:
        assert is_checked(server)


def test_cracklib_plugin_is_asked_too(debian):
    enable_cracklib(debian)
    with Server(debian) as server:
        answers = server.change("CREATE USER one IDENTIFIED BY 'kizzek-4ohjur-qiThor'", "CREATE USER two IDENTIFIED BY 'Ab1'")
        assert [answer.is_accepted for answer in answers] == [True, False]
