"""Measures passwordrules beside libpwquality and libpasswdqc, and prints one table with ratios and targets.

    bench.py [all | transaction | policies | blocklists | page]

BUILD in the environment is the directory with the library, the PAM module and the programs. All figures are from this one
run, in which the libraries take turns. They go to BUILD/bench.json, and the table to BUILD/bench.md. "transaction" measures
a whole password change alone, "policies" and "blocklists" what those cost, into BUILD/bench-policies.json or
-blocklists.json. "page" measures nothing: it puts the last table into RESULTS.md.
PASSWORDRULES_CORPUS may name a directory with a descriptors.jsonl for the parser to read.

A target that is missed is said, and fails nothing: figures depend on the machine.
"""

import json
import os
import sys
import time

import about
import answers
import blocklists
import calls
import fresh
import further
import loader
import maintable
import peers
import policycosts
import resultspage
import targets
import transactions
import worstcases
from place import BUILD, INSTALLED, OUT, say
from results import PERMIT, details, samples, summary

NOTES = """
The demands: 12 characters or more, an upper- and a lower-case letter and a digit, no three equal in a row; passwdqc
can only be told of the 12. Strong passwords of 8 bytes are refused for that, weak ones always. The peers stop at the
first demand that is not met; passwordrules looks at all of them, for its report. With old password and user, each does
what it does by default. pwquality_generate was given no demands, since it often gives up otherwise. Within libpam,
passwordrules and passwdqc suggest a password as well; neither the system's log nor audit's is written to. Growth is how
many times as long a longer password takes.
"""

FURTHER_NOTES = """
Median (minimum) ×ratio, which is how many times our median it is.
Policies: as usual are those demands. Everything are all keys that demand something, the user's names and the old
password, 10,000 words and four sets of rules, of which the last is met; libpwquality has as much of it as it knows,
passwdqc the 12, the names and the old password. libpwquality's words come as one text, and are left out above 16
characters, where it takes seconds. It looks up full names itself, and so was not asked to.
Exact counts and hostile descriptors have no peers. Those calls are timed one by one, without parsing; the descriptor
that is slowest to count is the one with the highest median, while of the hostile ones the longest of all calls counts,
whatever its status. Each descriptor's status and time are in bench.json. Limits are what we promise, not measured;
targets of policies are held against the median.
"""


def write_document(name, text):
    (BUILD / name).write_text(text, encoding="utf-8")


def write_json(name, known, **more):
    units = "nanoseconds, for one descriptor or password where it is about many; size: bytes; rss and dirty: kB"
    document = {**known, "units": units, **more, "results": list(summary(samples)), "details": details}
    write_document(name, json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def measure_blocklists():
    return blocklists.measure(BUILD, OUT, peers.filter_program(), calls.ROUNDS)


def measure_all(libraries, modules, dictionary, known):
    """Prints the table, and writes it."""
    needed = fresh.needed_by_subject(libraries)
    fresh.measure_sizes(libraries, modules, dictionary)
    permit = peers.permit_module(libraries["libpam"])
    fresh.measure_load(libraries, {**modules, PERMIT: permit} if permit else modules, dictionary)
    more = calls.measure(dictionary) + answers.measure() + policycosts.measure() + measure_blocklists()
    transactions.measure(modules, dictionary)
    more += worstcases.measure()

    rows = maintable.lines(samples, needed)
    verdicts = targets.verdicts(samples)
    held = [{**one.target._asdict(), "ratio": one.ratio, "least": one.least, "met": one.is_met} for one in verdicts]
    write_json("bench.json", known, needed=needed, table=list(maintable.as_data(samples, rows)), targets=held)
    write_document("bench.md", resultspage.document(known, samples, rows))
    print(f"\n{resultspage.heading(known)}\n\n{maintable.markdown(rows)}\n{NOTES}")
    print(f"{further.table(more)}\n{FURTHER_NOTES}\nTargets:")
    print("\n".join(map(targets.line, verdicts)))


def measure_one(subject, known):
    rows = policycosts.measure() if subject == "policies" else measure_blocklists()
    write_json(f"bench-{subject}.json", known)
    print(f"{resultspage.heading(known)}\n\n{further.table(rows)}\n{FURTHER_NOTES}")


def main(subject):
    loader.enter()
    stack = peers.stack_before()
    begun = time.monotonic()
    os.environ["LC_ALL"] = "C"
    modules = peers.pam_modules(INSTALLED / "pam_passwordrules.so")
    dictionary = peers.cracklib_dictionary()
    libraries = peers.shared_libraries(OUT / "checkbench", OUT / "pambench")
    loader.use_links(libraries)
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    if subject == "transaction":
        transactions.profile(modules, dictionary)
    else:
        known = about.all_of_it(core, libraries)
        known["missing"] = [f"pam_{name}" for name in ("pwquality", "passwdqc") if name not in modules]
        if not dictionary:
            known["missing"].append("libpwquality's dictionary")
        if subject == "all":
            measure_all(libraries, modules, dictionary, known)
        else:
            measure_one(subject, known)
        if known["missing"]:
            print(f"Left out, since the download failed (see above): {', '.join(known['missing'])}.")
    say(f"Took {time.monotonic() - begun:.0f} seconds.")
    touched = peers.changed(stack, peers.digests(peers.PAM_STACK))
    if touched:
        sys.exit(f"bench: the machine's PAM stack was changed: {', '.join(touched)}")
    print(f"The machine's PAM stack is as it was: {len(stack)} files in {', '.join(peers.PAM_STACK)}, by their digests.")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["all"]
    if len(wanted) > 1 or wanted[0] not in ("all", "transaction", "policies", "blocklists", "page"):
        sys.exit(__doc__)
    if wanted == ["page"]:
        resultspage.main()
    else:
        main(*wanted)
