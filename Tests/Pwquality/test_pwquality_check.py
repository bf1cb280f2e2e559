"""Results of a check: the error with the most fitting hint, its auxiliary value, all reasons, and scores."""

import ctypes
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from library import ERROR, LISTS, TOP, Settings
from passwordrules import RankedWords
from private import MS_BIND, mount, unmount

GOOD = "kizzek-4ohjur-qiThor"
BASE = "rules = minlength: 4;\n"
# A line of the policy, a password that it refuses, the error, and the error's auxiliary value: a number, a phrase, or
# None.
KINDS = {
    "minlength": ("rules = minlength: 12;", "abcdef", "MIN_LENGTH", 12),
    "required digit": ("rules = required: digit;", "abcdef", "MIN_DIGITS", 1),
    "required upper": ("rules = required: upper;", "abcdef", "MIN_UPPERS", 1),
    "required lower": ("rules = required: lower;", "ABCDEF", "MIN_LOWERS", 1),
    "required special": ("rules = required: special;", "abcdef", "MIN_OTHERS", 1),
    "required others": ("rules = required: upper, digit;", "abcdef", "MIN_CLASSES", None),
    "allowed": ("rules = allowed: lower;", "abcDef", "CRACKLIB_CHECK", "it has characters that are not allowed"),
    "maxlength": ("rules = maxlength: 8;", "abcdefghij", "CRACKLIB_CHECK", "it is too long"),
    "max-repeating": ("rules = max-repeating: 2;", "abcddde", "MAX_CONSECUTIVE", 2),
    "max-sequential": ("rules = max-sequential: 3;", "abcdex", "MAX_SEQUENCE", 3),
    "max-consecutive": ("rules = max-consecutive: 2;", "axddde", "MAX_CONSECUTIVE", 2),
    "encoding": ("", b"abc\xffdef", "CRACKLIB_CHECK", "it is not valid UTF-8 text"),
    "max-bytes": ("max-bytes = 8", "x" * 20, "CRACKLIB_CHECK", "it is too long"),
    "username": ("username = reject", "xx-alice-xx", "USER_CHECK", None),
    "username-parts": ("username-parts = 4", "xx-lice-xx", "USER_CHECK", None),
    "full-name": ("full-name = reject", "xx-Liddell-xx", "GECOS_CHECK", None),
    "home-directory": ("home-directory = reject", "xx-wonderland-xx", "USER_CHECK", None),
    "old same": ("old-password = same", "Old-Password-7", "SAME_PASSWORD", None),
    "old case": ("old-password = case", "OLD-pAssword-7", "CASE_CHANGES_ONLY", None),
    "old reversed": ("old-password = reversed", "7-drowssaP-dlO", "ROTATED", None),
    "old rotated": ("old-password = rotated", "Password-7Old-", "ROTATED", None),
    "old contained": ("old-password = contained", "xx-Old-Password-7", "TOO_SIMILAR", None),
    "old similar": ("old-password = similar", "Old-Password-8", "TOO_SIMILAR", None),
    "old changes": ("old-password-changes = 5", "Old-Password-7y", "TOO_SIMILAR", None),
    "palindrome": ("palindrome = reject", "abcdcba", "PALINDROME", None),
    "min-classes": ("min-classes = 3", "abcdef", "MIN_CLASSES", 3),
    "at-least digit": ("at-least = 3 digit", "abcdef1", "MIN_DIGITS", 3),
    "at-least others": ("at-least = 3 upper, digit", "abcdef1", "MIN_CLASSES", None),
    "max-class-repeating": ("max-class-repeating = 3", "abcd-1", "MAX_CLASS_REPEAT", 3),
    "min-different": ("min-different = 5", "abababab", "MAX_CONSECUTIVE", None),
    "max-keyboard": ("max-keyboard = 3", "x-qwert-x", "MAX_SEQUENCE", 3),
    "max-repeated-piece": ("max-repeated-piece = 3", "Kezu-7-Kezu", "CRACKLIB_CHECK", "a piece of it occurs twice"),
    "words": ("words = acme", "xx-acme-xx", "BAD_WORDS", None),
    "min-words": ("min-words = 3", "abcdef", "MIN_LENGTH", None),
    "blocklist": (f"blocklist = {LISTS}/common.blocklist", "monkey", "CRACKLIB_CHECK", "it is a common or leaked password"),
    "min-guesses": ("min-guesses = 10^10", "password", "CRACKLIB_CHECK", "it is easy to guess"),
}


@pytest.fixture(scope="module", autouse=True)
def alice(tmp_path_factory):
    """Adds a user with names, in a passwd file of this namespace."""
    passwd = tmp_path_factory.mktemp("etc") / "passwd"
    passwd.write_text(open("/etc/passwd").read() + "alice:x:4321:4321:Alice Liddell:/home/wonderland:/bin/sh\n")
    passwd.chmod(0o644)
    mount(passwd, "/etc/passwd", flags=MS_BIND)
    yield
    unmount("/etc/passwd")


@pytest.mark.parametrize(("line", "password", "error", "extra"), KINDS.values(), ids=KINDS)
def test_error_of_each_kind(ours, policy, line, password, error, extra):
    policy(BASE + "username =\nold-password =\n" + line + "\n")
    settings = Settings(ours, configured=True)
    name, text = settings.refusal(password, old="Old-Password-7", user="alice")
    assert name == error
    if isinstance(extra, str):
        assert ctypes.string_at(settings.extra.value).decode() == extra
    else:
        assert settings.extra.value == extra
    assert 0 < len(text) < 256 and text != settings.library.text(-99)


def test_every_kind_is_tested():
    header = (TOP / "Include" / "passwordrules_codes.h").read_text()
    kinds = set(re.findall(r"#define PASSWORDRULES_KIND_(\w+)", header))
    assert len(kinds) > 30
    # A row of the table cannot make a damaged list, alternatives, a history, a NUL in a password, or strict rules.
    named = {name.upper().replace("-", "_").replace(" ", "_") for name in KINDS}
    for kind in kinds - {"BLOCKLIST_UNREADABLE", "OR", "HISTORY", "NUL", "MAX_CONSECUTIVE_STRICT"}:
        assert any(name.startswith(kind.replace("OLD_PASSWORD_", "OLD_")) for name in named), kind


def test_first_mappable_reason_sets_the_error_code(ours, policy):
    policy("rules = allowed: lower, digit; required: digit; minlength: 12;\n")
    error, text = Settings(ours, configured=True).refusal("ABC")
    assert error in ("MIN_DIGITS", "MIN_LENGTH") and "at least 12 characters" in text and "digit" in text
    assert "only a-z, 0-9" in text


def test_alternatives(ours, policy):
    policy("rules = minlength: 20;\nor = minlength: 10; required: digit;\n")
    settings = Settings(ours, configured=True)
    assert settings.refusal("abcdefghij")[0] in ("MIN_DIGITS", "MIN_LENGTH") and settings.check("abcdefghi1") >= 50


def test_damaged_list(ours, policy, tmp_path):
    damaged = tmp_path / "damaged.blocklist"
    data = bytearray((LISTS / "common.blocklist").read_bytes())
    for index in range(5000, len(data), 61):
        data[index] ^= 0xFF
    damaged.write_bytes(data)
    policy(f"rules = minlength: 4;\nblocklist = {damaged}\n")
    settings = Settings(ours, configured=True)
    refusals = {settings.refusal(f"{GOOD}{number}")[0] for number in range(20)}
    assert "CFGFILE_OPEN" in refusals


@pytest.mark.parametrize("password", [None, "", b""])
def test_empty_password(ours, policy, password):
    for settings in (Settings(ours), Settings(ours, configured=True)):
        assert settings.check(password) == ERROR["EMPTY_PASSWORD"] and settings.extra.value is None


def test_empty_old_password_is_ignored(ours, policy):
    policy("rules = minlength: 8;\nold-password-changes = 30\n")
    settings = Settings(ours, configured=True)
    assert settings.check(GOOD, old="") >= 50 and settings.check(GOOD, old="x" + GOOD) < 0


def test_section_binds_its_user(ours, policy):
    policy("rules = minlength: 8;\n[user alice]\nrules = minlength: 40;\n")
    settings = Settings(ours, configured=True)
    assert settings.check(GOOD, user="alice") < 0 and settings.check(GOOD, user="root") >= 50 and settings.check(GOOD) >= 50


@pytest.mark.parametrize("configured", [True, False])
@pytest.mark.parametrize("user", ["alice", "alice@dir", "CORP\\alice", "ALICE"])
def test_user_name_counts_with_and_without_its_domain(ours, policy, user, configured):
    """The rule comes from the machine's policy, or, if the program has not read it, from the program's settings."""
    policy("rules = minlength: 8;\nusername = reject\n")
    settings = Settings(ours, configured=configured)
    assert settings.refusal("qz-alice-jxwv-77", user=user)[0] == "USER_CHECK"
    assert settings.check(GOOD, user=user) >= 50


def test_user_who_does_not_exist_yet(ours, policy):
    policy("rules = minlength: 8;\nusername = reject\nfull-name = reject\nhome-directory = reject\n")
    settings = Settings(ours, configured=True)
    assert settings.check(GOOD, user="newcomer") >= 50 and settings.refusal("newcomer-77-x", user="newcomer")[0] == "USER_CHECK"


# ---- While there is no policy ----

WHAT_TO_DO = '"passwordrules policy --check"'


@pytest.mark.parametrize(("text", "mode", "error"), [
    ("rules = minlength: x;\n", 0o644, "CFGFILE_MALFORMED"), ("minlenght = 3\n", 0o644, "CFGFILE_MALFORMED"),
    ("rules = minlength: 8", 0o644, "CFGFILE_MALFORMED"), ("rules = minlength: 8;\n", 0o666, "CFGFILE_OPEN"),
    ("rules = minlength: 8;\nblocklist = /nowhere\n", 0o644, "CFGFILE_OPEN"), (None, 0, "CFGFILE_OPEN"), ("", 0o644, None)])
def test_unusable_policy_refuses_every_password(ours, policy, text, mode, error):
    if text is not None:
        policy(text).chmod(mode)
    settings = Settings(ours, configured=True)
    for user in (None, "alice", "nobody-here"):
        found, said = settings.refusal(GOOD, user=user)
        assert found in (error, "CFGFILE_MALFORMED", "CFGFILE_OPEN") and (error is None or found == error)
        assert WHAT_TO_DO in said and len(said) < 256
        assert settings.extra.value is None
    # The next check reads the mended policy.
    policy("rules = minlength: 8;\n")
    assert settings.check(GOOD) >= 50


def test_list_unreadable_to_caller(ours, policy):
    policy(f"rules = minlength: 8;\nblocklist = {LISTS}/common.blocklist\n")
    script = ("import sys; sys.path.insert(0, sys.argv[1]); import os; from library import Library, Settings; "
              "library = Library(); os.setuid(65534); settings = Settings(library, configured=True); print(*settings.refusal(sys.argv[2]), sep='|')")
    (LISTS / "common.blocklist").chmod(0o600)
    try:
        done = subprocess.run([sys.executable, "-c", script, os.path.dirname(os.path.abspath(__file__)), GOOD],
                              capture_output=True, text=True, check=True)
    finally:
        (LISTS / "common.blocklist").chmod(0o644)
    assert done.stdout.startswith("CFGFILE_OPEN|") and WHAT_TO_DO in done.stdout


@pytest.mark.parametrize(("enforce", "least", "most"), [("yes", None, None), ("warn", 1, 49), ("audit", 50, 100),
                                                        ("no", 50, 100)])
def test_unenforced_policy_accepts(ours, policy, enforce, least, most):
    policy(f"rules = minlength: 30;\nenforce = {enforce}\n")
    settings = Settings(ours, configured=True)
    score = settings.check(GOOD)
    assert score == ERROR["MIN_LENGTH"] if least is None else least <= score <= most


# ---- Scores ----


def test_scores_grow_with_the_guesses(ours, policy):
    passwords = ["a", "password", "monkey12", "Tr0ub4dor&3", "correcthorse", "kizzek-4ohj", GOOD, GOOD + GOOD, "x" * 200]
    ranks = RankedWords(LISTS / "common.ranks")
    guesses = {word: ranks.estimate(word).guesses_log10 for word in passwords}
    for enforce, least, most, step in (("yes", 50, 100, 2.5), ("warn", 1, 49, 2.4)):
        policy(f"rules = minlength: {1 if enforce == 'yes' else 999};\nenforce = {enforce}\n")
        settings = Settings(ours, configured=True)
        scores = [settings.check(word) for word in sorted(passwords, key=guesses.get)]
        assert scores == sorted(scores) and least <= scores[0] < scores[-1] <= most
        for word in passwords:
            assert settings.check(word) == least + int(min(20, guesses[word]) / 20 * (most - least))


def test_missing_ranked_words_give_the_lowest_score(ours, policy):
    policy("rules = minlength: 8;\n")
    (LISTS / "common.ranks").rename(LISTS / "away")
    try:
        assert Settings(ours, configured=True).check(GOOD) == 50
    finally:
        (LISTS / "away").rename(LISTS / "common.ranks")


# ---- Threads ----


def test_threads_get_their_own_texts(ours, policy):
    policy("rules = minlength: 12;\n")
    failures = []

    def ask(length: int) -> None:
        settings = Settings(ours, f"minlen={length + 20}", configured=True)
        for _ in range(40):
            extra = ctypes.c_void_p()
            error = ours.check(settings.pointer, b"x" * length, None, b"root", ctypes.byref(extra))
            text = ours.text(error, extra)
            if error != ERROR["MIN_LENGTH"] or f"at least {length + 20} characters" not in text:
                failures.append((length, error, text))

    threads = [threading.Thread(target=ask, args=(length,)) for length in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


# ---- The log ----


PRIORITY = 10 << 3 | 3


@pytest.fixture
def logged(tmp_path):
    """Runs a Python script with the library. Returns the lines that it writes to the system log."""
    shim = tmp_path / "log.so"
    (tmp_path / "log.c").write_text("""\
#include <stdarg.h>
#include <stdio.h>
void syslog(int priority, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%d ", priority);
    vfprintf(stderr, format, arguments);
    fputc('\\n', stderr);
    va_end(arguments);
}
void __syslog_chk(int priority, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    fprintf(stderr, "%d ", priority);
    vfprintf(stderr, format, arguments);
    fputc('\\n', stderr);
    va_end(arguments);
}
""")
    subprocess.run(["cc", "-fPIC", "-shared", "-o", shim, tmp_path / "log.c"], check=True)
    start = "import sys; sys.path.insert(0, sys.argv[1]); from library import Library, Settings; library = Library()\n"

    def run(script: str, *arguments) -> list[str]:
        done = subprocess.run([sys.executable, "-c", start + script, os.path.dirname(os.path.abspath(__file__)), *arguments],
                              check=True, capture_output=True, text=True, env=os.environ | {"LD_PRELOAD": str(shim)})
        assert GOOD not in done.stderr
        return done.stderr.splitlines()
    return run


def test_missing_policy_is_logged_once(policy, logged):
    """GNOME Settings checks the password at each key press, and shows none of our messages then."""
    path = policy("rules = minlength: x;\n")
    first, second, *again = logged(
        "for text in (None, 'retry = 1000\\n', 'rules = minlength: 8;\\n', 'retry = 1000\\n'):\n"
        "    if text: open(sys.argv[3], 'w').write(text)\n"
        "    for _ in range(3): Settings(library, configured=True).check(sys.argv[2])\n", GOOD, path)
    end = 'See "passwordrules policy --check". New passwords are refused.'
    assert again == [second]
    assert first == f"{PRIORITY} passwordrules: {path}:1:20: expected a number, found \"x\". {end}"
    assert second.startswith(f"{PRIORITY} passwordrules: {path}:1:") and second.endswith(end)


@pytest.mark.parametrize(("text", "said"), [("minlen = 9\nminlen = x\n", ":2: this setting is wrong"),
                                            (None, ": the settings cannot be read")])
def test_mistake_in_named_file_is_logged_once(policy, logged, tmp_path, text, said):
    policy("rules = minlength: 8;\n")
    file = tmp_path / ("long" * 20) / "own.conf"
    file.parent.mkdir()
    if text is not None:
        file.write_text(text)
    lines = logged("from pathlib import Path; settings = Settings(library, file=Path(sys.argv[3]))\n"
                   "for _ in range(3): settings.check(sys.argv[2])\n", GOOD, file)
    assert lines == [f"{PRIORITY} passwordrules: {file}{said}. New passwords are refused."]


def test_user_possibly_in_failing_service(ours, policy, tmp_path):
    """libc reports a failing service as if there were no such user."""
    policy("rules = minlength: 12;\nfull-name = reject\n")
    secret = tmp_path / "passwd"
    secret.write_text(Path("/etc/passwd").read_text())
    secret.chmod(0o600)
    script = ("import sys; sys.path.insert(0, sys.argv[1]); import os; from library import Library, Settings; "
              "library = Library(); os.setuid(65534)\n"
              "for settings in (Settings(library, configured=True), Settings(library, 'gecoscheck=1', 'dictcheck=0')):\n"
              "    print(*settings.refusal('xx-Liddell-horse-1865', user='alice'), sep='|')\n")
    mount(secret, "/etc/passwd", flags=MS_BIND)
    try:
        done = subprocess.run([sys.executable, "-c", script, os.path.dirname(os.path.abspath(__file__))], capture_output=True,
                              text=True, check=False)
    finally:
        unmount("/etc/passwd")
    assert done.returncode == 0, done.stderr
    assert [line.split("|")[0] for line in done.stdout.splitlines()] == ["FATAL_FAILURE"] * 2
