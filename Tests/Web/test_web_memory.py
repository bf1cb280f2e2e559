"""Runs each .test.mjs file of this folder in Node. Also draws passwords without the global `crypto`, which Node 18 lacks."""

import subprocess

import pytest

from tree import HERE, TOOL, node


@pytest.mark.parametrize("options", [[], ["--no-experimental-global-webcrypto"]])
def test_passwords_are_drawn(options):
    lines = node("drawn.mjs", options=options).split("\n")
    assert len(lines) == 101 and len(set(lines)) == 101


@pytest.fixture(scope="module")
def list_path(tmp_path_factory):
    """A blocklist of two words."""
    folder = tmp_path_factory.mktemp("list")
    (folder / "words").write_text("dragon\nsunshine\n")
    path = folder / "small.blocklist"
    subprocess.run([TOOL, "blocklist", "build", "-o", path, folder / "words"], check=True, capture_output=True)
    return str(path)


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_in_node(name, list_path):
    node(name, options=["--test"], PASSWORDRULES_LIST=list_path)
