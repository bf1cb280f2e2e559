"""The tables below the main one: more figures, and the limits that were set for them."""

import statistics

from results import COLUMNS, OURS, details, duration, median, samples, times


def cell(values, ours, form):
    """Median, minimum, and how many times our median that is."""
    if not values:
        return "-"
    middle, best = statistics.median(values), min(values)
    text = form(middle) if len(values) == 1 else f"{form(middle)} ({form(best)})"
    if ours and values is not ours and statistics.median(ours) > 0:
        text += f" {times(middle / statistics.median(ours))}"
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


# ---- Limits ----


def limit_words(value, limit, words):
    """How a line says what was to be reached, and whether it was."""
    return f"target {words}: {'holds' if value <= limit else 'MISSED'}"


def limited(title, measurement, limit=None, form=None):
    """A row with its limit if there is one: title and measurement, and how its figures are written."""
    form = form or duration
    if limit is None:
        return title, measurement, form
    value = median(measurement)
    details["limits"].append({"measurement": measurement, "median": value, "limit": limit, "holds": value <= limit})
    return f"{title} ({limit_words(value, limit, f'{form(limit)} at most')})", measurement, form
