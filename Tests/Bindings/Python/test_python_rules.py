"""Rules: parsing, writing and explaining descriptors, and their mistakes."""

import pytest

from passwordrules import DescriptorError, Diagnostic, DiagnosticCode, Rules, Severity, Status, lint

RULES = "required: upper; required: digit; minlength: 12; max-repeating: 2;"
MISTAKE = 'unknown property "minlenght"; did you mean "minlength"?'


def test_format():
    rules = Rules(b"minlength: 8; required: [abc], upper; minlength: 12")
    assert rules.format() == str(rules) == "required: upper,[abc]; allowed: upper,[abc]; minlength: 12;"
    assert rules.format(minified=True) == "required: upper,[abc]; minlength: 12;" and Rules("").format(minified=True) == ""
    assert repr(rules) == "Rules('required: upper,[abc]; minlength: 12;')"


def test_explain_says_a_sentence_a_line():
    lines = Rules(RULES).explain().splitlines()
    assert lines[:3] == ["At least 12 characters.", "Must contain an uppercase letter (A-Z) and a digit (0-9).",
                         "No more than 2 of the same character in a row."]
    assert lines[-1] == "Generated: 20 characters, 1.32e31 possibilities, 103.4 bits of entropy."


def test_texts_may_exceed_the_first_buffer():
    text = "; ".join(f"required: [{chr(first)}{chr(second)}]" for first in range(65, 91) for second in range(97, 123))
    rules = Rules(text)
    assert len(rules.format()) > 10_000 and Rules(rules.format()).format() == rules.format()
    assert len(rules.explain()) > 1_024


@pytest.mark.parametrize("text, line, column, offset", [
    ("required: digit;\n  minlenght: 8", 2, 3, 19), ("required: digits; minlenght: 8; maxlength: x", 1, 19, 18),
    # In bytes of UTF-8: the é takes two.
    ("allowed: [aé]; minlenght: 8", 1, 17, 16),
])
def test_mistake_has_a_position_and_a_message(text, line, column, offset):
    with pytest.raises(DescriptorError) as raised:
        Rules(text)
    error = raised.value
    assert (error.line, error.column, error.offset, error.length, error.code) == (line, column, offset, 9, Status.EDESCRIPTOR)
    assert str(error) == f"{line}:{column}: {MISTAKE}" and isinstance(error, ValueError)
    assert text.encode()[offset:offset + 9] == b"minlenght"


def test_error_has_all_diagnostics_in_order():
    with pytest.raises(DescriptorError) as raised:
        Rules("required: digits; minlenght: 8")
    note, mistake = raised.value.diagnostics
    assert (note.severity, note.offset) == (Severity.NOTE, 10)
    assert mistake == Diagnostic(Severity.ERROR, 101, MISTAKE, source="", line=1, column=19, offset=18, length=9)
    assert (str(mistake), str(raised.value)) == (f"1:19: error: {MISTAKE}", f"1:19: {MISTAKE}")


@pytest.mark.parametrize("text", ["x", "minlength: 8\0", b"\xff", "\udcff", "\ud800", "\N{PILE OF POO}"])
def test_nonsense_has_a_position(text):
    with pytest.raises(DescriptorError) as raised:
        Rules(text)
    assert raised.value.line == 1 and raised.value.column >= 1
    assert str(raised.value).startswith(f"1:{raised.value.column}: ")


def test_longest_descriptor():
    assert Rules(" " * 65_536).format(minified=True) == ""
    for size in (65_537, 50_000_000):
        with pytest.raises(DescriptorError) as raised:
            Rules(" " * size)
        assert raised.value.diagnostics[0].code == 116


def test_usable_rules_have_remarks():
    assert Rules(RULES).diagnostics == ()
    rules = Rules("required: digits; allowed: [aé]")
    assert [(one.severity, one.code, one.offset) for one in rules.diagnostics] == [
        (Severity.NOTE, DiagnosticCode.DIGITS_FOR_DIGIT, 10), (Severity.WARNING, DiagnosticCode.CHARACTER_LEFT_OUT, 29)]
    assert all(isinstance(one.code, DiagnosticCode) for one in rules.diagnostics)


def test_lenient_rules_keep_valid_properties():
    rules = Rules("minlenght: 8; required: upper; oops", lenient=True)
    assert rules.format(minified=True) == "required: upper;"
    assert [one.severity for one in rules.diagnostics] == [Severity.ERROR, Severity.ERROR]
    assert Rules("\0" * 70_000, lenient=True).format(minified=True) == ""


def test_lint():
    found = lint("required: digits; minlenght: 8; maxlength: 6")
    assert type(found) is list and all(type(one) is Diagnostic for one in found)
    assert [(one.severity.name, one.column) for one in found if one.line] == [("NOTE", 11), ("ERROR", 19), ("NOTE", 33)]
    assert lint("allowed: unicode; minlength: 15") == lint(b"allowed: unicode; minlength: 15") == []
    # A diagnostic about the whole has no position.
    [one] = lint("allowed: unicode")
    assert (one.line, one.column, one.location, str(one)) == (0, 0, "", f"note: {one.text}")


@pytest.mark.parametrize("text", [None, 8, 1.5, [], object(), bytearray(b"minlength: 8"), ["minlength: 8"]])
def test_text_of_another_type_is_a_type_error(text):
    for function in (Rules, lint):
        with pytest.raises(TypeError, match="text must be str or bytes, not " + type(text).__name__):
            function(text)


@pytest.mark.parametrize("call", [
    lambda: Rules(), lambda: Rules("", True), lambda: Rules("", strict=True), lambda: lint(), lambda: Rules("").format(True),
    lambda: Rules("").check(), lambda: Rules("").check("x", True), lambda: Rules("").explain("de")])
def test_wrong_arguments_are_type_errors(call):
    with pytest.raises(TypeError):
        call()


def test_rules_that_no_password_meets_are_explained():
    """Which the number of passwords says, and the plan does not: there are too many requirements for it."""
    ten = "".join(f"required: [{letter}va]; " for letter in "cdefghijkl")
    rules = Rules(ten + 30 * "required: lower; " + "maxlength: 20;")
    assert rules.count(20).number == 0
    assert rules.explain().endswith("No password can be generated under these rules.")
