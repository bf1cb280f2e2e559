"""Shows the real passwd and chpasswd obeying a policy, on a private copy of /etc. Run by `make demo`, as
root."""

import os
import shutil
import subprocess
import sys

from machine import SUGGESTED, OLD_PASSWORD, Machine, Unavailable

GOOD_POLICY = """\
# /etc/security/passwordrules.conf
rules = required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;
enforce-for-root = yes
suggest = yes
"""
LIST = "/etc/security/common.blocklist"
BLOCKLIST = f"""
blocklist = {LIST}
"""
SECTION = """\

[group keepers]
rules = minlength: 20;
"""
BROKEN_POLICY = GOOD_POLICY.replace("lower", "lowre")


def main():
    before = fingerprint("/etc")
    try:
        machine = Machine(sys.argv[1])
    except Unavailable as reason:
        sys.exit(f"make demo: {reason}")
    try:
        show(machine)
    finally:
        machine.close()
    if fingerprint("/etc") != before:
        sys.exit("make demo: /etc is not as it was before")
    say("All of this happened in a private mount namespace: this machine's own /etc is as it was, byte for byte.")


def show(machine):
    title("The policy", "Typed passwords, which the terminal does not show, are between ‹ and ›.")
    machine.policy(GOOD_POLICY)
    indent(GOOD_POLICY)

    title("A weak password", "alice learns everything that is missing at once, and takes the suggestion.")
    passwd(machine, "weak", SUGGESTED, SUGGESTED)
    title("A password of her own", "Nothing is asked of it that the policy does not say.")
    passwd(machine, "Correct-Horse-9-Battery", "Correct-Horse-9-Battery")

    title("chpasswd", "Scripts get the reasons too, in one line for each user, but no suggestion, which would end up in their logs.")
    chpasswd(machine, "aaab1", "alice: The password needs 7 more characters (5 of 12). ")
    chpasswd(machine, "Tea-Party-at-5-oclock")

    title("A password that everybody knows", "It meets every rule, but is on the list of common passwords.")
    shutil.copy(os.path.join(sys.argv[1], "common.blocklist"), LIST)
    extend(machine, BLOCKLIST)
    chpasswd(machine, "P@ssw0rd1234", "common")

    title("More for some people", "alice is in the group keepers now, which has a section of its own.")
    extend(machine, SECTION)
    good = "Twenty-characters-are-2-more"
    passwd(machine, "Sixteen-chars-16", "only-small-letters-here", good, good, group="keepers",
           told=["4 more characters needed (16 of 20)", "needs a digit"])

    title("A broken policy", "One misspelt word, \"lowre\": nothing is guessed, nothing is weakened.")
    machine.policy(BROKEN_POLICY)
    result = step(machine, "alice$ passwd", machine.passwd)
    expect(result.status != 0, "the change is refused, before anything is typed")


def extend(machine, lines):
    machine.policy(GOOD_POLICY + lines)
    indent(lines.strip("\n"))
    print()


def passwd(machine, *answers, group=None, told=()):
    """alice changes her password, and it succeeds."""
    def act():
        if group:
            machine.group(group)
        return machine.passwd(OLD_PASSWORD, *answers)

    result = step(machine, "alice$ passwd", act)
    expect(result.status == 0 and result.changed() and all(text in result.text for text in told),
           "the stored hash is the last password's")


def chpasswd(machine, password, reason=None):
    """root sets her password, which is refused if a reason is given."""
    result = step(machine, f"root# echo 'alice:{password}' | chpasswd", lambda: machine.chpasswd(password))
    if reason is None:
        expect(result.status == 0 and result.changed(), "the stored hash is the new password's")
    else:
        expect(result.status != 0 and not result.changed() and reason in result.text,
               "the reason is told, and the password is unchanged")


def step(machine, command, action):
    """Runs one command on a machine where alice has her old password; prints what she and the log see."""
    machine.reset()
    result = action()
    indent(command + "\n" + result.text.rstrip("\n"))
    for line in machine.log:
        if "pam_passwordrules" in line:
            indent("log: " + line)
    return result


def expect(truth, what):
    if not truth:
        sys.exit(f"make demo: this did not happen: {what}")
    say("=> " + what)


def title(text, explanation):
    print(f"\n==== {text} ====\n{explanation}\n")


def indent(text):
    for line in text.splitlines():
        print("    " + line)


def say(text):
    print("\n" + text, flush=True)


def fingerprint(root):
    """A hash of all names, owners, modes, times and contents below a directory."""
    return subprocess.check_output(["sh", "-c", 'tar --sort=name --numeric-owner -C "$0" -cf - . | sha256sum', root])


if __name__ == "__main__":
    main()
