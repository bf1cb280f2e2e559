"""What a whole password change through libpam costs, with our module and with the peers'."""

import os
import pwd
import random

import subjects
from place import LIST, OUT, Turns, say
from subjects import STRONG, WEAK
from table import OURS, PASSWDQC, PWQUALITY, add, kilobytes

PAM_SUCCESS, PAM_AUTHTOK_ERR = 0, 20
OUTCOMES = {"accepted": (STRONG, PAM_SUCCESS), "refused": (WEAK, PAM_AUTHTOK_ERR)}
TURNS = 100
# Our module with min-guesses has separate rows.
GUESSES = "guesses"


def services():
    """Makes a folder of PAM services, each with one module, so that the benchmark compares modules, not stacks."""
    modules, directory = subjects.modules(), OUT / "pam.d"
    directory.mkdir(exist_ok=True)
    # This policy uses the list that the shipped policy uses.
    usual = subjects.written("module.conf", f"{subjects.USUAL}blocklist = {LIST}\n")
    guesses = subjects.written("guesses.conf", f"{subjects.USUAL}min-guesses = 10^10\n{subjects.own_lists()}")
    lines = {
        OURS: f"{modules[OURS]} config={usual} enforce_for_root",
        GUESSES: f"{modules[OURS]} config={guesses} enforce_for_root",
        PWQUALITY: f"{modules[PWQUALITY]} {subjects.USUAL_PWQUALITY} dictpath={subjects.dictionary()} retry=1 enforce_for_root",
        PASSWDQC: f"{modules[PASSWDQC]} {subjects.USUAL_PASSWDQC} retry=1",
    }
    (directory / "other").write_text("", encoding="utf-8")  # libpam asks for it, and complains if there is none
    for name, line in lines.items():
        (directory / name).write_text(f"password requisite {line}\n", encoding="utf-8")
    return directory, list(lines)


def measure():
    """Each round measures all services, so that a busy moment of the machine affects all. The order changes each time,
    because some leave the caches colder than others for the next one."""
    directory, names = services()
    user = pwd.getpwuid(os.getuid()).pw_name
    programs = [(name, outcome, Turns(OUT / "change", directory, user, name, password, status))
                for name in names for outcome, (password, status) in OUTCOMES.items()]
    say(f"Changing a password through libpam, {TURNS} times each")
    for title in ("Change a password by libpam: ", "The same with min-guesses: "):
        for outcome in OUTCOMES:
            add(title + outcome, OURS)
    order = random.Random(1)
    for _ in range(TURNS):
        order.shuffle(programs)
        for name, outcome, program in programs:
            taken, rss, dirty = program.turn()
            if name == GUESSES:
                add(f"The same with min-guesses: {outcome}", OURS, taken)
                continue
            add(f"Change a password by libpam: {outcome}", name, taken)
            if outcome == "accepted":
                add("Private_Dirty after a change", name, dirty, form=kilobytes)
                add("Rss after a change", name, rss, form=kilobytes)
    for *_, program in programs:
        program.end()
