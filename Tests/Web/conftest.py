"""Lets `import passwordrules` find Sources/Bindings/Python, and that find build/libpasswordrules.so.1."""

import ctypes
import sys

from tree import BUILD, ROOT

# Once loaded, a library is found by its name, wherever its file is.
ctypes.CDLL(str(BUILD / "libpasswordrules.so.1"))
sys.path.insert(0, str(ROOT / "Sources" / "Bindings" / "Python"))
