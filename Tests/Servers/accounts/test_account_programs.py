"""Programs that set up accounts: each calls the program that the second table under WHAT IS NOT CHECKED in
pam_passwordrules(8) names.

Preseeding needs Debian's installer, and accountsservice needs a message bus, so they are not tested. Puppet sets a
user's password as Ansible does.
"""

import json
import subprocess

import packages
import pytest
from debian import ENVIRONMENT
from manual import Page
from terminal import converse, is_stored
from worlds import world_fixture

ROWS = [(row[0], row[-1]) for row in Page("pam_passwordrules.8").table("tools")]
UNTRIED = {"preseeding", "accountsservice"}
GOOD, WEAK = "Correct-Horse-9-Battery", "weak"
HASH = subprocess.run(["openssl", "passwd", "-6", "-salt", "abcdefgh", WEAK], capture_output=True, text=True, check=True).stdout.strip()
# Scripts replace these programs: they record the name and the options in a file, and then run the real program.
RECORDED = ("passwd", "chpasswd", "useradd", "usermod")
RECORDER = """\
#!/bin/sh
echo "{name} $*" >> /run/calls
exec "$0.real" "$@"
"""
CLOUD_INIT = """\
import json, sys
from cloudinit import helpers
from cloudinit.distros.debian import Distro
name, options = json.load(sys.stdin)
Distro("debian", {}, helpers.Paths({})).create_user(name, lock_passwd=False, **options)
"""

world = world_fixture("accounts", ["cloud-init", "ansible-core", "adduser", "systemd", "libuser"])


@pytest.fixture(scope="module")
def layers(world, debs):
    def install(debian):
        packages.dpkg(debian, "--install", *(path for name, path in debs.items() if name not in packages.SERVER_PLUGINS))
        debian.write("/etc/security/passwordrules.conf.d/50-site.conf", "enforce-for-root = yes\n")
        debian.run("useradd", "alice")
        for name in RECORDED:
            path = debian.run("sh", "-c", f"command -v {name}").stdout.strip()
            debian.run("mv", path, f"{path}.real")
            debian.write(path, RECORDER.format(name=name), 0o755)

    return world.over([], install)


@pytest.fixture
def debian(world, layers):
    with world.debian(*layers) as debian:
        yield debian


def calls(debian):
    """The programs that were called, each with the option that marks a hash."""
    path = debian.path("/run/calls")
    found = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
    short = {"--password": "-p"}
    return [(words[0], next((short.get(word, word) for word in words[1:] if word in ("-e", "-p", "--password")), "")) for words in found]


def has(debian, name, password):
    return is_stored(debian.read("/etc/shadow"), name, password)


def test_every_program_of_the_table_is_tried_or_named():
    assert {name for name, _ in ROWS} == UNTRIED | {
        "adduser", "cloud-init", "Ansible, Puppet", "lpasswd (libuser)", "systemd-firstboot"}
    checked = {said for _, said in ROWS if "not checked" not in said}
    assert checked == {"passwd", "chpasswd", "chpasswd, if the module is installed by then"}


def test_adduser_calls_passwd(debian):
    typed = iter([WEAK, WEAK, WEAK])
    _, shown, _ = converse(debian.command("adduser", "--gecos", "", "carol"), r"[Pp]assword: |\[[yY]/[nN]\] ?",
                           lambda prompt, _: "n" if "/" in prompt[-8:] else next(typed, "n"), env=ENVIRONMENT)
    assert ("passwd", "") in calls(debian) and not has(debian, "carol", WEAK), shown


@pytest.mark.parametrize("options, called, is_checked", [
    ({"plain_text_passwd": WEAK}, ("chpasswd", ""), True), ({"hashed_passwd": HASH}, ("chpasswd", "-e"), False),
    ({"passwd": HASH}, ("useradd", "-p"), False)], ids=["plain_text_passwd", "hashed_passwd", "passwd"])
def test_cloud_init(debian, options, called, is_checked):
    done = debian.run("python3", "-c", CLOUD_INIT, text=json.dumps(["carol", options]), check=False)
    assert called in calls(debian), done.stdout
    assert has(debian, "carol", WEAK) != is_checked
    assert ("needs 11 more characters (4 of 15)" in " ".join(done.stdout.split())) == is_checked


@pytest.mark.parametrize("name, called", [("alice", "usermod"), ("carol", "useradd")])
def test_ansible(debian, name, called):
    debian.run("ansible", "localhost", "-c", "local", "-m", "user", "-a", f"name={name} password={HASH}")
    assert (called, "-p") in calls(debian) and has(debian, name, WEAK)


@pytest.mark.parametrize("command, name", [
    (["lpasswd", "-P", WEAK, "alice"], "alice"), (["lpasswd", "-p", HASH, "alice"], "alice"),
    (["systemd-firstboot", f"--root-password={WEAK}", "--force"], "root"),
    (["systemd-firstboot", f"--root-password-hashed={HASH}", "--force"], "root")])
def test_programs_that_write_the_file_themselves(debian, command, name):
    debian.run(*command)
    assert calls(debian) == [] and has(debian, name, WEAK)
    assert not [line for line in debian.log() if "pam_passwordrules" in line]
