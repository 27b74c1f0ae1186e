"""Rooms: the walls between the cells of a block open, in every shape, and no others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.editing.changes.cell_areas import CellBlock, block, walls_within
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools.room import Room
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice
from tests.breadth import examples
from tests.editing.test_blanking import LATTICES

ALL = pytest.mark.parametrize("lattice", LATTICES, ids=lambda each: f"{each.shape}-{each.cells}")


def between(lattice: Lattice, cells: set[int]) -> set[int]:
    """Return the walls that part two of some cells, found one by one."""
    return {
        lattice.wall(cell, slot)
        for cell in cells
        for slot in range(lattice.degree)
        if lattice.neighbour(cell, slot) in cells
    }


def drawn(lattice: Lattice, data: st.DataObject) -> tuple[list[float], list[float]]:
    """Return two points in the maze or beside it."""
    x = st.floats(-1, lattice.geometry.width + 1)
    y = st.floats(-1, lattice.geometry.height + 1)
    return [data.draw(x), data.draw(y)], [data.draw(x), data.draw(y)]


@pytest.mark.sample(5)
@ALL
@examples(12)
@given(data=st.data())
def test_letting_go_opens_the_walls_of_the_block(lattice: Lattice, data: st.DataObject) -> None:
    document, tool = Document(generate("backtracker", lattice, 5)), Room()
    one, other = drawn(lattice, data)
    result = block(lattice, np.array(one), np.array(other))
    inside = between(lattice, set(result.cells.tolist()))
    before = set(document.maze.closed_walls().tolist())
    tool.press(document, *one)
    shown = tool.hover(document, *other)
    assert shown is not None
    assert shown.hint
    tool.release(document, *other)
    assert set(document.maze.closed_walls().tolist()) == before - inside
    assert document.can_undo == bool(before & inside)
    assert set(shown.walls) == before & inside
    document.maze.check()
    document.undo()
    assert set(document.maze.closed_walls().tolist()) == before


@ALL
@examples(12)
@given(data=st.data())
def test_a_block_holds_both_its_corners(lattice: Lattice, data: st.DataObject) -> None:
    one, other = drawn(lattice, data)
    result = set(block(lattice, np.array(one), np.array(other)).cells.tolist())
    for point in (one, other):
        cell = lattice.geometry.cell_at(*point)
        assert cell is None or cell in result
    assert lattice.inside[sorted(result)].all()
    turned = block(lattice, np.array(other), np.array(one))
    if abs(turn(lattice, one, other)) < 0.3:
        assert set(turned.cells.tolist()) == result


def turn(lattice: Lattice, one: list[float], other: list[float]) -> float:
    """Return how far, in turns, it is around the middle from one point to another: -0.5 to 0.5."""
    middle = np.array([lattice.geometry.width, lattice.geometry.height]) / 2
    angles = [np.arctan2(*(np.array(point) - middle)) for point in (one, other)]
    return float((angles[1] - angles[0]) / (2 * np.pi) + 0.5) % 1.0 - 0.5


def test_a_block_of_squares_is_rows_by_columns() -> None:
    lattice = LATTICES[0]
    result = block(lattice, np.array([2.1, 3.9]), np.array([5.5, 1.2]))
    expected = [lattice.cell(row, column) for row in (1, 2, 3) for column in (2, 3, 4, 5)]
    assert result.cells.tolist() == expected
    assert set(result.outline) == {(2.0, 1.0), (6.0, 1.0), (6.0, 4.0), (2.0, 4.0)}


def test_a_block_of_rings_is_a_sector() -> None:
    lattice = next(each for each in LATTICES if each.shape == "polar")
    geometry = lattice.geometry

    def ring_block(one: tuple[int, int], other: tuple[int, int]) -> CellBlock:
        ends = geometry.centres(np.array([lattice.cell(*one), lattice.cell(*other)], np.int64))
        return block(lattice, ends[0], ends[1])

    # cells of ring 2 are as wide as two of ring 3
    sizes = lattice.row_lengths.tolist()
    assert sizes == [1, 6, 12, 24, 24, 24]
    result = ring_block((2, 0), (4, 0))
    assert places(lattice, result) == {(2, 0), (3, 0), (3, 1), (4, 0), (4, 1)}
    across = ring_block((3, 23), (3, 0))  # over the top, where places begin anew
    assert places(lattice, across) == {(3, 23), (3, 0)}
    assert (0, 0) in places(lattice, ring_block((0, 0), (2, 3)))


def places(lattice: Lattice, found: CellBlock) -> set[tuple[int, int]]:
    """Return the places of the cells of a block."""
    return {lattice.place(cell) for cell in found.cells.tolist()}


def test_the_walls_between_all_cells() -> None:
    for lattice in LATTICES:
        cells = lattice.inside_cells()
        walls = walls_within(lattice, cells).tolist()
        assert len(set(walls)) == len(walls), lattice.shape
        assert set(walls) == between(lattice, set(cells.tolist())), lattice.shape


def test_keys_make_a_room_too() -> None:
    lattice = LATTICES[0]
    document, tool = Document(generate("backtracker", lattice, 5)), Room()
    assert tool.enter(document, lattice.cell(1, 1))
    assert tool.busy
    assert tool.enter(document, lattice.cell(3, 4))
    assert document.undo_name == "Make a room of 12 cells"
    assert not tool.busy
