"""Runs build/passwordrules."""

import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(ROOT, "build", "passwordrules")
LIST = os.path.join(ROOT, "build", "common.blocklist")
RANKS = os.path.join(ROOT, "build", "common.ranks")


class Result:
    def __init__(self, done):
        self.status = done.returncode
        self.output = done.stdout
        self.lines = done.stdout.decode().splitlines()
        self.errors = done.stderr.decode()


def run(*arguments, input=b"", tool=TOOL, **options):
    return Result(subprocess.run([tool, *arguments], input=input, capture_output=True, **options))


def write(path, text):
    """Writes a file that everybody may read, as a policy must be, and returns its path."""
    path.write_text(text)
    path.chmod(0o644)
    return str(path)


def policy_keys():
    """The keys of policy files, in the order in which the engine has them, from the table that is
    generated."""
    with open(os.path.join(ROOT, "Sources", "Manual", "passwordrules.conf.5")) as page:
        table = re.search(r'(?ms)^\.\\" table: keys\n.*?^_\n(.*?)^\.TE$', page.read())[1]
    return re.findall(r"(?m)^([a-z-]+)\t", table)


def install(folder):
    """The tool, its two lists and the policy that ships, as `make install` puts them below a prefix."""
    files = [("bin", TOOL), ("share/passwordrules", LIST), ("share/passwordrules", RANKS)]
    for name, source in files:
        os.makedirs(f"{folder}/{name}", exist_ok=True)
        shutil.copy(source, f"{folder}/{name}")
    with open(os.path.join(ROOT, "pam", "passwordrules.conf")) as file:
        text = file.read()
    assert text.splitlines().count("blocklist = /usr/share/passwordrules/common.blocklist") == 1
    os.mkdir(f"{folder}/etc")
    with open(f"{folder}/etc/passwordrules.conf", "w") as file:
        file.write(text.replace("/usr/share", f"{folder}/share"))
    os.chmod(file.name, 0o644)
