"""Rules.generate, count and shortest_length."""

import math
import pickle

import pytest

from passwordrules import (GENERATE_COUNT_MAX, Count, Generated, GeneratedPassword, GenerationError, Rules, Status, Style,
                           _text)

RULES = Rules("required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2; max-sequential: 3")
ELEVEN = "; ".join(f"required: [{letter}]" for letter in "abcdefghijk")


def test_one():
    password = RULES.generate()
    assert isinstance(password, str) and RULES.check(password, strict=True) and password.isascii()
    assert type(password.generated) is Generated and password.generated.length == len(password) == 20
    assert password != RULES.generate()


def test_many():
    passwords = RULES.generate(1000)
    assert type(passwords) is list and len(set(passwords)) == 1000
    assert all(RULES.check(password, strict=True) for password in passwords)
    assert len({password.generated for password in passwords}) == 1
    [only] = RULES.generate(1)
    assert type(only) is GeneratedPassword


def test_as_many_as_there_are():
    rules = Rules("allowed: digit; minlength: 3; maxlength: 3")
    assert sorted(rules.generate(1000)) == [f"{number:03}" for number in range(1000)]
    with pytest.raises(GenerationError) as raised:
        rules.generate(1001)
    assert raised.value.code == Status.ETOOFEW


def test_longest_ones_do_not_fit_the_first_buffer():
    passwords = Rules("allowed: lower").generate(50, length=1024)
    assert [len(password) for password in passwords] == [1024] * 50


@pytest.mark.parametrize("style", Style)
def test_styles(style):
    rules = Rules("allowed: lower, upper, digit, [-]")
    password = rules.generate(style=style)
    assert password.generated.style is style and password.generated.entropy >= 71
    assert rules.generate(style=int(style)).generated.style is style


def test_a_style_that_the_rules_do_not_permit():
    assert Rules("allowed: digit").generate(style=Style.WORDS).generated.style is Style.RANDOM


@pytest.mark.parametrize("options, length, bits", [
    ({}, 22, 22 * math.log2(10)), ({"length": 7}, 7, 7 * math.log2(10)), ({"entropy": 128}, 39, 39 * math.log2(10)),
    ({"entropy": 1024.0}, 309, 309 * math.log2(10)), ({"length": 5, "entropy": 1024}, 5, 5 * math.log2(10)),
    ({"exclude": "[01234567]"}, 71, 71), ({"exclude": b"[01234567]", "length": 3}, 3, 3),
    ({"exclude": "none"}, 22, 22 * math.log2(10)),
])
def test_options(options, length, bits):
    password = Rules("allowed: digit").generate(**options)
    assert (len(password), password.generated.length, password.generated.excluded) == (length, length, True)
    assert password.generated.entropy == pytest.approx(bits, abs=1e-9)


def test_what_the_rules_need_is_not_excluded():
    assert Rules("required: digit; maxlength: 1").generate(exclude="digit").generated.excluded is False


@pytest.mark.parametrize("text, options, code", [
    ("minlength: 9; maxlength: 8", {}, Status.EUNSATISFIABLE), ("minlength: 12", {"length": 11}, Status.ELENGTH),
    ("", {"length": 1025}, Status.ELENGTH), ("", {"length": 2**63}, Status.ELENGTH),
    ("", {"length": 2**200}, Status.ELENGTH), ("", {"length": 2**64 + 20}, Status.ELENGTH),
    ("minlength: 1025", {}, Status.ELENGTH),
    ("allowed: [a]", {"count": 2}, Status.ETOOFEW),
])
def test_there_is_no_such_password(text, options, code):
    with pytest.raises(GenerationError) as raised:
        Rules(text).generate(**options)
    assert raised.value.code == code and raised.value.diagnostics == ()
    assert len(str(raised.value)) > 10


@pytest.mark.parametrize("options, word", [
    ({"count": 0}, "count"), ({"count": -1}, "count"), ({"count": GENERATE_COUNT_MAX + 1}, "count"),
    ({"count": 2**64 + 1}, "count"), ({"length": -1}, "length"), ({"length": -(2**64)}, "length"),
    ({"entropy": -1}, "entropy"), ({"entropy": 1025}, "entropy"),
    ({"entropy": math.nan}, "entropy"), ({"entropy": math.inf}, "entropy"), ({"style": 0}, "Style"), ({"style": 4}, "Style"),
    ({"exclude": "nonsense"}, "exclude"), ({"exclude": "a\0b"}, "exclude"), ({"exclude": "\ud800"}, "exclude"),
])
def test_values_out_of_their_range(options, word):
    with pytest.raises(ValueError, match=word):
        RULES.generate(**options)


@pytest.mark.parametrize("options", [
    {"count": 1.5}, {"count": "1"}, {"length": 20.0}, {"length": None}, {"entropy": "71"}, {"entropy": None}, {"exclude": 5},
    {"exclude": ["ambiguous"]}, {"nonsense": 1}])
def test_values_of_another_type(options):
    with pytest.raises(TypeError):
        RULES.generate(**options)


def test_positions_are_for_the_count_alone():
    with pytest.raises(TypeError):
        RULES.generate(1, 20)


def test_a_generated_password_is_a_string_that_can_be_pickled():
    password = RULES.generate()
    copy = pickle.loads(pickle.dumps(password))
    assert copy == password and type(copy) is GeneratedPassword and copy.generated == password.generated
    assert repr(password) == repr(str(password)) and {str(password): 1}[password] == 1
    assert not hasattr(password, "__dict__") and not hasattr(password.upper(), "generated")


@pytest.mark.parametrize("call", [
    lambda rules: rules.generate(), lambda rules: rules.generate(20), lambda rules: rules.generate(2, length=1024)])
def test_buffers_are_wiped(monkeypatch, call):
    buffers, texts = [], []
    create, wipe = _text.create_string_buffer, _text.memset
    monkeypatch.setattr(_text, "create_string_buffer", lambda size: buffers.append(create(size)) or buffers[-1])
    monkeypatch.setattr(_text, "memset", lambda buffer, *rest: texts.append(buffer.raw) or wipe(buffer, *rest))
    assert call(Rules("allowed: lower"))
    assert buffers and len(texts) == len(buffers) and texts[-1].strip(b"\0")
    assert not any(buffer.raw.strip(b"\0") for buffer in buffers)


def test_count():
    assert type(RULES.count()) is Count
    assert Rules("allowed: digit").count(3) == (1000, pytest.approx(math.log2(1000), abs=1e-12))
    number, entropy = Rules("allowed: ascii-printable").count(1024)
    assert number == 95**1024 and entropy == pytest.approx(1024 * math.log2(95))
    assert Rules("minlength: 9; maxlength: 8").count() == (0, 0.0)
    assert RULES.count() == RULES.count(20) == RULES.count(length=20)
    assert RULES.count().entropy == RULES.generate().generated.entropy


@pytest.mark.parametrize("text, length, code", [
    ("", 1025, Status.ELENGTH), ("", 2**70, Status.ELENGTH), (ELEVEN, 0, Status.EREQUIREMENTS),
    (ELEVEN, 20, Status.EREQUIREMENTS),
])
def test_what_is_not_counted(text, length, code):
    with pytest.raises(GenerationError) as raised:
        Rules(text).count(length)
    assert raised.value.code == code


def test_shortest_length():
    assert Rules("allowed: digit").shortest_length(128) == 39
    assert Rules("allowed: digit").shortest_length(0) == 1
    with pytest.raises(GenerationError) as raised:
        Rules("allowed: [a]").shortest_length(1)
    assert raised.value.code == Status.EUNSATISFIABLE
    for entropy in (-1, 1024.5, math.nan, math.inf):
        with pytest.raises(ValueError, match="entropy"):
            RULES.shortest_length(entropy)
    with pytest.raises(ValueError):
        RULES.count(-1)
    for call in (RULES.shortest_length, RULES.count):
        with pytest.raises(TypeError):
            call("20")
