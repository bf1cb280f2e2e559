"""passwordrules policy --edit: an editor, mistakes, signals, two persons at once, and what is left behind."""

import fnmatch
import os
import pathlib
import signal
import stat
import subprocess
import time

import pexpect
import pytest

from tool import TOOL

OLD, NEW = "rules = minlength: 15\n", "rules = minlength: 20\n"
COPIES = pathlib.Path("/tmp")
AGAIN = r"What now\? \(e\)dit again, e\(x\)it without saving: "
QUESTION = r"Install it as policy.conf\? \(y\)es, \(e\)dit again, \[N\]o: "


def copies():
    return {path for path in COPIES.glob("passwordrules.*") if path.is_dir() and path.stat().st_uid == os.geteuid()}


@pytest.fixture
def folder(tmp_path):
    """A folder with a policy; whatever happens, nothing is left in /tmp."""
    (tmp_path / "policy.conf").write_text(OLD)
    before = copies()
    yield tmp_path
    assert copies() <= before
    edited = tmp_path / "edited"
    if edited.exists():
        # The file that the editor got, in a folder with a name that copies() looks for.
        copy = pathlib.Path(edited.read_text().strip())
        assert fnmatch.fnmatch(copy.parent, f"{COPIES}/passwordrules.*") and not copy.parent.exists()
    assert not list(tmp_path.glob(".policy.conf*"))


def editor(folder, *scripts):
    """An editor that runs the first script when it is first called, then the second, and so on. $file is the file."""
    (folder / "count").write_text("0")
    for number, script in enumerate(scripts):
        (folder / f"script{number}").write_text(script)
    path = folder / "an-editor"
    path.write_text(f'#!/bin/sh\ncd {folder}; number=$(cat count); echo $((number + 1)) > count\n'
                    f'for file; do :; done; echo "$file" > edited; . ./script$number\n')
    path.chmod(0o755)
    return str(path)


def start(folder, editor, *arguments, variable="VISUAL", **variables):
    return pexpect.spawn(TOOL, ["policy", "--config", "policy.conf", "--edit", *arguments], cwd=str(folder), timeout=600,
                         env={"TERM": "dumb", "PATH": "/usr/bin:/bin"} | {variable: editor} | variables, encoding="utf-8")


def end(child):
    child.expect(pexpect.EOF)
    child.wait()
    return child.exitstatus


def is_as_before(folder):
    return (folder / "policy.conf").read_text() == OLD and not (folder / "policy.conf.old").exists()


def is_installed(folder, text=NEW):
    return (folder / "policy.conf").read_text() == text and (folder / "policy.conf.old").read_text() == OLD


def test_valid_policy_is_shown_and_installed(folder):
    child = start(folder, editor(folder, f"printf '{NEW}' > $file"))
    child.expect(r"1 file, no errors\r\naffects everybody\r\n  stricter  everybody  minlength: 15 -> 20\r\n" + QUESTION)
    assert is_as_before(folder)
    child.send("y\r")
    child.expect("installed policy.conf; the previous file is policy.conf.old")
    assert end(child) == 0
    assert is_installed(folder)


def test_weaker_lines_are_marked(folder):
    child = start(folder, editor(folder, "echo 'rules = minlength: 12' > $file"), TERM="xterm")
    child.expect(r"\x1b\[1;31m! weaker  \x1b\[0m  everybody  minlength: 15 -> 12\r\n" + QUESTION)
    child.send("n\r")
    assert end(child) == 1
    assert is_as_before(folder)


@pytest.mark.parametrize("answer, status", [("n\r", 1), ("\r", 1), ("\x04", 1), ("yeah\r", 1)])
def test_only_yes_installs(folder, answer, status):
    child = start(folder, editor(folder, f"printf '{NEW}' > $file"))
    child.expect(QUESTION)
    child.send(answer)
    child.expect("nothing was installed")
    assert end(child) == status
    assert is_as_before(folder)


def test_editor_gets_earlier_edits(folder):
    child = start(folder, editor(folder, "echo 'retyr = 1' >> $file", "sed -i s/retyr/retry/ $file", "echo '# fine' >> $file"))
    child.expect(r'policy.conf:2:1: error: unknown key "retyr"; did you mean "retry"\?\r\n    retyr = 1\r\n    \^~~~~\r\n' + AGAIN)
    child.send("what\r")
    child.expect(AGAIN)
    child.send("e\r")
    child.expect(r"changed +everybody +retry: 3 -> 1\r\n" + QUESTION)
    assert is_as_before(folder)
    child.send("e\r")
    child.expect(QUESTION)
    child.send("y\r")
    assert end(child) == 0
    assert is_installed(folder, OLD + "retry = 1\n# fine\n")


@pytest.mark.parametrize("answer", ["x\r", "\x04"])
@pytest.mark.parametrize("text", ["retyr = 1\n", "rules = minlength: 12; maxlength: 8\n", "retry = 1\n", "retry = 1"])
def test_policy_that_refuses_everything_is_not_installed(folder, text, answer):
    child = start(folder, editor(folder, f"printf '{text}' > $file"))
    child.expect(AGAIN)
    child.send(answer)
    child.expect("nothing was installed")
    assert end(child) == 2
    assert is_as_before(folder)


def test_file_in_folder_is_edited(folder):
    (folder / "policy.conf.d").mkdir()
    child = start(folder, editor(folder, f"printf '{NEW}' > $file"), "50-site.conf", "--yes")
    child.expect("minlength: 15 -> 20")
    assert end(child) == 0
    assert (folder / "policy.conf.d" / "50-site.conf").read_text() == NEW
    assert (folder / "edited").read_text().strip().endswith("/50-site.conf")


def test_others_cannot_read_the_copy(folder):
    child = start(folder, editor(folder, "stat -c %a $(dirname $file) $file > modes; cp $file seen"))
    child.expect("policy.conf is unchanged")
    assert end(child) == 0
    assert (folder / "modes").read_text() == "700\n600\n"
    assert (folder / "seen").read_text() == OLD
    assert is_as_before(folder)


@pytest.mark.parametrize("script, message", [
    (f"printf '{NEW}' > $file; exit 3", "the editor .*/an-editor ended with status 3, so nothing was installed"),
    (f"printf '{NEW}' > $file; kill -9 $$", "the editor .*/an-editor ended with signal 9, so nothing was installed"),
    ("rm $file", "cannot be read: No such file or directory"),
    ("rm $file; mkdir $file", "is a directory|is not a regular file"),
    (": > $file", "the file is empty, so nothing was installed; use --remove to remove a file"),
    ("head -c 600000 /dev/zero > $file", "."),
])
def test_failing_editor_changes_nothing(folder, script, message):
    child = start(folder, editor(folder, script))
    child.expect(message)
    assert end(child) == 2
    assert is_as_before(folder)


@pytest.mark.parametrize("variable, value, message", [
    ("VISUAL", "no-such-editor", r"\$VISUAL does not name a program that can be run: no-such-editor"),
    ("EDITOR", "./an-editor", r"\$EDITOR does not name a program that can be run: ./an-editor"),
    ("EDITOR", "/etc/passwd", r"\$EDITOR does not name a program that can be run: /etc/passwd"),
    ("EDITOR", "/tmp", r"\$EDITOR does not name a program that can be run: /tmp"),
    ("EDITOR", "vi -- /etc/shadow", r"\$EDITOR may contain a program and its options, without quotation marks or \"--\""),
    ("EDITOR", "sh -c 'id'", r"\$EDITOR may contain a program and its options, without quotation marks or \"--\""),
])
def test_variable_without_an_editor_is_reported(folder, variable, value, message):
    editor(folder)
    child = start(folder, value, variable=variable)
    child.expect(message)
    assert end(child) == 2
    assert is_as_before(folder)


def test_editor_options_are_passed_without_a_shell(folder):
    path = editor(folder, 'echo "$#" > number; echo "$1" > first')
    child = start(folder, f"{path}  -nw;id  +1", EDITOR="no-such-editor")
    child.expect("policy.conf is unchanged")
    assert end(child) == 0
    assert (folder / "number").read_text() == "3\n"
    assert (folder / "first").read_text() == "-nw;id\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="this needs root")
def test_editor_of_root_is_sought_only_in_safe_folders(folder):
    editor(folder)
    child = start(folder, "an-editor", PATH=f"{folder}:/usr/bin:/bin")
    child.expect(r"\$VISUAL does not name a program that can be run: an-editor")
    assert end(child) == 2


def test_one_person_at_a_time_edits(folder):
    path = editor(folder, "touch open; while test ! -e go; do sleep 0.02; done", "true")
    first = start(folder, path)
    while not (folder / "open").exists():
        assert first.isalive()
        time.sleep(0.02)
    second = start(folder, path)
    second.expect("somebody else is editing policy.conf; try again later")
    assert end(second) == 2
    (folder / "go").touch()
    first.expect("policy.conf is unchanged")
    assert end(first) == 0
    third = start(folder, path)
    third.expect("policy.conf is unchanged")
    assert end(third) == 0


def test_stale_lock_is_ignored(folder):
    (folder / ".policy.conf.edit").touch()
    child = start(folder, editor(folder, "true"))
    child.expect("policy.conf is unchanged")
    assert end(child) == 0


def test_concurrent_change_is_not_replaced(folder):
    child = start(folder, editor(folder, f"printf '{NEW}' > $file; printf 'rules = minlength: 30\\n' > policy.conf"))
    child.expect(QUESTION)
    child.send("y\r")
    child.expect("policy.conf has changed in the meantime, so nothing was installed")
    assert end(child) == 2
    assert (folder / "policy.conf").read_text() == "rules = minlength: 30\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_the_editor_and_leaves_nothing(folder, number):
    child = start(folder, editor(folder, f"printf '{NEW}' > $file; trap 'echo ended > trapped; exit 1' TERM HUP; touch open; "
                                         "while :; do sleep 0.02; done"))
    while not (folder / "open").exists():
        assert child.isalive()
        time.sleep(0.02)
    child.kill(number)
    child.expect(pexpect.EOF)
    child.wait()
    assert child.signalstatus == number
    assert (folder / "trapped").exists()
    assert is_as_before(folder)


def test_editor_handles_interrupt(folder):
    """Control-C goes to the tool and to the editor, for which it may be an ordinary key."""
    child = start(folder, editor(folder, f"trap 'touch trapped' INT; touch open; while test ! -e trapped; do sleep 0.02; done; "
                                         f"printf '{NEW}' > $file"))
    while not (folder / "open").exists():
        assert child.isalive()
        time.sleep(0.02)
    child.sendintr()
    child.expect(QUESTION)
    child.send("y\r")
    assert end(child) == 0
    assert is_installed(folder)


@pytest.mark.parametrize("prompt, script", [(QUESTION, f"printf '{NEW}' > $file"), (AGAIN, "echo 'retyr = 1' > $file")])
def test_interrupt_at_a_question_changes_nothing(folder, prompt, script):
    child = start(folder, editor(folder, script))
    child.expect(prompt)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.wait()
    assert child.signalstatus == signal.SIGINT
    assert is_as_before(folder)
    # The lock file stays, but nobody holds the lock.
    (folder / ".policy.conf.edit").unlink()


def test_without_a_terminal_it_needs_yes(folder):
    path = editor(folder, f"printf '{NEW}' > $file", f"printf '{NEW}' > $file", "echo 'retyr = 1' > $file")
    run = [TOOL, "policy", "--config", "policy.conf", "--edit"]
    variables = {"PATH": "/usr/bin:/bin", "EDITOR": path}
    done = subprocess.run(run, cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 2 and "--yes installs without asking" in done.stderr and is_as_before(folder)
    done = subprocess.run([*run, "--yes"], cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0 and is_installed(folder)
    done = subprocess.run([*run, "--yes"], cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 2 and "unknown key" in done.stderr and is_installed(folder)


def test_file_mode_is_kept(folder):
    (folder / "policy.conf").chmod(0o640)
    child = start(folder, editor(folder, f"printf '{NEW}' > $file"), "--yes")
    assert end(child) == 0
    assert stat.S_IMODE((folder / "policy.conf").stat().st_mode) == 0o640
