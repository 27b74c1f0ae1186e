"""A frontier that is enlarged when full does not change the maze."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.generators import generate, prim, prim_weights
from tests.breadth import repeats
from tests.kernels import compiled, interpreted
from tests.maze.generators.lattices import KINDS, connected


@pytest.mark.sample(2)
@pytest.mark.each_value_once
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["prim", "prim-walls", "prim-weights"])
def test_same_maze_with_little_room(name: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in repeats(3, 8):
        lattice = connected(kind, Random(seed))
        with interpreted(monkeypatch):
            expected = generate(name, lattice, seed).walls
            with monkeypatch.context() as patch:
                for module in (prim, prim_weights):
                    patch.setattr(module, "FIRST_CAPACITY", 1 + seed)
                assert np.array_equal(generate(name, lattice, seed).walls, expected)
                if available():
                    with compiled(monkeypatch):
                        assert np.array_equal(generate(name, lattice, seed).walls, expected)
