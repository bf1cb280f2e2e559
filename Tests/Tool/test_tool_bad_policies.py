"""Policies that cannot be used: the tool and the PAM module refuse them, and name the file, the line and the column."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tool import ROOT, policy_keys, run

sys.path.append(os.path.join(ROOT, "Tests", "PAM"))

from transaction import ACCEPTED, BROKEN, LOG_ERR, ORDINARY_UID, Machine, needs_root  # noqa: E402

BUILD = Path(ROOT) / "build"
RULES = "rules = minlength: 8\n"
MEBIBYTE = 1 << 20


@pytest.fixture(scope="session")
def programs():
    """Copies of the built files in a folder from which every user may load them."""
    with tempfile.TemporaryDirectory(prefix="passwordrules-bad-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        for file in ["passwordrules", "libpasswordrules.so.1", "pam_passwordrules.so", "tests/conversation",
                     "tests/pam_witness.so", "common.blocklist"]:
            shutil.copy(BUILD / file, directory)
        yield directory


@pytest.fixture
def machine(programs):
    directory = Path(tempfile.mkdtemp(dir=programs))
    directory.chmod(0o755)
    yield Machine(directory, programs)
    # What cannot be entered cannot be removed, but by root.
    for folder in directory.glob("*.d"):
        if folder.is_dir() and not folder.is_symlink():
            folder.chmod(0o755)
    shutil.rmtree(directory)


def run_as_user(machine, *arguments):
    """Runs the tool as the ordinary user that changes passwords, too: root may read everything."""
    command = [machine.programs / "passwordrules", *arguments]
    if os.getuid() == 0:
        command = ["setpriv", f"--reuid={ORDINARY_UID}", f"--regid={ORDINARY_UID}", "--clear-groups", *command]
    return subprocess.run(command, input=b"qzjxwvkb\n", capture_output=True, timeout=60)


def refused(machine, place, message=""):
    """Both refuse and say why: where, and the words that `message` begins."""
    for arguments in (["policy"], ["policy", "--check"], ["policy", "--user", "root", "--json"], ["check"]):
        done = run_as_user(machine, *arguments, "--config", machine.policy)
        assert (done.returncode, done.stdout) == (2, b""), (arguments, done)
        errors = done.stderr.decode()
        assert f"passwordrules: {place}: error: {message}" in errors, errors
        assert all(line.startswith("passwordrules: ") for line in errors.splitlines()), errors
    change = machine.change(ACCEPTED, ACCEPTED)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert log.text.startswith(f"{place}: {message}"), log
    assert log.text.endswith(" Password change for user alice refused.")
    assert log.priority == LOG_ERR


def accepted(machine):
    done = run_as_user(machine, "policy", "--config", machine.policy)
    assert (done.returncode, done.stderr) == (0, b"")
    # Long enough for a preset, too; and of a user who has an account, whose names the policy may compare.
    assert machine.change(2 * ACCEPTED, 2 * ACCEPTED, user="root").status == "PAM_SUCCESS"


# ---- Values ----

HUGE = "99999999999999999999"


def number(limits):
    """A value that is a number: huge, negative, misspelt."""
    values = [HUGE, "18446744073709551617", "-1", "3x", "0x3", "1e2", "3.0"]
    return [(value, 1, f'expected a number from {limits}, found "{value}"') for value in values]


# What other files have for switching something off.
NOTHING = [(value, 1, f'"{value}" demands nothing: leave the line out, or the value, to drop what other lines demand')
           for value in ("no", "none", "permit")]


def one_of(choice, misspelt):
    values = [HUGE, "-1", misspelt]
    return [(value, 1, f'there is no value "{value}" for this key; it can be {choice}') for value in values]


RULE_MISTAKES = [
    (f"minlength: {HUGE}", 12, "a number can be 2147483647 at most"),
    ("minlength: -1", 12, "a number cannot be negative here"),
    ("minlenght: 8", 1, 'there is no property "minlenght"; did you mean "minlength"?'),
    (HUGE, 1, f'there is no property "{HUGE}"'), ("-1", 1, 'there is no property "-1"'),
    ("required: digti", 11, 'there is no class "digti"; did you mean "digit"?'),
    (f"min-classes: {HUGE}", 14, "a number can be 2147483647 at most"),
    ("min-classes: -1", 14, "a number cannot be negative here"),
    ("min-classes: 5", 14, 'expected a number from 1 to 4, found "5"'),
    ("min-clases: 3", 1, 'there is no property "min-clases"; did you mean "min-classes"?'),
]

# What is wrong with a value: the value, where in it, and how the message begins.
VALUES = {
    "preset": [(HUGE, 1, f'there is no preset "{HUGE}"'), ("-1", 1, 'there is no preset "-1"'),
               ("nist-800-63b-5", 1, 'there is no preset "nist-800-63b-5"; did you mean "nist-800-63b-4"?')],
    "rules": RULE_MISTAKES,
    "or": RULE_MISTAKES,
    "min-classes": number("1 to 4") + [("5", 1, 'expected a number from 1 to 4, found "5"')],
    "classes-inside": one_of('"yes"', "yess"),
    "at-least": [(f"{HUGE} digit", 1, ""), ("-1 digit", 1, ""), ("0 digit", 1, ""),
                 ("2 digti", 3, 'there is no class "digti"; did you mean "digit"?'),
                 ("digit", 1, ""), ("2", 2, "")],
    "min-different": number("1 to 1024"),
    "min-words": number("1 to 100"),
    "max-class-repeating": number("1 to 1024"),
    "max-keyboard": number("1 to 1024"),
    "max-bytes": number("8 to 4096") + [("7", 1, 'expected a number from 8 to 4096, found "7"'),
                                        ("no", 1, "expected a number from 8 to 4096")],
    "palindrome": one_of('"reject"', "rejekt"),
    "username": one_of('"reject" or "whole"', "hole"),
    "username-parts": number("3 to 64") + [("2", 1, 'expected a number from 3 to 64, found "2"')],
    "full-name": one_of('"reject" or "whole"', "Reject"),
    "home-directory": one_of('"reject" or "whole"', "yes"),
    "words": [("q" * 65, 1, "a word has 3 to 64 characters"), ("-1", 1, "a word has 3 to 64 characters"),
              ("acme,tu lip", 8, "a word has no white space in it"),
              ("acme,,tulip", 6, "expected a word, found nothing between the commas"),
              ("acme,", 6, "expected a word, found nothing between the commas")],
    "blocklist": [(value, column, f'there is no value "{word}" for this key; it can be a path that begins with "/"')
                  for value, column, word in [
                      (HUGE, 1, HUGE), ("-1", 1, "-1"), ("lists/common", 1, "lists/common"), ("optional", 1, "optional"),
                      ("optional exact mangled /x", 16, "mangled"), ("optional  foldet /x", 11, "foldet")]],
    "blocklist-match": one_of('"exact", "folded" or "mangled"', "fuzzy"),
    "old-password": one_of('"reject", or some of ', "rotatet")
    + [("same, roteted", 7, 'there is no value "roteted" for this key'), ("same,", 6, "")],
    "old-password-changes": number("1 to 1024"),
    "enforce": one_of('"yes", "warn", "audit" or "no"', "adit"),
    "enforce-for-root": one_of('"yes" or "no"', "true"),
    # A number is a name as well.
    "exempt-services": one_of('"none", or names of PAM services in lower case, separated by commas', "Passwd")[2:]
    + [("su, none", 5, 'there is no value "none" for this key'), ("su,", 4, "")],
    "retry": number("1 to 100") + [("0", 1, 'expected a number from 1 to 100, found "0"'),
                                   ("no", 1, "expected a number from 1 to 100")],
    "local-users-only": one_of('"yes" or "no"', "YES"),
    "suggest": one_of('"yes" or "no"', "on"),
    "suggest-style": one_of('"random", "readable" or "words"', "word"),
    "suggest-entropy": number("1 to 1024"),
    "suggest-exclude": [(HUGE, 1, f'there is no class "{HUGE}"'), ("-1", 1, ""),
                        ("ambigous", 1, 'there is no class "ambigous"; did you mean "ambiguous"?')],
}
ADD_UP = ["preset", "rules", "or", "at-least", "words", "blocklist"]
# Those that demand nothing of a password.
FREE = ["max-bytes", "enforce", "enforce-for-root", "exempt-services", "retry", "local-users-only", "suggest",
        "suggest-style", "suggest-entropy", "suggest-exclude"]
for demanding in set(VALUES) - set(FREE):
    VALUES[demanding] = VALUES[demanding] + NOTHING


def test_every_key_is_here(machine):
    assert list(VALUES) == list(GOOD) == policy_keys()
    # The tool lists them in this order.
    machine.write_policy("".join(f"{key} = {good(machine, key)}\n" for key in GOOD if key != "preset"))
    found = json.loads(run("policy", "--config", str(machine.policy), "--json").output)["entries"]
    assert list(dict.fromkeys(entry["key"] for entry in found)) == [key for key in GOOD if key != "preset"]


@pytest.mark.parametrize("key", VALUES)
def test_wrong_value_is_pointed_at(machine, key):
    """In a section, so that the other keys of the file are fine."""
    for value, column, message in VALUES[key]:
        machine.write_policy(f"{RULES}[user alice]\n{RULES} {key} =  {value} \n")
        refused(machine, f"{machine.policy}:4:{len(key) + 5 + column}", message)


@pytest.mark.parametrize("key", VALUES)
def test_empty_value_is_no_mistake(machine, key):
    machine.write_policy(f"{key} =\n{RULES}{key}=  \t\n{key} =\n{RULES}[user alice]\n{key} =\n{RULES}")
    accepted(machine)
    # After one, a key that is set once may be set again, and no more than once.
    value = f"{key} = {good(machine, key)}\n"
    machine.write_policy(f"{RULES}{value}{key} =\n{value}{RULES}")
    accepted(machine)
    if key not in ADD_UP:
        machine.write_policy(f"{RULES}{value}{key} =\n{value}{value}")
        refused(machine, f"{machine.policy}:5:1", "this key is set a second time in the same section")


@pytest.mark.parametrize("where", ["", "[user alice]\n", "[group staff]\n"])
@pytest.mark.parametrize("before", ["", "retry = 1\n", "min-classes = 2\n", "preset = nist-800-63b-4\nblocklist =\n",
                                    "rules = minlength: 9\nor = minlength: 10\nrules =\n", "or =\n"])
def test_alternative_without_rules_is_pointed_at(machine, where, before):
    """However many rules other sections have."""
    other = "[user bob]\n" if where else ""
    machine.write_policy(f"{RULES if where else ''}{where}{before}or = minlength: 9\nor = minlength: 7\n{other}{RULES if other else ''}")
    line = 1 + before.count("\n") + (2 if where else 0)
    refused(machine, f"{machine.policy}:{line}:1",
            '"or" is an alternative to the "rules" of its own section, which has none')


@pytest.mark.parametrize("key", VALUES)
def test_missing_equals_sign_is_pointed_at(machine, key):
    for line, column, message in [
        (key, len(key) + 1, 'expected "=" after the key'), (f"{key} yes", len(key) + 1, 'expected "=" after the key'),
        (f"{key}: yes", len(key) + 1, 'expected "=" after the key'),
    ]:
        machine.write_policy(f"{RULES}[user alice]\n{line}\n")
        refused(machine, f"{machine.policy}:3:{column}", message)


@pytest.mark.parametrize("key", VALUES)
def test_misspelt_key_is_pointed_at(machine, key):
    for misspelt, is_near in [(key[:-1] + "x", len(key) > 2), (key[0] + key, True), (key.upper(), False),
                              (f"{key} {key}", False)]:
        machine.write_policy(f"# first\n\n{RULES}{misspelt} = no\n")
        if " " in misspelt:
            refused(machine, f"{machine.policy}:4:{len(key) + 1}", 'expected "=" after the key')
        else:
            hint = '; did you mean "' if is_near else ""
            refused(machine, f"{machine.policy}:4:1", f'there is no key "{misspelt}"{hint}')


GOOD = {
    # Without the list, which is not installed where this is tested.
    "preset": "nist-800-63b-4\nblocklist =", "rules": "minlength: 9", "or": "minlength: 10", "min-classes": "1",
    "classes-inside": "yes", "at-least": "1 digit",
    "min-different": "2", "min-words": "1", "max-class-repeating": "9", "max-keyboard": "9", "max-bytes": "99",
    "palindrome": "reject",
    "username": "whole", "username-parts": "4", "full-name": "reject", "home-directory": "reject", "words": "acme",
    "blocklist": "exact LIST", "blocklist-match": "folded",
    "old-password": "same",
    "old-password-changes": "2", "enforce": "yes", "enforce-for-root": "yes", "exempt-services": "su", "retry": "2", "local-users-only": "no",
    "suggest": "no",
    "suggest-style": "words", "suggest-entropy": "80", "suggest-exclude": "none",
}


def good(machine, key):
    """A value for a key; a list is there."""
    return GOOD[key].replace("LIST", str(machine.programs / "common.blocklist"))


@pytest.mark.parametrize("key", GOOD)
def test_key_that_is_set_twice_is_pointed_at(machine, key):
    entry = f"{key} = {good(machine, key)}\n"
    machine.write_policy(f"{RULES}[user alice]\n{RULES}{entry}{entry}")
    if key in ADD_UP:
        accepted(machine)
    else:
        refused(machine, f"{machine.policy}:5:1", "this key is set a second time in the same section")
    # Another section or another file is another place.
    machine.write_policy(f"{RULES}{entry}[user alice]\n{RULES}{entry}[user bob]\n{RULES}{entry}")
    accepted(machine)


@pytest.mark.parametrize("key", ADD_UP)
@pytest.mark.parametrize("nothing", ["none", "no", "permit"])
def test_nothing_stands_neither_alone_nor_beside_something(machine, key, nothing):
    message = f'"{nothing}" demands nothing'
    value = good(machine, key).split("\n")[0]
    for number, values in [(2, [nothing]), (2, [nothing, value]), (3, [value, nothing]), (2, [nothing, nothing])]:
        machine.write_policy(RULES + "".join(f"{key} = {value}\n" for value in values))
        refused(machine, f"{machine.policy}:{number}:{len(key) + 4}", message)


def different_lines(machine, key):
    """Lines for a key that all say something else; the same line twice counts once."""
    for number in range(65):
        path = machine.directory / f"list{number}"
        if not path.exists():
            path.symlink_to(machine.programs / "common.blocklist")
        yield key + " = " + {
            "or": f"minlength: {10 + number}", "at-least": f"1 lower, [{chr(0x41 + number % 26)}{number // 26}]",
            "blocklist": f"exact {path}"}[key] + "\n"


@pytest.mark.parametrize("key", ["or", "at-least", "blocklist"])
def test_lines_that_each_check_looks_at_are_limited(machine, key):
    lines = list(different_lines(machine, key))
    machine.write_policy(RULES + "".join(lines[:64]))
    accepted(machine)
    machine.write_policy(RULES + "".join(lines))
    refused(machine, f"{machine.policy}:66:{len(key) + 4}", "there can be 64 such lines at most")
    if key != "or":
        machine.write_policy(RULES + lines[0] * 200)
        accepted(machine)


# ---- Sections ----


@pytest.mark.parametrize("head, column, message", [
    ("[wheel]", 2, 'there is no section for "wheel": write [user NAME], [group NAME] or [service SERVICE]'),
    ("[User alice]", 2, 'there is no section for "User": write [user NAME], [group NAME] or [service SERVICE]'),
    ("[groups staff]", 2, 'there is no section for "groups": write [user NAME], [group NAME] or [service SERVICE]; did you mean "group"?'),
    ("[host example]", 2, 'there is no section for "host": write [user NAME], [group NAME] or [service SERVICE]'),
    ("[usera]", 2, 'there is no section for "usera": write [user NAME], [group NAME] or [service SERVICE]; did you mean "user"?'),
    ("[]", 1, 'there is no section for "[]": write [user NAME], [group NAME] or [service SERVICE]'),
    ("[  ]", 1, 'there is no section for "[  ]": write [user NAME], [group NAME] or [service SERVICE]'),
    ("[user]", 6, "expected the name of a user, a group or a service"), ("[group  ]", 7, "expected the name of a user, a group or a service"),
    ("[user alice", 12, 'expected "]" at the end of the line'),
    ("[user alice] # hers", 20, 'expected "]" at the end of the line'),
    ("[", 2, 'expected "]" at the end of the line'),
    ("[user alice] retry = 1", 23, 'expected "]" at the end of the line'),
    ("[service]", 9, "expected the name of a user, a group or a service"),
    ("[service Maria]", 9, "expected the name of a user, a group or a service"),
    ("[service mariadb user]", 22, "expected the name of a user, a group or a service"),
    ("[service mariadb role x]", 18, 'there is no section for "role": write [user NAME], [group NAME] or [service SERVICE]'),
    ("user alice]", 5, 'there is no key "user"'), ("]", 1, 'expected "KEY = VALUE" or a comment, found "]"'),
])
def test_wrong_section_is_pointed_at(machine, head, column, message):
    machine.write_policy(f"{RULES}{head}\nretry = 1\n")
    if message.startswith("there is no key"):
        column = 1
    refused(machine, f"{machine.policy}:2:{column}", message)


@pytest.mark.parametrize("first, second", [("[user alice]", "[user alice]"), ("[group staff]", " [ group\tstaff ]")])
def test_section_that_is_there_twice_is_pointed_at(machine, first, second):
    column = len(second) - len(second.lstrip()) + 1
    machine.write_policy(f"{RULES}{first}\nretry = 1\n{second}\nretry = 1\n")
    refused(machine, f"{machine.policy}:4:{column}", "this section is here a second time in the same file")
    other = {"user": "group", "group": "user"}[first[1:].split()[0]]
    machine.write_policy(f"{RULES}{first}\n[{other} {first.split()[1]}\n{first.removesuffix(']')}2]\n")
    accepted(machine)


def test_unknown_users_and_groups_are_no_mistake(machine):
    machine.write_policy(f"{RULES}[user no-such-user]\nretry = 1\n[group no-such-group]\nretry = 1\n")
    accepted(machine)
    result = run("policy", "--check", "--config", str(machine.policy))
    assert result.status == 1 and [line for line in result.lines if line.startswith(str(machine.policy))] == [
        f'{machine.policy}:2:7: warning: there is no user "no-such-user" on this machine',
        f'{machine.policy}:4:8: warning: there is no group "no-such-group" on this machine']


# ---- The text ----

LONG = 100_000
TEXTS = {
    "CRLF": (b"rules = minlength: 8\r\nretry = 1\r\n", "1:21", "a carriage return: save the file with Unix line ends"),
    "carriage return alone": (b"rules = minlength: 8\rretry = 1\n", "1:21", "a carriage return"),
    "byte order mark": (b"\xef\xbb\xbf" + RULES.encode(), "1:1",
                        "a byte order mark: save the file as UTF-8 without one"),
    "UTF-16": (("\ufeff" + RULES).encode("utf-16-le"), "1:1", "not valid UTF-8 text"),
    "NUL": (RULES.encode() + b"# \0\n", "2:3", "a NUL byte: this is not a text file"),
    "NULs at the end": (RULES.encode() + bytes(4096), "2:1", "a NUL byte: this is not a text file"),
    "NUL in a value": (b"rules = minlength: 8\0\n", "1:21", "a NUL byte"),
    "no newline": (b"retry = 1\nrules = minlength: 8", "2:21",
                   "the last line does not end in a newline: the file may have been cut off"),
    "comment without newline": (RULES.encode() + b"# end", "2:6", "the last line does not end in a newline"),
    "Latin-1": (RULES.encode() + b"# caf\xe9\n", "2:6", "not valid UTF-8 text"),
    "overlong": (RULES.encode() + b"# \xc0\xaf\n", "2:3", "not valid UTF-8 text"),
    "surrogate": (RULES.encode() + b"# \xed\xa0\x80\n", "2:3", "not valid UTF-8 text"),
    "cut off character": (RULES.encode() + b"# \xe2\x82", "2:3", "not valid UTF-8 text"),
    "long key": (RULES.encode() + b"q" * LONG + b" = 1\n", "2:1", 'there is no key "qqqq'),
    "long value": (RULES.encode() + b"retry = " + b"9" * LONG + b"\n", "2:9",
                   'expected a number from 1 to 100, found "9999'),
    "long line of blanks": (RULES.encode() + b" " * LONG + b"x\n", f"2:{LONG + 1}", 'there is no key "x"'),
    "long property": (b"rules = minlength: 8; " + b"q" * 60_000 + b": 1\n", "1:23", 'there is no property "qqqq'),
    "long rules": (b"rules = " + b"minlength: 8;" * (LONG // 13) + b"\n", "1:65545",
                   "a descriptor can be 65536 bytes long at most"),
    "long head": (RULES.encode() + b"[user " + b"q" * LONG + b"\n", f"2:{LONG + 7}",
                  'expected "]" at the end of the line'),
    "mistake at the end of a long line": (
        b"rules = " + b"minlength: 8;" * 5000 + b" minlenght: 9\n", f"1:{9 + 13 * 5000 + 1}",
        'there is no property "minlenght"; did you mean "minlength"?'),
    "no text": (bytes(range(256)) * 16, "1:1", "a NUL byte: this is not a text file"),
}


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("where", ["main", "folder"])
def test_text_that_cannot_be_used(machine, kind, where):
    text, place, message = TEXTS[kind]
    path = machine.policy
    if where == "folder":
        machine.write_policy(RULES)
        path = add_folder(machine) / "50.conf"
    path.write_bytes(text)
    path.chmod(0o644)
    refused(machine, f"{path}:{place}", message)


USABLE = {
    "long comment": "# " + "q" * LONG + "\n", "long list": "words = " + ", ".join(["acme"] * (LONG // 6)) + "\n",
    "long rules": "rules = " + "minlength: 8;" * 5000 + "\n",
    "many rules": "rules = minlength: 8; minlength: 9\n" * 10_000,
    "empty lines": "\n" * LONG, "many comments": "#\n" * LONG, "odd comment": "# \u00e9\u2028\U0001f642\n",
    "blanks": " " * LONG + "\n\t\n",
    "long head": "[user " + "q" * LONG + "]\n",
    "blanks around": " \t rules\t=" + " " * LONG + "minlength: 8" + " " * LONG + "\n",
}


@pytest.mark.parametrize("kind", USABLE)
def test_long_or_odd_text_that_can_be_used(machine, kind):
    machine.write_policy(RULES + USABLE[kind])
    accepted(machine)


def test_many_mistakes_are_not_all_told(machine):
    machine.write_policy("retyr = 1\n" * 20_000)
    done = run_as_user(machine, "policy", "--config", machine.policy)
    assert done.returncode == 2
    assert 10 <= len(done.stderr.splitlines()) <= 1000
    refused(machine, f"{machine.policy}:1:1", 'there is no key "retyr"; did you mean "retry"?')


def test_many_sections_can_be_used(machine):
    machine.write_policy(RULES + "".join(f"[user u{number}]\nretry = 1\n" for number in range(20_000)))
    accepted(machine)


# ---- The files ----


def add_folder(machine):
    folder = machine.policy.with_name(machine.policy.name + ".d")
    folder.mkdir()
    folder.chmod(0o755)
    return folder


def make_directory(path):
    path.mkdir()


def make_fifo(path):
    os.mkfifo(path)


def make_unreadable(path):
    path.write_text(RULES)
    path.chmod(0)


def make_group_writable(path):
    path.write_text(RULES)
    path.chmod(0o664)


def make_writable_by_all(path):
    path.write_text(RULES)
    path.chmod(0o646)


def make_dangling_link(path):
    path.symlink_to("nothing")


def make_loop(path):
    path.symlink_to(path.name)


def make_link_to_device(path):
    path.symlink_to("/dev/zero")


def make_huge(path):
    path.write_bytes(b"#" * MEBIBYTE + b"\n")


def make_others(path):
    path.write_text(RULES)
    os.chown(path, 12345, 12345)


def make_link_to_others(path):
    make_others(path.with_name("others"))
    path.symlink_to("others")


OTHERS = "belongs to user 12345, who is neither root nor the user this program runs as"
FILES = [
    (make_directory, "is not a regular file"), (make_fifo, "is not a regular file"),
    (make_link_to_device, "is not a regular file"),
    (make_unreadable, "cannot be read: permission denied"),
    (make_group_writable, "may be written by others than its owner: chmod go-w"),
    (make_writable_by_all, "may be written by others than its owner: chmod go-w"),
    (make_dangling_link, "cannot be read: it is a symbolic link to what does not exist"),
    (make_loop, "cannot be read: too many symbolic links"),
    (make_huge, "is larger than 1048576 bytes"), pytest.param(make_others, OTHERS, marks=needs_root),
    pytest.param(make_link_to_others, OTHERS, marks=needs_root),
]


@pytest.mark.parametrize("where", ["main", "folder"])
@pytest.mark.parametrize("make, message", FILES)
def test_file_that_cannot_be_used(machine, make, message, where):
    path = machine.policy
    if where == "folder":
        machine.write_policy(RULES)
        path = add_folder(machine) / "50.conf"
    make(path)
    refused(machine, path, message)


def test_missing_file_is_a_mistake(machine):
    refused(machine, machine.policy, "cannot be read: there is no such file")
    machine.policy = machine.directory / "policy.conf" / "below"
    (machine.directory / "policy.conf").write_text(RULES)
    refused(machine, machine.policy, "cannot be read: a part of the path is not a directory")
    machine.policy = machine.directory / ("q" * 300)
    refused(machine, machine.policy, "cannot be read: the path is too long")


def make_folder_of_mode(mode):
    def make(path):
        path.mkdir()
        path.chmod(mode)
    return make


def make_folder_of_others(path):
    path.mkdir(mode=0o755)
    os.chown(path, 12345, 12345)


def make_link_to_folder_of_others(path):
    make_folder_of_others(path.with_name("others"))
    path.symlink_to("others")


def make_file(path):
    path.write_text(RULES)


@pytest.mark.parametrize("make, message", [
    (make_folder_of_mode(0o775), "may be written by others than its owner: chmod go-w"),
    (make_folder_of_mode(0o757), "may be written by others than its owner: chmod go-w"),
    (make_folder_of_mode(0o1777), "may be written by others than its owner: chmod go-w"),
    (make_folder_of_mode(0o700) if os.getuid() == 0 else make_folder_of_mode(0), "cannot be read: permission denied"),
    (make_file, "is not a directory"), (make_fifo, "is not a directory"),
    (make_loop, "cannot be read: too many symbolic links"),
    pytest.param(make_folder_of_others, OTHERS, marks=needs_root),
    pytest.param(make_link_to_folder_of_others, OTHERS, marks=needs_root),
])
def test_folder_that_cannot_be_used(machine, make, message):
    machine.write_policy(RULES)
    path = machine.policy.with_name(machine.policy.name + ".d")
    make(path)
    refused(machine, path, message)


def test_folder_that_may_be_listed_and_not_entered(machine):
    machine.write_policy(RULES)
    folder = add_folder(machine)
    (folder / "50.conf").write_text(RULES)
    folder.chmod(0o744 if os.getuid() == 0 else 0o444)
    refused(machine, folder / "50.conf", "cannot be read: permission denied")


def test_folder_of_too_many_files(machine):
    machine.write_policy(RULES)
    folder = add_folder(machine)
    for number in range(4096):
        (folder / f"{number}.conf").touch(mode=0o644)
    accepted(machine)
    (folder / "4096.conf").touch(mode=0o644)
    refused(machine, folder, "holds more than 4096 files")


def test_files_that_are_too_large_together(machine):
    machine.write_policy(RULES)
    folder = add_folder(machine)
    comment = b"#" * (MEBIBYTE - 1) + b"\n"
    for number in range(7):
        (folder / f"{number}.conf").write_bytes(comment)
    accepted(machine)
    (folder / "7.conf").write_bytes(comment)
    refused(machine, folder / "7.conf", "makes the files of the policy larger than 8388608 bytes together")


def test_mistakes_of_all_files_are_told(machine):
    machine.write_policy("retyr = 1\n" + RULES)
    folder = add_folder(machine)
    (folder / "10.conf").write_text("retry = 0\n")
    make_fifo(folder / "20.conf")
    (folder / "30.conf").write_text("\n\nrules = minlenght: 1\n")
    done = run_as_user(machine, "policy", "--config", machine.policy)
    assert (done.returncode, done.stderr.decode().splitlines()) == (2, [
        f'passwordrules: {machine.policy}:1:1: error: there is no key "retyr"; did you mean "retry"?',
        f'passwordrules: {folder}/10.conf:1:9: error: expected a number from 1 to 100, found "0"',
        f"passwordrules: {folder}/20.conf: error: is not a regular file",
        f'passwordrules: {folder}/30.conf:3:9: error: there is no property "minlenght"; did you mean "minlength"?'])
    refused(machine, f"{machine.policy}:1:1", 'there is no key "retyr"')
