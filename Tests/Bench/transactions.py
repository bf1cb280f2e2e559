"""The cost of a whole password change through libpam, compared with the peers' modules and with pam_permit alone."""

import os
import pwd

from place import INSTALLED, OUT, output, say
from results import DICTIONARY, OURS, PASSWDQC, PERMIT, PLAIN, sample
from tables import WITH_LIST

STRONG, WEAK = "kT7#vQ2zWm4!pXs9", "password"
PAM_SUCCESS, PAM_AUTHTOK_ERR = 0, 20
OUTCOMES = {"accepted": (STRONG, PAM_SUCCESS), "refused": (WEAK, PAM_AUTHTOK_ERR)}
# In one process, a turn is several changes.
ROUNDS = {"fresh": 300, "same": 60}

# The same demands as in common.h.
RULES = "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;"
PWQUALITY_OPTIONS = "minlen=12 ucredit=-1 lcredit=-1 dcredit=-1 maxrepeat=2 retry=1 enforce_for_root"
PASSWDQC_OPTIONS = "min=disabled,disabled,disabled,12,12 passphrase=0 retry=1"


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


def measure(modules, dictionary):
    """All have their turn in each round."""
    directory, subjects = write_services(modules, dictionary)
    # pam_permit refuses nothing.
    cases = [
        (subject, outcome, password, PAM_SUCCESS if subject == PERMIT else status)
        for outcome, (password, status) in OUTCOMES.items()
        for subject in subjects
    ]
    services = [word for subject, _, password, status in cases for word in (subject, password, status)]
    user = pwd.getpwuid(os.getuid()).pw_name
    say(f"Changing a password through libpam, {ROUNDS['fresh']} times each way")
    for mode, rounds in ROUNDS.items():
        for line in output(OUT / "pambench", mode, rounds, directory, user, *services).splitlines():
            index, nanoseconds, *memory = map(int, line.split())
            subject, outcome, *_ = cases[index]
            sample(f"pam {mode} {outcome}", subject, nanoseconds)
            if memory and outcome == "accepted":
                sample_memory(subject, *memory)


def sample_memory(subject, rss, dirty):
    sample("pam rss", subject, rss)
    sample("pam dirty", subject, dirty)
    if subject == PASSWDQC:
        sample(WITH_LIST, subject, dirty + (INSTALLED / "common.blocklist").stat().st_size / 1024)
