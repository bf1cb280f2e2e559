"""Sources/Manual/passwordrules-slapd.5 says what the tests run."""

import re

import pytest
from manual import Page
from slapd_server import LDIF, OWN, POLICY_ENTRY, SUFFIX, SUFFIX_OF_EXAMPLES, Server
from test_slapd_faults import GOOD, is_checked

PAGE = Page("passwordrules-slapd.5")


def display(name: str) -> str:
    [text] = PAGE.examples(name)
    return text


@pytest.mark.parametrize("path", sorted(LDIF.glob("*.ldif")), ids=lambda path: path.name)
def test_files_are_those_of_the_manual(path):
    # Without the remarks at their beginnings.
    text = "".join(line for line in path.read_text().splitlines(keepends=True) if not line.startswith("#"))
    assert display(path.name).strip() == text.strip()


def test_files_are_in_the_package(fresh):
    listed = fresh.run("dpkg", "--listfiles", OWN).stdout.splitlines()
    assert {f"/usr/share/passwordrules/slapd/{path.name}" for path in LDIF.glob("*.ldif")} <= set(listed)
    assert "/usr/share/man/man5/passwordrules-slapd.5.gz" in listed


def test_policy_of_the_manual(debian):
    debian.write("/etc/security/passwordrules.conf", display("policy"))
    with Server(debian) as server:
        assert is_checked(server) and server.set_password(GOOD).is_accepted
        assert not server.set_password("zk4-acme-vq7-hjxb").is_accepted


def test_argument_of_the_manual(debian):
    debian.write("/etc/security/directory.conf", "rules = minlength: 30;\n")
    with Server(debian) as server:
        assert server.modify(display("argument").replace(SUFFIX_OF_EXAMPLES, SUFFIX) + "\n").is_accepted
        assert POLICY_ENTRY in display("argument").replace(SUFFIX_OF_EXAMPLES, SUFFIX)
        assert server.set_password(GOOD).text == "10 more characters needed (20 of 30)"


def test_refusal_of_the_manual(debian):
    debian.write("/etc/security/passwordrules.conf", "rules = minlength: 12; required: digit;\n")
    with Server(debian) as server:
        answer = server.set_password("short")
    shown = [line for line in answer.output.splitlines() if re.match("Result|Additional", line)]
    assert display("refused").splitlines()[1:] == shown
