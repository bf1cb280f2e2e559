"""Check and generate passwords by a password rules descriptor.

    >>> from passwordrules import Rules
    >>> rules = Rules("required: upper; required: digit; minlength: 12;")
    >>> rules.check("weak").messages
    ('8 more characters needed (4 of 12)', 'needs an uppercase letter', 'needs a digit')
    >>> bool(rules.check(rules.generate()))
    True

`Rules` is a descriptor, `Policy` an administrator's policy, `Blocklist` a list of forbidden passwords, and
`Report` the result of a check. `RankedWords` estimates strength. These objects are immutable, can be shared
by threads, and free themselves.

Passwords are str, bytes, bytearray or memoryview. A str is encoded as UTF-8; surrogates from sys.stdin or
os.fsdecode become the original bytes again. bytes, and a writable bytearray or memoryview, are read in
place. Copies are wiped, except the encoded form of a str. Python itself never wipes strings: if that matters,
keep a password in a bytearray, and clear it.

This package needs libpasswordrules.so.1, from the Debian package libpasswordrules1. Without it, importing
raises ImportError.
"""

from . import _library
from ._blocklist import Blocklist
from ._codes import DiagnosticCode, Kind, Status
from ._constants import (GENERATE_COUNT_MAX, GENERATE_MAX, POLICY_PATH, POLICY_VENDOR_PATH, Enforcement, Match,
                         PieceKind, Severity, StrengthLevel, Style)
from ._diagnostics import Diagnostic
from ._errors import AccountError, BlocklistError, DescriptorError, Error, GenerationError, PolicyError, RankedWordsError
from ._generate import Count, Generated, GeneratedPassword
from ._piece import Piece
from ._policy import Policy, PolicyInfo
from ._report import Origin, Outcome, Report
from ._rules import Rules, lint
from ._strength import RankedWords, Strength
from ._version import __version__

#: The version of the library, which may be newer than the package.
library_version: str = _library.library.passwordrules_version().decode()

__all__ = [
    "AccountError", "Blocklist", "BlocklistError", "Count", "DescriptorError", "Diagnostic", "DiagnosticCode", "Enforcement",
    "Error", "GENERATE_COUNT_MAX", "GENERATE_MAX", "Generated", "GeneratedPassword", "GenerationError", "Kind", "Match", "Origin",
    "Outcome", "POLICY_PATH", "POLICY_VENDOR_PATH", "Piece", "PieceKind", "Policy", "PolicyError", "PolicyInfo", "RankedWords",
    "RankedWordsError", "Report", "Rules", "Severity", "Status", "Strength", "StrengthLevel", "Style", "__version__",
    "library_version", "lint",
]

# So that tracebacks and pickles name this module, not the internal ones.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__
