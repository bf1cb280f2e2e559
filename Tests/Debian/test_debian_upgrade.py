"""Upgrades from the previous version: the policy applies all the time, and the administrator's changes
stay."""

import pytest

import packages
from packages import LIBRARY, LIST, MODULE, READERS, TOOL, dpkg, remake, status
from people import chpasswd
from test_debian_packages import (
    CONF, DROP_IN, LOGIN_PROFILE, OURS, SITE, can_change, is_checked, is_working, looks_at_logins, module_lines,
)
from watch import Watch

PREVIOUS_REMARK = "# The previous version said so.\n"


@pytest.fixture(scope="session")
def previous(debs, tmp_path_factory):
    """Our packages as an earlier version, which had a different policy file."""
    def change(tree):
        conf = tree / CONF.lstrip("/")
        if conf.exists():
            conf.write_text(conf.read_text() + PREVIOUS_REMARK)

    workshop = tmp_path_factory.mktemp("packages")
    return {name: remake(path, workshop, packages.version(path) + "~previous", change) for name, path in debs.items()}


@pytest.fixture
def old(fresh, previous):
    """A Debian with the previous version."""
    dpkg(fresh, "--install", *previous.values())
    assert fresh.read(CONF).endswith(PREVIOUS_REMARK)
    return fresh


def test_upgrade(old, debs):
    with Watch(old, debs):
        dpkg(old, "--install", *debs.values())
    for name, path in debs.items():
        assert status(old, name) == "installed"
        assert old.run("dpkg-query", "--show", "--showformat", "${Version}", name).stdout == packages.version(path)
    # The policy file was not changed, so dpkg does not ask.
    assert PREVIOUS_REMARK not in old.read(CONF)
    is_working(old)


def test_upgrade_keeps_local_changes(old, debs):
    edited = old.read(CONF).replace("minlength: 15;", "minlength: 30;")
    old.write(CONF, edited)
    old.write(DROP_IN, "words = rutabaga\n")
    with Watch(old, debs):
        dpkg(old, "--install", *debs.values(), options=["--force-confold"])
    assert old.read(CONF) == edited and old.path(CONF + ".dpkg-dist").exists()
    assert old.read(DROP_IN) == "words = rutabaga\n"
    text = chpasswd(old, "Seventeen-Rutabag4s").text
    assert "The password needs 11 more characters (19 of 30)." in text
    assert " It contains a word that is too obvious here (company, town ...).\n" in text


def test_downgrade(installed, previous, debs):
    installed.write(DROP_IN, SITE)
    with Watch(installed, debs):
        dpkg(installed, "--install", *previous.values())
    assert module_lines(installed) == OURS
    assert installed.read(DROP_IN) == SITE
    assert is_checked(installed)


def test_policy_applies_between_unpacking_and_configuring(old, debs):
    old.write(DROP_IN, "enforce-for-root = yes\n")
    with Watch(old, debs):
        dpkg(old, "--unpack", *debs.values())
        for name in debs:
            assert status(old, name) == "unpacked"
        assert chpasswd(old, "weak").status != 0
        can_change(old)
        old.run("dpkg", "--configure", "--pending")
    assert chpasswd(old, "weak").status != 0
    can_change(old)


@pytest.mark.parametrize("order", [
    (TOOL, LIBRARY, MODULE, LIST), (MODULE, LIST, TOOL, LIBRARY), (LIST, MODULE, LIBRARY, TOOL),
    (LIBRARY, MODULE, LIST, TOOL)], ids=" ".join)
def test_security_one_package_after_the_other(fresh, previous, debs, order):
    """Each package is upgraded by a separate run of dpkg. dpkg does not unpack the list while a reader is older. It
    configures a reader only when the list is as new, but the reader works before that."""
    order = [name for name in order if name in debs]
    dpkg(fresh, "--install", *(previous[name] for name in order if name != LIST), previous[LIST])
    upgraded: list[str] = []
    with Watch(fresh, debs):
        for name in [*order, LIST]:
            if name in upgraded:
                continue
            done = dpkg(fresh, "--install", debs[name], check=False)
            if name == LIST:
                is_refused = not READERS & set(debs) <= set(upgraded)
                assert (done.returncode != 0) == is_refused, done.stdout
                assert ("would break" in done.stdout) == is_refused
                if is_refused:
                    assert fresh.run("dpkg-query", "--show", "--showformat", "${Version}", name).stdout.endswith("~previous")
                    continue
            else:
                waits = LIST not in upgraded
                assert (done.returncode != 0, status(fresh, name)) == (waits, "unpacked" if waits else "installed")
            upgraded.append(name)
            assert is_checked(fresh)
            can_change(fresh)
        fresh.run("dpkg", "--configure", "--pending")
    assert [status(fresh, name) for name in order] == ["installed"] * len(order)
    assert is_checked(fresh)


def test_upgrade_leaves_a_disabled_profile_disabled(old, debs):
    old.run("pam-auth-update", "--disable", "passwordrules")
    assert module_lines(old) == []
    dpkg(old, "--install", *debs.values())
    assert module_lines(old) == []
    can_change(old)


@pytest.mark.parametrize("is_looking", [False, True])
def test_upgrade_leaves_the_second_profile_as_it_is(old, debs, is_looking):
    if is_looking:
        old.run("pam-auth-update", "--enable", LOGIN_PROFILE)
    dpkg(old, "--install", *debs.values())
    assert looks_at_logins(old) == is_looking
    is_working(old)


def test_upgrade_from_a_version_without_the_second_profile(fresh, debs, tmp_path):
    def drop(tree):
        (tree / "usr/share/pam-configs" / LOGIN_PROFILE).unlink(missing_ok=True)

    older = {name: remake(path, tmp_path, packages.version(path) + "~previous", drop) for name, path in debs.items()}
    dpkg(fresh, "--install", *older.values())
    dpkg(fresh, "--install", *debs.values())
    assert not looks_at_logins(fresh)
    fresh.run("pam-auth-update", "--enable", LOGIN_PROFILE)
    assert looks_at_logins(fresh)
    is_working(fresh)
