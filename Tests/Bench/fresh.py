"""The cost of a library or a module in a process that has not loaded it: files, loading, memory."""

import random
import re

from place import INSTALLED, OUT, PEERS, output, say
from results import DICTIONARY, OURS, PASSWDQC, PLAIN, sample

LOAD_ROUNDS = 300
COMMON_PASSWORDS = INSTALLED / "common.blocklist"


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


def measure_sizes(libraries, modules, dictionary):
    """Sizes in bytes, with whatever else of the peer's own must be there."""
    ours, passwdqc = stripped_size(libraries["libpasswordrules"]), stripped_size(libraries["libpasswdqc"])
    pwquality = stripped_size(libraries["libpwquality"]) + stripped_size(libraries["libcrack"])
    for subject, size in ((OURS, ours), (PLAIN, pwquality), (DICTIONARY, pwquality), (PASSWDQC, passwdqc)):
        sample("size", subject, size)
    sample("size with words", OURS, ours + COMMON_PASSWORDS.stat().st_size)
    if dictionary:
        words = sum(file.stat().st_size for file in PEERS.glob("dictionary.*"))
        sample("size with words", DICTIONARY, pwquality + words)
    sample("size with words", PASSWDQC, passwdqc)  # in the library
    for subject, module in modules.items():
        sample("module size", subject, stripped_size(module))
        if subject == PLAIN:
            sample("module size", DICTIONARY, stripped_size(module))


def measure_load(libraries, modules, dictionary):
    """Each library and each module in processes of their own, by turns, in another order each time."""
    say(f"Loading each library and each module in {LOAD_ROUNDS} fresh processes")
    loads = [
        (OURS, libraries["libpasswordrules"], "passwordrules", []),
        (PLAIN, libraries["libpwquality"], "pwquality", ["dictcheck=0"]),
        (PASSWDQC, libraries["libpasswdqc"], "passwdqc", []),
    ]
    if dictionary:
        loads.append((DICTIONARY, libraries["libpwquality"], "pwquality", [f"dictpath={dictionary}"]))
    loads += [(subject, module, "module", []) for subject, module in modules.items()]
    order = random.Random(1)
    for _ in range(LOAD_ROUNDS):
        order.shuffle(loads)
        for subject, file, functions, option in loads:
            lines = output(OUT / "loadbench", file, functions, *option).splitlines()
            sample_loads(subject, functions == "module", [list(map(int, line.split())) for line in lines])


def sample_loads(subject, is_module, figures):
    load, rss, dirty = figures[0]
    if is_module:
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
