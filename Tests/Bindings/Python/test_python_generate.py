"""Rules.generate, count and shortest_length."""

import math
import pickle

import pytest

from passwordrules import GENERATE_COUNT_MAX, Count, Generated, GeneratedPassword, GenerationError, Rules, Status, Style, _text

RULES = Rules("required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2; max-sequential: 3")
DIGITS = Rules("allowed: digit")
# One overlapping class more than the library can count.
ELEVEN = "; ".join(f"required: [{pair}]" for pair in "ab bc cd de ef fg gh hi ij jk kl".split())


def test_one_and_many():
    password = RULES.generate()
    assert isinstance(password, str) and RULES.check(password, strict=True) and password != RULES.generate()
    assert type(password.generated) is Generated and password.generated.length == len(password) == 20
    passwords = RULES.generate(1000)
    assert type(passwords) is list and len(set(passwords)) == 1000
    assert all(RULES.check(password, strict=True) for password in passwords)
    assert len({password.generated for password in passwords}) == 1
    [only] = RULES.generate(1)
    assert type(only) is GeneratedPassword
    # These do not fit into the first buffer.
    assert [len(password) for password in Rules("allowed: lower").generate(50, length=1024)] == [1024] * 50


@pytest.mark.parametrize("style", Style)
def test_styles(style):
    rules = Rules("allowed: lower, upper, digit, [-]")
    password = rules.generate(style=style)
    assert password.generated.style is style and password.generated.entropy >= 71
    assert rules.generate(style=int(style)).generated.style is style
    # A style that the rules do not permit is replaced, which the result shows.
    other = DIGITS.generate(style=style).generated
    assert (other.style, other.requested, other.falls_short) == (Style.RANDOM, style, False)
    assert DIGITS.generate(length=8).generated.falls_short is True


@pytest.mark.parametrize("options, length, bits", [
    ({}, 22, 22 * math.log2(10)), ({"length": 7}, 7, 7 * math.log2(10)), ({"entropy": 1024.0}, 309, 309 * math.log2(10)),
    ({"length": 5, "entropy": 1024}, 5, 5 * math.log2(10)), ({"exclude": "[01234567]"}, 71, 71),
    ({"exclude": b"[01234567]", "length": 3}, 3, 3), ({"exclude": "none"}, 22, 22 * math.log2(10)),
])
def test_options(options, length, bits):
    password = DIGITS.generate(**options)
    assert (len(password), password.generated.length, password.generated.excluded) == (length, length, True)
    assert password.generated.entropy == pytest.approx(bits, abs=1e-9)
    assert Rules("required: digit; maxlength: 1").generate(exclude="digit").generated.excluded is False


@pytest.mark.parametrize("text, options, code", [
    ("minlength: 9; maxlength: 8", {}, Status.EUNSATISFIABLE), ("minlength: 12", {"length": 11}, Status.ELENGTH),
    ("", {"length": 1025}, Status.ELENGTH), ("", {"length": 2**63}, Status.ELENGTH), ("", {"length": 2**200}, Status.ELENGTH),
    ("", {"length": 2**64 + 20}, Status.ELENGTH), ("minlength: 1025", {}, Status.ELENGTH),
    ("allowed: [a]", {"count": 2}, Status.ETOOFEW),
])
def test_impossible_rules_are_an_error(text, options, code):
    with pytest.raises(GenerationError) as raised:
        Rules(text).generate(**options)
    assert raised.value.code == code and raised.value.diagnostics == () and len(str(raised.value)) > 10


@pytest.mark.parametrize("error, options", [
    *((ValueError, {name: value}) for name, values in {
        "count": [0, -1, GENERATE_COUNT_MAX + 1, 2**64 + 1], "length": [-1, -(2**64)],
        "entropy": [-1, 1025, math.nan, math.inf], "style": [0, 4], "exclude": ["nonsense", "a\0b", "\ud800"]}.items()
      for value in values),
    *((TypeError, {name: value}) for name, values in {
        "count": [1.5, "1"], "length": [20.0, None], "entropy": ["71", None],
        "exclude": [5, ["ambiguous"]], "nonsense": [1]}.items()
      for value in values),
])
def test_wrong_options(error, options):
    with pytest.raises(error, match="(?i)" + next(iter(options)) if error is ValueError else None):
        RULES.generate(**options)


def test_generated_password_can_be_pickled():
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


def test_count_and_shortest_length():
    assert type(RULES.count()) is Count
    assert DIGITS.count(3) == (1000, pytest.approx(math.log2(1000), abs=1e-12))
    number, entropy = Rules("allowed: ascii-printable").count(1024)
    assert number == 95**1024 and entropy == pytest.approx(1024 * math.log2(95))
    assert Rules("minlength: 9; maxlength: 8").count() == (0, 0.0)
    assert RULES.count() == RULES.count(20) == RULES.count(length=20)
    assert RULES.count().entropy == RULES.generate().generated.entropy
    assert DIGITS.shortest_length(128) == 39 and DIGITS.shortest_length(0) == 1


@pytest.mark.parametrize("text, method, argument, code", [
    ("", "count", 1025, Status.ELENGTH), ("", "count", 2**70, Status.ELENGTH), (ELEVEN, "count", 0, Status.EREQUIREMENTS),
    (ELEVEN, "count", 20, Status.EREQUIREMENTS), ("allowed: [a]", "shortest_length", 1, Status.EUNSATISFIABLE)])
def test_what_is_not_counted(text, method, argument, code):
    with pytest.raises(GenerationError) as raised:
        getattr(Rules(text), method)(argument)
    assert raised.value.code == code


def test_wrong_arguments():
    with pytest.raises(TypeError):
        RULES.generate(1, 20)
    for entropy in (-1, 1024.5, math.nan, math.inf):
        with pytest.raises(ValueError, match="entropy"):
            RULES.shortest_length(entropy)
    with pytest.raises(ValueError):
        RULES.count(-1)
    for call in (RULES.shortest_length, RULES.count):
        with pytest.raises(TypeError):
            call("20")
