"""Messages in languages other than English, through Python's gettext."""

from __future__ import annotations

from contextlib import contextmanager
from ctypes import addressof, byref, create_string_buffer, string_at
from gettext import NullTranslations
from typing import Any, Iterator, List, Optional

from ._sized import Translate
from ._structures import LanguageStruct


@contextmanager
def language(translations: Optional[NullTranslations]) -> Iterator[Any]:
    """The language argument for calls of the library; None for English.

    An exception from the translations is raised at the end, because it cannot pass through the library.
    """
    if translations is None:
        yield None
        return
    if not (hasattr(translations, "gettext") and hasattr(translations, "ngettext")):
        raise TypeError(f"translations must be gettext.NullTranslations or None, not {type(translations).__name__}")
    catalogue: NullTranslations = translations
    answer: Any = None
    raised: List[BaseException] = []

    # The answer is set last: if an interrupt ends this function before, even at its first line, the text is
    # English.
    def translate(_data: Optional[int], one: int, many: Optional[int], count: int, translated: Any) -> None:
        # The library reads the answer before the next call, so only the last one is kept.
        nonlocal answer
        try:
            english = string_at(one).decode()
            if many is None:
                found = catalogue.gettext(english)
            else:
                found = catalogue.ngettext(english, string_at(many).decode(), count)
            answer = create_string_buffer(found.encode())
        except BaseException as error:
            raised.append(error)
            return
        translated[0] = addressof(answer)

    yield byref(LanguageStruct(translate=Translate(translate)))
    if raised:
        raise raised[0]
