"""Checks passwords with this library under an imported policy, and with the library that the policy was imported from."""

import ctypes
import os
import re
import subprocess
import sys
from dataclasses import astuple, dataclass
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
BUILD = TOP / "build"
# Once loaded, a library is found by its name, wherever its file is.
ctypes.CDLL(BUILD / "libpasswordrules.so.1")
sys.path.append(str(TOP / "Sources" / "Bindings" / "Python"))

from passwordrules import Policy  # noqa: E402


@dataclass
class Case:
    """A password change: the new password and its circumstances."""

    new: bytes
    old: bytes = b""
    user: bytes = b""
    full_name: bytes = b""
    home: bytes = b""

    @property
    def is_text(self):
        try:
            self.new.decode()
        except UnicodeDecodeError:
            return False
        return True


def number(configuration, name, default):
    """The last value of an option."""
    found = re.findall(rf"(?im)^{name}[ =]+(-?\d+)", configuration)
    return int(found[-1]) if found else default


def peer_verdicts(peer, configuration, cases, folders=()):
    """The other library's verdicts, each "0" or the reason. The library is loaded from one of the folders, if one has it."""
    fields = [astuple(case) for case in cases]
    # A password may contain tabs and newlines, which separate fields here, but none of these tests needs it.
    assert not any(byte in field for case in fields for field in case for byte in b"\t\n\0")
    done = subprocess.run([BUILD / "tests" / "verdicts", peer, configuration], capture_output=True,
                          env=os.environ | {"LD_LIBRARY_PATH": ":".join(map(str, folders))},
                          input=b"".join(b"\t".join(case) + b"\n" for case in fields))
    assert done.returncode == 0, done.stderr.decode()
    verdicts = done.stdout.decode().splitlines()
    assert len(verdicts) == len(cases)
    return verdicts


def unmet_rules(policy, case):
    """The names of the rules that the password does not meet; empty for one that is accepted."""
    report = policy.check(case.new, user=case.user or None, full_name=case.full_name or None, home=case.home or None,
                          old_password=case.old or None)
    unmet = [outcome.rule for outcome in report if not outcome.met]
    assert report.accepted == (not unmet)
    return unmet


class Comparison:
    """Checks passwords with a peer under each configuration, and with our library under the imported policy.

    explain(case, verdict, unmet, configuration) returns the names of the differences that explain why the
    verdict is not ours, and None for a difference that nothing explains. `unmet` has the rules that we found
    unmet. `names` has all names.
    """

    def __init__(self, peer, configurations, names, explain):
        self.peer, self.configurations, self.explain = peer, configurations, explain
        self.counts = dict.fromkeys(names, 0)
        self.compared = set()

    def run(self, title, cases, folder):
        configuration = self.configurations[title]
        file, path = folder / f"{self.peer}.conf", folder / "passwordrules.conf"
        file.write_text(configuration)
        imported = subprocess.run([BUILD / "passwordrules", "import", self.peer, file], capture_output=True, check=True)
        path.write_bytes(imported.stdout)
        path.chmod(0o644)
        policy = Policy.load(path)
        accepted, unexplained = 0, []
        for case, verdict in zip(cases, peer_verdicts(self.peer, file, cases), strict=True):
            accepted += verdict == "0"
            unmet = unmet_rules(policy, case)
            for name in self.explain(case, verdict, unmet, configuration):
                if name:
                    self.counts[name] += 1
                else:
                    unexplained.append(f"{case}: {self.peer} says {verdict}, we say {unmet or 'accepted'}")
        print(f"{title}: {accepted} of {len(cases)} accepted by {self.peer}")
        assert not unexplained, f"{title}: {len(unexplained)} such as\n" + "\n".join(unexplained[:20])
        # The comparison needs both accepted and refused passwords.
        assert len(cases) / 20 < accepted < len(cases) * 19 / 20
        self.compared.add(title)

    def assert_each_occurred(self):
        if self.compared != set(self.configurations):
            pytest.skip("not all configurations were compared")
        assert [name for name, count in self.counts.items() if not count] == []
