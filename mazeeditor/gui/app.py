"""Starts the window: it is on the screen first, then gets ready what is not seen at once."""

from __future__ import annotations

import logging
import sys
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from mazeeditor.editing.document import Document
from mazeeditor.editing.work import made
from mazeeditor.errors import CancelledError, MazeError
from mazeeditor.gui import scaling
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.settings import Settings, settings_path
from mazeeditor.gui.window import Window
from mazeeditor.maze.random import new_seed
from mazeeditor.words import _

SWITCH = 0.001  # s after which a thread that computes lets the window's go on (Python's is 0.005)
SMALL_FILE = 1 << 19  # bytes that are read before the window is there: its maze is the first seen
LOG = logging.getLogger("mazeeditor")


class Application(tk.Tk):
    """The main window of the program, in which no error goes unseen."""

    dialogs: Dialogs | None = None
    telling = False

    def report_callback_exception(
        self, exc: type[BaseException], val: BaseException, tb: TracebackType | None
    ) -> None:
        """Show an error as one sentence; one of the program's own is written to the log too."""
        if isinstance(val, CancelledError):
            return
        if not isinstance(val, MazeError):
            LOG.error("An error in the program", exc_info=(exc, val, tb))
            val = MazeError(
                _("This is a mistake of the program: {name}: {words}. Your maze is as it was.")
                .format(name=exc.__name__, words=val)
            )  # fmt: skip
        if self.dialogs and not self.telling:  # the next error may come while a person reads
            self.telling = True
            try:
                self.dialogs.error(str(val))
            finally:
                self.telling = False


def start(
    settings: Settings,
    path: Path | None = None,
    ask: Callable[[tk.Misc], Dialogs] = Dialogs,
) -> Window:
    """Return the window, on the screen, with a maze; raises ``MazeError`` without a display.

    ``ask`` makes what asks the questions.
    """
    scaling.prepare()
    try:
        root = Application(className="mazeeditor")
    except tk.TclError as problem:
        raise MazeError(
            _(
                "The window needs a display ({problem}). Without one, use the command line: "
                "mazeeditor --help."
            ).format(problem=problem)
        ) from None
    root.withdraw()
    scale = scaling.detect(root)
    root.dialogs = ask(root)
    window = Window(root, first_document(), settings, root.dialogs, scale)
    _place(window)
    root.deiconify()
    root.update()
    window.get_ready(path)
    return window


def first_document() -> Document:
    """Return a document with a maze such as most want."""
    recipe = {"generator": "backtracker", "seed": new_seed(), "braid": 0.0}
    return Document(made(recipe, "rectangular", {}), recipe)


def _place(window: Window) -> None:
    """Give the window the size it had, as far as the screen has that."""
    root, settings = window.root, window.settings
    width = min(round(settings.width * window.scale), root.winfo_screenwidth())
    height = min(round(settings.height * window.scale), root.winfo_screenheight())
    root.geometry(f"{width}x{height}")
    if settings.maximised:
        root.tk.call("wm", "attributes", root, "-zoomed", True)


def run(path: Path | None = None) -> int:
    """Show the window until it is closed; returns the exit status."""
    sys.setswitchinterval(SWITCH)
    window = start(Settings.load(settings_path()), path)
    window.root.mainloop()
    return 0
