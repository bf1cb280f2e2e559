"""A line that is added to a policy never weakens it, wherever it stands; only an empty value drops what others demand.

Before, each place took that of the others: what administrators wrote to be stricter made the policy weaker, without a warning.
"""

import os
import random
import sys

import pytest

from tool import ROOT, install, run

sys.path.append(os.path.join(ROOT, "Tests", "PAM"))

import blocklists
from stig import STIG

SEED = int(os.environ.get("PASSWORDRULES_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 32)


@pytest.fixture
def write(tmp_path):
    """Writes a policy file and those of its folder; returns the path of the first."""
    def write(text, **dropins):
        path = tmp_path / "policy.conf"
        for old in (tmp_path / "policy.conf.d").glob("*"):
            old.unlink()
        files = {path: text} | {tmp_path / "policy.conf.d" / f"{name}.conf": content for name, content in dropins.items()}
        for file, content in files.items():
            file.parent.mkdir(mode=0o755, exist_ok=True)
            file.write_text(content)
            file.chmod(0o644)
        return str(path)
    return write


IN_ROOT = ["--user", "root"]
WEAK, STRONG = "lemon-orbit-tulip-cedar-mango", "Lemon-orbit-7-Tulip-cedar"


@pytest.fixture
def imported(tmp_path):
    """The policy that is imported from the settings of pwquality that a STIG asks for."""
    (tmp_path / "pwquality.conf").write_text(STIG)
    return run("import", "pwquality", str(tmp_path / "pwquality.conf")).output.decode()


def verdicts(path, *passwords, user=IN_ROOT):
    done = run("check", "--config", path, *user, input="".join(f"{password}\n" for password in passwords).encode())
    assert (done.errors, len(done.lines)) == ("", len(passwords))
    return [line.split(":")[0] for line in done.lines]


def test_a_longer_minimum_for_a_group_keeps_what_an_imported_policy_demands(write, imported):
    """Before, members of the group needed no digit, no capital and no sign any more, and --check had nothing to say."""
    path = write(imported + "[group root]\nrules = minlength: 20;\n")
    assert verdicts(path, WEAK, WEAK.title(), "Lemon-7-orbit-tulip", STRONG, "Lemon-7-orbit-tuliiiip") == [
        "rejected", "rejected", "rejected", "accepted", "rejected"]
    assert verdicts(path, "Lemon-7-orbit-tulip", WEAK, user=[]) == ["accepted", "rejected"]
    # Who wants just that says so.
    path = write(imported + "[group root]\nmin-classes =\nrules =\nrules = minlength: 20;\n")
    assert verdicts(path, WEAK, "lemon-orbit-tulip") == ["accepted", "rejected"]


def test_rules_beside_a_preset_keep_what_the_preset_demands(write):
    """Before, CIS's limits on repeated characters and on sequences were gone."""
    path = write("preset = cis-debian-12\nblocklist =\nrules = minlength: 20;\n")
    assert verdicts(path, STRONG, "Lemon-orbit-7-Tuliiiip", "Lemon-orbit-7-Tulip-abcde", "Lemon-7-orbit-tulip") == [
        "accepted", "rejected", "rejected", "rejected"]


def test_a_limit_for_a_group_keeps_what_everybody_must_meet(write):
    """Before, a group with a line on repeated characters needed no length at all."""
    path = write("rules = minlength: 20; required: digit; required: upper;\n[group root]\nrules = max-repeating: 2;\n")
    assert verdicts(path, "a", "Lemon-orbit-7-Tuliiip", "Lemon-orbit-7-Tulip-q") == ["rejected", "rejected", "accepted"]


def test_words_and_lists_of_a_drop_in_keep_those_of_the_policy(write, tmp_path):
    """Before, a list and words of one's own made the common list and the other words go."""
    for name, password in [("common", "zxqjwvk-common"), ("local", "zxqjwvk-local")]:
        blocklists.write(tmp_path / name, blocklists.build(password))
    path = write(f"rules = minlength: 8\nblocklist = {tmp_path}/common\nwords = acme\n",
                 a=f"blocklist = {tmp_path}/local\nwords = fabrikam\n")
    passwords = ["zxqjwvk-common", "zxqjwvk-local", "Acme-Kz7-qvTbx-wl", "Fabrikam-Kz7-qvTbx-wl", "Kz7-qvTbx-wl"]
    assert verdicts(path, *passwords) == ["rejected"] * 4 + ["accepted"]
    path = write(f"rules = minlength: 8\nblocklist = {tmp_path}/common\nwords = acme\n",
                 a=f"blocklist =\nblocklist = {tmp_path}/local\nwords =\nwords = fabrikam\n")
    assert verdicts(path, *passwords) == ["accepted", "rejected", "accepted", "rejected", "accepted"]


@pytest.mark.parametrize("strict, weak, password", [
    ("rules = minlength: 20", "rules = minlength: 4", "qzjxwvkb"),
    ("rules = allowed: lower, digit", "rules = allowed: ascii-printable", "qzjxwvkb-Q"),
    ("rules = minlength: 20\nor = required: digit", "rules = minlength: 4\nor = required: upper", "qzjxwvkb"),
    ("min-classes = 4", "min-classes = 1", "qzjxwvkb"), ("min-different = 9", "min-different = 1", "qzjxwvkb"),
    ("min-words = 3", "min-words = 1", "qzjxwvkb"), ("max-class-repeating = 3", "max-class-repeating = 99", "qzjxwvkb"),
    ("max-keyboard = 3", "max-keyboard = 99", "asdfghjk"), ("at-least = 3 digit", "at-least = 1 lower", "qzjxwvkb"),
    ("username-parts = 3", "username-parts = 64", "qzroozqjx"), ("username = reject", "username = whole", "qz-root-jx"),
    ("words = acme", "words = tulip", "qzACMEqz"), ("preset = nist-800-63b-4\nblocklist =", "rules = minlength: 4", "qzjxwvkb"),
    ("palindrome = reject", "palindrome = reject", "qzjxxjzq"), ("classes-inside = yes\nmin-classes = 2", "min-classes = 1", "Qzjxwvk7"),
])
def test_demand_of_one_place_is_not_weakened_by_any_other(write, strict, weak, password):
    places = ["", "[group root]\n", "[user root]\n"]
    for one, other in [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)]:
        texts = {one: f"{places[one]}{strict}\n", other: f"{places[other]}{weak}\n"}
        path = write("rules = minlength: 2\n" + texts.pop(min(texts)) + texts.pop(max(texts)))
        assert verdicts(path, password) == ["rejected"], (one, other)
    for first, second in [(strict, weak), (weak, strict)]:
        path = write("rules = minlength: 2\n", a=f"{first}\n", b=f"{second}\n")
        assert verdicts(path, password) == ["rejected"]
    # An empty value drops it, unless it stands before.
    key = strict.split("\n")[0].split(" ")[0]
    drop = "".join(f"{line.split(' ')[0]} =\n" for line in strict.splitlines()) + f"{key} =\n"
    path = write(f"rules = minlength: 2\n{strict}\n[user root]\n{drop}rules = minlength: 2\n")
    assert verdicts(path, password) == ["accepted"]
    path = write(f"{drop}rules = minlength: 2\n[user root]\n{strict}\n")
    assert verdicts(path, password) == ["rejected"]


# ---- Any line at any place ----

DEMANDS = [
    "rules = minlength: 6", "rules = required: digit", "rules = allowed: lower, digit, [-_]", "rules = allowed: ascii-printable",
    "rules = max-repeating: 2", "rules = max-sequential: 2; maxlength: 20", "rules = min-classes: 2; min-different: 5",
    "rules = minlength: 9\nor = minlength: 7; required: digit", "rules = required: upper\nor = minlength: 12\nor = min-words: 2",
    "min-classes = 2", "min-classes = 3\nclasses-inside = yes", "min-different = 6", "min-words = 1", "max-class-repeating = 5",
    "max-keyboard = 4", "palindrome = reject", "username = reject", "username = whole", "username-parts = 3",
    "at-least = 2 digit", "at-least = 1 upper, [-_]", "words = acme, tulip", "preset = nist-800-63b-4", "preset = cis-rhel-9",
    "blocklist = LIST", "blocklist = exact LIST", "blocklist-match = folded", "old-password = same", "old-password-changes = 3",
]
# What demands nothing, or drops something.
OTHERS = ["retry = 2", "suggest = no", "max-bytes = 900", "username =", "rules =\nrules = minlength: 4", "preset =", "words ="]
HEADS = ["", "[group root]\n", "[user root]\n", "[service x]\n", "[user nobody]\n"]
PIECES = ["qzj", "WKB", "7", "42", "-", "_", "aaa", "xyz", "asdf", "ROOT", "toor", "ACME", "tul1p", "zxqjwvk", " "]
OLD = "Qzj-old-7"


def some_sections(source):
    """What each section of each of three files has, in their order."""
    files = [[[] for _ in HEADS] for _ in range(3)]
    files[0][0].append("rules = minlength: 3")
    for _ in range(source.randrange(5)):
        source.choice(source.choice(files)).append(source.choice(DEMANDS + OTHERS))
    return files


def text_of(sections):
    return "".join(head + "".join(f"{line}\n" for line in lines) for head, lines in zip(HEADS, sections))


def add_demand(files, source):
    """An alternative is one to all rules of its section, so it stands where there are none."""
    section = source.choice(source.choice(files))
    has_rules = any(line.startswith("rules") for line in section)
    demand = source.choice([one for one in DEMANDS if not (has_rules and "or = " in one)])
    section.append(demand)
    return demand


def test_no_demand_that_is_added_lets_a_password_pass_that_was_refused(write, tmp_path):
    source = random.Random(SEED)
    print(f"seed {SEED}: PASSWORDRULES_SEED={SEED} repeats it")
    tool, _ = install(tmp_path / "installed")
    blocklists.write(tmp_path / "list", blocklists.build("zxqjwvk7", "qzjqzj-7", "Qzj42WKB"))

    def ask(files, passwords):
        main, first, second = [text_of(sections).replace("LIST", str(tmp_path / "list")) for sections in files]
        lines = "".join(f"{password}\n" for password in [OLD, *passwords]).encode()
        done = run("check", "--config", write(main, a=first, b=second), *IN_ROOT, "--old", input=lines, tool=tool)
        # A key that is set twice in one section is a mistake, which refuses all.
        return done.lines if done.status in (0, 1) else None

    added = 0
    for _ in range(150):
        files = some_sections(source)
        passwords = ["".join(source.choices(PIECES, k=source.randrange(1, 8))) for _ in range(12)]
        before = ask(files, passwords)
        demand = add_demand(files, source)
        after = ask(files, passwords)
        if before is None or after is None:
            continue
        added += 1
        for password, was, now in zip(passwords, before, after, strict=True):
            assert was == "accepted" or now != "accepted", (
                f"seed {SEED}: {password!r} passes with {demand!r}:\n" + "----\n".join(map(text_of, files)))
    assert added > 75
