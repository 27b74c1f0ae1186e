"""What macOS asks of the program, on a Tk that says it is of macOS; no test runs there."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.gui.canvas.gestures import Gestures, Wheel
from mazeeditor.gui.desktop.keys import CONTROL
from mazeeditor.gui.desktop.mac import (
    COMMANDS,
    OF_APPLICATION,
    OPEN,
    REOPEN,
    RETRY_MS,
    answer_system,
    follow_colours,
    set_title_bars,
)
from mazeeditor.gui.empty_window import MENUS, put_bar
from mazeeditor.gui.look.classic import BAR
from mazeeditor.gui.window.bars import FILL_MS, MenuBar
from tests.dialogs import TclWindow, dialog
from tests.events import alive, key, settle
from tests.files.projects import maze
from tests.gui.desk import Desk

pytestmark = [
    pytest.mark.usefixtures("display", "without_gallery"),
    pytest.mark.own_window("they change Tk itself"),
]
COMMAND = 0x8  # as the state of an event has it
AQUA = """
rename ::tk ::tk_of_x11
proc ::tk {what args} {
    if {$what eq "windowingsystem"} {return aqua}
    uplevel 1 [list ::tk_of_x11 $what {*}$args]
}
"""


@pytest.fixture
def desk(desk: Desk) -> Desk:
    root = desk.root.nametowidget(".")
    assert not answer_system(root, lambda: desk.windows[-1], bool), "elsewhere nothing is done"
    root.tk.eval(AQUA)
    answers = answer_system(root, lambda: desk.windows[-1], lambda path: path == desk.document.path)
    root.tk.eval("rename ::tk {}; rename ::tk_of_x11 ::tk")
    assert answers
    return desk


def test_the_menu_of_the_application(desk: Desk) -> None:
    for command, title in {
        "::tk::mac::ShowPreferences": "Settings",
        "::tk::mac::ShowHelp": "First steps",
        "tkAboutDialog": "About mazeeditor",
    }.items():
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
    desk.wait(lambda: desk.document.path == path, "the maze", RETRY_MS / 1000 + 10)


@pytest.fixture
def aqua(desk: Desk) -> Iterator[Desk]:
    """Return a window whose Tk says it is of macOS while the test runs."""
    desk.root.tk.eval(AQUA)
    yield desk
    if alive(desk.root):
        desk.root.tk.eval("rename ::tk {}; rename ::tk_of_x11 ::tk")


def test_the_menu_bar_is_that_of_the_system(aqua: Desk) -> None:
    root = aqua.root
    root.nametowidget(BAR).destroy()
    put_bar(root)
    session = aqua.window.session
    bar = MenuBar(aqua.window, session.document, session.view, session.services)
    names = [str(bar.bar.entrycget(index, "label")) for index in range(len(MENUS) + 1)]
    assert names == [*list(MENUS.values())[:-1], "Window", "Help"]
    menus = [str(bar.bar.entrycget(index, "menu")) for index in range(len(names))]
    assert menus[-2:] == [f"{bar.bar}.window", f"{bar.bar}.help"]  # names that Tk knows
    assert not OF_APPLICATION & {entry.command.name for entry in bar.entries}
    full = sum(
        int(root.tk.call(menu, "index", "end")) > 0 for menu in menus if "window" not in menu
    )
    assert full == len(MENUS)
    assert FILL_MS < 5000


def test_menus_run_nothing_while_a_dialog_is_open(aqua: Desk) -> None:
    entry = next(one for one in aqua.window.menus.entries if one.command.name == "generate")
    aqua.window.menus._of_mac = True
    before = aqua.document.state

    def choose(window: TclWindow) -> None:
        entry.menu.invoke(entry.index)
        aqua.root.tk.eval("::tk::mac::ShowPreferences")
        settle(aqua.root)
        key(window, "Escape")

    with dialog(aqua.root, choose, "About mazeeditor"):
        aqua.root.tk.eval("tkAboutDialog")
    settle(aqua.root)
    assert aqua.document.state == before
    assert not aqua.root.tk.call("grab", "current", aqua.root)


MAC_COMMANDS = {  # by the version of Tk: what draws a window as it is to look
    8.6: """
    namespace eval ::tk::unsupported {}
    proc ::tk::unsupported::MacWindowStyle {what path look} {lappend ::looks $path $look}
    """,
    9.0: """
    rename wm ::wm_of_tk
    proc wm {args} {
        lassign $args what path option look
        if {$option eq "-appearance"} {lappend ::looks $path $look} else {wm_of_tk {*}$args}
    }
    """,
}


@pytest.mark.parametrize("version", MAC_COMMANDS)
def test_title_bars_are_as_the_theme(
    aqua: Desk, version: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tk, "TkVersion", version)
    root = aqua.root
    root.tk.eval(MAC_COMMANDS[version])
    shown = []
    for wish in ("dark", "light", "system"):
        root.tk.eval("set ::looks {}")
        set_title_bars(root, wish)
        shown.append(root.tk.splitlist(root.tk.eval("set ::looks")))
    assert shown == [(".", "darkaqua"), (".", "aqua"), (".", "auto")]
    top = tk.Toplevel(root)
    settle(root)
    assert str(top) in root.tk.splitlist(root.tk.eval("set ::looks"))


def test_the_theme_follows_the_system_where_it_is_to(aqua: Desk) -> None:
    wish, chosen = "dark", list[str]()
    follow_colours(aqua.root, lambda: wish, chosen.append)
    aqua.root.event_generate("<<DarkAqua>>")
    settle(aqua.root)
    assert chosen == []
    wish = "system"
    aqua.root.event_generate("<<LightAqua>>")
    settle(aqua.root)
    assert chosen == ["system"]


def test_control_and_a_click_is_a_right_click(aqua: Desk) -> None:
    """The tool must not be used by it, as by a click alone."""
    view, toolbox = aqua.window.maze_view, aqua.window.session.view.toolbox
    Gestures(view)
    used = []
    for state in (CONTROL, 0):
        place: Any = {"x": 60, "y": 60, "state": state}
        view.canvas.event_generate("<ButtonPress-1>", **place)
        used.append(toolbox.dragging)
        view.canvas.event_generate("<ButtonRelease-1>", **place)
    assert used == [False, True]
    Wheel(view)
    before = view.viewport.zoom
    view.canvas.event_generate("<MouseWheel>", delta=3, state=COMMAND)  # lines, up to Tk 8.6
    assert (view.viewport.zoom > before) == (tk.TkVersion < 8.7)
