"""Generators make spanning trees on every lattice, compiled and interpreted alike."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import GENERATORS, generate
from tests.breadth import repeats
from tests.graphs import graph_of
from tests.kernels import compiled, interpreted, is_compiled
from tests.maze.generators.lattices import KINDS, connected

ROW_BOUND = {"eller", "recursive-division", "binary-tree", "sidewinder"}
ANYWHERE = [generator.name for generator in GENERATORS if not generator.shapes]


def test_only_what_goes_row_by_row_is_bound_to_a_shape() -> None:
    assert {generator.name for generator in GENERATORS if generator.shapes} == ROW_BOUND


@pytest.mark.each_value_once
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ANYWHERE)
def test_spanning_tree_on_every_lattice(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(name + kind)
    for seed in repeats(2, 50):
        lattice = connected(kind, random)
        with interpreted(monkeypatch):
            maze = generate(name, lattice, seed)
        maze.check()
        assert nx.is_tree(graph_of(maze))
        if is_compiled(lattice):
            with compiled(monkeypatch):
                assert np.array_equal(generate(name, lattice, seed).walls, maze.walls)


@pytest.mark.parametrize("name", sorted(ROW_BOUND))
def test_other_shapes_are_refused_by_name(name: str) -> None:
    lattice = connected("hexagons", Random(1))
    with pytest.raises(UsageError, match="works row by row and cannot make test mazes"):
        generate(name, lattice, 1)
