"""The controls of our lines in auth and account that "passwordrules status" warns of are those by which libpam lets
the module do more than it should."""

import itertools
import json
import os
import sys

import pytest

from tool import ROOT, run

sys.path.append(os.path.join(ROOT, "Tests", "PAM"))

import test_pam_stacks  # noqa: E402
from test_pam_stacks import has_pam_debug  # noqa: E402, F401

ACTIONS = ["ignore", "ok", "done", "bad", "die", "reset", "1"]
CONTROLS = ["required", "requisite", "sufficient", "optional"] + [
    f"[new_authtok_reqd={asked} {rest}]" for asked, rest in itertools.product(ACTIONS, [
        "default=ignore", "default=ok", "default=bad", "default=die", "ignore=ignore default=bad", "ignore=1 default=ignore",
        "ignore=reset default=ignore", "module_unknown=1 default=ignore"])]
# libpam sets module_unknown if it cannot load the module.
RESULTS = {"auth": ["ignore", "module_unknown"], "account": ["ignore", "module_unknown", "new_authtok_reqd"]}
OTHERS = list(itertools.product(["success", "user_unknown", "acct_expired"], repeat=3))


def result(folder, call, stack):
    test_pam_stacks.write(folder, "; ".join(stack), call)
    return test_pam_stacks.run(folder, call)


def usual(others, ours):
    """The result for the program: the first refusal of another line, or else the wish for a new password."""
    return next((other for other in others if other != "success"), "new_authtok_reqd" if ours == "new_authtok_reqd" else "success")


def harms(folder, call, control):
    """Whether the line, after one other and before two, changes what the others decide, or is not obeyed."""
    for others, ours in itertools.product(OTHERS, RESULTS[call]):
        stack = [f"required {others[0]}", f"{control} {ours}", f"required {others[1]}", f"required {others[2]}"]
        if result(folder, call, stack) != usual(others, ours):
            return True
    return False


@pytest.mark.parametrize("call", RESULTS)
def test_warns_of_controls_that_do_more_than_they_should(has_pam_debug, tmp_path, call):  # noqa: F811
    services = tmp_path / "root" / "etc" / "pam.d"
    services.mkdir(parents=True)
    for index, control in enumerate(CONTROLS):
        (services / f"s{index}").write_text(f"{call} required pam_unix.so\n{call} {control} pam_passwordrules.so\n")
    findings = json.loads(run("status", "--machine", str(tmp_path / "root"), "--json").output)["findings"]
    warned = {finding["location"]: finding["message"] for finding in findings if finding["kind"] == "login-control"}
    stacks = tmp_path / "stacks"
    stacks.mkdir()
    harmful = 0
    for index, control in enumerate(CONTROLS):
        message = warned.get(f"/etc/pam.d/s{index}:2")
        does_harm = harms(stacks, call, control)
        harmful += does_harm
        # The module never succeeds.
        if message is None or "with a success of the module" not in message:
            assert (message is not None) == does_harm, (control, message)
        else:
            assert not does_harm, (control, message)
    assert 10 < harmful < len(CONTROLS)
