"""Flip, rotate and transpose bring every shape, with any mask, onto itself, and back again."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze, with_locks
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from tests.breadth import rotating, stress
from tests.graphs import graph_of
from tests.lattices import LATTICES, random_passages
from tests.maze.shapes.cases import CASES, some_of
from tests.maze.transforms.samples import openings, picture, with_openings

Motion = tuple[str, dict[str, Any]]
FLIPS = {"horizontal": [[-1, 0], [0, 1]], "vertical": [[1, 0], [0, -1]]}
STEPS = 48  # more than the order of any motion of the cases


def matrix(name: str, options: dict[str, Any], angle: float) -> NDArray[np.float64]:
    """Return what a point (x, y), seen from the middle, is multiplied with from the left."""
    if name == "transpose":
        return np.array([[0.0, 1.0], [1.0, 0.0]])
    if name == "flip":
        return np.array(FLIPS[options["direction"]], np.float64)
    turn = radians(angle)  # clockwise as seen: y points down
    return np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])


def fitting(lattice: Lattice) -> Iterator[Motion]:
    """Yield the motions that a lattice allows."""
    for name in ("flip", "rotate"):
        option = TRANSFORMS[name].options[0].name
        for choice, reason in TRANSFORMS[name].choices(lattice).items():
            if not reason:
                yield name, {option: choice}
    if not TRANSFORMS["transpose"].why_not(lattice):
        yield "transpose", {}


def landscape(maze: Maze, turned: NDArray[np.float64]) -> tuple[set[Any], set[Any], list[Any]]:
    """Return where cells, passages and openings lie, seen from the middle of all cells, turned."""
    geometry, cells = maze.lattice.geometry, maze.lattice.inside_cells()
    middle = geometry.centres(cells).mean(axis=0)

    def spot(point: Any) -> tuple[float, float]:
        x, y = turned @ (np.asarray(point) - middle)
        return round(x, 5) + 0.0, round(y, 5) + 0.0

    spots = dict(zip(cells.tolist(), map(spot, geometry.centres(cells)), strict=True))
    gaps = []
    for opening in openings(maze):
        point = geometry.centres(np.array([opening.cell]))[0]
        if opening.slot is not None:
            ends = geometry.posts(np.array([maze.lattice.wall(opening.cell, opening.slot)]))
            point = geometry.post_positions(ends)[0].mean(axis=0)
        gaps.append((spots[opening.cell], spot(point)))
    passages = {frozenset((spots[one], spots[other])) for one, other in graph_of(maze).edges}
    return set(spots.values()), passages, gaps


def mazes(name: str, parameters: dict[str, Any]) -> Iterator[Maze]:
    """Yield mazes of a case: whole, and with masks."""
    whole = build(name, **parameters)
    for seed, share in enumerate((1.0, 1.0, 0.85, 0.5) if stress() else (1.0, 0.6)):
        random = Random(seed)
        lattice = whole if share == 1 else mask_lattice(whole, some_of(whole, random, share))
        yield with_openings(lattice, random)


def angle_of(lattice: Lattice, options: dict[str, Any]) -> float:
    """Return by how much a maze is turned; one step is one cell of the innermost ring."""
    if options.get("by") == "one-step":
        return 360 / int(lattice.row_lengths[0])
    return float(options.get("by", 0))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("name", SHAPES.names())
def test_everything_lies_where_it_is_turned_to(name: str, part: int) -> None:
    for parameters in CASES[name][part::3]:
        for maze in mazes(name, parameters):
            for motion, options in fitting(maze.lattice):
                after = apply_transform(motion, maze, **options)
                after.check()
                turn = matrix(motion, options, angle_of(maze.lattice, options))
                seen = landscape(after, np.eye(2))
                assert seen == landscape(maze, turn), (parameters, motion, options)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES.names())
def test_as_often_as_its_order_is_nothing(name: str) -> None:
    for parameters in rotating(CASES[name], 3):
        for maze in mazes(name, parameters):
            for motion, options in fitting(maze.lattice):
                angle = angle_of(maze.lattice, options)
                order = 2 if motion != "rotate" else round(360 / np.gcd(round(angle * 8), 2880) * 8)
                assert order <= STEPS
                after = maze
                for _time in range(order):
                    if TRANSFORMS[motion].why_not(after.lattice, **options):
                        break  # a mask may have no room after the next turn
                    after = apply_transform(motion, after, **options)
                else:
                    upright = np.eye(2)
                    same = landscape(after, upright) == landscape(maze, upright)
                    assert same, (parameters, motion, options)
                    if maze.lattice.whole:  # one with a mask may have moved by a shift
                        assert picture(after) == picture(maze), (parameters, motion, options)
                        assert after.lattice.same(maze.lattice), (parameters, motion, options)
                    continue
                assert TRANSFORMS[motion].why_not(build(name, **parameters), **options)


def choices(lattice: Lattice) -> set[str]:
    """Return what can be chosen of the motions that a lattice allows."""
    return {choice for _name, options in fitting(lattice) for choice in options.values()}


ALL = {"60", "120", "180", "240", "300"}
FLIPPED = set(FLIPS)
EXPECTED: dict[str, list[tuple[dict[str, Any], set[str]]]] = {
    "rectangular": [
        ({"rows": 3, "columns": 5}, {"90", "180", "270"} | FLIPPED),
    ],
    "hexagonal": [
        ({"rows": 4, "columns": 5}, {"180"}),
        ({"rows": 5, "columns": 5}, {"vertical"}),
        ({"rows": 5, "columns": 5, "outline": "hexagon"}, ALL | FLIPPED),
        ({"rows": 5, "columns": 7, "outline": "hexagon"}, {"180"} | FLIPPED),
        ({"rows": 6, "columns": 7, "outline": "hexagon"}, {"horizontal"}),
    ],
    "triangular": [
        ({"rows": 4, "columns": 5}, {"180"} | FLIPPED),
        ({"rows": 3, "columns": 5}, {"horizontal"}),
        ({"rows": 3, "columns": 4}, {"180"}),
        ({"rows": 4, "columns": 4}, {"vertical"}),
        ({"rows": 4, "columns": 7, "outline": "triangle"}, {"120", "240", "horizontal"}),
    ],
    "polar": [
        ({"rings": 5}, ALL | FLIPPED),
        ({"rings": 3, "hole": 2}, ALL | {"90", "270", "one-step"} | FLIPPED),
    ],
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", EXPECTED)
def test_what_geometry_allows(name: str) -> None:
    """Worked out by hand: of hexagons every other row is moved, triangles point up in turns."""
    for parameters, expected in EXPECTED[name]:
        lattice = build(name, **parameters)
        assert choices(lattice) == expected, parameters
        cut = mask_lattice(lattice, some_of(lattice, Random(1), 0.7))
        assert expected <= choices(cut), f"{parameters}: each part allows what the whole does"


@pytest.mark.parametrize("direction", FLIPS)
def test_a_mask_gives_room_to_stand_aside(direction: str) -> None:
    """Mirrored, the rows of hexagons stand half a cell off: one free cell at the sides will do.

    The shift is at right angles to the mirror, never along it: else two of them would not cancel.
    """
    whole = build("hexagonal", rows=6, columns=6)
    rows, columns = whole.places(np.arange(whole.size)).T
    lattice = mask_lattice(whole, (columns >= 1) & (columns <= 4) & (rows >= 1) & (rows <= 4))
    assert not TRANSFORMS["flip"].why_not(lattice, direction=direction)
    assert TRANSFORMS["flip"].why_not(whole, direction=direction)
    maze = with_openings(lattice, Random(3))
    after = apply_transform("flip", maze, direction=direction)
    assert after.lattice.cells == maze.lattice.cells
    assert not np.array_equal(after.lattice.inside, maze.lattice.inside)
    assert picture(apply_transform("flip", after, direction=direction)) == picture(maze)


def test_the_same_lattice_where_the_cells_are_the_same() -> None:
    whole = build("polar", rings=5)
    inside = whole.inside.copy()
    inside[whole.cell(0, 0)] = False
    lattice = mask_lattice(whole, inside)
    assert apply_transform("rotate", with_openings(lattice, Random(1)), by="60").lattice is lattice


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", SHAPES.names())
def test_locks_move_with_their_walls(kind: str) -> None:
    for seed in range(3):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        chosen = np.array([random.random() < 0.3 for _cell in range(maze.lattice.size)])
        maze.set_locks(with_locks(maze, chosen, locked=True))
        locked = with_locks(maze, chosen, locked=True)
        as_walls = Maze(maze.lattice, locked ^ np.uint8(maze.lattice.closed))
        for motion, options in fitting(maze.lattice):
            after = apply_transform(motion, maze, **options)
            moved = apply_transform(motion, as_walls, **options)
            locks = 0 if after.locks is None else after.locks
            assert (moved.walls ^ np.uint8(after.lattice.closed) == locks).all()


@pytest.mark.slow
@pytest.mark.parametrize(("by", "back"), [("60", "300"), ("120", "240"), ("240", "120")])
def test_what_was_turned_can_be_turned_back(by: str, back: str) -> None:
    """Only the shortest shift was tried, and whether that fitted depended on the direction."""
    turned = 0
    for seed in range(24):
        dice = Random(seed)
        whole = build("hexagonal", rows=dice.randint(2, 4), columns=dice.randint(2, 4))
        cells = whole.inside_cells().tolist()
        kept = {dice.choice(cells)}
        while len(kept) < min(3, len(cells)):
            near = whole.neighbour(dice.choice(sorted(kept)), dice.randrange(6))
            kept |= {near} & {*cells}
        inside = np.zeros(whole.size, np.bool_)
        inside[list(kept)] = True
        maze = Maze(mask_lattice(whole, inside))
        if TRANSFORMS["rotate"].why_not(maze.lattice, by=by):
            continue
        turned += 1
        after = apply_transform("rotate", maze, by=by)
        assert not TRANSFORMS["rotate"].why_not(after.lattice, by=back)
    assert turned > 3
