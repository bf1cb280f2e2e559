"""Rules: a parsed descriptor."""

from __future__ import annotations

from ctypes import byref, c_void_p
from gettext import NullTranslations
from typing import Iterable, List, Optional, Tuple, Union, overload

from . import _generate
from ._blocklist import Blocklist
from ._codes import Status
from ._constants import CHECK_STRICT_READING, FORMAT_MINIFIED, PARSE_LENIENT, Style
from ._diagnostics import Diagnostic, read, received
from ._errors import failure
from ._generate import Count, GeneratedPassword
from ._handle import Handle, Owner
from ._language import language
from ._library import library
from ._report import Report, report
from ._text import PasswordLike, Text, borrowed, encoded, written


class Rules(Owner):
    """A descriptor, such as ``required: upper; required: digit; minlength: 12;``. It is immutable, and
    threads may share it. ``str(rules)`` is ``rules.format()``.

    text     the descriptor, at most 65,536 bytes of UTF-8
    lenient  leaves out invalid properties, each with a diagnostic, and keeps the rest: for descriptors from web pages. Do not
             use it for policies, because a rule that is left out is not enforced.

    Raises `DescriptorError` for any mistake, unless lenient. One mistake is only a warning, because web sites
    make it: a character outside of ASCII in a custom class is left out.
    """

    __slots__ = ("_diagnostics",)
    _diagnostics: Tuple[Diagnostic, ...]

    def __init__(self, text: Text, *, lenient: bool = False) -> None:
        data = encoded(text, "text")
        rules = c_void_p()
        with received() as found:
            flags = PARSE_LENIENT if lenient else 0
            status = library.passwordrules_parse(data, len(data), flags, byref(rules), byref(found))
            diagnostics = read(found)
        if status != Status.OK:
            raise failure(status, diagnostics)
        self._handle = Handle(rules, library.passwordrules_rules_free)
        self._diagnostics = diagnostics

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """The diagnostics about the text, in the order of their positions; at most about 64."""
        return self._diagnostics

    def check(self, password: PasswordLike, *, strict: bool = False, blocklists: Iterable[Blocklist] = (),
              translations: Optional[NullTranslations] = None) -> Report:
        """Checks a password against the rules, in time linear in its length.

        password      any text or bytes, of any length. Bytes that are not UTF-8, and lone surrogates that do not stand for such
                      bytes, give an outcome of `Kind.ENCODING`.
        strict        applies the strict reading, used for generating passwords, instead of the written one: without "allowed",
                      only the required classes (or ascii-printable) are allowed, max-consecutive also limits runs such as
                      abc, and unicode means ascii-printable.
        blocklists    lists of forbidden passwords, compared as they were built. Each gives an outcome of `Kind.BLOCKLIST`, or if
                      it cannot be read, an unmet one of `Kind.BLOCKLIST_UNREADABLE`.
        translations  the translations of messages: ``gettext.translation("passwordrules")``; None for English
        """
        flags = CHECK_STRICT_READING if strict else 0
        if isinstance(blocklists, Blocklist):
            raise TypeError("blocklists must be a sequence of Blocklist, not one")
        with borrowed(password) as (start, length):
            return report(lambda made: library.passwordrules_check(self._handle, start, length, flags, made),
                          translations, more=[blocklist._adding(start, length) for blocklist in blocklists])

    def format(self, *, minified: bool = False) -> str:
        """Writes the same rules as a descriptor: repeated properties are merged, in a fixed order, and all
        permitted characters are listed under "allowed". Minified, nothing is added to what the author wrote.
        """
        flags = FORMAT_MINIFIED if minified else 0
        return written(lambda *buffer: library.passwordrules_format(self._handle, flags, *buffer))

    def explain(self, *, translations: Optional[NullTranslations] = None) -> str:
        """Describes the rules in sentences, one per line: the most important first, and last the number of
        passwords that can be generated. The translations are as for `check`.
        """
        with language(translations) as spoken:
            return written(lambda *buffer: library.passwordrules_explain(self._handle, spoken, *buffer))

    @overload
    def generate(self, count: None = None, *, length: int = 0, entropy: float = 0, style: Style = Style.RANDOM,
                 exclude: Optional[Text] = None) -> GeneratedPassword: ...
    @overload
    def generate(self, count: int, *, length: int = 0, entropy: float = 0, style: Style = Style.RANDOM,
                 exclude: Optional[Text] = None) -> List[GeneratedPassword]: ...
    def generate(self, count: Optional[int] = None, *, length: int = 0, entropy: float = 0, style: Style = Style.RANDOM,
                 exclude: Optional[Text] = None) -> Union[GeneratedPassword, List[GeneratedPassword]]:
        """Generates a password or, with a count, a list of different passwords.

        All passwords of the length that satisfy the rules in the strict reading, or all of the style's form,
        are equally likely. They are ASCII. ``password.generated`` has the length, style and entropy.

        count    1 to 1,000,000
        length   in characters, up to 1,024; 0 for the length that the rules, style and entropy require, usually 20
        entropy  the minimum in bits, up to 1,024, as far as the rules permit; 0 for 71. Ignored if a length is given.
        style    if the rules do not permit it, words, readable and random are tried in this order
        exclude  characters to avoid as far as the rules permit, such as "ambiguous, [aeiou]": classes of descriptors, "ambiguous"
                 (0O1lI|), or "space-at-ends", a space as the first or last character, which is always avoided except with "none"

        Raises `GenerationError` if there is no such password, and ValueError for an argument out of range.
        The library's copy is wiped; the Python string stays in memory until it is overwritten.
        """
        passwords = _generate.generate(self._handle, 1 if count is None else count, length, entropy, style, exclude)
        return passwords[0] if count is None else passwords

    def count(self, length: int = 0) -> Count:
        """Counts the passwords of a length in the strict reading, exactly, and returns their entropy in bits.

        length  in characters; 0 for the length of a generated password

        Raises `GenerationError`: `Status.EREQUIREMENTS` for more than 10 different requirements;
        `Status.ELENGTH` for a length above 1,024, or if counting would take longer than 300 ms:
        count a shorter length then.
        """
        return _generate.count(self._handle, length)

    def shortest_length(self, entropy: float) -> int:
        """Finds the shortest length, in characters, at which passwords of the strict reading have this
        entropy (0 to 1,024 bits).

        Raises `GenerationError`: `Status.EUNSATISFIABLE` if there is none up to 1,024 characters; else as
        `count`.
        """
        return _generate.shortest_length(self._handle, entropy)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.format(minified=True)!r})"


def lint(text: Text) -> List[Diagnostic]:
    """Finds all mistakes in a descriptor, and rules that are unwise, have no effect, are read differently by
    other programs, or provably cannot be satisfied. They are in the order of their positions; at most about
    128.
    """
    data = encoded(text, "text")
    with received() as found:
        status = library.passwordrules_lint(data, len(data), 0, byref(found))
        if status not in (Status.OK, Status.EDESCRIPTOR):
            raise failure(status)
        return list(read(found))
