"""A random source that gives little, is interrupted, or fails: the tool prints whole passwords, or none.

faulty_random.c is between the tool and the kernel. Tests/ABI/abi_randomness.c, Tests/Proof/Faults and
Tests/PAM/test_pam_random_faults.py test the same of the library and the module.
"""

import pytest

from tool import run

RULES = "required: upper; required: lower; required: digit; allowed: [-]; max-repeating: 2"
STYLES = ["random", "readable", "words"]
# Passwords of the ten digits in any order without a sequence. They are so rare among random letters and digits that
# trying random ones does not find any.
RARE = "; ".join(f"required: [{digit}]" for digit in "0123456789")
RARE += "; allowed: lower; maxlength: 10; max-sequential: 1"

BOTH = {"RANDOM_AT_MOST": "3", "RANDOM_INTERRUPTED": "1"}
HARMLESS = {"three at a time": {"RANDOM_AT_MOST": "3"}, "one at a time": {"RANDOM_AT_MOST": "1"},
            "interrupted": {"RANDOM_INTERRUPTED": "1"}, "both": BOTH}
# The environment variable that sets after how many bytes the source fails or ends, and the faults before that.
FATAL = {"fails": ("RANDOM_FAILS_AFTER", {}), "ends": ("RANDOM_ENDS_AFTER", {}),
         "fails in the end": ("RANDOM_FAILS_AFTER", BOTH), "ends in the end": ("RANDOM_ENDS_AFTER", BOTH)}


@pytest.fixture(scope="session")
def generate(faulty_random):
    """Generates by these rules, with this fault."""
    return lambda fault, *arguments, rules=RULES: run("generate", "--rules", rules, *arguments, env={**faulty_random, **fault})


def are_accepted(passwords, rules=RULES):
    return run("check", "--rules", rules, "--strict", input="".join(f"{each}\n" for each in passwords).encode()).status == 0


@pytest.mark.parametrize("fault", HARMLESS.values(), ids=HARMLESS)
@pytest.mark.parametrize("style, rules, count", [*((style, RULES, 1000) for style in STYLES), ("random", RARE, 100)])
def test_short_and_interrupted_answers_are_continued(generate, fault, style, rules, count):
    result = generate(fault, "--style", style, "--count", str(count), rules=rules)
    assert result.status == 0 and (result.errors == "" or rules == RARE)
    assert len(set(result.lines)) == count and are_accepted(result.lines, rules)
    # Bytes that were never filled would be the same in every password.
    if style == "random" and rules == RULES:
        assert all(len({password[index] for password in result.lines}) > 20 for index in range(20))


@pytest.mark.parametrize("fault", FATAL.values(), ids=FATAL)
@pytest.mark.parametrize("arguments", [
    *(["--style", style] for style in STYLES), ["--json"], ["--show-entropy"], ["--count", "5"], ["--count", "1000"]])
def test_failing_source_gives_all_passwords_or_none(generate, fault, arguments):
    last, first = fault
    count = int(arguments[1]) if arguments[0] == "--count" else 1
    for given in [0, 1, 8, 16, 31, 32, 64, 255, 256, 1000, 10_000]:
        result = generate({**first, last: str(given)}, *arguments)
        if result.status == 0:
            # 71 bits need more than 8 bytes.
            assert given > 8 and result.errors == "" and len(result.lines) == count
            assert "--json" in arguments or "--show-entropy" in arguments or are_accepted(result.lines)
        else:
            assert (result.status, result.output) == (2, b"")
            assert result.errors == "passwordrules: the system's random source failed\n"
    assert result.status == (2 if count == 1000 else 0)
