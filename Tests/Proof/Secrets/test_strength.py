"""No estimate of guesses leaves a copy of a password, of a piece of it, of a key under which a word of it is
looked up, or of the tables from which the cheapest pieces are found."""

import pytest
from forms import estimate_forms_of
from passwords import COMMON, OF_WORDS, RANKED, foreign, password, search_for_words
from scanner import AFTER, BEFORE, Process, Search
from test_calls import CHECKS, LONGEST, OLD, scan_at_stops

PASSWORDS = {
    **{name: secret for name, (secret, _) in OF_WORDS.items()},
    **{str(length): password(length) for length in (8, 48, 1024)},
    "foreign": foreign(24), "ill-formed": b"Vz7qW\xffkP2xRb4\xc3NmT9\xf0\x9f\x98",
}
every_password = pytest.mark.parametrize("secret", PASSWORDS.values(), ids=PASSWORDS)
# A policy whose rules every password meets; tests add a minimum of guesses.
POLICY = f"rules = minlength: 2\n{CHECKS}blocklist = {COMMON}\nranked-words =\nranked-words = {RANKED}\n"
EASY, HARD = "min-guesses = 10^3\n", "min-guesses = 10^40\n"


def leaves_nothing(secret: bytes, old: bytes, *call, accepted: int | None = None) -> int:
    """Asserts that the call leaves no form, and returns the number of listed words that it found in the password."""
    search = search_for_words(secret, old)
    with Process("calls", *call, password=secret, old=old) as process:
        assert process.proceed() == BEFORE
        assert [str(finding) for finding in process.scan(search)] == [], "a form is there by chance"
        scan_at_stops(process, lambda: [search])
        assert process.vault.status == 0
        assert accepted in (None, process.vault.accepted)
        return process.vault.words


@every_password
def test_estimate(secret):
    words = leaves_nothing(secret, b"", "strength", RANKED)
    # The estimate must find a word in a password that has one, or the test proves nothing.
    assert words > 0 or secret not in dict(OF_WORDS.values())


@every_password
@pytest.mark.parametrize("demand", [EASY, HARD], ids=["easy", "hard"])
def test_policy_check(write, secret, demand):
    leaves_nothing(secret, OLD, "policy-check", write(POLICY + demand))


@pytest.mark.parametrize("name", ["words", "leet", "backwards", "separated"])
def test_policy_check_refusing_words(write, name):
    secret, pieces = OF_WORDS[name]
    assert leaves_nothing(secret, OLD, "policy-check", write(POLICY + HARD), accepted=0) >= len(pieces)


@pytest.mark.parametrize("style", ["random", "readable", "words"])
@every_password
def test_policy_check_with_suggestion(write, secret, style):
    """Each suggestion is estimated as well."""
    policy = write(f"{POLICY}min-strength = strong\nsuggest-style = {style}\n")
    leaves_nothing(secret, OLD, "policy-check-suggesting", policy, LONGEST)


@pytest.mark.parametrize("style", ["random", "readable", "words"])
def test_suggestion(write, style):
    policy = write(f"{POLICY}min-strength = strong\nsuggest-style = {style}\n")
    with Process("calls", "suggest", policy, LONGEST) as process:
        assert process.proceed() == BEFORE
        scan_at_stops(process, lambda: [search_for_words(process.vault.output)])
        assert process.vault.output


# ---- The search finds planted data ----


@pytest.mark.parametrize("name", OF_WORDS)
def test_forms_of_an_estimate_are_found(name):
    """Each form is found in memory that contains only this form."""
    secret, pieces = OF_WORDS[name]
    forms = estimate_forms_of(secret, pieces)
    search = Search(forms)
    for form in forms[:: max(1, len(forms) // 500)] + forms[-1:]:
        memory = bytearray(b"\x55" * 40 + form.data + b"\x55" * 40)
        assert form in [found for _, found, length in search.run(memory, len(memory)) if length == len(form.data)]


def test_keys_match_the_list():
    """The key of `basketball` leads to a bucket of the list that has an entry for that key."""
    [key] = [form for form in estimate_forms_of(b"basketball", []) if form.name == "lower, word key of 0 to 10"]
    key, ranked = int.from_bytes(key.data, "little"), RANKED.read_bytes()
    bits, count, ends = int.from_bytes(ranked[16:24], "little"), int.from_bytes(ranked[24:32], "little"), 64 + 19688
    entries = ends + 4 * (1 << bits)
    bucket = key >> 64 - bits
    first, end = (int.from_bytes(ranked[ends + 4 * index :][:4], "little") for index in (bucket - 1, bucket))
    assert 0 < end <= count
    wanted = (key << bits & (1 << 64) - 1) >> 32
    assert wanted in [int.from_bytes(ranked[entries + 5 * index :][:4], "little") for index in range(first, end)]
