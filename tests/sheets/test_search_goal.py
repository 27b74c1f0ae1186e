"""Wants: read from texts, and the figures they ask for, against a graph."""

from __future__ import annotations

from math import dist, isclose
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.maze import Maze
from mazeeditor.sheets.search_goal import KINDS, NO_FIGURE, TOLERANCE, SearchGoal, Want, figures_of
from tests.graphs import graph_of


def test_texts() -> None:
    for text, low, high in [
        ("route=0.35..0.45", 0.35, 0.45),
        ("route=35%..45%", 0.35, 0.45),
        (" decisions >= 12 ", 12, float("inf")),
        ("loops<=3", float("-inf"), 3),
        ("loops=0", 0, 0),
        ("walk=1000..2000.5", 1000, 2000.5),
    ]:
        want = Want.of(text)
        assert (want.low, want.high) == (low, high), text
        assert Want.of(want.text) == want, text


def test_what_cannot_be_read_says_why() -> None:
    for text, says in [
        ("decisions>12", "is not a figure and its range"),
        ("", "is not a figure and its range"),
        ("hardness=3", "no figure named 'hardness'"),
        ("decisions=3..x", "'x' is not a number"),
        ("decisions=nan", "not a number"),
        ("decisions>=3..5", "write a range after ="),
        ("decisions=5..3", "ends before it begins"),
    ]:
        with pytest.raises(UsageError, match=says):
            Want.of(text)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_the_distance_is_zero_within_and_grows_outside(one: float, other: float, by: float) -> None:
    want = Want("walk", min(one, other), max(one, other))
    assert want.distance(want.low) == want.distance(want.high) == 0
    farther = want.high + abs(by)
    assert want.distance(farther) <= want.distance(farther + 1) <= NO_FIGURE
    assert (want.distance(farther) > 0) == (not isclose(farther, want.high, abs_tol=TOLERANCE))
    assert want.distance(None) == NO_FIGURE


def test_what_is_at_its_bound_but_for_rounding_is_met() -> None:
    goal = SearchGoal.of(["distance>=4", "route=0.1..0.3"])
    assert not goal.missed({"distance": 4 - 4.4e-16, "route": 0.1 + 0.2})
    assert goal.missed({"distance": 3.9999, "route": 0.30001})


def expected(maze: Maze) -> dict[str, Any]:
    graph = graph_of(maze)
    assert maze.entrance
    assert maze.exit
    route = nx.shortest_path(graph, maze.entrance.cell, maze.exit.cell)
    ends = [cell for cell, degree in graph.degree if degree == 1]
    junctions = {cell for cell, degree in graph.degree if degree > 2}
    depths = [
        min((len(nx.shortest_path(graph, end, other)) - 1 for other in junctions), default=0)
        for end in ends
    ]
    places = maze.lattice.geometry.centres(np.array([route[0], route[-1]]))
    return {
        "route": len(route) / len(graph),
        "shortest_dead_end": min(depths),
        "distance": dist(*places),
        "loops": len(graph.edges) - len(graph) + 1,
        "passages": len(graph.edges),
        "components": 1,
        "sealed": 0,
        "dead_ends": len(ends),
    }


def test_figures() -> None:
    for braid in [0, 0.5]:
        for seed in range(3):
            maze = mazeeditor.generate(rows=8, columns=9, seed=seed, braid=braid)
            wanted = expected(maze)
            own = {*KINDS} - {measure.name for measure in MEASURES}
            assert own <= {*wanted}, "count each new figure of a search here in a graph as well"
            found = figures_of(maze, wanted, Job())
            assert found == {name: pytest.approx(value) for name, value in wanted.items()}, braid


def test_every_kind_has_a_label_and_a_figure() -> None:
    maze = mazeeditor.generate(rows=8, columns=9, seed=3)
    found = figures_of(maze, KINDS, Job())
    assert list(found) == list(KINDS)
    for name, kind in KINDS.items():
        assert kind.label
        assert kind.description
        assert kind.shown(found[name]) not in ("", "–")
        assert kind.shown(None) == "–"


def test_what_is_missed_is_named() -> None:
    goal = SearchGoal.of(["decisions>=12", "loops=0"])
    assert goal.names == ("decisions", "loops")
    assert goal.missed({"decisions": 9, "loops": 0}) == ["decisions>=12 (it is 9)"]
    assert goal.distance({"decisions": 9, "loops": 0}) == pytest.approx(0.25)
