"""Rules.check: every kind of password, and the report."""

import ctypes
import dataclasses
import gc
import pickle

import pytest

from passwordrules import DescriptorError, Kind, Outcome, Report, Rules, _text

RULES = Rules("required: upper; required: digit; minlength: 12; max-repeating: 2;")


def test_report():
    report = RULES.check("weeek")
    assert not report and report.accepted is False and 0 < report.progress < 1
    assert report.outcomes[0] == Outcome(Kind.MINLENGTH, False, 12, 5, "minlength", "7 more characters needed (5 of 12)")
    assert [one.kind for one in report] == [Kind.MINLENGTH, Kind.REQUIRED, Kind.REQUIRED, Kind.MAX_REPEATING]
    assert len(report) == 4 and report[0] is report.outcomes[0] and report[1:] == report.outcomes[1:]
    assert report.messages == ("7 more characters needed (5 of 12)", "needs an uppercase letter", "needs a digit",
                               "the same character 3 times in a row (at most 2)")
    assert str(report) == "rejected: " + "; ".join(report.messages)
    report = RULES.check("Correct-Horse-9-Battery")
    assert report and report.accepted is True and report.progress == 1 and report.messages == ()
    assert str(report) == "accepted" and all(one.met is True for one in report)
    assert report.outcomes[0].message == "at least 12 characters"
    assert RULES.check("пароль-без-цифр").messages == ("needs an uppercase letter (A-Z)", "needs a digit (0-9)")
    # A report that accepts is true, even without outcomes.
    assert len(Rules("").check("")) == 0 and Rules("").check("")


def test_class_required_twice_needs_two_characters():
    rules = Rules("required: digit; required: digit; allowed: lower; minlength: 8; maxlength: 8")
    report = rules.check("passwor1")
    assert report[1] == Outcome(Kind.REQUIRED, False, 2, 1, "required", "2 digits needed (1 of 2)", "digit")
    assert rules.check("passwo12") and rules.count(8).number == 36**8 - 26**8 - 8 * 10 * 26**7
    assert all(sum(one.isdigit() for one in password) >= 2 for password in rules.generate(500))


def test_report_is_plain_data():
    report = RULES.check("weeek")
    assert report == RULES.check("weeek") != RULES.check("week") and hash(report) == hash(RULES.check("weeek"))
    assert pickle.loads(pickle.dumps(report)) == report
    for thing, name in ((report, "accepted"), (report[0], "met")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(thing, name, True)
    assert isinstance(report, Report) and type(report.outcomes) is tuple
    # It contains no part of the password.
    secret = RULES.check("Zq7xVw9k")
    assert not any("Zq7xVw9k"[start:start + 3] in text for text in (repr(secret), str(secret)) for start in range(6))


UMLAUT = "pässword".encode()
# SPREAD[::2] is UMLAUT, so that a view of it is not contiguous.
SPREAD = b"".join(bytes([byte]) + b"?" for byte in UMLAUT)


@pytest.mark.parametrize("password", [
    "pässword", UMLAUT, bytearray(UMLAUT), memoryview(UMLAUT), memoryview(bytearray(UMLAUT)), memoryview(UMLAUT).cast("c"),
    memoryview(SPREAD)[::2], memoryview(bytearray(SPREAD))[::2],
    *(type("Special", (kind,), {})("pässword" if kind is str else UMLAUT) for kind in (str, bytes, bytearray)),
])
def test_passwords_of_every_kind_are_the_same(password):
    assert [one.actual for one in Rules("minlength: 9; required: digit").check(password)] == [8, 0]


@pytest.mark.parametrize("password", [None, 8, 1.5, ["a"], object(), Rules("")])
def test_password_of_another_type_is_a_type_error(password):
    with pytest.raises(TypeError, match="password must be str, bytes, bytearray or memoryview, not"):
        RULES.check(password)


def test_released_view_is_a_value_error():
    view = memoryview(b"abc")
    view.release()
    with pytest.raises(ValueError):
        RULES.check(view)


@pytest.mark.parametrize("password, length, is_well_formed", [
    ("", 0, True), ("a\0b\0", 4, True), ("\N{PILE OF POO}é", 2, True), ("e\u0301", 2, True), (b"\0" * 9, 9, True),
    # os.fsdecode makes a surrogate of each byte that it cannot decode. It becomes that byte again. C3 A9 is é.
    ("a\udcc3\udca9", 2, True), ("a\udcff", 2, False), (b"a\xff", 2, False), ("a\ud800", None, False),
    ("a\ud83d\ude00", None, False), ("\udcc3\ud800", None, False),
])
def test_characters_are_scalar_values(password, length, is_well_formed):
    report = Rules("allowed: unicode; minlength: 99").check(password)
    assert (Kind.ENCODING not in [one.kind for one in report]) is is_well_formed
    assert length is None or [one.actual for one in report if one.kind is Kind.MINLENGTH] == [length]
    assert bool(Rules("allowed: unicode").check(password)) is is_well_formed


def test_very_long_password_is_checked():
    assert RULES.check("aB3" * 10_000_000)
    assert Rules("maxlength: 5").check(bytearray(50_000_000)).outcomes[0].actual == 50_000_000


# Tests that the package reads a password in place, or from a copy that it wipes.

def test_buffer_is_locked_while_it_is_read():
    password = bytearray(b"sesame-open-1")
    address = ctypes.addressof(ctypes.c_char.from_buffer(password))
    for start, view in ((0, password), (3, memoryview(password)[3:])):
        with _text.borrowed(view) as (memory, length):
            assert (ctypes.addressof(memory), length) == (address + start, 13 - start)
            with pytest.raises(BufferError):
                password.append(0)
        del memory, view
        gc.collect()
    RULES.check(password)
    password.clear()
    assert password == b""
    # A bytes object is read in place, too.
    password = b"sesame-open-1"
    with _text.borrowed(password) as (memory, _):
        assert id(password) < ctypes.cast(memory, ctypes.c_void_p).value < id(password) + password.__sizeof__()


@pytest.mark.parametrize("password", [memoryview(b"sesame"), memoryview(bytearray(b"s.e.s.a.m.e."))[::2]])
def test_copies_are_wiped(password):
    with _text.borrowed(password) as (memory, length):
        assert memory.raw == b"sesame" and length == 6
    assert memory.raw == bytes(6)
    with pytest.raises(KeyError):
        with _text.borrowed(password) as (memory, length):
            raise KeyError
    assert memory.raw == bytes(6)


class BytesWithWrongLength(bytes):
    """A bytes object that reports a wrong length, and whose slices are always the whole object."""

    def __len__(self):
        return 10**9

    def __getitem__(self, index):
        return self


class StringWithWrongEncoding(str):
    def encode(self, *_):
        return BytesWithWrongLength(b"weak")


def test_subclass_cannot_misreport_its_length():
    for password in (BytesWithWrongLength(b"weak"), StringWithWrongEncoding("weak")):
        assert Rules("minlength: 12").check(password).outcomes[0].actual == 4
    assert str(Rules(BytesWithWrongLength(b"minlength: 3; "))) == str(Rules("minlength: 3"))
    with pytest.raises(DescriptorError, match='unknown property "weak"'):
        Rules(StringWithWrongEncoding("weak: "))
