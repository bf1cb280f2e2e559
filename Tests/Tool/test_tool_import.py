"""passwordrules import"""

import os
import subprocess

import pytest

from tool import TOOL, run

PWQUALITY = """\
# Ours.
minlen = 12
  dcredit = -1   # a digit
maxrepeat=2
dictcheck = 0
enforce_for_root = 0
"""


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o644)
        return str(path)
    return write


def entries(result):
    return [" ".join(line.split()) for line in result.lines if line and not line.startswith("#")]


def run_with_etc(etc, *arguments):
    """Runs the tool where /etc is this folder."""
    script = 'mount --bind "$0" /etc && exec "$@"'
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, str(etc), TOOL, *arguments]
    done = subprocess.run(command, capture_output=True, timeout=60)
    if b"unshare" in done.stderr or b"mount" in done.stderr:
        pytest.skip("no namespaces here: " + done.stderr.decode().strip())
    return done


# pwquality.

def test_import_pwquality_prints_a_policy_and_says_what_differs(write):
    path = write("pwquality.conf", PWQUALITY)
    result = run("import", "pwquality", path)
    assert result.status == 0
    assert entries(result) == [
        "rules = minlength: 12;", "rules = required: digit;", "rules = max-repeating: 2;",
        "palindrome = reject", "username = reject", "old-password =", "old-password = same, case, rotated",
        "enforce = yes", "enforce-for-root = yes", "local-users-only = no", "retry = 1"]
    assert f"# {path}:3: dcredit = -1\nrules            = required: digit;\n" in result.output.decode()
    assert "# pwquality's default: retry = 1\n" in result.output.decode()
    errors = result.errors.splitlines()
    assert all(line.startswith("passwordrules: ") and (" note: " in line or " warning: " in line) for line in errors)
    assert (f"passwordrules: {path}:6:1: note: this is on in pwquality whatever its value, even 0; if it is not meant: "
            "enforce-for-root = no") in errors
    assert result.output.endswith(b"\n") and not result.output.endswith(b"\n\n")
    assert run("import", "pwquality", path).output == result.output


def test_the_imported_policy_is_used(write):
    policy = write("policy.conf", run("import", "pwquality", write("pwquality.conf", PWQUALITY)).output.decode())
    result = run("check", "--config", policy, input=b"trees are green\ntrees are 4 greeen\ntrees are 4 green\n")
    assert (result.status, result.errors) == (1, "")
    assert result.lines == ["rejected: needs a digit", "rejected: one character 3 times in a row (at most 2)", "accepted"]
    # Composition rules are nothing that lint likes, but no mistakes.
    assert run("lint", policy).status == 1


def test_import_pwquality_lets_later_files_override(write):
    first, second = write("a.conf", "minlen = 10\nretry = 2\n"), write("b.conf", "minlen = 16\n")
    for files, length in (((first, second), 16), ((second, first), 10)):
        result = run("import", "pwquality", *files)
        assert entries(result)[0] == f"rules = minlength: {length};"
        assert entries(result)[-1] == "retry = 2"


def test_import_pwquality_reads_the_files_of_pwquality_in_its_order(tmp_path, write):
    write("etc/security/pwquality.conf.d/20-b.conf", "minlen = 20\nretry = 4\nmaxrepeat = 4\n")
    write("etc/security/pwquality.conf.d/10-a.conf", "minlen = 10\nretry = 3\nmaxsequence = 3\n")
    write("etc/security/pwquality.conf.d/.conf", "minclass = 2\n")
    for name in ("no", "x.conf~", "x.conf.conf", "x.conf.d"):
        write("etc/security/pwquality.conf.d/" + name, "gecoscheck = 1\n")
    write("etc/security/pwquality.conf", "minlen = 15\n")
    done = run_with_etc(tmp_path / "etc", "import", "pwquality")
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    assert text.startswith(
        "# The policy of pwquality, by \"passwordrules import pwquality\" from\n"
        "#     /etc/security/pwquality.conf.d/.conf\n#     /etc/security/pwquality.conf.d/10-a.conf\n"
        "#     /etc/security/pwquality.conf.d/20-b.conf\n#     /etc/security/pwquality.conf\n")
    for entry in ("minlength: 15;", "max-repeating: 4;", "max-sequential: 3;", "min-classes = 2", "retry = 4"):
        assert entry in " ".join(text.split())
    assert "full-name" not in text
    assert ("# /etc/security/pwquality.conf.d/10-a.conf:1: minlen = 10 (overridden)\n"
            "# /etc/security/pwquality.conf.d/20-b.conf:1: minlen = 20 (overridden)\n"
            "# /etc/security/pwquality.conf:1: minlen = 15\n") in text


def test_import_pwquality_needs_a_file(tmp_path):
    (tmp_path / "etc").mkdir()
    done = run_with_etc(tmp_path / "etc", "import", "pwquality")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (b"passwordrules: there is neither /etc/security/pwquality.conf nor a file in "
                           b"/etc/security/pwquality.conf.d\n")


def test_import_pwquality_points_out_all_mistakes_and_prints_nothing(write):
    path = write("pwquality.conf", "retry = 3\nminlenn = 20\nminclass = four\n")
    result = run("import", "pwquality", path)
    assert (result.status, result.output) == (2, b"")
    assert result.errors == (
        f'passwordrules: {path}:2:1: error: libpwquality 1.4.5 has no setting "minlenn"; did you mean "minlen"? '
        "(pam_pwquality ignores this line and all that follows, and says so in the log alone)\n"
        f'passwordrules: {path}:3:12: error: expected a number, found "four"\n')


# passwdqc.

def test_import_passwdqc_prints_a_policy(write):
    path = write("passwdqc.conf", "min=disabled,24,11,8,7\nmax=40\nmatch=0\nrandom=0\n")
    result = run("import", "passwdqc", path)
    assert result.status == 0
    assert entries(result) == [
        "rules = minlength: 24; min-classes: 2; min-different: 16;",
        "or = minlength: 11; min-classes: 2; min-words: 3; min-different: 8;",
        "or = minlength: 8; min-classes: 3; min-different: 6;", "or = minlength: 7; min-classes: 4; min-different: 5;",
        "classes-inside = yes", "max-bytes = 40", "username =", "old-password =", "old-password = same", "suggest = no", "enforce = yes",
        "enforce-for-root = yes", "retry = 3"]
    policy = write("policy.conf", result.output.decode())
    checked = run("check", "--config", policy, input=b"Xa9$kfLq\nxa9$kfLq\nlemon-orbit-tulip\nlemonorbittulip\nAbcdefg1\n")
    assert [line.split(":")[0] for line in checked.lines] == ["accepted", "accepted", "accepted", "rejected", "rejected"]


def test_import_passwdqc_reads_its_file_by_default(tmp_path, write):
    write("etc/passwdqc.conf", "max=50\nconfig=/etc/more.conf\n")
    write("etc/more.conf", "retry=7\n")
    done = run_with_etc(tmp_path / "etc", "import", "passwdqc")
    assert done.returncode == 0, done.stderr
    assert b"# /etc/passwdqc.conf:1: max=50\n" in done.stdout and b"# /etc/more.conf:1: retry=7\n" in done.stdout


@pytest.mark.parametrize("text, place, message", [
    ("mix=3\n", "1:1", 'passwdqc has no option "mix=3"; did you mean "min"?'),
    ("\nmax=50 max=60\n", "2:8", "expected the end of the line: passwdqc takes one option a line"),
    ("config=/nonexistent/file\n", "1:1", "/nonexistent/file: cannot be read: No such file or directory"),
    ("config=passwdqc.conf\n", "1:1", "too many files that include one another"),
])
def test_import_passwdqc_stops_at_the_first_mistake(write, text, place, message):
    path = write("passwdqc.conf", text)
    result = run("import", "passwdqc", path, cwd=os.path.dirname(path))
    assert (result.status, result.output) == (2, b"")
    name = "passwdqc.conf" if "include" in message else path
    assert result.errors == f"passwordrules: {name}:{place}: error: {message}\n"


# Both.

@pytest.mark.parametrize("module", ["pwquality", "passwdqc"])
def test_import_refuses_what_is_no_file(module, tmp_path):
    for path, problem in ((tmp_path, "is not a regular file"),
                          (tmp_path / "none", "cannot be read: No such file or directory")):
        result = run("import", module, str(path))
        assert (result.status, result.output) == (2, b"")
        assert result.errors == f"passwordrules: {path}: {problem}\n"


def test_import_needs_to_know_what():
    for arguments in (["import", "cracklib"], ["import", "passwdqc", "a", "b"]):
        result = run(*arguments)
        assert (result.status, result.output) == (2, b"")
