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

    #: How often to ask for a password, 1 to 100.
    retry: int
    #: Whether to suggest a password after a refusal.
    suggest: bool
    #: Whether users who are not in /etc/passwd are exempt.
    local_users_only: bool
    #: Whether the policy compares names of the account of `Policy.for_user`, but the account could not be looked up. Then a
    #: check without full_name and home raises `AccountError`.
    account_unknown: bool


class Policy(Owner):
    """A policy: the machine's, from `Policy.load`, or the program's own, from `Policy.from_settings` or
    `Policy.from_file`. It is immutable, and threads may share it.

    Several methods take the circumstances of a change, which are all optional:

    user              the user name, as it was typed; one with a domain, such as "alice@dir", is compared with and without it
    by_administrator  whether an administrator makes the change: root (real user ID 0) for this machine's accounts, or an
                      administrator of the service
    expired           whether the password has expired; then the change counts as the user's own
    full_name         the user's full name: ``pw_gecos`` of `pwd.getpwnam`
    home              the path of the user's home directory: ``pw_dir``
    old_password      the password that is replaced, "" if there is none; if it is known, an administrator's change is treated
                      like the user's
    service           the PAM service or program that makes the change, such as "passwd", or the service of the account, in lower
                      case; administrators are only warned if the policy's key exempt-services names it

    A password is not compared with anything that is None or empty. But if both full_name and home are None, a
    policy from `for_user` compares it with the names of that user's account. The account's own spelling of
    the user name is always compared. All these methods take the same circumstances, so a program can keep
    them in one dict.
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
        """Reads a policy: a file, the files in its folder (``path.d``), and settings.

        Their demands add up. For keys that demand nothing, such as retry, later files override earlier ones,
        and settings override all files. An empty value, such as "rules=", drops the earlier lines of its key.

        The blocklists of the policy for users without a section are opened, and stay open as long as the
        policy.

        path      the file; None for this machine's policy, /etc/security/passwordrules.conf, which is read after the
                  distribution's policy, if there is one
        settings  strings such as "retry=1", in the file's grammar; several "rules=" add up, also with the files' rules
        optional  whether the file may be missing

        Raises `PolicyError` for any mistake: refuse the change, and see `PolicyError.enforcement` for root.
        """
        return cls._load(path, settings, POLICY_OPTIONAL if optional else 0, POLICY_PATH)

    @classmethod
    def from_settings(cls: Type[_Self], settings: Iterable[Text]) -> _Self:
        """Makes the program's own policy from settings and built-in values. It reads no files except the
        lists that they name, and is independent of this machine's policy.

        settings  strings such as "rules=minlength: 12", in the grammar of policy files

        Raises `PolicyError` for any mistake.
        """
        return cls._load(None, settings, POLICY_ALONE, "settings")

    @classmethod
    def from_file(cls: Type[_Self], path: PathLike, settings: Iterable[Text] = ()) -> _Self:
        """Makes the program's own policy from one file and settings. It does not read the file's folder, and
        is independent of this machine's policy.

        Raises `PolicyError` for any mistake.
        """
        if path is None:
            raise TypeError("path must be a file's path, not None")
        return cls._load(path, settings, POLICY_ALONE, "")

    @classmethod
    def load_with_pwquality(cls: Type[_Self], settings: Iterable[Text], path: Optional[PathLike] = None) -> _Self:
        """Reads a policy as `load` does, with settings of libpwquality. Their demands add to those of the
        files, and never weaken them.

        settings  strings such as "minlen=12", as in pwquality.conf

        Raises `PolicyError` for any mistake.
        """
        return cls._load(path, settings, 0, POLICY_PATH, library.passwordrules_policy_load_pwquality)

    @classmethod
    def from_pwquality(cls: Type[_Self], settings: Iterable[Text]) -> _Self:
        """Makes a policy with the demands of libpwquality under these settings, and its defaults for others.
        It reads no files except the list of common passwords, which replaces libpwquality's dictionary.

        settings  strings such as "minlen=12", as in pwquality.conf

        Raises `PolicyError` for any mistake.
        """
        return cls._load(None, settings, POLICY_ALONE, "settings", library.passwordrules_policy_load_pwquality)

    @classmethod
    def _load(cls: Type[_Self], path: Optional[PathLike], settings: Iterable[Text], flags: int, unnamed: str,
              function: Callable[..., int] = library.passwordrules_policy_load) -> _Self:
        """Loads a policy.

        unnamed   the policy's name in `repr`, if it has no path
        function  the function of the library
        """
        name = None if path is None else c_path(path)
        if isinstance(settings, (str, bytes)):
            raise TypeError("settings must be a sequence of strings, not one string")
        texts = [c_string(setting, "settings") for setting in settings]
        array = (c_char_p * len(texts))(*texts)
        return cls._made(
            lambda *out: function(name, array if texts else None, len(texts), flags, *out),
            os.fsdecode(name) if name is not None else unnamed, None)

    def for_user(self: _Self, name: Text) -> _Self:
        """The policy for a user: the demands for everybody, plus those of the sections for the user and the
        user's groups, if there are any. The user need not exist.

        The user's groups are looked up only if a group has a section, and the account only if there are
        sections or the policy compares names. For a program's own users, who have no account on this machine,
        use `for_service_account`, or the loaded policy itself.

        Raises `PolicyError` if the user's policy cannot be found: refuse the change, and see
        `PolicyError.enforcement` for root.
        """
        user = c_string(name, "name")
        return self._made(lambda *out: library.passwordrules_policy_for_user(self._handle, user, *out),
                          self._path, user.decode("utf-8", "surrogateescape"))

    def for_service_account(self: _Self, service: Text, user: Optional[Text] = None, groups: Iterable[Text] = ()) -> _Self:
        """The policy for an account of a service, such as a database, instead of this machine: the demands
        for everybody, plus those of the sections [service SERVICE], [service SERVICE group GROUP] and
        [service SERVICE user USER]. Nothing is looked up in account databases.

        service  the service's name in lower case, such as "postgresql"
        user     the account's name
        groups   the account's groups in the service

        Raises `PolicyError` if the policy cannot be found: refuse the change; `ValueError` if no section can
        name the service.
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
        """Whether no file of the policy was changed, added or removed since it was loaded.

        Check this after the password was typed, because a prompt may be open for long. If it is false, load
        the policy again.
        """
        return bool(library.passwordrules_policy_is_current(self._handle))

    @property
    def info(self) -> PolicyInfo:
        """Settings for the program that prompts for the password."""
        return self._info

    def enforcement(self, *, user: Optional[Text] = None, by_administrator: bool = False, expired: bool = False,
                    full_name: Optional[Text] = None, home: Optional[Text] = None,
                    old_password: Optional[PasswordLike] = None, service: Optional[Text] = None,
                    words: Iterable[Text] = (), other_users: Iterable[Text] = ()) -> Enforcement:
        """Returns how a refused password is treated in these circumstances."""
        with context(by_administrator, expired, user, full_name, home, old_password, service, words,
                     other_users) as circumstances:
            return Enforcement(library.passwordrules_policy_enforcement(self._handle, byref(circumstances)))

    def describe(self, *, user: Optional[Text] = None, by_administrator: bool = False, expired: bool = False,
                 full_name: Optional[Text] = None, home: Optional[Text] = None,
                 old_password: Optional[PasswordLike] = None, service: Optional[Text] = None,
                 words: Iterable[Text] = (), other_users: Iterable[Text] = (),
                 translations: Optional[NullTranslations] = None) -> str:
        """Describes the policy for a user who is about to choose a password: lines of text, or "" if nothing
        is demanded. Demands about the old password are left out if it is "", or if it is None and an
        administrator changes a password that has not expired. The translations are as for `check`.
        """
        with context(by_administrator, expired, user, full_name, home, old_password, service, words,
                     other_users) as circumstances, \
                language(translations) as spoken:
            return written(lambda *buffer: library.passwordrules_policy_describe(
                self._handle, byref(circumstances), spoken, *buffer))

    def check(self, password: PasswordLike, *, user: Optional[Text] = None, by_administrator: bool = False,
              expired: bool = False, full_name: Optional[Text] = None, home: Optional[Text] = None,
              old_password: Optional[PasswordLike] = None, service: Optional[Text] = None,
              words: Iterable[Text] = (), other_users: Iterable[Text] = (),
              translations: Optional[NullTranslations] = None) -> Report:
        """Checks a new password against the policy and the circumstances of the change.

        A password of more than 1,024 bytes, or of more than the policy's max-bytes, is refused unread. One of
        1,024 bytes takes at most 25 ms: see "Time" in passwordrules(3).

        words         other words that people know of the person, for the estimate of strength: at most 64, with
                      the user name and the words of the full name, which come first
        other_users   other names of the user, compared like `user`: at most 8
        translations  the translations of messages: ``gettext.translation("passwordrules")``; None for English

        Raises `AccountError` if the policy compares names of an account that could not be looked up.
        """
        with borrowed(password) as (start, length), \
                context(by_administrator, expired, user, full_name, home, old_password, service, words,
                        other_users) as circumstances:
            return report(lambda made: library.passwordrules_policy_check(
                self._handle, byref(circumstances), start, length, made), translations, self._handle)

    def suggest(self, *, user: Optional[Text] = None, by_administrator: bool = False, expired: bool = False,
                full_name: Optional[Text] = None, home: Optional[Text] = None,
                old_password: Optional[PasswordLike] = None, service: Optional[Text] = None,
                words: Iterable[Text] = (), other_users: Iterable[Text] = ()) -> GeneratedPassword:
        """Suggests a password that this policy accepts in these circumstances, made by its keys
        suggest-style, suggest-entropy and suggest-exclude. The attribute `generated` tells whether it has
        that style and entropy. The entropy counts all passwords of its form, including the few that names,
        words and lists rule out.

        Raises `GenerationError` if there is none, and `AccountError` as `check` does.
        """
        with context(by_administrator, expired, user, full_name, home, old_password, service, words,
                     other_users) as circumstances:
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
    """How changes by root are treated if a policy cannot be read, for each service, as plain data for the
    exception. All other changes are refused.
    """
    answers = {}
    for service in EXEMPT_SERVICES:
        with context(True, False, service=service) as circumstances:
            answers[service] = Enforcement(
                library.passwordrules_diagnostics_enforcement(diagnostics, byref(circumstances)))
    return answers
