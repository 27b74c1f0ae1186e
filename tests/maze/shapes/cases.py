"""Sizes of every shape: the smallest, long and thin ones, each outline, odd and even."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import SHAPES, build

Parameters = dict[str, Any]

THIN = [{"rows": rows, "columns": columns} for rows, columns in ((1, 1), (1, 6), (5, 1))]
WIDE = [{"rows": rows, "columns": columns} for rows, columns in ((4, 7), (8, 8), (5, 6))]
CASES: Mapping[str, list[Parameters]] = {
    "rectangular": [*THIN, *WIDE],
    "hexagonal": [
        *(size | {"outline": "rectangle"} for size in [*THIN, *WIDE]),
        *(size | {"outline": "hexagon"} for size in [*THIN[:2], *WIDE]),
        {"rows": 7, "columns": 7, "outline": "hexagon"},
        {"rows": 6, "columns": 4, "outline": "hexagon"},
    ],
    "triangular": [
        *(size | {"outline": "rectangle"} for size in [*THIN[:2], *WIDE]),
        {"rows": 2, "columns": 1, "outline": "rectangle"},
        {"rows": 5, "columns": 2, "outline": "rectangle"},
        {"rows": 1, "columns": 1, "outline": "triangle"},
        {"rows": 4, "columns": 7, "outline": "triangle"},
        {"rows": 5, "columns": 9, "outline": "triangle"},
        {"rows": 3, "columns": 8, "outline": "triangle"},
    ],
    "polar": [
        {"rings": rings, "hole": hole}
        for rings, hole in ((1, 0), (2, 0), (4, 0), (7, 0), (1, 1), (2, 3), (4, 2))
    ],
}
EVERY = [(name, case) for name in SHAPES.names() for case in CASES[name]]


def called(value: object) -> str:
    """Return a short name for a test of a shape with its parameters, the same in every process."""
    if isinstance(value, dict):
        return "-".join(str(each) for each in value.values())
    if isinstance(value, set):
        return "-".join(sorted(map(str, value)))
    return str(value)


def largest(name: str) -> Lattice:
    """Return the last case of a shape: neither small nor thin."""
    return build(name, **CASES[name][-1])


def some_of(lattice: Lattice, random: Random, share: float) -> NDArray[np.bool_]:
    """Return bool[n]: inside cells of which a share is left, one at least."""
    cells = lattice.inside_cells().tolist()
    inside = np.zeros(lattice.size, np.bool_)
    inside[random.sample(cells, max(1, round(len(cells) * share)))] = True
    return inside
