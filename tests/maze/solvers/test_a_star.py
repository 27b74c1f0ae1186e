"""A* keeps its buckets right: cells reached again by shorter paths, buckets that are full."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.solvers import a_star, solve
from tests.lattices import LATTICES, hexagons, random_passages
from tests.oracle import draw, maze_of


@pytest.mark.slow
def test_shortest_through_hundreds_of_small_hexagons() -> None:
    """Cells with neighbours that are neighbours: a goal may be reached again by a shorter path."""
    for seed in range(600):
        random = Random(seed)
        maze, graph = random_passages(hexagons(random, 6), random)
        cells = list(graph)
        start, goals = random.choice(cells), random.choices(cells, k=3)
        maze.set_openings(Opening(start), tuple(map(Opening, goals)))
        steps = nx.single_source_shortest_path_length(graph, start)
        shortest = min((steps[goal] + 1 for goal in goals if goal in steps), default=0)
        assert len(solve("a-star", maze).route) == shortest


@pytest.mark.slow
def test_buckets_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    mazes = [draw(Random(seed), 30) for seed in range(60)]
    expected = [solve("a-star", maze_of(drawn)).marks for drawn in mazes]
    monkeypatch.setattr(a_star, "CAPACITY", 1)
    for drawn, marks in zip(mazes, expected, strict=True):
        solution = solve("a-star", maze_of(drawn))
        assert len(solution.route) == (drawn.shortest or 0)
        assert (solution.marks == marks).all()


def test_cells_seen_from_the_route_are_visited() -> None:
    for seed in range(40):
        drawn = draw(Random(seed), 12)
        maze = maze_of(drawn)
        solution = solve("a-star", maze)
        for place in solution.path[:-1]:
            cells = [maze.lattice.cell(*other) for other in drawn.graph[place]]
            assert solution.marks[cells].all(), seed


@pytest.mark.parametrize("name", LATTICES)
def test_a_step_changes_the_guess_by_one_at_most(name: str) -> None:
    for seed in range(10):
        lattice = LATTICES[name](Random(seed))
        cells = np.arange(lattice.size)
        places = np.column_stack([lattice.places(cells)[:, 0], cells]) @ lattice.norms.T
        for cell in lattice.inside_cells():
            for slot in range(lattice.degree):
                other = lattice.neighbour(int(cell), slot)
                if lattice.inside[other]:
                    assert np.all(abs(places[other] - places[cell]) <= 1)
