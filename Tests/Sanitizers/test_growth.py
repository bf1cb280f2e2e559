"""That memory does not grow with the number of calls."""

import re

from programs import must_run, size

# Of all cycles together: less than a byte for each where they are many.
MOST_KB = 64


def growth(built, blocklist, *arguments):
    return int(re.search(r"grown: (-?\d+) kB", must_run(built / "cycles", blocklist, *arguments))[1])


def test_memory_does_not_grow(built, blocklist):
    assert growth(built, blocklist, size("GROWTH")) <= MOST_KB


def test_growth_is_seen(built, blocklist):
    assert growth(built, blocklist, 5000, "leak") > MOST_KB
