"""How often a service of nsswitch.conf is asked in a change: the number of [group] sections does not matter to
services that list a user's groups. Others, and systemd's, are asked for each group that has a section, once.

Sources/CNameServices/README.md explains why. libnss_counted.c logs each question.
"""

import shutil
import subprocess
from collections import Counter

import pytest
from conftest import FLAGS, HERE
from transaction import LOG_WARNING, SINGLE, USER, short_of

# 12 characters.
PASSWORD = "Vq7%kWz2!xRj"
TOO_SHORT = short_of(12, 40)
SIZES = [1, 10, 100, 1000]
MOUNT = 'mount --bind "$0" /etc/nsswitch.conf && exec "$@"'
COMPLETE = ["ldap", "sss", "counted"]
DOUBT = 'the service "{}" cannot be queried, or its data is damaged: user "{}" may be in unknown groups'


def policy(count):
    """The last section is for "strict", which only the service has."""
    others = "".join(f"[group other{number}]\nrules = minlength: 30\n" for number in range(count - 1))
    return f"rules = minlength: 8\nusername =\n{others}[group strict]\nrules = minlength: 40\n"


class Counted:
    """A machine whose nsswitch.conf names one service for groups, after the files."""

    def __init__(self, people):
        self.people, self.log = people, people.directory / "service.log"
        self.configuration = people.directory / "nsswitch.conf"
        self.built = people.directory / "services"
        self.built.mkdir()

    def build(self, service, lists=1):
        subprocess.run(
            ["cc", *FLAGS, f"-DSERVICE={service}", f"-DSERVICE_LISTS={lists}", f'-DSERVICE_LOG="{self.log}"', "-fPIC", "-shared",
             "-fvisibility=hidden", "-o", self.built / f"libnss_{service}.so.2", HERE / "libnss_counted.c"], check=True)

    def change(self, service, *variables, user="alice", command=(), **options):
        """A change to a password that only the section of "strict" refuses, and what the service was asked."""
        self.configuration.write_text(f"passwd: files\ngroup: files {service}\n")
        self.log.write_text("")
        self.log.chmod(0o666)
        libraries = f"LD_LIBRARY_PATH={self.people.programs}:{self.built}"
        change = self.people.change(
            PASSWORD, PASSWORD, user=user, by=USER, options=SINGLE,
            command=("sh", "-c", MOUNT, self.configuration, *command, "env", libraries, *variables), **options)
        return change, Counter(line.strip() for line in self.log.read_text().splitlines())


@pytest.fixture
def counted(people):
    return Counted(people)


def doubts(change):
    return [log.text for log in change.log if log.priority == LOG_WARNING]


@pytest.mark.parametrize("service", COMPLETE)
@pytest.mark.parametrize(("user", "is_member"), [("alice", True), ("bob", False)])
def test_number_of_sections_does_not_matter_to_a_complete_service(counted, service, user, is_member):
    counted.build(service)
    asked = []
    for count in SIZES:
        counted.people.write_policy(policy(count))
        change, calls = counted.change(service, user=user)
        assert change.tokens == ([None] if is_member else [PASSWORD])
        assert (TOO_SHORT in change.shown) == is_member and doubts(change) == []
        asked.append(calls)
    assert all(calls == asked[0] for calls in asked), asked
    # libc asks twice, and we once; all are for this user.
    assert asked[0][f"initgroups_dyn {user}"] == 3
    assert {call.split()[0] for call in asked[0]} <= {"initgroups_dyn", "getgrgid_r"}


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace(1) counts the calls")
def test_number_of_sections_does_not_matter_to_the_file_of_groups(counted):
    trace = counted.people.directory / "trace"
    strace = ("strace", "-qq", "-f", "-o", trace, "-e", "trace=openat", "-P", "/etc/group")
    opened = []
    for count in SIZES:
        counted.people.write_policy(policy(count))
        change, _ = counted.change("", command=strace)
        assert change.tokens == [PASSWORD]
        opened.append(trace.read_text().count("/etc/group"))
    assert opened[0] > 0 and set(opened) == {opened[0]}


@pytest.mark.parametrize(("service", "lists"), [("systemd", 1), ("counted", 0), ("sss", 0), ("ldap", 0)])
@pytest.mark.parametrize(("user", "is_member"), [("alice", True), ("bob", False)])
def test_other_services_are_asked_for_each_group_once(counted, service, lists, user, is_member):
    """A group may have a section in each file."""
    counted.build(service, lists)
    counted.people.write_policy(policy(10))
    folder = counted.people.directory / "policy.conf.d"
    folder.mkdir()
    for name in ("10.conf", "20.conf"):
        (folder / name).write_text("".join(f"[group other{number}]\nretry = 1\n" for number in range(9)))
    change, calls = counted.change(service, user=user)
    assert change.tokens == ([None] if is_member else [PASSWORD])
    by_name = {call: times for call, times in calls.items() if call.startswith("getgrnam_r ")}
    names = [f"other{number}" for number in range(9)] + ([] if is_member else ["strict"])
    assert by_name == {f"getgrnam_r {name}": 1 for name in names}


# ---- Nothing is lost ----


@pytest.mark.parametrize("service", [*COMPLETE, "systemd"])
@pytest.mark.parametrize("user", ["alice", "bob"])
def test_service_that_fails_leaves_a_doubt(counted, service, user):
    counted.build(service)
    for count in SIZES[:2]:
        counted.people.write_policy(policy(count))
        change, calls = counted.change(service, "COUNTED_FAILS=initgroups", user=user)
        assert change.tokens == [None] and TOO_SHORT in change.shown
        assert any(DOUBT.format(service, user) in doubt for doubt in doubts(change)), change.log
        # It is not asked in vain.
        assert not any(call.startswith("getgrnam_r") for call in calls)


@pytest.mark.parametrize(("service", "lists"), [("systemd", 1), ("counted", 0)])
def test_group_that_a_list_omits_is_found_by_its_name(counted, service, lists):
    counted.build(service, lists)
    counted.people.write_policy(policy(10))
    fault = "COUNTED_OMITS=1" if lists else "COUNTED_FAILS=getgrent_r"
    change, _ = counted.change(service, fault)
    assert change.tokens == [None] and TOO_SHORT in change.shown and doubts(change) == []
    change, _ = counted.change(service, fault, user="bob")
    assert change.tokens == [PASSWORD] and doubts(change) == []


@pytest.mark.parametrize(("service", "lists"), [("systemd", 1), ("counted", 0)])
def test_failure_that_a_list_hides_leaves_a_doubt(counted, service, lists):
    """libnss_systemd leaves out a group whose record it cannot read; asked for it by name, it reports the failure."""
    counted.build(service, lists)
    counted.people.write_policy(policy(10))
    for user in ("alice", "bob"):
        change, calls = counted.change(service, "COUNTED_OMITS=1", "COUNTED_FAILS=getgr", user=user)
        assert change.tokens == [None] and TOO_SHORT in change.shown
        assert any(DOUBT.format(service, user) in doubt for doubt in doubts(change)), change.log
        # One failure is enough.
        assert sum(times for call, times in calls.items() if call.startswith("getgrnam_r")) == 1
