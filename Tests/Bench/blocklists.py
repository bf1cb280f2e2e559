"""The cost of blocklists: to build, to store and to look up passwords in; compared with passwdqc's filters."""

import os
import shutil
import statistics
import subprocess
import sys
import time

from further import limit_words, limited, row
from place import say
from results import OURS, PASSWDQC, details, kilobytes, sample, samples, size

SMALL, LARGE, HUGE = 10_000_000, 100_000_000, 2_000_000_000

# What is promised of lists of 10 million: nanoseconds, kB, entries in a second.
BUILD_LIMIT, MEMORY_LIMIT, ORDERED_LIMIT, LOOK_UP_LIMIT = 30e9, 600 * 1024, 2e6, 5e3
# Of a check by a policy that is loaded and has the list that ships: nanoseconds.
CHECK_LIMIT = 20e3
# Room for 100 million: the keys as they are spilled, and the list.
LARGE_ROOM = 3 << 30


def length(count):
    """The length of a list of this many passwords in bytes, by passwordrules-blocklist(5)."""
    bits = next(bits for bits in range(25) if bits == 24 or count <= 64 << bits)
    return 64 + 8 * ((1 << bits) + 1) + 4 * count


class Failed(Exception):
    """A program failed; the text says which."""


def run(command, source):
    """Runs a program that reads `source`; its nanoseconds and its largest resident set in kB."""
    begin = time.monotonic_ns()
    process = subprocess.Popen(
        [str(part) for part in command], stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    taken = time.monotonic_ns() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed(f"{command[0]} failed with status {process.returncode}: {errors}")
    return taken, usage.ru_maxrss


class Blocklists:
    """The measurements."""

    def __init__(self, build, out, say):
        self.tool, self.hashes, self.program = build / "passwordrules", out / "hashes", out / "blockbench"
        self.common, self.folder, self.say = build / "common.blocklist", out / "blocklists", say

    def measure(self, pwqfilter, rounds):
        """Builds lists and filters, and looks passwords up in them. `pwqfilter` is passwdqc's program, if it is there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        # Long lists are written only where others cannot watch them.
        self.folder.mkdir(mode=0o711)
        self.say("Building blocklists of 10 million")
        for order in ("random", "ordered"):
            self.measure_build(order)
        filters = [self.measure_filter(pwqfilter)] if pwqfilter else []
        self.say("Looking passwords up")
        for action, subject, _, values in self.looked_up(rounds, self.folder / "random.blocklist", *filters):
            sample(f"blocklist {action}", subject, *values)
        # Its filter has no call of its own: it is what a check takes longer with it.
        if filters:
            pairs = zip(samples["blocklist open and look up", PASSWDQC], samples["blocklist check alone", PASSWDQC])
            sample("blocklist filter", PASSWDQC, *(with_filter - alone for with_filter, alone in pairs))
        self.measure_large()
        shutil.rmtree(self.folder)

    def measure_build(self, order):
        source, path = self.written(order), self.folder / f"{order}.blocklist"
        command = [self.tool, "blocklist", "build", "--format", "sha1", "-o", path, source]
        for _ in range(3):
            sample_build(f"blocklist build {order}", OURS, run(command, subprocess.DEVNULL))
        sample(f"blocklist bits {order}", OURS, 8 * path.stat().st_size / SMALL)
        source.unlink()

    def measure_filter(self, pwqfilter):
        source, path = self.written("md4"), self.folder / "filter"
        command = [pwqfilter, f"--create={int(SMALL / 0.97)}", "--pre-hashed", "--hash-md4", "-o", path]
        with open(source) as file:
            sample_build("blocklist build random", PASSWDQC, run(command, file))
        sample("blocklist bits random", PASSWDQC, 8 * path.stat().st_size / SMALL)
        source.unlink()
        return path

    def measure_large(self):
        """100 million, through a pipe: the text would take 4.5 GB."""
        free = shutil.disk_usage(self.folder).free
        if free < LARGE_ROOM:
            self.say(f"A list of 100 million is left out: it takes {LARGE_ROOM >> 30} GB, and {free >> 30} are free")
            return
        self.say("Building a blocklist of 100 million")
        path = self.folder / "large.blocklist"
        command = [self.tool, "blocklist", "build", "--format", "sha1", "-o", path, "-"]
        with subprocess.Popen([self.hashes, str(LARGE), "ordered"], stdout=subprocess.PIPE) as writer:
            sample_build("blocklist build large", OURS, run(command, writer.stdout))
        if writer.returncode != 0:
            raise Failed("hashes failed")
        sample("blocklist bits large", OURS, 8 * path.stat().st_size / LARGE)
        for action, subject, name, values in self.looked_up(9, path):
            if name == "list":
                sample(f"blocklist {action} large", subject, *values)

    def looked_up(self, rounds, *paths):
        """What blockbench measures of a list, and of a filter if there is one."""
        first, *others = paths
        command = [self.program, rounds, first, self.common, *others]
        result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=True)
        for line in result.stdout.splitlines():
            action, subject, name, *values = line.split("\t")
            yield action, subject, name, map(float, values)

    def written(self, order):
        path = self.folder / f"{order}.txt"
        with open(path, "w") as file:
            if subprocess.run([self.hashes, str(SMALL), order], stdout=file).returncode != 0:
                raise Failed(f"{path} cannot be written")
        return path


def sample_build(measurement, subject, taken):
    nanoseconds, resident = taken
    sample(measurement, subject, nanoseconds)
    sample(f"{measurement} rss", subject, resident)


# ---- Rows ----


def ordered_row():
    """The speed of building a list from sorted input: the only limit that is to be exceeded."""
    rates = [SMALL / nanoseconds * 1e9 for nanoseconds in samples["blocklist build ordered", OURS]]
    sample("blocklist rate", OURS, *rates)
    rate, limit = statistics.median(rates), ORDERED_LIMIT
    details["limits"].append({"measurement": "blocklist rate", "median": rate, "at least": limit, "holds": rate >= limit})
    words = limit_words(limit, rate, f"{limit:,.0f} at least")
    return f"Blocklist, 10 million in order: entries in a second ({words})", "blocklist rate", "{:,.0f}".format


def measure(build, out, pwqfilter, rounds):
    """Returns rows for the further tables."""
    try:
        Blocklists(build, out, say).measure(pwqfilter, rounds)
    except (Failed, subprocess.CalledProcessError) as error:
        sys.exit(f"bench: {error}; no table")
    return [row(*words) for words in rows()]


def rows():
    title = "Blocklist, 10 million"
    yield limited(f"{title} unsorted: build", "blocklist build random", BUILD_LIMIT)
    yield limited(f"{title} unsorted: Rss", "blocklist build random rss", MEMORY_LIMIT, kilobytes)
    yield limited(f"{title}: bits an entry", "blocklist bits random", form="{:.1f}".format)
    yield ordered_row()
    yield limited(f"{title} in order: Rss", "blocklist build ordered rss", form=kilobytes)
    words = f"{title}: open, look up, close, warm; passwdqc: its check with a filter"
    yield limited(words, "blocklist open and look up", LOOK_UP_LIMIT)
    yield limited(f"{title}: look up, warm", "blocklist look up")
    yield limited(f"{title}: passwdqc's check without a filter", "blocklist check alone")
    yield limited(f"{title}: open, look up, close, not in the page cache", "blocklist look up cold")
    yield limited("Common passwords, mangled: look up", "blocklist look up mangled")
    yield limited("Check by a loaded policy with that list", "blocklist check with common list", CHECK_LIMIT)
    if ("blocklist build large", OURS) in samples:
        yield from large_rows()


def large_rows():
    title = "Blocklist, 100 million in order"
    yield limited(f"{title}: build", "blocklist build large")
    yield limited(f"{title}: Rss", "blocklist build large rss", form=kilobytes)
    yield limited(f"{title}: bits an entry", "blocklist bits large", form="{:.1f}".format)
    yield limited(f"{title}: open, look up, close, warm", "blocklist open and look up large")
    yield limited(f"{title}: not in the page cache", "blocklist look up cold large")
    sample("blocklist build huge", OURS, samples["blocklist build large", OURS][0] * HUGE / LARGE)
    sample("blocklist size huge", OURS, length(HUGE))
    yield limited("Blocklist, 2,000 million in order, computed from that: build", "blocklist build huge")
    yield limited("Blocklist, 2,000 million, computed: size", "blocklist size huge", form=size)
