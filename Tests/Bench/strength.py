"""Compares the estimator with zxcvbn: strength.py DRIVER LIST TOOL. It needs python3-zxcvbn, john-data and python3-django.

DRIVER reads passwords, a line each, and prints the decimal logarithm of the guesses; TOOL generates passwords whose number is
known."""

import gzip
import math
import random
import re
import statistics
import subprocess
import sys
from pathlib import Path

from zxcvbn import zxcvbn
from zxcvbn.frequency_lists import FREQUENCY_LISTS

JOHN = Path("/usr/share/john/password.lst")
DJANGO = Path("/usr/lib/python3/dist-packages/django/contrib/auth/common-passwords.txt.gz")
CRACKLIB = Path("/usr/share/dict/cracklib-small")
SAMPLE = 1000


def run(*command, text=""):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()


def ours(driver, ranked, passwords):
    return [float(line) for line in run(driver, "e", ranked, text="\n".join(passwords) + "\n")]


def theirs(passwords):
    return [float(zxcvbn(password)["guesses_log10"]) for password in passwords]


def spearman(left, right):
    def ranks(values):
        order, result, start = sorted(range(len(values)), key=values.__getitem__), [0.0] * len(values), 0
        while start < len(order):
            end = start
            while end < len(order) and values[order[end]] == values[order[start]]:
                end += 1
            for index in order[start:end]:
                result[index] = (start + end - 1) / 2
            start = end
        return result

    return statistics.correlation(ranks(left), ranks(right))


def mangled(words, dice):
    rules = [lambda w: w.capitalize() + "1", lambda w: w + "123", lambda w: w + "!", lambda w: w.upper(), lambda w: w[::-1],
             lambda w: w.replace("a", "@").replace("o", "0"), lambda w: w + str(dice.randrange(1950, 2030)), lambda w: w]
    return [dice.choice(rules)(word) for word in words]


def main(driver, ranked, tool):
    dice = random.Random(1)
    john = [line for line in JOHN.read_text(encoding="latin-1").split("\n") if line and not line.startswith("#!")]
    django = gzip.open(DJANGO, "rt").read().split()
    words = [word for word in CRACKLIB.read_text().split() if len(word) >= 4]
    listed = set().union(*FREQUENCY_LISTS.values())
    sets = {
        "john": dice.sample(john, SAMPLE), "django": dice.sample(django, SAMPLE),
        "cracklib, mangled": mangled(dice.sample(words, SAMPLE), dice),
    }
    for name, passwords in sets.items():
        pairs = [(a, b, p) for a, b, p in zip(ours(driver, ranked, passwords), theirs(passwords), passwords) if b < 10]
        near = sum(abs(a - b) <= 1 for a, b, _ in pairs) / len(pairs)
        higher, lower = (sum(sign * (a - b) > 1 for a, b, _ in pairs) for sign in (1, -1))
        print(f"{name}: within a factor of 10 for {near:.1%} of {len(pairs)}; higher {higher}, lower {lower}")
    for name, source in (("john", john), ("django", django)):
        rest = [(rank, word) for rank, word in enumerate(source) if word.lower() not in listed]
        rest = dice.sample(rest, min(len(rest), 3 * SAMPLE))
        ranks, passwords = [rank for rank, _ in rest], [word for _, word in rest]
        print(f"{name}, rank correlation of {len(rest)} without ours: {spearman(ranks, ours(driver, ranked, passwords)):.3f}, "
              f"zxcvbn {spearman(ranks, theirs(passwords)):.3f}")
    for style in ("words", "readable", "random"):
        passwords = run(tool, "generate", "", "--style", style, "--count", str(SAMPLE))
        bits = float(re.search(r"([\d.]+) bits", subprocess.run(
            [tool, "generate", "", "--style", style, "--show-entropy"], capture_output=True, text=True, check=True).stdout)[1])
        print(f"{style}: median {statistics.median(ours(driver, ranked, passwords)):.2f}, true {bits * math.log10(2):.2f}, "
              f"zxcvbn {statistics.median(theirs(passwords[:100])):.2f}, such as {passwords[0]}")
    for size, alphabet in (("8 lower", "abcdefghijklmnopqrstuvwxyz"), ("12 of 62", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
                           ("10 of 94", "".join(map(chr, range(33, 127))))):
        length = int(size.split()[0])
        passwords = ["".join(dice.choices(alphabet, k=length)) for _ in range(SAMPLE)]
        print(f"random, {size}: median {statistics.median(ours(driver, ranked, passwords)):.2f}, "
              f"true {length * math.log10(len(alphabet)):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
