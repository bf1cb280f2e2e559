"""The names in a shared library."""

import subprocess


def names(library, *options) -> set[str]:
    output = subprocess.run(["nm", "-D", *options, library], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].partition("@")[0] for line in output.splitlines()}


def defined(library) -> set[str]:
    return names(library, "--defined-only")


def undefined(library) -> set[str]:
    return names(library, "--undefined-only")
