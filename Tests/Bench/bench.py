"""Measures passwordrules beside libpwquality and libpasswdqc, and prints tables with ratios and targets.

BUILD in the environment is the directory with the library, the PAM module and the programs. All figures are from this one
run, in which the libraries take turns. They go to BUILD/bench.json, and the table to BUILD/bench.md.

A target that is missed is said, and fails nothing: figures depend on the machine. Targets are set on what a person can feel.
"""

import json
import os
import platform
import re
import time
from datetime import datetime, timezone
from pathlib import Path

import blocklists
import calls
import continuity
import fresh
import peers
import policies
import results
import strength
import tables
import transactions
import worstcases
from place import BUILD, TOP, install, output, package, say
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
counts are without parsing. Targets are set on what a person can feel; all other figures inform.
"""


def environment():
    """Machine, versions, compilers."""
    cpu = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": {"cpu": cpu[1] if cpu else platform.machine(), "cores": os.cpu_count(), "kernel": platform.release(),
                    "load_average_before": os.getloadavg()},
        "git": output("sh", "-c", "git describe --always --dirty --tags || echo 'no repository'", cwd=TOP).strip(),
        "compiler": output("cc", "--version").partition("\n")[0],
        "versions": {"passwordrules": package().__version__, **peers.package_versions()},
    }


def main():
    begun = time.monotonic()
    os.environ["LC_ALL"] = "C"
    install()
    modules, dictionary, libraries = peers.pam_modules(), peers.cracklib_dictionary(), peers.shared_libraries()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    known = environment()

    needed = fresh.needed_by_subject(libraries)
    fresh.measure_sizes(libraries, modules)
    # The machine's own is in the folder of libpam.
    permit = libraries["libpam"].resolve().parent / "security/pam_permit.so"
    fresh.measure_load(libraries, {**modules, PERMIT: permit}, dictionary)
    slowest = calls.measure(dictionary)
    policies.measure()
    blocklists.measure(peers.filter_program())
    transactions.measure(modules, dictionary)
    worst_rows, worst_cases = worstcases.measure()
    estimates = strength.measure(tables.heading(known))
    additions = continuity.measure()

    rows = [*tables.ROWS, *tables.MORE_ROWS, *worst_rows]
    targets = [{"title": row.title, "limit": row.limit, "median": results.median(row.measurement)} for row in tables.targets(rows)]
    document = {
        **known, "units": "nanoseconds, for one descriptor or password where it is about many; size: bytes; rss and dirty: kB",
        "needed": needed, "targets": targets, "slowest": slowest, "worst": worst_cases, "continuity": additions.splitlines(),
        "results": list(results.summary()),
    }
    (BUILD / "bench.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (BUILD / "bench.md").write_text(tables.document(known, needed, rows), encoding="utf-8")
    print(f"\n{tables.heading(known)}\n\n{tables.main_table(needed)}\n{NOTES}")
    print(f"{tables.more_table([*tables.MORE_ROWS, *worst_rows])}\n{MORE_NOTES}\n{estimates}\n\n{additions}\n\nTargets:")
    print("\n".join(map(tables.target_line, tables.targets(rows))))
    say(f"Took {time.monotonic() - begun:.0f} seconds.")


if __name__ == "__main__":
    main()
