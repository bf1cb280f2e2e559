"""Programs that were compiled against a released passwordrules.h go on running: abidiff compares the header and the
library with those of the release, and is itself tried with changes of every kind."""

import re
import shutil
import subprocess

import pytest

from abi_baseline import ADVICE, Interface, Release, build_stub, compare, compare_libraries, only_grows, renew
from c_header import HEADER, LIBRARY, MAP, OF_THE_RELEASE, ROOT, constants, functions, read, structs

pytestmark = pytest.mark.skipif(not shutil.which("abidiff"), reason="apt-get install abigail-tools")

TODAY = Interface(read(HEADER), read(MAP))
# What the checker is tried with, so that its tests fail only where it does.
RELEASED = Release().interface()


def changed(text, old, new):
    """The text with every `old` replaced, of which there is one at least."""
    result = re.sub(old, new, text, flags=re.MULTILINE)
    assert result != text, f"nothing matches {old}"
    return result


def with_header(old, new):
    return RELEASED._replace(header=changed(RELEASED.header, old, new))


def assert_same(verdict, report):
    if verdict != "same":
        pytest.fail(f"{report}\n{ADVICE[verdict]}", pytrace=False)


# The tree.

def test_header_is_that_of_the_release():
    assert_same(*compare(RELEASED, TODAY))


def test_library_has_the_symbols_of_the_release(tmp_path):
    assert_same(*compare_libraries(build_stub(tmp_path, RELEASED), LIBRARY))


def test_release_is_described_whole():
    text = RELEASED.header
    assert len(functions(text)) >= 38 and len(structs(text)) >= 8 and len(constants(text)) >= 65


# The checker: changes that break programs.

BROKEN = {
    "a member has another type": (
        r"^    size_t limit;", "    unsigned limit;", "type of 'size_t limit' changed"),
    "members have changed places": (
        r"^(    int kind;\n)(    int met;\n)", r"\2\1", "'int kind' offset changed from 64 to 96"),
    "a member less": (r"^    int suggest;\n", "", "1 data member deletion"),
    "the last member less": (r"^    int account_unknown;\n", "", "1 data member deletion"),
    # The size, by which the library knows what is there, is the same with it.
    "a member in the padding": (
        r"^    double false_positive_rate;", r"    int more;\n\g<0>", "'int more', at offset 160"),
    "grown, and a member has another type": (
        r"^    size_t limit;([^}]*)\}", r"    double limit;\1    int more;\n}",
        "type of 'size_t limit' changed"),
    "a constant has another value": (
        r"^(#define PASSWORDRULES_KIND_WORDS) 26", r"\1 27", "from value '26' to '27'"),
    "a constant has another type": (
        r"^(#define PASSWORDRULES_CHECK_STRICT_READING) 1u", r"\1 1", "1 removed type unreachable"),
    "a path is another": (
        r'^(#define PASSWORDRULES_POLICY_PATH) "/etc', r'\1 "/usr/etc', "1 removed type unreachable"),
    "a parameter has another type": (
        r"^(int passwordrules_format\(.*)unsigned flags", r"\1int flags",
        "parameter 2 of type 'unsigned int' changed"),
    "another result": (r"^double (passwordrules_report_progress)", r"float \1", "return type changed"),
    "a callback's parameter has another type": (
        r"^(typedef void .*)unsigned long count", r"\1unsigned count",
        "parameter 4 of type 'unsigned long int' changed"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_breaks_programs_is_found(what):
    old, new, said = BROKEN[what]
    verdict, report = compare(RELEASED, with_header(old, new))
    assert verdict == "broken" and said in report, report


LINKED = {
    "a function that is not exported": (
        RELEASED._replace(version_script=changed(RELEASED.version_script, r"^    passwordrules_lint;\n", "")),
        "passwordrules_lint@@PASSWORDRULES_1.0"),
    "another name for the symbols' version": (
        RELEASED._replace(version_script=changed(RELEASED.version_script, r"(PASSWORDRULES_1)\.0", r"\1.1")),
        "Removed functions"),
    "another soname": (RELEASED._replace(soname="libpasswordrules.so.next"), "SONAME changed"),
}


@pytest.mark.parametrize("what", LINKED)
def test_what_keeps_programs_from_linking_is_found(what, tmp_path):
    interface, said = LINKED[what]
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    library = build_stub(new, interface)
    # As the library is: no debugging information of C, so that the symbols are all there is.
    subprocess.run(["strip", library], check=True)
    verdict, report = compare_libraries(build_stub(old, RELEASED), library)
    assert verdict == "broken" and said in report, report


# Additions.

GROWN = {
    "a function": (
        with_header(r"^void passwordrules_policy_free", r"int passwordrules_new(void);\n\n\g<0>")._replace(
            version_script=changed(
                RELEASED.version_script, r"^    passwordrules_lint;", r"\g<0>\n    passwordrules_new;")),
        "[A] 'function int passwordrules_new()'"),
    "a constant": (
        with_header(r"^#define PASSWORDRULES_KIND_WORDS 26", r"\g<0>\n#define PASSWORDRULES_KIND_NEW 99"),
        "[A] 'enum int_PASSWORDRULES_KIND_NEW'"),
    "a member at the end": (
        with_header(r"^\} passwordrules_outcome;", r"    int more;\n\g<0>"), "'int more', at offset 320"),
    "members of the language, which others have too": (
        with_header(r"^\} passwordrules_(language|blocklist_info);", r"    size_t more;\n\g<0>"),
        "'size_t more', at offset 192"),
}


@pytest.mark.parametrize("what", GROWN)
def test_additions_are_found_and_told_from_breaks(what):
    interface, said = GROWN[what]
    verdict, report = compare(RELEASED, interface)
    # Not every abidiff writes a list of parameters that is empty alike.
    assert verdict == "grown" and said in report.replace("(void)", "()"), report


def test_a_comment_or_another_version_of_the_release_is_no_change():
    text = changed(TODAY.header, r"^(#define PASSWORDRULES_VERSION_MINOR) \d+", r"\1 77")
    text = changed(text, r"/\* One diagnostic\. \*/", "/* One. */")
    assert compare(TODAY, TODAY._replace(header=text)) == ("same", "")


def test_a_line_that_is_not_known_is_a_break():
    known = "1 Added function:\n\n  [A] 'function int passwordrules_new()'    {passwordrules_new@@VERSION}\n"
    assert only_grows(known)
    assert not only_grows(known + "\n1 surprise:\n")
    assert not only_grows("")


# Renewing.

def test_renewing_takes_additions_and_nothing_else(tmp_path, capsys):
    release = Release(tmp_path / "copy.h", tmp_path / "copy.map")
    renew(RELEASED, release)
    assert capsys.readouterr().out.startswith("All is new.\nRenewed: commit copy.h and copy.map")
    assert compare(RELEASED, release.interface())[0] == "same"
    renew(RELEASED, release)
    assert capsys.readouterr().out == "Nothing is new.\n"
    with pytest.raises(SystemExit, match="Nothing was renewed"):
        renew(with_header(*BROKEN["a member has another type"][:2]), release)
    assert compare(RELEASED, release.interface())[0] == "same"
    grown = GROWN["a function"][0]
    renew(grown, release)
    assert "Renewed: commit copy.h" in capsys.readouterr().out
    assert compare(grown, release.interface())[0] == "same"


def test_comments_and_the_version_are_not_written(tmp_path):
    release = Release(tmp_path / "copy.h", tmp_path / "copy.map")
    release.write(TODAY)
    assert compare(TODAY, release.interface())[0] == "same"
    assert "/*" not in read(release.header) and not OF_THE_RELEASE.search(read(release.header))


def test_make_renews():
    done = subprocess.run(["make", "--dry-run", "-C", ROOT, "renew-abi"], capture_output=True, text=True, check=True)
    said = done.stdout
    assert "Tests/Library renew-abi" in said and "make -C Tests/Library renew-abi" in ADVICE["grown"]
