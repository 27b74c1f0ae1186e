"""What macOS asks of the program, on a Tk that says it is of macOS; no test runs there."""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress
from pathlib import Path

import pytest

from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.gui.desktop.mac import AGAIN, COMMANDS, OPEN, REOPEN, answer_system
from tests.dialogs import TclWindow, dialog
from tests.events import alive, key, settle
from tests.files.projects import maze
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display", "without_gallery")
AQUA = """
rename ::tk ::tk_of_x11
proc ::tk {what args} {
    if {$what eq "windowingsystem"} {return aqua}
    uplevel 1 [list ::tk_of_x11 $what {*}$args]
}
"""


@pytest.fixture
def desk() -> Desk:
    desk = open_desk()
    root = desk.root.nametowidget(".")
    root.tk.eval(AQUA)
    answers = answer_system(root, lambda: desk.windows[-1], lambda path: path == desk.document.path)
    root.tk.eval("rename ::tk {}; rename ::tk_of_x11 ::tk")
    assert answers
    return desk


def test_elsewhere_nothing_is_done() -> None:
    root = open_desk().root
    assert isinstance(root, tk.Tk)
    assert not answer_system(root, lambda: pytest.fail("not here"), lambda _path: False)
    assert root.tk.eval("info commands ::tk::mac::Quit") == ""


@pytest.mark.parametrize(
    ("command", "title"),
    [
        ("::tk::mac::ShowPreferences", "Settings"),
        ("::tk::mac::ShowHelp", "Help"),
        ("tkAboutDialog", "About mazeeditor"),
    ],
)
def test_the_menu_of_the_application(desk: Desk, command: str, title: str) -> None:
    assert command in COMMANDS
    with dialog(desk.root, lambda window: key(window, "Escape"), title):
        assert desk.root.tk.eval(command) == ""


def test_quit_closes_the_windows_where_all_is_saved(desk: Desk) -> None:
    root = desk.root
    root.tk.eval("::tk::mac::Quit")
    with suppress(tk.TclError):
        root.update_idletasks()
    assert not alive(root)


def test_files_of_the_finder_open_in_the_window_in_front(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "with blank.maze"
    save(Project(maze(3, 4)), path)
    desk.root.tk.call(OPEN, str(path))
    desk.wait(lambda: desk.document.path == path, "the maze")
    desk.root.tk.call(OPEN, str(path))  # it is open: nothing is asked
    settle(desk.root)
    assert desk.document.path == path
    desk.root.tk.eval(REOPEN)


def test_files_wait_until_a_dialog_is_closed(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    save(Project(maze(3, 4)), path)

    def come(window: TclWindow) -> None:
        desk.root.tk.call(OPEN, str(path))
        settle(desk.root)
        assert desk.document.path is None
        key(window, "Escape")

    with dialog(desk.root, come, "About mazeeditor"):
        desk.root.tk.eval("tkAboutDialog")
    desk.wait(lambda: desk.document.path == path, "the maze", AGAIN / 1000 + 10)
