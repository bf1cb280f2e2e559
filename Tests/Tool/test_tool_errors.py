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
    ("", ["a command is missing", "SUBCOMMANDS:", "generate  "]),
    ("blocklist", ["a command is missing", "USAGE: passwordrules blocklist", "verify  "]),
    ("import", ["a command is missing", "USAGE: passwordrules import", "passwdqc  "]),
    ("chekc", ['there is no command "chekc"; there are check, ', "generate, count"]),
    ("chekc --rules 'minlength: 8'", ['there is no command "chekc"; there are check, ']),
    ("blocklist biuld", ['there is no command "biuld"; there are build, info, verify, lookup, patterns']),
    ("help chekc", ['there is no command "chekc"; there are check, ']),
    ("help blocklist biuld", ['there is no command "biuld"; there are build, info']),
    ("--generate-completion-script tcsh", ["'tcsh'", "zsh bash fish"]),
    # Trying out, where there is no terminal.
    ("try --rules x --config policy.conf", ["Give --rules or --config, not both."]),
    ("try --rules x --user root", ["--user is for policies"]),
    ("try --config nothing", ["nothing: error: cannot be read: there is no such file"]),
    ("try --rules 'minlength: 8'", ["no password was given on standard input"]),
    # Options.
    ("check --rule x", ["Unknown option '--rule'", "Did you mean '--rules'?", "Usage: passwordrules check [--rules"]),
    ("generate --rules", ["Missing value for '--rules <descriptor>'", "The rules, as a descriptor"]),
    ("explain --jsn x", ["Unknown option '--jsn'", "Did you mean '--json'?"]),
    ("policy --config", ["Missing value for '--config <file>'"]),
    ("check --rules x --config policy.conf", ["Give --rules or --config, not both."]),
    ("generate --rules x --config policy.conf", ["Give --rules or --config, not both."]),
    ("count --length 2 --entropy 3 x", ["Give --length or --entropy, not both."]),
    ("lint --rules x policy.conf", ["Give --rules with a descriptor, or the paths of policy files: one of the two."]),
    ("audit --days 0", ["--days must be from 1 to 36500."]),
    ("audit --file missing", ["missing: cannot be read: No such file or directory"]),
    ("lint", ["Give --rules with a descriptor, or the paths of policy files: one of the two."]),
    ("policy --check --user root", ["Give --user or --check, not both"]),
    ("check --rules x --user root", ["--user and --old are for policies", "Give --config in place of --rules."]),
    ("check --rules x --old", ["--user and --old are for policies", "Give --config in place of --rules."]),
    ("check --config policy.conf --user ''", ["--user needs the name of a user."]),
    ("policy --config policy.conf --user ''", ["--user needs the name of a user."]),
    ("check --config ''", ["--config needs the path of a file."]),
    ("policy --config ''", ["--config needs the path of a file."]),
    # Numbers.
    ("generate --count 0", ["--count must be from 1 to 1000000."]),
    ("generate --count many", ["'many' is invalid for '--count <n>'", "1 to 1000000"]),
    ("generate --count 99999999999999999999", ["is invalid for '--count <n>'", "1 to 1000000"]),
    ("generate --rules '' --length 0", ["--length must be 1 or more."]),
    ("generate --rules '' --length 2.5", ["'2.5' is invalid for '--length <n>'", "1 to 1024"]),
    ("generate --rules '' --length 1025", ["1025 characters is too long", "at most 1024"]),
    ("generate --rules '' --entropy nan", ["--entropy must be from 0 to 1024."]),
    ("generate --rules '' --entropy lots", ["'lots' is invalid for '--entropy <bits>'", "0 to 1024"]),
    ("count --length 1025 ''", ["--length must be from 1 to 1024."]),
    ("count --entropy 1025 ''", ["--entropy must be from 0 to 1024."]),
    ("blocklist build -o new --memory 1 words.txt", ["--memory must be from 16 to 65536, in MiB."]),
    ("blocklist build -o new --memory lots words.txt", ["'lots' is invalid for '--memory <MiB>'", "16 to 65536"]),
    ("blocklist build -o new --min-count 0 words.txt", ["--min-count must be 1 at least."]),
    # One of several words.
    ("generate --rules '' --style nice", ["'nice' is invalid", "'random', 'readable' or 'words'"]),
    ("generate --rules '' --exclude vowels", ['--exclude:1:1: error: there is no class "vowels"', "    ^~~~~~"]),
    ("blocklist build -o new --format md5 words.txt", ["'md5' is invalid", "'words' and 'sha1'"]),
    ("blocklist build -o new --match fuzzy words.txt", ["'fuzzy' is invalid", "'exact', 'folded' or 'mangled'"]),
    ("blocklist lookup --match fuzzy x", ["'fuzzy' is invalid", "'own', 'exact', 'folded' or 'mangled'"]),
    # Descriptors.
    ("explain", ["Missing expected argument '<descriptor>'"]),
    ("explain 'minlenght: 8'", ['rules:1:1: error: there is no property "minlenght"; did you mean "minlength"?',
                                "^~~~~~~~~"]),
    ("count 'required: uper'", ['rules:1:11: error: there is no class "uper"; did you mean "upper"?', "^~~~"]),
    ("check --rules 'minlength: many'", ["rules:1:12: error: expected a number"]),
    ("generate --rules 'minlength: 9; maxlength: 8'", ["no password can satisfy the rules: minlength 9 is above"]),
    ("explain required: upper", ["Unexpected argument 'upper'", "it needs quotes: 'required: digit; minlength: 12'"]),
    ("check --rules minlength: 8", ["Unexpected argument '8'", "it needs quotes"]),
    ("format required: digit, upper", ["it needs quotes"]),
    ("count a b", ["Unexpected argument 'b'", "Usage: passwordrules count"]),
    # Policies.
    ("check --config nothing", ["nothing: error: cannot be read: there is no such file"]),
    ("generate --config .", [".: error: is not a regular file"]),
    ("policy --config bad.conf", ['bad.conf:2:1: error: there is no key "retyr"; did you mean "retry"?']),
    ("policy --check --config bad.conf", ['bad.conf:2:1: error: there is no key "retyr"; did you mean "retry"?']),
    ("check --config bad.conf", ['bad.conf:2:1: error: there is no key "retyr"; did you mean "retry"?']),
    ("check --config no.blocklist", ["no.blocklist:1:1: error: "]),
    ("lint nothing", ["nothing: cannot be read: No such file or directory"]),
    ("lint .", [".: is not a regular file"]),
    # Passwords.
    ("check --rules 'minlength: 8'", ["no password was given on standard input"]),
    # Blocklists.
    ("blocklist build", ["Missing expected argument '--output <file>'", "it is replaced when the list is complete"]),
    ("blocklist build -o new", ["Missing expected argument '<input> ...'", "- is standard input"]),
    ("blocklist build -o new nothing", ["nothing: cannot be opened: No such file or directory"]),
    ("blocklist build -o new /dev/null", ["there is no password in the input"]),
    ("blocklist build -o no/new words.txt", ["no/new: cannot be written: No such file or directory"]),
    ("blocklist build -o . words.txt", [".: is not a regular file"]),
    ("blocklist build -o new --format sha1 words.txt", ["words.txt:1: does not begin with 40 hex digits"]),
    ("blocklist build -o new --format words --min-count 2 words.txt", ["--min-count is for hashes with counts"]),
    ("blocklist build -o new - -", ["Standard input can be read once."]),
    ("blocklist info nothing", ["nothing: cannot be read: there is no such file"]),
    ("blocklist info no.blocklist", ['no.blocklist: is not a blocklist; "passwordrules blocklist build" makes one']),
    ("blocklist verify .", [".: is not a regular file"]),
    ("blocklist lookup no.blocklist", ['no.blocklist: is not a blocklist; "passwordrules blocklist build" makes one']),
    ("blocklist lookup", ["Missing expected argument '<file> ...'"]),
    ("blocklist patterns words.txt", ["Unexpected argument 'words.txt'"]),
    # Other modules.
    ("import libpwquality", ['there is no command "libpwquality"; there are pwquality, passwdqc']),
    ("import pwquality nothing", ["nothing: cannot be read: No such file or directory"]),
    ("import pwquality bad-pwquality.conf", ['bad-pwquality.conf:1:10: error: expected a number, found "many"']),
    ("import passwdqc .", [".: is not a regular file"]),
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


@pytest.mark.parametrize("command", ["check", "generate", "policy", "policy --check"])
def test_a_machine_without_a_policy(command, folder):
    if os.path.exists("/etc/security/passwordrules.conf") or os.path.exists("/usr/lib/passwordrules/passwordrules.conf"):
        pytest.skip("this machine has a policy")
    status, output, errors = type_in(folder, command)
    assert (status, output) == (2, b"")
    options = "--config" if command.startswith("policy") else "--rules or --config"
    assert errors == (f"passwordrules: note: this machine has no policy yet; give {options}\n"
                      "passwordrules: /etc/security/passwordrules.conf: error: cannot be read: there is no such file\n")


PRINTING = ["generate --rules ''", "count ''", "explain ''", "format ''", "lint --rules ''", "lint --json --rules ''",
            "policy --config policy.conf", "policy --config policy.conf --json", "policy --config policy.conf --check",
            "blocklist build -o new words.txt", "blocklist patterns", "blocklist info list", "blocklist verify list",
            "blocklist verify --json list", "blocklist lookup list <<< x", "check --rules '' <<< x", "--help", "--version",
            "blocklist --help", "--generate-completion-script bash"]


@pytest.mark.parametrize("command", PRINTING)
def test_output_that_cannot_be_written(command, folder):
    run("blocklist", "build", "-o", str(folder / "list"), "-", input=b"password\n")
    status, _, errors = type_in(folder, f"{command} > /dev/full")
    assert (status, errors) == (2, "passwordrules: standard output cannot be written\n")


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


def test_a_user_that_there_is_not_is_pointed_out(folder):
    status, output, errors = type_in(folder, "policy --config policy.conf --user no-such-user")
    assert (status, errors) == (0, "")
    assert output.decode().splitlines()[1] == "  there is no such user on this machine"
    assert b"no such user" not in type_in(folder, "policy --config policy.conf --user root")[1]
    assert b"no such user" not in type_in(folder, "policy --config policy.conf")[1]
