"""Takes files that are dragged from the desktop onto a window, where tkinterdnd2 is installed.

That package brings tkdnd, which Tk loads into the process: 2 ms for its import and 6 for tkdnd, so
it is done once the window is seen. Without it, or where tkdnd cannot be loaded on a system, files
are opened by the menu as ever.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path

from mazeeditor.gui.desktop.system import Root

TAKE, REFUSE = "copy", "refuse_drop"
FILES = "DND_Files"


def accept_files(
    window: Root,
    ready: Callable[[], bool],
    on_files: Callable[[list[Path]], object],
) -> bool:
    """Call ``on_files`` with what is dropped onto a window while it is ``ready`` for it.

    That is called later, as the program that the files come from waits for the end of the drop.
    Returns whether files can be dropped here.
    """
    try:
        from tkinterdnd2 import TkinterDnD

        TkinterDnD._require(window)  # what its own class of main windows does
        window.tk.call("tkdnd::drop_target", "register", window, FILES)
    except (ImportError, RuntimeError, tk.TclError):
        return False

    def answer() -> str:
        return TAKE if ready() else REFUSE

    def drop(data: str) -> str:
        paths = [path for text in window.tk.splitlist(data) if (path := _path_of(text))]
        if not paths or not ready():
            return REFUSE
        window.after(0, lambda: on_files(paths))
        return TAKE

    # not <<DropEnter>>: where that has a binding, tkdnd takes the focus from a dialog
    window.tk.call("bind", window, "<<DropPosition>>", window.register(answer))
    window.tk.call("bind", window, "<<Drop>>", f"{window.register(drop)} %D")
    return True


def _path_of(text: str) -> Path | None:
    """Return the path of a dropped file: ``/a/b``, or ``host/a/b`` of ``file://host/a/b``."""
    if "://" in text or "\0" in text:  # of the web
        return None
    path = Path(text)
    if path.is_absolute():
        return path
    _host, slash, rest = text.partition("/")
    return Path(slash + rest) if slash else None
