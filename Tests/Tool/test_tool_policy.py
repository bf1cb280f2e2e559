"""passwordrules policy; and check for a user, with an old password"""

import json
import os
import subprocess
import sys

import pytest

from tool import ROOT, TOOL, install, run

sys.path.append(os.path.join(ROOT, "Tests", "PAM"))

import blocklists

PRESETS = {
    "nist-800-63b-4": "NIST SP 800-63B-4", "stig-rhel-9": "DISA STIG for RHEL 9",
    "stig-ubuntu-24.04": "DISA STIG for Ubuntu 24.04", "cis-debian-12": "CIS Debian Linux 12 Benchmark 1.1.0",
    "cis-rhel-9": "CIS RHEL 9 Benchmark 2.0.0", "owasp-asvs-5": "OWASP ASVS 5.0",
}
# What applies where no file says otherwise, in the order of the listing.
BUILT_IN = {
    "max-bytes": "1024", "username": "whole", "old-password": "reject", "enforce": "yes", "enforce-for-root": "no",
    "exempt-services": "passwd, chpasswd, newusers", "retry": "3",
    "local-users-only": "no", "suggest": "yes", "suggest-style": "readable", "suggest-entropy": "71",
    "suggest-exclude": "ambiguous, [ \"'`\\]",
}

# What presets and the policy that ships name.
COMMON_LIST = "/usr/share/passwordrules/common.blocklist"
COMPOSITION = "this demands a composition; NIST SP 800-63B-4 has no rules but on the length"

PASSWD = """\
root:x:0:0:root:/root:/bin/sh
alice:x:1000:1000:Alice Liddell:/home/wonderland:/bin/sh
bob:x:1001:3000::/:/bin/sh
"""
GROUP = "root:x:0:\nalice:x:1000:\nstaff:x:3000:alice\nemployees:x:3000:\nadmins:x:2000:alice\n"
COVER = 'mount --bind "$0" /etc/passwd && mount --bind "$1" /etc/group && shift && exec "$@"'


@pytest.fixture
def write(tmp_path):
    """Writes a policy file and those of its folder; returns the path of the first."""
    def write(text, **dropins):
        path = tmp_path / "policy.conf"
        files = {path: text}
        for name, content in dropins.items():
            files[tmp_path / "policy.conf.d" / f"{name}.conf"] = content
        for file, content in files.items():
            file.parent.mkdir(mode=0o755, exist_ok=True)
            file.write_text(content)
            file.chmod(0o644)
        return str(path)
    return write


@pytest.fixture
def run_with_accounts(tmp_path):
    """Runs the tool where alice and bob are users, with a full name and groups of theirs."""
    for name, text in [("passwd", PASSWD), ("group", GROUP)]:
        (tmp_path / name).write_text(text)

    def run_with_accounts(*arguments, input=b""):
        cover = ["unshare", "--map-root-user", "--mount", "sh", "-c", COVER, tmp_path / "passwd", tmp_path / "group"]
        done = subprocess.run([*cover, TOOL, *arguments], input=input, capture_output=True, timeout=60)
        if b"unshare" in done.stderr or b"mount" in done.stderr:
            pytest.skip("no namespaces here: " + done.stderr.decode().strip())
        return done
    return run_with_accounts


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The tool where it is installed with the list that presets name, and that list."""
    return install(tmp_path_factory.mktemp("installed"))


def listing(path, *arguments, tool=TOOL):
    result = run("policy", "--config", path, "--json", *arguments, tool=tool)
    assert (result.status, result.errors, len(result.lines)) == (0, "", 1)
    return json.loads(result.lines[0])


def values(found):
    """Key to value, of keys that have one."""
    return {entry["key"]: entry["value"] for entry in found["entries"]}


# ---- The listing ----


def test_values_and_their_places(write):
    path = write("# first\nrules = minlength: 8;\n\nretry = 5\n", a="retry = 4\n", b="\n\n  suggest-entropy=80\n")
    result = run("policy", "--config", path)
    assert (result.status, result.errors) == (0, "")
    expected = {"rules": ("minlength: 8;", f"{path}:2"), "retry": ("4", f"{path}.d/a.conf:1"),
                "suggest-entropy": ("80", f"{path}.d/b.conf:3")}
    assert result.lines[:6] == [
        "For everybody who has no section of their own:", "Files, in the order in which they are read:", f"  {path}",
        f"  {path}.d/a.conf",
        f"  {path}.d/b.conf", "Values:"]
    rows = [line.split(None, 1) for line in result.lines[6:]]
    assert [key for key, _ in rows] == ["rules", *BUILT_IN]
    for key, rest in rows:
        value, place = expected.get(key, (BUILT_IN.get(key), "built in"))
        assert rest.startswith(value + "  ") and rest.removeprefix(value).strip() == place
    # The places stand below one another.
    assert len({line.rindex("built in") for line in result.lines if line.endswith("built in")}) == 1


def test_built_in_values_are_what_a_file_could_say(write):
    found = listing(write("rules = minlength: 8\n"))
    assert {entry["key"]: entry["value"] for entry in found["entries"] if entry["source"] == "built in"} == BUILT_IN
    written = write("rules = minlength: 8\n" + "".join(f"{key} = {value}\n" for key, value in BUILT_IN.items()))
    assert values(listing(written)) == values(found)
    passwords = b"qzjxwvkb\nqqqqqqqq\nqwertzui\nroot\n" + b"q" * 1024 + b"\n" + b"q" * 1025 + b"\n"
    assert run("check", "--config", written, input=passwords).lines == ["accepted"] * 3 + [
        "rejected: 4 more characters needed (4 of 8)", "accepted", "rejected: too long: 1025 bytes (at most 1024)"]


def test_json(write):
    path = write("rules = minlength: 8\n[user nobody-here]\nretry = 7\n",
                 a="rules = minlength: 9\nrules = required: digit\n")
    found = listing(path)
    assert set(found) == {"groups", "files", "sections", "presets", "entries"}
    assert (found["files"], found["sections"], found["groups"]) == ([path, path + ".d/a.conf"], [], [])
    assert found["presets"] == []
    assert [entry for entry in found["entries"] if entry["key"] == "rules"] == [
        {"key": "rules", "value": "minlength: 8", "source": path, "line": 1},
        {"key": "rules", "value": "minlength: 9", "source": path + ".d/a.conf", "line": 1},
        {"key": "rules", "value": "required: digit", "source": path + ".d/a.conf", "line": 2}]
    assert {"key": "retry", "value": "3", "source": "built in"} in found["entries"]
    found = listing(path, "--user", "nobody-here")
    assert (found["user"], found["sections"], found["groups"]) == ("nobody-here", [f"[user nobody-here] {path}:2"], [])
    assert {"key": "retry", "value": "7", "source": path, "line": 3} in found["entries"]


def test_lines_that_add_up_are_listed_one_by_one(write):
    path = write("rules = minlength: 8\nwords = acme\nor = minlength: 20\nrules = required: digit\n"
                 "words = tulip, orbit\nor = min-words: 4\nat-least = 2 digit\nat-least = 1 [-_]\n")
    found = [(entry["key"], entry["value"], entry["line"]) for entry in listing(path)["entries"] if "line" in entry]
    assert found == [
        ("rules", "minlength: 8", 1), ("rules", "required: digit", 4), ("or", "minlength: 20", 3),
        ("or", "min-words: 4", 6),
        ("at-least", "2 digit", 7), ("at-least", "1 [-_]", 8), ("words", "acme", 2), ("words", "tulip, orbit", 5)]


def rules_of(path, *arguments):
    return [(entry["key"], entry["value"], entry["source"]) for entry in listing(path, *arguments)["entries"]
            if entry["key"] in ("rules", "or")]


def test_rules_of_all_places_are_listed(write):
    path = write("rules = minlength: 8\nor = minlength: 20\n[user root]\nrules = required: digit\n",
                 a="rules = minlength: 9\nor = min-words: 5\n", b="rules = minlength: 7\n")
    everybody = [("rules", "minlength: 8", path), ("rules", "minlength: 9", path + ".d/a.conf"),
                 ("rules", "minlength: 7", path + ".d/b.conf")]
    alternatives = [("or", "minlength: 20", path), ("or", "min-words: 5", path + ".d/a.conf")]
    assert rules_of(path) == everybody + alternatives
    assert rules_of(path, "--user", "root") == [*everybody, ("rules", "required: digit", path), *alternatives]
    # Before, the last of the files replaced what the others demand.
    result = run("check", "--config", path, input=b"qzjxwvkb\nqzjxwvkbq\n")
    assert result.lines == [
        "rejected: 1 more character needed (8 of 9); or meet the other of the 2 sets of rules", "accepted"]


def test_rules_that_are_dropped_are_not_listed(write):
    path = write("rules = minlength: 8\nor = minlength: 20\n[user root]\nor =\n",
                 a="rules =\nrules = minlength: 9\n", b="rules = minlength: 7\nor = min-words: 5\n")
    kept = [("rules", "minlength: 9", path + ".d/a.conf"), ("rules", "minlength: 7", path + ".d/b.conf")]
    assert rules_of(path) == [*kept, ("or", "min-words: 5", path + ".d/b.conf")]
    assert rules_of(path, "--user", "root") == kept


def test_built_in_demands_are_listed_unless_they_are_dropped(write):
    path = write("rules = minlength: 8\nusername = reject\nold-password = same\n"
                 "[user root]\nusername =\nold-password =\nold-password = same\nretry =\n", a="retry = 9\n")
    def of(key, *arguments):
        return [(entry["value"], entry["source"]) for entry in listing(path, *arguments)["entries"] if entry["key"] == key]
    assert of("username") == [("whole", "built in"), ("reject", path)]
    assert of("old-password") == [("reject", "built in"), ("same", path)]
    assert of("retry") == [("9", path + ".d/a.conf")]
    assert (of("username", "--user", "root"), of("old-password", "--user", "root")) == ([], [("same", path)])
    assert of("retry", "--user", "root") == [("3", "built in")]


def test_user_of_the_machine(write):
    path = write("rules = minlength: 8\n[group root]\nretry = 2\n[user root]\nsuggest = no\n")
    result = run("policy", "--config", path, "--user", "root")
    assert (result.status, result.errors) == (0, "")
    assert result.lines[0].startswith(("For root, in group root:", "For root, in groups root,"))
    assert result.lines[1:3] == [f"  section [group root] {path}:2", f"  section [user root] {path}:4"]
    found = listing(path, "--user", "root")
    assert found["groups"][0] == "root"
    assert (values(found)["retry"], values(found)["suggest"]) == ("2", "no")
    assert values(listing(path))["retry"] == "3"


def test_groups_are_asked_for_only_where_one_has_a_section(write):
    path = write("rules = minlength: 8\n[user root]\nretry = 2\n")
    assert run("policy", "--config", path, "--user", "root").lines[0] == "For root:"
    assert listing(path, "--user", "root")["groups"] == []
    path = write("rules = minlength: 8\n[group root]\n")
    assert run("policy", "--config", path, "--user", "no-such-user").lines[0] == "For no-such-user, in no group:"


def test_user_with_several_groups(write, run_with_accounts):
    path = write("rules = minlength: 8\n[group staff]\nretry = 1\n[group admins]\nretry = 2\n"
                 "[user alice]\nsuggest = no\n",
                 a="[group staff]\nsuggest = yes\nsuggest-entropy = 99\n")
    done = run_with_accounts("policy", "--config", path, "--user", "alice")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    heading, *sections = lines[:5]
    assert heading.startswith("For alice, in groups ") and heading.endswith(":")
    assert set(heading.removeprefix("For alice, in groups ")[:-1].split(", ")) == {"alice", "staff", "admins"}
    assert sections == [f"  section [group staff] {path}:2", f"  section [group admins] {path}:4",
                        f"  section [group staff] {path}.d/a.conf:1", f"  section [user alice] {path}:6"]
    found = {line.split()[0]: line.split()[1:] for line in lines if line.startswith("  ")}
    assert found["retry"] == ["1", f"{path}:3"]
    assert found["suggest"] == ["no", f"{path}:7"]
    assert found["suggest-entropy"] == ["99", f"{path}.d/a.conf:3"]


def test_sections_of_services_are_for_no_user_of_the_machine(write):
    path = write("rules = minlength: 8\n[service mariadb]\nrules = minlength: 40\n[service mariadb user root]\n"
                 "enforce = no\n[service mariadb group root]\nretry = 9\n[user root]\nretry = 2\n")
    found = listing(path, "--user", "root")
    assert found["sections"] == [f"[user root] {path}:8"]
    assert [values(found)[key] for key in ("rules", "enforce", "retry")] == ["minlength: 8", "yes", "2"]
    assert run("check", "--config", path, "--user", "root", input=b"qzjxwvkb\n").lines == ["accepted"]


def test_text_of_the_policy_cannot_forge_a_line(write):
    path = write("rules = minlength: 8\nwords = a\x1b[31mcme\n[user a\x07b]\nretry = 1\n")
    assert "a?[31mcme" in run("policy", "--config", path).output.decode()
    result = run("policy", "--config", path, "--user", "a\x07b")
    assert result.status == 0 and result.lines[:2] == ["For a?b:", f"  section [user a?b] {path}:3"]


def test_long_value_does_not_push_the_places_away(write):
    path = write("rules = minlength: 8\nwords = " + ", ".join(["acme"] * 100) + "\n")
    lines = run("policy", "--config", path).lines
    assert max(len(line) for line in lines if line.endswith("built in")) < 80
    assert any(line.endswith(f"acme  {path}:2") for line in lines)


def test_policy_that_ships_is_listed(write, tmp_path):
    with open(os.path.join(ROOT, "pam", "passwordrules.conf")) as file:
        text = file.read()
    assert text.count(COMMON_LIST) == 1
    # Where it is not installed there is another.
    blocklists.write(tmp_path / "list", blocklists.build("password", "letmein"))
    result = run("policy", "--config", write(text.replace(COMMON_LIST, str(tmp_path / "list"))))
    assert result.status == 0 and result.errors == ""
    assert any(line.startswith("  blocklist ") and "list (2 entries)" in line for line in result.lines)


# ---- Presets ----


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_is_listed_with_its_clauses(write, preset, installed):
    path = write(f"preset = {preset}\n")
    found = listing(path, tool=installed[0])
    assert found["presets"] == [f"{preset}: {PRESETS[preset]}"]
    assert {"key": "preset", "value": preset, "source": path, "line": 1} in found["entries"]
    entries = [entry for entry in found["entries"] if entry["source"] == f"preset {preset}"]
    assert entries[0]["key"] == "rules" and "minlength: 1" in entries[0]["value"]
    for entry in entries:
        # A clause has a number, and a preset no line that could be looked up.
        assert any(character.isdigit() for character in entry["clause"]) and "line" not in entry
    lines = run("policy", "--config", path, tool=installed[0]).lines
    assert f"Preset {preset}: {PRESETS[preset]}" in lines
    for entry in entries:
        place = f"preset {preset} ({entry['clause']})"
        assert any(line.split()[0] == entry["key"] and line.endswith(place) for line in lines)


@pytest.mark.parametrize("preset, expected", [
    ("nist-800-63b-4", {"rules": "minlength: 15;", "username": "whole"}),
    ("stig-rhel-9", {"min-classes": "4", "max-class-repeating": "4", "old-password-changes": "8",
                     "enforce-for-root": "yes", "retry": "3"}),
    ("stig-ubuntu-24.04", {"old-password-changes": "8", "enforce": "yes", "enforce-for-root": "no", "retry": "3"}),
    ("cis-debian-12", {"rules": "minlength: 14; max-repeating: 3; max-sequential: 3;", "min-classes": "4",
                       "old-password-changes": "2",
                       "enforce-for-root": "yes"}),
    ("cis-rhel-9", {"rules": "minlength: 14; max-repeating: 3; max-sequential: 3;", "min-classes": "4",
                    "enforce-for-root": "yes"}),
    ("owasp-asvs-5", {"rules": "minlength: 15;", "username": "reject", "min-classes": None}),
])
def test_what_a_preset_demands(write, preset, expected):
    found = values(listing(write(f"preset = {preset}\nblocklist =\n")))
    assert {key: found.get(key) for key in expected} == expected


def test_keys_that_demand_nothing_override_the_preset_they_stand_beside_wherever_they_stand(write):
    for lines in ["retry = 9\npreset = stig-rhel-9\n", "preset = stig-rhel-9\nretry = 9\n"]:
        assert values(listing(write(lines + "blocklist =\n")))["retry"] == "9"


def test_keys_beside_a_preset_add_to_it_or_drop_what_it_says(write):
    strict = b"Qzjx-7wvk-Bnmq2\nqzjxwvkbqzjxwvkb\nQzjxw-7777-Bnmq2\n"
    verdicts = ["accepted", "rejected", "rejected"]
    path = write("preset = stig-rhel-9\nmin-classes = 1\nmax-class-repeating = 99\nrules = minlength: 1\nblocklist =\n")
    assert [entry["value"] for entry in listing(path)["entries"] if entry["key"] == "min-classes"] == ["4", "1"]
    assert [line.split(":")[0] for line in run("check", "--config", path, input=strict).lines] == verdicts
    path = write("preset = stig-rhel-9\nmin-classes =\nmax-class-repeating =\nrules =\nrules = minlength: 1\nblocklist =\n")
    assert not {"min-classes", "max-class-repeating"} & set(values(listing(path)))
    assert run("check", "--config", path, input=strict).lines == ["accepted"] * 3


def test_preset_overrides_what_stands_before_its_place_and_adds_to_its_demands(write):
    path = write("rules = minlength: 40\nretry = 9\n", a="preset = stig-rhel-9\nblocklist =\n")
    assert values(listing(path))["retry"] == "3"
    rules = [(entry["source"], "minlength: 15" in entry["value"]) for entry in listing(path)["entries"]
             if entry["key"] == "rules"]
    assert rules == [(path, False), ("preset stig-rhel-9", True)]
    assert run("check", "--config", path, input=b"Qzjx-7wvk-Bnmq2\n").lines == [
        "rejected: 25 more characters needed (15 of 40)"]


def test_presets_of_several_places_all_hold(write):
    path = write("preset = stig-rhel-9\nblocklist =\n", a="preset = nist-800-63b-4\npreset = cis-debian-12\nblocklist =\n")
    found = listing(path)
    assert [preset.split(":")[0] for preset in found["presets"]] == ["stig-rhel-9", "nist-800-63b-4", "cis-debian-12"]
    assert {entry["source"] for entry in found["entries"]} == {
        "built in", path, path + ".d/a.conf", "preset stig-rhel-9", "preset nist-800-63b-4", "preset cis-debian-12"}
    assert [line for line in run("policy", "--config", path).lines if line.startswith("Preset ")] == [
        f"Preset {name}: {PRESETS[name]}" for name in ("stig-rhel-9", "nist-800-63b-4", "cis-debian-12")]
    # Before, the last of them replaced the others. A sequence is CIS's matter, four classes are STIG's.
    checked = run("check", "--config", path, input=b"Qzjx-7abc-Bnmq2\nQzjx-7abcd-Bnm2\nqzjx-7wvk-bnmq2\n")
    assert [line.split(":")[0] for line in checked.lines] == ["accepted", "rejected", "rejected"]


def test_empty_preset_leaves_nothing_of_those_before(write):
    path = write("preset = stig-rhel-9\n", a="preset =\npreset = nist-800-63b-4\nblocklist =\n")
    found = listing(path)
    assert [preset.split(":")[0] for preset in found["presets"]] == ["nist-800-63b-4"]
    assert {entry["source"] for entry in found["entries"]} == {"built in", "preset nist-800-63b-4", path + ".d/a.conf"}
    assert values(found)["enforce-for-root"] == "no"
    found = listing(write("preset = stig-rhel-9\n", a="preset =\nrules = minlength: 8\n"))
    assert found["presets"] == [] and "min-classes" not in values(found)
    result = run("policy", "--config", write("preset = stig-rhel-9\n", a="preset =\n"))
    assert result.status == 2 and "the policy has no rules" in result.errors


# ---- Exit statuses ----


@pytest.mark.parametrize("arguments", [
    ["--check", "--user", "root"], ["--check", "--user", "root", "--json"], ["--check", "--strict"], ["--user", ""],
    ["--config", ""], ["--nonsense"], ["file"], ["--user"]])
def test_usage_errors(write, arguments):
    path = write("rules = minlength: 8\n")
    result = run("policy", *(["--config", path] if "--config" not in arguments else []), *arguments)
    assert (result.status, result.lines) == (2, []) and result.errors


@pytest.mark.parametrize("arguments", [[], ["--json"], ["--check"], ["--user", "root"]])
def test_mistakes_are_said_and_nothing_is_listed(write, arguments):
    path = write("retyr = 1\nrules = minlength: 8\n[user root]\nretry = 0\n", a="rules = required: uper\n")
    result = run("policy", "--config", path, *arguments)
    assert (result.status, result.output) == (2, b"")
    assert result.errors == (
        f'passwordrules: {path}:1:1: error: there is no key "retyr"; did you mean "retry"?\n'
        f'passwordrules: {path}:4:9: error: expected a number from 1 to 100, found "0"\n'
        f'passwordrules: {path}.d/a.conf:1:19: error: there is no class "uper"; did you mean "upper"?\n')


def test_policy_without_rules_is_a_mistake_for_whom_it_checks(write):
    path = write("enforce = no\n[user alice]\nenforce = yes\n")
    assert run("policy", "--config", path).status == 0
    for arguments in (["--user", "alice"], ["--check"]):
        result = run("policy", "--config", path, *arguments)
        assert result.status == 2 and 'the policy has no rules: set "rules", or "enforce = no"' in result.errors


def test_full_disk_is_noticed(write):
    with open("/dev/full", "wb") as full:
        command = [TOOL, "policy", "--config", write("rules = minlength: 8\n")]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 2 and b"cannot be written" in done.stderr


# ---- --check and lint ----


def test_check_has_nothing_to_say_of_a_sound_policy(write):
    path = write("rules = minlength: 15\nusername = whole\nold-password-changes =\nwords = acme\n"
                 "[user root]\nretry = 1\n[group root]\n")
    result = run("policy", "--config", path, "--check")
    assert (result.status, result.lines, result.errors) == (0, ["1 file, no mistake"], "")
    result = run("policy", "--config", write("rules = minlength: 15\n", a="retry = 1\n", b=""), "--check")
    assert (result.status, result.lines) == (0, ["3 files, no mistake"])


@pytest.mark.parametrize("preset", PRESETS)
def test_check_of_presets(write, preset, installed):
    demands_composition = preset not in ("nist-800-63b-4", "owasp-asvs-5")
    path = write(f"preset = {preset}\n")
    for arguments in ["policy", "--check", "--config"], ["lint"]:
        result = run(*arguments, path, tool=installed[0])
        assert (result.status, result.errors) == (1 if demands_composition else 0, "")
        assert (COMPOSITION in result.output.decode()) == demands_composition


@pytest.mark.parametrize("preset", PRESETS)
def test_security_a_preset_names_the_list_that_was_installed_with_the_tool(write, preset, installed):
    """The audit's finding 4: presets looked for their list below /usr/share alone, and did without it in silence."""
    tool, listed = installed
    path = write(f"preset = {preset}\n")
    result = run("check", "--config", path, input=b"passwordpassword\n", tool=tool)
    assert (result.status, result.errors) == (1, "")
    assert "is a common or leaked password" in result.output.decode() or preset == "nist-800-63b-4"
    [entry] = [entry for entry in listing(path, tool=tool)["entries"] if entry["key"] == "blocklist"]
    assert entry["value"].split()[-1] == listed


@pytest.mark.parametrize("preset", PRESETS)
def test_security_a_preset_without_its_list_is_a_mistake(write, preset, tmp_path):
    tool, listed = install(tmp_path / "elsewhere")
    os.unlink(listed)
    path = write(f"preset = {preset}\n")
    for arguments in ["policy"], ["policy", "--check"], ["check"]:
        result = run(*arguments, "--config", path, tool=tool)
        assert (result.status, result.lines) == (2, [])
        assert result.errors == (
            f"passwordrules: {preset}: error: blocklist {listed} cannot be read: there is no such file; the package "
            'passwordrules-blocklist has it, and "make install" puts it there\n')
    assert run("policy", "--config", write(f"preset = {preset}\nblocklist =\n"), tool=tool).status == 0


def test_a_tool_that_was_not_installed_names_the_usual_path(write):
    found = run("policy", "--config", write("preset = nist-800-63b-4\n"))
    assert found.status == 0 if os.path.exists(COMMON_LIST) else f"blocklist {COMMON_LIST} cannot be read" in found.errors


def test_optional_lists_that_are_passed_over_are_warned_of(write, tmp_path):
    path = write(f"rules = minlength: 4\nblocklist = optional {tmp_path}/none\n[user root]\nretry = 2\n")
    warning = f"{path}:2:13: warning: blocklist {tmp_path}/none cannot be read: there is no such file"
    for arguments in ["policy"], ["policy", "--user", "root"], ["check"], ["check", "--user", "root"]:
        result = run(*arguments, "--config", path, input=b"word word\n")
        assert result.status == 0 and set(result.errors.splitlines()) == {f"passwordrules: {warning}"}
    # Among the diagnostics of a policy it occurs once.
    result = run("policy", "--check", "--config", path)
    assert (result.status, result.errors) == (1, "") and result.output.decode().count(warning) == 1


@pytest.mark.parametrize("line, start, length, message", [
    ("min-classes = 3", 1, 15, COMPOSITION), ("at-least = 2 digit", 1, 18, COMPOSITION),
    ("min-different = 5", 1, 17, COMPOSITION),
    ("min-words = 2", 1, 13, COMPOSITION), ("max-class-repeating=4", 1, 21, COMPOSITION),
    ("max-keyboard = 4", 1, 16, COMPOSITION),
    ("palindrome = reject", 1, 19, COMPOSITION), ("or = required: upper; minlength: 12", 6, 15, COMPOSITION),
    ("or = min-classes: 3; minlength: 12", 6, 29, COMPOSITION),
    ("max-bytes = 255", 13, 3,
     "a limit in bytes below 256: 64 characters, which NIST SP 800-63B-4 asks for, may have as many"),
    ("or = minlength: 12; maxlength: 20", 21, 13,
     "a limit on the length below 64; NIST SP 800-63B-4 asks for 64 at least"),
])
def test_departures_from_nist_are_pointed_out(write, line, start, length, message):
    path = write(f"rules = minlength: 15\n  {line}\n")
    for arguments in (["policy", "--check", "--config"], ["lint"]):
        result = run(*arguments, path)
        assert (result.status, result.errors) == (1, "")
        place, shown, marks = result.lines[:3]
        assert place.startswith(f"{path}:2:{start + 2}: warning: {message}")
        assert shown.strip() == line
        # As long as the text that is meant, from its start.
        assert len(marks.strip()) == length and shown[marks.index("^") :].startswith(line[start - 1 :])


LOW = "a minimum length below 8; NIST SP 800-63B-4 asks for 8 at least, 15 without a second factor"
NO_LENGTH = 'no "minlength"'


@pytest.mark.parametrize("policy, warning", [
    ("rules = minlength: 6\n", LOW), ("rules = minlength: 15\nor = minlength: 6\n", LOW),
    ("rules = minlength: 8\nor = minlength: 6\n[user root]\nrules = minlength: 15\n", LOW),
    ("rules = minlength: 15\n[user root]\nrules =\nrules = minlength: 6\n", LOW),
    ("rules = max-repeating: 2\n", NO_LENGTH), ("rules = minlength: 15\nor = max-repeating: 2\n", NO_LENGTH),
    ("rules = minlength: 15\n[user root]\nrules =\nrules = max-repeating: 2\n", NO_LENGTH),
    # What another place demands counts.
    ("rules = minlength: 15\n[user root]\nrules = minlength: 6\n", None),
    ("rules = minlength: 15\n[user root]\nrules = max-repeating: 2\n", None),
    ("rules = minlength: 15\n[user root]\nrules = minlength: 9\nor = minlength: 6\n", None),
    ("enforce = no\nrules = minlength: 6\n[user root]\nenforce = yes\nrules = minlength: 15\n", None),
])
def test_length_that_the_whole_policy_demands_is_looked_at(write, policy, warning):
    path = write(policy)
    result = run("policy", "--check", "--config", path)
    said = [line for line in result.lines if "warning: " in line]
    assert (result.status, len(said)) == (1 if warning else 0, 1 if warning else 0), result.lines
    assert all(f"{path}: warning: {warning}" in line for line in said)


def test_length_is_looked_at_over_all_files(write):
    assert run("policy", "--check", "--config", write("rules = max-repeating: 2\n", a="rules = minlength: 15\n")).status == 0
    result = run("policy", "--check", "--config", write("rules = minlength: 15\n", a="rules =\nrules = minlength: 6\n"))
    assert (result.status, sum(LOW in line for line in result.lines)) == (1, 1)


def test_lint_of_one_file_points_at_a_low_length(write):
    for line, start in [("rules = minlength: 6", 9), ("rules = minlength: 15\nor = minlength: 6", 6)]:
        path = write(line + "\n")
        result = run("lint", path)
        assert result.status == 1 and result.lines[0] == f"{path}:{line.count(chr(10)) + 1}:{start}: warning: {LOW}"


@pytest.mark.parametrize("line", [
    "min-classes =", "at-least =", "min-different =", "min-words =", "max-class-repeating =", "max-keyboard =",
    "palindrome =", "or =", "max-bytes = 256", "max-bytes =", "or = minlength: 64", "old-password-changes = 3",
    "username =", "preset ="])
def test_what_is_dropped_departs_from_nothing(write, line):
    result = run("policy", "--check", "--config", write(f"rules = minlength: 15\n{line}\n"))
    assert (result.status, result.lines) == (0, ["1 file, no mistake"])


def test_check_looks_into_sections_and_files(write):
    path = write("rules = minlength: 15\n[user root]\nmin-classes = 3\n",
                 a="[group root]\nrules = minlength: 5\nrules = required: digit\n")
    result = run("policy", "--check", "--config", path)
    assert result.status == 1
    places = [line.split(" warning")[0] for line in result.lines if " warning: " in line]
    assert places == [f"{path}:3:1:", f"{path}.d/a.conf:3:9:"]
    assert result.lines[-1] == "2 files, no mistake, 2 warnings"


def test_check_finds_users_and_groups_that_do_not_exist(write):
    path = write("rules = minlength: 15\n[user root]\n[user no-such-user]\n[group no-such-group]\n[group root]\n")
    result = run("policy", "--check", "--config", path)
    assert (result.status, result.errors) == (1, "")
    assert [line for line in result.lines if line.startswith(path)] == [
        f'{path}:3:7: warning: there is no user "no-such-user" on this machine',
        f'{path}:4:8: warning: there is no group "no-such-group" on this machine']
    # They are irrelevant where the policy is used.
    assert run("policy", "--config", path).errors == ""
    assert run("check", "--config", path, "--user", "root", input=b"qzjxwvkbqzjxwvkb\n").errors == ""


def test_check_finds_a_second_name_of_a_group(write, run_with_accounts):
    path = write("rules = minlength: 15\n[group employees]\n[group staff]\n[user bob]\n")
    done = run_with_accounts("policy", "--check", "--config", path)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.decode().startswith(
        f'{path}:2:8: warning: the group "employees" has another name before this one, by which its members are found: '
        "use that\n")
    assert done.stdout.count(b": warning: ") == 1


# ---- check --user --old ----


@pytest.mark.parametrize("policy, arguments, passwords, verdicts", [
    ("username = reject\n", ["--user", "alice"], ["qz-ALICE-jx", "Liddell-12"],
     ["rejected: is or contains the user name", "accepted"]),
    ("", ["--user", "alice"], ["qz-ALICE-jx", "Alice-77"], ["accepted", "rejected: is or contains the user name"]),
    ("[group staff]\nrules = minlength: 12\n[user alice]\nrules = required: digit\n[group admins]\nrules = minlength: 9\n",
     ["--user", "alice"], ["qzjxwv"], ["rejected: 6 more characters needed (6 of 12); needs a digit"]),
    ("full-name = reject\nhome-directory = reject\n", ["--user", "alice"], ["qz-llEddil-jx", "Wonderland"],
     ["rejected: is or contains a part of your full name",
      "rejected: is or contains a name from your home directory's path"]),
    ("full-name = reject\nhome-directory = reject\n", ["--user", "bob"], ["Liddell-Wonderland"], ["accepted"]),
    ("full-name = reject\n", [], ["alice-Liddell"], ["accepted"]),
    ("[user alice]\nrules = minlength: 12\n", ["--user", "alice"], ["qzjxwv"],
     ["rejected: 6 more characters needed (6 of 12)"]),
    ("[group staff]\nrules = minlength: 12\n", ["--user", "bob"], ["qzjxwv"],
     ["rejected: 6 more characters needed (6 of 12)"]),
    ("[group staff]\nrules = minlength: 12\n", [], ["qzjxwv"], ["accepted"]),
    ("", ["--old"], ["Sesame-1", "Sesame-1", "sesame-1", "1-emases", "1Sesame-", "Sesame-12", "Tulip-77"],
     ["rejected: is the old password", "rejected: is the old password with other capitals",
      "rejected: is the old password backwards",
      "rejected: is the old password with its ends exchanged",
      "rejected: contains the old password, or is contained in it", "accepted"]),
    ("old-password-changes = 3\nold-password =\n", ["--user", "alice", "--old"],
     ["Sesame-1", "Sesame-23", "Sesam-23x"],
     ["rejected: too much like the old password: 2 characters changed (3 needed)", "accepted"]),
    # An empty line: there is no old password.
    ("", ["--old"], ["", "Sesame-1"], ["accepted"]),
])
def test_check_of_a_user_and_an_old_password(write, run_with_accounts, policy, arguments, passwords, verdicts):
    path = write("rules = minlength: 4\n" + policy)
    done = run_with_accounts("check", "--config", path, *arguments,
                             input="".join(f"{password}\n" for password in passwords).encode())
    assert (done.stdout.decode().splitlines(), done.stderr) == (verdicts, b"")
    assert done.returncode == (1 if any(verdict != "accepted" for verdict in verdicts) else 0)


def test_check_of_a_user_that_does_not_exist(write):
    path = write("rules = minlength: 4\nusername = reject\n[user ghost]\nrules = minlength: 5\n")
    result = run("check", "--config", path, "--user", "ghost", input=b"qzGHOSTqz\nqzjx\n")
    assert result.lines == ["rejected: is or contains the user name", "rejected: 1 more character needed (4 of 5)"]
    assert result.errors == 'passwordrules: note: there is no user "ghost" on this machine\n'


def test_check_needs_a_new_password_beside_the_old_one(write):
    result = run("check", "--config", write("rules = minlength: 4\n"), "--old", input=b"Sesame-1\n")
    assert (result.status, result.lines) == (2, []) and "no password was given" in result.errors


def test_old_password_is_never_printed(write):
    path = write("rules = minlength: 40\nold-password-changes = 30\n")
    for arguments in ([], ["--json"]):
        result = run("check", "--config", path, "--old", *arguments, input=b"Sesame-1\nSesame-2\n")
        assert result.status == 1
        assert b"Sesame" not in result.output and "Sesame" not in result.errors


def test_enforcement_of_the_section_is_pointed_out(write):
    path = write("rules = minlength: 4\n[user root]\nenforce = audit\n")
    result = run("check", "--config", path, "--user", "root", input=b"q\n")
    assert result.errors == "passwordrules: note: this policy does not refuse: enforce = audit\n"
    assert run("check", "--config", path, input=b"q\n").errors == ""


@pytest.mark.parametrize("key", ["full-name = reject", "home-directory = whole"])
def test_check_ends_where_the_policy_compares_names_that_are_not_known(write, key):
    path = write(f"rules = minlength: 4;\n{key}\n")
    result = run("check", "--config", path, "--user", "nobody-here", input=b"qzjxwv\n")
    assert (result.status, result.output) == (2, b"")
    assert 'there is no user "nobody-here" on this machine, and the policy compares the names' in result.errors
