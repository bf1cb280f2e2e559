"""The package's times in Node, beside the native library: bench.py [PasswordRulesParser.js]

A table in Markdown, with the fastest rounds in microseconds, and the sizes of the files that a page loads.
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
    """In microseconds for one call."""
    rounds = []
    for _ in range(15):
        begin, count = time.perf_counter(), 0
        while time.perf_counter() - begin < 0.05:
            body()
            count += 1
        rounds.append((time.perf_counter() - begin) * 1e6 / count)
    return min(rounds)


def native():
    """By the Python package, which adds some microseconds to each call."""
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
    lines = ["| bytes | as it is | gzip -9 | brotli |", "|---|---|---|---|"]
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
