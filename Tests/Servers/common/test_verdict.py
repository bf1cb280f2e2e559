"""What decide_change, which every plugin calls, decides on the texts that a password may be."""

import re
import subprocess

import pytest
from installing import BUILD, ROOT
from oracle import ALIKE, NO_VERDICT
from private_state import PRIVATE_FOLDER, copy_module

COMMON = ROOT / "Sources" / "Plugins" / "Common"
RULES = "rules = minlength: 12; required: digit;\n"
GOOD, SHORT, LETTERS = b"kizzek-4ohjur", b"zk4", b"kizzek-ohjur"
IS_SHORT, HAS_NO_DIGIT = "The password needs 9 more characters (3 of 12).", "The password needs a digit."
# This is not UTF-8, but is long enough.
BYTES = b"kizzek-4ohj\xfcr"
IS_NOT_TEXT = "contains characters that are not valid UTF-8"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    directory = tmp_path_factory.mktemp("judge")
    copy_module(BUILD / "libpasswordrules.so.1", directory)
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover",
                    f"-I{ROOT / 'Include'}", f"-I{COMMON}", "-o", directory / "judge", "judge.c", COMMON / "decide.c",
                    directory / "libpasswordrules.so.1", "-Wl,--wrap=passwordrules_decide,--wrap=passwordrules_decision_add",
                    f"-Wl,-rpath,{directory}"],
                   cwd=ROOT / "Tests" / "Servers" / "common", check=True)
    return directory / "judge"


class Judge:
    """The verdicts by one policy."""

    def __init__(self, program, directory, policy):
        self.program, self.directory, self.path = program, directory, directory / "policy.conf"
        self.path.write_text(policy)

    def run(self, *candidates: bytes, user: str = "bob", under=(), is_text_logged: bool = False,
            added: str | None = None) -> subprocess.CompletedProcess:
        # LeakSanitizer does not work under a tracer.
        environment = {"JUDGED_USER": user, "ASAN_OPTIONS": f"detect_leaks={int(not under)}"}
        if is_text_logged:
            environment["JUDGED_FOR_LOG"] = "1"
        if added is not None:
            environment["JUDGED_SHARED"] = added
        return subprocess.run([*under, self.program, self.path, *(one.hex() or "-" for one in candidates)], cwd=self.directory,
                              env=environment, capture_output=True, text=True, check=True)

    def __call__(self, *candidates: bytes, **how) -> dict[str, str]:
        done = self.run(*candidates, **how)
        self.log = re.findall("(?m)^log: (.*)$", done.stdout)
        return dict(re.findall("(?m)^(?!log)([a-z]+): (.*)$", done.stdout))


@pytest.fixture
def judge(program, tmp_path):
    return lambda policy=RULES: Judge(program, tmp_path, policy)


# The candidates, the reasons for a refusal or "", and the index of the candidate that they are about.
CANDIDATES = {
    "good": ([GOOD], "", 0),
    "all good": ([GOOD, GOOD + b"2", GOOD + b"3"], "", 0),
    "first is bad": ([SHORT, GOOD], IS_SHORT, 0),
    "last is bad": ([GOOD, GOOD + b"2", SHORT], IS_SHORT, 2),
    "first of two bad ones": ([GOOD, LETTERS, SHORT], HAS_NO_DIGIT, 1),
    "empty": ([GOOD, b""], "No password was typed.", 1),
    "equal": ([GOOD, GOOD, GOOD], "", 0),
    "equal to an earlier one": ([GOOD, SHORT, GOOD, SHORT], IS_SHORT, 1),
    "with the same beginning": ([GOOD, GOOD[:3], GOOD[:3] + b"\0"], f"{IS_SHORT} It needs a digit.", 1),
    "not text": ([BYTES], IS_NOT_TEXT, 0),
    "none is text": ([BYTES, BYTES + b"2"], IS_NOT_TEXT, 0),
    "not text after what is": ([GOOD, BYTES], "", 0),
    "not text before what is": ([BYTES, GOOD], "", 1),
    "bad text after what is not text": ([BYTES, SHORT], IS_SHORT, 1),
    "bad text before what is not text": ([SHORT, BYTES], IS_SHORT, 0),
    # It is refused for its length alone: nothing checks whether it is UTF-8.
    "too long": ([GOOD, b"\xfc" * 5000], "5000 bytes (at most 1024)", 1),
}


@pytest.mark.parametrize("candidates, reasons, about", CANDIDATES.values(), ids=CANDIDATES)
def test_each_text_has_to_be_good_enough(judge, candidates, reasons, about):
    ask = judge()
    verdict = ask(*candidates)
    assert (verdict["refused"], verdict["weak"]) == (("1", "1") if reasons else ("0", "0"))
    assert reasons in verdict["text"] if reasons else verdict["text"] == ""
    assert verdict["candidate"] == str(about)
    # Equal candidates are each checked, so that the time does not reveal how many are equal.
    assert verdict["checks"] == str(len(candidates))
    assert [line.partition(": ")[0] for line in ask.log] == (["new password for test user bob refused"] if reasons else [])


def test_number_of_forms_is_not_revealed(judge, tmp_path):
    """The reads of a list are the same, no matter how many forms of the password are equal."""
    words, blocklist = tmp_path / "words", tmp_path / "list"
    words.write_text("".join(f"tortoise{number}\n" for number in range(20_000)))
    subprocess.run([BUILD / "passwordrules", "blocklist", "build", "-o", blocklist, words], check=True, capture_output=True)
    ask = judge(RULES + f"blocklist = {blocklist}\n")
    trace = tmp_path / "trace"
    traces = []
    for forms in [GOOD, GOOD, GOOD], [GOOD, GOOD, GOOD + b"2"], [GOOD, GOOD + b"2", GOOD + b"3"]:
        done = ask.run(*forms, under=["strace", "-y", "-e", "trace=read,pread64", "-o", trace])
        assert "refused: 0\n" in done.stdout
        traces.append([re.sub(r"\".*\"(\.\.\.)?", "", line) for line in trace.read_text().splitlines() if str(blocklist) in line])
    assert traces[0] and traces[0] == traces[1] == traces[2]


def test_logged_text_does_not_reveal_the_password(judge):
    """Both passwords of a pair fail the same rules by different amounts, and have the same text in the log."""
    ask = judge(RULES + "rules = max-repeating: 2\n")
    for alike in ALIKE:
        told, logged = ({ask(one.encode(), is_text_logged=is_logged)["text"] for one in alike} for is_logged in (False, True))
        assert len(told) == 2 and len(logged) == 1
        said = logged.pop()
        for reason in "at least 12 characters", "no more than 2 of the same character in a row":
            said = said.replace(reason, "")
        assert not re.search(r"\d", said)


# Names as servers give them: a role of PostgreSQL, an account of MariaDB, a uid of slapd, the first component
# of a principal.
@pytest.mark.parametrize("user", [
    "tortoise", "TORTOISE", "tortoise@EXAMPLE.ORG", "EXAMPLE\\tortoise", "EXAMPLE\\tortoise@example.org", "tortoise@example"])
def test_name_counts_with_and_without_its_domain(judge, user):
    for setting, password, is_refused in [
        ("reject", b"zk4-tortoise-vq7", True), ("reject", b"zk4-esiotrot-vq7", True), ("whole", b"123-tortoise-789", True),
        ("whole", b"zk4-tortoise-vq7", False), ("reject", b"zk4-example-vq7", False),
    ]:
        verdict = judge(RULES + f"username = {setting}\n")(password, user=user)
        assert (verdict["refused"], "user name" in verdict["text"]) == (str(int(is_refused)), is_refused), (setting, password)


def test_change_without_a_text_is_refused(judge):
    verdict = judge()()
    assert (verdict["refused"], verdict["weak"], verdict["text"]) == ("1", "0", NO_VERDICT)


# ---- A policy that was loaded before the server forked ----


@pytest.mark.parametrize("added, loads", [(None, 1), ("", 1), ("rules = minlength: 40;\n", 2)])
def test_shared_policy_is_used_until_it_changes(judge, tmp_path, added, loads):
    ask, trace = judge(), tmp_path / "trace"
    done = ask.run(GOOD, GOOD, added=added, under=["strace", "-e", "trace=openat", "-o", trace])
    assert len([line for line in trace.read_text().splitlines() if f'"{ask.path}", O_RDONLY' in line]) == loads
    assert ("refused: 1" in done.stdout) == ("27 more characters" in done.stdout) == bool(added)


def test_shared_policy_has_the_lists_of_sections_for_the_service(judge, tmp_path):
    words, blocklist = tmp_path / "words", tmp_path / "list"
    words.write_text("tortoise-42-kettle\n")
    subprocess.run([BUILD / "passwordrules", "blocklist", "build", "-o", blocklist, words], check=True, capture_output=True)
    ask, trace = judge(RULES + f"[service test]\nblocklist = {blocklist}\n[service test user bob]\nrules = minlength: 13;\n"), tmp_path / "trace"
    for password, is_refused in (b"tortoise-42-kettle", 1), (GOOD, 0):
        done = ask.run(password, GOOD, added="", under=["strace", "-e", "trace=openat", "-o", trace])
        assert f"refused: {is_refused}\n" in done.stdout
        assert trace.read_text().count(f'"{blocklist}"') == 1


@pytest.mark.parametrize("policy, added, logged, is_refused", [
    ("rules = minlength: many;\n", "", ":1:", True),
    ("rules = minlength: 5;\nblocklist = /missing\n", "", "/missing", True),
    ("rules = minlength: 5;\nblocklist = /missing\n", "blocklist =\n", "/missing", False)])
def test_policy_that_cannot_be_shared_is_logged_and_loaded_again(judge, policy, added, logged, is_refused):
    ask = judge(policy)
    verdict = ask(GOOD, added=added)
    assert ask.log[0].startswith(str(ask.path)) and logged in ask.log[0]
    assert ask.log[0].endswith("New passwords are refused until this is corrected.")
    assert verdict["refused"] == str(int(is_refused))
    assert [line.endswith("Password change for test user bob refused.") for line in ask.log[1:]] == [True] * is_refused


@pytest.mark.parametrize("candidates, unmet", [
    ([GOOD, GOOD + b"2"], "0"), ([SHORT, LETTERS], "1 minlength=1"), ([GOOD, LETTERS, SHORT], "1 required=1"),
    ([GOOD, BYTES], "0")])
def test_change_is_logged_and_counted_once(judge, candidates, unmet):
    ask = judge(RULES + "enforce = audit\n")
    verdict = ask(*candidates)
    assert (verdict["refused"], verdict["text"]) == ("0", "")
    is_weak = unmet != "0"
    assert ask.log == ["new password for test user bob accepted (enforce = audit): it does not meet the policy"] * is_weak
    counted = (ask.directory / PRIVATE_FOLDER / "audit").read_text()
    assert re.fullmatch(rf"passwordrules audit 1\npending \S+ \S+ 1 {unmet}\n", counted)
