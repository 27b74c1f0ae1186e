"""The shortest tour that collects all stops and leaves by an exit: exact, over cells and sets.

Where someone stands and what was collected is a state; doors whose keys were collected are open.
Between two things that are collected the shortest way counts, so it is enough to know how far
things are from each other for each set of open doors. The tour is then found set by set, after Held
and Karp (A dynamic programming approach to sequencing problems, 1962); a set is complete before a
larger one is begun.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.collecting.things import MOST_IN_ANY, Things, letter
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import UNREACHED, Sweep
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.walls import set_bits

UNREACHABLE = 1 << 40  # passages to what cannot be reached


@dataclass(frozen=True, eq=False)
class Tour:
    """A shortest tour: the cells int64[k] of its ``route``, empty where there is none.

    ``order`` are the indices of what it collects, in ``Things.cells``; keys that are not needed are
    not among them. ``lost`` is a sentence on what cannot be reached, "" where all can be.
    """

    route: Ids
    order: tuple[int, ...]
    lost: str

    @property
    def cells(self) -> int:
        """How many cells it has, each as often as it is passed; 0 for none."""
        return len(self.route)


def check_number(things: Things) -> None:
    """Raise ``UsageError`` where stops and keys have too many sets for a proof."""
    number = len(things.cells)
    if not things.ordered and number > MOST_IN_ANY:
        text = _(
            "In any order there are {most} stops and keys at most, not {number}: use fewer, "
            "or stops in the order given."
        )
        raise UsageError(text.format(most=MOST_IN_ANY, number=number))


def shortest_tour(maze: Maze, things: Things, job: Job | None = None) -> Tour:
    """Return a shortest tour from the entrance past all stops to an exit.

    That there is none is a result. Raises ``UsageError`` for too many things, and a maze without
    entrance or exit, and ``CancelledError``.
    """
    check_number(things)
    if maze.entrance is None or not maze.exits:
        raise UsageError(_("Stops to collect need an entrance and an exit."))
    job = job or Job()
    lost, solvable = _describe_unreached(maze, things, job)
    if not solvable:
        return Tour(np.empty(0, np.int64), (), lost)
    search = _Search(maze, things, job)
    order = search.order()
    return Tour(search.walk(order), order, lost)


def _describe_unreached(maze: Maze, things: Things, job: Job) -> tuple[str, bool]:
    """Return a sentence on what cannot be reached, and whether there is a tour.

    Whatever can be reached can be in any order, as no passage is one way and keys stay.
    """
    assert maze.entrance
    walls, lattice = without_gaps(maze), maze.lattice
    found, before = set[int](), {-1}
    while found != before:
        before = set(found)
        shut = [index for index in range(len(things.keys)) if index not in found]
        sweep = Sweep(lattice, _with_doors(lattice, walls, things, shut))
        sweep.run(maze.entrance.cell, job)
        distance = sweep.distance
        found |= {at for at, key in enumerate(things.keys) if distance[key.cell] != UNREACHED}
    keys = [letter(at) for at in range(len(things.keys)) if at not in found]
    stops = [str(at) for at, cell in enumerate(things.stops, 1) if distance[cell] == UNREACHED]
    leaves = any(distance[gap.cell] != UNREACHED for gap in maze.exits)
    solvable = leaves and not stops
    if keys:
        one = _("The key {names} cannot be reached.")
        text = one if len(keys) == 1 else _("The keys {names} cannot be reached.")
        return text.format(names=", ".join(keys)), solvable
    if stops and things.ordered:
        one = _("Stop {names} cannot be reached.")
        text = one if len(stops) == 1 else _("The stops {names} cannot be reached.")
        return text.format(names=", ".join(stops)), False
    if stops:
        text = _("{number} of {all} stops cannot be reached.")
        return text.format(number=len(stops), all=len(things.stops)), False
    if not leaves:
        return _("No exit can be reached."), False
    closed = maze.is_closed(things.doors(lattice, range(len(things.keys))))
    walled = [letter(at) for at in range(len(things.keys)) if closed[at]]
    one = _("The door {names} is in a wall.")
    text = one if len(walled) == 1 else _("The doors {names} are in walls.")
    return text.format(names=", ".join(walled)) if walled else "", True


def _with_doors(
    lattice: Lattice, walls: NDArray[np.uint8], things: Things, shut: list[int]
) -> NDArray[np.uint8]:
    """Return walls uint8[n] with the doors of these keys closed."""
    if not shut:
        return walls
    result = walls.copy()
    set_bits(result, lattice.sides_of(things.doors(lattice, shut)))
    return result


class _Search:
    """Finds the order in which things are collected, then the cells of the tour.

    Places are the entrance, 0, and things, from 1 on; ``ways`` are the distances int64[m + 1,
    m + 1] from each place to each thing and, last, the nearest exit, by the sets of keys.
    """

    def __init__(self, maze: Maze, things: Things, job: Job) -> None:
        assert maze.entrance
        self._maze, self._things, self._job = maze, things, job
        self._walls = without_gaps(maze)
        self._places = [maze.entrance.cell, *things.cells]
        self._exits = [gap.cell for gap in maze.exits]
        self._number, self._stops = len(things.cells), len(things.stops)
        self._ways: dict[int, NDArray[np.int64]] = {}

    def _sweep(self, keys: int) -> Sweep:
        """Return a search with the doors of the set ``keys`` open."""
        shut = [at for at in range(len(self._things.keys)) if not keys >> at & 1]
        lattice = self._maze.lattice
        return Sweep(lattice, _with_doors(lattice, self._walls, self._things, shut))

    def _ways_with(self, keys: int) -> NDArray[np.int64]:
        if keys not in self._ways:
            sweep, rows = self._sweep(keys), []
            for start in self._places:
                sweep.run(start, self._job)
                away = sweep.distance.astype(np.int64)
                away[away == UNREACHED] = UNREACHABLE
                rows.append([*away[list(self._things.cells)], away[self._exits].min()])
            self._ways[keys] = np.array(rows, np.int64)
        return self._ways[keys]

    def _may_follow(self, collected: int, thing: int) -> bool:
        if collected >> thing & 1:
            return False
        later_stop = self._things.ordered and 0 < thing < self._stops
        return not later_stop or bool(collected >> (thing - 1) & 1)

    def order(self) -> tuple[int, ...]:
        """Return what a shortest tour collects, in its order; there is one."""
        cost = {0: np.full(self._number + 1, UNREACHABLE, np.int64)}
        cost[0][0] = 0
        before: dict[tuple[int, int], int] = {}  # the place before, by set and last thing
        needed = (1 << self._stops) - 1
        best = UNREACHABLE, 0, 0
        layer = [0]
        while layer:
            larger: dict[int, None] = {}
            for collected in layer:
                self._job.check()
                ways = self._ways_with(collected >> self._stops)
                reach = cost[collected][:, None] + ways
                places, least = reach.argmin(axis=0), reach.min(axis=0)
                if not needed & ~collected:
                    best = min(best, (int(least[-1]), collected, int(places[-1])))
                for thing in range(self._number):
                    if least[thing] < UNREACHABLE and self._may_follow(collected, thing):
                        after = collected | 1 << thing
                        if after not in cost:
                            cost[after] = np.full(self._number + 1, UNREACHABLE, np.int64)
                        larger[after] = None
                        cost[after][thing + 1] = least[thing]
                        before[after, thing + 1] = int(places[thing])
            layer = list(larger)
        _length, collected, place = best
        order = []
        while place:
            order.append(place - 1)
            collected, place = collected & ~(1 << (place - 1)), before[collected, place]
        return tuple(reversed(order))

    def walk(self, order: tuple[int, ...]) -> Ids:
        """Return the cells int64[k] of the tour that collects things in this order."""
        route, keys = [self._places[0]], 0
        for thing in order:
            route += self._leg(keys, route[-1], [self._things.cells[thing]])
            if thing >= self._stops:
                keys |= 1 << (thing - self._stops)
        route += self._leg(keys, route[-1], self._exits)
        return np.array(route, np.int64)

    def _leg(self, keys: int, start: int, goals: list[int]) -> list[int]:
        """Return the cells after ``start`` of a shortest way to the nearest of ``goals``."""
        sweep, lattice = self._sweep(keys), self._maze.lattice
        sweep.run(start, self._job)
        away = sweep.distance
        cell = min(
            (goal for goal in goals if away[goal] != UNREACHED), key=lambda goal: int(away[goal])
        )
        cells = []
        while cell != start:
            cells.append(cell)
            shut = int(sweep.walls[cell])
            slots = (slot for slot in range(lattice.degree) if not shut >> slot & 1)
            others = (lattice.neighbour(cell, slot) for slot in slots)
            cell = next(other for other in others if away[other] == away[cell] - 1)
        return cells[::-1]
