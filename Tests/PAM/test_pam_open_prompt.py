"""A password is checked by the policy at the time it is typed, however long its prompt was open."""

import pytest
from blocklists import EXACT, LISTED, build
from transaction import BROKEN, BROKEN_POLICY, MISTAKE_WARNING, NEW, REFUSED, RETYPE, ROOT, SEE_CHECK, USER, short_of

FEW, MANY = "rules = minlength: 8\nsuggest = no\n", "rules = minlength: 60\nsuggest = no\n"
GOOD = "Vq7%kWz2!xRj"
LONG = GOOD * 5
TOO_SHORT = [REFUSED, short_of(12, 60)]
RULES_OF_FEW, RULES_OF_MANY = (["Password rules:", f"  - at least {limit} characters"] for limit in (8, 60))


@pytest.fixture
def open_prompt(machine):
    """Changes a password, and replaces the policy while a prompt is open."""
    machine.directory.chmod(0o777)

    def change(*answers, before=FEW, after=MANY, at=1, to=None, **more):
        machine.write_policy(before)
        other = machine.directory / "other.conf"
        if isinstance(after, str):
            other.write_text(after)
        return machine.change(*answers, rename=(at, other, to or machine.policy), **more)

    return change


# Who runs the program, the policy before and after, the number of the prompt that is left open, the prompts, the errors,
# and whether the password is set.
@pytest.mark.parametrize(("by", "before", "after", "at", "prompts", "errors", "is_set"), [
    # Formerly, a prompt that was left open kept the old policy.
    (USER, FEW, MANY, 1, [NEW], TOO_SHORT, False), (USER, FEW, MANY, 2, [NEW, RETYPE], TOO_SHORT, False),
    (USER, MANY, FEW, 1, [NEW, RETYPE], [], True),
    (USER, FEW, BROKEN_POLICY, 1, [NEW], [BROKEN], False), (USER, FEW, BROKEN_POLICY, 2, [NEW, RETYPE], [BROKEN], False),
    (ROOT, FEW, BROKEN_POLICY, 1, [NEW, RETYPE], [MISTAKE_WARNING, ..., SEE_CHECK], True),
    (ROOT, BROKEN_POLICY, MANY + "enforce-for-root = yes\n", 1, [NEW], [MISTAKE_WARNING, ..., SEE_CHECK, *TOO_SHORT], False),
    (ROOT, BROKEN_POLICY, MANY + "enforce-for-root = yes\n", 2, [NEW, RETYPE], [MISTAKE_WARNING, ..., SEE_CHECK, *TOO_SHORT], False),
    # A policy that stays broken is reported once.
    (ROOT, BROKEN_POLICY, BROKEN_POLICY, 1, [NEW, RETYPE], [MISTAKE_WARNING, ..., SEE_CHECK], True),
])
def test_password_is_checked_by_policy_current_at_input(open_prompt, by, before, after, at, prompts,
        errors, is_set):
    change = open_prompt(GOOD, GOOD, before=before, after=after, at=at, by=by, options="retry=1")
    shown = change.texts("error")
    assert [... if expected is ... else text for text, expected in zip(shown, errors, strict=True)] == errors
    assert (change.prompts, change.tokens) == (prompts, [GOOD if is_set else None])
    assert change.status == ("PAM_SUCCESS" if is_set else "PAM_AUTHTOK_ERR")
    assert len(change.log) <= len(errors)


def test_rules_are_shown_again_before_the_next_prompt(open_prompt):
    change = open_prompt(GOOD, LONG, LONG, options="retry=2")
    assert change.dialogue == [*RULES_OF_FEW, NEW, *TOO_SHORT, *RULES_OF_MANY, NEW, RETYPE]
    assert change.tokens == [LONG]


@pytest.mark.parametrize(("before", "after", "prompts"), [(3, 1, 1), (1, 3, 3)])
def test_new_policy_sets_number_of_tries(open_prompt, before, after, prompts):
    change = open_prompt(*["q"] * 5, before=f"{MANY}retry = {before}\n", after=f"{MANY}retry = {after}\n")
    assert (len(change.prompts), change.tokens) == (prompts, [None])


def test_file_added_at_the_prompt_counts(open_prompt, machine):
    """The folder of the policy is replaced. FileStateTests has the other kinds of change."""
    other = machine.directory / "other.conf"
    other.mkdir(mode=0o755)
    (other / "10.conf").write_text(MANY)
    change = open_prompt(GOOD, GOOD, after=None, to=machine.policy.with_name("policy.conf.d"), options="retry=1")
    assert change.texts("error") == TOO_SHORT


def test_suggestion_meets_new_policy(open_prompt):
    change = open_prompt("q", "q", "q", before="rules = minlength: 8\n", after="rules = minlength: 60\n", at=2,
                         service="sshd", options="retry=3")
    first, *later = change.suggestions
    assert len(first) < 60 and all(len(suggestion) >= 60 for suggestion in later) and later


def test_earlier_module_password_is_checked_by_current_policy(open_prompt, machine):
    """The earlier module prompts between the two passes of ours."""
    line = f"required module config={machine.policy} retry=1"
    change = open_prompt(GOOD, GOOD, at=2, stack=[line, f"{line} use_authtok", "required witness"])
    assert (change.tokens, change.texts("error")) == ([None], TOO_SHORT)


def test_list_replaced_at_the_prompt_counts(open_prompt, machine):
    listed = machine.directory / "listed"
    listed.write_bytes(build("other-word", match=EXACT))
    (machine.directory / "other.conf").write_bytes(build(GOOD, match=EXACT))
    change = open_prompt(GOOD, GOOD, before=f"{FEW}blocklist = {listed}\n", after=None, to=listed, options="retry=1")
    assert (change.texts("error"), change.tokens) == ([REFUSED, f"  - {LISTED}"], [None])
