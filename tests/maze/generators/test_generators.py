"""Every generator makes spanning trees, the same ones for ever, compiled and interpreted."""

from __future__ import annotations

import hashlib
from itertools import product
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.breadth import stress
from tests.graphs import graph_of
from tests.kernels import compiled, interpreted

NAMES = GENERATORS.names()

# The first hex digits of the sha256 of a 9x14 maze's walls with seed 7: never to change.
GOLDEN = {
    "aldous-broder": "718a6fb09b34cb41",
    "backtracker": "0bdaa288457e8b73",
    "binary-tree": "c69b7ad32c5dd334",
    "eller": "67aa38f5867f4dad",
    "growing-tree": "e68a141311ebbff3",
    "hunt-and-kill": "d7d72dd6adc6f8dc",
    "kruskal": "8c1bfb094d44af8d",
    "prim": "64fefe0735312d93",
    "prim-walls": "e395760608774425",
    "prim-weights": "a05a4b11439c9647",
    "recursive-division": "09f8632ab0185fe6",
    "sidewinder": "a74b36c54140ac4e",
    "wilson": "e2c3731abd4d41de",
}


def make(name: str, rows: int, columns: int, seed: int = 7, **options: Any) -> Maze:
    return generate(name, build("rectangular", rows=rows, columns=columns), seed, **options)


def digest(maze: Maze) -> str:
    return hashlib.sha256(maze.walls.tobytes()).hexdigest()[:16]


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=400 if stress() else 8, deadline=None)
@given(rows=st.integers(1, 24), columns=st.integers(1, 24), seed=st.integers(0, 2**63 - 1))
def test_spanning_tree_of_any_size(name: str, rows: int, columns: int, seed: int) -> None:
    maze = make(name, rows, columns, seed)
    assert nx.is_tree(graph_of(maze))
    assert digest(maze) == digest(make(name, rows, columns, seed))


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_maze_for_ever(name: str) -> None:
    assert name in GOLDEN, f"Add {name!r} to GOLDEN: its mazes must never change from now on."
    assert digest(make(name, 9, 14)) == GOLDEN[name]
    assert digest(make(name, 9, 14, seed=8)) != GOLDEN[name]


@pytest.mark.sample(7)
@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_interpreted_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def digests() -> list[str]:
        cases = [*product([(1, 1), (1, 9), (13, 8)], range(4)), ((30, 50), 4)]
        return [digest(make(name, *size, seed, braid=0.4)) for size, seed in cases]

    with interpreted(monkeypatch):
        expected = digests()
    with compiled(monkeypatch):
        assert digests() == expected


@pytest.mark.sample(5)
@pytest.mark.each_value_once
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("share", [0.25, 0.5, 1.0])
def test_braid_opens_that_share_of_dead_ends(name: str, share: float) -> None:
    perfect, braided = make(name, 18, 20), make(name, 18, 20, braid=share)
    ends = [sum(degree == 1 for _, degree in graph_of(maze).degree) for maze in (perfect, braided)]
    assert abs(ends[1] - (ends[0] - round(share * ends[0]))) <= 1
    assert nx.is_connected(graph_of(braided))
    assert not (perfect.walls[: len(braided.walls)] < braided.walls).any(), "braiding adds no wall"


def test_braid_leaves_a_corridor_alone() -> None:
    assert digest(make("backtracker", 1, 9, braid=1.0)) == digest(make("backtracker", 1, 9))


def test_bad_seed() -> None:
    for seed in [-1, 2**63]:
        with pytest.raises(UsageError, match="Seed must be"):
            make("prim", 3, 3, seed)


def test_unknown_name_and_option() -> None:
    with pytest.raises(UsageError, match="Did you mean backtracker"):
        make("backtraker", 3, 3)
    with pytest.raises(UsageError, match="no option 'speed'"):
        make("prim", 3, 3, speed=3)


def test_kruskal_is_the_minimum_spanning_tree_of_its_weights() -> None:
    from mazeeditor.maze.random import draw, seeded, weight

    maze = make("kruskal", 15, 11, seed=3)
    lattice, random = maze.lattice, seeded(3)
    first, second = draw(random), draw(random)
    grid = nx.Graph()
    for cell in lattice.inside_cells():
        for slot in range(4):
            other = lattice.neighbour(int(cell), slot)
            if lattice.inside[other]:
                wall = lattice.wall(int(cell), slot)
                grid.add_edge(int(cell), other, weight=weight(wall, first, second))
    tree = nx.minimum_spanning_tree(grid)
    assert {frozenset(edge) for edge in tree.edges} == {
        frozenset(edge) for edge in graph_of(maze).edges
    }


def test_weights_are_spread_evenly() -> None:
    from mazeeditor.maze.random import weight

    high = np.array([weight(wall, 123, 456) >> 27 for wall in range(16_000)])
    counts = np.bincount(high, minlength=16)
    assert ((counts - 1000) ** 2 / 1000).sum() < 44  # chi-square, 15 degrees, p = 1e-4
