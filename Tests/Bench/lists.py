"""What it costs to build and store a list with as many leaked passwords as are published, and to look up a password in it
in a new process."""

import os
import shutil
import subprocess
import sys
import time

from calls import command
from place import BUILD, LIBRARY, OUT, Turns, say
from subjects import STRONG
from table import OURS, add, kilobytes, size

COUNT = 1_000_000_000
# The free space that sorting the keys and writing the list need, in bytes.
ROOM = 14 << 30
ROUNDS = 20
LIMIT = 10e6
FOLDER = OUT / "lists"
ASK, ASK_COLD = (f"Ask a list of 1,000 million, {where}: a new process" for where in ("in the cache", "not in the cache"))


def build(path):
    """Builds the list from a pipe, because the text would take 43 GB on disk."""
    say(f"Building a list of {COUNT:,} hashes, which takes some minutes")
    begun = time.monotonic_ns()
    with subprocess.Popen([OUT / "hashes", str(COUNT)], stdout=subprocess.PIPE) as writer:
        builder = subprocess.Popen([BUILD / "passwordrules", "blocklist", "build", "--format", "sha1", "-o", path, "-"],
                                   stdin=writer.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        writer.stdout.close()
        _, status, usage = os.wait4(builder.pid, 0)
    builder.returncode = os.waitstatus_to_exitcode(status)
    if builder.returncode != 0 or writer.returncode != 0:
        sys.exit("bench: the list was not built; no table")
    add("Build a list of 1,000 million hashes", OURS, time.monotonic_ns() - begun)
    add("Rss of building it", OURS, usage.ru_maxrss, form=kilobytes)
    add("Size of that list", OURS, path.stat().st_size, form=size)


def ask(path):
    """Nanoseconds of loading the library, and of opening the list and looking a password up."""
    program = Turns(*command(LIBRARY, OURS, "look up", path, STRONG, expected=0))
    load, first = program.figures(), program.figures()
    program.end()
    return load[0] + first[0]


def forget(path):
    """Drops the file's pages from the kernel's cache."""
    with open(path, "rb") as file:
        os.fdatasync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def measure():
    shutil.rmtree(FOLDER, ignore_errors=True)
    # Long lists are written only to folders that others cannot read.
    FOLDER.mkdir(mode=0o711, parents=True)
    free = shutil.disk_usage(FOLDER).free
    if free < ROOM:
        say(f"The list of {COUNT:,} is left out: it takes {ROOM >> 30} GB, and {free >> 30} are free")
        for title in (ASK, ASK_COLD):
            add(title, OURS, limit=LIMIT)
        return
    path = FOLDER / "list"
    build(path)
    for _ in range(ROUNDS):
        forget(path)
        add(ASK_COLD, OURS, ask(path), limit=LIMIT)
        add(ASK, OURS, ask(path), limit=LIMIT)
    shutil.rmtree(FOLDER)
