"""The cost of a whole password change through libpam, compared with the peers' modules and with pam_permit alone."""

import os
import pwd
import statistics

import loader
from place import INSTALLED, OUT, output, say
from results import DICTIONARY, OURS, PASSWDQC, PERMIT, PLAIN, duration, sample
from targets import WITH_LIST

STRONG, WEAK = "kT7#vQ2zWm4!pXs9", "password"
PAM_SUCCESS, PAM_AUTHTOK_ERR = 0, 20
OUTCOMES = {"accepted": (STRONG, PAM_SUCCESS), "refused": (WEAK, PAM_AUTHTOK_ERR)}
# In one process, a turn is several changes.
ROUNDS = {"fresh": 300, "same": 60}
PROFILE_ROUNDS = {"fresh": 500, "counted": 100}

# The same demands as in common.h.
RULES = "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;"
PWQUALITY_OPTIONS = "minlen=12 ucredit=-1 lcredit=-1 dcredit=-1 maxrepeat=2 retry=1 enforce_for_root"
PASSWDQC_OPTIONS = "min=disabled,disabled,disabled,12,12 passphrase=0 retry=1"

# What pambench counts beside the time, in its order.
COUNTED = ["user instr", "kernel instr", "user cycles", "kern cycles", "faults", "user µs", "system µs"]


def write_services(modules, dictionary):
    """Writes a PAM service for each subject; returns the directory and the subjects."""
    directory = OUT / "pam.d"
    directory.mkdir(exist_ok=True)
    policy = directory / "policy.conf"
    # With the list that the default policy has on.
    policy.write_text(f"rules = {RULES}\nretry = 1\nblocklist = {INSTALLED / 'common.blocklist'}\n", encoding="utf-8")
    policy.chmod(0o644)
    pwquality, passwdqc = modules.get(PLAIN), modules.get(PASSWDQC)
    lines = {PERMIT: "pam_permit.so", OURS: f"{modules[OURS]} config={policy} enforce_for_root"}
    if pwquality:
        lines[PLAIN] = f"{pwquality} dictcheck=0 {PWQUALITY_OPTIONS}"
    if pwquality and dictionary:
        lines[DICTIONARY] = f"{pwquality} dictpath={dictionary} {PWQUALITY_OPTIONS}"
    if passwdqc:
        lines[PASSWDQC] = f"{passwdqc} {PASSWDQC_OPTIONS}"
    (directory / "other").write_text("", encoding="utf-8")  # libpam asks for it, and complains if there is none
    for subject, line in lines.items():
        # Each module alone, so that what is compared are modules, and not stacks of one with stacks of two.
        (directory / subject).write_text(f"password requisite {line}\n", encoding="utf-8")
    return directory, list(lines)


def changes(mode, rounds, directory, subjects):
    """For each change: who made it, the outcome and the figures. All have their turn in each round."""
    cases = [
        (subject, outcome, password, PAM_SUCCESS if subject == PERMIT else status)
        for outcome, (password, status) in OUTCOMES.items()
        for subject in subjects
    ]
    services = [word for subject, _, password, status in cases for word in (subject, password, status)]
    user = pwd.getpwuid(os.getuid()).pw_name
    for line in output(OUT / "pambench", mode, rounds, directory, user, *services).splitlines():
        index, *figures = map(int, line.split())
        subject, outcome, *_ = cases[index]
        yield subject, outcome, figures


def measure(modules, dictionary):
    directory, subjects = write_services(modules, dictionary)
    say(f"Changing a password through libpam, {ROUNDS['fresh']} times each way")
    for subject, outcome, figures in changes("fresh", ROUNDS["fresh"], directory, subjects):
        nanoseconds, rss, dirty = figures
        sample(f"pam fresh {outcome}", subject, nanoseconds)
        if outcome == "accepted":
            sample("pam rss", subject, rss)
            sample("pam dirty", subject, dirty)
            if subject == PASSWDQC:
                sample(WITH_LIST, subject, dirty + (INSTALLED / "common.blocklist").stat().st_size / 1024)
    for subject, outcome, figures in changes("same", ROUNDS["same"], directory, subjects):
        sample(f"pam same {outcome}", subject, *figures)


# ---- For profiling: the fresh process alone ----


def profile(modules, dictionary):
    """Prints the cost of a change in a fresh process: the time, and its parts."""
    directory, subjects = write_services(modules, dictionary)
    cases = [(outcome, subject) for outcome in OUTCOMES for subject in subjects]
    timed, parts = {case: [] for case in cases}, {case: [] for case in cases}
    for subject, outcome, figures in changes("fresh", PROFILE_ROUNDS["fresh"], directory, subjects):
        timed[outcome, subject].append(figures)
    for subject, outcome, figures in changes("counted", PROFILE_ROUNDS["counted"], directory, subjects):
        parts[outcome, subject].append(figures)
    print(f"Found by {loader.told()}. What is counted: medians of {PROFILE_ROUNDS['counted']} changes.")
    write_line("", ["median", "min", "×permit", "dirty kB", "rss kB", *COUNTED])
    for (outcome, subject), figures in timed.items():
        nanoseconds, rss, dirty = map(statistics.median, zip(*figures))
        permit = statistics.median(first for first, *_ in timed[outcome, PERMIT])
        least = min(first for first, *_ in figures)
        _, *counts = map(statistics.median, zip(*parts[outcome, subject]))
        cells = [duration(nanoseconds), duration(least), f"{nanoseconds / permit:.2f}", f"{dirty:.0f}", f"{rss:.0f}"]
        write_line(f"{subject}, {outcome}", cells + ["-" if count < 0 else f"{count:,.0f}" for count in counts])


def write_line(title, cells):
    print(f"{title:26}" + "".join(f"{cell:>13}" for cell in cells))
