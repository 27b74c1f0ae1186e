"""Dead-end filling leaves exactly the cells that no dead end takes."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.maze.solvers import Mark, solve
from tests.oracle import Drawn, Place, draw, maze_of


def core(drawn: Drawn) -> set[Place]:
    """Return the 2-core of the graph in which each opening is tied to a triangle of its own."""
    graph = drawn.graph.copy()
    for place in (drawn.start, *drawn.goals):
        nx.add_cycle(graph, [place, (place, 1), (place, 2)])
    return set(nx.k_core(graph, 2)) & set(drawn.graph)


@pytest.mark.slow
def test_left_is_the_core() -> None:
    for seed in range(100):
        drawn = draw(Random(seed), 25)
        maze = maze_of(drawn, Random(seed))
        marks = solve("dead-end-filling", maze).marks
        left = {maze.lattice.place(int(cell)) for cell in np.flatnonzero(marks == Mark.LEFT)}
        filled = {maze.lattice.place(int(cell)) for cell in np.flatnonzero(marks == Mark.FILLED)}
        assert left == core(drawn), seed
        assert filled == set(drawn.graph) - left, seed
