"""Runs build/passwordrules."""

import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(ROOT, "build", "passwordrules")
LIST = os.path.join(ROOT, "build", "common.blocklist")


class Result:
    def __init__(self, done):
        self.status = done.returncode
        self.output = done.stdout
        self.lines = done.stdout.decode().splitlines()
        self.errors = done.stderr.decode()


def run(*arguments, input=b"", tool=TOOL, **options):
    return Result(subprocess.run([tool, *arguments], input=input, capture_output=True, timeout=60, **options))


def policy_keys():
    """The keys of policy files, in the order in which the engine has them."""
    with open(os.path.join(ROOT, "Sources", "PasswordRules", "Policy", "PolicyKey.swift")) as source:
        return re.findall(r'Declaration\(\s*word: "([a-z-]+)"', source.read())


def install(folder):
    """The tool and the list of common passwords as `make install` puts them below a prefix; returns the paths of both."""
    tool, listed = f"{folder}/bin/passwordrules", f"{folder}/share/passwordrules/common.blocklist"
    for path, source in [(tool, TOOL), (listed, LIST)]:
        os.makedirs(os.path.dirname(path))
        shutil.copy(source, path)
    return tool, listed
