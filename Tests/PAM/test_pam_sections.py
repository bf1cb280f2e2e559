"""Sections for users and groups, alternatives, and the files of one policy, through the real module.

Tests/Vectors/policies.txt, PolicySourcesTests and PolicyFolderTests test their meaning. One row of each is
here, to test that the module names the right user, and reads the right folders.
"""

import os
import re
import subprocess

import pytest
from transaction import ACCEPTED, BROKEN, LOG_NOTICE, NEW, REFUSED, SINGLE, Log, short_of


def demanded(machine, user="alice", **circumstances):
    """The minimum length for a user, from the message for a password of one character."""
    [length] = re.findall(r"\(1 of (\d+)\)", "\n".join(machine.reasons("q", user=user, **circumstances)))
    return int(length)


# ---- Whom a section is for ----

SECTIONS = """\
rules = minlength: 10
[group staff]
rules = minlength: 20
[group admins]
rules = minlength: 30
[user dave]
rules = minlength: 40
[group dave]
rules = minlength: 50
[user ghost]
rules = minlength: 60
[group root]
rules = minlength: 11
[group employees]
rules = minlength: 70
[group team299]
rules = minlength: 80
[service mariadb]
rules = minlength: 90
[service mariadb user bob]
enforce = no
[service mariadb group admins]
rules =
"""


@pytest.mark.parametrize(("user", "length"), [
    ("nobody", 10), ("root", 11),
    # The section for carol's primary group applies, though the group does not list her. A section for another name of the
    # same group number does not apply.
    ("carol", 20),
    # Supplementary groups: bob has one, and the section of a service does not apply; alice has two, which both apply;
    # the section for erin is that of the last of her 300 groups.
    ("bob", 30), ("alice", 30), ("erin", 80),
    # His group's section is stricter than his own.
    ("dave", 50),
    # A user that the machine does not know has a section and no groups.
    ("ghost", 60), ("phantom", 10), ("ALICE", 10), ("1003", 10),
])
def test_section_binds_user_and_group_members(people, user, length):
    people.write_policy(SECTIONS)
    assert demanded(people, user) == length


@pytest.mark.parametrize("name", ["team0", "team63", "team64", "domain users"])
def test_every_one_of_many_groups_is_found(people, name):
    people.write_policy(f"rules = minlength: 10\n[group team300]\nretry = 1\n[group {name}]\nrules = minlength: 20\n")
    assert (demanded(people, "erin"), demanded(people, "alice")) == (20, 10)


# ---- Alternatives ----


def test_choices_from_several_sources_are_all_shown(people):
    people.write_policy(
        "rules = minlength: 10\nor = minlength: 9; required: digit\n"
        "[user alice]\nrules = minlength: 8; required: [-]\nor = required: upper\n")
    change = people.change("qzjxwvqz", options=SINGLE)
    choice, none = "  - choose one of these:", "  - meets none of the 2 choices; for the closest:"
    assert change.dialogue == [
        "Password rules:", choice, "      - at least 10 characters", "      - at least 9 characters; a digit (0-9)",
        choice, '      - at least 8 characters; the character "-"', "      - an uppercase letter (A-Z)",
        NEW, REFUSED,
        none, "      - 1 more character needed (8 of 9)", "      - needs a digit", none, '      - needs the character "-"',
    ]
    # The log has the name of each rule once.
    assert change.log == [Log("new password for user alice refused: or, minlength, required", LOG_NOTICE)]


def test_fixed_rules_are_shown_apart_from_choices(people):
    people.write_policy(
        "rules = required: digit; required: digit; required: special; required: upper; required: lower; min-classes: 4\n"
        "[user alice]\nrules = minlength: 8; required: digit\nor = min-words: 3\nat-least = 2 special\nmin-classes = 4\n")
    change = people.change("qzjxwvq", options=SINGLE)
    assert change.lines("info", "prompt", "error") == [
        "Password rules:", "  - at least 2 digits (0-9), an", "    uppercase letter (A-Z) and a", "    lowercase letter (a-z)",
        "  - at least 2 special characters",
        "  - choose one of these:", "      - at least 8 characters", "      - at least 3 words",
        NEW, REFUSED,
        "  - 2 digits needed (0 of 2)", "  - needs an uppercase letter", "  - 2 special characters needed (0 of 2)",
        "  - meets none of the 2 choices; for the", "    closest:",
        "      - 1 more character needed (7 of 8)",
    ]


# ---- The distribution's policy ----

VENDOR = """
mount --bind "$0"/security /etc/security &&
mount -t overlay overlay -o lowerdir="$0"/lib:/usr/lib /usr/lib && exec "$@"
"""
MAIN, DROP_IN = "security/passwordrules.conf", "security/passwordrules.conf.d/10.conf"
VENDORS = "lib/passwordrules/passwordrules.conf"


@pytest.fixture
def vendor(machine):
    """Changes a password on a machine with these files: its own policy is below security, the distribution's below lib."""
    if os.getuid() != 0:
        pytest.skip("only root can put other directories in place")
    for folder in ["security", "lib/passwordrules"]:
        (machine.directory / folder).mkdir(parents=True)
    covered = ("unshare", "--mount", "sh", "-c", VENDOR, machine.directory)
    done = subprocess.run([*covered, "true"], capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("no overlays here: " + done.stderr.decode().strip())

    def change(files, *answers, options=""):
        for name, text in files.items():
            (machine.directory / name).parent.mkdir(exist_ok=True)
            (machine.directory / name).write_text(text)
        line = f"required module {SINGLE} {options.format(machine.directory)}"
        return machine.change(*answers, stack=[line, "required witness"], command=covered)

    return change


TEN = {VENDORS: "rules = minlength: 10\n"}


# PolicyFolderTests has how files combine.
@pytest.mark.parametrize(("files", "options", "length"), [
    (TEN, "", 10), (TEN | {MAIN: "rules = minlength: 20\n"}, "", 20), (TEN | {DROP_IN: "rules = minlength: 30\n"}, "", 30),
    (TEN, "rules= rules=minlength:6", 6),
    ({VENDORS: "retry = 0\n", "policy.conf": "rules = minlength: 7\n"}, "config={}/policy.conf", 7),
])
def test_vendor_policy_is_read_before_local_policy(vendor, files, options, length):
    assert short_of(1, length) in vendor(files, "q", options=options).shown


MISSING = "/etc/security/passwordrules.conf: the file cannot be read: no such file"


@pytest.mark.parametrize(("files", "position"), [
    ({}, MISSING), ({DROP_IN: "rules = minlength: 10\n"}, MISSING),
    ({VENDORS: "retry = 0\n", MAIN: "rules = minlength: 10\n"}, "/usr/lib/passwordrules/passwordrules.conf:1:9: "),
    (TEN | {MAIN: "retry = 0\n"}, "/etc/security/passwordrules.conf:1:9: "),
    (TEN | {DROP_IN: "retry = 0\n"}, "/etc/security/passwordrules.conf.d/10.conf:1:9: "),
])
def test_broken_file_in_any_folder_refuses(vendor, files, position):
    change = vendor(files, ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log[0].text.startswith(position)
