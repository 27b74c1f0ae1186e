"""Starts the window: an empty one at once, filled a moment later, the rest when it is seen.

::

    python  Tk  [window] numpy ... [maze and buttons]  panel, file, compiler in a thread
    0 ms             ~100                      ~300
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from mazeeditor.errors import CancelledError, MazeError
from mazeeditor.gui import scaling, theme
from mazeeditor.gui.menus import put_bar
from mazeeditor.gui.settings import Settings, settings_path
from mazeeditor.gui.system import maximise, mode_of
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.dialogs import Dialogs
    from mazeeditor.gui.window import Window

SWITCH = 0.001  # s after which a thread that computes lets the window's go on (Python's is 0.005)


class Application(tk.Tk):
    """The main window of the program, in which no error goes unseen."""

    dialogs: Dialogs | None = None
    telling = False

    def report_callback_exception(
        self, exc: type[BaseException], val: BaseException, tb: TracebackType | None
    ) -> None:
        """Show an error as one sentence; a mistake of the program is written to the log too."""
        if isinstance(val, CancelledError):
            return
        if not isinstance(val, MazeError):
            log(exc, val, tb)
            words = _("This is a mistake of the program: {name}: {words}. Your maze is as it was.")
            val = MazeError(words.format(name=exc.__name__, words=val))
        if self.dialogs and not self.telling:  # the next error may come while a person reads
            self.telling = True
            try:
                self.dialogs.error(str(val))
            finally:
                self.telling = False


def log(exc: type[BaseException], val: BaseException, tb: TracebackType | None) -> None:
    """Write an error with all that led to it to the log, which is stderr unless set up."""
    import logging

    logging.getLogger("mazeeditor").error("An error in the program", exc_info=(exc, val, tb))


def start(
    settings: Settings,
    path: Path | None = None,
    ask: Callable[[tk.Misc], Dialogs] | None = None,
) -> Window:
    """Return the window, on the screen, with a maze; raises ``MazeError`` without a display.

    ``ask`` makes what asks the questions.
    """
    root, scale = open_empty(settings)
    from mazeeditor.gui.dialogs import Dialogs
    from mazeeditor.gui.window import Window

    root.dialogs = (ask or Dialogs)(root)
    window = Window(root, first_document(), settings, root.dialogs, scale)
    root.update()
    window.get_ready(path)
    return window


def open_empty(settings: Settings) -> tuple[Application, float]:
    """Put an empty window on the screen and return it with its scale."""
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
    theme.prepare(root, mode_of(settings.theme), scale)
    root.title("mazeeditor")
    put_bar(root)
    _place(root, settings, scale)
    root.deiconify()
    root.update()
    return root, scale


def first_document() -> Document:
    """Return a document with a maze such as most want."""
    from mazeeditor.editing.document import Document
    from mazeeditor.editing.work import made
    from mazeeditor.maze.random import new_seed

    recipe = {"generator": "backtracker", "seed": new_seed(), "braid": 0.0}
    return Document(made(recipe, "rectangular", {}), recipe)


def _place(root: tk.Tk, settings: Settings, scale: float) -> None:
    """Give the window the size it had, as far as the screen has that."""
    width = min(round(settings.width * scale), root.winfo_screenwidth())
    height = min(round(settings.height * scale), root.winfo_screenheight())
    root.geometry(f"{width}x{height}")
    if settings.maximised:
        maximise(root)


def run(path: Path | None = None) -> int:
    """Show the window until it is closed; returns the exit status."""
    sys.setswitchinterval(SWITCH)
    window = start(Settings.load(settings_path()), path)
    window.root.mainloop()
    return 0
