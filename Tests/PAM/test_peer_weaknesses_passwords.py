"""Where pam_pwquality and pam_passwdqc are weak and ours is not: what people type, read and are given.

| | weakness | test |
|---|---|---|
| 1 | one reason each try | test_all_reasons_are_said_at_once |
| 7 | bytes are counted for characters | test_characters_are_counted_and_compared |
| 8 | what everybody tries first is accepted | test_what_everybody_tries_first_is_refused |
| 9 | without a dictionary everything is refused | test_no_dictionary_is_needed_and_a_missing_list_is_told |
| 10 | generated passwords break the policy | test_generated_passwords_obey_the_policy |
| 10 | generators give up | test_generator_does_not_give_up |
| 11 | suggestions for scripts, and another one at each try | test_suggestion_is_for_people_and_stays_the_same |
| 15 | leaked passwords are looked up in the network or not at all | test_leaked_passwords_are_found_without_a_network |
| 16 | messages where the program asked for silence | PAM/test_past_bugs_circumstances.py: test_silence_is_kept |
| 16 | nobody learns the reason over ssh | test_rules_are_known_before_the_last_prompt |
| 16 | the same, with a real sshd | Debian/test_debian_policy.py: test_last_reason_is_shown_before_ssh_closes |
| 17 | cost of the old password | PAM/test_past_bugs_cost.py: test_cost_grows_hardly_faster_than_the_length |
| 17 | copies stay in memory | test_comparison_with_the_old_password_leaves_no_copy |
| 18 | neither tests nor fuzzing | test_tests_and_fuzzing_are_here |
"""

import ctypes
import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest
from copies import ACCEPTED_AFTER, REFUSED, forms
from peer_modules import peers, suggested  # noqa: F401
from person import accounts, people  # noqa: F401
from transaction import ACCEPTED, BROKEN, POLICY, ROOT, SUGGESTION, WEAK, needs_root

TOP = Path(__file__).parents[2]
TOOL = TOP / "build" / "passwordrules"
# <pwquality.h>
PWQ_ERROR_CRACKLIB_CHECK, PWQ_ERROR_GENERATION_FAILED = -22, -24
DICTIONARY = Path("/var/cache/cracklib/cracklib_dict.pwd")
GOOD = "Vq7%kWz2!xRj-tMn4"


class Quality:
    """libpwquality by its C interface, whose errors are numbers below 0."""

    def __init__(self, *options: bytes):
        self._library = ctypes.CDLL("libpwquality.so.1")
        self._library.pwquality_default_settings.restype = ctypes.c_void_p
        self._settings = ctypes.c_void_p(self._library.pwquality_default_settings())
        for option in options:
            assert self._library.pwquality_set_option(self._settings, option) == 0

    def check(self, password: bytes) -> int:
        detail = ctypes.c_void_p()
        return self._library.pwquality_check(self._settings, password, None, None, ctypes.byref(detail))

    def generate(self, bits: int) -> int:
        password = ctypes.c_void_p()
        return self._library.pwquality_generate(self._settings, bits, ctypes.byref(password))


def test_all_reasons_are_said_at_once(machine, peers):
    machine.write_policy("rules = required: upper; required: digit; minlength: 12\nsuggest = no\n")
    change = machine.change(WEAK, ACCEPTED, ACCEPTED)
    assert change.status == "PAM_SUCCESS"
    assert change.texts("error") == [
        "Not accepted yet:", "  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit"]
    # A user who follows the message is told the next rule.
    peer = peers.change(
        "pwquality", "retry=3 dictcheck=0 minlen=12 ucredit=-1 dcredit=-1", WEAK, WEAK + "7", WEAK.upper() + "7qzj")
    assert [text.removeprefix("BAD PASSWORD: The password ") for text in peer.texts("error")] == [
        "contains less than 1 digits", "contains less than 1 uppercase letters", "is shorter than 12 characters"]


@pytest.mark.parametrize(("rules", "password", "reason", "peer_options"), [
    ("minlength: 12", "éàüöñç", "6 more characters needed (6 of 12)", "minlen=12"),
    ("max-repeating: 2", "é" * 11, "one character 11 times in a row (at most 2)", "minlen=8 maxrepeat=2"),
    ("required: special", "парольбукв", "needs a special character", "minlen=8 ocredit=-1"),
    ("minlength: 6", "🐢🐇🐢🐇", "2 more characters needed (4 of 6)", "minlen=6"),
])
def test_characters_are_counted_and_compared(machine, peers, rules, password, reason, peer_options):
    change = machine.change(password, policy=f"rules = {rules}\nretry = 1\nsuggest = no\n")
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert [line for line in change.texts("error") if reason in line] == change.texts("error")[1:]
    assert peers.change("pwquality", f"dictcheck=0 {peer_options}", password, password).status == "PAM_SUCCESS"


@pytest.fixture(scope="module")
def shipped():
    """The policy that ships, with the list that was built in place of the installed one, and shorter passwords."""
    text = (TOP / "pam" / "passwordrules.conf").read_text()
    listed = text.replace("/usr/share/passwordrules/common.blocklist", "{list}")
    assert listed.count("\nblocklist = {list}\n") == 1 and listed.count("\nrules = minlength: 15;\n") == 1
    return listed.replace("rules = minlength: 15;", "rules = minlength: 8;")


def common_list(machine) -> Path:
    """build/common.blocklist where every user may read it."""
    path = machine.programs / "common.blocklist"
    if not path.exists():
        path.write_bytes((TOP / "build" / "common.blocklist").read_bytes())
        path.chmod(0o644)
    return path


@pytest.mark.parametrize(("password", "takers"), [
    ("passwordpasswordpassword", ["pwquality"]), ("qwertyuiop123", ["pwquality"]), ("Password1234", ["pwquality"]),
    ("P@ssw0rd123", ["pwquality", "passwdqc"]), ("Summer2024!", ["passwdqc"]), ("Abcd1234!", ["passwdqc"]),
])
def test_what_everybody_tries_first_is_refused(machine, peers, monkeypatch, shipped, password, takers):
    # They have the word "password" in them, and so have messages.
    monkeypatch.setattr("transaction.LONGEST_SHARED_PIECE", len("password"))
    policy = shipped.replace("{list}", str(common_list(machine)))
    change = machine.change(password, policy=policy, options="retry=1 suggest=no")
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    [reason] = change.texts("error")[1:]
    assert reason.startswith("  - is a common or leaked password")
    assert machine.change(GOOD, GOOD).status == "PAM_SUCCESS"
    options = {"passwdqc": "non-unix", "pwquality": "" if DICTIONARY.exists() else "dictcheck=0"}
    for name in takers:
        assert peers.change(name, options[name], password, password).status == "PAM_SUCCESS"


def test_no_dictionary_is_needed_and_a_missing_list_is_told(machine, peers):
    # No file but the policy, whatever it asks for but a list.
    machine.write_policy("rules = minlength: 8\npalindrome = reject\nwords = acme\nmax-keyboard = 4\n")
    assert machine.change(GOOD, GOOD).status == "PAM_SUCCESS"
    machine.write_policy("rules = minlength: 8\nblocklist = /nonexistent/list\n")
    change = machine.change(GOOD, GOOD)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
    [log] = change.log
    assert "/nonexistent/list cannot be read: there is no such file" in log.text
    checked = subprocess.run(
        [TOOL, "policy", "--config", machine.policy, "--check"], capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 2 and "/nonexistent/list" in checked.stdout + checked.stderr
    # Where it may be missing, the rest counts.
    machine.write_policy("rules = minlength: 8\nblocklist = optional /nonexistent/list\nretry = 1\n")
    assert machine.change(GOOD, GOOD).status == "PAM_SUCCESS" and machine.change("qzjxwvk").status == "PAM_AUTHTOK_ERR"
    # The peer refuses everything, and no code of its own tells that from a password in the dictionary.
    quality = Quality(b"dictpath=/nonexistent/list")
    assert [quality.check(text.encode()) for text in (GOOD, ACCEPTED, ACCEPTED_AFTER)] == [PWQ_ERROR_CRACKLIB_CHECK] * 3


CLASSES = "required: upper; required: lower; required: digit; required: special;"
DEMANDS = f"rules = {CLASSES} minlength: 12; max-repeating: 2\n"


@pytest.mark.parametrize("style", ["random", "readable", "words"])
@pytest.mark.parametrize("policy", [
    DEMANDS, "rules = minlength: 8; required: digit; max-repeating: 1; allowed: ascii-printable\nmin-classes = 4\n",
    DEMANDS + "username-parts = 3\nmax-keyboard = 3\npalindrome = reject\nmin-different = 9\nmax-class-repeating = 5\n",
])
def test_generated_passwords_obey_the_policy(machine, style, policy):
    machine.write_policy(policy + f"suggest-style = {style}\n")
    command = [TOOL, "generate", "--config", machine.policy, "--count", "1000"]
    made = subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
    assert len(set(made.splitlines())) == 1000
    checked = subprocess.run(
        [TOOL, "check", "--config", machine.policy], input=made, capture_output=True, timeout=60, check=False)
    assert checked.stdout == b"accepted\n" * 1000 and checked.returncode == 0
    # And passwords that the module suggests, however weak the typed one was.
    for _ in range(5):
        change = machine.change(WEAK, SUGGESTION, SUGGESTION)
        assert (change.status, change.tokens) == ("PAM_SUCCESS", change.suggestions)


def test_generator_does_not_give_up(machine):
    """300 draws of 56 bits each, under the same demands."""
    machine.write_policy(DEMANDS)
    for _ in range(3):
        subprocess.run(
            [TOOL, "generate", "--config", machine.policy, "--entropy", "56", "--count", "100"], capture_output=True,
            timeout=60, check=True)
    quality = Quality(
        b"minlen=12", b"ucredit=-1", b"lcredit=-1", b"dcredit=-1", b"ocredit=-1", b"maxrepeat=2", b"dictcheck=0")
    assert PWQ_ERROR_GENERATION_FAILED in [quality.generate(56) for _ in range(300)]


def test_suggestion_is_for_people_and_stays_the_same(machine, peers):
    machine.write_policy(POLICY)
    change = machine.change(WEAK, "qzjxwvk", WEAK)
    assert len(change.suggestions) == 3 and len(set(change.suggestions)) == 1
    assert len([text for text in change.texts("info") if not text.startswith("Suggestion: ")]) == 1
    for service in ("chpasswd", "newusers"):
        script = machine.change(WEAK, WEAK, service=service, options="suggest=yes")
        assert script.status == "PAM_AUTHTOK_ERR" and not script.suggestions and not script.texts("info")
    peer = peers.change("passwdqc", "non-unix", *[WEAK] * 3)
    assert len(set(suggested(peer))) == 3
    assert suggested(peers.change("passwdqc", "non-unix", *[WEAK] * 3, service="chpasswd"))


@needs_root
def test_leaked_passwords_are_found_without_a_network(machine):
    """From hashes as they are published, and with no way out of the machine."""
    leaked = ["Correct-Horse-9-Battery", "Tr0ub4dor&3-again", *(f"Bqz{number}-Xyk" for number in range(500))]
    hashes = sorted(hashlib.sha1(text.encode()).hexdigest().upper() + f":{len(text)}" for text in leaked)
    source, made = machine.directory / "hashes.txt", machine.directory / "leaked.blocklist"
    source.write_text("\n".join(hashes) + "\n")
    subprocess.run([TOOL, "blocklist", "build", "-o", made, "--format", "sha1", source], capture_output=True, check=True)
    made.chmod(0o644)
    machine.write_policy(f"rules = minlength: 8\nblocklist = {made}\nretry = 1\nsuggest = no\n")
    alone = ("unshare", "--net")
    for password in leaked[:3]:
        change = machine.change(password, command=alone)
        assert change.texts("error") == ["Not accepted yet:", "  - is a common or leaked password"]
    assert machine.change(GOOD, GOOD, command=alone).status == "PAM_SUCCESS"
    # What cannot be looked up is refused, and not let through.
    made.write_bytes(made.read_bytes()[:-1])
    assert machine.change(GOOD, GOOD, command=alone).status == "PAM_TRY_AGAIN"


def seen(change) -> list[str]:
    """The messages that sshd shows: those which a prompt comes after."""
    last = max(index for index, event in enumerate(change.events) if event["type"] == "prompt")
    return [event["text"] for event in change.events[:last] if event["type"] in ("info", "error")]


@needs_root
def test_rules_are_known_before_the_last_prompt(machine, peers):
    circumstances = {"service": "sshd", "by": ROOT, "expired": True}
    change = machine.change(WEAK, policy=POLICY, options="retry=1", **circumstances)
    assert change.status == "PAM_AUTHTOK_ERR"
    known = " ".join(seen(change))
    assert "12 characters or more" in known and "an uppercase letter and a digit" in known
    peer = peers.change("pwquality", "dictcheck=0 minlen=12 ucredit=-1 dcredit=-1", WEAK, **circumstances)
    assert peer.status == "PAM_AUTHTOK_ERR" and seen(peer) == []


@pytest.mark.parametrize("old", [REFUSED[::-1], ACCEPTED_AFTER.swapcase()[3:], "Nk5?rTm8&bGd-yQj" * 2])
def test_comparison_with_the_old_password_leaves_no_copy(people, old):
    """Of the new ones; the old one stands in the environment of this test's program, and libpam has it."""
    people.write_policy(
        "rules = required: upper; required: digit; minlength: 40\nenforce-for-root = yes\n"
        "old-password =\nold-password = same, case\n"
        "old-password-changes = 3\n")
    people.write_stack("example", [f"required module config={people.policy}"])
    ends = [form for form in forms() if bytes.fromhex(form) not in old.encode()]
    output = people.accounts.run(
        "env", f"LD_LIBRARY_PATH={people.programs}", f"OLD_PASSWORD={old}", people.programs / "memory", people.confdir,
        "example", *ends).stdout
    found = json.loads(output)
    assert found["status"] == 0 and found["held"] > 0
    assert (found["refused"], found["accepted"]) == (0, 0) and not any(found["pieces"])


def test_tests_and_fuzzing_are_here():
    tests = [path for path in (TOP / "Tests").rglob("test_*.py") if path.stat().st_size > 500]
    assert len(tests) > 60
    seeds = [path for path in (TOP / "Tests" / "Fuzz" / "Seeds").rglob("*") if path.is_file()]
    assert seeds and re.search(r"(?m)^fuzz\b.*:", (TOP / "Makefile").read_text()), "there is no fuzzing here"
