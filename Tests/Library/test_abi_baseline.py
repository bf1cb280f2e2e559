"""Programs that were compiled against a released passwordrules.h go on running: abidiff compares the header and the library
with the description of the release, and is itself tried with changes of every kind."""

import platform
import re
import shutil
import subprocess

import pytest

import abi_baseline
from abi_baseline import ADVICE, BASELINE, SONAME, build_stub, compare, compare_headers, describe, only_grows
from c_header import HEADER, LIBRARY, MAP, OF_THE_RELEASE, ROOT, constants, functions, read, structs

pytestmark = [
    pytest.mark.skipif(not (shutil.which("abidw") and shutil.which("abidiff")), reason="apt-get install abigail-tools"),
    pytest.mark.skipif(platform.machine() != "x86_64", reason="the release that is described is of x86_64"),
]

TEXT, VERSION_SCRIPT = read(HEADER), read(MAP)


@pytest.fixture
def described(tmp_path):
    """Describes what programs see of a header and a version script, as they are or changed; returns the path."""
    def described(header=TEXT, version_script=VERSION_SCRIPT, **options):
        path = str(tmp_path / "new.abi")
        describe(build_stub(tmp_path, header, version_script, **options), path)
        return path
    return described


@pytest.fixture(scope="module")
def today(tmp_path_factory):
    """The description of the header as it is, so that the tests of the checker fail only where the checker does."""
    folder = tmp_path_factory.mktemp("today")
    path = str(folder / "today.abi")
    describe(build_stub(folder, TEXT, VERSION_SCRIPT), path)
    return path


def changed(text, old, new):
    """The text with every `old` replaced, of which there is one at least."""
    result = re.sub(old, new, text, flags=re.MULTILINE)
    assert result != text, f"nothing matches {old}"
    return result


def assert_same(verdict, report):
    if verdict != "same":
        pytest.fail(f"{report}\n{ADVICE[verdict]}", pytrace=False)


# The tree.

def test_header_is_that_of_the_release(described):
    assert_same(*compare_headers(BASELINE, described()))


def test_library_has_the_symbols_of_the_release():
    assert_same(*compare(BASELINE, LIBRARY))


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_description_does_not_depend_on_the_compiler(compiler, described, today):
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    assert compare_headers(today, described(compiler=compiler)) == ("same", "")


def test_description_is_whole_and_names_no_place():
    text = read(BASELINE)
    assert len(functions(TEXT)) >= 38 and len(structs(TEXT)) >= 8 and len(constants(TEXT)) >= 65
    for name in functions(TEXT):
        assert f"<function-decl name='{name}'" in text and f"<elf-symbol name='{name}' version='PASSWORDRULES_1." in text
    for name, members in structs(TEXT).items():
        for member in members:
            assert re.search(rf"<class-decl name='{name}' (?:(?!</class-decl>)[\s\S])*<var-decl name='{member}'", text)
    for name, value in constants(TEXT).items():
        if not value.startswith('"'):
            assert f"<enumerator name='the_{name}' value='{value.rstrip('u')}'/>" in text
    # What changes with each release is not described, and neither is the machine.
    assert not OF_THE_RELEASE.search(text)
    assert set(re.findall(r"path='([^']*)'", text)) == {"passwordrules.c"}
    assert not re.search(r"comp-dir|filepath|(?<![<\w])/(?!>)\w", text)


# The checker: changes that break programs.

BROKEN = [
    ("a member has another type", r"^    size_t limit; ", "    unsigned limit; ", "type of 'size_t limit' changed"),
    ("a member less", r"^    int suggest; .*\n", "", "1 data member deletion"),
    ("the last member less", r"^    int account_unknown; .*\n", "", "1 data member deletion"),
    # The size, by which the library knows what is there, is the same with it.
    ("a member in the padding", r"^\} passwordrules_generated;", r"    int more;\n\g<0>", "'int more', at offset 288"),
    ("grown, and a member has another type", r"^    size_t limit; ([^}]*)\}", r"    double limit; \1    int more;\n}",
     "type of 'size_t limit' changed"),
    ("a constant has another value", r"^(#define PASSWORDRULES_KIND_WORDS) 26", r"\1 27", "from value '26' to '27'"),
    ("a parameter has another type", r"^(int passwordrules_format\(.*)unsigned flags", r"\1int flags",
     "parameter 2 of type 'unsigned int' changed"),
    ("another result", r"^double (passwordrules_report_progress)", r"float \1", "return type changed"),
    ("a callback's parameter has another type", r"^(typedef void .*)unsigned long count", r"\1unsigned count",
     "parameter 4 of type 'unsigned long int' changed"),
]


@pytest.mark.parametrize("old, new, said", [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_what_breaks_programs_is_found(old, new, said, described, today):
    verdict, report = compare_headers(today, described(changed(TEXT, old, new)))
    assert verdict == "broken" and said in report, report


LINKED = [
    ("a function that is not exported", changed(VERSION_SCRIPT, r"^    passwordrules_lint;\n", ""), SONAME,
     "passwordrules_lint@@PASSWORDRULES_1.0"),
    ("another name for the symbols' version", changed(VERSION_SCRIPT, r"(PASSWORDRULES_1)\.0", r"\1.1"), SONAME,
     "Removed functions"),
    ("another soname", VERSION_SCRIPT, "libpasswordrules.so.next", "SONAME changed"),
]


@pytest.mark.parametrize("version_script, soname, said", [case[1:] for case in LINKED], ids=[case[0] for case in LINKED])
def test_what_keeps_programs_from_linking_is_found(version_script, soname, said, today, tmp_path):
    library = build_stub(tmp_path, TEXT, version_script, soname)
    # As the library is: no debugging information of C, so that the symbols are all there is.
    subprocess.run(["strip", library], check=True)
    verdict, report = compare(today, library)
    assert verdict == "broken" and said in report, report


# Additions.

NEW_FUNCTION = changed(TEXT, r"^void passwordrules_policy_free", r"int passwordrules_new(void);\n\n\g<0>")
NEW_SYMBOL = changed(VERSION_SCRIPT, r"^    passwordrules_lint;", r"\g<0>\n    passwordrules_new;")
GROWN = [
    ("a function", NEW_FUNCTION, NEW_SYMBOL, "[A] 'function int passwordrules_new()'"),
    ("a constant", changed(TEXT, r"^#define PASSWORDRULES_KIND_WORDS 26", r"\g<0>\n#define PASSWORDRULES_KIND_NEW 99"),
     VERSION_SCRIPT, "[A] 'enum value_of_PASSWORDRULES_KIND_NEW'"),
    ("a member at the end", changed(TEXT, r"^\} passwordrules_outcome;", r"    int more;\n\g<0>"), VERSION_SCRIPT,
     "'int more', at offset 320"),
    ("members of the language, which others have too",
     changed(TEXT, r"^\} passwordrules_(language|blocklist_info);", r"    size_t more;\n\g<0>"), VERSION_SCRIPT,
     "'size_t more', at offset 192"),
]


@pytest.mark.parametrize("header, version_script, said", [case[1:] for case in GROWN], ids=[case[0] for case in GROWN])
def test_additions_are_found_and_told_from_breaks(header, version_script, said, described, today):
    verdict, report = compare_headers(today, described(header, version_script))
    assert verdict == "grown" and said in report, report


def test_a_comment_or_another_version_of_the_release_is_no_change(described, today):
    text = changed(TEXT, r"^#define PASSWORDRULES_VERSION_MINOR \d+", "#define PASSWORDRULES_VERSION_MINOR 77")
    assert compare_headers(today, described(changed(text, r"/\* One diagnostic\. \*/", "/* One. */")))[0] == "same"


def test_a_line_that_is_not_known_is_a_break():
    known = "1 Added function:\n\n  [A] 'function int passwordrules_new()'    {passwordrules_new@@PASSWORDRULES_1.0}\n"
    assert only_grows(known)
    assert not only_grows(known + "\n1 surprise:\n")
    assert not only_grows("")


# Renewing.

@pytest.fixture
def renew(today, tmp_path, monkeypatch, capsys):
    """Renews a copy of a description for a changed header; returns the output, and whether the copy changed."""
    def renew(header, is_there=True):
        (tmp_path / "changed.h").write_text(header)
        copy = tmp_path / "copy.abi"
        if is_there:
            shutil.copyfile(today, copy)
        monkeypatch.setattr(abi_baseline, "HEADER", str(tmp_path / "changed.h"))
        monkeypatch.setattr(abi_baseline, "BASELINE", str(copy))
        try:
            abi_baseline.renew()
            said = capsys.readouterr().out
        except SystemExit as refusal:
            said = refusal.code
        return said, not is_there or copy.read_text() != read(today)
    return renew


def test_renewing_takes_additions_and_nothing_else(renew, described, tmp_path):
    assert renew(TEXT) == ("Nothing is new.\n", False)
    said, is_new = renew(changed(TEXT, BROKEN[0][1], BROKEN[0][2]))
    assert not is_new and "not renewed" in said and ADVICE["broken"] in said
    grown = GROWN[-1][1]
    said, is_new = renew(grown)
    assert is_new and "Renewed: commit copy.abi" in said
    assert compare_headers(str(tmp_path / "copy.abi"), described(grown))[0] == "same"


def test_what_is_not_there_is_described_anew(renew, today, tmp_path):
    assert renew(TEXT, is_there=False)[0].startswith("All is new.\nRenewed")
    assert (tmp_path / "copy.abi").read_text() == read(today)


def test_make_renews():
    said = subprocess.run(["make", "--dry-run", "-C", ROOT, "renew-abi"], capture_output=True, text=True, check=True).stdout
    assert "Tests/Library renew-abi" in said and "make -C Tests/Library renew-abi" in ADVICE["grown"]
