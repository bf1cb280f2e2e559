"""People whose password has expired log in at display managers, unmodified: which of these can change it, and
what people see there.
"""

import re

import pytest
import terminal
from debian import ENVIRONMENT
from desktop import PERSON
from login_screen import Asked, LoginScreen
from oracle import POLICY, POLICY_PATH
from people import OLD_PASSWORD, has_password
from terminal import CANCEL

# Typing and reading take minutes, and so does downloading the programs.
pytestmark = pytest.mark.long

GOOD, WEAK = "kizzek-4ohjur-qiThor", "weak"
# The screen shows only the last of several messages in a row. Here it is pam_unix's, which asks for the old password
# again.
OLD_AGAIN = Asked("password text", "Changing password for ann.")
# The screen shows the last line of the rules, and does not say that it asks for a new password.
NEW = Asked("password text", "    too obvious here, no common password")
# The screen shows a prompt only if there is no message before it.
AGAIN = Asked("password text", "Retype new password")
REFUSED = "pam_passwordrules(lightdm:chauthtok): new password for user ann refused: minlength, required, blocklist"

# greetd 0.9 and 0.10 end the login with pam_acct_mgmt's answer; later versions call pam_chauthtok.
GREETER = "/usr/local/bin/text_greeter"
GREETD = f"""\
[terminal]
vt = "none"
[default_session]
command = "env SHELL=/bin/sh script --quiet --command {GREETER} /dev/null"
user = "_greetd"
"""


@pytest.fixture
def login_screen(expired):
    with LoginScreen(expired) as screen:
        yield screen


def log_in(screen: LoginScreen) -> Asked:
    """Logs in with the old password; returns what is asked then."""
    first = screen.answer(PERSON)
    return screen.answer(OLD_PASSWORD) if first == Asked("password text", "") else first


def refusals(screen: LoginScreen) -> int:
    return sum(line.endswith(REFUSED) for line in screen.debian.log())


def is_changed(screen: LoginScreen, password: str) -> bool:
    """Whether the password is this one, and has not expired."""
    is_stored = has_password(screen.debian, password, PERSON)
    return is_stored and "must be changed" not in screen.debian.run("chage", "--list", PERSON).stdout


def test_expired_password_is_changed_at_login(login_screen):
    assert log_in(login_screen) == OLD_AGAIN
    assert login_screen.answer(OLD_PASSWORD) == NEW
    assert not login_screen.has_session()
    assert login_screen.answer(GOOD) == AGAIN
    login_screen.answer_last(GOOD)
    assert is_changed(login_screen, GOOD)


def test_suggestion_is_all_that_is_shown_of_a_refusal(login_screen):
    log_in(login_screen)
    login_screen.answer(OLD_PASSWORD)
    suggestion = login_screen.answer(WEAK)
    assert refusals(login_screen) == 1
    assert suggestion.field == "password text" and re.fullmatch(r"  \S{20}", suggestion.message)
    taken = suggestion.message.strip()
    assert login_screen.answer(taken) == AGAIN
    login_screen.answer_last(taken)
    assert is_changed(login_screen, taken)


def test_last_reason_is_shown_without_a_suggestion(login_screen):
    login_screen.debian.write(POLICY_PATH, POLICY + "suggest = no\n")
    log_in(login_screen)
    login_screen.answer(OLD_PASSWORD)
    assert login_screen.answer(WEAK) == Asked("password text", "  - is a common or leaked password")


def test_login_begins_again_after_three_refusals(login_screen):
    log_in(login_screen)
    for asked in [OLD_PASSWORD, WEAK, WEAK, WEAK]:
        login_screen.answer(asked)
    assert refusals(login_screen) == 3 and not login_screen.has_session()
    assert has_password(login_screen.debian, OLD_PASSWORD, PERSON)
    # The screen does not ask for the name again.
    assert [login_screen.answer(text) for text in [OLD_PASSWORD, OLD_PASSWORD, GOOD]] == [OLD_AGAIN, NEW, AGAIN]
    login_screen.answer_last(GOOD)
    assert is_changed(login_screen, GOOD)


def test_greetd_refuses_an_expired_password(expired):
    """greetd runs its own text greeter, at a terminal."""
    expired.write(GREETER, "#!/bin/sh\nexec /usr/sbin/agreety --cmd id\n", 0o755)
    expired.write("/etc/greetd/terminal.toml", GREETD)
    answers = [PERSON, OLD_PASSWORD, CANCEL]
    command = expired.command("greetd", "--config", "/etc/greetd/terminal.toml")
    turns, _, _ = terminal.converse(command, r"login: |[Pp]assword: ", lambda *_: answers.pop(0), env=ENVIRONMENT)
    assert "You are required to change your password immediately" in turns[2][0] and "Login incorrect" in turns[2][0]
    assert has_password(expired, OLD_PASSWORD, PERSON)
