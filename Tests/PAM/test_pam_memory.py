"""What a transaction leaves in the memory of the process: nothing that is not freed, and no password in any form."""

import hashlib
import json
import os
import subprocess

import pytest
from blocklists import EXACT, WITH_CHANGES, build, change_byte, write
from transaction import ACCEPTED, BROKEN_POLICY, CANCEL, POLICY, ROOT, SUGGESTION, USER, VALGRIND, WEAK, needs_root

LISTED = "rules = minlength: 8\n"


@pytest.mark.parametrize(("answers", "arguments", "status"), [
    pytest.param([ACCEPTED] * 2, {}, "PAM_SUCCESS", id="accepted"),
    pytest.param([ACCEPTED] * 4, {"times": 2}, "PAM_SUCCESS", id="twice"),
    pytest.param([WEAK, ACCEPTED, WEAK, SUGGESTION, SUGGESTION], {"options": "debug"}, "PAM_SUCCESS", id="suggestion"),
    pytest.param([WEAK, SUGGESTION, SUGGESTION], {"policy": POLICY + "suggest-style = words\n"}, "PAM_SUCCESS", id="words"),
    pytest.param([WEAK, SUGGESTION, SUGGESTION], {"policy": POLICY + "suggest-style = random\n"}, "PAM_SUCCESS", id="random"),
    pytest.param([WEAK] * 3, {}, "PAM_MAXTRIES", id="refused"),
    pytest.param([ACCEPTED, CANCEL], {}, "PAM_AUTHTOK_ERR", id="cancelled"),
    pytest.param(["q" * 100_000, b"\xff", ""], {}, "PAM_MAXTRIES", id="strange"),
    pytest.param([], {"policy": BROKEN_POLICY}, "PAM_TRY_AGAIN", id="broken"),
    pytest.param([], {"options": "retyr=3 rules=minlength:8"}, "PAM_TRY_AGAIN", id="option"),
    pytest.param([WEAK] * 2, {"policy": "retry = 0\n", "by": ROOT}, "PAM_SUCCESS", id="root"),
    pytest.param(["qzjxwvkq", SUGGESTION, SUGGESTION], {"policy": LISTED + "blocklist = {}\n"}, "PAM_SUCCESS", id="listed"),
    pytest.param([ACCEPTED] * 2, {"policy": LISTED + "blocklist = {0}\nblocklist = exact {0}\n"}, "PAM_SUCCESS", id="not listed"),
    pytest.param(["7Qzjxwvkq!", "QZJXWVKQ", CANCEL], {"policy": LISTED + "blocklist = {}\n"}, "PAM_AUTHTOK_ERR",
                 id="list cancelled"),
    pytest.param(["q" * 1024, "aB1!" * 256, b"\xff"], {"policy": LISTED + "max-bytes = 4096\nblocklist = {}\n"}, "PAM_MAXTRIES",
                 id="list and strange"),
    pytest.param([], {"policy": LISTED + "blocklist = {}.missing\n"}, "PAM_TRY_AGAIN", id="list missing"),
    pytest.param([ACCEPTED] * 2, {"policy": LISTED + "blocklist = optional {}.missing\n"}, "PAM_SUCCESS", id="list optional"),
    pytest.param([ACCEPTED] * 3, {"policy": LISTED + "blocklist = {}.damaged\n"}, "PAM_MAXTRIES", id="list damaged"),
])
def test_transaction_leaves_no_memory_behind_and_touches_none_of_others(machine, answers, arguments, status):
    path = write(machine.directory / "list", build("qzjxwvkq", "qqqq", "ab1!", *(f"word {number}" for number in range(200))))
    write(machine.directory / "list.damaged", change_byte(build("word", match=EXACT), -1))
    arguments = {"policy": POLICY, "by": USER} | arguments
    arguments["policy"] = arguments["policy"].format(path)
    assert machine.change(*answers, **arguments, command=VALGRIND).status == status


# What memory.c types.
REFUSED = "qzjxwvkbpgmhtrcdlnyfsaeiouqjzwxkvgbpthmrdcnl"
TAKEN = "Vz7qWkP2xRb4NmT9cHs6LdF3gJy8ZtKQhUe5wXpBvYrM"
LETTERS = str.maketrans("01345789", "oieastbg")


def readings(password: str) -> dict[str, str]:
    """Some of the forms in which a password is compared, and looked for in a list."""
    lower = password.lower()
    return {"typed": password, "lower": lower, "backwards": password[::-1], "both": lower[::-1],
            "letters": lower.translate(LETTERS)}


def pieces() -> dict[str, bytes]:
    """The ends of those forms, in bytes and in 32 bits each, and their digests, as numbers and as bytes: free() writes over the
    start of a block."""
    found = {}
    for name, password in [("refused", REFUSED), ("accepted", TAKEN)]:
        for form, text in readings(password).items():
            digest = hashlib.sha1(text.encode()).digest()
            found |= {
                f"{name}, {form}": text.encode()[-12:], f"{name}, {form}, 32 bits": text.encode("utf-32-le")[-24:],
                f"{name}, {form}, digest": digest[:8],
                # A number of 64 bits as it lies in memory, and two of 32 bits.
                f"{name}, {form}, key": digest[:8][::-1], f"{name}, {form}, words": digest[:4][::-1] + digest[4:8][::-1],
            }
    return found


def left_in_memory(machine, line: str, command=(), old: str = "") -> dict:
    """How often each piece is there after a transaction in which one password is refused and another accepted. Left out are those
    that are not there, and pieces of the old password, which libpam and the environment have."""
    machine.write_stack("example", [line])
    # A text that is certainly there, to see that the search works.
    wanted = pieces() | {"the path": str(machine.confdir).encode()[-12:]}
    wanted = {name: piece for name, piece in wanted.items() if piece not in old.encode()}
    environment = {"LD_LIBRARY_PATH": machine.programs, "PATH": os.environ["PATH"]} | ({"OLD_PASSWORD": old} if old else {})
    copies = json.loads(subprocess.run(
        [*command, machine.programs / "memory", machine.confdir, "example", *(piece.hex() for piece in wanted.values())],
        env=environment, capture_output=True, timeout=60, check=True).stdout)
    assert copies.pop("held") > 0 and copies["status"] == 0
    counts = dict(zip(wanted, copies.pop("pieces"), strict=True))
    assert counts.pop("the path") > 0, "the search finds nothing"
    return {name: count for name, count in (copies | counts).items() if count != 0}


DEMANDING = "rules = required: upper; required: digit; minlength: 40\nenforce-for-root = yes\n"


@needs_root
@pytest.mark.parametrize(("policy", "old"), [
    *((f"{DEMANDING}suggest-style = {style}\n", "") for style in ["random", "readable", "words"]),
    # One that the list refuses, another that is not listed, and a suggestion.
    *((f"{LISTED}enforce-for-root = yes\nblocklist = {match} {{}}\n", "") for match in ["exact", "folded", "mangled"]),
    (DEMANDING + "blocklist = optional mangled {}.damaged\n", ""),
    (DEMANDING + "old-password-changes = 5\nwords = wonderland\npalindrome = reject\nmax-keyboard = 4\n", ""),
    *((DEMANDING + "old-password =\nold-password = same, case\nold-password-changes = 3\n", old)
      for old in [REFUSED[::-1], TAKEN.swapcase()[3:], "Nk5?rTm8&bGd-yQj" * 2]),
])
def test_no_copy_and_no_digest_of_a_password_is_left(people, policy, old):
    path = write(people.directory / "list", build(REFUSED, *(f"word {number}" for number in range(2000))))
    write(people.directory / "list.damaged", change_byte(build("word"), -1))
    people.write_policy(policy.format(path))
    assert left_in_memory(people, f"required module config={people.policy}", people.accounts.command, old) == {}


def test_copies_that_a_peer_leaves_are_found(machine, peers):
    """The dictionary that libpwquality asks keeps them in static buffers."""
    peers.install("pwquality")
    found = left_in_memory(machine, "required pam_pwquality ucredit=-1 enforce_for_root retry=3", peers.command)
    assert any(name.startswith("accepted, ") for name in found)


def test_small_changes_are_what_the_readings_here_are(machine):
    """The forms above are forms that are looked for, or the search for them would prove nothing."""
    for form, text in readings(TAKEN).items():
        # That is how it is compared with the old one alone.
        if form == "backwards":
            continue
        path = write(machine.directory / "list", build(text))
        [reason] = machine.reasons(TAKEN, policy=f"{LISTED}blocklist = {path}\n")
        if form in ("both", "letters"):
            assert reason == WITH_CHANGES
