"""Runs gdb on a process that crashes inside the library or the module."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
FRAME = re.compile(r"^#\d+ +(?:0x\w+ in )?(\S+) \(.*\) at (\S+):(\d+)$", re.M)


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout


def build_id(file):
    return run("readelf", "--notes", "--wide", file).split("Build ID: ")[1].split()[0]


def compile_crash(folder):
    program = folder / "crash"
    run("cc", "-g", "-Wall", "-Wextra", "-Werror", "-o", program, Path(__file__).with_name("crash.c"))
    return program


def backtrace(crash, file, function, symbols="/nowhere"):
    """The functions, the innermost first, each with its file and line; `symbols` is where debugging symbols
    lie by build ID."""
    said = run(
        "gdb", "-nx", "-q", "-batch", "-iex", "set debuginfod enabled off", "-iex", f"set debug-file-directory {symbols}",
        "-ex", "run", "-ex", "backtrace", "--args", crash, file, function)
    assert "received signal SIGSEGV" in said, said
    assert "During symbol reading" not in said and "Dwarf Error" not in said, said
    return [(name, path, int(line)) for name, path, line in FRAME.findall(said) if name != "main"]


def is_of_ours(frame, source, *words):
    """Whether a frame is in a function whose name has these words, in that file of ours."""
    name, path, line = frame
    lines = (ROOT / source).read_text(encoding="utf-8").splitlines()
    return all(word in name for word in words) and path.endswith(source) and 0 < line <= len(lines)


def names_our_code(frames, function):
    """Whether a backtrace through this entry point has the expected names."""
    if function == "pam_sm_chauthtok":
        expected = [("pam/pam_passwordrules.c", "read_options"), ("pam/pam_passwordrules.c", function)]
    else:
        expected = [("Sources/PasswordRules/Descriptor/DescriptorParser.swift", "DescriptorParser", "parseAll"),
                    ("Sources/PasswordRulesABI/RulesExports.swift", function)]
    return all(any(is_of_ours(frame, *one) for frame in frames) for one in expected)
