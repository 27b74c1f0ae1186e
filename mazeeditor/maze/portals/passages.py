"""The passages of a maze as lists, for what is done cell by cell."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.walls import select_walls

MOST_CELLS = 100_000  # of a maze with portals: on a poster of a square metre they are 3 mm large


def passages_of(maze: Maze) -> dict[int, list[tuple[int, int]]]:
    """Return each inside cell with its neighbours, each with the wall that is open between them.

    Raises ``UsageError`` for a maze of more than ``MOST_CELLS``.
    """
    lattice = maze.lattice
    if lattice.cells > MOST_CELLS:
        text = _("Portals are for mazes of {most:,} cells at most.")
        raise UsageError(text.format(most=MOST_CELLS))
    walls = select_walls(lattice, without_gaps(maze), closed=False)
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    result: dict[int, list[tuple[int, int]]] = {
        cell: [] for cell in np.flatnonzero(lattice.inside).tolist()
    }
    for wall, one, other in zip(walls.tolist(), lower.tolist(), upper.tolist(), strict=True):
        result[one].append((other, wall))
        result[other].append((one, wall))
    return result


def distances_from(
    passages: dict[int, list[tuple[int, int]]], starts: Iterable[int]
) -> dict[int, int]:
    """Return how many passages lead to each cell that can be reached, nearest cells first."""
    found = dict.fromkeys(starts, 0)
    frontier = list(found)
    for cell in frontier:  # which grows
        for other, _wall in passages[cell]:
            if other not in found:
                found[other] = found[cell] + 1
                frontier.append(other)
    return found
