"""Sections for users and groups, and the files of one policy, through the real module."""

import os
import re
import subprocess

import pytest
from person import accounts, people  # noqa: F401
from transaction import (
    ACCEPTED, BROKEN, BROKEN_WARNING, LOG_ERR, ORDINARY_UID, ROOT, SETUID, USER, WEAK, Log, needs_root,
)

NO_RULES = 'the policy has no rules: set "rules", or "enforce = no"'


def demanded(machine, user, options="", **circumstances):
    """The length that is demanded of a user, by the message for a password of one character."""
    change = machine.change("q", user=user, options=f"retry=1 suggest=no {options}", **circumstances)
    assert change.status == "PAM_AUTHTOK_ERR", change.dialogue
    [length] = re.findall(r"\(1 of (\d+)\)", "\n".join(change.texts("error")))
    return int(length)


def write_dropins(machine, dropins):
    folder = machine.policy.with_name(machine.policy.name + ".d")
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    for name, text in dropins.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o644)
    return folder


# ---- By the machine's own databases ----


def test_user_and_group_of_the_machine_have_their_sections(machine):
    machine.write_policy(
        "rules = minlength: 10\n[group root]\nrules = minlength: 11\n[user nobody]\nrules = minlength: 12\n"
    )
    assert [demanded(machine, user) for user in ["alice", "root", "nobody"]] == [10, 11, 12]


def test_user_that_the_machine_does_not_know_has_a_section_and_no_groups(machine):
    machine.write_policy(
        "rules = minlength: 10\n[group root]\nrules = minlength: 11\n[user no-such-user]\nrules = minlength: 12\n"
    )
    assert demanded(machine, "no-such-user") == 12
    assert demanded(machine, "no-other-user") == 10


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
"""


@pytest.mark.parametrize(
    ("user", "length"),
    [
        ("nobody", 10),
        # Her primary group, which does not list her.
        ("carol", 20),
        # A supplementary group.
        ("bob", 30),
        # In both groups: what each of them demands holds.
        ("alice", 30),
        # His group demands more than the section of his own does.
        ("dave", 50),
        ("ghost", 10), ("ALICE", 10), ("1003", 10),
    ],
)
def test_section_is_for_the_user_and_for_the_members_of_the_group(people, user, length):
    people.write_policy(SECTIONS)
    assert demanded(people, user) == length


@pytest.mark.parametrize(
    ("policy", "length"),
    [
        ("[group admins]\nrules = minlength: 30\n[group staff]\nrules = minlength: 20\n", 30),
        ("[group staff]\nrules = minlength: 20\n[group admins]\nrules = minlength: 30\n", 30),
        ("[user alice]\nrules = minlength: 40\n[group staff]\nrules = minlength: 20\n", 40),
        ("[group staff]\nrules = minlength: 20\n[user alice]\nrules = minlength: 40\n", 40),
        # Nobody gets off lightly by a section of one's own, nor by another group.
        ("[group staff]\nrules = minlength: 40\n[user alice]\nrules = minlength: 20\n", 40),
        ("[group staff]\nrules = minlength: 40\n[group admins]\nrules = minlength: 4\n", 40),
        ("[user alice]\nrules = minlength: 4\n", 10),
        ("[user bob]\nrules = minlength: 40\n", 10),
        ("[group nobody-has-it]\nrules = minlength: 20\n", 10),
        # Names are compared as they are written.
        ("[user Alice]\nrules = minlength: 40\n[group STAFF]\nrules = minlength: 20\n", 10),
        ("[user alic]\nrules = minlength: 40\n[user alicee]\nrules = minlength: 50\n", 10),
        ("[user 1000]\nrules = minlength: 40\n[group 3000]\nrules = minlength: 20\n", 10),
        (" \t[ user \t alice ] \nrules = minlength: 40\n", 40),
        ("[user alice]\n[user bob]\nrules = minlength: 40\n", 10),
    ],
)
def test_demands_of_all_sections_of_a_person_hold(people, policy, length):
    people.write_policy("rules = minlength: 10\n" + policy)
    assert demanded(people, "alice") == length


@pytest.mark.parametrize(
    ("policy", "length"),
    [
        ("[user alice]\nrules =\nrules = minlength: 4\n", 4),
        ("[group staff]\nrules = minlength: 20\n[user alice]\nrules =\nrules = minlength: 4\n", 4),
        # Wherever the more specific section stands.
        ("[user alice]\nrules =\nrules = minlength: 4\n[group staff]\nrules = minlength: 20\n", 4),
        ("[user alice]\nrules = minlength: 40\n[group staff]\nrules =\nrules = minlength: 4\n", 40),
        ("[group staff]\nrules =\nrules = minlength: 4\n", 4),
        # Of groups, what stands before; the section that comes later holds.
        ("[group staff]\nrules = minlength: 20\n[group admins]\nrules =\nrules = minlength: 4\n", 4),
        ("[group admins]\nrules =\nrules = minlength: 4\n[group staff]\nrules = minlength: 20\n", 20),
        # The lines before it in the section itself.
        ("[user alice]\nrules = minlength: 40\nrules =\nrules = minlength: 4\n", 4),
        # Not hers.
        ("[user bob]\nrules =\nrules = minlength: 4\n[group nobody-has-it]\nrules =\n", 10),
    ],
)
def test_empty_value_drops_what_less_specific_and_earlier_places_demand(people, policy, length):
    people.write_policy("rules = minlength: 10\n" + policy)
    assert demanded(people, "alice") == length


@pytest.mark.parametrize("group", ["team0", "team63", "team64", "team299", "domain users"])
def test_every_one_of_many_groups_is_found(people, group):
    people.write_policy(f"rules = minlength: 10\n[group team300]\nretry = 1\n[group {group}]\nrules = minlength: 20\n")
    assert demanded(people, "erin") == 20
    assert demanded(people, "alice") == 10


def test_of_several_groups_all_sections_apply(people):
    """Before, the first section of one of her groups applied alone, and the demands of the other were not hers."""
    people.write_policy(
        "rules = minlength: 10\nretry = 5\n[group staff]\nretry = 2\n"
        # Of what demands nothing, that of the first group holds, key by key.
        "[group admins]\nrules = minlength: 30\nretry = 4\nsuggest = no\n"
    )
    change = people.change("q", "q", "q", user="alice")
    assert (len(change.prompts), change.suggestions) == (2, [])
    assert "  - 29 more characters needed (1 of 30)" in change.shown
    change = people.change("q", "q", "q", "q", "q", user="bob")
    assert (len(change.prompts), change.suggestions) == (4, [])


def test_group_with_a_second_name_is_found_by_its_first_one(people):
    """The database gives each number one name: policy --check warns of the other."""
    people.write_policy("rules = minlength: 10\n[group employees]\nrules = minlength: 20\n")
    assert demanded(people, "carol") == 10


# ---- Key by key ----


def test_sections_override_key_by_key(people):
    people.write_policy(
        "rules = required: digit; minlength: 10\nretry = 4\nsuggest = yes\n"
        "[group staff]\nretry = 3\nsuggest = no\n"
        "[user alice]\nretry = 2\n"
    )
    for user, tries, is_suggested in [("bob", 4, True), ("carol", 3, False), ("alice", 2, False)]:
        change = people.change(*["q"] * 5, user=user)
        assert len(change.prompts) == tries
        assert bool(change.suggestions) == is_suggested
        assert "  - needs a digit" in change.shown


@pytest.mark.parametrize(
    ("section", "rules"),
    [
        ("rules = minlength: 20\n", [
            "one of these:", "  - 20 characters or more, with an uppercase letter.", "  - 30 characters or more."]),
        # Another key is no reason to forget them.
        ("min-classes = 3\n", [
            "one of these:", "  - 10 characters or more, with an uppercase letter.", "  - 30 characters or more.",
            "And: 3 of: lowercase letters, uppercase letters, digits, other characters."]),
        ("rules =\nrules = minlength: 20\n", ["20 characters or more."]),
        ("rules =\nrules = minlength: 20\nrules = required: digit\n", ["20 characters or more, with a digit."]),
        ("or =\n", ["10 characters or more, with an uppercase letter."]),
        ("or =\nrules = minlength: 20\n", ["20 characters or more, with an uppercase letter."]),
    ],
)
def test_rules_of_a_section_stand_beside_all_others_unless_it_drops_them(people, section, rules):
    people.write_policy(f"rules = required: upper; minlength: 10\nor = minlength: 30\n[user alice]\n{section}")
    shown = people.change(user="alice").texts("info")
    assert shown == [f"Password rules: {rules[0]}", *rules[1:]]


def test_alternative_of_a_section_is_one_to_its_own_rules_alone(people):
    people.write_policy(
        "rules = minlength: 10\nor = minlength: 9; required: digit\n"
        "[user alice]\nrules = minlength: 8; required: [-]\nor = required: upper\n"
    )
    for password, user, status in [
        ("qzjxwv7qz", "bob", "PAM_SUCCESS"), ("qzjxwv7qz", "alice", "PAM_AUTHTOK_ERR"),
        ("qzjxwvqzjx", "bob", "PAM_SUCCESS"), ("qzjxwvqzjx", "alice", "PAM_AUTHTOK_ERR"),
        # Before, an alternative here was one to what everybody must meet.
        ("Qzjxw", "alice", "PAM_AUTHTOK_ERR"), ("qzjx-wvq", "alice", "PAM_AUTHTOK_ERR"),
        ("Qzjxwv7qz", "alice", "PAM_SUCCESS"), ("qzjx-7wvq", "alice", "PAM_SUCCESS"),
        ("Qzjxwvqzjx", "alice", "PAM_SUCCESS"), ("qzjx-wvqzj", "alice", "PAM_SUCCESS"),
    ]:
        assert people.change(password, password, user=user, options="retry=1").status == status, password


def test_each_choice_that_is_not_met_is_told(people):
    people.write_policy(
        "rules = minlength: 10\nor = minlength: 9; required: digit\n"
        "[user alice]\nrules = minlength: 8; required: [-]\nor = required: upper\n"
    )
    assert people.change(user="alice").texts("info") == [
        "Password rules: one of these:", "  - 10 characters or more.", "  - 9 characters or more, with a digit.",
        "Password rules: one of these:", "  - 8 characters or more, with the character -", "  - with an uppercase letter.",
    ]
    for password, missing in [
        ("qzjxwvqz", ["1 more character needed (8 of 9)", "needs a digit", "needs the character -"]),
        ("qzjxwvqzjx", ["needs the character -"]), ("Qzjxw", ["4 more characters needed (5 of 9)", "needs a digit"]),
    ]:
        assert people.refuse(password, user="alice") == [*missing, "or meet the other of the 2 sets of rules"]


def test_options_of_the_line_add_to_sections_unless_they_drop_them(people):
    people.write_policy(SECTIONS)
    assert demanded(people, "dave", options="rules=minlength:5") == 50
    assert demanded(people, "dave", options="rules=minlength:60") == 60
    assert demanded(people, "dave", options="rules= rules=minlength:5") == 5


# Without the list of common passwords, which is not installed where this is tested.
CIS, NIST = "preset = cis-debian-12\nblocklist =\n", "preset = nist-800-63b-4\nblocklist =\n"
CLASSES = "needs all of: lowercase letters, uppercase letters, digits, other characters (has 1)"


def test_presets_of_several_sections_add_up(people):
    people.write_policy(f"rules = required: digit\n[group staff]\n{CIS}[user carol]\n{NIST}retry = 1\n")
    assert people.refuse("q", user="bob") == ["needs a digit"]
    # Before, that of a section replaced what everybody's part demands, and hers that of her group.
    assert people.refuse("q", user="alice") == ["13 more characters needed (1 of 14)", "needs a digit", CLASSES]
    assert people.refuse("q", user="carol") == ["14 more characters needed (1 of 15)", "needs a digit", CLASSES]
    people.write_policy(f"rules = required: digit\n[group staff]\n{CIS}[user carol]\npreset =\n{NIST}")
    assert people.refuse("q", user="carol") == ["14 more characters needed (1 of 15)", "needs a digit"]


def test_keys_beside_a_preset_add_to_it_or_drop_what_it_says(people):
    people.write_policy(f"{CIS}min-classes = 2\nrules = required: [-]\n")
    assert people.refuse("q") == ["13 more characters needed (1 of 14)", "needs the character -", CLASSES]
    people.write_policy(f"{CIS}min-classes =\nrules =\nrules = required: [-]\n")
    assert people.refuse("q") == ["needs the character -"]


@needs_root
def test_preset_binds_root_until_it_is_dropped(people):
    people.write_policy(f"{CIS}[user carol]\n{NIST}[user dave]\npreset =\n{NIST}")
    for user, status in [("bob", "PAM_AUTHTOK_ERR"), ("carol", "PAM_AUTHTOK_ERR"), ("dave", "PAM_SUCCESS")]:
        assert people.change(WEAK, WEAK, user=user, by=ROOT, options="retry=1").status == status
    # NIST says nothing of root, and so drops nothing.
    people.write_policy(f"{NIST}[user dave]\n{CIS}")
    for user, status in [("bob", "PAM_SUCCESS"), ("dave", "PAM_AUTHTOK_ERR")]:
        assert people.change(WEAK, WEAK, user=user, by=ROOT, options="retry=1").status == status


def test_section_can_be_the_only_place_with_rules(people):
    people.write_policy("enforce = no\n[group staff]\nenforce = yes\nrules = minlength: 20\n")
    assert people.change("q", "q", user="bob").status == "PAM_SUCCESS"
    assert demanded(people, "alice") == 20


def test_section_that_enforces_without_rules_refuses_its_user_alone(people):
    people.write_policy("enforce = no\n[user alice]\nenforce = yes\n")
    assert people.change("q", "q", user="bob").status == "PAM_SUCCESS"
    change = people.change("q", "q", user="alice")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    [log] = change.log
    assert log.text.startswith(str(people.policy)) and NO_RULES in log.text


def test_only_those_of_a_section_may_be_left_alone_as_not_local(people):
    people.write_policy("rules = minlength: 10\n[user ghost]\nlocal-users-only = yes\n")
    assert people.change("q", "q", user="ghost").status == "PAM_SUCCESS"
    assert demanded(people, "phantom") == 10


# ---- Drop-ins ----


def test_demands_of_all_files_of_the_folder_hold(machine):
    machine.write_policy("rules = minlength: 10\n")
    write_dropins(machine, {"9.conf": "rules = minlength: 20\n", "10.conf": "rules = minlength: 30\n"})
    assert demanded(machine, "alice") == 30
    write_dropins(machine, {"9.conf": "rules = minlength: 3\n", "10.conf": "rules = minlength: 4\n"})
    assert demanded(machine, "alice") == 10


def test_files_of_the_folder_override_and_drop_in_byte_order(machine):
    machine.write_policy("rules = minlength: 10\nretry = 2\n")
    write_dropins(
        machine,
        {
            "9.conf": "rules =\nrules = minlength: 20\nretry = 4\n", "10.conf": "rules = minlength: 30\nretry = 3\n",
            "Z.conf": "retry = 1\n",
        },
    )
    change = machine.change("q", "q", "q")
    assert len(change.prompts) == 1
    assert "  - 19 more characters needed (1 of 20)" in change.shown
    write_dropins(machine, {"9.conf": "rules = minlength: 20\n", "10.conf": "rules =\nrules = minlength: 5\n"})
    assert demanded(machine, "alice") == 20


def test_other_names_in_the_folder_are_left_alone(machine):
    machine.write_policy("rules = minlength: 10\n")
    names = [".conf", ".20.conf", "20.conf~", "20.conf.bak", "20.CONF", "conf", "READ.ME"]
    write_dropins(machine, {name: "rules = required: uper\n" for name in names})
    assert demanded(machine, "alice") == 10


def test_empty_folder_and_empty_file_say_nothing(machine):
    machine.write_policy("rules = minlength: 10\n")
    write_dropins(machine, {})
    assert demanded(machine, "alice") == 10
    write_dropins(machine, {"10.conf": "", "20.conf": "# nothing\n\n[user alice]\n"})
    assert demanded(machine, "alice") == 10


def test_folder_of_another_file_is_left_alone(machine):
    machine.write_policy("rules = minlength: 10\n")
    write_dropins(machine, {}).rename(machine.directory / "other.conf.d")
    (machine.directory / "other.conf.d" / "10.conf").write_text("rules = minlength: 20\n")
    assert demanded(machine, "alice") == 10


def test_file_does_not_do_without_the_main_one(machine):
    write_dropins(machine, {"10.conf": "rules = minlength: 10\n"})
    change = machine.change()
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log[0].text.startswith(f"{machine.policy}: cannot be read: there is no such file.")


def test_rules_may_be_in_the_folder_alone(machine):
    machine.write_policy("retry = 1\n")
    write_dropins(machine, {"10.conf": "rules = minlength: 10\n"})
    assert demanded(machine, "alice") == 10


def test_later_rules_hold_beside_the_alternatives_of_earlier_files(machine):
    machine.write_policy("rules = minlength: 10\nor = required: digit\n")
    assert machine.change("7", "7").status == "PAM_SUCCESS"
    write_dropins(machine, {"10.conf": "rules = minlength: 12\n"})
    assert demanded(machine, "alice") == 12
    assert machine.change("7", options="retry=1").status == "PAM_AUTHTOK_ERR"
    write_dropins(machine, {"20.conf": "rules =\nrules = minlength: 11\nor = required: upper\n"})
    assert machine.change("Q", "Q").status == "PAM_SUCCESS"
    assert machine.change("7", options="retry=1").status == "PAM_AUTHTOK_ERR"
    write_dropins(machine, {"30.conf": "or =\n"})
    assert demanded(machine, "alice") == 11
    assert machine.change("Q", options="retry=1").status == "PAM_AUTHTOK_ERR"


@pytest.mark.parametrize(
    ("main", "dropins", "length"),
    [
        # A section goes on in a later file.
        ("[group staff]\nrules = minlength: 20\n", {"1.conf": "[group staff]\nrules = minlength: 30\n"}, 30),
        ("[group staff]\nrules = minlength: 30\n", {"1.conf": "[group staff]\nrules = minlength: 20\n"}, 30),
        ("[group staff]\nrules = minlength: 30\n", {"1.conf": "[group staff]\nrules =\nrules = minlength: 6\n"}, 6),
        # What a later file demands of everybody is demanded of whoever has a section.
        ("[group staff]\nrules = minlength: 20\n", {"1.conf": "rules = minlength: 30\n"}, 30),
        ("[user alice]\nrules = minlength: 20\n", {"1.conf": "[group staff]\nrules = minlength: 30\n"}, 30),
        ("[group staff]\nrules = minlength: 20\n", {"1.conf": "[user alice]\nrules = minlength: 30\n"}, 30),
        ("[group staff]\nrules = minlength: 30\n", {"1.conf": "[user alice]\nrules = minlength: 20\n"}, 30),
        # What a later file drops for everybody does not touch a section, which is more specific.
        ("[group staff]\nrules = minlength: 20\n", {"1.conf": "rules =\nrules = minlength: 6\n"}, 20),
        ("[user alice]\nrules = minlength: 20\n", {"1.conf": "[group staff]\nrules =\nrules = minlength: 6\n"}, 20),
        ("[user alice]\nrules =\nrules = minlength: 6\n", {"1.conf": "[group staff]\nrules = minlength: 30\n"}, 6),
        # All of her groups, in whichever files.
        ("[group admins]\nretry = 1\n", {"1.conf": "[group staff]\nrules = minlength: 30\n"}, 30),
        (
            "",
            {"1.conf": "[group admins]\nrules = minlength: 20\n", "2.conf": "[group staff]\nrules = minlength: 30\n"},
            30,
        ),
        (
            "[group admins]\nretry = 1\n",
            {"1.conf": "[group staff]\nrules = minlength: 30\n[group admins]\nrules = minlength: 20\n"}, 30,
        ),
    ],
)
def test_sections_of_several_files(people, main, dropins, length):
    people.write_policy("rules = minlength: 10\n" + main)
    write_dropins(people, dropins)
    assert demanded(people, "alice") == length


# ---- Broken ones ----


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("retry = 0\n", ':1:9: expected a number from 1 to 100, found "0"'),
        ("# first\n\n\trules = required: uper\n", ':3:20: there is no class "uper"; did you mean "upper"?'),
        # However little it has to do with alice.
        ("[user bob]\nretyr = 3\n", ':2:1: there is no key "retyr"; did you mean "retry"?'),
        ("[user bob]\nretry = 3\n[user bob]\n", ":3:1: this section is here a second time in the same file"),
        (
            "[users bob]\n",
            ':1:2: there is no section for "users": write [user NAME], [group NAME] or [service SERVICE]; did you mean "user"?',
        ),
        ("[user bob\n", ':1:10: expected "]" at the end of the line'),
        ("[user]\n", ":1:6: expected the name of a user, a group or a service"),
        (
            "[user bob]\nor = minlength: 9\n",
            ':2:1: "or" is an alternative to the "rules" of its own section, which has none',
        ),
        (
            "[user bob]\nusername = permit\n",
            ':2:12: "permit" demands nothing: leave the line out, or the value, to drop what other lines demand',
        ),
        ("[user bob]\nretry = 1", ":2:10: the last line does not end in a newline: the file may have been cut off"),
    ],
)
@pytest.mark.parametrize("broken", ["10.conf", "99.conf"])
def test_broken_file_of_the_folder_refuses_everybody(machine, broken, text, cause):
    machine.write_policy("rules = minlength: 4\n")
    folder = write_dropins(machine, {"50.conf": "rules = minlength: 5\n", broken: text})
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    end = "" if cause.endswith("?") else "."
    assert change.log == [Log(f"{folder / broken}{cause}{end} Password change for user alice refused.", LOG_ERR)]


def make_directory(folder):
    (folder / "50.conf").mkdir()


def make_dangling_link(folder):
    (folder / "50.conf").symlink_to("nothing")


def make_fifo(folder):
    os.mkfifo(folder / "50.conf")


def make_group_writable(folder):
    (folder / "50.conf").write_text("rules = minlength: 1\n")
    (folder / "50.conf").chmod(0o664)


def make_unreadable(folder):
    (folder / "50.conf").write_text("rules = minlength: 1\n")
    (folder / "50.conf").chmod(0)


UNSEEN = {
    "directory": (make_directory, "is not a regular file"),
    "FIFO": (make_fifo, "is not a regular file"),
    "group-writable": (make_group_writable, "may be written by others than its owner: chmod go-w"),
    "dangling link": (make_dangling_link, "cannot be read: it is a symbolic link to what does not exist"),
}


@pytest.mark.parametrize(
    ("make", "cause"),
    [pytest.param(*kind, id=name) for name, kind in UNSEEN.items()]
    + [pytest.param(make_unreadable, "cannot be read: permission denied", id="unreadable")],
)
def test_file_of_the_folder_that_cannot_be_seen_refuses(machine, make, cause):
    machine.write_policy("rules = minlength: 4\n")
    folder = write_dropins(machine, {"10.conf": "retry = 1\n"})
    make(folder)
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log == [Log(f"{folder / '50.conf'}: {cause}. Password change for user alice refused.", LOG_ERR)]


def break_by_file(path):
    path.write_text("rules = minlength: 1\n")


def break_by_mode(path):
    path.mkdir()
    path.chmod(0o775)


def break_by_closing(path):
    path.mkdir()
    path.chmod(0)


def break_by_link(path):
    path.symlink_to(path)


@pytest.mark.parametrize(
    ("make", "cause"),
    [
        (break_by_file, "is not a directory"),
        (break_by_mode, "may be written by others than its owner: chmod go-w"),
        (break_by_closing, "cannot be read: permission denied"),
        (break_by_link, "cannot be read: too many symbolic links"),
    ],
)
def test_folder_that_cannot_be_trusted_refuses(machine, make, cause):
    machine.write_policy("rules = minlength: 4\n")
    folder = machine.policy.with_name("policy.conf.d")
    make(folder)
    change = machine.change(ACCEPTED, ACCEPTED)
    if folder.is_dir():
        # What cannot be entered cannot be removed, but by root.
        folder.chmod(0o755)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log == [Log(f"{folder}: {cause}. Password change for user alice refused.", LOG_ERR)]


@needs_root
def test_folder_and_files_of_somebody_else_refuse(machine):
    machine.write_policy("rules = minlength: 4\n")
    folder = write_dropins(machine, {"10.conf": "retry = 1\n"})
    for path in [folder / "10.conf", folder]:
        os.chown(path, 12345, 12345)
        change = machine.change(ACCEPTED, ACCEPTED)
        assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
        assert change.log[0].text.startswith(f"{path}: belongs to user 12345, who is neither root nor ")
        os.chown(path, 0, 0)
    assert demanded(machine, "alice") == 4


@needs_root
@pytest.mark.parametrize("by", [USER, SETUID])
def test_folder_of_the_effective_user_is_read(machine, by):
    machine.write_policy("rules = minlength: 4\n")
    folder = write_dropins(machine, {"10.conf": "rules = minlength: 6\n"})
    os.chown(folder, ORDINARY_UID, ORDINARY_UID)
    change = machine.change("q", by=by, options="retry=1 suggest=no")
    assert change.status == ("PAM_AUTHTOK_ERR" if by == USER else "PAM_TRY_AGAIN")


# ---- Root ----


@needs_root
@pytest.mark.parametrize(
    ("policy", "user", "is_refused"),
    [
        ("enforce-for-root = no\n[user alice]\nenforce-for-root = yes\n", "alice", True),
        ("enforce-for-root = no\n[user alice]\nenforce-for-root = yes\n", "bob", False),
        ("enforce-for-root = yes\n[user alice]\nenforce-for-root = no\n", "alice", False),
        ("enforce-for-root = yes\n[user alice]\nenforce-for-root = no\n", "bob", True),
        # It is the section of the user whose password it is, not that of root who changes it.
        ("[user root]\nenforce-for-root = yes\n", "alice", False),
        ("[user root]\nenforce-for-root = yes\n", "root", True),
        ("[group root]\nenforce-for-root = yes\n", "root", True),
    ],
)
def test_root_is_exempt_by_the_section_of_the_user(machine, policy, user, is_refused):
    machine.write_policy("rules = minlength: 10\n" + policy)
    change = machine.change(WEAK, WEAK, user=user, by=ROOT, options="retry=1")
    assert change.status == ("PAM_AUTHTOK_ERR" if is_refused else "PAM_SUCCESS")


@needs_root
@pytest.mark.parametrize(
    ("main", "dropin", "is_refused"),
    [
        ("", "retry = 0\n", False),
        ("", "retry = 0\nenforce-for-root = yes\n", True),
        ("", "retry = 0\n[user bob]\nenforce-for-root = yes\n", True),
        ("enforce-for-root = yes\n", "retry = 0\n", True),
        ("", "retry = 0\npreset = cis-debian-12\n", True),
        ("[user bob]\npreset = cis-debian-12\n", "retry = 0\n", True),
        ("", "presett = cis-debian-12\n", True),
        ("", "[user bob\n# enforce-for-root\n", False),
        ("", "[user bob\nenforce-for-root = yes\n", True),
        ("# preset = cis-debian-12\nenforce-for-root = no\n", "retyr = 0\n", False),
    ],
)
def test_root_goes_on_with_a_broken_policy_that_says_nothing_of_root(machine, main, dropin, is_refused):
    machine.write_policy("rules = minlength: 4\n" + main)
    folder = write_dropins(machine, {"10.conf": dropin})
    change = machine.change("q", "q", by=ROOT)
    assert change.status == ("PAM_TRY_AGAIN" if is_refused else "PAM_SUCCESS")
    assert change.dialogue[0] == (BROKEN if is_refused else BROKEN_WARNING)
    assert change.dialogue[1].startswith(f"{folder / '10.conf'}:")


@needs_root
@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, (make, _) in UNSEEN.items()])
def test_root_is_refused_where_a_file_of_the_folder_could_not_be_seen(machine, make):
    """A dangling link may have led to the strictest file of all."""
    machine.write_policy("rules = minlength: 4\n")
    folder = write_dropins(machine, {})
    make(folder)
    change = machine.change("q", "q", by=ROOT)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue[0] == BROKEN
    assert change.dialogue[1].startswith(f"{folder / '50.conf'}: ")


@needs_root
@pytest.mark.parametrize("make", [break_by_file, break_by_mode, break_by_link])
def test_root_is_refused_where_the_folder_could_not_be_seen(machine, make):
    machine.write_policy("rules = minlength: 4\n")
    make(machine.policy.with_name("policy.conf.d"))
    change = machine.change("q", "q", by=ROOT)
    assert (change.status, change.dialogue[0]) == ("PAM_TRY_AGAIN", BROKEN)


# ---- The distribution's policy ----

VENDOR = """
mount --bind "$0"/security /etc/security &&
mount -t overlay overlay -o lowerdir="$0"/lib:/usr/lib /usr/lib && exec "$@"
"""


@pytest.fixture
def vendor(machine):
    """A machine with directories of its own at the places of the machine's policy and the distribution's."""
    if os.getuid() != 0:
        pytest.skip("only root can put other directories in place")
    (machine.directory / "security").mkdir()
    (machine.directory / "lib" / "passwordrules").mkdir(parents=True)
    machine.covered = ("unshare", "--mount", "sh", "-c", VENDOR, machine.directory)
    done = subprocess.run([*machine.covered, "true"], capture_output=True, timeout=60, check=False)
    if done.returncode != 0:
        pytest.skip("no overlays here: " + done.stderr.decode().strip())
    return machine


MAIN, MAIN_DROPIN = "security/passwordrules.conf", "security/passwordrules.conf.d/10.conf"
VENDORS = "lib/passwordrules/passwordrules.conf"


@pytest.mark.parametrize(
    ("files", "options", "length"),
    [
        ({VENDORS: "rules = minlength: 10\n"}, "", 10),
        ({VENDORS: "rules = minlength: 10\n", MAIN: "rules = minlength: 20\n"}, "", 20),
        ({VENDORS: "rules = minlength: 20\n", MAIN: "rules = minlength: 10\n"}, "", 20),
        ({VENDORS: "rules = minlength: 20\n", MAIN: "rules =\nrules = minlength: 10\n"}, "", 10),
        ({VENDORS: "rules =\nrules = minlength: 20\n", MAIN: "rules = minlength: 10\n"}, "", 20),
        ({VENDORS: "rules = minlength: 10\n", MAIN: "retry = 1\n"}, "", 10),
        ({VENDORS: "rules = minlength: 10\n", MAIN_DROPIN: "rules = minlength: 30\n"}, "", 30),
        ({VENDORS: "[user alice]\nrules = minlength: 40\n", MAIN: "rules = minlength: 20\n"}, "", 40),
        ({VENDORS: "rules = minlength: 10\n[user alice]\n", MAIN: "[user alice]\nrules = minlength: 5\n"}, "", 10),
        (
            {VENDORS: "rules = minlength: 10\n[user alice]\n", MAIN: "[user alice]\nrules =\nrules = minlength: 5\n"},
            "", 5,
        ),
        # The vendor's folder is no place for files.
        ({VENDORS: "rules = minlength: 10\n", VENDORS + ".d/10.conf": "rules = minlength: 30\n"}, "", 10),
        ({VENDORS: "rules = minlength: 10\n"}, "rules=minlength:6", 10),
        ({VENDORS: "rules = minlength: 10\n"}, "rules= rules=minlength:6", 6),
        ({VENDORS: "retry = 0\n", "policy.conf": "rules = minlength: 7\n"}, "config={}/policy.conf", 7),
    ],
)
def test_policy_of_the_distribution_comes_before_that_of_the_machine(vendor, files, options, length):
    for name, text in files.items():
        (vendor.directory / name).parent.mkdir(exist_ok=True)
        (vendor.directory / name).write_text(text)
    stack = [f"required module retry=1 suggest=no {options.format(vendor.directory)}", "required witness"]
    change = vendor.change("q", stack=stack, command=vendor.covered)
    assert f"  - {length - 1} more characters needed (1 of {length})" in change.shown


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({}, "/etc/security/passwordrules.conf: cannot be read: there is no such file"),
        (
            {MAIN_DROPIN: "rules = minlength: 10\n"},
            "/etc/security/passwordrules.conf: cannot be read: there is no such file",
        ),
        ({VENDORS: "retry = 0\n", MAIN: "rules = minlength: 10\n"}, "/usr/lib/passwordrules/passwordrules.conf:1:9: "),
        ({VENDORS: "rules = minlength: 10\n", MAIN: "retry = 0\n"}, "/etc/security/passwordrules.conf:1:9: "),
        (
            {VENDORS: "rules = minlength: 10\n", MAIN_DROPIN: "retry = 0\n"},
            "/etc/security/passwordrules.conf.d/10.conf:1:9: ",
        ),
    ],
)
def test_broken_file_of_any_place_refuses(vendor, files, place):
    for name, text in files.items():
        (vendor.directory / name).parent.mkdir(exist_ok=True)
        (vendor.directory / name).write_text(text)
    change = vendor.change(ACCEPTED, ACCEPTED, stack=["required module", "required witness"], command=vendor.covered)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log[0].text.startswith(place)
