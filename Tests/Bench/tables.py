"""The tables: each row has ours and the peers' medians, ours by the best peer's, and whether a target is met. Targets are
set on what a person can feel, and on nothing else; all other figures inform.

The rows of the first table are also in RESULTS.md, whose figures `make -C Tests/Bench page` renews.
"""

import collections
import re
import sys
import textwrap
from pathlib import Path

import peers
from calls import LENGTHS, LONGER, SHORT
from demands import PASSWORDS
from place import BUILD
from results import COLUMNS, PEERS, PERMIT, bits, duration, kilobytes, median, rate, ratio, size, times

HEAD = ["what", *COLUMNS.values(), "by the best peer's", "target"]

MS = 1e6
# What people wait for: a suggested or a generated password, a check of 1,024 bytes with everything on, an estimate, and a lookup
# in a list of leaked hashes in a process that has just begun.
SUGGESTION, CHECK, ESTIMATE, LOOKUP = 150 * MS, 25 * MS, 10 * MS, 10 * MS

# The peers' figures may be those of another measurement. A limit is a target: what our median may be at most.
Row = collections.namedtuple("Row", "title measurement form peers limit", defaults=[duration, None, None])

GROWTH = [("growth", ""), ("growth with old", " with old password and user")]

ROWS = [
    Row("Load the library", "load"),
    Row("Load the PAM module", "module load"),
    Row("Read the demands and check, first in a process", "first check"),
    Row("Load and first check", "load and first check"),
    *(Row(f"Check {name}", f"check {name}") for name in PASSWORDS),
    *(Row(f"Check with old password and user {name}", f"check with old {name}") for name in PASSWORDS),
    Row("Generate 20 characters; peers 128 bits", "generate"),
    Row("Generate, readable; peers 128 bits", "generate readable", peers="generate"),
    Row("Generate, words; peers 128 bits", "generate words", peers="generate"),
    Row("Parse the demands", "parse typical"),
    Row("Load a policy file", "policy load usual"),
    Row("Count the passwords of 20 characters, mean", "count 20 mean"),
    Row("Count the passwords of 64 characters, slowest", "count 64 slowest"),
    Row("Blocklist of 10 million: open, close", "blocklist open list"),
    Row("Blocklist of 10 million: look up", "blocklist look up list"),
    Row("Blocklist of 10 million: open, look up, close; libpasswdqc: its filter", "blocklist open and look up list",
        peers="blocklist filter"),
    Row("Common passwords: look up, in disguise too", "blocklist look up mangled common"),
    Row("Check by a loaded policy with the list of common passwords", "blocklist check with common list common"),
    Row("Open the list of ranked words", "open ranks"),
    Row("Estimate 16 characters", "estimate 16"),
    Row("Estimate 16 characters, weak", "estimate 16, weak"),
    Row("Estimate 256 characters", "estimate 256", limit=ESTIMATE),
    *(Row(f"pam_chauthtok in {process}, {outcome}", f"pam {name} {outcome}")
      for name, process in (("fresh", "a fresh process"), ("same", "one process"))
      for outcome in ("accepted", "refused")),
    *(Row(f"pam_chauthtok in a fresh process with min-guesses, {outcome}", f"pam guesses {outcome}", peers=f"pam fresh {outcome}")
      for outcome in ("accepted", "refused")),
    *(row
      for name, moment in (("load", "load"), ("first check", "first check"), ("pam", "a change by libpam"))
      for row in (Row(f"Private_Dirty after {moment}", f"{name} dirty", kilobytes),
                  Row(f"RSS after {moment}", f"{name} rss", kilobytes))),
    Row("Size of the library; libpwquality with libcrack", "size", size),
    Row("Size of the list of ranked words", "ranks size", size),
    Row("Size of the library and its list of words", "size with words", size),
    Row("Size of the PAM module", "module size", size),
    *(Row(f"Growth of a check{words}: {int(length):,} bytes by {SHORT}", f"{name} {length} by {name} {SHORT}", times)
      for name, words in GROWTH for length in LONGER),
    Row("Growth of an estimate: 256 characters by 64", "estimate 256 by estimate 64", times),
]
NEEDED = "NEEDED by the library"

LIST, LARGE_LIST = "Blocklist of 10 million", "Blocklist of 100 million in order"

# What `make bench` also prints.
MORE_ROWS = [
    *(Row(f"Check into a used report: {name}", f"check into {name}", peers=f"check {name}") for name in PASSWORDS),
    *(Row(f"Check{words}: {int(length):,} bytes", f"{name} {length}")
      for name, words in GROWTH for length in (SHORT, *LONGER)),
    Row("Parse, free: descriptors in a second", "parse many", rate),
    *(Row(f"{words}: {length} of {what}", f"parse {name} {length}")
      for name, words, what in (("long", "Parse, free", "properties"), ("mistakes", "Parse, say what is wrong", "mistakes"),
                                ("brackets", "Parse, say what is wrong", "open brackets"))
      for length in LENGTHS),
    Row("Generate 20 characters (2 µs at half an EPYC's speed); peers 128 bits", "generate"),
    Row("Generate 20 characters, by default; peers 128 bits", "generate by default", peers="generate"),
    Row("Generate 20 characters, each of 1,000; peers 128 bits", "generate many a call", peers="generate"),
    Row("Count the passwords of 20 characters, slowest", "count 20 slowest"),
    Row("Count the passwords of 64 characters, mean", "count 64 mean"),
    Row("Count the passwords of 64 characters, slowest", "count 64 slowest"),
    Row("Peak Rss of counting, and once 128 characters with ten requirements", "count rss", kilobytes),
    Row("Load, free a policy: as usual", "policy load usual"),
    *(Row(f"Load, free a policy: {name}", f"policy load {name}")
      for name in ("1,000 sections", "1,000 drop-ins", "10,000 words", "all three")),
    Row("Load, free a policy: all three, and find a user's", "policy load and find"),
    Row("Policy check, 16 characters: as usual", "policy check as usual"),
    Row("Policy check, 16 characters: everything but words", "policy check everything but words"),
    Row("Policy check, 16 characters: everything", "policy check everything"),
    *(Row(f"Policy check, {length} characters: everything", f"policy check everything, {length}", limit=limit)
      for length, limit in ((64, None), (256, None), (1024, CHECK))),
    *(Row(f"{length} characters by a quarter of them", f"policy check everything, {length} by policy check everything{of}",
          times)
      for length, of in ((64, ""), (256, ", 64"), (1024, ", 256"))),
    Row("Suggest a password by everything", "policy suggest everything", limit=SUGGESTION),
    Row(f"{LIST}: build", "blocklist build random"),
    Row(f"{LIST}: Rss of building", "blocklist build random rss", kilobytes),
    Row(f"{LIST}: bits an entry", "blocklist bits random", bits),
    Row(f"{LIST} in order: entries in a second", "blocklist build ordered each", rate),
    Row(f"{LIST} in order: Rss of building", "blocklist build ordered rss", kilobytes),
    Row(f"{LIST}: open, look up, close; passwdqc: its check with a filter", "blocklist open and look up list"),
    Row(f"{LIST}: look up; passwdqc: its check without a filter", "blocklist look up list",
        peers="blocklist check alone list"),
    Row(f"{LIST}: open, look up, close, not in the page cache", "blocklist look up cold list"),
    Row("Check by a loaded policy with the list that ships", "blocklist check with common list common"),
    Row(f"{LARGE_LIST}: build", "blocklist build large"),
    Row(f"{LARGE_LIST}: Rss of building", "blocklist build large rss", kilobytes),
    Row(f"{LARGE_LIST}: bits an entry", "blocklist bits large", bits),
    Row(f"{LARGE_LIST}: open, look up, close", "large blocklist open and look up list", limit=LOOKUP),
    Row(f"{LARGE_LIST}: not in the page cache", "large blocklist look up cold list", limit=LOOKUP),
    Row("Blocklist of 2,000 million in order, computed from that: build", "blocklist build huge"),
    Row("Blocklist of 2,000 million, computed: size", "blocklist size huge", size),
]

# ---- Targets ----


def outcome(row):
    value = median(row.measurement)
    return "not measured" if value is None else "met" if value <= row.limit else "MISSED"


def target_line(row):
    """One line for people: whether it is met, the row, the figure and the target."""
    value = median(row.measurement)
    figure = "" if value is None else f" ({row.form(value)}, target ≤ {row.form(row.limit)})"
    return f"{outcome(row)}: {row.title}{figure}"


def targets(rows):
    return [row for row in rows if row.limit is not None]


# ---- Tables ----


def target_cell(row):
    return "" if row.limit is None else f"≤ {row.form(row.limit)}: {outcome(row)}".replace("MISSED", "**MISSED**")


def cells(row):
    figures = [median(row.measurement), *(median(row.peers or row.measurement, peer) for peer in [*PEERS, PERMIT])]
    ratios = [value for peer in PEERS if (value := ratio(row.measurement, peer, row.peers)) is not None]
    return [
        row.title, *("-" if figure is None else row.form(figure) for figure in figures),
        times(max(ratios)) if ratios else "-", target_cell(row),
    ]


def table(rows):
    """A table in Markdown of lists of cells."""
    align = ["---", *["---:"] * (len(HEAD) - 2), "---"]
    return "\n".join(f"| {' | '.join(row)} |" for row in [HEAD, align, *rows])


def main_table(needed):
    names = [", ".join(needed.get(subject, [])) or "-" for subject in COLUMNS]
    return table([*map(cells, ROWS), [NEEDED, *names, "-", ""]])


def more_table(rows):
    return table(cells(row) for row in rows if median(row.measurement) is not None)


# ---- The page ----

PAGE = Path(__file__).resolve().parent / "RESULTS.md"
MARKER = "<!-- bench -->"


def heading(about):
    """When, what and where, in words."""
    versions, machine = about["versions"], about["machine"]
    beside = ", ".join(f"{name} {versions[name]}" for name in peers.PACKAGES if name in versions)
    kernel = re.match(r"[0-9.]*[0-9]|", machine["kernel"])[0]
    return (
        f"`make bench` on {about['date'][:10]}: passwordrules {versions['passwordrules']} ({about['git']}) beside\n"
        f"{beside};\n"
        f"{machine['cpu']}, one core of {machine['cores']}, Linux {kernel}, "
        f"{about['compiler']}.\n"
        "Medians over interleaved rounds; `build/bench.json` has the minima as well."
    )


def document(about, needed, rows):
    """What goes between the markers. The targets are those of all rows, of which the table has the first."""
    lines = "\n".join(textwrap.fill(f"- {target_line(row)}", 120, subsequent_indent="  ") for row in targets(rows))
    return f"{heading(about)}\n\n{main_table(needed)}\n\nTargets:\n\n{lines}\n"


def write_page():
    """Puts build/bench.md into RESULTS.md."""
    parts = PAGE.read_text(encoding="utf-8").split(MARKER)
    if len(parts) != 3:
        sys.exit(f"bench: {PAGE.name} does not have two lines {MARKER}, between which the table goes")
    if not (BUILD / "bench.md").exists():
        sys.exit("bench: there is no table yet; run make bench")
    text = (BUILD / "bench.md").read_text(encoding="utf-8").strip()
    PAGE.write_text(f"{parts[0]}{MARKER}\n{text}\n{MARKER}{parts[2]}", encoding="utf-8")


if __name__ == "__main__":
    write_page()
