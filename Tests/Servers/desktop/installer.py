"""Calamares, with nothing but its page that asks for a person's name and password. It does not read
libpwquality's configuration, only the settings in its own.
"""

import time
from dataclasses import dataclass

from desktop import Desktop, NotShown, Thing, only

TITLE = "Debian GNU/Linux Installer"
# The installer checks the password at each key.
PAUSE = 0.3
# The installer logs here why it refuses a password.
LOG = "/home/ann/.cache/calamares/session.log"
SEQUENCE = """\
modules-search: [ local ]
sequence: [ { show: [ users ] }, { exec: [ ] } ]
branding: default
prompt-install: false
dont-chroot: true
oem-setup: false
disable-cancel: false
disable-cancel-during-exec: false
hide-back-and-next-during-exec: false
quit-at-end: false
"""
PAGE = """\
defaultGroups: [ users ]
doAutologin: false
setRootPassword: false
doReusePassword: false
allowWeakPasswords: false
user: { shell: /bin/bash }
hostname: { location: None }
passwordRequirements:
    nonempty: true
    libpwquality: [ %s ]
"""


@dataclass(frozen=True)
class Shown:
    """The message beside the password, and whether one can continue."""

    text: str
    can_go_on: bool


class Installer:
    """The program, with a name given. Use it with `with`."""

    def __init__(self, desktop: Desktop, *settings: str):
        desktop.debian.write("/etc/calamares/settings.conf", SEQUENCE)
        desktop.debian.write("/etc/calamares/modules/users.conf", PAGE % ", ".join(f'"{setting}"' for setting in settings))
        self.desktop = desktop
        self.program = desktop.start("calamares", "calamares", "-d")
        self._fill("text", "Cleo Writer", "cleo")

    def __enter__(self) -> "Installer":
        return self

    def __exit__(self, *_) -> None:
        self.program.__exit__()

    def things(self) -> list[Thing]:
        return self.program.things(TITLE)

    def _fill(self, role: str, *texts: str) -> None:
        """Types into the fields of this role, as soon as all are there."""
        def fields() -> list[Thing] | None:
            found = [thing for thing in self.things() if thing.role == role]
            return found if len(found) == len(texts) else None

        for field, text in zip(self.desktop.wait_to_see(fields, f"{len(texts)} fields of {role}"), texts, strict=True):
            self.program.click_on(field)
            self.desktop.type(text)

    def type(self, password: str, until) -> Shown:
        """Types a password; returns what is shown as soon as that is as expected."""
        self._fill("password text", password, password)
        # Waits until the message is no longer that for the previous password.
        time.sleep(PAUSE)
        return self.desktop.watch(self.shown, until)

    def shown(self) -> Shown:
        things = self.things()
        field = next((thing for thing in things if thing.role == "password text"), None)
        if field is None:
            raise NotShown("no field for a password")
        # The last label on the line of the password is what is wrong with it.
        beside = [thing for thing in things if thing.role == "label" and abs(thing.frame[1] - field.frame[1]) < 5]
        if not beside:
            raise NotShown("no label beside the password")
        button = only((thing for thing in things if thing.role == "push button" and thing.name == "Next"), "Next")
        return Shown(max(beside, key=lambda thing: thing.frame[0]).name, button.is_usable)
