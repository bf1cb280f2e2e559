"""gnome-control-center: another person's password, and a new person."""

import time
from dataclasses import dataclass
from pathlib import Path

from desktop import OTHER, Desktop, Program, Thing

NAMES = {OTHER: "Bob Builder"}
# It checks half a second after the last key.
PAUSE = 0.8


@dataclass(frozen=True)
class Shown:
    """What it says of a password that was typed: how full the bar is, of 5; the hint; and whether the password can be set."""

    level: float
    hint: str
    can_be_set: bool


class Settings:
    """The program with a dialogue that asks for a new password. Use it with `with`."""

    PASSWORD, AGAIN, TITLE, BUTTON = "New Password", "Confirm Password", "Change Password", "Ch_ange Change"

    def __init__(self, desktop: Desktop):
        self.desktop = desktop
        self.program = desktop.start("gnome-control-center", "gnome-control-center", "user-accounts")
        self._open()

    def _open(self) -> None:
        self.program.click("list item", NAMES[OTHER], until=lambda: self.program.has("push button", "Back"))
        self.program.click("list item", "Password", until=lambda: self.program.has("check box", ".*", self.TITLE))
        self.program.click("check box", "Set a password now", self.TITLE,
                           until=lambda: self.program.find("text", self.PASSWORD, self.TITLE).is_usable)

    def __enter__(self) -> "Settings":
        return self

    def __exit__(self, *_) -> None:
        self.program.__exit__()

    def things(self) -> list[Thing]:
        return self.program.things(self.TITLE)

    def type(self, password: str) -> Shown:
        """Types the new password, and again where that is allowed."""
        self.program.click("text", self.PASSWORD, self.TITLE)
        self.desktop.type(password)
        time.sleep(PAUSE)
        if self.program.find("text", self.AGAIN, self.TITLE).is_usable:
            self.program.click("text", self.AGAIN, self.TITLE)
            self.desktop.type(password)
            time.sleep(PAUSE)
        return self.shown()

    def shown(self) -> Shown:
        things = self.things()
        [bar] = [thing for thing in things if thing.role == "level bar"]
        # The only text between the bar and what is below it.
        [hint] = [thing for thing in things if thing.role == "label" and 0 <= thing.place[1] - bar.place[1] - bar.place[3] < 30]
        [button] = [thing for thing in things if thing.name == self.BUTTON]
        return Shown(bar.number, hint.text, button.is_usable)

    def set(self) -> None:
        self.program.click("push button", self.BUTTON, self.TITLE)
        time.sleep(PAUSE)
