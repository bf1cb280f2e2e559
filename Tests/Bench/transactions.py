"""The cost of a whole password change through libpam, compared with the peers' modules and with pam_permit alone."""

import os
import pwd
import random
import subprocess
import sys

from demands import DESCRIPTOR, STRONG16, WEAK, subjects
from place import LIST, OUT, RANKS, say
from results import OURS, PASSWDQC, PERMIT, sample

PAM_SUCCESS, PAM_AUTHTOK_ERR = 0, 20
OUTCOMES = {"accepted": (STRONG16, PAM_SUCCESS), "refused": (WEAK, PAM_AUTHTOK_ERR)}
# Our module with min-guesses besides: another service, and measurements of its own.
GUESSES = "guesses"
# Turns; in each of them there are so many changes.
ROUNDS, CHANGES_IN_A_TURN = 60, 5


def start_services(modules, dictionary):
    """Writes a PAM service for each subject; returns their processes."""
    directory = OUT / "pam.d"
    directory.mkdir(exist_ok=True)
    policy = directory / "policy.conf"
    # With the list that the default policy has on.
    policy.write_text(f"rules = {DESCRIPTOR}\nretry = 1\nblocklist = {LIST}\n", encoding="utf-8")
    policy.chmod(0o644)
    guesses = directory / "guesses.conf"
    # The empty line drops the list that is installed, or is not.
    ranked = f"min-guesses = 10^10\nranked-words =\nranked-words = {RANKS}\n"
    guesses.write_text(policy.read_text(encoding="utf-8") + ranked, encoding="utf-8")
    guesses.chmod(0o644)
    lines = {PERMIT: "pam_permit.so", OURS: f"{modules[OURS]} config={policy} enforce_for_root",
             GUESSES: f"{modules[OURS]} config={guesses} enforce_for_root"}
    for subject, options in subjects(dictionary).items():
        if subject != OURS:
            more = "" if subject == PASSWDQC else " enforce_for_root"
            lines[subject] = f"{modules[subject.removesuffix('+dict')]} {options} retry=1{more}"
    (directory / "other").write_text("", encoding="utf-8")  # libpam asks for it, and complains if there is none
    for subject, line in lines.items():
        # Each module alone, so that what is compared are modules, and not stacks of one with stacks of two.
        (directory / subject).write_text(f"password requisite {line}\n", encoding="utf-8")
    return [Process(directory, subject, outcome) for subject in lines for outcome in OUTCOMES]


class Process:
    """Changes by one subject that end in one way."""

    def __init__(self, directory, subject, outcome):
        self.subject, self.outcome = subject, outcome
        password, status = OUTCOMES[outcome]
        # pam_permit refuses nothing.
        status = PAM_SUCCESS if subject == PERMIT else status
        user = pwd.getpwuid(os.getuid()).pw_name
        self._process = subprocess.Popen([OUT / "pambench", directory, user, subject, password, str(status)],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def turn(self, way):
        self._process.stdin.write(way[0])
        self._process.stdin.flush()
        for _ in range(CHANGES_IN_A_TURN):
            line = self._process.stdout.readline()
            if not line:
                sys.exit("bench: pambench failed; no table")
            sample_change(way, self.outcome, self.subject, *map(int, line.split()))

    def end(self):
        self._process.communicate()


def measure(modules, dictionary):
    """All have their turn in each round, so that a busy moment of the machine hits all alike; in another order each time, since
    some leave the caches colder than others to whoever is next."""
    processes = start_services(modules, dictionary)
    order = random.Random(1)
    say(f"Changing a password through libpam, {ROUNDS * CHANGES_IN_A_TURN} times each way")
    for way in ("fresh", "same"):
        for _ in range(ROUNDS):
            order.shuffle(processes)
            for process in processes:
                if way == "fresh" or process.subject != GUESSES:
                    process.turn(way)
    for process in processes:
        process.end()


def sample_change(way, outcome, subject, nanoseconds, rss=None, dirty=None):
    """Memory is that of an accepted change in a fresh process."""
    if subject == GUESSES:
        return sample(f"pam guesses {outcome}", OURS, nanoseconds)
    sample(f"pam {way} {outcome}", subject, nanoseconds)
    if dirty is None or outcome != "accepted":
        return
    sample("pam rss", subject, rss)
    sample("pam dirty", subject, dirty)
