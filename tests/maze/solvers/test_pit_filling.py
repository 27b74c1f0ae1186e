"""Pit filling ends on every maze, walls up pits alone, and takes the same walk for ever."""

from __future__ import annotations

import hashlib
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import Mark, solve
from mazeeditor.maze.solvers.pit_filling import walk
from tests.oracle import Drawn, draw, maze_of

# The first hex digits of the sha256 of route and marks, by seed: never to change.
GOLDEN = {0: "fb74bf7eaae1b687", 1: "909e45adeb7e111e", 2**63 - 1: "f257eaa701ba599c"}


def braided() -> Maze:
    return generate("kruskal", build("rectangular", rows=20, columns=30), 11, braid=0.5)


@pytest.mark.parametrize("seed", GOLDEN)
def test_same_seed_same_walk_for_ever(seed: int) -> None:
    solution = solve("pit-filling", braided(), seed=seed)
    result = solution.route.astype("<i8").tobytes() + solution.marks.tobytes()
    assert hashlib.sha256(result).hexdigest()[:16] == GOLDEN[seed]


def test_seeds_take_different_walks() -> None:
    assert (
        len({solve("pit-filling", braided(), seed=seed).route.tobytes() for seed in range(9)}) > 4
    )
    with pytest.raises(UsageError, match="Seed"):
        solve("pit-filling", braided(), seed=-1)


def steps(drawn: Drawn, seed: int) -> tuple[int, int]:
    maze = maze_of(drawn)
    assert maze.entrance
    parents = search.fresh(maze.lattice, [each.cell for each in maze.exits])
    return walk(maze, parents, maze.entrance.cell, seed, Job())


@given(maze=st.integers(0, 10**6), seed=st.integers(0, 2**63 - 1), sealed=st.booleans())
def test_it_ends(maze: int, seed: int, sealed: bool) -> None:
    drawn = draw(Random(maze), 12)
    if sealed:
        drawn.graph.remove_edges_from(list(drawn.graph.edges(drawn.goals)))
    goal, count = steps(drawn, seed)
    cells, passages = len(drawn.graph), drawn.graph.size()
    assert count <= cells * (cells + passages)
    assert (goal == search.NOT_FOUND) == (drawn.shortest is None)


@pytest.mark.slow
def test_it_ends_where_no_cell_is_a_pit() -> None:
    for rows in [2, 7, 20]:
        field = nx.grid_2d_graph(rows, rows)
        field.remove_edges_from(list(field.edges((rows - 1, rows - 1))))
        for seed in range(20):
            goal, count = steps(Drawn(rows, rows, field, (0, 0), ((rows - 1, rows - 1),)), seed)
            assert goal == search.NOT_FOUND, rows
            assert count <= 6 * rows * rows, "in practice it takes few steps a cell"


def test_in_a_tree_no_passage_is_walked_more_than_once_in_each_direction() -> None:
    for seed in range(60):
        random = Random(seed)
        rows, columns = random.randint(1, 15), random.randint(2, 15)
        tree = nx.minimum_spanning_tree(nx.grid_2d_graph(rows, columns))
        tree.remove_edges_from(list(tree.edges((rows - 1, columns - 1))))
        drawn = Drawn(rows, columns, tree, (0, 0), ((rows - 1, columns - 1),))
        part = len(nx.node_connected_component(tree, (0, 0)))
        assert steps(drawn, seed) == (search.NOT_FOUND, 2 * (part - 1))


def test_what_is_walled_up_hangs_on_no_other_route() -> None:
    """Filled cells are walked cells off the route; in a tree they are whole side branches."""
    for seed in range(60):
        drawn = draw(Random(seed), 20)
        solution = solve("pit-filling", maze_of(drawn), seed=seed)
        marks = solution.marks
        filled = {
            solution.lattice.place(int(cell)) for cell in np.flatnonzero(marks == Mark.FILLED)
        }
        assert filled <= set(drawn.distances), seed
        assert not filled & {drawn.start, *drawn.goals}, seed
        if nx.is_forest(drawn.graph):
            for place in filled:
                # the branch behind a filled cell, away from the start, is filled too
                parent = nx.shortest_path(drawn.graph, drawn.start, place)[-2]
                assert set(drawn.graph[place]) - {parent} <= filled, seed
        if not solution.solved:
            assert filled == set(drawn.distances) - {drawn.start}, seed
