"""Contradictions in a maze are detected, on every kind of lattice."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.maze import walls as module
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.breadth import repeats, stress
from tests.lattices import LATTICES, random_passages


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", LATTICES)
def test_every_single_wrong_bit_is_detected(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK_CELLS", 7)  # so that walls lie between two blocks
    for seed in repeats(1, 20):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        maze.check()
        lattice = maze.lattice
        cells = lattice.inside_cells().tolist()
        for cell in cells if stress() else random.sample(cells, min(len(cells), 25)):
            for slot in range(lattice.degree):
                walls = maze.walls.copy()
                walls[cell] ^= 1 << slot
                with pytest.raises(MazeError, match="wall of cell"):
                    Maze(lattice, walls).check()


def test_the_place_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = build("rectangular", rows=3, columns=4)
    for block in (1, 5, 1 << 16):
        monkeypatch.setattr(module, "BLOCK_CELLS", block)
        for cell, slot, sentence in [
            ((1, 2), 1, "The right wall of cell 1,2 is closed on one of its sides only."),
            ((1, 2), 3, "The right wall of cell 1,1 is closed on one of its sides only."),
            ((2, 0), 2, "The bottom wall of cell 2,0 has a gap that is not an opening."),
            ((0, 3), 0, "The top wall of cell 0,3 has a gap that is not an opening."),
            ((0, 3), 1, "The right wall of cell 0,3 has a gap that is not an opening."),
            ((1, 0), 3, "The left wall of cell 1,0 has a gap that is not an opening."),
        ]:
            walls = np.full(lattice.size, 15, np.uint8)
            walls[lattice.cell(*cell)] &= ~(1 << slot) & 15
            with pytest.raises(MazeError) as caught:
                Maze(lattice, walls).check()
            assert str(caught.value) == sentence


def test_openings_are_gaps_that_may_be() -> None:
    lattice = build("rectangular", rows=1, columns=1)
    cell = lattice.cell(0, 0)
    Maze(lattice, None, Opening(cell, 0), tuple(Opening(cell, slot) for slot in range(4))).check()
