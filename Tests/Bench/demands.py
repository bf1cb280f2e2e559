"""The same demands in each library's words, and the passwords that are held against them.

passwdqc can neither require a class nor limit repeats: these are the nearest it has. Its "max" is raised so that long passwords
are examined at all.
"""

import random
import string

from results import DICTIONARY, OURS, PASSWDQC, PLAIN

DESCRIPTOR = "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;"
PWQUALITY = "minlen=12 ucredit=-1 lcredit=-1 dcredit=-1 maxrepeat=2"
PASSWDQC_OPTIONS = "min=disabled,disabled,disabled,12,12 passphrase=0 max=5000"

SYMBOLS = string.ascii_letters + string.digits + "!#%&*+=?@"
STRONG8 = "kT7#vQ2z"
STRONG16 = STRONG8 + "Wm4!pXs9"
STRONG64 = STRONG16 + "Rb6&hLd3Yc8*nJf5Gt1%aKe2Uo7@wZi4Sq9^xVr6Bm3!Pj8h"
WEAK = "password"


def subjects(dictionary):
    """The options of each, by subject."""
    return {OURS: DESCRIPTOR, PLAIN: f"{PWQUALITY} dictcheck=0", DICTIONARY: f"{PWQUALITY} dictpath={dictionary}",
            PASSWDQC: PASSWDQC_OPTIONS}


def random_password(length, seed):
    """Random letters, digits and symbols with no run of three; the same for the same seed."""
    source = random.Random(seed)
    return "".join("".join(source.sample(SYMBOLS, 2)) for _ in range(length // 2))


# What strength is estimated of: random characters, and one as people choose them.
ESTIMATED = {"16": STRONG16, "16, weak": "password12345678", "64": STRONG64, "256": random_password(256, 1)}

# Each password, and whether it is accepted. A strong one of 8 bytes is too short.
PASSWORDS = {
    "8 bytes, strong": (STRONG8, False), "8 bytes, weak": (WEAK, False),
    "16 bytes, strong": (STRONG16, True), "16 bytes, weak": ("password12345678", False),
    "64 bytes, strong": (STRONG64, True), "64 bytes, weak": (WEAK * 8, False),
    "512 bytes, strong": (random_password(512, 1), True), "512 bytes, weak": (WEAK * 64, False),
}
