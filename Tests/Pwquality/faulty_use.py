"""Uses the library again and again, in a process in which fault.so makes a different call of one kind fail each time.
Prints the results as JSON, the first one without a failure: faulty_use.py KIND CONFIGURED
"""

import ctypes
import json
import os
import sys

os.environ["FAULT_KIND"] = sys.argv[1]
from library import Library, Settings, byref, c_int, c_void_p

GOOD, WEAK = "kizzek-4ohjur-qiThor", "Dragon12"
OPTIONS = [b"minlen=10", b"badwords=wonderland acme", b"dcredit=-1", b"retry=2"]


class Record(ctypes.Structure):
    _fields_ = [("calls", ctypes.c_ulong), ("failed", ctypes.c_ulong), ("function", ctypes.c_char * 32),
                ("caller", ctypes.c_char * 64)]


process = ctypes.CDLL(None)
process.fault_live.restype = ctypes.c_long


def use(library: Library, is_configured: bool) -> dict:
    """The result of each step; None for a step that was impossible."""
    said = {"good": None, "weak": None, "text": None, "generated": None, "options": None}
    pointer = library.default_settings()
    if not pointer:
        return said
    if is_configured:
        assert library.read_config(pointer, None, None) == 0
    said["options"] = [library.set_option(pointer, option) for option in OPTIONS]
    if not any(said["options"]):
        said["good"] = library.check(pointer, GOOD.encode(), b"Old-one-17", b"alice", None)
        said["weak"] = library.check(pointer, WEAK.encode(), b"Old-one-17", b"alice", None)
        said["text"] = library.text(said["weak"])
        value = c_int()
        assert library.get_int_value(pointer, 3, byref(value)) == 0 and value.value >= 8
        made = c_void_p(1)
        error = library.generate(pointer, 64, byref(made))
        assert (error == 0) == (made.value is not None)
        said["generated"] = error
        if made.value is not None:
            process.free(made)
    library.free_settings(pointer)
    return said


library = Library()
is_configured = sys.argv[2] == "1"
record = Record()
results = [use(library, is_configured)]
live = process.fault_live()
at = 1
while True:
    process.fault_arm(ctypes.c_ulong(at), byref(record))
    said = use(library, is_configured)
    process.fault_arm(ctypes.c_ulong(0), None)
    if not record.failed:
        break
    said["caller"] = record.caller.decode().split("+")[0]
    said["leaked"] = process.fault_live() - live
    results.append(said)
    at += 1
# After all failures, the result is the first one again.
assert use(library, is_configured) == results[0]
print(json.dumps(results))
