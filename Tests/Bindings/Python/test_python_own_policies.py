"""A program's own policies do not read the machine's, which demands other lengths here, in a mount namespace."""

import subprocess
import sys

import pytest

from passwordrules import Policy, PolicyError
from tree import LIBRARY, PACKAGE

COVERED = ["unshare", "--mount", "--map-root-user", "sh", "-c", 'mount --bind "$0" /etc/security && exec "$@"']
PROGRAM = f"""
import ctypes, sys
ctypes.CDLL({LIBRARY!r})
sys.path.insert(0, {PACKAGE!r})
from passwordrules import Policy
own = sys.argv[1]
print(*[outcome.limit for outcome in eval(sys.argv[2]).check("lemon") if outcome.rule == "minlength"])
"""


@pytest.mark.parametrize("policy, minimum", [
    ("Policy.load()", 97), ("Policy.load(own)", 98), ("Policy.load(own, optional=True).for_user('root')", 98),
    ("Policy.from_settings(['rules=minlength: 5'])", 5), ("Policy.from_settings(['rules=minlength: 5']).for_user('root')", 5),
    ("Policy.from_pwquality(['minlen=9', 'dictcheck=0'])", 9),
    ("Policy.load_with_pwquality(['minlen=9'], own)", 98), ("Policy.load_with_pwquality(['minlen=99'], own)", 99),
    ("Policy.from_file(own)", 6), ("Policy.from_file(own, ['rules=minlength: 7'])", 7),
])
def test_nothing_of_the_machines_is_read(tmp_path, policy, minimum):
    files = {"security/passwordrules.conf": "rules = minlength: 96\n[user root]\nrules = minlength: 99\n",
             "security/passwordrules.conf.d/10.conf": "rules = minlength: 97\n",
             "own.conf": "rules = minlength: 6\n", "own.conf.d/10.conf": "rules = minlength: 98\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o644)
    done = subprocess.run([*COVERED, tmp_path / "security", sys.executable, "-B", "-c", PROGRAM, tmp_path / "own.conf", policy],
                          capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{minimum}\n", "")


def test_mistakes_say_where_they_are(tmp_path):
    for make, said in [
        (lambda: Policy.from_settings([]), "the policy has no rules"),
        (lambda: Policy.from_settings(["retry=1", "rules=minlenght: 8"]), "rules:1:1: "),
        (lambda: Policy.from_pwquality(["minlen=x"]), "minlen:1:1: "),
        (lambda: Policy.from_file(tmp_path / "nosuch.conf"), f"{tmp_path}/nosuch.conf: "),
    ]:
        with pytest.raises(PolicyError) as caught:
            make()
        assert said in str(caught.value)
    for wrong in (lambda: Policy.from_settings("rules=minlength: 8"), lambda: Policy.from_file(None), Policy):
        with pytest.raises(TypeError):
            wrong()
    assert repr(Policy.from_settings(["rules=minlength: 8"])) == "<Policy 'settings'>"
