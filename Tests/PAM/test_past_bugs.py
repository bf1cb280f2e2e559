"""Bugs of similar modules, and weaknesses of the peers: users, passwords, messages, and effects on the
program that loads the module. past_bugs.tsv lists all bugs."""

import copy
import ctypes
import os
import re
import struct
from pathlib import Path

import pytest
from peer_modules import suggested, unpacked
from person import PASSWD, Accounts
from transaction import (
    ACCEPTED, CANCEL, POLICY, REASONS, REFUSED, ROOT, SETUID, USER, WEAK, Transaction, short_of,
)

TOP = Path(__file__).parents[2]
GOOD = "Vq7%kWz2!xRj-tMn4"
BOUND = "enforce-for-root = yes\n"
everybody = pytest.mark.parametrize("by", [USER, SETUID, ROOT])


# ---- Users ----


# Full names, and whether the account fits into the module's buffer. If it does not, the account is unknown.
@pytest.mark.parametrize(("name", "is_known"), [
    pytest.param(b"Kumquats" + b" ab" * 9_000, True, id="many words"),
    pytest.param(b"Kumquats" + b"," * 30_000, True, id="many fields"),
    pytest.param(b"\xff\x80" * 500 + b" Kumquats " + b"\xff\x80" * 10_000, True, id="not UTF-8"),
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
    # Names of any length must not need much stack: half a megabyte here, instead of the usual eight.
    small = ("prlimit", "--stack=524288")
    change = person.change("my-kumquats-1", GOOD, GOOD, options="retry=2", expired=True, command=small)
    if is_known:
        assert "  - contains part of your name" in change.texts("error")
        assert (change.status, change.tokens) == ("PAM_SUCCESS", [GOOD])
    else:
        assert (change.status, change.tokens, change.prompts) == ("PAM_USER_UNKNOWN", [], [])
        assert any("could not be looked up" in text for text in change.texts("error"))


@everybody
@pytest.mark.parametrize("policy", ["", "[group staff]\nrules = minlength: 40\n"])
def test_unknown_user_is_refused_like_known_one(machine, peers, policy, by):
    machine.write_policy(POLICY + BOUND + policy)
    known, unknown = (machine.change(*[WEAK] * 3, user=user, by=by, options="suggest=no") for user in ("nobody", "nosuchuser"))
    assert known.status == unknown.status == "PAM_MAXTRIES" and known.tokens == unknown.tokens == [None]
    assert known.dialogue == unknown.dialogue and len(known.prompts) == 3
    assert [line.replace("nobody", "nosuchuser") for line in known.logged] == unknown.logged
    if by == USER and not policy:
        known, unknown = (peers.change("passwdqc", "random=0", *[WEAK] * 3, user=user) for user in ("nobody", "nosuchuser"))
        assert known.prompts and not unknown.prompts


@everybody
@pytest.mark.parametrize("service", ["login", "sshd", "passwd", "chpasswd", "su"])
def test_expired_password_is_not_kept(machine, by, service):
    """A refused or cancelled change fails, so an expired password cannot be kept."""
    machine.write_policy(POLICY)
    for answers in ([WEAK] * 9, [CANCEL], [], [""] * 9, [ACCEPTED, CANCEL], [ACCEPTED, WEAK]):
        change = machine.change(*answers, expired=True, by=by, service=service)
        assert change.status not in ("PAM_SUCCESS", "PAM_IGNORE") and change.tokens == [None], answers
    change = machine.change(ACCEPTED, ACCEPTED, expired=True, by=by, service=service)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])


# ---- Passwords ----


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "latin", "turkish"])
def test_bytes_above_127_are_in_no_class_in_any_locale(machine, request, locale):
    variables = {"LC_ALL": locale}
    if not locale.startswith("C"):
        variables["LOCPATH"] = str(request.getfixturevalue("locales"))
    machine.write_policy("rules = required: upper; required: lower; required: digit; minlength: 4\nwords = TITLIS\n")
    # Letters and digits of other scripts, in UTF-8: they belong to none of the three classes.
    for password in ("ÄÖÜäöüßé", "ПАРОЛЬпароль", "٣٤٥٦٧٨", "ＡＢｃｄ１２"):
        assert machine.reasons(password, locale=variables) == [
            "needs an uppercase letter (A-Z)", "needs a lowercase letter (a-z)", "needs a digit (0-9)"]
    # The word is found even if the lower case of "I" is not "i" in the locale.
    for password in ("x7titlisX", "x7TITLISX", "X7tItLiSx"):
        assert machine.reasons(password, locale=variables) == ["contains a word that is too obvious here (company, town ...)"]


# ---- Messages ----


def test_all_reasons_are_shown_at_once(machine, peers):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY)
    assert (change.status, change.texts("error")) == ("PAM_SUCCESS", [REFUSED, *REASONS])
    # The peer names one rule at a time: a user who meets it learns the next.
    peer = peers.change(
        "pwquality", "retry=3 dictcheck=0 minlen=12 ucredit=-1 dcredit=-1", WEAK, WEAK + "7", WEAK.upper() + "7qzj")
    assert [text.removeprefix("BAD PASSWORD: The password ") for text in peer.texts("error")] == [
        "contains less than 1 digits", "contains less than 1 uppercase letters", "is shorter than 12 characters"]


def test_rules_are_known_before_the_last_prompt(machine, peers):
    """sshd shows only the messages that a prompt follows."""
    def seen(change):
        last = max(index for index, event in enumerate(change.events) if event["type"] == "prompt")
        return [event["text"] for event in change.events[:last] if event["type"] in ("info", "error")]

    circumstances = {"service": "sshd", "by": ROOT, "expired": True}
    change = machine.change(WEAK, policy=POLICY, options="retry=1", **circumstances)
    known = " ".join(seen(change))
    assert "at least 12 characters" in known and "an uppercase letter (A-Z) and a" in known
    peer = peers.change("pwquality", "dictcheck=0 minlen=12 ucredit=-1 dcredit=-1", WEAK, **circumstances)
    assert change.status == peer.status == "PAM_AUTHTOK_ERR" and seen(peer) == []


def test_silence_is_kept(machine, peers):
    """test_pam_enforcement.py tests PAM_SILENT with other callers and policies."""
    silent = machine.change(*[WEAK] * 3, policy=POLICY, silent=True)
    assert (silent.status, silent.shown) == ("PAM_MAXTRIES", [])
    for name, options in [("pwquality", "dictcheck=0"), ("passwdqc", "non-unix")]:
        assert peers.change(name, options, WEAK, silent=True).shown


def test_suggestion_is_for_people_and_stays_the_same(machine, peers):
    """test_pam_services.py has the other programs."""
    for service, is_suggested in [("chpasswd", False), ("sshd", True)]:
        change = machine.change(*[WEAK] * 3, policy=POLICY, service=service)
        assert len(set(change.suggestions)) == is_suggested
        # The peer suggests a password in every program, and a different one at each try.
        assert len(set(suggested(peers.change("passwdqc", "non-unix", *[WEAK] * 3, service=service)))) > 1


# ---- Administration ----


def test_profile_excludes_those_of_the_others():
    """pam-auth-update enables only one of several profiles that conflict."""
    def conflicts(profile):
        return {name for line in re.findall(r"(?m)^Conflicts: (.*)$", profile.read_text()) for name in line.split(", ")}

    assert conflicts(TOP / "debian" / "pam-config") == {"cracklib", "pwquality", "passwdqc"}
    assert "passwdqc" not in conflicts(unpacked("libpam-pwquality") / "usr" / "share" / "pam-configs" / "pwquality")


# ---- Effects on the program ----

# <sys/inotify.h>
IN_ACCESS, IN_OPEN, IN_NONBLOCK = 0x1, 0x20, os.O_NONBLOCK


class Watch:
    """Counts how often any process, in any namespace, opens or reads a file."""

    def __init__(self, path):
        libc = ctypes.CDLL(None, use_errno=True)
        self._file = libc.inotify_init1(IN_NONBLOCK)
        assert self._file >= 0
        assert libc.inotify_add_watch(self._file, os.fsencode(path), IN_OPEN | IN_ACCESS) >= 0

    def count(self) -> int:
        """How often the file was opened or read since the last call."""
        try:
            events = os.read(self._file, 1 << 16)
        except BlockingIOError:
            return 0
        return len(events) // struct.calcsize("iIII")

    def close(self):
        os.close(self._file)


@pytest.mark.parametrize("by", [SETUID, ROOT])
def test_stored_hashes_are_not_opened(people, by):
    """The module does not open /etc/shadow, though it could here, and though the policy compares everything about the
    account. A watched file is mounted over it."""
    path = people.directory / "shadow"
    path.write_text("alice:$6$abcdefgh$notahash:20000:0:99999:7:::\n")
    covered = ("sh", "-c", 'mount --bind "$0" /etc/shadow && exec "$@"', path)
    policy = (
        "rules = minlength: 12\nfull-name = reject\nhome-directory = reject\nusername-parts = 4\nold-password-changes = 4\n"
        "local-users-only = yes\nenforce-for-root = yes\n[group staff]\nrules = minlength: 14\n[user alice]\nretry = 5\n")
    answers = [WEAK, "Liddell-7-Qrtxy", "wonderland-7-xyz", ACCEPTED + "-4r", ACCEPTED + "-4r"]
    watch = Watch(path)
    change = people.change(*answers, policy=policy, by=by, old="Nk5?rTm8&bGd-yQj", command=covered)
    assert change.status == "PAM_SUCCESS" and len(change.prompts) == 5
    assert watch.count() == 0
    people.accounts.run(*covered, "cat", "/etc/shadow")
    assert watch.count() > 0, "the watch sees nothing"
    watch.close()


def test_changes_in_many_threads_do_not_mix(machine):
    """64 users at once, each with a different limit."""
    limits = {f"user{number}": 100 + number for number in range(1, 65)}
    sections = "".join(f"[user {user}]\nrules = minlength: {limit}\n" for user, limit in limits.items())
    times, long = 10, ACCEPTED * 14
    change = machine.change(
        WEAK, long, long, policy=POLICY + sections, options="suggest=no", threads=len(limits), transactions=times)
    for user, limit in limits.items():
        own = Transaction([event for event in change.events if event["person"] == user], [])
        assert own.texts("error") == [REFUSED, short_of(4, limit), *REASONS[1:]] * times
        assert [log.text for log in own.log] == [f"new password for user {user} refused: minlength, required"] * times
        assert (own.texts("result"), own.tokens) == (["PAM_SUCCESS"] * times, [long] * times)


# Every transaction checks that signals, children, files and the rest are unchanged: process.h.


@pytest.mark.parametrize("redirection", ["<&-", "2>&-", "<&- 2>&-"])
def test_closed_standard_files_stay_closed(machine, redirection):
    """If standard input is closed, the next opened file gets its number. The module must not read or write that file
    by mistake."""
    command = ("sh", "-c", f'exec "$@" {redirection}', "sh")
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, command=command)
    assert change.status == "PAM_SUCCESS"


def test_module_is_unloaded_without_a_trace(machine):
    """libpam loads and unloads the module for every transaction. It stays mapped once, like a library in use."""
    once, often = (
        machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, transactions=number).mapped for number in (30, 300))
    # Headers, code, constants, relocated constants, variables, and a gap before the emergency pool, which has
    # pages of its own and no name.
    assert 5 <= once["modules"] == often["modules"] <= 6
    assert often["mappings"] <= once["mappings"] + 1
    # If each of the 270 transactions leaked 15 bytes, that would be one page of 4 KiB.
    assert often["pages"] - once["pages"] <= 4
