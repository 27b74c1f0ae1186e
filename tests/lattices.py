"""Lattices of every kind that a kernel may meet: one row of offsets, two, or one a cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import ALIKE, IN_TURNS, UNUSED, Links
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.maze.shapes.rectangular import Squares
from tests.oracle import open_passages

Table = list[list[int]]


def _lattice(
    inside: NDArray[np.bool_],
    stride: int,
    offsets: Table,
    opposite: Table,
    which: NDArray[np.uint16],
    norms: Table,
) -> Lattice:
    """Return a lattice without a drawing: the geometry is that of squares.

    ``norms`` are of (rows, columns) between.
    """
    rows = (len(inside) - 1) // stride - 2
    cells = np.flatnonzero(inside)
    degree = len(offsets[0])
    links = Links(np.array(offsets, np.int32), np.array(opposite, np.uint8), which, inside)
    return Lattice(
        *links.fields(),
        shape="test",
        parameters={},
        row_starts=np.arange(1, rows + 1, dtype=np.int64) * stride + 1,
        row_lengths=np.full(rows, stride - 1, np.int64),
        side_names=(tuple(f"side {slot}" for slot in range(degree)),),
        norms=np.array([[a - stride * b, b] for a, b in norms], np.int64).reshape(-1, 2),
        first=Opening(int(cells[0])),
        last=Opening(int(cells[-1])),
        geometry=Squares(links, rows, stride - 1),
    )


def _field(
    random: Random, largest: int = 15, *, odd: bool = False
) -> tuple[NDArray[np.bool_], int]:
    """Return the inside cells, some holes among them, and the stride."""
    rows, stride = random.randint(1, largest), random.randint(2, largest + 1)
    stride += odd and stride % 2 == 0
    inside = np.zeros((rows + 2) * stride + 1, np.bool_)
    inside[: (rows + 2) * stride].reshape(rows + 2, stride)[1:-1, 1:] = True
    cells = [int(cell) for cell in np.flatnonzero(inside)]
    inside[random.sample(cells, len(cells) // random.randint(2, 9))] = False
    return inside, stride


def hexagons(random: Random, largest: int = 15) -> Lattice:
    """Six slots, one row of offsets."""
    inside, stride = _field(random, largest)
    offsets = [[-stride, 1 - stride, 1, stride, stride - 1, -1]]
    return _lattice(inside, stride, offsets, [[3, 4, 5, 0, 1, 2]], ALIKE, [[1, 0], [0, 1], [1, 1]])


def triangles(random: Random) -> Lattice:
    """Three slots; the third leads down from even cells and up from odd ones."""
    inside, stride = _field(random, odd=True)
    offsets, opposite = [[-1, 1, stride], [-1, 1, -stride]], [[1, 0, 2], [1, 0, 2]]
    return _lattice(inside, stride, offsets, opposite, IN_TURNS, [[1, 1], [1, -1]])


def tangles(random: Random) -> Lattice:
    """Up to eight slots that lead anywhere, a row of offsets for each cell, nothing to guess by."""
    inside, stride = _field(random)
    cells = [int(cell) for cell in np.flatnonzero(inside)]
    offsets = [[-cell] * 8 for cell in range(len(inside))]  # cell 0 is outside
    opposite = [[UNUSED] * 8 for _cell in offsets]
    which = np.arange(len(inside), dtype=np.uint16)
    free = {cell: list(range(8)) for cell in cells}
    joined = set()
    for _ in range(len(cells) * random.randint(1, 3)):
        one, other = random.choice(cells), random.choice(cells)
        if one != other and free[one] and free[other] and (one, other) not in joined:
            there, back = free[one].pop(), free[other].pop()
            joined |= {(one, other), (other, one)}
            offsets[one][there], offsets[other][back] = other - one, one - other
            opposite[one][there], opposite[other][back] = back, there
    return _lattice(inside, stride, offsets, opposite, which, [])


def of_shape(name: str, random: Random, largest: int = 9) -> Lattice:
    """Return a shape of random size, mostly with a random mask that may leave it in pieces."""
    lattice = build(name, **parameters_of(name, random, largest))
    if random.random() < 0.3:
        return lattice
    cells = lattice.inside_cells().tolist()
    share = random.choice([0.4, 0.7, 0.9])
    inside = np.zeros(lattice.size, np.bool_)
    inside[random.sample(cells, max(1, round(share * len(cells))))] = True
    return mask_lattice(lattice, inside)


def parameters_of(name: str, random: Random, largest: int) -> dict[str, Any]:
    """Return random parameters of a shape that it accepts."""
    while True:
        drawn = {
            option.name: random.choice(option.choices)
            if option.choices
            else random.randint(int(option.low), largest)
            for option in SHAPES[name].options
        }
        try:
            build(name, **drawn)
        except UsageError:  # an outline that asks for more columns
            continue
        return drawn


@cache
def outlined(shape: str, mask: str, size: int = 11) -> Lattice:
    """Return a shape of about ``size`` rows, cut to a mask ("" for none); its pieces stay apart."""
    lattice = build(shape, **sizes_about(shape, size, {}))
    return cut(mask, lattice, pieces="each").lattice if mask else lattice


MASKS = ("", "heart", "star", "ring")
OUTLINED = list(product(SHAPES.names(), MASKS))

LATTICES: dict[str, Callable[[Random], Lattice]] = {
    "hexagons": hexagons,
    "triangles": triangles,
    "tangles": tangles,
    **{name: partial(of_shape, name) for name in SHAPES.names()},
}


def inner_walls(lattice: Lattice) -> list[int]:
    """Return every wall between two inside cells."""
    return [wall for wall in Maze(lattice).closed_walls().tolist() if lattice.is_inner(wall)]


def random_passages(lattice: Lattice, random: Random) -> tuple[Maze, Any]:
    """Return a maze on ``lattice`` whose walls are open or closed at random, and its graph."""
    graph = nx.Graph()
    graph.add_nodes_from(int(cell) for cell in lattice.inside_cells())
    share = random.choice([0.3, 0.6, 0.9, 1])
    for cell in list(graph):
        others = [lattice.neighbour(cell, slot) for slot in range(lattice.degree)]
        graph.add_edges_from(
            (cell, other) for other in others if cell < other in graph and random.random() < share
        )
    maze = Maze(lattice)
    open_passages(maze, graph.edges)
    return maze, graph
