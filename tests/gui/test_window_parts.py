"""Generate with a selection and with locks, and Finish my maze, by keys in the window."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.gui.panels.fix_panel import FixPanel
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.maze.walls import free_walls
from tests.events import key, settle
from tests.gui.desk import Desk


@pytest.fixture
def desk(desk: Desk) -> Desk:
    use(desk, generate("prim", build("rectangular", rows=12, columns=15), 1))
    return desk


def use(desk: Desk, maze: Maze) -> None:
    desk.document.new(maze)
    settle(desk.root)


def select(desk: Desk, cells: list[tuple[int, int]]) -> None:
    lattice = desk.document.maze.lattice
    chosen = np.zeros(lattice.size, np.bool_)
    chosen[[lattice.cell(*place) for place in cells]] = True
    desk.session.view.selection.select(chosen)


def press_and_wait(desk: Desk, keys: str) -> None:
    key(desk.root, keys)
    desk.wait_for_work()
    settle(desk.root)


def status(desk: Desk) -> str:
    return desk.hint


@pytest.mark.slow
def test_generate_changes_the_selection_only_and_the_maze_stays_perfect(desk: Desk) -> None:
    for shape in SHAPES.names():
        use(desk, generate("prim", build(shape, **sizes_about(shape, 12, {})), 1))
        lattice = desk.document.maze.lattice
        inside = lattice.inside_cells()
        select(desk, [lattice.place(cell) for cell in inside[: len(inside) // 2].tolist()])
        before = desk.document.maze.walls.copy()
        free = free_walls(lattice, desk.session.view.selection.cells)
        press_and_wait(desk, "ctrl+g")
        after = desk.document.maze
        assert not ((before ^ after.walls) & ~free).any()
        assert not np.array_equal(before, after.walls)
        counted = facts(after)
        assert (counted.loops, counted.components) == (0, 1)
        assert len(desk.document.history) == 1
        assert desk.document.undo_name == "Generate in selection"
        assert [part.cells for part in desk.document.recipe.parts] == [len(inside) // 2]
        number = int(np.unpackbits(before ^ after.walls).sum()) // 2
        assert status(desk) == f"{number} wall{'s' * (number > 1)} changed."
        press_and_wait(desk, "ctrl+z")
        assert np.array_equal(before, desk.document.maze.walls)


def test_locks_stay_and_sealed_cells_are_named_and_shown(desk: Desk) -> None:
    use(desk, Maze(build("rectangular", rows=12, columns=15)))
    select(desk, [(3, 3), (8, 9)])
    key(desk.root, "l")
    desk.session.view.selection.clear()
    press_and_wait(desk, "ctrl+g")
    maze = desk.document.maze
    assert [int(maze.walls[maze.lattice.cell(*place)]) for place in ((3, 3), (8, 9))] == [15, 15]
    assert "The locked walls seal 2 cells." in status(desk)
    desk.wait(lambda: desk.session.view.highlight.result is not None)
    result = desk.session.view.highlight.result
    assert result
    shown = np.flatnonzero(result.solution.marks)
    assert [maze.lattice.place(int(cell)) for cell in shown] == [(3, 3), (8, 9)]
    assert facts(maze).sealed == 2
    key(desk.root, "Escape")
    assert not desk.session.view.highlight.active


@pytest.mark.slow
def test_finish_is_seen_first_and_can_be_left(desk: Desk) -> None:
    use(desk, Maze(build("rectangular", rows=12, columns=15)))
    key(desk.root, "ctrl+shift+k")
    desk.wait(lambda: desk.session.view.repair.result is not None, "the walls")
    settle(desk.root)
    panel = desk.section(FixPanel)
    assert str(panel.opened.cget("text")) == "┄ To open: 179"
    wall = int(desk.session.view.repair.walls[5])
    desk.session.view.repair.point_at(wall)
    key(desk.root, "space")
    key(desk.root, "Return")
    desk.wait_for_work()
    assert facts(desk.document.maze).components == 2, "one wall was left out"
    assert desk.document.undo_name == "Finish"
    key(desk.root, "ctrl+z")
    before = desk.document.maze.walls.copy()
    key(desk.root, "ctrl+shift+k")
    desk.wait(lambda: desk.session.view.repair.result is not None, "the walls")
    key(desk.root, "Escape")
    assert not desk.session.view.repair.active
    assert np.array_equal(desk.document.maze.walls, before)
    assert not desk.document.can_undo
