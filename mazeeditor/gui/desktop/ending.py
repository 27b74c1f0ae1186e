"""Ends all windows from outside, with its unsaved work kept: signals, and the loss of the screen.

::

    signal       handler (between two bytecodes) --> event loop --> snapshot, exit with 128 + number
    logging out  the window manager asks for the state (WM_SAVE_YOURSELF) --> snapshot
    X server     its connection breaks --> Xlib calls back, and ends the process afterwards
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING

from mazeeditor.core.processes.end_signals import END_SIGNALS
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.app.workspace import Workspace

LOST = 1  # exit status where the screen is gone
POLL = 100  # ms: Tk waits for events without looking for signals


class Ending:
    """What ends the windows from outside; to be kept as long as there are any.

    The process ends at once then, whatever dialog is open: what waits for an answer in Python
    would go on with widgets that are no more.
    """

    def __init__(self) -> None:
        """React to the loss of the screen: made before Tk connects to it."""
        self.workspaces: Callable[[], list[Workspace]] = list  # whose work is kept
        self._number = 0
        self._handler = _on_lost_screen(self._lose_screen)  # C keeps no reference

    def look_for_signals(self, timer: tk.Misc) -> None:
        """React to signals, by ``timer``, which outlives each window."""
        import threading  # not before the window is seen

        self._timer = timer
        if threading.current_thread() is threading.main_thread():
            for number in END_SIGNALS:
                if signal.getsignal(number) != signal.SIG_IGN:  # nohup, or a job in the background
                    signal.signal(number, self._note)
            self._poll()

    def _note(self, number: int, _frame: FrameType | None) -> None:
        """Leave it to the event loop: an edit may be half done at this moment."""
        self._number = number

    def _poll(self) -> None:
        if self._number:
            self._end(_("Terminated"), 128 + self._number)
        self._timer.after(POLL, self._poll)

    def _lose_screen(self, *_arguments: object) -> int:
        self._end(_("The screen is gone"), LOST)
        return 0

    def _end(self, reason: str, status: int) -> None:
        """Keep the work and end the process; no thread and no destructor is waited for."""
        try:
            workspaces = self.workspaces()
            dirty = any(each.document.dirty or each.opened.drafts.unsaved for each in workspaces)
            state = self._state(dirty, all(list(map(_abandoned, workspaces))))
        except Exception as problem:  # the process ends in any case, so there is no other place
            state = f"; {type(problem).__name__}: {problem}"
        with suppress(OSError, ValueError):  # the terminal may be gone too
            if sys.stderr:
                print(f"mazeeditor: {reason}{state}.", file=sys.stderr, flush=True)
        os._exit(status)

    @staticmethod
    def _state(dirty: bool, safe: bool) -> str:
        if not dirty:
            return ""
        if safe:
            return _("; the unsaved work is kept, and offered at the next start")
        return _("; the unsaved work could not be kept")


def _abandoned(workspace: Workspace) -> bool:
    """Keep the work of a window; whatever is wrong with it, the others are kept too."""
    try:
        return workspace.abandon()
    except Exception:  # the process ends: what has been reported is all that can be
        return False


def _on_lost_screen(react: Callable[..., int]) -> object:
    """Let Xlib call ``react`` before it ends the process; returns what must be kept for that.

    Tk has loaded Xlib by now, and has no connection yet: Xlib asks for the handler of all when one
    breaks. Where there is no Xlib, the screen is lost in other ways.
    """
    if sys.platform in ("win32", "darwin"):
        return None
    handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(react)
    with suppress(OSError, AttributeError):  # Tk may bring an Xlib of its own
        ctypes.CDLL("libX11.so.6").XSetIOErrorHandler(handler)
    return handler
