"""What single calls cost in a process that has made them before: checks, reading demands, counting, generating."""

import json
import os
import statistics
from pathlib import Path

from place import OUT, output, say, write_lines
from results import OURS, sample, sample_lines, sample_ratio, samples

ROUNDS = 101
SHORT, LONGER = "64", ["1024", "4096"]
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


def many_descriptors():
    corpus = os.environ.get("PASSWORDRULES_CORPUS")
    if not corpus:
        return OWN_DESCRIPTORS
    lines = (Path(corpus) / "descriptors.jsonl").read_text(encoding="utf-8").splitlines()
    return [" ".join(json.loads(line)["descriptor"].split()) for line in lines]


def callbench(group, *arguments, rounds=ROUNDS, prefix=""):
    return sample_lines(output(OUT / "callbench", group, rounds, *arguments), prefix)


def measure(dictionary):
    """Returns the descriptors that were slowest to count."""
    say("Timing single calls")
    dictionary = dictionary or "-"
    checked = callbench("check", dictionary)["check"]
    assert set(checked) == set(PASSWORDS), "the table has other passwords than checks.c"
    cases = callbench("calls", dictionary, write_lines("descriptors.txt", many_descriptors()))
    say("Checking passwords of up to 4,096 bytes")
    callbench("growth", dictionary)
    for name in ("growth", "growth with old"):
        for length in LONGER:
            sample_ratio(f"{name} {SHORT}", f"{name} {length}")
    return {action: summarize(action, cases[action]) for action in ("count 20", "count 64")}


def summarize(action, descriptors):
    """Samples the mean of all descriptors, and the slowest of them, which is returned."""
    taken = {descriptor: samples.pop((f"{action} {descriptor}", OURS)) for descriptor in dict.fromkeys(descriptors)}
    slowest = max(taken, key=lambda descriptor: statistics.median(taken[descriptor]))
    sample(f"{action} mean", OURS, *map(statistics.mean, zip(*taken.values())))
    sample(f"{action} slowest", OURS, *taken[slowest])
    return slowest
