"""Hunt-and-kill hunts on from where it was: the work for each cell does not grow with the maze."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import as_view
from mazeeditor.maze.generators import hunt_and_kill
from mazeeditor.maze.random import random_cell, seeded
from mazeeditor.maze.shapes import build


class Counting(list[int]):
    """States that count how often one is looked at."""

    looks = 0

    def __getitem__(self, place: int) -> int:  # type: ignore[override]
        self.looks += 1
        return super().__getitem__(place)


def looks_for_a_cell(size: int, seed: int) -> float:
    lattice = build("rectangular", rows=size, columns=size)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    state, random = Counting(lattice.inside.astype(int)), seeded(seed)
    start = random_cell(lattice.inside, random)
    tables = as_view(lattice.tables)
    carve = hunt_and_kill._carve[4].interpreted()
    carve(walls.data, state, tables, start, lattice.cells - 1, 0, random.data, Job().signal.data)
    return state.looks / lattice.cells


@pytest.mark.each_value_once
@pytest.mark.parametrize("size", [40, 300])
@pytest.mark.parametrize("seed", range(4))
def test_cells_are_looked_at_as_rarely_in_large_mazes(size: int, seed: int) -> None:
    """A hunt that only goes down, and from the top again, takes 30 looks where this one takes 9."""
    assert looks_for_a_cell(size, seed) < 12
