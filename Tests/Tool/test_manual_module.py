"""Sources/Manual/pam_passwordrules.8 matches the module: its options, its messages to users and to the log, and its
results. libpam runs the page's stacks with the module from the build."""

import gettext
import os
import re
from pathlib import Path

import pytest

from machine import machine, programs  # noqa: F401 (fixtures)
from manual import Page, read
from tool import ROOT, run

import blocklists
from private_state import PRIVATE_FOLDER
from transaction import ACCEPTED, AGAIN, CANCEL, POLICY, ROOT as BY_ROOT, SUGGESTION, USER, WEAK, needs_root

PAGE = Page("pam_passwordrules.8")
SOURCE = PAGE.source


def joined(text):
    """The lines of a display. An indented line continues the one before it."""
    return re.sub(r"\n +(?!- )", " ", text).splitlines()


# Options.

def options_of(lines):
    return re.findall(r"(?m)^\.(?:It|Op) Cm (\w+=?)(?: Ns Ar .*)?$", lines)


def test_options_match_the_synopsis():
    described, synopsis = options_of(PAGE.section("OPTIONS")), options_of(PAGE.section("SYNOPSIS"))
    assert sorted(described) == sorted(synopsis) and len(set(described)) == len(described) == 8


def test_status_knows_the_options(tmp_path):
    values = {"config=": "/policy", "authtok_type=": "UNIX"}
    options = [option + values.get(option, "") for option in sorted(options_of(PAGE.section("OPTIONS")))] + ["retry=2", "words=[qzjx]"]
    (tmp_path / "policy").write_text("rules = minlength: 12\n")
    folder = tmp_path / "etc" / "pam.d"
    folder.mkdir(parents=True)

    def errors(*options):
        lines = [f"password requisite pam_passwordrules.so {' '.join(options)}", "password required pam_unix.so use_authtok"]
        (folder / "passwd").write_text("\n".join(lines) + "\n")
        return re.findall(b'does not know the option "(.*?)"', run("status", "--machine", tmp_path).output)

    assert errors(*options) == []
    assert errors(*options, "nullok") == [b"nullok"]


# Stacks.

STACKS = dict(PAGE.displays("stack"))
# A password that the policy accepts, and also the stack that has its own rules.
GOOD = "Vq7-kWz2_xRj"
OWN = "pam_passwordrules.so"
# Modules of libpam that the tests run. The witness, which accepts every user, replaces all other modules.
PLAIN = {"pam_deny.so", "pam_permit.so"}


def lines_of(text):
    """The lines of a stack: type, control, module, arguments."""
    found = []
    control = r"(requisite|required|sufficient|optional|\[[a-z_=0-9 ]+\])"
    for line in re.sub(r" *\\\n *", " ", text).splitlines():
        match = re.fullmatch(rf"(password) +{control} +(pam_\w+\.so)(?: +(.*))?", line)
        assert match, line
        found.append(match.groups(""))
    return found


def installed(machine, text):
    """Makes the machine use this text as its stack, with the module from the build."""
    own = f"{machine.programs / OWN} config={machine.policy}"
    if any("rules=" in arguments or "config=" in arguments for _, _, _, arguments in lines_of(text)):
        own = str(machine.programs / OWN)
    text = re.sub(r"\bpam_\w+\.so\b", lambda match: own if match.group() == OWN else match.group()
                  if match.group() in PLAIN else str(machine.programs / "pam_witness.so"), text)

    def write_stack(service, stack):
        (machine.confdir / service).write_text(text)
        (machine.confdir / "other").write_text("password required pam_deny.so\n")

    machine.write_stack = write_stack


def test_each_system_has_a_stack():
    assert {"Debian", "Fedora", "Arch", "option", "root", "pwupdd"} <= set(STACKS)


@pytest.mark.parametrize("name", STACKS)
def test_stacks_are_in_order(name):
    """Our module comes first, and only once, with the control that the page asks for. Later modules use the typed
    password."""
    modules = [(module, control, arguments.split()) for _, control, module, arguments in lines_of(STACKS[name])]
    assert [control for module, control, _ in modules if module == OWN] == ["requisite"] and modules[0][0] == OWN
    assert len([module for module, _, _ in modules if module in ("pam_unix.so", "pam_unix_ng.so")]) == 1
    for module, _, arguments in modules:
        if module in ("pam_unix.so", "pam_unix_ng.so", "pam_pwhistory.so"):
            assert "use_authtok" in arguments, module


@pytest.mark.parametrize("name", STACKS)
def test_stacks_accept_only_good_passwords(name, machine):
    machine.write_policy(POLICY)
    installed(machine, STACKS[name])
    # The stack of Fedora checks only users in /etc/passwd, such as root.
    change = machine.change(GOOD, GOOD, stack=[], user="root")
    assert (change.status, set(change.tokens)) == ("PAM_SUCCESS", {GOOD})
    change = machine.change(*[WEAK] * 3, stack=[], user="root")
    assert (change.status, set(change.tokens) - {None}) == ("PAM_MAXTRIES", set())
    # The log says nothing about the stack itself.
    assert {log.text for log in change.log} == {"new password for user root refused: minlength, required"}


def test_rules_of_the_stack_apply(machine):
    installed(machine, STACKS["option"])
    change = machine.change("zq-7xk", stack=[], user="root")
    assert change.texts("info")[:3] == ["Password rules:", "  - at least 12 characters", "  - a digit (0-9) and one of \"-._\""]
    assert [text for text in change.texts("error") if text.startswith("  - ")] == ["  - 6 more characters needed (6 of 12)"]
    change = machine.change("zqwxkjvhgfd7", stack=[], user="root")
    assert [text for text in change.texts("error") if text.startswith("  - ")] == ['  - needs one of "-._"']


@needs_root
@pytest.mark.parametrize("name", STACKS)
def test_only_enforcing_stack_refuses_root(name, machine):
    if "config=" not in STACKS[name] and "rules=" in STACKS[name] and os.path.exists("/etc/security/passwordrules.conf"):
        pytest.skip("this machine has a policy of its own, /etc/security/passwordrules.conf")
    machine.write_policy(POLICY)
    installed(machine, STACKS[name])
    change = machine.change(*[WEAK] * 6, stack=[], user="root", by=BY_ROOT)
    assert change.status == ("PAM_MAXTRIES" if name == "root" else "PAM_SUCCESS")


def test_stack_of_debian_matches_the_package():
    profile = read("debian", "pam-config")
    name = re.search(r"(?m)^Name: (.*)$", profile).group(1)
    assert f'\n.Qq {name}\n' in SOURCE
    _, control, module, arguments = lines_of(STACKS["Debian"])[0]
    assert set(re.findall(r"(?m)^\t(\S+)\t(\S.*)$", profile)) == {(control, f"{module} {arguments}".strip())}


def test_lines_for_logins_match_the_package():
    profile = read("debian", "pam-config-login")
    name = re.search(r"(?m)^Name: (.*)$", profile).group(1)
    assert f"\n.Qq {name} ,\n" in SOURCE
    shown = re.sub(r"\s+", " ", SOURCE.replace("\\e\n", " "))
    lines = re.findall(r"(?ms)^(Auth|Account):\n\t(.*?)\t(.*?)$", profile)
    assert len(lines) == 2
    for kind, control, module in lines:
        assert f" {kind.lower()} {control} {module} " in shown


# What is shown.

def test_messages_match_the_catalogue():
    """Each message of the page has a translation, so the module has a message with exactly this text."""
    german = gettext.translation("passwordrules", Path(ROOT, "build", "locale"), ["de"])
    described = [" ".join(text.split()) for _, text in PAGE.displays("shown")]
    assert [text for text in described if german.gettext(text) == text] == [] and len(described) >= 10


def test_dialogue_matches_the_module(machine):
    [(rules, text)] = PAGE.displays("dialogue")
    first, *lines, last = text.splitlines()
    assert (first, last) == ("$ passwd", "passwd: password updated successfully")
    machine.write_policy(f"rules = {rules}\n")
    stack = ["required witness ask", f"required module config={machine.policy}", "required witness"]
    change = machine.change("0ld#", "weak", SUGGESTION, SUGGESTION, stack=stack)
    [suggestion] = change.suggestions
    assert change.status == "PAM_SUCCESS"
    shown = [line.replace(suggestion, "vubkem-roxPit-4cazud").rstrip() for line in change.dialogue]
    assert shown == lines


@needs_root
def test_batch_lines_match_the_page(machine):
    [(rules, text)] = PAGE.displays("batch")
    lines = text.splitlines()
    # The value of enforce-for-root, and the typed password.
    changes = {"alice": ("yes", "zqxj"), "bob": ("no", "zqxjvwkqzjxv"), "carol": ("no", "")}
    assert len(lines) == len(changes)
    for line, (user, (enforces, password)) in zip(lines, changes.items()):
        policy = f"rules = {rules}\nenforce-for-root = {enforces}\n"
        change = machine.change(password, password, policy=policy, service="chpasswd", user=user, by=BY_ROOT)
        assert change.lines("info", "error") == [line]


# What is logged.

PLACEHOLDERS = {"NAME": r"\S+", "LIMIT": "[A-Z_]+", "RULES": r"[a-z, -]+", "FILE": r"\S+",
                "LINE": r"\d+", "COLUMN": r"\d+", "MESSAGE": ".+",
                "OPTION": ".+", "ANSWER": ".+", "PATH": ".*", "CAUSE": "[A-Za-z ,]+"}


def described_lines():
    """The log messages, as priorities and expressions."""
    found = []
    for priority, text in PAGE.displays("logged"):
        for line in joined(text):
            expression = re.sub(r"\b[A-Z]{4,}\b", lambda match: PLACEHOLDERS[match.group()], re.escape(line))
            found.append((int(priority), expression))
    return found


STATUSES = re.findall(r"(?m)^\.It Dv (PAM_\w+)$", PAGE.section("RETURN VALUES"))
NAMES = POLICY + "full-name = reject\n"
LISTED = "rules = minlength: 8;\nblocklist = LIST\n"
# Changes, and how each ends: the policy, the options, what is typed, and the user.
CHANGES = [
    ("PAM_AUTHTOK_ERR", POLICY, "retry=1", [WEAK], "alice"), ("PAM_AUTHTOK_ERR", POLICY, "retry=1", [""], "alice"),
    ("PAM_SUCCESS", POLICY + "enforce = warn\n", "", [WEAK] * 2, "alice"),
    ("PAM_SUCCESS", POLICY + "enforce = audit\n", "", [WEAK] * 2, "alice"),
    ("PAM_SUCCESS", POLICY, "debug", [ACCEPTED] * 2, "alice"), ("PAM_SUCCESS", POLICY, "", [ACCEPTED + "\r"] * 2, "alice"),
    ("PAM_SUCCESS", POLICY + "enforce = warn\n", "debug", [WEAK] * 2, "alice"),
    ("PAM_MAXTRIES", POLICY, "retry=2", [WEAK] * 2, "alice"), ("PAM_AUTHTOK_ERR", POLICY, "", [CANCEL], "alice"),
    ("PAM_INCOMPLETE", POLICY, "", [AGAIN], None), ("PAM_USER_UNKNOWN", NAMES, "retry=1", [], "qzjx-nobody"),
    ("PAM_TRY_AGAIN", "rules = required: uper;\n", "", [], "alice"), ("PAM_TRY_AGAIN", "rules = minlength;\n", "", [], "alice"),
    ("PAM_TRY_AGAIN", POLICY, "retyr=1", [], "alice"), ("PAM_TRY_AGAIN", POLICY, "config=here", [], "alice"),
    ("PAM_TRY_AGAIN", POLICY, "retry=0", [], "alice"),
    ("PAM_AUTHTOK_ERR", LISTED.replace("LIST", "exact LIST"), "retry=1", ["qzjxvwkq"], "alice"),
    ("PAM_SUCCESS", LISTED.replace("LIST", "optional exact LIST"), "retry=1", ["qzjxvwkq"] * 2, "alice"),
    ("PAM_SUCCESS", LISTED.replace("LIST", "optional /nonexistent/list"), "retry=1", [ACCEPTED] * 2, "alice"),
]


def logged_lines(machine):
    """The module's log messages in several changes, which end as expected."""
    # A word that no message contains.
    damaged = blocklists.build("qzjxvwkq", match=blocklists.EXACT)
    blocklist = blocklists.write(machine.directory / "damaged.list", damaged[:-1] + bytes([damaged[-1] ^ 1]))
    for status, policy, options, answers, user in CHANGES:
        change = machine.change(*answers, policy=policy.replace("LIST", str(blocklist)), options=options, user=user, by=USER)
        assert change.status == status
        # No typed password remains unused.
        assert set(change.tokens) - {None} == (set(answers) if status == "PAM_SUCCESS" else set())
        yield from change.log
    if os.getuid() == 0:
        yield from machine.change(ACCEPTED, ACCEPTED, policy="rules = required: uper;\n", by=BY_ROOT).log
        counts = machine.directory / PRIVATE_FOLDER
        counts.mkdir(mode=0o700)
        (counts / "audit").write_text("damaged\n")
        yield from machine.change(WEAK, WEAK, policy=POLICY + "enforce = audit\n", by=BY_ROOT).log


def plain(text):
    """Adds the full stop that follows MESSAGE in the page and that the module leaves out after a question mark."""
    return re.sub(r"\?(?= See| Password change)", "?.", text)


def test_results_and_log_lines_match_the_page(machine):
    described = described_lines()
    unseen = set(described)
    for log in logged_lines(machine):
        fitting = {item for item in described if item[0] == log.priority and re.fullmatch(item[1], plain(log.text))}
        assert fitting, log
        unseen -= fitting
    # These messages only appear if memory runs out, or libpam fails.
    expected = {"could not be checked", "the old password of", "out of memory", "may not be counted:"}
    # Messages about the process's limits, and about services that do not answer: Tests/Proof/Faults provokes them.
    expected |= {"the resource limit", "in doubt"}
    # Messages about earlier passwords: Tests/EndToEnd/test_real_history.py provokes them.
    expected |= {"S+: [A-Za-z ,]+", "libcrypt cannot compare", "the earlier passwords of"}
    # Messages about logins: Tests/EndToEnd/test_real_logins.py provokes them.
    expected |= {"logins: [A-Za", "logins: S+: [A-Za", "logins: S+:d+"}
    expected |= {"is not checked", "was not counted"} if os.getuid() != 0 else set()
    assert {text for _, line in unseen for text in expected if text in line.replace("\\", "")} == expected
    assert len(unseen) == len(expected)


# What is returned.

def test_statuses_match_the_results():
    # Tests/PAM/test_pam_branches.py and Tests/Proof/Faults make libpam and memory fail.
    assert set(STATUSES) == {status for status, *_ in CHANGES} | {
        "PAM_AUTHTOK_RECOVERY_ERR", "PAM_BUF_ERR", "PAM_SERVICE_ERR"}


@pytest.mark.parametrize("name, line", PAGE.displays("policy"))
def test_policy_lines_act_as_documented(name, line, machine):
    change = machine.change(WEAK, WEAK, policy=POLICY + line)
    assert change.status == "PAM_SUCCESS" and change.shown == []
    [log] = change.log
    # The page's command for searching the log finds this line.
    assert re.search(r'--grep "(.*)"', SOURCE).group(1) in log.text
