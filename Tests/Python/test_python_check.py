"""Rules.check: every kind of password, and the report."""

import ctypes
import dataclasses
import gc
import pickle
import re

import pytest

from passwordrules import DescriptorError, Kind, Outcome, Report, Rules, _text
from tree import VECTORS

RULES = Rules("required: upper; required: digit; minlength: 12; max-repeating: 2;")


def unescaped(field):
    """A field of the vectors, as bytes."""
    marks = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"f": b"\f", b"\\": b"\\", b"e": b""}
    return re.sub(rb"\\(?:x(..)|(.))", lambda m: bytes.fromhex(m[1].decode()) if m[1] else marks[m[2]], field.encode())


def vectors():
    with open(f"{VECTORS}/check.tsv", encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if line.strip() and not line.startswith("#")]


def test_vectors():
    cases = vectors()
    assert len(cases) > 200
    for descriptor, reading, password, verdict, outcomes in cases:
        report = Rules(unescaped(descriptor)).check(unescaped(password), strict=reading == "strict")
        assert bool(report) is (verdict == "accepted"), (descriptor, password)
        found = ",".join(f"{one.rule}:{one.met:d}:{one.limit}:{one.actual}" for one in report)
        assert found == outcomes.replace("\\e", ""), (descriptor, password)


def test_report():
    report = RULES.check("weeek")
    assert not report and report.accepted is False and 0 < report.progress < 1
    assert report.outcomes[0] == Outcome(Kind.MINLENGTH, False, 12, 5, "minlength", "7 more characters needed (5 of 12)")
    assert [one.kind for one in report] == [Kind.MINLENGTH, Kind.REQUIRED, Kind.REQUIRED, Kind.MAX_REPEATING]
    assert len(report) == 4 and report[0] is report.outcomes[0] and report[1:] == report.outcomes[1:]
    assert report.messages == ("7 more characters needed (5 of 12)", "needs an uppercase letter", "needs a digit",
                               "one character 3 times in a row (at most 2)")
    assert str(report) == "rejected: " + "; ".join(report.messages)


def test_report_of_a_good_password():
    report = RULES.check("Correct-Horse-9-Battery")
    assert report and report.accepted is True and report.progress == 1 and report.messages == ()
    assert str(report) == "accepted" and all(one.met is True for one in report)
    assert report.outcomes[0].message == "12 characters or more"


def test_report_is_false_although_it_has_outcomes_and_true_without():
    assert len(RULES.check("")) == 4 and not RULES.check("")
    assert len(Rules("").check("")) == 0 and Rules("").check("")


def test_report_is_plain_data():
    report = RULES.check("weeek")
    assert report == RULES.check("weeek") != RULES.check("week")
    assert hash(report) == hash(RULES.check("weeek"))
    assert pickle.loads(pickle.dumps(report)) == report
    for thing, name in ((report, "accepted"), (report[0], "met")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(thing, name, True)
    assert isinstance(report, Report) and type(report.outcomes) is tuple


@pytest.mark.parametrize("password", [
    "pässword", "pässword".encode(), bytearray("pässword".encode()), memoryview("pässword".encode()),
    memoryview(bytearray("pässword".encode())), memoryview("pässword".encode()).cast("c"),
    memoryview(b"".join(bytes([byte]) + b"?" for byte in "pässword".encode()))[::2],
    memoryview(bytearray(b"".join(bytes([byte]) + b"?" for byte in "pässword".encode())))[::2],
])
def test_passwords_of_every_kind_are_the_same(password):
    report = Rules("minlength: 9; required: digit").check(password)
    assert [one.actual for one in report] == [8, 0]


@pytest.mark.parametrize("kind", [str, bytes, bytearray])
def test_subclasses_are_passwords_too(kind):
    class Special(kind):
        pass
    password = Special("abc") if kind is str else Special(b"abc")
    assert RULES.check(password).outcomes[0].actual == 3


@pytest.mark.parametrize("password", [None, 8, 1.5, ["a"], object(), Rules("")])
def test_what_is_no_password_is_a_type_error(password):
    with pytest.raises(TypeError, match="password must be str, bytes, bytearray or memoryview, not"):
        RULES.check(password)


def test_a_released_view_is_a_value_error():
    view = memoryview(b"abc")
    view.release()
    with pytest.raises(ValueError):
        RULES.check(view)


@pytest.mark.parametrize("password, length", [
    ("", 0), ("\0", 1), ("a\0b\0", 4), ("\N{PILE OF POO}é", 2), ("e\u0301", 2), ("\U0010ffff" * 3, 3), (b"\0" * 9, 9)])
def test_characters_are_scalar_values_and_nul_is_one(password, length):
    assert Rules("minlength: 99").check(password).outcomes[0].actual == length


@pytest.mark.parametrize("password, is_well_formed", [
    # Bytes that the system's decoding could not read become those bytes again, and é if they were one.
    ("a\udcc3\udca9", True), ("a\udcff", False), (b"a\xff", False), ("a\ud800", False), ("a\ud83d\ude00", False),
    ("\udcc3\ud800", False)])
def test_lone_surrogates_stand_for_bytes_or_are_ill_formed(password, is_well_formed):
    report = Rules("allowed: unicode").check(password)
    assert bool(report) is is_well_formed
    assert (Kind.ENCODING in [one.kind for one in report]) is not is_well_formed


def test_endless_password():
    assert RULES.check("aB3" * 10_000_000)
    assert Rules("maxlength: 5").check(bytearray(50_000_000)).outcomes[0].actual == 50_000_000


def test_what_may_be_written_is_read_in_place_and_nothing_of_it_is_kept():
    password = bytearray(b"sesame-open-1")
    with _text.borrowed(password) as (memory, length):
        assert ctypes.addressof(memory) == ctypes.addressof(ctypes.c_char.from_buffer(password)) and length == 13
        with pytest.raises(BufferError):
            password.append(0)
    with _text.borrowed(memoryview(password)[3:]) as (memory, length):
        assert ctypes.addressof(memory) == ctypes.addressof(ctypes.c_char.from_buffer(password)) + 3 and length == 10
    del memory
    gc.collect()
    RULES.check(password)
    password.clear()
    assert password == b""


def test_bytes_are_read_in_place():
    password = b"sesame-open-1"
    with _text.borrowed(password) as (start, _):
        address = ctypes.cast(start, ctypes.c_void_p).value
    assert id(password) < address < id(password) + password.__sizeof__()


@pytest.mark.parametrize("password", [memoryview(b"sesame"), memoryview(bytearray(b"s.e.s.a.m.e."))[::2]])
def test_copies_are_wiped(password):
    with _text.borrowed(password) as (memory, length):
        assert memory.raw == b"sesame" and length == 6
    assert memory.raw == bytes(6)
    with pytest.raises(KeyError):
        with _text.borrowed(password) as (memory, length):
            raise KeyError
    assert memory.raw == bytes(6)


def test_no_report_has_any_part_of_the_password():
    secret = "Zq7xVw9k"
    for rules in ("", "allowed: [a]; maxlength: 3; max-repeating: 1; required: special", "allowed: digit"):
        for strict in (False, True):
            report = Rules(rules).check(secret * 2, strict=strict)
            for text in (repr(report), str(report), repr(report.outcomes)):
                assert not any(secret[start:start + 3] in text for start in range(6))


class Liar(bytes):
    """Bytes that are not as many as they say."""

    def __len__(self):
        return 10**9

    def __getitem__(self, index):
        return self


class Encoder(str):
    def encode(self, *_):
        return Liar(b"weak")


@pytest.mark.parametrize("password", [Liar(b"weak"), Encoder("weak")])
def test_subclass_cannot_say_another_length(password):
    report = Rules("minlength: 12").check(password)
    assert report.outcomes[0].actual == 4


@pytest.mark.parametrize("text", [Liar(b"minlength: 3; "), Encoder("weak: ")])
def test_descriptor_of_a_subclass_is_read_as_it_is(text):
    try:
        assert str(Rules(text)) == str(Rules("minlength: 3"))
    except DescriptorError as error:
        assert "weak" in str(error) and "?" * 3 not in str(error)
