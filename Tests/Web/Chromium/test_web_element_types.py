"""The types of the element: `tsc --strict` accepts correct code, and refuses misuse."""

import subprocess

from tree import PACKAGE

GOOD = """
import { enhance, type Enhancement, type Result } from 'passwordrules/element';
const made: Enhancement = enhance(document.createElement('input'), {
  suggest: 'words', context: () => ({ user: 'alice' }), askServer: async (password, signal) => signal.aborted ? null : password,
  words: { show: 'Show it' }, engine: { fallback: 'always' },
});
const result: Result | null = made.update();
const accepted: boolean | undefined = result?.accepted;
document.querySelector('password-rules')!.options = { pause: 300, policy: ['min-classes=3'] };
document.addEventListener('passwordrules', event => { const progress: number = event.detail.progress; });
"""
BAD = ["enhance(document.createElement('div'));", "enhance(document.createElement('input'), {suggest: 'sentences'});",
       "enhance(document.createElement('input'), {words: {shown: 'x'}});", "made.result = null;"]


def complaints(program, tmp_path):
    modules = tmp_path / "node_modules"
    modules.mkdir(exist_ok=True)
    if not (modules / "passwordrules").exists():
        (modules / "passwordrules").symlink_to(PACKAGE)
    (tmp_path / "program.mts").write_text(program)
    return subprocess.run(["tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom",
                           "program.mts"], cwd=tmp_path, text=True, capture_output=True, check=False).stdout


def test_only_correct_code_compiles(tmp_path):
    assert complaints(GOOD, tmp_path) == ""
    for line in BAD:
        assert "error TS" in complaints(GOOD + line, tmp_path), line
