"""Messages for users in languages other than English, by Python's gettext."""

from __future__ import annotations

from contextlib import contextmanager
from ctypes import addressof, byref, create_string_buffer, string_at
from gettext import NullTranslations
from typing import Any, Iterator, List, Optional

from ._sized import Translate
from ._structures import LanguageStruct


@contextmanager
def language(translations: Optional[NullTranslations]) -> Iterator[Any]:
    """A language for the library's functions, during their calls; None for English.

    Any exception of the translations is raised at the end: it cannot be raised through the library.
    """
    if translations is None:
        yield None
        return
    if not (hasattr(translations, "gettext") and hasattr(translations, "ngettext")):
        raise TypeError(f"translations must be gettext.NullTranslations or None, not {type(translations).__name__}")
    catalogue: NullTranslations = translations
    answer: Any = None
    raised: List[BaseException] = []

    # The answer is set at the very end: if an interrupt ends this function before, even at its first line, the text is English.
    def translate(_data: Optional[int], one: int, many: Optional[int], count: int, translated: Any) -> None:
        # The library reads the answer before it asks again, so only the last one has to be kept.
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
