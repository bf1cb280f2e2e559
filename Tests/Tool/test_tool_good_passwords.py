"""The default policy accepts random and generated passwords: almost as often as before the list found more."""

import os
import random
import string

import pytest

from tool import ROOT, run

LENGTHS = range(15, 21)
WORDS = os.path.join(ROOT, "build", "common.words")

# How many of the 60,000 the policy refused at commit 00a8014, which neither took marks out nor undid folding: asked by that
# commit's library, with its own list. Of 120,000 generated ones it refused none for alice, and one for omar.
BEFORE = {"alice": 16, "omar": 40}
MORE = 10


def at_random(source):
    """60,000 of random characters and of random words."""
    printable = "".join(map(chr, range(0x20, 0x7F)))
    for alphabet, count in [(printable, 20_000), (string.ascii_lowercase + string.digits, 15_000), (string.hexdigits[:16], 5_000)]:
        for _ in range(count):
            yield "".join(source.choices(alphabet, k=source.choice(LENGTHS)))
    with open(WORDS) as file:
        words = [word for word in file.read().split() if word.isascii() and word.isalpha() and 3 <= len(word) <= 8]
    for _ in range(20_000):
        # 15 characters at least.
        yield source.choice(" -._").join(source.choices(words, k=source.randint(4, 5)))


def generated():
    """40,000, of each style."""
    for style, count in [("random", 20_000), ("readable", 15_000), ("words", 5_000)]:
        made = run("generate", "--rules", "minlength: 15", "--style", style, "--count", str(count))
        assert len(made.lines) == count
        yield from made.lines


@pytest.fixture(scope="module")
def passwords():
    made = [*at_random(random.Random(17)), *generated()]
    assert len(made) == 100_000 and min(map(len, made)) >= LENGTHS[0]
    return made


@pytest.mark.parametrize("user", BEFORE)
def test_hardly_more_is_refused_than_before(shipped_policy, passwords, user):
    lines = "".join(f"{one}\n" for one in passwords).encode()
    answers = run("check", "--config", shipped_policy, "--user", user, input=lines).lines
    assert len(answers) == len(passwords)
    refused = [password for password, answer in zip(passwords, answers) if answer != "accepted"]
    assert len(refused) <= BEFORE[user] + MORE, refused
