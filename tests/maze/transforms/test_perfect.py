"""Perfect makes a tree and changes no wall too many."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms import apply_transform
from tests.breadth import examples
from tests.graphs import graph_of
from tests.lattices import LATTICES, random_passages
from tests.maze.transforms.samples import openings, picture, some_maze
from tests.oracle import open_field


def check(maze: Maze) -> None:
    after = apply_transform("perfect", maze)
    before, tree = graph_of(maze), graph_of(after)
    parts = nx.number_connected_components(before)
    loops = len(before.edges) - len(before) + parts
    one, other = (set(map(frozenset, graph.edges)) for graph in (before, tree))
    assert len(one - other) == loops
    assert len(other - one) == parts - nx.number_connected_components(tree)
    assert openings(after) == openings(maze)


@examples(40)
@given(seed=st.integers(0, 10**9))
def test_a_tree_with_the_fewest_changes(seed: int) -> None:
    maze = some_maze(seed)
    check(maze)
    assert nx.is_tree(graph_of(apply_transform("perfect", maze)))


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", LATTICES)
def test_other_shapes(kind: str) -> None:
    for seed in range(15):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        check(maze)


def test_the_seed_decides_which_walls() -> None:
    maze = open_field(8, 8)
    result = [picture(apply_transform("perfect", maze, seed=seed)) for seed in (*range(20), 3)]
    assert result[-1] == result[3]
    assert len(set(result)) > 5
