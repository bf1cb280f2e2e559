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


def test_named_file_is_required_despite_rules_option(machine):
    change = machine.change(options="rules=minlength:5")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])


# Tests/Vectors/policies.txt has how lines combine.
@pytest.mark.parametrize(("policy", "options", "password", "reasons"), [
    # Formerly, rules of the line replaced those of the file, so a weaker line weakened the machine's policy.
    ("rules = required: digit; minlength: 40\n", "rules=minlength:5 debug rules=required:upper", "qzj",
     ["37 more characters needed (3 of 40)", "needs a digit", "needs an uppercase letter"]),
    # Empty rules drop earlier ones.
    ("rules = required: digit; minlength: 40\n", "rules= rules=minlength:5", "qzj", ["2 more characters needed (3 of 5)"]),
    # The line may have any other key of the file.
    (ANY, "max-class-repeating=3 [words = qzjx, wolf]", "wqzjx", [
        "5 characters of the same kind in a row (at most 3)", "contains a word that is too obvious here (company, town ...)"]),
    # Brackets and spaces as PAM writes them, and as the file has them.
    (ANY, "[rules = required: upper; minlength: 5]", "qzjxw", ["needs an uppercase letter"]),
    (ANY, "[rules=required: upper; minlength: 5]", "qzjxw", ["needs an uppercase letter"]),
    (ANY, r"[rules=required: [!%\]; minlength: 5]", "qzjxw", ['needs one of "!%"']),
    (ANY, r"[rules=required: [[\]\]; minlength: 5]", "qzjxw", ['needs one of "[]"']),
    (ANY, "rules=required:[!%];minlength:9", "qzjxw!", ["3 more characters needed (6 of 9)"]),
])
def test_rules_in_the_line_add_to_those_of_the_file(machine, policy, options, password, reasons):
    assert machine.reasons(password, policy=policy, options=options) == reasons


@pytest.mark.parametrize(("option", "cause"), [
    ("rules=", 'the policy has no rules: set "rules", or "enforce = no"'),
    # For libpam, "#" begins a comment.
    ("rules=required:[#%]", 'this "[" has no closing "]"'),
])
def test_missing_or_partial_rules_refuse_everybody(machine, option, cause):
    change = machine.change(policy=POLICY, options=option)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert cause in change.log[0].text


# ---- retry=; test_pam_dialogue.py has suggest= and debug ----


def test_empty_option_resets_its_key(machine):
    change = machine.change(*[WEAK] * 4, policy=POLICY + "retry = 1\nsuggest = no\n", options="retry= suggest=")
    assert (len(change.prompts), len(change.suggestions)) == (3, 3)


def test_libpam_options_are_known_in_every_order(machine):
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
def test_local_users_only_checks_local_users(machine, user, option):
    assert machine.reasons(WEAK, policy=POLICY, options=option, user=user)


@needs_root
def test_unreadable_passwd_checks_every_user(machine):
    """The change runs in its own mount namespace, where the ordinary user may not read /etc/passwd."""
    secret = machine.directory / "passwd"
    secret.touch(0o600)
    private = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/passwd && exec "$@"', secret]
    if subprocess.run([*private, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this container may not mount")
    assert machine.reasons(WEAK, policy=POLICY, options="local_users_only", user="root", command=private)


# ---- Mistakes ----


ESCAPE = "\x1b"
NO_PATH = 'config: invalid value "{}"; expected a path that begins with "/"'


def unknown(name, answer):
    return f'{name}:1:1: unknown key "{name}"; {answer}'


def meant(name, other):
    return unknown(name, f'did you mean "{other}"?')


@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=needs_root)])
@pytest.mark.parametrize(("options", "causes"), [
    *((f"{name}{value}", [meant(name, other)]) for name, value, other in [
        ("retyr", "=3", "retry"), ("sugest", "=no", "suggest"), ("enforce_for_rot", "", "enforce_for_root"),
        ("enforce_for_root", "=yes", "enforce-for-root"), ("use_first_pas", "", "use_first_pass"), ("DEBUG", "", "debug"),
        ("minclass", "=3", "min-classes"), ("suggest_exclude", "=none", "suggest-exclude")]),
    # All mistakes of a line are reported at once.
    ("retyr=3 debgu", [meant("retyr", "retry"), meant("debgu", "debug")]),
    *((option, [unknown(option.partition("=")[0], f"see {page}")]) for option, page in [
        ("use_authtok=yes", "pam_passwordrules(8)"), ("debug=1", "pam_passwordrules(8)"),
        ("frobnicate", "passwordrules.conf(5) for the list"),
        # Options of other modules.
        ("check_oldauthtok", "pam_unix(8)")]),
    ("remember=5", [unknown("remember", 'here it is "history = 5"')]),
    ("minlen=8", [unknown("minlen", 'here it is "rules = minlength: 8;"')]),
    *((key, [f'{key}:1:{len(key) + 1}: expected "=" after the key']) for key in ["retry", "enforce-for-root"]),
    ("config=relative.conf", [NO_PATH.format("relative.conf")]), ("config=", [NO_PATH.format("")]),
    (ESCAPE + "=" + "q" * 300, [f':1:1: expected "KEY = VALUE" or a comment, found "?={"q" * 38}..."']),
])
def test_unknown_option_refuses_and_tells_root_the_intended_one(machine, options, causes, by):
    change = machine.change(policy=POLICY, options=options, by=by)
    told = [BROKEN] if by == USER else [MISTAKE, *causes]
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", told, [])
    assert change.log == [
        Log(f"{cause}{'' if cause.endswith('?') else '.'} Password change for user alice refused.", LOG_ERR)
        for cause in causes]


# All values are in Tests/Vectors/policy-mistakes.tsv.
@pytest.mark.parametrize(("option", "cause"), [
    ("retry=0", 'retry:1:1: expected a number from 1 to 100, found "0"'),
    ("suggest-entropy=0", 'suggest-entropy:1:1: expected a number from 1 to 1024, found "0"'),
    ("suggest=maybe", 'suggest:1:1: invalid value "maybe"; expected "yes" or "no"'),
    ("[rules=required: uper]", 'rules:1:11: unknown class "uper"; did you mean "upper"?'),
])
def test_invalid_value_refuses_without_a_prompt(machine, option, cause):
    change = machine.change(policy=POLICY, options=option)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    end = "" if cause.endswith("?") else "."
    assert change.log == [Log(f"{cause}{end} Password change for user alice refused.", LOG_ERR)]
    if os.getuid() == 0:
        change = machine.change(policy=POLICY, options=f"{option} enforce_for_root", by=ROOT)
        assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [MISTAKE, cause])
