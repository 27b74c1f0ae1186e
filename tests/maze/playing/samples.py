"""What the tests of playing share: mazes drawn as text, walks, a clock that a test sets."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.playing.walk import Walk
from tests.lattices import LATTICES, random_passages
from tests.oracle import draw, maze_of, parse

FORK = """
o---o---o---o---o
| S             |
o---o   o---o   o
|       |   |   |
o   o---o   o   o
|           | G |
o---o---o---o---o
"""


class Clock:
    """A clock that stands until a test sets it."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def maze(text: str = FORK) -> Maze:
    """Return the maze that a text draws."""
    return maze_of(parse(text.strip("\n")))


def knowing(walk: Walk) -> Walk:
    """Return the walk, knowing the shortest routes."""
    walk.set_distances(walk.measure(Job()))
    return walk


def go(walk: Walk, *sides: str) -> bool:
    """Step through sides by name; returns whether each was a passage."""
    done = [walk.step(walk.lattice.sides.index(side)) for side in sides]
    return all(done)


def cell(walk: Walk, row: int, column: int) -> int:
    """Return the cell at a place."""
    return walk.lattice.cell(row, column)


def drawn(random: Random) -> tuple[Maze, Any]:
    """Return a maze of any kind of lattice with an entrance and some exits, and its graph."""
    kind = random.choice(["squares", *LATTICES])
    if kind == "squares":
        drawing = draw(random, 12)
        maze = maze_of(drawing, random)
        lattice = maze.lattice
        names = {place: lattice.cell(*place) for place in drawing.graph}
        return maze, nx.relabel_nodes(drawing.graph, names)
    maze, graph = random_passages(LATTICES[kind](random), random)
    cells = list(graph)
    goals = random.choices(cells, k=random.randint(0, 3))
    maze.set_openings(Opening(random.choice(cells)), tuple(map(Opening, goals)))
    return maze, graph


def same_walls(walk: Walk, maze: Maze) -> bool:
    """Whether a walk's walls between inside cells are those of a maze."""
    lattice = maze.lattice
    cells = lattice.inside_cells()
    inner = np.zeros(len(cells), np.uint8)
    for slot in range(lattice.degree):
        other = cells + lattice.offsets[lattice.rows_of(cells), slot]
        inner |= (lattice.inside[other] << slot).astype(np.uint8)
    return bool(((walk.walls[cells] ^ maze.walls[cells]) & inner == 0).all())
