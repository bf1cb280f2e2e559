"""Runs build/passwordrules."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(ROOT, "build", "passwordrules")


class Result:
    def __init__(self, done):
        self.status = done.returncode
        self.output = done.stdout
        self.lines = done.stdout.decode().splitlines()
        self.errors = done.stderr.decode()


def run(*arguments, input=b"", **options):
    return Result(subprocess.run([TOOL, *arguments], input=input, capture_output=True, timeout=60, **options))
