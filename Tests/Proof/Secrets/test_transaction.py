"""During a PAM transaction only the owners of a password have a copy of it, and after the transaction nobody has.

The only copies allowed are: at a prompt, libpam's items for the old and the new password, one block each; and, from the
time it is shown until pam_chauthtok returns, the module's suggestion, in a live part of the stack.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from passwords import COMMON, OF_WORDS, RANKED, password, search_for, search_for_words
from scanner import BUILD, PROGRAMS, Finding, Process

sys.path.append(str(Path(__file__).parents[2] / "EndToEnd"))
from private import MS_BIND, Unavailable, enter_namespace, mount, unmount

BEFORE, PROMPT, CHANGED, ENDED = range(4)
SUCCESS, AUTHTOK_ERR, MAXTRIES, TRY_AGAIN = 0, 20, 11, 24

# The expected copies: the region of memory, and the form.
NEW = "[heap] typed"
OLD = "[heap] old, typed"
SUGGESTED = "[stack] typed"
TAKEN = "[heap] typed"

SECRETS = password(48), password(20, "old"), password(15, "refused")
POLICY = f"rules = required: [Az]; minlength: 16\nenforce-for-root = yes\nusername-parts = 4\nblocklist = {COMMON}\n"
# This password is long enough, but refused as a listed word.
LISTED = b"Butterflybutterfly1!"


def within(finding: Finding, others: list[Finding]) -> bool:
    return any(
        finding.region == other.region and other.offset <= finding.offset
        and finding.offset + finding.length <= other.offset + other.length for other in others
    )


def check_copies(findings: list[Finding], allowed: list[str]) -> None:
    """Asserts that the copies are exactly the allowed ones, and that there are no pieces elsewhere."""
    copies = [each for each in findings if each.is_whole and each.form.split(", ")[-1] == "typed"]
    assert sorted(f"{copy.region} {copy.form}" for copy in copies) == sorted(allowed)
    # The memory below the stack pointer is unused.
    assert all(copy.offset > 0 for copy in copies)
    assert [str(finding) for finding in findings if not within(finding, copies)] == []


def transact(
    folder, script: list[str], prompts: list[list[str]], status: int, policy: str = POLICY, options: str = "",
    secrets: tuple = SECRETS, shown: list[list[str]] = (), times: int = 1, search_for=search_for,
) -> None:
    """
    prompts: for each prompt, the allowed copies of passwords.
    shown: for each prompt after a suggestion, the allowed copies of the suggestion.
    search_for: makes the search for passwords.
    """
    (folder / "policy").write_text(policy)
    folder.chmod(0o755)
    services = folder / "pam.d"
    services.mkdir()
    asks = f"password required {PROGRAMS}/pam_ask_old.so\n" if "old" in script else ""
    (services / "login").write_text(
        f"{asks}password required {BUILD}/pam_passwordrules.so config={folder}/policy {options}\n"
    )
    (services / "other").write_text("password required pam_deny.so\n")
    new, old, refused = secrets
    search = search_for(*secrets)
    prompts, shown = list(prompts), list(shown)
    with Process("transaction", services, "login", times, *script, password=new, old=old) as process:
        process.put_other(refused)
        while (stop := process.proceed()) is not None:
            check_copies(process.scan(search), prompts.pop(0) if stop == PROMPT else [])
            if process.vault.output:
                check_copies(process.scan(search_for(process.vault.output)), shown.pop(0) if stop == PROMPT else [])
            if stop == CHANGED:
                assert process.vault.status == status
        assert prompts == [] and shown == []


@pytest.mark.parametrize("length", [16, 48, 200, 500])
def test_accepted_password(tmp_path, length):
    transact(tmp_path, ["password"] * 2, [[], [NEW]], SUCCESS, secrets=(password(length), *SECRETS[1:]))


@pytest.mark.parametrize("script, prompts, status", [
    pytest.param(["password", "cancel"], [[], [NEW]], AUTHTOK_ERR, id="cancelled"),
    pytest.param(["password", "other", "password", "password"], [[], [NEW], [], [NEW]], SUCCESS, id="mistyped"),
    pytest.param(["old", "password", "password"], [[], [OLD], [OLD, NEW]], SUCCESS, id="old"),
    pytest.param(["old", "password", "cancel"], [[], [OLD], [OLD, NEW]], AUTHTOK_ERR, id="old-cancelled"),
])
def test_dialogue(tmp_path, script, prompts, status):
    transact(tmp_path, script, prompts, status)


@pytest.mark.parametrize("style", ["random", "readable", "words"])
@pytest.mark.parametrize("refused", [
    pytest.param(password(15, "refused"), id="short"), pytest.param(LISTED, id="listed"),
    pytest.param(password(1100, "refused")[:500] + b"\xff", id="ill-formed"),
])
def test_refused_password_and_suggestion(tmp_path, style, refused):
    policy = f"{POLICY}suggest-style = {style}\n"
    secrets = *SECRETS[:2], refused
    transact(
        tmp_path, ["old", "other", "other", "password", "password"], [[], [OLD], [OLD], [OLD], [OLD, NEW]], SUCCESS, policy,
        secrets=secrets, shown=[[SUGGESTED]] * 3,
    )


# libpam itself overwrites most of what the module might leave of a short password.
@pytest.mark.parametrize("style", ["random", "readable", "words"])
@pytest.mark.parametrize("bits", [71, 300])
@pytest.mark.parametrize("options", ["", "debug"])
def test_suggestion_is_taken(tmp_path, style, bits, options):
    transact(
        tmp_path, ["other", "suggestion", "suggestion"], [[]] * 3, SUCCESS,
        f"{POLICY}suggest-style = {style}\nsuggest-entropy = {bits}\n", options,
        shown=[[SUGGESTED], [SUGGESTED, TAKEN]],
    )


def test_password_refused_at_every_try(tmp_path):
    transact(tmp_path, ["old", "other", "other", "other"], [[], [OLD], [OLD], [OLD]], MAXTRIES, shown=[[SUGGESTED]] * 2)


def test_same_password_again(tmp_path):
    policy = f"{POLICY}retry = 1\n"
    transact(tmp_path, ["old", "old"], [[], [OLD]], AUTHTOK_ERR, policy)


@pytest.mark.parametrize("enforce", ["warn", "audit", "no"])
def test_weak_password_under_milder_policy(tmp_path, enforce):
    weak = password(8), *SECRETS[1:]
    transact(tmp_path, ["password"] * 2, [[], [NEW]], SUCCESS, f"{POLICY}enforce = {enforce}\n", secrets=weak)


def test_two_changes_by_one_handle(tmp_path):
    transact(tmp_path, ["password"] * 4, [[], [NEW]] * 2, SUCCESS, times=2)


def test_unreadable_policy(tmp_path):
    transact(tmp_path, ["old"], [[]], TRY_AGAIN, "rules = minlenth: 8\nenforce-for-root = yes\n")


# ---- With earlier passwords ----

USED = password(40, "used")
METHODS = {"SHA-512": "$6$rounds=1000$salt$", "bcrypt": "$2b$04$abcdefghijklmnopqrstuu", "yescrypt": "$y$j7T$aaaaaaaaaaaaaaaa$"}


@pytest.fixture
def history(tmp_path):
    """Writes a history into a copy of /etc/security, which only this process and its children see."""
    folder = "/etc/security"
    copy = shutil.copytree(folder, tmp_path / "security")
    try:
        enter_namespace()
        mount(copy, folder, flags=MS_BIND)
    except Unavailable as reason:
        pytest.skip(str(reason))

    def write(*hashes):
        (copy / "opasswd").write_text(f"daemon:1:{len(hashes)}:{','.join(hashes)}\n")
        (copy / "opasswd").chmod(0o600)

    yield write
    unmount(folder)


def crypt(secret: bytes, setting: str) -> str:
    script = "binmode STDOUT; $/ = undef; print crypt(<STDIN>, $ARGV[0])"
    return subprocess.run(["perl", "-e", script, setting], input=secret, capture_output=True, check=True).stdout.decode()


@pytest.mark.parametrize("setting", METHODS.values(), ids=METHODS)
def test_password_compared_with_earlier_ones(tmp_path, history, setting):
    history(crypt(b"another", setting), crypt(USED, setting))
    folder = tmp_path / "transaction"
    folder.mkdir()
    transact(
        folder, ["other", "password", "password"], [[], [], [NEW]], SUCCESS, f"{POLICY}history = 2\n",
        secrets=(*SECRETS[:2], USED), shown=[[SUGGESTED]] * 2,
    )


# ---- With an estimate of guesses ----

ESTIMATING = f"rules = minlength: 16\nenforce-for-root = yes\nblocklist = {COMMON}\nranked-words =\nranked-words = {RANKED}\n"
# The passwords that are long enough for the policy.
OF_MANY_WORDS = {name: secret for name, (secret, _) in OF_WORDS.items() if len(secret) > 16}
every_secret_of_words = pytest.mark.parametrize("secret", OF_MANY_WORDS.values(), ids=OF_MANY_WORDS)


@every_secret_of_words
def test_accepted_password_of_listed_words(tmp_path, secret):
    transact(
        tmp_path, ["password"] * 2, [[], [NEW]], SUCCESS, f"{ESTIMATING}min-guesses = 10^4\n",
        secrets=(secret, *SECRETS[1:]), search_for=search_for_words,
    )


@every_secret_of_words
def test_refused_password_of_listed_words_and_suggestion(tmp_path, secret):
    transact(
        tmp_path, ["old", "other", "other", "other"], [[], [OLD], [OLD], [OLD]], MAXTRIES,
        f"{ESTIMATING}min-guesses = 10^38\nmax-bytes = 300\n", secrets=(*SECRETS[:2], secret), shown=[[SUGGESTED]] * 2,
        search_for=search_for_words,
    )


@pytest.mark.parametrize("style", ["random", "readable", "words"])
def test_estimated_suggestion_is_taken(tmp_path, style):
    transact(
        tmp_path, ["other", "suggestion", "suggestion"], [[]] * 3, SUCCESS,
        f"{ESTIMATING}min-strength = strong\nsuggest-style = {style}\n", secrets=(*SECRETS[:2], OF_WORDS["one"][0]),
        shown=[[SUGGESTED], [SUGGESTED, TAKEN]], search_for=search_for_words,
    )
