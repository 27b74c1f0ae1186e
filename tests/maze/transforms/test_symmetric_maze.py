"""Symmetric mazes are perfect, and no fewer passages could break their symmetry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.maze.transforms.symmetry.group import group_of, symmetries_of
from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_walls, symmetric_maze
from tests.breadth import SEED, repeats, stress
from tests.graphs import graph_of
from tests.maze.shapes.cases import called

MASKS = ("", "ring", "ellipse", "diamond", "heart")
WHOLE = [  # as sizes_about makes them, and the outlines with more symmetries
    *((shape, {}) for shape in SHAPES.names()),
    ("hexagonal", {"outline": "hexagon"}),
    ("triangular", {"outline": "triangle", "columns": 19}),
]
RECT, HEX, TRI, POLAR = "rectangular", "hexagonal", "triangular", "polar"
SMALL: list[tuple[str, dict[str, Any]]] = [
    *(
        (RECT, {"rows": rows, "columns": columns})
        for rows, columns in product((1, 2, 3), (1, 2, 3))
    ),
    (RECT, {"rows": 3, "columns": 4}),
    (RECT, {"rows": 4, "columns": 3}),
    (RECT, {"rows": 3, "columns": 5}),
    (RECT, {"rows": 2, "columns": 5}),
    (RECT, {"rows": 4, "columns": 4}),
    (HEX, {"rows": 3, "columns": 3, "outline": "rectangle"}),
    (HEX, {"rows": 2, "columns": 3, "outline": "rectangle"}),
    (HEX, {"rows": 3, "columns": 3, "outline": "hexagon"}),
    (HEX, {"rows": 5, "columns": 3, "outline": "hexagon"}),
    (TRI, {"rows": 2, "columns": 3, "outline": "triangle"}),
    (TRI, {"rows": 3, "columns": 5, "outline": "triangle"}),
    (TRI, {"rows": 4, "columns": 7, "outline": "triangle"}),
    (TRI, {"rows": 3, "columns": 5, "outline": "rectangle"}),
    (TRI, {"rows": 4, "columns": 5, "outline": "rectangle"}),
    (POLAR, {"rings": 2, "hole": 0}),
    (POLAR, {"rings": 3, "hole": 0}),
    (POLAR, {"rings": 1, "hole": 1}),
    (POLAR, {"rings": 2, "hole": 1}),
]


@cache
def walls_of(lattice: Lattice) -> list[frozenset[int]]:
    cells = lattice.inside_cells().tolist()
    pairs = {
        frozenset((cell, other))
        for cell in cells
        for slot in range(lattice.degree)
        if lattice.inside[other := lattice.neighbour(cell, slot)]
    }
    return sorted(pairs, key=sorted)


@cache
def orbits_of(lattice: Lattice, name: str) -> list[int]:
    """Return the number of the orbit of each wall, found from where the middles of cells lie."""
    middles = lattice.geometry.centres(lattice.inside_cells())
    middle = middles.mean(axis=0)
    graph: Any = nx.Graph()
    walls = walls_of(lattice)
    graph.add_nodes_from(walls)
    for matrix in MATRICES.get(name) or [turned(PARTS.get(name) or int(name))]:
        images = (middles - middle) @ matrix + middle
        at = {
            spot(point): int(cell)
            for point, cell in zip(middles, lattice.inside_cells(), strict=True)
        }
        motion = {
            at[spot(point)]: at[spot(image)] for point, image in zip(middles, images, strict=True)
        }
        graph.add_edges_from((wall, frozenset(motion[cell] for cell in wall)) for wall in walls)
    assert set(graph) == set(walls)
    numbers = {
        wall: number
        for number, orbit in enumerate(nx.connected_components(graph))
        for wall in orbit
    }
    return [numbers[wall] for wall in walls]


PARTS = {"halves": 2, "thirds": 3, "quarters": 4, "sixths": 6}
LEFT_RIGHT, TOP_BOTTOM = np.diag([-1.0, 1.0]), np.diag([1.0, -1.0])
MATRICES = {
    "left-right": [LEFT_RIGHT],
    "top-bottom": [TOP_BOTTOM],
    "both": [LEFT_RIGHT, TOP_BOTTOM],
}


def turned(parts: int) -> Any:
    angle = 2 * np.pi / parts
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def spot(point: Any) -> tuple[float, float]:
    return round(float(point[0]), 5) + 0.0, round(float(point[1]), 5) + 0.0


def breaks(tree: set[int], orbits: list[int]) -> int:
    """Return how many walls break a symmetry: of each orbit those that are fewer."""
    sizes, opened = Counter(orbits), Counter(orbits[wall] for wall in tree)
    return sum(min(opened[orbit], sizes[orbit] - opened[orbit]) for orbit in opened)


def spanning_trees(lattice: Lattice) -> Iterator[set[int]]:
    """Yield every spanning tree, as the numbers of its walls: each wall is in it, or it is not."""
    walls = [sorted(wall) for wall in walls_of(lattice)]
    cells = lattice.inside_cells().tolist()

    def connected(names: dict[int, int], start: int) -> bool:
        graph = nx.Graph((names[one], names[other]) for one, other in walls[start:])
        graph.add_nodes_from(names.values())
        return nx.is_connected(graph)

    def grow(place: int, names: dict[int, int], tree: set[int]) -> Iterator[set[int]]:
        if len(tree) == len(cells) - 1:
            yield tree
        elif place < len(walls):
            one, other = (names[cell] for cell in walls[place])
            if one != other:
                joined = {cell: one if name == other else name for cell, name in names.items()}
                yield from grow(place + 1, joined, tree | {place})
            if one == other or connected(names, place + 1):
                yield from grow(place + 1, names, tree)

    yield from grow(0, {cell: cell for cell in cells}, set())


def breaking(maze: Maze, name: str) -> int:
    orbits = orbits_of(maze.lattice, name)
    passages = {frozenset(edge) for edge in graph_of(maze).edges}
    tree = {number for number, wall in enumerate(walls_of(maze.lattice)) if wall in passages}
    return breaks(tree, orbits)


def able(lattice: Lattice) -> list[str]:
    return [name for name, reason in symmetries_of(lattice).items() if not reason]


@cache
def outlined(shape: str, mask: str, size: int = 10) -> Lattice:
    lattice = build(shape, **sizes_about(shape, size, {}))
    return cut(mask, lattice, pieces="each").lattice if mask else lattice


def without(lattice: Lattice, *places: tuple[int, int]) -> Lattice:
    inside = lattice.inside.copy()
    inside[[lattice.cell(*place) for place in places]] = False
    return mask_lattice(lattice, inside)


SQUARE = build(RECT, rows=3, columns=3)
HOLED = {
    "ring of 8": without(SQUARE, (1, 1)),
    "ring of 12": without(
        build(RECT, rows=4, columns=4), *((row, column) for row in (1, 2) for column in (1, 2))
    ),
    "3 x 5 with a hole": without(build(RECT, rows=3, columns=5), (1, 2)),
    "3 x 5 with two": without(build(RECT, rows=3, columns=5), (1, 1), (1, 3)),
    "cross": without(
        build(RECT, rows=5, columns=5),
        *((row, column) for row in (0, 1, 3, 4) for column in (0, 1, 3, 4)),
    ),
    "corners": without(build(RECT, rows=4, columns=4), (0, 0), (0, 3), (3, 0), (3, 3)),
}
MOST_TREES = 3_000  # of the mazes that an ordinary run looks at


def number_of_trees(lattice: Lattice) -> int:
    """Return how many spanning trees there are, by Kirchhoff's theorem."""
    places = {cell: place for place, cell in enumerate(lattice.inside_cells().tolist())}
    laplacian = np.zeros((len(places), len(places)))
    for wall in walls_of(lattice):
        one, other = (places[cell] for cell in wall)
        laplacian[[one, other], [one, other]] += 1
        laplacian[[one, other], [other, one]] -= 1
    return round(np.linalg.det(laplacian[1:, 1:])) if len(places) > 1 else 1


SMALLEST = {f"{shape} {list(sizes.values())}": build(shape, **sizes) for shape, sizes in SMALL}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_no_spanning_tree_breaks_the_symmetry_by_fewer_walls(part: int) -> None:
    for name, lattice in list({**SMALLEST, **HOLED}.items())[part::6]:
        number = number_of_trees(lattice)
        if number > (200_000 if stress() else MOST_TREES):
            continue
        trees = list(spanning_trees(lattice))
        assert len(trees) == number, name
        for symmetry in able(lattice):
            orbits = orbits_of(lattice, symmetry)
            fewest = min(breaks(tree, orbits) for tree in trees)
            for seed in repeats(3, 30):
                maze = symmetric_maze(lattice, Growth("backtracker", seed), symmetry)
                assert nx.is_tree(graph_of(maze)), (name, symmetry, seed)
                assert breaking(maze, symmetry) == fewest, (name, symmetry, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "chosen"), WHOLE, ids=called)
def test_perfect_and_symmetric_by_every_generator(shape: str, chosen: dict[str, Any]) -> None:
    """Under ``--stress`` 200 seeds for each symmetry, of odd and even sizes."""
    for mask in MASKS:
        for size in (9, 10) if stress() else (9,):
            lattice = build(shape, **sizes_about(shape, size, chosen))
            lattice = cut(mask, lattice, pieces="each").lattice if mask else lattice
            names = [
                entry.name for entry in GENERATORS if not entry.why_not(shape, whole=lattice.whole)
            ]
            symmetries = able(lattice)
            for seed in repeats(len(names), 100):
                for place, symmetry in enumerate(symmetries):
                    if stress() or (seed + place + MASKS.index(mask) + SEED) % 9 == 0:
                        check_one(lattice, names[seed % len(names)], seed, symmetry)


def check_one(lattice: Lattice, name: str, seed: int, symmetry: str) -> None:
    maze = symmetric_maze(lattice, Growth(name, seed), symmetry)
    maze.check()
    assert nx.is_forest(graph_of(maze))
    grid = nx.Graph(tuple(wall) for wall in walls_of(lattice))
    grid.add_nodes_from(lattice.inside_cells().tolist())
    assert nx.number_connected_components(graph_of(maze)) == nx.number_connected_components(grid)
    group = group_of(lattice, symmetry)
    assert group
    walls = breaking_walls(maze, group)
    assert len(walls) == breaking(maze, symmetry)
    turns = symmetry not in MATRICES
    if turns and nx.is_connected(grid):
        assert len(walls) <= 1


@pytest.mark.parametrize("shape", SHAPES.names())
def test_braids_are_symmetric_too(shape: str) -> None:
    lattice = outlined(shape, "")
    for symmetry in able(lattice):
        plain = symmetric_maze(lattice, Growth("backtracker", 2), symmetry)
        braided = symmetric_maze(lattice, Growth("backtracker", 2), symmetry, braid=1.0)
        opened = braided.walls != plain.walls
        assert opened.any()
        assert breaking(braided, symmetry) <= breaking(plain, symmetry)


def test_what_has_no_symmetry_is_refused() -> None:
    heart = outlined(RECT, "heart", 20)
    with pytest.raises(UsageError, match="Top and bottom"):
        symmetric_maze(heart, Growth("backtracker", 1), "top-bottom")
    with pytest.raises(UsageError, match="There is no symmetry"):
        symmetric_maze(SQUARE, Growth("backtracker", 1), "fifth")
    assert group_of(build(RECT, rows=3, columns=4), "quarters") is None
    assert group_of(build(RECT, rows=3, columns=4), "thirds") is None
    assert group_of(outlined(POLAR, "diamond"), "quarters") is None  # the inner ring has 6 cells


def test_a_number_is_a_name() -> None:
    rings = build(POLAR, rings=4, hole=2)
    assert set(able(rings)) >= {"thirds", "12"}
    thirds = group_of(rings, "3")
    assert thirds is not None
    assert thirds.name == "thirds"
    assert group_of(rings, "5") is None
