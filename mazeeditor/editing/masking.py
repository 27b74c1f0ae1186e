"""Cells taken out of a maze, and given back: an outline painted by hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.edits import ReplaceMaze
from mazeeditor.errors import UsageError
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _, ngettext

MASK, PIECES = "mask", "pieces"  # the keys of a recipe that say how the outline was made
PAINTED = "painted"
BY_HAND: Mapping[str, Any] = MappingProxyType({"name": PAINTED})


def blanked(maze: Maze, cells: Ids) -> Maze:
    """Return a maze in which ``cells`` int64[k], each once, are out if they were in, or in.

    All walls of those given back are closed, and so are those around the others. Openings that
    have no place any more are gone. Raises ``UsageError`` where no cell is left.
    """
    lattice = maze.lattice
    inside = lattice.inside.copy()
    inside[cells] ^= True
    if not inside.any():
        raise UsageError(_("One cell must be left: a maze without cells is none."))
    walls = maze.walls.copy()
    rows = lattice.rows_of(cells)
    walls[cells] = lattice.closed
    for slot in range(lattice.degree):
        others = cells + lattice.offsets[rows, slot]
        back = np.left_shift(1, lattice.opposite[rows, slot]).astype(np.uint8)
        np.bitwise_or.at(walls, others, back)  # of what leads nowhere all is closed anyway
    cut = _cut(lattice, inside)
    wanted = [opening for opening in maze.exits if fits(cut, opening)]
    entrance = maze.entrance if maze.entrance and fits(cut, maze.entrance) else None
    return Maze(cut, walls, entrance, tuple(wanted))


def fits(lattice: Lattice, opening: Opening) -> bool:
    """Whether a lattice has the cell of an opening, and an outer wall at its gap."""
    return bool(lattice.inside[opening.cell]) and (
        opening.slot is None or opening.slot in lattice.outer_slots(opening.cell)
    )


def _cut(lattice: Lattice, inside: NDArray[np.bool_]) -> Lattice:
    """Return the lattice with other cells; its openings stay, or move as little as can be.

    Unlike ``maze.masks.masked`` it looks at no cell far from these: so a brush stroke in a maze of
    millions of cells is quick, and the pieces that it may fall into are left alone.
    """
    result = replace(lattice, inside=inside, geometry=lattice.geometry.masked(inside))
    first, last = (
        each if fits(result, each) else _near(result, each)
        for each in (lattice.first, lattice.last)
    )
    return replace(result, first=first, last=last)


def _near(lattice: Lattice, opening: Opening) -> Opening:
    """Return the opening that is the fewest cells, inside or not, from one without a place."""
    seen, queue = {opening.cell}, deque([opening.cell])
    while queue:
        cell = queue.popleft()
        if lattice.inside[cell]:
            gaps = [Opening(cell, slot) for slot in lattice.outer_slots(cell)]
            if opening.slot is None or not gaps:
                return Opening(cell)
            return max(gaps, key=lambda gap: _agreement(lattice, gap, opening))
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            if other not in seen and 0 < other < lattice.size:
                seen.add(other)
                queue.append(other)
    return Opening(int(lattice.inside.argmax()))


def _agreement(lattice: Lattice, gap: Opening, wanted: Opening) -> float:
    """Return how much a gap looks the way that another one does, -1 to 1."""
    one = lattice.geometry.outward(gap.cell, gap.slot or 0)
    other = lattice.geometry.outward(wanted.cell, wanted.slot or 0)
    return one[0] * other[0] + one[1] * other[1]


def blanking(maze: Maze, recipe: Mapping[str, Any], cells: Ids) -> ReplaceMaze:
    """Return the step that takes ``cells`` out, or gives them back; raises ``UsageError``.

    The recipe says from then on that the outline was painted.
    """
    taking = bool(maze.lattice.inside[cells[0]])
    after = blanked(maze, cells)
    return ReplaceMaze(name_cells(len(cells), taking=taking), after, painted(recipe))


def painted(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recipe of which the outline was painted, whatever it was before."""
    rest = {name: value for name, value in recipe.items() if name != PIECES}
    return rest | {MASK: [dict(BY_HAND)]}


def name_cells(number: int, *, taking: bool) -> str:
    """Return what menus call a change of the outline."""
    text = (
        ngettext("Blank {number:,} cell", "Blank {number:,} cells", number)
        if taking
        else ngettext("Give back {number:,} cell", "Give back {number:,} cells", number)
    )
    return text.format(number=number)


def gone(before: Maze, after: Maze) -> str:
    """Return a sentence on the openings that went with the cells, "" where none did."""
    entrance = before.entrance is not None and after.entrance is None
    exits = len(before.exits) - len(after.exits)
    if not entrance and not exits:
        return ""
    if not exits:
        return _("The entrance has lost its place: set another one.")
    if not entrance:
        return ngettext(
            "An exit has lost its place.", "{number:,} exits have lost their places.", exits
        ).format(number=exits)
    return _("Entrance and exit have lost their places: set others.")
