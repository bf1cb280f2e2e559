"""Which parts of the policy apply to MariaDB's accounts, and how it is enforced."""

import json
import re

import pytest
from mariadb_server import ENABLE, Server, quoted
from oracle import POLICY_PATH

GOOD, WEAK = "kizzek-4ohjur-qiThor", "Ab1"
ALL = "rules = minlength: 12;\n"


@pytest.fixture(scope="module")
def own(world, layers):
    """A server whose policy the tests change."""
    with world.debian(*layers) as debian:
        debian.run("sh", "-c", ENABLE)
        with Server(debian) as running:
            running.query(f"CREATE USER bob IDENTIFIED BY {quoted(GOOD)}")
            yield running


def change(server, policy, password, user="bob"):
    server.debian.write(POLICY_PATH, policy)
    [answer] = server.change(f"CREATE OR REPLACE USER {user} IDENTIFIED BY {quoted(password)}")
    return answer


SECTIONS = {
    "everybody": ("", "12"), "service": ("[service mariadb]\nrules = minlength: 16;\n", "16"),
    "account": ("[service mariadb user bob]\nrules = minlength: 20;\n", "20"),
    "another account": ("[service mariadb user eve]\nrules = minlength: 20;\n", "12"),
    "another service": ("[service ldap]\nrules = minlength: 20;\n", "12"),
    "account of the machine": ("[user bob]\nrules = minlength: 20;\n", "12"),
    "group of the machine": ("[group root]\nrules = minlength: 20;\n", "12"),
}


@pytest.mark.parametrize("section, length", SECTIONS.values(), ids=SECTIONS)
def test_section_applies_to_its_accounts(own, section, length):
    assert f"(3 of {length})" in change(own, ALL + section, WEAK).text


@pytest.mark.parametrize("key, is_refused, has_warning, logged", [
    ("enforce = yes", True, True, "refused: minlength"), ("enforce = warn", False, True, "accepted with a warning"),
    ("enforce = audit", False, False, "accepted (enforce = audit)"), ("enforce = no", False, False, None)])
def test_enforcement(own, key, is_refused, has_warning, logged):
    before = len(own.log())
    answer = change(own, f"{ALL}{key}\n", WEAK)
    assert (not answer.is_accepted, "The password needs 9 more characters (3 of 12)." in answer.warnings) == (is_refused, has_warning)
    new = own.log()[before:]
    assert (f"passwordrules: new password for mariadb user bob {logged}" in new) if logged else "passwordrules:" not in new


def test_name_is_compared_with_the_password(own):
    policy = ALL + "username = reject\n"
    assert "contains your user name" in change(own, policy, "xx-carol-4ohjur-qi", user="carol").text
    assert change(own, policy, "xx-carol-4ohjur-qi", user="dave").is_accepted


def test_account_without_a_name(own):
    assert not change(own, ALL, WEAK, user="''@'10.9.9.9'").is_accepted
    assert change(own, ALL, GOOD, user="''@'10.9.9.9'").is_accepted


def test_unusual_names_are_checked(own):
    # The library would see only a part of this name.
    assert change(own, ALL, GOOD, user=r"'a\0b'").warnings[0] == "the password cannot be checked for an account with this name"
    assert change(own, ALL, GOOD, user=f"'{'ю' * 128}'@'{'h' * 255}'").is_accepted
    before = len(own.log())
    assert not change(own, ALL, WEAK, user=r"'a\nb'").is_accepted
    assert "new password for mariadb user a?b refused" in own.log()[before:]


def test_host_is_known_to_estimates(own):
    policy = "rules = minlength: 8;\nmin-guesses = 10^8\n"
    password = "db.example.net"
    refused, accepted = (change(own, policy, password, user=f"bob@'{host}'") for host in (password, "10.1.1.1"))
    assert not refused.is_accepted and accepted.is_accepted


def test_reasons_are_cut_between_sentences(own):
    needed = " ".join(f"required: [{letter}{letter.upper()}{digit}];" for letter in "bcdfghjkmnpqrst" for digit in "234")
    answer = change(own, f"rules = minlength: 40; {needed}\n", "z")
    [text] = answer.warnings[:1]
    assert 400 < len(text.encode()) <= 511 and not answer.is_accepted
    whole = own.debian.run("passwordrules", "check", "--config", POLICY_PATH, "--service", "mariadb", "--user", "bob",
                           "--json", text="z\n", check=False).stdout
    reasons = [rule["message"] for rule in json.loads(whole)["outcomes"] if not rule["met"]]
    shown = re.findall(r'one of "\w+"', text)
    assert shown == [reason.removeprefix("needs ") for reason in reasons[1:1 + len(shown)]] and 0 < len(shown) < len(reasons) - 1
    # The message ends after a whole reason, and says that there are more.
    assert text.endswith(f"{shown[-1]}. ...")


def test_changed_policy_applies_at_once(own):
    assert change(own, "rules = minlength: 3;\n", WEAK).is_accepted
    assert not change(own, ALL, WEAK).is_accepted


# ---- Empty passwords ----

EMPTY = ["CREATE OR REPLACE USER bob", "CREATE OR REPLACE USER bob IDENTIFIED BY ''", "ALTER USER bob IDENTIFIED BY ''",
         "SET PASSWORD FOR bob = PASSWORD('')", "CREATE OR REPLACE USER bob IDENTIFIED VIA mysql_native_password"]


@pytest.mark.parametrize("statement", EMPTY)
@pytest.mark.parametrize(
    "rules", [ALL, "rules = max-repeating: 3;\n", ALL + "enforce = warn\n", ALL + "enforce = audit\n", ALL + "enforce = no\n"],
    ids=["length", "no length", "warn", "audit", "no"])
def test_empty_password_is_refused(own, rules, statement):
    own.debian.write(POLICY_PATH, ALL)
    own.query(f"CREATE OR REPLACE USER bob IDENTIFIED BY {quoted(GOOD)}")
    own.debian.write(POLICY_PATH, rules)
    [answer] = own.change(statement)
    assert not answer.is_accepted and "No password was typed." in answer.text and "more character" not in answer.text


def test_variable_cannot_be_set_while_the_server_runs(own):
    [answer] = own.change("SET GLOBAL passwordrules_allow_empty = ON")
    assert answer.errors == ["Variable 'passwordrules_allow_empty' is a read only variable"]
    assert own.query("SELECT @@passwordrules_allow_empty") == "0"
