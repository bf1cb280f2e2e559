"""Who is checked, and what: each row of the manual's table, by the real clients."""

import time

import pytest
from manual import Page
from slapd_server import (ADMIN, ADMIN_PASSWORD, HELPDESK, HELPDESK_PASSWORD, MANAGER, MANAGER_PASSWORD, POLICY_ENTRY,
                          SUFFIX, Server, dn, person)
from test_slapd_faults import GOOD

PAGE = Page("passwordrules-slapd.5")
ROWS = [row.split("\t") for row in PAGE.source.split('.\\" table: changes\n')[1].split(".TE")[0].splitlines()[6:]]
WEAK, HASH = "Ab1", "{SSHA}" + "A" * 40
REASON = "at least 12 characters"


def by_the_user(server):
    assert server.set_password(GOOD).is_accepted
    by_ldapmodify = server.replace_password(WEAK, who=dn(0), own=GOOD)
    by_ldappasswd = server.set_password(WEAK, who=dn(0), own=GOOD)
    assert by_ldapmodify.text == by_ldappasswd.text
    return by_ldappasswd


def with_quality(server, quality: int):
    ldif = f"dn: {POLICY_ENTRY}\nchangetype: modify\nreplace: pwdCheckQuality\npwdCheckQuality: {quality}\n"
    assert server.modify(ldif).is_accepted
    return server.replace_password(HASH)


def by(who, own):
    return lambda server: server.set_password(WEAK, who=who, own=own)


CHANGES = {
    "a user, by ldappasswd or ldapmodify": by_the_user,
    "an administrator by access rules, for others": by(HELPDESK, HELPDESK_PASSWORD),
    "an administrator who adds an entry": lambda server: server.add(person(90, WEAK), HELPDESK, HELPDESK_PASSWORD),
    'a user with "manage" on userPassword': by(MANAGER, MANAGER_PASSWORD),
    "rootdn, in every way": by(ADMIN, ADMIN_PASSWORD),
    "a hash, with pwdCheckQuality: 2": lambda server: with_quality(server, 2),
    "a hash, with pwdCheckQuality: 1": lambda server: with_quality(server, 1),
    "{CLEARTEXT} and a password": lambda server: server.replace_password("{CLEARTEXT}" + WEAK),
}
# The table's changes that no client of the server makes. They are tested separately.
OTHERS = ["changes that a replica gets from its provider", "slapadd, slapmodify"]


def test_table_has_all_changes():
    assert [change for change, _ in ROWS if change not in OTHERS] == list(CHANGES)
    assert set(OTHERS) < {change for change, _ in ROWS}
    assert {checked for change, checked in ROWS if change in OTHERS} == {"no"}


@pytest.mark.parametrize("change, checked", [row for row in ROWS if row[0] not in OTHERS])
def test_change_of_the_table(debian, change, checked):
    with Server(debian) as server:
        answer = CHANGES[change](server)
        assert (answer.is_accepted, REASON in answer.text) == {
            "yes": (False, True), "no": (True, False), "refused": (False, False)}[checked], answer.output
        assert any("refused: " in line for line in server.own_lines()) == (checked == "yes")


def test_slapmodify_is_not_checked(debian):
    # As slapd's user, who owns the files of the database.
    uid = int(debian.run("id", "-u", "openldap").stdout)
    debian.run("slapmodify", "-b", SUFFIX, uid=uid, text=f"dn: {dn(0)}\nchangetype: modify\nreplace: userPassword\n"
               f"userPassword: {WEAK}\n")
    with Server(debian) as server:
        assert server.is_password(WEAK) and server.own_lines() == []


def test_replica_trusts_its_provider(world, enabled_layers, debian):
    with Server(debian) as provider, world.debian(*enabled_layers) as other, Server(other) as replica:
        done = provider.configure(
            "dn: cn=module{0},cn=config\nchangetype: modify\nadd: olcModuleLoad\nolcModuleLoad: syncprov\n\n"
            "dn: olcOverlay=syncprov,olcDatabase={1}mdb,cn=config\nchangetype: add\nobjectClass: olcSyncProvConfig\n"
            "olcOverlay: syncprov\n")
        assert done.is_accepted, done.output
        done = replica.configure(
            "dn: olcDatabase={1}mdb,cn=config\nchangetype: modify\nadd: olcSyncrepl\n"
            f"olcSyncrepl: rid=001 provider={provider.url} bindmethod=simple binddn={ADMIN} credentials={ADMIN_PASSWORD}\n"
            f"  searchbase={SUFFIX} type=refreshAndPersist retry=\"1 +\"\n")
        assert done.is_accepted, done.output
        assert provider.set_password(WEAK, who=ADMIN, own=ADMIN_PASSWORD).is_accepted
        end = time.monotonic() + 600
        while not replica.is_password(WEAK):
            assert time.monotonic() < end, "nothing was replicated"
            time.sleep(0.1)
        assert replica.own_lines() == []
