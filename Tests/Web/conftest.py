"""Lets `import passwordrules` find the package in Sources/Bindings/Python, and lets the package find
build/libpasswordrules.so.1."""

import ctypes
import sys

from tree import BUILD, ROOT

# A library that is already loaded is found by its name alone.
ctypes.CDLL(str(BUILD / "libpasswordrules.so.1"))
sys.path.insert(0, str(ROOT / "Sources" / "Bindings" / "Python"))
