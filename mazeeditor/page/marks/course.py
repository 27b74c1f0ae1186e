r"""The only route of a maze, and what branches off it: where things along the route may stand.

::

    S-+-+-+-+-G      cells off the route belong to the cell of the route that they hang from:
      |   |          whoever stands there has passed all of the route before it
      +   +-+
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import below, seeded, shuffle_items
from mazeeditor.maze.search.only_route import branches_of, neighbours_of, only_route

MOST_CELLS = 100_000  # of a maze: on a poster of a square metre they are 3 mm large
# a thing in so many cells of the route; so many, least and most
CELLS_PER_THING, MIN_THINGS, MAX_THINGS = 4, 3, 10
THINGS_APART_CELLS = 1.5  # cells between two things off the route, where there is room


@dataclass(frozen=True)
class Fork:
    """A cell of the route that is left in several directions.

    ``ahead`` is the next cell of the route, ``aside`` the first cell of each other corridor, and
    ``held`` are those of these cells that a mark or another fork takes; the fork's own where it is
    taken by a mark.
    """

    cell: int
    ahead: int
    aside: tuple[int, ...]
    held: frozenset[int]


@dataclass(frozen=True, eq=False)
class Course:
    """The cells that may hold something, and the state of a random generator.

    ``route`` are those on the route in their order, ``places`` their places on it, and
    ``aside`` those off the route, each with ``behind``, the place on the route from which it
    branches off. ``middles`` float64[n, 2] are the middles of the cells ``aside``, in cells.
    ``forks`` are those that the route passes before its end. Where ``in_rows``, cells are read as
    letters are: row by row, as they are numbered. ``whole`` are all cells of the route, and
    ``taken`` those in which marks stand. The ``maze`` is only read.
    """

    route: tuple[int, ...]
    places: tuple[int, ...]
    aside: tuple[int, ...]
    behind: tuple[int, ...]
    middles: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    random: I64
    forks: tuple[Fork, ...]
    in_rows: bool
    whole: tuple[int, ...]
    taken: frozenset[int]
    maze: Maze

    def below(self, limit: int) -> int:
        """Return a random number from 0 to ``limit - 1``; the same maze has the same ones."""
        return int(below(self.random, limit))

    def count(self, chosen: int | None) -> int:
        """Return how many things stand on the route; raises ``UsageError`` where they are many."""
        cells = len(self.route)
        if chosen is None:
            return min(max(cells // CELLS_PER_THING, MIN_THINGS), MAX_THINGS, cells)
        if chosen > cells:
            text = _(
                "The route has {cells} cells for things along it, not {count}: use fewer of "
                "them, or make a larger maze."
            )
            raise UsageError(text.format(cells=cells, count=chosen))
        return chosen

    def spread(self, count: int) -> list[int]:
        """Return the indices of ``count`` cells of the route, evenly spread."""
        share = len(self.route) / count
        return [int((number + 0.5) * share) for number in range(count)]

    def branches(self, count: int) -> list[int]:
        """Return the indices of as many cells off the route as there are on it, cell for cell.

        ``count`` is how many things are on the route. They are not close to each other.
        """
        most = round(count * len(self.aside) / len(self.route))
        order = shuffle_items(range(len(self.aside)), self.below)
        near = THINGS_APART_CELLS if count * 2 <= len(self.route) else 0.5
        chosen: list[int] = []
        for index in order:
            if len(chosen) >= most:
                break
            away = self.middles[chosen] - self.middles[index]
            if not chosen or np.hypot(*away.T).min() >= near:
                chosen.append(index)
        return sorted(chosen)


def course_of(maze: Maze, *, ends: bool, to_first: bool = False, job: Job | None = None) -> Course:
    """Return the course of a maze; ``ends`` indicates that openings leave their cells free.

    Where ``to_first``, it leads to the first exit, as if there were no other. Raises
    ``UsageError`` where it has not exactly one route.
    """
    job, lattice = job or Job(), maze.lattice
    if lattice.cells > MOST_CELLS:
        text = _("Things along the route are for mazes of {most:,} cells at most.")
        raise UsageError(text.format(most=MOST_CELLS))
    alone = maze
    if to_first and len(maze.exits) > 1:
        alone = maze.copy()
        alone.set_openings(maze.entrance, maze.exits[:1])
    route = only_route(alone, job)
    taken = {opening.cell for opening in maze.openings if opening.slot is None or not ends}
    behind = branches_of(alone, route)
    places = [place for place, cell in enumerate(route) if cell not in taken]
    aside = [cell for cell in sorted(behind) if cell not in taken]
    if not places:
        raise UsageError(_("The route of this maze has no cell left: make a larger maze."))
    return Course(
        tuple(route[place] for place in places),
        tuple(places),
        tuple(aside),
        tuple(behind[cell] for cell in aside),
        lattice.geometry.centres(np.array(aside, np.int64)) if aside else np.zeros((0, 2)),
        seeded(int.from_bytes(sha256(maze.walls.tobytes()).digest()[:7], "big")),
        _forks(maze, route, taken),
        lattice.shape == "rectangular",
        tuple(route),
        frozenset(taken),
        maze,
    )


def _forks(maze: Maze, route: list[int], taken: set[int]) -> tuple[Fork, ...]:
    """Return the forks of a route in their order; marks stand in the cells ``taken``."""
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for before, (cell, ahead) in zip([-1, *route], pairwise(route), strict=False):
        ways = (other for _slot, other in neighbours_of(maze, cell))
        aside = tuple(other for other in ways if other not in (before, ahead))
        if aside:
            found.append((cell, ahead, aside))
    full = {cell for cell, _ahead, _aside in found} | taken
    return tuple(
        Fork(cell, ahead, aside, frozenset(full & {cell, ahead, *aside} - {cell} | taken & {cell}))
        for cell, ahead, aside in found
    )
