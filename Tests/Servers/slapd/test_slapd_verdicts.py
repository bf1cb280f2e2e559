"""A thousand passwords from eight clients at once: each verdict and each reason equal the tool's."""

import base64
import re
from concurrent.futures import ThreadPoolExecutor
from string import ascii_lowercase, ascii_uppercase, digits

import pytest
from oracle import POLICY_PATH, assert_log_tells_nothing, passwords, verdicts
from slapd_server import (ADMIN, ADMIN_PASSWORD, HELPDESK, HELPDESK_PASSWORD, MANAGER, MANAGER_PASSWORD, PEOPLE, SUFFIX,
                          Server, dn, person)

SERVICE, USER, FULL_NAME = "ldap", "bob", "Bob Builder"
GOOD, OTHER = "kizzek-4ohjur-qiThor", "mibdur-7xotyn-Vaqcef"


def expected(server: Server, *given: str, user: str = USER, full_name: str = FULL_NAME) -> list[tuple[bool, str]]:
    return [(one.is_accepted, one.text)
            for one in verdicts(server.debian, list(given), SERVICE, user=user, full_name=full_name, is_logged=True)]


def found(answer) -> tuple[bool, str]:
    return answer.is_accepted, answer.text


def test_thousand_passwords_from_eight_clients(server):
    given = passwords(1000)
    wanted = dict(zip(given, expected(server, *given), strict=True))
    parts = [given[number::PEOPLE] for number in range(PEOPLE)]

    def client(number: int):
        return [(password, found(server.set_password(password, number))) for password in parts[number]]

    with ThreadPoolExecutor(PEOPLE) as clients:
        answers = dict(pair for part in clients.map(client, range(PEOPLE)) for pair in part)
    assert answers == wanted
    # Some of each, or the comparison would prove little.
    assert 0.2 < sum(accepted for accepted, _ in wanted.values()) / len(given) < 0.8
    # The last accepted password is now the person's.
    for number, part in enumerate(parts):
        assert server.is_password(next(password for password in reversed(part) if wanted[password][0]), number)
    log = "\n".join(server.log())
    assert log.count("passwordrules: new password for ldap user bob refused: ") >= sum(not one for one, _ in wanted.values())
    assert [password for password in given if len(password) > 5 and password in log] == []
    assert server.is_running


def test_log_does_not_reveal_the_password(server):
    def refuse(password):
        assert not server.set_password(password).is_accepted

    assert_log_tells_nothing(refuse, lambda: "\n".join(server.log()))


def test_user_changes_their_own_password(server):
    assert server.set_password(GOOD).is_accepted
    weak = server.set_password("short", who=dn(0), own=GOOD)
    assert found(weak) == (False, expected(server, "short")[0][1]) and weak.text.count(". ") >= 1
    assert server.set_password(OTHER, who=dn(0), own=GOOD).is_accepted and server.is_password(OTHER)


def test_password_by_ldapmodify(server):
    assert found(server.replace_password("short")) == expected(server, "short")[0]
    assert server.replace_password(GOOD).is_accepted


# ---- The person ----

# By kind: attributes of the entry, and a name in them. A password that is otherwise good must not contain the name.
NAMES = {
    "uid": ("uid: tortoise", "tortoise"), "second uid": ("uid: bob\nuid: tortoise", "tortoise"),
    "cn": ("cn: Ann Tortoise", "Tortoise"), "cn with a language": ("cn;lang-de: Ann Schildkroete", "Schildkroete"),
    "displayName": ("displayName: Ann the Tortoise", "Tortoise"),
    "displayName with a comma": ("displayName: Tortoise, Ann", "Ann"),
    "givenName": ("givenName: Tortoise", "tortoise"), "sn": ("sn: Tortoise", "tortoise"),
    "mail": ("mail: tortoise@example.org", "tortoise"), "second mail": ("mail: a@b.org\nmail: tortoise@example.org", "tortoise"),
    "not ASCII": ("displayName: Čapková", "Čapková"),
}


@pytest.mark.parametrize("attributes, name", NAMES.values(), ids=NAMES)
def test_names_of_the_entry_are_compared(server, attributes, name):
    password = f"zk4-{name}-vq7-hjx"
    given = attributes.split("\n")
    # The schema requires a uid, a cn and an sn.
    others = [line for line in ("uid: carol", "cn: C", "sn: C") if line.split(":")[0] not in {one.split(":")[0] for one in given}]
    ldif = "".join(f"{line}\n" for line in others + given)
    entry = f"dn: employeeNumber=77,ou=people,{SUFFIX}\nobjectClass: inetOrgPerson\nemployeeNumber: 77\n{encode(ldif)}"
    assert server.add(entry).is_accepted
    try:
        refused, accepted = server.set_password(password, 77), server.set_password("zk4-other-vq7-hjx", 77)
        assert not refused.is_accepted and "name" in refused.text, refused.output
        assert accepted.is_accepted
    finally:
        server.modify(f"dn: {dn(77)}\nchangetype: delete\n")


@pytest.mark.parametrize("uids, name", [
    (["tortoise", "bob"], "tortoise"), (["bob", "tortoise"], "tortoise"), (["bob", "carol", "tortoise"], "tortoise"),
    (["tortoise@example.org"], "tortoise"), (["bob", "EXAMPLE\\tortoise"], "tortoise"),
])
def test_every_uid_is_a_user_name(server, uids, name):
    debian = server.debian
    policy = debian.read(POLICY_PATH)
    debian.write(POLICY_PATH, "rules = minlength: 8;\nusername = reject\n")
    lines = "".join(f"uid: {uid}\n" for uid in uids)
    entry = f"dn: employeeNumber=79,ou=people,{SUFFIX}\nobjectClass: inetOrgPerson\nemployeeNumber: 79\ncn: C\nsn: C\n{lines}"
    assert server.add(entry).is_accepted
    try:
        refused, accepted = server.set_password(f"zk4-{name}-vq7-hjx", 79), server.set_password("zk4-other-vq7-hjx", 79)
        assert not refused.is_accepted and "user name" in refused.text, refused.output
        assert accepted.is_accepted, accepted.output
    finally:
        server.modify(f"dn: {dn(79)}\nchangetype: delete\n")
        debian.write(POLICY_PATH, policy)


def encode(ldif: str) -> str:
    """Encodes the values that are not ASCII in Base64."""
    lines = [line.split(": ", 1) for line in ldif.splitlines()]
    return "".join(f"{name}: {value}\n" if value.isascii() else f"{name}:: {base64.b64encode(value.encode()).decode()}\n"
                   for name, value in lines)


def test_dn_value_is_not_the_user_name(server):
    # The first value of the DN is compared if it is a name, but it is not a uid.
    entry = f"dn: {dn('tortoise')}\nobjectClass: inetOrgPerson\nemployeeNumber: tortoise\ncn: C\nsn: C\n"
    assert server.add(entry).is_accepted
    answer = server.set_password("zk4-tortoise-vq7-hjx", "tortoise")
    assert answer.is_accepted, answer.output
    assert not server.set_password("short", "tortoise").is_accepted
    assert "new password for ldap user unknown refused" in server.own_lines()[-1]


def test_too_many_names_do_no_harm(server):
    names = "".join(f"cn: {'é' * 40} {number}\nmail: {'m' * 60}.{number}@{'d' * 100}.example.org\n" for number in range(200))
    entry = f"dn: employeeNumber=78,ou=people,{SUFFIX}\nobjectClass: inetOrgPerson\nemployeeNumber: 78\nuid: carol\nsn: C\n"
    assert server.add(entry + encode(names)).is_accepted
    assert server.set_password(GOOD, 78).is_accepted and not server.set_password("zk4-carol-vq7-hjx", 78).is_accepted
    assert server.is_running


# ---- What is passed on ----


@pytest.mark.parametrize("password, is_accepted", [
    # The minimum is 12 characters, and "}zk4vq7hjxbw" has 12 only with its brace.
    ("{CLEARTEXT}zk4vq7hjxbw", False), ("{CLEARTEXT}zk4vq7hjxbwy", True), ("{cleartext}zk4vq7hjxbw", False),
    ("{CLEARTEXT}", False),
    ("}zk4vq7hjxbw", False), ("}zk4vq7hjxbwy", True), ("{zk4}vq7hjxbw", True), ("{SSHA}" + "A" * 40, False)])
def test_schemes(server, password, is_accepted):
    assert server.replace_password(password).is_accepted == is_accepted


def test_text_after_a_brace_is_checked(debian):
    policy = debian.read(POLICY_PATH)
    debian.write(POLICY_PATH, policy + "enforce = audit\n")
    with Server(debian) as server:
        # Without the text up to the brace, both passwords are too short; the second is too short even with it.
        for password in ("{CLEARTEXT}zk4vq7hjxbw", "}short"):
            before = len(server.own_lines())
            assert server.replace_password(password).is_accepted
            [line] = server.own_lines()[before:]
            assert "accepted (enforce = audit): it does not meet the policy" in line


def test_password_is_checked_up_to_a_nul(server):
    """slapd passes only the text before a NUL to the module. A login needs the whole password."""
    assert not server.replace_password("zk4\0" + GOOD).is_accepted
    assert server.replace_password(GOOD + "\0zk4").is_accepted and not server.is_password(GOOD)


def test_password_with_options_does_not_log_in(server):
    """slapd does not ask the module about these."""
    assert server.set_password(GOOD, 1).is_accepted
    assert server.add_with_option("zk4", "lang-en", 1, GOOD).is_accepted
    assert server.is_password(GOOD, 1) and not server.is_password("zk4", 1)
    # This also holds if the entry has no other password.
    assert server.modify(f"dn: {dn(1)}\nchangetype: modify\ndelete: userPassword\n", dn(1), GOOD).is_accepted
    assert not server.is_password("zk4", 1)


def test_long_text_arrives_whole(debian):
    classes = [f"[{letter}{number % 10}#]" for number, letter in enumerate(ascii_lowercase)]
    debian.write(POLICY_PATH, "".join(f"rules = minlength: 60; required: {letters};\n" for letters in classes))
    with Server(debian) as other:
        answer = other.set_password("-")
        [(_, text)] = expected(other, "-")
    assert answer.text == text and 400 < len(text.encode()) < 2047


def test_text_is_cut_at_an_outcome(debian):
    # Each class has 25 of the 26 letters, or 9 of the 10 digits.
    classes = [letters.replace(letter, "") for letters in (ascii_lowercase, ascii_uppercase, digits) for letter in letters]
    debian.write(POLICY_PATH, "".join(f"rules = required: [{letters}];\n" for letters in classes))
    with Server(debian) as other:
        answer = other.set_password("-")
        [(_, text)] = expected(other, "-")
    assert len(text.encode()) > 2047 >= len(answer.text.encode())
    shown = re.findall(r'one of "\w+"', answer.text)
    assert shown == re.findall(r'one of "\w+"', text)[:len(shown)] and 0 < len(shown) < len(classes)
    assert answer.text.endswith(f"{shown[-1]}. ...")


# ---- Who is exempt ----


def test_rootdn_is_exempt(server):
    assert server.set_password("short", who=ADMIN, own=ADMIN_PASSWORD).is_accepted


def test_who_adds_an_entry(server):
    # Whoever may write the password is checked; whoever may manage it is exempt.
    refused = server.add(person(90, "short"), HELPDESK, HELPDESK_PASSWORD)
    assert found(refused) == expected(server, "short")[0]
    assert server.add(person(90, GOOD), HELPDESK, HELPDESK_PASSWORD).is_accepted
    assert server.add(person(91, "short"), MANAGER, MANAGER_PASSWORD).is_accepted


def test_password_managers_are_exempt(server):
    assert server.set_password("short", who=MANAGER, own=MANAGER_PASSWORD).is_accepted and server.is_password("short")


# ---- Sections and settings ----


def test_sections_of_the_service(debian):
    policy = debian.read(POLICY_PATH)
    debian.write(POLICY_PATH, policy + "[user bob]\nrules = minlength: 40;\n")
    with Server(debian) as server:
        assert server.set_password(GOOD).is_accepted
        debian.write(POLICY_PATH, policy + "[service ldap user bob]\nrules = minlength: 40;\n")
        assert found(server.set_password(GOOD)) == expected(server, GOOD)[0] == (False, "The password does not meet the rules: at least 40 characters.")


@pytest.mark.parametrize("enforcement, line", [("warn", "accepted with a warning"), ("audit", "accepted (enforce = audit)"),
                                                ("no", "")])
def test_policy_that_does_not_refuse(debian, enforcement, line):
    policy = debian.read(POLICY_PATH)
    debian.write(POLICY_PATH, policy + f"enforce = {enforcement}\n")
    with Server(debian) as server:
        assert server.set_password("short").is_accepted and server.is_password("short")
        lines = server.own_lines()
        assert any(line in one for one in lines) if line else lines == []
