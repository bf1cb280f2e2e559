"""Shared fixtures of the tool's tests: the default policy, and signals as at a terminal."""

import os
import signal

import pytest

from tool import LIST, ROOT

INSTALLED = "/usr/share/passwordrules/common.blocklist"

# What started the tests may ignore some, as nohup does, and programs inherit it.
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture(scope="session")
def shipped_policy(tmp_path_factory):
    """The policy that ships, with the list that was just built in place of the installed one."""
    with open(os.path.join(ROOT, "pam", "passwordrules.conf")) as file:
        text = file.read()
    assert text.splitlines().count(f"blocklist = {INSTALLED}") == 1
    path = tmp_path_factory.mktemp("shipped") / "passwordrules.conf"
    path.write_text(text.replace(INSTALLED, LIST))
    path.chmod(0o644)
    return path
