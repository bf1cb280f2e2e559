"""The manual describes each diagnostic."""

import re

from c_header import constants, read, whole_header

PREFIX = "PASSWORDRULES_DIAGNOSTIC_"
CODES = [int(value) for name, value in constants(whole_header()).items() if name.startswith(PREFIX)]


def described(page):
    """The numbers that have an entry of their own in DIAGNOSTICS of a page."""
    section = read("Sources", "Manual", page).split("\n.Sh DIAGNOSTICS\n")[1].split("\n.Sh ")[0]
    return [int(number) for number in re.findall(r'(?m)^\.It (\d{3}) Li "', section)]


def test_manual_has_an_entry_for_each_code():
    pages = ("passwordrules.7", "passwordrules.conf.5", "passwordrules-blocklist.5", "passwordrules-ranks.5")
    entries = {page: described(page) for page in pages}
    assert entries["passwordrules.7"] == [code for code in CODES if code < 200]
    # Most of the 2xx codes need no entry: the position in the policy explains their messages.
    others = sorted(code for page in pages[1:] for code in entries[page])
    assert set(others) <= set(CODES)
    assert [code for code in others if code >= 300] == [code for code in CODES if code >= 300] != []
