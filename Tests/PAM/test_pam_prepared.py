"""What the first pass passes to the second: the policy, if it still applies."""

import subprocess
from pathlib import Path

import pytest
import transaction
from odd import odd_answers  # noqa: F401
from transaction import ACCEPTED, BROKEN, POLICY, REFUSED, WEAK

NEW = "New password: "
RETYPE = "Retype new password: "
FEW, MANY = "rules = minlength: 8\n", "rules = minlength: 60\n"


def short_of(count, limit):
    return f"  - {limit - count} more characters needed ({count} of {limit})"


def made(programs, name):
    """A module of its own source, in the folder of the others."""
    module, source = programs / f"{name}.so", Path(__file__).parent / f"{name}.c"
    if not module.exists():
        subprocess.run(
            ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", module, source, "-lpam"],
            check=True,
        )
    return module.name


# ---- Another user ----


@pytest.fixture
def renaming(programs, monkeypatch):
    """A module that changes the user between the two passes."""
    monkeypatch.setitem(transaction.MODULES, "renaming", made(programs, "pam_other_user"))


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("alice", "bob", "  - 56 more characters needed (4 of 60)"),
        ("bob", "alice", "  - 4 more characters needed (4 of 8)"),
        ("bob", "bobby", "  - 16 more characters needed (4 of 20)"),
        ("bob", "bob", "  - 56 more characters needed (4 of 60)"),
    ],
)
def test_policy_is_that_of_the_user_whose_password_is_changed(machine, renaming, before, after, reason):
    """Whoever the user was in the first pass."""
    machine.write_policy(
        "rules = minlength: 20\n[user alice]\nrules =\nrules = minlength: 8\n[user bob]\nrules = minlength: 60\n"
    )
    stack = [
        f"required module config={machine.policy} retry=1 suggest=no", f"required renaming {after}", "required witness",
    ]
    change = machine.change(WEAK, stack=stack, user=before)
    assert change.texts("error") == [REFUSED, reason]
    assert change.log[0].text == f"new password for user {after} refused: minlength"
    assert change.tokens == [None]


# ---- Another policy ----


@pytest.fixture
def replacing(machine, programs, monkeypatch):
    """Makes a line of a stack that puts another policy into the place of the one there is, in one of the passes."""
    monkeypatch.setitem(transaction.MODULES, "replacing", made(programs, "pam_other_policy"))
    # For every user that runs the transaction.
    machine.directory.chmod(0o777)

    def line(which, policy, more=""):
        other = machine.directory / "other.conf"
        other.write_text(policy)
        return f"required replacing {which} {other} {machine.policy} {more}"

    return line


def test_second_pass_goes_by_the_policy_of_its_own_time(machine, replacing):
    """Between the passes another module asks for the old password, and that prompt may stay open."""
    machine.write_policy(FEW)
    stack = [f"required module config={machine.policy} retry=1 suggest=no", replacing("first", MANY), "required witness"]
    change = machine.change(WEAK, stack=stack)
    assert machine.policy.read_text() == MANY, "the policy was not replaced"
    assert change.texts("error") == [REFUSED, short_of(4, 60)]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])


# Two pointers, and the name of the user with its NUL.
PREPARED_SIZE = 2 * 8 + len("alice") + 1

unkept = pytest.mark.parametrize(
    "odd", [{"call": "pam_set_data"}, {"call": "malloc", "size": PREPARED_SIZE}], ids=["libpam", "memory"]
)


@unkept
@pytest.mark.parametrize(
    ("policy", "errors"), [(MANY, [REFUSED, short_of(4, 60)]), ("rules = required: uper\n", [BROKEN])]
)
def test_policy_that_could_not_be_kept_is_read_again(machine, replacing, odd_answers, odd, policy, errors):
    machine.write_policy(FEW)
    stack = [f"required module config={machine.policy} retry=1 suggest=no", replacing("first", policy), "required witness"]
    change = machine.change(WEAK, stack=stack, command=odd_answers(**odd))
    assert change.texts("error") == errors
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])


@unkept
@pytest.mark.parametrize("number", [None, 1, 2])
@pytest.mark.parametrize(("password", "is_accepted"), [(ACCEPTED, True), (WEAK, False)])
def test_policy_that_could_not_be_kept_changes_no_verdict(machine, odd_answers, odd, number, password, is_accepted):
    command = odd_answers(**odd, number=number)
    change = machine.change(password, password, policy=POLICY, options="retry=1", command=command)
    assert change.status == ("PAM_SUCCESS" if is_accepted else "PAM_AUTHTOK_ERR")
    assert change.tokens == [password if is_accepted else None]


@unkept
def test_policy_of_a_change_that_ended_early_is_never_taken(machine, replacing, odd_answers, odd):
    """The first change left one, and had no second pass; the second change can leave none."""
    machine.write_policy(FEW)
    stack = [
        f"required module config={machine.policy} retry=1 suggest=no", replacing("first", MANY, "fail"), "required witness",
    ]
    change = machine.change(WEAK, stack=stack, times=2, command=odd_answers(**odd, number=2))
    assert change.texts("result") == ["PAM_TRY_AGAIN", "PAM_AUTHTOK_ERR"]
    assert change.texts("error") == [REFUSED, short_of(4, 60)]


@pytest.mark.parametrize(("before", "after"), [(8, 60), (60, 8)])
def test_next_change_of_a_program_goes_by_the_policy_of_its_time(machine, replacing, before, after):
    machine.write_policy(f"rules = minlength: {before}\n")
    stack = [
        f"required module config={machine.policy} retry=1 suggest=no",
        replacing("second", f"rules = minlength: {after}\n"), "required witness",
    ]
    change = machine.change(WEAK, WEAK, stack=stack, times=2)
    assert change.texts("error") == [REFUSED, short_of(4, before), REFUSED, short_of(4, after)]
    assert change.texts("result") == ["PAM_AUTHTOK_ERR"] * 2
    assert change.tokens == [None] * 2


def test_next_change_is_refused_where_the_policy_has_broken_since(machine, replacing):
    machine.write_policy(POLICY)
    stack = [
        f"required module config={machine.policy} retry=1", replacing("second", "rules = required: uper\n"),
        "required witness",
    ]
    change = machine.change(ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED, stack=stack, times=2)
    assert change.texts("result") == ["PAM_SUCCESS", "PAM_TRY_AGAIN"]
    assert change.texts("error") == [BROKEN]
    assert change.tokens == [ACCEPTED]


# ---- Several lines with our module ----


@pytest.fixture
def two_lines(machine):
    """A stack of two lines with our module, each of which has a policy of its own; the first is asked first."""

    def stack(first, second):
        lines = []
        for number, limit in enumerate([first, second]):
            policy = machine.directory / f"policy{number}.conf"
            policy.write_text(f"rules = minlength: {limit}\n")
            lines.append(f"required module config={policy} retry=1 suggest=no")
        return [*lines, "required witness"]

    return stack


@pytest.mark.parametrize("times", [1, 2])
def test_second_line_judges_by_its_own_policy_what_the_first_one_let_pass(machine, two_lines, times):
    change = machine.change(*[ACCEPTED] * 2 * times, stack=two_lines(8, 60), times=times)
    assert change.prompts == [NEW, RETYPE] * times
    assert change.texts("error") == [REFUSED, short_of(12, 60)] * times
    assert change.tokens == [None] * times


@pytest.mark.parametrize("times", [1, 2])
def test_second_line_asks_anew_where_the_first_one_refused(machine, two_lines, times):
    change = machine.change(*[ACCEPTED] * 3 * times, stack=two_lines(60, 8), times=times)
    assert change.prompts == [NEW, NEW, RETYPE] * times
    assert change.texts("error") == [REFUSED, short_of(12, 60)] * times
    # A refusal of the first module stands.
    assert change.texts("result") == ["PAM_AUTHTOK_ERR"] * times
    assert change.tokens == [ACCEPTED] * times


def test_lines_that_are_the_same_agree(machine):
    machine.write_policy(POLICY)
    stack = [f"required module config={machine.policy} retry=1"] * 2 + ["required witness"]
    change = machine.change(ACCEPTED, ACCEPTED, stack=stack)
    assert (change.status, change.prompts, change.tokens) == ("PAM_SUCCESS", [NEW, RETYPE], [ACCEPTED])


@pytest.mark.parametrize("is_first", [True, False])
def test_line_whose_policy_is_broken_ends_the_change_before_the_first_prompt(machine, is_first):
    machine.write_policy(POLICY)
    broken = machine.directory / "broken.conf"
    broken.write_text("rules = required: uper\n")
    lines = [f"required module config={path} retry=1" for path in (broken, machine.policy)]
    change = machine.change(stack=[*(lines if is_first else reversed(lines)), "required witness"])
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
