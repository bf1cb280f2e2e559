"""The options in the PAM line."""

import os
import subprocess

import pytest
from transaction import (
    ACCEPTED, BROKEN, LOG_ERR, NEW, POLICY, RETYPE, ROOT, SINGLE, USER, WEAK, Log, needs_root,
)

MACHINE_POLICY = "/etc/security/passwordrules.conf"
NO_RULES = 'the policy has no rules: set "rules", or "enforce = no"'

without_machine_policy = pytest.mark.skipif(
    os.path.exists(MACHINE_POLICY), reason=f"this machine has a policy of its own, {MACHINE_POLICY}"
)

# ---- config= and rules= ----


@without_machine_policy
@pytest.mark.parametrize("options", ["", SINGLE])
def test_without_file_and_rules_every_change_is_refused(machine, options):
    change = machine.change(stack=[f"required module {options}", "required witness"])
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log[0].text == (
        f"{MACHINE_POLICY}: cannot be read: no such file. Password change for user alice refused.")


@without_machine_policy
def test_rules_in_the_line_need_no_file(machine):
    change = machine.change("qzj", stack=["required module rules=minlength:5 retry=1", "required witness"])
    assert change.texts("error")[1:] == ["  - 2 more characters needed (3 of 5)"]


def test_file_that_the_line_names_is_needed_beside_rules(machine):
    change = machine.change(options="rules=minlength:5")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


ANY = "rules = minlength: 3\n"
FILE = "rules = required: digit; minlength: 40\nor = minlength: 60\n"
TWO_OF_FIVE = "2 more characters needed (3 of 5)"


@pytest.mark.parametrize(("policy", "options", "password", "reasons"), [
    # Before, rules of the line took the place of the file's: a weaker line weakened the machine's policy.
    (FILE.replace("or =", "# or ="), "rules=minlength:5 rules=required:upper", "qzj",
     ["37 more characters needed (3 of 40)", "needs a digit", "needs an uppercase letter"]),
    # Empty rules drop what was said before.
    (FILE, "rules= rules=minlength:5", "qzj", [TWO_OF_FIVE]), (FILE, "rules=minlength:50 rules= rules=minlength:5", "qzj",
                                                               [TWO_OF_FIVE]),
    (ANY, "rules=minlength:5 rules=required:digit debug rules=required:upper", "qzj",
     [TWO_OF_FIVE, "needs a digit", "needs an uppercase letter"]),
    # Brackets and spaces as PAM writes them.
    (ANY, "[rules=required: upper; minlength: 5]", "qzjxw", ["needs an uppercase letter"]),
    (ANY, r"[rules=required: [!%\]; minlength: 5]", "qzjxw", ["needs one of !%"]),
    (ANY, r"[rules=required: [!%\]\]; minlength: 5]", "qzjxw", ["needs one of !%]"]),
    (ANY, r"[rules=required: [[\]\]; minlength: 5]", "qzjxw", ["needs one of []"]),
    (ANY, "rules=required:[!%];minlength:9", "qzjxw!", ["3 more characters needed (6 of 9)"]),
])
def test_rules_in_the_line_add_to_those_of_the_file(machine, policy, options, password, reasons):
    assert machine.reasons(password, policy=policy, options=options) == reasons


@pytest.mark.parametrize(("option", "cause"), [
    ("rules=", NO_RULES), ("rules=minlength:5 rules=", NO_RULES),
    # What libpam takes for a comment.
    ("rules=required:[#%]", 'this "[" has no closing "]"'),
    (r"[rules=minlength: 5; required: [#%\]; minlength: 20]", 'this "[" has no closing "]"'),
])
def test_line_without_rules_or_with_a_part_of_them_refuses_everybody(machine, option, cause):
    change = machine.change(policy=POLICY, options=option)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert cause in change.log[0].text


# ---- retry=, authtok_type=; suggest= and debug are in the dialogues ----


def test_other_options_without_a_value_are_as_if_no_line_set_them(machine):
    change = machine.change(*[WEAK] * 4, policy=POLICY + "retry = 1\nsuggest = no\n", options="retry= suggest=")
    assert (len(change.prompts), len(change.suggestions)) == (3, 3)


@pytest.mark.parametrize("option", ["authtok_type=XYZ", "[authtok_type=XYZ]"])
def test_type_of_the_password_stands_in_the_prompts(machine, option):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options=option)
    assert (change.status, change.prompts) == ("PAM_SUCCESS", ["New XYZ password: ", "Retype new XYZ password: "])


def test_option_that_libpam_reads_is_known_in_every_order(machine):
    options = "debug try_first_pass authtok_type= suggest=no retry=2 enforce_for_root"
    for line in [options, " ".join(reversed(options.split()))]:
        assert machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options=line).status == "PAM_SUCCESS"


# ---- local_users_only ----


@pytest.mark.parametrize("by", [USER, ROOT])
@pytest.mark.parametrize(("setting", "option"), [("", "local_users_only"), ("local-users-only = yes\n", "")])
@pytest.mark.parametrize("user", ["qzjx-nobody-has-this", "roo", "oot", "root:x", "root:", "ROOT", " root", "root "])
def test_user_of_another_machine_is_asked_but_not_checked(machine, setting, option, by, user):
    change = machine.change(WEAK, WEAK, policy=POLICY + setting, options=option, user=user, by=by)
    assert (change.dialogue, change.status, change.tokens, change.log) == ([NEW, RETYPE], "PAM_SUCCESS", [WEAK], [])


@pytest.mark.parametrize(("user", "option"), [
    ("root", "local_users_only"), ("daemon", "local_users_only"), ("root", ""), ("qzjx-nobody-has-this", ""),
])
def test_user_of_this_machine_is_checked_and_every_user_without_the_option(machine, user, option):
    assert machine.reasons(WEAK, policy=POLICY, options=option, user=user)


@needs_root
def test_every_user_is_checked_where_it_cannot_be_seen_who_is_of_this_machine(machine):
    """In a mount namespace of its own, where the ordinary user may not read /etc/passwd."""
    secret = machine.directory / "passwd"
    secret.touch(0o600)
    private = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/passwd && exec "$@"', secret]
    if subprocess.run([*private, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this container may not mount")
    assert machine.reasons(WEAK, policy=POLICY, options="local_users_only", user="root", command=private)


# ---- Mistakes ----


@pytest.mark.parametrize("by", [USER, ROOT])
@pytest.mark.parametrize("option", [
    "[rules = minlength: 5]", "retyr=3", "enforce_for_rot", "enforce_for_root=yes", "enforce-for-root", "use_authtok=yes",
    "use_first_pas",
    "debug=1", "DEBUG", "retry", "minlen=8",
    # These stand in the policy file alone.
    "suggest-style=words", "suggest-entropy=128", "suggest_exclude=none",
    "config=relative.conf", "config=",
])
def test_unknown_option_refuses_everybody_without_a_prompt(machine, option, by):
    change = machine.change(policy=POLICY, options=option, by=by)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    name = option.strip("[]")
    cause = f'option "{name}": the path must begin with "/"' if "config" in name else f'unknown option "{name}"'
    assert change.log == [Log(cause, LOG_ERR), Log("Password change for user alice refused.", LOG_ERR)]


def test_every_unknown_option_is_logged(machine):
    change = machine.change(policy=POLICY, options="retyr=3 debug=1")
    assert [log.text for log in change.log[:-1]] == ['unknown option "retyr=3"', 'unknown option "debug=1"']


@pytest.mark.parametrize(("option", "cause"), [
    *((f"retry={value}", f'retry:1:1: expected a number from 1 to 100, found "{value}"')
      for value in ["0", "101", "abc", "3x", "-1", "99999999999999999999"]),
    ("suggest=maybe", 'suggest:1:1: invalid value "maybe"; expected "yes" or "no"'),
    ("[rules=required: uper]", 'rules:1:11: unknown class "uper"; did you mean "upper"?'),
    ("rules=none", 'rules:1:1: "none" demands nothing; remove the line, or leave the value empty to drop earlier demands'),
    ("rules=minlength", 'rules:1:10: expected ":" after the property name'),
])
def test_value_that_cannot_be_read_refuses_without_a_prompt(machine, option, cause):
    change = machine.change(policy=POLICY, options=option)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    end = "" if cause.endswith("?") else "."
    assert change.log == [Log(f"{cause}{end} Password change for user alice refused.", LOG_ERR)]
    if os.getuid() == 0:
        change = machine.change(policy=POLICY, options=f"{option} enforce_for_root", by=ROOT)
        assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN, cause])
