"""Compiles the small programs that single tests need."""

import subprocess
from pathlib import Path

FLAGS = [
    "-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wstrict-prototypes", "-Wconversion", "-Werror",
    "-D_GNU_SOURCE", "-rdynamic",
]


def program(directory: Path, name: str, *libraries: str) -> Path:
    """The program of NAME.c in this folder, compiled once."""
    made = directory / name
    if not made.exists():
        source = Path(__file__).with_name(f"{name}.c")
        subprocess.run(["cc", *FLAGS, "-o", made, source, *(f"-l{library}" for library in libraries)], check=True)
    return made
