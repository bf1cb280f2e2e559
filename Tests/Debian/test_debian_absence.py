"""Where there can be no Debian of our own, the tests are skipped, and say why."""

import subprocess
import sys
from pathlib import Path

import pytest

import base

# A port without a listener.
NOWHERE = "http://127.0.0.1:9/debian"


@pytest.mark.parametrize(("uid", "needed"), [(1000, "needs root"), (0, "needs mmdebstrap")])
def test_without_root_or_the_program_that_makes_it(tmp_path, monkeypatch, uid, needed):
    monkeypatch.setattr(base.os, "geteuid", lambda: uid)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(base.Unavailable, match=needed):
        base.tarball(tmp_path)


def test_without_a_network(world, tmp_path, monkeypatch):
    """world: the test proves the absence of network access only if there is a network at all."""
    monkeypatch.setattr(base, "mirror", lambda: NOWHERE)
    with pytest.raises(base.Unavailable, match=f"could not be downloaded from {NOWHERE}: "):
        base.tarball(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_leave_to_mount(world):
    tests = Path(__file__).with_name("test_debian_policy.py")
    done = subprocess.run(
        ["setpriv", "--bounding-set", "-sys_admin", "--inh-caps", "-sys_admin",
         sys.executable, "-B", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", tests],
        capture_output=True, text=True, timeout=300, check=False)
    assert "no private mount namespace: Operation not permitted" in done.stdout, done.stdout
    assert " passed" not in done.stdout and " failed" not in done.stdout
