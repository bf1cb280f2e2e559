"""The module built with NAME_SERVICES=no, which loads no service of nsswitch.conf;
Sources/CNameServices/README.md describes it.

Every test runs with the shipped module as well, to show what differs and what does not.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from conftest import BUILD, FLAGS, HERE
from private_state import copy_module
from transaction import LOG_WARNING, SETUID, SINGLE, USER, short_of

WITHOUT = BUILD / "without-name-services"
# 12 characters.
PASSWORD = "Vq7%kWz2!xRj"
TOO_SHORT = short_of(12, 40)
POLICY = "rules = minlength: 8\nusername =\n[group strict]\nrules = minlength: 40\n[group lenient]\nenforce = no\nrules =\n"
DOUBT = ('in doubt: /etc/nsswitch.conf: the service "{}" is not asked, because passwordrules was built without name services: '
         'user "{}" may be in unknown groups, whose sections would then apply too.')
PASSWD = "".join(f"{name}:x:{number}:{number}::/:/bin/sh\n" for name, number in [("alice", 1000), ("bob", 1001), ("carol", 7000), ("user1", 1002)])
# alice and, by her primary group, carol are in "strict" by the files.
GROUP = "alice:x:1000:\nbob:x:1001:\nstrict:x:7000:alice\nlenient:x:7001:\n"
MOUNTS = ('mount --bind "$0/nsswitch.conf" /etc/nsswitch.conf && mount --bind "$0/passwd" /etc/passwd && '
          'mount --bind "$0/group" /etc/group && exec "$@"')


@pytest.fixture(scope="module", params=["with", "without"])
def programs(request):
    """The module, with or without name services, and other files that the tests need, in a folder that every user
    may enter."""
    built = BUILD if request.param == "with" else WITHOUT
    if not (built / "pam_passwordrules.so").exists():
        pytest.skip(f"{built.name}/pam_passwordrules.so is not built")
    with tempfile.TemporaryDirectory(prefix="passwordrules-pam-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        for file in ("libpasswordrules.so.1", "pam_passwordrules.so"):
            copy_module(built / file, directory)
        for file in ("conversation", "pam_witness.so"):
            shutil.copy(BUILD / "tests" / file, directory)
        (directory / "without").write_text("" if built == BUILD else "yes")
        subprocess.run(["cc", *FLAGS, f'-DSERVICE_LOG="{directory}/service.log"', "-fPIC", "-shared", "-fvisibility=hidden",
                        "-o", directory / "libnss_obedient.so.2", HERE / "libnss_obedient.c"], check=True)
        shim = [HERE / "set_user_id.c", "-ldl"]
        subprocess.run(["cc", *FLAGS, "-fPIC", "-shared", "-o", directory / "set_user_id.so", *shim], check=True)
        yield directory


@pytest.fixture(scope="module")
def without(programs):
    """Whether this is the module without name services."""
    return (programs / "without").read_text() != ""


@pytest.fixture
def change(machine, accounts):
    """Changes a password as an ordinary user of a machine with these databases. Returns the tokens, the errors shown and
    the warnings logged."""
    machine.write_policy(POLICY)

    def run(user, group="files", users="files", variables=(), groups=GROUP, mode=0o644, **options):
        files = {"nsswitch.conf": f"passwd: {users}\ngroup: {group}\n", "passwd": PASSWD, "group": groups}
        for name, text in files.items():
            (machine.directory / name).write_text(text)
        (machine.directory / "group").chmod(mode)
        command = ("unshare", "--mount", "sh", "-c", MOUNTS, machine.directory, "env", f"LD_LIBRARY_PATH={machine.programs}",
                   *variables)
        done = machine.change(PASSWORD, PASSWORD, user=user, command=command, **({"options": SINGLE, "by": USER} | options))
        return done.tokens, done.texts("error")[1:], [log.text for log in done.log if log.priority == LOG_WARNING]

    return run


ACCEPTS, REFUSES = ([PASSWORD], [], []), ([None], [TOO_SHORT], [])


def test_files_do_not_load_libraries(programs, without):
    for name in ("libpasswordrules.so.1", "pam_passwordrules.so"):
        done = subprocess.run(["nm", "-D", "--undefined-only", programs / name], capture_output=True, text=True, check=True)
        used = {line.split()[-1].partition("@")[0] for line in done.stdout.splitlines()}
        assert "getgrouplist" in used
        # The module looks by dl_iterate_phdr, which loads nothing, for a loaded pam_unix.
        assert {symbol for symbol in used - {"dl_iterate_phdr"} if symbol.startswith("dl")} == (
            set() if without else {"dlopen", "dlsym", "dlclose"})


# ---- Only files: nothing is in doubt ----


@pytest.mark.parametrize(("user", "expected"), [("alice", REFUSES), ("carol", REFUSES), ("bob", ACCEPTS)])
@pytest.mark.parametrize("line", ["files", "files [NOTFOUND=return]", "files files"])
def test_sections_bind_only_members_in_files(change, line, user, expected):
    assert change(user, group=line, users=line) == expected


# Lines of /etc/group, and whether libc's parser finds bob in "strict".
LONG = ",".join(f"user{number}" for number in range(20_000))


@pytest.mark.parametrize(("groups", "expected"), [
    ("# a comment\n\n  strict:x:7000:bob\n", REFUSES), ("strict:x:7000:alice,bob", REFUSES),
    ("strict:x:7000: bob,alice\n", REFUSES), ("strict:x:7000:bob ,alice\n", ACCEPTS),
    (f"strict:x:7000:{LONG},bob\n", REFUSES), (f"other:x:7002:{LONG}\nstrict:x:7000:bob\n", REFUSES),
    ("strict:x:7000:bo\n", ACCEPTS), ("strict:x:seven:bob\n", ACCEPTS), ("strict:x\n", ACCEPTS), ("#strict:x:7000:bob\n", ACCEPTS),
    ("+strict:x:7000:bob\n", ACCEPTS), ("", ACCEPTS), ("\x01\x7f{[garbage\n" * 20, ACCEPTS),
    ("strict:x:7000:\nstrict:x:7002:bob\n", REFUSES), ("team:x:7000:bob\nstrict:x:7000:\n", ACCEPTS),
    ("strict:x:7000:\nteam:x:7000:bob\n", REFUSES),
], ids=lambda value: repr(value)[:24])
def test_lines_of_the_file_are_read_as_libc_reads_them(change, groups, expected):
    assert change("bob", groups=groups) == expected


@pytest.mark.parametrize(("groups", "expected"), [
    ("strict:x:7000:user1\n", REFUSES), ("strict:x:7000:\nteam:x:7000:user1\n", REFUSES), ("strict:x:1002:\n", REFUSES),
    ("+team:x:1002:\nstrict:x:1002:\n", REFUSES), (f"strict:x:7000:\nteam:x:7000:{LONG},user1\n", REFUSES), (GROUP, ACCEPTS),
], ids=lambda value: repr(value)[:24])
def test_threaded_program_uses_files(change, programs, groups, expected):
    """The program is set-user-ID, but cannot hide its environment because it has threads. A thread changes the password
    of user1."""
    marked = (f"LD_PRELOAD={programs}/set_user_id.so",)
    assert change("user1", variables=marked, groups=groups, by=SETUID, threads=1) == expected


# ---- Another service: both sets of rules hold ----


def test_member_in_files_is_not_in_doubt(change):
    tokens, errors, _ = change("alice", group="files obedient")
    assert (tokens, errors) == ([None], [TOO_SHORT])


@pytest.mark.parametrize("line", ["files {}", "{} files", "files [SUCCESS=merge] {}", "files [UNAVAIL=return] {}", "compat {}"])
def test_possible_service_group_binds_everybody(change, without, line):
    for variables in ((), ("OBEDIENT_KNOWS_NOBODY=1",)):
        tokens, errors, warnings = change("bob", group=line.format("obedient"), variables=variables)
        if without:
            assert (tokens, errors) == ([None], [TOO_SHORT])
            assert DOUBT.format("obedient", "bob") in warnings
        else:
            assert (tokens, errors, warnings) == ACCEPTS


def test_silent_service_keeps_the_section(change, without):
    """Only the service puts alice in "strict". If it hides her, the module that asks it cannot know; the module that does
    not ask it is in doubt, and applies the section."""
    nobody = GROUP.replace("strict:x:7000:alice\n", "")
    assert change("alice", group="files obedient", groups=nobody)[:2] == ([None], [TOO_SHORT])
    attack = change("alice", group="files obedient", groups=nobody, variables=("OBEDIENT_KNOWS_NOBODY=1",))
    assert attack[0] == ([None] if without else [PASSWORD])
    assert attack[2] == ([DOUBT.format("obedient", "alice")] if without else [])


def test_missing_service_leaves_a_doubt(change, without):
    tokens, errors, [warning] = change("bob", group="files absent")
    assert (tokens, errors) == ([None], [TOO_SHORT])
    assert (warning == DOUBT.format("absent", "bob")) == without


def test_group_from_libc_service_counts(change, without):
    """libc finds alice in "lenient", which has no rules. Without name services, she may also be in "strict"."""
    generous = ("OBEDIENT_IS_GENEROUS=1", "OBEDIENT_KNOWS_NOBODY=1")
    tokens, errors, _ = change("alice", group="files obedient", groups="alice:x:1000:\n", variables=generous)
    assert (tokens, errors) == (([None], [TOO_SHORT]) if without else ([PASSWORD], []))


def test_environment_of_threaded_program_drops_no_section(change, programs, without):
    variables = (f"LD_PRELOAD={programs}/set_user_id.so", "OBEDIENT_KNOWS_NOBODY=1", "OBEDIENT_IS_GENEROUS=1")
    _, errors, warnings = change("user1", group="files obedient", variables=variables, by=SETUID, threads=1)
    assert TOO_SHORT in errors
    assert any(("was built without name services" in warning) == without for warning in warnings)


def test_section_without_groups_leaves_no_doubt(change, machine):
    machine.write_policy("rules = minlength: 8\n[user alice]\nrules = minlength: 40\n")
    assert change("bob", group="files obedient", users="files obedient") == ACCEPTS
    assert change("alice", group="files obedient", users="files obedient") == REFUSES


@pytest.mark.parametrize("users", ["files", "files obedient"])
def test_user_unknown_to_libc_may_match_another_name(machine, change, users, without):
    machine.write_policy("rules = minlength: 8\nusername =\n[user dora]\nrules = minlength: 40\n")
    tokens, *_ = change("DORA", users=users)
    assert tokens == ([] if without and users != "files" else [PASSWORD])


def test_unreadable_file_refuses(change):
    assert change("bob", mode=0o600) == ([], [], [])
    assert change("bob") == ACCEPTS
