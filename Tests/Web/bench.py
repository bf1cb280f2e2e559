"""Compares the package's times in Node with the native library's: bench.py [PasswordRulesParser.js]

Prints a Markdown table of the fastest rounds in microseconds, and a table of the sizes of the files that a page loads.
"""

import gzip
import json
import subprocess
import sys
import time

import conftest  # noqa: F401  (finds the native library)
from passwordrules import Rules, lint
from tree import PACKAGE, node

RULES = "required: upper; required: lower; required: digit; required: [-_!?]; minlength: 12; max-repeating: 2"
FILES = ["check.wasm", "full.wasm", "check.fallback.mjs", "full.fallback.mjs", "common.ranks", "languages/de.mjs"]


def timed(body):
    """The time of one call in microseconds, in the fastest of 15 rounds."""
    rounds = []
    for _ in range(15):
        begin, count = time.perf_counter(), 0
        while time.perf_counter() - begin < 0.05:
            body()
            count += 1
        rounds.append((time.perf_counter() - begin) * 1e6 / count)
    return min(rounds)


def native():
    """The native library's times. They include some microseconds that the Python package adds to each call."""
    rules = Rules(RULES)
    return {"generate": timed(rules.generate), "count": timed(rules.count), "lint": timed(lambda: lint(RULES))}


def table(results):
    columns = list(results)
    rows = list(dict.fromkeys(row for column in columns for row in results[column]))
    lines = ["| microseconds | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
    for row in rows:
        cells = [f"{results[column][row]:,.2f}" if row in results[column] else "-" for column in columns]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def sizes():
    lines = ["| bytes | uncompressed | gzip -9 | brotli |", "|---|---|---|---|"]
    for name in FILES:
        path = PACKAGE / name
        data = path.read_bytes()
        brotli = subprocess.run(["brotli", "-q", "11", "-c", path], capture_output=True, check=True).stdout
        lines.append(f"| {name} | {len(data):,} | {len(gzip.compress(data, 9)):,} | {len(brotli):,} |")
    return "\n".join(lines)


if __name__ == "__main__":
    found = json.loads(node("bench.mjs", *sys.argv[1:]))
    print(table({**found, "native, by Python": native()}))
    print()
    print(sizes())
