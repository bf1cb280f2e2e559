"""Measures passwordrules beside libpwquality and libpasswdqc, and prints tables with ratios and targets.

    bench.py [all | policies | blocklists | page]

BUILD in the environment is the directory with the library, the PAM module and the programs. All figures are from this one
run, in which the libraries take turns. They go to BUILD/bench.json, and the table to BUILD/bench.md. "policies" and
"blocklists" measure what those cost alone, into BUILD/bench-policies.json or -blocklists.json. "page" measures nothing: it puts
the last table into RESULTS.md. PASSWORDRULES_CORPUS may name a directory with a descriptors.jsonl for the parser to read.

A target that is missed is said, and fails nothing: figures depend on the machine.
"""

import json
import os
import sys
import time

import about
import blocklists
import calls
import fresh
import loader
import peers
import policies
import results
import tables
import transactions
import worstcases
from place import BUILD, INSTALLED, OUT, say
from results import PERMIT

NOTES = """
The demands: at least 12 characters, an upper- and a lower-case letter and a digit, no three equal in a row; passwdqc
can only be told of the 12. Strong passwords of 8 bytes are refused for that, weak ones always. The peers stop at the
first demand that is not met; passwordrules looks at all of them, for its report. With old password and user, each does
what it does by default. pwquality_generate was given no demands, since it often gives up otherwise. Within libpam,
passwordrules and passwdqc suggest a password as well; neither the system's log nor audit's is written to. Growth is how
many times as long a longer password takes.
"""

MORE_NOTES = """
Policies: as usual are those demands. Everything are all keys that demand something, the user's names and the old
password, 10,000 words and four sets of rules, of which the last is met. Exact
counts are without parsing. Limits are what we promise, not measured.
"""


def write_document(name, text):
    (BUILD / name).write_text(text, encoding="utf-8")


def write_json(name, known, **more):
    units = "nanoseconds, for one descriptor or password where it is about many; size: bytes; rss and dirty: kB"
    document = {**known, "units": units, **more, "results": list(results.summary())}
    write_document(name, json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def measure_all(libraries, modules, dictionary, known):
    """Prints the tables, and writes them."""
    needed = fresh.needed_by_subject(libraries)
    fresh.measure_sizes(libraries, modules, dictionary)
    permit = peers.permit_module(libraries["libpam"])
    fresh.measure_load(libraries, {**modules, PERMIT: permit} if permit else modules, dictionary)
    slowest = calls.measure(dictionary)
    policies.measure()
    blocklists.measure(peers.filter_program())
    transactions.measure(modules, dictionary)
    worst = worstcases.measure()

    targets = [{**target._asdict(), "ratio": tables.target_ratio(target), "least": tables.target_ratio(target, min)}
               for target in tables.TARGETS]
    write_json("bench.json", known, needed=needed, targets=targets, slowest=slowest, worst=worst.cases)
    write_document("bench.md", tables.document(known, needed))
    print(f"\n{tables.heading(known)}\n\n{tables.main_table(needed)}\n{NOTES}")
    print(f"{tables.more_table([*tables.MORE_ROWS, *worst.rows])}\n{MORE_NOTES}\nTargets:")
    print("\n".join(map(tables.target_line, tables.TARGETS)))


def measure_one(subject, known):
    if subject == "policies":
        policies.measure()
    else:
        blocklists.measure(peers.filter_program())
    write_json(f"bench-{subject}.json", known)
    print(f"{tables.heading(known)}\n\n{tables.more_table(tables.MORE_ROWS)}\n{MORE_NOTES}")


def main(subject):
    loader.enter()
    stack = peers.stack_before()
    begun = time.monotonic()
    os.environ["LC_ALL"] = "C"
    modules = peers.pam_modules(INSTALLED / "pam_passwordrules.so")
    dictionary = peers.cracklib_dictionary()
    libraries = peers.shared_libraries(OUT / "callbench", OUT / "pambench")
    loader.use_links(libraries)
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
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
    if len(wanted) > 1 or wanted[0] not in ("all", "policies", "blocklists", "page"):
        sys.exit(__doc__)
    if wanted == ["page"]:
        tables.write_page()
    else:
        main(*wanted)
