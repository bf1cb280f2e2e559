"""The module as a file that setuid programs load."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Swift's own names, mangled and of its runtime, and those of our library.
INSIDE = re.compile(r"\$[sSe]|_?swift_|_Tt|passwordrules_")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def symbols(module, *options):
    return {line.split()[-1].partition("@")[0] for line in output("nm", "-D", *options, module).splitlines()}


def dynamic_entries(module):
    lines = output("readelf", "--wide", "--dynamic", module).splitlines()
    return [line.split(maxsplit=2)[1:] for line in lines if line.strip().startswith("0x")]


def segments(module, kind):
    """The address, sizes in the file and in memory, and flags of each segment of this kind."""
    lines = output("readelf", "--wide", "--segments", module).splitlines()
    found = [re.fullmatch(rf" *{kind} +0x\w+ 0x(\w+) 0x\w+ 0x(\w+) 0x(\w+) (.{{3}}) 0x\w+", line) for line in lines]
    return [(*(int(match[number], 16) for number in (1, 2, 3)), match[4].replace(" ", "")) for match in found if match]


def sections(module):
    """The addresses of the first and the last byte of each section, and its flags, by its name."""
    lines = output("readelf", "--wide", "--sections", module).splitlines()
    found = [re.fullmatch(r" *\[ *\d+\] (\S+) +[A-Z_]+ +(\w+) \w+ (\w+) \w+ +(\w*) .*", line) for line in lines]
    return {match[1]: (int(match[2], 16), int(match[2], 16) + int(match[3], 16) - 1, match[4]) for match in found if match}


def is_within(address, ranges):
    return any(start <= address < start + size for start, _, size, _ in ranges)


def faults(module, exports=frozenset({"pam_sm_chauthtok"})):
    """What weakens the protection of a module with these exports, runs code when it is loaded, or disturbs other modules."""
    named, entries = sections(module), dynamic_entries(module)
    values = {tag: value for tag, value in entries}
    if symbols(module, "--defined-only") != exports:
        yield "another export"
    if any(INSIDE.match(name) for name in symbols(module)):
        yield "a symbol of Swift or of the library"
    if "NODELETE" not in values.get("(FLAGS_1)", ""):
        yield "can be unloaded"
    # The C compiler itself adds one function to each of these. One of ours would be a second, or replace it.
    if any(int(values[tag].split()[0]) > 8 for tag in ("(INIT_ARRAYSZ)", "(FINI_ARRAYSZ)") if tag in values) or any(
            int(values[tag], 16) != named[name][0] for tag, name in (("(INIT)", ".init"), ("(FINI)", ".fini")) if tag in values):
        yield "something of ours runs when it is loaded"
    if any({"W", "E"} <= set(flags) for *_, flags in segments(module, "LOAD")):
        yield "code can be written"
    written = [name for name in (".init_array", ".data.rel.ro", ".dynamic", ".got", ".got.plt") if name in named]
    if not all(is_within(named[name][1], segments(module, "GNU_RELRO")) for name in written):
        yield "relocated data stays writable"
    if "BIND_NOW" not in values.get("(FLAGS)", "") and "NOW" not in values.get("(FLAGS_1)", "") or [
            stack for *_, stack in segments(module, "GNU_STACK")] != ["RW"]:
        yield "is bound later, or has a stack that can be executed"
    code = [segment for segment in segments(module, "LOAD") if "E" in segment[3]]
    address, _, flags = named[".rodata"]
    if not {"W", "X"} & set(flags) and is_within(address, code):
        yield ".rodata can be executed"
    if values.keys() & {"(RPATH)", "(RUNPATH)", "(TEXTREL)"}:
        yield "is found by a path of its own, or relocates its code"


MODULE = """
int close(int number);
static const char *const words[] = { "a", "constant" };
static int uses, results[5000];
const char *pam_sm_chauthtok(int number);
const char *pam_sm_chauthtok(int number) { results[uses++] = close(number); return words[results[number]]; }
"""
RELRO, KEPT = "-Wl,-z,relro,-z,now", "-Wl,-z,nodelete"
OTHER, NOT_OURS, LATER = "another export", "a symbol of Swift or of the library", "relocated data stays writable"
STARTS, LAZY = "something of ours runs when it is loaded", "is bound later, or has a stack that can be executed"


def uses(name):
    return f'extern int other __asm__("{name}"); static int *here __attribute__((used)) = &other;'


# Lines to add to a small module, flags to link it with, and the faults that must be found in it.
@pytest.mark.parametrize("added, flags, expected", [
    ("", [RELRO, KEPT], []),
    ("int other = 1;", [RELRO, KEPT], [OTHER]), ('int other __asm__("$s4main5otherSivp") = 1;', [RELRO, KEPT], [OTHER, NOT_OURS]),
    *((uses(name), [RELRO, KEPT], [NOT_OURS]) for name in [
        "$s4main5otherSivp", "$e4main", "swift_retain", "_swift_stdlib_free", "passwordrules_check"]),
    ("", [RELRO], ["can be unloaded"]),
    ("__attribute__((constructor)) static void start(void) { uses = 1; }", [RELRO, KEPT], [STARTS]),
    ("", [RELRO, KEPT, "-Wl,-init,pam_sm_chauthtok"], [STARTS]),
    ("", [KEPT, "-Wl,-z,norelro,-z,now"], [LATER]), ("", [KEPT, "-Wl,-z,relro,-z,lazy"], [LATER, LAZY]),
    ("", [RELRO, KEPT, "-Wl,-z,execstack"], [LAZY]), ("", [RELRO, KEPT, "-Wl,-z,noseparate-code"], [".rodata can be executed"]),
    ("", [KEPT, "-Wl,-N", "-nostdlib"], [OTHER, "code can be written", LATER, LAZY, ".rodata can be executed"]),
    ("", [RELRO, KEPT, "-Wl,-rpath,/nonexistent"], ["is found by a path of its own, or relocates its code"]),
])
def test_faults_are_seen(tmp_path, added, flags, expected):
    (tmp_path / "module.c").write_text(MODULE + added + "\n")
    module = tmp_path / "module.so"
    subprocess.run(["cc", "-shared", "-O2", "-fPIC", "-o", module, tmp_path / "module.c", *flags], check=True)
    assert list(faults(module)) == expected


@pytest.mark.parametrize("name", ["pam_passwordrules.so", "libpasswordrules.so.1"])
def test_segments_are_mapped_safely(programs, name):
    named = sections(programs / name).keys()
    assert {".rodata", ".data.rel.ro", ".dynamic", ".got"} <= named
    found = set(faults(programs / name, {f"pam_sm_{call}" for call in ("authenticate", "setcred", "acct_mgmt", "chauthtok")}))
    # Unlike the modules, the library exports functions for programs.
    assert found == (set() if name.startswith("pam") else {OTHER, NOT_OURS})


def test_module_contains_the_library_and_hides_its_symbols():
    lines = output("nm", ROOT / "build" / "libpasswordrules.o").splitlines()
    names = [line.split()[-1] for line in lines if " t " in line.lower()]
    assert sum(INSIDE.match(name) is not None for name in names) > 100
    assert "passwordrules_version" in names


def test_module_needs_only_libpam_libcrypt_and_libc(programs):
    module = programs / "pam_passwordrules.so"
    needed = {value.partition("[")[2].rstrip("]") for tag, value in dynamic_entries(module) if tag == "(NEEDED)"}
    assert needed == {"libpam.so.0", "libcrypt.so.1", "libc.so.6"}
    # Packages strip the debugging symbols; gdb finds them by the build ID. Tests/Library lets it use them.
    assert {".symtab", ".debug_info", ".debug_line", ".note.gnu.build-id"} <= sections(module).keys()


# Functions that change the process, run another, use the network, or write past the conversation.
FORBIDDEN = {
    "socket", "connect", "getaddrinfo",
    "abort", "exit", "_exit", "fork", "vfork", "clone", "posix_spawn", "execve", "system", "popen", "pipe", "pipe2", "socketpair",
    "signal", "sigaction", "umask", "setlocale", "setenv", "putenv", "unsetenv", "clearenv", "getenv",
    "chdir", "getpwnam", "getpwuid", "puts", "putchar", "printf",
    "__printf_chk", "fprintf", "__fprintf_chk", "write", "syslog", "__syslog_chk", "openlog", "strcpy", "strcat", "alloca",
}


def test_module_imports_no_functions_that_change_the_process(programs):
    called = symbols(programs / "pam_passwordrules.so", "--undefined-only")
    assert "free" in called and not called & FORBIDDEN
