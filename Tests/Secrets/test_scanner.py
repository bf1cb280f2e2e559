"""The scanner finds planted copies: otherwise the other tests would prove nothing."""

import hashlib
import struct

import pytest
from forms import forms_of
from passwords import foreign, password, search_for
from scanner import MAX_HITS, Process, Search

PLACES = {
    "the heap": "[heap]", "a freed block": "[heap]", "the present frame": "[stack]", "a frame that is gone": "[stack]",
    "static data": "plants", "static zeros": None, "a library's data": None, "a thread's data": "a mapping",
    "a mapping": "a mapping",
}
BEFORE, BEHIND = 0, 1
SECRET = password(48)
DIGEST = hashlib.sha1(SECRET).digest()


@pytest.fixture
def planted(request):
    """A program that has stopped before anything was planted."""
    with Process("plants", request.param) as process:
        assert process.proceed() == BEFORE
        yield process


def places(*names):
    return pytest.mark.parametrize("planted", names or PLACES, indirect=True, ids=lambda name: name.replace(" ", "-"))


def plant(process: Process, contents: bytes, search: Search) -> list:
    process.put(contents)
    assert process.proceed() == BEHIND
    return process.scan(search)


def check_all_forms(planted: Process, secret: bytes) -> None:
    region = PLACES[planted.arguments[0]]
    search = search_for(secret)
    assert planted.scan(search) == [], "there is one before it was planted"
    for form in search.forms:
        if form.scattered is None:
            found = [each for each in plant(planted, form.data, search) if each.form == form.name and each.is_whole]
            assert len(found) == 1, form
            assert region in (None, found[0].region)
    assert plant(planted, b"", search) == [], "the last one is still there"


@places()
def test_each_form_is_found_in_each_place(planted):
    check_all_forms(planted, SECRET)


@places("a frame that is gone")
@pytest.mark.parametrize("secret", [
    pytest.param(password(8), id="short"), pytest.param(foreign(20), id="foreign"),
    pytest.param(b"Vz7\xffWkP2\xc3xRb", id="ill-formed"),
])
def test_each_form_of_other_passwords_is_found(planted, secret):
    check_all_forms(planted, secret)


@places()
def test_stack_below_the_present_frame_is_told_from_that_above(planted):
    (finding,) = (each for each in plant(planted, SECRET, search_for(SECRET)) if each.form == "typed" and each.is_whole)
    if planted.arguments[0] == "a frame that is gone":
        assert finding.offset < 0
    elif planted.arguments[0] == "the present frame":
        assert finding.offset > 0


@places("a freed block", "a frame that is gone")
@pytest.mark.parametrize("start", [0, 5, 40])
def test_piece_of_eight_bytes_is_found_and_a_smaller_one_is_not(planted, start):
    search = search_for(SECRET)
    found = plant(planted, SECRET[start : start + 8], search)
    assert ("typed", 8, False) in [(finding.form, finding.length, finding.is_whole) for finding in found]
    assert plant(planted, SECRET[start : start + 7], search) == []
    wide = SECRET[start : start + 4].decode().encode("utf-32-le")
    assert [finding.length for finding in plant(planted, wide, search) if finding.form == "typed, 32 bits"] == [16]


@places("the heap")
def test_run_is_told_once_and_at_its_full_length(planted):
    search = search_for(SECRET)
    found = plant(planted, b"x" + SECRET[3:40] + b"x" + SECRET + SECRET[:20], search)
    assert [finding.length for finding in found if finding.form == "typed"] == [37, 48, 20]


@places("a frame that is gone")
def test_words_of_a_digest_are_found_where_they_are_scattered(planted):
    """As the compiler leaves them there, and not if there is one alone, which may be chance."""
    search = search_for(SECRET)
    first, _, _, fourth, _ = (struct.pack("<I", word) for word in struct.unpack(">5I", DIGEST))
    (finding,) = plant(planted, fourth + bytes(100) + first, search)
    assert (finding.form, finding.length) == ("typed, digest in pieces", 8)
    assert plant(planted, first + bytes(10) + first, search) == []


@places("the heap")
def test_all_of_the_memory_is_searched_but_for_the_vault(planted):
    names = {region.name for region in planted.regions()}
    assert {"[heap]", "[stack]", "plants", "planted.so", "libc.so.6"} <= names
    assert not any(name.startswith("memfd") for name in names)


def test_too_many_copies_are_no_reason_to_tell_of_fewer():
    search = Search([form for form in forms_of(SECRET) if form.name == "typed"])
    assert len(search.run(SECRET * MAX_HITS)) == MAX_HITS
    with pytest.raises(AssertionError):
        search.run(SECRET * (MAX_HITS + 1))


def test_forms_are_those_that_their_names_say():
    forms = {form.name: form.data for form in forms_of(b"7!Pa$$w0rd42")}
    assert forms["typed"] == b"7!Pa$$w0rd42"
    assert forms["backwards"] == b"24dr0w$$aP!7"
    assert forms["lower"] == b"7!pa$$w0rd42"
    assert forms["lower backwards"] == b"24dr0w$$ap!7"
    assert forms["plain"] == b"tipasswordai"[:10] + b"a2"
    assert forms["letters, l"] == b"tlpasswordla"[:10] + b"a2"
    assert forms["lower without digits"] == b"pa$$w0rd"
    assert forms["letters, i without digits"] == b"password"
    assert forms["lower, 32 bits"] == "7!pa$$w0rd42".encode("utf-32-le")
    digest = hashlib.sha1(b"password").digest()
    assert forms["letters, i without digits, digest"] == digest
    assert forms["letters, i without digits, key"] == digest[:8][::-1]
    assert {form.name for form in forms_of(b"abcabcabc")} >= {"lower once"}
