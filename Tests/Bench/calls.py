"""What single calls cost in a process that has made them before: checks, reading demands, generating passwords."""

import json
import os
from pathlib import Path

from further import row
from place import OUT, output, say, write_lines
from results import rate, sample, sample_lines, samples

ROUNDS = 101
SHORT, LONGER = "64", ["1024", "4096"]
# Twice the length each; the names are callbench.c's.
LENGTHS = ["16 KiB", "32 KiB", "64 KiB"]
PASSWORDS = [f"{length} bytes, {strength}" for length in (8, 16, 64, 512) for strength in ("strong", "weak")]

OWN_DESCRIPTORS = [
    "minlength: 8;",
    "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;",
    "allowed: ascii-printable; minlength: 15; maxlength: 128;",
    "minlength: 10; maxlength: 64; required: lower, upper; required: digit; allowed: [-!#$%&*+.:=?@_];",
    "required: [!#$%&*]; required: digit; max-sequential: 3; minlength: 9;",
    "allowed: upper,lower,digit,special; max-consecutive: 2; minlength: 6; maxlength: 20;",
]

# The most that one password may take on a machine half as fast as a current EPYC.
GENERATE_LIMIT = "2 µs at half an EPYC's speed"


def corpus_name():
    return "of PASSWORDRULES_CORPUS" if os.environ.get("PASSWORDRULES_CORPUS") else "of our own"


def many_descriptors():
    corpus = os.environ.get("PASSWORDRULES_CORPUS")
    if not corpus:
        return OWN_DESCRIPTORS
    lines = (Path(corpus) / "descriptors.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["descriptor"].replace("\n", " ") for line in lines]


def measure(dictionary):
    """Returns rows for the further tables."""
    say("Timing single calls")
    checks = sample_lines(output(OUT / "checkbench", "check", ROUNDS, dictionary or "-"))
    assert {case for _, _, case in checks} == set(PASSWORDS), "the table has other passwords than checkbench"
    descriptors = write_lines("descriptors.txt", many_descriptors())
    # The number of descriptors is not part of the name.
    lines = sample_lines(
        output(OUT / "callbench", ROUNDS, dictionary or "-", descriptors),
        lambda action, case: action if action == "parse many" else f"{action} {case}".strip(),
    )
    [read] = [case for action, _, case in lines if action == "parse many"]
    measure_growth(dictionary)
    return further_rows(read)


def measure_growth(dictionary):
    say("Checking passwords of up to 4,096 bytes")
    sample_lines(output(OUT / "checkbench", "growth", ROUNDS, dictionary or "-"))
    for (measurement, subject), shorter in list(samples.items()):
        if measurement in (f"growth {SHORT}", f"growth with old {SHORT}"):
            for length in LONGER:
                name = measurement.removesuffix(SHORT) + length
                pairs = zip(shorter, samples[name, subject])
                sample(f"{name} by {SHORT}", subject, *(longer / short for short, longer in pairs))


def further_rows(read):
    rows = [row(f"Check into a used report: {name}", f"check into {name}", peers=f"check {name}") for name in PASSWORDS]
    for action, title in (("growth", "Check"), ("growth with old", "Check with old password and user")):
        rows += [row(f"{title}: {int(length):,} bytes", f"{action} {length}") for length in (SHORT, *LONGER)]
    return rows + [
        row(f"Parse, free: descriptors in a second, {read} {corpus_name()}", "parse many", rate),
        *(row(f"Parse, free: {length} of properties", f"parse long {length}") for length in LENGTHS),
        *(row(f"Parse, say what is wrong: {length} of mistakes", f"parse mistakes {length}") for length in LENGTHS),
        *(row(f"Parse, say what is wrong: {length} of open brackets", f"parse brackets {length}") for length in LENGTHS),
        row(f"Generate 20 characters (limit {GENERATE_LIMIT}); peers 128 bits", "generate"),
        row("Generate 20 characters, by default; peers 128 bits", "generate by default", peers="generate"),
        row("Generate 20 characters, each of 1,000; peers 128 bits", "generate many a call", peers="generate"),
    ]
