"""Generators make spanning trees on every lattice, compiled and interpreted alike."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.maze.generators import GENERATORS, generate
from tests.breadth import repeats
from tests.graphs import graph_of
from tests.kernels import compiled, interpreted, is_compiled
from tests.maze.generators.lattices import KINDS, connected

ANYWHERE = [generator.name for generator in GENERATORS if not generator.shapes]


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
