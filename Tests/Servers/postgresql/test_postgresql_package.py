"""The package of the module: off until it is enabled, and out of the configuration before it is removed."""

import pytest

import packages
from servers import POLICY, POLICY_PATH, version_of

LEFT = "shared_preload_libraries = 'pg_stat_statements, passwordrules'\n"
PROBE = "CREATE ROLE probe PASSWORD 'probe'; DROP ROLE probe;"


@pytest.fixture
def cluster(debian):
    """The folder of the configuration of Debian's own cluster, whose server is stopped at the end."""
    version = version_of(debian)
    debian.write(POLICY_PATH, POLICY)
    debian.run("pg_createcluster", version, "main", check=False)
    yield f"/etc/postgresql/{version}/main"
    debian.run("pg_ctlcluster", version, "main", "stop", "-m", "immediate", check=False)


def restart(debian) -> None:
    debian.run("sh", "-c", "mkdir -p /run/postgresql /dev/shm; chown postgres /run/postgresql; chmod 1777 /dev/shm")
    debian.run("pg_ctlcluster", version_of(debian), "main", "restart")


def probe(debian) -> str:
    return debian.run("runuser", "-u", "postgres", "--", "psql", "-X", "-q", "-c", PROBE, check=False).stdout


def enable(debian, cluster) -> str:
    """Follows the file's instruction."""
    version = version_of(debian)
    text = debian.read(f"/etc/postgresql-common/passwordrules-{version}.conf")
    [line] = [line for line in text.splitlines() if "ln -s" in line]
    debian.run("sh", "-c", line.lstrip("# "))
    return f"postgresql-{version}-passwordrules"


def test_link_enables_and_disables_the_module(debian, cluster):
    restart(debian)
    assert probe(debian) == ""
    name = enable(debian, cluster)
    restart(debian)
    assert "ERROR:  the password does not meet the policy" in probe(debian)
    printed = packages.dpkg(debian, "--remove", name).stdout
    assert f"{cluster}/conf.d/passwordrules.conf" in printed and "are not checked" in printed
    # The running server still has the module.
    assert "ERROR:  the password does not meet the policy" in probe(debian)
    restart(debian)
    assert probe(debian) == ""
    packages.dpkg(debian, "--purge", name)
    restart(debian)
    assert packages.status(debian, name) == "not-installed"


@pytest.mark.parametrize("file", ["postgresql.conf", "conf.d/own.conf", "postgresql.auto.conf"])
def test_removal_finds_every_setting(debian, cluster, file):
    version = version_of(debian)
    path = f"/var/lib/postgresql/{version}/main/{file}" if "auto" in file else f"{cluster}/{file}"
    debian.run("sh", "-c", f"echo \"{LEFT.strip()}\" >> {path}; chown postgres {path}")
    restart(debian)
    assert "ERROR:  the password does not meet the policy" in probe(debian)
    assert path in packages.dpkg(debian, "--remove", f"postgresql-{version}-passwordrules").stdout
    assert debian.read(path).splitlines()[-1] == "shared_preload_libraries = 'pg_stat_statements'"
    restart(debian)
    assert probe(debian) == ""


def test_setting_that_cannot_be_removed_stops_the_removal(debian, cluster):
    version = version_of(debian)
    debian.write("/etc/elsewhere.conf", LEFT)
    debian.run("sh", "-c", f"echo \"include '/etc/elsewhere.conf'\" >> {cluster}/postgresql.conf")
    done = packages.dpkg(debian, "--remove", f"postgresql-{version}-passwordrules", check=False)
    assert done.returncode != 0 and f"the configuration of {cluster} still loads passwordrules" in done.stdout
    restart(debian)
    assert "ERROR:  the password does not meet the policy" in probe(debian)
