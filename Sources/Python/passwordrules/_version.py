"""The version, which is that of the C header the package was written against."""

__version__ = "0.1.0"
