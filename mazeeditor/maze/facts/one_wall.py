r"""The one wall that keeps the route single, after a stroke has made a second one or lost the only.

::

    S---a=======b---G        the stroke has opened a wall on the lower way from a to b: closing any
        |       |            passage of this loop leaves one route; offered is the nearest one that
        o---?---o            is not on the old route, and not of the stroke itself

    S---a | b---G            the stroke has closed the route: opening any wall between what can
          |                  be reached and what the exit is joined with gives one again
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, InU8, kernel
from mazeeditor.maze.facts.facts import detours
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NTH, Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import (
    NEW,
    START,
    breadth_first,
    fresh,
    mark_reached,
    route_to,
    without_gaps,
)
from mazeeditor.maze.walls import set_bits

TRIED_WALLS = 3  # walls that are tried, the nearest first
MOST_IMAGES = 12  # passages that make another route, where a symmetry repeats the stroke
Images = Callable[[Ids, bool], Ids]  # which walls change for some to be closed, or open


@dataclass(frozen=True, eq=False)
class OneWall:
    """The wall, first of ``walls`` int64[k] with its images, which is to be closed or opened."""

    walls: Ids
    closing: bool


class _Reach:
    """What can be reached from the entrance, and whether one route leads to each exit reached."""

    def __init__(self, maze: Maze, walls: NDArray[np.uint8], job: Job) -> None:
        assert maze.entrance
        lattice = maze.lattice
        self.walls, self.parents = walls, fresh(lattice)
        job.phase(lattice.cells)
        _goal, self.cells = breadth_first(
            lattice, walls, self.parents, maze.entrance.cell, job, whole=True
        )
        exits = sorted({opening.cell for opening in maze.exits})
        self.exits = [cell for cell in exits if self.parents[cell] <= START]
        self.lost = [cell for cell in exits if self.parents[cell] > START]
        self.last = np.zeros(1, np.int64)
        self.detours = 0
        if self.exits:
            self.detours = detours(lattice, walls, self.parents, self.exits, (), job, self.last)

    @property
    def single(self) -> bool:
        """Whether one route leads to each exit, and every exit can be reached."""
        return not self.lost and not self.detours


def one_wall(
    maze: Maze, stroke: Ids, near: tuple[float, float], images: Images, job: Job
) -> OneWall | None:
    """Return the wall nearest to a place (x, y in cells) that gives one route to each exit again.

    ``maze`` is as it is after the walls ``stroke`` int64[k] were toggled; before, each exit must
    have had one route. None where no single wall does it, with its ``images`` (none for a locked
    one). Closing one seals nothing. Raises ``CancelledError``.
    """
    if not (maze.entrance and maze.exits and len(stroke)):
        return None
    now = _Reach(maze, without_gaps(maze), job)
    if now.single or now.detours > MOST_IMAGES:
        return None
    before = _Reach(maze, _toggle(maze.lattice, now.walls, stroke), job)
    if not before.single:
        return None
    closing = not now.lost
    candidates = _on_loop(maze.lattice, now, job) if closing else _between(maze.lattice, now, job)
    candidates = candidates[~np.isin(candidates, stroke) & ~maze.is_locked(candidates)]
    if not len(candidates):
        return None
    geometry = maze.lattice.geometry
    middles = geometry.post_positions(geometry.posts(candidates)).mean(axis=1)
    away = np.hypot(middles[:, 0] - near[0], middles[:, 1] - near[1])
    routes = [route_to(maze.lattice, before.parents, cell, job) for cell in before.exits]
    on_route = np.isin(candidates, np.concatenate([_steps(maze.lattice, one) for one in routes]))
    for place in np.lexsort([away, on_route])[:TRIED_WALLS].tolist():
        walls = images(candidates[place : place + 1], closing)
        if not len(walls) or np.isin(walls, stroke).any():
            continue
        after = _Reach(maze, _toggle(maze.lattice, now.walls, walls), job)
        if after.single and (not closing or after.cells == now.cells):
            return OneWall(walls, closing)
    return None


def _toggle(lattice: Lattice, walls: NDArray[np.uint8], changed: Ids) -> NDArray[np.uint8]:
    """Return a copy of ``walls`` uint8[n] in which some, int64[k], are toggled."""
    result = walls.copy()
    closed = walls[changed // lattice.degree] >> (changed % lattice.degree).astype(np.uint8) & 1
    for kind in (False, True):
        set_bits(result, lattice.sides_of(changed[closed == (not kind)]), kind)
    return result


def _steps(lattice: Lattice, route: Ids) -> Ids:
    """Return the walls int64[k - 1] that a path of cells passes through, in its order."""
    cells = route[:-1]
    return lattice.wall_ids(cells, lattice.slots_between(cells, route[1:]))


def _on_loop(lattice: Lattice, now: _Reach, job: Job) -> Ids:
    """Return the passages of the loop that makes another route, as walls int64[k]."""
    lower, _slots, upper, _backs = lattice.sides_of(now.last)
    paths = [route_to(lattice, now.parents, int(end[0]), job) for end in (lower, upper)]
    common = min(map(len, paths))
    differ = paths[0][:common] != paths[1][:common]
    fork = int(differ.argmax()) - 1 if differ.any() else common - 1
    return np.concatenate([now.last, *(_steps(lattice, path[fork:]) for path in paths)])


def _between(lattice: Lattice, now: _Reach, job: Job) -> Ids:
    """Return the walls int64[k] between what is reached and what the first lost exit is joined to.

    None where other exits are lost too, as one wall is not enough then.
    """
    parents = fresh(lattice)
    job.phase(lattice.cells)
    breadth_first(lattice, now.walls, parents, now.lost[0], job, whole=True)
    if any(parents[cell] >= NEW for cell in now.lost):
        return np.empty(0, np.int64)
    sides = mark_reached(now.parents.copy()) + 2 * mark_reached(parents)
    sides[~lattice.inside] = 0
    number = np.zeros(1, np.int64)
    found = np.empty(0, np.int64)
    for _pass in range(2):  # the first counts them
        number[0] = 0
        _border[lattice.degree](now.walls, sides, found, number, lattice.tables, job.signal)
        job.check()
        if len(found) < number[0]:
            found = np.empty(int(number[0]), np.int64)
    return found


@kernel
def _border(walls: InU8, sides: InU8, found: I64, number: I64, tables: Tables, signal: I64) -> None:
    """Find the closed walls between cells of side 1 and of side 2; ``number[0]`` counts them."""
    offsets = tables.offsets
    for cell in range(len(walls)):
        if cell & TICK == 0 and signal[1] != 0:
            return
        side = int(sides[cell])
        if side == 0:
            continue
        row = row_of(tables, cell)
        slots = int(walls[cell])
        while slots != 0:
            slot = int(NTH[slots * 8])
            slots &= slots - 1
            if slot < DEGREE:
                other = cell + int(offsets[row, slot])
                if other > cell and sides[other] + side == 3:
                    if number[0] < len(found):
                        found[number[0]] = cell * DEGREE + slot
                    number[0] += 1
