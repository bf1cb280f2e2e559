"""A process that loads, uses and unloads the library or the module many times is then as it was before."""

import json
import re

import pytest
from programs import BUILD, functions, must_run, run, size

LIBRARY = BUILD / "libpasswordrules.so.1"
VERSION = "PASSWORDRULES_1.0"
MODULE = BUILD / "pam_passwordrules.so"
# The limit for all rounds together. With a whole Swift runtime in the process, each of 8 threads has an arena that grows
# once by 100 to 150 kB. After that it is the same after 40 rounds and after 240.
MOST_KB, MOST_KB_BESIDE = 64, 2048


def load(built, blocklist, count, *fault):
    return json.loads(must_run(built / "load", LIBRARY, built / "plugin.so", blocklist, count, *fault))


def test_library_is_loaded_once_and_leaves_nothing(built, blocklist):
    found = load(built, blocklist, size("LOADS"))
    assert found["memory"] <= MOST_KB
    assert (found["mappings"], found["files"]) == (0, 0)


@pytest.mark.parametrize(
    ("fault", "what", "least"), [("file", "files", 9), ("mapping", "mappings", 5), ("memory", "memory", MOST_KB + 1)]
)
def test_leftovers_are_seen(built, blocklist, fault, what, least):
    assert load(built, blocklist, 100, fault)[what] >= least


def test_few_rounds_have_a_baseline(built, blocklist):
    assert load(built, blocklist, 2)["files"] == 0


@pytest.fixture
def service(tmp_path):
    """A configuration of libpam's with our module; the machine's own is not touched."""
    tmp_path.chmod(0o755)
    policy = tmp_path / "policy"
    policy.write_text(
        "rules = required: upper; required: digit; minlength: 12\nenforce-for-root = yes\nretry = 3\n"
        f"blocklist = {BUILD / 'common.blocklist'}\n"
    )
    (tmp_path / "changing").write_text(f"password required {MODULE} config={policy}\n")
    # libpam complains if there is none.
    (tmp_path / "other").write_text("password required pam_deny.so\n")
    return tmp_path


def test_transactions_leave_nothing_behind(built, service):
    found = json.loads(must_run(built / "pamload", service, "changing", size("LOADS")))
    assert found["memory"] <= MOST_KB
    assert (found["mappings"], found["files"]) == (0, 0)


# ---- Beside a program with a whole Swift runtime of its own ----


@pytest.mark.parametrize("threads", [1, 8])
@pytest.mark.parametrize("program", ["beside", "beside-static"])
def test_library_runs_beside_a_swift_runtime(built, blocklist, program, threads):
    found = json.loads(must_run(built / program, built / "plugin.so", blocklist, size("LOADS") // 5, threads))
    assert found["memory"] <= MOST_KB_BESIDE


def mixed(bindings) -> list:
    """Bindings of the library to another Swift runtime, and of others to symbols that the library does not
    promise."""
    return [
        (source, target, name) for source, target, name in bindings
        if (source == LIBRARY.name) != (target == LIBRARY.name)
        and (re.match(r"_?swift|\$s|\$S|_T0", name) or target == LIBRARY.name and name not in functions() | {VERSION})
    ]


@pytest.mark.parametrize("program", ["beside", "beside-static"])
def test_no_symbol_is_bound_across(built, blocklist, program):
    done = run(built / program, built / "plugin.so", blocklist, 8, 2, environment={"LD_DEBUG": "bindings"})
    assert done.returncode == 0
    lines = re.findall(r"binding file (\S+) \[0\] to (\S+) \[0\]: normal symbol `(\S+)'", done.stderr)
    found = [(source.rpartition("/")[2], target.rpartition("/")[2], name) for source, target, name in lines]
    # The log has bindings of the library.
    assert any(source == LIBRARY.name for source, _, _ in found)
    assert mixed(found) == []
    if program == "beside":
        assert any(target == "libswiftCore.so" and name == "swift_retain" for _, target, name in found)


def test_cross_binding_is_found():
    across = [("beside", LIBRARY.name, "swift_retain"), (LIBRARY.name, "libswiftCore.so", "swift_slowDealloc")]
    assert mixed(across) == across
