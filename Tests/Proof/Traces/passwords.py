"""Passwords of equal length and different shapes, which a lookup must not distinguish."""

import random

LENGTH = 20
LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
SYMBOLS = "!@#$%&*-_?"

SHAPES = {
    "letters": [(LETTERS, LENGTH)],
    "capitals": [(LETTERS + LETTERS.upper(), LENGTH)],
    "digits inside": [(LETTERS, 8), (DIGITS, 4), (LETTERS, 8)],
    "digits at the end": [(LETTERS, 16), (DIGITS, 4)],
    "signs inside": [(LETTERS, 9), (SYMBOLS, 2), (LETTERS, 9)],
    "signs and digits at the ends": [(SYMBOLS, 2), (DIGITS, 2), (LETTERS, 12), (DIGITS, 2), (SYMBOLS, 2)],
}


def by_shape(count, seed=20):
    """Returns `count` pairs of a shape and a random password of that shape, with the shapes in turn. Random passwords are
    not listed."""
    chance = random.Random(seed)
    shapes = list(SHAPES)
    return [
        (shape, "".join(chance.choice(characters) for characters, length in SHAPES[shape] for _ in range(length)))
        for shape in (shapes[number % len(shapes)] for number in range(count))
    ]


def listed(count, words, seed=21):
    """Returns `count` passwords of `LENGTH` characters. Each is a word of a list after repeated digits; a look-up strips
    any number of leading digits."""
    chance = random.Random(seed)
    short = [word for word in words if 5 <= len(word) < LENGTH and word.isascii() and word.isalpha()]
    passwords = []
    for word in chance.sample(short, count):
        unit = "".join(chance.choice(DIGITS) for _ in range(3))
        passwords.append((unit * LENGTH)[:LENGTH - len(word)] + word)
    return passwords
