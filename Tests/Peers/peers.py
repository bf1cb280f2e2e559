"""Passwords before this library, with an imported policy, and before the library that the policy was imported from."""

import ctypes
import os
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")


class Case:
    """A password change: the new password and its circumstances. All of it is bytes."""

    def __init__(self, new, old=b"", user=b"", full_name=b"", home=b""):
        self.new, self.old, self.user, self.full_name, self.home = new, old, user, full_name, home

    def fields(self):
        return [self.new, self.old, self.user, self.full_name, self.home]

    def __repr__(self):
        return f"Case{tuple(self.fields())}"


def import_policy(module, configuration, path):
    """Imports the configuration as a policy file; returns the text on standard error."""
    done = subprocess.run([os.path.join(BUILD, "passwordrules"), "import", module, configuration],
                          capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    with open(path, "wb") as file:
        file.write(done.stdout)
    os.chmod(path, 0o644)
    return done.stderr.decode()


def peer_verdicts(program, configuration, cases):
    """The other library's verdict: "0", or the reason."""
    # A password may contain tabs and newlines, which separate fields here, but none of these tests needs it.
    assert not any(byte in field for case in cases for field in case.fields() for byte in b"\t\n\0")
    lines = b"".join(b"\t".join(case.fields()) + b"\n" for case in cases)
    done = subprocess.run([os.path.join(BUILD, "tests", program), configuration], input=lines, capture_output=True,
                          timeout=100)
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
        self.library = ctypes.CDLL(os.path.join(BUILD, "libpasswordrules.so.1"))
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


class Tally:
    """How often each of the known differences was met, over all configurations."""

    def __init__(self, names):
        self.counts = dict.fromkeys(names, 0)
        self.configurations = 0

    def compare(self, peer, title, verdicts, reasons):
        """Holds the peer's verdicts, of pairs of a case and a verdict, against ours.

        reasons tells of a case and its verdict what we say, and the names of the differences that explain why that is not
        the same: none where it is, and None for a difference that nothing explains.
        """
        accepted = 0
        unexplained = []
        for case, verdict in verdicts:
            accepted += verdict == "0"
            unmet, names = reasons(case, verdict)
            for name in names:
                if name:
                    self.counts[name] += 1
                else:
                    unexplained.append(f"{case}: {peer} says {verdict}, we say {unmet or 'accepted'}")
        print(f"{title}: {accepted} of {len(verdicts)} accepted by {peer}")
        assert not unexplained, f"{title}: {len(unexplained)} such as\n" + "\n".join(unexplained[:20])
        # Otherwise there would be nothing to compare.
        assert len(verdicts) / 20 < accepted < len(verdicts) * 19 / 20
        self.configurations += 1

    def assert_each_occurred(self, configurations):
        if self.configurations < len(configurations):
            pytest.skip("not all configurations were compared")
        print(self.counts)
        assert [name for name, count in self.counts.items() if not count] == []
