r"""The handles of a route, and the route that leads through another cell once one is pulled there.

A handle is at each end, at bends, and in the middle of straights, none closer to another than a
finger needs. Pulling one takes out as little of the route as can be, and leads it over the cell::

    o------+------o         o---+ +---o
                     ->         | |
                                +-+  the pointer
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import GOAL, NEW, OUTSIDE_STATE, breadth_first, fresh, route_to

NO_ROOM = _("The route has no room to lead through this cell: pull it elsewhere.")
LOCKED = _("Locked walls keep the route from this cell: unlock them, or pull it elsewhere.")
BEND = 0.3  # the sine of the angle from which on a turn is a bend: 17 degrees
# times the distance of handles: what lies farther away has no say in which are kept
NEIGHBOUR_DISTANCES = 3
NO_CELLS: Ids = np.empty(0, np.int64)

Box = tuple[float, float, float, float]  # left, upper, right and lower edge, in cells


@dataclass(frozen=True, eq=False)
class RouteHandles:
    """Where the ``route`` int64[k] of a lattice, two cells or more, can be taken hold of."""

    lattice: Lattice
    route: Ids

    @cached_property
    def points(self) -> Points:
        """The middles of the cells float64[k, 2]."""
        return self.lattice.geometry.centres(self.route)

    @cached_property
    def _bends(self) -> Ids:
        along = np.diff(self.points, axis=0)
        lengths = np.hypot(*along.T)
        turned = along[:-1, 0] * along[1:, 1] - along[:-1, 1] * along[1:, 0]
        back = (along[:-1] * along[1:]).sum(axis=1) < 0
        return np.flatnonzero((np.abs(turned) > BEND * lengths[:-1] * lengths[1:]) | back) + 1

    @cached_property
    def _choice(self) -> Ids:
        """The places int64[m] of the route where handles may be: bends, then middles."""
        stops = np.concatenate([[0], self._bends, [len(self.route) - 1]])
        long = np.diff(stops) >= 2
        return np.concatenate([self._bends, (stops[:-1][long] + stops[1:][long]) // 2])

    @cached_property
    def _spots(self) -> Points:
        return self.points[self._choice]

    @cached_property
    def _slots(self) -> Ids:
        return self.lattice.slots_between(self.route[:-1], self.route[1:])

    def open_in(self, maze: Maze) -> bool:
        """Whether no wall of a maze on the same lattice is in the way of the route."""
        return not (maze.walls[self.route[:-1]] >> self._slots & 1).any()

    def place_of(self, cell: int | None) -> int | None:
        """Return the place of a cell in the route, None where it is not on it."""
        places = np.flatnonzero(self.route == cell)
        return int(places[0]) if len(places) else None

    def within(self, box: Box, apart: float) -> Ids:
        """Return the places int64[m] in the route of the handles in a box, in order.

        No two are less than ``apart`` cells from each other, but the ends. Which there are does
        not depend on the box.
        """
        last, reach = len(self.route) - 1, NEIGHBOUR_DISTANCES * apart
        left, top, right, bottom = box
        points = self._spots
        near = points[:, 0] >= left - reach
        near &= points[:, 0] <= right + reach
        near &= points[:, 1] >= top - reach
        near &= points[:, 1] <= bottom + reach
        ends = self.points[[0, last]]
        for end in ends:
            near &= np.hypot(*(points - end).T) >= apart
        chosen = self._choice[near]
        kept = chosen[_thin(points[near], apart)]
        places = distinct(np.concatenate([[0], kept, [last]]))
        inside = self.points[places]
        seen = (inside >= (left, top)).all(axis=1) & (inside <= (right, bottom)).all(axis=1)
        result: Ids = places[seen]
        return result

    def at(self, x: float, y: float, apart: float, reach: float) -> int | None:
        """Return the place of the handle within ``reach`` cells of a point, None for none."""
        places = self.within((x - reach, y - reach, x + reach, y + reach), apart)
        away = np.hypot(*(self.points[places] - (x, y)).T)
        if not len(away) or away.min() > reach:
            return None
        return int(places[away.argmin()])

    def beside(self, place: int | None, steps: int, apart: float) -> int:
        """Return the place of the next handle after (``steps`` > 0) or before a place of the route.

        Behind the last one comes the first; None is before the first and behind the last.
        """
        last = len(self.route) - 1
        if place is None or place == (last if steps > 0 else 0):
            return 0 if steps > 0 else last
        some = max(8, int(40 * apart))
        while True:
            first, end = (place + 1, place + some) if steps > 0 else (place - some, place - 1)
            first, end = max(0, first), min(last, end)
            low, high = (
                getattr(self.points[first : end + 1], name)(axis=0) for name in ("min", "max")
            )
            places = self.within((*low.tolist(), *high.tolist()), apart)
            places = places[(places >= first) & (places <= end)]
            if len(places):
                return int(places[0 if steps > 0 else -1])
            some *= 2


def _thin(points: Points, apart: float) -> Ids:
    """Return which int64[m] of points float64[k, 2], the first ones first, are kept.

    The plane is divided into squares as large as the distance; each square has one point at most,
    and of the squares that touch those with an even column and row come first, so what is kept
    here depends on no point farther away than three squares.
    """
    if not len(points):
        return NO_CELLS
    squares = np.floor(points / apart).astype(np.int64)
    width = int(squares[:, 0].max()) + 3
    keys = (squares[:, 1] + 1) * width + squares[:, 0] + 1
    keys, first = np.unique(keys, return_index=True)
    turn = squares[first, 0] % 2 + squares[first, 1] % 2 * 2
    kept = turn == 0
    for number in (1, 2, 3):
        mine = np.flatnonzero(turn == number)
        free = np.ones(len(mine), np.bool_)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                key = keys[mine] + dy * width + dx
                other = np.searchsorted(keys, key).clip(max=len(keys) - 1)
                there = (keys[other] == key) & kept[other]
                away = np.hypot(*(points[first[mine]] - points[first[other]]).T)
                free &= ~there | (away >= apart)
        kept[mine] = free
    result: Ids = first[kept]
    return result


def pull_route(maze: Maze, route: Ids, place: int, cell: int, job: Job) -> Ids:
    """Return the route int64[m] with its inner cell at ``place`` pulled to an inside ``cell``.

    Its ends stay, and as much of the rest as can: first the cells beside the handle are led
    elsewhere, then more where that changes less altogether. A cell that is on the route makes a
    short cut to it. Raises ``UsageError`` where there is no room or locked walls are in the way,
    and ``CancelledError``.
    """
    barred = None if maze.locks is None else maze.locks & maze.walls
    found = _pull(maze.lattice, barred, route, place, cell, job)
    if not len(found):
        locked = barred is not None and len(_pull(maze.lattice, None, route, place, cell, job))
        raise UsageError(LOCKED if locked else NO_ROOM)
    return found


def _pull(
    lattice: Lattice, barred: NDArray[np.uint8] | None, route: Ids, place: int, cell: int, job: Job
) -> Ids:
    """Return the route, empty where there is none that passes no ``barred`` wall uint8[n]."""
    again = np.flatnonzero(route == cell)
    there = int(again[0]) if len(again) else place
    if len(again) and there == place:
        return route
    best, least, span = None, float("inf"), 1
    while True:
        first, last = (
            max(0, min(place - span, there)),
            min(len(route) - 1, max(place + span, there)),
        )
        if best is not None and last - first >= least:
            break
        if len(again):  # as it is on the route, one path is enough, to it or from it
            first, last = (there, last) if there < place else (first, there)
            piece = _path(
                _Room(lattice, barred, route, first, last), int(route[first]), int(route[last]), job
            )
        else:
            piece = _through(_Room(lattice, barred, route, first, last), cell, job)
        if len(piece) and len(piece) + last - first < least:
            least = len(piece) + last - first
            best = np.concatenate([route[:first], piece, route[last + 1 :]])
        if (first == 0 or there < place) and (last == len(route) - 1 or there > place):
            break
        span *= 2
    return NO_CELLS if best is None else best


class _Room:
    """Where a route may lead between two of its places, ``first`` and ``last``."""

    def __init__(
        self,
        lattice: Lattice,
        barred: NDArray[np.uint8] | None,
        route: Ids,
        first: int,
        last: int,
    ) -> None:
        self.lattice = lattice
        self.walls = np.zeros(self.lattice.size, np.uint8) if barred is None else barred
        self.free = fresh(self.lattice)
        self.free[route[:first]] = OUTSIDE_STATE
        self.free[route[last + 1 :]] = OUTSIDE_STATE
        self.ends = int(route[first]), int(route[last])


def _path(room: _Room, start: int, goal: int, job: Job, taken: Ids = NO_CELLS) -> Ids:
    """Return a shortest path int64[k] that avoids the cells ``taken``; empty for none."""
    parents = room.free.copy()
    parents[taken] = OUTSIDE_STATE
    if parents[start] != NEW or parents[goal] != NEW:
        return NO_CELLS
    parents[goal] = GOAL
    found, _cells = breadth_first(room.lattice, room.walls, parents, start, job)
    return route_to(room.lattice, parents, found, job)


def _through(room: _Room, cell: int, job: Job) -> Ids:
    """Return the shorter of two ways from the first end through a cell to the last one."""
    first, last = room.ends
    found: list[Ids] = []
    there = _path(room, first, cell, job, np.array([last], np.int64))
    if len(there):
        back = _path(room, cell, last, job, there[:-1])
        if len(back):
            found.append(np.concatenate([there, back[1:]]))
    back = _path(room, cell, last, job, np.array([first], np.int64))
    if len(back):
        there = _path(room, first, cell, job, back[1:])
        if len(there):
            found.append(np.concatenate([there, back[1:]]))
    return min(found, key=len, default=NO_CELLS)
