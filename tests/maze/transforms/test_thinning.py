"""Sparse leaves no dead end, and braid takes the longest or shortest first."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.job import Job
from mazeeditor.maze.braid import _by_length, dead_ends
from mazeeditor.maze.generators import generate
from mazeeditor.maze.random import seeded
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.shapes import build
from mazeeditor.maze.transforms import apply_transform
from tests.breadth import examples
from tests.graphs import graph_of
from tests.lattices import LATTICES, random_passages
from tests.maze.transforms.samples import openings, places, some_maze


def culled(graph: Any, kept: set[int], rounds: int) -> Any:
    """Do by hand what sparse promises."""
    graph = graph.copy()
    for _round in range(rounds):
        ends = [cell for cell, degree in graph.degree if degree == 1 and cell not in kept]
        if not ends:
            break
        graph.remove_edges_from([edge for cell in ends for edge in graph.edges(cell)])
    return graph


@examples(40)
@given(seed=st.integers(0, 10**9), length=st.one_of(st.none(), st.integers(1, 9)))
def test_sparse_is_what_culling_by_hand_leaves(seed: int, length: int | None) -> None:
    maze = some_maze(seed)
    kept = {opening.cell for opening in openings(maze)}
    after = apply_transform("sparse", maze, length=length)
    expected = culled(graph_of(maze), kept, length or 10**6)
    assert nx.utils.graphs_equal(graph_of(after), expected)
    if length is None:
        ends = {cell for cell, degree in graph_of(after).degree if degree == 1}
        assert ends <= kept


@pytest.mark.parametrize("kind", LATTICES)
def test_sparse_in_other_shapes(kind: str) -> None:
    for seed in range(15):
        random = Random(seed)
        maze, graph = random_passages(LATTICES[kind](random), random)
        after = graph_of(apply_transform("sparse", maze))
        assert nx.utils.graphs_equal(after, culled(graph, set(), 10**6))


def test_a_perfect_maze_is_left_with_its_route() -> None:
    maze = generate("prim", build("rectangular", rows=20, columns=20), 3)
    assert maze.entrance
    assert maze.exit
    route = nx.shortest_path(graph_of(maze), maze.entrance.cell, maze.exit.cell)
    left = apply_transform("sparse", maze)
    place = maze.lattice.place
    assert places(left) == {frozenset(map(place, pair)) for pair in nx.utils.pairwise(route)}


def lengths(graph: Any) -> dict[int, int]:
    """Return the cells from each dead end up to the first that is no corridor."""
    result = {}
    for end in [cell for cell, degree in graph.degree if degree == 1]:
        corridor = [end, *graph[end]]
        while graph.degree[corridor[-1]] == 2:
            corridor += [other for other in graph[corridor[-1]] if other != corridor[-2]]
        result[end] = len(corridor)
    return result


@pytest.mark.parametrize("longest", [True, False])
def test_dead_ends_are_taken_in_order_of_their_length(longest: bool) -> None:
    for seed in range(40):
        maze = some_maze(seed, 30)
        walls = without_gaps(maze)
        ends = dead_ends(maze.lattice, walls, Job())
        fixed = seeded(seed), Job()
        order = _by_length(maze.lattice, walls, ends, *fixed, longest=longest)
        expected = lengths(graph_of(maze))
        taken = [expected[int(cell)] for cell in order[::-1]]
        assert sorted(order) == sorted(expected)
        assert taken == sorted(taken, reverse=longest)


@pytest.mark.slow
def test_braid_of_the_shortest_leaves_the_long_ones() -> None:
    maze = generate("prim", build("rectangular", rows=40, columns=40), 3)
    means = []
    for ends in ("longest", "random", "shortest"):
        left = graph_of(apply_transform("braid", maze, share=0.5, ends=ends, seed=1))
        expected = lengths(graph_of(maze))
        means.append(np.mean([expected[cell] for cell, degree in left.degree if degree == 1]))
    assert means[0] < means[1] < means[2]
    assert len(left.edges) > len(graph_of(maze).edges)
