"""passwordrules policy --check: conflicts between a machine and its policy."""

import json
import os
import sys

import pytest

from tool import ROOT, run

sys.path.append(os.path.join(ROOT, "Tests", "PAM"))

import blocklists

BCRYPT = "warning: pam_unix stores passwords by bcrypt, which uses their first 72 bytes, and the policy lets {} pass: set max-bytes = 72"
UNIX = "password [success=1 default=ignore] pam_unix.so obscure use_authtok try_first_pass"
OURS = "password requisite pam_passwordrules.so"


@pytest.fixture
def machine(tmp_path):
    """Writes files below a folder, and checks a policy with that as the machine."""
    root = tmp_path / "root"
    (root / "etc/pam.d").mkdir(parents=True)

    def machine(files, policy, *arguments):
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (tmp_path / "policy.conf").write_text(policy)
        (tmp_path / "policy.conf").chmod(0o644)
        result = run("policy", "--check", "--machine", str(root), "--config", str(tmp_path / "policy.conf"), *arguments)
        assert result.errors == "" and result.status in (0, 1), result.errors
        return result
    return machine


def said(result):
    return result.lines[:-1]


# ---- bcrypt ----


@pytest.mark.parametrize("files, places", [
    ({"etc/pam.d/common-password": f"{UNIX} blowfish\n"}, ["common-password:1"]),
    ({"etc/pam.d/common-password": f"# x\n{UNIX} \\\n  blowfish rounds=8\n"}, ["common-password:3"]),
    ({"etc/pam.d/passwd": "@include common-password\n", "etc/pam.d/common-password": f"{UNIX} blowfish\n"},
     ["common-password:1"]),
    ({"etc/pam.d/passwd": "password include system\n-password substack system\n",
      "etc/pam.d/system": f"{UNIX} blowfish\n"}, ["system:1"]),
    ({"etc/pam.d/passwd": f"{UNIX}\n", "etc/login.defs": "ENCRYPT_METHOD bcrypt\n"}, ["passwd:1"]),
    ({"etc/pam.d/passwd": f"{UNIX} yescrypt\n", "etc/login.defs": "ENCRYPT_METHOD BCRYPT\n"}, []),
    ({"etc/pam.d/passwd": f"{UNIX}\n", "etc/login.defs": "# ENCRYPT_METHOD BCRYPT\nENCRYPT_METHOD YESCRYPT\n"}, []),
    ({"etc/pam.d/passwd": f"{UNIX} sha512 # blowfish\n"}, []),
    ({"etc/pam.d/passwd": "auth required pam_unix.so blowfish\n"}, []),
    ({"etc/pam.d/passwd": "password include passwd\n"}, []),
    ({}, []),
])
def test_security_bcrypt_that_would_cut_passwords_is_warned_of(machine, files, places):
    """The audit's finding 13: there was no warning about bcrypt's 72 bytes."""
    result = machine(files, "rules = minlength: 15;\n")
    assert said(result) == [f"/etc/pam.d/{place}: {BCRYPT.format(1024)}" for place in places]
    assert result.status == (1 if places else 0)


@pytest.mark.parametrize("policy, longest", [
    ("rules = minlength: 15;\nmax-bytes = 72\n", 72), ("rules = minlength: 15;\nmax-bytes = 73\n", 73),
    ("rules = minlength: 8; maxlength: 18;\n", 72), ("rules = minlength: 8; maxlength: 19;\n", 76),
    ("rules = minlength: 8; maxlength: 72; allowed: ascii-printable;\n", 72),
    ("rules = minlength: 8; maxlength: 73; allowed: ascii-printable;\n", 73),
    ("rules = minlength: 8; maxlength: 18;\nor = minlength: 64;\n", 1024),
    ("rules = minlength: 15;\nmax-bytes = 72\n[user root]\nmax-bytes = 100\n", 100),
    ("rules = minlength: 15;\nmax-bytes = 72\n[user root]\nenforce = no\nmax-bytes = 100\n", 72),
    ("rules = minlength: 15;\nenforce = no\n", 0),
])
def test_how_long_a_password_the_policy_lets_pass(machine, policy, longest):
    result = machine({"etc/pam.d/passwd": f"{UNIX} blowfish\n"}, policy)
    found = [line for line in said(result) if "bcrypt" in line]
    assert found == ([f"/etc/pam.d/passwd:1: {BCRYPT.format(longest)}"] if longest > 72 else [])


# ---- Lists that not all users may read ----


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "leaked.list"
    blocklists.write(path, blocklists.build("password"))
    path.chmod(0o600)
    return path


NOTE = 'note: only {} can read this list: "passwordrules check" and "passwordrules try" of other users fail'


@pytest.mark.parametrize("files, told", [
    ({"etc/pam.d/portal": f"{OURS}\n", "etc/systemd/system/portal.service": "[Service]\nUser = nobody\n"}, True),
    ({"etc/pam.d/portal": "@include common-password\n", "etc/pam.d/common-password": f"{OURS}\n",
      "lib/systemd/system/portal.service": "[Service]\nUser=nobody\n"}, True),
    ({"etc/pam.d/portal": f"{OURS}\n", "etc/systemd/system/portal.service": "[Service]\nUser=root\n",
      "lib/systemd/system/portal.service": "[Service]\nUser=nobody\n"}, False),
    ({"etc/pam.d/portal": f"{OURS}\n", "lib/systemd/system/portal.service": "[Service]\nExecStart=/x\n"}, False),
    ({"etc/pam.d/portal": f"{UNIX}\n", "lib/systemd/system/portal.service": "[Service]\nUser=nobody\n"}, False),
    ({"etc/pam.d/passwd": f"{OURS}\n"}, False),
])
def test_services_that_cannot_read_a_list_are_named(machine, listed, files, told):
    result = machine(files, f"rules = minlength: 15;\nblocklist = {listed}\n[user root]\nretry = 2\n")
    warnings = [line for line in said(result) if ": warning: " in line]
    assert [line.split(": ", 1)[1] for line in warnings] == [
        f"warning: the service portal runs as user nobody, who cannot read {listed}: it would refuse every change"] * told
    # Once, however many sections name it.
    assert [line for line in said(result) if line not in warnings] == [f"{listed}: {NOTE.format('root')}"]
    assert result.status == (1 if told else 0)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to groups")
@pytest.mark.parametrize("group, told", [(65534, False), (0, True)])
def test_members_of_the_list_s_group_can_read_it(machine, listed, group, told):
    os.chown(listed, 0, group)
    listed.chmod(0o640)
    files = {"etc/pam.d/portal": f"{OURS}\n", "lib/systemd/system/portal.service": "[Service]\nUser=nobody\n"}
    result = machine(files, f"rules = minlength: 15;\nblocklist = {listed}\n")
    assert ("who cannot read" in result.output.decode()) == told
    assert f"only root and the group {'root' if group == 0 else 'nogroup'} can read" in result.output.decode()


def test_nothing_is_said_of_a_list_that_everybody_may_read(machine, listed):
    listed.chmod(0o644)
    files = {"etc/pam.d/portal": f"{OURS}\n", "lib/systemd/system/portal.service": "[Service]\nUser=nobody\n"}
    assert said(machine(files, f"rules = minlength: 15;\nblocklist = {listed}\n")) == []


def test_what_is_said_of_the_machine_has_numbers(machine, listed):
    files = {"etc/pam.d/portal": f"{OURS}\n{UNIX} blowfish\n", "lib/systemd/system/portal.service": "[Service]\nUser=nobody\n"}
    result = machine(files, f"rules = minlength: 15;\nblocklist = {listed}\n", "--json")
    assert [(found["code"], found["severity"]) for found in map(json.loads, result.lines)] == [
        (341, "warning"), (342, "note"), (340, "warning")]
