"""Loose pieces: which walls, and which cells, hold together when the others are cut away."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32
from mazeeditor.making.paths.passages import passages_by_slot
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.joining import join_pairs, lowest_cells
from mazeeditor.page.scene import Ids
from mazeeditor.page.walls.band_outlines import ends_round
from mazeeditor.page.walls.wall_graph import WallGraph

NONE = -1  # of a post without walls
AT_ONCE = 1 << 15  # walls


def pieces_of_walls(graph: WallGraph) -> Ids:
    """Return int64[p], the piece of each post: walls that meet are one; ``NONE`` without walls."""
    parent = np.arange(len(graph.x), dtype=np.int32)
    join_pairs(graph.ends.reshape(-1, 2), parent)
    return _numbered(parent, np.diff(graph.first) > 0)


def pieces_left_of_walls(maze: Maze, graph: WallGraph, job: Job | None = None) -> Ids:
    """Return int64[2w], the piece of what lies to the left of each wall, followed from an end.

    Cells joined by passages are one piece, and so is all that a walk along walls goes round: that
    leads through gaps, and along the outer walls on their outside. A hole is a piece of its own.
    Raises ``CancelledError``.
    """
    job = job or Job()
    lattice, ends = maze.lattice, len(graph.ends)
    parent = np.arange(ends + lattice.size, dtype=np.int32)
    leaving = np.arange(ends, dtype=np.int32)
    join_pairs(np.stack([leaving, ends_round(graph)[leaving ^ 1]], axis=1), parent)
    job.check()
    walls = maze.closed_walls()
    for first in range(0, len(walls), AT_ONCE):
        for pairs in _cells_on_left(maze, walls[first : first + AT_ONCE], 2 * first, ends):
            join_pairs(pairs.astype(np.int32), parent)
        job.check()
    for pairs in passages_by_slot(maze):
        join_pairs((pairs + ends).astype(np.int32), parent)
        job.check()
    return _numbered(parent, np.arange(len(parent)) < ends)[:ends]


def _cells_on_left(maze: Maze, walls: Ids, begin: int, ends: int) -> Iterator[Ids]:
    """Yield int64[k, 2]: an end, and ``ends`` plus the inside cell that lies to its left.

    ``begin`` is the first end of ``walls``.
    """
    lattice = maze.lattice
    cells, slots = walls // lattice.degree, walls % lattice.degree
    geometry = lattice.geometry
    places = geometry.post_positions(geometry.posts(walls))
    along = places[:, 1] - places[:, 0]
    out = geometry.all_outward(cells)[np.arange(len(cells)), slots]
    left = np.stack([along[:, 1], -along[:, 0]], axis=1)
    beyond_is_left = (left * out).sum(axis=1) > 0
    others = cells + lattice.offsets[lattice.rows_of(cells), slots]
    for cell, end in (
        (cells, begin + 2 * np.arange(len(walls)) + beyond_is_left),
        (others, begin + 2 * np.arange(len(walls)) + ~beyond_is_left),
    ):
        inside = lattice.inside[cell]
        yield np.stack([end, cell + ends], axis=1)[inside]


def _numbered(parent: I32, counted: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Ids:
    """Return int64[n], pieces numbered from 0 in the order of their first members."""
    parent = lowest_cells(parent)
    result = np.full(len(parent), NONE, np.int64)
    roots, first, pieces = np.unique(parent[counted], return_index=True, return_inverse=True)
    rank = np.empty(len(roots), np.int64)
    rank[np.argsort(first)] = np.arange(len(roots))
    result[counted] = rank[pieces.ravel()]
    return result
