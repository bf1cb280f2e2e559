"""The results: figures by measurement and subject, and how they are written."""

import statistics

OURS, PLAIN, DICTIONARY, PASSWDQC, PERMIT = "passwordrules", "pwquality", "pwquality+dict", "passwdqc", "permit"
PEERS = [PLAIN, DICTIONARY, PASSWDQC]
COLUMNS = {
    OURS: "passwordrules",
    PLAIN: "libpwquality without dictionary",
    DICTIONARY: "libpwquality",
    PASSWDQC: "libpasswdqc",
    PERMIT: "pam_permit",
}

# What was measured: (measurement, subject) -> numbers, in nanoseconds, bytes or kB. The n-th numbers of all subjects are
# from the same round.
samples = {}


def sample(measurement, subject, *values):
    samples.setdefault((measurement, subject), []).extend(values)


def sample_lines(text, prefix=""):
    """Reads the output of callbench; returns what was measured of each action, without the figures."""
    cases = {}
    for line in text.splitlines():
        action, subject, case, *values = line.split("\t")
        cases.setdefault(action, []).append(case)
        sample(f"{prefix}{action} {case}".strip(), subject, *map(float, values))
    return cases


def sample_ratio(shorter, longer):
    """Round by round, how many times as long as the one the other takes; for each subject."""
    for (measurement, subject), values in list(samples.items()):
        if measurement == shorter and (longer, subject) in samples:
            ratios = (more / less for less, more in zip(values, samples[longer, subject]))
            sample(f"{longer} by {shorter}", subject, *ratios)


def median(measurement, subject=OURS):
    """None if it was not measured."""
    values = samples.get((measurement, subject))
    return statistics.median(values) if values else None


def ratio(measurement, other, other_measurement=None):
    """Ours by another's, each the median of the rounds that both were in; None if one of them is missing or nothing."""
    pairs = list(zip(samples.get((measurement, OURS), []), samples.get((other_measurement or measurement, other), [])))
    figures = [statistics.median(values) for values in zip(*pairs)]
    return figures[0] / figures[1] if figures and figures[1] > 0 else None


def summary():
    for (measurement, subject), values in samples.items():
        yield {
            "measurement": measurement, "subject": subject, "median": statistics.median(values), "min": min(values),
            "max": max(values), "count": len(values),
        }


# ---- How figures are written ----


def duration(nanoseconds):
    for limit, divisor, unit in ((1e3, 1, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms")):
        if nanoseconds < limit:
            value = nanoseconds / divisor
            return f"{value:.{0 if value >= 100 else 1}f} {unit}"
    return f"{nanoseconds / 1e9:.1f} s"


def size(count):
    return f"{count:,.0f} B"


def kilobytes(count):
    return f"{count:,.0f} kB"


def bits(count):
    return f"{count:.1f}"


def rate(nanoseconds):
    """How many in a second."""
    return f"{1e9 / nanoseconds:,.0f}"


def times(value):
    """How many times something it is."""
    return f"×{value:.2g}" if value < 0.1 else f"×{value:.2f}" if value < 10 else f"×{value:,.0f}"
