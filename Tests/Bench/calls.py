"""What a library costs a new process, and what single calls cost one that has made them before."""

import random
import time

import subjects
from place import LIST, OUT, RANKS, Turns, output, say
from subjects import STRONG, WEAK, random_password
from table import OURS, PASSWDQC, PWQUALITY, add, kilobytes, size

# The targets, in nanoseconds, for calls that people wait for: a suggested or generated password, a check of 1,024 bytes
# with everything on, and an estimate.
SUGGESTION, COUNT, CHECK, LONG_CHECK, ESTIMATE = 150e6, 300e6, 25e6, 150e6, 10e6
FRESH, TURNS = 100, 60
# A slow call is not repeated after this many seconds.
ENOUGH = 2

ACTIONS = {OURS: OURS, PWQUALITY: "pwquality", PASSWDQC: "passwdqc"}


def command(library, subject, action, file, *passwords, expected=1):
    return [OUT / "calls", library, ACTIONS[subject], action, int(expected), file, *passwords]


def sizes(libraries, modules):
    """Measures the size of each library in bytes, without symbols. A peer's size includes its other libraries."""
    def stripped(path):
        copy = OUT / "stripped"
        output("strip", "-s", "-o", copy, path)
        return copy.stat().st_size
    for subject, others in ((OURS, []), (PWQUALITY, [libraries["libcrack"]]), (PASSWDQC, [])):
        add("Size of the library; libpwquality with libcrack", subject, sum(map(stripped, [libraries[subject], *others])), form=size)
        add("Size of the PAM module", subject, stripped(modules[subject]), form=size)
    add("Size of the lists; libpwquality's dictionary", OURS, LIST.stat().st_size + RANKS.stat().st_size, form=size)
    add("Size of the lists; libpwquality's dictionary", PWQUALITY,
        sum(file.stat().st_size for file in subjects.PEERS.glob("dictionary.*")), form=size)


def fresh(libraries, files):
    """Loads each library in separate processes, in turn, in a different order each time."""
    say(f"Loading each library in {FRESH} processes")
    order, checks = random.Random(1), list(files)
    for _ in range(FRESH):
        order.shuffle(checks)
        for subject in checks:
            program = Turns(*command(libraries[subject], subject, "check", files[subject], STRONG))
            load, first = program.figures(), program.figures()
            program.end()
            add("Load the library", subject, load[0])
            add("Load, read the policy, check 16 bytes: a new process", subject, load[0] + first[0])
            add("Private_Dirty after that", subject, first[2], form=kilobytes)
            add("Rss after that", subject, first[1], form=kilobytes)


def operations(libraries, files):
    """The title, the target, and the command for each subject."""
    everything, users = subjects.everything_file(), subjects.long_file()

    def ours(action, file, *passwords, **expected):
        return {OURS: command(libraries[OURS], OURS, action, file, *passwords, **expected)}

    def all_of(action, of, *passwords, **expected):
        return {subject: command(libraries[subject], subject, action, of[subject], *passwords, **expected) for subject in files}

    old = random_password(16, 2)
    yield "Check 16 bytes", None, all_of("check", files, STRONG)
    yield "Check 16 bytes, refused", None, all_of("check", files, WEAK, expected=0)
    yield "Check 16 bytes, with an old password", None, all_of("check", files, STRONG, old)
    yield "Check 512 bytes, with an old password", None, all_of("check", files, random_password(512, 1), random_password(512, 2))
    yield ("Check 1,024 bytes with everything on", CHECK,
           ours("check", everything, random_password(1024, 1), random_password(1024, 2)))
    # libpwquality has no demands here, because it often gives up if it has any.
    yield "Generate 128 bits", None, all_of("generate", {**files, PWQUALITY: subjects.written("empty.conf", "")})
    yield "Suggest a password with everything on", SUGGESTION, ours("generate", everything, "", old)
    yield "Estimate 16 characters", None, ours("estimate", RANKS, STRONG)
    yield "Estimate 256 characters", ESTIMATE, ours("estimate", RANKS, random_password(256, 1))
    yield "Read a policy", None, all_of("load", files, "root")
    yield ("Read 1,000 sections, 1,000 drop-ins and 10,000 words, find a user's", None, ours("load", users, "user499"))
    yield "Look up in the list that ships", None, ours("look up", LIST, STRONG, expected=0)


def warm(libraries, files):
    programs = []
    for title, limit, commands in operations(libraries, files):
        for subject, one in commands.items():
            program = Turns(*one)
            program.figures(), program.figures()
            programs.append((title, limit, subject, program))
    say("Timing single calls")
    spent = [0.0] * len(programs)
    for turn in range(TURNS):
        for index, (title, limit, subject, program) in enumerate(programs):
            if turn < 3 or spent[index] < ENOUGH:
                begun = time.monotonic()
                add(title, subject, *program.turn(), limit=limit)
                spent[index] += time.monotonic() - begun
    for *_, program in programs:
        program.end()


def measure():
    libraries, files = subjects.libraries(), subjects.usual_files()
    fresh(libraries, files)
    warm(libraries, files)
    sizes(libraries, subjects.modules())
