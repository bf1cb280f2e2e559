"""No account database sees the environment that the caller of a set-user-ID program has set.

libnss_obedient.c is a name service that obeys environment variables, and set_user_id.c makes the program believe
that it is set-user-ID. Tests/NameServices tests real services.
"""

import re
import subprocess

import pytest
from conftest import BUILD, FLAGS, HERE
from hidden_environment import HOSTS, SERVICES, build
from transaction import LOG_WARNING, SETUID, SINGLE, short_of

PASSWORD = "Vq7%kWz2!xRj"
TOO_SHORT = short_of(12, 40)
POLICY = """\
rules = minlength: 8
[group strict]
rules = minlength: 40
[group lenient]
rules =
enforce = no
"""
KNOWS_NOBODY, IS_GENEROUS = "OBEDIENT_KNOWS_NOBODY=1", "OBEDIENT_IS_GENEROUS=1"


class Host:
    """A machine whose nsswitch.conf names the service for groups, after the files."""

    def __init__(self, people, compiled, lists):
        self.people, self.directory = people, people.directory
        # What the service logs.
        self.calls = {"load", "initgroups_dyn", "getgrgid_r"} if lists else {"load", "getgrnam_r"}
        self.shim = compiled("set_user_id.so", "dl")
        self.service_log, self.witness_log = self.directory / "service.log", self.directory / "witness.log"
        service = people.programs / "libnss_obedient.so.2"
        subprocess.run(["cc", *FLAGS, *([] if lists else ["-DWITHOUT_LIST"]), f'-DSERVICE_LOG="{self.service_log}"', "-fPIC",
                        "-shared", "-fvisibility=hidden", "-o", service, HERE / "libnss_obedient.c"], check=True)
        people.write_policy(POLICY)
        self.passwd = self.directory / "passwd"
        self.passwd.write_text("alice:x:1000:1000::/:/bin/sh\nbob:x:1001:1001::/:/bin/sh\nuser1:x:1002:1002::/:/bin/sh\n")

    def change(self, *variables, is_marked=True, services="files obedient", users="files", **options):
        """Changes to a password of 12 characters, which only the section of "strict" refuses."""
        configuration = self.directory / "nsswitch.conf"
        configuration.write_text(f"passwd: {users}\ngroup: {services}\n")
        for log in (self.service_log, self.witness_log):
            log.write_text("")
            log.chmod(0o666)
        mounts = 'mount --bind "$0" /etc/nsswitch.conf && mount --bind "$1" /etc/passwd && shift && exec "$@"'
        marked = (f"LD_PRELOAD={self.shim}", f"WITNESS_LOG={self.witness_log}") if is_marked else ()
        command = ("sh", "-c", mounts, configuration, self.passwd, "env", *marked, *variables)
        return self.people.change(PASSWORD, PASSWORD, options=SINGLE, command=command, **({"by": SETUID} | options))

    def told(self, log):
        """The calls of account databases in a log, each with the environment that it saw."""
        return {tuple(line.split()) for line in log.read_text().splitlines()}


@pytest.fixture(params=[True, False], ids=["lists the groups of a user", "has no list"])
def host(people, compiled, request):
    return Host(people, compiled, request.param)


@pytest.mark.parametrize("variables", [(), (KNOWS_NOBODY,), (IS_GENEROUS,), (KNOWS_NOBODY, IS_GENEROUS)], ids=str)
def test_variable_does_not_change_whom_a_section_binds(host, variables):
    change = host.change(*variables)
    assert (change.texts("error")[1:], change.tokens) == ([TOO_SHORT], [None])
    # Her membership is not in doubt either.
    assert [log for log in change.log if log.priority == LOG_WARNING] == []
    # The section does not bind other users.
    change = host.change(*variables, user="bob")
    assert (change.tokens, change.log) == ([PASSWORD], [])


def test_environment_of_other_programs_is_theirs(host):
    """A program that is not set-user-ID, such as a daemon, keeps its environment, because no user can set it."""
    assert host.change(is_marked=False).tokens == [None]
    assert host.told(host.service_log) == {(call, "full") for call in host.calls}
    assert host.change(KNOWS_NOBODY, is_marked=False).tokens == [PASSWORD]


@pytest.mark.parametrize("variables", [(), (KNOWS_NOBODY,), (IS_GENEROUS,), (KNOWS_NOBODY, IS_GENEROUS)], ids=str)
@pytest.mark.parametrize("user", ["user1", "user2"])
def test_threaded_program_trusts_files_only(host, variables, user):
    """The service's answers about user1 and others are in doubt: both sets of rules apply."""
    host.passwd.write_text(host.passwd.read_text().replace("user1", user))
    change = host.change(*variables, threads=2)
    own = [event["text"] for event in change.events if event["person"] == user and event["type"] == "error"]
    assert TOO_SHORT in own, change.dialogue
    doubts = {log.text for log in change.log if log.priority == LOG_WARNING}
    assert any(f'the service "obedient" might obey the caller\'s environment, which a program with several threads cannot hide: '
               f'user "{user}" may be in unknown groups' in doubt for doubt in doubts), doubts
    # The service is not even loaded.
    assert host.told(host.service_log) == set()


def test_threaded_program_has_no_doubt_with_files_only(host):
    change = host.change(threads=2, services="files")
    assert (set(change.tokens), change.log) == ({PASSWORD}, [])


@pytest.mark.parametrize(("users", "is_certain"), [("files", True), ("files obedient", False)])
def test_possibly_hidden_account_is_refused(host, users, is_certain):
    """The change is refused: otherwise, a user could evade the section by another spelling that the service knows."""
    host.passwd.write_text("alice:x:1000:1000::/:/bin/sh\n")
    host.people.write_policy("rules = minlength: 8\n[user User1]\nrules = minlength: 40\n")
    change = host.change(threads=1, users=users, services="files")
    assert change.tokens == ([PASSWORD] if is_certain else [])
    refusal = ("user \"user1\": cannot look up this user in the account databases: services might obey the caller's environment. "
               "Password change for user user1 refused.")
    assert [log.text for log in change.log] == ([] if is_certain else [refusal])


def test_threads_of_other_programs_leave_no_doubt(host):
    change = host.change(threads=1, is_marked=False)
    assert change.tokens == [None] and [log for log in change.log if log.priority == LOG_WARNING] == []


# ---- Every call of an account database has an empty environment ----

# Every function of libc and libpam that queries an account database, whether or not we use it.
DATABASE = re.compile(
    r"(get|fget|put|set|end)(pw|gr|sp|sg)\w*|getgrouplist|initgroups|innetgr|(get|set|end)netgrent\w*|getlogin\w*|cuserid"
    r"|pam_modutil_(get|user)\w*|wordexp|glob")


def test_account_lookups_run_with_empty_environment(host):
    host.change(KNOWS_NOBODY)
    assert host.told(host.service_log) == {(call, "empty") for call in host.calls}
    witnessed = {("getpwnam_r", "empty"), ("getgrouplist", "empty"), ("getgrgid_r", "empty"), ("dlopen", "empty")}
    assert host.told(host.witness_log) == witnessed
    # The library and the module can call no others, except getgrnam_r: it is in a C file that they share with the tool, which calls it.
    files = [BUILD / "libpasswordrules.so.1", BUILD / "pam_passwordrules.so"]
    done = subprocess.run(["nm", "-D", "--undefined-only", *files], capture_output=True, text=True, check=True)
    called = {line.split()[-1].partition("@")[0] for line in done.stdout.splitlines() if " U " in line}
    assert "dlopen" in called
    found = {symbol for symbol in called if DATABASE.fullmatch(symbol)} - {"getgrnam_r"}
    assert found == {call for call, _ in witnessed} - {"dlopen"}


# ---- Services that change the environment themselves ----


@pytest.fixture(scope="module")
def hidden_environment(programs):
    """Runs one of three builds of the program, by name: with our code; with code that ignores that setenv moves the
    environment; and with a libc that cannot tell whether there are threads.
    """
    build(programs / "hidden", "-fsanitize=address")
    build(programs / "hidden-unknown", "-D__libc_single_threaded=not_in_this_libc")
    build(programs / "hidden-plain", "-fsanitize=address", "-DPLAIN")

    def run(name, *arguments):
        return subprocess.run([programs / name, *arguments], capture_output=True, text=True, check=False)

    return run


@pytest.mark.parametrize("service", SERVICES)
def test_host_environment_is_restored(hidden_environment, service):
    for host in HOSTS:
        done = hidden_environment("hidden", host, service)
        assert (done.returncode, done.stderr) == (0, ""), host


def test_restoring_only_the_pointer_uses_freed_memory(hidden_environment):
    assert hidden_environment("hidden-plain", "setenv", "silent").returncode == 0
    assert "heap-use-after-free" in hidden_environment("hidden-plain", "setenv", "setenv-often").stderr


def test_possibly_threaded_program_keeps_its_environment(hidden_environment):
    done = hidden_environment("hidden-unknown", "untouched", "silent")
    assert (done.returncode, done.stderr) == (1, "not so: environ != NULL && environ[0] == NULL\n")
