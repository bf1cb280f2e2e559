"""Measures passwordrules beside libpwquality and libpasswdqc, and prints one table.

    bench.py BUILD [policies | blocklists]

BUILD is the absolute path of the build directory, with the library, the PAM module and the programs in it. All
figures are from this one run, in which the libraries take turns; they also go to BUILD/bench.json. With "policies"
or "blocklists", only what those cost is measured, and goes to BUILD/bench-policies.json or -blocklists.json.
PASSWORDRULES_CORPUS may name a directory with a descriptors.jsonl for the parser to read.

Nothing is installed here. The peers' PAM modules and cracklib's word list are downloaded into BUILD/peers and
unpacked there; libpam is led to service files of our own.
"""

import collections
import ctypes
import datetime
import json
import os
import platform
import pwd
import re
import statistics
import string
import subprocess
import sys
from pathlib import Path

import blocklists
import policies
from results import (
    DICTIONARY, OURS, PASSWDQC, PERMIT, PLAIN, details, duration, kilobytes, mebibytes, rate, row, sample, samples, size, summary,
    table, target, target_row,
)

LOAD_RUNS = 300
CALL_ROUNDS = 25
HOSTILE_ROUNDS = 5
PAM_RUNS = (6, 50)  # turns, changes in each

if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["policies"], ["blocklists"]):
    sys.exit(__doc__)
BUILD = Path(sys.argv[1]).resolve()
SUBJECT = sys.argv[2] if len(sys.argv) == 3 else None
OUT = BUILD / "bench"
PEERS = BUILD / "peers"

STRONG, WEAK = "kT7#vQ2zWm4!pXs9", "password"
PAM_SUCCESS, PAM_AUTHTOK_ERR = 0, 20
# The same demands as in common.h.
RULES = "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;"
PWQUALITY_OPTIONS = "minlen=12 ucredit=-1 lcredit=-1 dcredit=-1 maxrepeat=2 retry=1 enforce_for_root"
PASSWDQC_OPTIONS = "min=disabled,disabled,disabled,12,12 passphrase=0 retry=1"

# Twice the length each; the names are callbench.c's.
LENGTHS = ["16 KiB", "32 KiB", "64 KiB"]

OWN_DESCRIPTORS = [
    "minlength: 8;",
    "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;",
    "allowed: ascii-printable; minlength: 15; maxlength: 128;",
    "minlength: 10; maxlength: 64; required: lower, upper; required: digit; allowed: [-!#$%&*+.:=?@_];",
    "required: [!#$%&*]; required: digit; max-sequential: 3; minlength: 9;",
    "allowed: upper,lower,digit,special; max-consecutive: 2; minlength: 6; maxlength: 20;",
]

# What is shown beside the figures: the most that one password may take on a machine half as fast as a current EPYC; one
# exact count, by the length; any answer whatever; and the memory of counting.
GENERATE_LIMIT = "2 µs at half an EPYC's speed"
COUNT_LIMITS = {20: "2 ms", 64: "50 ms"}
ANSWER_LIMIT = "100 ms"
MEMORY_LIMIT = "32 MiB"

# What policies are to cost at most, in nanoseconds: to load one, to check a password of 16 characters by all of it, and
# any answer. Passwords and names of four times the length may take this many times as long: no worse than quadratic.
LOAD_TARGET, CHECK_TARGET, ANSWER_TARGET = 10e6, 5e3, 100e6
GROWTH_TARGET = 16
POLICY_LOADS = ["1,000 sections", "1,000 drop-ins", "10,000 words", "all three"]
POLICY_LENGTHS = [16, 64, 256, 1024]
HOSTILE_LENGTHS = [1024, 2048, 4096]


def required(*classes):
    return "".join(f"required: [{characters}]; " for characters in classes)


LETTERS = string.ascii_letters
OVERLAPPING = [LETTERS[index : index + 2] for index in range(30)]
TEN = required(*LETTERS[:10]) + "allowed: ascii-printable; "
NO_RUNS = "max-repeating: 1; max-sequential: 1; "

# What could take a generator long: (length to ask for, descriptor); a length of 0 leaves it to the generator.
HOSTILE = [
    (0, required(*LETTERS[:6]) + "maxlength: 6;"),
    (0, "allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64;"),
    (0, required(*LETTERS[:30])),
    (0, "minlength: 100000;"),
    (0, TEN + "minlength: 10; maxlength: 10;"),
    (0, TEN + NO_RUNS),
    *((0, f"{TEN}{NO_RUNS}minlength: {length}; maxlength: {length};") for length in (10, 20, 40, 128)),
    *((length, TEN + NO_RUNS) for length in (20, 40, 128)),
    *((0, f"allowed: digit; {NO_RUNS}minlength: {length};") for length in (128, 300, 1024)),
    *((0, f"allowed: upper, lower, digit; max-consecutive: 1; minlength: {n};") for n in (64, 128, 512, 1024)),
    (0, "required: [b]; allowed: [ac]; max-sequential: 1; max-repeating: 5; minlength: 5;"),
    (0, "allowed: [ab]; max-repeating: 1; minlength: 500;"),
    (0, required(*OVERLAPPING[:10]) + "maxlength: 6;"),
    (0, required(*OVERLAPPING[:12])),
    (0, required(*OVERLAPPING[:24:2])),
    (0, required(*OVERLAPPING)),
]

# The statuses' numbers, as in passwordrules.h.
OK, EDESCRIPTOR, EUNSATISFIABLE, EREQUIREMENTS = 0, 10, 20, 24

NOTES = """
Median (minimum) ×ratio, which is how many times our median it is. Neither the system's log nor audit's is written to.
The demands: 12 characters or more, an upper- and a lower-case letter and a digit, no three equal in a row; passwdqc
can only be told of the 12. Strong passwords of 8 bytes are refused for that, weak ones always. The peers stop at the
first demand that is not met; passwordrules looks at all of them, for its report. pwquality_generate was given no
demands, since it often gives up otherwise. Within libpam, passwordrules and passwdqc suggest a password as well.
Policies: as usual are those demands. Everything are all keys that demand something, the user's names and the old
password, 10,000 words and four sets of rules, of which the last is met; libpwquality has as much of it as it knows,
passwdqc the 12, the names and the old password. libpwquality's words come as one text, and are left out above 16
characters, where it takes seconds. It looks up full names itself, and so was not asked to.
Exact counts and hostile descriptors have no peers. Those calls are timed one by one, without parsing; the descriptor
that is slowest to count is the one with the highest median, while of the hostile ones the longest of all calls counts,
whatever its status. Each descriptor's status and time are in bench.json. Limits are what we promise, not measured;
targets of policies are held against the median.
"""

def say(text):
    print(text, file=sys.stderr, flush=True)


def output(*command, **options):
    """What a program prints. That it fails ends the benchmark: half a table would mislead."""
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"bench: {Path(command[0]).name} failed with status {result.returncode}; no table")
    return result.stdout


# ---- The peers ----


def unpacked(package):
    """The directory with a Debian package's files, downloaded if it is not there; None if it cannot be had."""
    directory = PEERS / package
    if not directory.exists():
        PEERS.mkdir(parents=True, exist_ok=True)
        for old in PEERS.glob(f"{package}_*.deb"):
            old.unlink()
        commands = [
            # apt's own user may be unable to write here; it only warns, but of nothing that matters.
            ["apt-get", "-qq", "-o", f"APT::Sandbox::User={pwd.getpwuid(os.getuid()).pw_name}", "download", package],
            ["sh", "-c", f'dpkg -x {package}_*.deb "{package}.part" && mv "{package}.part" "{package}"'],
        ]
        for command in commands:
            try:
                subprocess.run(command, cwd=PEERS, check=True, capture_output=True, text=True)
            except (OSError, subprocess.CalledProcessError) as error:
                reason = (getattr(error, "stderr", None) or str(error)).strip()
                say(f"bench: package {package} cannot be downloaded and unpacked:\n{reason}")
                return None
    return directory


def peer_module(name):
    """The path of a peer's PAM module; None if it cannot be had."""
    directory = unpacked(f"libpam-{name}")
    found = sorted(directory.rglob(f"pam_{name}.so")) if directory else []
    return found[0] if found else None


def cracklib_dictionary():
    """A cracklib dictionary of the word list that Debian ships, as a path without extension; None without one."""
    dictionary = PEERS / "dictionary"
    package = unpacked("cracklib-runtime")
    if package and not dictionary.with_suffix(".pwd").exists():
        words = package / "usr/share/dict/cracklib-small"
        tools = package / "usr/sbin"
        output("sh", "-c", f'"{tools}/cracklib-format" "{words}" | "{tools}/cracklib-packer" "{dictionary}"')
    return dictionary if package else None


def shared_libraries(*programs):
    """Where the loader finds the libraries that the programs were linked with: {"libpam": path}."""
    listing = "".join(output("ldd", program) for program in programs)
    return {name: Path(path) for name, path in re.findall(r"(\w+)\.so\S* => (/\S+)", listing)}


# ---- (a) Size ----


def stripped_size(path):
    copy = OUT / "stripped"
    output("strip", "-s", "-o", copy, path)
    size = copy.stat().st_size
    copy.unlink()
    return size


def needed(path):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", path))


def measure_sizes(libraries, modules, dictionary):
    """Sizes in bytes, with whatever else of the peer's own must be there."""
    sample("size", OURS, stripped_size(libraries["libpasswordrules"]))
    pwquality = stripped_size(libraries["libpwquality"]) + stripped_size(libraries["libcrack"])
    sample("size", PLAIN, pwquality)
    if dictionary:
        sample("size", DICTIONARY, pwquality + sum(file.stat().st_size for file in PEERS.glob("dictionary.*")))
    sample("size", PASSWDQC, stripped_size(libraries["libpasswdqc"]))
    for subject, module in modules.items():
        sample("module size", subject, stripped_size(module))


# ---- (b) Load ----


def measure_load(libraries, dictionary):
    say(f"Loading each library in {LOAD_RUNS} fresh processes")
    loads = [
        (OURS, libraries["libpasswordrules"], "passwordrules", []),
        (PLAIN, libraries["libpwquality"], "pwquality", ["dictcheck=0"]),
        (PASSWDQC, libraries["libpasswdqc"], "passwdqc", []),
    ]
    if dictionary:
        loads.append((DICTIONARY, libraries["libpwquality"], "pwquality", [f"dictpath={dictionary}"]))
    # By absolute path: a search along LD_LIBRARY_PATH is no cost of an installed library.
    environment = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
    for _ in range(LOAD_RUNS):
        for subject, library, functions, option in loads:
            line = output(OUT / "loadbench", library, functions, *option, env=environment)
            load, first, rss, dirty = map(int, line.split())
            sample("load", subject, load)
            sample("first check", subject, first)
            sample("load and first check", subject, load + first)
            sample("load rss", subject, rss)
            sample("load dirty", subject, dirty)


# ---- (c), (d), (e) Calls in a warm process ----


def corpus_name():
    return "of PASSWORDRULES_CORPUS" if os.environ.get("PASSWORDRULES_CORPUS") else "of our own"


def many_descriptors():
    corpus = os.environ.get("PASSWORDRULES_CORPUS")
    if not corpus:
        return OWN_DESCRIPTORS
    lines = (Path(corpus) / "descriptors.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["descriptor"].replace("\n", " ") for line in lines]


def write_lines(name, lines):
    path = OUT / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def measure_calls(dictionary):
    """Returns the passwords, as the program names them, and which descriptors the parser read."""
    say("Timing single calls")
    descriptors = write_lines("descriptors.txt", many_descriptors())
    lines = output(OUT / "callbench", CALL_ROUNDS, dictionary or "-", descriptors).splitlines()
    inputs = []
    for line in lines:
        action, subject, name, *values = line.split("\t")
        sample(f"{action} {name}".strip(), subject, *map(float, values))
        inputs.append((action, name))
    passwords = [name for action, name in inputs if action == "check again"]
    [descriptors] = [name for action, name in inputs if action == "parse many"]
    return passwords, descriptors


# ---- (f) Exact counts, and the slowest answers ----


# A length and a descriptor, which statuses the calls had, and how many nanoseconds each took.
Case = collections.namedtuple("Case", "length descriptor statuses times")


def write_cases(name, cases):
    return write_lines(f"{name}.txt", [f"{length}\t{descriptor}" for length, descriptor in cases])


def timed_cases(measurement, mode, rounds, cases):
    timed = [Case(length, descriptor, set(), []) for length, descriptor in cases]
    for line in output(OUT / "countbench", mode, rounds, write_cases(mode, cases)).splitlines():
        index, status, nanoseconds = map(int, line.split("\t"))
        timed[index].statuses.add(status)
        timed[index].times.append(nanoseconds)
    details[measurement] = [
        {
            "length": case.length,
            "descriptor": case.descriptor,
            "statuses": sorted(case.statuses),
            "median": statistics.median(case.times),
            "max": max(case.times),
        }
        for case in timed
    ]
    return timed


def shortened(text):
    text = text if len(text) <= 100 else f"{text[:40].rstrip()} … {text[-60:].lstrip()}"
    return text.replace("|", "\\|")  # a cell of the table would end there


def measure_counts(length, limit):
    """Returns rows: title and measurement."""
    say(f"Counting passwords of {length} characters")
    wanted = [(length, descriptor) for descriptor in many_descriptors()]
    cases = timed_cases(f"count {length}", "count", CALL_ROUNDS, wanted)
    read = [case for case in cases if EDESCRIPTOR not in case.statuses]
    counted = [case for case in read if EREQUIREMENTS not in case.statuses]
    for case in counted:
        if not case.statuses <= {OK, EUNSATISFIABLE}:
            sys.exit(f"bench: counting ended with {case.statuses} for {case.descriptor}; no table")
    slowest = max(counted, key=lambda case: statistics.median(case.times))
    sample(f"count {length} mean", OURS, *map(statistics.mean, zip(*(case.times for case in counted))))
    sample(f"count {length} slowest", OURS, *slowest.times)
    permitting = sum(OK in case.statuses for case in counted)
    title = f"Count the passwords of {length} characters"
    return [
        (
            f"{title}, mean: {len(counted)} descriptors {corpus_name()}, {permitting} of them with such passwords;"
            f" {len(read) - len(counted)} more have too many requirements",
            f"count {length} mean",
        ),
        (f"{title}, slowest (limit {limit}): {shortened(slowest.descriptor)}", f"count {length} slowest"),
    ]


def measure_hostile(title, mode):
    """Returns a row: title and measurement."""
    say(f"Generating from {len(HOSTILE)} hostile descriptors")
    cases = timed_cases(f"hostile {mode}", mode, HOSTILE_ROUNDS, HOSTILE)
    for case in cases:
        if EDESCRIPTOR in case.statuses:
            sys.exit(f"bench: this is no descriptor: {case.descriptor}")
    slowest = max(cases, key=lambda case: max(case.times))
    sample(f"hostile {mode}", OURS, max(slowest.times))
    wanted = f"{slowest.length} characters, " if slowest.length else ""
    statuses = " or ".join(map(str, sorted(slowest.statuses)))
    return (
        f"{title}, slowest of {HOSTILE_ROUNDS} for each of {len(HOSTILE)} hostile descriptors (limit {ANSWER_LIMIT}):"
        f" {shortened(slowest.descriptor)} ({wanted}status {statuses})",
        f"hostile {mode}",
    )


def measure_count_memory():
    """Returns a row: title, measurement and form."""
    cases = [(64, descriptor) for descriptor in many_descriptors()] + [(128, TEN + NO_RUNS)]
    sample("count rss", OURS, int(output(OUT / "countbench", "memory", write_cases("memory", cases))))
    title = f"Peak Rss of counting as above, 64 characters, and once 128 with ten requirements (limit {MEMORY_LIMIT})"
    return title, "count rss", mebibytes


def measure_answers():
    """Returns rows: title, measurement and form."""
    return [
        *(row for length, limit in COUNT_LIMITS.items() for row in measure_counts(length, limit)),
        measure_count_memory(),
        measure_hostile("Generate", "generate"),
        measure_hostile("Generate, with the exact entropy", "describe"),
    ]


# ---- (g) Policies ----


def grown(shorter, longer):
    """How many times as long a measurement takes at four times the length, and whether it may."""
    medians = [statistics.median(samples[measurement, OURS]) for measurement in (shorter, longer)]
    growth = medians[1] / medians[0]
    details["targets"].append(
        {"measurement": longer, "from": shorter, "growth": growth, "limit": GROWTH_TARGET,
         "holds": growth <= GROWTH_TARGET}
    )
    return f"×{growth:.1f}; {target(growth, GROWTH_TARGET, f'×{GROWTH_TARGET} at most')}"


def policy_load_rows():
    pairs = zip(samples["policy load all three", OURS], samples["policy for user all three", OURS])
    sample("policy load and find", OURS, *map(sum, pairs))
    yield target_row("Load, free a policy: as usual", "policy load usual")
    for name in POLICY_LOADS:
        yield target_row(f"Load, free a policy: {name}", f"policy load {name}", LOAD_TARGET)
    yield target_row("Load, free a policy: all three, and find a user's", "policy load and find", LOAD_TARGET)


def policy_check_rows():
    title = "Policy check, 16 characters"
    yield target_row(f"{title}: as usual", "policy check as usual")
    yield target_row(f"{title}: everything but words", "policy check everything but words", CHECK_TARGET)
    yield target_row(f"{title}: everything", "policy check everything", CHECK_TARGET)
    measurements = ["policy check everything", *(f"policy check everything, {n}" for n in POLICY_LENGTHS[1:])]
    for length, shorter, longer in zip(POLICY_LENGTHS[1:], measurements, measurements[1:]):
        growth = grown(shorter, longer)
        yield target_row(f"Policy check, {length} characters, four times the length: everything: {growth}", longer)
    yield target_row("Suggest a password by everything", "policy suggest everything")


def policy_hostile_rows():
    names = [measurement.removeprefix("policy hostile ") for measurement, _ in samples]
    for case in dict.fromkeys(name.removesuffix(", 1024") for name in names if name.endswith(", 1024")):
        measurements = [f"policy hostile {case}, {length}" for length in HOSTILE_LENGTHS]
        if (measurements[0], OURS) not in samples:
            continue
        first = duration(statistics.median(samples[measurements[0], OURS]))
        growth = grown(measurements[0], measurements[-1])
        title = f"Hostile: {case}: 4,096 bytes, after {first} for 1,024: {growth}"
        yield target_row(title, measurements[-1], ANSWER_TARGET)
    for name in (name for name in names if name.startswith("suggestions of")):
        yield target_row(f"Hostile: {name}, never accepted", f"policy hostile {name}", ANSWER_TARGET)


def measure_policies():
    """Returns rows: title and measurement."""
    say("Loading policies and checking by them")
    folder = OUT / "policies"
    policies.write(folder)
    for mode, rounds in (("usual", CALL_ROUNDS), ("hostile", HOSTILE_ROUNDS)):
        for line in output(OUT / "policybench", mode, rounds, folder).splitlines():
            action, subject, name, *values = line.split("\t")
            sample(f"{action} {name}", subject, *map(float, values))
    return [*policy_load_rows(), *policy_check_rows(), *policy_hostile_rows()]


# ---- (h) Blocklists ----


def measure_blocklists():
    """Returns rows: title, measurement and form."""
    package = unpacked("passwdqc")
    try:
        blocklists.Blocklists(BUILD, OUT, say).measure(package and package / "usr/bin/pwqfilter", CALL_ROUNDS)
    except (blocklists.Failed, subprocess.CalledProcessError) as error:
        sys.exit(f"bench: {error}; no table")
    sample("blocklist look up", PASSWDQC, *samples.pop(("blocklist check alone", PASSWDQC), []))
    return list(blocklists.rows())


# ---- (i) Whole password changes ----


def write_services(modules, dictionary):
    """Writes a PAM service for each subject; returns the directory and the subjects."""
    directory = OUT / "pam.d"
    directory.mkdir(exist_ok=True)
    policy = directory / "policy.conf"
    # With the list that the default policy has on.
    policy.write_text(f"rules = {RULES}\nretry = 1\nblocklist = {BUILD / 'common.blocklist'}\n")
    policy.chmod(0o644)
    pwquality, passwdqc = modules.get(PLAIN), modules.get(PASSWDQC)
    lines = {PERMIT: "", OURS: f"{modules[OURS]} config={policy} enforce_for_root"}
    if pwquality:
        lines[PLAIN] = f"{pwquality} dictcheck=0 {PWQUALITY_OPTIONS}"
    if pwquality and dictionary:
        lines[DICTIONARY] = f"{pwquality} dictpath={dictionary} {PWQUALITY_OPTIONS}"
    if passwdqc:
        lines[PASSWDQC] = f"{passwdqc} {PASSWDQC_OPTIONS}"
    (directory / "other").write_text("")  # libpam asks for it, and complains if there is none
    for subject, line in lines.items():
        module = f"password requisite {line}\n" if line else ""
        (directory / subject).write_text(module + "password required pam_permit.so\n")
    return directory, list(lines)


def measure_pam(modules, dictionary):
    directory, subjects = write_services(modules, dictionary)
    user = pwd.getpwuid(os.getuid()).pw_name
    turns, changes = PAM_RUNS
    say(f"Changing a password through libpam, {turns * changes} times each way")
    for _ in range(turns):
        for process in ("fresh", "same"):
            for outcome, password, status in (("accepted", STRONG, PAM_SUCCESS), ("refused", WEAK, PAM_AUTHTOK_ERR)):
                for subject in subjects:
                    expected = PAM_SUCCESS if subject == PERMIT else status
                    program = [OUT / "pambench", process, changes, directory]
                    for line in output(*program, subject, user, password, expected).splitlines():
                        nanoseconds, rss, dirty = map(int, line.split())
                        sample(f"pam {process} {outcome}", subject, nanoseconds)
                        if process == "fresh" and outcome == "accepted":
                            sample("pam rss", subject, rss)
                            sample("pam dirty", subject, dirty)


# ---- The table ----


def rows_of_all(libraries, passwords, descriptors, answers, more_rows):
    needs = {name: ", ".join(needed(libraries[f"lib{name}"])) for name in (OURS, PLAIN, PASSWDQC)}
    rows = [
        row("Size, stripped; libpwquality with libcrack, and with its dictionary", "size", size),
        ["NEEDED", needs[OURS], needs[PLAIN], needs[PLAIN], needs[PASSWDQC], "-"],
        row("Size of the PAM module, stripped", "module size", size),
        row("Fresh process: load", "load"),
        row("Fresh process: read the demands, first check", "first check"),
        row("Fresh process: both", "load and first check"),
        row("Fresh process: Rss", "load rss", kilobytes),
        row("Fresh process: Private_Dirty", "load dirty", kilobytes),
    ]
    for name in passwords:
        rows.append(row(f"Check into a used report: {name}", f"check again {name}", peers=f"check {name}"))
        rows.append(row(f"Check, free the report: {name}", f"check {name}"))
    rows += [
        row("Read the demands, free them", "parse typical"),
        row(f"Parse, free: descriptors in a second, {descriptors} {corpus_name()}", f"parse many {descriptors}", rate),
        *(row(f"Parse, free: {length} of properties", f"parse long {length}") for length in LENGTHS),
        *(row(f"Parse, say what is wrong: {length} of mistakes", f"parse mistakes {length}") for length in LENGTHS),
        *(row(f"Parse, say what is wrong: {length} of open brackets", f"parse brackets {length}") for length in LENGTHS),
        row(f"Generate 20 characters (limit {GENERATE_LIMIT}); peers 128 bits", "generate"),
        row("Generate 20 characters, by default; peers 128 bits", "generate by default", peers="generate"),
        row("Generate 20 characters, each of 1,000; peers 128 bits", "generate many a call", peers="generate"),
        row("Generate, readable; peers 128 bits", "generate readable", peers="generate"),
        row("Generate, words; peers 128 bits", "generate words", peers="generate"),
        *(row(*answer) for answer in answers),
        *(row(*more) for more in more_rows),
    ]
    for process in ("fresh", "same"):
        for outcome in ("accepted", "refused"):
            rows.append(row(f"pam_chauthtok, {process} process, {outcome}", f"pam {process} {outcome}"))
    rows += [
        row("pam_chauthtok, fresh process: Rss", "pam rss", kilobytes),
        row("pam_chauthtok, fresh process: Private_Dirty", "pam dirty", kilobytes),
    ]
    return rows


# ---- What it was measured with ----


def package_versions():
    """Versions of the peers and of libpam, installed or downloaded; nothing where there is no dpkg."""
    patterns = ["libpwquality1*", "libcrack2*", "libpasswdqc[0-9]*", "libpam0g", "libpam-modules", "libc6"]
    try:
        listing = subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package} ${Version}\n", *patterns],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
        ).stdout
    except OSError:
        listing = ""
    versions = dict(re.findall(r"^installed (\S+) (\S+)$", listing, re.MULTILINE))
    versions.update(file.stem.split("_")[:2] for file in PEERS.glob("*.deb"))
    return {name: version.replace("%3a", ":") for name, version in sorted(versions.items())}


def machine(core):
    cpu = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return {
        "cpu": cpu[1] if cpu else platform.machine(),
        "cores": os.cpu_count(),
        "pinned_to_core": core,
        "kernel": platform.release(),
        "load_average_before": os.getloadavg(),
    }


def library_version(libraries):
    version = ctypes.CDLL(str(libraries["libpasswordrules"])).passwordrules_version
    version.restype = ctypes.c_char_p
    return version().decode()


def main():
    os.environ.update(LC_ALL="C", LD_LIBRARY_PATH=str(BUILD))
    # Pages of a library that was just built and is not on the disk yet would count as dirtied by whoever loads it.
    os.sync()
    modules = {OURS: BUILD / "pam_passwordrules.so"}
    modules.update((name, peer_module(name)) for name in (PLAIN, PASSWDQC))
    dictionary = cracklib_dictionary()
    missing = [f"pam_{name}" for name, module in modules.items() if not module]
    if not dictionary:
        missing.append("libpwquality's dictionary")
    modules = {name: module for name, module in modules.items() if module}
    libraries = shared_libraries(OUT / "callbench", OUT / "pambench")

    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    about = {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": machine(core),
        "versions": {"passwordrules": library_version(libraries), **package_versions()},
        "missing": missing,
        "needed": {name: needed(libraries[f"lib{name}"]) for name in (OURS, PLAIN, "crack", PASSWDQC)},
    }
    if SUBJECT:
        measure = measure_policies if SUBJECT == "policies" else measure_blocklists
        rows = [row(*more) for more in measure()]
    else:
        measure_sizes(libraries, modules, dictionary)
        measure_load(libraries, dictionary)
        passwords, descriptors = measure_calls(dictionary)
        answers = measure_answers()
        more_rows = measure_policies() + measure_blocklists()
        measure_pam(modules, dictionary)
        rows = rows_of_all(libraries, passwords, descriptors, answers, more_rows)

    units = "nanoseconds, for one descriptor or password where it is about many; size: bytes; rss and dirty: kB"
    document = {**about, "units": units, "results": list(summary()), "details": details}
    name = f"bench-{SUBJECT}.json" if SUBJECT else "bench.json"
    (BUILD / name).write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    print(f"\n{about['date']}, {about['machine']['cpu']}, one core of {about['machine']['cores']},"
          f" load average {about['machine']['load_average_before'][0]:.2f}")
    print(", ".join(f"{name} {version}" for name, version in about["versions"].items()) + "\n")
    print(table(rows))
    print(NOTES)
    if missing:
        print(f"Left out, since the download failed (see above): {', '.join(missing)}.")


main()
