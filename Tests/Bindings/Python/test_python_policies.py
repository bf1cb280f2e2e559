"""Policy: loading, users, circumstances, and what cannot be read."""

import dataclasses
import grp
import pathlib
import pickle

import pytest

from passwordrules import (AccountError, Enforcement, GenerationError, Kind, Policy, PolicyError, PolicyInfo, Severity,
                           Status, Style)
from tree import RANKS

TEXT = "rules = minlength: 8; required: digit;\n"


@pytest.fixture
def load(policy_file):
    return lambda text=TEXT, *settings: Policy.load(policy_file(text), settings)


def test_load(policy_file):
    path = policy_file(TEXT)
    for name in (path, path.encode(), pathlib.Path(path)):
        policy = Policy.load(name)
        assert policy.check("abcdefg1") and policy.diagnostics == ()
        assert policy.check("abcdefgh").messages == ("needs a digit",)
        assert repr(policy) == f"<Policy {path!r}>"
    assert policy.describe() == "Password rules:\n  - at least 8 characters\n  - a digit (0-9)"


def test_info(load):
    assert load().info == PolicyInfo(retry=3, suggest=True, local_users_only=False, account_unknown=False)
    policy = load(TEXT + "retry = 100\nsuggest = no\nlocal-users-only = yes\nfull-name = reject\n")
    assert policy.info == PolicyInfo(retry=100, suggest=False, local_users_only=True, account_unknown=False)
    assert type(policy.info.suggest) is bool
    with pytest.raises(dataclasses.FrozenInstanceError):
        policy.info.retry = 5


def test_unknown_account_is_an_error_without_names(load):
    policy = load(TEXT + "full-name = reject\n").for_user("no-such-user-here")
    assert policy.info.account_unknown is True
    for attempt in (lambda: policy.check("abcdefg1"), policy.suggest):
        with pytest.raises(AccountError) as raised:
            attempt()
        assert raised.value.code is Status.EACCOUNT
    assert policy.check("abcdefg1", full_name="") and policy.suggest(full_name="")


def test_settings_come_over_the_file(policy_file):
    path = policy_file(TEXT)
    for settings in (["retry=7", b"suggest=no"], ("retry=7", "suggest=no"),
                     iter(["retry=7", "suggest=no"]), {"retry=7": 1, "suggest=no": 2},
                     [f"words=w{number:04}ord" for number in range(5000)] + ["retry=7", "suggest=no"]):
        policy = Policy.load(path, settings)
        assert (policy.info.retry, policy.info.suggest) == (7, False)
    assert not policy.check("1w4999ord")
    # Settings add demands, unless one without a value drops the earlier lines.
    assert not Policy.load(path, ["rules=minlength: 3;"]).check("Abc")
    assert Policy.load(path, ["rules=", "rules=minlength: 3;"]).check("Abc")


def test_file_that_may_be_missing(tmp_path):
    path = tmp_path / "none.conf"
    assert Policy.load(path, ["rules=minlength: 3;"], optional=True).check("abc")
    with pytest.raises(PolicyError) as raised:
        Policy.load(path, ["rules=minlength: 3;"])
    assert str(raised.value).startswith(f"{path}: ") and raised.value.diagnostics[0].line == 0


def test_mistake_has_a_position_and_a_message(policy_file):
    path = policy_file(TEXT + "rules = required: uper;\nretyr = 3\n")
    with pytest.raises(PolicyError) as raised:
        Policy.load(path)
    error = raised.value
    assert error.code == Status.EPOLICY and len(error.diagnostics) == 2
    assert str(error) == f'{path}:2:19: unknown class "uper"; did you mean "upper"?'
    assert (error.diagnostics[1].source, error.diagnostics[1].line, error.diagnostics[1].column) == (path, 3, 1)
    assert str(error.diagnostics[0]) == f'{path}:2:19: error: unknown class "uper"; did you mean "upper"?'
    assert not isinstance(error, ValueError)


def test_mistake_in_a_setting_names_the_key(policy_file):
    with pytest.raises(PolicyError) as raised:
        Policy.load(policy_file(TEXT), ["retry=0"])
    assert raised.value.diagnostics[0].source == "retry" and raised.value.diagnostics[0].line == 1


def test_usable_policy_has_remarks(load):
    [note] = load("rules = required: digits;\n").diagnostics
    assert (note.severity, note.line, note.column) == (Severity.NOTE, 1, 19)


@pytest.mark.parametrize("text, mode, by_administrator", [
    ("retry = 0\n", 0o644, Enforcement.WARN), ("retry = 0\nenforce-for-root = yes\n", 0o644, Enforcement.YES),
    (TEXT, 0o620, Enforcement.YES)])
def test_broken_policy_warns_exempt_root(policy_file, text, mode, by_administrator):
    with pytest.raises(PolicyError) as raised:
        Policy.load(policy_file(text, mode))
    for error in (raised.value, pickle.loads(pickle.dumps(raised.value))):
        root = {"by_administrator": True, "service": "passwd", "user": "root", "full_name": "", "home": "/root"}
        assert error.enforcement(**root) is error.enforcement(**{**root, "by_administrator": 1}, expired=0) is by_administrator
        assert error.enforcement(by_administrator=True, service=b"newusers") is by_administrator
        for other in ({}, {"by_administrator": True}, *({**root, key: value} for key, value in [
                ("expired", True), ("old_password", ""), ("service", "samba")])):
            assert error.enforcement(**other) is Enforcement.YES
    unanswered = PolicyError(Status.EPOLICY)
    assert unanswered.enforcement(by_administrator=True, service="passwd") is Enforcement.YES


@pytest.mark.parametrize("text, circumstances, enforcement", [
    ("", {}, Enforcement.YES), ("", {"by_administrator": True, "service": "passwd"}, Enforcement.WARN),
    ("", {"by_administrator": True}, Enforcement.YES),
    ("exempt-services = samba\n", {"by_administrator": True, "service": b"samba"}, Enforcement.WARN),
    ("enforce = audit\n", {"user": "alice"}, Enforcement.AUDIT), ("enforce = no\n", {"by_administrator": True}, Enforcement.NO)])
def test_enforcement(load, text, circumstances, enforcement):
    assert load(TEXT + text).enforcement(**circumstances) is enforcement
    assert Enforcement.NO < Enforcement.AUDIT < Enforcement.WARN < Enforcement.YES


@pytest.mark.parametrize("text, password, circumstances, kind", [
    ("", "alice-186", {"user": "alice"}, Kind.USERNAME), ("", "ecila-186", {"user": b"alice"}, Kind.USERNAME),
    ("full-name = reject\n", "liddell-1", {"full_name": "Alice Liddell"}, Kind.FULL_NAME),
    ("home-directory = reject\n", "wonder-12", {"home": "/home/wonder"}, Kind.HOME_DIRECTORY),
    ("", "rabbit-18", {"old_password": "rabbit-18"}, Kind.OLD_PASSWORD_SAME),
    ("", "RABBIT-18", {"old_password": b"rabbit-18"}, Kind.OLD_PASSWORD_CASE),
    ("", "xrabbit-18x", {"old_password": memoryview(bytearray(b"r.a.b.b.i.t.-.1.8."))[::2]}, Kind.OLD_PASSWORD_CONTAINED),
    ("old-password = similar\n", "rabbit-19", {"old_password": "rabbit-18"}, Kind.OLD_PASSWORD_SIMILAR),
    ("old-password-changes = 5\n", "rabbit-19", {"old_password": bytearray(b"rabbit-18")}, Kind.OLD_PASSWORD_CHANGES),
])
def test_passwords_are_compared_with_the_circumstances(load, text, password, circumstances, kind):
    policy = load(TEXT + text)
    assert [one.kind for one in policy.check(password, **circumstances) if not one.met] == [kind]
    assert policy.check(password) and policy.check(password, **dict.fromkeys(circumstances)), "what is None is not known"


def test_accounts_of_a_service_have_own_sections(load):
    policy = load(TEXT + "full-name = reject\n[user bob]\nretry = 9\n[service ldap]\nretry = 5\n"
                  "[service ldap group staff]\nretry = 6\n[service ldap user bob]\nretry = 7\n")
    for account, retry in [(("ldap",), 5), (("ldap", "bob"), 7), ((b"ldap", "eve", ["users", b"staff"]), 6),
                           (("ldap", "eve", ["users"]), 5), (("postgresql", "bob"), policy.info.retry)]:
        assert policy.for_service_account(*account).info.retry == retry
    assert "for 'bob'" in repr(policy.for_service_account("ldap", "bob"))
    # Root's account on this machine is not looked up.
    assert not policy.for_service_account("ldap", "root").info.account_unknown
    for wrong in ("", "LDAP", "two words"):
        with pytest.raises(ValueError):
            policy.for_service_account(wrong)
    broken = load(TEXT + "[service ldap]\nblocklist = /nowhere/list\n")
    with pytest.raises(PolicyError):
        broken.for_service_account("ldap")
    assert broken.for_service_account("postgresql")


def test_other_names_are_compared_like_the_user_name(load):
    policy = load(TEXT + "username = reject\n")
    assert policy.check("xliddell1x", user="alice", other_users=["lidell", "bob"])
    for others in (["liddell"], [b"bob", b"liddell"], iter(["liddell"])):
        assert [one.kind for one in policy.check("xliddell1x", user="alice", other_users=others) if not one.met] == [Kind.USERNAME]


def test_words_of_the_person_lower_the_estimate(load):
    policy = load(TEXT + f"min-guesses = 10^12\nranked-words =\nranked-words = {RANKS}\n")
    assert policy.check("vorxlqibrn7kz") and not policy.check("vorxlqibrn7kz", words=["example.com", "vorxlqibrn"])


@pytest.mark.parametrize(("text", "length", "entropy"), [
    ("rules = minlength: 25; required: [789!#$%]; required: [YZ01234]; required: special; required: special\n"
     "at-least = 5 [YZ0123456]\nat-least = 5 digit\nat-least = 6 [opxyzABC]\nmax-class-repeating = 5\nsuggest-style = random\n"
     "suggest-entropy = 30\n", 25, 147.8),
    ("rules = minlength: 19; required: upper; required: [opxyzAB]; required: digit; max-consecutive: 2\n"
     "at-least = 4 upper\nat-least = 6 digit\nat-least = 6 special\nusername-parts = 4\nsuggest-style = readable\n"
     "suggest-exclude = none\n", 20, 122.3),
], ids=["many characters of classes", "few equal characters"])
def test_suggestions_by_many_requirements_are_counted(load, text, length, entropy):
    """If they are too much work to count, they are longer, and nobody knows their entropy."""
    suggested = load(text).suggest(user="alice").generated
    assert suggested.length == length and suggested.entropy == pytest.approx(entropy, abs=0.1)


def test_all_methods_take_all_circumstances(load):
    policy = load(TEXT + "full-name = reject\nhome-directory = reject\n")
    change = {"user": "alice", "by_administrator": True, "expired": True, "full_name": "Alice Liddell", "home": "/home/alice",
              "old_password": "rabbit-18", "words": ["wonderland"], "other_users": [b"liddell"]}
    assert not policy.check("alice", **change) and policy.enforcement(**change) is Enforcement.YES
    assert policy.describe(**change) == policy.describe()
    assert policy.check(policy.suggest(**change), **change)


@pytest.mark.parametrize("method", ["check", "suggest", "describe", "enforcement"])
@pytest.mark.parametrize("name, value, error", [
    ("user", "al\0ice", ValueError), ("full_name", b"\0", ValueError), ("home", "/home\0", ValueError),
    ("user", 5, TypeError), ("full_name", ["Alice"], TypeError), ("home", pathlib.Path("/"), TypeError),
    ("old_password", 5, TypeError), ("old_password", ["x"], TypeError)])
def test_wrong_circumstances(load, method, name, value, error):
    arguments = ["abcdefg1"] if method == "check" else []
    with pytest.raises(error, match=name):
        getattr(load(), method)(*arguments, **{name: value})


def test_wrong_and_endless_passwords(load):
    policy = load(TEXT)
    for password in (None, 5, ["x"]):
        with pytest.raises(TypeError, match="password must be"):
            policy.check(password)
    [outcome] = policy.check("1" * 1025)
    assert (outcome.kind, outcome.actual, outcome.limit) == (Kind.MAX_BYTES, 1025, 1024)
    assert policy.check("1" * 1024) and not policy.check("x" * 50_000_000) and not policy.check("")


def test_suggest_and_describe(load):
    policy = load(TEXT)
    assert policy.suggest() != policy.suggest() and isinstance(policy.suggest(), str) and policy.check(policy.suggest())
    assert len(load(TEXT, "rules=minlength: 1024").suggest()) == 1024
    made = load(TEXT, "max-class-repeating=4").suggest().generated
    assert (made.style, made.requested, made.falls_short) == (Style.WORDS, Style.READABLE, False) and made.entropy >= 71
    assert load(TEXT, "rules=maxlength: 9").suggest().generated.falls_short is True
    with pytest.raises(GenerationError) as raised:
        load("rules = minlength: 9; maxlength: 8;\n").suggest()
    assert raised.value.code == Status.EUNSATISFIABLE
    assert load("rules = allowed: unicode;\nusername =\nold-password =\n").describe() == ""


def test_users_and_groups(load):
    [*_, group] = [one.gr_name for one in grp.getgrall() if one.gr_gid == 0]
    policy = load(TEXT + f"[group {group}]\nretry = 9\n[user alice]\nrules = minlength: 20;\nretry = 5\n")
    alice, root, nobody = policy.for_user("alice"), policy.for_user("root"), policy.for_user(b"no such user")
    assert (alice.info.retry, root.info.retry, nobody.info.retry, policy.info.retry) == (5, 9, 3, 3)
    assert repr(alice).endswith(" for 'alice'>") and alice.for_user("root").info.retry == 9
    del policy, root, nobody
    # She must also meet everybody's rules.
    assert alice.check("x" * 19).messages == ("1 more character needed (19 of 20)", "needs a digit")


def test_unreadable_list_fails_its_user_only(load, tmp_path):
    policy = load(TEXT + f"[user alice]\nblocklist = {tmp_path}/none\n")
    with pytest.raises(PolicyError) as raised:
        policy.for_user("alice")
    assert raised.value.diagnostics[0].line == 3 and raised.value.enforcement() is Enforcement.YES
    assert policy.for_user("bob").check("abcdefg1")


def test_blocklists(load, list_path, damaged_list):
    report = load(TEXT, f"blocklist={list_path}").check("Drag0n123")
    assert [(one.kind, one.actual) for one in report if not one.met] == [(Kind.BLOCKLIST, 3)]
    report = load(TEXT, f"blocklist={damaged_list}").check("Drag0n123")
    assert [one.kind for one in report if not one.met] == [Kind.BLOCKLIST_UNREADABLE]


@pytest.mark.parametrize("arguments, error", [
    (["\0"], ValueError), ([5], TypeError), ([["x"]], TypeError), (["x", "retry=1"], TypeError),
    (["x", b"retry=1"], TypeError), (["x", [5]], TypeError), (["x", ["a\0=1"]], ValueError),
    (["x", 5], TypeError), (["x", (), True], TypeError)])
def test_wrong_arguments_of_load(arguments, error):
    with pytest.raises(error):
        Policy.load(*arguments)


def test_wrong_arguments_of_others(load):
    with pytest.raises(TypeError, match="Policy.load"):
        Policy()
    for name, error in (("al\0ice", ValueError), (None, TypeError), (0, TypeError)):
        with pytest.raises(error, match="name"):
            load().for_user(name)


def test_policy_is_current_until_a_file_changes(policy_file):
    path = policy_file(TEXT)
    policy = Policy.load(path)
    assert policy.is_current and policy.for_user("alice").is_current
    with open(path, "a", encoding="utf-8") as file:
        file.write("# more\n")
    assert not policy.is_current and Policy.load(path).is_current
