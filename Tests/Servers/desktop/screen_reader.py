"""Says what a program shows, as a screen reader would. Runs inside the Debian, in the person's session.

Prints one JSON object a line for each thing in the program's windows: what it is, what it is called, the text
or number in it, whether it can be used, and where in its window it is.

    screen_reader.py PROGRAM [TITLE OF A WINDOW]
"""

import json
import sys
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

# The names of the functions that read a text or a number have changed over time.
warnings.simplefilter("ignore")

# GTK 3 puts what it does not show farther away than this.
FARTHEST = 10000


def children(thing):
    try:
        return [child for number in range(thing.get_child_count()) if (child := thing.get_child_at_index(number)) is not None]
    except GLib.Error:
        return []


def description(thing, window):
    # Before the states, so that an empty field that is usable has been usable since it was emptied.
    shown = text(thing)
    states = thing.get_state_set()
    frame = Atspi.Component.get_extents(thing.get_component_iface(), Atspi.CoordType.WINDOW)
    return {"window": window, "role": thing.get_role_name(), "name": thing.get_name() or "",
            "is_usable": states.contains(Atspi.StateType.SENSITIVE), "is_focused": states.contains(Atspi.StateType.FOCUSED),
            "is_checked": states.contains(Atspi.StateType.CHECKED),
            "is_visible": states.contains(Atspi.StateType.VISIBLE) and frame.height > 0 and frame.x > -FARTHEST,
            "tip": thing.get_description() or "", "text": shown, "number": number(thing),
            "frame": [frame.x, frame.y, frame.width, frame.height]}


def text(thing):
    shown = thing.get_text_iface()
    return Atspi.Text.get_text(shown, 0, Atspi.Text.get_character_count(shown)) if shown is not None else ""


def number(thing):
    value = thing.get_value_iface()
    return value.get_current_value() if value is not None else None


def say(thing, window):
    try:
        one = description(thing, window)
        if one["is_visible"]:
            print(json.dumps(one))
    except (GLib.Error, TypeError):
        # It has vanished, or has no frame.
        pass
    for child in children(thing):
        say(child, window)


def main(name, title=""):
    for application in children(Atspi.get_desktop(0)):
        if name.lower() in (application.get_name() or "").lower():
            for window in children(application):
                if title in ("", window.get_name()):
                    say(window, window.get_name() or "")


main(*sys.argv[1:])
