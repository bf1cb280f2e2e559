"""Every call of a kind fails once: no weak password is accepted, no memory leaks, and the process goes on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from library import BUILD, ERROR

HERE = Path(__file__).parent
POLICY = """\
rules = minlength: 12; required: digit;
blocklist = /usr/local/share/passwordrules/common.blocklist
username = reject
full-name = reject
min-guesses = 10^8
[group root]
rules = minlength: 13;
"""


@pytest.fixture(scope="module")
def fault_so():
    subprocess.run(["make", "-C", HERE.parent / "Proof" / "Faults", f"BUILD={BUILD}", BUILD / "tests" / "fault.so"], check=True,
                   capture_output=True)
    return BUILD / "tests" / "fault.so"


@pytest.mark.parametrize("onwards", [False, True], ids=["once", "onwards"])
@pytest.mark.parametrize(("kind", "is_configured"), [
    *((kind, is_configured) for kind in ("alloc", "open", "pread", "stat") for is_configured in (True, False)),
    ("read", True),  # A policy is read, lists are read at offsets, and settings alone are in no file.
])
def test_every_failing_call(policy, fault_so, kind, is_configured, onwards):
    policy(POLICY)
    done = subprocess.run([sys.executable, "-B", "faulty_use.py", kind, str(int(is_configured))], cwd=HERE, capture_output=True,
                          text=True, check=False,
                          env=os.environ | {"LD_PRELOAD": str(fault_so), "FAULT_KIND": kind, "FAULT_ONWARDS": str(int(onwards)),
                                            "FAULT_ERROR": "5"})
    assert done.returncode == 0, done.stderr
    first, *others = json.loads(done.stdout)
    assert first["good"] >= 50 and first["weak"] < 0 and first["generated"] == 0
    assert len(others) > (100 if kind == "alloc" else 0)
    if kind == "alloc":
        assert {said["caller"] for said in others} >= {"libpwquality.so.1", "libpasswordrules.so.1"}
    failures = {ERROR[name] for name in ("MEM_ALLOC", "CFGFILE_OPEN", "CFGFILE_MALFORMED", "FATAL_FAILURE")}
    for said in others:
        assert said["leaked"] <= 0, said
        if said["weak"] is not None:
            assert said["weak"] < 0 and said["text"], said
            assert said["weak"] in failures | {first["weak"]}
            assert said["good"] in failures or said["good"] >= 50
            assert said["generated"] in failures | {0, ERROR["RNG"], ERROR["GENERATION_FAILED"]}
        elif said["options"] is not None:
            assert set(said["options"]) <= {0, ERROR["MEM_ALLOC"]}
