"""Passwords before this library, with an imported policy, and before the library that the policy was imported from."""

import ctypes
import os
import re
import subprocess
from dataclasses import astuple, dataclass
from pathlib import Path

import pytest

BUILD = Path(__file__).parents[2] / "build"


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
    """The value of an option, which stands last."""
    found = re.findall(rf"(?im)^{name}[ =]+(-?\d+)", configuration)
    return int(found[-1]) if found else default


def import_policy(module, configuration, path):
    """Imports the configuration as a policy file."""
    done = subprocess.run([BUILD / "passwordrules", "import", module, configuration], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    path.write_bytes(done.stdout)
    path.chmod(0o644)


def peer_verdicts(peer, configuration, cases):
    """The other library's verdict: "0", or the reason."""
    fields = [astuple(case) for case in cases]
    # A password may contain tabs and newlines, which separate fields here, but none of these tests needs it.
    assert not any(byte in field for case in fields for field in case for byte in b"\t\n\0")
    done = subprocess.run([BUILD / "tests" / f"{peer}_verdicts", configuration], capture_output=True, timeout=100,
                          input=b"".join(b"\t".join(case) + b"\n" for case in fields))
    assert done.returncode == 0, done.stderr.decode()
    verdicts = done.stdout.decode().splitlines()
    assert len(verdicts) == len(cases)
    return verdicts


class Context(ctypes.Structure):
    """struct passwordrules_context"""

    _fields_ = [("size", ctypes.c_size_t), ("user", ctypes.c_char_p), ("by_root", ctypes.c_int),
                ("expired", ctypes.c_int), ("full_name", ctypes.c_char_p), ("home", ctypes.c_char_p),
                ("old_password", ctypes.c_char_p), ("old_password_length", ctypes.c_size_t), ("service", ctypes.c_char_p)]


class Outcome(ctypes.Structure):
    """struct passwordrules_outcome"""

    _fields_ = [("size", ctypes.c_size_t), ("kind", ctypes.c_int), ("met", ctypes.c_int), ("limit", ctypes.c_size_t),
                ("actual", ctypes.c_size_t), ("rule", ctypes.c_char_p)]


class Policy:
    """A policy file in the C library."""

    def __init__(self, path):
        self.library = ctypes.CDLL(BUILD / "libpasswordrules.so.1")
        for name, returns, takes in (
                ("policy_load", ctypes.c_int, "pppupp"), ("policy_free", None, "p"),
                ("policy_check", ctypes.c_int, "pppnp"), ("report_free", None, "p"),
                ("report_accepted", ctypes.c_int, "p"), ("report_count", ctypes.c_size_t, "p"),
                ("report_outcome", ctypes.c_int, "pnp")):
            function = getattr(self.library, "passwordrules_" + name)
            function.restype = returns
            kinds = {"p": ctypes.c_void_p, "u": ctypes.c_uint, "n": ctypes.c_size_t}
            function.argtypes = [kinds[letter] for letter in takes]
        self.policy = ctypes.c_void_p()
        status = self.library.passwordrules_policy_load(os.fsencode(path), None, 0, 0, ctypes.byref(self.policy), None)
        assert status == 0, f"{path} is not loaded: status {status}"

    def __del__(self):
        self.library.passwordrules_policy_free(self.policy)

    def unmet(self, case):
        """The names of the rules that the password does not meet; empty for one that is accepted."""
        library = self.library
        context = Context(ctypes.sizeof(Context), case.user or None, 0, 0, case.full_name or None, case.home or None,
                          case.old or None, len(case.old))
        report = ctypes.c_void_p()
        assert library.passwordrules_policy_check(
            self.policy, ctypes.byref(context), case.new, len(case.new), ctypes.byref(report)) == 0
        outcome = Outcome(ctypes.sizeof(Outcome))
        unmet = []
        for index in range(library.passwordrules_report_count(report)):
            assert library.passwordrules_report_outcome(report, index, ctypes.byref(outcome)) == 0
            if not outcome.met:
                unmet.append(outcome.rule.decode())
        assert (library.passwordrules_report_accepted(report) == 1) == (not unmet)
        library.passwordrules_report_free(report)
        return unmet


class Comparison:
    """Passwords under each configuration of a peer, before it and before us with the imported policy.

    explain(case, verdict, unmet, configuration) gives the names of the differences, of which `names` has all, that explain why
    its verdict is not ours, whose unmet rules these are; None for a difference that nothing explains.
    """

    def __init__(self, peer, configurations, names, explain):
        self.peer, self.configurations, self.explain = peer, configurations, explain
        self.counts = dict.fromkeys(names, 0)
        self.compared = set()

    def run(self, title, cases, folder):
        configuration = self.configurations[title]
        file, path = folder / f"{self.peer}.conf", folder / "passwordrules.conf"
        file.write_text(configuration)
        import_policy(self.peer, file, path)
        policy = Policy(path)
        accepted, unexplained = 0, []
        for case, verdict in zip(cases, peer_verdicts(self.peer, file, cases), strict=True):
            accepted += verdict == "0"
            unmet = policy.unmet(case)
            for name in self.explain(case, verdict, unmet, configuration):
                if name:
                    self.counts[name] += 1
                else:
                    unexplained.append(f"{case}: {self.peer} says {verdict}, we say {unmet or 'accepted'}")
        print(f"{title}: {accepted} of {len(cases)} accepted by {self.peer}")
        assert not unexplained, f"{title}: {len(unexplained)} such as\n" + "\n".join(unexplained[:20])
        # Otherwise there would be nothing to compare.
        assert len(cases) / 20 < accepted < len(cases) * 19 / 20
        self.compared.add(title)

    def assert_each_occurred(self):
        if self.compared != set(self.configurations):
            pytest.skip("not all configurations were compared")
        assert [name for name, count in self.counts.items() if not count] == []
