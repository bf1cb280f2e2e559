"""gnome-control-center, which sets the password of others without PAM: libpwquality is all that stops a weak
one there."""

import time
from dataclasses import dataclass

from desktop import OTHER, Desktop, Thing, only

FULL_NAMES = {OTHER: "Bob Builder"}
# Settings checks the password half a second after the last key.
PAUSE = 0.8
# The hints of Settings.
LONGER = "Password needs to be longer. Try to add more letters, numbers and punctuation."
COMMON = "Try to avoid common words."
USERNAME = "A password without your user name would be stronger."
NO_WORDS = "Adding more letters, numbers and punctuation will make the password stronger."


@dataclass(frozen=True)
class Shown:
    """What is shown for a typed password: how full the bar is, of 5; the hint; and whether the password can
    be set."""

    level: float
    hint: str
    can_be_set: bool


def lets_set(wanted: bool):
    """A condition: whether the typed password can be set is as wanted."""
    return lambda shown: shown.can_be_set == wanted


class Settings:
    """The program, with a dialogue that asks for a new password. Use it with `with`."""

    # The names of the dialogue and of its parts.
    TITLE = NOW = ROLE = PASSWORD = AGAIN = BUTTON = ""

    def __init__(self, desktop: Desktop):
        self.desktop = desktop
        self.program = desktop.start("gnome-control-center", "gnome-control-center", "user-accounts")
        self.program.find("list item", "Add User.*")
        self._open()
        self.program.click("check box", self.NOW, self.TITLE, until=lambda: self._is_usable(self.PASSWORD))

    def _open(self) -> None:
        """Opens the dialogue."""
        raise NotImplementedError

    def __enter__(self) -> "Settings":
        return self

    def __exit__(self, *_) -> None:
        self.program.__exit__()

    def things(self) -> list[Thing]:
        return self.program.things(self.TITLE)

    def fill(self, role: str, name: str, text: str) -> None:
        self.program.click(role, name, self.TITLE)
        self.desktop.type(text)
        time.sleep(PAUSE)

    def _is_usable(self, name: str) -> bool:
        field = self.program.first(self.ROLE, name, self.TITLE)
        return field is not None and field.is_usable

    def type(self, password: str, until) -> Shown:
        """Types the new password, and again once that is allowed; returns what is shown as soon as it is as
        expected."""
        self.fill(self.ROLE, self.PASSWORD, password)
        is_repeated = False

        def look() -> Shown:
            nonlocal is_repeated
            if not is_repeated and self._is_usable(self.AGAIN):
                self.fill(self.ROLE, self.AGAIN, password)
                is_repeated = True
            return self.shown()

        return self.desktop.watch(look, until)

    def type_once(self, password: str, until) -> Shown:
        """Types the new password only into the first field; the other one keeps its text."""
        self.fill(self.ROLE, self.PASSWORD, password)
        return self.desktop.watch(self.shown, until)

    def shown(self) -> Shown:
        things = self.things()
        bar = only((thing for thing in things if thing.role == "level bar"), "a level bar")
        # The hint is the only text just below the bar.
        hint = only((thing for thing in things
                     if thing.role == "label" and 0 <= thing.frame[1] - bar.frame[1] - bar.frame[3] < 30), "a hint")
        button = only((thing for thing in things if thing.name == self.BUTTON), self.BUTTON)
        return Shown(bar.number, hint.text, button.is_usable)

    def set(self) -> None:
        """Sets the password with the dialogue's button, which closes the dialogue."""
        self.program.click("push button", self.BUTTON, self.TITLE,
                           until=lambda: not [thing for thing in self.program.things() if thing.window == self.TITLE])


class OthersPassword(Settings):
    """Another person's password."""

    TITLE, NOW, ROLE, PASSWORD, AGAIN = "Change Password", "Set a password now", "text", "New Password", "Confirm Password"
    BUTTON = "Ch_ange Change"

    def _open(self) -> None:
        # Without logind, Settings shows only users that are announced while it runs.
        self.desktop.announce(OTHER)
        self.program.click("list item", FULL_NAMES[OTHER], until=lambda: self.program.has("push button", "Back"))
        self.program.click("list item", "Password", until=lambda: self.program.has("check box", ".*", self.TITLE))


class NewUser(Settings):
    """The dialogue that adds a new user."""

    TITLE, NOW, ROLE, PASSWORD, AGAIN = "Add User", "Set password now", "password text", "Password", "Confirm"
    BUTTON = "_Add Add"

    def _open(self) -> None:
        self.program.click("list item", "Add User.*", until=lambda: self.program.has("check box", ".*", self.TITLE))
        # Settings derives the account's name from this.
        self.fill("text", "Name", "Cleo Writer")
