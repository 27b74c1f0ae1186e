"""What macOS asks of a program beside its windows: files to open, Settings, Help, About, Quit.

Tk calls commands of Tcl with fixed names for the menu of the application and for files from the
Finder, see tk_mac(n). The first entry of that menu is About, which calls ``tkAboutDialog``.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from mazeeditor.gui.desktop.blocking import bring_forward

AGAIN = 500  # ms until files are offered again to a window that a dialog blocks
COMMANDS = {  # of Tk, and what they run
    "::tk::mac::ShowPreferences": "settings",
    "::tk::mac::ShowHelp": "help",
    "tkAboutDialog": "about",
    "::tk::mac::Quit": "quit",
}
OPEN, REOPEN = "::tk::mac::OpenDocument", "::tk::mac::ReopenApplication"


class Front(Protocol):
    """The window in front, as far as the system asks for it."""

    root: tk.Tk | tk.Toplevel

    def may_take_files(self) -> bool:
        """Whether files can be opened now."""

    def take_files(self, paths: list[Path]) -> None:
        """Open files."""

    def run_named(self, name: str) -> None:
        """Run a command by its name."""


def answer_system(
    root: tk.Tk, front: Callable[[], Front], show_window_of: Callable[[Path], bool]
) -> bool:
    """Let the system ask the window that ``front`` returns; returns whether it is macOS.

    ``show_window_of`` brings the window of a file in front, if there is one.
    """
    if str(root.tk.call("tk", "windowingsystem")) != "aqua":
        return False
    root.tk.eval("namespace eval ::tk::mac {}")
    create = root.tk.createcommand
    for tcl, name in COMMANDS.items():
        # later: the system waits for the answer, and a command may show a dialog
        create(tcl, lambda name=name: root.after_idle(lambda: front().run_named(name)) and "")

    def open_files(*names: str) -> None:
        others = [path for path in map(Path, names) if not show_window_of(path)]
        if others:
            take(others)

    def take(paths: list[Path]) -> None:
        if front().may_take_files():
            front().take_files(paths)
        else:
            root.after(AGAIN, take, paths)

    def come_forward() -> None:
        window = front().root
        bring_forward(window, str(window))

    create(OPEN, lambda *names: root.after_idle(lambda: open_files(*names)) and "")
    create(REOPEN, come_forward)
    return True
