"""Policies of administrators."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_void_p
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Callable, Dict, Iterable, Optional, Tuple, Type, TypeVar

from ._codes import Status
from ._constants import GENERATE_MAX, POLICY_ALONE, POLICY_OPTIONAL, POLICY_PATH, Enforcement
from ._context import context
from ._diagnostics import Diagnostic, read, received
from ._errors import EXEMPT_SERVICES, PolicyError, failure
from ._generate import GeneratedPassword, description
from ._handle import Handle, Owner
from ._language import language
from ._library import library
from ._report import Report, report
from ._structures import GeneratedStruct, PolicyInfoStruct
from ._text import PasswordLike, PathLike, Text, borrowed, c_path, c_string, written

_Self = TypeVar("_Self", bound="Policy")


@dataclass(frozen=True)
class PolicyInfo:
    """Settings for the program that prompts for the password."""

    #: How often the user is asked, 1 to 100.
    retry: int
    #: Whether to suggest a password after a refusal.
    suggest: bool
    #: Whether users that are not in /etc/passwd are exempt.
    local_users_only: bool
    #: Whether the account of the user of `Policy.for_user` could not be looked up, and a check compares its names: without
    #: full_name and home it raises `AccountError`.
    account_unknown: bool


class Policy(Owner):
    """A policy, made by `Policy.load`, or one of the program's own, by `Policy.from_settings` or `Policy.from_file`. It is
    immutable, and any number of threads may use it at once.

    Several methods take the circumstances of a change, all of which are optional:

    user          whose password it is, as it was typed; a name with a domain, such as "alice@dir", is compared with and without
    by_administrator  whether an administrator makes the change: for an account of this machine root, whose real user id is 0;
                      for one of a service, an administrator of the service
    expired           whether the password has expired; the change is then the user's own, whoever runs it
    full_name         the user's full name: ``pw_gecos`` of `pwd.getpwnam`
    home              the path of the user's home directory: ``pw_dir``
    old_password      the password that is replaced, "" if there is none; where it is known, a change by an administrator is
                      judged as a user's
    service           the PAM service that makes the change, such as "passwd", or the name of the program or of the service whose
                      account it is, in lower case: administrators are only warned at those that the policy's key
                      exempt-services names

    A password is not compared with anything that is None or empty; but if both full_name and home are None, a policy from
    `for_user` compares it with the names of that user's account. The account's own spelling of the user name is compared in
    either case. All of these methods take all of them, so that a program can
    keep the circumstances in one dict, and pass it everywhere.
    """

    __slots__ = ("_diagnostics", "_path", "_user", "_info")
    _diagnostics: Tuple[Diagnostic, ...]
    _path: str
    _user: Optional[str]
    _info: PolicyInfo

    def __init__(self) -> None:
        raise TypeError("use Policy.load(), Policy.from_settings() or Policy.from_file() to read a policy")

    @classmethod
    def load(cls: Type[_Self], path: Optional[PathLike] = None, settings: Iterable[Text] = (), *,
             optional: bool = False) -> _Self:
        """Reads a policy: a file, those in the folder beside it (``path.d``), and settings.

        What all of them demand adds up. Of keys that demand nothing, such as retry, later files override earlier ones, and
        settings override all. An empty value, "rules=" for instance, drops what was said of its key before.

        The blocklists of the policy for users without a section are opened, and stay open as long as the policy.

        path      the file; None for this machine's policy, /etc/security/passwordrules.conf, before which that of the
                  distribution is read if it is there
        settings  strings such as "retry=1", in the file's grammar; several "rules=" add up, with the files' rules too
        optional  whether it is no mistake that there is no such file

        Raises `PolicyError` for any mistake: refuse the change, and ask `PolicyError.enforcement` about root.
        """
        return cls._load(path, settings, POLICY_OPTIONAL if optional else 0, POLICY_PATH)

    @classmethod
    def from_settings(cls: Type[_Self], settings: Iterable[Text]) -> _Self:
        """A policy of the program's own: what settings say, and the built-in values. No file is read but the lists that they
        name, and nothing of this machine's policy takes part.

        settings  strings such as "rules=minlength: 12", in the grammar of policy files

        Raises `PolicyError` for any mistake.
        """
        return cls._load(None, settings, POLICY_ALONE, "settings")

    @classmethod
    def from_file(cls: Type[_Self], path: PathLike, settings: Iterable[Text] = ()) -> _Self:
        """A policy of the program's own, from one file alone and settings: no folder beside it is read, and nothing of this
        machine's policy takes part.

        Raises `PolicyError` for any mistake.
        """
        if path is None:
            raise TypeError("path must be a file's path, not None")
        return cls._load(path, settings, POLICY_ALONE, "")

    @classmethod
    def load_with_pwquality(cls: Type[_Self], settings: Iterable[Text], path: Optional[PathLike] = None) -> _Self:
        """Reads a policy as `load` does, with settings of libpwquality: what they demand adds to what the files demand, and never
        weakens it.

        settings  strings such as "minlen=12", by the names of pwquality.conf

        Raises `PolicyError` for any mistake.
        """
        return cls._load(path, settings, 0, POLICY_PATH, library.passwordrules_policy_load_pwquality)

    @classmethod
    def from_pwquality(cls: Type[_Self], settings: Iterable[Text]) -> _Self:
        """What libpwquality itself would demand with these settings, those that are not given having its defaults. No file is
        read but the list of common passwords, in the place of its dictionary.

        settings  strings such as "minlen=12", by the names of pwquality.conf

        Raises `PolicyError` for any mistake.
        """
        return cls._load(None, settings, POLICY_ALONE, "settings", library.passwordrules_policy_load_pwquality)

    @classmethod
    def _load(cls: Type[_Self], path: Optional[PathLike], settings: Iterable[Text], flags: int, without: str,
              function: Callable[..., int] = library.passwordrules_policy_load) -> _Self:
        """without   what it is called if it has no path
        function  of the library
        """
        name = None if path is None else c_path(path)
        if isinstance(settings, (str, bytes)):
            raise TypeError("settings must be a sequence of strings, not one string")
        texts = [c_string(setting, "settings") for setting in settings]
        array = (c_char_p * len(texts))(*texts)
        return cls._made(
            lambda *out: function(name, array if texts else None, len(texts), flags, *out),
            os.fsdecode(name) if name is not None else without, None)

    def for_user(self: _Self, name: Text) -> _Self:
        """The policy for a user: what the sections for the user and for all of the user's groups demand adds up with what
        is demanded of everybody; where there are none, it is that for everybody. That the user does not exist is no
        mistake.

        The system's account databases are asked for the user's groups only if a group has a section, and for the account only
        if there are sections, or if the policy compares names. For users of the program's own, who have no account on this
        machine, use `for_service_account`, or the loaded policy itself.

        Raises `PolicyError` if the user's policy cannot be found: refuse the change, and ask `PolicyError.enforcement` about
        root.
        """
        user = c_string(name, "name")
        return self._made(lambda *out: library.passwordrules_policy_for_user(self._handle, user, *out),
                          self._path, user.decode("utf-8", "surrogateescape"))

    def for_service_account(self: _Self, service: Text, user: Optional[Text] = None, groups: Iterable[Text] = ()) -> _Self:
        """The policy for an account that is not this machine's, but that of a service, such as a database: what the sections
        [service SERVICE], [service SERVICE group GROUP] and [service SERVICE user USER] demand adds up with what is demanded of
        everybody. No account database is asked.

        service  in lower case, such as "postgresql"
        user     the name of the account
        groups   the groups that it is in there

        Raises `PolicyError` if the policy cannot be found: refuse the change; `ValueError` if no section can name the service.
        """
        with context(False, False, user, service=service, groups=groups) as account:
            return self._made(
                lambda *out: library.passwordrules_policy_for_service_account(self._handle, byref(account), *out),
                self._path, None if user is None else c_string(user, "user").decode("utf-8", "surrogateescape"))

    @classmethod
    def _made(cls: Type[_Self], load: Any, path: str, user: Optional[str]) -> _Self:
        pointer = c_void_p()
        with received() as found:
            status = load(byref(pointer), byref(found))
            diagnostics = read(found)
            if status == Status.EPOLICY:
                raise PolicyError(status, diagnostics, _enforcements(found))
        if status != Status.OK:
            raise failure(status, diagnostics)
        handle = Handle(pointer, library.passwordrules_policy_free)
        info = PolicyInfoStruct()
        status = library.passwordrules_policy_get_info(handle, byref(info))
        if status != Status.OK:
            raise failure(status)
        policy = cls.__new__(cls)
        policy._handle, policy._diagnostics, policy._path, policy._user = handle, diagnostics, path, user
        policy._info = PolicyInfo(info.retry, info.suggest == 1, info.local_users_only == 1, info.account_unknown != 0)
        return policy

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """The diagnostics about the files and settings."""
        return self._diagnostics

    @property
    def is_current(self) -> bool:
        """Whether the files of the policy are unchanged since it was loaded: none was changed, added or removed.

        Call this when the password was typed, since a prompt may be open for long, and load the policy again if not.
        """
        return bool(library.passwordrules_policy_is_current(self._handle))

    @property
    def info(self) -> PolicyInfo:
        """Settings for the program that prompts for the password."""
        return self._info

    def enforcement(self, *, user: Optional[Text] = None, by_administrator: bool = False, expired: bool = False,
                    full_name: Optional[Text] = None, home: Optional[Text] = None,
                    old_password: Optional[PasswordLike] = None, service: Optional[Text] = None) -> Enforcement:
        """How a refused password is treated in these circumstances."""
        with context(by_administrator, expired, user, full_name, home, old_password, service) as circumstances:
            return Enforcement(library.passwordrules_policy_enforcement(self._handle, byref(circumstances)))

    def describe(self, *, user: Optional[Text] = None, by_administrator: bool = False, expired: bool = False,
                 full_name: Optional[Text] = None, home: Optional[Text] = None,
                 old_password: Optional[PasswordLike] = None, service: Optional[Text] = None,
                 translations: Optional[NullTranslations] = None) -> str:
        """The policy in words for the person who is about to choose a password: lines of text, or "" if nothing is
        demanded. What is demanded in comparison with the old password is left out if that is "", or None where an
        administrator changes a password that has not expired. The translations are as for `check`.
        """
        with context(by_administrator, expired, user, full_name, home, old_password, service) as circumstances, \
                language(translations) as spoken:
            return written(lambda *buffer: library.passwordrules_policy_describe(
                self._handle, byref(circumstances), spoken, *buffer))

    def check(self, password: PasswordLike, *, user: Optional[Text] = None, by_administrator: bool = False,
              expired: bool = False, full_name: Optional[Text] = None, home: Optional[Text] = None,
              old_password: Optional[PasswordLike] = None, service: Optional[Text] = None,
              translations: Optional[NullTranslations] = None) -> Report:
        """Checks a new password against the policy and the circumstances of the change.

        A password of more than 1,024 bytes, or what the policy's key max-bytes says, is refused unread; one of 1,024 takes
        25 ms on a current machine at most.

        translations  for the messages: ``gettext.translation("passwordrules")``; None: English

        Raises `AccountError` if the policy compares names of an account that could not be looked up.
        """
        with borrowed(password) as (start, length), \
                context(by_administrator, expired, user, full_name, home, old_password, service) as circumstances:
            return report(lambda made: library.passwordrules_policy_check(
                self._handle, byref(circumstances), start, length, made), translations, self._handle)

    def suggest(self, *, user: Optional[Text] = None, by_administrator: bool = False, expired: bool = False,
                full_name: Optional[Text] = None, home: Optional[Text] = None,
                old_password: Optional[PasswordLike] = None, service: Optional[Text] = None) -> GeneratedPassword:
        """A password that this policy accepts in these circumstances, by its keys suggest-style, suggest-entropy and
        suggest-exclude. Its attribute `generated` says whether it is of the style and has the entropy that these ask for; the
        entropy is that of all passwords of its form, of which names, words and lists rule out some.

        Raises `GenerationError` if there is none, and `AccountError` as `check` does.
        """
        with context(by_administrator, expired, user, full_name, home, old_password, service) as circumstances:
            made = GeneratedStruct()
            text = written(
                lambda *buffer: library.passwordrules_policy_suggest(
                    self._handle, byref(circumstances), *buffer, byref(made)),
                GENERATE_MAX + 1)
        return GeneratedPassword(text, description(made))

    def __repr__(self) -> str:
        whose = "" if self._user is None else f" for {self._user!r}"
        return f"<{type(self).__name__} {self._path!r}{whose}>"


def _enforcements(diagnostics: c_void_p) -> Dict[str, Enforcement]:
    """How changes by root are treated while a policy cannot be read, by service, as plain data for the exception. All other
    changes are refused.
    """
    answers = {}
    for service in EXEMPT_SERVICES:
        with context(True, False, service=service) as circumstances:
            answers[service] = Enforcement(
                library.passwordrules_diagnostics_enforcement(diagnostics, byref(circumstances)))
    return answers
