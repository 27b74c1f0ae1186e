"""A click near the border means a gap there, elsewhere the middle of the cell."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.editing.changes.entrances import (
    add_exit,
    choices,
    place_at,
    remove,
    set_entrance,
    set_exit,
)
from mazeeditor.editing.document import Document
from mazeeditor.maze.lattice import Opening
from tests.editing.samples import box

MAZE = box(3, 4)
LATTICE = MAZE.lattice


def test_where_a_click_puts_it() -> None:
    for x, y, row, column, side in [
        (0.3, 1.5, 1, 0, "left"),
        (0.4, 1.5, 1, 0, None),
        (-0.4, 1.5, 1, 0, "left"),
        (1.5, 0.34, 0, 1, "top"),
        (1.02, 0.3, 0, 1, "top"),  # nearer to the wall inside, which cannot open
        (2.5, 1.01, 1, 2, None),
        (3.9, 2.8, 2, 3, "right"),
        (3.8, 2.9, 2, 3, "bottom"),
        (4.5, 2.2, 2, 3, "right"),
        (2.2, 3.5, 2, 2, "bottom"),
    ]:
        slot = None if side is None else LATTICE.sides.index(side)
        assert place_at(LATTICE, x, y) == Opening(LATTICE.cell(row, column), slot), (x, y)


def test_far_outside_there_is_no_place() -> None:
    assert place_at(LATTICE, -0.6, 1) is None
    assert place_at(LATTICE, 2, 3.6) is None


@given(st.floats(-0.5, 4.5), st.floats(-0.5, 3.5))
def test_every_place_can_be_an_opening(x: float, y: float) -> None:
    opening = place_at(LATTICE, x, y)
    if hypot(max(-x, x - 4, 0), max(-y, y - 3, 0)) > 0.5:  # off a corner
        assert opening is None
        return
    assert opening is not None
    assert opening in choices(LATTICE, opening.cell)
    document = Document(box(3, 4))
    document.apply(set_exit(document.maze, None))
    document.apply(set_entrance(document.maze, opening))
    assert document.maze.entrance == opening


def test_choices_are_the_outer_sides_and_the_middle() -> None:
    corner, inside = LATTICE.cell(2, 0), LATTICE.cell(1, 1)
    assert choices(LATTICE, corner) == [Opening(corner, 2), Opening(corner, 3), Opening(corner)]
    assert choices(LATTICE, inside) == [Opening(inside)]


def test_entrance_and_exit_cannot_be_the_same() -> None:
    for put in (set_exit, add_exit):
        with pytest.raises(
            UsageError, match=r"^The entrance is here; the exit needs another place"
        ):
            put(MAZE, LATTICE.first)
    with pytest.raises(UsageError, match=r"^The exit is here; the entrance needs another place"):
        set_entrance(MAZE, LATTICE.last)
    set_exit(MAZE, Opening(LATTICE.first.cell))  # another place in the same cell will do


def test_several_exits_are_added_and_removed() -> None:
    document = Document(box(3, 4))
    maze = document.maze
    middle, top = Opening(LATTICE.cell(1, 1)), Opening(LATTICE.cell(0, 1), 0)
    for edit, args, entrance, exits in [
        (add_exit, (middle,), LATTICE.first, (LATTICE.last, middle)),
        (add_exit, (top,), LATTICE.first, (LATTICE.last, middle, top)),
        (remove, (LATTICE.last, top, LATTICE.first), None, (middle,)),
        (set_exit, (top,), None, (top,)),
        (set_exit, (None,), None, ()),
    ]:
        document.apply(edit(maze, *args))  # type: ignore[operator]
        assert (maze.entrance, maze.exits) == (entrance, exits)
