"""Runs fuzzing targets for some seconds each: fuzz.py BUILD SECONDS JOBS TARGET... README.md describes the results."""

import concurrent.futures
import datetime
import os
import re
import subprocess
import sys
import time

import seeds

# The length of the longest input of each target.
TARGETS = {
    "parse": 120, "check": 200, "generate": 200, "policy": 400, "import": 300, "blocklist": 300, "strength": 200, "calls": 400,
}

# For speed: a short quarantine stays in the processor's cache, and the stacks of allocations are only needed when a
# find is reproduced.
OPTIONS = {"ASAN_OPTIONS": "quarantine_size_mb=1:malloc_context_size=1"}
# One input takes milliseconds; one that takes this many seconds hangs.
TIMEOUT = 600
MEMORY_IN_MIB = 3000
# A target that fails at once would fill the disk.
MOST_FAILURES = 5


def command(build, target, seconds):
    """The command that runs a target for that long. libFuzzer adds to the first folder, the corpus, but not to the seeds."""
    folders = [os.path.join(build, kind, target) for kind in ("corpus", "seeds")]
    finds = os.path.join(build, "finds")
    for folder in folders + [finds]:
        os.makedirs(folder, exist_ok=True)
    seeds.write(target, folders[1])
    return [os.path.join(build, target), f"-max_len={TARGETS[target]}", f"-dict={folders[1]}.dict",
            f"-max_total_time={seconds}", f"-timeout={TIMEOUT}", f"-rss_limit_mb={MEMORY_IN_MIB}", "-reload=0",
            "-print_final_stats=1", f"-artifact_prefix={finds}/{target}-", *folders]


def run_target(build, target, seconds):
    """Runs a target until the time is over, however often it fails. Returns its figures, and the paths of its
    finds."""
    executions, shown, finds, failures = 0, ("0", "0", "0"), [], 0
    start = time.monotonic()
    log = os.path.join(build, target + ".log")
    with open(log, "w+", errors="replace") as file:
        while failures < MOST_FAILURES and (left := round(start + seconds - time.monotonic())) > 0:
            before = file.seek(0, os.SEEK_END)
            done = subprocess.run(command(build, target, left), stdout=file, stderr=subprocess.STDOUT, check=False,
                                  stdin=subprocess.DEVNULL, env=os.environ | OPTIONS)
            file.seek(before)
            text = file.read()
            counted = re.findall(r"^stat::number_of_executed_units: (\d+)", text, re.M) or re.findall(r"^#(\d+)\t", text, re.M)
            executions += int(counted[-1]) if counted else 0
            shown = (re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)/", text) or [shown])[-1]
            # The same input may fail again and again.
            finds += [path for path in re.findall(r"Test unit written to (\S+)", text) if path not in finds]
            if done.returncode == 0:
                break
            if "Test unit written to" not in text:
                sys.exit(f"fuzz: {target} ended with {done.returncode}; see {log}")
            failures += 1
    figures = [target, str(executions), str(round(time.monotonic() - start)), *shown, str(len(finds))]
    # "make total" adds up the figures of all runs.
    with open(os.path.join(build, "runs.tsv"), "a") as file:
        file.write("\t".join([datetime.datetime.now().isoformat(timespec="seconds"), *figures]) + "\n")
    return figures, finds


def main(build, seconds, jobs, *targets):
    with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
        results = list(pool.map(lambda target: run_target(build, target, int(seconds)), targets))
    for row in [["target", "executions", "seconds", "cov", "ft", "corpus", "finds"], *(figures for figures, _ in results)]:
        print("".join(cell.rjust(12) for cell in row))
    finds = [(figures[0], path) for figures, finds in results for path in finds]
    for target, path in finds:
        print(f"FIND: {path}\n  to see it again: {build}/{target} {path}\n"
              f"  to make it small: {build}/{target} -minimize_crash=1 -runs=100000 {path}")
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
