"""Bugs that modules like ours have had, and weaknesses of the peers: what people type, who they are, and what they are told.
past_bugs.tsv has a list of all of them."""

import copy
import ctypes
import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from peer_modules import suggested, unpacked
from person import PASSWD, Accounts
from transaction import (
    ACCEPTED, BROKEN, CANCEL, POLICY, REASONS, REFUSED, ROOT, SETUID, SUGGESTION, USER, WEAK, needs_root,
)

TOP = Path(__file__).parents[2]
TOOL = TOP / "build" / "passwordrules"
# <pwquality.h>
PWQ_ERROR_CRACKLIB_CHECK, PWQ_ERROR_GENERATION_FAILED = -22, -24
GOOD = "Vq7%kWz2!xRj-tMn4"
BOUND = "enforce-for-root = yes\n"
everybody = pytest.mark.parametrize("by", [USER, SETUID, ROOT])


# ---- Who they are ----


# Each full name, and whether the module has room for it: otherwise nothing is known of the account.
@pytest.mark.parametrize(("name", "is_known"), [
    pytest.param(b"Kumquats", True, id="usual"), pytest.param(b"Kumquats " + b"a" * 30_000, True, id="one long word"),
    pytest.param(b"Kumquats" + b" ab" * 9_000, True, id="many words"),
    pytest.param(b"Kumquats" + b"," * 30_000, True, id="many fields"),
    pytest.param(b"&" * 900 + b" Kumquats " + b"&" * 29_000, True, id="signs for the user name"),
    pytest.param(b"\xff\x80" * 500 + b" Kumquats " + b"\xff\x80" * 10_000, True, id="no text"),
    pytest.param(b"Kumquats " + b"a" * 300_000, True, id="longer than libpam reads"),
    pytest.param(b"Kumquats " + b"a" * 5_000_000, False, id="longer than the module reads"),
])
def test_full_name_of_any_length_is_read(people, name, is_known):
    folder = people.directory / "accounts"
    folder.mkdir()
    person = copy.copy(people)
    person.accounts = Accounts(folder)
    line = b"alice:x:1000:1000:%b:/home/wonderland:/bin/sh" % name
    (folder / "passwd").write_bytes(b"".join(
        (line if old.startswith(b"alice:") else old) + b"\n" for old in PASSWD.encode().splitlines()))
    person.write_policy("rules = minlength: 8\nfull-name = reject\nhome-directory = reject\nusername = reject\n")
    # Names may not need much of it, however long they are: half a megabyte, where eight are usual.
    small = ("prlimit", "--stack=524288")
    change = person.change("my-kumquats-1", GOOD, GOOD, options="retry=2", expired=True, command=small)
    if is_known:
        assert "  - is or contains part of your full name" in change.texts("error")
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [GOOD])
    else:
        assert (change.status, change.tokens, change.prompts) == ("PAM_USER_UNKNOWN", [], [])
        assert any("could not be looked up" in text for text in change.texts("error"))


@everybody
@pytest.mark.parametrize("policy", ["", "[group staff]\nrules = minlength: 40\n"])
def test_unknown_user_is_refused_like_a_known_one(machine, peers, policy, by):
    machine.write_policy(POLICY + BOUND + policy)
    known, unknown = (machine.change(*[WEAK] * 3, user=user, by=by, options="suggest=no") for user in ("nobody", "nosuchuser"))
    assert known.status == unknown.status == "PAM_MAXTRIES" and known.tokens == unknown.tokens == [None]
    assert known.dialogue == unknown.dialogue and len(known.prompts) == 3
    assert [line.replace("nobody", "nosuchuser") for line in known.logged] == unknown.logged
    if by == USER and not policy:
        known, unknown = (peers.change("passwdqc", "random=0", *[WEAK] * 3, user=user) for user in ("nobody", "nosuchuser"))
        assert known.prompts and not unknown.prompts


@everybody
@pytest.mark.parametrize("key", ["full-name", "home-directory"])
def test_unknown_user_whose_names_are_compared_is_refused(machine, key, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=f"{POLICY}{BOUND}{key} = reject\n", user="nosuchuser", by=by)
    assert (change.status, change.tokens) == ("PAM_USER_UNKNOWN", [])


@everybody
@pytest.mark.parametrize("service", ["login", "sshd", "passwd", "chpasswd", "su"])
def test_expired_password_is_not_kept(machine, by, service):
    """Neither a refusal nor a way out of the prompts ends in success, and success only in a password that was checked."""
    machine.write_policy(POLICY)
    for answers in ([WEAK] * 9, [CANCEL], [], [""] * 9, [ACCEPTED, CANCEL], [ACCEPTED, WEAK]):
        change = machine.change(*answers, expired=True, by=by, service=service)
        assert change.status not in ("PAM_SUCCESS", "PAM_IGNORE") and change.tokens == [None], answers
    change = machine.change(ACCEPTED, ACCEPTED, expired=True, by=by, service=service)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])


# ---- What they type ----


@pytest.fixture(scope="session")
def locales(programs):
    """Locales in which bytes above 127 are letters, and in which "i" is not the small "I": where they can be made."""
    folder = programs / "locales"
    folder.mkdir()
    if not shutil.which("localedef"):
        pytest.skip("there is no localedef")
    for name, source, charmap in [("latin", "de_DE", "ISO-8859-1"), ("turkish", "tr_TR", "ISO-8859-9")]:
        made = subprocess.run(
            ["localedef", "-i", source, "-f", charmap, folder / name], capture_output=True, text=True, check=False)
        if not (folder / name / "LC_CTYPE").exists():
            pytest.skip("no such locale can be made here: " + " ".join(made.stderr.split()))
    return folder


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "latin", "turkish"])
def test_bytes_above_127_are_in_no_class_in_any_locale(machine, request, locale):
    variables = {"LC_ALL": locale}
    if not locale.startswith("C"):
        variables["LOCPATH"] = str(request.getfixturevalue("locales"))
    machine.write_policy("rules = required: upper; required: lower; required: digit; minlength: 4\nwords = TITLIS\n")
    # Letters and digits of other scripts, in UTF-8: they belong to none of the three classes.
    for password in ("ÄÖÜäöüßé", "ПАРОЛЬпароль", "٣٤٥٦٧٨", "ＡＢｃｄ１２"):
        assert machine.reasons(password, locale=variables) == [
            "needs an uppercase letter", "needs a lowercase letter", "needs a digit"]
    # The same word whatever the small letter of I is.
    for password in ("x7titlisX", "x7TITLISX", "X7tItLiSx"):
        assert machine.reasons(password, locale=variables) == ["contains a word that is not allowed on this system"]


@pytest.mark.parametrize(("first", "last"), [(0x80, 0xC0), (0xC0, 0x100)])
def test_every_byte_that_is_no_text_is_refused(machine, first, last):
    """No single byte above 127 is UTF-8; as many tries as there may be in one change."""
    passwords = [b"Vq7%k" + bytes([byte]) for byte in range(first, last)]
    change = machine.change(*passwords, ACCEPTED, ACCEPTED, policy="rules = minlength: 4\nretry = 100\nsuggest = no\n")
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])
    assert len(change.prompts) == len(passwords) + 2
    [reason] = {text for text in change.texts("error") if text.startswith("  - ")}
    assert "UTF-8" in reason


# ---- What they are told ----


def test_all_reasons_are_said_at_once(machine, peers):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY)
    assert (change.status, change.texts("error")) == ("PAM_SUCCESS", [REFUSED, *REASONS])
    # A user who follows the message is told the next rule.
    peer = peers.change(
        "pwquality", "retry=3 dictcheck=0 minlen=12 ucredit=-1 dcredit=-1", WEAK, WEAK + "7", WEAK.upper() + "7qzj")
    assert [text.removeprefix("BAD PASSWORD: The password ") for text in peer.texts("error")] == [
        "contains less than 1 digits", "contains less than 1 uppercase letters", "is shorter than 12 characters"]


def test_rules_are_known_before_the_last_prompt(machine, peers):
    """sshd shows the messages after which there is a prompt."""
    def seen(change):
        last = max(index for index, event in enumerate(change.events) if event["type"] == "prompt")
        return [event["text"] for event in change.events[:last] if event["type"] in ("info", "error")]

    circumstances = {"service": "sshd", "by": ROOT, "expired": True}
    change = machine.change(WEAK, policy=POLICY, options="retry=1", **circumstances)
    known = " ".join(seen(change))
    assert "at least 12 characters" in known and "an uppercase letter and a digit" in known
    peer = peers.change("pwquality", "dictcheck=0 minlen=12 ucredit=-1 dcredit=-1", WEAK, **circumstances)
    assert change.status == peer.status == "PAM_AUTHTOK_ERR" and seen(peer) == []


@everybody
@pytest.mark.parametrize("answers", [(WEAK,) * 3, (ACCEPTED, WEAK, ACCEPTED, ACCEPTED)])
def test_silence_is_kept(machine, peers, by, answers):
    machine.write_policy(POLICY + BOUND)
    told, silent = (machine.change(*answers, silent=silent, by=by) for silent in (False, True))
    assert told.shown
    assert (silent.status, silent.prompts, silent.tokens) == (told.status, told.prompts, told.tokens)
    # That two passwords differ is libpam's own message, which it does not hold back.
    assert set(silent.shown) <= {"Sorry, passwords do not match."}
    if WEAK in answers[:1] and by == USER:
        for name, options in (("pwquality", "dictcheck=0"), ("passwdqc", "non-unix")):
            assert peers.change(name, options, WEAK, silent=True).shown


@pytest.mark.parametrize(("service", "terminal", "is_suggested"), [
    ("chpasswd", True, False), ("chpasswd", False, False), ("newusers", True, False), ("passwd", False, False),
    ("passwd", True, True), ("login", False, True), ("sshd", False, True),
])
def test_suggestion_is_for_people_alone_and_stays_the_same(machine, peers, service, terminal, is_suggested):
    circumstances = {"service": service, "terminal": terminal}
    change = machine.change(*[WEAK] * 3, policy=POLICY, options="suggest=yes", **circumstances)
    assert change.status != "PAM_SUCCESS" and REFUSED in change.shown
    assert len(set(change.suggestions)) == is_suggested
    assert any("Suggestion" in text for text in change.dialogue) == is_suggested
    # A peer does not care who reads, and has another one at each try.
    assert len(set(suggested(peers.change("passwdqc", "non-unix", *[WEAK] * 3, **circumstances)))) > 1


# ---- What administrators and generators do ----


def tool(*arguments, check=False, **options):
    return subprocess.run([TOOL, *arguments], capture_output=True, timeout=60, check=check, **options)


class Quality:
    """libpwquality by its C interface, whose errors are numbers below 0."""

    def __init__(self, *options: bytes):
        self._library = ctypes.CDLL("libpwquality.so.1")
        self._library.pwquality_default_settings.restype = ctypes.c_void_p
        self._settings = ctypes.c_void_p(self._library.pwquality_default_settings())
        for option in options:
            assert self._library.pwquality_set_option(self._settings, option) == 0

    def check(self, password: bytes) -> int:
        return self._library.pwquality_check(self._settings, password, None, None, ctypes.byref(ctypes.c_void_p()))

    def generate(self, bits: int) -> int:
        return self._library.pwquality_generate(self._settings, bits, ctypes.byref(ctypes.c_void_p()))


def test_mistake_is_found_before_it_counts(machine):
    machine.write_policy("rules = minlength: 12\nretry = 3\n")
    assert tool("policy", "--config", machine.policy, "--check").returncode == 0
    path = machine.drop_in("10.conf", "# ours\nrules = required: uper\n")
    for command in (["lint", path], ["policy", "--config", machine.policy, "--check"]):
        found = tool(*command, text=True)
        assert found.returncode == 2
        assert '10.conf:2:19: error: unknown class "uper"; did you mean "upper"?' in found.stdout + found.stderr


def test_no_dictionary_is_needed_and_a_missing_list_is_told(machine):
    # No file but the policy, whatever it asks for but a list.
    assert machine.reasons(GOOD, policy="rules = minlength: 8\npalindrome = reject\nwords = acme\nmax-keyboard = 4\n") == []
    change = machine.change(GOOD, GOOD, policy="rules = minlength: 8\nblocklist = /nonexistent/list\n")
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    assert "/nonexistent/list cannot be read: no such file" in change.log[0].text
    checked = tool("policy", "--config", machine.policy, "--check", text=True)
    assert checked.returncode == 2 and "/nonexistent/list" in checked.stdout + checked.stderr
    # The peer refuses everything, and no code of its own tells that from a password in the dictionary.
    quality = Quality(b"dictpath=/nonexistent/list")
    assert {quality.check(text) for text in (GOOD.encode(), b"Vz7qWkP2xRb4NmT9cHs6")} == {PWQ_ERROR_CRACKLIB_CHECK}


DEMANDS = "rules = required: upper; required: lower; required: digit; required: special; minlength: 12; max-repeating: 2\n"


@pytest.mark.parametrize("style", ["random", "readable", "words"])
@pytest.mark.parametrize("policy", [
    DEMANDS, "rules = minlength: 8; required: digit; max-repeating: 1; allowed: ascii-printable\nmin-classes = 4\n",
    DEMANDS + "username-parts = 3\nmax-keyboard = 3\npalindrome = reject\nmin-different = 9\nmax-class-repeating = 5\n",
])
def test_generated_passwords_obey_the_policy(machine, style, policy):
    machine.write_policy(policy + f"suggest-style = {style}\n")
    made = tool("generate", "--config", machine.policy, "--count", "1000", check=True).stdout
    assert len(set(made.splitlines())) == 1000
    checked = tool("check", "--config", machine.policy, input=made)
    assert (checked.stdout, checked.returncode) == (b"accepted\n" * 1000, 0)
    # And the password that the module suggests, however weak the typed one was.
    change = machine.change(WEAK, SUGGESTION, SUGGESTION)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", change.suggestions)


def test_generator_does_not_give_up(machine):
    """300 draws of 56 bits each, under the same demands."""
    machine.write_policy(DEMANDS)
    for _ in range(3):
        tool("generate", "--config", machine.policy, "--entropy", "56", "--count", "100", check=True)
    quality = Quality(
        b"minlen=12", b"ucredit=-1", b"lcredit=-1", b"dcredit=-1", b"ocredit=-1", b"maxrepeat=2", b"dictcheck=0")
    assert PWQ_ERROR_GENERATION_FAILED in [quality.generate(56) for _ in range(300)]


@needs_root
def test_leaked_passwords_are_found_without_a_network(machine):
    """From hashes as they are published, and with no way out of the machine."""
    leaked = ["Correct-Horse-9-Battery", "Tr0ub4dor&3-again", *(f"Bqz{number}-Xyk" for number in range(500))]
    hashes = sorted(hashlib.sha1(text.encode()).hexdigest().upper() + f":{len(text)}" for text in leaked)
    source, made = machine.directory / "hashes.txt", machine.directory / "leaked.blocklist"
    source.write_text("\n".join(hashes) + "\n")
    tool("blocklist", "build", "-o", made, "--format", "sha1", source, check=True)
    made.chmod(0o644)
    machine.write_policy(f"rules = minlength: 8\nblocklist = {made}\n")
    alone = ("unshare", "--net")
    for password in leaked[:3]:
        assert machine.reasons(password, command=alone) == ["is a common or leaked password"]
    assert machine.reasons(GOOD, command=alone) == []
    # What cannot be looked up is refused, and not let through.
    made.write_bytes(made.read_bytes()[:-1])
    assert machine.change(GOOD, GOOD, command=alone).status == "PAM_TRY_AGAIN"


def test_profile_excludes_those_of_the_others():
    """Those that cannot be enabled together with one of pam-auth-update."""
    def conflicts(profile):
        return {name for line in re.findall(r"(?m)^Conflicts: (.*)$", profile.read_text()) for name in line.split(", ")}

    assert conflicts(TOP / "debian" / "pam-config") == {"cracklib", "pwquality", "passwdqc"}
    assert "passwdqc" not in conflicts(unpacked("libpam-pwquality") / "usr" / "share" / "pam-configs" / "pwquality")
