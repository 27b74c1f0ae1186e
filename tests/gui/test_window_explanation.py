"""The popup of the verdict shows what is wrong in the maze, and changes a wall by one click."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import numpy as np
import pytest

import mazeeditor
from mazeeditor.app.settings import Settings
from mazeeditor.app.shown.explanation import SUBJECTS
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.gui.window.verdict_popup import VerdictPopup
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.repairs import Repair, find_repair
from mazeeditor.screen.area import Area
from tests.events import click, key, move, settle
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


def desk_with_maze(folder: Path, settings: Settings | None = None) -> Desk:
    """Open a window with a perfect maze, always the same."""
    maze = mazeeditor.generate("backtracker", rows=30, columns=40, seed=7)
    mazeeditor.save(maze, folder / "a.maze")
    return open_desk(settings, folder / "a.maze")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_with_maze(tmp_path)


def popup(desk: Desk) -> VerdictPopup | None:
    shown = [child for child in desk.root.winfo_children() if isinstance(child, VerdictPopup)]
    return shown[0] if shown else None


def toggle(desk: Desk, walls: list[int]) -> None:
    ids = np.unique(np.array(walls, np.int64))
    desk.document.apply(ToggleWalls.of(desk.document.maze, ids))
    desk.wait_for_work()


def close_around(desk: Desk, *cells: tuple[int, int]) -> None:
    """Close all walls of some cells."""
    maze = desk.document.maze
    lattice = maze.lattice
    walls = [lattice.wall(lattice.cell(*cell), slot) for cell in cells for slot in range(4)]
    walls = [wall for wall in walls if lattice.is_inner(wall)]
    toggle(desk, [wall for wall in walls if not maze.is_closed(np.array([wall]))[0]])


def no_route(desk: Desk) -> None:
    """Enclose the exit twice, so that two walls have to be opened."""
    maze = desk.document.maze
    row, column = maze.lattice.place(maze.exits[0].cell)
    close_around(desk, (row, column), (row - 1, column), (row, column - 1))


def several_routes(desk: Desk) -> None:
    walls = [
        desk.wall(row, column, "right") for row in range(1, 28, 3) for column in (4, 9, 19, 29)
    ]
    toggle(desk, [wall for wall in walls if desk.document.maze.is_closed(np.array([wall]))[0]])


def sealed(desk: Desk) -> None:
    """Close dead ends, which lie on no route."""
    maze = desk.document.maze
    for row, column in [(row, column) for row in range(20) for column in range(20, 38)]:
        cell = maze.lattice.cell(row, column)
        slots = [slot for slot in range(4) if not maze.walls[cell] >> slot & 1]
        if len(slots) == 1 and facts(maze).sealed < 2:
            toggle(desk, [maze.lattice.wall(cell, slots[0])])


SPOILED = {"unreached": no_route, "second": several_routes, "sealed": sealed}


def proposed(desk: Desk) -> Repair:
    desk.wait(lambda: desk.session.view.repair.result is not None, "the walls")
    settle(desk.root)
    assert desk.session.view.repair.proposed
    result = desk.session.view.repair.result
    assert result
    return result


def on_canvas(desk: Desk, wall: int) -> tuple[float, float]:
    geometry = desk.document.maze.lattice.geometry
    ends = geometry.post_positions(geometry.posts(np.array([wall])))[0]
    return desk.view.viewport.to_px(*ends.mean(axis=0))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("highlight", "goal"), SUBJECTS)
def test_walls_are_changed_by_one_click_each(desk: Desk, highlight: str, goal: str) -> None:
    SPOILED[highlight](desk)
    before, steps = desk.document.maze.copy(), desk.document.undo_name
    click(desk.window.status.chip)
    repair = proposed(desk)
    desk.wait(lambda: desk.session.view.highlight.result is not None, "the cells")
    assert desk.session.view.highlight.result.name == highlight  # type: ignore[union-attr]
    number = len(repair)
    assert number >= 2
    assert number == len(find_repair(before, goal))
    for left in range(number, 0, -1):
        shown = popup(desk)
        assert shown
        assert len(shown.wall_buttons) == (left + 1 if left > 1 else 1)
        wall = int(proposed(desk).walls[0])
        closed = desk.document.maze.is_closed(np.array([wall]))[0]
        click(shown.wall_buttons[0])
        assert desk.document.maze.is_closed(np.array([wall]))[0] != closed
        assert desk.document.undo_name in ("Erase 1 wall", "Add 1 wall")
        desk.wait_for_work()
    assert popup(desk), "it shows the verdict after that"
    found = facts(desk.document.maze)
    fulfilled = {"unreached": found.routes != "none", "second": found.routes == "one"}
    assert fulfilled.get(highlight, found.sealed == 0)
    key(desk.root, "Escape")
    for _step in range(number):
        key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert np.array_equal(desk.document.maze.walls, before.walls)
    assert desk.document.undo_name == steps


def test_a_click_on_a_wall_in_the_maze_opens_it(desk: Desk) -> None:
    close_around(desk, (4, 30), (4, 31), (20, 32))
    key(desk.root, "F4")
    repair = proposed(desk)
    wall = max(repair.walls.tolist(), key=lambda wall: on_canvas(desk, wall)[0])
    move(desk.canvas, *on_canvas(desk, wall))
    assert desk.session.view.repair.current == wall
    click(desk.canvas, *on_canvas(desk, wall))
    desk.wait_for_work()
    assert not desk.document.maze.is_closed(np.array([wall]))[0]
    assert popup(desk), "the next one can be opened"
    assert wall not in proposed(desk).walls
    click(desk.canvas, *desk.at(1.5, 38.5))
    assert popup(desk) is None
    assert not desk.session.view.repair.active
    assert not desk.session.view.highlight.active
    closed = desk.is_closed(3, 30, "right")
    click(desk.canvas, *desk.middle_of(3, 30, "right"))
    assert desk.is_closed(3, 30, "right") != closed, "the tool has the pointer again"


@pytest.mark.slow
def test_it_ends_with_the_popup_and_after_an_edit_elsewhere(desk: Desk) -> None:
    for how in ["Escape", "F4", "chip"]:
        no_route(desk)
        click(desk.window.status.chip)
        proposed(desk)
        if how == "chip":
            click(desk.window.status.chip)
        else:
            key(desk.root, how)
        assert popup(desk) is None
        assert not desk.session.view.repair.active
        assert not desk.session.view.highlight.active
        assert not desk.canvas.find_withtag("repair")
    key(desk.root, "F4")
    proposed(desk)
    while desk.document.can_undo:
        key(desk.root, "ctrl+z")
        desk.wait_for_work()
    shown = popup(desk)
    assert shown
    assert str(shown.title.cget("text")) == "Exactly one route"
    assert not shown.wall_buttons
    assert not desk.session.view.repair.active
    assert not desk.session.view.highlight.active


def below(desk: Desk, one: VerdictPopup, wall: int) -> bool:
    """Whether the popup covers the middle of a wall."""
    x, y = on_canvas(desk, wall)
    x += desk.canvas.winfo_rootx() - one.winfo_rootx()
    y += desk.canvas.winfo_rooty() - one.winfo_rooty()
    return 0 <= x < one.winfo_width() and 0 <= y < one.winfo_height()


@pytest.mark.slow
@pytest.mark.parametrize("size", ["1200x850", "700x500"])
def test_the_popup_is_whole_and_covers_no_wall_it_lists(tmp_path: Path, size: str) -> None:
    desk = desk_with_maze(tmp_path)
    desk.root.geometry(size)
    settle(desk.root)
    several_routes(desk)
    desk.view.zoom_by(1, 0, 0)
    desk.view.pan(0, -200)  # the walls that are listed lie where the popup lay
    click(desk.window.status.chip)
    repair = proposed(desk)
    shown = popup(desk)
    assert shown
    assert shown.winfo_y() >= 0
    assert shown.winfo_x() + shown.winfo_width() <= desk.root.winfo_width()
    words = " ".join(str(child.cget("text")) for child in shown.walls.winfo_children())
    assert ("more in the maze" in words) == (size == "700x500")
    listed = repair.walls[: len(shown.wall_buttons) - 1].tolist()
    assert len(listed) >= 2
    for button, wall in zip(shown.wall_buttons, listed, strict=False):
        move(button)
        settle(desk.root)
        x, y = on_canvas(desk, wall)
        assert not below(desk, shown, wall)
        assert 0 <= x < desk.canvas.winfo_width()
        assert 0 <= y < desk.canvas.winfo_height()
    if size == "1200x850":  # there is room beside the maze's walls without moving it
        assert not any(below(desk, shown, wall) for wall in listed)
        check_legend(desk, shown, listed)


def area_of(widget: tk.Misc) -> Area:
    """Return where on the screen a widget is."""
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return Area(left, top, left + widget.winfo_width(), top + widget.winfo_height())


def check_legend(desk: Desk, shown: VerdictPopup, listed: list[int]) -> None:
    """Check that the legend lies neither below the popup nor over the walls it lists."""
    widget = desk.view.note.widget
    assert desk.view.note.shown
    assert widget.winfo_ismapped()
    area, own = map(area_of, (widget, shown))
    assert not area.cut(own).size
    for x, y in (on_canvas(desk, wall) for wall in listed):
        x, y = round(x) + desk.canvas.winfo_rootx(), round(y) + desk.canvas.winfo_rooty()
        assert not area.cut(Area(x, y, x + 1, y + 1)).size
