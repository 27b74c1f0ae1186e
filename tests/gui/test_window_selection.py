"""Selecting in the window: by the pointer, by keys, and what Lock does with it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from shapely import Polygon, make_valid
from shapely.geometry.base import BaseGeometry

from mazeeditor.gui.canvas.selection_edge import DASHES, EDGE, border_lines
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from tests.events import click, drag, held, key, move, press, release, settle
from tests.gui.desk import Desk
from tests.lattices import LATTICES


def places(desk: Desk) -> set[tuple[int, int]]:
    """Return the selected cells, (row, column)."""
    cells = desk.session.view.selection.cells
    lattice = desk.document.maze.lattice
    return set() if cells is None else {lattice.place(int(cell)) for cell in np.flatnonzero(cells)}


def box(top: int, left: int, bottom: int, right: int) -> set[tuple[int, int]]:
    return {(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)}


def drag_box(desk: Desk, top: int, left: int, bottom: int, right: int) -> None:
    drag(desk.canvas, [desk.at(top + 0.5, left + 0.5), desk.at(bottom + 0.5, right + 0.5)])


@pytest.mark.slow
def test_a_rectangle_with_shift_and_control(desk: Desk) -> None:
    key(desk.root, "s")
    drag_box(desk, 2, 3, 6, 9)
    assert places(desk) == box(2, 3, 6, 9)
    assert desk.canvas.find_withtag(DASHES)
    with held(desk.root, "Shift"):
        drag_box(desk, 10, 10, 12, 11)
    assert places(desk) == box(2, 3, 6, 9) | box(10, 10, 12, 11)
    with held(desk.root, "Control_L"):
        drag_box(desk, 4, 1, 5, 20)
    assert places(desk) == (box(2, 3, 6, 9) | box(10, 10, 12, 11)) - box(4, 1, 5, 20)
    assert not desk.document.can_undo
    key(desk.root, "Escape")
    assert places(desk) == set()
    assert not desk.canvas.find_withtag(EDGE)


def test_a_lasso_a_click_and_a_brush_which_escape_takes_back(desk: Desk) -> None:
    for name in ("s", "o"):
        key(desk.root, name)
        click(desk.canvas, *desk.at(4.5, 7.5))
        assert places(desk) == {(4, 7)}
    key(desk.root, "s")
    click(desk.canvas, 5, 5)
    assert places(desk) == set(), "beside the maze there is no cell"
    key(desk.root, "o")
    drag(desk.canvas, [desk.at(*corner) for corner in ((2, 2), (2, 6), (8, 6), (8, 2))])
    assert places(desk) == box(2, 2, 7, 5)
    key(desk.root, "d")
    press(desk.canvas, *desk.at(12.5, 2.5))
    move(desk.canvas, *desk.at(12.5, 9.5))
    assert places(desk) == box(12, 2, 12, 9), "it is seen while it is painted"
    key(desk.root, "Escape")
    assert places(desk) == box(2, 2, 7, 5)
    release(desk.canvas)
    assert places(desk) == box(2, 2, 7, 5)
    with held(desk.root, "Shift"):
        drag(desk.canvas, [desk.at(12.5, 2.5), desk.at(12.5, 9.5)], step=None)
    assert places(desk) == box(2, 2, 7, 5) | box(12, 2, 12, 9)


@pytest.mark.slow
def test_commands_of_the_menu(desk: Desk) -> None:
    rows, columns = desk.document.maze.lattice.rows, desk.document.maze.lattice.columns
    everything = box(0, 0, rows - 1, columns - 1)
    key(desk.root, "ctrl+a")
    assert places(desk) == everything
    key(desk.root, "ctrl+shift+a")
    assert places(desk) == set()
    key(desk.root, "s")
    drag_box(desk, 2, 3, 6, 9)
    key(desk.root, "alt+plus")
    assert places(desk) == box(1, 3, 7, 9) | box(2, 2, 6, 10)
    key(desk.root, "alt+minus")
    assert places(desk) == box(2, 3, 6, 9)
    key(desk.root, "ctrl+alt+i")
    assert places(desk) == everything - box(2, 3, 6, 9)
    key(desk.root, "ctrl+alt+c")  # a perfect maze is connected
    assert places(desk) == everything
    desk.document.new(Maze(build("hexagonal", rows=4, columns=4)))
    settle(desk.root)
    assert places(desk) == set(), "another size drops the selection"
    assert not desk.canvas.find_withtag(EDGE)


@pytest.mark.slow
def test_lock_holds_walls_until_they_are_unlocked(desk: Desk) -> None:
    key(desk.root, "s")
    drag_box(desk, 2, 3, 6, 9)
    key(desk.root, "l")
    assert "Lock" in desk.document.undo_name
    before = desk.document.maze.walls.copy()
    key(desk.root, "w")
    click(desk.canvas, *desk.middle_of(4, 5, "right"))
    shown = desk.session.view.toolbox.preview(6, 4.5, extend=False)
    assert shown
    assert "locked" in shown.hint
    key(desk.root, "a")
    drag(desk.canvas, [desk.at(4, 3.5), desk.at(4, 9.5)], step=None)
    assert np.array_equal(before, desk.document.maze.walls)
    key(desk.root, "l")
    assert desk.document.maze.locks is None
    key(desk.root, "w")
    click(desk.canvas, *desk.middle_of(4, 5, "right"))
    assert not np.array_equal(before, desk.document.maze.walls)
    key(desk.root, "ctrl+z", 2)
    assert desk.document.maze.locks is not None
    key(desk.root, "shift+l")
    assert desk.document.maze.locks is None


def test_the_edge_surrounds_the_selection() -> None:
    """The area within the lines is that of the cells, by shapely, on every shape."""
    for shape in SHAPES.names():
        lattice = LATTICES[shape](Random(3))
        cells = lattice.inside_cells()
        chosen = np.zeros(lattice.size, np.bool_)
        chosen[cells[: len(cells) // 2]] = True
        lines = border_lines(lattice, chosen)
        assert lines
        whole: BaseGeometry = Polygon()
        for line in lines:
            assert np.allclose(line[0], line[-1])
            whole = whole.symmetric_difference(make_valid(Polygon(line)))
        each = 0.0
        for cell in np.flatnonzero(chosen):
            alone = np.zeros(lattice.size, np.bool_)
            alone[cell] = True
            (line,) = border_lines(lattice, alone) or []
            each += Polygon(line).area
        assert whole.area == pytest.approx(each, rel=1e-6), shape
