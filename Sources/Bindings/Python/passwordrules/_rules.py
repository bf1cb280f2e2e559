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
    """A descriptor, such as ``required: upper; required: digit; minlength: 12;``. It is immutable, and any number of threads may
    use it at once. ``str(rules)`` is ``rules.format()``.

    text     the descriptor, at most 65,536 bytes of UTF-8
    lenient  for descriptors from web pages: properties with a mistake are left out, each with a diagnostic, and the
             rest is kept. Not for policies: a rule that is left out is not enforced.

    Raises `DescriptorError` for any mistake, unless lenient. One mistake that sites make is only a warning: a character beyond
    ASCII inside a custom class is left out.
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
        """The diagnostics about the text, in the order of their positions, 64 or so at most."""
        return self._diagnostics

    def check(self, password: PasswordLike, *, strict: bool = False, blocklists: Iterable[Blocklist] = (),
              translations: Optional[NullTranslations] = None) -> Report:
        """Checks a password against the rules. Linear in its length.

        password      any text or bytes, of any length. Bytes that are no UTF-8, and lone surrogates that do not stand
                      for such bytes, are an outcome of the kind `Kind.ENCODING`.
        strict        not by the written reading, but by the strict one, the narrowest, in which passwords are generated:
                      no allowed property means the required classes only (or ascii-printable), max-consecutive limits
                      runs such as abc as well, and unicode is ascii-printable.
        blocklists    lists on which it must not be, compared as they were built for: outcomes of the kind `Kind.BLOCKLIST`,
                      or of a list that cannot be read, `Kind.BLOCKLIST_UNREADABLE`, which is not met
        translations  for the messages: ``gettext.translation("passwordrules")``; None: English
        """
        flags = CHECK_STRICT_READING if strict else 0
        if isinstance(blocklists, Blocklist):
            raise TypeError("blocklists must be a sequence of Blocklist, not one")
        with borrowed(password) as (start, length):
            return report(lambda made: library.passwordrules_check(self._handle, start, length, flags, made),
                          translations, more=[blocklist._adding(start, length) for blocklist in blocklists])

    def format(self, *, minified: bool = False) -> str:
        """The rules as a descriptor: repeated properties merged, in a fixed order, and with all permitted characters under
        "allowed"; it means the same rules. Minified, nothing is added to what the author wrote.
        """
        flags = FORMAT_MINIFIED if minified else 0
        return written(lambda *buffer: library.passwordrules_format(self._handle, flags, *buffer))

    def explain(self, *, translations: Optional[NullTranslations] = None) -> str:
        """The rules in words: one sentence per line, the most important first, and then how many passwords can be generated. The
        translations are as for `check`.
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
        """A password, or with a count a list of passwords, each different from all others.

        Every password of the length that satisfies the rules in the strict reading, or of the style's form, is equally likely,
        and it is ASCII. ``password.generated`` has its length, style and entropy.

        count    1 to 1,000,000
        length   in characters, up to 1,024; 0: what the rules, the style and the entropy ask for, 20 most of the time
        entropy  at least so many bits, up to 1,024, as far as the rules permit; 0: 71. Of no effect with a length.
        style    where the rules do not permit it, words, readable and random are tried in this order
        exclude  characters to do without as far as the rules permit, such as "ambiguous, [aeiou]": classes of the
                 descriptor language, "ambiguous" (0O1lI|), "space-at-ends", a space as the first or last character, which is
                 always avoided, also without an argument, but for "none"

        Raises `GenerationError` if there is no such password, and ValueError for an argument out of its range. The library's copy
        is wiped; that in a Python string stays in memory until it is overwritten.
        """
        passwords = _generate.generate(self._handle, 1 if count is None else count, length, entropy, style, exclude)
        return passwords[0] if count is None else passwords

    def count(self, length: int = 0) -> Count:
        """The exact number of passwords of a length in the strict reading, and the entropy of one in bits.

        length  in characters; 0 for that of a generated password

        Raises `GenerationError`: `Status.EREQUIREMENTS` if there are more than 10 different requirements that are not
        alike, `Status.ELENGTH` if the length is above 1,024, or above 128, or several characters of a class are required, with
        rules that make it too much work.
        """
        return _generate.count(self._handle, length)

    def shortest_length(self, entropy: float) -> int:
        """The shortest length, in characters, at which a password of the strict reading has this entropy in bits, 0 to 1,024.

        Raises `GenerationError`: `Status.EUNSATISFIABLE` if none up to 1,024 characters has; else as `count`.
        """
        return _generate.shortest_length(self._handle, entropy)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.format(minified=True)!r})"


def lint(text: Text) -> List[Diagnostic]:
    """All mistakes in a descriptor, and what is unwise, without effect or read differently elsewhere, in the order of their
    positions; for instance that no password can satisfy the rules, if that is proved. 128 or so at most.
    """
    data = encoded(text, "text")
    with received() as found:
        status = library.passwordrules_lint(data, len(data), 0, byref(found))
        if status not in (Status.OK, Status.EDESCRIPTOR):
            raise failure(status)
        return list(read(found))
