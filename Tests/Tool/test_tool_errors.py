"""Error messages: on standard error, with status 2; the problem, its position, and how to fix it."""

import os
import subprocess

import pytest

from helps import helps
from tool import TOOL, run

FILES = {
    "policy.conf": "rules = minlength: 15;\n",
    "bad.conf": "rules = minlength: 15;\nretyr = 3\n",
    "words.txt": "password\n",
    "no.blocklist": "this is none\n",
    "bad-pwquality.conf": "minlen = many\n",
}

# What is typed, and what the answer has in it.
MISTAKES = [
    # No command, or none that there is.
    ("", ["no command given", "SUBCOMMANDS:", "generate  "]),
    ("blocklist", ["no command given", "USAGE: passwordrules blocklist", "verify  "]),
    ("import", ["no command given", "USAGE: passwordrules import", "passwdqc  "]),
    ("chekc", ['unknown command "chekc"; the commands are check, ', "generate, count"]),
    ("chekc --rules 'minlength: 8'", ['unknown command "chekc"; the commands are check, ']),
    ("blocklist biuld", ['unknown command "biuld"; the commands are build, info, verify, lookup, patterns']),
    ("help chekc", ['unknown command "chekc"; the commands are check, ']),
    ("help blocklist biuld", ['unknown command "biuld"; the commands are build, info']),
    ("--generate-completion-script tcsh", ["'tcsh'", "zsh bash fish"]),
    # Trying out, where there is no terminal.
    ("try --rules x --config policy.conf", ["Give --rules or --config, not both."]),
    ("try --rules x --user root", ["--user needs a policy"]),
    ("try --config nothing", ["nothing: error: cannot be read: no such file"]),
    ("try --rules 'minlength: 8'", ["no password on standard input"]),
    ("try --rules 'required: uper'", ['unknown class "uper"; did you mean "upper"?']),
    ("try --rules", ["Missing value for '--rules <descriptor>'"]),
    ("try password", ["Unexpected argument 'password'", "Usage: passwordrules try"]),
    # Options.
    ("check --rule x", ["Unknown option '--rule'", "Did you mean '--rules'?", "Usage: passwordrules check [--rules"]),
    ("generate --rules", ["Missing value for '--rules <descriptor>'", "The rules, as a quoted descriptor"]),
    ("explain --jsn x", ["Unknown option '--jsn'", "Did you mean '--json'?"]),
    ("policy --config", ["Missing value for '--config <file>'"]),
    ("check --rules x --config policy.conf", ["Give --rules or --config, not both."]),
    ("generate --rules x --config policy.conf", ["Give --rules or --config, not both."]),
    ("count --length 2 --entropy 3 x", ["Give --length or --entropy, not both."]),
    ("lint --rules x policy.conf", ["Give either --rules DESCRIPTOR or one or more policy files."]),
    ("audit --days 0", ["--days must be from 1 to 36500."]),
    ("audit --file missing", ["missing: cannot be read: No such file or directory"]),
    ("lint", ["Give either --rules DESCRIPTOR or one or more policy files."]),
    ("policy --check --user root", ["Give --user or --check, not both"]),
    ("check --rules x --user root", ["--user and --old need a policy", "use --config instead of --rules."]),
    ("check --rules x --old", ["--user and --old need a policy", "use --config instead of --rules."]),
    ("check --config policy.conf --user ''", ["--user needs a user name."]),
    ("policy --config policy.conf --user ''", ["--user needs a user name."]),
    ("check --config ''", ["--config needs a file path."]),
    ("check password", ["Unexpected argument 'password'", "Usage: passwordrules check"]),
    ("check --rules", ["Missing value for '--rules <descriptor>'"]),
    ("policy --check --strict", ["Unknown option '--strict'"]),
    ("policy --check --user root --json", ["Give --user or --check, not both"]),
    ("policy --user", ["Missing value for '--user <name>'"]),
    ("policy file", ["Unexpected argument 'file'"]),
    ("format --minified=x ''", ["'--minified'", "Usage: passwordrules format"]),
    ("explain --minified ''", ["Unknown option '--minified'"]),
    ("explain --rules 'minlength: 8'", ["Unknown option '--rules'"]),
    ("lint --rules", ["Missing value for '--rules <descriptor>'"]),
    ("lint --jsn /dev/null", ["Unknown option '--jsn'", "Did you mean '--json'?"]),
    ("generate --json=yes", ["'--json'"]),
    ("generate --exclude", ["Missing value for '--exclude <characters>'"]),
    ("generate extra", ["Unexpected argument 'extra'"]),
    ("audit --days 36501", ["--days must be from 1 to 36500."]),
    ("audit --days=-1", ["--days must be from 1 to 36500."]),
    ("audit --days 1.5", ["'1.5' is invalid for '--days <n>'"]),
    ("audit --days 99999999999999999999", ["is invalid for '--days <n>'"]),
    ("policy --config ''", ["--config needs a file path."]),
    # Numbers.
    ("generate --count 0", ["--count must be from 1 to 1000000."]),
    ("generate --count 1000001", ["--count must be from 1 to 1000000."]),
    ("generate --count many", ["'many' is invalid for '--count <n>'", "1 to 1000000"]),
    ("generate --count 99999999999999999999", ["is invalid for '--count <n>'", "1 to 1000000"]),
    ("generate --rules '' --length 0", ["--length must be 1 or more."]),
    ("generate --rules '' --length=-1", ["--length must be 1 or more."]),
    ("generate --rules '' --length 2.5", ["'2.5' is invalid for '--length <n>'", "1 to 1024"]),
    ("generate --rules '' --length 1025", ["1025 characters is too long", "at most 1024"]),
    ("generate --rules '' --entropy nan", ["--entropy must be from 0 to 1024."]),
    ("generate --rules '' --entropy=-1", ["--entropy must be from 0 to 1024."]),
    ("generate --rules '' --entropy 1025", ["--entropy must be from 0 to 1024."]),
    ("generate --rules '' --entropy inf", ["--entropy must be from 0 to 1024."]),
    ("generate --rules '' --entropy lots", ["'lots' is invalid for '--entropy <bits>'", "0 to 1024"]),
    ("count --length 1025 ''", ["--length must be from 1 to 1024."]),
    ("count --length 0 ''", ["--length must be from 1 to 1024."]),
    ("count --length=-1 ''", ["--length must be from 1 to 1024."]),
    ("count --length x ''", ["'x' is invalid for '--length <n>'"]),
    ("count --entropy 1025 ''", ["--entropy must be from 0 to 1024."]),
    ("count --entropy=-1 ''", ["--entropy must be from 0 to 1024."]),
    ("count --entropy nan ''", ["--entropy must be from 0 to 1024."]),
    ("count --entropy x ''", ["'x' is invalid for '--entropy <bits>'"]),
    ("blocklist build -o new --memory 15 words.txt", ["--memory must be from 16 to 65536, in MiB."]),
    ("blocklist build -o new --memory 65537 words.txt", ["--memory must be from 16 to 65536, in MiB."]),
    ("blocklist build -o new --memory=-1 words.txt", ["--memory must be from 16 to 65536, in MiB."]),
    ("blocklist build -o new --memory lots words.txt", ["'lots' is invalid for '--memory <MiB>'", "16 to 65536"]),
    ("blocklist build -o new --min-count 0 words.txt", ["--min-count must be at least 1."]),
    # One of several words.
    ("generate --rules '' --style Random", ["'Random' is invalid", "'random', 'readable' or 'words'"]),
    ("generate --rules '' --style ''", ["'' is invalid", "'random', 'readable' or 'words'"]),
    ("generate --rules '' --style nice", ["'nice' is invalid", "'random', 'readable' or 'words'"]),
    ("generate --rules '' --exclude ''", ["--exclude:1:1: error: expected a character class such as upper, digit or [-_.]"]),
    ("generate --rules '' --exclude vowels", ['--exclude:1:1: error: unknown class "vowels"', "    ^~~~~~"]),
    ("blocklist build -o new --format md5 words.txt", ["'md5' is invalid", "'words' and 'sha1'"]),
    ("blocklist build -o new --match own words.txt", ["'own' is invalid", "'exact', 'folded' or 'mangled'"]),
    ("blocklist build -o new --match fuzzy words.txt", ["'fuzzy' is invalid", "'exact', 'folded' or 'mangled'"]),
    ("blocklist lookup --match fuzzy x", ["'fuzzy' is invalid", "'own', 'exact', 'folded' or 'mangled'"]),
    # Descriptors.
    ("explain", ["Missing expected argument '<descriptor>'"]),
    ("explain 'minlenght: 8'", ['rules:1:1: error: unknown property "minlenght"; did you mean "minlength"?',
                                "^~~~~~~~~"]),
    ("count 'required: uper'", ['rules:1:11: error: unknown class "uper"; did you mean "upper"?', "^~~~"]),
    ("check --rules 'minlength: many'", ["rules:1:12: error: expected a number"]),
    ("generate --rules 'minlength: 9; maxlength: 8'", ["no password can satisfy the rules: minlength 9 is greater"]),
    ("explain required: upper", ["Unexpected argument 'upper'", "it must be quoted: 'required: digit; minlength: 12'"]),
    ("check --rules minlength: 8", ["Unexpected argument '8'", "it must be quoted"]),
    ("format required: digit, upper", ["it must be quoted"]),
    ("format", ["Missing expected argument '<descriptor>'"]),
    ("format a b", ["Unexpected argument 'b'", "Usage: passwordrules format"]),
    ("count", ["Missing expected argument '<descriptor>'"]),
    ("count a b", ["Unexpected argument 'b'", "Usage: passwordrules count"]),
    # Policies.
    ("check --config nothing", ["nothing: error: cannot be read: no such file"]),
    ("generate --config .", [".: error: is not a regular file"]),
    ("policy --config bad.conf", ['bad.conf:2:1: error: unknown key "retyr"; did you mean "retry"?']),
    ("policy --check --config bad.conf", ['bad.conf:2:1: error: unknown key "retyr"; did you mean "retry"?']),
    ("check --config bad.conf", ['bad.conf:2:1: error: unknown key "retyr"; did you mean "retry"?']),
    ("check --config no.blocklist", ["no.blocklist:1:1: error: "]),
    ("lint nothing", ["nothing: cannot be read: No such file or directory"]),
    ("lint .", [".: is not a regular file"]),
    # Passwords.
    ("check --rules 'minlength: 8'", ["no password on standard input"]),
    # Blocklists.
    ("blocklist build", ["Missing expected argument '--output <file>'", "it is replaced once the list is complete"]),
    ("blocklist build -o new", ["Missing expected argument '<input> ...'", "- is standard input"]),
    ("blocklist build -o new nothing", ["nothing: cannot be opened: No such file or directory"]),
    ("blocklist build -o new /dev/null", ["the input contains no passwords"]),
    ("blocklist build -o no/new words.txt", ["no/new: cannot be written: No such file or directory"]),
    ("blocklist build -o . words.txt", [".: is not a regular file"]),
    ("blocklist build -o new --format sha1 words.txt", ["words.txt:1: does not begin with 40 hex digits"]),
    ("blocklist build -o new --format words --min-count 2 words.txt", ["--min-count is for hashes with counts"]),
    ("blocklist build -o new - -", ["Standard input can be read only once."]),
    ("blocklist build -o new ''", ["An input path cannot be empty."]),
    ("blocklist info nothing", ["nothing: cannot be read: no such file"]),
    ("blocklist info no.blocklist", ['no.blocklist: is not a blocklist; use "passwordrules blocklist build" to make one']),
    ("blocklist verify .", [".: is not a regular file"]),
    ("blocklist lookup no.blocklist", ['no.blocklist: is not a blocklist; use "passwordrules blocklist build" to make one']),
    ("blocklist lookup", ["Missing expected argument '<file> ...'"]),
    ("blocklist patterns words.txt", ["Unexpected argument 'words.txt'"]),
    # Other modules.
    ("import libpwquality", ['unknown command "libpwquality"; the commands are pwquality, passwdqc']),
    ("import pwquality nothing", ["nothing: cannot be read: No such file or directory"]),
    ("import pwquality bad-pwquality.conf", ['bad-pwquality.conf:1:10: error: expected a number, found "many"']),
    ("import passwdqc .", [".: is not a regular file"]),
    ("import passwdqc nothing", ["nothing: cannot be read: No such file or directory"]),
    ("import pwquality .", [".: is not a regular file"]),
    ("import passwdqc a b", ["Unexpected argument 'b'"]),
]


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o644)
    return tmp_path


def type_in(folder, command, **options):
    """Runs a line of the shell with nothing on standard input."""
    done = subprocess.run(["bash", "-c", f"'{TOOL}' {command}"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=60, **options)
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.parametrize("command, said", MISTAKES, ids=[command or "nothing" for command, _ in MISTAKES])
def test_mistakes_are_said(command, said, folder):
    status, output, errors = type_in(folder, command)
    assert (status, output) == (2, b"")
    assert errors.startswith("passwordrules: ")
    for part in said:
        assert part in errors
    assert sorted(os.listdir(folder)) == sorted(FILES)


def test_every_command_has_its_mistakes():
    for help in helps():
        mistakes = [command for command, _ in MISTAKES if command.startswith(" ".join(help.path))]
        assert mistakes, help.name


@pytest.mark.parametrize("help", helps(), ids=lambda help: help.name)
def test_every_command_refuses_an_option_that_it_does_not_have(help):
    needed = [["--output", "x"]] * ("--output" in help.options) + [["x"]] * ("ARGUMENTS" in help.sections)
    result = run(*help.path, *sum(needed, []), "--no-such-option")
    assert (result.status, result.output) == (2, b"")
    assert result.errors.startswith("passwordrules: Unknown option '--no-such-option'\n")
    assert f"See '{help.name} --help' for more information." in result.errors


PRINTING = ["generate --rules ''", "generate --rules '' --json", "generate --rules '' --show-entropy",
            "generate --rules '' --count 100000", "count ''", "count --json ''", "count --length 1024 ''", "explain ''",
            "explain --json ''", "format ''", "format --lenient ''", "lint --rules ''", "lint --rules x",
            "lint --json --rules ''", "try --rules '' <<< x", "policy --config policy.conf",
            "policy --config policy.conf --json", "policy --config policy.conf --check",
            "blocklist build -o new words.txt", "blocklist patterns", "blocklist info list", "blocklist verify list",
            "blocklist verify --json list", "blocklist lookup list <<< x", "check --rules '' <<< x", "--help", "--version",
            "blocklist --help", "--generate-completion-script bash"]


@pytest.mark.parametrize("command", PRINTING)
def test_output_that_cannot_be_written(command, folder):
    run("blocklist", "build", "-o", str(folder / "list"), "-", input=b"password\n")
    status, _, errors = type_in(folder, f"{command} > /dev/full")
    assert (status, errors) == (2, "passwordrules: cannot write to standard output\n")


@pytest.mark.parametrize("command", ["format -", "explain -", "lint --rules -", "count -"])
def test_standard_input_that_cannot_be_read(command, folder):
    assert type_in(folder, f"{command} < .") == (2, b"", "passwordrules: standard input: cannot be read: Is a directory\n")


@pytest.mark.parametrize("redirection, message", [
    ("<&-", "no password on standard input"), ("<<< x >&-", "cannot write to standard output")])
def test_closed_descriptors_are_not_taken_for_what_is_opened(redirection, message, folder):
    """The list would be the first file to be opened, and so be read as passwords."""
    assert run("blocklist", "build", "-o", str(folder / "list"), "-", input=b"password\n").status == 0
    assert type_in(folder, f"blocklist lookup list {redirection}") == (2, b"", f"passwordrules: {message}\n")


# Names on the command line are repeated, but cannot control the terminal.
HOSTILE = "\x1b[2J\x07\r\x9b31m"


@pytest.mark.parametrize("arguments", [
    ["lint", HOSTILE], ["check", "--config", HOSTILE], ["policy", "--config", HOSTILE], ["import", "pwquality", HOSTILE],
    ["import", "passwdqc", HOSTILE], ["blocklist", "info", HOSTILE], ["blocklist", "verify", HOSTILE],
    ["blocklist", "lookup", HOSTILE], ["blocklist", "build", "-o", "x", HOSTILE],
    ["blocklist", "build", "-o", HOSTILE + "/x", "-"], [HOSTILE], ["help", HOSTILE],
    ["check", "--" + HOSTILE], ["generate", "--count", HOSTILE], ["count", "a", HOSTILE],
    ["generate", "--rules", "", "--exclude", HOSTILE], ["explain", "required: " + HOSTILE], ["lint", "--rules", HOSTILE],
], ids=lambda arguments: " ".join(arguments).replace(HOSTILE, "HOSTILE"))
def test_what_is_repeated_cannot_draw_on_a_terminal(arguments, folder):
    result = run(*arguments, input=b"x\n", cwd=folder)
    assert result.status == 2
    said = result.errors + result.output.decode()
    assert said and all(character.isprintable() or character == "\n" for character in said)


@pytest.mark.parametrize("make", [lambda path: path.write_text("retyr = 3\n"), lambda path: path.write_text("retry = 3\n[")])
def test_files_with_such_names_cannot_draw_either(make, tmp_path):
    path = tmp_path / HOSTILE
    make(path)
    path.chmod(0o644)
    for arguments in (["lint"], ["policy", "--config"], ["policy", "--check", "--config"]):
        result = run(*arguments, str(path), cwd=tmp_path)
        said = result.errors + result.output.decode()
        assert result.status == 2 and "error: " in said
        assert all(character.isprintable() or character == "\n" for character in said)
