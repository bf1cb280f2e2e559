"""The exceptions: their hierarchy, their attributes, and pickling."""

import copy
import pickle

import pytest

import passwordrules
from passwordrules import (AccountError, BlocklistError, DescriptorError, Diagnostic, DiagnosticCode, Error, GenerationError,
                           PolicyError, RankedWordsError, Rules, Severity, Status, _errors)

CLASSES = {Error: Exception, DescriptorError: Error, PolicyError: Error, AccountError: Error, BlocklistError: Error,
           RankedWordsError: Error, GenerationError: Error}
MISTAKE = Diagnostic(Severity.ERROR, DiagnosticCode.UNKNOWN_PROPERTY, "no", "", 1, 2, 1, 3)


def test_hierarchy_is_closed():
    made = {thing for thing in vars(_errors).values() if isinstance(thing, type) and issubclass(thing, BaseException)}
    assert made == set(CLASSES)
    for one, base in CLASSES.items():
        assert one.__base__ is base and getattr(passwordrules, one.__name__) is one and one.__module__ == "passwordrules"


RAISED = {Status.EINVAL: ValueError, Status.ESIZE: Error, Status.ERANGE: Error, Status.ENOMEM: MemoryError,
          Status.EDESCRIPTOR: DescriptorError, Status.EPOLICY: PolicyError, Status.EBLOCKLIST: BlocklistError,
          Status.EACCOUNT: AccountError, Status.ECOUNT: Error,
          Status.ERANKS: RankedWordsError}


@pytest.mark.parametrize("status, expected", [
    *((status, RAISED.get(status, GenerationError)) for status in Status if status is not Status.OK), (99, Error)])
def test_every_status_has_its_exception_and_words(status, expected):
    error = _errors.failure(status)
    assert type(error) is expected and str(error) == _errors.status_text(status) != ""
    if issubclass(expected, Error):
        assert error.code == status and isinstance(error.code, Status) and error.diagnostics == ()
    if expected is DescriptorError:
        assert (error.line, error.column, error.offset, error.length) == (0, 0, 0, 0)


def test_unknown_numbers_have_a_name():
    for enum in (passwordrules.Status, passwordrules.Kind, passwordrules.Severity, passwordrules.Enforcement,
                 passwordrules.DiagnosticCode):
        assert enum(4711).name == "UNKNOWN_4711" and enum(4711) == 4711 and isinstance(enum(4711), enum)
        assert pickle.loads(pickle.dumps(enum(4711))) == 4711
        with pytest.raises(ValueError):
            enum("4711")


def test_errors_can_be_passed_on():
    remark = Diagnostic(Severity.NOTE, DiagnosticCode.DIGITS_FOR_DIGIT, "yes", "file", 1, 1, 0, 0)
    for kind in CLASSES:
        error = kind(Status.EDESCRIPTOR, (remark, MISTAKE))
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(other) is kind and other.diagnostics == error.diagnostics and other.code is Status.EDESCRIPTOR
            assert str(other) == str(error) == "1:2: no", "the first mistake, and not the remark before it"


def test_exception_has_no_context():
    """An exception in the context could contain a part of a password."""
    for text in ("\udcff", "\ud800"):
        with pytest.raises(DescriptorError) as raised:
            Rules(text)
        assert raised.value.__context__ is None and raised.value.__cause__ is None
