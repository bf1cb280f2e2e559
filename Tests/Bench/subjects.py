"""What is measured, and with which demands.

The peers' libraries are the machine's own. Packages that would change the machine's PAM stack are not installed, but
downloaded into build/peers and unpacked there with dpkg -x, which runs none of their scripts. libpam reads service files
of ours.
"""

import os
import pwd
import random
import re
import string
from pathlib import Path

from place import BUILD, LIBRARY, LIST, MODULE, OUT, RANKS, output
from table import OURS, PASSWDQC, PWQUALITY

# ---- The peers ----

PEERS = BUILD / "peers"
# apt downloads as this user, because its own user may be unable to write here.
UNPACK = """rm -f "$0"_*.deb && apt-get -qq -o "APT::Sandbox::User=$1" download "$0" &&
dpkg -x "$0"_*.deb "$0.part" && mv "$0.part" "$0" """
PACKAGES = ["libpwquality1", "libcrack2", "libpasswdqc1", "libpam-modules", "libc6"]


def unpacked(package):
    """The directory with a Debian package's files, downloaded if it is not there."""
    PEERS.mkdir(parents=True, exist_ok=True)
    if not (PEERS / package).exists():
        output("sh", "-c", UNPACK, package, pwd.getpwuid(os.getuid()).pw_name, cwd=PEERS)
    return PEERS / package


def modules():
    return {OURS: MODULE, **{peer: next(unpacked(f"libpam-{name}").rglob(f"pam_{name}.so"))
                             for peer, name in ((PWQUALITY, "pwquality"), (PASSWDQC, "passwdqc"))}}


def dictionary():
    """A cracklib dictionary of the word list that Debian ships, as a path without extension."""
    path, package = PEERS / "dictionary", unpacked("cracklib-runtime")
    if not path.with_suffix(".pwd").exists():
        words, tools = package / "usr/share/dict/cracklib-small", package / "usr/sbin"
        output("sh", "-c", f'"{tools}/cracklib-format" "{words}" | "{tools}/cracklib-packer" "{path}"')
    return path


def libraries():
    """The libraries that are loaded, and libcrack, which libpwquality loads."""
    cache = dict(re.findall(r"^\s(lib\w+)\.so\S* \(.*x86-64\) => (\S+)$", output("/sbin/ldconfig", "-p"), re.M))
    return {OURS: LIBRARY, **{name: Path(cache[name]).resolve() for name in (PWQUALITY, PASSWDQC, "libcrack")}}


def versions():
    """Versions of the peers and of libpam."""
    return dict(line.split() for line in output("dpkg-query", "-W", "-f", "${Package} ${Version}\n", *PACKAGES).splitlines())


# ---- The same demands in each library's words ----

# passwdqc can neither require a class nor limit repeats: these are the nearest settings. Its "max" is raised so that it
# examines long passwords. The peers are asked to generate 128 bits.
USUAL = """\
rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;
username = reject
old-password = reject
retry = 1
suggest-entropy = 128
"""
USUAL_PWQUALITY = "minlen=12 ucredit=-1 lcredit=-1 dcredit=-1 maxrepeat=2"
USUAL_PASSWDQC = "min=disabled,disabled,disabled,12,12 passphrase=0 max=5000 random=128"

# All keys that cause a check, with values that take long. A random password without a tilde has to be compared with
# every alternative, and meets only the last one.
EVERYTHING = """\
rules = required: [~]; minlength: 12; max-repeating: 2;
or = minlength: 12; min-words: 3; allowed: lower, [ ];
or = minlength: 12; allowed: lower, upper; min-different: 6;
or = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;
min-classes = 3
classes-inside = yes
at-least = 1 digit
at-least = 1 special
min-different = 8
min-guesses = 10^6
max-class-repeating = 12
max-keyboard = 5
max-repeated-piece = 8
max-bytes = 4096
palindrome = reject
username = reject
username-parts = 4
full-name = reject
home-directory = reject
old-password = reject
old-password-changes = 8
"""
WORD_COUNT = 10_000


def random_words(lengths):
    """Words that are the same at each call, so that results of different machines can be compared."""
    source = random.Random(1)
    return ["".join(source.choices(string.ascii_lowercase, k=source.choice(lengths))) for _ in range(WORD_COUNT)]


def word_lines(words):
    return "".join(f"words = {', '.join(words[start : start + 10])}\n" for start in range(0, len(words), 10))


def own_lists():
    """The lists that ship, at their places here."""
    return f"blocklist = {LIST}\nranked-words =\nranked-words = {RANKS}\n"


def sections(count):
    return "".join(f"[group group{number}]\nrules = minlength: {12 + number % 10};\nenforce = yes\n"
                   f"[user user{number}]\nold-password-changes = {1 + number % 10}\nusername = whole\n" for number in range(count))


def written(name, content):
    """A file that only this user may write, as policies have to be."""
    path = OUT / "policies" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.parent.chmod(0o755)
    path.write_text(content, encoding="utf-8")
    path.chmod(0o644)
    return path


def usual_files():
    """The files with the usual demands, for each subject."""
    pwquality = f"{USUAL_PWQUALITY} dictpath={dictionary()}".replace(" ", "\n") + "\n"
    return {OURS: written("usual.conf", f"{USUAL}blocklist = {LIST}\n"), PWQUALITY: written("pwquality.conf", pwquality),
            PASSWDQC: written("passwdqc.conf", USUAL_PASSWDQC.replace(" ", "\n") + "\n")}


def everything_file():
    return written("everything.conf", EVERYTHING + own_lists() + word_lines(random_words(range(6, 13))))


def long_file():
    """500 sections for users and as many for groups, 1,000 drop-ins, and 10,000 words."""
    for number in range(1_000):
        written(f"long.conf.d/{number:04}.conf", f"rules = minlength: {12 + number % 10};\nretry = {1 + number % 5}\n")
    return written("long.conf", USUAL + word_lines(random_words(range(6, 13))) + sections(500))


# ---- Passwords ----

SYMBOLS = string.ascii_letters + string.digits + "!#%&*+=?@"
STRONG, WEAK = "kT7#vQ2zWm4!pXs9", "password12345678"


def random_password(length, seed):
    """Random letters, digits and symbols with no run of three; the same for the same seed."""
    source = random.Random(seed)
    return "".join("".join(source.sample(SYMBOLS, 2)) for _ in range(length // 2))
