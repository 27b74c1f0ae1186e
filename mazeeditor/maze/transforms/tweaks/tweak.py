"""Tweak: a longer or shorter route, straighter corridors, more or fewer dead ends and loops."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.facts.structure import DEAD_END, STRAIGHT, TURN, count_kinds
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import seeded, shuffle
from mazeeditor.maze.search.joining import divide, join_areas, lowest_cells, write_walls
from mazeeditor.maze.search.search import shortest_route, without_gaps
from mazeeditor.maze.transforms import Kept, Seed, transform
from mazeeditor.maze.transforms.tweaks.route_length import NOWHERE, change_route, hanging_on
from mazeeditor.maze.transforms.tweaks.swaps import DEAD_ENDS, STRAIGHTS, swap_towards
from mazeeditor.maze.walls import free_walls, inner_walls_by_slot, set_bits

ROUTE = _("length of the route: -1 is the shortest possible, 0 as now, 1 through all cells")
STRAIGHTNESS = _("form of the corridors: -1 is without straights, 0 as now, 1 without turns")
FEWER = _("number of dead ends: -1 is none, 0 as now, 1 twice as many")
LOOPS = _("number of loops: -1 is none, 0 as now, 1 one off the route for each dead end")


@dataclass(frozen=True)
class Amounts:
    """How far to tweak, each from -1 to 1; 0 keeps what is there."""

    route: float = 0.0
    straight: float = 0.0
    dead_ends: float = 0.0
    loops: float = 0.0


@transform("tweak", _("Tweak"), order=4, memory=60, live=True)
def tweak(
    maze: Maze,
    job: Job,
    *,
    route: Annotated[float, Between(-1, 1), ROUTE] = 0.0,
    straight: Annotated[float, Between(-1, 1), STRAIGHTNESS] = 0.0,
    dead_ends: Annotated[float, Between(-1, 1), FEWER] = 0.0,
    loops: Annotated[float, Between(-1, 1), LOOPS] = 0.0,
    symmetry: Kept = None,
    seed: Seed = None,
) -> Maze:
    """Change figures of a maze by few changes of walls; a perfect maze stays perfect.

    Each figure goes as far as the walls allow; locked walls stay.
    """
    free = free_walls(maze.lattice, None, maze.locks, job)
    amounts = Amounts(route, straight, dead_ends, loops)
    if symmetry is None:
        return tweak_maze(maze, amounts, free, seeded(seed), job)
    from mazeeditor.maze.transforms.symmetry.keeping import tweaked_alike

    return tweaked_alike(
        maze,
        symmetry,
        free,
        job,
        lambda part, own: tweak_maze(part, amounts, own, seeded(seed), job),
    )


def tweak_maze(
    maze: Maze, amounts: Amounts, free: NDArray[np.uint8], random: I64, job: Job
) -> Maze:
    """Return ``maze`` with other figures; walls change only where ``free`` uint8[n] has their bit.

    What is connected stays connected, and nothing else gets joined. Loops alone change how many
    passages there are; they are made where no route leads, and the other changes but that of the
    route leave the route as it is. Raises ``CancelledError``.
    """
    work = _Tweaking(maze, free, random, job, amounts)
    work.close_loops(max(0.0, -amounts.loops))
    work.change_route(amounts.route)
    work.swap(DEAD_ENDS, amounts.dead_ends)
    work.swap(STRAIGHTS, amounts.straight)
    work.open_loops(max(0.0, amounts.loops))
    return work.result()


class _Tweaking:
    """The walls of one maze while they are changed."""

    def __init__(
        self, maze: Maze, free: NDArray[np.uint8], random: I64, job: Job, amounts: Amounts
    ) -> None:
        self.maze, self.lattice, self.free = maze, maze.lattice, free
        self.random, self.job = random, job
        self.changes = max(1, 4 - astuple(amounts).count(0.0))  # that share the time
        self.walls = without_gaps(maze)

    def result(self) -> Maze:
        """Return the maze with these walls, and with its openings and locks."""
        maze = Maze(self.lattice, self.walls, self.maze.entrance, self.maze.exits)
        maze.set_locks(self.maze.locks)
        return maze

    @property
    def ends(self) -> tuple[int, set[int]] | None:
        """The entrance and the exits, where there are both."""
        maze = self.maze
        if not (maze.entrance and maze.exits):
            return None
        return maze.entrance.cell, {opening.cell for opening in maze.exits}

    def route(self, walls: NDArray[np.uint8]) -> Ids:
        """Return a shortest route in ``walls``; empty where there is none."""
        self.job.phase(self.lattice.cells, 0.02)
        if self.ends is None:
            return np.empty(0, np.int64)
        return shortest_route(self.lattice, walls, *self.ends, self.job)

    def change_route(self, amount: float) -> None:
        """Make the route longer or shorter."""
        length = len(self.route(self.walls)) if amount else 0
        if not length or self.ends is None:
            return
        shortest = len(self.route(self.walls & ~self.free))
        most = self.lattice.cells if amount > 0 else 2 * length - shortest
        change = round(amount * (most - length))
        with self.job.part(0.8 / self.changes):
            change_route(
                self.lattice, self.walls, self.free, self.ends, change, self.random, self.job
            )

    def swap(self, counted: int, amount: float) -> None:
        """Let there be more or fewer of what is counted."""
        if not amount:
            return
        self.job.phase(self.lattice.size, 0.02)
        kinds = count_kinds(self.lattice, self.walls, self.job).tolist()
        present = kinds[DEAD_END if counted == DEAD_ENDS else STRAIGHT]
        more = present if counted == DEAD_ENDS else kinds[TURN]
        allowed = self.free, self._kept()
        with self.job.part(0.8 / self.changes):
            change = round(amount * (more if amount > 0 else present))
            swap_towards(self.lattice, self.walls, allowed, counted, change, self.random, self.job)

    def _kept(self) -> NDArray[np.uint8]:
        """Return uint8[n]: the bits of the passages of the route, on both sides."""
        lattice, route = self.lattice, self.route(self.walls)
        kept = np.zeros(lattice.size, np.uint8)
        slots = lattice.slots_between(route[:-1], route[1:])
        set_bits(kept, lattice.sides_of(lattice.wall_ids(route[:-1], slots)))
        return kept

    def close_loops(self, share: float) -> None:
        """Close passages of loops off the route, at random, until so many of the loops are gone."""
        if not share:
            return
        lattice, job = self.lattice, self.job
        areas = np.arange(lattice.size, dtype=np.int32)
        may_close = self.free & ~self._kept()
        with job.part(0.1):  # what stays open joins the areas first
            divide(lattice, areas, ~(self.walls | may_close), job)
        ids = inner_walls_by_slot(lattice, ~self.walls & may_close, job)
        self._shuffle(ids)
        joined = join_areas(lattice, areas, ids, job)
        with job.part(0.1):
            whole = np.arange(lattice.size, dtype=np.int32)
            loops = divide(lattice, whole, ~self.walls, job).others
        closed = ids[~joined][: round(share * len(loops))]
        write_walls(lattice, self.walls, closed, job, closed=True)

    def open_loops(self, share: float) -> None:
        """Open walls between cells that hang on one cell of the route, at random."""
        if not share:
            return
        lattice, job = self.lattice, self.job
        kinds = count_kinds(lattice, self.walls, job)
        ids = inner_walls_by_slot(lattice, self.walls & self.free, job)
        cells, _slots, others, _backs = lattice.sides_of(ids)
        route = self.route(self.walls)
        if len(route):
            places = hanging_on(lattice, self.walls, route, job).places
            ids = ids[(places[cells] == places[others]) & (places[cells] != NOWHERE)]
        else:
            areas = np.arange(lattice.size, dtype=np.int32)
            with job.part(0.1):
                divide(lattice, areas, ~self.walls, job)
            components = lowest_cells(areas)
            ids = ids[components[cells] == components[others]]
        self._shuffle(ids)
        chosen = ids[: round(share * int(kinds[DEAD_END]))]
        write_walls(lattice, self.walls, chosen, job, closed=False)

    def _shuffle(self, ids: I32) -> None:
        self.job.phase(len(ids), 0.05)
        shuffle(ids, self.random, self.job)
