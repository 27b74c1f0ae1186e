"""A user at the program under Wine: sees titles of windows and pictures, presses keys, clicks.

Nothing is known of the inside of the program: what was done is found in the files that it wrote.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PIL import Image
from Xlib import X, error
from Xlib.ext import xtest

from tests import keyboard
from tests.desktop import Desktop
from tests.events import SPELLED

SECONDS = 60.0
BETWEEN = 0.03  # s between two keys, as of a quick hand
QUIET = 0.7  # s without a change on the screen: the program is done
MOST = 3.0  # s: the caret of a text field never rests


class User:
    """What it does is sent to the display; ``windows`` are those that the manager knows."""

    def __init__(self, desktop: Desktop) -> None:
        self.desktop, self.screen = desktop, desktop.screen

    def windows(self) -> dict[str, int]:
        """Return the numbers of all windows by their titles, the lowest first."""
        connection, found = self.screen.connection, dict[str, int]()
        for number in self.desktop.stack():
            window = connection.create_resource_object("window", number)
            with suppress(error.BadWindow):  # it is gone
                name = window.get_full_text_property(connection.intern_atom("_NET_WM_NAME"))
                found[str(name or "")] = number
        return found

    def wait(self, condition: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
        """Wait until something is so; raises ``AssertionError`` with the titles of windows."""
        until = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > until:
                raise AssertionError(f"waited in vain for {what}; windows: {[*self.windows()]}")
            time.sleep(0.1)

    def wait_for_window(self, *words: str) -> str:
        """Wait until a window has the keyboard whose title holds all words; return the title."""
        found: list[str] = []

        def there() -> bool:
            active = self.desktop.active()
            found[:] = [
                title
                for title, number in self.windows().items()
                if number == active and all(word in title for word in words)
            ]
            return bool(found)

        self.wait(there, f"the window {words}")
        self.settle()
        return found[0]

    def wait_for_file(self, path: Path) -> Path:
        """Wait until a file is there, and whole: it is written whole or not at all."""
        self.wait(path.exists, f"the file {path.name}")
        return path

    def settle(self) -> None:
        """Wait until nothing on the screen changes any more, but the caret."""
        until, before, since = time.monotonic() + MOST, b"", time.monotonic()
        while time.monotonic() < until:
            now = self.picture().resize((400, 300)).tobytes()
            if now != before:
                before, since = now, time.monotonic()
            if time.monotonic() - since > QUIET:
                return
            time.sleep(0.1)

    def picture(self) -> Image.Image:
        """Return what is on the screen."""
        return self.screen.picture(self.screen.box)

    def key(self, combination: str) -> None:
        """Press a key, and wait for what it does."""
        self._press(combination)
        self.settle()

    def type_text(self, text: str) -> None:
        """Type a text into whatever has the keyboard."""
        for character in text:
            self._press(SPELLED.get(character, character))
        self.settle()

    def _press(self, combination: str) -> None:
        codes = keyboard.codes(self.screen, combination)
        keyboard.press(self.screen, codes)
        keyboard.release(self.screen, codes)
        self.screen.connection.sync()
        time.sleep(BETWEEN)

    def click(self, x: int, y: int) -> None:
        """Click a place of the screen."""
        xtest.fake_input(self.screen.connection, X.MotionNotify, x=x, y=y)
        self.screen.connection.sync()
        time.sleep(BETWEEN)
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self.screen.connection, kind, 1)
            self.screen.connection.sync()
            time.sleep(BETWEEN)
        self.settle()
