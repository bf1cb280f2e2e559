"""The table of cases: what people do, and under which policy. differences.md has the result of each with
passwordrules, and with libpam-pwquality."""

import re
from dataclasses import dataclass
from typing import Callable

import packages
from debian import Debian
from dialogue import CANCEL, Result, suggested
from people import OLD_PASSWORD, chpasswd, has_password, newusers, passwd, passwd_by_root, passwd_from_a_pipe, ssh, su
from sshd import KEYBOARD_INTERACTIVE, PASSWORD

GOOD = "Correct-Horse-9-Battery"
BROKEN = "The password policy on this machine could not be applied"

# ---- The modules, and policies that say the same to both of them ----


@dataclass(frozen=True)
class Module:
    name: str
    main_file: str
    drop_in: str


OURS = Module("passwordrules", "/etc/security/passwordrules.conf", "/etc/security/passwordrules.conf.d/50-site.conf")
PWQUALITY = Module("libpam-pwquality", "/etc/security/pwquality.conf", "/etc/security/pwquality.conf.d/50-site.conf")


@dataclass(frozen=True)
class Policy:
    """The drop-in of each module. None: there is no drop-in."""

    ours: str | None
    pwquality: str | None

    def __add__(self, other: "Policy") -> "Policy":
        return Policy(self.ours + other.ours, self.pwquality + other.pwquality)

    def apply(self, debian: Debian, module: Module) -> None:
        text = self.ours if module is OURS else self.pwquality
        if text is not None:
            debian.write(module.drop_in, text)


SHIPPED = Policy(None, None)
# Our lines first drop the packaged file's rules, which ask for 15 characters.
SITE = Policy(
    "rules =\nrules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;\n",
    "minlen = 12\nucredit = -1\nlcredit = -1\ndcredit = -1\nmaxrepeat = 2\n")
TWELVE = Policy("rules =\nrules = minlength: 12;\n", "minlen = 12\n")
ROOT_TOO = Policy("enforce-for-root = yes\n", "enforce_for_root\n")
ROOT_NOT = Policy("enforce-for-root = no\n", "enforce_for_root = 0\n")
MISSPELT = Policy("rulez = minlength: 20; min-classes: 4;\n", "minlenn = 20\nminclass = 4\n")


# ---- What people type ----


def advised(shown: str, typed: str) -> str:
    """What a user types who follows the messages: the suggestion, or else the last password, changed so that it meets
    all complaints so far."""
    if "You could use:\n" in shown:
        return suggested(shown, typed)
    for complaint, wanted, mend in [
        ("less than 1 digits", r"[0-9]", lambda text: text + "7"),
        ("less than 1 uppercase letters", r"[A-Z]", str.capitalize),
        ("is shorter than 12 characters", r".{12}", lambda text: text + "-brixtol-vanu"),
    ]:
        if complaint in shown and not re.search(wanted, typed):
            typed = mend(typed)
    return typed


# ---- What comes of it, in words that are the same at each run ----


def outcome(debian: Debian, result: Result, user: str = "alice") -> str:
    """The result in plain words: the messages about each password, and whether it is now the user's."""
    succeeded = result.status == 0
    if user == "alice":
        now = [OLD_PASSWORD, result.typed]
        held = [password for password in dict.fromkeys(now) if password and has_password(debian, password)]
        changed = held[-1:] == [result.typed]
        assert held, "alice has neither her old password nor the new one:\n" + result.text
    else:
        changed = has_password(debian, result.typed, user)
    assert changed == succeeded, f"the exit status is {result.status}, but the stored hash says otherwise:\n{result.text}"

    typed = {turn.answer for turn in result.turns if len(turn.answer) > 5 and turn.answer != "Control-D"}
    assert not [line for line in result.log if any(password in line for password in typed)], "a password is in the log"

    parts = ["rules first"] if "Password rules:" in result.introduction() else []
    for password, reasons, went_on in result.attempts():
        if reasons:
            verdict = "warned" if went_on or (len(result.turns) == 1 and changed) else "refused"
            parts.append(f"{verdict}: {', '.join(times(reasons))}")
        elif password != "Control-D" and not (went_on or changed or BROKEN in result.shown):
            parts.append("refused without a word")
    if "passwords do not match" in result.shown:
        parts.append("told that the two differ")
    if BROKEN in result.shown:
        parts.append("told that the policy could not be applied")
    if result.suggestions():
        parts.append("a suggestion")
    parts.append("changed" if changed else "not changed")
    return "; ".join(times(parts))


def times(parts: list[str]) -> list[str]:
    """The parts, with repetitions in a row shown once."""
    grouped: list[list] = []
    for part in parts:
        if grouped and grouped[-1][0] == part:
            grouped[-1][1] += 1
        else:
            grouped.append([part, 1])
    return [part if count == 1 else f"{part} ({count} times)" for part, count in grouped]


# ---- The table; differences.md has what comes of each case ----


@dataclass(frozen=True)
class Case:
    title: str
    policy: Policy
    act: Callable[[Debian], Result]
    user: str = "alice"
    prepare: Callable[[Debian, Module], None] = lambda debian, module: None
    describe: Callable[[Debian, Result, str], str] = outcome


def lose_the_main_file(debian: Debian, module: Module) -> None:
    debian.path(module.main_file).unlink()


def add_passwdqc(debian: Debian, _) -> None:
    packages.install_others(debian, "passwdqc")


def prompts(debian: Debian, result: Result, user: str) -> str:
    asked = sum(turn.is_new or turn.is_retyped for turn in result.turns)
    changed = "changed" if has_password(debian, GOOD, user) else "not changed"
    return f"{asked} prompts for the new password; {changed}"


def by(program, *new, **options) -> Callable[[Debian], Result]:
    """This program, in which somebody types these new passwords."""
    return lambda debian: program(debian, *new, **options)


ADVISED = ("weak", advised, advised, advised)
BOUND = SITE + ROOT_TOO

TABLE = [
    # alice, by herself
    Case("`passwd`, policy as shipped: `weak`, then a good one", SHIPPED, by(passwd, "weak", GOOD)),
    Case("`passwd`: `weak`, then as advised", SITE, by(passwd, *ADVISED)),
    Case("`passwd`: `weak` three times", SITE, by(passwd, "weak", "weak", "weak")),
    Case("`passwd`: a good password", SITE, by(passwd, GOOD)),
    Case("`passwd`: typed differently the second time, then well", SITE, by(passwd, (GOOD, GOOD + "x"), GOOD)),
    Case("`passwd`: Control-D at the old password", SITE, by(passwd, old=CANCEL)),
    Case("`passwd`: Control-D at the new password", SITE, by(passwd, CANCEL)),
    Case("`passwd`: Control-D after a refusal", SITE, by(passwd, "weak", CANCEL)),
    Case("`passwd`: Control-D when typing again", SITE, by(passwd, (GOOD, CANCEL))),
    Case("`passwd`: a wrong old password", SITE, by(passwd, GOOD, old="not the old one")),
    Case("`passwd -q`: `weak`", SITE, by(passwd, "weak", options=["-q"])),
    # what everybody tries
    Case("`passwd`, policy as shipped: `passwordpasswordpassword`", SHIPPED, by(passwd, "passwordpasswordpassword")),
    Case("`passwd`: `P@ssw0rd1234`", SITE, by(passwd, "P@ssw0rd1234")),
    Case("`passwd`: `Qwertyuiop123`", SITE, by(passwd, "Qwertyuiop123")),
    Case("`passwd`: `Summer-2024!!`", SITE, by(passwd, "Summer-2024!!")),
    Case("`passwd` of alice: `Ecila-Brixtol-77`", SITE, by(passwd, "Ecila-Brixtol-77")),
    Case("`passwd` of alice: `Brixtol-@l1c3-77`", SITE, by(passwd, "Brixtol-@l1c3-77")),
    Case("`passwd`: the old password again", SITE, by(passwd, OLD_PASSWORD)),
    Case("`passwd`: the old password, small letters and capitals swapped", SITE, by(passwd, OLD_PASSWORD.swapcase())),
    Case("`passwd`: the old password and a digit", SITE, by(passwd, OLD_PASSWORD + "1")),
    Case("`passwd`, 12 characters asked for: `éàüöñç`, which has 6", TWELVE, by(passwd, "éàüöñç")),
    # root, and root's programs
    Case("`passwd alice` by root: `weak`", SITE, by(passwd_by_root, "weak")),
    Case("`passwd alice` by root, not exempt: `weak`", BOUND, by(passwd_by_root, "weak")),
    Case("`passwd alice` by root, `enforce_for_root = 0` or `enforce-for-root = no`: `weak`", SITE + ROOT_NOT,
         by(passwd_by_root, "weak")),
    Case("`passwd alice` by root, not exempt, from a pipe: `weak`", BOUND, by(passwd_from_a_pipe, "weak")),
    Case("`chpasswd`, policy as shipped: `weak`", SHIPPED, by(chpasswd, "weak")),
    Case("`chpasswd`, root not exempt: `weak`", BOUND, by(chpasswd, "weak")),
    Case("`chpasswd`, root not exempt: a good password", BOUND, by(chpasswd, GOOD)),
    Case("`newusers`, root not exempt: `weak`", BOUND, by(newusers, "weak"), user="carol"),
    Case("`newusers`, root not exempt: a good password", BOUND, by(newusers, GOOD), user="carol"),
    # an expired password
    Case("expired, `ssh` keyboard-interactive: `weak`, then as advised", SITE, by(ssh, *ADVISED, method=KEYBOARD_INTERACTIVE)),
    Case("expired, `ssh` keyboard-interactive: `weak` three times", SITE,
         by(ssh, "weak", "weak", "weak", method=KEYBOARD_INTERACTIVE)),
    Case("expired, `ssh` by password, which runs `passwd`: `weak`, then as advised", SITE, by(ssh, *ADVISED, method=PASSWORD)),
    Case("expired, `su` by another user: `weak`, then as advised", SITE, by(su, *ADVISED)),
    # the administrator's mistakes
    Case("`passwd`, a misspelt word in the policy: `bortexil`", MISSPELT, by(passwd, "bortexil")),
    # root is not bound by a policy with a mistake, because root has to be able to fix it.
    Case("`chpasswd`, a misspelt word in the policy: `bortexil`", MISSPELT, by(chpasswd, "bortexil")),
    Case("`passwd`, the policy's main file is missing: `bortexil`", SHIPPED, by(passwd, "bortexil"), prepare=lose_the_main_file),
    Case("`passwd`, libpam-passwdqc is installed as well: a good password", SHIPPED, by(passwd, GOOD, GOOD), prepare=add_passwdqc,
         describe=prompts),
]
