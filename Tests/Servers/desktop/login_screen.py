"""lightdm, Debian's display manager of Xfce and others, with its GTK greeter: the real programs as root, on a
screen in memory.
"""

from dataclasses import dataclass
from pathlib import Path

from debian import ENVIRONMENT, Debian
from desktop import PERSON_UID, SCREENS, SIZE, NotShown, Screen, Thing, only

USER, GREETER = "lightdm", "lightdm-gtk-greeter"
HOME = "/var/lib/lightdm"
RUNTIME = "/run/greeter"
BUS = f"unix:path={RUNTIME}/bus"
SERVER = "/usr/local/bin/screen"
# lightdm also names a virtual terminal, which Xvfb does not know.
SERVER_SCRIPT = f"""\
#!/bin/sh
display=$1
while [ "$1" != -auth ]; do shift; done
exec Xvfb "$display" -auth "$2" -screen 0 {SIZE} -nolisten tcp -noreset
"""
WRAPPER = "/usr/local/bin/greeter"
# Without logind the greeter has no bus, and is silent to screen readers.
WRAPPER_SCRIPT = f"""\
#!/bin/sh
export DBUS_SESSION_BUS_ADDRESS={BUS}
exec "$@"
"""
CONFIGURATION = """\
[LightDM]
minimum-display-number={number}
[Seat:*]
xserver-command={server}
greeter-wrapper={wrapper}
user-session=openbox
"""


@dataclass(frozen=True)
class Asked:
    """Which field waits for an answer, of "text" and "password text"; and the message below it, "" without
    one."""

    field: str
    message: str


class LoginScreen(Screen):
    """lightdm, which waits for somebody to log in. Use it with `with`."""

    def __init__(self, debian: Debian):
        number = next(SCREENS)
        uid = int(debian.run("id", "-u", USER).stdout)
        super().__init__(debian, uid, {
            "PATH": ENVIRONMENT["PATH"], "LANG": "C.UTF-8", "HOME": HOME, "DISPLAY": f":{number}",
            "XAUTHORITY": f"{HOME}/.Xauthority", "DBUS_SESSION_BUS_ADDRESS": BUS})
        self._make_folders((RUNTIME, 0o700, uid))
        debian.write(SERVER, SERVER_SCRIPT, 0o755)
        debian.write(WRAPPER, WRAPPER_SCRIPT, 0o755)
        debian.write("/etc/lightdm/lightdm.conf.d/screen.conf",
                     CONFIGURATION.format(number=number, server=SERVER, wrapper=WRAPPER))
        self._start_bus_of_machine()
        self._start("dbus-daemon", "--session", "--nofork", f"--address={BUS}")
        self.wait_for(lambda: debian.path(f"{RUNTIME}/bus").exists(), "the bus of the greeter")
        # If DISPLAY is set, lightdm shows its screen in a window there.
        self._start("env", "--unset=DISPLAY", "lightdm", uid=0)
        self.wait_for(lambda: self._run("xdotool", "getdisplaygeometry"), "a screen")
        self._wait_until_asked()

    def _focused(self) -> Thing:
        """The field that waits for an answer."""
        return only((thing for thing in self.look(GREETER) if thing.is_focused and thing.is_usable), "a field with the focus")

    def _asked(self) -> Asked:
        things = self.look(GREETER)
        field = only((thing for thing in things if thing.is_focused and thing.is_usable), "a field with the focus")
        if field.text:
            raise NotShown("the last answer is still in its field")
        # Only messages are labels: the clock and the menus have other roles.
        return Asked(field.role, "\n".join(thing.text for thing in things if thing.role == "label"))

    def _wait_until_asked(self) -> Asked:
        return self.wait_to_see(self._asked, "a question")

    def _send(self, text: str) -> None:
        self.type(text)
        # A password is shown as bullets, one for each character.
        self.wait_to_see(lambda: len(self._focused().text) == len(text), "what was typed")
        self._run("xdotool", "key", "Return")

    def answer(self, text: str) -> Asked:
        """Types an answer; returns what is asked next."""
        self._send(text)
        return self._wait_until_asked()

    def answer_last(self, text: str) -> None:
        """Types the answer after which the session of the desktop's person starts."""
        self._send(text)
        self.wait_to_see(self.has_session, "a session")

    def has_session(self) -> bool:
        """Whether the person has a window manager."""
        return any(is_program(pid, "openbox", PERSON_UID) for pid in self.debian.processes())


def is_program(pid: int, name: str, uid: int) -> bool:
    process = Path(f"/proc/{pid}")
    try:
        return (process / "comm").read_text().strip() == name and process.stat().st_uid == uid
    except FileNotFoundError:
        # It has ended.
        return False
