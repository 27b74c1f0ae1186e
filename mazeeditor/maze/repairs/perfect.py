"""Perfect: one path between any two cells, or exactly some loops, with the fewest wall changes."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _, count
from mazeeditor.maze.lattice import LARGEST
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.repairs import RepairError, Seed, goal
from mazeeditor.maze.repairs.growing_areas import GrowingAreas, as_ids
from mazeeditor.maze.search.joining import write_walls
from mazeeditor.maze.search.loops import passages_on_loops


@goal(
    "perfect", _("Make Perfect"), order=4, offered=lambda facts: facts.loops > 0 or facts.sealed > 0
)
def perfect(
    maze: Maze,
    walls: NDArray[np.uint8],
    free: NDArray[np.uint8],
    job: Job,
    *,
    loops: Annotated[
        int, Between(0, LARGEST), _("how many loops a perfect maze keeps or gets")
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
        text = _("Walls that may change suffice for {most}, not for {loops:,}.")
        most = count(present + len(more), "loop", "loops")
        raise RepairError(text.format(most=most, loops=loops), np.empty(0, np.int64))
    opened = np.concatenate([joining, more[: max(0, loops - present)]])
    write_walls(lattice, walls, opened, job, closed=False)
    write_walls(lattice, walls, spare[: max(0, present - loops)], job, closed=True)
    return len(joining) + abs(loops - present)


def _refuse(
    maze: Maze, walls: NDArray[np.uint8], free: NDArray[np.uint8], fixed: int, job: Job
) -> None:
    """Raise ``RepairError`` with the cells on loops of passages that may not be closed."""
    cells = as_ids(passages_on_loops(maze.lattice, walls | free, job) != 0)
    text = _("Passages that may not change make {loops}: unlock or select some of them.")
    raise RepairError(text.format(loops=count(fixed, "loop", "loops")), cells)
