"""The bar of tool options above the maze: by mouse, by keys, in small windows, with keys held."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

import pytest

from mazeeditor.editing.tools import MODES, TOOLS
from mazeeditor.gui.widgets.focus_order import tab_stops
from mazeeditor.gui.window.tool_bar import DropDown, OptionRow
from tests.events import click, held, key, move, press, release, settle
from tests.gui.desk import Desk


def row(desk: Desk) -> OptionRow:
    settle(desk.root)
    return desk.window.tool_bar.row


def mode(desk: Desk) -> str:
    return desk.session.view.toolbox.mode.name


def texts(desk: Desk) -> list[str]:
    """Return what the bar shows, from the left."""
    parts = [*row(desk).pack_slaves(), *desk.window.tool_bar.held_keys.pack_slaves()]
    return [text_of(part) for part in parts if text_of(part)]


def text_of(part: tk.Misc) -> str:
    return "" if isinstance(part, ttk.Separator) else str(part.cget("text")).strip()


def lit(desk: Desk) -> list[str]:
    """Return what is chosen, and which keys are shown as held."""
    settle(desk.root)
    parts = [*row(desk).pack_slaves(), *desk.window.tool_bar.held_keys.pack_slaves()]
    return [
        text_of(part)
        for part in parts
        if isinstance(part, ttk.Widget) and part.instate(["selected"])
    ]


def blank(desk: Desk) -> None:
    """Take all inner walls away."""
    maze = desk.document.maze.copy()
    walls = maze.closed_walls()
    lower, _slots, upper, _backs = maze.lattice.sides_of(walls)
    maze.toggle(walls[maze.lattice.inside[lower] & maze.lattice.inside[upper]])
    desk.document.new(maze)
    settle(desk.root)


def test_each_key_chooses_its_tool_and_mode(desk: Desk) -> None:
    for each in MODES:
        key(desk.root, each.key.lower())
        assert mode(desk) == each.name
        assert desk.session.view.toolbox.tool.name == each.tool
        assert desk.window.strip.buttons[each.tool].instate(["selected"])
        modes = row(desk).modes
        assert not modes or modes[each.name].instate(["selected"])


def test_a_tool_is_taken_in_the_mode_that_was_used_last(desk: Desk) -> None:
    click(row(desk).modes["erase"])
    assert mode(desk) == "erase"
    click(desk.window.strip.buttons["select"])
    click(row(desk).modes["lasso"])
    click(desk.window.strip.buttons["wall"])
    assert mode(desk) == "erase"
    click(desk.window.strip.buttons["select"])
    assert mode(desk) == "lasso"
    assert desk.window.strip.buttons["select"].tip.current_text() == "Select with a lasso   O"


@pytest.mark.slow
def test_the_maze_does_not_jump_when_another_tool_is_taken(desk: Desk) -> None:
    """The bar is there in Draw alone."""
    places = set()
    for tool in TOOLS:
        click(desk.window.strip.buttons[tool.name])
        settle(desk.root)
        places.add(
            (desk.canvas.winfo_rooty(), desk.canvas.winfo_rootx(), desk.canvas.winfo_width())
        )
    assert len(places) == 1
    assert desk.window.tool_bar.winfo_ismapped()
    key(desk.root, "alt+2")
    assert not desk.window.tool_bar.winfo_ismapped()
    key(desk.root, "alt+1")
    assert desk.window.tool_bar.winfo_ismapped()


def check_nothing_is_cut(desk: Desk) -> None:
    bar = desk.window.tool_bar
    for each in MODES:
        key(desk.root, each.key.lower())
        settle(desk.root)
        for part in (*row(desk).pack_slaves(), *bar.held_keys.pack_slaves()):
            if not part.winfo_ismapped():
                continue
            assert part.winfo_width() >= part.winfo_reqwidth(), (each.name, part)
            assert part.winfo_height() >= part.winfo_reqheight() or "separator" in str(part)
            right = part.winfo_rootx() + part.winfo_width()
            assert right <= bar.winfo_rootx() + bar.winfo_width(), (each.name, part)
        keys = bar.held_keys
        ends = row(desk).winfo_rootx() + row(desk).winfo_reqwidth()
        assert not keys.winfo_ismapped() or ends <= keys.winfo_rootx(), each.name
    names = [button for button in desk.window.strip.buttons.values() if button.cget("text")]
    assert all(button.winfo_height() >= button.winfo_reqheight() for button in names)


@pytest.mark.slow
def test_nothing_is_cut_in_small_windows(desk: Desk) -> None:
    for size in ("1280x860", "900x600", "700x500", "640x420"):
        desk.root.geometry(size)
        settle(desk.root)
        check_nothing_is_cut(desk)
        key(desk.root, "d")
        settle(desk.root)
        if size == "1280x860":
            known = {"Rectangle", "Lasso", "Brush", "Replace", "Add", "Take away", "Width"}
            assert known | {"Shift: Add", "Alt: Take away"} <= set(texts(desk))
        if size == "700x500":
            compounds = {str(button.cget("compound")) for button in row(desk).modes.values()}
            assert compounds == {"image"}, "names go before anything is cut"


def test_a_held_key_shows_what_it_does_now(desk: Desk) -> None:
    move(desk.canvas, *desk.at(3, 3))
    assert lit(desk) == ["Toggle"]
    with held(desk.canvas, "shift"):
        assert lit(desk) == ["Toggle", "Shift: Straight line"]
    key(desk.root, "a")
    with held(desk.canvas, "alt"):
        assert lit(desk) == ["Erase", "Alt: Erase"]
    assert lit(desk) == ["Add"]
    key(desk.root, "s")
    with held(desk.canvas, "shift"):
        assert lit(desk) == ["Rectangle", "Add", "Shift: Add"]
    assert lit(desk) == ["Rectangle", "Replace"]
    key(desk.root, "n")
    with held(desk.canvas, "shift"):
        assert lit(desk) == ["Exit", "Shift: Exit"]


def test_by_keys_alone(desk: Desk) -> None:
    stops = tab_stops(desk.root, str(desk.window.tool_bar))
    assert stops == [str(row(desk).modes["wall"])], "one stop"
    row(desk).modes["wall"].focus_set()
    key(desk.root, "Right")
    key(desk.root, "space")
    assert mode(desk) == "add"
    key(desk.root, "Right", 2)
    focused = desk.root.focus_get()
    assert isinstance(focused, ttk.Menubutton)
    key(desk.root, "Right")
    assert desk.root.focus_get() is row(desk).modes["wall"], "round"
    key(desk.root, "b")
    row(desk).modes["blank"].focus_set()
    visited = set()
    for _press in range(5):
        key(desk.root, "Right")
        visited.add(str(desk.root.focus_get()))
    assert len(visited) == 5
    assert all(desk.root.nametowidget(name).winfo_ismapped() for name in visited)


def lines(desk: Desk) -> set[tuple[int, int, str]]:
    """Return the walls that stand, as cells with a right or a lower wall."""
    return {
        (row, column, side)
        for row in range(12)
        for column in range(12)
        for side in ("right", "bottom")
        if desk.is_closed(row, column, side)
    }


def test_undo_in_the_middle_of_a_drag_leaves_no_point_marked(desk: Desk) -> None:
    blank(desk)
    click(desk.canvas, *desk.middle_of(8, 3, "bottom"))
    before = lines(desk)
    press(desk.canvas, *desk.at(2, 2))
    move(desk.canvas, *desk.at(2, 6.1))
    assert lines(desk) > before
    key(desk.root, "ctrl+z")
    assert lines(desk) == before, "the drag alone is taken back"
    move(desk.canvas, *desk.at(5, 6.1))
    release(desk.canvas)
    click(desk.canvas, *desk.at(6, 9), keys="shift")
    assert lines(desk) == before, "no point is there to draw a line from"


def test_the_symmetry_of_the_maze_is_chosen_in_the_bar(desk: Desk) -> None:
    part = next(part for _option, part in row(desk).options if isinstance(part, DropDown))
    part.menu.tk.call(part.menu, "postcascade", "none")
    part._fill()
    labels = [
        str(part.menu.entrycget(at, "label")) for at in range((part.menu.index("end") or 0) + 1)
    ]
    assert labels[0] == "None"
    part.menu.invoke(1)
    settle(desk.root)
    assert desk.session.view.symmetry.name is not None
    assert f"Symmetry: {labels[1]}" in texts(desk)
    part._fill()
    part.menu.invoke(0)
    settle(desk.root)
    assert desk.session.view.symmetry.name is None


def test_shift_keeps_a_line_straight_from_the_moment_it_is_pressed(desk: Desk) -> None:
    blank(desk)
    press(desk.canvas, *desk.at(2, 2))
    move(desk.canvas, *desk.at(6, 4.5))
    with held(desk.canvas, "shift"):
        settle(desk.root)
        straight = lines(desk)
        release(desk.canvas)
    assert lines(desk) == straight
    assert len(desk.document.history) == 1
