"""A display with a real window manager (openbox): windows overlap, and get raised and iconified.

desktop = Desktop()
desktop.click_at(window)      # on the title bar too: frames belong to the window manager
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
import time
import tkinter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from Xlib import X, error
from Xlib.display import Display as Connection
from Xlib.ext import xtest
from Xlib.protocol import event

from tests.display import START_SECONDS, Display
from tests.faults import KILL

# No menu on the background, no key and no wheel that does something outside of the windows.
SETTINGS = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <desktops><number>1</number></desktops>
  <mouse>
    <context name="Client"><mousebind button="Left" action="Press">
      <action name="Focus"/><action name="Raise"/></mousebind></context>
    <context name="Titlebar"><mousebind button="Left" action="Press">
      <action name="Focus"/><action name="Raise"/></mousebind></context>
  </mouse>
  <applications><application class="*"><position force="no"/></application></applications>
</openbox_config>
"""
PARENT_DIES = 1  # PR_SET_PDEATHSIG: openbox would keep the server, and the server openbox


class Desktop(Display):
    """An Xvfb server with openbox."""

    def __init__(self, dpi: int = 96, width: int = 1600, height: int = 1200) -> None:
        super().__init__(dpi, width, height)
        self._folder = tempfile.TemporaryDirectory()
        settings = Path(self._folder.name) / "rc.xml"
        settings.write_text(SETTINGS)
        libc = ctypes.CDLL(None)
        self._manager = subprocess.Popen(
            ["openbox", "--config-file", str(settings), "--sm-disable"],
            env={"DISPLAY": self.name, "HOME": self._folder.name, "PATH": "/usr/bin:/bin"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: libc.prctl(PARENT_DIES, KILL),
        )
        until = time.monotonic() + START_SECONDS
        while not self._property(self.screen.root, "_NET_SUPPORTING_WM_CHECK"):
            if time.monotonic() > until:
                raise RuntimeError("openbox did not start")
            time.sleep(0.02)
        self.screen.begin_managed()

    def stop(self) -> None:
        """End the window manager; the server goes with its last client."""
        self._manager.kill()
        self._manager.wait()
        self._folder.cleanup()

    def _property(self, window: Any, name: str) -> list[int]:
        connection = self.screen.connection
        held = window.get_full_property(connection.intern_atom(name), X.AnyPropertyType)
        return list(held.value) if held else []

    def stack(self) -> list[int]:
        """Return the windows that the manager manages, the lowest first."""
        return self._property(self.screen.root, "_NET_CLIENT_LIST_STACKING")

    def active(self) -> int:
        """Return the window that has the keyboard."""
        return (self._property(self.screen.root, "_NET_ACTIVE_WINDOW") or [0])[0]

    def _ask(self, window: int, name: str, *values: int) -> None:
        """Ask the manager for something, as a taskbar does."""
        screen = self.screen
        data = (32, [*values, *[0] * (5 - len(values))])
        kind = screen.connection.intern_atom(name)
        target = screen.connection.create_resource_object("window", window)
        message = event.ClientMessage(window=target, client_type=kind, data=data)
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        trap = error.CatchError(error.BadWindow)
        screen.root.send_event(message, event_mask=mask, onerror=trap)
        screen.connection.sync()

    def activate(self, widget: tkinter.Misc) -> None:
        """Raise a window and give it the keyboard, as a taskbar or Alt+Tab does."""
        self._ask(number_of(widget), "_NET_ACTIVE_WINDOW", 2)

    def close(self, widget: tkinter.Misc) -> None:
        """Close a window by its frame."""
        self.close_number(number_of(widget))

    def close_number(self, window: int) -> None:
        """Close a window, of whatever process."""
        self._ask(window, "_NET_CLOSE_WINDOW", X.CurrentTime, 2)

    def minimise(self, widget: tkinter.Misc) -> None:
        """Iconify a window."""
        self._ask(number_of(widget), "WM_CHANGE_STATE", 3)


def number_of(widget: tkinter.Misc) -> int:
    """Return the number of a window of Tk as window managers know it."""
    path = str(widget.winfo_toplevel()) if isinstance(widget, tkinter.Wm) else str(widget)
    inner = int(str(widget.tk.call("winfo", "id", path)), 16)
    display = Display.running[str(widget.tk.call("winfo", "screen", ".")).partition(".")[0]]
    child = display.screen.connection.create_resource_object("window", inner)
    return int(child.query_tree().parent.id)


@contextmanager
def pointer_of_another_program() -> Iterator[None]:
    """Let another client of the display have the pointer, with a button down."""
    other = Connection(os.environ["DISPLAY"])
    everywhere = other.screen().root
    modes = X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime
    everywhere.grab_pointer(False, X.ButtonPressMask, *modes)
    xtest.fake_input(other, X.ButtonPress, 1)
    other.sync()
    try:
        yield
    finally:
        xtest.fake_input(other, X.ButtonRelease, 1)
        other.ungrab_pointer(X.CurrentTime)
        other.sync()
        other.close()
