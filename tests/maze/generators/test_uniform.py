"""Wilson and Aldous-Broder draw each spanning tree equally often; a bias is detected.

Chi-square over the 192 spanning trees of the 3x3 grid: 191 degrees of freedom, 96,000 mazes, 500
of each expected; p < 1e-6 beyond 298.7.
"""

from __future__ import annotations

import types
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, Kernel, available, kernel
from mazeeditor.maze.generators import GENERATORS, wilson
from mazeeditor.maze.random import below, seeded
from mazeeditor.maze.shapes import build
from tests.kernels import compiled

MAZES, TREES, CRITICAL = 96_000, 192, 298.7
pytestmark = pytest.mark.skipif(not available(), reason="interpreted, this takes minutes")


def chi_square(
    carve: Callable[..., None], monkeypatch: pytest.MonkeyPatch, mazes: int = MAZES
) -> float:
    """Return how far the numbers of the mazes are from equal ones."""
    lattice = build("rectangular", rows=3, columns=3)
    closed = np.full(lattice.size, lattice.closed, np.uint8)
    walls, random, job = closed.copy(), seeded(2026), Job()
    seen: Counter[bytes] = Counter()
    with compiled(monkeypatch):
        for _maze in range(mazes):
            walls[:] = closed
            carve(lattice, walls, random, job)
            seen[walls.tobytes()] += 1
    assert len(seen) <= TREES
    expected = mazes / TREES
    counts = [*seen.values()] + [0] * (TREES - len(seen))
    return sum((count - expected) ** 2 for count in counts) / expected


@pytest.mark.parametrize("name", ["wilson", "aldous-broder"])
def test_every_tree_is_equally_likely(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chi_square(GENERATORS[name].run, monkeypatch) < CRITICAL


@pytest.mark.parametrize("name", ["kruskal", "prim", "prim-walls", "backtracker"])
def test_others_are_not_uniform(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chi_square(GENERATORS[name].run, monkeypatch, MAZES // 8) > CRITICAL


@kernel
def _leaning(state: I64, limit: int) -> int:
    """Return 1, to the right, in 2 % of all draws, and the result of ``below`` in the others."""
    if below(state, 50) == 0:
        return 1
    return below(state, limit)


def test_a_bias_of_two_per_cent_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Kernel[Any, Any] = wilson._carve
    code = honest.function
    seen = dict(code.__globals__) | {"below": _leaning}
    leaning = types.FunctionType(code.__code__, seen, "_carve_leaning")
    leaning.__annotations__ = code.__annotations__
    leaning.__qualname__ = "_carve_leaning"  # numba's cache identifies it by this name
    monkeypatch.setattr(wilson, "_carve", Kernel(leaning))
    assert chi_square(wilson.wilson, monkeypatch) > CRITICAL
