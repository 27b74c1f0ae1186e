"""Arrows and the pointer: which passages they lead through, on squares, hexagons and triangles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import cos, radians, sin
from random import Random
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.playing.steering import REACH, SAMPLE_CELLS, Steering, follow, path_to
from mazeeditor.maze.playing.walk import Walk
from mazeeditor.maze.shapes import build
from mazeeditor.maze.tiling import Tiling
from tests.breadth import examples
from tests.lattices import hexagons
from tests.maze.playing.samples import cell, maze
from tests.oracle import draw, maze_of, open_field, open_passages

ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
Point = tuple[float, float]


class Turned:
    """A geometry whose slots look elsewhere: at these angles, clockwise from the right."""

    def __init__(self, real: Tiling, angles: Sequence[float]) -> None:
        self._real, self._angles = real, angles

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def outward(self, _cell: int, slot: int) -> tuple[float, float]:
        return cos(radians(self._angles[slot])), sin(radians(self._angles[slot]))


def star(lattice: Lattice, angles: Sequence[float], slots: Sequence[int]) -> Walk:
    """Return a walk in a cell whose passages are ``slots``, at the angles given for all slots."""
    turned: Any = Turned(lattice.geometry, angles)
    lattice = replace(lattice, geometry=turned)
    inner = [c for c in lattice.inside_cells().tolist() if not lattice.outer_slots(c)]
    maze = Maze(lattice)
    maze.set_openings(Opening(inner[0]), ())
    open_passages(maze, [(inner[0], lattice.neighbour(inner[0], slot)) for slot in slots])
    return Walk(maze)


def arrows(walk: Walk, *before: str) -> dict[str, int]:
    """Return where each arrow leads, pressed after others."""
    result = {}
    for name, (dx, dy) in ARROWS.items():
        steering = Steering()
        for key in before:
            steering.slot(walk, *ARROWS[key])
        slot = steering.slot(walk, dx, dy)
        if slot is not None:
            result[name] = slot
    return result


SQUARE = (-90, 0, 90, 180)
HEXAGON = (-120, -60, 0, 60, 120, 180)  # pointed at the top: the slots of ``hexagons``


def big_hexagons() -> Lattice:
    """Return hexagons with some cell in the middle of others."""
    lattices = (hexagons(Random(seed)) for seed in range(99))
    return next(
        lattice
        for lattice in lattices
        if any(not lattice.outer_slots(one) for one in lattice.inside_cells().tolist())
    )


def test_arrows_in_squares() -> None:
    lattice = build("rectangular", rows=3, columns=3)
    names = dict(zip(["Up", "Right", "Down", "Left"], range(4), strict=True))
    assert arrows(star(lattice, SQUARE, range(4))) == names
    for slots in ([0], [1, 3], [2], []):
        expected = {name: slot for name, slot in names.items() if slot in slots}
        for before in ((), ("Left",), ("Up", "Right")):
            assert arrows(star(lattice, SQUARE, slots), *before) == expected


def test_arrows_in_hexagons() -> None:
    lattice = big_hexagons()
    everywhere = star(lattice, HEXAGON, range(6))
    right, left = arrows(everywhere, "Right"), arrows(everywhere, "Left")
    assert (right["Up"], right["Down"]) == (1, 3)
    assert (left["Up"], left["Down"]) == (0, 4)
    assert (right["Right"], left["Left"]) == (2, 5)
    one = star(lattice, HEXAGON, [0, 3])
    for before in ((), ("Right",), ("Left",)):
        assert arrows(one, *before) == {"Up": 0, "Down": 3}, "only one passage: it is taken"


@examples(20)
@given(st.floats(0, 360), st.integers(3, 4))
def test_every_passage_has_an_arrow_wherever_it_leads(turn: float, sides: int) -> None:
    """Cells of three and four sides, turned by any angle, as in a polar maze."""
    lattice = build("rectangular", rows=3, columns=3)
    angles = [turn + side * 360 / sides for side in range(sides)] + [0] * (4 - sides)
    for slot in range(sides):
        result = arrows(star(lattice, angles, [slot]))
        assert set(result.values()) == {slot}
        for name in result:
            away = np.dot(ARROWS[name], [cos(radians(angles[slot])), sin(radians(angles[slot]))])
            assert away > 0.707, "behind a wall is a wall"


# The pointer


def middle(walk: Walk, row: int, column: int) -> Point:
    x, y = walk.lattice.geometry.centres(np.array([cell(walk, row, column)]))[0]
    return float(x), float(y)


def drag(walk: Walk, *places: tuple[float, float]) -> int:
    """Drag through places (row, column), whole numbers being the middles of cells."""
    before = walk.steps
    points = [(column + 0.5, row + 0.5) for row, column in places]
    for start, end in pairwise(points):
        follow(walk, start, end)
    return walk.steps - before


def test_a_drag_follows_a_passage_at_any_speed() -> None:
    assert drag(slow := Walk(maze()), (0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3)) == 5
    assert drag(fast := Walk(maze()), (0, 0), (0, 3), (2, 3)) == 5
    assert slow.won
    assert fast.won


def test_a_drag_cuts_corners() -> None:
    walk = Walk(maze())
    assert drag(walk, (0, 0), (0, 2.6), (1, 3)) == 4
    walk.restart()
    assert drag(walk, (0, 0), (0, 1.3), (1.3, 1), (1.1, 0.4), (2, 0.4)) == 4
    assert walk.cell == cell(walk, 2, 0)


def test_a_drag_goes_through_no_wall() -> None:
    walk = Walk(maze())
    assert drag(walk, (0, 0), (2, 0)) == 0
    assert drag(walk, (2, 0), (1, 0), (0, 0), (0, 1)) == 1, "the pointer came back"
    assert drag(walk, (0, 1), (0, 0), (1, 0)) == 1, "back to the start, and no further"


def test_a_drag_does_not_go_around_walls() -> None:
    walk = Walk(maze("o---o---o---o\n| S |     |\no   o   o   o\n|           |\no---o---o---o"))
    assert path_to(walk, cell(walk, 0, 1)) == []
    assert path_to(walk, cell(walk, 0, 2)) == [], "four steps where the line has two"
    assert len(path_to(walk, cell(walk, 1, 1))) == 2


def test_a_jump_solves_nothing() -> None:
    field = open_field(30, 30)
    field.set_openings(Opening(field.lattice.cell(0, 0)), ())
    walk = Walk(field)
    assert path_to(walk, cell(walk, REACH + 1, 0)) == []
    assert len(path_to(walk, cell(walk, 3, 3))) == 6
    assert not follow(walk, middle(walk, 20, 20), middle(walk, 25, 20)), "too far away"
    assert walk.cell == walk.start


def test_dragging_back_winds_up_the_trail() -> None:
    walk = Walk(maze())
    drag(walk, (0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 2))
    assert len(walk.trail) == 7
    drag(walk, (2, 2), (2, 0), (1, 0), (1, 1), (0, 1))
    assert walk.trail.cells == (cell(walk, 0, 0), cell(walk, 0, 1))


def test_outside_the_maze_is_nothing_to_follow() -> None:
    walk = Walk(maze())
    assert not follow(walk, (0.5, 0.5), (-3, -3))
    assert not follow(walk, (-3, -3), (-4, 1))


@examples(20)
@given(st.randoms(use_true_random=False))
def test_a_drag_takes_passages_only(random: Random) -> None:
    drawing = draw(random, 9)
    walk = Walk(maze_of(drawing, random))
    lattice = walk.lattice
    went = [walk.cell]
    real = walk.trail.go

    def go(slot: int) -> None:
        real(slot)
        went.append(walk.cell)

    walk.trail.go = go  # type: ignore[method-assign]
    point = (random.uniform(0, drawing.columns), random.uniform(0, drawing.rows))
    for _time in range(12):
        end = point[0] + random.uniform(-4, 4), point[1] + random.uniform(-4, 4)
        follow(walk, point, end)
        point = end
    places = [lattice.place(one) for one in went]
    assert all(drawing.graph.has_edge(*step) for step in pairwise(places))
    assert SAMPLE_CELLS < 0.5, "no cell is jumped over"
