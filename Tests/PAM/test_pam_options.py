"""The options in the PAM line."""

import os
import subprocess

import pytest
from transaction import (
    ACCEPTED, BROKEN, LOG_ERR, MISTAKE, NEW, POLICY, RETYPE, ROOT, USER, WEAK, Log, needs_root,
)

ANY = "rules = minlength: 3\n"
MACHINE_POLICY = "/etc/security/passwordrules.conf"

# ---- config= and rules= ----


@pytest.mark.skipif(os.path.exists(MACHINE_POLICY), reason="this machine has a policy of its own")
def test_rules_in_the_line_need_no_file(machine):
    change = machine.change("qzj", stack=["required module rules=minlength:5 retry=1", "required witness"])
    assert change.texts("error")[1:] == ["  - 2 more characters needed (3 of 5)"]


def test_file_that_the_line_names_is_needed_beside_rules(machine):
    change = machine.change(options="rules=minlength:5")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


# What lines add up to is in Tests/Vectors/policies.txt.
@pytest.mark.parametrize(("policy", "options", "password", "reasons"), [
    # Before, rules of the line took the place of the file's: a weaker line weakened the machine's policy.
    ("rules = required: digit; minlength: 40\n", "rules=minlength:5 debug rules=required:upper", "qzj",
     ["37 more characters needed (3 of 40)", "needs a digit", "needs an uppercase letter"]),
    # Empty rules drop what was said before.
    ("rules = required: digit; minlength: 40\n", "rules= rules=minlength:5", "qzj", ["2 more characters needed (3 of 5)"]),
    # Brackets and spaces as PAM writes them.
    (ANY, "[rules=required: upper; minlength: 5]", "qzjxw", ["needs an uppercase letter"]),
    (ANY, r"[rules=required: [!%\]; minlength: 5]", "qzjxw", ['needs one of "!%"']),
    (ANY, r"[rules=required: [[\]\]; minlength: 5]", "qzjxw", ['needs one of "[]"']),
    (ANY, "rules=required:[!%];minlength:9", "qzjxw!", ["3 more characters needed (6 of 9)"]),
])
def test_rules_in_the_line_add_to_those_of_the_file(machine, policy, options, password, reasons):
    assert machine.reasons(password, policy=policy, options=options) == reasons


@pytest.mark.parametrize(("option", "cause"), [
    ("rules=", 'the policy has no rules: set "rules", or "enforce = no"'),
    # What libpam takes for a comment.
    ("rules=required:[#%]", 'this "[" has no closing "]"'),
])
def test_line_without_rules_or_with_a_part_of_them_refuses_everybody(machine, option, cause):
    change = machine.change(policy=POLICY, options=option)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert cause in change.log[0].text


# ---- retry=; suggest= and debug are in the dialogues ----


def test_other_options_without_a_value_are_as_if_no_line_set_them(machine):
    change = machine.change(*[WEAK] * 4, policy=POLICY + "retry = 1\nsuggest = no\n", options="retry= suggest=")
    assert (len(change.prompts), len(change.suggestions)) == (3, 3)


def test_option_that_libpam_reads_is_known_in_every_order(machine):
    options = "debug try_first_pass authtok_type= suggest=no retry=2 enforce_for_root"
    for line in [options, " ".join(reversed(options.split()))]:
        change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options=line)
        assert (change.status, change.prompts) == ("PAM_SUCCESS", [NEW, RETYPE])


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


FOR_A_FILE = "it is a key of the policy file"
ESCAPE = "\x1b"
NO_PATH = ': the path must begin with "/"'


@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=needs_root)])
@pytest.mark.parametrize(("options", "answers"), [
    ("[rules = minlength: 5]", ['did you mean "rules=DESCRIPTOR"?']), ("retyr=3", ['did you mean "retry=N"?']),
    ("enforce_for_rot", ['did you mean "enforce_for_root"?']), ("enforce_for_root=yes", ['did you mean "enforce_for_root"?']),
    ("enforce-for-root", ['did you mean "enforce_for_root"?']), ("use_authtok=yes", ['did you mean "use_authtok"?']),
    ("use_first_pas", ['did you mean "use_first_pass"?']), ("debug=1", ['did you mean "debug"?']),
    ("DEBUG", ['did you mean "debug"?']), ("retry", ['did you mean "retry=N"?']),
    ("retyr=3 debug=1", ['did you mean "retry=N"?', 'did you mean "debug"?']),
    ("sugest=no", ['did you mean "suggest=yes|no"?']), ("frobnicate", ["see pam_passwordrules(8)"]),
    # Of other modules.
    ("minlen=8", ['here it is "rules = minlength: 12;" in the policy file']), ("remember=5", ["see pam_pwhistory(8)"]),
    ("minclass=3", ['did you mean "min-classes"?']), ("check_oldauthtok", ["see pam_unix(8)"]),
    # These stand in the policy file alone.
    ("suggest-style=words", [FOR_A_FILE]), ("suggest-entropy=0", [FOR_A_FILE]),
    ("suggest_exclude=none", ['did you mean "suggest-exclude"?']),
    ("config=relative.conf", [NO_PATH]), ("config=", [NO_PATH]), (ESCAPE + "=" + "q" * 300, ["see pam_passwordrules(8)"]),
])
def test_unknown_option_refuses_everybody_without_a_prompt_and_root_learns_which_was_meant(machine, options, answers, by):
    change = machine.change(policy=POLICY, options=options, by=by)
    names = [options] if "[" in options else options.split()
    causes = [
        f'option "{name}"{answer}' if answer == NO_PATH
        else f'unknown option "{name.strip("[]").replace(ESCAPE, "?")[:200]}"; {answer}'
        for name, answer in zip(names, answers, strict=True)]
    told = [BROKEN] if by == USER else [MISTAKE, *causes]
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", told, [])
    assert change.log == [
        Log(f"{cause}{'' if cause.endswith('?') else '.'} Password change for user alice refused.", LOG_ERR)
        for cause in causes]


# All values are in Tests/Vectors/policy-mistakes.tsv.
@pytest.mark.parametrize(("option", "cause"), [
    ("retry=0", 'retry:1:1: expected a number from 1 to 100, found "0"'),
    ("suggest=maybe", 'suggest:1:1: invalid value "maybe"; expected "yes" or "no"'),
    ("[rules=required: uper]", 'rules:1:11: unknown class "uper"; did you mean "upper"?'),
])
def test_value_that_is_not_possible_refuses_without_a_prompt(machine, option, cause):
    change = machine.change(policy=POLICY, options=option)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    end = "" if cause.endswith("?") else "."
    assert change.log == [Log(f"{cause}{end} Password change for user alice refused.", LOG_ERR)]
    if os.getuid() == 0:
        change = machine.change(policy=POLICY, options=f"{option} enforce_for_root", by=ROOT)
        assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [MISTAKE, cause])
