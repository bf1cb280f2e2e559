"""Classes of bug that modules like ours have had: what people type, and who they are.

| | class of bug | test |
|---|---|---|
| 1 | the account's full name overruns a buffer | test_full_name_of_any_length_is_read |
| 2 | a very long password blocks a pipe to a helper | test_password_beyond_the_size_of_a_pipe_is_refused_at_once |
| 3 | an unknown user is let through, or told from a known one | test_unknown_user_is_refused_like_a_known_one |
| 3 | | test_unknown_user_whose_names_are_compared_is_refused |
| 7 | a cancelled prompt comes again and again | test_cancelled_prompt_does_not_come_again |
| 8 | a missing answer or password is followed as a pointer | test_missing_answer_ends_the_change |
| 8 | | test_missing_password_of_another_module_ends_the_change |
| 11 | bytes above 127 as negative indices, classes by the locale | test_bytes_above_127_are_in_no_class_in_any_locale |
| 11 | | test_every_byte_that_is_no_text_is_refused |

Of 3: an unknown user is told from a known one where the policy compares names of the account, which nobody can do without
them. On a machine pam_unix has refused such a user in the first pass, before anything is asked.
"""

import copy
import shutil
import subprocess

import pytest
from peer_modules import peers  # noqa: F401
from person import PASSWD, Accounts, accounts, people  # noqa: F401
from transaction import (
    ACCEPTED, AGAIN, CANCEL, MAX_MESSAGE_SIZE, NULL, POLICY, ROOT, SETUID, USER, WEAK, needs_root,
)

GOOD = "Vq7%kWz2!xRj-tMn4"
NAMES = "rules = minlength: 8\nfull-name = reject\nhome-directory = reject\nusername = reject\n"
# Names may not need much of it, however long they are: half a megabyte, where eight are usual.
SMALL_STACK = ("prlimit", "--stack=524288")


def account(directory, name: bytes):
    """Account databases in which alice has this full name."""
    directory.mkdir()
    databases = Accounts(directory)
    line = b"alice:x:1000:1000:%b:/home/wonderland:/bin/sh" % name
    lines = [line if old.startswith(b"alice:") else old for old in PASSWD.encode().splitlines()]
    (directory / "passwd").write_bytes(b"\n".join(lines) + b"\n")
    databases.command = (*databases.command, *SMALL_STACK)
    return databases


@pytest.mark.parametrize(("name", "is_known"), [
    pytest.param(b"Pleasance", True, id="usual"),
    pytest.param(b"Pleasance " + b"a" * 30_000, True, id="one long word"),
    pytest.param(b"Pleasance" + b" ab" * 9_000, True, id="many words"),
    pytest.param(b"Pleasance" + b"," * 30_000, True, id="many fields"),
    pytest.param(b"&" * 900 + b" Pleasance " + b"&" * 29_000, True, id="signs for the user name"),
    pytest.param(b"\xff\x80" * 500 + b" Pleasance " + b"\xff\x80" * 10_000, True, id="no text"),
    pytest.param(b"Pleasance " + b"a" * 300_000, True, id="longer than libpam reads"),
    # More than the module makes room for: nothing is known of such an account.
    pytest.param(b"Pleasance " + b"a" * 5_000_000, False, id="longer than the module reads"),
])
def test_full_name_of_any_length_is_read(people, name, is_known):
    person = copy.copy(people)
    person.accounts = account(people.directory / "accounts", name)
    person.write_policy(NAMES)
    change = person.change("my-pleasance-1", GOOD, GOOD, options="retry=2", expired=True)
    if is_known:
        assert "  - is or contains a part of your full name" in change.texts("error")
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [GOOD])
    else:
        assert (change.status, change.tokens, change.prompts) == ("PAM_USER_UNKNOWN", [None], [])
        assert any("cannot be looked up" in text for text in change.texts("error"))


@pytest.mark.parametrize("length", [65_535, 65_536, 65_537, 131_000])
@pytest.mark.parametrize("by", [USER, pytest.param(SETUID, marks=needs_root)])
def test_password_beyond_the_size_of_a_pipe_is_refused_at_once(machine, length, by):
    change = machine.change("q" * length, ACCEPTED, ACCEPTED, policy=POLICY, by=by)
    assert change.texts("error") == ["Not accepted yet:", f"  - too long: {length} bytes (at most 1024)"]
    assert all(len(text) < MAX_MESSAGE_SIZE for text in change.dialogue)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])
    # There is no helper process to write it to.
    for product in ("pam_passwordrules.so", "libpasswordrules.so.1"):
        symbols = subprocess.run(
            ["nm", "-D", "--undefined-only", machine.programs / product], capture_output=True, text=True, check=True).stdout
        called = {line.split()[-1].partition("@")[0] for line in symbols.splitlines()}
        assert "free" in called
        assert not called & {"pipe", "pipe2", "socketpair", "fork", "vfork", "clone", "posix_spawn", "popen", "execve"}


def without(name: str, texts: list[str]) -> list[str]:
    return [text.replace(name, "NAME") for text in texts]


@pytest.mark.parametrize("by", [USER, pytest.param(SETUID, marks=needs_root), pytest.param(ROOT, marks=needs_root)])
@pytest.mark.parametrize("policy", ["", "[group staff]\nrules = minlength: 40\n"])
def test_unknown_user_is_refused_like_a_known_one(machine, peers, policy, by):
    machine.write_policy(POLICY + "enforce-for-root = yes\nsuggest = no\n" + policy)
    known, unknown = (machine.change(WEAK, WEAK, WEAK, user=user, by=by) for user in ("nobody", "nosuchuser"))
    assert known.status == unknown.status == "PAM_MAXTRIES" and known.tokens == unknown.tokens == [None]
    assert known.dialogue == unknown.dialogue and len(known.prompts) == 3
    assert without("nobody", known.logged) == without("nosuchuser", unknown.logged)
    if by == USER and not policy:
        known, unknown = (
            peers.change("passwdqc", "random=0", WEAK, WEAK, WEAK, user=user) for user in ("nobody", "nosuchuser"))
        assert known.prompts and not unknown.prompts


@pytest.mark.parametrize("key", ["full-name", "home-directory"])
@pytest.mark.parametrize("by", [USER, pytest.param(SETUID, marks=needs_root), pytest.param(ROOT, marks=needs_root)])
def test_unknown_user_whose_names_are_compared_is_refused(machine, key, by):
    policy = POLICY + f"enforce-for-root = yes\n{key} = reject\n"
    change = machine.change(ACCEPTED, ACCEPTED, policy=policy, user="nosuchuser", by=by)
    assert (change.status, change.tokens) == ("PAM_USER_UNKNOWN", [None])


@pytest.mark.parametrize("answer", [CANCEL, AGAIN, NULL])
@pytest.mark.parametrize("answers", [(), (WEAK,), (ACCEPTED,), (WEAK, ACCEPTED)])
@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=needs_root)])
def test_cancelled_prompt_does_not_come_again(machine, answer, answers, by):
    machine.write_policy(POLICY + "enforce-for-root = yes\n")
    change = machine.change(*answers, answer, ACCEPTED, ACCEPTED, options="retry=100", by=by)
    # libpam makes this of an answer that is to come later, too.
    assert change.status == "PAM_AUTHTOK_ERR"
    assert len(change.prompts) == len(answers) + 1 and change.tokens == [None]


@pytest.mark.parametrize("answers", [(NULL,), (WEAK, NULL), (ACCEPTED, NULL)])
def test_missing_answer_ends_the_change(machine, answers):
    change = machine.change(*answers, policy=POLICY)
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    # Nor is an empty answer taken for a password if libpam is told that there is no user.
    change = machine.change(NULL, ACCEPTED, ACCEPTED, user=None)
    assert change.status != "PAM_SUCCESS" and len(change.prompts) == 1 and change.tokens in ([], [None])


@pytest.mark.parametrize("option", ["use_authtok", "use_first_pass"])
@pytest.mark.parametrize("enforce", ["yes", "warn", "audit", "no"])
def test_missing_password_of_another_module_ends_the_change(machine, option, enforce):
    change = machine.change(ACCEPTED, policy=POLICY + f"enforce = {enforce}\n", options=option)
    assert change.status not in ("PAM_SUCCESS", "PAM_IGNORE")
    assert (change.prompts, change.tokens) == ([], [None])


@pytest.fixture(scope="session")
def locales(programs):
    """Locales in which bytes above 127 are letters, and in which "i" is not the small "I": where they can be made."""
    folder = programs / "locales"
    folder.mkdir()
    for name, source, charmap in [("latin", "de_DE", "ISO-8859-1"), ("turkish", "tr_TR", "ISO-8859-9")]:
        if not shutil.which("localedef"):
            pytest.skip("there is no localedef")
        made = subprocess.run(
            ["localedef", "-i", source, "-f", charmap, folder / name], capture_output=True, text=True, check=False)
        if not (folder / name / "LC_CTYPE").exists():
            pytest.skip("no such locale can be made here: " + " ".join(made.stderr.split()))
    return folder


CLASSES = "required: upper; required: lower; required: digit; minlength: 4"


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "latin", "turkish"])
def test_bytes_above_127_are_in_no_class_in_any_locale(machine, request, locale):
    variables = {"LC_ALL": locale}
    if not locale.startswith("C"):
        variables["LOCPATH"] = str(request.getfixturevalue("locales"))
    machine.write_policy(f"rules = {CLASSES}\nwords = TITLIS\nsuggest = no\nretry = 1\n")

    def reasons(password):
        change = machine.change(password, locale=variables)
        assert change.status == "PAM_AUTHTOK_ERR" and change.tokens == [None]
        return [text.removeprefix("  - ") for text in change.texts("error")[1:]]

    classes = ["needs an uppercase letter", "needs a lowercase letter", "needs a digit"]
    # Letters and digits of other scripts, in UTF-8: they belong to none of the three classes.
    for password in ("ÄÖÜäöüßé", "ПАРОЛЬпароль", "٣٤٥٦٧٨", "ＡＢｃｄ１２"):
        assert reasons(password) == classes
    # The same word whatever the small letter of I is.
    for password in ("x7titlisX", "x7TITLISX", "X7tItLiSx"):
        assert reasons(password) == ["contains a word that is too easy to guess here"]


def test_every_byte_that_is_no_text_is_refused(machine):
    machine.write_policy("rules = minlength: 4\nretry = 100\nsuggest = no\n")
    # No single byte above 127 is UTF-8; as many tries as there may be in one change.
    for first, last in ((0x80, 0xC0), (0xC0, 0x100)):
        passwords = [b"Vq7%k" + bytes([byte]) for byte in range(first, last)]
        change = machine.change(*passwords, ACCEPTED, ACCEPTED)
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])
        assert len(change.prompts) == len(passwords) + 2
        reasons = {text for text in change.texts("error") if text.startswith("  - ")}
        assert len(reasons) == 1 and "UTF-8" in reasons.pop()
