# "make generate" writes this file, from VERSION in the Makefile.
"""The version, which is that of the C header the package was written against."""

__version__ = "0.1.0"
