"""Every solver on many mazes with loops: its route is one, and as short as it promises."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from mazeeditor.maze.solvers import SOLVERS
from tests.maze.solvers.braided import NUMBER, braided
from tests.maze.solvers.test_solvers import FROM_BOTH_ENDS, check_answer, check_marks, run

PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_every_solver(part: int) -> None:
    for seed in range(part, NUMBER, PARTS):
        maze, graph = braided(seed)
        walls = maze.walls.copy()
        assert maze.entrance
        start, goals = maze.entrance.cell, {each.cell for each in maze.exits}
        steps = nx.single_source_shortest_path_length(graph, start)
        shortest = min(steps[goal] + 1 for goal in goals)
        for solver in SOLVERS:
            solution = run(solver.name, maze)
            route = solution.route.tolist()
            check_answer(solution, solvable=True)
            check_marks(solution, set(steps))
            assert np.array_equal(maze.walls, walls)
            assert len(set(route)) == len(route)
            assert all(graph.has_edge(*step) for step in pairwise(route))
            if route:
                assert (route[0], len(goals.intersection(route))) == (start, 1)
                assert route[-1] in goals
            if solver.shortest:
                assert len(route) == shortest


def test_the_mazes_are_of_every_kind() -> None:
    mazes = [braided(seed)[0] for seed in range(NUMBER)]
    sizes = {(maze.lattice.rows, maze.lattice.columns) for maze in mazes}
    assert (1, 1) in sizes
    assert max(rows for rows, _columns in sizes) > 50
    equal = [maze for maze in mazes if maze.entrance and maze.entrance in maze.exits]
    assert len(equal) > NUMBER / 25
    assert sum(len(maze.exits) > 1 for maze in mazes) > NUMBER / 10
    graphs = [braided(seed)[1] for seed in range(NUMBER)]
    assert sum(graph.size() >= len(graph) for graph in graphs) > NUMBER / 4
    assert FROM_BOTH_ENDS in SOLVERS
