"""That a process that loads, uses and unloads the library or the module many times is then as it was before."""

import json

import pytest
from programs import BUILD, must_run, size

LIBRARY = BUILD / "libpasswordrules.so.1"
MODULE = BUILD / "pam_passwordrules.so"
# Of all rounds together. A whole Swift runtime goes on touching pages of its own, and threads have arenas that fill up.
MOST_KB, MOST_KB_BESIDE = 64, 512


def load(built, blocklist, count, *fault):
    return json.loads(must_run(built / "load", LIBRARY, built / "plugin.so", blocklist, count, *fault))


def test_the_library_is_loaded_once_and_leaves_nothing_behind(built, blocklist):
    found = load(built, blocklist, size("LOADS"))
    # Headers, code, constants and variables, each in a part of its own.
    assert 1 <= found["loaded"] <= 6
    assert found["memory"] <= MOST_KB
    assert (found["mappings"], found["files"]) == (0, 0)


@pytest.mark.parametrize(
    ("fault", "what", "least"), [("file", "files", 9), ("mapping", "mappings", 5), ("memory", "memory", MOST_KB + 1)]
)
def test_what_is_left_behind_is_seen(built, blocklist, fault, what, least):
    assert load(built, blocklist, 100, fault)[what] >= least


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


@pytest.mark.parametrize("threads", [1, 8])
@pytest.mark.parametrize("program", ["beside", "beside-static"])
def test_the_library_lives_beside_a_whole_swift_runtime(built, program, threads):
    found = json.loads(must_run(built / program, LIBRARY, size("LOADS"), threads, library=BUILD))
    assert found["memory"] <= MOST_KB_BESIDE
