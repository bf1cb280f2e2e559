"""Details that the table of cases does not show: the messages themselves, the log, and the default policy in
use."""

import shutil
from functools import partial

import pytest

from base import LOCALES
from cases import GOOD, MISSPELT, OURS, ROOT_TOO, SITE
from dialogue import suggested
from packages import TOOL
from people import ALICE, OLD_PASSWORD, chpasswd, has_password, passwd, ssh, su
from sshd import KEYBOARD_INTERACTIVE, PASSWORD

EXPLANATION = (
    "Password rules:\n"
    "  - at least 12 characters\n"
    "  - an uppercase letter (A-Z), a\n"
    "    lowercase letter (a-z) and a digit\n"
    "    (0-9)\n"
    "  - no more than 2 of the same character\n"
    "    in a row\n"
    "  - none of your names, no common\n"
    "    password, nothing like the old\n"
    "    password\n"
)
REASONS = (
    "This password is not acceptable:\n"
    "  - 8 more characters needed (4 of 12)\n"
    "  - needs an uppercase letter\n"
    "  - needs a digit\n"
    "  - is a common or leaked password\n"
)


@pytest.fixture
def site(installed):
    SITE.apply(installed, OURS)
    return installed


@pytest.fixture
def bound(installed):
    """The same Debian with a policy that binds root, too."""
    (SITE + ROOT_TOO).apply(installed, OURS)
    return installed


def module_log(result) -> list[str]:
    return [line for line in result.log if "pam_passwordrules" in line]


@pytest.mark.parametrize("change", [
    pytest.param(passwd, marks=pytest.mark.essential), pytest.param(su, marks=pytest.mark.essential),
    partial(ssh, method=KEYBOARD_INTERACTIVE), partial(ssh, method=PASSWORD),
], ids=["passwd", "su", "ssh keyboard-interactive", "ssh password"])
def test_shows_rules_then_reasons_and_accepts_the_suggestion(site, change):
    result = change(site, "weak", suggested)
    [weak, taken] = [turn for turn in result.turns if turn.is_new]
    assert EXPLANATION + "New password: " in weak.shown
    assert taken.shown == f"{REASONS}You could use:\n  {taken.answer}\nNew password: "
    assert result.status == 0 and has_password(site, taken.answer)
    [line] = module_log(result)
    assert line.endswith("new password for user alice refused: minlength, required, blocklist")


def test_changed_password_lets_in(site):
    result = ssh(site, GOOD, method=KEYBOARD_INTERACTIVE)
    assert "I am alice" in result.rest and has_password(site, GOOD)


def test_last_reason_is_shown_before_ssh_closes(site):
    result = ssh(site, "weak", "weak", "weak", method=KEYBOARD_INTERACTIVE)
    assert result.rest.startswith(REASONS) and "I am alice" not in result.shown


@pytest.mark.essential
def test_log_names_file_line_and_word_of_a_mistake(installed, debs):
    MISSPELT.apply(installed, OURS)
    result = passwd(installed)
    assert result.status != 0 and result.new_prompts() == 0
    assert "Please tell your administrator." in result.rest and "rulez" not in result.shown
    [line] = module_log(result)
    assert line.endswith(
        f'{OURS.drop_in}:1:1: unknown key "rulez"; did you mean "rules"? See "passwordrules policy --check". '
        'Password change for user alice refused.')
    if TOOL in debs:
        text = installed.run("passwordrules", "policy", "--check", check=False).stdout
        assert f'{OURS.drop_in}:1:1: error: unknown key "rulez"' in text


@pytest.mark.essential
def test_missing_list_refuses_and_the_log_says_which(installed):
    installed.path("/usr/share/passwordrules/common.blocklist").unlink()
    result = passwd(installed)
    assert result.status != 0 and result.new_prompts() == 0
    assert "/usr/share/passwordrules/common.blocklist" in module_log(result)[0]


@pytest.mark.essential
def test_section_and_list_apply_as_well(installed):
    installed.write(OURS.drop_in, "[user bob]\nrules = minlength: 40;\n[group alice]\nrules = minlength: 24;\n")
    result = passwd(installed, GOOD, "passwordpasswordpassword", GOOD + "-2")
    assert [reasons for _, reasons, _ in result.attempts()] == [
        ["1 more character needed (23 of 24)"], ["is too close to a common or leaked password"], []]
    assert result.status == 0 and has_password(installed, GOOD + "-2")


@pytest.mark.essential
def test_chpasswd_obeys_if_root_is_bound(bound):
    assert chpasswd(bound, "weak").status != 0 and has_password(bound, OLD_PASSWORD)
    assert chpasswd(bound, GOOD).status == 0 and has_password(bound, GOOD)


@pytest.mark.parametrize("language, heading, reason", [
    ("pt_BR", "Esta senha não pode ser aceita:", "altam 8 caracteres"), ("ru", None, "нужно ещё 8 символов (4 из 12)"),
    ("zh_CN", None, "还差 8 个字符（已有 4 个，共需 12 个）"), ("id", None, "(4 dari 12)"),
])
def test_people_are_told_in_their_own_language(bound, language, heading, reason):
    spoken = ["env", f"LC_ALL={LOCALES[language]}"]
    by_root = bound.run(*spoken, "chpasswd", text="alice:weak\n", check=False)
    # passwd is setuid, and must still find the catalogue.
    by_alice = bound.run(*spoken, "passwd", text=f"{OLD_PASSWORD}\nweak\n", uid=ALICE, check=False)
    for done in (by_root, by_alice):
        # Chinese has no blanks between words.
        shown = done.stdout.replace("\n    ", "" if language == "zh_CN" else " ")
        assert done.returncode != 0 and reason in shown and "needed" not in shown
    # chpasswd has one line for each user, without a heading.
    assert heading is None or (heading in by_alice.stdout) > (heading in by_root.stdout)
    logged = [line for line in bound.log() if "pam_passwordrules" in line]
    assert logged and all("refused: minlength, required, blocklist" in line for line in logged)


def test_user_cannot_bring_a_catalogue(bound):
    """passwd is setuid: it ignores its user's variables for the folder of catalogues."""
    folder = "/home/alice/x/LC_MESSAGES"
    bound.path(folder).mkdir(parents=True)
    shutil.copy(bound.path("/usr/share/locale/ru/LC_MESSAGES/passwordrules.mo"), bound.path(folder))
    spoken = ["env", f"LC_ALL={LOCALES['id']}", "LANGUAGE=../../../home/alice/x", "LOCPATH=/home/alice",
              "NLSPATH=/home/alice/%N", "TEXTDOMAINDIR=/home/alice"]
    done = bound.run(*spoken, "passwd", text=f"{OLD_PASSWORD}\nweak\n", uid=ALICE, check=False)
    assert done.returncode != 0 and "kurang 8 karakter (4 dari 12)" in done.stdout
    # In a program that is not setuid, the same variables name a catalogue; LOCPATH would take its locale
    # away.
    spoken.remove("LOCPATH=/home/alice")
    done = bound.run(*spoken, "chpasswd", text="alice:weak\n", check=False)
    assert done.returncode != 0 and "нужно ещё 8 символов (4 из 12)" in done.stdout.replace("\n    ", " ")
