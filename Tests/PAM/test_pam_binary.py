"""The module as a file that setuid programs load."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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


def sections(module):
    """The addresses of the first and the last byte of each section, and its flags, by its name."""
    lines = output("readelf", "--wide", "--sections", module).splitlines()
    found = [re.fullmatch(r" *\[ *\d+\] (\S+) +[A-Z_]+ +(\w+) \w+ (\w+) \w+ +(\w*) .*", line) for line in lines]
    return {match[1]: (int(match[2], 16), int(match[2], 16) + int(match[3], 16) - 1, match[4]) for match in found if match}


def is_within(address, places):
    return any(start <= address < start + size for start, _, size, _ in places)


def faults_of_layout(module):
    """What would make it weaker than it has to be, or run before it is called."""
    named, values = sections(module), {tag: value for tag, value in dynamic_entries(module)}
    if "NODELETE" not in values.get("(FLAGS_1)", ""):
        yield "can be unloaded"
    # The C compiler's own part of each is one function; ours would be a second, or another one in its place.
    if any(int(values[tag].split()[0]) > 8 for tag in ("(INIT_ARRAYSZ)", "(FINI_ARRAYSZ)") if tag in values) or any(
            int(values[tag], 16) != named[name][0] for tag, name in (("(INIT)", ".init"), ("(FINI)", ".fini")) if tag in values):
        yield "something of ours runs when it is loaded"
    if any({"W", "E"} <= set(flags) for *_, flags in segments(module, "LOAD")):
        yield "code can be written"
    written = [name for name in (".init_array", ".data.rel.ro", ".dynamic", ".got", ".got.plt") if name in named]
    if not all(is_within(named[name][1], segments(module, "GNU_RELRO")) for name in written):
        yield "what is written then can be written later"
    code = [segment for segment in segments(module, "LOAD") if "E" in segment[3]]
    for name, (address, _, flags) in named.items():
        if "A" in flags and not {"W", "X"} & set(flags) and is_within(address, code):
            yield f"{name} can be executed"


def faults_of_symbols(module):
    if symbols(module, "--defined-only") != {"pam_sm_chauthtok"}:
        yield "another export"
    if any(INSIDE.match(name) for name in symbols(module)):
        yield "a symbol of Swift or of the library"


MODULE = """
int close(int number);
static const char *const words[] = { "a", "constant" };
static int uses, results[5000];
const char *pam_sm_chauthtok(int number);
const char *pam_sm_chauthtok(int number) { results[uses++] = close(number); return words[results[number]]; }
#ifdef STARTS
__attribute__((constructor)) static void start(void) { uses = 1; }
#endif
"""
RELRO, KEPT = "-Wl,-z,relro,-z,now", "-Wl,-z,nodelete"


def linked(directory, *flags, source=MODULE):
    """A module of a few lines that is linked in this way."""
    (directory / "module.c").write_text(source)
    result, source_file = directory / "module.so", directory / "module.c"
    subprocess.run(["cc", "-shared", "-O2", "-fPIC", "-o", result, source_file, *flags], check=True, timeout=60)
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
    lines = output("nm", ROOT / "build" / "libpasswordrules.o").splitlines()
    names = [line.split()[-1] for line in lines if " t " in line.lower()]
    assert sum(INSIDE.match(name) is not None for name in names) > 100
    assert "passwordrules_version" in names


def test_module_needs_libpam_and_libc_only(module):
    assert needed(module) == {"libpam.so.0", "libc.so.6"}


def test_module_has_debugging_symbols_that_can_be_found(module):
    # By the build ID, when a package has taken them out. Tests/Library lets gdb use them.
    assert {".symtab", ".debug_info", ".debug_line", ".note.gnu.build-id"} <= sections(module).keys()


@pytest.mark.parametrize("name", ["pam_passwordrules.so", "libpasswordrules.so.1"])
def test_module_and_library_are_mapped_safely_and_stay(programs, name):
    assert {".rodata", ".data.rel.ro", ".dynamic", ".got", ".init_array"} <= sections(programs / name).keys()
    assert list(faults_of_layout(programs / name)) == []


STARTS, LATER = "something of ours runs when it is loaded", "what is written then can be written later"


@pytest.mark.parametrize("flags, faults", [
    ([RELRO, KEPT], []),
    ([RELRO], ["can be unloaded"]),
    ([RELRO, KEPT, "-DSTARTS"], [STARTS]),
    ([RELRO, KEPT, "-Wl,-init,pam_sm_chauthtok"], [STARTS]),
    ([KEPT, "-Wl,-z,norelro"], [LATER]),
    ([KEPT, "-Wl,-z,relro,-z,lazy"], [LATER]),
    ([RELRO, KEPT, "-Wl,-z,noseparate-code"], [".rodata can be executed"]),
    ([KEPT, "-Wl,-N", "-nostdlib"], ["code can be written", LATER, ".rodata can be executed"]),
])
def test_faults_of_the_layout_are_seen(tmp_path, flags, faults):
    found = list(faults_of_layout(linked(tmp_path, *flags)))
    # Which other sections there are depends on the compiler.
    assert [fault for fault in found if not fault.startswith(".") or fault.startswith(".rodata")] == faults


def test_module_is_found_by_no_path_of_its_own(module):
    assert not {tag for tag, *_ in dynamic_entries(module)} & {"(RPATH)", "(RUNPATH)", "(TEXTREL)"}


def test_module_is_bound_when_it_is_loaded(module):
    assert "BIND_NOW" in output("readelf", "--wide", "--dynamic", module)
    [(*_, stack)] = segments(module, "GNU_STACK")
    assert stack == "RW" and segments(module, "GNU_RELRO")


def test_module_changes_nothing_of_the_process_and_bypasses_no_conversation(module):
    forbidden = {
        "abort", "exit", "_exit", "fork", "vfork", "execve", "system", "popen", "signal", "sigaction", "umask",
        "setlocale", "setenv", "getenv", "getpwnam", "getpwuid", "puts", "putchar", "printf", "__printf_chk",
        "fprintf", "__fprintf_chk", "write", "syslog", "__syslog_chk", "openlog", "strcpy", "strcat", "alloca",
    }
    assert not symbols(module, "--undefined-only") & forbidden
