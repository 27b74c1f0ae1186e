"""Hit tests are exact: against the nearest of all walls, for many random points a shape."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids, centres, distances, middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES, build
from tests.breadth import repeats
from tests.maze.shapes.cases import CASES, largest, some_of

POINTS = len(repeats(8_000, 500_000))
OUTSIDE = 0.05  # of the points: they are outside the maze
Floats = NDArray[np.float64]


def points_around(lattice: Lattice, number: int, seed: int) -> Floats:
    """Return random points in the maze, and a share of them a little more than half a cell around.

    Those outside the maze are compared with all walls near them, one by one, which takes long.
    """
    geometry, random = lattice.geometry, np.random.default_rng(seed)
    size = np.array([geometry.width, geometry.height])
    result: Floats = random.random((20 * number, 2)) * (size + 1.2) - 0.6
    within = lattice.inside[geometry.all_under(result[:, 0], result[:, 1])]
    outside = result[~within][: round(number * OUTSIDE)]
    return np.concatenate([result[within][: number - len(outside)], outside])


def truth(lattice: Lattice, walls: Ids, points: Floats) -> Floats:
    """Return float64[points, walls]: distances, arcs taken as parts of circles around the middle.

    Shares nothing with the program but where the posts are, and which walls are curved at all.
    """
    geometry = lattice.geometry
    ends = geometry.post_positions(geometry.posts(walls))
    middle = np.array([geometry.width, geometry.height]) / 2
    result = np.empty((len(points), len(walls)))
    spots = points[:, 0] + 1j * points[:, 1]
    for place, (one, other) in enumerate(ends[..., 0] + 1j * ends[..., 1]):
        if geometry.bulges(walls[place : place + 1])[0] == 0:
            share = ((spots - one) / (other - one)).real.clip(0, 1)
            result[:, place] = abs(spots - one - share * (other - one))
            continue
        centre = complex(*middle)
        axis = (one - centre) + (other - centre)  # through the middle of the arc
        half = abs(np.angle((one - centre) / axis))
        ahead = abs(np.angle((spots - centre) / axis)) <= half
        to_ends = np.minimum(abs(spots - one), abs(spots - other))
        to_circle = abs(abs(spots - centre) - abs(one - centre))
        result[:, place] = np.where(ahead, to_circle, to_ends)
    return result


def check(lattice: Lattice, points: Floats) -> None:
    walls = Maze(lattice).closed_walls()
    number = {int(wall): place for place, wall in enumerate(walls)}
    for start in range(0, len(points), 5000):
        some = points[start : start + 5000]
        away = truth(lattice, walls, some)
        nearest = away.min(axis=1)
        for (x, y), mine, least in zip(some.tolist(), away, nearest.tolist(), strict=True):
            result = lattice.geometry.wall_at(x, y)
            if result is None:
                assert least > 0.5 - 1e-9
                assert lattice.geometry.cell_at(x, y) is None
            else:
                assert mine[number[result]] <= least + 1e-9


@pytest.mark.parametrize("name", SHAPES.names())
def test_the_nearest_wall(name: str) -> None:
    lattice = largest(name)
    points = points_around(lattice, POINTS, 1)
    assert len(points) == POINTS
    check(lattice, points)


@pytest.mark.parametrize("name", SHAPES.names())
def test_the_nearest_wall_at_any_size(name: str) -> None:
    for parameters in CASES[name]:
        lattice = build(name, **parameters)
        check(lattice, points_around(lattice, 300, 2))


@pytest.mark.parametrize("name", SHAPES.names())
def test_a_point_lies_in_the_cell_whose_walls_are_around_it(name: str) -> None:
    """A line from the middle of a cell that crosses none of its walls stays in the cell."""
    for parameters in CASES[name]:
        lattice = build(name, **parameters)
        geometry, random = lattice.geometry, np.random.default_rng(3)
        for cell in lattice.inside_cells().tolist():
            x, y = geometry.centres(np.array([cell]))[0]
            assert geometry.cell_at(x, y) == cell
            wall = geometry.wall_at(x, y)
            assert wall is not None
            reach = truth(lattice, np.array([wall]), np.array([[x, y]]))[0, 0]
            for angle in random.random(8) * 2 * np.pi:
                near = reach * (1 - 1e-9)
                assert geometry.cell_at(x + near * np.cos(angle), y + near * np.sin(angle)) == cell
    size = np.array([geometry.width, geometry.height])
    for x, y in ([-1e-6, size[1] / 2], [size[0] + 1e-6, size[1] / 2], size + 0.1, [-9.0, 9e9]):
        assert geometry.cell_at(x, y) is None


@pytest.mark.parametrize("bulge", [-1.0, -0.3, 0.0, 0.05, 0.4, 1.0])
def test_arcs_against_many_points_on_them(bulge: float) -> None:
    """The definition: the arc spans four times the angle whose tangent the bulge is."""
    random = np.random.default_rng(5)
    ends = random.random((1, 2, 2)) * 4
    one, other = ends[0, :, 0] + 1j * ends[0, :, 1]
    steps = np.linspace(0, 1, 20_001)
    if bulge:
        turn = 4 * np.arctan(bulge)
        # anticlockwise as seen is clockwise where y points down
        centre = (other - one * np.exp(-1j * turn)) / (1 - np.exp(-1j * turn))
        arc = centre + (one - centre) * np.exp(-1j * turn * steps)
        assert centres(ends, np.array([bulge]))[0] == pytest.approx([centre.real, centre.imag])
    else:
        arc = one + steps * (other - one)
    half = middles(ends, np.array([bulge]))[0]
    assert half == pytest.approx([arc[10_000].real, arc[10_000].imag])
    spots = random.random((50, 2)) * 8 - 2
    away = distances(spots, ends, np.array([bulge]))
    sampled = abs(spots @ [1, 1j] - arc[:, None]).min(axis=0)
    assert away == pytest.approx(sampled, abs=1e-3)


@pytest.mark.slow
def test_masks_leave_the_nearest_wall_of_the_cells_that_remain() -> None:
    for name in SHAPES.names():
        whole = largest(name)
        for seed in range(6):
            inside = some_of(whole, Random(seed), (seed + 1) / 7)
            lattice = mask_lattice(whole, inside)
            check(lattice, points_around(lattice, 1500, seed))


@pytest.mark.parametrize("name", SHAPES.names())
def test_many_points_at_once_are_like_one_by_one(name: str) -> None:
    for parameters in CASES[name]:
        lattice = build(name, **parameters)
        geometry = lattice.geometry
        random = np.random.default_rng(2)
        x, y = random.uniform(-1, (geometry.width + 1, geometry.height + 1), (3000, 2)).T
        result = geometry.all_under(x, y)
        for place, cell in zip(
            zip(x.tolist(), y.tolist(), strict=True), result.tolist(), strict=True
        ):
            expected = geometry.cell_at(*place)
            assert expected == (cell if lattice.inside[cell] else None), parameters
        picture = geometry.all_under(x[:40], y[:30, None])
        assert picture.shape == (30, 40), parameters
        for row in range(30):
            np.testing.assert_array_equal(
                picture[row], geometry.all_under(x[:40], y[row : row + 1])
            )
        assert (geometry.all_under(np.array([-9.0]), np.array([1.0])) == NOWHERE).all(), parameters
