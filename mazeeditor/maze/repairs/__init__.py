"""Makes a maze perfect, solvable or whole again by the fewest wall changes; one file a goal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import Between, check_all
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _, count
from mazeeditor.maze.geometry import Ids, Points, middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.walls import free_walls, inner_walls

if TYPE_CHECKING:
    from mazeeditor.maze.facts.facts import Facts

Seed = Annotated[
    int | None,
    Between(0, LARGEST_SEED),
    _("seed of the change: the same seed changes the same walls; without one, others each time"),
]


class RepairError(MazeError):
    """A goal cannot be reached by walls that may change; ``cells`` int64[k] are in the way."""

    def __init__(self, message: str, cells: NDArray[np.bool_]) -> None:
        """Take the cells as bool[n]."""
        super().__init__(message)
        self.cells: Ids = np.flatnonzero(cells).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Repair:
    """The changes that reach a goal: walls to open and to close, int64[k] each.

    Nothing reaches it with fewer than ``bound`` changes, None where that is not known; where it
    ``only_closes``, no others that only close. Where walls that may not change keep the maze from
    it, ``stays`` is why, and the cells bool[n] concerned.
    """

    lattice: Lattice
    opened: Ids
    closed: Ids
    bound: int | None
    only_closes: bool = False
    stays: tuple[str, NDArray[np.bool_]] | None = None

    @cached_property
    def walls(self) -> Ids:
        """All walls that change, int64[k], the lowest first."""
        return np.sort(np.concatenate([self.opened, self.closed]))

    @cached_property
    def middles(self) -> Points:
        """The middles of ``walls``, float64[k, 2] in cells."""
        geometry = self.lattice.geometry
        ends = geometry.post_positions(geometry.posts(self.walls))
        return middles(ends, geometry.bulges(self.walls))

    def __len__(self) -> int:
        return len(self.opened) + len(self.closed)

    @property
    def exact(self) -> bool:
        return len(self) == self.bound

    def without(self, walls: Ids) -> Repair:
        """Return the changes but those of ``walls`` int64[k]; the goal may be missed then."""
        opened, closed = (
            ids[~np.isin(ids, walls, kind="sort")] for ids in (self.opened, self.closed)
        )
        return replace(self, opened=opened, closed=closed)

    def after(self, *walls: int) -> Repair:
        """Return what is left to change once some walls of it were changed."""
        bound = None if self.bound is None else max(self.bound - len(walls), 0)
        opened, closed = (ids[~np.isin(ids, walls)] for ids in (self.opened, self.closed))
        result = replace(self, opened=opened, closed=closed, bound=bound)
        left = ~np.isin(self.walls, walls)
        # known already: to find the places of a million walls takes a fifth of a second
        vars(result).update(walls=self.walls[left], middles=self.middles[left])
        return result

    def applied(self, maze: Maze) -> Maze:
        """Return ``maze`` with the changes, on the same lattice."""
        result = maze.copy()
        result.write(self.opened, False)
        result.write(self.closed, True)
        return result

    def text(self) -> str:
        """Return the changes for users: "12 walls to open, 3 to close (the fewest possible)"."""
        if not len(self):
            return _("nothing to change")
        walls = count(len(self.opened) or len(self.closed), "wall", "walls")
        text = _("{walls} to open") if len(self.opened) else _("{walls} to close")
        if len(self.opened) and len(self.closed):
            text = _("{walls} to open, {number:,} to close")
        text = text.format(walls=walls, number=len(self.closed))
        bound = self.bound_text()
        return f"{text} ({bound})" if bound else text

    def bound_text(self) -> str:
        """Return whether fewer changes could do, in plain words; "" where that is not known."""
        if self.bound is None:
            return ""
        if self.exact:
            alone = _("the fewest, if none are opened")
            return alone if self.only_closes else _("the fewest possible")
        text = _("at least {bound:,} are needed")
        if self.only_closes:
            text = _("at least {bound:,} are needed, if none are opened")
        return text.format(bound=self.bound)


def difference(before: Maze, after: Maze, job: Job) -> Repair:
    """Return in which inner walls two mazes on one lattice differ, as changes of the first."""
    lattice = before.lattice
    ids = inner_walls(lattice, before.walls ^ after.walls, job).astype(np.int64)
    closed = after.is_closed(ids)
    return Repair(lattice, ids[~closed], ids[closed], None)


@dataclass(frozen=True, kw_only=True)
class Goal(Entry[Callable[..., int]]):
    """A registered goal.

    ``run(maze, walls, free, job, **options)`` changes ``walls`` uint8[n], those of ``maze`` without
    gaps, where ``free`` uint8[n] has their bits, and returns how many changes are needed at least.
    It raises ``RepairError`` where these do not suffice, and ``MazeError`` where the maze lacks
    something else. The verdict offers it where it is ``offered``. One that ``only_closes`` where
    that suffices has the bound of such repairs then.
    """

    offered: Callable[[Facts], bool]
    only_closes: bool = False


GOALS: Registry[Goal] = Registry("goal", __name__)
goal = GOALS.decorator(Goal)
BYTES_PER_CELL = 60  # bytes a cell: the most that is taken at a time


def find_repair(
    maze: Maze,
    goal: str,
    free: NDArray[np.uint8] | None = None,
    job: Job | None = None,
    **options: Any,
) -> Repair:
    """Return the changes with which ``maze`` reaches a goal; the maze itself stays as it is.

    Only walls whose bits ``free`` uint8[n] has are changed (without: all that are not locked).
    Raises ``UsageError``, ``RepairError``, ``MazeError`` and ``CancelledError``.
    """
    entry, lattice, job = GOALS[goal], maze.lattice, job or Job()
    chosen = check_all(entry.options, options)
    check_free(_("Repairing"), lattice.size * BYTES_PER_CELL)
    if free is None:
        free = free_walls(lattice, locked=maze.locks, job=job)
    elif free.shape != (lattice.size,) or free.dtype != np.uint8:
        raise UsageError(_("free must be uint8[{size}].").format(size=lattice.size))
    before = without_gaps(maze)
    walls = before.copy()
    bound = entry.run(maze, walls, free, job, **chosen)
    opened, closed = (
        inner_walls(lattice, bits, job).astype(np.int64)
        for bits in (before & ~walls, walls & ~before)
    )
    only_closes = entry.only_closes and not len(opened)
    return Repair(lattice, opened, closed, bound, only_closes)
