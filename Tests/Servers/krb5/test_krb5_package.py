"""The package: installed and enabled by the manual, removed in whatever state, and put back."""

import re

import pytest
from krb5_realm import CONFIGURATION, GOOD, LINK, OWN, Server, local, local_password, module
from manual import Page
from oracle import POLICY, POLICY_PATH
from packages import dpkg, status
from test_krb5_faults import is_checked

PAGE = Page("passwordrules-krb5.5")
UNCHECKED = f"{OWN}: from now on, new passwords of the realm are unchecked, except by its own policies."


def display(name: str) -> str:
    [text] = PAGE.examples(name)
    return text.strip("\n")


def is_unchecked(debian) -> bool:
    return local_password(debian, "weak").is_accepted


def test_installed_package_enables_nothing(fresh):
    assert fresh.run("dpkg", "--verify", OWN).stdout == "" and status(fresh, OWN) == "installed"
    assert module(fresh).exists() and is_unchecked(fresh)
    assert fresh.run("grep", "-rli", "passwordrules", "/etc/krb5.conf", "/etc/krb5kdc", check=False).stdout == ""


def test_configuration_of_the_manual(fresh):
    text = "".join(line for line in fresh.read(CONFIGURATION).splitlines(keepends=True) if not line.startswith("#"))
    assert text.strip() == display("configuration").strip()
    without = fresh.read("/etc/krb5.conf").replace("includedir /etc/krb5.conf.d\n", "")
    fresh.write("/etc/krb5.conf", display("include") + "\n" + without)
    fresh.path("/etc/krb5.conf.d").rmdir()
    # The restart is not run, because the server is not a service here.
    [*commands, restart] = display("enable").splitlines()
    assert restart == "systemctl restart krb5-admin-server"
    fresh.run("sh", "-ec", "\n".join(commands))
    command = display("works").removeprefix("# ")
    fresh.write(POLICY_PATH, "rules = minlength: 12; required: digit;\n")
    assert display("refused").replace("\n", " ") in fresh.run("sh", "-c", command).stdout.splitlines()
    with Server(fresh) as server:
        assert is_checked(server)


def test_policy_of_the_manual(debian):
    debian.write(POLICY_PATH, display("policy") + "\n")
    local(debian, "addpol admins")
    assert local_password(debian, GOOD).is_accepted
    assert local(debian, "addprinc -pw mibdur-7xotyn backup")[0].startswith(
        "add_principal: The password does not meet the rules: at least 32 characters")
    assert local(debian, "addprinc -policy admins -pw mibdur-7xotyn root")[0].startswith(
        "add_principal: The password does not meet the rules: at least 20 characters")
    debian.write(POLICY_PATH, POLICY + display("exempt") + "\n")
    assert local_password(debian, "short").is_accepted


def test_log_of_the_manual(debian):
    debian.write(POLICY_PATH, "rules = minlength: x;\n")
    with Server(debian) as server:
        server.set_password(GOOD)
        assert server.own_lines()[0].endswith(display("broken").replace("\n", " "))


# ---- Removal ----


def test_removal_disables_the_module_and_says_so(debian):
    done = dpkg(debian, "--remove", OWN)
    assert done.stdout.splitlines().count(UNCHECKED) == 1 and status(debian, OWN) == "config-files"
    assert list(debian.path("/etc/krb5.conf.d").iterdir()) == []
    with Server(debian) as server:
        assert server.set_password("weak").is_accepted and is_unchecked(debian)


def test_removal_of_a_disabled_module_gives_no_warning(fresh):
    assert "unchecked" not in dpkg(fresh, "--remove", OWN).stdout and is_unchecked(fresh)


@pytest.mark.parametrize("file", ["/etc/krb5.conf", "/etc/krb5kdc/kdc.conf"])
def test_removal_stops_if_kerberos_would_not_start(fresh, file):
    original = fresh.read(file)
    fresh.write(file, f"include {CONFIGURATION}\n{original}")
    assert not is_unchecked(fresh)
    done = dpkg(fresh, "--remove", OWN, check=False)
    assert done.returncode != 0 and file in done.stdout.splitlines() and status(fresh, OWN) == "installed"
    assert not is_unchecked(fresh)
    fresh.write(file, original)
    dpkg(fresh, "--remove", OWN)
    assert is_unchecked(fresh)


def test_removal_stops_at_a_link_of_another_name(fresh):
    fresh.path("/etc/krb5.conf.d/policy.conf").symlink_to(CONFIGURATION)
    assert dpkg(fresh, "--remove", OWN, check=False).returncode != 0 and not is_unchecked(fresh)


def test_removal_warns_if_etc_still_names_the_module(fresh):
    fresh.write("/etc/krb5.conf.d/own.conf", "[plugins]\npwqual = {\nmodule = passwordrules:pwqual/passwordrules.so\n}\n")
    assert not is_unchecked(fresh)
    lines = dpkg(fresh, "--remove", OWN).stdout.splitlines()
    assert UNCHECKED in lines and f"{OWN}: /etc still names the module; Kerberos ignores that once its file is gone." \
        in lines
    assert is_unchecked(fresh)


def test_interrupted_removal_restores_the_link(debian):
    # prerm removes the link, and then fails here.
    info = f"/var/lib/dpkg/info/{OWN}.prerm"
    debian.write(info, debian.read(info) + "exit 1\n", mode=0o755)
    assert dpkg(debian, "--remove", OWN, check=False).returncode != 0
    assert debian.path(LINK).is_symlink() and not is_unchecked(debian)
    assert re.search("installed", status(debian, OWN))


def test_package_is_installed_again_and_upgraded(debian, debs):
    dpkg(debian, "--install", debs[OWN])
    assert not is_unchecked(debian)
    dpkg(debian, "--remove", OWN)
    dpkg(debian, "--install", debs[OWN])
    # After a new installation, the module is off until it is enabled.
    assert is_unchecked(debian)
