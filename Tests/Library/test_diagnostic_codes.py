"""What diagnostics say has one number everywhere: in the header, in the Swift sources, and in the manual."""

import glob
import re

import pytest

from c_header import HEADER, ROOT, constants, read

PREFIX = "PASSWORDRULES_DIAGNOSTIC_"
HEADER_CODES = {name.removeprefix(PREFIX): int(value) for name, value in constants(read(HEADER)).items()
                if name.startswith(PREFIX)}


def constant_name(case):
    """What the header calls a case of a Swift enum: "invalidUTF8" is INVALID_UTF8."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", case).upper()


# The Swift enum: where it is, how a line says a number there, and what the header puts before the names of its cases.
SOURCES = {
    "Diagnostic.Code": ("PasswordRules/Descriptor/DiagnosticCode.swift", r"case (\w+) = (\d{3})", ""),
    "FileProblem": ("PasswordRulesSystem/FileProblem.swift", r"case \.(\w+): (\d{3})", "FILE_"),
    "BlocklistProblem": ("PasswordRules/Blocklist/BlocklistProblem.swift", r"case \.(\w+): (\d{3})", "BLOCKLIST_"),
    "RankedWordsProblem": ("PasswordRules/Strength/RankedWordsProblem.swift", r"case \.(\w+): (\d{3})", "RANKS_"),
    "MachineDiagnosticCode": ("PasswordRulesSystem/MachineDiagnosticCode.swift", r"case (\w+) = (\d{3})", ""),
}


def swift_codes(name):
    path, line, prefix = SOURCES[name]
    found = re.findall(rf"(?m)^ *{line}$", read("Sources", path))
    return {prefix + constant_name(case): int(number) for case, number in found}


@pytest.mark.parametrize("name", SOURCES)
def test_codes_of_the_header_have_the_names_and_numbers_of_the_source(name):
    codes = swift_codes(name)
    assert len(codes) >= 5
    assert codes.items() <= HEADER_CODES.items()


def test_header_has_no_other_codes():
    numbers = [code for name in SOURCES for code in swift_codes(name).values()]
    assert len(set(numbers)) == len(numbers) >= 83
    assert sorted(numbers) == list(HEADER_CODES.values())


def test_no_code_is_a_bare_number():
    # It would be overlooked here.
    paths = glob.glob("Sources/**/*.swift", root_dir=ROOT, recursive=True)
    assert len(paths) > 100
    assert [path for path in paths if re.search(r"\bcode(?:: Int \{|:| =) *[123]\d\d\b", read(path))] == []


# The manual.

def described(page):
    """The numbers that have an entry of their own in DIAGNOSTICS of a page."""
    section = read("Sources", "Manual", page).split("\n.Sh DIAGNOSTICS\n")[1].split("\n.Sh ")[0]
    return [int(number) for number in re.findall(r'(?m)^\.It (\d{3}) Li "', section)]


def test_manual_has_an_entry_for_each_code():
    pages = ("passwordrules.7", "passwordrules.conf.5", "passwordrules-blocklist.5", "passwordrules-ranks.5")
    entries = {page: described(page) for page in pages}
    assert entries["passwordrules.7"] == [code for code in HEADER_CODES.values() if code < 200]
    # Most of 2xx explain themselves, with the line of the policy before them.
    others = sorted(code for page in pages[1:] for code in entries[page])
    assert set(others) <= set(HEADER_CODES.values())
    assert [code for code in others if code >= 300] == [code for code in HEADER_CODES.values() if code >= 300]


def test_list_of_the_manual_says_what_the_header_says():
    comments = dict(re.findall(rf"(?m)^#define {PREFIX}(\w+) \d+ +/\* (.*) \*/$", read(HEADER)))
    rows = re.findall(rf"(?m)^\.It Dv {PREFIX}(\w+) No = (\d+)\n(.*)$", read("Sources", "Manual", "passwordrules.3"))
    assert {name: int(number) for name, number, _ in rows} == HEADER_CODES
    assert {name: text.replace(r"\(dq", '"').replace(r"\(aq", "'") for name, _, text in rows} == comments
