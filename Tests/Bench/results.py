"""What was measured, and how it is shown: figures by measurement and subject, the targets they are held against, rows."""

import statistics

OURS, DICTIONARY, PLAIN, PASSWDQC, PERMIT = "passwordrules", "pwquality+dict", "pwquality", "passwdqc", "permit"
COLUMNS = {
    OURS: "passwordrules",
    DICTIONARY: "libpwquality, dictionary",
    PLAIN: "libpwquality, no dictionary",
    PASSWDQC: "libpasswdqc",
    PERMIT: "pam_permit alone",
}

# What was measured: (measurement, subject) -> numbers, in nanoseconds, bytes or kB.
samples = {}
# Lists for bench.json: which cases a measurement consisted of, where one figure is not enough, and which targets hold.
details = {"targets": []}


def sample(measurement, subject, *values):
    samples.setdefault((measurement, subject), []).extend(values)


def summary():
    for (measurement, subject), values in samples.items():
        yield {
            "measurement": measurement,
            "subject": subject,
            "median": statistics.median(values),
            "min": min(values),
            "max": max(values),
            "count": len(values),
        }


# ---- Rows ----


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


def cell(values, ours, form):
    """Median, minimum, and how many times our median that is."""
    if not values:
        return "-"
    median, best = statistics.median(values), min(values)
    text = form(median) if len(values) == 1 else f"{form(median)} ({form(best)})"
    if ours and values is not ours and statistics.median(ours) > 0:
        ratio = median / statistics.median(ours)
        text += f" ×{ratio:.1g}" if ratio < 0.1 else f" ×{ratio:.2f}" if ratio < 10 else f" ×{ratio:,.0f}"
    return text


def row(title, measurement, form=duration, peers=None):
    """A row; the peers' figures may be those of another measurement."""
    ours = samples.get((measurement, OURS))
    cells = []
    for subject in COLUMNS:
        values = samples.get((measurement if subject == OURS or not peers else peers, subject))
        cells.append(cell(values, ours, form))
    return [title, *cells]


def table(rows):
    head = ["", *COLUMNS.values()]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *rows])


# ---- Targets ----


def target(value, limit, words):
    """How a line says what was to be reached, and whether it was."""
    return f"target {words}: {'holds' if value <= limit else 'MISSED'}"


def target_row(title, measurement, limit=None, form=None):
    """A row with its target if there is one: title and measurement, and how its figures are written."""
    form = form or duration
    if limit is None:
        return title, measurement, form
    median = statistics.median(samples[measurement, OURS])
    details["targets"].append(
        {"measurement": measurement, "median": median, "limit": limit, "holds": median <= limit}
    )
    return f"{title} ({target(median, limit, f'{form(limit)} at most')})", measurement, form
