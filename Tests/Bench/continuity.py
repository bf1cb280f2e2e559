"""How often a password that the shipped policy accepts is refused after something is added to it: by the lists, since they find
words inside of additions. It should hardly ever be."""

import random
import string
import subprocess

import strength_sets as sets
from place import BUILD, OUT, TOP, say

POLICY = TOP / "pam" / "passwordrules.conf"
SHIPPED_LIST = "/usr/share/passwordrules/common.blocklist"
LENGTH = 15
COUNT = 1_000
COMMON = ["password", "letmein", "qwerty", "iloveyou", "dragon", "monkey", "summer", "football", "princess", "sunshine"]
CHARACTERS = "".join(map(chr, range(0x20, 0x7F)))


def refused(passwords):
    """Those that the shipped policy refuses."""
    path = OUT / "continuity.conf"
    path.write_text(POLICY.read_text(encoding="utf-8").replace(SHIPPED_LIST, str(BUILD / "common.blocklist")), encoding="utf-8")
    path.chmod(0o644)
    done = subprocess.run([BUILD / "passwordrules", "check", "--config", path], input="".join(f"{one}\n" for one in passwords),
                          stdout=subprocess.PIPE, text=True, check=False)
    lines = done.stdout.splitlines()
    assert len(lines) == len(passwords), "a line for each password"
    return [password for password, line in zip(passwords, lines) if line != "accepted"]


def leaked():
    return sorted({*sets.john(), *sets.django()})


def random_ones():
    dice = random.Random(1)
    for alphabet in (CHARACTERS, string.ascii_letters + string.digits, string.ascii_lowercase, "0123456789abcdef", string.digits):
        for _ in range(COUNT):
            yield "".join(dice.choices(alphabet, k=dice.randint(LENGTH, LENGTH + 5)))


def generated():
    for style in ("random", "readable", "words"):
        for _ in range(COUNT // sets.SAMPLE):
            yield from sets.generated(style, rules=f"minlength: {LENGTH}")[0]


def longer(password, dice):
    """With one character more, before, after and inside, and with a common word before and after."""
    position = dice.randint(0, len(password))
    yield dice.choice(CHARACTERS) + password
    yield password + dice.choice(CHARACTERS)
    yield password[:position] + dice.choice(CHARACTERS) + password[position:]
    word = dice.choice(COMMON)
    yield word + password
    yield password + word


def row(name, passwords):
    passwords = list(passwords)
    accepted = sorted({*passwords} - {*refused(passwords)})
    dice = random.Random(2)
    more = [one for password in accepted for one in longer(password, dice)]
    count = len(refused(more))
    rate = f"{10_000 * count / len(more):.2f} in 10,000" if more else "-"
    return f"{name}: {len(accepted):,} accepted, {len(more):,} made longer, {count:,} refused then ({rate})"


def measure():
    """The lines that are printed. The target is 1 in 10,000."""
    say("Adding to passwords that the shipped policy accepts")
    rows = [row("Leaked", leaked()), row("Random characters", random_ones()), row("Generated", generated())]
    return "\n".join(["Accepted passwords that are refused after one character or one common word is added:", *rows])
