"""passwordrules format, explain and lint"""

import json
import os
import subprocess

import pytest

from tool import TOOL, run

ANY = "Any characters may be used; strict readers of this descriptor permit printable ASCII characters only."
GENERATED = "20 characters, as generated: 3.58e39 passwords, 131.4 bits."
MISTAKES = "required: digit; minlenght: 8; maxlength: x"
UNDERLINED = (
    'rules:1:18: error: there is no property "minlenght"; did you mean "minlength"?\n'
    "    required: digit; minlenght: 8; maxlength: x\n"
    "                     ^~~~~~~~~\n",
    'rules:1:43: error: expected a number, found "x"\n'
    "    required: digit; minlenght: 8; maxlength: x\n"
    "                                              ^\n")


# Format.

@pytest.mark.parametrize("text, canonical, minified", [
    ("", "allowed: ascii-printable;", ""),
    ("minlength: 8; required: [abc], upper; minlength: 12",
     "required: upper,[abc]; allowed: upper,[abc]; minlength: 12;", "required: upper,[abc]; minlength: 12;"),
    ("maxlength: 20;\n allowed: [-_]; required: DIGIT", "required: digit; allowed: digit,[-_]; maxlength: 20;",
     "required: digit; allowed: [-_]; maxlength: 20;"),
    ("allowed: [;,:[\"\\ ]]", 'allowed: [ ",:;[\\]];', 'allowed: [ ",:;[\\]];'),
])
def test_format(text, canonical, minified):
    for arguments, expected in (([], canonical), (["--minified"], minified), (["--lenient"], canonical)):
        for argument, input in ((text, b""), ("-", text.encode())):
            result = run("format", *arguments, argument, input=input)
            assert (result.status, result.output, result.errors) == (0, expected.encode() + b"\n", "")


def test_format_output_formats_to_itself():
    first = run("format", "required: [-a], []]; allowed: unicode; minlength: 8; minlength: 0")
    assert run("format", "-", input=first.output).output == first.output


def test_format_points_out_all_mistakes_and_prints_nothing():
    for arguments in ([], ["--minified"]):
        result = run("format", *arguments, MISTAKES)
        assert (result.status, result.output) == (2, b"")
        assert result.errors == "".join("passwordrules: " + mistake for mistake in UNDERLINED)


def test_format_lenient_points_out_all_mistakes_and_prints_the_rest():
    result = run("format", "--lenient", "--minified", MISTAKES)
    assert (result.status, result.output) == (0, b"required: digit;\n")
    assert result.errors == "".join("passwordrules: " + mistake for mistake in UNDERLINED)
    assert run("format", "--lenient", "upper").lines == ["allowed: ascii-printable;"]


def test_format_prints_remarks_beside_the_result():
    result = run("format", "required: digits; allowed: [é_]")
    assert (result.status, result.lines) == (0, ["required: digit; allowed: digit,[_];"])
    assert 'rules:1:11: note: "digits" is read as "digit"' in result.errors
    assert "rules:1:29: warning: this character is left out" in result.errors


def test_place_is_underlined_in_its_line():
    result = run("format", "required: upper;\n  minlenght: 8;\nmaxlength: 9")
    assert result.errors.splitlines()[1:] == ["      minlenght: 8;", "      ^~~~~~~~~"]
    assert result.errors.startswith("passwordrules: rules:2:3: error: ")


@pytest.mark.parametrize("text", [
    b"required: \x1b[31m", b"required: \xff\xfe", b"\x00", b"required: \xe2\x80\xae", b"x" * 300])
def test_what_would_not_show_the_place_is_not_printed(text):
    result = run("format", "-", input=text)
    assert (result.status, result.output) == (2, b"")
    line, = result.errors.splitlines()
    assert line.startswith("passwordrules: rules:1:") and line.isascii() and line.isprintable() and len(line) < 200


def test_descriptor_of_the_greatest_length():
    text = b"minlength: 8".ljust(65536)
    assert run("format", "--minified", "-", input=text).lines == ["minlength: 8;"]
    result = run("format", "--minified", "-", input=text + b" ")
    assert (result.status, result.output) == (2, b"")
    assert result.errors == "passwordrules: rules:1:65537: error: a descriptor can be 65536 bytes long at most\n"
    lenient = run("format", "--minified", "--lenient", "-", input=text + b" ")
    assert (lenient.status, lenient.output, lenient.errors) == (0, b"\n", result.errors)


# Explain.

def test_explain():
    result = run("explain", "required: upper; required: digit; minlength: 12; max-repeating: 2")
    assert (result.status, result.errors) == (0, "")
    assert result.lines == [
        "At least 12 characters.", "Must contain an uppercase letter (A-Z) and a digit (0-9).",
        "No character more than 2 times in a row.",
        "Any other characters may be used; strict readers of this descriptor permit A-Z, 0-9 only.",
        "20 characters, as generated: 1.32e31 passwords, 103.4 bits."]
    assert run("explain", "").lines == [ANY, GENERATED]
    assert run("explain", "-", input=b"minlength: 8;\nmaxlength: 64\n").lines == ["8 to 64 characters.", ANY, GENERATED]
    assert run("explain", "minlength: 9; maxlength: 8").lines[-1] == "No password can satisfy these rules."


def test_explain_json():
    text = 'required: upper, ["/\\]; minlength: 3; minlength: 4; allowed: digit'
    for argument, input in ((text, b""), ("-", text.encode())):
        result = run("explain", "--json", argument, input=input)
        assert (result.status, len(result.lines), result.errors) == (0, 1, "")
        assert json.loads(result.output) == {
            "canonical": 'required: upper,["/\\]; allowed: upper,digit,["/\\]; minlength: 4;',
            "minified": 'required: upper,["/\\]; allowed: digit; minlength: 4;',
            "sentences": [
                "At least 4 characters.", 'Must contain an uppercase letter (A-Z) or one of "/\\',
                'May contain only A-Z, 0-9, "/\\', "20 characters, as generated: 6.63e31 passwords, 105.7 bits."],
        }


def test_explain_json_agrees_with_the_other_commands():
    for text in ("", "required: digit; max-consecutive: 2", "allowed: unicode; minlength: 20; maxlength: 10"):
        explained = json.loads(run("explain", "--json", text).output)
        assert [explained["canonical"]] == run("format", text).lines
        assert explained["minified"] == run("format", "--minified", text).output.decode()[:-1]
        assert explained["sentences"] == run("explain", text).lines


def test_explain_points_out_all_mistakes_and_prints_nothing():
    for arguments in ([], ["--json"]):
        result = run("explain", *arguments, MISTAKES)
        assert (result.status, result.output) == (2, b"")
        assert result.errors == "".join("passwordrules: " + mistake for mistake in UNDERLINED)


# Lint.

@pytest.mark.parametrize("text, status, beginnings", [
    ("required: lower; allowed: digit; minlength: 8", 0, []),
    ("required: digits; allowed: lower; minlength: 8", 0, ["rules:1:11: note: "]),
    ("", 1, ['rules: warning: no "minlength"']),
    ("minlength: 7", 1, ["rules:1:1: warning: a minimum length below 8"]),
    ("minlength: 8; required: digit", 1, ['rules: warning: no "allowed"']),
    ("minlength: 20; maxlength: 10", 1, [
        "rules:1:16: warning: a limit on the length below 64", "rules:1:16: warning: no password can satisfy"]),
    ("max-consecutive: 1; allowed: [ab]; minlength: 8", 1, [
        'rules:1:1: warning: "max-consecutive" is deprecated', "rules: warning: no password can be generated"]),
    ("minlength: 8;\nallowed: digit, [0];\nmaxlength: x", 2, ["rules:3:12: error: expected a number"]),
    ("required: digits; minlenght: 8; maxlength: 6", 2, [
        "rules:1:11: note: ", "rules:1:19: error: there is no property", "rules:1:33: warning: a limit on the length"]),
])
def test_lint_rules(text, status, beginnings):
    for argument, input in ((text, b""), ("-", text.encode())):
        result = run("lint", "--rules", argument, input=input)
        lines = [line for line in result.lines if line.startswith("rules:")]
        assert (result.status, result.errors, len(lines)) == (status, "", len(beginnings))
        assert all(line.startswith(beginning) for line, beginning in zip(sorted(lines), sorted(beginnings)))


def test_lint_underlines_the_places():
    result = run("lint", "--rules", MISTAKES)
    assert (result.status, result.output.decode(), result.errors) == (2, "".join(UNDERLINED), "")


def test_lint_does_not_underline_where_it_is_about_the_whole():
    assert len(run("lint", "--rules", "minlength: 8; required: digit").lines) == 1


def test_lint_does_not_lose_a_warning_behind_many_notes():
    assert run("lint", "--rules", "required: digits;" * 70 + "minlength: 9; maxlength: 8").status == 1


def test_lint_descriptor_that_is_too_long():
    result = run("lint", "--rules", "-", input=b" " * 65537)
    assert (result.status, result.lines) == (
        2, ["rules:1:65537: error: a descriptor can be 65536 bytes long at most"])


@pytest.fixture
def policy(tmp_path):
    def write(text, name="policy.conf"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)
    return write


GOOD = "rules = minlength: 12\n"


def test_lint_policy_without_faults(policy):
    result = run(
        "lint", policy("# test\nrules = max-repeating: 3;\nrules = minlength: 12; allowed: unicode\nretry = 3\n"))
    assert (result.status, result.output, result.errors) == (0, b"", "")


def test_lint_policy_that_nobody_else_reads_needs_no_allowed(policy):
    path = policy("rules = required: digit; minlength: 8\n")
    # The message is that it is a composition rule.
    assert [line for line in run("lint", path).lines if line.startswith(path)] == [
        f"{path}:1:9: warning: this demands a composition; NIST SP 800-63B-4 has no rules but on the length"]


def test_lint_policy_with_unwise_rules(policy):
    path = policy("# test\nrules = minlength: 6; max-consecutive: 2\n\nrules = required: digits; maxlength: 20\n")
    result = run("lint", path)
    assert (result.status, result.errors) == (1, "")
    assert [line.split(": ")[:2] for line in result.lines if line.startswith(path)] == [
        [f"{path}:2:9", "warning"], [f"{path}:2:23", "warning"], [f"{path}:4:9", "warning"], [f"{path}:4:19", "note"],
        [f"{path}:4:27", "warning"]]
    assert result.lines[1:3] == ["    rules = minlength: 6; max-consecutive: 2", "            ^~~~~~~~~~~~"]


def test_lint_looks_at_all_rules_of_a_policy_together(policy):
    path = policy("rules = minlength: 20\nrules = required: digit; maxlength: 10\nrules = required: digit\n")
    result = run("lint", path)
    assert result.status == 1
    assert f"{path}:2:26: warning: no password can satisfy these rules" in result.lines
    assert any(line.startswith(f"{path}:3:9: warning: this is required already") for line in result.lines)


def test_lint_broken_policy(policy):
    path = policy("rules = minlength: 12;\nrules = minlenght: 12\nretyr = 3\nretry = 0\n")
    result = run("lint", path)
    assert (result.status, result.errors) == (2, "")
    lines = [line for line in result.lines if line.startswith(path)]
    assert lines[0] == f'{path}:2:9: error: there is no property "minlenght"; did you mean "minlength"?'
    assert lines[1] == f'{path}:3:1: error: there is no key "retyr"; did you mean "retry"?'
    assert lines[2].startswith(f"{path}:4:9: error: expected a number from 1 to 100")


@pytest.mark.parametrize("text", [
    "", "# nothing\n", "retry = 3\n", "\0", "rules = minlength: 8", b"rules = \xff\n", "[x]\n"])
def test_lint_file_that_is_no_policy(policy, text):
    path = policy(text)
    result = run("lint", path)
    assert result.status == 2 and result.lines[0].startswith(path + ":") and ": error: " in result.output.decode()


def test_lint_several_files(policy):
    good, bad = policy(GOOD, "good"), policy("retyr = 3\n" + GOOD, "bad")
    unwise = policy("rules = minlength: 7\n", "unwise")
    for files, status in (([good, good], 0), ([good, unwise], 1), ([unwise, good], 1), ([unwise, bad, good], 2),
                          ([bad, unwise], 2), ([bad, good], 2)):
        result = run("lint", *files)
        sources = [line.split(":")[0] for line in result.lines if not line.startswith(" ")]
        assert (result.status, sources) == (status, [file for file in files if file != good])


@pytest.mark.parametrize("kind", ["missing", "directory", "nothing", "below a file", "forbidden name"])
def test_lint_file_that_cannot_be_read(policy, tmp_path, kind):
    good = policy(GOOD)
    path = {
        "missing": str(tmp_path / "nothing"), "directory": str(tmp_path), "nothing": "", "below a file": good + "/x",
        "forbidden name": "x" * 5000,
    }[kind]
    for files in ([path], [good, path]):
        result = run("lint", *files)
        assert (result.status, result.output) == (2, b"")
        reason = "is not a regular file\n" if kind == "directory" else "cannot be read: "
        assert result.errors.startswith(f"passwordrules: {path}: {reason}")


def test_lint_looks_at_the_files_behind_one_that_cannot_be_read(policy, tmp_path):
    result = run("lint", str(tmp_path / "nothing"), policy("rules = minlength: 7\n"))
    assert result.status == 2 and "a minimum length below 8" in result.lines[0]


def test_lint_prints_what_it_found_before_a_file_that_cannot_be_read(policy, tmp_path):
    result = run("lint", policy("rules = minlength: 7\n"), str(tmp_path / "nothing"))
    assert result.status == 2 and "a minimum length below 8" in result.lines[0] and "cannot be read" in result.errors


def test_lint_does_not_wait_for_a_fifo(tmp_path):
    path = str(tmp_path / "fifo")
    os.mkfifo(path)
    done = subprocess.run([TOOL, "lint", path], capture_output=True, timeout=10)
    assert done.returncode == 2


def test_lint_file_of_the_greatest_length(policy):
    text = "#".ljust((1 << 20) - len(GOOD) - 1, "x") + "\n" + GOOD
    assert len(text) == 1 << 20 and run("lint", policy(text)).status == 0
    for path, reason in ((policy(text + "\n"), "larger than 1048576 bytes"), ("/dev/zero", "not a regular file")):
        result = run("lint", path)
        assert (result.status, result.output) == (2, b"")
        assert result.errors == f"passwordrules: {path}: is {reason}\n"


# All three.

@pytest.mark.parametrize("arguments", [
    ["format"], ["format", "a", "b"], ["format", "--nonsense", ""], ["format", "--minified=x", ""],
    ["explain"], ["explain", "", ""], ["explain", "--minified", ""], ["explain", "--rules", "minlength: 8"],
    ["lint"], ["lint", "--rules"], ["lint", "--rules", "minlength: 8", "/dev/null"], ["lint", "--jsn", "/dev/null"],
])
def test_usage_errors(arguments):
    result = run(*arguments)
    assert (result.status, result.output) == (2, b"")
    assert "Usage: passwordrules " + arguments[0] in result.errors


@pytest.mark.parametrize("command", ["format", "explain", "lint"])
def test_help(command):
    result = run(command, "--help")
    assert (result.status, result.errors) == (0, "") and command in result.output.decode()
    assert command in run("--help").output.decode()


@pytest.mark.parametrize("arguments", [
    ["format", "minlength: 8"], ["format", "--lenient", "x"], ["explain", "minlength: 8"],
    ["explain", "--json", "minlength: 8"], ["lint", "--rules", "minlength: 7"], ["lint", "--rules", "x"],
])
def test_full_disk_is_noticed(arguments):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TOOL, *arguments], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"cannot be written" in done.stderr


@pytest.mark.parametrize("arguments", [["format", "-"], ["explain", "-"], ["lint", "--rules", "-"]])
def test_standard_input_that_cannot_be_read(tmp_path, arguments):
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        done = subprocess.run([TOOL, *arguments], stdin=folder, capture_output=True)
    finally:
        os.close(folder)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"passwordrules: standard input: cannot be read: ")
