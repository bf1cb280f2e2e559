"""Library and module for arm64 as files: what runs when they are loaded, what can be written afterwards, how
threads share."""

import os
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path += [str(ROOT / "Tests" / "PAM"), str(ROOT / "Tests" / "Library")]

from old_systems import needs_beyond
from test_pam_binary import NOT_OURS, OTHER, dynamic_entries, faults, output, sections, segments

BUILD, TRIPLE = ROOT / os.environ["BUILD"], os.environ["TRIPLE"]
LIBRARY, MODULE = BUILD / "libpasswordrules.so.1", BUILD / "pam_passwordrules.so"
LARGEST_PAGE = 64 << 10
# The only memory that is written after loading: the emergency pool of memory.c and its count of failures.
POOL = {"passwordrules_system_pool", "allocation_failures"}
# This is writable, but never written: a class without methods or state, which is all zeros.
UNWRITTEN = {"$es20__StaticArrayStorageCN"}
# From the compiler's start files: the flag that destructors have run, the file's own address, and the end of its table of
# transactional functions.
STARTED, OF_ITSELF = {"completed.0"}, {"__dso_handle", "__TMC_END__"}


def tool(name, *arguments):
    return output(f"{TRIPLE}-{name}", *arguments)


@pytest.fixture(params=[LIBRARY, MODULE], ids=["library", "module"])
def file(request):
    return request.param


def test_file_is_mapped_safely_and_runs_nothing_on_load(file):
    assert "AArch64" in output("readelf", "-h", file)
    # Unlike the module, the library exports functions for others.
    assert set(faults(file)) == (set() if file == MODULE else {OTHER, NOT_OURS})


def test_needs_only_usual_libraries_and_the_dynamic_linker(file):
    needed = {value.partition("[")[2].rstrip("]") for tag, value in dynamic_entries(file) if tag == "(NEEDED)"}
    # On arm64, the stack guard is in the dynamic linker.
    assert needed - {"libm.so.6"} == {"libc.so.6", "ld-linux-aarch64.so.1"} | ({"libpam.so.0", "libcrypt.so.1"} if file == MODULE else set())


def test_loads_with_old_libraries(file):
    assert needs_beyond(file, f"{TRIPLE}-objdump") == []


def test_read_only_part_ends_at_a_largest_page(file):
    [(start, _, size, _)] = segments(file, "GNU_RELRO")
    assert size > 0 and (start + size) % LARGEST_PAGE == 0
    alignments = re.findall(r"(?m)^ *LOAD .* 0x(\w+)$", output("readelf", "-lW", file))
    assert {int(each, 16) for each in alignments} == {LARGEST_PAGE}


def test_class_descriptions_and_code_pointers_are_read_only(file):
    objects = re.findall(r"(?m)^ *\d+: \w+ +\w+ OBJECT +\w+ +\w+ +(\d+) (\S+)$", output("readelf", "-sW", file))
    listed = output("readelf", "-SW", file)
    named = {part: {name for section, name in objects if section == number}
             for number, part in re.findall(r"\[ *(\d+)\] (\.\S+) ", listed)}
    assert named.get(".data", set()) <= OF_ITSELF
    assert named[".bss"] - STARTED == POOL | UNWRITTEN
    # The dynamic linker writes addresses of code only where it is read-only afterwards.
    [(start, _, size, _)] = segments(file, "GNU_RELRO")
    code, end, _ = sections(file)[".text"]
    found = [(int(where, 16), int(what, 16)) for where, what in re.findall(
        r"(?m)^([0-9a-f]+) .* R_AARCH64_(?:RELATIVE|ABS64) +(?:.* \+ )?([0-9a-f]+)$", output("readelf", "-rW", file))]
    assert len(found) > 100
    assert not [(where, what) for where, what in found if not start <= where < start + size and code <= what <= end]


def test_threads_share_memory_in_arm64_order(file):
    """The last release of an object is ordered after all uses of it; the lock of the pool is libc's."""
    code = tool("objdump", "--disassemble", "--no-show-raw-insn", file)
    functions = dict(re.findall(r"(?ms)^[0-9a-f]+ <([^>]+)>:\n(.*?)\n(?:\n|\Z)", code))
    for name in ("swift_release", "swift_release_n"):
        assert {"ldaxr", "stlxr"} <= set(re.findall(r"\b(ld\w+|st\w+)\b", functions[name])), name
    assert {"pthread_mutex_lock", "pthread_mutex_unlock"} <= set(re.findall(r"<(\w+)@plt>", code))
    # There is no lazy global, which would need more synchronization, and no helper of libgcc's, which would need a constructor.
    assert "swift_once" not in functions
    assert not [name for name in functions if name.startswith("__aarch64_")]
