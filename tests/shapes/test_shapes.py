"""Every shape's lattice is consistent, and its geometry agrees with it."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest

from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.shapes import SHAPES, build

NAMES = SHAPES.names()


@pytest.fixture(params=[(1, 1), (1, 6), (5, 1), (4, 7), (8, 8)], ids=str)
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    return request.param


@pytest.fixture(params=NAMES)
def lattice(request: pytest.FixtureRequest, size: tuple[int, int]) -> Lattice:
    return build(request.param, rows=size[0], columns=size[1])


def test_neighbours_are_mutual(lattice: Lattice) -> None:
    for cell in map(int, lattice.inside_cells()):
        for slot in range(lattice.degree):
            other, back = lattice.neighbour(cell, slot), lattice.back(cell, slot)
            assert 0 <= other < lattice.size
            assert lattice.neighbour(other, back) == cell
            assert lattice.back(other, back) == slot
            assert lattice.wall(cell, slot) == lattice.wall(other, back)


def test_vectorised_ids_agree(lattice: Lattice) -> None:
    cells = np.repeat(lattice.inside_cells(), lattice.degree)
    slots = np.tile(np.arange(lattice.degree), lattice.cells)
    ids = lattice.wall_ids(cells, slots)
    assert ids.tolist() == [lattice.wall(int(c), int(s)) for c, s in zip(cells, slots, strict=True)]
    lower, _slots, upper, backs = lattice.sides_of(ids)
    assert (lower < upper).all()
    assert (upper * lattice.degree + backs != ids).all()


def test_places(lattice: Lattice) -> None:
    cells = lattice.inside_cells()
    places = [lattice.place(int(cell)) for cell in cells]
    assert [lattice.cell(*place) for place in places] == cells.tolist()
    assert lattice.places(cells).tolist() == [list(place) for place in places]
    assert len(set(places)) == lattice.cells


def test_each_wall_joins_two_posts_around_its_cells(lattice: Lattice) -> None:
    geometry = lattice.geometry
    walls = Maze(lattice).closed_walls()
    ends = geometry.post_positions(geometry.posts(walls))
    assert len({tuple(sorted(map(tuple, pair))) for pair in ends.tolist()}) == len(walls)
    for wall, pair in zip(walls.tolist(), ends, strict=True):
        for cell in (wall // lattice.degree, lattice.neighbour(*divmod(wall, lattice.degree))):
            if lattice.inside[cell]:
                centre = geometry.centres(np.array([cell]))[0]
                assert np.hypot(*(pair - centre).T).max() < 1.0
    assert ends[..., 0].min() == 0
    assert ends[..., 1].min() == 0
    assert ends[..., 0].max() == geometry.width
    assert ends[..., 1].max() == geometry.height


def test_centres_hit_their_cell(lattice: Lattice) -> None:
    cells = lattice.inside_cells()
    for cell, (x, y) in zip(cells.tolist(), lattice.geometry.centres(cells), strict=True):
        assert lattice.geometry.cell_at(x, y) == cell
    assert lattice.geometry.cell_at(-0.1, 0.5) is None
    assert lattice.geometry.cell_at(0.5, lattice.geometry.height + 0.1) is None


def test_hit_test_finds_the_nearest_wall(lattice: Lattice) -> None:
    geometry = lattice.geometry
    walls = Maze(lattice).closed_walls()
    ends = geometry.post_positions(geometry.posts(walls))
    spots = np.random.default_rng(4).random((400, 2)) * 1.6 - 0.3
    for x, y in spots * [geometry.width, geometry.height]:
        found = geometry.wall_at(x, y)
        distances = [distance(x, y, *one, *two) for one, two in ends]
        if found is None:
            assert min(distances) > 0.49
        else:
            mine = distances[walls.tolist().index(found)]
            assert mine <= min(distances) + 1e-9


def distance(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    """Return how far a point is from a segment."""
    dx, dy = x1 - x0, y1 - y0
    along = max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
    return hypot(x - x0 - along * dx, y - y0 - along * dy)


def test_outward_points_at_the_wall(lattice: Lattice) -> None:
    geometry = lattice.geometry
    cell = lattice.first.cell
    (x, y), walls = geometry.centres(np.array([cell]))[0], range(lattice.degree)
    for slot in walls:
        dx, dy = geometry.outward(cell, slot)
        assert hypot(dx, dy) == pytest.approx(1)
        assert geometry.wall_at(x + 0.3 * dx, y + 0.3 * dy) == lattice.wall(cell, slot)


def test_default_openings_fit(lattice: Lattice) -> None:
    maze = Maze(lattice, None, lattice.first, (lattice.last,))
    maze.check()
    assert lattice.place(lattice.first.cell) == (0, 0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("rows", "columns"), [(0, 5), (5, 0), (-1, 5), (10_001, 1), (1, 10**30), (2.5, 3), ("a", 3)]
)
def test_bad_sizes(name: str, rows: object, columns: object) -> None:
    with pytest.raises(UsageError, match=r"(Rows|Columns) must be a whole number from 1 to 10,000"):
        build(name, rows=rows, columns=columns)


def test_same() -> None:
    one = build("rectangular", rows=2, columns=3)
    assert one.same(build("rectangular", rows=2, columns=3))
    assert not one.same(build("rectangular", rows=3, columns=2))
