"""Measures passwordrules beside libpwquality and libpasswdqc, and prints one table.

    bench.py BUILD

BUILD is the absolute path of the build directory, with the library, the PAM module and the programs in it. All
figures are from this one run, in which the libraries take turns; they also go to BUILD/bench.json.
PASSWORDRULES_CORPUS may name a directory with a descriptors.jsonl for the parser to read.

Nothing is installed here. The peers' PAM modules and cracklib's word list are downloaded into BUILD/peers and
unpacked there; libpam is led to service files of our own.
"""

import ctypes
import datetime
import json
import os
import platform
import pwd
import re
import statistics
import subprocess
import sys
from pathlib import Path

LOAD_RUNS = 300
CALL_ROUNDS = 25
PAM_RUNS = (6, 50)  # turns, changes in each

BUILD = Path(sys.argv[1]).resolve() if len(sys.argv) == 2 else sys.exit(__doc__)
OUT = BUILD / "bench"
PEERS = BUILD / "peers"

OURS, DICTIONARY, PLAIN, PASSWDQC, PERMIT = "passwordrules", "pwquality+dict", "pwquality", "passwdqc", "permit"
COLUMNS = {
    OURS: "passwordrules",
    DICTIONARY: "libpwquality, dictionary",
    PLAIN: "libpwquality, no dictionary",
    PASSWDQC: "libpasswdqc",
    PERMIT: "pam_permit alone",
}

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

NOTES = """
Median (minimum) ×ratio, which is how many times our median it is. Neither the system's log nor audit's is written to.
The demands: 12 characters or more, an upper- and a lower-case letter and a digit, no three equal in a row; passwdqc
can only be told of the 12. Strong passwords of 8 bytes are refused for that, weak ones always. The peers stop at the
first demand that is not met; passwordrules looks at all of them, for its report. pwquality_generate was given no
demands, since it often gives up otherwise. Within libpam, passwordrules and passwdqc suggest a password as well.
"""

# What was measured: (measurement, subject) -> numbers, in nanoseconds, bytes or kB.
samples = {}


def sample(measurement, subject, *values):
    samples.setdefault((measurement, subject), []).extend(values)


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


def write_descriptors():
    path = OUT / "descriptors.txt"
    descriptors = OWN_DESCRIPTORS
    if corpus := os.environ.get("PASSWORDRULES_CORPUS"):
        lines = (Path(corpus) / "descriptors.jsonl").read_text(encoding="utf-8").splitlines()
        descriptors = [json.loads(line)["descriptor"].replace("\n", " ") for line in lines]
    path.write_text("".join(f"{descriptor}\n" for descriptor in descriptors), encoding="utf-8")
    return path


def measure_calls(dictionary):
    """Returns the passwords, as the program names them, and which descriptors the parser read."""
    say("Timing single calls")
    lines = output(OUT / "callbench", CALL_ROUNDS, dictionary or "-", write_descriptors()).splitlines()
    inputs = []
    for line in lines:
        action, subject, name, *values = line.split("\t")
        sample(f"{action} {name}".strip(), subject, *map(float, values))
        inputs.append((action, name))
    passwords = [name for action, name in inputs if action == "check again"]
    [descriptors] = [name for action, name in inputs if action == "parse many"]
    return passwords, descriptors


# ---- (f) Whole password changes ----


def write_services(modules, dictionary):
    """Writes a PAM service for each subject; returns the directory and the subjects."""
    directory = OUT / "pam.d"
    directory.mkdir(exist_ok=True)
    policy = directory / "policy.conf"
    policy.write_text(f"rules = {RULES}\nretry = 1\n")
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


def duration(nanoseconds):
    for limit, divisor, unit in ((1e3, 1, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms")):
        if nanoseconds < limit:
            value = nanoseconds / divisor
            return f"{value:.{0 if value >= 100 else 1}f} {unit}"
    return f"{nanoseconds / 1e9:.1f} s"


def size(count):
    return f"{count:,.0f} B"


def kilobytes(count):
    return f"{count:,.0f} kB"


def rate(nanoseconds):
    return f"{1e9 / nanoseconds:,.0f}"


def cell(values, ours, form):
    """Median, minimum, and how many times our median that is."""
    if not values:
        return "-"
    median, best = statistics.median(values), min(values)
    text = form(median) if len(values) == 1 else f"{form(median)} ({form(best)})"
    if ours and values is not ours and statistics.median(ours) > 0:
        ratio = median / statistics.median(ours)
        text += f" ×{ratio:.2f}" if ratio < 10 else f" ×{ratio:,.0f}"
    return text


def row(title, measurement, form=duration, peers=None):
    """A row; the peers' figures may be those of another measurement."""
    ours = samples.get((measurement, OURS))
    cells = []
    for subject in COLUMNS:
        values = samples.get((measurement if subject == OURS or not peers else peers, subject))
        cells.append(cell(values, ours, form))
    return [title, *cells]


def table(libraries, passwords, descriptors):
    needs = {name: ", ".join(needed(libraries[f"lib{name}"])) for name in (OURS, PLAIN, PASSWDQC)}
    corpus = "of PASSWORDRULES_CORPUS" if os.environ.get("PASSWORDRULES_CORPUS") else "of our own"
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
        row(f"Parse, free: descriptors in a second, {descriptors} {corpus}", f"parse many {descriptors}", rate),
        *(row(f"Parse, free: {length} of properties", f"parse long {length}") for length in LENGTHS),
        *(row(f"Parse, say what is wrong: {length} of mistakes", f"parse mistakes {length}") for length in LENGTHS),
        *(row(f"Parse, say what is wrong: {length} of open brackets", f"parse brackets {length}") for length in LENGTHS),
        row("Generate 20 characters; peers 128 bits", "generate"),
    ]
    for process in ("fresh", "same"):
        for outcome in ("accepted", "refused"):
            rows.append(row(f"pam_chauthtok, {process} process, {outcome}", f"pam {process} {outcome}"))
    rows += [
        row("pam_chauthtok, fresh process: Rss", "pam rss", kilobytes),
        row("pam_chauthtok, fresh process: Private_Dirty", "pam dirty", kilobytes),
    ]
    head = ["", *COLUMNS.values()]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *rows])


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


def summary():
    for (measurement, subject), values in samples.items():
        yield {
            "measurement": measurement,
            "subject": subject,
            "median": statistics.median(values),
            "min": min(values),
            "max": max(values),
            "count": len(values),
        }


def main():
    os.environ.update(LC_ALL="C", LD_LIBRARY_PATH=str(BUILD))
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
    measure_sizes(libraries, modules, dictionary)
    measure_load(libraries, dictionary)
    passwords, descriptors = measure_calls(dictionary)
    measure_pam(modules, dictionary)

    units = "nanoseconds, for one descriptor where it parses many; size: bytes; rss and dirty: kB"
    document = {**about, "units": units, "results": list(summary())}
    (BUILD / "bench.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    print(f"\n{about['date']}, {about['machine']['cpu']}, one core of {about['machine']['cores']},"
          f" load average {about['machine']['load_average_before'][0]:.2f}")
    print(", ".join(f"{name} {version}" for name, version in about["versions"].items()) + "\n")
    print(table(libraries, passwords, descriptors))
    print(NOTES)
    if missing:
        print(f"Left out, since the download failed (see above): {', '.join(missing)}.")


main()
