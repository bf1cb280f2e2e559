"""Seahorse, which rates stored passwords, and does not read libpwquality's configuration."""

import time
from dataclasses import dataclass

from desktop import Desktop, Thing, only

TITLE = "Add Password"
# The program checks the password at each key.
PAUSE = 0.3


@dataclass(frozen=True)
class Shown:
    """How full the bar is, of 5; and what is shown while the mouse rests on the warning beside it, "" without
    a warning."""

    level: float
    warning: str


class Keyring:
    """The program, with a dialogue for a new password. Use it with `with`."""

    def __init__(self, desktop: Desktop):
        self.desktop = desktop
        # A keyring that is open, as after logging in.
        assert desktop.run("gnome-keyring-daemon", "--unlock", "--components=secrets", text="first") is not None
        self.program = desktop.start("seahorse", "seahorse")
        self.program.click("push button", "Add new items", until=lambda: self.program.has("label", "Password"))
        self.program.click("label", "Password", until=lambda: self.program.has("dialog", TITLE))

    def __enter__(self) -> "Keyring":
        return self

    def __exit__(self, *_) -> None:
        self.program.__exit__()

    def things(self) -> list[Thing]:
        return self.program.things(TITLE)

    def type(self, password: str, until) -> Shown:
        """Types a password; returns what is shown as soon as that is as expected."""
        self.program.click("password text", "", TITLE)
        self.desktop.type(password)
        # Waits until the message is no longer that for the previous password.
        time.sleep(PAUSE)
        return self.desktop.watch(self.shown, until)

    def shown(self) -> Shown:
        things = self.things()
        bar = only((thing for thing in things if thing.role == "level bar"), "a level bar")
        warnings = [thing for thing in things if thing.role == "icon" and thing.name == "Warning"]
        return Shown(bar.number, warnings[0].tip if warnings else "")
