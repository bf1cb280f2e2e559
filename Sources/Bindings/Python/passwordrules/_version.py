# "make generate" writes this file, from VERSION in the Makefile.
"""The version of the package, and of the C header that it was written for."""

__version__ = "0.1.0"
