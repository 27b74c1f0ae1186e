"""Blanking and restoring cells: the maze without them, and the step to it."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ChangeMaze
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze, kept_locks
from mazeeditor.maze.recipe import Recipe

LOCKED = _("This cell has locked walls: it stays until you unlock them.")


def cells_to_switch(document: Document, cells: Ids, *, taking: bool) -> Ids:
    """Return which cells int64[m] can be blanked (``taking``), or given back, with ``cells``.

    ``cells`` int64[k] may be any. Those with a locked wall are not blanked, and a symmetry adds
    the images of the others.
    """
    lattice = document.maze.lattice
    cells = cells[lattice.inside[cells] == taking]
    locks = document.maze.locks if taking else None  # it would change their walls
    group = document.symmetry
    if group:
        cells = group.orbits(cells, None if locks is None else locks != 0)
        cells = cells[lattice.inside[cells] == taking]
    elif locks is not None:
        cells = cells[locks[cells] == 0]
    return cells if taking else cells[lattice.are_places(cells)]


def switch_blank(maze: Maze, cells: Ids) -> Maze:
    """Return a maze in which ``cells`` int64[k], each once, are switched: in or out.

    All walls of restored cells are closed, and so are those around removed ones. Openings that
    are invalid then are removed. Raises ``UsageError`` where no cell is left.
    """
    lattice = maze.lattice
    inside = lattice.inside.copy()
    inside[cells] ^= True
    if not inside.any():
        raise UsageError(_("One cell must be left: a maze needs at least one."))
    walls = maze.walls.copy()
    rows = lattice.rows_of(cells)
    walls[cells] = lattice.closed
    for slot in range(lattice.degree):
        neighbours = cells + lattice.offsets[rows, slot]
        back = np.left_shift(1, lattice.opposite[rows, slot]).astype(np.uint8)
        np.bitwise_or.at(walls, neighbours, back)  # of what leads nowhere all is closed anyway
    cut = _cut(lattice, inside)
    exits = [opening for opening in maze.exits if fits(cut, opening)]
    entrance = maze.entrance if maze.entrance and fits(cut, maze.entrance) else None
    after = Maze(cut, walls, entrance, tuple(exits))
    after.set_locks(kept_locks(maze, cut))
    return after


def fits(lattice: Lattice, opening: Opening) -> bool:
    """Whether a lattice has the cell of an opening, and an outer wall at its gap."""
    return bool(lattice.inside[opening.cell]) and (
        opening.slot is None or opening.slot in lattice.outer_slots(opening.cell)
    )


def _cut(lattice: Lattice, inside: NDArray[np.bool_]) -> Lattice:
    """Return the lattice with other cells; its openings stay, or move as little as can be.

    Unlike ``maze.pieces.masked`` it looks at no cell far from these: so a brush stroke in a maze of
    millions of cells is quick, and the pieces that it may fall into are left alone.
    """
    result = replace(lattice, inside=inside, geometry=lattice.geometry.masked(inside))
    first, last = (
        opening if fits(result, opening) else _near(result, opening)
        for opening in (lattice.first, lattice.last)
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


def _agreement(lattice: Lattice, gap: Opening, preferred: Opening) -> float:
    """Return how much the directions of two gaps agree, -1 to 1."""
    direction = lattice.geometry.outward(gap.cell, gap.slot or 0)
    preferred_direction = lattice.geometry.outward(preferred.cell, preferred.slot or 0)
    return direction[0] * preferred_direction[0] + direction[1] * preferred_direction[1]


def blanking(maze: Maze, recipe: Recipe, cells: Ids) -> ChangeMaze:
    """Return the step that takes ``cells`` out, or gives them back; raises ``UsageError``.

    The outline of the recipe is a painted one from then on.
    """
    taking = bool(maze.lattice.inside[cells[0]])
    after = switch_blank(maze, cells)
    return ChangeMaze(name_cells(len(cells), taking=taking), maze, after, recipe.painted())


def name_cells(number: int, *, taking: bool) -> str:
    """Return what menus call a change of the outline."""
    text = (
        ngettext("Blank {number:,} cell", "Blank {number:,} cells", number)
        if taking
        else ngettext("Give back {number:,} cell", "Give back {number:,} cells", number)
    )
    return text.format(number=number)


def removed_openings(before: Maze, after: Maze) -> str:
    """Return a message on the openings that were removed with the cells, "" where none were."""
    entrance = before.entrance is not None and after.entrance is None
    exits = len(before.exits) - len(after.exits)
    if not entrance and not exits:
        return ""
    if not exits:
        return _("The entrance was removed: set another one.")
    if not entrance:
        return ngettext("An exit was removed.", "{number:,} exits were removed.", exits).format(
            number=exits
        )
    return _("Entrance and exit were removed: set others.")
