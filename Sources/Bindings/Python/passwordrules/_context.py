"""The circumstances of a password change, for the library."""

from __future__ import annotations

from contextlib import contextmanager
from ctypes import c_char_p, cast
from typing import Any, Iterable, Iterator, Optional, Tuple

from ._structures import ContextStruct
from ._text import PasswordLike, Text, borrowed, c_string


@contextmanager
def context(by_administrator: bool, expired: bool, user: Optional[Text] = None, full_name: Optional[Text] = None,
            home: Optional[Text] = None, old_password: Optional[PasswordLike] = None,
            service: Optional[Text] = None, words: Iterable[Text] = (),
            other_users: Iterable[Text] = (), groups: Iterable[Text] = ()) -> Iterator[ContextStruct]:
    """The circumstances, for one call."""
    made = ContextStruct(by_administrator=bool(by_administrator), expired=bool(expired))
    for name, text in (("user", user), ("full_name", full_name), ("home", home), ("service", service)):
        if text is not None:
            setattr(made, name, c_string(text, name))
    made.words, made.word_count = _array(words, "words")
    made.groups, made.group_count = _array(groups, "groups")
    made.other_users, made.other_user_count = _array(other_users, "other_users")
    if old_password is None:
        yield made
        return
    with borrowed(old_password, "old_password") as (start, length):
        made.old_password, made.old_password_length = cast(start, c_char_p), length
        yield made


def _array(texts: Iterable[Text], name: str) -> Tuple[Any, int]:
    """An array of C strings, and their number."""
    strings = [c_string(text, name) for text in texts]
    return ((c_char_p * len(strings))(*strings) if strings else None), len(strings)
