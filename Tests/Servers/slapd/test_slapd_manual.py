"""The tests run the examples of Sources/Manual/passwordrules-slapd.5."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from manual import Page
from oracle import POLICY_PATH
from slapd_server import IS_2_5, LDIF, MODULE, OWN, POLICY_ENTRY, SUFFIX, SUFFIX_OF_EXAMPLES, Server, dn, without_file
from test_slapd_faults import GOOD, OTHER, is_checked

PAGE = Page("passwordrules-slapd.5")


def display(name: str) -> str:
    [text] = PAGE.examples(name)
    return text


@pytest.mark.parametrize("path", sorted(LDIF.glob("*.ldif")), ids=lambda path: path.name)
def test_files_match_the_manual(path):
    # Without the remarks at their beginnings.
    text = "".join(line for line in path.read_text().splitlines(keepends=True) if not line.startswith("#"))
    assert display(path.name).strip() == text.strip()


def test_files_are_in_the_package(fresh):
    listed = fresh.run("dpkg", "--listfiles", OWN).stdout.splitlines()
    assert {f"/usr/share/passwordrules/slapd/{path.name}" for path in LDIF.glob("*.ldif")} <= set(listed)
    assert "/usr/share/man/man5/passwordrules-slapd.5.gz" in listed


def test_policy_of_the_manual(debian):
    debian.write(POLICY_PATH, display("policy"))
    with Server(debian) as server:
        assert is_checked(server) and server.set_password(GOOD).is_accepted
        assert not server.set_password("zk4-acme-vq7-hjxb").is_accepted


def test_argument_of_the_manual(debian):
    debian.write("/etc/security/directory.conf", "rules = minlength: 30;\n")
    with Server(debian) as server:
        assert server.modify(display("argument").replace(SUFFIX_OF_EXAMPLES, SUFFIX) + "\n").is_accepted
        assert POLICY_ENTRY in display("argument").replace(SUFFIX_OF_EXAMPLES, SUFFIX)
        assert server.set_password(GOOD).text == "The password does not meet the rules: at least 30 characters."


def test_refusal_of_the_manual(debian):
    debian.write(POLICY_PATH, "rules = minlength: 12; required: digit;\n")
    with Server(debian) as server:
        answer = server.set_password("short")
    shown = [line for line in answer.output.splitlines() if re.match("Result|Additional", line)]
    # In the page, lines that begin with blanks continue.
    assert display("refused").replace("\n  ", " ").splitlines()[1:] == shown


def test_password_generated_by_slapd_is_refused(debian):
    debian.write(POLICY_PATH, "rules = minlength: 12;\n")
    command, *shown = display("generated").replace("\n  ", " ").splitlines()
    assert not {"-S", "-s", "-T"} & set(command.split())
    with Server(debian) as server:
        answer = server.make_up_password()
        assert [line for line in answer.output.splitlines() if re.match("Result|Additional", line)] == shown
        debian.write(POLICY_PATH, "rules = minlength: 8;\nblocklist =\n")
        answer = server.make_up_password()
        [made_up] = re.findall("(?m)^New password: (.*)$", answer.output)
        assert answer.is_accepted and len(made_up) == 8 and server.is_password(made_up)


def test_profile_in_the_manual_covers_slapd(debian):
    granted = dict(line.rstrip(",").rsplit(" ", 1) for line in display("apparmor").splitlines())
    with Server(debian) as server:
        assert is_checked(server)
        lines = Path(f"/proc/{server.pid}/maps").read_text().splitlines()
        ours = [line.split()[-1] for line in lines if re.search("/[^/]*passwordrules[^/]*$", line)]
    mapped = {path.removeprefix(str(debian.root)) for path in ours}
    assert len(mapped) == 2 and MODULE in mapped
    files = {path: "mr" for path in mapped}
    files |= {path: "r" for path in (POLICY_PATH, f"{POLICY_PATH}.d/", f"{POLICY_PATH}.d/local.conf",
                                     "/usr/share/passwordrules/common.blocklist", "/usr/share/passwordrules/common.ranks",
                                     "/usr/lib/passwordrules/passwordrules.conf")}
    for path, rights in files.items():
        assert {given for pattern, given in granted.items() if fnmatch(path, pattern)} == {rights}, path


def test_rule_in_the_manual_forbids_passwords_with_options(debian):
    with Server(debian) as server:
        assert server.configure(display("options") + "\n").is_accepted
        assert server.set_password(GOOD, 1).is_accepted
        for option in ("lang-en", "lang-de-at"):
            answer = server.add_with_option("zk4", option, 1, GOOD)
            assert not answer.is_accepted and "Insufficient access" in answer.output
        assert server.set_password(OTHER, 1, who=dn(1), own=GOOD).is_accepted


@pytest.mark.skipif(IS_2_5, reason="2.5 does not know the line")
def test_slapd_conf_of_the_manual(fresh):
    fresh.write("/etc/ldap/slapd.conf", "include /etc/ldap/schema/core.schema\nmodulepath /usr/lib/ldap\nmoduleload back_mdb\n"
                "moduleload ppolicy\ndatabase mdb\nsuffix dc=nodomain\ndirectory /var/lib/ldap\noverlay ppolicy\n"
                + display("slapd.conf"))
    assert "succeeded" in fresh.run("slaptest", "-u", "-f", "/etc/ldap/slapd.conf").stdout
    without_file(fresh, MODULE)
    done = fresh.run("slaptest", "-u", "-f", "/etc/ldap/slapd.conf", check=False)
    assert done.returncode != 0 and "passwordrules.so" in done.stdout
