"""The cost of blocklists: to build, to store and to look up passwords in; compared with passwdqc's filters."""

import os
import shutil
import subprocess
import sys
import time

from calls import ROUNDS, callbench, operation
from place import BUILD, LIST, OUT, package, say
from results import OURS, PASSWDQC, sample, samples

SMALL, LARGE, HUGE = 10_000_000, 100_000_000, 2_000_000_000
FOLDER = OUT / "blocklists"
# Room for 100 million: the keys as they are spilled, and the list.
LARGE_ROOM = 3 << 30


def length(count):
    """The length of a list of this many passwords in bytes, by passwordrules-blocklist(5)."""
    bits = next(bits for bits in range(25) if bits == 24 or count <= 64 << bits)
    return 64 + 8 * ((1 << bits) + 1) + 4 * count


def build(measurement, subject, command, source=subprocess.DEVNULL):
    """Samples the nanoseconds of a program that reads `source`, which are returned, and its largest resident set in kB."""
    begin = time.monotonic_ns()
    process = subprocess.Popen([str(part) for part in command], stdin=source, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    taken = time.monotonic_ns() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {command[0]} failed with status {process.returncode}; no table")
    sample(f"blocklist build {measurement}", subject, taken)
    sample(f"blocklist build {measurement} rss", subject, usage.ru_maxrss)
    return taken


def build_list(path, source):
    return [BUILD / "passwordrules", "blocklist", "build", "--format", "sha1", "-o", path, source]


def hashes(order):
    path = FOLDER / f"{order}.txt"
    with open(path, "w") as file:
        subprocess.run([OUT / "hashes", str(SMALL), order], stdout=file, check=True)
    return path


def measure_builds():
    for order in ("random", "ordered"):
        source, path = hashes(order), FOLDER / f"{order}.blocklist"
        for _ in range(3):
            taken = build(order, OURS, build_list(path, source))
            sample(f"blocklist build {order} each", OURS, taken / SMALL)
        source.unlink()
    sample("blocklist bits random", OURS, 8 * (FOLDER / "random.blocklist").stat().st_size / SMALL)


def measure_filter(pwqfilter):
    source, path = hashes("md4"), FOLDER / "filter"
    command = [pwqfilter, f"--create={int(SMALL / 0.97)}", "--pre-hashed", "--hash-md4", "-o", path]
    with open(source) as file:
        build("random", PASSWDQC, command, file)
    sample("blocklist bits random", PASSWDQC, 8 * path.stat().st_size / SMALL)
    source.unlink()
    return path


def measure_large():
    """100 million, through a pipe: the text would take 4.5 GB."""
    free = shutil.disk_usage(FOLDER).free
    if free < LARGE_ROOM:
        say(f"A list of 100 million is left out: it takes {LARGE_ROOM >> 30} GB, and {free >> 30} are free")
        return
    say("Building a blocklist of 100 million")
    path = FOLDER / "large.blocklist"
    with subprocess.Popen([OUT / "hashes", str(LARGE), "ordered"], stdout=subprocess.PIPE) as writer:
        taken = build("large", OURS, build_list(path, "-"), writer.stdout)
    if writer.returncode != 0:
        sys.exit("bench: hashes failed; no table")
    sample("blocklist bits large", OURS, 8 * path.stat().st_size / LARGE)
    look_up(path, rounds=9, prefix="large blocklist ")
    sample("blocklist build huge", OURS, taken * HUGE / LARGE)
    sample("blocklist size huge", OURS, length(HUGE))


def operations(path, *filters):
    policy = FOLDER / "policy.conf"
    policy.write_text(f"rules = minlength: 15;\nblocklist = {LIST}\n", encoding="utf-8")
    policy.chmod(0o644)
    # Another password at each call.
    yield operation("open", OURS, "list", "open list", path)
    yield operation("open and look up", OURS, "list", "open list and look up", path, "", expected=0)
    yield operation("look up", OURS, "list", "look up", path, "", expected=0)
    yield operation("look up mangled", OURS, "common", "look up", LIST, "", expected=0)
    yield operation("check with common list", OURS, "common", "check by policy", policy, "")
    alone = "min=1,1,1,1,1 match=0 similar=permit"
    for one in filters:
        yield operation("open and look up", PASSWDQC, "list", "passwdqc check", f"{alone} filter={one}", "")
        yield operation("check alone", PASSWDQC, "list", "passwdqc check", alone, "")


def cold_look_up(path):
    """Nanoseconds of the first look-up after the file's pages were dropped from the cache."""
    with open(path, "rb") as file:
        os.fdatasync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    begin = time.monotonic_ns()
    package().Blocklist(path).lookup("kT7#vQ2zWm4!pXs9")
    return time.monotonic_ns() - begin


def look_up(path, *filters, rounds=ROUNDS, prefix="blocklist "):
    sample(f"{prefix}look up cold list", OURS, *(cold_look_up(path) for _ in range(9)))
    for one in (path, LIST, *filters):
        # All of it into the page cache.
        subprocess.run(["cat", one], stdout=subprocess.DEVNULL, check=True)
    callbench(operations(path, *filters), rounds, prefix)


def measure(pwqfilter):
    """Builds lists and filters, and looks passwords up in them. `pwqfilter` is passwdqc's program."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    # Long lists are written only where others cannot watch them.
    FOLDER.mkdir(mode=0o711)
    say("Building blocklists of 10 million")
    measure_builds()
    say("Looking passwords up")
    look_up(FOLDER / "random.blocklist", measure_filter(pwqfilter))
    # Its filter has no call of its own: it is what a check takes longer with it.
    pairs = zip(*(samples[f"blocklist {name} list", PASSWDQC] for name in ("open and look up", "check alone")))
    sample("blocklist filter", PASSWDQC, *(with_filter - alone for with_filter, alone in pairs))
    measure_large()
    shutil.rmtree(FOLDER)
