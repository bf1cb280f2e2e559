"""What comparing passwords with blocklists leaves in the memory of the process."""

import hashlib
import json
import subprocess

import pytest
from blocklists import EXACT, MANGLED, WITH_CHANGES, build, change_byte, write
from transaction import CANCEL, SUGGESTION, USER, VALGRIND

# What memory.c types.
REFUSED = "qzjxwvkbpgmhtrcdlnyfsaeiouqjzwxkvgbpthmrdcnl"
ACCEPTED = "Vz7qWkP2xRb4NmT9cHs6LdF3gJy8ZtKQhUe5wXpBvYrM"
LETTERS = str.maketrans("01345789", "oieastbg")


def readings(password: str) -> dict[str, str]:
    """Some of the forms in which a password is looked for."""
    lower = password.lower()
    return {"typed": password, "lower": lower, "backwards": lower[::-1], "letters": lower.translate(LETTERS)}


def pieces() -> dict[str, bytes]:
    """The ends of those forms, in bytes and in 32 bits each, and their digests, as numbers and as bytes."""
    found = {}
    for name, password in [("refused", REFUSED), ("accepted", ACCEPTED)]:
        for form, text in readings(password).items():
            found[f"{name}, {form}"] = text.encode()[-12:]
            found[f"{name}, {form}, 32 bits"] = text.encode("utf-32-le")[-24:]
            digest = hashlib.sha1(text.encode()).digest()
            found[f"{name}, {form}, digest"] = digest[:8]
            # A number of 64 bits as it lies in memory, and two of 32 bits.
            found[f"{name}, {form}, key"] = digest[:8][::-1]
            found[f"{name}, {form}, words"] = digest[:4][::-1] + digest[4:8][::-1]
    return found


def transaction_in_memory(machine, policy: str) -> dict:
    """How often each piece is there after a transaction; without those that are not."""
    machine.write_policy(policy)
    machine.write_stack("example", [f"required module config={machine.policy}"])
    # A text that is certainly there, to see that the search works.
    wanted = pieces() | {"the path": str(machine.confdir).encode()[-12:]}
    output = subprocess.run(
        [machine.programs / "memory", machine.confdir, "example", *(piece.hex() for piece in wanted.values())],
        env={"LD_LIBRARY_PATH": machine.programs}, capture_output=True, timeout=60, check=True,
    ).stdout
    copies = json.loads(output)
    assert copies.pop("held") > 0 and copies["status"] == 0
    counts = dict(zip(wanted, copies.pop("pieces"), strict=True))
    assert counts.pop("the path") > 0, "the search finds nothing"
    return {name: count for name, count in (copies | counts).items() if count != 0}


@pytest.mark.parametrize("match", ["exact", "folded", "mangled"])
def test_no_copy_and_no_digest_of_a_password_is_left(machine, match):
    """One that the list refuses, another that is not listed, and a suggestion."""
    listed = build(REFUSED, *(f"word {number}" for number in range(2000)))
    path = write(machine.directory / "list", listed)
    policy = f"rules = minlength: 8\nenforce-for-root = yes\nblocklist = {match} {path}\n"
    assert transaction_in_memory(machine, policy) == {}


def test_no_copy_is_left_where_the_list_is_damaged(machine):
    path = write(machine.directory / "list", change_byte(build("word"), -1))
    policy = f"rules = minlength: 40; required: upper\nenforce-for-root = yes\nblocklist = optional mangled {path}\n"
    assert transaction_in_memory(machine, policy) == {}


@pytest.mark.parametrize(("answers", "line", "status"), [
    pytest.param(["qzjxvwkq", SUGGESTION, SUGGESTION], "blocklist = {}", "PAM_SUCCESS", id="listed"),
    pytest.param(["Vq7%kWz2!xRj"] * 2, "blocklist = {0}\nblocklist = exact {0}", "PAM_SUCCESS", id="accepted"),
    pytest.param(["7Qzjxvwkq!", "QZJXVWKQ", CANCEL], "blocklist = {}", "PAM_AUTHTOK_ERR", id="cancelled"),
    pytest.param(["q" * 1024, "aB1!" * 256, b"\xff"], "max-bytes = 4096\nblocklist = {}", "PAM_MAXTRIES", id="strange"),
    pytest.param([], "blocklist = {}.missing", "PAM_TRY_AGAIN", id="missing"),
    pytest.param(["Vq7%kWz2!xRj"] * 2, "blocklist = optional {}.missing", "PAM_SUCCESS", id="optional"),
    pytest.param(["Vq7%kWz2!xRj"] * 3, "blocklist = {}.damaged", "PAM_MAXTRIES", id="damaged"),
])
def test_transaction_leaves_no_memory_behind_and_touches_none_of_others(machine, answers, line, status):
    words = ["qzjxvwkq", "qqqq", "ab1!", *(f"word {number}" for number in range(200))]
    path = write(machine.directory / "list", build(*words, match=MANGLED))
    write(machine.directory / "list.damaged", change_byte(build("word", match=EXACT), -1))
    policy = "rules = minlength: 8\n" + line.format(path) + "\n"
    change = machine.change(*answers, policy=policy, by=USER, command=VALGRIND)
    assert change.status == status


def test_small_changes_are_what_the_readings_here_are(machine):
    """The forms above are forms that are looked for, or the search for them would prove nothing."""
    for form, text in readings(ACCEPTED).items():
        path = write(machine.directory / "list", build(text))
        change = machine.change(ACCEPTED, policy=f"rules = minlength: 8\nretry = 1\nsuggest = no\nblocklist = {path}\n")
        assert change.status == "PAM_AUTHTOK_ERR", form
        if form in ("backwards", "letters"):
            assert change.texts("error")[1] == f"  - {WITH_CHANGES}"
