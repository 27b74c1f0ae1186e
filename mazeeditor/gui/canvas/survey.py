"""Finds all walls of a lattice of any shape, and where they are: piece by piece, in little room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze.arcs import middles
from mazeeditor.maze.geometry import Geometry, Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE

CHUNK = 1 << 14  # cells or posts looked at at a time
LEAST = 0.1  # cells: no cell is that small


@dataclass(frozen=True, eq=False)
class Found:
    """Walls: their lower cells int32[k] and the slots uint8[k] of these, the same of the upper.

    ``posts`` int32[k, 2] and ``bulges`` float64[k] as ``Geometry`` has them.
    """

    lower: NDArray[np.int32]
    slots: NDArray[np.uint8]
    upper: NDArray[np.int32]
    backs: NDArray[np.uint8]
    posts: NDArray[np.int32]
    bulges: NDArray[np.float64]


def every_wall(lattice: Lattice, job: Job) -> Found:
    """Return each wall of an inside cell, taken from its lower cell, once."""
    pieces = [_walls_of(lattice, part) for part in _parts(lattice.size, job)]
    return Found(*(np.concatenate(each) for each in zip(*pieces, strict=True)))


def _walls_of(lattice: Lattice, part: slice) -> tuple[NDArray[np.generic], ...]:
    cells = np.arange(part.start, min(part.stop, lattice.size), dtype=np.int64)
    found = []
    for slot in range(lattice.degree):
        others, backs = lattice.beyond(cells, slot)
        others = others.clip(0, lattice.size - 1)  # of the rim, beyond which nothing is
        real = (others > cells) & (others != NOWHERE)
        walls = np.flatnonzero(real & (lattice.inside[cells] | lattice.inside[others]))
        found.append((cells[walls], np.full(len(walls), slot), others[walls], backs[walls]))
    lower, slots, upper, backs = (np.concatenate(each) for each in zip(*found, strict=True))
    ids = lower * lattice.degree + slots
    return (
        lower.astype(np.int32),
        slots.astype(np.uint8),
        upper.astype(np.int32),
        backs.astype(np.uint8),
        lattice.geometry.posts(ids).astype(np.int32),
        lattice.geometry.bulges(ids),
    )


def places_of(geometry: Geometry, posts: NDArray[np.int32], job: Job) -> Points:
    """Return float64[m, 2], where each of ``posts`` is; the other places mean nothing."""
    met = np.zeros(int(posts.max(initial=0)) + 1, np.bool_)
    met[posts] = True
    ids, places = np.flatnonzero(met), np.zeros((len(met), 2))
    for part in _parts(len(ids), job):
        places[ids[part]] = geometry.post_positions(ids[part])
    return places


def centres_of(lattice: Lattice, job: Job) -> Points:
    """Return float64[n, 2], the middle of every inside cell; the other places mean nothing."""
    cells, places = lattice.inside_cells(), np.zeros((lattice.size, 2))
    for part in _parts(len(cells), job):
        places[cells[part]] = lattice.geometry.centres(cells[part])
    return places


def reach_of(lattice: Lattice) -> float:
    """Return how far from its middle a cell extends at the most, in cells."""
    samples = lattice.samples()
    cells, walls = lattice.walls_of(samples[samples > 0])
    geometry = lattice.geometry
    ends = geometry.post_positions(geometry.posts(walls))
    points = np.concatenate([ends, middles(ends, geometry.bulges(walls))[:, None]], axis=1)
    away = np.hypot(*(points - geometry.centres(cells)[:, None]).T)
    return float(away.max(initial=LEAST))  # more than 0, even where there is no cell


def in_order(keys: NDArray[np.int32], count: int) -> Ids:
    """Return the places of ``keys``, which are below ``count``, lowest key first."""
    small = keys.astype(np.uint16) if count <= 1 << 16 else keys  # sorted without comparing
    return np.argsort(small, kind="stable")


def _parts(count: int, job: Job) -> Iterator[slice]:
    for start in range(0, count, CHUNK):
        job.check()
        yield slice(start, start + CHUNK)
