"""The module as a file that setuid programs load."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINKER_SCRIPT = ROOT / "Sources" / "PasswordRulesABI" / "libpasswordrules.ld"
TOOLCHAIN = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout)
TOOLS = Path(TOOLCHAIN["paths"]["runtimeResourcePath"]).parents[1] / "bin"
# Swift's own names, mangled and of its runtime, and those of our library.
INSIDE = re.compile(r"\$[sSe]|_?swift_|_Tt|passwordrules_")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def symbols(module, *options):
    return {line.split()[-1].partition("@")[0] for line in output("nm", "-D", *options, module).splitlines()}


@pytest.fixture
def module(programs):
    return programs / "pam_passwordrules.so"


def dynamic_entries(module):
    lines = output("readelf", "--wide", "--dynamic", module).splitlines()
    return [line.split(maxsplit=2)[1:] for line in lines if line.strip().startswith("0x")]


def needed(module):
    return {value.partition("[")[2].rstrip("]") for tag, value in dynamic_entries(module) if tag == "(NEEDED)"}


def segments(module, kind):
    """Of each segment of that kind: the address, the sizes in the file and in memory, and the flags."""
    lines = output("readelf", "--wide", "--segments", module).splitlines()
    found = [re.fullmatch(rf" *{kind} +0x\w+ 0x(\w+) 0x\w+ 0x(\w+) 0x(\w+) (.{{3}}) 0x\w+", line) for line in lines]
    return [(*(int(match[number], 16) for number in (1, 2, 3)), match[4].replace(" ", "")) for match in found if match]


def constants(module):
    """The names and addresses of the sections that are mapped, and hold neither code nor variables."""
    lines = output("readelf", "--wide", "--sections", module).splitlines()
    found = [re.fullmatch(r" *\[ *\d+\] (\S+) +[A-Z_]+ +(\w+) \w+ \w+ \w+ +(\w*) .*", line) for line in lines]
    return {match[1]: int(match[2], 16) for match in found if match and "A" in match[3] and not set("WX") & set(match[3])}


def page(address):
    return address // 4096


def faults_of_layout(module):
    """What would make it larger in memory, slower to load or weaker than it has to be."""
    loaded, entries = segments(module, "LOAD"), dynamic_entries(module)
    if not any(tag == "(FLAGS_1)" and "NODELETE" in value for tag, value in entries):
        yield "can be unloaded"
    if {tag for tag, *_ in entries} & {"(INIT)", "(INIT_ARRAY)", "(FINI)", "(FINI_ARRAY)"}:
        yield "something runs when it is loaded"
    if [flags for *_, flags in loaded] != ["R", "RE", "RW", "RW"]:
        yield "mapped as " + ", ".join(flags for *_, flags in loaded)
    if any({"W", "E"} <= set(flags) for *_, flags in loaded):
        yield "code can be written"
    if any(page(here + size - 1) + 1 != page(there) for (here, _, size, _), (there, *_) in zip(loaded, loaded[1:])):
        yield "mapped with holes"
    # All of it is written when the addresses in it are.
    written = [(start, in_file) for start, in_file, _, flags in loaded if "W" in flags and in_file]
    pages = sum(page(start + in_file - 1) - page(start) + 1 for start, in_file in written)
    if pages != 1:
        yield f"{pages} pages are written when it is loaded"
    if [start for start, *_ in segments(module, "GNU_RELRO")] != [start for start, _ in written]:
        yield "what is written then can be written later"
    for name, address in constants(module).items():
        if any("E" in flags and start <= address < start + size for start, _, size, flags in loaded):
            yield f"{name} can be executed"


def faults_of_symbols(module):
    if symbols(module, "--defined-only") != {"pam_sm_chauthtok"}:
        yield "another export"
    if any(INSIDE.match(name) for name in symbols(module)):
        yield "a symbol of Swift or of the library"


MODULE = """
int close(int number);
static const char *const words[WORDS] = { "a", "constant" };
static int uses, results[5000];
const char *pam_sm_chauthtok(int number);
const char *pam_sm_chauthtok(int number) { results[uses++] = close(number); return words[results[number]]; }
"""
OURS = [f"-B{TOOLS}", "-fuse-ld=lld", f"-Wl,-T,{LINKER_SCRIPT}"]
RELRO, KEPT = "-Wl,-z,relro,-z,now", "-Wl,-z,nodelete"


def linked(directory, *flags, source=MODULE):
    """A module of a few lines that is linked in this way."""
    (directory / "module.c").write_text(source)
    result, source_file = directory / "module.so", directory / "module.c"
    subprocess.run(["cc", "-shared", "-O2", "-fPIC", "-nostdlib", "-DWORDS=2", "-o", result, source_file, *flags],
                   check=True, timeout=60)
    return result


def test_module_exports_its_entry_point_only(module):
    assert symbols(module, "--defined-only") == {"pam_sm_chauthtok"}


def test_module_shows_nothing_of_what_is_linked_into_it(module):
    assert list(faults_of_symbols(module)) == []


OTHER, NOT_OURS = "another export", "a symbol of Swift or of the library"


@pytest.mark.parametrize("added, faults", [
    ("", []),
    ("int other = 1;", [OTHER]),
    ('int other __asm__("$s4main5otherSivp") = 1;', [OTHER, NOT_OURS]),
    ('int other __asm__("$e4main5otherSivp") = 1;', [OTHER, NOT_OURS]),
    ('extern int other __asm__("$s4main5otherSivp"); static int *here __attribute__((used)) = &other;', [NOT_OURS]),
    ('extern int other __asm__("swift_retain"); static int *here __attribute__((used)) = &other;', [NOT_OURS]),
    ('extern int other __asm__("_swift_stdlib_free"); static int *here __attribute__((used)) = &other;', [NOT_OURS]),
    ("extern int passwordrules_check; static int *here __attribute__((used)) = &passwordrules_check;", [NOT_OURS]),
])
def test_symbols_that_are_shown_are_seen(tmp_path, added, faults):
    assert list(faults_of_symbols(linked(tmp_path, source=f"{MODULE}{added}\n"))) == faults


def test_library_is_inside_and_its_symbols_would_be_known():
    lines = output("nm", ROOT / "build" / "libpasswordrules.a").splitlines()
    names = [line.split()[-1] for line in lines if " t " in line.lower()]
    assert sum(INSIDE.match(name) is not None for name in names) > 100
    assert "passwordrules_version" in names


def test_module_needs_libpam_and_libc_only(module):
    assert needed(module) == {"libpam.so.0", "libc.so.6"}


def test_module_is_stripped(module):
    sections = output("readelf", "--wide", "--sections", module)
    assert ".dynsym" in sections and ".symtab" not in sections and ".debug_" not in sections
    # Swift's hashes of modules differ with the folder that the library was built in.
    assert ".swift_modhash" not in sections


def test_module_is_mapped_in_four_pieces_and_stays(module):
    assert {".rodata", ".eh_frame", ".dynsym", ".dynstr"} <= constants(module).keys()
    assert list(faults_of_layout(module)) == []


def test_library_is_mapped_likewise():
    assert list(faults_of_layout(ROOT / "build" / "libpasswordrules.so.1")) == []


TWICE, LATER = "2 pages are written when it is loaded", "what is written then can be written later"


@pytest.mark.parametrize("flags, faults", [
    ([*OURS, RELRO, KEPT], []),
    ([*OURS, RELRO], ["can be unloaded"]),
    ([*OURS, RELRO, KEPT, "-Wl,-init,pam_sm_chauthtok"], ["something runs when it is loaded"]),
    ([*OURS, RELRO, KEPT, "-UWORDS", "-DWORDS=600"], [TWICE]),
    ([*OURS[:2], RELRO, KEPT, "-UWORDS", "-DWORDS=600"], [TWICE]),
    ([RELRO, KEPT], ["mapped as R, RE, R, RW"]),
    ([KEPT, "-Wl,-z,norelro"], ["mapped as R, RE, R, RW", LATER]),
    ([RELRO, KEPT, "-Wl,-z,noseparate-code"], ["mapped as RE, RW", ".rodata can be executed"]),
    ([KEPT, "-Wl,-N"], ["mapped as RWE", "code can be written", LATER, ".rodata can be executed"]),
])
def test_faults_of_the_layout_are_seen(tmp_path, flags, faults):
    found = list(faults_of_layout(linked(tmp_path, *flags)))
    # Which other sections there are depends on the compiler.
    assert [fault for fault in found if not fault.startswith(".") or fault.startswith(".rodata")] == faults


def test_holes_in_the_layout_are_seen(tmp_path):
    script = LINKER_SCRIPT.read_text().replace("(.relro_padding)) :", "(.relro_padding) + 0x1000) :")
    (tmp_path / "script").write_text(script)
    module = linked(tmp_path, *OURS[:2], f"-Wl,-T,{tmp_path}/script", RELRO, KEPT)
    assert list(faults_of_layout(module)) == ["mapped with holes"]


def test_module_is_found_by_no_path_of_its_own(module):
    assert not {tag for tag, *_ in dynamic_entries(module)} & {"(RPATH)", "(RUNPATH)", "(TEXTREL)"}


def test_module_is_bound_when_it_is_loaded(module):
    assert "BIND_NOW" in output("readelf", "--wide", "--dynamic", module)
    segments = output("readelf", "--wide", "--segments", module)
    assert "GNU_RELRO" in segments
    [stack] = [line for line in segments.splitlines() if "GNU_STACK" in line]
    assert "RWE" not in stack


def test_module_changes_nothing_of_the_process_and_bypasses_no_conversation(module):
    forbidden = {
        "abort", "exit", "_exit", "fork", "vfork", "execve", "system", "popen", "signal", "sigaction", "umask",
        "setlocale", "setenv", "getenv", "getpwnam", "getpwuid", "puts", "putchar", "printf", "__printf_chk",
        "fprintf", "__fprintf_chk", "write", "syslog", "__syslog_chk", "openlog", "strcpy", "strcat", "alloca",
    }
    assert not symbols(module, "--undefined-only") & forbidden
