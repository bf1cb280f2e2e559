"""No call of the library leaves a copy of a password, of any form of it or of its digest, nor a piece of
eight bytes.

That holds right after the call, with the report still there, and with everything freed; for the new password
and the old.
"""

import random
import sys
from pathlib import Path

import pytest
from forms import LEAST, Form, forms_of
from passwords import BUCKET_BITS, COMMON, foreign, password, search_for
from scanner import AFTER, BEFORE, FREED, INSIDE, Process, Search

sys.path.append(str(Path(__file__).parents[2] / "PAM"))
from blocklists import build, change_byte

OK, ERANGE, EBLOCKLIST, EUNSATISFIABLE, ERANDOM = 0, 3, 12, 20, 23
STYLES = {"random": 1, "readable": 2, "words": 3}
EXACT, FOLDED, MANGLED = 1, 2, 3

OLD = password(20, "old")
PASSWORDS = {
    **{str(length): password(length) for length in (8, 16, 48, 200, 1024)},
    "foreign": foreign(24), "repeated": b"Vz7qWkP2xRb" * 4, "ill-formed": b"Vz7qW\xffkP2xRb4\xc3NmT9\xf0\x9f\x98",
}
every_password = pytest.mark.parametrize("secret", PASSWORDS.values(), ids=PASSWORDS)

# Lines for everything that a policy can require of a password.
CHECKS = """
min-classes = 1
at-least = 1 lower
min-different = 2
min-words = 1
max-class-repeating = 1024
max-keyboard = 100
palindrome = reject
username-parts = 3
full-name = reject
home-directory = reject
words = acme, widget
old-password-changes = 2
max-bytes = 4096
"""
MINLENGTH = "rules = minlength: 8\n"
UNMET = "required: [~]; minlength: 2000; max-consecutive: 1; allowed: upper"


def scan_at_stops(process: Process, trace_of) -> None:
    """Asserts that no search of `trace_of` finds anything, at any stop after the call."""
    stops = []
    while (stop := process.proceed()) is not None:
        stops.append(stop)
        for search in trace_of():
            assert [str(finding) for finding in process.scan(search)] == []
    assert stops[0] == AFTER and stops[-1] == FREED


def leaves_nothing(secret: bytes, old: bytes, *call, status: int = OK, accepted: int | None = None) -> None:
    search = search_for(secret, old)
    with Process("calls", *call, password=secret, old=old) as process:
        assert process.proceed() == BEFORE
        assert process.scan(search) == [], "a form is there by chance"
        scan_at_stops(process, lambda: [search])
        assert process.vault.status == status
        assert accepted in (None, process.vault.accepted)


@every_password
@pytest.mark.parametrize("call", ["check", "check-into", "check-strict"])
@pytest.mark.parametrize(("rules", "accepted"), [("minlength: 2", 1), (UNMET, 0)], ids=["accepted", "refused"])
def test_check_and_messages(secret, call, rules, accepted):
    if not secret.isascii() or (call, rules) == ("check-strict", "minlength: 2"):
        accepted = None
    leaves_nothing(secret, b"", call, rules, accepted=accepted)


def test_check_of_a_password_of_any_length():
    leaves_nothing(password(6000), b"", "check", UNMET, accepted=0)


@every_password
@pytest.mark.parametrize(("rules", "accepted"), [("", None), (f"rules = {UNMET}\n", 0)], ids=["lenient", "refused"])
def test_policy_check_with_names_and_old_password(write, secret, rules, accepted):
    leaves_nothing(secret, OLD, "policy-check", write(MINLENGTH + CHECKS + rules), accepted=accepted)


@every_password
@pytest.mark.parametrize("match", ["exact", "folded", "mangled"])
def test_policy_check_with_the_list_of_common_passwords(write, secret, match):
    leaves_nothing(secret, OLD, "policy-check", write(f"{MINLENGTH}{CHECKS}blocklist = {match} {COMMON}\n"))


@pytest.mark.parametrize("old", [
    pytest.param(password(16), id="same"), pytest.param(password(16).upper(), id="case"),
    pytest.param(password(16)[::-1], id="reversed"), pytest.param(password(16)[5:] + password(16)[:5], id="rotated"),
    pytest.param(b"xyz" + password(16), id="contained"), pytest.param(password(15) + b"x", id="changed"),
    pytest.param(password(5000, "old"), id="long"),
])
def test_policy_check_with_similar_old_password(write, old):
    leaves_nothing(password(16), old, "policy-check", write(f"{MINLENGTH}{CHECKS}blocklist = {COMMON}\n"))


@pytest.mark.parametrize("secret", [password(16), password(48)], ids=["16", "48"])
@pytest.mark.parametrize("lists", [
    "{listed}", "exact {listed}", "{damaged}", "optional {damaged}", "{listed}\nblocklist = {common}",
])
def test_policy_check_of_listed_password_and_with_damaged_list(write, secret, lists):
    listed = build(secret, *(f"word {number}" for number in range(60)))
    damaged = write(change_byte(listed, -1), "damaged")
    lists = lists.format(listed=write(listed, "listed"), damaged=damaged, common=COMMON)
    is_refused = not lists.startswith("optional")
    leaves_nothing(secret, OLD, "policy-check", write(f"{MINLENGTH}blocklist = {lists}\n"), accepted=int(not is_refused))


@pytest.mark.parametrize("match", ["exact", "mangled"])
@pytest.mark.parametrize(("secret", "accepted"), [(password(16), 1), (password(5), 0)], ids=["accepted", "refused"])
def test_policy_check_with_suggestion(write, match, secret, accepted):
    """No copy of the password or the suggestion is left except in the caller's buffer."""
    policy = write(f"rules = minlength: 8\n{CHECKS}blocklist = {match} {COMMON}\n")
    leaves_nothing(secret, OLD, "policy-check-suggesting", policy, LONGEST, accepted=accepted)


@pytest.mark.parametrize(("secret", "accepted"), [(password(16), 1), (password(5), 0)], ids=["accepted", "refused"])
def test_decision(write, secret, accepted):
    """A decision keeps no copy of the password in its texts, its log or anywhere else."""
    policy = write(f"rules = minlength: 8\n{CHECKS}blocklist = mangled {COMMON}\n")
    leaves_nothing(secret, OLD, "decide", policy, LONGEST, accepted=accepted)


def test_policy_check_of_overlong_password(write):
    leaves_nothing(password(1025), OLD, "policy-check", write(f"{MINLENGTH}blocklist = {COMMON}\n"), accepted=0)


@every_password
@pytest.mark.parametrize("match", [EXACT, FOLDED, MANGLED])
def test_lookup(secret, match):
    leaves_nothing(secret, b"", "lookup", COMMON, match, accepted=1)


@pytest.mark.parametrize("match", [EXACT, MANGLED])
def test_lookup_in_damaged_list_and_of_long_password(write, match):
    secret = password(48)
    leaves_nothing(secret, b"", "lookup", write(build(secret), "listed"), match, accepted=0)
    damaged = write(change_byte(build(secret), -1), "damaged")
    leaves_nothing(secret, b"", "lookup", damaged, match, accepted=0, status=EBLOCKLIST)
    leaves_nothing(password(5000), b"", "lookup", COMMON, match, accepted=1)


@every_password
@pytest.mark.parametrize("match", ["exact", "folded", "mangled"])
def test_lookup_in_the_lists_of_a_policy(write, secret, match):
    leaves_nothing(secret, b"", "policy-lookup", write(f"{MINLENGTH}blocklist = {match} {COMMON}\n"), accepted=1)


@pytest.mark.parametrize("secret", [password(16), password(48)], ids=["16", "48"])
def test_lookup_in_listed_and_damaged_lists_of_a_policy(write, secret):
    listed = build(secret, *(f"word {number}" for number in range(60)))
    paths = {"listed": write(listed, "listed"), "damaged": write(change_byte(listed, -1), "damaged"), "common": COMMON}
    for lists, status, accepted in [
        ("{listed}", OK, 0), ("{common}\nblocklist = exact {listed}", OK, 0), ("{damaged}\nblocklist = {listed}", EBLOCKLIST, 0),
        ("optional {damaged}", EBLOCKLIST, 1), ("{damaged}\nblocklist = {common}", EBLOCKLIST, 1),
    ]:
        policy = write(f"{MINLENGTH}blocklist = {lists.format(**paths)}\n")
        leaves_nothing(secret, b"", "policy-lookup", policy, status=status, accepted=accepted)


def test_lookup_of_overlong_password_in_the_lists_of_a_policy(write):
    leaves_nothing(password(1025), b"", "policy-lookup", write(f"{MINLENGTH}blocklist = {COMMON}\n"), accepted=1)


def test_copies_are_seen_while_they_are_there(write):
    """In the middle of a lookup the library has copies, which it wipes later. If the scanner found none then, it would be
    blind."""
    secret, seen = password(16), set()
    with Process("calls", "policy-check", write(f"{MINLENGTH}blocklist = {COMMON}\n"), password=secret, old=OLD) as process:
        assert process.proceed() == BEFORE
        process.vault.stops_at_reads = 1
        while process.proceed() == INSIDE:
            seen |= {finding.form for finding in process.scan(search_for(secret, OLD)) if finding.is_whole}
    assert {"typed, 32 bits", "lower, 32 bits", "plain, 32 bits", "typed, key", "lower without digits, key"} <= seen


# ---- Generated passwords ----

RULES = {
    "simple": "required: upper; required: digit; minlength: 30",
    "runs": "allowed: lower, digit; minlength: 24; max-consecutive: 1",
    # Random passwords almost never meet this rule, so the generator counts passwords instead of trying random ones.
    "rare": "; ".join(f"required: [{digit}]" for digit in range(10)) + "; allowed: lower; maxlength: 10; max-sequential: 1",
    "walked": "allowed: [ab]; minlength: 40; max-repeating: 2",
}
RANDOM = random.Random(8).randbytes(4000)
LONGEST = 1025
COUNT = 20


def generate(*call, given: bytes = RANDOM, status: int = OK, whole: bytes = b"") -> tuple[bytes, int]:
    """Generates a password from the random bytes `given`, or from the kernel's if there are none, and returns it with the
    number of given bytes that it took.

    Asserts that no trace is left of the password and its random bytes. If the call fails, nothing may be left of `whole`, the
    password that it makes otherwise.
    """
    with Process("calls", *call, old=OLD) as process:

        def traces():
            secrets = (process.vault.output or whole).split()
            if secrets:
                yield Search([form for secret in {*secrets, OLD} for form in forms_of(secret, bits=BUCKET_BITS)])
            if used := process.vault.other_used:
                yield Search([Form("random bytes", RANDOM[:used], LEAST)])

        process.put_other(given)
        assert process.proceed() == BEFORE
        scan_at_stops(process, traces)
        assert process.vault.status == status
        assert bool(process.vault.output) == (status == OK)
        return process.vault.output, process.vault.other_used


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_generate(rules, style):
    # With the last two sets of rules, generating takes more random bytes than `RANDOM` has.
    generate("generate", rules, style, 0, 1, LONGEST, given=b"" if rules in (RULES["rare"], RULES["walked"]) else RANDOM)


@pytest.mark.parametrize("length", [8, 16, 48, 200, 1024])
def test_generate_a_password_of_a_length(length):
    made, _ = generate("generate", "minlength: 8; required: digit", STYLES["random"], length, 1, LONGEST)
    assert len(made) == length


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_generate_many(style):
    made, _ = generate("generate", "minlength: 8", style, 0, COUNT, 2000)
    assert made.count(b"\n") == COUNT - 1


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("checks", ["", CHECKS, f"blocklist = {COMMON}\n"], ids=["plain", "checks", "listed"])
def test_suggest(write, style, checks):
    generate("suggest", write(f"rules = minlength: 20\nsuggest-style = {style}\n{checks}"), LONGEST)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("call", ["generate", "suggest"])
def test_failing_random_source(write, style, call):
    """No part of the unfinished password is left."""
    policy = write(f"rules = minlength: 60\nsuggest-style = {style}\nblocklist = {COMMON}\n")
    generating = "generate", "minlength: 60", STYLES[style], 0, 1, LONGEST
    call = generating if call == "generate" else ("suggest", policy, LONGEST)
    whole, used = generate(*call)
    for given in {used - 1, used // 2, 20}:
        assert generate(*call, given=RANDOM[:given], status=ERANDOM, whole=whole) == (b"", given)


@pytest.mark.parametrize(("call", "status"), [
    pytest.param(("generate", "minlength: 20", 1, 0, 1, 10), ERANGE, id="room"),
    pytest.param(("generate", "minlength: 20; maxlength: 10", 1, 0, 1, LONGEST), EUNSATISFIABLE, id="rules"),
])
def test_generate_nothing(call, status):
    assert generate(*call, status=status) == (b"", 0)


def test_suggest_into_small_buffer(write):
    generate("suggest", write(MINLENGTH), 5, status=ERANGE)
