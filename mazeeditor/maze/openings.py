"""Entrances and exits as specified by the user: row, column, and the side where there is a gap."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quoted
from mazeeditor.maze.lattice import Lattice, Opening

Place = tuple[int, int] | tuple[int, int, str]
DEFAULT: Any = object()  # stands for "the shape's own opening", None means "no opening"


def openings(
    lattice: Lattice, entrance: Place | None, leave: Place | Sequence[Place] | None
) -> tuple[Opening | None, tuple[Opening, ...]]:
    """Return entrance and exits of a lattice, its own where ``DEFAULT`` is given.

    ``leave`` is one exit or several. Raises ``UsageError``.
    """
    if entrance is DEFAULT:
        first: Opening | None = lattice.first
    else:
        first = None if entrance is None else opening(lattice, entrance)
    if leave is DEFAULT:
        return first, (lattice.last,)
    if leave is None:
        return first, ()
    listed = (list, tuple)
    single = not isinstance(leave, listed) or (leave and not isinstance(leave[0], listed))
    places: Any = [leave] if single else leave
    return first, tuple(opening(lattice, place) for place in places)


def opening(lattice: Lattice, place: Place) -> Opening:
    """Return the opening at ``(row, column)`` or ``(row, column, side)``; raises ``UsageError``."""
    try:
        row, column, *side = place
        row, column = index(row), index(column)
    except (TypeError, ValueError):
        raise _no_opening(place) from None
    cell = lattice.cell(row, column)
    if not side:
        return Opening(cell)
    if len(side) > 1:
        raise _no_opening(place)
    return Opening(cell, lattice.slot(cell, str(side[0])))


def _no_opening(place: object) -> UsageError:
    message = _("An opening is (row, column) or (row, column, side), not {place}.")
    return UsageError(message.format(place=quoted(place)))
