"""A route that was drawn: whether it is one, and the entrance and exit at its ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import UNUSED

if TYPE_CHECKING:
    from mazeeditor.maze.maze import Maze

Openings = tuple[Opening, tuple[Opening, ...]]


def route_of(lattice: Lattice, places: Iterable[tuple[int, int]]) -> Ids:
    """Return the cells int64[k] at some (row, column), in order; raises ``UsageError``."""
    try:
        pairs = [(int(row), int(column)) for row, column in places]
    except (TypeError, ValueError):
        raise UsageError(_("A route is a list of (row, column).")) from None
    route = np.array([lattice.cell(row, column) for row, column in pairs], np.int64)
    check_route(lattice, route)
    return route


def check_route(lattice: Lattice, route: Ids) -> Ids:
    """Return the slots int64[k - 1] through which a route leads; raises ``UsageError``.

    A route has two cells or more, each a neighbour of the one before, and visits none twice.
    """
    if len(route) < 2:
        raise UsageError(_("A route needs two cells or more."))
    cells, others = route[:-1], route[1:]
    rows = lattice.rows_of(cells)
    leads = cells[:, None] + lattice.offsets[rows] == others[:, None]
    leads &= lattice.opposite[rows] != UNUSED
    apart = np.flatnonzero(~leads.any(axis=1))
    if len(apart):
        step = int(apart[0])
        message = _("The route jumps from cell {one} to {other}, which is not its neighbour.")
        one, other = (_named(lattice, int(cell)) for cell in route[step : step + 2])
        raise UsageError(message.format(one=one, other=other))
    last = np.zeros(lattice.size, np.int64)  # a sort could not be cancelled
    last[route] = np.arange(len(route))
    if (last[route] != np.arange(len(route))).any():
        order = np.argsort(route, kind="stable")
        again = order[1:][np.diff(route[order]) == 0]
        message = _("The route crosses itself in cell {place}: it may visit each cell once.")
        raise UsageError(message.format(place=_named(lattice, int(route[again.min()]))))
    return leads.argmax(axis=1)


def _named(lattice: Lattice, cell: int) -> str:
    return "{},{}".format(*lattice.place(cell))


def route_openings(maze: Maze, route: Ids) -> Openings:
    """Return the entrance and the exits of a maze with a route, at its ends.

    An end at the border gets a gap: the one there is, else the one straight ahead. An end in the
    middle is an opening itself.
    """
    lattice, first, last = maze.lattice, int(route[0]), int(route[-1])
    entrance = maze.entrance
    if entrance is None or entrance.cell != first:
        entrance = _opening(lattice, first, int(route[1]))
    kept = [opening for opening in maze.exits if opening.cell == last]
    return entrance, tuple(kept[:1] or [_opening(lattice, last, int(route[-2]))])


def _opening(lattice: Lattice, cell: int, before: int) -> Opening:
    """Return the opening of an end of a route which comes from the cell ``before``."""
    slots = lattice.outer_slots(cell)
    if not slots:
        return Opening(cell)
    back = lattice.geometry.outward(cell, lattice.slot_between(cell, before))

    def turned(slot: int) -> float:
        x, y = lattice.geometry.outward(cell, slot)
        return round(x * back[0] + y * back[1], 6)

    return Opening(cell, min(slots, key=turned))
