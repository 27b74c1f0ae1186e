"""Every shape's lattice is consistent, and its geometry agrees with it."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from math import hypot
from typing import Any

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.maze import shapes
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.lattice import MAX_CELLS, Lattice
from mazeeditor.maze.links import MOST_ROWS, NOWHERE, Links
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from tests.breadth import stress
from tests.maze.generators.lattices import grid_of
from tests.maze.shapes.cases import CASES

BIG = 10**30


@pytest.fixture(scope="module", params=SHAPES.names())
def lattices(request: pytest.FixtureRequest) -> list[Lattice]:
    return [build(request.param, **parameters) for parameters in CASES[request.param]]


def test_it_says_how_to_build_it_again(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        again = build(lattice.shape, **lattice.parameters)
        assert lattice.same(again), lattice.parameters
        assert (lattice.rows, lattice.columns) == (again.rows, again.columns), lattice.parameters


def test_neighbours_are_mutual(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        for cell in map(int, lattice.inside_cells()):
            for slot in range(lattice.degree):
                other, back = lattice.neighbour(cell, slot), lattice.back(cell, slot)
                assert 0 <= other < lattice.size, lattice.parameters
                if other == NOWHERE:
                    assert lattice.geometry.outward(cell, slot) == (0, 0), lattice.parameters
                    assert slot not in lattice.outer_slots(cell), lattice.parameters
                    continue
                assert lattice.neighbour(other, back) == cell, lattice.parameters
                assert lattice.back(other, back) == slot, lattice.parameters
                assert lattice.wall(cell, slot) == lattice.wall(other, back), lattice.parameters


def test_it_is_in_one_piece(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        grid = grid_of(lattice)
        assert nx.is_connected(grid), lattice.parameters
        assert len(grid) == lattice.cells == int(lattice.row_lengths.sum()), lattice.parameters


def test_cells_at_the_edge(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        at_edge = [cell for cell in lattice.inside_cells().tolist() if lattice.outer_slots(cell)]
        assert lattice.edge_cells.tolist() == at_edge, lattice.parameters


def test_vectorised_ids_agree(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        cells = np.repeat(lattice.inside_cells(), lattice.degree)
        slots = np.tile(np.arange(lattice.degree), lattice.cells)
        real = [
            lattice.neighbour(int(c), int(s)) != NOWHERE for c, s in zip(cells, slots, strict=True)
        ]
        cells, slots = cells[real], slots[real]
        ids = lattice.wall_ids(cells, slots)
        assert ids.tolist() == [
            lattice.wall(int(c), int(s)) for c, s in zip(cells, slots, strict=True)
        ], lattice.parameters
        lower, _slots, upper, backs = lattice.sides_of(ids)
        assert (lower < upper).all(), lattice.parameters
        assert (upper * lattice.degree + backs != ids).all(), lattice.parameters


def test_places(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        cells = lattice.inside_cells()
        places = [lattice.place(int(cell)) for cell in cells]
        assert [lattice.cell(*place) for place in places] == cells.tolist(), lattice.parameters
        assert lattice.places(cells).tolist() == [list(place) for place in places], (
            lattice.parameters
        )
        assert len(set(places)) == lattice.cells, lattice.parameters


@pytest.mark.sample(1)
def test_the_walls_of_a_cell_go_once_around_it(lattices: list[Lattice]) -> None:
    """Every post of a cell ends two of its walls, and the middles of walls lie around the cell."""
    for lattice in lattices:
        geometry = lattice.geometry
        for cell in lattice.inside_cells().tolist():
            slots = [s for s in range(lattice.degree) if lattice.neighbour(cell, s) != NOWHERE]
            posts = geometry.posts(np.array([lattice.wall(cell, slot) for slot in slots]))
            ends, times = np.unique(posts, return_counts=True)
            assert (len(ends), set(times)) == (len(slots), {2}), lattice.parameters
            centre = geometry.centres(np.array([cell]))[0]
            assert np.hypot(*(geometry.post_positions(ends) - centre).T).max() < 1.7, (
                lattice.parameters
            )
            for slot in slots:
                assert hypot(*geometry.outward(cell, slot)) == pytest.approx(1), lattice.parameters


def test_no_two_posts_lie_at_one_place_and_no_two_walls(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        geometry, walls = lattice.geometry, Maze(lattice).closed_walls()
        posts = geometry.posts(walls)
        places = geometry.post_positions(np.unique(posts))
        assert len(np.unique(places.round(9), axis=0)) == len(places), lattice.parameters
        curved = np.column_stack([np.sort(posts, axis=1), geometry.bulges(walls).round(9)])
        assert len(np.unique(curved, axis=0)) == len(walls), lattice.parameters


def test_the_walls_reach_from_edge_to_edge(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        geometry, walls = lattice.geometry, Maze(lattice).closed_walls()
        reach = outermost(geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls))
        assert reach.min(axis=0) == pytest.approx([0, 0], abs=1e-3), lattice.parameters
        assert reach.max(axis=0) == pytest.approx([geometry.width, geometry.height], abs=1e-3), (
            lattice.parameters
        )


def outermost(ends: NDArray[np.float64], bulges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points all along the walls: arcs are halved until they are short."""
    points = [ends.reshape(-1, 2)]
    for _round in range(7):
        middle = middles(ends, bulges)
        points.append(middle)
        halves = [np.stack([ends[:, 0], middle], 1), np.stack([middle, ends[:, 1]], 1)]
        ends = np.concatenate(halves)
        bulges = np.tile(np.tan(np.arctan(bulges) / 2), 2)
    return np.concatenate(points)


def test_neighbours_lie_on_either_side_of_their_wall(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        geometry = lattice.geometry
        for one, other, data in grid_of(lattice).edges(data=True):
            wall = np.array([data["wall"]])
            middle = middles(geometry.post_positions(geometry.posts(wall)), geometry.bulges(wall))[
                0
            ]
            away = [geometry.centres(np.array([cell]))[0] - middle for cell in (one, other)]
            assert away[0] @ away[1] < 0, lattice.parameters
            for cell, step in zip((one, other), away, strict=True):
                assert geometry.cell_at(*(middle + 1e-6 * step)) == cell, lattice.parameters


@pytest.mark.sample(2)
def test_sides_have_names(lattices: list[Lattice]) -> None:
    """Names are those of the sides, also where the slots of a cell are in another order."""
    for lattice in lattices:
        for cell in lattice.inside_cells().tolist():
            names = [lattice.side(cell, slot) for slot in range(lattice.degree)]
            assert set(names) == set(lattice.sides), lattice.parameters
            assert [lattice.slot(cell, name) for name in names] == list(range(lattice.degree)), (
                lattice.parameters
            )
            for slot, name in enumerate(names):
                x, y = lattice.geometry.outward(cell, slot)
                for word, towards in (("left", -x), ("right", x), ("top", -y), ("bottom", y)):
                    assert word not in name or towards > 0, lattice.parameters
        with pytest.raises(UsageError, match="There is no side 'nowhere': the sides are"):
            lattice.slot(lattice.first.cell, "nowhere")


def test_default_openings_can_be_reached_from_each_other(lattices: list[Lattice]) -> None:
    for lattice in lattices:
        maze = Maze(lattice, None, lattice.first, (lattice.last,))
        maze.check()


@pytest.mark.parametrize("name", SHAPES.names())
def test_every_size_is_checked(name: str) -> None:
    sizes = [option for option in SHAPES[name].options if option.kind is int]
    assert sizes
    for option in sizes:
        for wrong in (option.low - 1, -1, BIG, 2.5, "a", True, None):
            with pytest.raises(UsageError, match=f"{option.label} must be a whole number from"):
                build(name, **{option.name: wrong})


@pytest.mark.parametrize(
    "size",
    [
        {"rings": 300, "hole": 200},
        pytest.param({"rings": 1777, "hole": 1160}, marks=pytest.mark.slow),  # the most rows
        *([{"rings": 2500}] if stress() else []),  # the most cells
    ],
)
def test_the_cells_of_the_largest_round_mazes_share_their_rows(size: dict[str, int]) -> None:
    lattice = build("polar", **size)
    assert len(lattice.offsets) < MOST_ROWS
    assert (
        sum(table.nbytes for table in lattice.tables if table is not lattice.inside)
        < 2.3 * lattice.cells
    )
    tables = np.zeros((MOST_ROWS + 1, 4), np.int32), np.zeros((MOST_ROWS + 1, 4), np.uint8)
    with pytest.raises(ValueError, match="more than 65536"):
        Links(*tables, np.zeros(9, np.uint16), np.zeros(9, np.bool_))


@pytest.mark.parametrize(
    ("name", "parameters", "words"),
    [
        ("triangular", {"rows": 3, "columns": 1, "outline": "rectangle"}, "use 2 columns"),
        ("hexagonal", {"rows": 9, "columns": 4, "outline": "hexagon"}, "needs 5 columns or more"),
        ("triangular", {"rows": 4, "columns": 6, "outline": "triangle"}, "needs 7 columns or more"),
        ("polar", {"rings": 2500, "hole": 2500}, "too many for a round maze"),
        ("hexagonal", {"outline": "round"}, "Outline must be one of rectangle, hexagon"),
    ],
)
def test_what_cannot_be_is_refused(name: str, parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        build(name, **parameters)


@pytest.mark.parametrize("name", SHAPES.names())
def test_what_is_too_large_takes_no_memory(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {option.name: option.high for option in SHAPES[name].options if option.kind is int}
    monkeypatch.setattr(shapes, "MAX_CELLS", MAX_CELLS - 1)
    tracemalloc.start()
    with pytest.raises(UsageError, match="too many"):
        build(name, **{option: int(most) for option, most in sizes.items()})
    assert tracemalloc.get_traced_memory()[1] < 10**6
    tracemalloc.stop()


@pytest.mark.parametrize("name", SHAPES.names())
def test_sizes_are_about_what_is_asked_for(name: str) -> None:
    for side in (20, 70, 300):
        assert 0.85 < build(name, **sizes_about(name, side, {})).cells / side**2 < 1.15


def test_rings_keep_their_proportions() -> None:
    for rings in (1, 2, 60):
        lattice = build("polar", rings=rings, hole=0)
        counts = lattice.row_lengths.tolist()
        assert counts[:7] == [1, 6, 12, 24, 24, 24, 48][:rings]
        for ring, count in enumerate(counts[1:], 1):
            assert 0.74 < 2 * np.pi * ring / count < 1.51
        for inner, outer in pairwise(counts[1:]):
            assert outer in (inner, 2 * inner)
    hollow = build("polar", rings=10, hole=5)
    assert hollow.row_lengths.tolist() == build("polar", rings=15, hole=0).row_lengths.tolist()[5:]


def test_same() -> None:
    one = build("rectangular", rows=2, columns=3)
    assert one.same(build("rectangular", rows=2, columns=3))
    assert not one.same(build("rectangular", rows=3, columns=2))
    assert not one.same(build("hexagonal", rows=2, columns=3))
    assert set(CASES) == set(SHAPES.names()), "Add sizes of the new shape to CASES."
