"""Mazes with a picture in their route, and what networkx says of them."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.options import check_all
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects import SUBJECTS, SubjectState

PICTURE = SUBJECTS["picture"]
Place = tuple[int, int]
Grid = NDArray[np.bool_]


def drawn(seed: int = 1, job: Job | None = None, **options: Any) -> Maze:
    """Return a maze that shows a picture."""
    growth = Growth("backtracker", seed)
    lattice = build("rectangular", rows=5, columns=5)
    return PICTURE.run(lattice, growth, job or Job(), **check_all(PICTURE.options, options))


def looked(maze: Maze, **options: Any) -> SubjectState:
    """Return what a maze shows of a picture."""
    return PICTURE.look(maze, Job(), **check_all(PICTURE.options, options))


def covered(maze: Maze, **options: Any) -> float:
    """Return the share of its pixels that a maze shows."""
    figures = looked(maze, **options).figures
    return float(figures["covered"]) / float(figures["pixels"])


def mended(maze: Maze, **options: Any) -> Maze:
    """Return a maze that shows a picture again."""
    return PICTURE.mend(maze, Job(), **check_all(PICTURE.options, options))


def graph_of(maze: Maze) -> Any:
    """Return the passages of a maze as a graph of places."""
    lattice = maze.lattice
    graph = nx.grid_2d_graph(lattice.rows, lattice.columns)
    graph.remove_edges_from([edge for edge in list(graph.edges) if not maze.is_open(*edge)])
    return graph


def route_in(maze: Maze) -> list[Place]:
    """Return the places on the only route of a perfect maze."""
    graph = graph_of(maze)
    assert nx.is_tree(graph)
    assert maze.entrance
    assert maze.exit
    ends = [maze.lattice.place(opening.cell) for opening in (maze.entrance, maze.exit)]
    return [(int(row), int(column)) for row, column in nx.shortest_path(graph, *ends)]


def split(route: list[Place], cover: Grid) -> tuple[set[Place], set[Place]]:
    """Return the places of a route in a cover, and the others."""
    inside = {place for place in route if cover[place]}
    return inside, {*route} - inside


def places_of(grid: Grid) -> set[Place]:
    """Return the places that are True."""
    return {(int(row), int(column)) for row, column in np.argwhere(grid)}


def toggled(maze: Maze, *edges: tuple[Place, Place]) -> Maze:
    """Return a copy of a maze with walls between neighbours changed, which were unlocked."""
    copy = maze.copy()
    copy.set_locks(None)
    for edge in edges:
        copy.toggle_wall(*edge)
    return copy
