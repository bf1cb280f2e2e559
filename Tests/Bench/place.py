"""Where things are, and how programs are run."""

import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("BUILD") or TOP / "build").resolve()
OUT = BUILD / "bench"
PEERS = BUILD / "peers"


def say(text):
    print(text, file=sys.stderr, flush=True)


def output(*command, **options):
    """What a program prints. That it fails ends the benchmark: half a table would mislead."""
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False, **options)
    if result.returncode != 0:
        sys.exit(f"bench: {Path(command[0]).name} failed with status {result.returncode}; no table")
    return result.stdout


def write_lines(name, lines):
    path = OUT / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
