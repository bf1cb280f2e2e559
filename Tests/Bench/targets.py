"""The targets relative to the peers, and whether they are met: ratios of medians over interleaved rounds."""

import collections
import statistics

from results import COLUMNS, DICTIONARY, OURS, PASSWDQC, PEERS, PERMIT, PLAIN, times

# Ours in `measurement` is at most `limit` times what `against` takes, in `other` where that is another measurement.
Target = collections.namedtuple("Target", "measurement against limit words other", defaults=[None])

ACCEPTED = "pam fresh accepted"
# What the peer's module leaves, and the list that the policy has on.
WITH_LIST = "pam dirty with list"

TARGETS = [
    Target("load", PASSWDQC, 1.25, "loading takes at most 1.25 times as long as libpasswdqc"),
    Target(
        "check 16 bytes, strong", PLAIN, 0.25,
        "a check of 16 bytes takes at most a quarter of libpwquality's without dictionary",
    ),
    Target(
        ACCEPTED, DICTIONARY, 0.8,
        "an accepted change in a fresh process takes at most 0.8 times pam_pwquality's with its dictionary",
    ),
    Target(
        "pam fresh refused", OURS, 1.15, "a refused change in a fresh process takes at most 1.15 times an accepted one",
        ACCEPTED,
    ),
    # 20 µs where pam_permit's change takes 38: that is how fast the machine is.
    Target(
        "blocklist check with common list", PERMIT, 0.53,
        "a check by a loaded policy with the list takes at most 0.53 times pam_permit's change", ACCEPTED,
    ),
    Target(
        "pam dirty", PASSWDQC, 1, "a change leaves at most as much private memory as pam_passwdqc's and the list",
        WITH_LIST,
    ),
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
    """The largest ratio of our figure to the best peer's."""
    ratios = [ratio(samples, measurement, peer, peers_measurement, of) for peer in PEERS]
    return max((value for value in ratios if value is not None), default=None)


def verdict(samples, target):
    value, least = (
        ratio(samples, target.measurement, target.against, target.other, of=of) for of in (statistics.median, min)
    )
    if value is None:
        return Verdict(target, None, None, None)
    return Verdict(target, value, least, value <= target.limit)


def verdicts(samples):
    return [verdict(samples, target) for target in TARGETS]


def outcome(given):
    return "not measured" if given.is_met is None else "met" if given.is_met else "MISSED"


def relation(given):
    against, other = given.target.against, given.target.other
    words = {
        (OURS, ACCEPTED): "an accepted one", (PERMIT, ACCEPTED): "a change by pam_permit",
        (PASSWDQC, WITH_LIST): f"{COLUMNS[PASSWDQC]} and the list",
    }.get((against, other), COLUMNS[against])
    return f"≤ ×{given.target.limit:g} {words}"


def line(given):
    """One line for people: the promise, the figure, and whether it holds."""
    minima = "" if given.least is None else f"; by the minima {times(given.least)}"
    figure = "" if given.ratio is None else f" ({times(given.ratio)}, target {relation(given)}{minima})"
    return f"{outcome(given)}: {given.target.words}{figure}"
