"""Structs and constants are what layout.c has pinned, all of them; and the library takes structs of each released size."""

import collections
import ctypes
import os
import re
import subprocess

import pytest

from c_header import HEADER, INCLUDE, LIBRARY, constants, read, structs

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "layout.c")
TEXT, PINNED = read(HEADER), read(SOURCE)
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wconversion -Werror".split()


def run(folder, include=INCLUDE):
    """Compiles and runs layout.c with the header of a folder; returns its output."""
    program = folder / "layout"
    subprocess.run(["cc", "-std=c11", *WARNINGS, "-I", include, "-o", program, SOURCE], check=True, timeout=60)
    done = subprocess.run([program], capture_output=True, text=True, check=False, timeout=60)
    if done.returncode == 77:
        pytest.skip("the numbers are those of machines whose pointers and longs have 64 bits")
    assert done.stderr == "" and done.returncode == (1 if done.stdout else 0)
    return done.stdout.splitlines()


def test_layout_is_as_pinned(tmp_path):
    assert run(tmp_path) == []


def test_all_structs_and_members_are_pinned():
    found = collections.defaultdict(list)
    for name, member in re.findall(r"(?m)^    MEMBER\((\w+), (\w+), [^,]*, \d+\),$", PINNED):
        found["passwordrules_" + name].append(member)
    assert found == structs(TEXT) and len(found) >= 8
    sized = re.findall(r"(?m)^    STRUCT\((\w+), \d+\),$", PINNED)
    assert ["passwordrules_" + name for name in sized] == list(found)


def test_all_constants_are_pinned():
    found = re.findall(r"(?:^    | )(?:NUMBER|TEXT)\((\w+), [^)]*\),", PINNED, flags=re.MULTILINE)
    assert len(set(found)) == len(found) >= 65
    assert {"PASSWORDRULES_" + name for name in found} == set(constants(TEXT))


@pytest.mark.parametrize("name", structs(TEXT))
def test_size_comes_first(name):
    # Where the library looks for it, whatever else it finds in the struct.
    assert structs(TEXT)[name][0] == "size"
    assert f"    MEMBER({name.removeprefix('passwordrules_')}, size, size_t, 0),\n" in PINNED


FAMILIES = ["KIND_", "STYLE_", "MATCH_", "ENFORCE_", "SEVERITY_", r"(?:OK$|E(?!NFORCE_))"]


@pytest.mark.parametrize("family", FAMILIES)
def test_numbers_of_a_family_are_all_different(family):
    numbers = [value for name, value in constants(TEXT).items() if re.match("PASSWORDRULES_" + family, name)]
    assert len(set(numbers)) == len(numbers) >= 3


# The checker.

CHANGES = [
    (r"^(    int kind; .*\n)(    int met; .*\n)", r"\2\1",
     ["outcome.kind is 12, and was 8", "outcome.met is 8, and was 12"]),
    (r"^    size_t limit; ", "    double limit; ", ["outcome.limit has another type"]),
    (r"^\} passwordrules_outcome;", r"    int more;\n\g<0>", ["sizeof outcome is 48, and was 40"]),
    (r"^(    size_t size; .*\n)(    unsigned retry; .*\n)", r"\2\1",
     ["policy_info.size is 8, and was 0", "policy_info.retry is 0, and was 8", "policy_info.suggest is 16, and was 12",
      "policy_info.local_users_only is 20, and was 16", "policy_info.account_unknown is 24, and was 20",
      "sizeof policy_info is 32, and was 24"]),
    (r"^(#define PASSWORDRULES_KIND_WORDS) 26", r"\1 27", ["KIND_WORDS is 27, and was 26"]),
    (r"^(#define PASSWORDRULES_CHECK_STRICT_READING) 1u", r"\1 1", ["CHECK_STRICT_READING has another type"]),
    (r'^(#define PASSWORDRULES_POLICY_PATH) "/etc', r'\1 "/usr/etc',
     ['POLICY_PATH is "/usr/etc/security/passwordrules.conf", and was "/etc/security/passwordrules.conf"']),
]


@pytest.mark.parametrize("old, new, said", CHANGES)
def test_changes_are_found(old, new, said, tmp_path):
    text = re.sub(old, new, TEXT, flags=re.MULTILINE)
    assert text != TEXT
    (tmp_path / "passwordrules.h").write_text(text)
    assert sorted(set(run(tmp_path, tmp_path)) - set(run(tmp_path))) == sorted(said)


# The library accepts structs of all sizes that a release had, and does not touch the bytes after them. A struct that grows
# keeps its older sizes here.

OLDER_SIZES = {}
SIZES = {name: [*OLDER_SIZES.get(name, []), int(size)]
         for name, size in re.findall(r"(?m)^    STRUCT\((\w+), (\d+)\),$", PINNED)}
OK, ESIZE, BEHIND = 0, 2, b"\xa5" * 64


@pytest.fixture(scope="module")
def calls():
    """For each struct a call that takes or fills in one."""
    library = ctypes.CDLL(LIBRARY)
    pointer, size = ctypes.c_void_p, ctypes.c_size_t

    def created(function, *arguments):
        made = pointer()
        # All but the check could give diagnostics as well.
        more = [] if function == "passwordrules_check" else [None]
        assert getattr(library, function)(*arguments, ctypes.byref(made), *more) == OK
        return made

    text = b"minlength: 12;"
    rules = created("passwordrules_parse", text, size(len(text)), 0)
    report = created("passwordrules_check", rules, b"a", size(1), 0)
    settings = (ctypes.c_char_p * 1)(b"rules=minlength: 12;")
    # The file does not exist, which is not an error with the flag.
    policy = created("passwordrules_policy_load", b"/nonexistent/policy.conf", settings, size(1), 1)
    listed = os.path.join(os.path.dirname(LIBRARY), "common.blocklist")
    blocklist = created("passwordrules_blocklist_open", os.fsencode(listed), 0)
    wrong = pointer()
    assert library.passwordrules_parse(b"wrong", size(5), 0, ctypes.byref(pointer()), ctypes.byref(wrong)) != OK
    buffer, room = ctypes.create_string_buffer(4096), size(4096)
    yield {
        "language": lambda struct: library.passwordrules_explain_in(rules, struct, buffer, room, None),
        "diagnostic": lambda struct: library.passwordrules_diagnostics_get(wrong, size(0), struct),
        "outcome": lambda struct: library.passwordrules_report_outcome(report, size(0), struct),
        "generate_options": lambda struct: library.passwordrules_generate(rules, struct, buffer, room, None, None),
        "generated": lambda struct: library.passwordrules_generate(rules, None, buffer, room, None, struct),
        "blocklist_info": lambda struct: library.passwordrules_blocklist_get_info(blocklist, struct),
        "policy_info": lambda struct: library.passwordrules_policy_get_info(policy, struct),
        "context": lambda struct: library.passwordrules_policy_describe(policy, struct, buffer, room, None),
    }
    library.passwordrules_diagnostics_free(wrong)
    library.passwordrules_blocklist_free(blocklist)
    library.passwordrules_policy_free(policy)
    library.passwordrules_report_free(report)
    library.passwordrules_rules_free(rules)


def struct_of(size):
    """A struct that is all 0 except for its size, followed by bytes that must not be touched."""
    return ctypes.create_string_buffer(size.to_bytes(8, "little") + bytes(size - 8) + BEHIND, size + len(BEHIND))


FILLED_IN = {"diagnostic", "outcome", "generated", "blocklist_info", "policy_info"}


@pytest.mark.parametrize("name", SIZES)
def test_structs_of_released_sizes_are_taken_and_no_others(name, calls):
    assert name in calls
    for size in range(8, SIZES[name][-1] + 65):
        struct = struct_of(size)
        before = struct.raw
        if size not in SIZES[name]:
            assert calls[name](struct) == ESIZE and struct.raw == before, size
            continue
        assert calls[name](struct) == OK
        assert struct.raw[:8] == before[:8] and struct.raw[size:] == BEHIND
        assert (struct.raw != before) == (name in FILLED_IN)
