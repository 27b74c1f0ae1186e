"""Closes passages that make loops and opens walls that separate components, at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64
from mazeeditor.maze.braid import shuffle
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.search.joining import join_areas, write_walls
from mazeeditor.maze.walls import inner_walls


def cut_loops(
    lattice: Lattice, walls: NDArray[np.uint8], areas: I32, random: I64, job: Job
) -> None:
    """Close one passage of each loop in ``walls`` uint8[n], so that no loop is left.

    ``areas`` int32[n] are a range, and then the components of the maze as a union-find. Raises
    ``CancelledError``.
    """
    ids = _in_random_order(lattice, ~walls, random, job)
    job.phase(len(ids), 0.5)
    joined = join_areas(lattice, areas, ids, job)
    write_walls(lattice, walls, ids[~joined], job, closed=True)


def unite(lattice: Lattice, walls: NDArray[np.uint8], areas: I32, job: Job) -> int:
    """Unite ``areas`` int32[n], a range, into the components of the maze; keep ``walls``.

    Returns how many loops there are. Raises ``CancelledError``.
    """
    ids = inner_walls(lattice, ~walls, job)
    job.phase(len(ids), 0.5)
    return len(ids) - int(np.count_nonzero(join_areas(lattice, areas, ids, job)))


def link(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    areas: I32,
    random: I64,
    job: Job,
    free: NDArray[np.uint8] | None = None,
) -> None:
    """Open ``free`` walls uint8[n] (without: any) until none of them separates two ``areas``.

    No more are opened than are needed. Raises ``CancelledError``.
    """
    ids = _in_random_order(lattice, walls if free is None else walls & free, random, job)
    job.phase(len(ids), 0.5)
    joined = join_areas(lattice, areas, ids, job)
    write_walls(lattice, walls, ids[joined], job, closed=False)


def _in_random_order(lattice: Lattice, bits: NDArray[np.uint8], random: I64, job: Job) -> I32:
    """Return the ids int32[k] of the walls between inside cells that ``bits`` uint8[n] has."""
    ids = inner_walls(lattice, bits, job)
    shuffle(ids, random, job.signal)
    job.check()
    return ids
