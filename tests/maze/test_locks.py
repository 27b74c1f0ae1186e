"""Walls that may change: between two chosen inside cells, not locked, on both sides alike."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mazeeditor.maze.locks import free_walls
from tests.lattices import LATTICES


@pytest.mark.parametrize("kind", LATTICES)
def test_free_walls_are_between_two_chosen_cells(kind: str) -> None:
    for seed in range(10):
        random = Random(seed)
        lattice = LATTICES[kind](random)
        chosen = np.array([random.random() < 0.7 for _cell in range(lattice.size)])
        chosen_inside = chosen & lattice.inside
        locked = np.array([random.randrange(256) for _cell in range(lattice.size)], np.uint8)
        free, of_all = free_walls(lattice, chosen, locked), free_walls(lattice)
        for cell in range(lattice.size):
            for slot in range(lattice.degree):
                other = lattice.neighbour(cell, slot)
                both = bool(chosen_inside[cell] and chosen_inside[other])
                assert bool(free[cell] >> slot & 1) == (both and not locked[cell] >> slot & 1)
                inner = bool(lattice.inside[cell] and lattice.inside[other])
                assert bool(of_all[cell] >> slot & 1) == inner
        assert not (free >> lattice.degree).any()
