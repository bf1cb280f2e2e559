"""If the temporary Debian is not possible, the tests are skipped, and say why."""

import pytest

import base
import private

# A port without a listener.
NOWHERE = "http://127.0.0.1:9/debian"


@pytest.mark.parametrize(("uid", "needed"), [(1000, "needs root"), (0, "needs mmdebstrap")])
def test_needs_root_and_mmdebstrap(tmp_path, monkeypatch, uid, needed):
    monkeypatch.setattr(base.os, "geteuid", lambda: uid)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(base.Unavailable, match=needed):
        base.tarball(tmp_path)


def test_without_leave_to_mount(monkeypatch):
    monkeypatch.setattr(private._libc, "unshare", lambda flags: -1)
    with pytest.raises(base.Unavailable, match="no private mount namespace"):
        private.enter_namespace()


def test_without_a_network(world, tmp_path, monkeypatch):
    """The fixture `world` is needed because the test proves something only on a machine with a network."""
    monkeypatch.setattr(base, "mirror", lambda: NOWHERE)
    with pytest.raises(base.Unavailable, match=f"could not be downloaded from {NOWHERE}: E"):
        base.tarball(tmp_path)
    assert list(tmp_path.iterdir()) == []
