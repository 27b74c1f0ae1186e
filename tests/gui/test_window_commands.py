"""Every command: in a menu, under its keys, available, and never an error."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from pathlib import Path

import pytest

from mazeeditor.app.commands import COMMANDS, SUBMENUS
from mazeeditor.app.ui import Unsaved
from mazeeditor.gui.empty_window import MENUS
from mazeeditor.gui.window.bars import MenuEntry
from tests.breadth import stress
from tests.dialogs import TclWindow, dialog
from tests.events import alive, click, key, settle
from tests.gui.desk import Desk

pytestmark = [pytest.mark.usefixtures("display")]

OPEN_WITHOUT_A_MAZE = {
    "help": "First steps",
    "shortcuts": "Keyboard shortcuts",
    "change-shortcuts": "Change keyboard shortcuts",
    "about": "About mazeeditor",
    "report-problem": "Report a problem",
    "settings": "Settings",
}
OPEN_A_WINDOW = OPEN_WITHOUT_A_MAZE | {
    "size": "Size in millimetres",
    "choose-generator": "Choose generator",
    "route-text": "Route around text",
    "export": "Export",
    "go-cell": "Go to cell",
    "search": "Search",
    "stamps": "Stamps",
}


def entry(desk: Desk, name: str) -> MenuEntry:
    return next(each for each in desk.window.menus.entries if each.command.name == name)


def test_every_command_stands_in_one_menu(desk: Desk) -> None:
    shown = [each.command.name for each in desk.window.menus.entries]
    assert sorted(shown) == sorted(COMMANDS.names())
    assert {command.menu for command in COMMANDS} == set(MENUS)
    assert {submenu.menu for submenu in SUBMENUS} <= set(MENUS)


def test_no_two_items_of_a_menu_have_the_same_place() -> None:
    places = Counter((entry.menu, entry.order) for entry in (*COMMANDS, *SUBMENUS))
    assert [place for place, number in places.items() if number > 1] == []


def test_every_command_says_what_it_does_and_has_keys_of_its_own() -> None:
    for command in COMMANDS:
        assert command.summary, command.name
        assert command.label, command.name
    owners = Counter(chord for command in COMMANDS for chord in command.keys)
    assert [chord for chord, number in owners.items() if number > 1] == []


OF_WINDOWS = {"quit", "close", "new-window", "new"}  # the last covers the canvas
REFUSED = {"save-sheet", "print-sheet"}  # where Generate has a painted outline
FIRST = "symmetry"  # before other commands change the outline
OTHERS = sorted({*COMMANDS.names()} - OF_WINDOWS - REFUSED - {*OPEN_A_WINDOW} - {FIRST})


@pytest.mark.slow
def test_every_command_can_be_asked_for(desk: Desk, tmp_path: Path) -> None:
    """Twice in a row, as toggles and undo are, on a maze that has been edited and solved."""
    for name in [FIRST, *OTHERS]:
        if not desk.document.solution:
            desk.window.run(COMMANDS["solve"])
            desk.wait_for_work()
        desk.session.view.toolbox.choose("wall")
        if not desk.document.can_undo:
            click(desk.canvas, *desk.middle_of(3, 3, "right"))
        for _time in range(2):
            desk.answers.unsaved, desk.answers.confirmed = [Unsaved.DISCARD], [True]
            file = f"{name}.maze" if name in ("save-stamp", "save-template") else "a.maze"
            desk.answers.paths = [tmp_path / file if name.startswith("save") else None]
            assert COMMANDS[name].label_in(desk.session.parts)
            desk.window.run(COMMANDS[name])
            desk.wait_for_work()
        assert desk.answers.errors == [], name
    close_others(desk)


def close_others(desk: Desk) -> None:
    """Close what the commands have opened besides the main window."""
    for child in desk.root.winfo_children():
        if isinstance(child, tk.Toplevel):
            child.destroy()


@pytest.mark.slow
def test_dialogs_open_with_their_key_and_close_with_escape(desk: Desk) -> None:
    pressed = {
        "Mod+E": "ctrl+e",
        "Mod+J": "ctrl+j",
        "Mod+Shift+I": "ctrl+shift+i",
        "Mod+K": "ctrl+k",
        "Mod+F": "ctrl+f",
        "Mod+Shift+T": "ctrl+shift+t",
        "Shift+F1": "shift+F1",
        "?": "question",
        "Mod+Alt+S": "ctrl+alt+s",
        "Mod+Alt+B": "ctrl+alt+b",
        "Mod+Alt+M": "ctrl+alt+m",
        "Mod+Shift+U": "ctrl+shift+u",
        "Mod+,": "ctrl+comma",
    }
    for name, title in OPEN_A_WINDOW.items():
        keys = COMMANDS[name].keys
        with dialog(desk.root, lambda window: key(window, "Escape"), title):
            if keys:
                key(desk.root, pressed[keys[0]])
            else:
                desk.window.run(COMMANDS[name])
        assert alive(desk.root), name


TRIED = 5  # of the widgets of each window, in the ordinary suite


def test_escape_closes_a_window_from_each_of_its_widgets(desk: Desk) -> None:
    def reached(window: TclWindow) -> list[str]:
        """Return the widgets in the order in which Tab leads to them."""
        paths = [str(window.tk.call("tk_focusNext", window))]
        while (following := str(window.tk.call("tk_focusNext", paths[-1]))) not in paths:
            paths.append(following)
        return paths

    number, count = 0, 1
    while number < count:

        def act(window: TclWindow, number: int = number) -> None:
            nonlocal count
            paths = reached(window)
            count = len(paths)
            widget = paths[min(number, count - 1)]  # some go while it works
            window.tk.call("focus", widget)
            settle(window)
            assert str(window.tk.call("focus")) == widget
            key(window, "Escape")

        with dialog(desk.root, act):
            desk.window.run(COMMANDS["export"])
            desk.wait_for_work()
        number += 1 if stress() else max(1, count // TRIED)
    assert count > 2


@pytest.mark.slow
def test_undo_and_redo_name_the_step_and_are_grey_without_one(desk: Desk) -> None:
    button = desk.window.bar.buttons["undo"]
    assert entry(desk, "undo").shown == ("Undo", False)
    assert button.instate(["disabled"])
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    settle(desk.root)
    named = entry(desk, "undo").shown
    assert named in {("Undo: Add 1 wall", True), ("Undo: Erase 1 wall", True)}
    menu, index = entry(desk, "undo").menu, entry(desk, "undo").index
    assert menu.entrycget(index, "label") == named[0]
    assert button.instate(["!disabled"])
    click(button)
    assert entry(desk, "undo").shown == ("Undo", False)
    assert entry(desk, "redo").shown == (named[0].replace("Undo", "Redo"), True)
    assert button.instate(["disabled"])
    assert not desk.document.dirty
    for redo in ("ctrl+y", "ctrl+shift+z"):
        key(desk.root, redo)
        assert entry(desk, "undo").shown == named
        key(desk.root, "ctrl+z")
        assert entry(desk, "undo").shown == ("Undo", False)


def test_recent_files_open_from_the_menu(desk: Desk, tmp_path: Path) -> None:
    desk.answers.paths = [tmp_path / "one.maze"]
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    (label, open_it), *others = desk.session.parts.call(SUBMENUS["recent"].run)
    assert label.startswith("one.maze")
    assert not others
    before = desk.document.maze
    open_it()
    desk.wait(lambda: desk.document.maze is not before, "the recent file")
    (tmp_path / "one.maze").unlink()
    open_it()
    desk.wait_for_work()
    assert "one.maze" in desk.answers.errors[0]
    assert desk.session.services.settings.recent == []


def test_zoom_keys(desk: Desk) -> None:
    fitted = desk.view.viewport.percent
    for combination, sign in {"ctrl+plus": 1, "ctrl+minus": -1, "plus": 1, "minus": -1}.items():
        key(desk.root, combination)
        assert (desk.view.viewport.percent > fitted) is (sign > 0), combination
        assert desk.window.status.zoom.get() == f"{desk.view.viewport.percent:.0f} %"
        key(desk.root, "ctrl+0")
        assert desk.view.viewport.percent == fitted
    key(desk.root, "ctrl+1")
    assert desk.view.viewport.percent == 100
