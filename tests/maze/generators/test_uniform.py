"""Wilson and Aldous-Broder draw each spanning tree equally often.

Chi-square over the 192 spanning trees of the 3x3 grid: 191 degrees of freedom, 125 mazes of each
expected, 500 under ``--stress``; p < 1e-6 beyond 298.7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.random import seeded
from mazeeditor.maze.shapes import build
from tests.breadth import stress
from tests.kernels import compiled

MAZES = 96_000 if stress() else 24_000
TREES, CRITICAL = 192, 298.7
pytestmark = pytest.mark.skipif(not available(), reason="interpreted, this takes minutes")


def chi_square(carve: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> float:
    """Return how far the numbers of the mazes are from equal ones."""
    lattice = build("rectangular", rows=3, columns=3)
    closed = np.full(lattice.size, lattice.closed, np.uint8)
    walls, random, job = closed.copy(), seeded(2026), Job()
    seen: Counter[bytes] = Counter()
    with compiled(monkeypatch):
        for _maze in range(MAZES):
            walls[:] = closed
            carve(lattice, walls, random, job)
            seen[walls.tobytes()] += 1
    assert len(seen) <= TREES
    expected = MAZES / TREES
    counts = [*seen.values()] + [0] * (TREES - len(seen))
    return sum((count - expected) ** 2 for count in counts) / expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wilson", "aldous-broder"])
def test_every_tree_is_equally_likely(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chi_square(GENERATORS[name].run, monkeypatch) < CRITICAL
