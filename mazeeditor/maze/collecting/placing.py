r"""Places for stops, keys and doors, so that a maze can be solved in a few detours.

Stops stand far apart, in dead ends as far as there are any. A door stands where every route passes;
its key is before it, as far off as that part of the maze allows::

    S--+--[A]--+--[B]--G
       |       |
      (A)     (B)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.collecting.things import (
    NOTHING,
    Key,
    Things,
    check_apart,
    keys_at,
    number_of,
    stops_at,
)
from mazeeditor.maze.collecting.tour import check_number, shortest_tour
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import UNREACHED, Sweep
from mazeeditor.maze.search.only_route import neighbours_of
from mazeeditor.maze.search.search import without_gaps

DOOR_PASSAGES = 3  # passages of the route between two doors, where there is room
DEFAULT_STOPS = 5  # stops, where neither stops nor keys are chosen


def things_in(
    maze: Maze, stops: str, keys: str, *, ordered: bool, job: Job | None = None
) -> Things:
    """Return what texts as ``read_stops`` and ``read_keys`` return them say of a maze.

    Where both are empty there are ``DEFAULT_STOPS`` stops. What the texts do not place is placed;
    the same maze has the same places. Raises what ``place_things`` does, and ``UsageError`` for
    places that the maze has not.
    """
    if stops in ("", "0") and keys in ("", "0"):
        if stops and keys:
            raise UsageError(_("Choose how many stops or keys there are: one at least."))
        stops = str(DEFAULT_STOPS)
    number, of_keys = number_of(stops or "0"), number_of(keys or "0")
    known = Things(
        () if number is not None else stops_at(maze.lattice, stops),
        ordered,
        () if of_keys is not None else keys_at(maze.lattice, keys),
    )
    check_apart(maze.lattice, known.cells)
    if number or of_keys:
        return place_things(maze, number or 0, of_keys or 0, ordered=ordered, known=known, job=job)
    check_number(known)
    return known


def place_things(
    maze: Maze,
    stops: int,
    keys: int,
    *,
    ordered: bool,
    known: Things = NOTHING,
    job: Job | None = None,
) -> Things:
    """Return so many stops and keys with doors in a maze; the same maze has the same ones.

    Those ``known`` stay where they are. Stops in their order have numbers by which they are
    collected on a shortest tour, as far as that is known. Raises ``UsageError`` where there is no
    room for them, or no route, and ``CancelledError``.
    """
    job = job or Job()
    number = stops + len(known.stops), keys + len(known.keys)
    check_number(Things((0,) * number[0], ordered, (Key(0, (0, 0)),) * number[1]))
    if maze.entrance is None or not maze.exits:
        raise UsageError(_("Stops to collect need an entrance and an exit."))
    places = _Places(maze, known.cells, job)
    all_keys = known.keys + places.keys(keys)
    found = places.stops(stops, [key.cell for key in all_keys])
    things = Things(known.stops + found, ordered, all_keys)
    return _in_order_of_tour(maze, things, job) if ordered and found else things


def _in_order_of_tour(maze: Maze, things: Things, job: Job) -> Things:
    """Return things whose stops are numbered as a tour collects them."""
    free = replace(things, ordered=False)
    try:
        order = shortest_tour(maze, free, job).order
    except UsageError:  # too many for that: as far as they are from the entrance
        return things
    stops = [things.stops[index] for index in order if index < len(things.stops)]
    return replace(things, stops=tuple(stops))


class _Places:
    """The free cells of a maze that has a route."""

    def __init__(self, maze: Maze, taken: Collection[int], job: Job) -> None:
        assert maze.entrance
        self._maze, self._job, lattice = maze, job, maze.lattice
        self._walls = without_gaps(maze)
        self._sweep = Sweep(lattice, self._walls)
        self._from_entrance = self._away([maze.entrance.cell])
        goals = [gap.cell for gap in maze.exits if self._from_entrance[gap.cell] != UNREACHED]
        if not goals:
            raise UsageError(_("Stops to collect need a route: this maze has none."))
        self._goal = min(goals, key=lambda cell: int(self._from_entrance[cell]))
        self._free = (self._from_entrance != UNREACHED) & lattice.inside
        self._free[[*taken, *(gap.cell for gap in maze.openings)]] = False
        open_slots = ~self._walls & np.uint8(lattice.closed)
        self._dead_ends = np.unpackbits(open_slots[:, None], axis=1).sum(axis=1) == 1

    def _away(self, cells: list[int]) -> NDArray[np.int32]:
        """Return int32[n], the passages from the nearest of ``cells``."""
        self._sweep.run(list(dict.fromkeys(cells)), self._job)
        return self._sweep.distance.copy()

    def stops(self, number: int, held: list[int]) -> tuple[int, ...]:
        """Return cells far from each other, from both ends, and from cells that are ``held``.

        Those far from the entrance come last.
        """
        self._free[held] = False
        room = int(np.count_nonzero(self._free))
        if number > room:
            text = _("The maze has {room} cells for stops, not {number}: use fewer of them.")
            raise UsageError(text.format(room=room, number=number))
        assert self._maze.entrance
        chosen: list[int] = []
        near = self._away([self._maze.entrance.cell, self._goal, *held])
        for _number in range(number):
            cells = np.flatnonzero(self._free & self._dead_ends)
            cells = cells if len(cells) else np.flatnonzero(self._free)
            cell = int(cells[near[cells].argmax()])
            chosen.append(cell)
            self._free[cell] = False
            near = np.minimum(near, self._away([cell]))
        return tuple(sorted(chosen, key=lambda cell: (int(self._from_entrance[cell]), cell)))

    def keys(self, number: int) -> tuple[Key, ...]:
        """Return keys with their doors, in the order in which routes pass the doors."""
        if not number:
            return ()
        route, parts = self._parts()
        if len(parts) <= number:
            text = _(
                "Every route passes {places} places where a door cannot be walked around, "
                "not {number}: use fewer keys, or a maze with fewer loops."
            )
            raise UsageError(text.format(places=len(parts) - 1, number=number))
        keys = []
        for cells, at in self._between_doors(parts, number):
            door = route[at], route[at + 1]
            self._free[list(door)] = False  # labels of both would touch
            keys.append(Key(self._key_cell(cells, door), door))
            self._free[keys[-1].cell] = False
        return tuple(keys)

    def _key_cell(self, cells: Ids, door: tuple[int, int]) -> int:
        """Return where a key stands among the cells before its door."""
        free = cells[self._free[cells]]
        dead_ends = free[self._dead_ends[free]]
        choice = dead_ends if len(dead_ends) else free
        if not len(choice):
            raise UsageError(_("There is no room for a key before its door: use fewer keys."))
        away = self._away([door[0]])
        return int(choice[away[choice].argmax()])

    def _between_doors(self, parts: list[tuple[Ids, int]], number: int) -> list[tuple[Ids, int]]:
        """Return the cells before each door, with about as many dead ends, and where the door is.

        Where it is, is the place on the route of the cell before it.
        """
        dead_ends = [
            np.count_nonzero(self._dead_ends[cells] & self._free[cells]) for cells, _at in parts
        ]
        share, passed, begun = sum(dead_ends) / (number + 1), 0, 0
        chosen: list[tuple[Ids, int]] = []
        for at in range(len(parts) - 1):
            passed += int(dead_ends[at])
            missing, left = number - len(chosen), len(parts) - 1 - at
            enough = passed >= share * (len(chosen) + 1) and any(dead_ends[begun : at + 1])
            apart = not chosen or parts[at][1] - chosen[-1][1] >= DOOR_PASSAGES
            if missing and ((enough and apart) or missing == left):
                cells = np.concatenate([part for part, _at in parts[begun : at + 1]])
                chosen.append((cells, parts[at][1]))
                begun = at + 1
        return chosen

    def _parts(self) -> tuple[list[int], list[tuple[Ids, int]]]:
        """Return a shortest route, and the parts of the maze that it leads through.

        Each is the cells int64[k], and the place on the route of the last one of these. Between two
        parts is one passage, which every route takes.
        """
        route = self._route()
        place = {cell: at for at, cell in enumerate(route)}
        parts: list[tuple[Ids, int]] = []
        far = 0
        seen, queue, part = {route[0]}, [route[0]], list[int]()
        while True:
            while queue:
                cell = queue.pop()
                part.append(cell)
                for _slot, other in neighbours_of(self._maze, cell):
                    onward = cell == route[far] and place.get(other) == far + 1
                    if other not in seen and not onward:
                        seen.add(other)
                        queue.append(other)
                        far = max(far, place.get(other, 0))
            parts.append((np.array(part, np.int64), far))
            if far == len(route) - 1:
                return route, parts
            far += 1
            seen.add(route[far])
            queue, part = [route[far]], []

    def _route(self) -> list[int]:
        cell, route = self._goal, [self._goal]
        away = self._from_entrance
        while away[cell]:
            others = (other for _slot, other in neighbours_of(self._maze, cell))
            cell = next(other for other in others if away[other] == away[cell] - 1)
            route.append(cell)
        return route[::-1]
