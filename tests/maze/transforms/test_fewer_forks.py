"""Fewer forks: the route and its length stay, and so does all that can be reached."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import apply_transform
from mazeeditor.maze.transforms.fewer_forks import with_fewer_forks, with_forks_apart
from tests.breadth import repeats
from tests.page.test_tokens import graph_of, route_of

SIZES = {
    "rectangular": {"rows": 14, "columns": 12},
    "hexagonal": {"rows": 10, "columns": 10},
    "triangular": {"rows": 10, "columns": 18},
    "polar": {"rings": 7},
}


def forks(maze: Maze) -> list[int]:
    graph, route = graph_of(maze), route_of(maze)
    ways = [graph.degree[cell] - (place > 0) for place, cell in enumerate(route)]
    return [place for place, number in enumerate(ways[:-1]) if number > 1]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_the_route_stays_and_passes_fewer_forks(shape: str) -> None:
    for seed in repeats(4, 100):
        maze = generate("kruskal", build(shape, **SIZES[shape]), seed)
        before, walls = forks(maze), maze.walls.copy()
        result = apply_transform("fewer-forks", maze, most=5)
        assert (maze.walls == walls).all()
        assert nx.is_tree(graph_of(result))
        assert graph_of(result).number_of_nodes() == maze.lattice.cells
        assert route_of(result) == route_of(maze)
        after = forks(result)
        assert {*after} <= {*before}
        assert len(after) < len(before)
        again = apply_transform("fewer-forks", maze, most=5)
        assert (again.walls == result.walls).all(), "the same maze gives the same one"
        kept = apply_transform("fewer-forks", maze, most=1000)
        assert {*forks(kept)} <= {*before}


@pytest.mark.slow
def test_so_many_forks_stay_where_branches_hang_together() -> None:
    counts = []
    for seed in range(10):
        maze = generate("kruskal", build("rectangular", rows=21, columns=14), seed)
        counts.append(len(forks(apply_transform("fewer-forks", maze, most=12))))
    assert max(counts) == 12
    assert min(counts) >= 10


@pytest.mark.parametrize(("rows", "columns", "seed"), [(10, 14, 14), (14, 21, 80), (7, 4, 30)])
def test_forks_that_cannot_be_moved_apart_are_left_out(rows: int, columns: int, seed: int) -> None:
    """Branches of one or two corridors that leave the route nowhere else are joined to others."""
    maze = generate("kruskal", build("rectangular", rows=rows, columns=columns), seed)
    maze = with_fewer_forks(maze, 12, Job())
    result = with_forks_apart(maze, Job())
    assert (np.diff(forks(maze)) == 1).any()
    assert forks(result)
    assert (np.diff(forks(result)) > 1).all()
    assert nx.is_tree(graph_of(result))
    assert graph_of(result).number_of_nodes() == maze.lattice.cells
    assert route_of(result) == route_of(maze)


def test_locked_walls_stay() -> None:
    maze = generate("kruskal", build("rectangular", rows=12, columns=12), 4)
    locked = maze.copy()
    locked.set_locks(np.full(len(maze.walls), 15, np.uint8))
    assert (apply_transform("fewer-forks", locked, most=2).walls == maze.walls).all()


def test_mazes_without_exactly_one_route() -> None:
    maze = generate("kruskal", build("rectangular", rows=6, columns=6), 4, braid=1.0)
    with pytest.raises(UsageError, match="Fewer forks need exactly one route: this maze has sev"):
        apply_transform("fewer-forks", maze)
    maze = Maze(build("rectangular", rows=4, columns=4))
    with pytest.raises(UsageError, match="Fewer forks need"):
        apply_transform("fewer-forks", maze)
