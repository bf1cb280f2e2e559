"""A random source that gives little, is interrupted, or fails: passwords are whole and random, or there are none.

The library is called by draw.c, the tool is the one that was built; faulty_random.c stands between them and the kernel.
"""

import os
import subprocess
from collections import namedtuple

import pytest

from tool import ROOT, run

OK, EUNSATISFIABLE, ERANDOM = 0, 20, 23
RULES = "required: upper; required: lower; required: digit; allowed: [-]; max-repeating: 2"
STYLES = {"random": 1, "readable": 2, "words": 3}
# The ten digits in any order but one after the other: so rare among words of letters and digits that trying finds none.
RARE = "; ".join(f"required: [{digit}]" for digit in "0123456789")
RARE += "; allowed: lower; maxlength: 10; max-sequential: 1"

HARMLESS = {
    "three at a time": {"RANDOM_AT_MOST": "3"}, "one at a time": {"RANDOM_AT_MOST": "1"},
    "interrupted": {"RANDOM_INTERRUPTED": "1"},
    "both": {"RANDOM_AT_MOST": "3", "RANDOM_INTERRUPTED": "1"},
}
# What the last bytes are followed by, and what goes before.
FATAL = {
    "fails": ("RANDOM_FAILS_AFTER", {}), "ends": ("RANDOM_ENDS_AFTER", {}),
    "fails in the end": ("RANDOM_FAILS_AFTER", HARMLESS["both"]),
    "ends in the end": ("RANDOM_ENDS_AFTER", HARMLESS["both"]),
}
harmless = pytest.mark.parametrize("fault", HARMLESS.values(), ids=HARMLESS)
fatal = pytest.mark.parametrize("fault", FATAL.values(), ids=FATAL)


def after(fault, count):
    """The fault, after this many bytes."""
    last, first = fault
    return {**first, last: str(count)}


Drawn = namedtuple("Drawn", "status passwords is_errno_same")


def compile(output, name, *arguments):
    source = os.path.join(os.path.dirname(__file__), name)
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", output, source, *arguments], check=True)
    return output


@pytest.fixture(scope="session")
def source(tmp_path_factory):
    return compile(tmp_path_factory.mktemp("faults") / "faulty_random.so", "faulty_random.c", "-fPIC", "-shared")


@pytest.fixture(scope="session")
def draw(source):
    build, include = os.path.join(ROOT, "build"), os.path.join(ROOT, "Include")
    library = os.path.join(build, "libpasswordrules.so.1")
    program = compile(source.with_name("draw"), "draw.c", "-D_POSIX_C_SOURCE=200809L", "-I" + include, library)

    def draw(fault, rules=RULES, times=1, count=1, style=1):
        done = subprocess.run(
            [program, str(times), str(count), str(style), rules], capture_output=True, timeout=60, check=True,
            env={"LD_LIBRARY_PATH": build, "LD_PRELOAD": source, **fault})
        drawn = []
        for line in done.stdout.decode().splitlines():
            status, is_errno_same, needed, text, written = line.split(" ")
            text = bytes.fromhex(text).decode()
            # Whatever happens, nothing else is in the buffer.
            assert int(needed) == (len(text) + 1 if int(status) == OK else 0) and written == "0"
            drawn.append(Drawn(int(status), text.splitlines(), is_errno_same == "1"))
        assert len(drawn) == times
        return drawn
    return draw


def are_accepted(passwords, rules=RULES):
    lines = "".join(each + "\n" for each in passwords)
    return run("check", "--rules", rules, "--strict", input=lines.encode()).status == 0


# The library.

@harmless
@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_short_and_interrupted_answers_are_continued(draw, fault, style):
    drawn = draw(fault, times=200, style=style)
    assert {each.status for each in drawn} == {OK}
    passwords = [password for each in drawn for password in each.passwords]
    assert len(set(passwords)) == 200 and are_accepted(passwords)
    # Uninitialized bytes would stay the same.
    if style == STYLES["random"]:
        assert all(len({password[place] for password in passwords}) > 20 for place in range(20))


@harmless
@pytest.mark.parametrize("rules, count", [(RULES, 1000), (RARE, 100)], ids=["many", "rare"])
def test_short_and_interrupted_answers_do_for_many_at_once_and_for_the_rare(draw, fault, rules, count):
    [drawn] = draw(fault, rules=rules, count=count)
    assert drawn.status == OK and len(set(drawn.passwords)) == count and are_accepted(drawn.passwords, rules)


@fatal
@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_source_that_fails_gives_a_whole_password_or_none(draw, fault, style):
    statuses = []
    for count in range(65):
        [drawn] = draw(after(fault, count), style=style)
        statuses.append(drawn.status)
        if drawn.status == OK:
            assert len(drawn.passwords) == 1 and len(drawn.passwords[0]) >= 20 and are_accepted(drawn.passwords)
        else:
            assert (drawn.status, drawn.passwords) == (ERANDOM, [])
    # So few bytes have no 71 bits.
    assert set(statuses[:9]) == {ERANDOM}


@fatal
@pytest.mark.parametrize(
    "count, rules", [(5, RULES), (1000, RULES), (1, RARE), (5, RARE)], ids=["5", "1000", "1 rare", "5 rare"])
def test_source_that_fails_in_the_midst_gives_none_of_several(draw, fault, count, rules):
    for given in [0, 1, 31, 32, 33, 255, 256, 257, 300, 511, 512, 1000, 10_000]:
        [drawn] = draw(after(fault, given), rules=rules, count=count)
        if drawn.status == OK:
            assert len(set(drawn.passwords)) == count and are_accepted(drawn.passwords, rules)
        else:
            assert (drawn.status, drawn.passwords) == (ERANDOM, [])


@fatal
def test_source_that_fails_once_fails_each_time_and_recovers_with_the_source(draw, fault):
    assert {each.status for each in draw(after(fault, 0), times=5)} == {ERANDOM}
    # Some of the first, and none of the rest.
    statuses = [each.status for each in draw(after(fault, 200), times=20)]
    assert statuses == sorted(statuses) and set(statuses) == {OK, ERANDOM}


@pytest.mark.parametrize("style", STYLES)
def test_suggestion_of_a_policy_is_whole_or_none(draw, tmp_path, style):
    policy = tmp_path / "policy.conf"
    policy.write_text(f"rules = required: upper; required: digit; minlength: 12\nsuggest-style = {style}\n")
    policy.chmod(0o600)
    for count in range(65):
        [drawn] = draw(after(FATAL["fails"], count), rules=str(policy))
        assert drawn.status == OK or (drawn.status, drawn.passwords) == (ERANDOM, [])
        assert count > 8 or drawn.status == ERANDOM
    for fault in HARMLESS.values():
        drawn = draw(fault, rules=str(policy), times=50)
        passwords = [password for each in drawn for password in each.passwords]
        assert len(set(passwords)) == 50
        accepted = run("check", "--config", str(policy), input="".join(each + "\n" for each in passwords).encode())
        assert accepted.status == 0


@pytest.mark.parametrize("fault", [
    {}, *HARMLESS.values(), *(after(fault, count) for fault in FATAL.values() for count in (0, 40))], ids=str)
def test_errno_of_the_caller_is_left_alone(draw, fault):
    assert all(each.is_errno_same for each in draw(fault, times=5))


def test_reason_why_there_is_no_password_needs_no_randomness(draw):
    [drawn] = draw(after(FATAL["fails"], 0), rules="minlength: 9; maxlength: 8")
    assert (drawn.status, drawn.passwords) == (EUNSATISFIABLE, [])


# The tool.

@harmless
@pytest.mark.parametrize("style", STYLES)
def test_tool_continues_short_and_interrupted_answers(source, fault, style):
    result = run("generate", "--rules", RULES, "--style", style, "--count", "1000", env={"LD_PRELOAD": source, **fault})
    assert (result.status, result.errors) == (0, "")
    assert len(set(result.lines)) == 1000 and are_accepted(result.lines)


@fatal
@pytest.mark.parametrize("arguments", [
    [], ["--json"], ["--show-entropy"], ["--count", "1000"], ["--style", "readable"], ["--style", "words"]])
def test_tool_prints_nothing_where_the_source_fails(source, fault, arguments):
    for count in (0, 1, 8):
        result = run("generate", "--rules", RULES, *arguments, env={"LD_PRELOAD": source, **after(fault, count)})
        assert (result.status, result.output) == (2, b"")
        assert result.errors == "passwordrules: the system's random source failed\n"


@pytest.mark.parametrize("count", [0, 256, 300, 10_000])
def test_tool_prints_all_of_many_or_none(source, count):
    environment = {"LD_PRELOAD": source, "RANDOM_FAILS_AFTER": str(count)}
    result = run("generate", "--rules", RULES, "--count", "1000", env=environment)
    assert (result.status, result.output) == (2, b"")


@pytest.mark.parametrize("arguments", [
    ["count", RULES], ["explain", RULES], ["check", "--rules", "minlength: 1"], ["format", RULES]])
def test_tool_needs_no_randomness_for_the_rest(source, arguments):
    result = run(*arguments, input=b"x\n", env={"LD_PRELOAD": source, "RANDOM_FAILS_AFTER": "0"})
    assert result.status == 0 and result.output == run(*arguments, input=b"x\n").output
