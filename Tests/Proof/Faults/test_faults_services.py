"""Groups from services that the C library loads: whatever fails, the section for a group still applies.

alice is in "strict", which demands 40 characters, by libnss-extrausers or libnss-systemd alone; everybody
else needs 8.
"""

import errno

import pytest
from faults import Fault, check_sweep
from services import STRONG, WEAK, services  # noqa: F401

CANNOT_LOAD = 'the service "{}" cannot be loaded: user "alice" may be in unknown groups'
LIMITS = {"as": "RLIMIT_AS", "data": "RLIMIT_DATA", "stack": "RLIMIT_STACK", "nofile": "RLIMIT_NOFILE"}
KIB, MIB = 1 << 10, 1 << 20


def check_kept(runs, password):
    """Asserts that a weak password is never stored, and never leads to success."""
    for run in runs:
        assert run.stored in ([], [STRONG]), f"a weak password was accepted: {run}"
        assert password == STRONG or run.status != "PAM_SUCCESS", run


@pytest.mark.parametrize("order", [
    "files {}", "{} files", "files [SUCCESS=merge] {}", "compat {}", "files [!UNAVAIL=continue] {}"])
def test_only_members_by_service_are_bound(services, order):
    services.reset(order)
    assert services.run(WEAK).stored == []
    assert services.run(STRONG).stored == [STRONG]
    run = services.run(WEAK, "bob")
    assert (run.stored, run.log) == ([WEAK], [])


def test_service_unused_by_libc_binds_nobody(services):
    services.reset("files [NOTFOUND=return] {}")
    run = services.run(WEAK)
    assert (run.stored, run.log) == ([WEAK], [])


# ---- The service is missing ----


def check_doubt(services, text):
    for user in ["alice", "bob"]:
        run = services.run(WEAK, user)
        assert (run.stored, run.prompts) == ([], ["New password: "])
        assert any(text.replace("alice", user) in line for line in run.log), run.log
        assert "  - 28 more characters needed (12 of 40)" in run.dialogue
        assert services.run(STRONG, user).stored == [STRONG]


def test_broken_service_file_keeps_the_section(services):
    services.cover_library()
    check_doubt(services, CANNOT_LOAD.format(services.service))


@pytest.mark.parametrize("order, text", [
    ("files no-such-service", CANNOT_LOAD.format("no-such-service")),
    ("no-such-service [UNAVAIL=return] files", CANNOT_LOAD.format("no-such-service")),
    ("files " + "x" * 70, "a line that names the services for users or groups is invalid"),
])
def test_missing_service_keeps_the_section(services, order, text):
    services.reset(order)
    check_doubt(services, text)


@pytest.mark.parametrize("order", ["files [SUCCESS=maybe]", "files [SUCCESS"])
def test_unknown_line_refuses(services, order):
    """With such a line in nsswitch.conf, the C library does not find any user."""
    services.reset(order)
    run = services.run(WEAK)
    assert (run.stored, run.prompts, run.status) == ([], [], "PAM_TRY_AGAIN")


# ---- Its data is broken ----

GARBAGE = "\x01\x7f{[garbage\n" * 20
# A file of each service, and its contents. None means that it is a folder, and "" that it is missing.
BROKEN = {
    "extrausers": [("group", text) for text in ("strict:x:seven:alice\n", "strict:x", None, "")],
    "systemd": [("strict.group", text) for text in (
        GARBAGE, '{"groupName": "strict", "gi', " ", '{"groupName": "other", "gid": 7000}', None)],
}


def test_broken_service_data_keeps_the_section(services):
    for name, text in BROKEN[services.service]:
        services.reset()
        path = services.data / name
        path.unlink()
        if services.service == "systemd":
            (services.data / "7000.group").unlink()
        if text is None:
            path.mkdir()
        elif text:
            path.write_text(text)
        run = services.run(WEAK)
        assert run.stored == [], (text, run)
        assert any(f'the service "{services.service}" cannot be queried' in line for line in run.log), (text, run.log)
        assert services.run(STRONG).stored == [STRONG]


@pytest.mark.parametrize("services", ["extrausers"], indirect=True)
def test_lines_skipped_by_the_service_are_ignored(services):
    """libnss-extrausers does not report errors: the group does not exist, and `policy --check` warns of
    that."""
    (services.data / "group").write_text(GARBAGE)
    assert services.run(WEAK).stored == [WEAK]


# ---- One call fails ----


@pytest.mark.parametrize("fault", [Fault("alloc", all=True), Fault("open", errno.EMFILE, all=True)], ids=str)
@pytest.mark.parametrize("warm", [False, pytest.param(True, marks=pytest.mark.long)], ids=["cold", "warm"])
@pytest.mark.parametrize("hides", [False, True], ids=["", "hidden environment"])
def test_failing_calls_keep_the_section(services, fault, warm, hides):
    """Calls by dlopen also fail, and calls by the code that hides the environment in a set-user-ID program."""
    if hides:
        services.imitate_set_user_id()
    runs = services.machine.sweep(fault, [WEAK], warm=warm)
    check_sweep(runs, fault)
    check_kept(runs, WEAK)
    assert runs[0].status == "PAM_AUTHTOK_ERR"


@pytest.mark.long
@pytest.mark.parametrize("fault", [Fault("alloc", onwards=True, all=True), Fault("open", errno.EMFILE, True, all=True)], ids=str)
def test_lasting_failures_keep_the_section(services, fault):
    check_kept(services.machine.sweep(fault, [WEAK], step=7), WEAK)


# ---- Limits ----

# For each limit, the smallest value, with which no program starts; the largest, with which a change has all that it
# needs; and the step.
RANGES = {"as": (2 * MIB, 48 * MIB, 8 * KIB), "data": (64 * KIB, 36 * MIB, 16 * KIB), "stack": (8 * KIB, 400 * KIB, 1 * KIB),
          "nofile": (3, 30, 1)}


def sample(limit, is_whole):
    first, last, step = RANGES[limit]
    values = list(range(first, last, step))
    # The sample is dense near the lowest values, and sparse above.
    if not is_whole and len(values) > 40:
        near = values[: len(values) // 8]
        values = near[:: max(1, len(near) // 25)] + values[len(near) :: len(values) // 12]
    return [*values, 4 * last]


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["sample", "whole"])
def test_limits_keep_the_section(services, limit, is_whole):
    runs = services.under_limits(limit, sample(limit, is_whole), WEAK)
    begun = {value: run for value, run in runs.items() if run is not None and not run.is_dead}
    check_kept(begun.values(), WEAK)
    named = [run for run in begun.values() if any(f"{LIMITS[limit]}: the resource limit is too low" in line for line in run.log)]
    judged = [run for run in begun.values() if "  - 28 more characters needed (12 of 40)" in run.dialogue]
    assert named and judged
    for run in named:
        assert run.dialogue == [
            f"The password was not changed, because a resource limit of this session is too low: {LIMITS[limit]}"]
        # The second pass may refuse, if the first one has used up what was left.
        assert run.prompts == [] and run.status in {"PAM_TRY_AGAIN", "PAM_AUTHTOK_ERR"}
    # Every run names the limit or judges the password, or ends before our module runs.
    for value, run in begun.items():
        assert run in named or run in judged or run.number("start") != 0 or run.status in {
            "PAM_MODULE_UNKNOWN", "PAM_ABORT", "PAM_BUF_ERR", "PAM_TRY_AGAIN"}, (value, run)


def test_change_ends_if_libpam_has_enough_stack(services):
    """In this program libpam needs some 36 KiB, whatever the modules do. Random addresses change that by a page or two."""
    values = [*range(44 * KIB, 300 * KIB, 4 * KIB)]
    for value, run in services.under_limits("stack", values, WEAK).items():
        assert run is not None and run.signal == 0, (value, run)
        assert run.status in {"PAM_TRY_AGAIN", "PAM_AUTHTOK_ERR"} and run.stored == []
