"""A drag touches what an exact oracle computes, however its motion is split into events."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.editing.changes.wall_painting import touched_walls, touches
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import SHAPES, build
from tests.editing.samples import inner_walls

SIZE = 6
BOARD = build("rectangular", rows=SIZE, columns=SIZE)
Point = tuple[float, float]

# Multiples of 1/64 are exact in floating point, so the answers must be too.
COORDINATE = st.integers(-2 * 64, (SIZE + 2) * 64).map(lambda number: number / 64)
POINT = st.tuples(COORDINATE, COORDINATE)


def oracle(start: Point, end: Point) -> set[int]:
    """Return the walls whose rectangle a segment meets, in fractions, by cutting it to each."""
    return {wall for wall in inner_walls(BOARD) if _meets(_rectangle(wall), start, end)}


def _rectangle(wall: int) -> list[tuple[Fraction, Fraction]]:
    """Return the (low, high) of x and of y, from the places of the cells beside the wall."""
    cell, slot = divmod(wall, 4)
    (row, column), (below, beyond) = BOARD.place(cell), BOARD.place(BOARD.neighbour(cell, slot))
    long, deep = Fraction(1, 4), Fraction(15, 64)
    x, y = Fraction(column + beyond + 1, 2), Fraction(row + below + 1, 2)
    wide, high = (deep, long) if row == below else (long, deep)
    return [(x - wide, x + wide), (y - high, y + high)]


def _meets(rectangle: list[tuple[Fraction, Fraction]], start: Point, end: Point) -> bool:
    first, last = Fraction(0), Fraction(1)
    for (low, high), a, b in zip(rectangle, map(Fraction, start), map(Fraction, end), strict=True):
        if a == b:
            if not low <= a <= high:
                return False
        else:
            enter, leave = sorted(((low - a) / (b - a), (high - a) / (b - a)))
            first, last = max(first, enter), min(last, leave)
    return first <= last


@given(POINT, POINT)
def test_touched_as_by_the_oracle(start: Point, end: Point) -> None:
    assert set(touched_walls(BOARD, (*start, *end)).tolist()) == oracle(start, end)


@given(POINT, POINT, st.lists(st.integers(1, 63), unique=True, max_size=5))
def test_the_same_walls_in_the_same_order_however_the_path_is_cut(
    start: Point, end: Point, cuts: list[int]
) -> None:
    whole = touched_walls(BOARD, (*start, *end)).tolist()
    shares = [0.0, *(cut / 64 for cut in sorted(cuts)), 1.0]
    stops = [
        tuple(a + (b - a) * share for a, b in zip(start, end, strict=True)) for share in shares
    ]
    parts = [
        wall
        for (x0, y0), (x1, y1) in pairwise(stops)
        for wall in touched_walls(BOARD, (x0, y0, x1, y1)).tolist()
    ]
    assert list(dict.fromkeys(parts)) == whole


@given(
    st.integers(1, SIZE - 1),
    st.lists(st.integers(-15, 15), min_size=SIZE * 2 + 1, max_size=SIZE * 2 + 1),
    st.booleans(),
)
def test_a_shaky_run_along_a_line_of_walls_has_no_holes_and_no_branches(
    line: int, offsets: list[int], upright: bool
) -> None:
    points = [(at / 2, line + offset / 64) for at, offset in enumerate(offsets)]
    result = set[int]()
    for (x0, y0), (x1, y1) in pairwise(points):
        path = (y0, x0, y1, x1) if upright else (x0, y0, x1, y1)
        result |= set(touched_walls(BOARD, path).tolist())
    pairs = [((at, line - 1), (at, line)) for at in range(SIZE)]
    expected = {
        BOARD.wall(cell, BOARD.slot_between(cell, other))
        for one, two in pairs
        for cell, other in [
            (BOARD.cell(*one), BOARD.cell(*two))
            if upright
            else (BOARD.cell(*one[::-1]), BOARD.cell(*two[::-1]))
        ]
    }
    assert result == expected


@given(st.integers(0, SIZE - 1), st.lists(st.integers(-16, 16), min_size=9, max_size=9))
def test_a_shaky_path_through_the_middle_of_cells_touches_only_what_it_crosses(
    row: int, offsets: list[int]
) -> None:
    points = [(at * 3 / 4, row + 0.5 + offset / 64) for at, offset in enumerate(offsets)]
    result = set[int]()
    for (x0, y0), (x1, y1) in pairwise(points):
        result |= set(touched_walls(BOARD, (x0, y0, x1, y1)).tolist())
    crossed = {BOARD.wall(BOARD.cell(row, column), 1) for column in range(SIZE - 1)}
    assert result == crossed


@given(COORDINATE, COORDINATE)
def test_what_a_point_touches_is_the_wall_nearest_to_it(x: float, y: float) -> None:
    result = touched_walls(BOARD, (x, y, x, y)).tolist()
    nearest = BOARD.geometry.wall_at(x, y)
    assert result in ([], [nearest])
    assert bool(result) == (
        nearest is not None and BOARD.is_inner(nearest) and touches(BOARD, nearest, x, y)
    )


def test_a_diagonal_through_posts_and_middles_touches_nothing() -> None:
    assert len(touched_walls(BOARD, (0, 0, SIZE, SIZE))) == 0


def test_a_pointer_far_outside_costs_no_more_than_the_maze() -> None:
    """Testing every point of the path would take far too long."""
    far = touched_walls(BOARD, (-1e12, 2.0, 1e12, 2.0)).tolist()
    assert len(touched_walls(BOARD, (1e12, 1e12, 1e12, -1e12))) == 0
    assert far == [BOARD.wall(BOARD.cell(1, column), 2) for column in range(SIZE)]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "lattice", [build(shape.name) for shape in SHAPES], ids=lambda one: one.shape
)
def test_from_cell_to_cell_only_the_wall_between_is_touched(lattice: Lattice) -> None:
    for wall in inner_walls(lattice)[::7]:
        lower, _slots, upper, _backs = (int(each[0]) for each in lattice.sides_of([wall]))  # type: ignore[arg-type]
        (x0, y0), (x1, y1) = lattice.geometry.centres([lower, upper]).tolist()  # type: ignore[arg-type]
        assert touched_walls(lattice, (x0, y0, x1, y1)).tolist() == [wall]
