"""The cost of a library or a module in a process that has not loaded it: files, loading, memory."""

import random
import re

from demands import STRONG16, subjects
from place import LIST, OUT, PEERS, RANKS, output, say
from results import DICTIONARY, OURS, PASSWDQC, PLAIN, sample

LOAD_ROUNDS = 300


def stripped_size(path):
    copy = OUT / "stripped"
    output("strip", "-s", "-o", copy, path)
    size = copy.stat().st_size
    copy.unlink()
    return size


def needed(path):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", path))


def needed_by_subject(libraries):
    """What each library needs, and what that needs."""
    needs = {subject: needed(libraries[f"lib{subject}"]) for subject in (OURS, PLAIN, PASSWDQC)}
    needs[PLAIN] = list(dict.fromkeys(needs[PLAIN] + needed(libraries["libcrack"])))
    needs[DICTIONARY] = needs[PLAIN]
    return needs


def measure_sizes(libraries, modules):
    """Sizes in bytes, with whatever else of the peer's own must be there."""
    ours, passwdqc = stripped_size(libraries["libpasswordrules"]), stripped_size(libraries["libpasswdqc"])
    pwquality = stripped_size(libraries["libpwquality"]) + stripped_size(libraries["libcrack"])
    dictionary = sum(file.stat().st_size for file in PEERS.glob("dictionary.*"))
    for subject, size in ((OURS, ours), (PLAIN, pwquality), (DICTIONARY, pwquality), (PASSWDQC, passwdqc)):
        sample("size", subject, size)
    # passwdqc's are in the library.
    for subject, size in ((OURS, ours + LIST.stat().st_size), (DICTIONARY, pwquality + dictionary), (PASSWDQC, passwdqc)):
        sample("size with words", subject, size)
    sample("ranks size", OURS, RANKS.stat().st_size)
    for subject in (OURS, PLAIN, DICTIONARY, PASSWDQC):
        sample("module size", subject, stripped_size(modules[subject.removesuffix("+dict")]))


def measure_load(libraries, modules, dictionary):
    """Each library and each module in processes of their own, by turns, in another order each time."""
    say(f"Loading each library and each module in {LOAD_ROUNDS} fresh processes")
    loads = [
        (subject, libraries["lib" + subject.removesuffix("+dict")], subject.removesuffix("+dict"), STRONG16,
         *([options] if subject == OURS else options.split()))
        for subject, options in subjects(dictionary).items()
    ]
    loads += [(subject, module, "module") for subject, module in modules.items()]
    order = random.Random(1)
    for _ in range(LOAD_ROUNDS):
        order.shuffle(loads)
        for subject, *arguments in loads:
            lines = output(OUT / "loadbench", *arguments).splitlines()
            sample_loads(subject, [list(map(int, line.split())) for line in lines])


def sample_loads(subject, figures):
    """Of a module there is nothing but how it was loaded."""
    load, rss, dirty = figures[0]
    if len(figures) == 1:
        # Which options it has makes no difference to how long the file takes.
        for name in (PLAIN, DICTIONARY) if subject == PLAIN else (subject,):
            sample("module load", name, load)
        return
    check, check_rss, check_dirty = figures[1]
    for measurement, value in {
        "load": load, "load rss": rss, "load dirty": dirty, "first check": check, "load and first check": load + check,
        "first check rss": check_rss, "first check dirty": check_dirty,
    }.items():
        sample(measurement, subject, value)
