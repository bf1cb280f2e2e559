"""Lets `import passwordrules` find Sources/Bindings/Python, and that find build/libpasswordrules.so.1."""

import ctypes
import sys

from tree import BUILD, ROOT

# A library that is loaded already is found by its name from then on, wherever its file is.
ctypes.CDLL(str(BUILD / "libpasswordrules.so.1"))
sys.path.insert(0, str(ROOT / "Sources" / "Bindings" / "Python"))
