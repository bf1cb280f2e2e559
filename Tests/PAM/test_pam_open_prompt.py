"""A prompt that was left open: what counts is the policy of the moment at which the password is given."""

import os

import pytest
from blocklists import EXACT, LISTED, build
from transaction import BROKEN, BROKEN_WARNING, ROOT, needs_root

NEW, RETYPE = "New password: ", "Retype new password: "
FEW, MANY = "rules = minlength: 8\nsuggest = no\n", "rules = minlength: 60\nsuggest = no\n"
GOOD = "Vq7%kWz2!xRj"
TOO_SHORT = ["Not accepted yet:", "  - 48 more characters needed (12 of 60)"]
RULES_OF_MANY = "Password rules: 60 characters or more."


@pytest.fixture
def open_prompt(machine):
    """Changes a password, and meanwhile, at a prompt, puts another policy into the place of the one there is."""
    machine.directory.chmod(0o777)

    def change(*answers, before=FEW, after=MANY, at=1, to=None, **more):
        machine.write_policy(before)
        other = machine.directory / "other.conf"
        if isinstance(after, str):
            other.write_text(after)
        return machine.change(*answers, rename=(at, other, to or machine.policy), **more)

    return change


@pytest.mark.parametrize("at", [1, 2])
def test_password_is_judged_by_the_policy_of_the_moment_at_which_it_is_given(open_prompt, at):
    """Before, a prompt that was left open kept yesterday's policy. The second prompt may be left open as well."""
    change = open_prompt(GOOD, GOOD, at=at, options="retry=1")
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert change.prompts == [NEW, RETYPE][:at]
    assert change.texts("error") == TOO_SHORT


def test_policy_that_got_milder_counts_too(open_prompt):
    change = open_prompt(GOOD, GOOD, before=MANY, after=FEW)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [GOOD])


def test_rules_are_shown_again_before_the_next_prompt(open_prompt):
    long = "Vq7%kWz2!xRj" * 5
    change = open_prompt(GOOD, long, long, options="retry=2")
    assert change.dialogue == ["Password rules: 8 characters or more.", NEW, *TOO_SHORT, RULES_OF_MANY, NEW, RETYPE]
    assert change.tokens == [long]


@pytest.mark.parametrize(("before", "after", "prompts"), [(3, 1, 1), (1, 3, 3)])
def test_number_of_tries_is_that_of_the_new_policy(open_prompt, before, after, prompts):
    change = open_prompt(*["q"] * 5, before=f"{MANY}retry = {before}\n", after=f"{MANY}retry = {after}\n")
    assert (len(change.prompts), change.tokens) == (prompts, [None])


@pytest.mark.parametrize("at", [1, 2])
def test_policy_that_has_broken_meanwhile_refuses(open_prompt, at):
    change = open_prompt(GOOD, GOOD, after="rules = required: uper\n", at=at)
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert change.texts("error") == [BROKEN]


@needs_root
def test_root_is_warned_where_it_has_broken_meanwhile(open_prompt):
    change = open_prompt(GOOD, GOOD, after="rules = required: uper\n", by=ROOT)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [GOOD])
    assert change.texts("error")[0] == BROKEN_WARNING


@needs_root
@pytest.mark.parametrize("at", [1, 2])
def test_root_is_judged_by_a_policy_that_was_mended_meanwhile(open_prompt, at):
    change = open_prompt(GOOD, GOOD, before="rules = required: uper\n", at=at, by=ROOT, after=MANY + "enforce-for-root = yes\n",
                         options="retry=1")
    assert change.texts("error")[0] == BROKEN_WARNING and change.texts("error")[2:] == TOO_SHORT
    assert change.tokens == [None]


@needs_root
def test_root_is_told_once_of_a_policy_that_stays_broken(machine):
    change = machine.change(GOOD, GOOD, policy="rules = required: uper\n", by=ROOT)
    assert len(change.log) == 1 and change.texts("error").count(BROKEN_WARNING) == 1


def test_file_that_was_added_meanwhile_counts(open_prompt, machine):
    folder = machine.policy.with_name("policy.conf.d")
    folder.mkdir(mode=0o777)
    folder.chmod(0o755)
    if os.getuid() == 0:
        os.chown(folder, 65534, 65534)
        os.chown(machine.directory, 65534, 65534)
    change = open_prompt(GOOD, GOOD, to=folder / "10.conf", options="retry=1")
    assert change.texts("error") == TOO_SHORT


def test_folder_that_was_added_meanwhile_counts(open_prompt, machine):
    other = machine.directory / "other.conf"
    other.mkdir(mode=0o755)
    (other / "10.conf").write_text(MANY)
    change = open_prompt(GOOD, GOOD, after=None, to=machine.policy.with_name("policy.conf.d"), options="retry=1")
    assert change.texts("error") == TOO_SHORT


def test_suggestion_is_of_the_new_policy(open_prompt):
    change = open_prompt("q", "q", "q", before="rules = minlength: 8\n", after="rules = minlength: 60\n", at=2,
                         service="sshd", options="retry=3")
    first, *later = change.suggestions
    assert len(first) < 60 and all(len(suggestion) >= 60 for suggestion in later) and later


def test_password_of_another_module_is_judged_by_the_policy_of_now(open_prompt, machine):
    """libpam asks in the name of the module before ours, which lies between our two passes."""
    line = f"required module config={machine.policy} retry=1"
    change = open_prompt(GOOD, GOOD, at=2, stack=[line, f"{line} use_authtok", "required witness"])
    assert (change.tokens, change.texts("error")) == ([None], TOO_SHORT)


def test_list_that_was_replaced_meanwhile_counts(open_prompt, machine):
    listed = machine.directory / "listed"
    listed.write_bytes(build("other-word", match=EXACT))
    other = machine.directory / "other.conf"
    other.write_bytes(build(GOOD, match=EXACT))
    policy = f"{FEW}blocklist = {listed}\n"
    change = open_prompt(GOOD, GOOD, before=policy, after=None, to=listed, options="retry=1")
    assert change.texts("error") == ["Not accepted yet:", f"  - {LISTED}"]
    assert change.tokens == [None]
