"""Mazes of all kinds for tests, and their walls according to public queries of the maze."""

from __future__ import annotations

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.page.walls.wall_graph import WallGraph

Wall = tuple[int, int, int, int]  # x and y of both ends, in cells, the smaller first


def made(rows: int, columns: int, *, seed: int = 1, braid: float = 0.0) -> Maze:
    """Return a generated maze."""
    lattice = build("rectangular", rows=rows, columns=columns)
    return generate("backtracker", lattice, seed, braid=braid)


def walls_of(maze: Maze) -> set[Wall]:
    """Return the closed walls of a rectangular maze, asking ``is_open`` of each pair of cells."""
    rows, columns = maze.lattice.rows, maze.lattice.columns
    result = set()
    for row in range(rows):
        for column in range(columns):
            if column + 1 < columns and not maze.is_open((row, column), (row, column + 1)):
                result.add((column + 1, row, column + 1, row + 1))
            if row + 1 < rows and not maze.is_open((row, column), (row + 1, column)):
                result.add((column, row + 1, column + 1, row + 1))
    result |= {(x, y, x + 1, y) for x in range(columns) for y in (0, rows)}
    result |= {(x, y, x, y + 1) for y in range(rows) for x in (0, columns)}
    return result - {gap_of(maze.lattice, each) for each in openings_of(maze)}


def fewest_strokes(walls: set[Wall]) -> int:
    """Return how many strokes the walls need (Euler): half the odd posts of each piece, or one."""
    graph = nx.Graph(((ax, ay), (bx, by)) for ax, ay, bx, by in walls)
    pieces = (graph.subgraph(piece) for piece in nx.connected_components(graph))
    return sum(max(1, sum(d % 2 for _, d in piece.degree()) // 2) for piece in pieces)


def openings_of(maze: Maze) -> list[Opening]:
    """Return entrance and exits."""
    return [*([maze.entrance] if maze.entrance else []), *maze.exits]


def gap_of(lattice: Lattice, opening: Opening) -> Wall | None:
    """Return the wall that an opening takes away."""
    row, column = lattice.place(opening.cell)
    if opening.slot is None:
        return None
    return {
        TOP: (column, row, column + 1, row),
        BOTTOM: (column, row + 1, column + 1, row + 1),
        LEFT: (column, row, column, row + 1),
        RIGHT: (column + 1, row, column + 1, row + 1),
    }[opening.slot]


@st.composite
def openings(draw: st.DrawFn, lattice: Lattice) -> Opening:
    """Draw a gap in the outer wall or a cell in the middle."""
    cell = draw(st.sampled_from(lattice.inside_cells().tolist()))
    slots = [None, *lattice.outer_slots(cell)]
    return Opening(cell, draw(st.sampled_from(slots)))


@st.composite
def mazes(draw: st.DrawFn, most: int = 7, least: int = 1) -> Maze:
    """Draw a maze: any walls at all, no, one or many openings of all kinds."""
    size = st.integers(least, most)
    lattice = build("rectangular", rows=draw(size), columns=draw(size))
    maze = Maze(lattice)
    inner = [wall for wall in maze.closed_walls().tolist() if lattice.is_inner(wall)]
    if inner:
        maze.toggle(np.array(draw(st.lists(st.sampled_from(inner), unique=True)), np.int64))
    ends = draw(st.lists(openings(lattice), max_size=4, unique=True))
    if draw(st.booleans()):
        maze.set_openings(None, tuple(ends))
    else:
        maze.set_openings(ends[0] if ends else None, tuple(ends[1:]))
    return maze


def triangles(seed: int, share: float) -> WallGraph:
    """Return some walls of a net of triangles, where six walls meet at a post."""
    size = 5
    row, column = np.divmod(np.arange(size * size), size)
    x, y = column + row / 2, row * 3**0.5 / 2
    pairs = [
        (post, post + step)
        for post in range(size * size)
        for step, right in ((1, 1), (size, 0), (size - 1, -1))
        if 0 <= post % size + right < size and post + step < size * size
    ]
    keep = np.random.default_rng(seed).random(len(pairs)) < share
    ends = np.array(pairs, np.int32)[keep].ravel()
    at = np.argsort(ends, kind="stable").astype(np.int32)
    first = np.searchsorted(ends[at], np.arange(size * size + 1)).astype(np.int64)
    return WallGraph(ends, first, at, x, y)
