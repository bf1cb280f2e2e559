"""What C programs see of the library, compared with the header and the version script of the release.

The library is made of Swift and holds no debugging information of C, so a stub with the same functions stands for it: each
prototype of a header with an empty body, linked with a version script and the library's soname. abidiff compares the
stub of the release with that of the tree. The Swift compiler holds the real functions against the header, and
test_abi_baseline.py the real symbols against the stub of the release.

Run as a program, it renews the files of the release: `make -C Tests/Library renew-abi`.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from c_header import HEADER, MAP, OF_THE_RELEASE, code, constants, functions, read

SONAME = "libpasswordrules.so.1"

ADVICE = {
    "grown": """\
Something was added to the interface, and Tests/Library/libpasswordrules.so.1.h does not have it.
If it is meant to be in the next release, for good, renew that file, and commit it with the change:
    make -C Tests/Library renew-abi
A struct that has grown must be taken under its old size too: see "Structs" in passwordrules.h.""",
    "broken": """\
Programs that were compiled against an older passwordrules.h would break.
Take the change back: add a function, a constant, or a member at the end of a struct, beyond its old size,
instead. If there is no other way, it is another library: raise ABI in the Makefile, then all that
test_versions.py names, remove libpasswordrules.so.1.h and .map, and renew them.""",
}


class Interface(NamedTuple):
    """What C programs compile and link with."""

    header: str
    version_script: str
    soname: str = SONAME


class Release(NamedTuple):
    """The files that say what the interface was: the header without comments, and the version script."""

    header: Path = Path(__file__).with_name(f"{SONAME}.h")
    version_script: Path = Path(__file__).with_name(f"{SONAME}.map")

    def interface(self):
        return Interface(read(self.header), read(self.version_script))

    def write(self, interface):
        lines = [line.rstrip() for line in code(interface.header).splitlines()]
        # What changes with each release is not part of the interface.
        kept = [line for line in lines if line and not re.match(rf"#define {OF_THE_RELEASE.pattern} ", line)]
        self.header.write_text("\n".join(kept) + "\n", encoding="utf-8")
        self.version_script.write_text(interface.version_script, encoding="utf-8")


# The lines of a report that only concern additions. Any other line concerns a change.
ADDITIONS = [re.compile(line) for line in (
    r"(Functions|Variables|Unreachable types|Function symbols|Variable symbols) (changes )?summary: .*",
    r"\d+ (Added function|added type|Added function symbol)s?"
    r"( unreachable from any public interface| not referenced by debug info)?:",
    r"\[A\] .*",
)]
# And those that lead to a struct that has grown.
GROWTH = [re.compile(line) for line in (
    r"\d+ functions? with some indirect sub-type change:",
    r"\d+ changed types? unreachable from any public interface:",
    r"\[C\] 'function .*' has some indirect sub-type changes:",
    r"\[C\] '(struct|typedef) \w+' changed:",
    r"parameter \d+ of type '.*' has sub-type changes:",
    r"(in )?((unqualified )?underlying|pointed to) type '(struct |typedef |const )*\w+[ *]*'( changed)?"
    r"(, as reported earlier|:)",
    r"details were reported earlier",
    r"\d+ data member insertions?:",
)]
SIZE = re.compile(r"type size changed from (\d+) to (\d+) \(in bits\)")
INSERTED = re.compile(r"'.* \**\w+', at offset (\d+) \(in bits\)")


def type_of(name, value):
    """The type for a constant, of which a macro leaves no trace: a flag is unsigned, and a text no number."""
    if value.startswith('"'):
        return f"enum {name}_is_{value.encode().hex()} {{ the_{name} }};"
    return f"enum {'unsigned' if value.endswith('u') else 'int'}_{name} {{ the_{name} = {name} }};"


def stub(header):
    """A C file with a body for each function of a header, and a type for each constant."""
    lines = ['#include "passwordrules.h"']
    for name, (result, parameters) in functions(header).items():
        lines.append(f"{result} {name}({parameters}) {{ {'' if result == 'void' else 'return 0;'} }}")
    lines += [type_of(name, value) for name, value in constants(header).items()]
    return "\n".join(lines) + "\n"


def build_stub(folder, interface):
    """Compiles the stub of an interface; returns the path of the library."""
    contents = {"passwordrules.h": interface.header, "passwordrules.c": stub(interface.header),
                "passwordrules.map": interface.version_script}
    for name, text in contents.items():
        Path(folder, name).write_text(text, encoding="utf-8")
    # C99, because <stddef.h> has no max_align_t then, which compilers define differently.
    subprocess.run(["cc", "-std=c99", "-g", "-O0", "-fno-eliminate-unused-debug-types", "-fPIC", "-shared",
                    "-nostdlib", "-w", "-o", interface.soname, "passwordrules.c",
                    f"-Wl,-soname,{interface.soname}", "-Wl,--version-script=passwordrules.map"],
                   cwd=folder, check=True)
    return os.path.join(folder, interface.soname)


def compare_libraries(old, new, *options):
    """Whether the new one is the "same", has "grown" or is "broken"; and what abidiff says."""
    done = subprocess.run(["abidiff", "--no-show-locs", *options, old, new],
                          capture_output=True, text=True, check=False)
    # Bits: 1 and 2 are for errors, 4 for a change, 8 for one that cannot be right.
    if done.returncode & ~12 or done.stderr:
        raise RuntimeError(f"abidiff failed with {done.returncode}: {done.stdout}{done.stderr}")
    if done.returncode == 0:
        return "same", done.stdout
    return "grown" if only_grows(done.stdout) else "broken", done.stdout


def only_grows(report):
    """Whether a report tells of nothing but additions, and of members beyond the end that a struct had.

    abidiff's own suppressions will not do: has_data_member_inserted_at = end lets changed members pass, too.
    """
    end, grown = None, False
    for line in filter(None, map(str.strip, report.splitlines())):
        if size := SIZE.fullmatch(line):
            end = int(size[1])
        elif inserted := INSERTED.fullmatch(line):
            # Without a larger size the library could not tell whether the member is there.
            if end is None or int(inserted[1]) < end:
                return False
            grown = True
        elif any(pattern.fullmatch(line) for pattern in GROWTH):
            end = end if line.endswith(("insertion:", "insertions:")) else None
        elif not any(pattern.fullmatch(line) for pattern in ADDITIONS):
            return False
    return grown or "[A]" in report


def compare(old, new):
    """The same for two interfaces; all that is written is compared, harmless or not."""
    with tempfile.TemporaryDirectory() as old_folder, tempfile.TemporaryDirectory() as new_folder:
        stubs = build_stub(old_folder, old), build_stub(new_folder, new)
        return compare_libraries(*stubs, "--harmless", "--non-reachable-types")


def renew(interface, release):
    """Writes the files of the release anew, unless something in them would change or go."""
    is_there = release.header.exists()
    verdict, report = compare(release.interface(), interface) if is_there else ("grown", "All is new.\n")
    if verdict == "broken":
        sys.exit(f"{report}\n{ADVICE['broken']}\nNothing was renewed.")
    if verdict == "same":
        print("Nothing is new.")
    else:
        release.write(interface)
        names = " and ".join(path.name for path in release)
        print(f"{report}Renewed: commit {names} with the change.")


if __name__ == "__main__":
    renew(Interface(read(HEADER), read(MAP)), Release())
