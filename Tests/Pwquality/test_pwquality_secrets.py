"""No part of a password stays in memory, whether it is checked, generated or the old one."""

import subprocess
from pathlib import Path

import pytest
from library import BUILD, DEBIANS, OURS

subprocess.run(["make", "-C", Path(__file__).parents[1] / "Proof" / "Secrets", f"BUILD={BUILD}", "all"], check=True, capture_output=True)

from forms import forms_of  # noqa: E402
from passwords import foreign, password, search_for  # noqa: E402
from scanner import BEFORE, Process, Search  # noqa: E402

POLICY = """\
rules = minlength: 8;
blocklist = mangled /usr/local/share/passwordrules/common.blocklist
username = reject
full-name = reject
old-password-changes = 2
min-guesses = 10^6
"""
WITH_OURS = {"LD_LIBRARY_PATH": f"{OURS.parent}:{BUILD}"}
OLD = password(20, "old")
SETTINGS = {"policy": ["1"], "policy and settings": ["1", "minlen=9", "badwords=acme"],
            "settings alone": ["0", "difok=3", "badwords=acme", "usersubstr=4"]}
every_setting = pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)


@pytest.fixture(scope="module", autouse=True)
def memory_can_be_read():
    """In some containers, a process may not inspect another one, not even its own child."""
    with Process("pwquality", "check", "0", environment=WITH_OURS) as process:
        process.proceed()
        try:
            process.scan(Search([]))
        except PermissionError as error:
            pytest.skip(f"this machine does not let the memory of a child be read: {error}")


def findings(process: Process, search) -> list[str]:
    found = []
    while process.proceed() is not None:
        found += [str(finding) for finding in process.scan(search())]
    return found


@every_setting
@pytest.mark.parametrize("secret", [password(8), password(48), password(200), foreign(24), b"basketball7", b"\xffVz7qWkP2xRb"],
                         ids=["8", "48", "200", "foreign", "listed", "ill-formed"])
def test_check(policy, settings, secret):
    policy(POLICY)
    search = search_for(secret, OLD)
    with Process("pwquality", "check", *settings, password=secret, old=OLD, environment=WITH_OURS) as process:
        assert process.proceed() == BEFORE
        assert process.scan(search) == [], "a form is there by chance"
        assert findings(process, lambda: search) == []


@every_setting
def test_generate(policy, settings):
    policy(POLICY)
    with Process("pwquality", "generate", *settings, environment=WITH_OURS) as process:
        assert process.proceed() == BEFORE
        assert findings(process, lambda: Search(forms_of(process.vault.output))) == []
        assert len(process.vault.output) > 10


def test_copies_that_libpwquality_leaves_are_found():
    secret = password(48)
    with Process("pwquality", "check", "0", password=secret, old=OLD,
                 environment={"LD_LIBRARY_PATH": str(DEBIANS.parent)}) as process:
        process.proceed()
        assert findings(process, lambda: search_for(secret, OLD)) != []
