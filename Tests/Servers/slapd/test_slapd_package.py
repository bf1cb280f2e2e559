"""The package: installed and enabled, removed in whatever state, and put back."""

from packages import dpkg, status
from slapd_server import IS_2_5, MODULE, OWN, POLICY_ENTRY, SUFFIX, Server, name_module, without_file
from test_slapd_faults import GOOD, SLAPD_TEXT, is_checked

UNCHECKED = f"{OWN}: from now on, new passwords of the directory are unchecked, except by ppolicy itself."
# A right that Debian's directory does not give: root of the machine may change entries.
RIGHT_OF_ROOT = f"""\
dn: olcDatabase={{1}}mdb,cn=config
changetype: modify
add: olcAccess
olcAccess: {{0}}to dn.subtree="ou=policies,{SUFFIX}" by dn.exact="gidNumber=0+uidNumber=0,cn=peercred,cn=external,cn=auth" write
  by * read
"""
REMOVED_BY_HAND = [f"delete: {'pwdCheckModule' if IS_2_5 else 'pwdUseCheckModule'}"]


def test_installed_package_enables_nothing(fresh):
    assert fresh.run("dpkg", "--verify", OWN).stdout == "" and status(fresh, OWN) == "installed"
    assert fresh.path(MODULE).exists()
    configuration = fresh.run("grep", "-ri", "passwordrules", "/etc/ldap", check=False)
    assert configuration.stdout == ""


def test_status_knows_the_module(fresh, debian):
    def told(where):
        return where.run("passwordrules", "status", check=False).stdout

    assert "slapd: installed; to test it" in told(fresh)
    with Server(fresh):
        # In 2.5, the directory names the module, and `status` does not search it.
        if IS_2_5:
            assert "slapd: enabled in the directory's policies, which are not examined" in told(fresh)
            assert f"{MODULE}: note: OpenLDAP 2.5 loads the plugin with the first" in told(fresh)
        else:
            assert f"{MODULE}: warning: slapd runs without the plugin" in told(fresh)
    with Server(debian) as server:
        assert is_checked(server)
        assert "slapd: loaded" in told(debian)


def test_removal_disables_the_module_and_says_so(debian):
    with Server(debian) as server:
        assert server.configure(RIGHT_OF_ROOT).is_accepted and is_checked(server)
        done = dpkg(debian, "--remove", OWN)
        assert done.stdout.splitlines().count(UNCHECKED) == 1
        # The module is disabled at once, without a restart, and no change is refused.
        assert server.set_password("Ab1").is_accepted
        assert "pwdCheckModule:" not in server.search(POLICY_ENTRY) and "pwdUseCheckModule" not in server.search(POLICY_ENTRY)
    assert status(debian, OWN) == "not-installed" and not debian.path(MODULE).exists()
    with Server(debian) as server:
        assert server.is_started and server.set_password("Ab1").is_accepted


def test_removal_stops_if_root_may_not_change_the_directory(debian):
    with Server(debian) as server:
        done = dpkg(debian, "--remove", OWN, check=False)
        lines = done.stdout.splitlines()
        assert done.returncode != 0 and status(debian, OWN) == "installed" and is_checked(server)
        wanted = [f"dn: {POLICY_ENTRY}", "changetype: modify", *REMOVED_BY_HAND]
        start = lines.index(wanted[0])
        assert lines[start:start + 3] == wanted and UNCHECKED not in lines
        # An administrator of the directory applies the lines that were shown.
        assert server.modify("\n".join(lines[start:start + 3]) + "\n").is_accepted
        done = dpkg(debian, "--remove", OWN)
        # In 2.5 nothing names the module any more.
        assert (UNCHECKED in done.stdout.splitlines()) == (not IS_2_5)
        assert server.set_password("Ab1").is_accepted
    with Server(debian) as server:
        assert server.is_started


def test_removal_while_slapd_does_not_run(debian):
    done = dpkg(debian, "--remove", OWN, check=False)
    assert "slapd does not answer at ldapi:///" in done.stdout
    assert done.returncode != 0 and status(debian, OWN) == "installed"
    # In 2.5, a policy in the directory may name the module, but cannot be read while slapd is stopped.
    assert ("SLAPD_PASSWORDRULES_REMOVE=yes" in done.stdout) == IS_2_5
    with Server(debian) as server:
        assert server.is_started and is_checked(server)


def test_removal_while_slapd_is_stopped_can_be_forced(debian):
    done = debian.run("env", "SLAPD_PASSWORDRULES_REMOVE=yes", "dpkg", "--remove", OWN, check=False)
    assert (done.returncode == 0) == IS_2_5, done.stdout
    with Server(debian) as server:
        assert server.is_started
        # In 2.5, the policy still names the module, which is gone.
        assert (server.set_password(GOOD).text == SLAPD_TEXT) == IS_2_5


def test_removal_when_disabled_is_silent(fresh):
    with Server(fresh):
        done = dpkg(fresh, "--remove", OWN)
    assert OWN + ":" not in done.stdout and status(fresh, OWN) == "not-installed"


def test_removal_stops_at_slapd_conf(fresh):
    fresh.write("/etc/ldap/slapd.conf", "overlay ppolicy\n  ppolicy_check_module /usr/lib/ldap/passwordrules.so\n")
    done = dpkg(fresh, "--remove", OWN, check=False)
    assert done.returncode != 0 and "/etc/ldap/slapd.conf names the module" in done.stdout and status(fresh, OWN) == "installed"


def test_reinstalled_package_can_be_enabled(debian, debs):
    with Server(debian) as server:
        assert server.configure(RIGHT_OF_ROOT).is_accepted
        dpkg(debian, "--remove", OWN)
        dpkg(debian, "--install", debs[OWN])
        assert server.set_password("Ab1").is_accepted
        for entry in (POLICY_ENTRY, f"ou=policies,{SUFFIX}"):
            assert server.modify(f"dn: {entry}\nchangetype: delete\n").is_accepted
        name_module(server)
        assert is_checked(server)


def test_upgrade_keeps_the_module_and_the_server(debian, debs):
    # dpkg treats the same version as an upgrade.
    with Server(debian) as server:
        assert OWN + ":" not in dpkg(debian, "--install", debs[OWN]).stdout
        assert is_checked(server)
    with Server(debian) as server:
        assert is_checked(server)


def test_server_needs_the_module_it_names(debian):
    """Otherwise, the tests above would prove nothing."""
    without_file(debian, MODULE)
    with Server(debian) as server:
        assert server.is_started == IS_2_5
