"""What was promised beside the peers, and whether it is kept: ratios of medians, of rounds in which both took part."""

import collections
import statistics

from results import COLUMNS, OURS, PASSWDQC, PEERS, PERMIT, PLAIN, times

BEST = "the best peer"

# Ours in `measurement` is at most `limit` times what `against` takes; below it if `is_below`. BEST: than each peer.
Target = collections.namedtuple("Target", "measurement against limit words is_below", defaults=[False])

TARGETS = [
    Target("load", PASSWDQC, 1, "loading takes at most as long as libpasswdqc"),
    Target(
        "check 16 bytes, strong", PLAIN, 0.25,
        "a check of 16 bytes takes at most a quarter of libpwquality's without dictionary",
    ),
    Target(
        "check with old 16 bytes, strong", PLAIN, 0.1,
        "with old password and user it takes at most a tenth of libpwquality's without dictionary",
    ),
    Target("pam fresh accepted", PERMIT, 2, "an accepted change in a fresh process takes at most twice pam_permit's time"),
    Target("pam fresh accepted", BEST, 1, "an accepted change in a fresh process takes less than each peer's", True),
    Target("pam fresh refused", PERMIT, 2, "a refused change in a fresh process takes at most twice pam_permit's time"),
    Target("pam fresh refused", BEST, 1, "a refused change in a fresh process takes less than each peer's", True),
    Target("pam dirty", PASSWDQC, 1, "a change leaves at most as much private memory as pam_passwdqc's"),
]

# The median decides; the ratio of the minima is told beside it, since it is what a busy machine disturbs least. All
# None: the other one was not measured.
Verdict = collections.namedtuple("Verdict", "target ratio least is_met")


def ratio(samples, measurement, other, other_measurement=None, of=statistics.median):
    """Ours by another's, each the median of the rounds that both were in; None if one of them is missing or nothing."""
    pairs = list(zip(samples.get((measurement, OURS), []), samples.get((other_measurement or measurement, other), [])))
    figures = [of(values) for values in zip(*pairs)]
    return figures[0] / figures[1] if figures and figures[1] > 0 else None


def best_ratio(samples, measurement, peers_measurement=None, of=statistics.median):
    """Ours by the best peer's: the largest ratio of all."""
    ratios = [ratio(samples, measurement, peer, peers_measurement, of) for peer in PEERS]
    return max((value for value in ratios if value is not None), default=None)


def verdict(samples, target):
    measurement, against = target.measurement, target.against
    value, least = (
        best_ratio(samples, measurement, of=of) if against == BEST else ratio(samples, measurement, against, of=of)
        for of in (statistics.median, min)
    )
    if value is None:
        return Verdict(target, None, None, None)
    return Verdict(target, value, least, value < target.limit if target.is_below else value <= target.limit)


def verdicts(samples):
    return [verdict(samples, target) for target in TARGETS]


def outcome(given):
    return "not measured" if given.is_met is None else "met" if given.is_met else "MISSED"


def relation(given):
    sign = "<" if given.target.is_below else "≤"
    return f"{sign} ×{given.target.limit:g} {COLUMNS.get(given.target.against, BEST)}"


def line(given):
    """One line for people: the promise, the figure, and whether it holds."""
    minima = "" if given.least is None else f"; by the minima {times(given.least)}"
    figure = "" if given.ratio is None else f" ({times(given.ratio)}, target {relation(given)}{minima})"
    return f"{outcome(given)}: {given.target.words}{figure}"
