"""What policies cost: the files that are measured, and for the peers files that demand the same as nearly as they can."""

import random
import string

from calls import callbench, operation
from demands import PASSWDQC_OPTIONS, PWQUALITY, random_password
from place import OUT, say
from results import OURS, PASSWDQC, PLAIN, sample, sample_ratio, samples

SECTION_COUNT, DROP_IN_COUNT, WORD_COUNT = 1_000, 1_000, 10_000

USUAL = """\
rules = required: upper; required: lower; required: digit;
rules = minlength: 12; max-repeating: 2;
retry = 3
"""

# All keys that are checked, at their most. A password of random characters without a tilde has to be held against every
# alternative, and meets the last.
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
max-class-repeating = 12
max-keyboard = 5
max-bytes = 4096
palindrome = reject
username = reject
username-parts = 4
full-name = reject
home-directory = reject
old-password = reject
old-password-changes = 8
"""


def random_words(count, lengths):
    """The same at each call, so that results of different machines can be compared."""
    source = random.Random(1)
    return ["".join(source.choices(string.ascii_lowercase, k=source.choice(lengths))) for _ in range(count)]


def word_lines(words):
    return "".join(f"words = {', '.join(words[start : start + 10])}\n" for start in range(0, len(words), 10))


def one_a_line(options):
    return options.replace(" ", "\n") + "\n"


def sections():
    lines = []
    for number in range(SECTION_COUNT // 2):
        lines += [f"[group group{number}]", f"rules = minlength: {12 + number % 10};", "enforce = yes"]
        lines += [f"[user user{number}]", f"old-password-changes = {1 + number % 10}", "username = whole"]
    return "".join(f"{line}\n" for line in lines)


def drop_ins():
    """Each says something else, beside the one before."""
    return [f"rules = minlength: {12 + number % 10};\nretry = {1 + number % 5}\n" for number in range(DROP_IN_COUNT)]


def write(folder):
    """Writes all files as trusted ones: only this user may write them."""
    words = random_words(WORD_COUNT, range(6, 13))
    files = {
        "usual.conf": USUAL,
        "sections.conf": USUAL + sections(),
        "drop-ins.conf": USUAL,
        "words.conf": USUAL + word_lines(words),
        "all.conf": USUAL + word_lines(words) + sections(),
        "everything-but-words.conf": EVERYTHING,
        "everything.conf": EVERYTHING + word_lines(words),
        "pwquality.conf": one_a_line(f"{PWQUALITY} dictcheck=0"),
        "passwdqc.conf": one_a_line(f"{PASSWDQC_OPTIONS} similar=deny"),
    }
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        write_file(folder / name, text)
    for name in ("drop-ins.conf", "all.conf"):
        directory = folder / f"{name}.d"
        directory.mkdir(exist_ok=True)
        directory.chmod(0o755)
        for number, text in enumerate(drop_ins()):
            write_file(directory / f"{number:04}.conf", text)


def write_file(path, text):
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)


LOADS = {"usual": "usual.conf", "1,000 sections": "sections.conf", "1,000 drop-ins": "drop-ins.conf",
         "10,000 words": "words.conf", "all three": "all.conf"}
CHECKS = {"as usual": ("usual.conf", 16), "everything but words": ("everything-but-words.conf", 16),
          "everything": ("everything.conf", 16),
          **{f"everything, {length}": ("everything.conf", length) for length in (64, 256, 1024)}}


def operations(folder):
    for case, name in LOADS.items():
        yield operation("policy load", OURS, case, "load policy", folder / name)
    for subject in (PLAIN, PASSWDQC):
        yield operation("policy load", subject, "usual", f"{subject} load", folder / f"{subject}.conf")
    # The last of the sections that are for users; groups are asked for as well.
    yield operation("policy for user", OURS, "all three", "find policy", folder / "all.conf", "user499")
    for case, (name, length) in CHECKS.items():
        new, old = random_password(length, 1), random_password(length, 2)
        yield operation("policy check", OURS, case, "check by policy", folder / name, new, old)
    yield operation("policy suggest", OURS, "everything", "suggest", folder / "everything.conf", "", random_password(16, 2))


def measure():
    say("Loading policies and checking by them")
    folder = OUT / "policies"
    write(folder)
    callbench(operations(folder))
    pairs = zip(samples["policy load all three", OURS], samples["policy for user all three", OURS])
    sample("policy load and find", OURS, *map(sum, pairs))
    for shorter, longer in (("", ", 64"), (", 64", ", 256"), (", 256", ", 1024")):
        sample_ratio(f"policy check everything{shorter}", f"policy check everything{longer}")
