"""The one table: every row, ours and the peers' medians, ours by the best peer's, and the targets."""

import collections
import statistics

import targets
from calls import LONGER, PASSWORDS, SHORT
from results import COLUMNS, OURS, duration, kilobytes, size, times

HEAD = ["what", *COLUMNS.values(), "by the best peer's", "target"]

# The peers' figures may be those of another measurement.
Row = collections.namedtuple("Row", "title measurement form peers", defaults=[duration, None])


def growth_rows():
    for action, title in (("growth", "a check"), ("growth with old", "a check with old password and user")):
        for length in LONGER:
            words = f"Growth of {title}: {int(length):,} bytes by {SHORT}"
            yield Row(words, f"{action} {length} by {SHORT}", times)


def memory_rows():
    moments = {"load": "load", "first check": "first check", "pam": "a change by libpam"}
    for measurement, moment in moments.items():
        yield Row(f"Private_Dirty after {moment}", f"{measurement} dirty", kilobytes)
        yield Row(f"RSS after {moment}", f"{measurement} rss", kilobytes)


ROWS = [
    Row("Load the library", "load"),
    Row("Load the PAM module", "module load"),
    Row("Read the demands and check, first in a process", "first check"),
    Row("Load and first check", "load and first check"),
    *(Row(f"Check {name}", f"check {name}") for name in PASSWORDS),
    *(Row(f"Check with old password and user {name}", f"check with old {name}") for name in PASSWORDS),
    Row("Generate 20 characters; peers 128 bits", "generate"),
    Row("Generate, readable; peers 128 bits", "generate readable", peers="generate"),
    Row("Generate, words; peers 128 bits", "generate words", peers="generate"),
    Row("Parse the demands", "parse typical"),
    Row("Load a policy file", "policy load usual"),
    Row("Count the passwords of 20 characters, mean", "count 20 mean"),
    Row("Count the passwords of 64 characters, slowest", "count 64 slowest"),
    Row("Blocklist of 10 million: open, close", "blocklist open"),
    Row("Blocklist of 10 million: look up", "blocklist look up"),
    Row(
        "Blocklist of 10 million: open, look up, close; libpasswdqc: its filter", "blocklist open and look up",
        peers="blocklist filter",
    ),
    Row("Common passwords: look up, in disguise too", "blocklist look up mangled"),
    Row("Check by a loaded policy with the list of common passwords", "blocklist check with common list"),
    *(
        Row(f"pam_chauthtok in {process}, {outcome}", f"pam {name} {outcome}")
        for name, process in (("fresh", "a fresh process"), ("same", "one process"))
        for outcome in ("accepted", "refused")
    ),
    *memory_rows(),
    Row("Size of the library; libpwquality with libcrack", "size", size),
    Row("Size of the library and its list of words", "size with words", size),
    Row("Size of the PAM module", "module size", size),
    *growth_rows(),
]
NEEDED = "NEEDED by the library"
TITLES = [*(row.title for row in ROWS), NEEDED]


def median_cell(samples, row, subject):
    measurement = row.peers if row.peers and subject != OURS else row.measurement
    values = samples.get((measurement, subject))
    return row.form(statistics.median(values)) if values else "-"


def verdict_cell(given):
    return "; ".join(f"{targets.relation(one)}: {emphasized(targets.outcome(one))}" for one in given)


def emphasized(word):
    return f"**{word}**" if word == "MISSED" else word


def cells(samples, row, verdicts):
    ratio = targets.best_ratio(samples, row.measurement, row.peers)
    given = [one for one in verdicts if one.target.measurement == row.measurement]
    return [
        row.title,
        *(median_cell(samples, row, subject) for subject in COLUMNS),
        "-" if ratio is None else times(ratio),
        verdict_cell(given),
    ]


def lines(samples, needed):
    """The table as lists of cells, without its head. `needed` is the libraries by subject."""
    verdicts = targets.verdicts(samples)
    names = [", ".join(needed.get(subject, [])) or "-" for subject in COLUMNS]
    return [*(cells(samples, row, verdicts) for row in ROWS), [NEEDED, *names, "-", ""]]


def markdown(rows):
    align = ["---", *["---:"] * (len(COLUMNS) + 1), "---"]
    return "\n".join(f"| {' | '.join(row)} |" for row in [HEAD, align, *rows])


def as_data(samples, rows):
    """The rows for bench.json: the figures themselves, and the cells as they are shown."""
    for row, shown in zip(ROWS, rows):
        figures = {}
        for subject in COLUMNS:
            values = samples.get((row.peers if row.peers and subject != OURS else row.measurement, subject))
            if values:
                figures[subject] = {"median": statistics.median(values), "min": min(values), "count": len(values)}
        ratio = targets.best_ratio(samples, row.measurement, row.peers)
        yield {"title": row.title, "measurement": row.measurement, "figures": figures, "ratio": ratio, "shown": shown}
