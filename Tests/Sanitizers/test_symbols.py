"""That the Embedded Swift in the library and another Swift in the process do not call each other's functions."""

import re
import subprocess

import pytest
from programs import BUILD, functions, run
from symbols import defined, undefined

LIBRARY = BUILD / "libpasswordrules.so.1"
VERSION = "PASSWORDRULES_1.0"


def foreign(names: set[str]) -> set[str]:
    """Names of Swift's runtime, and of anything that Swift compiles."""
    return {name for name in names if re.match(r"_?swift|\$s|\$S|_T0", name)}


def bindings(program, *arguments) -> list[tuple[str, str, str]]:
    """The bindings: which library was bound to which, by which name."""
    done = run(program, *arguments, environment={"LD_DEBUG": "bindings"})
    assert done.returncode == 0
    found = re.findall(r"binding file (\S+) \[0\] to (\S+) \[0\]: normal symbol `(\S+)'", done.stderr)
    return [(source.rpartition("/")[2], target.rpartition("/")[2], name) for source, target, name in found]


def mixed(found) -> list:
    """Bindings of the library to another Swift runtime, and of others to symbols that the library does not promise."""
    return [
        (source, target, name) for source, target, name in found
        if (source == LIBRARY.name) != (target == LIBRARY.name)
        and (foreign({name}) or target == LIBRARY.name and name not in functions() | {VERSION})
    ]


def test_the_library_shows_its_functions_alone():
    assert defined(LIBRARY) - {VERSION} == functions()


def test_the_library_asks_for_nothing_of_swift():
    assert foreign(undefined(LIBRARY)) == set()


@pytest.mark.parametrize("program", ["beside", "beside-static"])
def test_nothing_is_bound_across(built, program):
    found = bindings(built / program, LIBRARY, 8, 2)
    # That there is something to see.
    assert any(source == LIBRARY.name for source, _, _ in found)
    assert mixed(found) == []
    if program == "beside":
        assert any(target == "libswiftCore.so" and name == "swift_retain" for _, target, name in found)


def test_what_is_mixed_up_is_seen(tmp_path):
    """A library of the same name that shows a function of Swift's."""
    source = tmp_path / "mixed.c"
    source.write_text("void swift_slowDealloc(void *p); void swift_retain(void) { swift_slowDealloc(0); }\n")
    library = tmp_path / LIBRARY.name
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    assert foreign(defined(library)) == {"swift_retain"}
    assert foreign(undefined(library)) == {"swift_slowDealloc"}
    across = [("beside", LIBRARY.name, "swift_retain"), (LIBRARY.name, "libswiftCore.so", "swift_slowDealloc")]
    assert mixed(across) == across
