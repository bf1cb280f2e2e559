"""The environment of the measurements: machine, versions, compilers."""

import ctypes
import os
import platform
import re
import subprocess
from datetime import datetime, timezone
from pathlib import Path

import loader
import peers
from place import TOP


def first_line(*command):
    """The version that a program prints; None if it is not installed."""
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=TOP)
    except (OSError, subprocess.CalledProcessError):
        return None
    return result.stdout.partition("\n")[0].strip() or None


def cpu():
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else platform.machine()


def machine(core):
    return {
        "cpu": cpu(),
        "architecture": platform.machine(),
        "cores": os.cpu_count(),
        "pinned_to_core": core,
        "kernel": platform.release(),
        "load_average_before": os.getloadavg(),
    }


def library_version(library):
    version = ctypes.CDLL(str(library)).passwordrules_version
    version.restype = ctypes.c_char_p
    return version().decode()


def all_of_it(core, libraries):
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": machine(core),
        "git": first_line("git", "describe", "--always", "--dirty", "--tags"),
        "compilers": {name: first_line(name, "--version") for name in ("cc", "swiftc")},
        "found_by": loader.told(),
        "versions": {"passwordrules": library_version(libraries["libpasswordrules"]), **peers.package_versions()},
    }
