"""Moves a real pointer and presses real keys on the tests' own display, and takes pictures of it.

Events go through the X server (XTEST), so they take the same path as a user's events: grabs,
focus, bindings and the merging of motions are all in play. Coordinates are pixels within the
widget; ``None`` is its middle. Every function returns when Tk has handled all it caused.
"""

from __future__ import annotations

import math
import time
import tkinter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from PIL import Image
from Xlib import X
from Xlib.ext import xtest
from Xlib.protocol import event

from tests import keyboard
from tests.display import Display, Screen
from tests.stacks import stacks

Point = tuple[float, float]

SPELLED = {"\n": "Return", "\t": "Tab", " ": "space", "+": "plus"}
DONT_WAIT = 2  # Tcl's flag: handle one event if there is one
SETTLE_SECONDS = 60.0
MOVES = 3  # after a widget that a timer or a new layout moves
LOOKS = 50  # a second at least, until a condition has been waited for in vain


def display_of(widget: tkinter.Misc) -> Display:
    """Return the display that shows ``widget``; raises ``KeyError`` where it is none of ours."""
    name = str(widget.tk.call("winfo", "screen", ".")).partition(".")[0]
    return Display.running[name]


def settle(widget: tkinter.Misc) -> None:
    """Let Tk handle everything that is pending, and everything that this causes."""
    until = time.monotonic() + SETTLE_SECONDS
    busy = True
    while busy and alive(widget):
        widget.tk.call("winfo", "pointerxy", ".")  # a round trip: Tk's requests have arrived
        display_of(widget).screen.sync()
        widget.tk.call("winfo", "pointerxy", ".")  # another one: what was sent to Tk has come
        busy = False
        while widget.tk.dooneevent(DONT_WAIT):
            busy = True
            if time.monotonic() > until:
                text = f"the window is still busy after {SETTLE_SECONDS} s, while others were at"
                raise AssertionError(f"{text}\n{stacks()}")


def alive(widget: tkinter.Misc) -> bool:
    """Whether the application of ``widget`` still has its main window."""
    try:
        return bool(widget.tk.call("winfo", "exists", "."))
    except tkinter.TclError:
        return False


def wait_until(
    widget: tkinter.Misc, condition: Callable[[], bool], seconds: float = 10.0, what: str = ""
) -> None:
    """Run the event loop until ``condition()`` holds; raises ``AssertionError`` after ``seconds``.

    For what takes its time: jobs in threads, timers. Everything else is done after ``settle``.
    On a machine that is busy with other things the wait is longer, by a number of looks.
    """
    until = time.monotonic() + seconds
    looks = math.ceil(seconds * LOOKS)
    settle(widget)
    while not condition():
        looks -= 1
        if looks < 0 and time.monotonic() > until:
            text = f"waited {seconds} s in vain for {what or condition}, while others were at"
            raise AssertionError(f"{text}\n{stacks()}")
        time.sleep(0.005)
        settle(widget)


def move(widget: tkinter.Misc, x: float | None = None, y: float | None = None) -> None:
    """Move the pointer to a place in ``widget``, and after it if it moves meanwhile."""
    settle(widget)
    for _ in range(MOVES):
        place = _on_screen(widget, *_place(widget, x, y))
        _fake(display_of(widget).screen, X.MotionNotify, x=place[0], y=place[1])
        settle(widget)
        gone = not alive(widget) or not widget.winfo_exists()
        if gone or _on_screen(widget, *_place(widget, x, y)) == place:
            return


def press(
    widget: tkinter.Misc, x: float | None = None, y: float | None = None, button: int = 1
) -> None:
    """Move to a place in ``widget`` and press a button (1 left, 2 middle, 3 right)."""
    move(widget, x, y)
    screen = display_of(widget).screen
    screen.raise_under_pointer()
    _fake(screen, X.ButtonPress, button)
    settle(widget)


def release(widget: tkinter.Misc, button: int = 1) -> None:
    """Release a button where the pointer is."""
    _fake(display_of(widget).screen, X.ButtonRelease, button)
    settle(widget)


def click(
    widget: tkinter.Misc,
    x: float | None = None,
    y: float | None = None,
    button: int = 1,
    count: int = 1,
    keys: str = "",
) -> None:
    """Click ``count`` times (2 is a double click), with ``keys`` ("ctrl+shift") held.

    Nothing is handled before the button is up again: what opens a dialog must not find it down.
    """
    move(widget, x, y)
    screen = display_of(widget).screen
    screen.raise_under_pointer()
    codes = keyboard.codes(screen, keys)
    keyboard.press(screen, codes)
    for _ in range(count):
        _fake(screen, X.ButtonPress, button)
        _fake(screen, X.ButtonRelease, button)
    keyboard.release(screen, codes)
    settle(widget)


def drag(
    widget: tkinter.Misc,
    points: Sequence[Point],
    button: int = 1,
    keys: str = "",
    step: float | None = 4.0,
) -> None:
    """Press at the first point, move through the others in steps of ``step`` px, release.

    Every step is handled before the next. With ``step=None`` the pointer jumps from point to point
    with nothing handled in between: a fast hand, whose motions Tk may merge.
    """
    with held(widget, keys):
        press(widget, *points[0], button)
        for start, end in pairwise(points):
            for place in _steps(start, end, step):
                _motion(widget, *place)
                if step is not None:
                    settle(widget)
        release(widget, button)


def wheel(
    widget: tkinter.Misc,
    clicks: int,
    x: float | None = None,
    y: float | None = None,
    keys: str = "",
) -> None:
    """Turn the wheel: ``clicks`` above 0 away from the user (up), below 0 towards (down)."""
    button = 4 if clicks > 0 else 5
    with held(widget, keys):
        move(widget, x, y)
        for _ in range(abs(clicks)):
            _fake(display_of(widget).screen, X.ButtonPress, button)
            release(widget, button)


def key(widget: tkinter.Misc, combination: str, count: int = 1) -> None:
    """Press and release a key with its modifiers: "Return", "ctrl+shift+z", "plus", "F1"."""
    settle(widget)
    screen = display_of(widget).screen
    codes = keyboard.codes(screen, combination)
    for _ in range(count):
        keyboard.press(screen, codes)
        keyboard.release(screen, codes)
        settle(widget)


def keys_at_once(widget: tkinter.Misc, *combinations: str) -> None:
    """Press keys one after the other with nothing handled in between: hands that do not wait."""
    settle(widget)
    screen = display_of(widget).screen
    for combination in combinations:
        codes = keyboard.codes(screen, SPELLED.get(combination, combination))
        keyboard.press(screen, codes)
        keyboard.release(screen, codes)
    settle(widget)


@contextmanager
def held(widget: tkinter.Misc, keys: str) -> Iterator[None]:
    """Hold ``keys`` ("space", "ctrl+shift", "" for none) down for the length of a block."""
    settle(widget)
    screen = display_of(widget).screen
    codes = keyboard.codes(screen, keys)
    keyboard.press(screen, codes)
    settle(widget)
    try:
        yield
    finally:
        keyboard.release(screen, codes)
        settle(widget)


def type_text(widget: tkinter.Misc, text: str) -> None:
    """Type ``text`` into whatever has the keyboard; a newline is Return."""
    for character in text:
        key(widget, SPELLED.get(character, character))


def close(window: tkinter.Misc) -> None:
    """Ask a window to close, as its close button does (WM_DELETE_WINDOW)."""
    settle(window)
    connection = display_of(window).screen.connection
    number = int(str(window.tk.call("wm", "frame", window)), 16)
    frame = connection.create_resource_object("window", number)
    kind, what = (connection.intern_atom(name) for name in ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
    data = (32, [what, X.CurrentTime, 0, 0, 0])
    frame.send_event(event.ClientMessage(window=frame, client_type=kind, data=data))
    settle(window)


def screenshot(widget: tkinter.Misc, whole_screen: bool = False) -> Image.Image:
    """Return a picture (RGB) of ``widget`` as it is on the screen, or of the whole screen."""
    settle(widget)
    screen = display_of(widget).screen
    if whole_screen:
        return screen.picture(screen.box)
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return screen.picture((left, top, left + widget.winfo_width(), top + widget.winfo_height()))


def _place(widget: tkinter.Misc, x: float | None, y: float | None) -> Point:
    middle = widget.winfo_width() // 2, widget.winfo_height() // 2
    return (middle[0] if x is None else x), (middle[1] if y is None else y)


def _on_screen(widget: tkinter.Misc, x: float, y: float) -> tuple[int, int]:
    return round(widget.winfo_rootx() + x), round(widget.winfo_rooty() + y)


def _motion(widget: tkinter.Misc, x: float, y: float) -> None:
    left, top = _on_screen(widget, x, y)
    _fake(display_of(widget).screen, X.MotionNotify, x=left, y=top)


def _fake(screen: Screen, kind: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
    xtest.fake_input(screen.connection, kind, detail, x=x, y=y)


def _steps(start: Point, end: Point, step: float | None) -> Iterator[Point]:
    """Yield the places from ``start`` (left out) to ``end``."""
    count = 1 if step is None else max(1, math.ceil(math.dist(start, end) / step))
    for i in range(1, count + 1):
        share = i / count
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
