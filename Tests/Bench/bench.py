"""Measures passwordrules beside libpwquality and libpasswdqc, and prints one table with ratios and targets:
bench.py [PART...]

BUILD in the environment is the folder with the library, the PAM module and the programs. All figures are from
this one run, in which the libraries take turns; BUILD/bench.json gets them too. A missed target is shown, but is not a
failure, because figures depend on the machine. Only what a person waits for has a target.
"""

import json
import os
import platform
import re
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import calls
import changes
import edits
import lists
import subjects
import table
import worstcases
from place import BUILD, TOP, install, output, package, say

PARTS = {"calls": calls.measure, "changes": changes.measure, "lists": lists.measure, "worst": worstcases.measure,
         "page": edits.measure_page, "edits": edits.measure_edits}

NOTES = """\
Medians; "by the best" is ours divided by the best peer's. The demands: at least 12 characters, an upper- and a lower-case letter
and a digit, no three equal in a row; passwdqc can only require the 12. The peers stop at the first demand that is not met;
passwordrules looks at all of them, for its report. libpwquality has its dictionary, passwordrules the list that ships. Within
libpam, passwordrules and passwdqc suggest a password when they refuse one. "Everything" is all keys that demand something, the
user's names, the old password, 10,000 words and four sets of rules, of which the last is met."""


def environment():
    """Machine, versions, compiler."""
    cpu = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": f"{cpu[1] if cpu else platform.machine()}, one core of {os.cpu_count()}, Linux {platform.release()}",
        "git": output("sh", "-c", "git describe --always --dirty --tags || echo 'no repository'", cwd=TOP).strip(),
        "versions": {"passwordrules": package().__version__, **subjects.versions()},
    }


def heading(about):
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    return f"{about['date'][:10]}, {about['git']}: {versions};\n{about['machine']}, load {os.getloadavg()[0]:.1f}"


def main(*parts):
    if unknown := set(parts) - set(PARTS):
        sys.exit(f"bench: no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    begun = time.monotonic()
    os.environ["LC_ALL"] = "C"
    install()
    about = environment()
    text = heading(about)
    cores = os.sched_getaffinity(0)
    for name, measure in PARTS.items():
        if not parts or name in parts:
            # "edits" may use all cores, as a developer's build does.
            os.sched_setaffinity(0, cores if name == "edits" else {max(cores)})
            measure()
    (BUILD / "bench.json").write_text(json.dumps(
        {**about, "units": "nanoseconds, bytes or kB", "rows": table.summary(), "worst": worstcases.slowest},
        indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\n{text}\n\n{table.text()}\n\n{NOTES}")
    say(f"Took {time.monotonic() - begun:.0f} seconds.")


if __name__ == "__main__":
    main(*sys.argv[1:])
