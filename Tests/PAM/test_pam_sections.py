"""Sections for users and groups, presets, alternatives, and the files of one policy, through the real module.

What they mean is in PolicySourcesTests and PolicyFolderTests; here is a row of each, to see that the module asks for it in the
name of the right user, and from the right places.
"""

import os
import re
import subprocess

import pytest
from transaction import (
    ACCEPTED, BROKEN, NEW, REFUSED, ROOT, SINGLE, SUGGESTION, WARNED, WEAK, LOG_NOTICE, Log, short_of,
)


def demanded(machine, user="alice", **circumstances):
    """The length that is demanded of a user, by the message for a password of one character."""
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
"""


@pytest.mark.parametrize(("user", "length"), [
    ("nobody", 10), ("root", 11),
    # Her primary group, which does not list her. It has a second name, by which it is not found.
    ("carol", 20),
    # A supplementary group; two of them, each of whose demands holds; the last of 300.
    ("bob", 30), ("alice", 30), ("erin", 80),
    # His group demands more than the section of his own does.
    ("dave", 50),
    # A user that the machine does not know has a section and no groups.
    ("ghost", 60), ("phantom", 10), ("ALICE", 10), ("1003", 10),
])
def test_section_is_for_the_user_and_for_the_members_of_the_group(people, user, length):
    people.write_policy(SECTIONS)
    assert demanded(people, user) == length


def test_user_and_group_of_the_machines_own_databases_have_their_sections(machine):
    machine.write_policy("rules = minlength: 10\n[group root]\nrules = minlength: 11\n[user nobody]\nrules = minlength: 12\n")
    assert [demanded(machine, user) for user in ["alice", "root", "nobody"]] == [10, 11, 12]


@pytest.mark.parametrize("name", ["team0", "team63", "team64", "domain users"])
def test_every_one_of_many_groups_is_found(people, name):
    people.write_policy(f"rules = minlength: 10\n[group team300]\nretry = 1\n[group {name}]\nrules = minlength: 20\n")
    assert (demanded(people, "erin"), demanded(people, "alice")) == (20, 10)


def test_sections_override_key_by_key_and_the_first_group_has_precedence(people):
    """Of what demands nothing; a demand holds beside the others."""
    people.write_policy(
        "rules = required: digit; minlength: 10\nretry = 5\n[group staff]\nretry = 3\n"
        "[group admins]\nretry = 4\nsuggest = no\nrules = minlength: 30\n[user carol]\nretry = 2\n")
    for user, tries, is_suggested, length in [("dave", 5, True, 10), ("bob", 4, False, 30), ("alice", 3, False, 30),
                                              ("carol", 2, True, 10)]:
        change = people.change(*["q"] * 6, user=user)
        assert (len(change.prompts), bool(change.suggestions)) == (tries, is_suggested)
        assert {short_of(1, length), "  - needs a digit"} <= set(change.shown)


@pytest.mark.parametrize(("options", "length"), [
    ("rules=minlength:5", 50), ("rules=minlength:60", 60), ("rules= rules=minlength:5", 5), ("", 50),
])
def test_options_of_the_line_add_to_sections_unless_they_drop_them(people, options, length):
    people.write_policy(SECTIONS)
    assert demanded(people, "dave", options=options) == length


def test_section_that_enforces_without_rules_refuses_its_user_alone(people):
    people.write_policy("enforce = no\n[user alice]\nenforce = yes\n")
    assert people.change("q", "q", user="bob").status == "PAM_SUCCESS"
    change = people.change("q", "q", user="alice")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    [log] = change.log
    assert log.text.startswith(f'{people.policy}: the policy has no rules: set "rules", or "enforce = no"')


def test_only_those_of_a_section_may_be_left_alone_as_not_local(people):
    people.write_policy("rules = minlength: 10\n[user ghost]\nlocal-users-only = yes\n")
    assert people.change("q", "q", user="ghost").status == "PAM_SUCCESS"
    assert demanded(people, "phantom") == 10


def test_presets_of_several_sections_add_up(people):
    # Without the list of common passwords, which is not installed where this is tested.
    cis, nist = "preset = cis-debian-12\nblocklist =\n", "preset = nist-800-63b-4\nblocklist =\n"
    classes = "needs lowercase letters, uppercase letters, digits and other characters (has 1 of these 4 kinds)"
    people.write_policy(f"rules = required: digit\n[group staff]\n{cis}[user carol]\n{nist}")
    for user, reasons in [
        ("bob", ["needs a digit"]), ("alice", ["13 more characters needed (1 of 14)", "needs a digit", classes]),
        ("carol", ["14 more characters needed (1 of 15)", "needs a digit", classes]),
    ]:
        assert people.reasons("q", user=user) == reasons


# ---- Alternatives ----

ALTERNATIVES = """\
rules = minlength: 20
or = minlength: 12; min-classes: 3
or = minlength: 8; min-classes: 4; min-different: 6
"""
OTHERS = "or satisfy one of the other 2 sets of rules instead"
OF_WEAK = [
    "4 more characters needed (4 of 8)",
    "needs lowercase letters, uppercase letters, digits and other characters (has 1 of these 4 kinds)",
    "2 more different characters needed (4 of 6)", OTHERS,
]


@pytest.mark.parametrize(("more", "options", "password", "reasons"), [
    *(("", "", password, []) for password in ["qzjxwvkbqzjxwvkbqzjx", "qzjxwvkbqz7W", "Qzj!xwv7"]),
    # The nearest one is explained.
    ("", "", "qzjxwvkbqzjxwvkbqzj", ["1 more character needed (19 of 20)", OTHERS]),
    ("", "", "qzjxwvkbq7W", ["1 more character needed (11 of 12)", OTHERS]), ("", "", WEAK, OF_WEAK),
    # What is demanded besides holds for every one; too long for all of them, a password is compared with none.
    ("at-least = 2 digit\n", "", "qzjxwvkbqzjxwvkbqzjx", ["needs 2 more digits (0 of 2)"]),
    ("max-bytes = 30\n", "", "q" * 31, ["too long: 31 bytes (at most 30)"]),
    ("", "rules=minlength:9", "Qzj!xwv7", ["1 more character needed (8 of 9)", OTHERS]),
    ("", "rules=minlength:9", "Qzj!xwv7k", []),
    ("[user alice]\nor =\n", "", "Qzj!xwv7", ["12 more characters needed (8 of 20)"]),
])
def test_password_that_meets_one_set_of_rules_is_accepted(machine, more, options, password, reasons):
    assert machine.reasons(password, policy=ALTERNATIVES + more, options=options) == reasons


def test_rules_before_the_prompt_list_all_sets(machine):
    assert machine.change(policy=ALTERNATIVES + "at-least = 2 upper\nold-password-changes = 2\n").texts("info") == [
        "Password rules (any one of these is enough):", "  - at least 20 characters.",
        "  - at least 12 characters; at least 3 of these 4 kinds: lowercase letters,", "    uppercase letters, digits, other characters.",
        "  - at least 8 characters; lowercase letters, uppercase letters, digits and",
        "    other characters; at least 6 different characters.",
        "In all cases: at least 2 uppercase letters; at least 2 characters different", "from the old password.",
    ]


def test_rules_before_the_prompt_do_not_list_more_sets_than_anybody_reads(machine):
    alternatives = [f"or = minlength: {length}; min-classes: 4\n" for length in range(39, 9, -1)]
    shown = machine.change(policy="rules = minlength: 40\n" + "".join(alternatives)).texts("info")
    assert shown[:2] == ["Password rules (any one of these is enough):", "  - at least 40 characters."]
    assert shown[-1] == "  - or one of 23 other sets of rules."
    assert sum(text.startswith("  - ") for text in shown) == 9


def test_choices_of_several_places_are_all_told(people):
    people.write_policy(
        "rules = minlength: 10\nor = minlength: 9; required: digit\n"
        "[user alice]\nrules = minlength: 8; required: [-]\nor = required: upper\n")
    change = people.change("qzjxwvqz", options=SINGLE)
    assert change.dialogue == [
        "Password rules (any one of these is enough):", "  - at least 10 characters.", "  - at least 9 characters, with a digit.",
        "Password rules (any one of these is enough):", "  - at least 8 characters, with the character -", "  - with an uppercase letter.",
        NEW, REFUSED,
        "  - 1 more character needed (8 of 9)", "  - needs a digit", "  - needs the character -",
        "  - or satisfy the other set of rules instead",
    ]
    assert change.log == [Log("new password for user alice refused: minlength, required, or", LOG_NOTICE)]


def test_suggestion_meets_the_rules_and_root_reads_of_the_alternatives_too(machine):
    change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=ALTERNATIVES)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", change.suggestions)
    assert machine.change(WEAK, WEAK, by=ROOT).texts("error") == [WARNED, *(f"  - {reason}" for reason in OF_WEAK)]


# ---- The folder, and the distribution's policy ----


def test_files_of_the_folder_add_demands_and_override_in_byte_order(machine):
    machine.write_policy("rules = minlength: 10\nretry = 2\n")
    machine.drop_in("9.conf", "rules =\nrules = minlength: 20\nretry = 4\n")
    machine.drop_in("10.conf", "rules = minlength: 30\nretry = 3\n")
    for name in [".conf", ".20.conf", "20.conf~", "20.conf.bak", "20.CONF", "conf", "READ.ME"]:
        machine.drop_in(name, "rules = required: uper\n")
    machine.drop_in("Z.conf", "retry = 1\n")
    change = machine.change("q", "q")
    assert len(change.prompts) == 1 and short_of(1, 20) in change.shown


def test_file_of_the_folder_does_not_do_without_the_main_one(machine):
    machine.drop_in("10.conf", "rules = minlength: 10\n")
    change = machine.change()
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log[0].text.startswith(f"{machine.policy}: cannot be read: no such file.")
    machine.write_policy("retry = 1\n")
    assert demanded(machine) == 10


VENDOR = """
mount --bind "$0"/security /etc/security &&
mount -t overlay overlay -o lowerdir="$0"/lib:/usr/lib /usr/lib && exec "$@"
"""
MAIN, DROP_IN = "security/passwordrules.conf", "security/passwordrules.conf.d/10.conf"
VENDORS = "lib/passwordrules/passwordrules.conf"


@pytest.fixture
def vendor(machine):
    """Changes a password on a machine with these files at the places of its own policy and of the distribution's."""
    if os.getuid() != 0:
        pytest.skip("only root can put other directories in place")
    for folder in ["security", "lib/passwordrules"]:
        (machine.directory / folder).mkdir(parents=True)
    covered = ("unshare", "--mount", "sh", "-c", VENDOR, machine.directory)
    done = subprocess.run([*covered, "true"], capture_output=True, timeout=60, check=False)
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


@pytest.mark.parametrize(("files", "options", "length"), [
    (TEN, "", 10), (TEN | {MAIN: "rules = minlength: 20\n"}, "", 20), (TEN | {MAIN: "rules = minlength: 5\n"}, "", 10),
    (TEN | {MAIN: "rules =\nrules = minlength: 5\n"}, "", 5), (TEN | {DROP_IN: "rules = minlength: 30\n"}, "", 30),
    # The vendor's folder is no place for files.
    (TEN | {VENDORS + ".d/10.conf": "rules = minlength: 30\n"}, "", 10),
    (TEN, "rules=minlength:6", 10), (TEN, "rules= rules=minlength:6", 6),
    ({VENDORS: "retry = 0\n", "policy.conf": "rules = minlength: 7\n"}, "config={}/policy.conf", 7),
])
def test_policy_of_the_distribution_comes_before_that_of_the_machine(vendor, files, options, length):
    assert short_of(1, length) in vendor(files, "q", options=options).shown


MISSING = "/etc/security/passwordrules.conf: cannot be read: no such file"


@pytest.mark.parametrize(("files", "place"), [
    ({}, MISSING), ({DROP_IN: "rules = minlength: 10\n"}, MISSING),
    ({VENDORS: "retry = 0\n", MAIN: "rules = minlength: 10\n"}, "/usr/lib/passwordrules/passwordrules.conf:1:9: "),
    (TEN | {MAIN: "retry = 0\n"}, "/etc/security/passwordrules.conf:1:9: "),
    (TEN | {DROP_IN: "retry = 0\n"}, "/etc/security/passwordrules.conf.d/10.conf:1:9: "),
])
def test_broken_file_of_any_place_refuses(vendor, files, place):
    change = vendor(files, ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log[0].text.startswith(place)
