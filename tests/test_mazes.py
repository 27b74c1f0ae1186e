"""The real mazes beside the checkout: counts, routes and every solver, against networkx."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.facts.route_count import MOST_ROUTES
from mazeeditor.maze.solvers import SOLVERS
from tests.maze.solvers.test_solvers import check
from tests.maze.test_facts import all_routes, expected, without_count
from tests.oracle import maze_of, parse


@pytest.mark.sample(4)
def test_facts_are_those_of_the_graph(maze_file: Path) -> None:
    drawn = parse(maze_file.read_text())
    assert without_count(facts(maze_of(drawn))) == expected(drawn)


@pytest.mark.slow
def test_routes_are_counted_as_networkx_finds_them(mazes: list[Path]) -> None:
    for path in mazes:
        drawn = parse(path.read_text())
        counted = facts(maze_of(drawn))
        if counted.route_lengths is None:
            continue  # more than can be counted: in some of these networkx walks for minutes
        lengths = all_routes(drawn.graph, drawn.start, drawn.goals, MOST_ROUTES + 1)
        assert counted.route_lengths == tuple(lengths), path.stem
        assert counted.route_count == len(lengths), path.stem


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVERS.names())
def test_every_solver(mazes: list[Path], name: str) -> None:
    for path in mazes:
        drawn = parse(path.read_text())
        if drawn.start:
            print(path.stem)  # pytest shows the last one where the test fails
            check(name, maze_of(drawn), drawn)


def test_the_description_of_the_collection(mazes: list[Path]) -> None:
    """The folder's own figures, so that a reader that finds nothing does not pass."""
    mazes_read = {path.stem: parse(path.read_text()) for path in mazes}
    with_start = {name: drawn for name, drawn in mazes_read.items() if drawn.start}
    assert set(mazes_read) - set(with_start) == {"training-8x8-test3"}
    assert {name for name, drawn in with_start.items() if drawn.shortest is None} == {
        "001",
        "001-anomaly-test",
    }
    assert {(drawn.rows, drawn.columns) for drawn in mazes_read.values()} == {(16, 16), (32, 32)}
    assert all(drawn.graph.size() >= len(drawn.graph) for drawn in mazes_read.values()), (
        "all have loops"
    )
    assert sum(not nx.is_connected(drawn.graph) for drawn in mazes_read.values()) > 1
