"""Borůvka's algorithm makes exactly the mazes of Kruskal's and Prim's, in one part or several."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.maze.generators import generate, kruskal
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import seeded
from mazeeditor.maze.shapes import build
from tests.breadth import repeats
from tests.kernels import compiled, interpreted, is_compiled
from tests.lattices import LATTICES
from tests.maze.generators.lattices import KINDS, connected


def walls_of(lattice: Lattice, seed: int, job: Job | None = None) -> NDArray[np.uint8]:
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    kruskal.kruskal(lattice, walls, seeded(seed), job or Job())
    return walls


def by_weights(lattice: Lattice, seed: int) -> NDArray[np.uint8]:
    """Return the walls of Prim's algorithm, braided, by the random numbers that come next."""
    return generate("prim-weights", lattice, seed, braid=0.1).walls


MAKERS = {"kruskal": walls_of, "prim-weights": by_weights}


def both(
    lattice: Lattice, seed: int, monkeypatch: pytest.MonkeyPatch, name: str = "kruskal"
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the walls as the algorithm has its name from, and by Borůvka's rounds."""
    with monkeypatch.context() as patch:
        patch.setattr(kruskal, "BORUVKA_CELLS", lattice.cells + 1)
        own_walls = MAKERS[name](lattice, seed)
        patch.setattr(kruskal, "BORUVKA_CELLS", 0)
        return own_walls, MAKERS[name](lattice, seed)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("kind", KINDS)
def test_same_maze(kind: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(kind)
    for seed in repeats(4, 100):
        lattice = connected(kind, random)
        if kind in LATTICES and seed % 2:
            lattice = LATTICES[kind](random)  # in several parts: a tree in each
        with interpreted(monkeypatch):
            one, other = both(lattice, seed, monkeypatch, name)
        assert np.array_equal(one, other)
        if is_compiled(lattice):
            with compiled(monkeypatch):
                assert np.array_equal(both(lattice, seed, monkeypatch, name)[1], one)


@pytest.mark.parametrize("name", MAKERS)
def test_same_large_maze(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = build("rectangular", rows=130, columns=170)
    one, other = both(lattice, 7, monkeypatch, name)
    assert np.array_equal(one, other)
    assert (one[lattice.inside] != lattice.closed).all()


def test_large_mazes_use_this_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = build("rectangular", rows=9, columns=9)
    monkeypatch.setattr(kruskal, "BORUVKA_CELLS", 81)
    called = []
    monkeypatch.setattr(kruskal, "lightest_tree", lambda *_args: called.append(1))
    walls_of(lattice, 1)
    assert called


def test_cancel_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Impatient(Job):
        """Is cancelled at the ``left``-th check."""

        left = 0

        def check(self) -> None:
            self.left -= 1
            if self.left == 0:
                self.cancel()
            super().check()

    monkeypatch.setattr(kruskal, "BORUVKA_CELLS", 0)
    lattice = build("rectangular", rows=12, columns=12)
    for left in range(1, 8):
        job = Impatient()
        job.left = left
        with pytest.raises(CancelledError):
            walls_of(lattice, 3, job)
