"""How often the real nslcd is asked about groups in a change by the real passwd, and what is found if a service lists
not all groups of a user, or its daemon does not run.

Tests/PAM/test_pam_group_calls.py has more, with a service of our own.
"""

import pytest
from conftest import POLICY
from dialogue import Person, converse
from directories import NSLCD, SERVICES
from people import ALICE, BOB, BOBS_PASSWORD, OLD_PASSWORD, has_password

WEAK = "xkq7-vbzw"
TOO_SHORT = "31 more characters needed (9 of 40)"

SERVICE = {service.name: service for service in SERVICES}
with_daemon = pytest.mark.parametrize("service", [SERVICE["sss"], SERVICE["ldap"]], ids=lambda service: service.name)


def is_refused(debian, uid, old):
    # bob mistypes it the second time, so that he keeps his password.
    return TOO_SHORT in converse(debian, ["passwd"], Person(old, (WEAK, WEAK + "2")), uid=uid).text


def policy(count):
    return POLICY + "".join(f"[group other{number}]\nrules = minlength: 30\n" for number in range(count))


def test_number_of_sections_does_not_matter_to_nslcd(debian):
    service = SERVICE["ldap"]
    with service.running(debian):
        for uid, old, is_member in ((ALICE, OLD_PASSWORD, True), (BOB, BOBS_PASSWORD, False)):
            asked = []
            for count in (0, 1, 100):
                debian.write("/etc/security/passwordrules.conf", policy(count))
                before = service.questions(debian)
                assert is_refused(debian, uid, old) == is_member
                asked.append(service.questions(debian) - before)
            assert asked[0] > 0 and len(set(asked)) == 1, asked


def test_user_whom_nslcd_ignores_is_in_none_of_its_groups(debian):
    """As at a login: `id` does not show the group, although it lists alice."""
    service = SERVICE["ldap"]
    debian.write("/etc/nslcd.conf", NSLCD + "nss_initgroups_ignoreusers alice\n", mode=0o600)
    with service.running(debian):
        assert "strict" not in debian.run("id", "alice").stdout
        assert not is_refused(debian, ALICE, OLD_PASSWORD)


@with_daemon
def test_section_applies_to_the_users_that_id_shows_in_the_group(debian, service):
    with service.running(debian):
        assert "strict" in debian.run("id", "alice").stdout
        assert is_refused(debian, ALICE, OLD_PASSWORD) and not is_refused(debian, BOB, BOBS_PASSWORD)


@with_daemon
def test_missing_daemon_leaves_a_doubt(debian, service):
    service.select(debian)
    assert is_refused(debian, ALICE, OLD_PASSWORD) and is_refused(debian, BOB, BOBS_PASSWORD)
    assert has_password(debian, OLD_PASSWORD)


@with_daemon
def test_daemon_that_has_ended_leaves_a_doubt(debian, service):
    with service.running(debian):
        pass
    assert is_refused(debian, ALICE, OLD_PASSWORD) and is_refused(debian, BOB, BOBS_PASSWORD)
