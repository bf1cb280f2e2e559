"""What single calls cost in a process that has made them before: checks, reading demands, counting, generating."""

import json
import os
import statistics
from pathlib import Path

from demands import DESCRIPTOR, ESTIMATED, PASSWORDS, PWQUALITY, random_password, subjects
from place import OUT, RANKS, output, say
from results import DICTIONARY, OURS, PASSWDQC, PLAIN, sample, sample_lines, sample_ratio, samples

ROUNDS = 101
SHORT, LONGER = "64", ["1024", "4096"]
LENGTHS = {"16 KiB": 1 << 14, "32 KiB": 1 << 15, "64 KiB": 1 << 16}
# What callbench calls the functions of each.
FUNCTIONS = {OURS: "", PLAIN: "pwquality ", DICTIONARY: "pwquality ", PASSWDQC: "passwdqc "}

DESCRIPTORS = [
    "minlength: 8;",
    "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;",
    "allowed: ascii-printable; minlength: 15; maxlength: 128;",
    "minlength: 10; maxlength: 64; required: lower, upper; required: digit; allowed: [-!#$%&*+.:=?@_];",
    "required: [!#$%&*]; required: digit; max-sequential: 3; minlength: 9;",
    "allowed: upper,lower,digit,special; max-consecutive: 2; minlength: 6; maxlength: 20;",
]
TEN = "".join(f"required: [{letter}]; " for letter in "abcdefghij")
HARDEST = f"{TEN}allowed: ascii-printable; max-repeating: 1; max-sequential: 1;"
STYLED = "required: upper; required: lower; required: digit; allowed: [-]; minlength: 12;"


def operation(action, subject, case, function, *arguments, expected=1, count=1):
    """A line that callbench reads."""
    return "\t".join(map(str, [action, subject, case, function, int(expected), count, *arguments]))


def callbench(operations, rounds=ROUNDS, prefix=""):
    """Samples the operations; returns by how many kB preparing them has made memory grow."""
    peak, _, figures = output(OUT / "callbench", rounds, input="".join(f"{line}\n" for line in operations)).partition("\n")
    sample_lines(figures, prefix)
    return int(peak)


def checks(action, case, options, *passwords, expected):
    """A check by all; by ours with the policy of this file, where there is an old password."""
    for subject, text in options.items():
        function = "check by policy" if subject == OURS and len(passwords) > 1 else FUNCTIONS[subject] + "check"
        yield operation(action, subject, case, function, text, *passwords, expected=expected)


def usual_checks(options, with_old):
    for case, (password, is_accepted) in PASSWORDS.items():
        old = random_password(len(password), 2)
        yield operation("check into", OURS, case, "check into", DESCRIPTOR, password, expected=is_accepted)
        yield from checks("check", case, options, password, expected=is_accepted)
        yield from checks("check with old", case, with_old, password, old, expected=is_accepted)


def growing_checks(options, with_old):
    for length in map(int, (SHORT, *LONGER)):
        password = random_password(length, 1)
        yield from checks("growth", length, options, password, expected=True)
        yield from checks("growth with old", length, with_old, password, random_password(length, 2), expected=True)


def many_descriptors():
    """Those of real sites, if they are there; tabs and line feeds separate what callbench reads."""
    corpus = os.environ.get("PASSWORDRULES_CORPUS")
    if not corpus:
        return DESCRIPTORS
    lines = (Path(corpus) / "descriptors.jsonl").read_text(encoding="utf-8").splitlines()
    return [" ".join(json.loads(line)["descriptor"].split()) for line in lines]


def parses(options):
    many = many_descriptors()
    for subject in (OURS, PLAIN, PASSWDQC):
        yield operation("parse", subject, "typical", FUNCTIONS[subject] + "parse", options[subject])
    yield operation("parse", OURS, "many", "parse", *many, count=len(many))
    # Twice the length ought to take about twice the time.
    for case, length in LENGTHS.items():
        right = "minlength: 12; "
        yield operation("parse long", OURS, case, "parse", (length // len(right) * right).ljust(length))
        for action, mistake in (("parse mistakes", "minlenght: 12; "), ("parse brackets", "required: [a; ")):
            yield operation(action, OURS, case, "parse mistakes", (length // len(mistake) * mistake).ljust(length))


def generations(options):
    for case, descriptor, style, length, count in [
        ("", DESCRIPTOR, 1, 20, 1), ("by default", DESCRIPTOR, 0, 0, 1), ("many a call", DESCRIPTOR, 1, 20, 1000),
    ]:
        yield operation("generate", OURS, case, "generate", descriptor, style, length, count, expected=21 * count, count=count)
    for style, case in ((2, "readable"), (3, "words")):
        yield operation("generate", OURS, case, "generate of any length", STYLED, style, 0, 1)
    # With stricter options, pwquality often gives up after three tries.
    for subject in (PLAIN, DICTIONARY, PASSWDQC):
        text = options[subject].removeprefix(PWQUALITY)
        yield operation("generate", subject, "", FUNCTIONS[subject] + "generate", text)


def counts():
    return [operation(f"count {length}", OURS, descriptor, "count", descriptor, length)
            for descriptor in DESCRIPTORS for length in (20, 64)]


def estimates():
    yield operation("open ranks", OURS, "", "open ranks", RANKS, "")
    for length, password in ESTIMATED.items():
        yield operation("estimate", OURS, length, "estimate", RANKS, password)


def measure(dictionary):
    """Returns the descriptors that were slowest to count."""
    say("Timing single calls")
    options = subjects(dictionary)
    # What the peers do by default with the name and the old password.
    policy = OUT / "with-old.conf"
    policy.write_text(f"rules = {DESCRIPTOR}\nusername = reject\nold-password = reject\nmax-bytes = 4096\n", encoding="utf-8")
    policy.chmod(0o644)
    with_old = {**options, OURS: policy}
    callbench([*usual_checks(options, with_old), *parses(options), *generations(options), *estimates()])
    sample_ratio("estimate 64", "estimate 256")
    hardest = operation("count", OURS, "hardest", "count", HARDEST, 128)
    sample("count rss", OURS, callbench([*counts(), hardest]))
    say("Checking passwords of up to 4,096 bytes")
    callbench(growing_checks(options, with_old))
    for name in ("growth", "growth with old"):
        for length in LONGER:
            sample_ratio(f"{name} {SHORT}", f"{name} {length}")
    return {action: summarize(action, DESCRIPTORS) for action in ("count 20", "count 64")}


def summarize(action, descriptors):
    """Samples the mean of all descriptors, and the slowest of them, which is returned."""
    taken = {descriptor: samples.pop((f"{action} {descriptor}", OURS)) for descriptor in descriptors}
    slowest = max(taken, key=lambda descriptor: statistics.median(taken[descriptor]))
    sample(f"{action} mean", OURS, *map(statistics.mean, zip(*taken.values())))
    sample(f"{action} slowest", OURS, *taken[slowest])
    return slowest
