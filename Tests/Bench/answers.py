"""Exact counts, and the slowest answers: what has no peers."""

import collections
import statistics
import string
import sys

from calls import corpus_name, many_descriptors
from further import row
from place import OUT, output, say, write_lines
from results import OURS, details, mebibytes, sample

COUNT_ROUNDS = 25
HOSTILE_ROUNDS = 5

# What is promised: one exact count, by the length; any answer whatever; and the memory of counting.
COUNT_LIMITS = {20: "2 ms", 64: "50 ms"}
ANSWER_LIMIT = "150 ms"
MEMORY_LIMIT = "32 MiB"

# The statuses' numbers, as in passwordrules.h.
OK, EDESCRIPTOR, EUNSATISFIABLE, EREQUIREMENTS = 0, 10, 20, 24


def required(*classes):
    return "".join(f"required: [{characters}]; " for characters in classes)


LETTERS = string.ascii_letters
OVERLAPPING = [LETTERS[index : index + 2] for index in range(30)]
TEN = required(*LETTERS[:10]) + "allowed: ascii-printable; "
NO_RUNS = "max-repeating: 1; max-sequential: 1; "

# What could take a generator long: (length to ask for, descriptor); a length of 0 leaves it to the generator.
HOSTILE = [
    (0, required(*LETTERS[:6]) + "maxlength: 6;"),
    (0, "allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64;"),
    (0, required(*LETTERS[:30])),
    (0, "minlength: 100000;"),
    (0, TEN + "minlength: 10; maxlength: 10;"),
    (0, TEN + NO_RUNS),
    *((0, f"{TEN}{NO_RUNS}minlength: {length}; maxlength: {length};") for length in (10, 20, 40, 128)),
    *((length, TEN + NO_RUNS) for length in (20, 40, 128)),
    *((0, f"allowed: digit; {NO_RUNS}minlength: {length};") for length in (128, 300, 1024)),
    *((0, f"allowed: upper, lower, digit; max-consecutive: 1; minlength: {n};") for n in (64, 128, 512, 1024)),
    (0, "required: [b]; allowed: [ac]; max-sequential: 1; max-repeating: 5; minlength: 5;"),
    (0, "allowed: [ab]; max-repeating: 1; minlength: 500;"),
    (0, required(*OVERLAPPING[:10]) + "maxlength: 6;"),
    (0, required(*OVERLAPPING[:12])),
    (0, required(*OVERLAPPING[:24:2])),
    (0, required(*OVERLAPPING)),
]

# A length and a descriptor, which statuses the calls had, and how many nanoseconds each took.
Case = collections.namedtuple("Case", "length descriptor statuses times")


def write_cases(name, cases):
    return write_lines(f"{name}.txt", [f"{length}\t{descriptor}" for length, descriptor in cases])


def timed_cases(measurement, mode, rounds, cases):
    timed = [Case(length, descriptor, set(), []) for length, descriptor in cases]
    for line in output(OUT / "countbench", mode, rounds, write_cases(mode, cases)).splitlines():
        index, status, nanoseconds = map(int, line.split("\t"))
        timed[index].statuses.add(status)
        timed[index].times.append(nanoseconds)
    details[measurement] = [
        {
            "length": case.length,
            "descriptor": case.descriptor,
            "statuses": sorted(case.statuses),
            "median": statistics.median(case.times),
            "max": max(case.times),
        }
        for case in timed
    ]
    return timed


def shortened(text):
    text = text if len(text) <= 100 else f"{text[:40].rstrip()} … {text[-60:].lstrip()}"
    return text.replace("|", "\\|")  # a cell of the table would end there


def measure_counts(length, limit):
    """Returns rows: title and measurement."""
    say(f"Counting passwords of {length} characters")
    wanted = [(length, descriptor) for descriptor in many_descriptors()]
    cases = timed_cases(f"count {length}", "count", COUNT_ROUNDS, wanted)
    read = [case for case in cases if EDESCRIPTOR not in case.statuses]
    counted = [case for case in read if EREQUIREMENTS not in case.statuses]
    for case in counted:
        if not case.statuses <= {OK, EUNSATISFIABLE}:
            sys.exit(f"bench: counting ended with {case.statuses} for {case.descriptor}; no table")
    slowest = max(counted, key=lambda case: statistics.median(case.times))
    sample(f"count {length} mean", OURS, *map(statistics.mean, zip(*(case.times for case in counted))))
    sample(f"count {length} slowest", OURS, *slowest.times)
    permitting = sum(OK in case.statuses for case in counted)
    title = f"Count the passwords of {length} characters"
    return [
        (
            f"{title}, mean: {len(counted)} descriptors {corpus_name()}, {permitting} of them with such passwords;"
            f" {len(read) - len(counted)} more have too many requirements",
            f"count {length} mean",
        ),
        (f"{title}, slowest (limit {limit}): {shortened(slowest.descriptor)}", f"count {length} slowest"),
    ]


def measure_hostile(title, mode):
    """Returns a row: title and measurement."""
    say(f"Generating from {len(HOSTILE)} hostile descriptors")
    cases = timed_cases(f"hostile {mode}", mode, HOSTILE_ROUNDS, HOSTILE)
    for case in cases:
        if EDESCRIPTOR in case.statuses:
            sys.exit(f"bench: this is no descriptor: {case.descriptor}")
    slowest = max(cases, key=lambda case: max(case.times))
    sample(f"hostile {mode}", OURS, max(slowest.times))
    wanted = f"{slowest.length} characters, " if slowest.length else ""
    statuses = " or ".join(map(str, sorted(slowest.statuses)))
    return (
        f"{title}, slowest of {HOSTILE_ROUNDS} for each of {len(HOSTILE)} hostile descriptors (limit {ANSWER_LIMIT}):"
        f" {shortened(slowest.descriptor)} ({wanted}status {statuses})",
        f"hostile {mode}",
    )


def measure_count_memory():
    """Returns a row: title, measurement and form."""
    cases = [(64, descriptor) for descriptor in many_descriptors()] + [(128, TEN + NO_RUNS)]
    sample("count rss", OURS, int(output(OUT / "countbench", "memory", write_cases("memory", cases))))
    title = f"Peak Rss of counting as above, 64 characters, and once 128 with ten requirements (limit {MEMORY_LIMIT})"
    return title, "count rss", mebibytes


def measure():
    """Returns rows for the further tables."""
    rows = [
        *(row for length, limit in COUNT_LIMITS.items() for row in measure_counts(length, limit)),
        measure_count_memory(),
        measure_hostile("Generate", "generate"),
        measure_hostile("Generate, with the exact entropy", "describe"),
    ]
    return [row(*words) for words in rows]
