"""The module as a file that setuid programs load."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINKER_SCRIPT = ROOT / "pam" / "pam_passwordrules.ld"
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


def pieces(module):
    """The address, the size and the flags of each piece of the file that is mapped."""
    lines = output("readelf", "--wide", "--segments", module).splitlines()
    found = [re.fullmatch(r" *LOAD +0x\w+ 0x(\w+) 0x\w+ 0x\w+ 0x(\w+) (.{3}) 0x\w+", line) for line in lines]
    return [(int(match[1], 16), int(match[2], 16), match[3].replace(" ", "")) for match in found if match]


def constants(module):
    """The names and addresses of the sections that are mapped, and hold neither code nor variables."""
    lines = output("readelf", "--wide", "--sections", module).splitlines()
    found = [re.fullmatch(r" *\[ *\d+\] (\S+) +[A-Z_]+ +(\w+) \w+ \w+ \w+ +(\w*) .*", line) for line in lines]
    return {match[1]: int(match[2], 16) for match in found if match and "A" in match[3] and not set("WX") & set(match[3])}


def faults_of_layout(module):
    loaded = pieces(module)
    if not any(tag == "(FLAGS_1)" and "NODELETE" in value for tag, value in dynamic_entries(module)):
        yield "can be unloaded"
    if len(loaded) != 3:
        yield f"mapped in {len(loaded)} pieces"
    if any({"W", "E"} <= set(flags) for *_, flags in loaded):
        yield "code can be written"
    for name, address in constants(module).items():
        if any("E" in flags and start <= address < start + size for start, size, flags in loaded):
            yield f"{name} can be executed"


def faults_of_symbols(module):
    if symbols(module, "--defined-only") != {"pam_sm_chauthtok"}:
        yield "another export"
    if any(INSIDE.match(name) for name in symbols(module)):
        yield "a symbol of Swift or of the library"


MODULE = "const char *pam_sm_chauthtok(void); const char *pam_sm_chauthtok(void) { return \"a constant\"; }\n"
SCRIPT, KEPT = f"-Wl,-T,{LINKER_SCRIPT}", "-Wl,-z,nodelete"


def linked(directory, *flags, source=MODULE):
    """A module of a few lines that is linked in this way."""
    (directory / "module.c").write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", "-nostdlib", "-o", directory / "module.so", directory / "module.c", *flags],
                   check=True, timeout=60)
    return directory / "module.so"


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
    names = [line.split()[-1] for line in output("nm", ROOT / "build" / "libpasswordrules.a").splitlines() if " T " in line]
    assert sum(INSIDE.match(name) is not None for name in names) > 100
    assert "passwordrules_version" in names


def test_module_needs_libpam_and_libc_only(module):
    assert needed(module) == {"libpam.so.0", "libc.so.6"}


def test_module_is_stripped(module):
    sections = output("readelf", "--wide", "--sections", module)
    assert ".dynsym" in sections and ".symtab" not in sections and ".debug_" not in sections
    # This differs with the folder that the library was built in.
    assert ".swift_modhash" not in sections and ".swift_modhash" in output(
        "readelf", "--wide", "--sections", ROOT / "build" / "libpasswordrules.a")


def test_module_is_mapped_in_three_pieces_and_stays(module):
    assert [flags for *_, flags in pieces(module)] == ["R", "RE", "RW"]
    assert {".rodata", ".eh_frame", ".dynsym", ".dynstr"} <= constants(module).keys()
    assert list(faults_of_layout(module)) == []


@pytest.mark.parametrize("flags, faults", [
    ([SCRIPT, KEPT], []),
    ([SCRIPT], ["can be unloaded"]),
    ([KEPT], ["mapped in 4 pieces"]),
    ([KEPT, "-Wl,-z,noseparate-code"], ["mapped in 2 pieces", ".rodata can be executed"]),
    ([KEPT, "-Wl,-N"], ["mapped in 1 pieces", "code can be written", ".rodata can be executed"]),
])
def test_faults_of_the_layout_are_seen(tmp_path, flags, faults):
    found = list(faults_of_layout(linked(tmp_path, *flags)))
    # Which other sections there are depends on the compiler.
    assert [fault for fault in found if not fault.startswith(".") or fault.startswith(".rodata")] == faults


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
