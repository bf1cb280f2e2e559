"""The options in the PAM line."""

import os
import subprocess

import pytest
from transaction import ACCEPTED, BROKEN, LOG_DEBUG, LOG_ERR, POLICY, REFUSED, ROOT, USER, WEAK, Log, needs_root

MACHINE_POLICY = "/etc/security/passwordrules.conf"

without_machine_policy = pytest.mark.skipif(
    os.path.exists(MACHINE_POLICY), reason=f"this machine has a policy of its own, {MACHINE_POLICY}"
)

root = pytest.param(ROOT, marks=needs_root)

# What the line demands comes on top of it.
ANY = "rules = minlength: 3\n"


def reasons(change):
    return [text for text in change.texts("error") if text.startswith("  - ")]


# ---- config= and rules= ----


@without_machine_policy
@pytest.mark.parametrize("options", ["", "retry=1 suggest=no"])
def test_without_file_and_rules_every_change_is_refused(machine, options):
    change = machine.change(stack=[f"required module {options}", "required witness"])
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]
    assert change.log[0].text == (
        f"{MACHINE_POLICY}: cannot be read: there is no such file. Password change for user alice refused."
    )


@without_machine_policy
def test_rules_in_the_line_need_no_file(machine):
    change = machine.change("qzj", stack=["required module rules=minlength:5 retry=1", "required witness"])
    assert reasons(change) == ["  - 2 more characters needed (3 of 5)"]


def test_file_that_the_line_names_is_needed_beside_rules(machine):
    change = machine.change(options="rules=minlength:5")
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]


def test_rules_in_the_line_add_to_those_of_the_file(machine):
    """Before, they took their place: a weaker line weakened the machine's policy."""
    policy = "rules = required: digit; minlength: 40\nretry = 2\nsuggest = no\n"
    change = machine.change("qzj", "qzj", policy=policy, options="rules=minlength:5 rules=required:upper")
    assert change.texts("error") == [
        REFUSED, "  - 37 more characters needed (3 of 40)", "  - needs a digit", "  - needs an uppercase letter",
    ] * 2
    assert change.status == "PAM_MAXTRIES", "the other keys of the file still count"


@pytest.mark.parametrize("option", ["rules= rules=minlength:5", "rules=minlength:50 rules= rules=minlength:5"])
def test_empty_rules_in_the_line_drop_what_was_said_before(machine, option):
    policy = "rules = required: digit; minlength: 40\nor = minlength: 60\nretry = 2\nsuggest = no\n"
    change = machine.change("qzj", "qzj", policy=policy, options=option)
    assert change.texts("error") == [REFUSED, "  - 2 more characters needed (3 of 5)"] * 2
    assert change.status == "PAM_MAXTRIES", "the other keys of the file still count"


@pytest.mark.parametrize("option", ["rules=", "rules=minlength:5 rules="])
def test_line_that_drops_all_rules_refuses_everybody(machine, option):
    change = machine.change(policy=POLICY, options=option)
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert 'the policy has no rules: set "rules", or "enforce = no"' in change.log[0].text


def test_other_options_without_a_value_are_as_if_no_line_set_them(machine):
    change = machine.change(*[WEAK] * 4, policy=POLICY + "retry = 1\nsuggest = no\n", options="retry= suggest=")
    assert len(change.prompts) == 3
    assert change.suggestions


def test_several_rules_in_the_line_add_up(machine):
    options = "rules=minlength:5 rules=required:digit suggest=no retry=1 rules=required:upper"
    change = machine.change("qzj", policy=ANY, options=options)
    assert reasons(change) == [
        "  - 2 more characters needed (3 of 5)", "  - needs a digit", "  - needs an uppercase letter",
    ]


@pytest.mark.parametrize(
    ("option", "password", "reason"),
    [
        ("[rules=required: upper; minlength: 5]", "qzjxw", "needs an uppercase letter"),
        (r"[rules=required: [!%\]; minlength: 5]", "qzjxw", "needs one of !%"),
        (r"[rules=required: [!%\]\]; minlength: 5]", "qzjxw", "needs one of !%]"),
        (r"[rules=required: [[\]\]; minlength: 5]", "qzjxw", "needs one of []"),
        (r"rules=required:[!%]", "qzjxw", "needs one of !%"),
        (r"rules=required:[!%];minlength:9", "qzjxw!", "3 more characters needed (6 of 9)"),
    ],
)
def test_rules_in_the_line_take_brackets_and_spaces_as_pam_writes_them(machine, option, password, reason):
    change = machine.change(password, policy=ANY, options=f"{option} retry=1")
    assert reasons(change) == [f"  - {reason}"]


@pytest.mark.parametrize("option", ["rules=required:[#%]", r"[rules=minlength: 5; required: [#%\]; minlength: 20]"])
def test_rules_that_libpam_takes_for_a_comment_are_refused_not_weakened(machine, option):
    change = machine.change(policy=POLICY, options=option)
    assert change.status == "PAM_TRY_AGAIN"
    assert 'this "[" is not closed by a "]"' in change.log[0].text


# ---- retry=, suggest=, authtok_type=, debug ----


@pytest.mark.parametrize(
    ("setting", "option", "is_shown"),
    [
        ("", "", True),
        ("", "suggest=no", False),
        ("suggest = no\n", "", False),
        ("suggest = no\n", "suggest=yes", True),
        ("suggest = yes\n", "suggest=no", False),
    ],
)
def test_suggestion_is_shown_unless_the_administrator_does_not_want_it(machine, setting, option, is_shown):
    change = machine.change(WEAK, policy=POLICY + setting, options=f"retry=1 {option}")
    assert bool(change.suggestions) == is_shown


@pytest.mark.parametrize("option", ["authtok_type=XYZ", "[authtok_type=XYZ]"])
def test_type_of_the_password_stands_in_the_prompts(machine, option):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options=option)
    assert change.prompts == ["New XYZ password: ", "Retype new XYZ password: "]
    assert change.status == "PAM_SUCCESS"


def test_debug_logs_what_is_accepted(machine):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options="debug")
    assert change.log == [Log("new password for user alice accepted", LOG_DEBUG)]


def test_option_that_libpam_reads_is_known_in_every_order(machine):
    options = "debug try_first_pass authtok_type= suggest=no retry=2 enforce_for_root"
    for line in [options, " ".join(reversed(options.split()))]:
        assert machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options=line).status == "PAM_SUCCESS"


# ---- local_users_only ----


@pytest.mark.parametrize("by", [USER, root])
@pytest.mark.parametrize(("setting", "option"), [("", "local_users_only"), ("local-users-only = yes\n", "")])
def test_user_of_another_machine_is_asked_but_not_checked(machine, setting, option, by):
    user = "qzjx-nobody-has-this"
    change = machine.change(WEAK, WEAK, policy=POLICY + setting, options=option, user=user, by=by)
    assert change.dialogue == ["New password: ", "Retype new password: "]
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [WEAK]
    assert change.log == []


@pytest.mark.parametrize("user", ["root", "daemon"])
def test_user_of_this_machine_is_checked(machine, user):
    change = machine.change(WEAK, WEAK, policy=POLICY, options="local_users_only retry=1", user=user)
    assert reasons(change) != []
    assert change.tokens == [None]


@pytest.mark.parametrize("user", ["roo", "oot", "root:x", "root:", "ROOT", " root", "root "])
def test_similar_name_is_no_user_of_this_machine(machine, user):
    change = machine.change(WEAK, WEAK, policy=POLICY, options="local_users_only", user=user)
    assert change.status == "PAM_SUCCESS"


@needs_root
def test_every_user_is_checked_where_it_cannot_be_seen_who_is_of_this_machine(machine):
    """In a mount namespace of its own, where the ordinary user may not read /etc/passwd."""
    private = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/passwd && exec "$@"']
    secret = machine.directory / "passwd"
    secret.touch(0o600)
    if subprocess.run([*private, secret, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this container may not mount")
    change = machine.change(
        WEAK, WEAK, policy=POLICY, options="local_users_only retry=1", user="root", command=[*private, secret]
    )
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


def test_every_user_is_checked_without_the_option(machine):
    for user in ["root", "qzjx-nobody-has-this"]:
        change = machine.change(WEAK, WEAK, policy=POLICY, options="retry=1", user=user)
        assert reasons(change) != []
        assert change.tokens == [None]


# ---- Mistakes ----

UNKNOWN = [
    ("[rules = minlength: 5]", 'there is no option "rules = minlength: 5"'),
    ("retyr=3", 'there is no option "retyr=3"'),
    ("enforce_for_rot", 'there is no option "enforce_for_rot"'),
    ("enforce_for_root=yes", 'there is no option "enforce_for_root=yes"'),
    ("enforce-for-root", 'there is no option "enforce-for-root"'),
    ("use_authtok=yes", 'there is no option "use_authtok=yes"'),
    ("use_first_pas", 'there is no option "use_first_pas"'),
    ("debug=1", 'there is no option "debug=1"'),
    ("DEBUG", 'there is no option "DEBUG"'),
    ("retry", 'there is no option "retry"'),
    ("minlen=8", 'there is no option "minlen=8"'),
    # These stand in the policy file alone.
    ("suggest-style=words", 'there is no option "suggest-style=words"'),
    ("suggest-entropy=128", 'there is no option "suggest-entropy=128"'),
    ("suggest_exclude=none", 'there is no option "suggest_exclude=none"'),
    ("config=relative.conf", 'option "config=relative.conf": the path must begin with "/"'),
    ("config=", 'option "config=": the path must begin with "/"'),
]


@pytest.mark.parametrize("by", [USER, root])
@pytest.mark.parametrize(("option", "cause"), UNKNOWN)
def test_unknown_option_refuses_everybody_without_a_prompt(machine, option, cause, by):
    change = machine.change(policy=POLICY, options=option, by=by)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]
    assert change.tokens == []
    assert change.log == [Log(cause, LOG_ERR), Log("Password change for user alice refused.", LOG_ERR)]


def test_every_unknown_option_is_logged(machine):
    change = machine.change(policy=POLICY, options="retyr=3 debug=1")
    assert [log.text for log in change.log[:-1]] == [
        'there is no option "retyr=3"', 'there is no option "debug=1"',
    ]


INVALID = [
    ("retry=0", 'retry:1:1: expected a number from 1 to 100, found "0"'),
    ("retry=101", 'retry:1:1: expected a number from 1 to 100, found "101"'),
    ("retry=abc", 'retry:1:1: expected a number from 1 to 100, found "abc"'),
    ("retry=3x", 'retry:1:1: expected a number from 1 to 100, found "3x"'),
    ("retry=-1", 'retry:1:1: expected a number from 1 to 100, found "-1"'),
    ("retry=99999999999999999999", 'retry:1:1: expected a number from 1 to 100, found "99999999999999999999"'),
    ("suggest=maybe", 'suggest:1:1: there is no value "maybe" for this key; it can be "yes" or "no"'),
    ("[rules=required: uper]", 'rules:1:11: there is no class "uper"; did you mean "upper"?'),
    (
        "rules=none",
        'rules:1:1: "none" demands nothing: leave the line out, or the value, to drop what other lines demand',
    ),
    ("rules=minlength", 'rules:1:10: expected ":" after the name of the property'),
]


@pytest.mark.parametrize(("option", "cause"), INVALID)
def test_value_that_cannot_be_read_refuses_without_a_prompt(machine, option, cause):
    change = machine.change(policy=POLICY, options=option)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]
    end = "" if cause.endswith("?") else "."
    assert change.log == [Log(f"{cause}{end} Password change for user alice refused.", LOG_ERR)]


@needs_root
@pytest.mark.parametrize(("option", "cause"), INVALID[:1] + INVALID[7:8])
def test_value_that_cannot_be_read_refuses_root_who_is_enforced_upon(machine, option, cause):
    change = machine.change(policy=POLICY, options=f"{option} enforce_for_root", by=ROOT)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN, cause]
