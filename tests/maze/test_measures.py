"""Every measure is the figure that its description says, counted on the graph by networkx."""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean
from typing import Any

import networkx as nx
import pytest

import mazeeditor
from mazeeditor.maze.facts.measures import MEASURES, Measure
from mazeeditor.maze.facts.structure import structure
from mazeeditor.maze.maze import Maze
from tests.graphs import graph_of
from tests.maze import test_hallways
from tests.maze.test_random_walk import by_edges
from tests.maze.test_structure import decisions, diameter, straight
from tests.maze.test_structure import depth as depth_of
from tests.oracle import open_field


def with_passages(graph: Any, number: int) -> list[int]:
    return [cell for cell, degree in graph.degree if degree == number]


def straights(maze: Maze, graph: Any) -> int:
    two = with_passages(graph, 2)
    return sum(straight(maze.lattice, cell, list(graph[cell])) for cell in two)


def route(maze: Maze, graph: Any) -> list[int]:
    assert maze.entrance
    assert maze.exit
    path: list[int] = nx.shortest_path(graph, maze.entrance.cell, maze.exit.cell)
    return path


def longest_corridor(_maze: Maze, graph: Any) -> int:
    corridors = nx.connected_components(graph.subgraph(with_passages(graph, 2)))
    return max(map(len, corridors))


def of_hallways(name: str) -> Callable[[Maze, Any], Any]:
    return lambda maze, _graph: test_hallways.expected(maze)[name]


# Each on a maze without loops, with an entrance and an exit.
COUNTED: dict[str, Callable[[Maze, Any], Any]] = {
    "dead_ends": lambda _maze, graph: len(with_passages(graph, 1)),
    "straights": straights,
    "turns": lambda maze, graph: len(with_passages(graph, 2)) - straights(maze, graph),
    "junctions": lambda _maze, graph: len(with_passages(graph, 3)),
    "crossings": lambda _maze, graph: sum(degree > 3 for _cell, degree in graph.degree),
    "longest_corridor": longest_corridor,
    "dead_end_length": lambda _maze, graph: mean(
        depth_of(graph, end) for end in with_passages(graph, 1)
    ),
    "shortest": lambda maze, graph: len(route(maze, graph)),
    "decisions": lambda maze, graph: decisions(graph, route(maze, graph)),
    "route_share": lambda maze, graph: len(route(maze, graph)) / len(graph),
    "walk": lambda maze, _graph: by_edges(maze),
    "complexity": of_hallways("complexity"),
    "difficulty": of_hallways("difficulty"),
    "alcoves": of_hallways("alcoves"),
    "forward_dead_ends": of_hallways("forward_dead_ends"),
    "backward_dead_ends": of_hallways("backward_dead_ends"),
    "longest_path": lambda _maze, graph: diameter(graph),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_it_is_what_networkx_counts(measure: Measure) -> None:
    assert measure.name in COUNTED, f"Add to COUNTED how networkx counts {measure.name!r}."
    values = set()
    for shape in ("rectangular", "hexagonal"):
        for seed in (1, 2, 3):
            maze = mazeeditor.generate("kruskal", shape=shape, rows=11, columns=13, seed=seed)
            value = measure.value(structure(maze, longest=True))
            counted = COUNTED[measure.name](maze, graph_of(maze))
            assert value == pytest.approx(counted, rel=1e-9), (shape, seed)
            assert isinstance(value, int) or not measure.whole
            values.add(value)
    assert len(values) > 1, "mazes in which it is always the same test nothing"


def test_every_measure_has_a_sentence_and_a_figure() -> None:
    maze = open_field(3, 5)
    maze.set_openings(maze.lattice.first, (maze.lattice.last,))
    result = structure(maze, longest=True)
    shown = {measure.name: measure.shown(result) for measure in MEASURES}
    assert len(shown) == len(MEASURES)
    assert all(measure.description.endswith(".") and measure.label for measure in MEASURES)
    assert shown["crossings"] == "3"
    assert shown["dead_end_length"] == "–"
    assert shown["shortest"] == "7"
    assert shown["longest_path"] == "7"
    assert shown["route_share"].startswith("46.7")
