"""The scanner finds planted copies: otherwise the other tests would prove nothing."""

import hashlib
import os
import struct

import pytest
from forms import forms_of
from passwords import foreign, password, search_for
from scanner import BEFORE, MAX_HITS, Process, Search

SECRET = password(48)


@pytest.fixture
def stopped():
    """A stopped program that never continues, so that tests can write anything into its memory."""
    with Process("calls", "check", "minlength: 2") as process:
        assert process.proceed() == BEFORE
        yield process


def plant(process: Process, contents: bytes, search: Search, address: int | None = None) -> list:
    """Writes the contents into memory, by default in the middle of the heap, and returns the findings."""
    if address is None:
        [heap] = [region for region in process.regions() if region.name == "[heap]"]
        address = (heap.start + heap.end) // 2
    with process.memory() as memory:
        kept = os.pread(memory.fileno(), len(contents), address)
        os.pwrite(memory.fileno(), contents, address)
        findings = process.scan(search)
        os.pwrite(memory.fileno(), kept, address)
    return findings


def test_copy_is_found_in_all_writable_memory(stopped):
    search = search_for(SECRET)
    regions = stopped.regions()
    names = {region.name for region in regions}
    assert {"[heap]", "[stack]", "calls", "libpasswordrules.so.1", "libc.so.6", "a mapping"} <= names
    assert not any(name.startswith("memfd") for name in names)
    for region in regions:
        # The stack below the present frame is distinguished from the rest.
        origin = stopped.stack_pointer() if region.name == "[stack]" else region.start
        for address in (region.start, origin, region.end - len(SECRET)):
            (finding,) = (each for each in plant(stopped, SECRET, search, address) if each.form == "typed" and each.is_whole)
            assert (finding.region, finding.offset) == (region.name, address - origin)
    assert stopped.scan(search) == [], "it is still there"


@pytest.mark.parametrize("secret", [
    pytest.param(SECRET, id="long"), pytest.param(password(8), id="short"), pytest.param(foreign(20), id="foreign"),
    pytest.param(b"Vz7\xffWkP2\xc3xRb", id="ill-formed"),
])
def test_each_form_is_found(stopped, secret):
    search = search_for(secret)
    for form in search.forms:
        if form.scattered is None:
            found = [each for each in plant(stopped, form.data, search) if each.form == form.name and each.is_whole]
            assert len(found) == 1, form


def test_only_pieces_of_eight_bytes_are_found(stopped):
    search = search_for(SECRET)
    for start in (0, 5, 40):
        found = plant(stopped, SECRET[start : start + 8], search)
        assert ("typed", 8, False) in [(finding.form, finding.length, finding.is_whole) for finding in found]
        assert plant(stopped, SECRET[start : start + 7], search) == []
        wide = SECRET[start : start + 4].decode().encode("utf-32-le")
        assert [finding.length for finding in plant(stopped, wide, search) if finding.form == "typed, 32 bits"] == [16]


def test_run_is_reported_once_at_full_length(stopped):
    search = search_for(SECRET)
    for gap in (b"x", bytes(200), bytes(201), bytes(202), bytes(203)):
        found = plant(stopped, gap + SECRET[3:40] + gap + SECRET + SECRET[:20], search)
        assert [finding.length for finding in found if finding.form == "typed"] == [37, 48, 20]


def test_scattered_words_of_a_digest_are_found(stopped):
    """The words of a digest may be in different places. A single word is not reported, because it may be there by
    chance."""
    search = search_for(SECRET)
    words = struct.unpack(">5I", hashlib.sha1(SECRET).digest())
    first, _, _, fourth, _ = (struct.pack("<I", word) for word in words)
    (finding,) = plant(stopped, fourth + bytes(100) + first, search)
    assert (finding.form, finding.length) == ("typed, digest in pieces", 8)
    assert plant(stopped, first + bytes(10) + first, search) == []


def test_too_many_copies_are_an_error():
    search = Search([form for form in forms_of(SECRET) if form.name == "typed"])
    memory = bytearray(SECRET * (MAX_HITS + 1))
    assert len(search.run(memory, MAX_HITS * len(SECRET))) == MAX_HITS
    with pytest.raises(AssertionError):
        search.run(memory, len(memory))


def test_forms_match_their_names():
    forms = {form.name: form.data for form in forms_of(b"7!Pa$$w0rd42")}
    digest = hashlib.sha1(b"password").digest()
    assert forms.items() >= {
        "typed": b"7!Pa$$w0rd42", "backwards": b"24dr0w$$aP!7", "lower": b"7!pa$$w0rd42", "plain": b"tipassworda2",
        "lower backwards": b"24dr0w$$ap!7", "letters, l": b"tlpassworda2", "lower without digits": b"pa$$w0rd",
        "letters, i without digits": b"password", "lower, 32 bits": "7!pa$$w0rd42".encode("utf-32-le"),
        "letters, i without digits, digest": digest, "letters, i without digits, key": digest[:8][::-1],
    }.items()
    assert "lower once" in {form.name for form in forms_of(b"abcabcabc")}
