"""alice runs the real passwd, which is set-user-ID, with variables that the real services obey.

Only a service says that she is in "strict", which demands 40 characters.
"""

import shutil

import pytest
from directories import SERVICES, Service
from people import ALICE, BOB, BOBS_PASSWORD, OLD_PASSWORD, has_password
from dialogue import Person, converse
from hidden_environment import HOSTS, build
from hidden_environment import SERVICES as ACTS

WEAK = "xkq7-vbzw"
TOO_SHORT = "31 more characters needed (9 of 40)"
# The values that the tests give to the variables of services.
VALUES = ["NO", "1", "0", "/nonexistent", ""]
# Variables with this prefix say what libnss-systemd logs, and where; newer versions have more of them.
LOGGING = "SYSTEMD_LOG_"

each_service = pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)


def passwd(debian, *variables, new=WEAK, uid=ALICE, old=OLD_PASSWORD):
    return converse(debian, ["env", *variables, "passwd"], Person(old, new), uid=uid)


def variables_of(debian, service: Service) -> set[str]:
    """The variables that the service, and libraries that it loads, ask for in a program that is not set-user-ID."""
    log = "/var/log/variables"
    debian.write(log, "", mode=0o666)
    recording = ["env", "LD_PRELOAD=/usr/lib/variables.so", f"VARIABLES_LOG={log}", "getent", "-s", service.name]
    for question in ("group strict", "group 7000", "passwd alice", "passwd 1001", "passwd nobody-else", "initgroups alice"):
        debian.run(*recording, *question.split(), check=False)
    return {line.split()[1] for line in debian.read(log).splitlines()}


@each_service
def test_variables_of_the_service_are_known(debian, service):
    """This test fails if a service reads a new variable. If so, add the variable to SERVICES, and its values to VALUES,
    which the next test tries."""
    with service.running(debian):
        found = {name for name in variables_of(debian, service) if not name.startswith(LOGGING)}
        assert found == service.variables


@each_service
def test_no_variable_shakes_a_section_off(debian, service):
    with service.running(debian):
        asked = sorted(service.variables | variables_of(debian, service))
        attacks = [[], *([f"{name}={value}"] for name in asked for value in VALUES)]
        attacks += [[f"{name}={value}" for name in asked] for value in VALUES if asked]
        for variables in attacks:
            result = passwd(debian, *variables)
            assert TOO_SHORT in result.text, (variables, result.text)
            assert has_password(debian, OLD_PASSWORD), variables


@each_service
def test_section_binds_nobody_else(debian, service):
    """If the service does not answer, bob may be in "strict" as well, so the section binds him."""
    with service.running(debian):
        for name in sorted(service.variables) or ["NONE"]:
            # The second new password differs, so bob keeps his password.
            result = passwd(debian, f"{name}=NO", new=(WEAK, WEAK + "2"), uid=BOB, old=BOBS_PASSWORD)
            assert (TOO_SHORT in result.text) == (not service.knows), result.text
            assert not service.knows or "Retype new password: " in result.text


@pytest.mark.parametrize("act", ACTS)
def test_this_libc_finds_the_environment_again(debian, tmp_path, act):
    """Newer versions of libc keep the arrays that setenv has made, and use them again."""
    shutil.copy(build(tmp_path / "hidden"), debian.path("/usr/bin/hidden"))
    for host in HOSTS:
        done = debian.run("hidden", host, act, check=False)
        assert (done.returncode, done.stdout) == (0, ""), host
