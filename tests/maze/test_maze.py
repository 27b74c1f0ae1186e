"""Walls agree on both sides whatever is written, and the outer wall opens only by openings."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.walls import select_walls
from tests.lattices import LATTICES, inner_walls


def box(rows: int = 3, columns: int = 4) -> Maze:
    return Maze(build("rectangular", rows=rows, columns=columns))


def test_all_closed_at_first() -> None:
    maze = box()
    assert len(maze.closed_walls()) == 3 * 5 + 4 * 4
    assert len(inner_walls(maze.lattice)) == 3 * 3 + 2 * 4
    assert len(select_walls(maze.lattice, maze.walls, closed=False)) == 0
    maze.check()


@given(st.data())
def test_writes_keep_both_sides_equal(data: st.DataObject) -> None:
    maze = box(data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5)))
    walls = inner_walls(maze.lattice)
    closed = dict.fromkeys(walls, True)
    for _ in range(6):
        some = data.draw(st.lists(st.sampled_from(walls), unique=True)) if walls else []
        maze.toggle(np.array(some, np.int64))
        for wall in some:
            closed[wall] = not closed[wall]
        maze.check()
    assert maze.is_closed(np.array(walls, np.int64)).tolist() == list(closed.values())
    inner = [int(w) for w in maze.closed_walls() if maze.lattice.is_inner(int(w))]
    assert inner == sorted(wall for wall in walls if closed[wall])


def test_toggle_wall_by_places() -> None:
    maze = box()
    maze.toggle_wall((1, 2), (0, 2))
    assert maze.is_open((0, 2), (1, 2))
    assert not maze.is_open((0, 1), (0, 2))
    with pytest.raises(UsageError, match="not neighbours"):
        maze.is_open((0, 0), (1, 1))
    with pytest.raises(UsageError, match="no cell 3,0"):
        maze.toggle_wall((2, 0), (3, 0))


def test_outer_wall_cannot_be_toggled() -> None:
    maze = box()
    outer = maze.lattice.wall(maze.lattice.first.cell, 3)
    before = maze.walls.copy()
    with pytest.raises(UsageError, match="outer wall"):
        maze.toggle(np.array([outer]))
    assert (maze.walls == before).all()


def test_walls_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        box().walls[7] = 0


def test_openings_are_gaps_and_move() -> None:
    maze = box()
    lattice = maze.lattice
    left, top = Opening(lattice.cell(1, 0), 3), Opening(lattice.cell(0, 2), 0)
    middle = Opening(lattice.cell(1, 1))
    maze.set_openings(left, (top, middle))
    maze.check()
    gaps = select_walls(lattice, maze.walls, closed=False)
    assert gaps.tolist() == sorted([lattice.wall(left.cell, 3), lattice.wall(top.cell, 0)])
    assert (maze.exit, maze.exits) == (top, (top, middle))
    maze.set_openings(middle, ())
    assert len(select_walls(lattice, maze.walls, closed=False)) == 0
    assert maze.exit is None


def test_entrance_and_exit_may_share_a_gap() -> None:
    maze = box(1, 1)
    gap = Opening(maze.lattice.cell(0, 0), 0)
    maze.set_openings(gap, (gap, gap))
    assert maze.exits == (gap,)
    maze.set_openings(gap, ())
    maze.check()
    assert maze.is_closed(np.array([maze.lattice.wall(gap.cell, 0)])).tolist() == [False]


@pytest.mark.parametrize(("cell", "slot"), [((0, 1), 2), ((1, 1), 0), ((0, 0), 7), ((0, 0), -1)])
def test_opening_where_there_is_no_outer_wall(cell: tuple[int, int], slot: int) -> None:
    maze = box()
    with pytest.raises(UsageError, match="no outer wall"):
        maze.set_openings(Opening(maze.lattice.cell(*cell), slot), ())
    assert maze.entrance is None


@pytest.mark.parametrize("cell", [0, -1, 10**6])
def test_opening_outside(cell: int) -> None:
    with pytest.raises(UsageError, match="in a cell"):
        box().set_openings(None, (Opening(cell),))


def test_check_finds_one_sided_walls_and_stray_gaps() -> None:
    lattice = box().lattice
    walls = np.full(lattice.size, 15, np.uint8)
    walls[lattice.cell(1, 1)] = 14
    with pytest.raises(MazeError, match="one of its sides"):
        Maze(lattice, walls).check()
    walls = np.full(lattice.size, 15, np.uint8)
    walls[lattice.cell(0, 1)] &= 14
    walls[lattice.neighbour(lattice.cell(0, 1), 0)] &= 11
    with pytest.raises(MazeError, match="not an opening"):
        Maze(lattice, walls).check()


def test_copies_are_independent() -> None:
    maze = box()
    copy = maze.copy()
    wall = inner_walls(maze.lattice)[0]
    maze.toggle(np.array([wall]))
    assert copy.is_closed(np.array([wall])).all()
    copy.toggle(np.array([wall]))
    copy.toggle(np.array([wall]))
    assert not maze.is_closed(np.array([wall])).any()


@pytest.mark.parametrize("kind", LATTICES)
def test_places_of_the_shape_are_known_one_by_one_and_together(kind: str) -> None:
    """The rim has none, a blank cell has one."""
    lattice = LATTICES[kind](Random(3))
    cells = np.arange(lattice.size)
    together = lattice.are_places(cells[lattice.row_starts[0] :])
    alone = []
    for cell in cells[lattice.row_starts[0] :].tolist():
        row, column = lattice.place(cell)
        alone.append(column < lattice.row_lengths[row])
    assert together.tolist() == alone
    assert together[lattice.inside_cells() - lattice.row_starts[0]].all()
