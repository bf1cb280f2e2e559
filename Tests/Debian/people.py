"""The people of a Debian of our own, and the commands by which passwords are changed there."""

import sshd
import terminal
from debian import Debian
from dialogue import Person, Result, converse, feed

OLD_PASSWORD = "Harbour-Clock-5-Lantern"
BOBS_PASSWORD = "Gravel-Kettle-8-Orchid"
ALICE, BOB = 1001, 1002


def move_in(debian: Debian) -> None:
    """Makes the accounts of alice and bob."""
    for name, uid, comment, password in [
        ("alice", ALICE, "Alice Liddell", OLD_PASSWORD), ("bob", BOB, "Bob", BOBS_PASSWORD),
    ]:
        debian.run("useradd", "--create-home", "--shell", "/bin/sh", "--uid", uid, "--comment", comment, name)
        # With this option, chpasswd does not use PAM, so no module can refuse.
        debian.run("chpasswd", "--crypt-method", "SHA512", text=f"{name}:{password}\n")


def expire(debian: Debian, user: str = "alice") -> None:
    debian.run("chage", "--lastday", "0", user)


def has_password(debian: Debian, password: str, user: str = "alice") -> bool:
    """Whether the stored hash is this password's."""
    return terminal.is_stored(debian.read("/etc/shadow"), user, password)


# ---- The programs. A new password is whatever dialogue.Person takes. ----


def passwd(debian: Debian, *new, old=OLD_PASSWORD, options=()) -> Result:
    """alice changes her own password."""
    return converse(debian, ["passwd", *options], Person(old, *new), uid=ALICE)


def passwd_by_root(debian: Debian, *new) -> Result:
    return converse(debian, ["passwd", "alice"], Person("", *new))


def passwd_from_a_pipe(debian: Debian, password: str) -> Result:
    return feed(debian, ["passwd", "alice"], f"{password}\n{password}\n", password)


def chpasswd(debian: Debian, password: str) -> Result:
    return feed(debian, ["chpasswd"], f"alice:{password}\n", password)


def newusers(debian: Debian, password: str, user: str = "carol") -> Result:
    return feed(debian, ["newusers"], f"{user}:{password}:1010:1010::/home/{user}:/bin/sh\n", password)


def su(debian: Debian, *new) -> Result:
    """bob runs `su alice`. alice's password has expired."""
    expire(debian)
    return converse(debian, ["su", "alice", "-c", "echo I am $(id -un)"], Person(OLD_PASSWORD, *new), uid=BOB)


def ssh(debian: Debian, *new, method: str) -> Result:
    """alice, whose password has expired, logs in over ssh and leaves at once."""
    expire(debian)
    return ssh_in(debian, "alice", OLD_PASSWORD, *new, method=method)


def ssh_in(debian: Debian, user: str, old: str, *new, method: str) -> Result:
    """A user logs in over ssh and leaves at once."""
    with sshd.running(debian, method) as port:
        return converse(debian, [*sshd.CLIENT, "-l", user, "-o", f"PreferredAuthentications={method}", "-p", port, "127.0.0.1",
                                 "echo I am $(id -un)"], Person(old, *new))


def log_in(debian: Debian, user: str, old: str, *new) -> Result:
    """A user logs in at the console, and leaves at once: the shell prints the name."""
    debian.run("usermod", "--shell", "/usr/bin/id", user)
    return converse(debian, ["login", user], Person(old, *new))
