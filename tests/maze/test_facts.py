"""The facts of any maze equal those computed by networkx."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.facts import facts as facts_file
from mazeeditor.maze.facts.facts import Facts, facts, facts_and_sealed
from mazeeditor.maze.facts.route_count import MOST_ROUTES
from mazeeditor.maze.facts.structure import Structure, structure
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import sealed_cells
from mazeeditor.maze.shapes import build
from tests.kernels import compiled, interpreted
from tests.lattices import LATTICES, random_passages
from tests.oracle import Drawn, draw, maze_of, open_passages

SMALL = 40  # cells of which networkx walks all routes in time


def expected(drawn: Drawn) -> Facts:
    graph = drawn.graph
    parts = list(nx.connected_components(graph))
    main = max(map(len, parts))
    if drawn.start:
        main = len(nx.node_connected_component(graph, drawn.start))
    asked = bool(drawn.start and drawn.goals)
    shortest = drawn.shortest if asked else None
    return Facts(
        cells=len(graph),
        passages=graph.size(),
        components=len(parts),
        loops=graph.size() - len(graph) + len(parts),
        dead_ends=sum(degree == 1 for _, degree in graph.degree),
        sealed=len(graph) - main,
        solvable=shortest is not None if asked else None,
        routes=drawn.routes if asked else None,  # type: ignore[arg-type]
        shortest=shortest,
        exits=len(drawn.goals),
        exits_reachable=sum(goal in drawn.distances for goal in drawn.goals) if asked else None,
        one_each=one_each(drawn) if asked else None,
        route_count=None,
        route_lengths=None,
    )


def one_each(drawn: Drawn) -> bool:
    """Whether each exit is reached over bridges only."""
    bridges = {frozenset(edge) for edge in nx.bridges(drawn.graph)}
    tree = nx.Graph(tuple(bridge) for bridge in bridges)
    tree.add_nodes_from(drawn.graph)
    return all(nx.has_path(tree, drawn.start, goal) for goal in drawn.goals)


def without_count(counted: Facts) -> Facts:
    """Return facts without the number of routes, which is too large for an oracle here."""
    return replace(counted, route_count=None, route_lengths=None)


def all_routes(graph: Any, start: Any, goals: Any, most: int) -> list[int]:
    """Return the cells of each route to the first exit that it reaches, at most so many routes."""
    if start in goals:
        return [1]
    ahead = nx.DiGraph(graph)
    ahead.remove_edges_from([edge for edge in ahead.edges if edge[0] in goals])
    ahead.add_edges_from((goal, "goal") for goal in goals)
    routes = islice(nx.all_simple_paths(ahead, start, "goal"), most)
    return sorted(len(route) - 1 for route in routes)


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(8))
def test_facts_are_those_of_the_graph(part: int) -> None:
    for seed in range(part, 240, 8):
        random = Random(seed)
        drawn = draw(random)
        maze = maze_of(drawn, random)
        before = maze.walls.copy()
        assert without_count(facts(maze)) == expected(drawn), seed
        assert (maze.walls == before).all(), seed


@pytest.mark.parametrize(("start", "goals"), [(False, True), (True, False), (False, False)])
def test_openings_that_are_missing(start: bool, goals: bool) -> None:
    for seed in range(40):
        drawn = draw(Random(seed), 12)
        drawn = Drawn(
            drawn.rows,
            drawn.columns,
            drawn.graph,
            drawn.start if start else None,
            drawn.goals if goals else (),
        )
        result = facts(maze_of(drawn, Random(seed)))
        assert result == expected(drawn)
        assert (result.exits_reachable, result.one_each, result.route_count) == (None, None, None)
        assert (result.solvable, result.routes, result.shortest) == (None, None, None)


def simple_routes(graph: Any, start: Any, goals: Any) -> str:
    """Count routes by walking every one of them, at most two."""
    result = all_routes(graph, start, goals, 2)
    return ["none", "one", "many"][len(result)]


@given(st.data())
def test_routes_are_counted_exactly(data: st.DataObject) -> None:
    rows, columns = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 4)))
    graph = nx.grid_2d_graph(rows, columns)
    closed = data.draw(st.sets(st.sampled_from(sorted(graph.edges)))) if graph.size() else ()
    graph.remove_edges_from(closed)
    places = st.sampled_from(sorted(graph))
    start, goals = data.draw(places), data.draw(st.sets(places, min_size=1, max_size=4))
    drawn = Drawn(rows, columns, graph, start, tuple(goals))
    routes = simple_routes(graph, start, goals)
    assert drawn.routes == routes, "the two oracles agree"
    counted = facts(maze_of(drawn))
    lengths = all_routes(graph, start, goals, MOST_ROUTES + 1)
    known = len(lengths) <= MOST_ROUTES
    assert counted.routes == routes
    assert counted.route_count == (len(lengths) if known else None)
    assert counted.route_lengths == (tuple(lengths) if known else None)
    assert counted == replace(expected(drawn), **counts_of(counted))


def counts_of(counted: Facts) -> dict[str, Any]:
    return {"route_count": counted.route_count, "route_lengths": counted.route_lengths}


def ladder(edges: str, start: int, *goals: int) -> str | None:
    """Return ``routes`` of a 3x4 maze whose open passages are pairs of letters a..l."""
    lattice = build("rectangular", rows=3, columns=4)
    cells = lattice.inside_cells()
    maze = Maze(lattice)
    letters = [ord(letter) - ord("a") for letter in edges.replace(" ", "")]
    pairs = zip(letters[::2], letters[1::2], strict=True)
    open_passages(maze, ((int(cells[one]), int(cells[other])) for one, other in pairs))
    maze.set_openings(
        Opening(int(cells[start])), tuple(Opening(int(cells[goal])) for goal in goals)
    )
    return facts(maze).routes


# a b c d
# e f g h
# i j k l
LOOP = "fg gk kj jf"


WORTH_A_THOUGHT = [
    ("ab bc cd", (3,), "one"),
    ("ab bc", (3,), "none"),
    (f"ab bc cd bf {LOOP}", (3,), "one"),  # the loop hangs on the route by one passage
    (f"ab bc bf {LOOP}", (2,), "one"),  # the same, near the goal
    (f"ab bf {LOOP}", (1,), "one"),  # the loop lies behind the goal
    (f"ab bf {LOOP}", (10,), "many"),  # the route leads through it
    ("ab bf fe ea bc cd", (3,), "many"),  # a loop at the start
    ("ab bc cd bf", (3, 5), "many"),  # another exit in a side passage
    ("ab bc cd", (2, 3), "one"),  # another exit behind the first
    (
        "ab bc cd dh hg gf fb",
        (2, 3),
        "many",
    ),  # the second exit is reached in the other direction
    ("ab bc cg gf fb", (1, 6), "one"),  # both paths lead on from the first exit
    ("ab bc cd cg gh", (0,), "one"),  # entrance and exit are the same cell
    ("ae ei ij jk", (1, 10), "one"),  # one of two exits is sealed
]


def test_routes_of_mazes_worth_a_thought() -> None:
    for edges, goals, routes in WORTH_A_THOUGHT:
        assert ladder(edges, 0, *goals) == routes, edges


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", LATTICES)
def test_lattices_of_every_kind(name: str) -> None:
    for seed in range(15):
        random = Random(seed)
        maze, graph = random_passages(LATTICES[name](random), random)
        cells = list(graph)
        start, goals = random.choice(cells), tuple(set(random.choices(cells, k=3)))
        maze.set_openings(Opening(start), tuple(map(Opening, goals)))
        steps = nx.single_source_shortest_path_length(graph, start)
        result = facts(maze)
        assert result.passages == graph.size()
        assert result.components == nx.number_connected_components(graph)
        assert result.dead_ends == sum(degree == 1 for _, degree in graph.degree)
        assert result.sealed == len(graph) - len(steps)
        assert result.shortest == min((steps[g] + 1 for g in goals if g in steps), default=None)
        assert result.routes == Drawn(0, 0, graph, start, goals).routes
        assert result.exits_reachable == sum(goal in steps for goal in goals)
        if len(graph) <= SMALL:
            lengths = all_routes(graph, start, goals, MOST_ROUTES + 1)
            known = len(lengths) <= MOST_ROUTES
            assert result.route_lengths == (tuple(lengths) if known else None)
        assert result.one_each == one_each(Drawn(0, 0, graph, start, goals))


@pytest.mark.parametrize("name", LATTICES)
def test_the_sealed_cells_come_with_the_facts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a maze with an entrance without another search."""
    for entrance in (False, True):
        mazes = []
        for seed in range(8):
            random = Random(seed)
            maze, graph = random_passages(LATTICES[name](random), random)
            start, goal = random.choices(list(graph), k=2)
            maze.set_openings(Opening(start) if entrance else None, (Opening(goal),))
            mazes.append((maze, facts(maze), sealed_cells(maze)))
        if entrance:
            monkeypatch.setattr(facts_file, "sealed_cells", None)
        for maze, counted, sealed in mazes:
            again, cells = facts_and_sealed(maze, Job())
            assert again == counted
            assert np.array_equal(np.zeros_like(sealed) if cells is None else cells, sealed)
            assert counted.sealed == np.count_nonzero(sealed)
            assert (cells is None) == (counted.sealed == 0)


@pytest.mark.slow
def test_a_frontier_that_grows_loses_no_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FRONTIER", 2)
    for seed in range(30):
        drawn = draw(Random(seed))
        assert without_count(facts(maze_of(drawn))) == expected(drawn)


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    def run() -> list[tuple[Facts, Structure]]:
        mazes = [maze_of(draw(Random(seed), 20), Random(seed)) for seed in range(40)]
        mazes += [mazeeditor.generate(rows=9, columns=11, seed=seed) for seed in range(5)]
        return [(facts(maze), structure(maze, longest=True)) for maze in mazes]

    with interpreted(monkeypatch):
        plain = run()
    with compiled(monkeypatch):
        assert run() == plain
