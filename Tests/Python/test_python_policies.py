"""Policy: loading, users, circumstances, and what cannot be read."""

import dataclasses
import grp
import os
import pathlib
import pickle

import pytest

from passwordrules import Enforcement, GenerationError, Kind, Policy, PolicyError, PolicyInfo, Severity, Status

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
    assert policy.describe() == "Password rules: 8 characters or more, with a digit."


def test_info(load):
    assert load().info == PolicyInfo(retry=3, suggest=True, local_users_only=False, wants_names=False)
    policy = load(TEXT + "retry = 100\nsuggest = no\nlocal-users-only = yes\nfull-name = reject\n")
    assert policy.info == PolicyInfo(retry=100, suggest=False, local_users_only=True, wants_names=True)
    assert type(policy.info.suggest) is bool
    with pytest.raises(dataclasses.FrozenInstanceError):
        policy.info.retry = 5


def test_settings_come_over_the_file(load):
    assert load(TEXT, "retry=7", b"suggest=no").info == PolicyInfo(7, False, False, False)
    # What they demand comes on top, unless one without a value drops what was said before.
    policy = load(TEXT, "rules=minlength: 3;", "rules=required: upper")
    assert policy.check("Abcdefg1") and not policy.check("abcdefg1") and not policy.check("Abc")
    assert load(TEXT, "rules=", "rules=minlength: 3;", "rules=required: upper").check("Abc")


def test_settings_may_come_from_anywhere(policy_file):
    path = policy_file(TEXT)
    for settings in (["retry=7"], ("retry=7",), iter(["retry=7"]), {"retry=7": 1}):
        assert Policy.load(path, settings).info.retry == 7


def test_a_file_that_may_be_missing(tmp_path):
    path = tmp_path / "none.conf"
    assert Policy.load(path, ["rules=minlength: 3;"], optional=True).check("abc")
    with pytest.raises(PolicyError) as raised:
        Policy.load(path, ["rules=minlength: 3;"])
    assert str(raised.value).startswith(f"{path}: ") and raised.value.diagnostics[0].line == 0


def test_a_mistake_has_its_place_and_words(policy_file):
    path = policy_file(TEXT + "rules = required: uper;\nretyr = 3\n")
    with pytest.raises(PolicyError) as raised:
        Policy.load(path)
    error = raised.value
    assert error.code == Status.EPOLICY and len(error.diagnostics) == 2
    assert str(error) == f'{path}:2:19: there is no class "uper"; did you mean "upper"?'
    assert (error.diagnostics[1].source, error.diagnostics[1].line, error.diagnostics[1].column) == (path, 3, 1)
    assert str(error.diagnostics[0]) == f'{path}:2:19: error: there is no class "uper"; did you mean "upper"?'
    assert not isinstance(error, ValueError)


def test_a_mistake_in_a_setting_has_its_key(policy_file):
    with pytest.raises(PolicyError) as raised:
        Policy.load(policy_file(TEXT), ["retry=0"])
    assert raised.value.diagnostics[0].source == "retry" and raised.value.diagnostics[0].line == 1


def test_remarks_come_with_a_policy_that_is_used(load):
    [note] = load("rules = required: digits;\n").diagnostics
    assert (note.severity, note.line, note.column) == (Severity.NOTE, 1, 19)


@pytest.mark.parametrize("text, by_root", [
    ("rules = minlength: x\n", Enforcement.WARN), ("", Enforcement.WARN),
    ("retry = 0\nenforce-for-root = no\n", Enforcement.WARN), ("preset = nist-800-63b-4\nretry = 0\n", Enforcement.WARN),
    ("retry = 0\nenforce-for-root = yes\n", Enforcement.YES), ("preset = cis-rhel-9\nretry = 0\n", Enforcement.YES)])
def test_meanwhile_root_is_warned_at_most(load, text, by_root):
    with pytest.raises(PolicyError) as raised:
        load(text)
    for error in (raised.value, pickle.loads(pickle.dumps(raised.value))):
        assert error.enforcement() is error.enforcement(expired=True) is Enforcement.YES
        for service in ("passwd", "chpasswd", b"newusers"):
            root = {"by_root": True, "service": service}
            assert error.enforcement(**root) is error.enforcement(**{**root, "by_root": 1}, expired=0) is by_root
            assert error.enforcement(user="root", full_name="", home="/root", **root) is by_root
            assert error.enforcement(expired=True, **root) is Enforcement.YES
            assert error.enforcement(old_password="", **root) is Enforcement.YES
        assert error.enforcement(by_root=True) is error.enforcement(by_root=True, service="samba") is Enforcement.YES


def test_without_an_answer_everybody_is_refused():
    assert PolicyError(Status.EPOLICY).enforcement(by_root=True, service="passwd") is Enforcement.YES


@pytest.mark.parametrize("mode", [0o666, 0o620])
def test_a_file_that_others_may_write_is_refused(policy_file, mode):
    with pytest.raises(PolicyError) as raised:
        Policy.load(policy_file(TEXT, mode))
    assert raised.value.enforcement(by_root=True, service="passwd") is Enforcement.YES


def test_a_folder_and_a_fifo_are_refused(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path, tmp_path / "fifo"):
        with pytest.raises(PolicyError):
            Policy.load(path)


@pytest.mark.parametrize("text, circumstances, enforcement", [
    ("", {}, Enforcement.YES), ("", {"by_root": True, "service": "passwd"}, Enforcement.WARN),
    ("", {"by_root": True}, Enforcement.YES), ("", {"by_root": True, "service": "samba"}, Enforcement.YES),
    ("exempt-services = samba\n", {"by_root": True, "service": b"samba"}, Enforcement.WARN),
    ("", {"by_root": True, "service": "passwd", "old_password": ""}, Enforcement.YES),
    ("", {"by_root": True, "service": "passwd", "expired": True}, Enforcement.YES),
    ("enforce-for-root = yes\n", {"by_root": True, "service": "passwd"}, Enforcement.YES), ("enforce = warn\n", {}, Enforcement.WARN),
    ("enforce = audit\n", {"user": "alice"}, Enforcement.AUDIT), ("enforce = no\n", {"by_root": True}, Enforcement.NO)])
def test_enforcement(load, text, circumstances, enforcement):
    assert load(TEXT + text).enforcement(**circumstances) is enforcement


def test_enforcements_grow_with_severity():
    assert Enforcement.NO < Enforcement.AUDIT < Enforcement.WARN < Enforcement.YES


@pytest.mark.parametrize("text, password, circumstances, kind", [
    ("", "alice-186", {"user": "alice"}, Kind.USERNAME), ("", "ecila-186", {"user": b"alice"}, Kind.USERNAME),
    ("username = reject\n", "my-alice-186", {"user": "alice"}, Kind.USERNAME),
    ("username-parts = 3\nusername =\n", "ali-18654", {"user": "alice"}, Kind.USERNAME_PARTS),
    ("full-name = reject\n", "liddell-1", {"full_name": "Alice Liddell"}, Kind.FULL_NAME),
    ("home-directory = reject\n", "wonder-12", {"home": "/home/wonder"}, Kind.HOME_DIRECTORY),
    ("", "rabbit-18", {"old_password": "rabbit-18"}, Kind.OLD_PASSWORD_SAME),
    ("", "RABBIT-18", {"old_password": b"rabbit-18"}, Kind.OLD_PASSWORD_CASE),
    ("", "81-tibbar", {"old_password": bytearray(b"rabbit-18")}, Kind.OLD_PASSWORD_REVERSED),
    ("", "8rabbit-1", {"old_password": memoryview(b"rabbit-18")}, Kind.OLD_PASSWORD_ROTATED),
    ("", "xrabbit-18x", {"old_password": memoryview(bytearray(b"r.a.b.b.i.t.-.1.8."))[::2]}, Kind.OLD_PASSWORD_CONTAINED),
    ("old-password-changes = 5\n", "rabbit-19", {"old_password": "rabbit-18"}, Kind.OLD_PASSWORD_CHANGES),
])
def test_passwords_are_held_against_the_circumstances(load, text, password, circumstances, kind):
    policy = load(TEXT + text)
    assert [one.kind for one in policy.check(password, **circumstances) if not one.met] == [kind]
    assert policy.check(password) and policy.check(password, **dict.fromkeys(circumstances)), "what is None is not known"


@pytest.mark.parametrize("password", ["\0", "rabbit-18\0quince", "\0rabbit-18", "rabbit-18\0"])
def test_a_nul_is_refused(load, password):
    """crypt(3) would use only what stands before it. Rules alone may allow it."""
    for text in (TEXT, "rules = allowed: unicode\n", "rules = minlength: 1\nor = required: unicode\n"):
        policy = load(text)
        report = policy.check(password)
        found = [one for one in report if one.kind is Kind.NUL]
        assert not report and len(found) == 1 and (found[0].met, found[0].limit, found[0].actual) == (False, 0, 1)
        assert found[0].message == "has a NUL character, behind which nothing would count"
        assert Kind.NUL not in [one.kind for one in policy.check(password.replace("\0", ""))]
    # A NUL does not end an old password.
    kinds = [one.kind for one in load(TEXT).check("x\0rabbit-18", old_password="x\0rabbit-18") if not one.met]
    assert kinds == [Kind.NUL, Kind.OLD_PASSWORD_SAME]


def test_all_methods_take_all_circumstances(load):
    policy = load(TEXT + "full-name = reject\nhome-directory = reject\n")
    change = {"user": "alice", "by_root": True, "expired": True, "full_name": "Alice Liddell", "home": "/home/alice",
              "old_password": "rabbit-18"}
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


@pytest.mark.parametrize("password", [None, 5, ["x"]])
def test_wrong_passwords(load, password):
    with pytest.raises(TypeError, match="password must be"):
        load().check(password)


def test_passwords_are_bounded(load):
    policy = load(TEXT)
    assert policy.check("1" * 1024)
    [outcome] = policy.check("1" * 1025)
    assert (outcome.kind, outcome.actual, outcome.limit) == (Kind.MAX_BYTES, 1025, 1024)
    assert not policy.check("x" * 50_000_000) and not policy.check("")


def test_suggest(load):
    policy = load(TEXT)
    assert policy.suggest() != policy.suggest() and type(policy.suggest()) is str
    assert policy.check(policy.suggest())
    assert len(load(TEXT, "rules=minlength: 1024", "rules=minlength: 1024").suggest()) == 1024


def test_there_is_no_suggestion(load):
    with pytest.raises(GenerationError) as raised:
        load("rules = minlength: 9; maxlength: 8;\n").suggest()
    assert raised.value.code == Status.EUNSATISFIABLE


def test_describe_is_empty_if_nothing_is_demanded(load):
    assert load("rules = allowed: unicode;\nusername =\nold-password =\n").describe() == ""


def test_alternatives(load):
    report = load("rules = minlength: 15;\nor = minlength: 8; required: digit;\n").check("abcdef")
    assert Kind.ALTERNATIVES in [one.kind for one in report if not one.met]


def test_users_and_groups(load):
    [*_, group] = [one.gr_name for one in grp.getgrall() if one.gr_gid == 0]
    policy = load(TEXT + f"[group {group}]\nretry = 9\n[user alice]\nrules = minlength: 20;\nretry = 5\n")
    alice, root, nobody = policy.for_user("alice"), policy.for_user("root"), policy.for_user(b"no such user")
    assert (alice.info.retry, root.info.retry, nobody.info.retry, policy.info.retry) == (5, 9, 3, 3)
    assert repr(alice).endswith(" for 'alice'>") and alice.for_user("root").info.retry == 9
    del policy, root, nobody
    # What everybody must meet, she must too.
    assert alice.check("x" * 19).messages == ("1 more character needed (19 of 20)", "needs a digit")


def test_a_user_whose_policy_cannot_be_found(load, tmp_path):
    policy = load(TEXT + f"[user alice]\nblocklist = {tmp_path}/none\n")
    with pytest.raises(PolicyError) as raised:
        policy.for_user("alice")
    assert raised.value.diagnostics[0].line == 3 and raised.value.enforcement() is Enforcement.YES
    assert policy.for_user("bob").check("abcdefg1")


@pytest.mark.parametrize("name, error", [("al\0ice", ValueError), (None, TypeError), (0, TypeError)])
def test_wrong_names(load, name, error):
    with pytest.raises(error, match="name"):
        load().for_user(name)


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


def test_a_policy_is_made_by_load_alone():
    with pytest.raises(TypeError, match="Policy.load"):
        Policy()


def test_thousands_of_settings(policy_file):
    settings = [f"words=w{number:04}ord" for number in range(5000)]
    assert not Policy.load(policy_file(TEXT), settings).check("1w4999ord")


def test_a_policy_is_current_until_a_file_changes(policy_file):
    path = policy_file(TEXT)
    policy = Policy.load(path)
    assert policy.is_current and policy.for_user("alice").is_current
    with open(path, "a", encoding="utf-8") as file:
        file.write("# more\n")
    assert not policy.is_current and Policy.load(path).is_current
