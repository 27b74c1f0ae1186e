"""The structure of any maze equals that computed by networkx, on lattices of every kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import cos, radians, sin
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.facts.structure import Structure, structure
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import Links
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import distances as longest_file
from mazeeditor.maze.search.distances import UNREACHED, distances, longest_path
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.shapes.rectangular import Squares
from tests.graphs import graph_of
from tests.lattices import LATTICES, random_passages
from tests.oracle import draw, maze_of, parse


def straight(lattice: Lattice, cell: int, others: list[int]) -> bool:
    """Whether the directions to two neighbours lead to opposite sides, by their angles."""
    slots = [lattice.slot_between(cell, other) for other in others]
    (ax, ay), (bx, by) = (lattice.geometry.outward(cell, slot) for slot in slots)
    return ax * bx + ay * by < cos(radians(149))


def depth(graph: Any, end: int) -> int:
    """Walk from a dead end to where the corridor forks or ends."""
    before, cell, length = None, end, 1
    while True:
        ahead = [other for other in graph[cell] if other != before]
        if len(ahead) != 1 or len(graph[ahead[0]]) > 2:
            return length
        before, cell, length = cell, ahead[0], length + 1


def expected(maze: Maze, graph: Any) -> dict[str, Any]:
    """Return what ``structure`` should find, but for the route."""
    two = [cell for cell, degree in graph.degree if degree == 2]
    straights = sum(straight(maze.lattice, cell, list(graph[cell])) for cell in two)
    corridors = nx.connected_components(graph.subgraph(two))
    degrees = Counter(min(degree, 4) for _cell, degree in graph.degree)
    depths = Counter(depth(graph, cell) for cell, degree in graph.degree if degree == 1)
    return {
        "cells": len(graph),
        "dead_ends": degrees[1],
        "straights": straights,
        "turns": len(two) - straights,
        "junctions": degrees[3],
        "crossings": degrees[4],
        "longest_corridor": max(map(len, corridors), default=0),
        "dead_end_lengths": tuple(sorted(depths.items())),
    }


def diameter(graph: Any) -> int:
    parts = (graph.subgraph(part) for part in nx.connected_components(graph))
    return max(nx.diameter(part, usebounds=True) for part in parts) + 1


def check(maze: Maze, graph: Any) -> None:
    result = structure(maze, longest=True)
    wanted = expected(maze, graph)
    assert {name: getattr(result, name) for name in wanted} == wanted
    assert result.longest
    assert (result.longest.length, result.longest.exact) == (diameter(graph), True)
    apart = nx.shortest_path_length(graph, result.longest.start, result.longest.end)
    assert apart + 1 == result.longest.length
    check_route(maze, graph, result)


def check_route(maze: Maze, graph: Any, found: Structure) -> None:
    goals = {opening.cell for opening in maze.exits}
    steps = {}
    if maze.entrance:
        steps = nx.single_source_shortest_path_length(graph, maze.entrance.cell)
    lengths = [steps[goal] for goal in goals if goal in steps]
    if not lengths:
        assert (found.shortest, found.decisions, found.route_share) == (None, None, None)
        return
    assert maze.entrance
    assert found.shortest is not None
    assert found.decisions is not None
    assert found.shortest == min(lengths) + 1
    assert found.route_share == pytest.approx(found.shortest / len(graph))
    start = maze.entrance.cell
    nearest = [goal for goal in goals if steps.get(goal) == min(lengths)]
    if len(lengths) == 1 and nx.is_forest(graph):
        route = nx.shortest_path(graph, start, nearest[0])
        assert found.decisions == decisions(graph, route)
    elif len(graph) <= 40:  # any of the shortest routes will do
        routes = [path for goal in nearest for path in nx.all_shortest_paths(graph, start, goal)]
        assert found.decisions in {decisions(graph, each) for each in routes}
    assert 0 <= found.decisions <= found.shortest


def decisions(graph: Any, route: list[int]) -> int:
    """Count the cells at which a walker, who does not turn back, could choose another direction."""
    walked = [None, *route]
    pairs = zip(walked, route[:-1], strict=False)
    return sum(len(set(graph[cell]) - {before}) > 1 for before, cell in pairs)


@pytest.mark.slow
def test_rectangular_mazes() -> None:
    for seed in range(80):
        random = Random(seed)
        maze = maze_of(draw(random, 11), random)
        before = maze.walls.copy()
        check(maze, graph_of(maze))
        assert (maze.walls == before).all(), seed


@pytest.mark.slow
def test_real_mazes(mazes: list[Path]) -> None:
    for path in sorted(mazes, key=lambda path: path.stat().st_size)[:6]:
        maze = maze_of(parse(path.read_text()))
        check(maze, graph_of(maze))


@dataclass(frozen=True, eq=False)
class Compass(Squares):
    """A geometry whose slots are evenly spaced around; every other row of cells is upside down."""

    slots: int = 4
    turned: bool = False

    def outward(self, cell: int, slot: int) -> tuple[float, float]:
        """Return the direction of a slot."""
        angle = 360 / self.slots * slot + 180 * (self.turned and cell & 1)
        return cos(radians(angle)), sin(radians(angle))

    def all_outward(self, cells: Ids) -> Points:
        """Return the directions of all slots."""
        slots = range(self.slots)
        return np.array([[self.outward(cell, slot) for slot in slots] for cell in cells.tolist()])


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", LATTICES)
def test_lattices_of_every_kind(name: str) -> None:
    for seed in range(12):
        random = Random(seed)
        lattice = LATTICES[name](random)
        links = Links(*lattice.fields())
        if name not in SHAPES:
            compass = Compass(links, 9, 9, lattice.degree, name == "triangles")
            lattice = replace(lattice, geometry=compass)
        maze, graph = random_passages(lattice, random)
        start, *goals = random.choices(list(graph), k=3)
        maze.set_openings(Opening(start), tuple(map(Opening, set(goals))))
        check(maze, graph)
        if name == "triangles":
            assert structure(maze).straights == 0


def test_distances() -> None:
    for seed in range(20):
        random = Random(seed)
        maze = maze_of(draw(random, 20), random)
        assert maze.entrance, seed
        result = distances(maze, maze.entrance.cell)
        assert result.dtype == np.int32, seed
        steps = nx.single_source_shortest_path_length(graph_of(maze), maze.entrance.cell)
        wanted = np.full(maze.lattice.size, UNREACHED)
        wanted[list(steps)] = list(steps.values())
        assert (result == wanted).all(), seed


def test_perfect_mazes_have_two_more_dead_ends_than_branches() -> None:
    for generator in GENERATORS:
        lattice = build("rectangular", rows=25, columns=31)
        result = structure(generate(generator.name, lattice, 5))
        assert result.dead_ends == 2 + result.junctions + 2 * result.crossings


@pytest.fixture
def without_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the longest path be looked for no longer than it takes to find any."""
    monkeypatch.setattr(longest_file, "STEPS", 0)
    monkeypatch.setattr(longest_file, "SWEEPS", 0)


@pytest.mark.usefixtures("without_search")
def test_without_loops_it_is_exact_at_once() -> None:
    maze = generate("backtracker", build("rectangular", rows=20, columns=20), 3)
    assert longest_path(maze).exact
    assert longest_path(maze).length == diameter(graph_of(maze))


@pytest.mark.slow
@pytest.mark.usefixtures("without_search")
def test_an_unproved_bound_is_shown_as_one() -> None:
    maze = generate("backtracker", build("rectangular", rows=30, columns=30), 3, braid=1)
    graph = graph_of(maze)
    found = longest_path(maze)
    apart = nx.shortest_path_length(graph, found.start, found.end) + 1
    assert not found.exact
    assert found.length == apart <= diameter(graph)
    longest_measure = next(measure for measure in MEASURES if measure.name == "longest_path")
    assert longest_measure.shown(structure(maze, longest=True)) == f"at least {found.length:,}"
