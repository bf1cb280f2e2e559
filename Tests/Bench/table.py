"""The table: a row for each thing that was measured, with the medians of ours and of the peers, ours divided by the best
peer's, and, if people wait for it, a target. Rows whose target was missed come first."""

import statistics

OURS, PWQUALITY, PASSWDQC = "passwordrules", "libpwquality", "libpasswdqc"
PEERS = [PWQUALITY, PASSWDQC]
HEAD = ["", OURS, *PEERS, "by the best", "target"]
# Whether a target is met, in the order of the rows; "" is that of a row without a target.
MISSED, MET, UNMEASURED = "MISSED", "met", "not measured in this run"
OUTCOMES = [MISSED, MET, UNMEASURED, ""]


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


def times(value):
    return f"×{value:.2g}" if value < 0.1 else f"×{value:.2f}" if value < 10 else f"×{value:,.0f}"


class Row:
    """The n-th samples of all subjects are from the same round."""

    def __init__(self, form, limit):
        self.form, self.limit, self.samples = form, limit, {}

    def median(self, subject=OURS):
        """The median of a subject's samples; None if it was not measured."""
        return statistics.median(self.samples[subject]) if self.samples.get(subject) else None

    def ratio(self):
        """Ours divided by the best peer's, each the median of the rounds that have both; None if there is no peer."""
        ratios = []
        for peer in PEERS:
            figures = [statistics.median(values) for values in zip(*zip(self.samples.get(OURS, []), self.samples.get(peer, [])))]
            if figures and figures[1] > 0:
                ratios.append(figures[0] / figures[1])
        return max(ratios, default=None)

    def outcome(self):
        """Whether the target is met; "" if there is none."""
        value = self.median()
        return "" if self.limit is None else UNMEASURED if value is None else MET if value <= self.limit else MISSED

    def cells(self):
        figures = [self.median(subject) for subject in (OURS, *PEERS)]
        ratio = self.ratio()
        target = f"≤ {self.form(self.limit)}: {self.outcome()}" if self.limit is not None else "" if figures[0] is not None else UNMEASURED
        return ["-" if figure is None else self.form(figure) for figure in figures] + ["" if ratio is None else times(ratio), target]


# The rows by title, in the order in which the titles were first used.
rows = {}


def add(title, subject, *values, form=duration, limit=None):
    """Samples of a row, which is made if there is none. Without values, it shows that its target was not
    measured."""
    row = rows.setdefault(title, Row(form, limit))
    row.samples.setdefault(subject, []).extend(values)


def keep(earlier):
    """Adds the rows of an earlier summary that were not measured in this run, without their figures."""
    forms = {form.__name__: form for form in (duration, size, kilobytes)}
    for row in earlier:
        if row["what"] not in rows:
            add(row["what"], OURS, form=forms[row["form"]], limit=row["limit"])


def ordered():
    """The rows with their titles: those with a target first, and of these the missed ones first. Otherwise their order
    is that of the measurement."""
    return sorted(rows.items(), key=lambda item: OUTCOMES.index(item[1].outcome()))


def aligned():
    """The cells of all lines, filled up with spaces."""
    lines = [HEAD, *([title, *row.cells()] for title, row in ordered())]
    widths = [max(map(len, column)) for column in zip(*lines)]
    return [[cell.ljust(width) if index in (0, len(HEAD) - 1) else cell.rjust(width)
             for index, (cell, width) in enumerate(zip(line, widths))] for line in lines]


def text():
    """The table for a terminal."""
    return "\n".join("  ".join(line).rstrip() for line in aligned())


def markdown():
    """The table in Markdown, which is aligned as text, too."""
    head, *lines = [f"| {' | '.join(line)} |" for line in aligned()]
    rule = [":" + "-" * (len(cell) - 1) if index in (0, len(HEAD) - 1) else "-" * (len(cell) - 1) + ":"
            for index, cell in enumerate(aligned()[0])]
    return "\n".join([head, f"| {' | '.join(rule)} |", *lines])


def summary():
    """All figures, for bench.json."""
    return [{"what": title, "form": row.form.__name__, "limit": row.limit, "outcome": row.outcome(),
             **{subject: {"median": statistics.median(values), "min": min(values), "max": max(values), "count": len(values)}
                for subject, values in row.samples.items() if values}}
            for title, row in ordered()]
