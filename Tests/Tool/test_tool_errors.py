"""Error messages: on standard error, with status 2; the problem, its position, and how to fix it."""

import os
import re
import subprocess

import pytest

from helps import helps
from tool import TOOL, run

FILES = {
    "policy.conf": "rules = minlength: 15;\n",
    "bad.conf": "rules = minlength: 15;\nretyr = 3\n",
    "words.txt": "password\n",
    "a:b.conf": "rules = minlength: 15;\n",
    "no.blocklist": "this is none\n",
    "bad-pwquality.conf": "minlen = many\n",
}

# Arguments, and parts of the error message.
MISTAKES = [
    # No command, or an unknown one.
    ("", ["no command given", "SUBCOMMANDS:", "generate  "]),
    ("blocklist", ["no command given", "USAGE: passwordrules blocklist", "verify  "]),
    ("ranks", ["no command given", "USAGE: passwordrules ranks", "verify  "]),
    ("import", ["no command given", "USAGE: passwordrules import", "passwdqc  "]),
    ("chekc", ['unknown command "chekc"; the commands are check, ', "generate, count"]),
    ("chekc --rules 'minlength: 8'", ['unknown command "chekc"; the commands are check, ']),
    ("blocklist biuld", ['unknown command "biuld"; the commands are build, info, verify, lookup, patterns']),
    ("ranks biuld", ['unknown command "biuld"; the commands are build, info, verify']),
    ("help chekc", ['unknown command "chekc"; the commands are check, ']),
    ("help blocklist biuld", ['unknown command "biuld"; the commands are build, info']),
    ("--generate-completion-script tcsh", ["'tcsh'", "zsh bash fish"]),
    # Trying out, where there is no terminal.
    ("try --rules x --config policy.conf", ["Give --rules or --config, not both."]),
    ("try --rules x --user root", ["Give --rules or --user, not both: --user is for policies."]),
    ("try --config nothing", ["nothing: error: the file cannot be read: no such file"]),
    ("try --rules 'minlength: 8'", ["no password on standard input"]),
    ("try password", ['unknown property "password"', "note: passwords are read from standard input"]),
    # A command takes the rules from only one source: a descriptor, --rules, or a policy.
    *[(f"{command} {first} {second}", [f"Give {words}, not both"])
      for command in ["check", "try", "generate", "count", "explain", "format", "lint"]
      for first, second, words in [
          ("minlength:8", "--rules x", "a descriptor or --rules"), ("minlength:8", "--config x", "a descriptor or --config"),
          ("--rules x", "--config x", "--rules or --config"), ("--rules x", "--user root", "--rules or --user"),
          ("minlength:8", "--user root", "a descriptor or --user")]],
    ("check policy.conf", ["note: there is a file of this name; use --config for a policy"]),
    ("explain words.txt", ["note: there is a file of this name; use --config for a policy"]),
    ("check -", ["standard input holds the passwords, so the descriptor cannot be read from it"]),
    ("try --rules -", ["standard input holds the passwords"]),
    ("format 'min-words: 3'", ['unknown property "min-words"', "are properties of policies"]),
    ("lint minlength: 8", ["Give one descriptor, in quotes, or files."]),
    ("lint policy.conf minlength:8", ["Give one descriptor, in quotes, or files."]),
    ("lint policy.conf --config bad.conf", ["Give files or --config, not both."]),
    ("lint ''", ["An argument is empty; for an empty descriptor, use --rules ''."]),
    ("lint a:b.conf", ['"a:b.conf" is a file and could be a descriptor; write ./a:b.conf for the file, or use --rules.']),
    ("lint words", ["words: cannot be read: No such file or directory"]),
    ("check --json --quiet ''", ["Give --json or --quiet, not both."]),
    *[(f"{command} --json -q x", ["Give --json or --quiet, not both."]) for command in [
        "lint", "blocklist lookup", "blocklist verify"]],
    # Options.
    ("check --rule x", ["Unknown option '--rule'", "Did you mean '--rules'?", "Usage: passwordrules check [<options>]"]),
    ("check --rules x --config policy.conf", ["Give --rules or --config, not both."]),
    ("count --length 2 --entropy 3 x", ["Give --length or --entropy, not both."]),
    ("lint --rules x policy.conf", ["Give files or --rules, not both."]),
    ("audit --days 0", ["--days must be from 1 to 36500."]),
    ("lint", ["no policy is installed: there is no file /etc/security/passwordrules.conf; use a descriptor, a file or --config"]),
    ("policy --install new.conf --json", ["Give --install without --diff, --check, --user, --service and --json."]),
    ("policy --diff new.conf --user root", ["Give --diff without --check, --user and --service."]),
    ("policy --diff a b c", ["--diff takes one file or two."]),
    ("policy --install new.conf --edit", ["Give --install or --edit, not both."]),
    ("policy --remove a.conf --diff new.conf", ["Give --remove without --diff"]),
    ("policy --remove a.cfg", ["--remove needs the name of a file in FILE.d: NAME.conf"]),
    ("policy --edit x/a.conf", ["--edit needs the name of a file in FILE.d: NAME.conf"]),
    ("policy --edit --check", ["Give --edit without --diff, --check"]),
    ("policy --accept weaker-section", ["--accept and --verbose need --check."]),
    ("policy --check --as a.conf", ["--as needs --install or --diff, or --check with a file."]),
    ("policy --yes", ["--yes and --force need --install, --remove or --edit."]),
    ("policy --as a.conf", ["--as needs --install or --diff, or --check with a file."]),
    *((f"policy --diff new.conf --as {name}", ["--as needs the name of a file in FILE.d: NAME.conf"])
      for name in ("a", ".conf", ".a.conf", "b/a.conf", "a.conf.old", "''")),
    ("status --config ''", ["--config needs a file path."]),
    ("status extra", ["Unexpected argument 'extra'"]),
    ("policy --check --user root", ["Give --user or --check, not both"]),
    ("check --rules x --old", ["Give --rules or --old, not both: --old is for policies."]),
    ("check minlength:8 --old", ["Give a descriptor or --old, not both: --old is for policies."]),
    ("check --config policy.conf --user ''", ["--user needs a user name."]),
    ("check --config ''", ["--config needs a file path."]),
    ("check password", ['unknown property "password"', "note: passwords are read from standard input"]),
    ("policy file", ["Unexpected argument 'file'"]),
    ("format --minified=x ''", ["'--minified'", "Usage: passwordrules format"]),
    ("generate --json=yes", ["'--json'"]),
    ("generate a b", ["Unexpected argument 'b'"]),
    ("audit --days 36501", ["--days must be from 1 to 36500."]),
    # Numbers.
    ("generate --count 0", ["--count must be from 1 to 1000000."]),
    ("generate --count 1000001", ["--count must be from 1 to 1000000."]),
    ("generate --count -3", ["The value '-3' is invalid for '--count <n>': it is negative\n", "1 to 1000000"]),
    ("generate -n -3", ["The value '-3' is invalid for '-n <n>': it is negative"]),
    ("count --entropy -1.5 x", ["The value '-1.5' is invalid for '--entropy <bits>': it is negative"]),
    ("generate --length", ["Missing value for '--length <n>'"]),
    ("generate --count=-3", ["--count must be from 1 to 1000000."]),
    ("generate --exclude -_", ["Missing value for '--exclude <characters>'", "If '-_' is the value, write --exclude=-_"]),
    ("blocklist build -o -x", ["Missing value for '-o <file>'", "If '-x' is the value, write -o-x"]),
    ("generate --count many", ["'many' is invalid for '--count <n>'", "1 to 1000000"]),
    ("generate --rules '' --length 0", ["--length must be 1 or more."]),
    ("generate --rules '' --length 2.5", ["'2.5' is invalid for '--length <n>'", "1 to 1024"]),
    ("generate --rules '' --length 1025", ["1025 characters is too long", "at most 1024"]),
    ("generate --rules '' --entropy nan", ["--entropy must be from 0 to 1024."]),
    ("generate --rules '' --entropy 1025", ["--entropy must be from 0 to 1024."]),
    ("generate --rules '' --entropy lots", ["'lots' is invalid for '--entropy <bits>'", "0 to 1024"]),
    ("count --length 1025 ''", ["--length must be from 1 to 1024."]),
    ("count --length 0 ''", ["--length must be from 1 to 1024."]),
    ("count --length x ''", ["'x' is invalid for '--length <n>'"]),
    ("count --entropy 1025 ''", ["--entropy must be from 0 to 1024."]),
    ("count --entropy nan ''", ["--entropy must be from 0 to 1024."]),
    ("count --entropy x ''", ["'x' is invalid for '--entropy <bits>'"]),
    ("blocklist build -o new --memory 15 words.txt", ["--memory must be from 16 to 65536, in MiB."]),
    ("blocklist build -o new --memory 65537 words.txt", ["--memory must be from 16 to 65536, in MiB."]),
    ("blocklist build -o new --memory lots words.txt", ["'lots' is invalid for '--memory <MiB>'", "16 to 65536"]),
    ("blocklist build -o new --min-count 0 words.txt", ["--min-count must be at least 1."]),
    # One of several words.
    ("generate --rules '' --style nice", ["'nice' is invalid", "'random', 'readable' or 'words'"]),
    ("generate --rules '' --exclude vowels", ['--exclude:1:1: error: unknown class "vowels"', "    ^~~~~~"]),
    ("blocklist build -o new --format md5 words.txt", ["'md5' is invalid", "'words', 'sha1' or 'ntlm'"]),
    ("blocklist build -o new --add '' words.txt", ["--add needs the path of a list."]),
    ("blocklist lookup --ntlm --match folded x", ["--ntlm and --match folded exclude each other"]),
    ("blocklist build -o new --match own words.txt", ["'own' is invalid", "'exact', 'folded' or 'mangled'"]),
    ("blocklist lookup --match fuzzy x", ["'fuzzy' is invalid", "'own', 'exact', 'folded' or 'mangled'"]),
    # Descriptors.
    ("explain", ["no policy is installed: there is no file /etc/security/passwordrules.conf; use a descriptor or --config"]),
    ("explain 'minlenght: 8'", ['rules:1:1: error: unknown property "minlenght"; did you mean "minlength"?',
                                "^~~~~~~~~"]),
    ("count 'required: uper'", ['rules:1:11: error: unknown class "uper"; did you mean "upper"?', "^~~~"]),
    ("check --rules 'minlength: many'", ["rules:1:12: error: expected a number"]),
    ("generate --rules 'minlength: 9; maxlength: 8'", ["no password can satisfy the rules: minlength 9 is greater"]),
    ("explain required: upper", ["Unexpected argument 'upper'", "it must be quoted: 'required: digit; minlength: 12'"]),
    ("check --rules minlength: 8", ["Give a descriptor or --rules, not both.", "it must be quoted"]),
    ("format required: digit, upper", ["it must be quoted"]),
    ("format", ["no policy is installed: there is no file /etc/security/passwordrules.conf; use a descriptor or --config"]),
    ("format a b", ["Unexpected argument 'b'", "Usage: passwordrules format"]),
    ("count 'minlength: 9; maxlength: 8'", ["no password can satisfy the rules: minlength 9 is greater than maxlength 8"]),
    ("count 'required: [a]; required: [b]; maxlength: 1'", ["the requirements need 2 characters, but the maximum is 1"]),
    ("count", ["no policy is installed: there is no file /etc/security/passwordrules.conf; use a descriptor or --config"]),
    ("count a b", ["Unexpected argument 'b'", "Usage: passwordrules count"]),
    # Policies.
    ("check --config nothing", ["nothing: error: the file cannot be read: no such file"]),
    ("generate --config .", [".: error: the file is not a regular file"]),
    ("policy --config bad.conf", ['bad.conf:2:1: error: unknown key "retyr"; did you mean "retry"?']),
    ("lint nothing", ["nothing: cannot be read: No such file or directory"]),
    ("lint .", [".: is not a regular file"]),
    # Passwords.
    ("check --rules 'minlength: 8'", ["no password on standard input"]),
    # Blocklists.
    ("ranks build", ["Missing expected argument '--output <file>'", "it is replaced once the list is complete"]),
    ("ranks build -o new", ["Give a word list."]),
    ("ranks build -o new - -", ["Standard input can be read only once."]),
    ("ranks build -o new nothing", ["nothing: cannot be opened: No such file or directory"]),
    ("ranks info", ["Missing expected argument '<file> ...'"]),
    ("ranks info words.txt", ["words.txt: is not a list of ranked words"]),
    ("ranks verify", ["Missing expected argument '<file> ...'"]),
    ("ranks verify nothing", ["nothing: cannot be read: no such file"]),
    ("strength --list words.txt", ["words.txt: is not a list of ranked words"]),
    ("strength --list nothing", ["nothing: cannot be read: no such file"]),
    ("blocklist build", ["Missing expected argument '--output <file>'", "it is replaced once the list is complete"]),
    ("blocklist build -o new", ["Missing expected argument '<input> ...'", "- is standard input"]),
    ("blocklist build -o new nothing", ["nothing: cannot be opened: No such file or directory"]),
    ("blocklist build -o new /dev/null", ["the input contains no passwords"]),
    ("blocklist build -o no/new words.txt", ["no/new: cannot be written: No such file or directory"]),
    ("blocklist build -o . words.txt", [".: is not a regular file, so it cannot be replaced"]),
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
    ("import libpwquality", ['unknown command "libpwquality"; the commands are pwquality, passwdqc, pwhistory']),
    ("import pwquality nothing", ["nothing: cannot be read: No such file or directory"]),
    ("import pwquality bad-pwquality.conf", ['bad-pwquality.conf:1:10: error: expected a number, found "many"']),
    ("import passwdqc .", [".: is not a regular file"]),
    ("import passwdqc a b", ["Unexpected argument 'b'"]),
    ("import pwquality --pam-line pam_unix.so", ["--pam-line:1:1: error: this is not the line of pam_pwquality or pam_cracklib"]),
    ("import pwhistory a b", ["Unexpected argument 'b'"]),
    ("import pwhistory --pam-line pam_deny.so", ["--pam-line:1:1: error: this is not the line of pam_pwhistory or pam_unix"]),
    ("export", ["no command given", "USAGE: passwordrules export", "pwquality  "]),
    ("export pwquality --user=", ["Missing value for '--user <name>'"]),
    ("export pwquality --config nothing", ["nothing: error: the file cannot be read: no such file"]),
]


def type_in(folder, command, **options):
    """Runs a line of the shell with nothing on standard input."""
    done = subprocess.run(["bash", "-c", f"'{TOOL}' {command}"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          **options)
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.parametrize("command, said", MISTAKES, ids=[command or "nothing" for command, _ in MISTAKES])
def test_mistakes_are_reported(command, said, folder):
    status, output, errors = type_in(folder, command)
    # `try` prints the rules before it asks for the first password.
    rules = b"Password rules:\n  - at least 8 characters\n" if command == "try --rules 'minlength: 8'" else b""
    assert status == 2 and (output == rules)
    assert errors.startswith("passwordrules: ")
    for part in said:
        assert part in errors
    assert sorted(os.listdir(folder)) == sorted(FILES)


def test_every_command_has_its_mistakes():
    for help in helps():
        mistakes = [command for command, _ in MISTAKES if command.startswith(" ".join(help.path))]
        assert mistakes, help.name


@pytest.mark.parametrize("help", helps(), ids=lambda help: help.name)
def test_commands_accept_only_their_options(help):
    needed = [["--output", "x"]] * ("--output" in help.options) + [["x"]] * ("ARGUMENTS" in help.sections)
    result = run(*help.path, *sum(needed, []), "--no-such-option")
    assert (result.status, result.output) == (2, b"")
    assert result.errors.startswith("passwordrules: Unknown option '--no-such-option'\n")
    assert f"See '{help.name} --help' for more information." in result.errors
    for option, value in re.findall(r"(?m)^  (?:-\w, )?(--[a-z-]+) <(\S+)>", help.text):
        result = run(*help.path, *sum([each for each in needed if each[0] != option], []), option)
        assert (result.status, result.output) == (2, b"")
        assert "Missing value for '" in result.errors and f"{option} <{value}>'" in result.errors


PRINTING = ["generate --rules ''", "generate --rules '' --json", "generate --rules '' --show-entropy",
            "generate --rules '' --count 100000", "count ''", "count --json ''", "count --length 1024 ''", "explain ''",
            "explain --json ''", "format ''", "format --lenient ''", "lint --rules ''", "lint --rules x",
            "lint --json --rules ''", "try --rules '' <<< x", "policy --config policy.conf",
            "policy --config policy.conf --json", "policy --config policy.conf --check",
            "blocklist build -o new words.txt", "blocklist patterns", "blocklist info list", "blocklist verify list",
            "blocklist verify --json list", "blocklist lookup list <<< x", "check --rules '' <<< x", "--help", "--version",
            "ranks build -o new --passphrase-words", "ranks info ranks", "ranks info --json ranks", "ranks verify ranks",
            "strength --list ranks <<< x", "strength --list ranks --json <<< x",
            # These print more than is buffered, so the write fails before the command ends.
            "ranks info $(yes ranks | head -3000)", "ranks verify $(yes ranks | head -4000)",
            "blocklist --help", "--generate-completion-script bash"]


@pytest.mark.parametrize("command", PRINTING)
def test_unwritable_output(command, folder):
    run("blocklist", "build", "-o", str(folder / "list"), "-", input=b"password\n")
    run("ranks", "build", "-o", str(folder / "ranks"), "-", input=b"password\n")
    status, _, errors = type_in(folder, f"{command} > /dev/full")
    assert (status, errors) == (2, "passwordrules: cannot write to standard output\n")


@pytest.mark.parametrize("command", ["format -", "explain -", "lint --rules -", "count -"])
def test_unreadable_standard_input(command, folder):
    assert type_in(folder, f"{command} < .") == (2, b"", "passwordrules: standard input: cannot be read: Is a directory\n")


@pytest.mark.parametrize("redirection, message", [
    ("<&-", "no password on standard input"), ("<<< x >&-", "cannot write to standard output")])
def test_closed_descriptors_are_not_reused(redirection, message, folder):
    """If standard input is closed, the first opened file would get its descriptor. Here this is the list, which would
    be read as passwords."""
    assert run("blocklist", "build", "-o", str(folder / "list"), "-", input=b"password\n").status == 0
    assert type_in(folder, f"blocklist lookup list {redirection}") == (2, b"", f"passwordrules: {message}\n")


# Messages repeat names of the command line, which must not control the terminal.
HOSTILE = "\x1b[2J\x07\r\x9b31m"


@pytest.mark.parametrize("arguments", [
    ["lint", HOSTILE], ["check", "--config", HOSTILE], ["policy", "--config", HOSTILE], ["import", "pwquality", HOSTILE],
    ["import", "passwdqc", HOSTILE], ["import", "pwquality", "--pam-line", HOSTILE], ["export", "pwquality", "--config", HOSTILE],
    ["blocklist", "info", HOSTILE], ["blocklist", "verify", HOSTILE],
    ["blocklist", "lookup", HOSTILE], ["blocklist", "build", "-o", "x", HOSTILE],
    ["blocklist", "build", "-o", HOSTILE + "/x", "-"], [HOSTILE], ["help", HOSTILE],
    ["check", "--" + HOSTILE], ["generate", "--count", HOSTILE], ["count", "a", HOSTILE],
    ["generate", "--rules", "", "--exclude", HOSTILE], ["explain", "required: " + HOSTILE], ["lint", "--rules", HOSTILE],
], ids=lambda arguments: " ".join(arguments).replace(HOSTILE, "HOSTILE"))
def test_echoed_text_cannot_draw_on_a_terminal(arguments, folder):
    result = run(*arguments, input=b"x\n", cwd=folder)
    assert result.status == 2
    said = result.errors + result.output.decode()
    assert said and all(character.isprintable() or character == "\n" for character in said)


@pytest.mark.parametrize("text", ["retyr = 3\n", "retry = 3\n["])
@pytest.mark.parametrize("arguments", [["lint"], ["policy", "--config"], ["policy", "--check", "--config"]], ids=" ".join)
def test_file_names_cannot_draw_on_a_terminal(arguments, text, tmp_path):
    (tmp_path / HOSTILE).write_text(text)
    (tmp_path / HOSTILE).chmod(0o644)
    result = run(*arguments, HOSTILE, cwd=tmp_path)
    said = result.errors + result.output.decode()
    assert result.status == 2 and "error: " in said
    assert all(character.isprintable() or character == "\n" for character in said)
