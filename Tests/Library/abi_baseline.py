"""Describes what C programs see of the library, and compares it with what a release had.

The library is made of Swift and holds no debugging information of C, so a stub with the same functions stands for it:
each prototype of the header with an empty body, linked with the library's own version script and soname. The Swift
compiler holds the real functions against the header, and test_abi_baseline.py the real symbols against the description.

Run as a program, it renews the description: `make -C Tests/Library renew-abi`.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

from c_header import HEADER, MAP, constants, functions, read

BASELINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libpasswordrules.so.1.abi")
SONAME = "libpasswordrules.so.1"

ADVICE = {
    "grown": "Something was added to the interface, and Tests/Library/libpasswordrules.so.1.abi does not have it.\n"
             "If it is meant to be in the next release, for good, renew that file, and commit it with the change:\n"
             "    make -C Tests/Library renew-abi\n"
             "A struct that has grown must be taken under its old size too: see \"Structs\" in passwordrules.h.",
    "broken": "Programs that were compiled against an older passwordrules.h would break.\n"
              "Take the change back: add a function, a constant, or a member at the end of a struct, beyond its old size,\n"
              "instead. If there is no other way, it is another library: raise ABI in the Makefile, then all that\n"
              "test_versions.py names, remove libpasswordrules.so.1.abi, and describe the new one.",
}

# The lines of a report that only concern additions. Any other line concerns a change.
ADDITIONS = [re.compile(line) for line in (
    r"(Functions|Variables|Unreachable types|Function symbols|Variable symbols) (changes )?summary: .*",
    r"\d+ (Added function|added type|Added function symbol)s?( unreachable from any public interface| not referenced by "
    r"debug info)?:",
    r"\[A\] .*",
)]
# And those that lead to a struct that has grown.
GROWTH = [re.compile(line) for line in (
    r"\d+ functions? with some indirect sub-type change:",
    r"\d+ changed types? unreachable from any public interface:",
    r"\[C\] 'function .*' has some indirect sub-type changes:",
    r"\[C\] 'struct \w+' changed:",
    r"parameter \d+ of type '.*' has sub-type changes:",
    r"(in )?((unqualified )?underlying|pointed to) type '(struct |typedef |const )*\w+[ *]*'( changed)?(, as reported "
    r"earlier|:)",
    r"details were reported earlier",
    r"\d+ data member insertions?:",
)]
SIZE = re.compile(r"type size changed from (\d+) to (\d+) \(in bits\)")
INSERTED = re.compile(r"'.* \**\w+', at offset (\d+) \(in bits\)")


def stub(header):
    """A C file with a body for each function of a header, and a type for each constant, which macros leave no trace of."""
    lines = ['#include "passwordrules.h"']
    for name, (result, parameters) in functions(header).items():
        lines.append(f"{result} {name}({parameters}) {{ {'' if result == 'void' else 'return 0;'} }}")
    for name, value in constants(header).items():
        if not value.startswith('"'):
            lines.append(f"enum value_of_{name} {{ the_{name} = {name} }};")
    return "\n".join(lines) + "\n"


def build_stub(folder, header, version_script, soname=SONAME, compiler="cc"):
    """Compiles the stub of a header; returns the path of the library."""
    contents = {"passwordrules.h": header, "passwordrules.c": stub(header), "passwordrules.map": version_script}
    for name, text in contents.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    # C99, because <stddef.h> has no max_align_t then, which compilers define differently.
    subprocess.run([compiler, "-std=c99", "-g", "-O0", "-fno-eliminate-unused-debug-types", "-fPIC", "-shared", "-nostdlib",
                    "-w", "-o", soname, "passwordrules.c", f"-Wl,-soname,{soname}",
                    "-Wl,--version-script=passwordrules.map"], cwd=folder, check=True, timeout=60)
    return os.path.join(folder, soname)


def describe(library, path):
    """Describes the interface of a library with debugging information. The description contains no paths."""
    subprocess.run(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed",
                    "--load-all-types", "--type-id-style", "hash", "--out-file", path, os.path.basename(library)],
                   cwd=os.path.dirname(library), check=True, timeout=60)


def compare(old, new, *options):
    """Whether the new one is the "same", has "grown" or is "broken"; and what abidiff says."""
    done = subprocess.run(["abidiff", *options, old, new], capture_output=True, text=True, check=False, timeout=60)
    # Bits: 1 and 2 are for errors, 4 for a change, 8 for one that cannot be right.
    if done.returncode & ~12 or done.stderr:
        raise RuntimeError(f"abidiff failed with {done.returncode}: {done.stdout}{done.stderr}")
    if done.returncode == 0:
        return "same", done.stdout
    return "grown" if only_grows(done.stdout) else "broken", done.stdout


def only_grows(report):
    """Whether a report tells of nothing but additions, and of members beyond the end that a struct had.

    abidiff's own suppressions will not do: has_data_member_inserted_at = end lets changed members pass as well.
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


def compare_headers(old, new):
    """The same for two descriptions; all that is written is compared, harmless or not."""
    return compare(old, new, "--harmless", "--non-reachable-types")


def renew():
    """Writes the baseline anew, unless something in it would change or go."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "new.abi")
        describe(build_stub(folder, read(HEADER), read(MAP)), path)
        verdict, report = compare_headers(BASELINE, path) if os.path.exists(BASELINE) else ("grown", "All is new.\n")
        if verdict == "broken":
            sys.exit(f"{report}\n{ADVICE['broken']}\nThe description was not renewed.")
        if verdict == "same":
            print("Nothing is new.")
        else:
            shutil.copyfile(path, BASELINE)
            print(f"{report}Renewed: commit {os.path.basename(BASELINE)} with the change.")


if __name__ == "__main__":
    renew()
