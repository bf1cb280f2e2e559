"""Makes the calls of the slowest known cases, for callgrind: known_calls.py KIND"""

import contextlib
import ctypes
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Bench"))

import worstcases
from place import package

counter, (_, kind) = ctypes.CDLL(os.environ["COUNTER"]), sys.argv
with TemporaryDirectory() as folder:
    for case in worstcases.known(kind):
        call = worstcases.prepared(kind, case, Path(folder) / "policy.conf")
        counter.begin()
        with contextlib.suppress(package().GenerationError):
            call()
        counter.end()
