"""A desktop in a Debian of ours: a screen in memory, a person's session on it, and programs that are used by
mouse and keyboard, and read as a screen reader reads them.
"""

import itertools
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from debian import ENVIRONMENT, Debian

# The person whose session it is, and another one.
PERSON, PERSON_UID, OTHER = "ann", 1000, "bob"
HOME, RUNTIME = f"/home/{PERSON}", f"/run/user/{PERSON_UID}"
SIZE = "1024x900x24"
# All desktops of a test run are in one network, where a screen has a name.
SCREENS = itertools.count(7)
READER = "/usr/local/bin/screen_reader.py"
BUS = f"unix:path={RUNTIME}/bus"
# The longest wait, in seconds. Only a program that hangs should reach it, not a slow machine.
LONGEST = 600
# A click without an effect is repeated after this many seconds.
CLICK_AGAIN_AFTER = 30
# A picture of the screen when something did not appear.
PICTURE = Path(__file__).parents[3] / "build" / "tests" / "desktop.png"
ACCOUNTS = ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.Accounts", "/org/freedesktop/Accounts"]
ASK_THE_BUS = ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
               "org.freedesktop.DBus.ListNames"]
ASK_FOR_READERS = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress"]
SESSION = {
    "PATH": ENVIRONMENT["PATH"], "LANG": "C.UTF-8", "HOME": HOME, "USER": PERSON, "XDG_RUNTIME_DIR": RUNTIME,
    "DBUS_SESSION_BUS_ADDRESS": BUS, "XDG_CURRENT_DESKTOP": "GNOME", "GSETTINGS_BACKEND": "memory",
    # These make programs run without a graphics card, and talk to screen readers.
    "GSK_RENDERER": "cairo", "LIBGL_ALWAYS_SOFTWARE": "1", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
}
# Polkit has no session to ask about in a Debian without systemd: the person may do what an administrator may.
RULE = """polkit.addRule(function(action, subject) { if (subject.user == "%s") return polkit.Result.YES; });\n"""


@dataclass(frozen=True)
class Thing:
    """A thing on the screen, as a screen reader describes it."""

    window: str
    role: str
    name: str
    is_usable: bool
    # Typed text goes to this thing.
    is_focused: bool
    is_checked: bool
    is_visible: bool
    # The text that is shown while the mouse rests on the thing.
    tip: str
    text: str
    number: float | None
    # In the window: from the left, from the top, width, height.
    frame: tuple[int, int, int, int]


class NotShown(AssertionError):
    """The thing is not on the screen, or not yet."""


def only(things: Iterable[Thing], what: str) -> Thing:
    """The only one of these things. There may be none, or a second, old one, while the screen is being built."""
    found = list(things)
    if len(found) != 1:
        raise NotShown(f"{len(found)} times {what} instead of once")
    return found[0]


class Screen:
    """A screen in memory, and programs of one user on it. Use it with `with`."""

    def __init__(self, debian: Debian, uid: int, environment: dict[str, str]):
        self.debian = debian
        self._started: list[subprocess.Popen] = []
        self._uid = uid
        self._environment = environment
        debian.write(READER, (Path(__file__).parent / "screen_reader.py").read_text())
        self._make_folders(("/run/dbus", 0o755, 0), ("/tmp/.X11-unix", 0o1777, 0))

    def _make_folders(self, *folders: tuple[str, int, int]) -> None:
        """Makes folders: the path, the mode and the owner of each."""
        for inside, mode, uid in folders:
            self.debian.path(inside).mkdir(parents=True, exist_ok=True)
            self.debian.path(inside).chmod(mode)
            shutil.chown(self.debian.path(inside), uid, uid)

    def _start_bus_of_machine(self) -> None:
        self._start("dbus-daemon", "--system", "--nofork", uid=0)
        self.wait_for(lambda: self._run(*ASK_THE_BUS), "the bus of the machine")

    def _has_readers(self) -> bool:
        """Whether programs can speak to screen readers."""
        return bool(self._run(*ASK_FOR_READERS)) and self.run("python3", READER, "nothing") is not None

    def _command(self, *arguments, uid: int | None = None) -> list[str]:
        variables = [f"{name}={value}" for name, value in self._environment.items()]
        return self.debian.command("env", "-i", *variables, *arguments, uid=self._uid if uid is None else uid)

    def _start(self, *arguments, uid: int | None = None) -> subprocess.Popen:
        with open(self.debian.path("/var/log/desktop.log"), "ab") as log:
            process = subprocess.Popen(self._command(*arguments, uid=uid), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._started.append(process)
        return process

    def run(self, *arguments, text: str = "") -> str | None:
        """The output of a command that the user runs; None if it fails."""
        done = subprocess.run(self._command(*arguments), input=text, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    def _run(self, *arguments) -> str:
        return self.run(*arguments) or ""

    def log(self) -> str:
        """What the programs have written to their terminal."""
        return self.debian.path("/var/log/desktop.log").read_text(errors="replace")

    @staticmethod
    def wait_for(condition, what: str, seconds: float = LONGEST):
        """Waits until the condition returns something true, and returns that. NotShown means that it is not met yet."""
        end = time.monotonic() + seconds
        while True:
            reason = ""
            try:
                if found := condition():
                    return found
            except NotShown as error:
                reason = f": {error}"
            if time.monotonic() > end:
                raise NotShown(f"{what} did not appear{reason}")
            time.sleep(0.1)

    def wait_to_see(self, condition, what: str):
        """Like wait_for, but saves a picture of the screen in build/tests if the condition is never met."""
        try:
            return self.wait_for(condition, what)
        except NotShown:
            self.screenshot(PICTURE)
            raise

    def watch(self, look, until):
        """Waits until `look` returns what is expected, and returns that. A failure names the last result.

        until  a value to be equal to, or a condition to meet
        """
        is_expected = until if callable(until) else until.__eq__
        seen = None

        def is_seen() -> bool:
            nonlocal seen
            seen = look()
            return is_expected(seen)

        try:
            self.wait_to_see(is_seen, "what is expected")
        except NotShown as error:
            expected = "" if callable(until) else f"; expected: {until}"
            raise NotShown(f"{error}; shown last: {seen}{expected}") from None
        return seen

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_) -> None:
        for process in reversed(self._started):
            process.kill()
            process.wait()

    # ---- Eyes, mouse and keyboard ----

    def look(self, name: str, title: str = "") -> list[Thing]:
        lines = self._run("python3", READER, name, title).splitlines()
        return [Thing(**{**one, "frame": tuple(one["frame"])}) for one in map(json.loads, lines)]

    def screenshot(self, target: Path) -> None:
        self._run("import", "-window", "root", "/tmp/screen.png")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.debian.path("/tmp/screen.png"), target)

    def window(self, title: str) -> tuple[str, dict[str, int]]:
        """The number and the frame of a window; without a title, of the active one."""
        search = ["search", "--onlyvisible", "--name", f"^{re.escape(title)}$"] if title else ["getactivewindow"]
        for number in self._run("xdotool", *search).split():
            found = dict(re.findall(r"(?m)^(\w+)=(\d+)$", self._run("xdotool", "getwindowgeometry", "--shell", number)))
            if found:
                return number, {name: int(value) for name, value in found.items()}
        raise NotShown(f"there is no window {title!r}")

    def click(self, thing: Thing, frame: Thing) -> None:
        """Clicks into the middle of a thing, whose frame is relative to this window. The window may have a
        border of its own."""
        number, size = self.window(frame.name)
        x = thing.frame[0] + thing.frame[2] // 2 - frame.frame[0] + (size["WIDTH"] - frame.frame[2]) // 2
        y = thing.frame[1] + thing.frame[3] // 2 - frame.frame[1] + (size["HEIGHT"] - frame.frame[3]) // 2
        self._run("xdotool", "windowactivate", "--sync", number, "mousemove", "--window", number, str(x), str(y), "click", "1")

    def type(self, text: str) -> None:
        # Deletes the previous text.
        self._run("xdotool", "key", "ctrl+a", "BackSpace")
        if text:
            self._run("xdotool", "type", "--delay", "8", text)


class Desktop(Screen):
    """A running session. Use it with `with`."""

    def __init__(self, debian: Debian):
        super().__init__(debian, PERSON_UID, {**SESSION, "DISPLAY": f":{next(SCREENS)}"})
        for user, name in ((PERSON, "Ann Clerk"), (OTHER, "Bob Builder")):
            debian.run("useradd", "--create-home", "--comment", name, user)
        self._make_folders((RUNTIME, 0o700, PERSON_UID))
        debian.write("/usr/share/polkit-1/rules.d/10-person.rules", RULE % PERSON)
        self._start_bus_of_machine()
        self._start("Xvfb", self._environment["DISPLAY"], "-screen", "0", SIZE, "-nolisten", "tcp", "-noreset")
        self._start("dbus-daemon", "--session", "--nofork", f"--address={BUS}")
        self.wait_for(lambda: debian.path(f"{RUNTIME}/bus").exists() and self._run("xdotool", "getdisplaygeometry"), "a screen")
        self._start("openbox")
        # A program that finds no bus of screen readers when it starts never speaks to one.
        self.wait_for(self._has_readers, "the bus of screen readers")

    def start(self, name: str, *arguments: str) -> "Program":
        """Starts this program, which calls itself by this name to screen readers."""
        return Program(self, name, self._start(*arguments))

    def announce(self, user: str) -> None:
        """Makes the accounts service announce this user as new."""
        self._run(*ACCOUNTS, "org.freedesktop.Accounts.UncacheUser", f"string:{user}")
        self.wait_for(lambda: self._run(*ACCOUNTS, "org.freedesktop.Accounts.CacheUser", f"string:{user}"), f"{user}'s account")


class Program:
    """A program with windows."""

    def __init__(self, desktop: Desktop, name: str, process: subprocess.Popen):
        self.desktop, self.name, self._process = desktop, name, process

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_) -> None:
        self._process.kill()
        self._process.wait()

    def things(self, window: str = "") -> list[Thing]:
        assert self.is_running, f"{self.name} has ended with {self._process.returncode}:\n{self.desktop.log()[-3000:]}"
        return self.desktop.look(self.name, window)

    def first(self, role: str, name: str, window: str = "") -> Thing | None:
        """The first thing of this role and name, if it is there now."""
        return next((thing for thing in self.things(window) if thing.role == role and re.fullmatch(name, thing.name)), None)

    def find(self, role: str, name: str, window: str = "") -> Thing:
        """The first thing of this role and name, as soon as it is there."""
        return self.desktop.wait_to_see(lambda: self.first(role, name, window), f"{role} {name!r} of {self.name}")

    def has(self, role: str, name: str, window: str = "") -> bool:
        return self.first(role, name, window) is not None

    def _try_to_click(self, thing: Thing) -> bool:
        """Clicks on it, unless its window has gone."""
        frame = next((one for one in self.things(thing.window) if one.name == thing.window), None)
        if frame is not None:
            self.desktop.click(thing, frame)
        return frame is not None

    def click_on(self, thing: Thing) -> None:
        self.desktop.wait_to_see(lambda: self._try_to_click(thing), f"window {thing.window!r} of {self.name}")

    def click(self, role: str, name: str, window: str = "", until=None) -> None:
        """Clicks on it; where a condition is given, until that is met: a click while a page is being built is
        lost."""
        if until is None:
            self.click_on(self.find(role, name, window))
            return

        def has_effect() -> bool:
            thing = self.first(role, name, window)
            # It is not there yet, or it has gone after the previous click.
            if thing is None or not self._try_to_click(thing):
                return until()
            return self.desktop.wait_for(until, "an effect", CLICK_AGAIN_AFTER)

        self.desktop.wait_to_see(has_effect, f"the effect of a click on {role} {name!r}")
