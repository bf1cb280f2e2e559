"""Exported settings in libpwquality: it accepts what the policy accepts, and so does a policy imported from
them. Exceptions are pwquality's fixed demands, and the differences that test_peers_pwquality.py lists."""

import subprocess

import pytest

from candidates import Candidates
from peers import BUILD, Policy, peer_verdicts, unmet_rules
from test_peers_pwquality import LOOSER, first

SEED = 20261123
COUNT = 3000

# What pwquality always refuses: pwquality's error, or the rule of the policy that is imported.
ALWAYS = {"palindrome", "minlength", "max-bytes", "old-password-same"}

POLICIES = {
    **{name: f"preset = {name}\nblocklist =\n" for name in
       ["nist-800-63b-4", "stig-rhel-9", "stig-ubuntu-24.04", "cis-debian-12", "cis-rhel-9", "owasp-asvs-5"]},
    "names": "rules = minlength: 6;\nusername = reject\nusername-parts = 3\nfull-name = reject\nwords = flower, SunShine, acme\n",
    "classes": "rules = minlength: 8; required: [abcdef]; required: upper, lower; required: [-!#];\nat-least = 2 digit\n",
    "alternatives": "rules = minlength: 10; min-classes: 2;\nor = minlength: 8; required: digit; min-classes: 3;\n",
    "credits": "rules = minlength: 10;\nor = minlength: 9; required: digit;\n",
    "old": "rules = minlength: 8;\nold-password =\nold-password = case\nold-password-changes = 6\n",
    "runs": "rules = max-repeating: 1; max-sequential: 2;\nmax-class-repeating = 3\nmax-keyboard = 4\nmax-bytes = 300\n",
}


def load(text, path):
    path.write_text(text)
    path.chmod(0o644)
    return Policy.load(path)


def tool(*arguments):
    return subprocess.run([BUILD / "passwordrules", *arguments], capture_output=True, check=True).stdout.decode()


@pytest.mark.parametrize("name", POLICIES)
def test_exported_settings_are_never_stricter(name, tmp_path):
    policy = load(POLICIES[name], tmp_path / "policy.conf")
    exported = tmp_path / "pwquality.conf"
    exported.write_text(tool("export", "pwquality", "--config", tmp_path / "policy.conf"))
    again = load(tool("import", "pwquality", exported, "--pam-line", ""), tmp_path / "again.conf")
    settings = exported.read_text()
    cases = list(Candidates(f"{SEED} {name}").cases(COUNT))
    accepted, stricter = 0, []
    # libpwquality accepts the file, or there are no verdicts.
    for case, verdict in zip(cases, peer_verdicts("pwquality", exported, cases), strict=True):
        if unmet_rules(policy, case):
            continue
        accepted += 1
        if verdict != "0":
            number, reason = verdict.split()
            # -15: a palindrome, -14: too short, -21: the same password.
            if number not in ("-15", "-14", "-21") and not first(LOOSER, reason, case, settings):
                stricter.append(f"{case}: pwquality says {verdict}")
        unmet = [rule for rule in unmet_rules(again, case) if rule not in ALWAYS]
        if unmet:
            stricter.append(f"{case}: the imported policy says {unmet}")
    assert not stricter, f"{len(stricter)} such as\n" + "\n".join(stricter[:10])
    assert len(cases) / 50 < accepted
