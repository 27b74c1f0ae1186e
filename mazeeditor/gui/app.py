"""Starts the window: an empty one at once, filled a moment later, the rest when it is seen.

::

    python  Tk  [window] numpy ... [maze and buttons]  panel, file, compiler in a thread
    0 ms             ~100                      ~300
"""

from __future__ import annotations

import gc
import os
import sys
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from mazeeditor.errors import CancelledError, MazeError
from mazeeditor.gui import look, scaling
from mazeeditor.gui.empty_window import place, put_bar
from mazeeditor.gui.system import ask_mode
from mazeeditor.translation import _
from mazeeditor.workspace.settings import Settings
from mazeeditor.workspace.user_folders import settings_path

if TYPE_CHECKING:
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.dialogs import Dialogs
    from mazeeditor.gui.look import Theme
    from mazeeditor.gui.window import Window

SWITCH = 0.001  # s after which a thread that computes lets the window's go on (Python's is 0.005)


class Application(tk.Tk):
    """The main window of the program; an error in a callback is always shown and logged.

    An error that is raised while another one is shown waits until that is closed.
    """

    def __init__(self, name: str) -> None:
        super().__init__(className=name)
        self.window: Window | None = None
        self._texts: list[str] = []  # of errors that are not shown yet
        self._showing = False

    def report_callback_exception(
        self, exc: type[BaseException], val: BaseException, tb: TracebackType | None
    ) -> None:
        """Show an error as one sentence, and write an internal one to the log.

        Ctrl+C in the terminal ends the event loop.
        """
        if isinstance(val, KeyboardInterrupt):
            raise val
        if isinstance(val, CancelledError):
            return
        if isinstance(val, MazeError):
            text = str(val)
        else:
            log(exc, val, tb)
            text = _("Internal error: {name}: {text}.").format(name=exc.__name__, text=val)
            if self.window and self.window.workspace.harmless is val:
                text = _("{error} The maze has not changed.").format(error=text)
        self._texts.append(text)
        self._show_errors()

    def _show_errors(self) -> None:
        """Show one text after the other."""
        if self.window is None or self._showing:
            return
        self._showing = True
        try:
            while self._texts:
                self.window.dialogs.show_error(self._texts.pop(0))
        finally:
            self._showing = False


def log(exc: type[BaseException], val: BaseException, tb: TracebackType | None) -> None:
    """Write an error with its traceback to the log, which is stderr unless set up."""
    import logging

    logging.getLogger("mazeeditor").error("Internal error", exc_info=(exc, val, tb))


def start(
    settings: Settings,
    path: Path | None = None,
    ask: Callable[[tk.Misc], Dialogs] | None = None,
) -> Window:
    """Return the window, on the screen, with a maze; raises ``MazeError`` without a display.

    ``ask`` makes what asks the questions. Python's collector is off from now on: only the event
    loop collects (see ``garbage``).
    """
    gc.disable()
    root, theme = open_empty(settings)
    from mazeeditor.gui.dialogs import Dialogs
    from mazeeditor.gui.garbage import Collector
    from mazeeditor.gui.window import Window

    window = Window(root, first_document(), settings, (ask or Dialogs)(root), theme)
    root.window = window
    root.update()
    window.get_ready(path)
    Collector(root)
    return window


def open_empty(settings: Settings) -> tuple[Application, Theme]:
    """Put an empty window on the screen and return it with its look."""
    scaling.prepare()
    mode = ask_mode(settings.theme)
    try:
        root = Application("mazeeditor")
    except tk.TclError as problem:
        raise MazeError(
            _(
                "The window needs a display ({problem}). Without one, use the command line: "
                "mazeeditor --help."
            ).format(problem=problem)
        ) from None
    root.withdraw()
    scale = scaling.detect(root)
    theme = look.prepare(root, mode(), scale)
    root.title("mazeeditor")
    put_bar(root)
    place(root, settings, scale)
    root.deiconify()
    root.update()
    return root, theme


def first_document() -> Document:
    """Return a document with a maze such as most want."""
    from mazeeditor.editing.document import Document
    from mazeeditor.recipe import Recipe, maze_of

    recipe = Recipe("backtracker", braid=0.0).seeded()
    return Document(maze_of(recipe), recipe)


def run(path: Path | None = None) -> int:
    """Show the window until it is closed; returns the exit status."""
    sys.setswitchinterval(SWITCH)
    window = start(Settings.load(settings_path()), path)
    from mazeeditor.gui.ending import Ending

    ending = Ending(window.root, window.workspace)
    window.root.mainloop()
    del ending  # no signal can come any more that has anything to keep
    _leave_the_compiler()
    return 0


def _leave_the_compiler() -> None:
    """End the process here where a kernel is being compiled.

    That cannot be interrupted and takes up to a second, for which a process that ends in order
    has to wait (see ``jit``).
    """
    from mazeeditor import jit

    if jit.end():
        for stream in (sys.stdout, sys.stderr):
            if stream:  # a program without a console has none
                stream.flush()
        os._exit(0)
