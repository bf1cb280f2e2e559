"""Shows the real passwd and chpasswd obeying a policy, on a private copy of /etc. Run by `make demo`, as root."""

import hashlib
import os
import shutil
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
    title("The policy", "What is typed without being shown stands between ‹ and ›.")
    machine.policy(GOOD_POLICY)
    indent(GOOD_POLICY)

    title("A weak password", "alice learns everything that is missing at once, and takes the suggestion.")
    result = step(machine, "alice$ passwd", lambda: machine.passwd(OLD_PASSWORD, "weak", SUGGESTED, SUGGESTED))
    expect(result.status == 0 and result.changed(), "the stored hash is the suggested password's")

    title("A password of her own", "Nothing is asked of it that the policy does not say.")
    own = "Correct-Horse-9-Battery"
    result = step(machine, "alice$ passwd", lambda: machine.passwd(OLD_PASSWORD, own, own))
    expect(result.status == 0 and result.changed(), "the stored hash is the new password's")

    title("chpasswd", "Scripts get the reasons too, but no suggestion, which would end up in their logs.")
    result = step(machine, "root# echo 'alice:aaab1' | chpasswd", lambda: machine.chpasswd("aaab1"))
    expect(result.status != 0 and not result.changed(), "the password is unchanged")
    good = "Tea-Party-at-5-oclock"
    result = step(machine, f"root# echo 'alice:{good}' | chpasswd", lambda: machine.chpasswd(good))
    expect(result.status == 0 and result.changed(), "the stored hash is the new password's")

    title("A password that everybody knows", "It satisfies every rule; it is on the list of common passwords all the same.")
    shutil.copy(os.path.join(sys.argv[1], "common.blocklist"), LIST)
    machine.policy(GOOD_POLICY + BLOCKLIST)
    indent(BLOCKLIST.strip("\n"))
    print()
    result = step(machine, "root# echo 'alice:P@ssw0rd1234' | chpasswd", lambda: machine.chpasswd("P@ssw0rd1234"))
    expect(result.status != 0 and "common or leaked" in result.text, "the reason says so, and the password is unchanged")

    title("More for some people", "alice is in the group keepers now, which has a section of its own.")
    machine.policy(GOOD_POLICY + SECTION)
    indent(SECTION.strip("\n"))
    print()
    small, good = "only-small-letters-here", "Twenty-characters-are-2-more"
    answers = (OLD_PASSWORD, "Sixteen-chars-16", small, good, good)
    result = step(machine, "alice$ passwd", lambda: passwd_of_keeper(machine, *answers))
    expect("4 more characters needed (16 of 20)" in result.text and "needs a digit" in result.text and result.changed(),
           "the section's rules apply, and those for everybody beside them")

    title("A broken policy", "One misspelt word, \"lowre\": nothing is guessed, nothing is weakened.")
    machine.policy(BROKEN_POLICY)
    result = step(machine, "alice$ passwd", machine.passwd)
    expect(result.status != 0, "the change is refused, before anything is typed")


def passwd_of_keeper(machine, *answers):
    machine.group("keepers")
    return machine.passwd(*answers)


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
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(root):
        folders.sort()
        for path in [folder] + [os.path.join(folder, name) for name in sorted(files)]:
            status = os.lstat(path)
            digest.update(repr((path, status.st_mode, status.st_uid, status.st_gid, status.st_mtime_ns)).encode())
            if os.path.islink(path):
                digest.update(os.readlink(path).encode())
            elif os.path.isfile(path):
                with open(path, "rb") as file:
                    digest.update(file.read())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
