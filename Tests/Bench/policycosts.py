"""What policies cost: to load them, to check by them, and the slowest checks."""

import policies
from calls import ROUNDS
from further import limit_words, limited, row
from place import OUT, output, say
from results import OURS, details, duration, median, sample, sample_lines, samples

HOSTILE_ROUNDS = 5

# What policies are to cost at most, in nanoseconds: to load one, to check a password of 16 characters by all of it, and
# any answer. Passwords and names of four times the length may take this many times as long: no worse than quadratic.
LOAD_LIMIT, CHECK_LIMIT, ANSWER_LIMIT = 10e6, 5e3, 150e6
GROWTH_LIMIT = 16
POLICY_LOADS = ["1,000 sections", "1,000 drop-ins", "10,000 words", "all three"]
POLICY_LENGTHS = [16, 64, 256, 1024]
HOSTILE_LENGTHS = [1024, 2048, 4096]


def grown(shorter, longer):
    """How many times as long a measurement takes at four times the length, and whether it may."""
    growth = median(longer) / median(shorter)
    details["limits"].append(
        {"measurement": longer, "from": shorter, "growth": growth, "limit": GROWTH_LIMIT,
         "holds": growth <= GROWTH_LIMIT}
    )
    return f"×{growth:.1f}; {limit_words(growth, GROWTH_LIMIT, f'×{GROWTH_LIMIT} at most')}"


def policy_load_rows():
    pairs = zip(samples["policy load all three", OURS], samples["policy for user all three", OURS])
    sample("policy load and find", OURS, *map(sum, pairs))
    yield limited("Load, free a policy: as usual", "policy load usual")
    for name in POLICY_LOADS:
        yield limited(f"Load, free a policy: {name}", f"policy load {name}", LOAD_LIMIT)
    yield limited("Load, free a policy: all three, and find a user's", "policy load and find", LOAD_LIMIT)


def policy_check_rows():
    title = "Policy check, 16 characters"
    yield limited(f"{title}: as usual", "policy check as usual")
    yield limited(f"{title}: everything but words", "policy check everything but words", CHECK_LIMIT)
    yield limited(f"{title}: everything", "policy check everything", CHECK_LIMIT)
    measurements = ["policy check everything", *(f"policy check everything, {n}" for n in POLICY_LENGTHS[1:])]
    for length, shorter, longer in zip(POLICY_LENGTHS[1:], measurements, measurements[1:]):
        growth = grown(shorter, longer)
        yield limited(f"Policy check, {length} characters, four times the length: everything: {growth}", longer)
    yield limited("Suggest a password by everything", "policy suggest everything")


def policy_hostile_rows():
    names = [measurement.removeprefix("policy hostile ") for measurement, _ in samples]
    for case in dict.fromkeys(name.removesuffix(", 1024") for name in names if name.endswith(", 1024")):
        measurements = [f"policy hostile {case}, {length}" for length in HOSTILE_LENGTHS]
        if (measurements[0], OURS) not in samples:
            continue
        first = duration(median(measurements[0]))
        growth = grown(measurements[0], measurements[-1])
        title = f"Hostile: {case}: 4,096 bytes, after {first} for 1,024: {growth}"
        yield limited(title, measurements[-1], ANSWER_LIMIT)
    for name in (name for name in names if name.startswith("suggestions of")):
        yield limited(f"Hostile: {name}, never accepted", f"policy hostile {name}", ANSWER_LIMIT)


def measure():
    """Returns rows for the further tables."""
    say("Loading policies and checking by them")
    folder = OUT / "policies"
    policies.write(folder)
    for program, rounds in (("policybench", ROUNDS), ("hostilebench", HOSTILE_ROUNDS)):
        sample_lines(output(OUT / program, rounds, folder))
    return [row(*words) for words in (*policy_load_rows(), *policy_check_rows(), *policy_hostile_rows())]
