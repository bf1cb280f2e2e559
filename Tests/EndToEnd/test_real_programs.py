"""The real passwd, chpasswd and newusers, on a private copy of /etc."""

import os
import subprocess

import pytest

from machine import CANCEL, COUNTS, OLD_PASSWORD, POLICY, SUGGESTED, become_user, suggestion

RULES = "rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;\n"
GOOD = "Correct-Horse-9-Battery"
EXPLANATION = (
    "Password rules: 12 characters or more, with an uppercase letter, a lowercase\n"
    "letter and a digit; no character more than 2 times in a row.\n"
)
REASONS_FOR_WEAK = (
    "Not accepted yet:\n"
    "  - 8 more characters needed (4 of 12)\n"
    "  - needs an uppercase letter\n"
    "  - needs a digit\n"
)


def test_weak_password_is_refused_with_all_reasons_and_the_suggestion_is_accepted(machine):
    machine.policy(RULES)
    result = machine.passwd(OLD_PASSWORD, "weak", SUGGESTED, SUGGESTED)
    assert result.status == 0 and result.changed()
    told = suggestion(result.text)
    assert EXPLANATION + "New password: ‹weak›\n" + REASONS_FOR_WEAK + f"Suggestion: {told}\n" in result.text
    assert len(told) == 20
    assert any("new password for user alice refused: minlength, required" in line for line in machine.log)


def test_good_password_is_accepted_without_a_word(machine):
    machine.policy(RULES)
    result = machine.passwd(OLD_PASSWORD, GOOD, GOOD)
    assert result.status == 0 and result.changed()
    assert result.text == (
        f"Changing password for alice.\nCurrent password: ‹{OLD_PASSWORD}›\n{EXPLANATION}"
        f"New password: ‹{GOOD}›\nRetype new password: ‹{GOOD}›\npasswd: password updated successfully\n"
    )
    assert not any("pam_passwordrules" in line for line in machine.log)


def test_suggestion_does_not_land_in_the_file_that_output_goes_to(machine):
    """`passwd >> log`: only what goes to standard output would be there, the prompts are at the terminal."""
    machine.policy(RULES)
    log = os.path.join("/tmp", f"passwordrules-output-{os.getpid()}")
    try:
        result = machine.passwd(OLD_PASSWORD, "weak", GOOD, GOOD, output=log)
        with open(log) as file:
            written = file.read()
    finally:
        os.remove(log)
    assert result.status == 0 and result.changed()
    assert "Password rules: " in written
    assert "Suggestion" not in written + result.text


def test_three_refusals_end_the_change(machine):
    machine.policy(RULES)
    result = machine.passwd(OLD_PASSWORD, "weak", "weak", "weak")
    assert result.status != 0 and not result.changed()
    assert result.text.count(REASONS_FOR_WEAK) == 3
    assert "Have exhausted maximum number of retries for service" in result.text


def test_mistyped_retype_asks_again(machine):
    machine.policy(RULES)
    result = machine.passwd(OLD_PASSWORD, GOOD, GOOD + "x", GOOD, GOOD)
    assert result.status == 0 and result.changed()


@pytest.mark.parametrize("answers", [(OLD_PASSWORD, CANCEL), (OLD_PASSWORD, "weak", CANCEL), (OLD_PASSWORD, GOOD, CANCEL)])
def test_cancelled_prompt_ends_at_once(machine, answers):
    machine.policy(RULES)
    result = machine.passwd(*answers)
    assert result.status != 0
    assert result.text.count("New password: ") == len(answers) - 1 - (GOOD in answers)
    assert machine.chpasswd(OLD_PASSWORD).status == 0  # still the same account, still usable


def test_wrong_old_password_never_reaches_the_new_one(machine):
    machine.policy(RULES)
    result = machine.passwd("not-the-old-one")
    assert result.status != 0
    assert "New password" not in result.text


def test_root_is_warned_and_goes_on(machine):
    machine.policy(RULES)
    result = machine.passwd("weak", "weak", by_root=True)
    assert result.status == 0 and result.changed()
    assert "Warning: this password does not meet the policy:\n  - 8 more characters needed (4 of 12)\n" in result.text


def test_root_is_refused_where_the_policy_says_so(machine):
    machine.policy(RULES + "enforce-for-root = yes\nretry = 1\n")
    result = machine.passwd("weak", by_root=True)
    assert result.status != 0 and not result.changed()


def test_chpasswd_gets_reasons_but_no_suggestion(machine):
    machine.policy(RULES + "enforce-for-root = yes\n")
    result = machine.chpasswd("weak")
    assert result.status != 0 and not result.changed()
    assert result.text.startswith(REASONS_FOR_WEAK)
    assert result.text.count("Not accepted yet:") == 1
    assert "Suggestion" not in result.text and "Password rules" not in result.text


def test_chpasswd_is_silent_where_it_succeeds(machine):
    machine.policy(RULES + "enforce-for-root = yes\n")
    result = machine.chpasswd(GOOD)
    assert result.status == 0 and result.changed()
    assert result.text == ""


def test_newusers_gets_reasons_but_no_suggestion(machine):
    machine.policy(RULES + "enforce-for-root = yes\n")
    result = machine.newusers("carol", "weak")
    assert result.status != 0 and not result.changed("carol")
    assert REASONS_FOR_WEAK in result.text and "Suggestion" not in result.text
    result = machine.newusers("dave", GOOD)
    assert result.status == 0 and result.changed("dave")


def test_passwd_from_a_pipe_is_shown_no_suggestion(machine):
    machine.policy(RULES + "enforce-for-root = yes\n")
    result = machine.passwd_from_pipe("weak")
    assert result.status != 0 and not result.changed()
    assert REASONS_FOR_WEAK in result.text
    assert "Suggestion" not in result.text and result.text.count("New password") == 1


def test_broken_policy_refuses_and_the_log_says_where(machine):
    machine.policy(RULES.replace("upper", "uper"))
    result = machine.passwd()
    assert result.status != 0
    assert "Please tell your administrator." in result.text and "uper" not in result.text
    expected = f'{POLICY}:1:19: there is no class "uper"; did you mean "upper"? Password change for user alice refused.'
    assert any(expected in line for line in machine.log)


def test_policy_that_others_may_write_refuses(machine):
    machine.policy(RULES)
    os.chmod(POLICY, 0o664)
    result = machine.passwd()
    assert result.status != 0 and "Please tell your administrator." in result.text


def test_audit_lets_the_change_pass_and_logs_it(machine):
    machine.policy(RULES + "enforce = audit\n")
    result = machine.passwd(OLD_PASSWORD, "xK4.weakish", "xK4.weakish")
    assert result.status == 0 and result.changed()
    assert "more character" not in result.text and "Password rules" not in result.text
    [line] = [line for line in machine.log if "pam_passwordrules" in line]
    assert line.endswith("new password for user alice accepted (enforce = audit): it does not meet the policy")


def test_audit_is_counted_and_shown_from_ten_changes_on(machine):
    def shown():
        tool = os.path.join(os.path.dirname(machine.module), "passwordrules")
        return subprocess.run([tool, "audit"], capture_output=True, text=True, timeout=30, check=True).stdout.splitlines()

    machine.policy(RULES + "enforce = audit\n")
    assert shown() == ["No changes have been counted."]
    for _ in range(9):
        assert machine.chpasswd("xK4.weakish").changed()
    assert shown() == ["Fewer than 10 later changes: not shown before there are as many."]
    assert machine.passwd("xK4.weakish", GOOD, GOOD).changed()
    assert shown()[0].endswith(": 10 changes, of which 9 (90 %) did not meet the policy.")
    assert shown()[-1].split() == ["minlength", "9", "90", "%"]
    for command in (["ls", COUNTS], ["cat", COUNTS + "/audit"]):
        assert subprocess.run(command, capture_output=True, preexec_fn=become_user).returncode != 0
    assert not any("not counted" in line for line in machine.log)


def test_rules_in_the_stack_need_no_file(machine):
    if os.path.exists(POLICY):
        os.remove(POLICY)
    machine.stack("[rules=required: digit; minlength: 10;] retry=1")
    result = machine.passwd(OLD_PASSWORD, "xY.weakish")
    assert result.status != 0 and "  - needs a digit\n" in result.text
    result = machine.passwd(OLD_PASSWORD, "xY.weakish7", "xY.weakish7")
    assert result.status == 0 and result.changed()


def test_unicode_counts_characters(machine):
    machine.policy("rules = minlength: 8;\n")
    result = machine.passwd(OLD_PASSWORD, "éàüöñç", "пароль-из-букв", "пароль-из-букв")
    assert "2 more characters needed (6 of 8)" in result.text
    assert result.status == 0 and result.changed()


def test_no_password_reaches_the_log(machine):
    machine.policy(RULES + "enforce-for-root = yes\n")
    machine.passwd(OLD_PASSWORD, "weak", "Weak-but-long", GOOD, GOOD)
    machine.chpasswd("zzzz")
    assert machine.log
    for line in machine.log:
        for password in (OLD_PASSWORD, "Weak-but-long", GOOD, "zzzz"):
            assert password not in line
