"""The results: figures by measurement and subject, and their formatting."""

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
# Lists for bench.json: which cases a measurement consisted of, where one figure is not enough, and which limits hold.
details = {"limits": []}


def sample(measurement, subject, *values):
    samples.setdefault((measurement, subject), []).extend(values)


def sample_lines(text, name=lambda action, case: f"{action} {case}".strip()):
    """Reads the output of a program of operations.h; returns the words of the lines, without the figures."""
    lines = [line.split("\t") for line in text.splitlines()]
    for action, subject, case, *values in lines:
        sample(name(action, case), subject, *map(float, values))
    return [(action, subject, case) for action, subject, case, *_ in lines]


def median(measurement):
    """Ours."""
    return statistics.median(samples[measurement, OURS])


def summary(measured):
    for (measurement, subject), values in measured.items():
        yield {
            "measurement": measurement,
            "subject": subject,
            "median": statistics.median(values),
            "min": min(values),
            "max": max(values),
            "count": len(values),
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


def mebibytes(count):
    return f"{count / 1024:.1f} MiB"


def rate(nanoseconds):
    return f"{1e9 / nanoseconds:,.0f}"


def times(ratio):
    """How many times something it is."""
    return f"×{ratio:.2g}" if ratio < 0.1 else f"×{ratio:.2f}" if ratio < 10 else f"×{ratio:,.0f}"
