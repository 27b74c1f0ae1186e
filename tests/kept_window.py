"""Lets tests use one main window after the other in the same Tk, as the program's windows are.

To start Tk, load its libraries and make its look takes two fifths of the time of a window. What
tests see is made anew each time: the widgets, all that is bound to the window, and the workspace.
"""

from __future__ import annotations

import os
import tkinter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mazeeditor.app.settings import Settings
from mazeeditor.gui import app
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.look import Theme, current
from mazeeditor.gui.window.window import Window
from tests.display import Display
from tests.events import alive
from tests.windows import Watch

MANY = 25  # windows: Tk keeps the callbacks of all of them, and so 2.4 MB of each
STATE = ("::tk::Priv", "::tk::FocusGrab", "::tk::FocusIn")  # arrays in which Tk's bindings keep it
VARIABLES = ("DISPLAY", "MAZEEDITOR_SCALE", "GTK_THEME")


class KeptWindow:
    """The first window of a process, between two tests an empty one that is not on the screen."""

    def __init__(self) -> None:
        self._root: app.Application | None = None
        self._theme: Theme | None = None
        self._found: tuple[str | None, ...] = ()  # in ``VARIABLES``
        self._own: dict[str, Any] = {}  # what the root has as an object of Python
        self._state: dict[str, Any] = {}
        self._tags: Any = ()
        self._windows = 0

    def open(
        self, settings: Settings, path: Path | None, ask: Callable[[tkinter.Misc], Dialogs]
    ) -> Window:
        """Return a window, in the Tk of the test before where that is as for a new one."""
        found = tuple(map(os.environ.get, VARIABLES))
        if self._root in Watch.watching.roots or settings.theme != Settings().theme:
            return app.start(settings, path, ask)
        if found != self._found or self._windows == MANY:
            self.let_go()
        if self._root is None or self._theme is None:
            window = app.start(settings, path, ask)
            if not Display.running[found[0] or ""].screen.managed:
                self._keep(window, found)
            return window
        root = self._root
        self._windows += 1
        Watch.watching.roots.append(root)
        app.show_empty(root, settings, self._theme.scale)
        return app.fill(root, self._theme, settings, path, ask)

    def _keep(self, window: Window, found: tuple[str | None, ...]) -> None:
        root = window.root
        assert isinstance(root, app.Application)
        self._root, self._theme, self._found = root, current(root), found
        self._windows = 1
        call = root.tk.call
        self._own = vars(root) | {"windows": None, "_workspace": None, "_reports": None}
        self._state = {name: call("array", "get", name) for name in STATE}
        self._tags = call("bindtags", ".")

    def holds(self, root: tkinter.Tk) -> bool:
        """Whether ``root`` can be emptied for the next test; one that has ended is forgotten."""
        if root is not self._root:
            return False
        if alive(root) and current(root) == self._theme:
            return True
        self.let_go()
        return False

    def let_go(self) -> None:
        """Let the next window have a Tk of its own."""
        root, self._root = self._root, None
        if root is not None:
            Watch.end(root)

    def empty(self) -> None:
        """Take the window off the screen, and all out of it that was made for it."""
        root = self._root
        assert root
        call, listed = root.tk.call, root.tk.splitlist
        for timer in listed(call("after", "info")):
            call("after", "cancel", timer)
        root.withdraw()
        for child in root.winfo_children():
            child.destroy()
        for child in listed(call("winfo", "children", ".")):
            call("destroy", child)  # made by Tcl alone
        for sequence in listed(call("bind", ".")):
            call("bind", ".", sequence, "")
        for protocol in listed(call("wm", "protocol", ".")):
            call("wm", "protocol", ".", protocol, "")
        call("bindtags", ".", self._tags)
        call("wm", "attributes", ".", "-fullscreen", 0, "-zoomed", 0)
        call("wm", "minsize", ".", 1, 1)
        call("wm", "geometry", ".", "")
        for number in range(10):
            for lines in ("rowconfigure", "columnconfigure"):
                call("grid", lines, ".", number, "-weight", 0, "-minsize", 0)
        call("clipboard", "clear")
        for name, values in self._state.items():
            call("array", "unset", name)
            call("array", "set", name, values)
        for name in vars(root).keys() - self._own.keys():
            delattr(root, name)
        vars(root).update(self._own)
        root.update()
        for timer in listed(call("after", "info")):
            call("after", "cancel", timer)


KEPT = KeptWindow()
