"""No window is larger than a small screen, and the buttons at its foot are always seen."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.widgets.flat_menu import FlatMenu
from mazeeditor.gui.widgets.modal import SCREEN_ENDS_PX
from tests.dialogs import TclWindow, descendants, dialog
from tests.display import Display
from tests.events import click, key, settle
from tests.gui.desk import Desk

WINDOWS = (
    *("help", "shortcuts", "about", "report-problem", "change-shortcuts", "export"),
    *("size", "go-cell", "choose-generator"),
    *(
        "help",
        "shortcuts",
        "about",
        "report-problem",
        "change-shortcuts",
        "export",
    ),
    *("size", "go-cell", "choose-generator", "settings", "search", "route-text"),
)
SEEN_WHOLE = {"TButton", "TCheckbutton", "TRadiobutton", "TCombobox", "TSpinbox", "TEntry"}
SCREENS = {96: (1024, 700), 192: (1366, 768)}  # px


@pytest.fixture(params=[96, pytest.param(192, marks=pytest.mark.slow)])
def display(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Display]:
    dpi = request.param
    display = Display(dpi, *SCREENS[dpi])
    monkeypatch.setenv("DISPLAY", display.name)
    monkeypatch.setenv("MAZEEDITOR_SCALE", str(dpi / 96))
    yield display
    display.screen.let_go()


def check(window: tk.Misc) -> None:
    """Fail unless a window and all its buttons are on the screen."""
    settle(window)
    left, top = window.winfo_rootx(), window.winfo_rooty()
    right, bottom = left + window.winfo_width(), top + window.winfo_height()
    assert left >= 0
    assert top >= 0
    assert right <= window.winfo_screenwidth()
    assert bottom - top <= window.winfo_screenheight() - SCREEN_ENDS_PX
    check_buttons(window)


def check_buttons(window: tk.Misc) -> None:
    """Fail unless all buttons and fields of a window are whole, and in it."""
    right = window.winfo_rootx() + window.winfo_width()
    bottom = window.winfo_rooty() + window.winfo_height()
    buttons = [
        widget
        for path in descendants(window, str(window))
        if ".!canvas." not in path  # which scrolls
        if (widget := TclWindow(window, path)).winfo_class() in SEEN_WHOLE
        and widget.winfo_viewable()
    ]
    assert buttons
    for button in buttons:
        assert button.winfo_rooty() + button.winfo_height() <= bottom
        assert button.winfo_rootx() + button.winfo_width() <= right
        assert button.winfo_height() >= button.winfo_reqheight()


@pytest.mark.usefixtures("display")
def test_all_of_a_window_is_on_the_screen(desk: Desk) -> None:
    for name in WINDOWS:

        def act(window: TclWindow) -> None:
            check(window)
            key(window, "Escape")

        with dialog(desk.root, act):
            desk.window.run(COMMANDS[name])
            desk.wait_for_work()


@pytest.mark.slow
@pytest.mark.usefixtures("display")
def test_all_of_the_workspace_teach_is_in_the_window_and_no_menu_is_too_high(desk: Desk) -> None:
    check_menus(desk)
    desk.root.geometry("{}x{}".format(*desk.root.minsize()))
    views = ("watch-solvers", "watch-generators", "compare", "compare-generators")
    for name in (*views, "watch-solving", "watch-generating"):
        desk.window.run(COMMANDS[name])
        desk.wait_for_work()
        desk.wait(lambda name=name: desk.session.view.workspaces.view == name, name)  # type: ignore[misc]
        settle(desk.root)
        check_buttons(desk.root)


def check_menus(desk: Desk) -> None:
    """Fail where a menu is higher than the screen, also the one of selected cells."""
    desk.session.view.selection.select(np.ones(desk.document.maze.lattice.size, np.bool_))
    settle(desk.root)
    click(desk.canvas, button=3)
    menus = [each for each in every_widget(desk.root) if isinstance(each, FlatMenu)]
    assert desk.window.context_menus.menu in menus
    filled = 0
    for menu in menus:
        if command := str(menu.cget("postcommand")):
            menu.tk.call(command)
        menu.update_idletasks()
        if menu.index("end") is None:
            continue
        filled += 1
        assert menu.winfo_reqheight() <= menu.winfo_screenheight(), menu.entrycget(0, "label")
    assert filled > 8
    key(desk.root, "Escape")
    desk.session.view.selection.clear()


def every_widget(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        yield child
        yield from every_widget(child)
