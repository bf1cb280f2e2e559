"""Measures passwordrules beside libpwquality and libpasswdqc, and prints one table with ratios and targets:
bench.py [PART...]

BUILD in the environment is the folder with the library, the PAM module and the programs. All figures are from
this one run, in which the libraries take turns. BUILD/bench.md gets the same table as a page, and BUILD/bench.json all
figures. A missed target is shown first, but is not a failure, because figures depend on the machine. Only what a person
waits for has a target.
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
Medians of one core; "by the best" is ours divided by the best peer's. The demands: at least 12 characters, an upper- and a lower-case letter
and a digit, no three equal in a row; passwdqc can only require the 12. The peers stop at the first demand that is not met;
passwordrules looks at all of them, for its report. libpwquality has its dictionary, passwordrules the list that ships. Within
libpam, passwordrules and passwdqc suggest a password when they refuse one. "Everything" is all keys that demand something, the
user's names, the old password, 10,000 words and four sets of rules, of which the last is met."""


def processor():
    """The model of the processor, its frequency if the kernel tells it, and the number of cores."""
    def known(name):
        found = re.search(rf"^{name}\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
        return found and found[1]
    frequency = known("cpu MHz")
    return ", ".join([known("model name") or platform.machine(),
                      f"{float(frequency) / 1000:.2f} GHz" if frequency else "frequency unknown", f"{os.cpu_count()} cores"])


def environment():
    """Machine, versions, compilers."""
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "version": f"{package().__version__}, "
                   + output("sh", "-c", "git describe --always --dirty --tags 2>&- || echo 'no repository'", cwd=TOP).strip(),
        "processor": processor(),
        "kernel": f"{platform.system()} {platform.release()}, load {os.getloadavg()[0]:.1f}",
        "compiler": ", ".join(output("sh", "-c", f"{compiler} --version 2>&-").partition("\n")[0] for compiler in ("swift", "cc")),
        "peers": ", ".join(f"{name} {version}" for name, version in subjects.versions().items()),
    }


def page(about):
    """All of it as Markdown."""
    facts = "\n".join(f"- {name}: {fact}" for name, fact in about.items())
    return f"# passwordrules: time, memory and size\n\n{facts}\n\n{table.markdown()}\n\n{NOTES}\n"


def main(*parts):
    if unknown := set(parts) - set(PARTS):
        sys.exit(f"bench: no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    begun = time.monotonic()
    os.environ["LC_ALL"] = "C"
    install()
    about = environment()
    cores = os.sched_getaffinity(0)
    for name, measure in PARTS.items():
        if not parts or name in parts:
            # "edits" may use all cores, as a developer's build does.
            os.sched_setaffinity(0, cores if name == "edits" else {max(cores)})
            measure()
    figures = BUILD / "bench.json"
    if parts and figures.exists():
        table.keep(json.loads(figures.read_text(encoding="utf-8"))["rows"])
    figures.write_text(json.dumps(
        {**about, "units": "nanoseconds, bytes or kB", "rows": table.summary(), "worst": worstcases.slowest},
        indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (BUILD / "bench.md").write_text(page(about), encoding="utf-8")
    facts = "\n".join(f"{name + ':':<11}{fact}" for name, fact in about.items())
    print(f"\n{facts}\n\n{table.text()}\n\n{NOTES}\n\nThe same as a page: {BUILD / 'bench.md'}")
    say(f"Took {time.monotonic() - begun:.0f} seconds.")


if __name__ == "__main__":
    main(*sys.argv[1:])
