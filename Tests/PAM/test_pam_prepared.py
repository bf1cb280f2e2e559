"""The first pass keeps the policy for the second, which uses it if it is still the current one."""

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_POLICY, NEW, POLICY, REFUSED, RETYPE, SINGLE, WEAK, short_of,
)

FEW, MANY = "rules = minlength: 8\n", "rules = minlength: 60\n"
# Two pointers, and the name of the user with its NUL.
PREPARED_SIZE = 2 * 8 + len("alice") + 1

# Faults, of libpam or for lack of memory, that prevent the first pass from keeping the policy.
ODDITIES = {"libpam": {"call": "pam_set_data"}, "memory": {"call": "malloc", "size": PREPARED_SIZE}}
unkept = pytest.mark.parametrize("odd", ODDITIES.values(), ids=ODDITIES)


@pytest.fixture
def ours(machine):
    """The line with our module."""
    return f"required module config={machine.policy} {SINGLE}"


@pytest.mark.parametrize(("before", "after", "limit"), [("alice", "bob", 60), ("bob", "alice", 8), ("bob", "bobby", 20),
                                                        ("bob", "bob", 60)])
def test_second_pass_uses_policy_of_its_user(machine, ours, before, after, limit):
    """The user of the first pass does not matter."""
    policy = "rules = minlength: 20\n[user alice]\nrules =\nrules = minlength: 8\n[user bob]\nrules = minlength: 60\n"
    change = machine.change(WEAK, policy=policy, stack=[ours, f"required witness user={after}", "required witness"],
                            user=before)
    assert (change.texts("error"), change.tokens) == ([REFUSED, short_of(4, limit)], [None])
    assert change.log[0].text == f"new password for user {after} refused: minlength"


@pytest.fixture
def replacing(machine, ours):
    """Makes a stack that replaces the policy in one of the passes."""
    # The transaction may run as any user.
    machine.directory.chmod(0o777)

    def stack(which, policy, more=""):
        other = machine.directory / "other.conf"
        other.write_text(policy)
        return [ours, f"required witness rename {which} {other} {machine.policy} {more}", "required witness"]

    return stack


@pytest.mark.parametrize("odd", [None, *ODDITIES], ids=["kept", *ODDITIES])
@pytest.mark.parametrize(("policy", "errors"), [(MANY, [REFUSED, short_of(4, 60)]), (BROKEN_POLICY, [BROKEN])])
def test_second_pass_uses_current_policy(machine, replacing, odd_answers, odd, policy, errors):
    """The policy may change between the passes, because another module may ask for the old password then."""
    command = odd_answers(**ODDITIES[odd]) if odd else ()
    change = machine.change(WEAK, policy=FEW, stack=replacing("first", policy), command=command)
    assert machine.policy.read_text() == policy, "the policy was not replaced"
    assert (change.texts("error"), change.status, change.tokens) == (errors, "PAM_AUTHTOK_ERR", [None])


@unkept
@pytest.mark.parametrize("number", [None, 1, 2])
@pytest.mark.parametrize(("password", "is_accepted"), [(ACCEPTED, True), (WEAK, False)])
def test_failing_to_keep_the_policy_keeps_the_verdict(machine, odd_answers, odd, number, password, is_accepted):
    assert (machine.reasons(password, policy=POLICY, command=odd_answers(**odd, number=number)) == []) == is_accepted


@unkept
def test_policy_of_unfinished_change_is_not_reused(machine, replacing, odd_answers, odd):
    """The first change kept a policy but had no second pass; the second change cannot keep one."""
    change = machine.change(
        WEAK, policy=FEW, stack=replacing("first", MANY, "fail"), times=2, command=odd_answers(**odd, number=2))
    assert change.texts("result") == ["PAM_TRY_AGAIN", "PAM_AUTHTOK_ERR"]
    assert change.texts("error") == [REFUSED, short_of(4, 60)]


@pytest.mark.parametrize(("before", "after", "typed", "errors", "results"), [
    (FEW, MANY, WEAK, [REFUSED, short_of(4, 8), REFUSED, short_of(4, 60)], ["PAM_AUTHTOK_ERR"] * 2),
    (MANY, FEW, WEAK, [REFUSED, short_of(4, 60), REFUSED, short_of(4, 8)], ["PAM_AUTHTOK_ERR"] * 2),
    (POLICY, BROKEN_POLICY, ACCEPTED, [BROKEN], ["PAM_SUCCESS", "PAM_TRY_AGAIN"]),
])
def test_next_change_uses_current_policy(machine, replacing, before, after, typed, errors, results):
    answers = [typed] * (4 if typed == ACCEPTED else 2)
    change = machine.change(*answers, policy=before, stack=replacing("second", after), times=2)
    assert (change.texts("error"), change.texts("result")) == (errors, results)
    assert change.tokens == ([ACCEPTED] if typed == ACCEPTED else [None] * 2)


# ---- Several lines with our module ----


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(("first", "second", "prompts", "tokens"), [
    # The second line checks, by its own policy, a password that the first one accepted.
    (8, 60, [NEW, RETYPE], [None]),
    # If the first line refused, the second one asks again, but the refusal of the first remains.
    (60, 8, [NEW, NEW, RETYPE], [ACCEPTED]),
])
def test_each_line_has_its_own_policy(machine, times, first, second, prompts, tokens):
    lines = []
    for limit in [first, second]:
        path = machine.directory / f"policy{limit}.conf"
        path.write_text(f"rules = minlength: {limit}\n")
        lines.append(f"required module config={path} {SINGLE}")
    change = machine.change(*[ACCEPTED] * len(prompts) * times, stack=[*lines, "required witness"], times=times)
    assert (change.prompts, change.tokens) == (prompts * times, tokens * times)
    assert change.texts("error") == [REFUSED, short_of(12, 60)] * times
    assert change.texts("result") == ["PAM_AUTHTOK_ERR"] * times


@pytest.mark.parametrize("is_first", [True, False])
def test_broken_policy_of_any_line_ends_the_change_before_a_prompt(machine, ours, is_first):
    path = machine.directory / "broken.conf"
    path.write_text(BROKEN_POLICY)
    lines = [f"required module config={path} retry=1", ours]
    change = machine.change(policy=POLICY, stack=[*(lines if is_first else reversed(lines)), "required witness"])
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
