"""What macOS asks of a program beside its windows: files to open, Settings, Help, About, Quit.

Tk calls commands of Tcl with fixed names for the menu of the application and for files from the
Finder, see tk_mac(n). The first entry of that menu is About, which calls ``tkAboutDialog``. Title
bars are light or dark as the theme is, and the theme follows the system where it is to.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from mazeeditor.gui.desktop.blocking import bring_forward, leads_to_dialog
from mazeeditor.gui.desktop.system import is_mac, paint_windows

RETRY_MS = 500  # ms until files are offered again to a window that a dialog blocks
COMMANDS = {  # of Tk, and what they run
    "::tk::mac::ShowPreferences": "settings",
    "::tk::mac::ShowHelp": "help",
    "tkAboutDialog": "about",
    "::tk::mac::Quit": "quit",
}
OF_APPLICATION = frozenset(COMMANDS.values())  # commands that its menus have already
CHANGES = ("<<LightAqua>>", "<<DarkAqua>>")  # what Tk sends when the system changes its colours
LOOKS = {"light": "aqua", "dark": "darkaqua"}  # of title bars, by themes; others follow the system
LOOK = "::mazeeditor_look"  # of Tcl: that of windows to come
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
    if not is_mac(root):
        return False
    root.tk.eval("namespace eval ::tk::mac {}")
    create = root.tk.createcommand

    def run(name: str) -> None:
        if not leads_to_dialog(root):
            front().run_named(name)

    for tcl, name in COMMANDS.items():
        # later: the system waits for the answer, and a command may show a dialog
        create(tcl, lambda name=name: root.after_idle(run, name) and "")

    def open_files(*names: str) -> None:
        others = [path for path in map(Path, names) if not show_window_of(path)]
        if others:
            take(others)

    def take(paths: list[Path]) -> None:
        if front().may_take_files():
            front().take_files(paths)
        else:
            root.after(RETRY_MS, take, paths)

    def come_forward() -> None:
        window = front().root
        bring_forward(window, str(window))

    create(OPEN, lambda *names: root.after_idle(lambda: open_files(*names)) and "")
    create(REOPEN, come_forward)
    return True


def follow_colours(
    root: tk.Misc, wish: Callable[[], str], set_theme: Callable[[str], None]
) -> None:
    """Let the theme follow the system where the ``wish`` of the user is ``system``."""

    def follow(event: tk.Event[tk.Misc]) -> None:
        if event.widget is root and wish() == "system":
            root.after_idle(set_theme, "system")

    for change in CHANGES:
        root.bind(change, follow, add=True)


def set_title_bars(root: tk.Misc, wish: str) -> None:
    """Give all windows, also those to come, title bars of a theme: ``light``, ``dark``, another.

    Does nothing on other systems.
    """
    if is_mac(root):
        paint_windows(root, LOOK, LOOKS.get(wish, "auto"), partial(_paint, root))


def _paint(root: tk.Misc, path: str) -> None:
    """Let macOS draw a window as it is to look; Tk 9 has another command for that."""
    call = root.tk.call
    with suppress(tk.TclError):  # it is gone, or an older Tk has neither
        look = str(call("set", LOOK))
        if tk.TkVersion >= 9:
            call("wm", "attributes", path, "-appearance", look)
        else:
            call("::tk::unsupported::MacWindowStyle", "appearance", path, look)
