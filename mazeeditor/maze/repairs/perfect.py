"""Perfect: one path between any two cells, or exactly some loops, with the fewest wall changes.

The cells that passages join are an area (union-find). Passages that may not change come first,
then those that may: one that joins no two areas closes a loop, and can be closed. Then the closed
walls that may be opened: each that joins two areas is needed.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _, count
from mazeeditor.maze.lattice import MAX_CELLS, Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import count_borders
from mazeeditor.maze.random import seeded
from mazeeditor.maze.repairs import RepairError, Seed, goal
from mazeeditor.maze.search.joining import Divided, divide, lowest_cells, write_walls
from mazeeditor.maze.search.loops import passages_on_loops


class GrowingAreas:
    """The areas of a maze that grow as walls are gone through.

    ``walls`` uint8[n] are read when a method is called, ``free`` uint8[n] has the bits of those
    that may change.
    """

    def __init__(
        self,
        lattice: Lattice,
        walls: NDArray[np.uint8],
        free: NDArray[np.uint8],
        seed: int | None,
    ) -> None:
        self._lattice, self._walls, self._free = lattice, walls, free
        self._random = seeded(seed)
        self._areas = np.arange(lattice.size, dtype=np.int32)

    def unite(self, job: Job, *, closed: bool, free: bool) -> Divided:
        """Go through all closed walls, or passages, that may change, or may not.

        Those that may come in random order. Raises ``CancelledError``.
        """
        bits = self._walls if closed else ~self._walls
        bits = bits & (self._free if free else ~self._free)
        random = self._random if free else None
        return divide(self._lattice, self._areas, bits, job, random=random, share=0.25)

    def check_whole(self, maze: Maze, job: Job) -> None:
        """Raise ``RepairError`` where a wall that was left separates two areas."""
        lattice, lowest = self._lattice, lowest_cells(self._areas)
        borders = count_borders[lattice.degree](lowest, lattice.tables, job.signal)
        job.check()
        if not borders:
            return
        main = int(np.bincount(lowest[lattice.inside]).argmax())
        if maze.entrance:
            main = int(lowest[maze.entrance.cell])
        sealed = lattice.inside & (lowest != main)
        text = _("Walls that may not change seal {cells}: unlock or select some of theirs.")
        cells = count(int(np.count_nonzero(sealed)), "cell", "cells")
        raise RepairError(text.format(cells=cells), sealed)


@goal(
    "perfect", _("Make perfect"), order=4, offered=lambda facts: facts.loops > 0 or facts.sealed > 0
)
def perfect(
    maze: Maze,
    walls: NDArray[np.uint8],
    free: NDArray[np.uint8],
    job: Job,
    *,
    loops: Annotated[
        int, Between(0, MAX_CELLS), _("number of loops that a perfect maze keeps or gets")
    ] = 0,
    seed: Seed = None,
) -> int:
    """Join all cells, then close or open just as many walls as there are loops too many or too few.

    A change alters the number of components or of loops by one, never both; so the fewest are one
    less than the components, and the difference in loops. Which walls is random.
    """
    lattice = maze.lattice
    areas = GrowingAreas(lattice, walls, free, seed)
    fixed = len(areas.unite(job, closed=False, free=False).others)
    spare = areas.unite(job, closed=False, free=True).others  # passages that close loops
    joining, more = areas.unite(job, closed=True, free=True)
    areas.check_whole(maze, job)
    present = fixed + len(spare)
    if loops < fixed:
        _refuse(maze, walls, free, fixed, job)
    if loops > present + len(more):
        text = _("The walls that may change allow {most}, not {loops:,}.")
        most = count(present + len(more), "loop", "loops")
        raise RepairError(text.format(most=most, loops=loops), np.zeros(lattice.size, np.bool_))
    opened = np.concatenate([joining, more[: max(0, loops - present)]])
    write_walls(lattice, walls, opened, job, closed=False)
    write_walls(lattice, walls, spare[: max(0, present - loops)], job, closed=True)
    return len(joining) + abs(loops - present)


def _refuse(
    maze: Maze, walls: NDArray[np.uint8], free: NDArray[np.uint8], fixed: int, job: Job
) -> None:
    """Raise ``RepairError`` with the cells on loops of passages that may not be closed."""
    cells = passages_on_loops(maze.lattice, walls | free, job) != 0
    text = _("Passages that may not change make {loops}: unlock or select some of them.")
    raise RepairError(text.format(loops=count(fixed, "loop", "loops")), cells)
