"""policy --public: what a sign-up page may know of a policy, as settings that say the same of passwords."""

import pytest

from tool import run

POLICY = """\
preset = stig-rhel-9
blocklist =
words = hunter2
blocklist = optional /srv/secret.blocklist
ranked-words = common
username = reject
exempt-services = passwd
suggest-services = webmail
max-keyboard = 3
retry = 5
suggest-style = words

[user alice]
min-classes = 3
rules = minlength: 20

[service web group staff]
rules = minlength: 24
"""


@pytest.fixture
def public(tmp_path):
    """The settings of a policy, and the messages."""
    def settings(text, *options):
        path = tmp_path / "policy.conf"
        path.write_text(text)
        path.chmod(0o644)
        result = run("policy", "--config", str(path), "--public", *options)
        assert result.status == 0, result.errors
        assert str(path) not in result.output.decode()
        return result
    return settings


def test_preset_lines_are_kept_and_secrets_dropped(public):
    lines = public(POLICY).lines
    rules = "required: lower; required: digit; minlength: 15; required: special; required: upper; max-repeating: 3;"
    assert {f"rules = {rules}", "min-classes = 4", "max-class-repeating = 4", "max-keyboard = 3", "username = reject", "old-password-changes = 8",
            "suggest-style = words"} <= set(lines)
    keys = [line.split(" ")[0] for line in lines]
    assert not {"preset", "words", "blocklist", "ranked-words", "exempt-services", "suggest-services", "retry", "enforce-for-root"} & set(keys)
    assert "hunter2" not in "\n".join(lines) and "/" not in "\n".join(lines)


def test_service_account_sections_add_up(public):
    lines = public(POLICY, "--service", "web", "--group", "staff").lines
    assert "rules = minlength: 24" in lines and not any("staff" in line for line in lines)
    assert "rules = minlength: 24" not in public(POLICY).lines


def test_dropped_settings_stay_dropped(public):
    assert "username =" in public("rules = minlength: 8\nusername =\n").lines
    assert "rules = minlength: 9" not in public("preset = owasp-asvs-5\nblocklist =\nrules =\nrules = minlength: 8\n").lines


def test_alternatives_of_one_source_stay(public):
    result = public("rules = minlength: 8; required: digit\nor = minlength: 15\nusername = whole\n")
    assert {"rules = minlength: 8; required: digit", "or = minlength: 15"} <= set(result.lines) and result.errors == ""


def test_alternatives_with_rules_of_another_source_are_left_out(public):
    result = public("preset = owasp-asvs-5\nblocklist =\nrules = minlength: 8; required: digit\nor = minlength: 16\n")
    assert [line for line in result.lines if line.startswith(("rules", "or "))] == ["rules = minlength: 15;"]
    assert result.errors == (
        "passwordrules: note: rules with alternatives are left out, since rules of other places add to them\n")


@pytest.mark.parametrize("policy", [
    "preset = cis-debian-12\nblocklist =\n",
    "rules = minlength: 8\nor = minlength: 15\nmin-different = 4\nold-password = same, case\n",
    "rules = allowed: [#;=]; minlength: 4\nat-least = 2 digit\nmax-bytes = 100\nenforce = warn\n",
])
def test_settings_are_an_equivalent_policy(policy, public, tmp_path):
    lines = public(policy).lines
    again = tmp_path / "again.conf"
    again.write_text("\n".join(lines) + "\n")
    again.chmod(0o644)
    assert run("policy", "--config", str(again), "--public").lines == lines
    original = tmp_path / "original.conf"
    original.write_text(policy)
    original.chmod(0o644)
    for password in (b"a", b"Abcd1234", b"correct-Horse-battery-7", b"aaaa#=;11", b"x" * 120):
        said = [run("check", "--config", str(path), input=password + b"\n").output for path in (original, again)]
        assert said[0] == said[1] != b""


@pytest.mark.parametrize("other", [["--check"], ["--json"], ["--changed"], ["--diff", "x"], ["--install", "x"]])
def test_option_excludes_other_outputs(other):
    result = run("policy", "--public", *other)
    assert result.status == 2 and "--public" in result.errors
