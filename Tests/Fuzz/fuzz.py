"""Runs the fuzzing targets: `make fuzz` has what it is called with, README.md what comes of it."""

import argparse
import concurrent.futures
import datetime
import os
import re
import subprocess
import sys
import time

import seeds

# The longest input of each.
TARGETS = {
    "strict": 120, "lenient": 120, "write": 120, "lint": 120, "check": 200, "generate": 200, "count": 100, "policy": 400,
    "import": 300, "blocklist": 200, "lines": 300, "calls": 400,
}

# A short quarantine stays in the processor's cache, and nobody reads where memory came from until a find is reproduced.
OPTIONS = {"ASAN_OPTIONS": "quarantine_size_mb=1:malloc_context_size=1"}
# One input takes milliseconds; one that takes this many seconds hangs.
TIMEOUT = 20
MEMORY_IN_MIB = 3000
# A target that fails at once would fill the disk.
MOST_FAILURES = 5


class Result:
    """What became of one target."""

    def __init__(self, target):
        self.target, self.executions, self.seconds = target, 0, 0.0
        self.coverage = self.features = self.corpus = 0
        self.finds = []

    def add(self, log, seconds):
        counted = re.findall(r"^stat::number_of_executed_units: (\d+)", log, re.M) or re.findall(r"^#(\d+)\t", log, re.M)
        self.executions += int(counted[-1]) if counted else 0
        self.seconds += seconds
        shown = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)/", log)
        if shown:
            self.coverage, self.features, self.corpus = map(int, shown[-1])
        # The same input may fail again and again.
        self.finds += [path for path in re.findall(r"Test unit written to (\S+)", log) if path not in self.finds]

    def row(self):
        rate = self.executions / self.seconds if self.seconds else 0
        return [self.target, f"{self.executions:,}", f"{rate:,.0f}", f"{self.coverage:,}", f"{self.features:,}",
                f"{self.corpus:,}", str(len(self.finds))]


def command(build, target, seconds, *more):
    """How a target is run for so long. The first folder grows; the second one, of the seeds, does not."""
    folders = [os.path.join(build, kind, target) for kind in ("corpus", "seeds")]
    finds = os.path.join(build, "finds")
    for folder in folders + [finds]:
        os.makedirs(folder, exist_ok=True)
    seeds.write(target, folders[1])
    return [os.path.join(build, target), f"-max_len={TARGETS[target]}", f"-dict={folders[1]}.dict",
            f"-max_total_time={seconds}", f"-timeout={TIMEOUT}", f"-rss_limit_mb={MEMORY_IN_MIB}", "-reload=0",
            "-print_final_stats=1", f"-artifact_prefix={finds}/{target}-", *more, *folders]


def run_target(build, target, seconds):
    """Runs a target until the time is over, however often it fails."""
    result = Result(target)
    end = time.monotonic() + seconds
    log = os.path.join(build, target + ".log")
    open(log, "w").close()
    failures = 0
    while (left := round(end - time.monotonic())) > 0:
        start = time.monotonic()
        with open(log, "r+", errors="replace") as file:
            before = file.seek(0, os.SEEK_END)
            # Not in the terminal's process group: this program ends them when it is interrupted.
            with subprocess.Popen(command(build, target, left), stdout=file, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL, env=os.environ | OPTIONS) as process:
                process.wait()
            file.seek(before)
            text = file.read()
        result.add(text, time.monotonic() - start)
        if process.returncode == 0:
            break
        if "Test unit written to" not in text:
            sys.exit(f"fuzz: {target} ended with {process.returncode}; see {log}")
        failures += 1
        if failures == MOST_FAILURES:
            break
    note(build, result)
    return result


def note(build, result):
    """Keeps the figures, so that they can be added up."""
    date = datetime.datetime.now().isoformat(timespec="seconds")
    with open(os.path.join(build, "runs.tsv"), "a") as file:
        fields = [date, result.target, result.executions, round(result.seconds), result.coverage, result.features,
                  result.corpus, len(result.finds)]
        file.write("\t".join(map(str, fields)) + "\n")


def table(rows):
    rows = [["target", "executions", "a second", "cov", "ft", "corpus", "finds"]] + rows
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print(row[0].ljust(widths[0]) + "".join("  " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:])))


def run(options):
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda target: run_target(options.build, target, options.seconds), options.targets))
    table([result.row() for result in results])
    print(f"{sum(result.executions for result in results):,} executions; all runs are in {options.build}/runs.tsv")
    finds = [(result.target, path) for result in results for path in result.finds]
    for target, path in finds:
        print(f"FIND: {path}\n  to see it again: {options.build}/{target} {path}\n"
              f"  to make it small: {options.build}/{target} -minimize_crash=1 -runs=100000 {path}")
    return 1 if finds else 0


def total(options):
    """What all runs come to, of any number of builds."""
    sums = {}
    for path in [options.build] + options.builds:
        with open(os.path.join(path, "runs.tsv")) as file:
            for line in file:
                _, target, executions, seconds, *shown, finds = line.rstrip("\n").split("\t")
                result = sums.setdefault(target, Result(target))
                result.executions += int(executions)
                result.seconds += float(seconds)
                result.coverage, result.features, result.corpus = map(int, shown)
                result.finds += [path] * int(finds)
    table([sums[target].row() for target in TARGETS if target in sums])
    print(f"{sum(result.executions for result in sums.values()):,} executions")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="where the programs are, and where all goes")
    commands = parser.add_subparsers(required=True)
    running = commands.add_parser("run")
    running.add_argument("--seconds", type=int, default=60)
    running.add_argument("--jobs", type=int, default=1, choices=(1, 2))
    running.add_argument("targets", nargs="*", default=list(TARGETS))
    running.set_defaults(run=run)
    adding = commands.add_parser("total")
    adding.add_argument("builds", nargs="*", help="other builds")
    adding.set_defaults(run=total)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
